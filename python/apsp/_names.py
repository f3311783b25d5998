# SPDX-License-Identifier: MIT
"""Graphs whose vertices have names, and results that carry these."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._apsp import Graph
from apsp._graph_methods import description

Names = tuple[Any, ...]
Positions = npt.NDArray[np.int32]


class Network:
    """A graph and the names of its vertices. Made by :func:`network`; :func:`solve`, :func:`summary` and
    :func:`path` take and return names where the graph is one."""

    def __init__(self, graph: Graph, names: Names, package: str | None = None) -> None:
        self.graph = graph  #: its vertices by number
        self.names = names  #: one for each vertex, all different
        self.package = package  #: "pandas" or "polars", of the table that it was made of

    def __eq__(self, other: object) -> bool:
        """Whether both have the same graph and the same names in the same order."""
        if not isinstance(other, Network):
            return NotImplemented
        return self.names == other.names and self.graph == other.graph

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        some = ", ".join(map(repr, self.names[:3])) + (", ..." if len(self.names) > 3 else "")
        return f"<apsp.Network: {description(self.graph)}; {some or 'no names'}>"

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The vertex of each name."""
        return {name: number for number, name in enumerate(self.names)}

    def chosen(self, names: Any, what: str) -> tuple[Names, Positions]:
        """Names as a list, one or many, and their vertices. Raises ValueError for one that none has."""
        asked = [names] if is_one(names, self.numbers) else elements(names, what)
        return tuple(asked), np.array([number_of(name, self.numbers) for name in asked], dtype=np.int32)

    def vertices_of(self, names: Any, what: str) -> Positions:
        """The vertices of names in their shape: for one name an array without dimensions."""
        if isinstance(names, np.ndarray) and names.ndim != 1:
            return self.chosen(names.ravel(), what)[1].reshape(names.shape)
        found = self.chosen(names, what)[1]
        return found.reshape(()) if is_one(names, self.numbers) else found


class ByName:
    """Rows and columns that have names."""

    def __init__(self, values: npt.NDArray[Any], sources: Names, targets: Names) -> None:
        self.values = values  #: (sources, targets)
        self.sources = sources  #: of the rows
        self.targets = targets  #: of the columns

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return as_array(self.values, dtype, copy)

    def __repr__(self) -> str:
        return (f"<apsp.{type(self).__name__}: {len(self.sources):,} x {len(self.targets):,}, "
                f"{self.values.dtype}>")

    def _at(self, pair: tuple[Hashable, Hashable]) -> Any:
        source, target = require_pair(pair)
        return self.values[number_of(source, self._rows, "row"), number_of(target, self._columns, "column")]

    @cached_property
    def _rows(self) -> dict[Any, int]:
        return first_places(self.sources)

    @cached_property
    def _columns(self) -> dict[Any, int]:
        return first_places(self.targets)


class Distances(ByName):
    """Distances with the names of their rows and columns: ``distances[source, target]`` is one of them,
    ``values`` and ``numpy.asarray`` give the array."""

    def __init__(self, values: npt.NDArray[Any], sources: Names, targets: Names,
                 package: str | None = None) -> None:
        super().__init__(values, sources, targets)  # no path as in solve()
        self.package = package  #: that to_frame() takes by default

    def __getitem__(self, pair: tuple[Hashable, Hashable]) -> Any:
        return self._at(pair)

    def to_frame(self, package: str | None = None, *, long: bool = False) -> Any:
        """A DataFrame of ``package``, "pandas" or "polars": by default that of the input, else pandas.

        One row for each source and one column for each target, in pandas with the sources as its index, in
        polars with a column "source" before. ``long``: a row for each pair, with the columns "source",
        "target" and "distance". No path is infinity, or missing where distances are integers. Raises
        ImportError where the package is not installed.
        """
        from apsp._frames import distance_frame

        return distance_frame(self, package or self.package or "pandas", long)


class Predecessors(ByName):
    """The vertex before each on a shortest path. ``path(predecessors, source, target)`` takes and returns
    names."""

    def __init__(self, values: Positions, sources: Names, targets: Names, network: Network) -> None:
        super().__init__(values, sources, targets)  # numbers of vertices, -9999 where there is none
        self.network = network

    def __getitem__(self, pair: tuple[Hashable, Hashable]) -> Hashable | None:
        """The name of the vertex before the target; None: there is none."""
        before = int(self._at(pair))
        return None if before < 0 else self.network.names[before]


