# SPDX-License-Identifier: MIT
"""Graphs of SciPy's kinds, as the solver takes them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._apsp import ArrayGraph

DENSE_TYPES = (np.float64, np.float32, np.int64, np.int32, np.uint8)


def is_sparse(graph: Any) -> bool:
    """Whether SciPy takes it for a sparse array or matrix, without importing SciPy."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(graph))


def without_pydata(graph: Any) -> Any:
    """An array of the package sparse as one of SciPy; anything else as it is."""
    return graph.to_scipy_sparse() if hasattr(graph, "to_scipy_sparse") else graph


def require_square(shape: tuple[int, ...]) -> None:
    if len(shape) != 2:
        raise ValueError(f"the graph has {len(shape)} dimensions, expected 2: an N x N array")
    if shape[0] != shape[1]:
        raise ValueError(f"the graph is {shape[0]} x {shape[1]}, expected a square, N x N")


def from_dense(matrix: npt.NDArray[Any], *, loops: bool, unweighted: bool,
               zeros_are_edges: bool = False) -> ArrayGraph:
    """The edges of a dense matrix. No element that is infinite or NaN is one."""
    require_square(matrix.shape)
    if matrix.dtype == np.bool_:
        matrix = matrix.view(np.uint8)
    kind = next((kind for kind in DENSE_TYPES if matrix.dtype == kind), np.float64)
    return ArrayGraph.from_dense(np.ascontiguousarray(matrix, dtype=kind),
                                 zeros_are_edges=zeros_are_edges, loops=loops,
                                 unweighted=unweighted)


def from_sparse(csr: Any, *, loops: bool, unweighted: bool) -> ArrayGraph:
    """The edges of compressed rows of SciPy: every stored element is one, also a zero."""
    require_square(csr.shape)
    index = np.int64 if np.int64 in (csr.indptr.dtype, csr.indices.dtype) else np.int32
    return ArrayGraph.from_rows(np.ascontiguousarray(csr.indptr, dtype=index),
                                np.ascontiguousarray(csr.indices, dtype=index),
                                np.ascontiguousarray(csr.data, dtype=np.float64),
                                loops=loops, unweighted=unweighted)


def from_csgraph(csgraph: Any, *, floyd_warshall: bool = False,
                 unweighted: bool = False) -> ArrayGraph:
    """A graph as scipy.sparse.csgraph reads it. Its floyd_warshall leaves out what is on the
    diagonal, and zeros that a mask does not hide."""
    loops = not floyd_warshall
    if is_sparse(csgraph):
        return from_sparse(csgraph.tocsr(), loops=loops, unweighted=unweighted)
    if np.ma.isMaskedArray(csgraph):
        matrix = np.where(np.ma.getmaskarray(csgraph), np.inf, csgraph.data).astype(np.float64)
        return from_dense(matrix, loops=loops, unweighted=unweighted,
                          zeros_are_edges=not floyd_warshall)
    return from_dense(np.asarray(csgraph), loops=loops, unweighted=unweighted)


def checked_indices(indices: Any, vertices: int) -> npt.NDArray[np.int32]:
    """Numbers of vertices in any shape; those below 0 count from the end."""
    checked = np.array(indices, dtype=np.int32, order="C")
    checked = np.where(checked < 0, checked + np.int32(vertices), checked).astype(np.int32)
    if np.any(checked < 0) or np.any(checked >= vertices):
        raise ValueError(f"indices out of range 0...{vertices}: found {np.asarray(indices).tolist()}")
    return checked


def new_output(shape: tuple[int, int], dtype: Any, out: npt.NDArray[Any] | None) -> npt.NDArray[Any]:
    """The array that a solve fills in: ``out`` if it fits, else a new one."""
    if out is None:
        kind = np.dtype(np.float64 if dtype is None else dtype)
        require_type(kind, "dtype")
        return np.empty(shape, dtype=kind)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}, expected a numpy.ndarray")
    require_type(out.dtype, "out")
    if dtype is not None and np.dtype(dtype) != out.dtype:
        raise TypeError(f"out has the type {out.dtype}, expected that of dtype, {np.dtype(dtype)}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out is not a writeable array in C order")
    if out.size != shape[0] * shape[1]:
        raise ValueError(f"out has the shape {out.shape}, expected {shape}")
    return out.reshape(shape)


def require_type(kind: np.dtype[Any], what: str) -> None:
    if kind not in (np.float64, np.float32, np.int32, np.uint16):
        raise TypeError(f"{what} has the type {kind}, expected float64, float32, int32 or uint16")
