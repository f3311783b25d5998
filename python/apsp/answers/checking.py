# SPDX-License-Identifier: MIT
"""Distances against a graph, by SciPy's searches: code that shares nothing with ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from apsp.answers.near import NearAnswer, scaled_limit
from apsp.answers.near_reading import SparseDistances
from apsp.answers.reading import Distances
from apsp.formats.graph import NamedGraph
from apsp.formats.writers import shortest

RELATIVE = 1e-9  # by which sums of weights that are no decimals may differ
BATCH = 1 << 24  # distances at a time


@dataclass(frozen=True)
class Verdict:
    rows: int  #: that were checked
    of: int
    wrong: int  #: of the distances that were looked at
    first: tuple[int, int, float, float] | None  #: source, target, found, expected


def check(graph: NamedGraph, found: Distances | SparseDistances, sources: list[int], targets: list[int],
          rows: int | None = None, progress: Callable[[int, int], object] | None = None,
          near: NearAnswer | None = None) -> Verdict:
    """Compares rows, all or so many at random, with those that SciPy computes. `sources` and `targets` are
    the vertices of rows and columns. Decimals are compared exactly. With `near` the rows hold what is near.

    Raises scipy's NegativeCycleError for a graph that has a negative cycle.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import bellman_ford, dijkstra

    weights, digits = graph.scaled()
    unit = 10.0**digits
    exact = digits > 0 or bool((weights == np.rint(weights)).all())
    both = shortest(graph.both_ways())
    scaled = np.rint(both.weight * unit) if exact else both.weight
    links = csr_array((scaled, (both.source, both.target)), shape=(graph.vertices,) * 2)
    search = bellman_ford if (weights < 0).any() else dijkstra
    limit = np.inf
    if near is not None:
        limit = scaled_limit(near, unit)
        search = partial(dijkstra, limit=limit if exact else limit * (1 + RELATIVE))
    chosen = np.arange(len(sources))
    if rows is not None and rows < len(chosen):
        chosen = np.sort(np.random.default_rng(0).choice(chosen, rows, replace=False))
    step = max(1, BATCH // max(graph.vertices, 1))
    wrong, first = 0, None
    for begin in range(0, len(chosen), step):
        part = chosen[begin:begin + step]
        ends = [sources[row] for row in part.tolist()]
        lengths = search(links, indices=ends)[:, targets]
        expected, last = (lengths, limit) if near is None else nearest(lengths, ends, targets, limit, near)
        expected = expected / unit
        there = found.rows(part)
        if found.values.dtype == np.float32:
            expected = expected.astype(np.float32).astype(np.float64)
        same = there == expected
        if not exact:
            same |= np.isclose(there, expected, rtol=RELATIVE, atol=0)
            if near is not None:  # whether those at the end of a row are in it, rounding decides
                same |= (np.isclose(lengths, last, rtol=2 * RELATIVE, atol=0)
                         & (np.isinf(there) | np.isclose(there, lengths, rtol=RELATIVE, atol=0)))
        wrong += int((~same).sum())
        if first is None and not same.all():
            row, column = np.argwhere(~same)[0].tolist()
            first = (sources[part[row]], targets[column], float(there[row, column]),
                     float(expected[row, column]))
        if progress is not None:
            progress(begin + len(part), len(chosen))
    return Verdict(len(chosen), len(sources), wrong, first)


def nearest(lengths: Any, sources: list[int], targets: list[int], limit: float,
            near: NearAnswer) -> tuple[Any, Any]:
    """Lengths, infinite where they are not of the nearest, and where each row ends: at its last one, or at
    the limit."""
    if near.nearest is None or near.nearest >= len(targets):
        return lengths, limit
    own = np.asarray(targets) == np.asarray(sources)[:, None]
    others = np.where(own, np.inf, lengths)
    first = np.argsort(others, axis=1, kind="stable")[:, :near.nearest]
    kept = own.copy()
    np.put_along_axis(kept, first, True, axis=1)
    ends = np.take_along_axis(others, first, axis=1).max(axis=1, initial=0, keepdims=True)
    return np.where(kept, lengths, np.inf), np.minimum(ends, limit)
