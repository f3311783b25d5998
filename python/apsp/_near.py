# SPDX-License-Identifier: MIT
"""Sparse rows: of each source the vertices within a limit, or the nearest ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _graphs
from apsp._arrays import laid_out, unmasked
from apsp._checks import checked_threads, integer
from apsp._packages import Weight, chosen_vertices
from apsp._progress import callback

PATH_VERTICES: dict[str | None, int] = {None: 0, "predecessors": 1, "first-hops": 2}


def within(graph: Any, limit: Any, vertices: int | None = None, *, sources: Any = None, targets: Any = None,
           directed: bool | None = None, weight: Weight = "weight", path_vertices: str | None = None,
           dtype: npt.DTypeLike | None = None, threads: int = 0, progress: Any = None) -> Any:
    """The distances up to ``limit``, as rows that hold these alone: never V x V.

    Parameters
    ----------
    graph, vertices, directed, weight
        See :func:`graph`. No weight is below 0.
    limit : float or array_like
        The largest distance, for all rows or for each; a path of this length counts.
    sources, targets : array_like of int, or int
        Vertices whose rows are wanted, in this order, and vertices that rows may hold; None: all.
    path_vertices : {'predecessors', 'first-hops'}
        Also return the vertex before each destination, or after the source: of a shortest path with the
        fewest edges, and of these the smallest.
    dtype : float64, float32, int32 or uint16
        Of the distances; None: float64.
    threads, progress
        As in :func:`solve`.

    Returns
    -------
    distances : scipy.sparse.csr_array, a row for each source, a column for each vertex
        The source itself is there with 0, where it is a target: an element that is stored. Exact where
        weights are integers times one power of two, and sums of them below 2**53 of these units.
        Otherwise the shortest sum of edges added from the source on, each sum rounded to nearest; the
        limit goes by these sums, and path vertices are of a path all of whose first parts are shortest.
    path_vertices : ndarray of int32, if asked for
        For each element of ``distances.data``; -9999 for the source itself.

    Raises
    ------
    ImportError
        SciPy is missing.
    OverflowError
        A distance that ``dtype`` does not hold.
    ValueError, TypeError
        What was found and what was expected.
    """
    return rows_of(graph, vertices, sources, targets, directed, weight, limit, None, path_vertices, dtype,
                   threads, progress)


def nearest(graph: Any, k: int, vertices: int | None = None, *, sources: Any = None, targets: Any = None,
            limit: Any = np.inf, directed: bool | None = None, weight: Weight = "weight",
            path_vertices: str | None = None, dtype: npt.DTypeLike | None = None, threads: int = 0,
            progress: Any = None) -> Any:
    """The ``k`` nearest vertices of each, or the nearest of ``targets``; fewer where fewer are reached.

    As :func:`within`, but a row is in the order of distances, of equal ones the smallest vertex first. It
    holds k vertices at most beside its source. Of equally near ones the smallest numbers are taken.
    """
    count = integer(k, "k")
    if count < 0:
        raise ValueError(f"k is {count}, expected 0 or more")
    return rows_of(graph, vertices, sources, targets, directed, weight, limit, min(count, 2**31 - 1),
                   path_vertices, dtype, threads, progress)


def rows_of(graph: Any, vertices: int | None, sources: Any, targets: Any, directed: bool | None,
            weight: Weight, limit: Any, k: int | None, path_vertices: str | None,
            dtype: npt.DTypeLike | None, threads: int, progress: Any) -> Any:
    if path_vertices not in PATH_VERTICES:
        raise ValueError(f"path_vertices is {path_vertices!r}, expected 'predecessors', 'first-hops' or None")
    kind = np.dtype(np.float64 if dtype is None else dtype)
    _graphs.require_type(kind, "dtype")
    threads = checked_threads(threads)
    taken = _graphs.graph(graph, vertices, directed=directed, weight=weight)
    wanted = [None if ends is None else chosen_vertices(graph, taken.vertices, ends, name).ravel()
              for name, ends in (("sources", sources), ("targets", targets))]
    rows = taken.vertices if wanted[0] is None else wanted[0].size
    most = unmasked(limit, "the limit")
    if most.dtype.kind not in "iuf" or most.ndim > 1:
        raise TypeError(f"limit is of shape {most.shape} and {most.dtype}, expected a number or one for each "
                        "row")
    if most.ndim and most.size != rows:
        raise ValueError(f"limit has {most.size} elements, expected {rows}, one for each row")
    offsets, destinations, distances, path = _apsp.near(
        taken, sources=None if wanted[0] is None else wanted[0].tolist(),
        targets=None if wanted[1] is None else wanted[1].tolist(),
        limit=np.inf if most.ndim else float(most), limits=laid_out(most, np.float64) if most.ndim else None,
        nearest=k, path_vertex=PATH_VERTICES[path_vertices], threads=threads, progress=callback(progress))
    from scipy import sparse

    made = sparse.csr_array((of_type(distances, kind), destinations, offsets), shape=(rows, taken.vertices))
    return made if path_vertices is None else (made, path)


def of_type(distances: npt.NDArray[np.float64], kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """The distances in another type. Raises OverflowError for integers that are none, or do not fit."""
    with np.errstate(invalid="ignore", over="ignore"):
        taken = distances.astype(kind, copy=False)
    wrong = np.flatnonzero(taken != distances) if kind.kind in "iu" else np.flatnonzero(np.isinf(taken))
    if wrong.size:
        raise OverflowError(f"a distance is {distances[wrong[0]]}, which {kind} does not hold: float64 does")
    return taken
