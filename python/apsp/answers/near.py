# SPDX-License-Identifier: MIT
"""Sparse rows of a named graph: of each source what lies within a limit, or the nearest vertices."""

from __future__ import annotations

import decimal
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import apsp
from apsp._failures import UsageFailure, shown
from apsp.answers.rows import Asked, Progress, block_rows, part_of, prepared, require_exact, some_sources

ENTRIES = 1 << 24  # distances of a block, about
ENTRY_BYTES = 24  # that one takes on its way, 12 of them when it has arrived
PATH_BYTES = 8   # and those of its path vertex, 4 of them likewise
SAMPLE = 64  # rows that say how long others are
GROWTH = 4   # times as many rows as in the block before, at most: long ones may stand together
ALL_DIGITS = decimal.Context(decimal.MAX_PREC, decimal.ROUND_FLOOR, decimal.MIN_EMIN, decimal.MAX_EMAX,
                             traps=[])


@dataclass(frozen=True)
class NearAnswer(Asked):
    """Rows that hold what is near. A column is a target: ascending, and each one once."""

    limit: decimal.Decimal | None = None  #: in the unit of the weights
    nearest: int | None = None  #: vertices of a row beside its source; None: all
    threads: int = 0
    path_vertices: str | None = None  #: "predecessors" or "first-hops" beside each distance

    def __post_init__(self) -> None:
        if self.targets is not None:
            object.__setattr__(self, "targets", np.unique(self.targets))

    @property
    def option(self) -> str:
        return "--within" if self.nearest is None else "--nearest"

    @property
    def words(self) -> str:
        """Contents of a row: the 3 nearest of 20 targets within 4.5."""
        one = self.nearest == 1
        near = "" if self.nearest is None else "nearest " if one else f"{self.nearest:,} nearest "
        ends = "vertex" if one else "vertices"
        if self.targets is not None:
            ends = f"of {len(self.targets):,} targets"
        bounded = self.limit is not None and self.limit.is_finite()
        limit = f" within {self.limit}" if bounded else "" if near else " that are reached"
        return ("the " if near or self.targets is None else "those ") + near + ends + limit


@dataclass
class NearRows:
    """Some rows in their order, as compressed sparse rows. A row ascends by column, with
    NearAnswer.nearest by distance, then column; its source is there with 0."""

    first: int
    offsets: Any
    columns: Any
    distances: Any
    path_vertices: Any = None  #: vertices of the graph, -9999 for none; or None, where nobody asks


def scaled_limit(answer: NearAnswer, unit: float) -> float:
    """The limit in units of the whole numbers that the weights become: none of its digits is rounded, so
    that 0.57 is 57 hundredths. Of other weights the nearest float64, as each of them is."""
    if answer.limit is None:
        return math.inf
    if unit == 1 and not answer.whole:
        return float(answer.limit)
    if answer.limit.adjusted() > 400:  # beyond all float64
        return math.inf
    product = ALL_DIGITS.multiply(answer.limit, decimal.Decimal(unit))
    whole = product.to_integral_value(decimal.ROUND_FLOOR)
    nearest = float(whole)
    return float(np.nextafter(nearest, 0)) if nearest > whole else nearest


def require_no_edge_below_0(answer: NearAnswer) -> None:
    below = np.flatnonzero(answer.graph.weight < 0)
    if below.size:
        graph, edge = answer.graph, below[0]
        raise UsageFailure(f"the edge from {shown(graph.name(graph.source[edge]))} to "
                           f"{shown(graph.name(graph.target[edge]))} has the weight {graph.weight[edge]:g}, "
                           f"and {answer.option} takes none below 0; a solve without it does")


def near_rows(answer: NearAnswer, progress: Progress | None = None) -> Iterator[NearRows]:
    """The rows, about ENTRIES distances at a time, or less where these do not fit into memory.

    A row is as long as it turns out. The longest of some that are spread over all says how many make a
    block, and fewer do after a block of longer ones.
    """
    require_no_edge_below_0(answer)
    taken, unit = prepared(answer.graph)
    limit = scaled_limit(answer, unit)
    rows, columns = answer.shape

    def found(sources: Any, moved: Progress | None = None) -> Any:
        common: dict[str, Any] = {"sources": sources, "targets": answer.targets, "threads": answer.threads,
                                  "progress": moved, "path_vertices": answer.path_vertices}
        if answer.nearest is None:
            made = apsp.within(taken, limit, **common)
        else:
            made = apsp.nearest(taken, answer.nearest, limit=limit, **common)
        return (made, None) if answer.path_vertices is None else made

    budget = block_rows(ENTRIES, ENTRY_BYTES + (0 if answer.path_vertices is None else PATH_BYTES))
    longest = columns if answer.nearest is None else min(columns, answer.nearest + 1)
    expected, most = float(longest), rows
    if answer.nearest is None and rows * longest > budget:
        most = min(SAMPLE, max(1, budget // longest), rows)
        sample = np.linspace(0, rows - 1, most).astype(np.int64)
        some, _ = found(sample if answer.sources is None else answer.sources[sample])
        expected = float(np.diff(some.indptr).max())
    first = 0
    while True:
        most *= GROWTH
        last = min(rows, first + max(1, min(most, int(budget / max(expected, 1)))))
        made, path = found(some_sources(answer, first, last),
                           None if progress is None else part_of(progress, first, last - first, rows))
        lengths = made.data
        require_exact(answer, lengths, unit)
        if unit != 1:
            lengths = lengths / unit
        ends = made.indices
        if answer.targets is not None:
            ends = np.searchsorted(answer.targets, ends).astype(ends.dtype)
        yield NearRows(first, made.indptr, ends, lengths, path)
        if last == rows:
            return
        expected = max(expected, float(np.diff(made.indptr).max()))
        first = last
