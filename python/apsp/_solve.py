# SPDX-License-Identifier: MIT
"""Our own calls: solve, summary, path."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._apsp import ArrayGraph
from apsp._csgraph import prepared
from apsp._graphs import checked_indices, from_csgraph, new_output
from apsp._progress import callback


def graph_of(graph: Any, vertices: int | None) -> ArrayGraph:
    if isinstance(graph, ArrayGraph):
        return graph
    if vertices is None:
        return from_csgraph(prepared(graph))
    return ArrayGraph.from_edges(vertices, np.ascontiguousarray(graph, dtype=np.int32).reshape(-1, 3))


def solve(graph: Any, vertices: int | None = None, *, sources: Any = None, directed: bool = True,
          dtype: npt.DTypeLike = np.int32, out: npt.NDArray[Any] | None = None, threads: int = 0,
          method: str | None = None, width: str | None = None, instruction_set: str = "",
          progress: Any = None) -> npt.NDArray[Any]:
    """Distances of integers, one row of N for each source."""
    taken = graph_of(graph, vertices)
    if not taken.exact:
        raise ValueError("the weights are no integers, expected integers times one power of two")
    chosen = None if sources is None else checked_indices(sources, taken.vertices).ravel()
    rows = taken.vertices if chosen is None else chosen.size
    distances = new_output((rows, taken.vertices), None if out is not None else dtype, out)
    _apsp.solve(taken, distances, sources=None if chosen is None else chosen.tolist(),
                undirected=not directed, threads=threads, method=method, width=width,
                instruction_set=instruction_set, progress=callback(progress))
    return distances if out is None else out


def summary(graph: Any, vertices: int | None = None, *, sources: Any = None, directed: bool = True,
            threads: int = 0, progress: Any = None) -> dict[str, Any]:
    """Diameter, radius, centre and more, without the distances."""
    taken = graph_of(graph, vertices)
    chosen = None if sources is None else checked_indices(sources, taken.vertices).ravel().tolist()
    return _apsp.summary(taken, sources=chosen, undirected=not directed, threads=threads,
                         progress=callback(progress))


def path(predecessors: npt.NDArray[Any], target: int) -> list[int]:
    """The vertices of a shortest path to ``target``, from a row of predecessors; none: no path."""
    row = np.asarray(predecessors)
    steps = [int(target)]
    while row[steps[-1]] >= 0:
        steps.append(int(row[steps[-1]]))
    return steps[::-1]
