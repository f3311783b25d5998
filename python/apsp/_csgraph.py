# SPDX-License-Identifier: MIT
"""Drop-ins for scipy.sparse.csgraph: the same names, parameters, defaults, shapes and meaning.

Weights that are integers, or integers times one power of two, are solved exactly; others in the
numbers of the result. ``method`` does not choose how to solve: the engine takes the fastest way for the
graph. But as in SciPy, 'FW' leaves out some edges: the diagonal, and zeros that no mask of a masked array
hides. With ``unweighted`` it leaves out NaN and infinity that are stored. Otherwise all methods give the
same distances. After SciPy's own parameters each function takes, by name,

``targets``
    vertices whose columns alone are wanted, in this order and shape: the other distances take neither
    memory nor, where these are few, time. An array of shape indices.shape + targets.shape.
``dtype``
    float64, float32, int32 or uint16. No path is infinity, :data:`apsp.UNREACHABLE` in int32, 65535
    in uint16.
``out``
    an array in C order that receives the distances and is returned.
``threads``
    their number; 0: one for each processor, fewer for little work.
``device``
    'auto', 'cpu', 'gpu' or 'gpus', as :func:`apsp.solve` has it.
``progress``
    called as ``progress(done, total)`` some times a second; or a bar of tqdm.

An N x N array of CuPy, PyTorch or others in the memory of a GPU is solved there, and so are its
distances: without ``targets``, predecessors, ``limit`` and negative weights.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _cuda
from apsp._apsp import Graph
from apsp._checks import checked_limit, checked_threads, require_choices
from apsp._graphs import from_coordinates, from_csgraph, is_sparse, new_output, prepared
from apsp._indices import checked_indices
from apsp._memory import empty, promised
from apsp._progress import callback

METHODS = ("auto", "FW", "D", "BF", "J")
NO_PREDECESSOR = np.int32(-9999)


class Extras(NamedTuple):
    """The parameters that SciPy does not have."""

    targets: Any = None
    dtype: npt.DTypeLike | None = None
    out: npt.NDArray[Any] | None = None
    threads: int = 0
    device: str = "auto"
    progress: Any = None

    def checked(self) -> Extras:
        """The same, if threads and device are of their types."""
        require_choices(device=self.device)
        return self._replace(threads=checked_threads(self.threads))


def shortest_path(csgraph: Any, method: str = "auto", directed: bool = True,
                  return_predecessors: bool = False, unweighted: bool = False,
                  overwrite: bool = False, indices: Any = None, *,
                  targets: Any = None, dtype: npt.DTypeLike | None = None,
                  out: npt.NDArray[Any] | None = None, threads: int = 0, device: str = "auto",
                  progress: Any = None) -> Any:
    """Distances between all vertices, or from those of ``indices``.

    Parameters
    ----------
    csgraph : array, masked array or sparse array, N x N
        No zero, infinity or NaN of a dense array is an edge; a stored zero of a sparse array is.
    method : {'auto', 'FW', 'D', 'BF', 'J'}
        As SciPy has it: 'FW' takes no ``indices``, and leaves out the diagonal and zeros that no mask
        hides; 'D' warns of negative weights. It does not choose how to solve.
    directed : bool
        False: each edge leads both ways, and the smaller of two weights counts.
    return_predecessors : bool
        Also return the vertex before each on a shortest path, -9999 where there is none.
    unweighted : bool
        Every edge has the length 1.
    overwrite : bool
        With 'FW' and a float64 array in C order: the result replaces it.
    indices : array_like or int
        Vertices whose rows are wanted, in this order and shape.

    Returns
    -------
    distances : ndarray, indices.shape + (N,), or (N, N)
    predecessors : ndarray of int32, likewise
        Only if ``return_predecessors``.

    Raises
    ------
    NegativeCycleError
        A cycle has a negative length; ``vertices`` of the exception names it.
    ValueError, TypeError
        What was found and what was expected.
    """
    csgraph = prepared(csgraph)
    if method not in METHODS:
        raise ValueError(f"unrecognized method '{method}', expected one of {', '.join(METHODS)}")
    floyd = method == "FW" or (method == "auto" and prefers_floyd_warshall(csgraph, indices))
    if floyd and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    return run(csgraph, "FW" if floyd else method, directed, return_predecessors, unweighted, indices,
               overwrite and floyd, Extras(targets, dtype, out, threads, device, progress))


def floyd_warshall(csgraph: Any, directed: bool = True, return_predecessors: bool = False,
                   unweighted: bool = False, overwrite: bool = False, *,
                   targets: Any = None, dtype: npt.DTypeLike | None = None,
                   out: npt.NDArray[Any] | None = None, threads: int = 0, device: str = "auto",
                   progress: Any = None) -> Any:
    """Distances between all vertices: :func:`shortest_path` by method 'FW'."""
    return run(prepared(csgraph), "FW", directed, return_predecessors, unweighted, None, overwrite,
               Extras(targets, dtype, out, threads, device, progress))


def johnson(csgraph: Any, directed: bool = True, indices: Any = None,
            return_predecessors: bool = False, unweighted: bool = False, *,
            targets: Any = None, dtype: npt.DTypeLike | None = None,
            out: npt.NDArray[Any] | None = None, threads: int = 0, device: str = "auto",
            progress: Any = None) -> Any:
    """Distances, also with negative weights: :func:`shortest_path` by method 'J'."""
    return run(prepared(csgraph), "J", directed, return_predecessors, unweighted, indices, False,
               Extras(targets, dtype, out, threads, device, progress))


def bellman_ford(csgraph: Any, directed: bool = True, indices: Any = None,
                 return_predecessors: bool = False, unweighted: bool = False, *,
                 targets: Any = None, dtype: npt.DTypeLike | None = None,
                 out: npt.NDArray[Any] | None = None, threads: int = 0, device: str = "auto",
                 progress: Any = None) -> Any:
    """Distances, also with negative weights: :func:`shortest_path` by method 'BF'.

    As in SciPy, a cycle of negative length that no vertex of ``indices`` reaches is no error; but of an
    array in the memory of a GPU any is one.
    """
    return run(prepared(csgraph), "BF", directed, return_predecessors, unweighted, indices, False,
               Extras(targets, dtype, out, threads, device, progress))


def dijkstra(csgraph: Any, directed: bool = True, indices: Any = None,
             return_predecessors: bool = False, unweighted: bool = False, limit: float = np.inf,
             min_only: bool = False, *, targets: Any = None, dtype: npt.DTypeLike | None = None,
             out: npt.NDArray[Any] | None = None, threads: int = 0,
             device: str = "auto", progress: Any = None) -> Any:
    """Distances up to ``limit``: :func:`shortest_path` by method 'D'.

    Farther vertices have neither distance nor predecessor. Searches end there, so that a limit that few
    lie within saves time; but not where a weight is negative. :func:`apsp.within` has the same rows without
    what lies beyond.

    With ``min_only`` the distances are those to the nearest vertex of ``indices``: one row of N, and
    predecessors and that vertex beside it if ``return_predecessors``. Unlike SciPy's, this raises
    NegativeCycleError for a cycle of negative length, and is right for negative weights otherwise.
    """
    csgraph = prepared(csgraph)
    limit = checked_limit(limit)
    extras = Extras(targets, dtype, out, threads, device, progress)
    if min_only and _cuda.is_cuda(csgraph):
        raise ValueError("min_only is for graphs in the processor's memory alone, found one in that of a GPU")
    if min_only and targets is not None:
        raise ValueError("targets are given beside min_only, which has one row of all vertices")
    if min_only:
        return nearest(csgraph, directed, indices, return_predecessors, unweighted, limit, extras)
    return run(csgraph, "D", directed, return_predecessors, unweighted, indices, False, extras, limit)


def prefers_floyd_warshall(csgraph: Any, indices: Any) -> bool:
    """Whether SciPy's 'auto' is 'FW'. It matters for masked zeros and for what is on a diagonal; so
    that elements of a dense array are only counted if there is something on it."""
    if indices is not None or _cuda.is_cuda(csgraph):
        return False
    if is_sparse(csgraph):
        edges = csgraph.nnz
    elif np.ma.isMaskedArray(csgraph):
        edges = csgraph.count()
    elif np.any(csgraph.diagonal() < 0):
        edges = np.count_nonzero(np.isfinite(csgraph) & (csgraph != 0))
    else:
        return False
    return bool(edges >= csgraph.shape[0] ** 2 / 4)


def run(csgraph: Any, method: str, directed: bool, return_predecessors: bool, unweighted: bool,
        indices: Any, overwrite: bool, extras: Extras, limit: float = np.inf) -> Any:
    """All functions but min_only, after their arguments are checked."""
    directed, unweighted, extras = bool(directed), bool(unweighted), extras.checked()
    vertices = csgraph.shape[0]
    chosen = None if indices is None else checked_indices(indices, vertices)
    columns = None if extras.targets is None else checked_indices(extras.targets, vertices, "targets")
    if _cuda.is_cuda(csgraph):
        if columns is not None:
            raise ValueError("targets are for arrays of the processor, found one in the memory of a GPU")
        return _cuda.solve(csgraph, chosen, directed=directed, dtype=extras.dtype, out=extras.out,
                           return_predecessors=return_predecessors, limit=limit, loops=method != "FW",
                           unweighted=unweighted, device=extras.device, progress=callback(extras.progress))
    shape = tuple(size for ends in (chosen, columns)
                  for size in ((vertices,) if ends is None else ends.shape))
    size = (vertices if chosen is None else chosen.size, vertices if columns is None else columns.size)
    out = extras.out
    if overwrite and out is None and columns is None and is_overwritable(csgraph, extras.dtype):
        out = csgraph
    distances = new_output(size, extras.dtype, out, shape)
    predecessors = empty(size, np.int32) if return_predecessors else None
    graph = from_csgraph(csgraph, floyd_warshall=method == "FW", unweighted=unweighted)
    graph.directed = directed
    if method == "D":
        warn_of_negative(graph)
    sources, targets = (None if ends is None else ends.ravel().tolist() for ends in (chosen, columns))

    def solve(graph: Graph) -> None:
        _apsp.solve(graph, distances, predecessors, sources=sources, targets=targets, limit=limit,
                    threads=extras.threads, device=extras.device, progress=callback(extras.progress),
                    promised=promised(distances if out is None else None, predecessors))

    solve_within_reach(solve, graph, sources if method == "BF" else None)
    result = distances.reshape(shape) if out is None else out
    return result if predecessors is None else (result, predecessors.reshape(shape))


def solve_within_reach(solve: Callable[[Graph], None], graph: Graph, sources: list[int] | None) -> None:
    """Solves. Where ``sources`` are given, a negative cycle that none of them reaches is no error."""
    try:
        return solve(graph)
    except Exception as error:
        if sources is None or not is_negative_cycle(error):
            raise
    solve(within_reach(graph, sources))


def is_negative_cycle(error: Exception) -> bool:
    from apsp._errors import NegativeCycle  # stands on SciPy, as what was raised does

    return isinstance(error, NegativeCycle)


def within_reach(graph: Graph, sources: list[int]) -> Graph:
    """The graph without the edges that no path from ``sources`` takes. SciPy's bellman_ford finds no
    cycle among these."""
    edges = graph.weighted_edges()
    tails, heads, weights = edges.T
    hops = from_coordinates(tails, heads, np.ones(len(edges)), graph.vertices)
    hops.directed = graph.directed
    row = np.empty((1, graph.vertices + 1))
    _apsp.solve(hops._with_super_source(sources), row, sources=[graph.vertices])
    near = np.isfinite(row[0, tails.astype(np.int64)])
    rest = from_coordinates(tails[near], heads[near], weights[near], graph.vertices)
    rest.directed = graph.directed
    return rest


def warn_of_negative(graph: Graph) -> None:
    if graph.has_negative:
        warnings.warn("Graph has negative weights: dijkstra will give inaccurate results if the "
                      "graph contains negative cycles. Consider johnson or bellman_ford.", stacklevel=4)


def is_overwritable(csgraph: Any, dtype: npt.DTypeLike | None) -> bool:
    return (type(csgraph) is np.ndarray and csgraph.dtype == np.float64 and csgraph.flags.carray
            and (dtype is None or np.dtype(dtype) == np.float64))


def nearest(csgraph: Any, directed: bool, indices: Any, return_predecessors: bool, unweighted: bool,
            limit: float, extras: Extras) -> Any:
    """The distance of each vertex from the nearest of ``indices``: that from one more vertex, with an
    edge of length 0 to each of them."""
    extras = extras.checked()
    vertices = csgraph.shape[0]
    chosen = np.arange(vertices, dtype=np.int32) if indices is None else checked_indices(indices, vertices)
    result = new_output((1, vertices), extras.dtype, extras.out)
    graph = from_csgraph(csgraph, unweighted=bool(unweighted))
    graph.directed = bool(directed)
    warn_of_negative(graph)
    distances = np.empty((1, vertices + 1), dtype=result.dtype)
    predecessors = np.empty((1, vertices + 1), dtype=np.int32)
    joined = graph._with_super_source(chosen.ravel().tolist())
    _apsp.solve(joined, distances, predecessors if return_predecessors else None, sources=[vertices],
                limit=limit, threads=extras.threads, device=extras.device, progress=callback(extras.progress))
    result[...] = distances[:, :-1]
    result = result.reshape(vertices) if extras.out is None else extras.out
    if not return_predecessors:
        return result
    before = predecessors[0, :-1]
    farther = before == NO_PREDECESSOR
    if limit < np.inf and graph.has_negative:
        # Paths lead over farther vertices, which have no predecessor within the limit.
        whole = np.empty_like(predecessors)
        _apsp.solve(joined, np.empty((1, vertices + 1)), whole, sources=[vertices], threads=extras.threads)
        before = whole[0, :-1]
    sources = origins(before)
    before[farther | (before == vertices)] = NO_PREDECESSOR
    sources[farther] = NO_PREDECESSOR
    return result, before, sources


def origins(predecessors: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """The vertex that the path to each begins at, by doubling the steps back. The predecessor of the
    first is the number of vertices."""
    vertices = predecessors.size
    first = predecessors == vertices
    origin = np.where((predecessors >= 0) & ~first, predecessors, np.arange(vertices)).astype(np.int32)
    while True:
        further = origin[origin]
        if np.array_equal(further, origin):
            return np.where(first[origin], origin, NO_PREDECESSOR).astype(np.int32)
        origin = further
