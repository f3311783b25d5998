# SPDX-License-Identifier: MIT
"""Memory of results."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp

FEW_BYTES = 32 << 20  # to ask the system for what is available takes longer than such a solve
KEPT_BYTES = range(FEW_BYTES, (4 << 30) + 1)  # of arrays whose memory is kept for later ones


def empty(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """numpy.empty(), but a large array takes memory that earlier ones left. Raises MemoryError where there
    is less: NumPy takes pages that the system does not have, which ends the process that fills them."""
    kind = np.dtype(dtype)
    size = int(math.prod(shape)) * kind.itemsize
    if size >= FEW_BYTES:
        _apsp.require_memory(min(size, 2**63), f"{' x '.join(map(str, shape))} of {kind}")
    if size in KEPT_BYTES:
        try:
            return _apsp.empty_bytes(size).view(kind).reshape(shape)
        except MemoryError:
            pass  # NumPy's message says how much
    return np.empty(shape, dtype=kind)


def promised(*arrays: npt.NDArray[Any] | None) -> int:
    """Bytes of new arrays of empty(), none of which is filled yet. Those of kept memory may be in use."""
    return sum(array.nbytes for array in arrays if array is not None and array.flags.owndata)


def release_memory() -> None:
    """Returns to the system what is kept of the memory of earlier calls."""
    _apsp.release_memory()
