# SPDX-License-Identifier: MIT
"""Drop-ins for scipy.sparse.csgraph: the same names, parameters, defaults, shapes and meaning.

Weights that are integers, or integers times one power of two, are solved exactly. All methods give
the same distances, so that ``method`` does not choose how to solve: the engine takes the fastest
way for the graph. After SciPy's own parameters each function takes, by name,

``dtype``
    float64, float32, int32 or uint16. No path is infinity, :data:`apsp.UNREACHABLE` in int32, 65535
    in uint16.
``out``
    an array in C order that receives the distances and is returned.
``threads``
    their number; 0: one for each processor.
``progress``
    called as ``progress(done, total)`` some times a second; or a bar of tqdm.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _floating
from apsp._graphs import (checked_indices, from_csgraph, is_sparse, new_output, require_square,
                          without_pydata)
from apsp._progress import callback

METHODS = ("auto", "FW", "D", "BF", "J")


class Extras(NamedTuple):
    """What our functions take beside SciPy's parameters."""

    dtype: npt.DTypeLike | None = None
    out: npt.NDArray[Any] | None = None
    threads: int = 0
    progress: Any = None


def shortest_path(csgraph: Any, method: str = "auto", directed: bool = True,
                  return_predecessors: bool = False, unweighted: bool = False,
                  overwrite: bool = False, indices: Any = None, *,
                  dtype: npt.DTypeLike | None = None, out: npt.NDArray[Any] | None = None,
                  threads: int = 0, progress: Any = None) -> Any:
    """Distances between all vertices, or from those of ``indices``.

    Parameters
    ----------
    csgraph : array, masked array or sparse array of N x N weights
        In a dense array no zero, infinity or NaN is an edge; in a sparse one a stored zero is.
    method : {'auto', 'FW', 'D', 'BF', 'J'}
        As SciPy has it: 'FW' takes no ``indices`` and leaves out the diagonal, 'D' warns of
        negative weights. It does not choose how to solve.
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
    if method == "D":
        return dijkstra(csgraph, directed, indices, return_predecessors, unweighted,
                        dtype=dtype, out=out, threads=threads, progress=progress)
    floyd = method == "FW" or (method == "auto" and prefers_floyd_warshall(csgraph, indices))
    if floyd and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    return run(csgraph, "FW" if floyd else method, directed, return_predecessors, unweighted, indices,
               overwrite and floyd, Extras(dtype, out, threads, progress))


def floyd_warshall(csgraph: Any, directed: bool = True, return_predecessors: bool = False,
                   unweighted: bool = False, overwrite: bool = False, *,
                   dtype: npt.DTypeLike | None = None, out: npt.NDArray[Any] | None = None,
                   threads: int = 0, progress: Any = None) -> Any:
    """Distances between all vertices: :func:`shortest_path` by method 'FW'."""
    return run(prepared(csgraph), "FW", directed, return_predecessors, unweighted, None, overwrite,
               Extras(dtype, out, threads, progress))


def johnson(csgraph: Any, directed: bool = True, indices: Any = None,
            return_predecessors: bool = False, unweighted: bool = False, *,
            dtype: npt.DTypeLike | None = None, out: npt.NDArray[Any] | None = None,
            threads: int = 0, progress: Any = None) -> Any:
    """Distances, also with negative weights: :func:`shortest_path` by method 'J'."""
    return run(prepared(csgraph), "J", directed, return_predecessors, unweighted, indices, False,
               Extras(dtype, out, threads, progress))


def bellman_ford(csgraph: Any, directed: bool = True, indices: Any = None,
                 return_predecessors: bool = False, unweighted: bool = False, *,
                 dtype: npt.DTypeLike | None = None, out: npt.NDArray[Any] | None = None,
                 threads: int = 0, progress: Any = None) -> Any:
    """Distances, also with negative weights: :func:`shortest_path` by method 'BF'."""
    return run(prepared(csgraph), "BF", directed, return_predecessors, unweighted, indices, False,
               Extras(dtype, out, threads, progress))


def dijkstra(csgraph: Any, directed: bool = True, indices: Any = None,
             return_predecessors: bool = False, unweighted: bool = False, limit: float = np.inf,
             min_only: bool = False, *, dtype: npt.DTypeLike | None = None,
             out: npt.NDArray[Any] | None = None, threads: int = 0, progress: Any = None) -> Any:
    """Distances up to ``limit``: :func:`shortest_path` by method 'D'.

    With ``min_only`` the distances are those to the nearest vertex of ``indices``: one row of N, and
    predecessors and that vertex beside it if ``return_predecessors``. Unlike SciPy's, this raises
    NegativeCycleError for a cycle of negative length, and is right for negative weights otherwise.
    """
    csgraph = prepared(csgraph)
    if limit < 0:
        raise ValueError(f"limit must be >= 0, found {limit}")
    extras = Extras(dtype, out, threads, progress)
    if has_negative(csgraph):
        warnings.warn("Graph has negative weights: dijkstra will give inaccurate results if the "
                      "graph contains negative cycles. Consider johnson or bellman_ford.", stacklevel=2)
    if min_only:
        return nearest(csgraph, directed, indices, return_predecessors, unweighted, limit, extras)
    return run(csgraph, "D", directed, return_predecessors, unweighted, indices, False, extras, limit)


def prepared(csgraph: Any) -> Any:
    """A square array: sparse, masked or dense. Raises ValueError for anything else."""
    csgraph = without_pydata(csgraph)
    if not is_sparse(csgraph) and not np.ma.isMaskedArray(csgraph):
        csgraph = np.asarray(csgraph)
    require_square(csgraph.shape)
    return csgraph


def prefers_floyd_warshall(csgraph: Any, indices: Any) -> bool:
    """Whether SciPy's 'auto' is 'FW'. It matters for masked zeros and for what is on a diagonal; so
    that elements of a dense array are only counted if there is something on it."""
    if indices is not None:
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


def has_negative(csgraph: Any) -> bool:
    if is_sparse(csgraph):
        return bool(np.any(csgraph.tocsr().data < 0))
    finite = csgraph[np.isfinite(csgraph)] if csgraph.dtype.kind == "f" else csgraph
    return bool(finite.size and finite.min() < 0)


def run(csgraph: Any, method: str, directed: bool, return_predecessors: bool, unweighted: bool,
        indices: Any, overwrite: bool, extras: Extras, limit: float = np.inf) -> Any:
    """All functions but min_only, after their arguments are checked."""
    vertices = csgraph.shape[0]
    chosen = None if indices is None else checked_indices(indices, vertices)
    rows = vertices if chosen is None else chosen.size
    shape = (vertices,) if chosen is None else chosen.shape
    out = extras.out
    if overwrite and out is None and is_overwritable(csgraph, extras.dtype):
        out = csgraph
    distances = new_output((rows, vertices), extras.dtype, out)
    graph = from_csgraph(csgraph, floyd_warshall=method == "FW", unweighted=unweighted)
    predecessors = None
    try:
        if not graph.exact or return_predecessors:
            raise OverflowError
        _apsp.solve(graph, distances, sources=None if chosen is None else chosen.ravel().tolist(),
                    undirected=not directed, limit=limit, threads=extras.threads,
                    progress=callback(extras.progress))
    except OverflowError:
        options = {} if method in ("FW", "auto") and indices is None else {"indices": indices}
        if method == "D":
            options["limit"] = limit
        result = _floating.solve(csgraph, method, directed=directed, unweighted=unweighted,
                                 return_predecessors=return_predecessors, **options)
        found, predecessors = result if return_predecessors else (result, None)
        distances[...] = found.reshape(distances.shape)
    distances = distances.reshape((*shape, vertices)) if out is None else out
    return distances if predecessors is None else (distances, predecessors)


def is_overwritable(csgraph: Any, dtype: npt.DTypeLike | None) -> bool:
    return (type(csgraph) is np.ndarray and csgraph.dtype == np.float64 and csgraph.flags.c_contiguous
            and csgraph.flags.writeable and (dtype is None or np.dtype(dtype) == np.float64))


def nearest(csgraph: Any, directed: bool, indices: Any, return_predecessors: bool, unweighted: bool,
            limit: float, extras: Extras) -> Any:
    """The distance of each vertex from the nearest of ``indices``."""
    vertices = csgraph.shape[0]
    chosen = np.arange(vertices, dtype=np.int32) if indices is None else checked_indices(indices, vertices)
    result = _floating.solve(csgraph, "D", directed=directed, unweighted=unweighted, limit=limit,
                             indices=chosen.ravel(), min_only=True,
                             return_predecessors=return_predecessors)
    found = result[0] if return_predecessors else result
    distances = new_output((1, vertices), extras.dtype, extras.out)
    distances[0] = found
    distances = distances.reshape(vertices)
    return (distances, *result[1:]) if return_predecessors else distances