def as_array(values: npt.NDArray[Any], dtype: Any, copy: bool | None) -> npt.NDArray[Any]:
    """The array as NumPy asks an object for it."""
    if dtype is not None and np.dtype(dtype) != values.dtype:
        if copy is False:
            raise ValueError(f"the array is of {values.dtype}, expected a copy for {np.dtype(dtype)}")
        return values.astype(dtype)
    return values.copy() if copy else values


def first_places(names: Sequence[Hashable]) -> dict[Any, int]:
    return {name: place for place, name in reversed(list(enumerate(names)))}


def object_array(names: Sequence[Hashable]) -> npt.NDArray[Any]:
    """Names as an array of objects; a tuple stays one name."""
    array = np.empty(len(names), dtype=object)
    for place, name in enumerate(names):
        array[place] = name
    return array


def require_pair(pair: Any) -> tuple[Hashable, Hashable]:
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError(f"found [{pair!r}], expected two names, [source, target]; values is the array")
    return pair


def is_one(names: Any, numbers: dict[Any, int]) -> bool:
    """Whether this is a name, and no list of some. A tuple may be either."""
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        return True
    try:
        return names in numbers
    except TypeError:
        return False


def elements(column: Any, what: str) -> list[Any]:
    """The elements of a column of any kind as objects of Python."""
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        raise TypeError(f"{what} is {column!r}, expected a column of names")
    if np.ma.is_masked(column):
        raise ValueError(f"some of {what} are masked, expected none")
    if isinstance(column, np.ndarray) and column.dtype.kind in "mM":  # tolist() makes integers of some
        return list(column)
    for method in ("to_list", "to_pylist", "tolist"):  # pandas and polars, pyarrow, NumPy
        if hasattr(column, method):
            return list(getattr(column, method)())
    return [plain(one) for one in column]


def plain(name: Any) -> Any:
    """The object of Python in the place of one of NumPy."""
    return name.item() if isinstance(name, np.generic) and name.dtype.kind not in "mM" else name


def number_of(name: Any, numbers: dict[Any, int], what: str = "vertex") -> int:
    """The number of a name. Raises ValueError, with names that are near."""
    try:
        number = numbers.get(name)
    except TypeError:
        raise TypeError(f"found {name!r}, a {type(name).__name__}, expected the name of a {what}") from None
    if number is None or isinstance(name, (bool, np.bool_)) and not has_truth(name, numbers):
        raise ValueError(f"no {what} is called {name!r}" + hint(name, numbers))
    return number


def has_truth(name: Any, numbers: dict[Any, int]) -> bool:
    """Whether the name that equals this truth value is one. True equals 1, and a mask is no list of names."""
    return isinstance(next(known for known in numbers if known == name), bool)


def hint(name: Any, numbers: dict[Any, int]) -> str:
    """What may be meant instead."""
    import difflib
    from itertools import islice

    if not numbers:
        return ": there is none"
    known = list(islice(numbers, 100_000))
    texts = {str(one): one for one in known}
    if str(name) in texts:
        other = texts[str(name)]
        return f", a {type(name).__name__}; there is {other!r}, a {type(other).__name__}"
    near = difflib.get_close_matches(str(name), texts, 3)
    return "; did you mean " + " or ".join(repr(texts[one]) for one in near) + "?" if near else (
        f"; the first is {known[0]!r}")


@contextlib.contextmanager
def cycles_by_name(network: Network) -> Iterator[None]:
    """Within the block a negative cycle is raised with the names of its vertices."""
    try:
        yield
    except Exception as error:
        from apsp._errors import NegativeCycle

        if not isinstance(error, NegativeCycle):
            raise
        names = [network.names[vertex] for vertex in error.vertices]
        shown = [*names[:6], "...", *names[-6:]] if len(names) > 13 else names
        raise NegativeCycle("the graph has a negative cycle: " + " -> ".join(map(str, [*shown, names[0]])),
                            names) from None
