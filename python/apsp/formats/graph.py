# SPDX-License-Identifier: MIT
"""A graph as files have it: edges, and names of vertices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._failures import UsageFailure, shown

MOST_DIGITS = 15  # behind the point
EXACT = 2**53  # float64 holds all integers up to here


@dataclass
class NamedGraph:
    """Edges as three arrays of the same length. Vertices are numbered from 0."""

    vertices: int
    source: npt.NDArray[np.int32]
    target: npt.NDArray[np.int32]
    weight: npt.NDArray[np.float64]
    names: Sequence[str] | None = None  #: one for each vertex; None: their numbers are their names
    directed: bool = True  #: False: each edge leads both ways
    kind: str = ""  #: name of the format
    notes: list[str] = field(default_factory=list)  #: what was assumed
    warnings: list[str] = field(default_factory=list)  #: what was left out, or changes the answer
    positions: npt.NDArray[np.float64] | None = None  #: longitude and latitude, or x and y, of each vertex
    path: str | None = None  #: of the file, but not of standard input

    def __post_init__(self) -> None:
        self.source = np.ascontiguousarray(self.source, dtype=np.int32)
        self.target = np.ascontiguousarray(self.target, dtype=np.int32)
        self.weight = np.ascontiguousarray(self.weight, dtype=np.float64)
        self._numbers: dict[str, int] | None = None

    @property
    def edges(self) -> int:
        return len(self.source)

    def name(self, vertex: int) -> str:
        return str(vertex) if self.names is None else self.names[vertex]

    def all_names(self) -> list[str]:
        return list(map(str, range(self.vertices))) if self.names is None else list(self.names)

    def number(self, name: str) -> int:
        """The vertex of this name. Raises UsageFailure, with names that are near."""
        if self.names is None:
            if name.isascii() and name.isdigit() and int(name) < self.vertices:
                return int(name)
            raise UsageFailure(f"no vertex is called {shown(name)}, expected 0 to {self.vertices - 1:,}"
                               if self.vertices else "the graph has no vertex")
        if self._numbers is None:
            self._numbers = {known: n for n, known in enumerate(self.names)}
        if name in self._numbers:
            return self._numbers[name]
        import difflib

        near = difflib.get_close_matches(name, self.names[:100_000], 3)
        raise UsageFailure(f"no vertex is called {shown(name)}; "
                           + (f"did you mean {' or '.join(map(shown, near))}?" if near else
                              f"the first is {shown(self.names[0])}" if self.names else "there is none"))

    def numbers(self, names: Iterable[str]) -> npt.NDArray[np.int64]:
        return np.array([self.number(name) for name in names], dtype=np.int64)

    def scaled(self) -> tuple[npt.NDArray[np.float64], int]:
        """The weights times 10^digits as whole numbers, with the least digits that make them whole; the
        weights themselves and 0 where no number of digits does.

        Sums of whole numbers are exact, where each sum of decimals such as 0.1 rounds. A weight counts as
        a decimal if it is the nearest number of float64 to it, so that dividing gives it back."""
        some = self.weight[:1000]
        for digits in range(MOST_DIGITS + 1):
            if are_decimals(some, digits) and are_decimals(self.weight, digits):
                return np.rint(self.weight * 10.0**digits), digits
        return self.weight, 0

    def both_ways(self) -> NamedGraph:
        """The same graph with each edge once for each way it leads."""
        if self.directed:
            return self
        return replace(self, directed=True, source=np.concatenate((self.source, self.target)),
                       target=np.concatenate((self.target, self.source)),
                       weight=np.concatenate((self.weight, self.weight)))

    def only(self, kept: npt.NDArray[np.bool_]) -> NamedGraph:
        """The graph of these vertices, in their order, and the edges between them."""
        number = np.cumsum(kept) - 1
        inside = kept[self.source] & kept[self.target]
        chosen = np.flatnonzero(kept)
        return replace(self, vertices=len(chosen), source=number[self.source[inside]],
                       target=number[self.target[inside]], weight=self.weight[inside],
                       names=[self.name(vertex) for vertex in chosen.tolist()],
                       positions=None if self.positions is None else self.positions[chosen])

    def components(self, connection: str) -> tuple[int, npt.NDArray[np.int32]]:
        """Number of components, "weak" or "strong", and that of each vertex."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        links = coo_array((np.ones(self.edges, np.int8), (self.source, self.target)),
                          shape=(self.vertices, self.vertices))
        found: tuple[int, Any] = connected_components(links.tocsr(), directed=self.directed,
                                                      connection=connection)
        return found

    def largest_component(self) -> NamedGraph:
        """The graph of the largest component: of a directed graph the largest in which each vertex reaches
        each other one. Of two the one with the first vertex."""
        if self.vertices == 0:
            return self
        count, labels = self.components("strong")
        if count == 1:
            return self
        kept = labels == labels[np.argmax(np.bincount(labels)[labels])]
        smaller = self.only(kept)
        smaller.warnings = [*self.warnings,
                            f"the largest component has {smaller.vertices:,} of {self.vertices:,} vertices "
                            f"and {smaller.edges:,} of {self.edges:,} edges; the others are left out"]
        return smaller


def are_decimals(numbers: npt.NDArray[np.float64], digits: int) -> bool:
    """Whether all have so many digits behind the point, or less."""
    power = 10.0**digits
    with np.errstate(over="ignore", invalid="ignore"):
        whole = np.rint(numbers * power)
        return bool((np.abs(whole) < EXACT).all() and (whole / power == numbers).all())
