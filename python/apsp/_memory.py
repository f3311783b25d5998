# SPDX-License-Identifier: MIT
"""Memory of results."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp

KEPT_BYTES = range(32 << 20, (4 << 30) + 1)  # of arrays whose memory is kept for later ones


def empty(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """numpy.empty(), but a large array takes memory that earlier ones left."""
    kind = np.dtype(dtype)
    size = int(math.prod(shape)) * kind.itemsize
    if size in KEPT_BYTES:
        try:
            return _apsp.empty_bytes(size).view(kind).reshape(shape)
        except MemoryError:
            pass  # NumPy's message says how much
    return np.empty(shape, dtype=kind)
