# SPDX-License-Identifier: MIT
"""The edges of a batch as columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from apsp._arrays import unmasked
from apsp._batch_matrices import Array, elements_of

_INDICES = (np.dtype(np.int64), np.dtype(np.int32))


def columns_of(edges: Any, weights: Any, refuse: Callable[[Array], None]) -> tuple[Array, Array, Array]:
    """Sources, destinations and weights, each of E, in the caller's memory where C++ reads it. ``refuse``
    raises for an array that may be of columns."""
    parts = _parts_of_tuple(edges, weights) if isinstance(edges, tuple) else (
        _parts_of_rows(edges, weights, refuse))
    sources, destinations = (_vertices(part) for part in parts[:2])
    lengths = elements_of(_numbers(parts[2], "weights"), "weights") if len(parts) == 3 else (
        np.broadcast_to(np.int32(1), len(sources)))
    for name, part in (("destinations", destinations), ("weights", lengths)):
        if part.shape != sources.shape:
            raise ValueError(f"{name} has shape {part.shape}, expected {sources.shape}")
    if sources.dtype != destinations.dtype:
        sources, destinations = sources.astype(np.int64), destinations.astype(np.int64)
    return _lent(sources), _lent(destinations), _lent(lengths)


def _parts_of_tuple(edges: tuple[Any, ...], weights: Any) -> list[Any]:
    """Two columns, or three."""
    parts = [*edges] if weights is None else [*edges, weights]
    if len(edges) < 2 or len(parts) > 3:
        raise ValueError(f"edges is a tuple of {len(edges)}, expected sources and destinations, and weights "
                         "there or in weights")
    return [unmasked(part, name) for part, name in zip(parts, ("sources", "destinations", "weights"))]


def _parts_of_rows(edges: Any, weights: Any, refuse: Callable[[Array], None]) -> list[Any]:
    """The columns of an array."""
    pairs = unmasked(edges, "edges")
    columns = (2,) if weights is not None else (2, 3)
    if pairs.size == 0 and (pairs.ndim == 1 or pairs.shape[0] == 0 or pairs.shape == (2, 0)):
        pairs = np.empty((0, columns[-1]), dtype=np.int32)
    if pairs.ndim == 2 and len(pairs) in columns:
        refuse(pairs)
    if pairs.ndim != 2 or pairs.shape[1] not in columns:
        raise ValueError(f"edges has shape {pairs.shape}, expected E rows of "
                         f"{' or '.join(map(str, columns))}")
    parts = [_vertices(column) for column in pairs.T]  # weights of int32 or int64 as well
    return parts if weights is None else [*parts, weights]


def ambiguity(pairs: Array) -> tuple[str, str]:
    """The readings of an array of two or three rows, and how to say that it is of columns."""
    number, parts = ("two", "sources and destinations") if len(pairs) == 2 else (
        "three", "sources, destinations and weights")
    return f"{number} rows of edges or {parts}", f"tuple(edges) says that these are {parts}"


def refuse_columns(pairs: Array, offsets: Array, sizes: Array) -> None:
    """Raises ValueError for an array of sources above destinations, and perhaps weights, and for one that may
    be that as well."""
    either, says = ambiguity(pairs)
    rows, edges = pairs.shape
    if edges != rows and edges in offsets[-1:]:
        raise ValueError(f"edges has shape {pairs.shape}, expected E rows; {says}")
    if edges != rows or np.array_equal(pairs, pairs.T):
        return
    owners = np.searchsorted(offsets, range(edges), side="right") - 1  # of edges, be they columns or rows
    if owners.max() < len(sizes) and all(np.all((ends >= 0) & (ends < sizes[owners]))
                                         for ends in (pairs[:2], pairs.T[:2])):
        raise ValueError(f"edges has shape {pairs.shape}, {either}: {says}, "
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
    return taken if taken.dtype in _INDICES else elements_of(taken, "edges").astype(np.int32, copy=False)


def _lent(column: Array) -> Array:
    """The column itself, or a copy where its elements do not lie at multiples of their size."""
    whole = column.strides[0] % column.itemsize == 0 and column.flags.aligned
    return column if whole else column.copy()
