# SPDX-License-Identifier: MIT
"""The matrices of a batch, and numbers of arrays in the types that its solver reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._arrays import unmasked, with_mask

Array = npt.NDArray[Any]
NO_EDGE = {np.dtype(np.int32): _apsp.UNREACHABLE, np.dtype(np.int64): _apsp.UNREACHABLE,
           np.dtype(np.uint16): 65535, np.dtype(np.float32): np.inf, np.dtype(np.float64): np.inf}


def elements_of(array: Any, what: str) -> Array:
    """The array in one of our types; integers of other types as int32 where they fit."""
    taken = unmasked(array, what)
    if taken.dtype in NO_EDGE:
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
