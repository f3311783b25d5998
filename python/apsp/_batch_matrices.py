# SPDX-License-Identifier: MIT
"""The matrices of a batch, and numbers of arrays in the types that its solver reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._arrays import has_truths, unmasked, with_mask

Array = npt.NDArray[Any]
NO_EDGE = {np.dtype(np.int32): _apsp.UNREACHABLE, np.dtype(np.int64): _apsp.UNREACHABLE,
           np.dtype(np.uint16): 65535, np.dtype(np.float16): np.inf, np.dtype(np.float32): np.inf,
           np.dtype(np.float64): np.inf}


def elements_of(array: Any, what: str) -> Array:
    """The array in one of our types; integers of other types as int32 where they fit."""
    taken = in_own_order(unmasked(array, what))
    if taken.dtype in NO_EDGE:
        return taken
    if taken.dtype.kind not in "biu":
        raise TypeError(f"{what} is of {taken.dtype}, expected integers, float16, float32 or float64")
    narrow = taken.astype(np.int32)
    wrong = np.flatnonzero(narrow != taken)
    if wrong.size:
        place = np.unravel_index(wrong[0], taken.shape)
        raise ValueError(f"{what} has integers beyond 32 bits, expected int32: element "
                         f"{tuple(map(int, place))} is {taken[place]}")
    return narrow


def in_own_order(array: Array) -> Array:
    """The array with the bytes of its elements in the order of this machine."""
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def has_unequal(graphs: Any) -> bool:
    """Whether these are a list of matrices that make no array (B, N, N) as they are."""
    if not isinstance(graphs, list):
        return False
    try:
        return len({getattr(matrix, "shape", None) or len(matrix) for matrix in graphs}) > 1
    except TypeError:  # one that has no length
        return False


def padded(graphs: list[Any]) -> tuple[Array, Array]:
    """Square matrices in one array (B, N, N) with what their masks hide, and their sizes."""
    parts = [in_own_order(with_mask(matrix)) for matrix in graphs]
    for number, part in enumerate(parts):
        if part.ndim != 2 or part.shape[0] != part.shape[1]:
            raise ValueError(f"graph {number} has shape {part.shape}, expected a square matrix")
    dtype = np.result_type(*parts)
    if dtype != np.bool_ and has_truths(graphs):
        raise TypeError("some of the batch are truth values, and others are not: expected numbers alone")
    sizes = np.array([len(part) for part in parts], dtype=np.int32)
    matrices = np.zeros((len(parts), sizes.max(), sizes.max()), dtype)
    hidden = None
    for number, (part, size) in enumerate(zip(parts, sizes)):
        matrices[number, :size, :size] = np.ma.getdata(part)
        absent = no_edges(part, dtype)
        if absent.any():
            hidden = np.zeros(matrices.shape, bool) if hidden is None else hidden
            hidden[number, :size, :size] = absent
    return matrices if hidden is None else np.ma.array(matrices, mask=hidden), sizes


def no_edges(part: Array, dtype: np.dtype[Any]) -> Array:
    """Where a mask hides an element, or it says in the type of its matrix that there is no edge."""
    hidden: Array = np.ma.getmaskarray(part)
    if part.dtype == dtype or part.dtype not in NO_EDGE:
        return hidden
    says_so: Array = np.ma.getdata(part) == NO_EDGE[part.dtype]
    return hidden | says_so


def matrices_of(graphs: Any) -> Array:
    """The elements of a dense batch, those that a mask hides as no edges."""
    taken = with_mask(graphs)
    if not np.ma.is_masked(taken):
        return elements_of(taken, "the batch")
    matrices = elements_of(np.ma.filled(taken, 0), "the batch")  # a copy
    matrices[np.ma.getmaskarray(taken)] = NO_EDGE[matrices.dtype]
    return matrices


def integers_of(array: Any, what: str, dtype: npt.DTypeLike) -> Array:
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
