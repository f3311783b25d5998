# SPDX-License-Identifier: MIT
"""Many small graphs in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from apsp import _apsp
from apsp._arrays import laid_out, memory_of
from apsp._batch_edges import columns_of
from apsp._batch_matrices import Array, integers_of, matrices_of
from apsp._checks import (
    checked_count,
    checked_limit,
    checked_threads,
    checked_truth,
    integer,
    require_choices,
)
from apsp._memory import empty
from apsp._progress import callback


def _result_type(weights: Array) -> np.dtype[Any]:
    return weights.dtype if weights.dtype != np.int64 else np.dtype(np.int32)


def _real(value: Any, name: str, dtype: np.dtype[Any]) -> float:
    """The number, unless rounding to the type would make infinity of it."""
    if isinstance(value, (bool, np.bool_)) or getattr(value, "ndim", None) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} is {value!r}, expected a number")
    most = float(np.finfo(dtype).max)
    try:
        number = float(value)
    except OverflowError:  # an integer
        beyond = True
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}, expected a number") from None
    else:
        beyond = most < abs(number) < np.inf
    if beyond:
        raise ValueError(f"{name} is {value}, expected {-most} to {most}, as {dtype} holds them, an infinity "
                         "or NaN")
    return number


def _checked_fill(fill: Any, dtype: np.dtype[Any]) -> float | None:
    """The value as float64, which has all of our types."""
    if fill is None:
        return None
    if dtype.kind == "f":
        return _real(fill, "fill", dtype)
    number, bounds = integer(fill, "fill"), np.iinfo(dtype)
    if not bounds.min <= number <= bounds.max:
        raise ValueError(f"fill is {number}, expected {bounds.min} to {bounds.max}, as {dtype} holds them")
    return float(number)


def _output(shape: tuple[int, int, int], dtype: np.dtype[Any], out: Any) -> Array:
    """The array that a batch fills in: the memory of ``out`` if it fits, else a new one."""
    if out is None:
        return empty(shape, dtype)
    memory = memory_of(out)
    if not memory.flags.writeable or not memory.flags.aligned:
        raise ValueError("out is not writeable, or not aligned")
    if memory.dtype != dtype or memory.shape not in (shape, (memory.size,)) or (
            memory.size != np.prod(shape, dtype=np.int64) or not memory.flags.c_contiguous):
        raise ValueError(f"out has shape {memory.shape} of {memory.dtype}, expected {shape} of {dtype}, "
                         "C-contiguous")
    return memory.reshape(shape)


def batch(graphs: Any, offsets: Any = None, sizes: Any = None, *, weights: Any = None,
          vertices: int | None = None, fill: Any = None, limit: float = np.inf,
          directed: bool = True, zeros_are_edges: bool = False, out: Any = None, threads: int = 0,
          instruction_set: str = "", progress: Any = None) -> Array:
    """Distances between all pairs of each of B small graphs, shape (B, N, N).

    ``batch(edges, offsets, sizes)``: all edges in one array, E rows of source, destination, weight, or
    of two with ``weights`` beside them, or of two that weigh 1. A tuple is always such columns, two or
    three arrays of E: ``tuple(edge_index)``. Graph g has the rows from ``offsets[g]`` to
    ``offsets[g + 1]`` and ``sizes[g]`` vertices. N is ``vertices``, or the largest size. Refused is an
    array of 2 x 2 or 3 x 3 that may be rows or columns.

    ``batch(dense)``: weights of shape (B, N, N), with ``sizes`` where graphs are smaller than N. No
    edge is infinity, UNREACHABLE of int32, 65535 of uint16, what a mask hides, and 0 unless
    ``zeros_are_edges``.

    The result has the type of the weights: int32, uint16, float32 or float64; other integers become
    int32. Integers are exact. O(N^3) for each graph.

    ``fill`` stands for no path and for what is beyond the size of a graph, by default the value of no
    edge. It is any value of the type, such as -1 or 510, also one that a distance may have; a
    floating-point one is rounded to the type.

    ``limit`` is the largest distance that is wanted, 0 or more: a longer one counts as no path, also one
    that the type does not hold. It saves no time.

    ``directed=False``: each edge leads both ways, and of two weights between the same vertices, as a
    matrix has them, the smaller counts.

    ``out`` receives the distances and is returned: an array in C order, of that shape and type, by NumPy,
    the buffer protocol or DLPack.

    ``progress`` is called as ``progress(graphs solved, all)`` some times a second, or a bar of tqdm. An
    exception of it ends the batch, as Ctrl-C does.

    Raises ValueError and TypeError for bad input, naming graph and edge, NegativeCycle, OverflowError
    for a length that the type does not hold.
    """
    require_choices(instruction_set=instruction_set)
    options: dict[str, Any] = {
        "threads": checked_threads(threads), "instruction_set": instruction_set,
        "limit": checked_limit(limit), "undirected": not checked_truth(directed, "directed"),
        "progress": callback(progress)}
    if offsets is None:
        for name, value in (("weights", weights), ("vertices", vertices)):
            if value is not None:
                raise TypeError(f"{name} is given without offsets, expected it beside edges alone")
        return _batch_dense(graphs, sizes, fill, zeros_are_edges, out, options)
    if zeros_are_edges:
        raise TypeError("zeros_are_edges is given beside offsets, expected it for matrices alone")
    if sizes is None:
        raise TypeError("sizes is None, expected the vertices of each graph beside offsets")
    counts = integers_of(sizes, "sizes", np.int32)
    begins = integers_of(offsets, "offsets", np.int64)
    sources, destinations, lengths = columns_of(graphs, weights, begins, counts)
    width = int(counts.max(initial=0)) if vertices is None else checked_count(vertices)
    distances = _output((len(counts), width, width), _result_type(lengths), out)
    if out is not None:
        sources, destinations, lengths = (
            column.copy() if np.may_share_memory(column, distances) else column
            for column in (sources, destinations, lengths))
    _apsp.batch_edges(sources, destinations, lengths, begins, counts, distances,
                      fill=_checked_fill(fill, distances.dtype), **options)
    return distances if out is None else out


def _batch_dense(graphs: Any, sizes: Any, fill: Any, zeros_are_edges: bool, out: Any,
                 options: dict[str, Any]) -> Array:
    matrices = matrices_of(graphs)
    matrices = laid_out(matrices, matrices.dtype)
    if matrices.ndim != 3 or matrices.shape[1] != matrices.shape[2]:
        raise ValueError(f"the batch has shape {matrices.shape}, expected (B, N, N)")
    number, width = matrices.shape[:2]
    counts = (np.full(number, width, dtype=np.int32) if sizes is None
              else integers_of(sizes, "sizes", np.int32))
    if len(counts) != number:
        raise ValueError(f"sizes has {len(counts)} elements, expected {number}")
    distances = _output((number, width, width), _result_type(matrices), out)
    if out is not None and np.may_share_memory(matrices, distances):
        matrices = matrices.copy()
    _apsp.batch_dense(matrices, counts, distances, fill=_checked_fill(fill, distances.dtype),
                      zero_is_no_edge=not zeros_are_edges, **options)
    return distances if out is None else out
