# SPDX-License-Identifier: MIT
"""Vertices by their numbers, or by a mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._arrays import unmasked


def checked_sources(sources: Any, vertices: int, name: str = "sources") -> npt.NDArray[np.int32]:
    """Numbers of vertices as checked_indices() has them, or those at which a mask is true."""
    found = unmasked(sources, f"the {name}")
    if found.dtype != np.bool_:
        return checked_indices(sources, vertices, name)
    if found.shape != (vertices,):
        raise ValueError(f"{name} is a mask of shape {found.shape}, expected ({vertices},), or numbers of "
                         "vertices")
    return np.flatnonzero(found).astype(np.int32)


def checked_indices(indices: Any, vertices: int, name: str = "indices") -> npt.NDArray[np.int32]:
    """Numbers of vertices in any shape; those below 0 count from the end."""
    found = unmasked(indices, f"the {name}")
    whole = integers(found, vertices, name)
    checked = np.where(whole < 0, whole + vertices, whole)
    wrong = np.flatnonzero((checked < 0) | (checked >= vertices))
    if wrong.size:
        place = f"number {wrong[0]} is" if found.ndim else "found"
        expected = f"{-vertices} to {vertices - 1}" if vertices else "none in a graph of 0 vertices"
        raise ValueError(f"{name} out of range 0...{vertices}: {place} {found.flat[wrong[0]]}, "
                         f"expected {expected}")
    return checked.astype(np.int32)


def integers(found: npt.NDArray[Any], most: int, name: str = "indices") -> npt.NDArray[np.int64]:
    """Integers of any type as int64, those above ``most`` as ``most``. Raises TypeError for others."""
    whole: npt.NDArray[np.int64] | None = None
    if found.dtype.kind == "u":
        whole = np.asarray(np.minimum(found, np.uint64(most)), dtype=np.int64)
        return whole
    if found.dtype.kind in "ifO" or found.size == 0:
        try:
            with np.errstate(invalid="ignore"):  # NaN, and what is beyond 64 bits
                whole = found.astype(np.int64)
        except (TypeError, ValueError, OverflowError):
            pass
        if whole is not None and np.array_equal(whole, found) and not has_truths(found):
            return whole
    raise TypeError(f"the type of {name} is {found.dtype}, expected integers")


def has_truths(found: npt.NDArray[Any]) -> bool:
    """Whether objects are truth values: a mask, or a mistake."""
    return found.dtype.kind == "O" and any(isinstance(one, (bool, np.bool_)) for one in found.flat)
