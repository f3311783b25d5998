# SPDX-License-Identifier: MIT
"""The results of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from apsp._arrays import memory_of
from apsp._batch_matrices import Array
from apsp._checks import integer
from apsp._memory import empty

_HALF = np.dtype(np.float16)
_INFINITE_HALF = 65520  # is rounded to infinity, as what is above it


class Results:
    """Where the distances of a batch go: an array (B, N, N), new or the memory of ``out``, or if ``ragged``
    arrays of (size, size), one after the other. Those of float16 are rounded there once all are known.
    ``before``: predecessors are wanted too."""

    def __init__(self, weights: Array, sizes: Array, width: int, out: Any, ragged: bool,
                 before: bool) -> None:
        self.dtype = weights.dtype if weights.dtype != np.int64 else np.dtype(np.int32)
        self.sizes, self.width, self.out, self.ragged = sizes, width, out, ragged
        if ragged:
            squares = np.square(np.clip(sizes, 0, width).astype(float))  # exact where there is such memory
            self.memory = empty((int(squares.sum()),), self.dtype)
        else:
            self.memory = _output((len(sizes), width, width), self.dtype, out).reshape(-1)
        self.predecessors = empty(self.memory.shape, np.int32) if before else None

    def made(self, solve: Callable[..., None], *columns: Array, fill: Any, limit: float,
             **options: Any) -> Any:
        """Calls solve(columns..., sizes, N, memory, options), and returns what batch() does."""
        half, memory = self.dtype == _HALF, self.memory
        if half:
            memory = empty(memory.shape, np.float32)
            columns = tuple(column.astype(np.float32) if column.dtype == _HALF else column
                            for column in columns)
            if limit <= float(np.finfo(_HALF).max):
                limit = max(limit, float(_HALF.type(limit)))  # so that a weight of this number counts
        if self.out is not None:
            columns = tuple(column.copy() if np.may_share_memory(column, self.memory) else column
                            for column in columns)
        solve(*columns, self.sizes, self.width, memory, fill=checked_fill(fill, self.dtype), limit=limit,
              packed=self.ragged, predecessors=self.predecessors, **options)
        if half:
            self._round(memory)
        distances = self._parts(self.memory) if self.out is None else self.out
        return distances if self.predecessors is None else (distances, self._parts(self.predecessors))

    def _parts(self, memory: Array) -> Any:
        """The results in the form that is wanted."""
        if not self.ragged:
            return memory.reshape(len(self.sizes), self.width, self.width)
        sizes = self.sizes.tolist()
        starts = self._starts().tolist()
        return [memory[start:start + n * n].reshape(n, n) for n, start in zip(sizes, starts)]

    def _starts(self) -> Array:
        """Where each of ragged results begins."""
        squares = np.square(self.sizes.astype(np.int64))
        return np.cumsum(squares) - squares

    def _round(self, lengths: Array) -> None:
        """Stores lengths of float32 as float16. Raises OverflowError for one that makes infinity."""
        with np.errstate(over="ignore"):
            self.memory[...] = lengths
        lost = (lengths >= _INFINITE_HALF) | (lengths <= -_INFINITE_HALF)
        lost &= np.isfinite(lengths)
        if not lost.any():
            return
        place = int(np.argmax(lost))
        graph, rest = divmod(place, self.width * self.width)
        width = self.width
        if self.ragged:
            graph = int(np.searchsorted(self._starts(), place, side="right")) - 1
            rest, width = place - int(self._starts()[graph]), int(self.sizes[graph])
        i, j = divmod(rest, width)
        expected = f"less than {_INFINITE_HALF}" if lengths[place] > 0 else f"more than -{_INFINITE_HALF}"
        raise OverflowError(f"graph {graph}: the distance from vertex {i} to vertex {j} is "
                            f"{lengths[place]:.9g}, expected {expected} in float16")


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


def checked_fill(fill: Any, dtype: np.dtype[Any]) -> float | None:
    """The value as float64, which has all of our types."""
    if fill is None:
        return None
    if dtype.kind == "f":
        return float(dtype.type(_real(fill, "fill", dtype)))
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
