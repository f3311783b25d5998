# SPDX-License-Identifier: MIT
"""Many small graphs in one call."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._arrays import laid_out, memory_of, unmasked, with_mask
from apsp._graphs import checked_count, checked_threads, require_texts
from apsp._progress import callback

Array = npt.NDArray[Any]
_NO_EDGE = {np.dtype(np.int32): _apsp.UNREACHABLE, np.dtype(np.uint16): 65535,
            np.dtype(np.float32): np.inf, np.dtype(np.float64): np.inf}


def _elements(array: Any, what: str) -> Array:
    """The array in one of our types; integers of other types as int32 where they fit."""
    taken = unmasked(array, what)
    if taken.dtype in _NO_EDGE:
        return taken
    if taken.dtype.kind not in "biu":
        raise TypeError(f"{what} is of {taken.dtype}, expected integers, float32 or float64")
    narrow = taken.astype(np.int32)
    if not np.array_equal(narrow, taken):
        raise ValueError(f"{what} has integers beyond 32 bits, expected int32")
    return narrow


def _matrices(graphs: Any) -> Array:
    """The elements of a dense batch, those that a mask hides as no edges."""
    taken = with_mask(graphs)
    if not np.ma.is_masked(taken):
        return _elements(taken, "the batch")
    matrices = _elements(np.ma.filled(taken, 0), "the batch")  # a copy
    matrices[np.ma.getmaskarray(taken)] = _NO_EDGE[matrices.dtype]
    return matrices


def _integers(array: Any, what: str, dtype: npt.DTypeLike) -> Array:
    taken = unmasked(array, what)
    if taken.size and taken.dtype.kind not in "biu":
        raise TypeError(f"{what} is of {taken.dtype}, expected integers")
    if taken.ndim != 1:
        raise ValueError(f"{what} has shape {taken.shape}, expected one row of {np.dtype(dtype)}")
    narrow = taken.astype(dtype)  # a copy, which no output lies in
    wrong = np.flatnonzero(narrow != taken)
    if wrong.size:
        raise ValueError(f"element {wrong[0]} of {what} is {taken[wrong[0]]}, expected one of "
                         f"{np.dtype(dtype)}")
    return narrow


def _records(edges: Any, weights: Any) -> tuple[Array, np.dtype[Any]]:
    """The bytes of the edges as C++ has them, and the type of their weights."""
    pairs = unmasked(edges, "edges")
    if pairs.size == 0:
        pairs = np.empty((0, 2 if weights is not None else 3), dtype=np.int32)
    columns = (2,) if weights is not None else (2, 3)
    if pairs.ndim != 2 or pairs.shape[1] not in columns:
        raise ValueError(f"edges has shape {pairs.shape}, expected E rows of "
                         f"{' or '.join(map(str, columns))}")
    table = _elements(pairs, "edges")
    if table.dtype.kind == "f":
        raise TypeError(f"edges is of {table.dtype}, expected integers, and floating-point numbers "
                        "in weights")
    if weights is None and table.shape[1] == 3:
        rows = laid_out(table, np.int32)
        return rows.view(np.uint8).reshape(-1), np.dtype(np.int32)
    values = (np.ones(len(table), dtype=np.int32) if weights is None
              else _elements(weights, "weights"))
    if values.shape != (len(table),):
        raise ValueError(f"weights has shape {values.shape}, expected ({len(table)},)")
    record = np.dtype([("source", np.int32), ("destination", np.int32), ("weight", values.dtype)],
                      align=True)
    whole: Array = np.zeros(len(table), dtype=record)
    whole["source"], whole["destination"] = table[:, 0], table[:, 1]
    whole["weight"] = values
    return whole.view(np.uint8), values.dtype


def _output(shape: tuple[int, int, int], dtype: np.dtype[Any], out: Any) -> Array:
    """The array that a batch fills in: the memory of ``out`` if it fits, else a new one."""
    if out is None:
        return np.empty(shape, dtype=dtype)
    memory = memory_of(out)
    if not memory.flags.writeable or not memory.flags.aligned:
        raise ValueError("out is not writeable, or not aligned")
    if memory.dtype != dtype or memory.shape not in (shape, (memory.size,)) or (
            memory.size != np.prod(shape, dtype=np.int64) or not memory.flags.c_contiguous):
        raise ValueError(f"out has shape {memory.shape} of {memory.dtype}, expected {shape} of {dtype}, "
                         "C-contiguous")
    return memory.reshape(shape)


def batch(graphs: Any, offsets: Any = None, sizes: Any = None, *, weights: Any = None,
          vertices: int | None = None, minus_one: bool = False, zeros_are_edges: bool = False,
          out: Any = None, threads: int = 0, instruction_set: str = "",
          progress: Any = None) -> Array:
    """Distances between all pairs of each of B small graphs, shape (B, N, N).

    ``batch(edges, offsets, sizes)``: all edges in one array, E rows of source, destination, weight, or
    of two with ``weights`` beside them, or of two that weigh 1. Graph g has the rows from
    ``offsets[g]`` to ``offsets[g + 1]`` and ``sizes[g]`` vertices. N is ``vertices``, or the largest
    size.

    ``batch(dense)``: weights of shape (B, N, N), with ``sizes`` where graphs are smaller than N. No
    edge is infinity, UNREACHABLE of int32, 65535 of uint16, what a mask hides, and 0 unless
    ``zeros_are_edges``.

    The result has the type of the weights: int32, uint16, float32 or float64; other integers become
    int32. No path, and what is beyond the size of a graph, is the same value as for no edge, or -1
    of int32 where ``minus_one``. Integers are exact. O(N^3) for each graph.

    ``out`` receives the distances and is returned: an array in C order, of that shape and type, by NumPy,
    the buffer protocol or DLPack.

    ``progress`` is called as ``progress(graphs solved, all)`` some times a second, or a bar of tqdm. An
    exception of it ends the batch, as Ctrl-C does.

    Raises ValueError and TypeError for bad input, naming graph and edge, NegativeCycle, OverflowError
    for a length that the type does not hold.
    """
    threads = checked_threads(threads)
    require_texts(instruction_set=instruction_set)
    if offsets is None:
        for name, value in (("weights", weights), ("vertices", vertices)):
            if value is not None:
                raise TypeError(f"{name} is given without offsets, expected it beside edges alone")
        return _batch_dense(graphs, sizes, minus_one, zeros_are_edges, out, threads, instruction_set,
                            progress)
    if zeros_are_edges:
        raise TypeError("zeros_are_edges is given beside offsets, expected it for matrices alone")
    if sizes is None:
        raise TypeError("sizes is None, expected the vertices of each graph beside offsets")
    records, dtype = _records(graphs, weights)
    counts = _integers(sizes, "sizes", np.int32)
    width = int(counts.max(initial=0)) if vertices is None else checked_count(vertices)
    distances = _output((len(counts), width, width), dtype, out)
    if out is not None and np.may_share_memory(records, out):
        records = records.copy()
    _apsp.batch_edges(records, _integers(offsets, "offsets", np.int64), counts, distances,
                      threads=threads, instruction_set=instruction_set, minus_one=bool(minus_one),
                      progress=callback(progress))
    return distances if out is None else out


def _batch_dense(graphs: Any, sizes: Any, minus_one: bool, zeros_are_edges: bool,
                 out: Any, threads: int, instruction_set: str, progress: Any) -> Array:
    matrices = _matrices(graphs)
    matrices = laid_out(matrices, matrices.dtype)
    if matrices.ndim != 3 or matrices.shape[1] != matrices.shape[2]:
        raise ValueError(f"the batch has shape {matrices.shape}, expected (B, N, N)")
    number, width = matrices.shape[:2]
    counts = (np.full(number, width, dtype=np.int32) if sizes is None
              else _integers(sizes, "sizes", np.int32))
    if len(counts) != number:
        raise ValueError(f"sizes has {len(counts)} elements, expected {number}")
    distances = _output((number, width, width), matrices.dtype, out)
    if out is not None and np.may_share_memory(matrices, out):
        matrices = matrices.copy()
    _apsp.batch_dense(matrices, counts, distances, threads=threads,
                      instruction_set=instruction_set, minus_one=bool(minus_one),
                      zero_is_no_edge=not zeros_are_edges, progress=callback(progress))
    return distances if out is None else out
