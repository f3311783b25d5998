# SPDX-License-Identifier: MIT
"""Arrays of NumPy on the memory that others lend, and what their masks hide."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._cuda import is_cuda

CPU = 1  # a kind of device, as DLPack numbers them


def array_of(source: Any) -> npt.NDArray[Any]:
    """An array of NumPy on the same memory, where the source lends it."""
    if isinstance(source, np.ndarray):
        return source
    if is_cuda(source):
        raise ValueError("the array lies in the memory of a GPU, expected the processor's: only an N x N "
                         "array may lie there, for solve and the functions that have SciPy's names, and the "
                         "matrices of batch")
    if hasattr(source, "__dlpack__"):
        device, _ = source.__dlpack_device__()
        if device != CPU:
            raise ValueError(f"the array lies on a device of kind {int(device)} of DLPack, expected 1, "
                             "the processor's memory")
        if not hasattr(source, "__array__"):
            return np.from_dlpack(source)
    return np.asarray(source)


class Unversioned:
    """An array of DLPack that is asked as in its first version, where an array that lends its memory
    lets others write to it."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        return self.array.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Writeable:
    """The memory of an array that NumPy takes for read-only, as it takes all of DLPack's."""

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self.array = array  # keeps the memory
        told = array.__array_interface__
        self.__array_interface__ = {**told, "data": (told["data"][0], False)}


def memory_of(out: Any) -> npt.NDArray[Any]:
    """An array of NumPy on the memory of ``out``, by the buffer protocol or DLPack, never a copy.

    Raises TypeError where ``out`` does not lend it.
    """
    if np.ma.is_masked(out):
        raise ValueError("some of out is masked, expected an array without")
    if isinstance(out, np.ndarray):
        return np.asarray(out)
    try:
        return np.asarray(memoryview(out))
    except TypeError:
        pass
    if not hasattr(out, "__dlpack__"):
        raise TypeError(f"out is a {type(out).__name__}, expected an array that lends its memory")
    if is_cuda(out) or hasattr(out, "__array__"):
        return array_of(out)
    return np.asarray(Writeable(np.from_dlpack(Unversioned(out))))


def with_mask(source: Any) -> npt.NDArray[Any]:
    """array_of(source), but a masked array where it is a list of some."""
    if isinstance(source, (list, tuple)) and any(map(np.ma.isMaskedArray, source)):
        masked: npt.NDArray[Any] = np.ma.array(source)
        return masked
    return array_of(source)


def has_truths(source: Any) -> bool:
    """Whether a list, or one of its lists, has a truth value, which NumPy takes for 0 or 1 among numbers."""
    if isinstance(source, np.ndarray):
        return bool(source.dtype == np.bool_)
    if not isinstance(source, (list, tuple)):
        return False
    types = set(map(type, source))
    if bool in types or np.bool_ in types:
        return True
    nested = any(issubclass(one, (list, tuple, np.ndarray)) for one in types)
    return nested and any(map(has_truths, source))


def unmasked(source: Any, what: str) -> npt.NDArray[Any]:
    """A plain array of the same elements. Raises ValueError where a mask hides one, TypeError for a list of
    truth values and numbers."""
    array = with_mask(source)
    if array.dtype != np.bool_ and isinstance(source, (list, tuple)) and has_truths(source):
        raise TypeError(f"some of {what} are truth values, and others are not: expected numbers alone")
    if np.ma.is_masked(array):
        first = np.unravel_index(int(np.argmax(np.ma.getmaskarray(array))), array.shape)
        place = f"element {', '.join(map(str, first))}" if first else "it"
        raise ValueError(f"some of {what} are masked: {place}, expected none")
    return np.asarray(array)


def laid_out(array: Any, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """The array itself, or a copy of this type, in C order, with every element where its type may lie."""
    made = np.ascontiguousarray(array, dtype=dtype)
    return made if made.flags.aligned else made.copy()


def reals(numbers: Any, what: str) -> npt.NDArray[np.float64]:
    """Numbers of edges as float64. Raises TypeError for others, ValueError for too large ones."""
    try:
        return np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        for edge, number in enumerate(numbers):
            try:
                float(number)
            except OverflowError:
                raise ValueError(f"edge {edge}: the {what} is beyond float64, expected a number of "
                                 "it") from None
            except (TypeError, ValueError):
                raise TypeError(f"edge {edge}: the {what} is {number!r}, expected a number") from None
        raise


def require_indices(matrix: Any) -> None:
    """Raises ValueError unless the indices of a sparse matrix of SciPy lie in it: conversions follow them
    without a look. SciPy 1.17's own check looks at none where ``indptr`` ends with 0 or less."""
    matrix.check_format(full_check=True)
    begin = getattr(matrix, "indptr", None)
    if begin is not None and (begin[1:] < begin[:-1]).any():
        raise ValueError("the starts of its rows or columns fall, expected each no less than the one before")
