# SPDX-License-Identifier: MIT
"""Many small graphs in one call."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._arrays import laid_out, memory_of, unmasked, with_mask
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

Array = npt.NDArray[Any]
_NO_EDGE = {np.dtype(np.int32): _apsp.UNREACHABLE, np.dtype(np.int64): _apsp.UNREACHABLE,
            np.dtype(np.uint16): 65535, np.dtype(np.float32): np.inf, np.dtype(np.float64): np.inf}
_INDICES = (np.dtype(np.int64), np.dtype(np.int32))


def _elements(array: Any, what: str) -> Array:
    """The array in one of our types; integers of other types as int32 where they fit."""
    taken = unmasked(array, what)
    if taken.dtype in _NO_EDGE:
        return taken
    if taken.dtype.kind not in "biu":
        raise TypeError(f"{what} is of {taken.dtype}, expected integers, float32 or float64")
    narrow = taken.astype(np.int32)
    wrong = np.flatnonzero(narrow != taken)
    if wrong.size:
        place = np.unravel_index(wrong[0], taken.shape)
        raise ValueError(f"{what} has integers beyond 32 bits, expected int32: element "
                         f"{tuple(map(int, place))} is {taken[place]}")
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
    if taken.size and taken.dtype.kind not in "iu":
        raise TypeError(f"{what} is of {taken.dtype}, expected integers")
    if taken.ndim != 1:
        raise ValueError(f"{what} has shape {taken.shape}, expected one row of {np.dtype(dtype)}")
    narrow = taken.astype(dtype)  # a copy, which no output lies in
    wrong = np.flatnonzero(narrow != taken)
    if wrong.size:
        raise ValueError(f"element {wrong[0]} of {what} is {taken[wrong[0]]}, expected one of "
                         f"{np.dtype(dtype)}")
    return narrow


def _columns(edges: Any, weights: Any, offsets: Array, sizes: Array) -> tuple[Array, Array, Array]:
    """Sources, destinations and weights, each of E, in the caller's memory where C++ reads it."""
    parts = _parts_of_tuple(edges, weights) if isinstance(edges, tuple) else (
        _parts_of_rows(edges, weights, offsets, sizes))
    sources, destinations = (_vertices(part) for part in parts[:2])
    lengths = _elements(_numbers(parts[2], "weights"), "weights") if len(parts) == 3 else (
        np.broadcast_to(np.int32(1), len(sources)))
    for name, part in (("destinations", destinations), ("weights", lengths)):
        if part.shape != sources.shape:
            raise ValueError(f"{name} has shape {part.shape}, expected {sources.shape}")
    return _lent(sources), _lent(destinations), _lent(lengths)


def _parts_of_tuple(edges: tuple[Any, ...], weights: Any) -> list[Any]:
    """Two columns, or three."""
    parts = [*edges] if weights is None else [*edges, weights]
    if len(edges) < 2 or len(parts) > 3:
        raise ValueError(f"edges is a tuple of {len(edges)}, expected sources and destinations, and weights "
                         "there or in weights")
    return [unmasked(part, name) for part, name in zip(parts, ("sources", "destinations", "weights"))]


def _parts_of_rows(edges: Any, weights: Any, offsets: Array, sizes: Array) -> list[Any]:
    """The columns of an array."""
    pairs = unmasked(edges, "edges")
    columns = (2,) if weights is not None else (2, 3)
    if pairs.size == 0 and (pairs.ndim == 1 or pairs.shape[0] == 0 or pairs.shape == (2, 0)):
        pairs = np.empty((0, columns[-1]), dtype=np.int32)
    if pairs.ndim == 2 and len(pairs) in columns:
        _refuse_columns(pairs, offsets, sizes)
    if pairs.ndim != 2 or pairs.shape[1] not in columns:
        raise ValueError(f"edges has shape {pairs.shape}, expected E rows of "
                         f"{' or '.join(map(str, columns))}")
    parts = [_vertices(column) for column in pairs.T]  # weights of int32 or int64 as well
    return parts if weights is None else [*parts, weights]


def _refuse_columns(pairs: Array, offsets: Array, sizes: Array) -> None:
    """Raises ValueError for an array of sources above destinations, and perhaps weights, and for one that may
    be that as well."""
    number, parts = ("two", "sources and destinations") if len(pairs) == 2 else (
        "three", "sources, destinations and weights")
    says = f"tuple(edges) says that these are {parts}"
    rows, edges = pairs.shape
    if edges != rows and edges in offsets[-1:]:
        raise ValueError(f"edges has shape {pairs.shape}, expected E rows; {says}")
    if edges != rows or np.array_equal(pairs, pairs.T):
        return
    owners = np.searchsorted(offsets, range(edges), side="right") - 1  # of edges, be they columns or rows
    if owners.max() < len(sizes) and all(np.all((ends >= 0) & (ends < sizes[owners]))
                                         for ends in (pairs[:2], pairs.T[:2])):
        raise ValueError(f"edges has shape {pairs.shape}, {number} rows of edges or {parts}: {says}, "
                         "tuple(edges.T) that each row is an edge")


def _numbers(array: Any, what: str) -> Array:
    """The array, unless it is of truth values: nobody knows whether False is an edge."""
    taken = unmasked(array, what)
    if taken.dtype == np.bool_:
        raise TypeError(f"{what} is of bool, expected numbers")
    return taken


def _vertices(column: Any) -> Array:
    """One column of numbers of vertices."""
    taken = _numbers(column, "edges")
    if taken.size and taken.dtype.kind == "f":
        raise TypeError(f"edges is of {taken.dtype}, expected integers, and floating-point numbers "
                        "in weights")
    if taken.ndim != 1:
        raise ValueError(f"sources or destinations have shape {taken.shape}, expected (E,)")
    if taken.size == 0:
        return taken.astype(np.int32)
    return taken if taken.dtype in _INDICES else _elements(taken, "edges").astype(np.int32, copy=False)


def _lent(column: Array) -> Array:
    """The column itself, or a copy where its elements do not lie at multiples of their size."""
    whole = column.strides[0] % column.itemsize == 0 and column.flags.aligned
    return column if whole else column.copy()


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
    counts = _integers(sizes, "sizes", np.int32)
    begins = _integers(offsets, "offsets", np.int64)
    sources, destinations, lengths = _columns(graphs, weights, begins, counts)
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
    matrices = _matrices(graphs)
    matrices = laid_out(matrices, matrices.dtype)
    if matrices.ndim != 3 or matrices.shape[1] != matrices.shape[2]:
        raise ValueError(f"the batch has shape {matrices.shape}, expected (B, N, N)")
    number, width = matrices.shape[:2]
    counts = (np.full(number, width, dtype=np.int32) if sizes is None
              else _integers(sizes, "sizes", np.int32))
    if len(counts) != number:
        raise ValueError(f"sizes has {len(counts)} elements, expected {number}")
    distances = _output((number, width, width), _result_type(matrices), out)
    if out is not None and np.may_share_memory(matrices, distances):
        matrices = matrices.copy()
    _apsp.batch_dense(matrices, counts, distances, fill=_checked_fill(fill, distances.dtype),
                      zero_is_no_edge=not zeros_are_edges, **options)
    return distances if out is None else out
