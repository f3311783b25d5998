# SPDX-License-Identifier: MIT
"""Distances of pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _graphs
from apsp._checks import checked_threads
from apsp._packages import Weight, chosen_vertices
from apsp._prepared import Prepared
from apsp._solve import solve

MANY_SOURCES = 64  # from which on an elimination takes less time than the rows of them all
MOST_BELOW_ZERO = 2**23  # vertices of a graph that is prepared with negative weights
NUMBERS_AT_ONCE = 2**24


def distances(graph: Any, sources: Any, targets: Any, vertices: int | None = None, *,
              directed: bool | None = None, weight: Weight = "weight", threads: int = 0) -> Any:
    """The distance of each pair: ``sources`` and ``targets`` are broadcast against each other.

    Pairs of few sources take rows of these. Pairs of many take none, where the graph has small
    separators and its weights are exact: see :func:`prepare`, which answers more than one call.

    Parameters
    ----------
    graph, vertices, directed, weight, threads
        As in :func:`solve`.
    sources, targets : array_like of int
        Vertices; in a graph of NetworkX or a :class:`Network` nodes or names.

    Returns
    -------
    ndarray of float64, or a number for two vertices; infinity: no path.

    Raises
    ------
    What :func:`solve` raises.
    """
    threads = checked_threads(threads)
    taken = _graphs.graph(graph, vertices, directed=directed, weight=weight)
    ends = (chosen_vertices(graph, taken.vertices, asked, name)
            for name, asked in (("sources", sources), ("targets", targets)))
    tails, heads = np.broadcast_arrays(*ends)
    found = distances_of(taken, tails.ravel(), heads.ravel(), threads)
    return found.reshape(tails.shape) if tails.ndim else float(found[0])


def distances_of(graph: _apsp.Graph, tails: npt.NDArray[np.int32], heads: npt.NDArray[np.int32],
                 threads: int) -> npt.NDArray[np.float64]:
    if (graph.exact and np.unique(tails).size >= MANY_SOURCES
            and (graph.vertices <= MOST_BELOW_ZERO or not graph.has_negative)):
        try:
            prepared = Prepared(_apsp.Prepared(graph, None, threads), graph.directed)
            return np.asarray(prepared.distances(tails, heads))
        except MemoryError:
            pass  # large separators: rows take no memory for shortcuts
        except OverflowError:
            pass  # distances beyond 32 bits: rows round them
    return distances_by_rows(graph, tails, heads, threads)


def distances_by_rows(graph: _apsp.Graph, tails: npt.NDArray[np.int32], heads: npt.NDArray[np.int32],
                      threads: int) -> npt.NDArray[np.float64]:
    """Some sources at a time, each with the targets of all."""
    found = np.empty(tails.size)
    columns, column = np.unique(heads, return_inverse=True)
    rows, row = np.unique(tails, return_inverse=True)
    at_once = max(1, NUMBERS_AT_ONCE // max(1, columns.size))
    for first in range(0, rows.size, at_once):
        block = rows[first:first + at_once]
        there = (row >= first) & (row < first + block.size)
        lengths = solve(graph, sources=block, targets=columns, threads=threads)
        found[there] = lengths[row[there] - first, column[there]]
    return found
