# SPDX-License-Identifier: MIT
"""Many small graphs in one call."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from apsp import _apsp
from apsp._arrays import laid_out
from apsp._batch_edges import columns_of, refuse_columns
from apsp._batch_matrices import has_unequal, integers_of, matrices_of, padded
from apsp._batch_ptr import checked_ptr, grouped, refuse_columns_of_ptr
from apsp._batch_results import Results
from apsp._checks import (
    checked_count,
    checked_limit,
    checked_threads,
    checked_truth,
    require_choices,
)
from apsp._cuda import is_cuda
from apsp._cuda_batch import solve_batch
from apsp._progress import callback


def batch(graphs: Any, offsets: Any = None, sizes: Any = None, *, ptr: Any = None,
          weights: Any = None, vertices: int | None = None, fill: Any = None, limit: float = np.inf,
          directed: bool = True, zeros_are_edges: bool = False, ragged: bool = False,
          return_predecessors: bool = False, out: Any = None, threads: int = 0,
          instruction_set: str = "", progress: Any = None) -> Any:
    """Distances between all pairs of each of B small graphs, shape (B, N, N).

    ``batch(edges, offsets, sizes)``: all edges in one array, E rows of source, destination, weight, or
    of two with ``weights`` beside them, or of two that weigh 1. A tuple is always such columns, two or
    three arrays of E: ``tuple(edge_index)``. Graph g has the rows from ``offsets[g]`` to
    ``offsets[g + 1]`` and ``sizes[g]`` vertices. N is ``vertices``, or the largest size. Refused is an
    array of 2 x 2 or 3 x 3 that may be rows or columns.

    ``batch(edges, ptr=ptr)``: vertices are numbered through all graphs, those of graph g from ``ptr[g]`` to
    ``ptr[g + 1] - 1``, as in a ``Batch`` of PyTorch Geometric. The edges come in any order. In the result
    the vertices of each graph begin at 0.

    ``batch(dense)``: weights of shape (B, N, N), with ``sizes`` where graphs are smaller than N, or a list
    of square matrices, which are padded to the largest. No edge is infinity, UNREACHABLE of int32, 65535
    of uint16, what a mask hides, and 0 unless ``zeros_are_edges``.

    The result has the type of the weights: int32, uint16, float16, float32 or float64; other integers
    become int32. Integers are exact. Lengths of float16 are computed in float32, and rounded once, at the
    end. O(N^3) for each graph.

    ``fill`` stands for no path and for what is beyond the size of a graph, by default the value of no
    edge. It is any value of the type, such as -1 or 510, also one that a distance may have; a
    floating-point one is rounded to the type.

    ``limit`` is the largest distance that is wanted, 0 or more: a longer one counts as no path, also one
    that the type does not hold. It saves no time.

    ``directed=False``: each edge leads both ways, and of two weights between the same vertices, as a
    matrix has them, the smaller counts.

    ``ragged=True``: a list of B arrays of (sizes[g], sizes[g]) in place of (B, N, N). They are views of one
    memory, which is there as long as one of them, and has no padding.

    ``return_predecessors=True``: a pair, the distances and predecessors of int32 of the same shape. Those
    say, for row i and column j, the vertex before j on a shortest path from i, and -9999 for no path, for
    i = j and beyond the size of a graph. Of integers they are those of :func:`solve`: the path with the
    fewest edges, then the smallest predecessor. It takes some ten times as long.

    ``out`` receives the distances and is returned: an array in C order, of that shape and type, by NumPy,
    the buffer protocol or DLPack.

    ``batch(dense)`` of an array in the memory of a GPU is solved there, and so is the result: an array of
    CuPy, a tensor of PyTorch, or ``out``. It may be ``graphs`` itself. There -inf and NaN are no edges, and
    of ``offsets``, ``ptr``, ``ragged``, predecessors and ``instruction_set`` it takes none.

    ``progress`` is called as ``progress(graphs solved, all)`` some times a second, or a bar of tqdm. An
    exception of it ends the batch, as Ctrl-C does.

    Raises ValueError and TypeError for bad input, naming graph and edge, NegativeCycle, OverflowError
    for a length that the type does not hold.
    """
    require_choices(instruction_set=instruction_set)
    ragged = checked_truth(ragged, "ragged")
    for name, value in (("out", out), ("vertices", vertices)):
        if ragged and value is not None:
            raise TypeError(f"{name} is given beside ragged, expected one of both")
    options: dict[str, Any] = {
        "threads": checked_threads(threads), "instruction_set": instruction_set,
        "limit": checked_limit(limit), "undirected": not checked_truth(directed, "directed"),
        "progress": callback(progress)}
    before = checked_truth(return_predecessors, "return_predecessors")
    if is_cuda(graphs):
        return solve_batch(graphs, sizes, fill=fill, limit=options["limit"],
                           undirected=options["undirected"], zeros_are_edges=zeros_are_edges, out=out,
                           progress=options["progress"], offsets=offsets, ptr=ptr, weights=weights,
                           vertices=vertices, ragged=ragged, return_predecessors=before,
                           instruction_set=instruction_set)
    if ptr is not None:
        for name, value in (("offsets", offsets), ("sizes", sizes)):
            if value is not None:
                raise TypeError(f"{name} is given beside ptr, expected one of both")
    elif offsets is None:
        for name, value in (("weights", weights), ("vertices", vertices)):
            if value is not None:
                raise TypeError(f"{name} is given without offsets or ptr, expected it beside edges alone")
        return _batch_dense(graphs, sizes, fill, zeros_are_edges, out, ragged, before, options)
    if zeros_are_edges:
        raise TypeError("zeros_are_edges is given beside offsets or ptr, expected it for matrices alone")
    if ptr is not None:
        firsts, counts = checked_ptr(ptr)
        columns = columns_of(graphs, weights, partial(refuse_columns_of_ptr, firsts=firsts))
        columns, begins = grouped(*columns, firsts)
    else:
        if sizes is None:
            raise TypeError("sizes is None, expected the vertices of each graph beside offsets")
        counts = integers_of(sizes, "sizes", np.int32)
        begins = integers_of(offsets, "offsets", np.int64)
        columns = columns_of(graphs, weights, partial(refuse_columns, offsets=begins, sizes=counts))
    width = int(counts.max(initial=0)) if vertices is None else checked_count(vertices)
    results = Results(columns[2], counts, width, out, ragged, before)
    return results.made(_apsp.batch_edges, *columns, begins, fill=fill, **options)


def _batch_dense(graphs: Any, sizes: Any, fill: Any, zeros_are_edges: bool, out: Any, ragged: bool,
                 before: bool, options: dict[str, Any]) -> Any:
    if isinstance(graphs, (list, tuple)) and any(map(is_cuda, graphs)):
        raise ValueError("the batch is a list of arrays in the memory of a GPU, expected one array (B, N, N)")
    if has_unequal(graphs):
        if sizes is not None:
            raise TypeError("sizes is given beside matrices of several sizes, expected it beside (B, N, N)")
        graphs, sizes = padded(graphs)
    matrices = matrices_of(graphs)
    matrices = laid_out(matrices, matrices.dtype)
    if matrices.ndim != 3 or matrices.shape[1] != matrices.shape[2]:
        raise ValueError(f"the batch has shape {matrices.shape}, expected (B, N, N)")
    number, width = matrices.shape[:2]
    counts = (np.full(number, width, dtype=np.int32) if sizes is None
              else integers_of(sizes, "sizes", np.int32))
    if len(counts) != number:
        raise ValueError(f"sizes has {len(counts)} elements, expected {number}")
    results = Results(matrices, counts, width, out, ragged, before)
    return results.made(_apsp.batch_dense, matrices, fill=fill, zero_is_no_edge=not zeros_are_edges,
                        **options)
