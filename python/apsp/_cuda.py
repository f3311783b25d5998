# SPDX-License-Identifier: MIT
"""Arrays in the memory of a GPU: of CuPy, PyTorch, and others by ``__cuda_array_interface__`` or
DLPack. They are solved where they lie, and so are the distances."""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._checks import integer

CUDA, MANAGED = 2, 13  # kinds of device, as DLPack numbers them


class Gpu(NamedTuple):
    """A GPU that a solve may run on."""

    number: int
    name: str
    memory: int  #: bytes in all


def devices() -> list[Gpu]:
    """The GPUs that this process may use, at least one.

    Raises RuntimeError with the reason where there is none: no module, no driver, no device.
    """
    return [Gpu(*gpu) for gpu in _apsp.devices()]


def checked_gpus(gpus: Any) -> list[int]:
    """Numbers of GPUs. Raises TypeError for what is no sequence of integers."""
    try:
        numbers = [integer(gpu, "a GPU") for gpu in gpus]
    except TypeError:
        raise TypeError(f"gpus is {gpus!r}, expected a sequence of integers") from None
    for number in numbers:
        if not 0 <= number < 2**31:
            raise ValueError(f"gpus has {number}, expected numbers of GPUs, from 0 on")
    return numbers


class CudaArray:
    """The memory of an array. The strides count elements."""

    def __init__(self, source: Any, pointer: int, dtype: np.dtype[Any], shape: tuple[int, ...],
                 strides: tuple[int, ...], readonly: bool) -> None:
        self.source, self.pointer, self.dtype = source, pointer, dtype
        self.shape, self.strides, self.readonly = shape, strides, readonly

    @property
    def c_contiguous(self) -> bool:
        expected = 1
        for extent, stride in zip(reversed(self.shape), reversed(self.strides)):
            if extent != 1 and stride != expected:
                return False
            expected *= extent
        return True


def is_cuda(source: Any) -> bool:
    """Whether it lies in the memory of a GPU."""
    if isinstance(source, CudaArray):
        return True
    if isinstance(source, (np.ndarray, str)):
        return False
    if hasattr(source, "__dlpack_device__"):
        return int(source.__dlpack_device__()[0]) in (CUDA, MANAGED)
    return hasattr(source, "__cuda_array_interface__")


def cuda_array(source: Any) -> CudaArray:
    """The memory of an array for which is_cuda() holds.

    Raises TypeError for a type that there is no distance of, ValueError for odd strides.
    """
    if isinstance(source, CudaArray):
        return source
    if not hasattr(source, "__cuda_array_interface__"):
        pointer, name, shape, strides = _apsp.dlpack_array(source)
        return CudaArray(source, pointer, checked_type(name), shape, strides, False)
    told = source.__cuda_array_interface__
    if told.get("mask") is not None:
        raise TypeError("the array in the memory of a GPU has a mask, expected one without")
    dtype = checked_type(told["typestr"])
    pointer, readonly = told["data"]
    shape = tuple(told["shape"])
    strides = told.get("strides")
    if strides is None:
        strides = tuple(dtype.itemsize * int(np.prod(shape[n + 1:])) for n in range(len(shape)))
    if any(stride % dtype.itemsize for stride in strides):
        raise ValueError(f"the array has strides of {strides} bytes, expected multiples of {dtype.itemsize}")
    return CudaArray(source, pointer or 0, dtype, shape,
                     tuple(stride // dtype.itemsize for stride in strides), readonly)


def checked_type(name: str) -> np.dtype[Any]:
    """The type of elements; truth values count as uint8."""
    known = ("float64", "float32", "int64", "int32", "uint16", "uint8")
    try:
        dtype = np.dtype(name)
    except TypeError:
        dtype = np.dtype(object)
    if dtype == np.bool_:
        dtype = np.dtype(np.uint8)
    if dtype.name not in known or not dtype.isnative:
        raise TypeError(f"the array in the memory of a GPU has the type {name}, expected one of "
                        f"{', '.join(known)}")
    return dtype


def checked_square(source: Any) -> CudaArray:
    array = cuda_array(source)
    if len(array.shape) != 2:
        raise ValueError(f"the graph has {len(array.shape)} dimensions, expected 2: an N x N array")
    if array.shape[0] != array.shape[1]:
        raise ValueError(f"the graph is {array.shape[0]} x {array.shape[1]}, expected a square, N x N")
    return array


def new_output(array: CudaArray, shape: tuple[int, ...], dtype: npt.DTypeLike | None, out: Any) -> Any:
    """``out`` where it fits, else a new array of the package that the graph is of, on its GPU."""
    if out is not None:
        return checked_output(out, shape, dtype)
    kind = np.dtype(np.float64 if dtype is None else dtype)
    require_type(kind, "dtype")
    torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
    if torch is not None and isinstance(array.source, torch.Tensor):
        if not hasattr(torch, kind.name):
            raise TypeError(f"this PyTorch has no {kind}: expected another dtype")
        return torch.empty(shape, dtype=getattr(torch, kind.name), device=array.source.device)
    if cupy is not None and isinstance(array.source, cupy.ndarray):
        with array.source.device:
            return cupy.empty(shape, dtype=kind)
    raise TypeError(f"the graph is a {type(array.source).__name__} in the memory of a GPU: expected out, an "
                    "array there, for all but arrays of CuPy and PyTorch")


def checked_output(out: Any, shape: tuple[int, ...], dtype: npt.DTypeLike | None) -> Any:
    if not is_cuda(out):
        raise ValueError("out lies in the processor's memory, expected that of the GPU with the graph")
    memory = cuda_array(out)
    require_type(memory.dtype, "out")
    if dtype is not None and np.dtype(dtype) != memory.dtype:
        raise TypeError(f"out has the type {memory.dtype}, expected that of dtype, {np.dtype(dtype)}")
    if not memory.c_contiguous or memory.readonly:
        raise ValueError("out is not writeable, or not in C order")
    if math.prod(memory.shape) != math.prod(shape):
        raise ValueError(f"out has the shape {memory.shape}, expected {shape}")
    return out


def require_type(kind: np.dtype[Any], what: str) -> None:
    if kind.name not in ("float64", "float32", "int32", "uint16"):
        raise TypeError(f"{what} has the type {kind}, expected float64, float32, int32 or uint16")


def solve(graph: Any, sources: npt.NDArray[np.int32] | None, *, directed: bool,
          dtype: npt.DTypeLike | None, out: Any, return_predecessors: bool = False,
          limit: float = np.inf, loops: bool = True, unweighted: bool = False,
          method: str | None = None, width: str | None = None, instruction_set: str = "",
          device: str = "auto", gpus: Any = (), progress: Any = None) -> Any:
    """Distances as solve() and shortest_path() have them, on the GPU that holds ``graph``."""
    if return_predecessors or limit != np.inf:
        raise ValueError(("predecessors are" if return_predecessors else "a limit is")
                         + " for graphs in the processor's memory alone, found one in that of a GPU")
    array = checked_square(graph)
    vertices = array.shape[0]
    rows = vertices if sources is None else sources.size
    shape = (*((vertices,) if sources is None else sources.shape), vertices)

    if dtype is None and out is None and array.dtype == np.float32:
        dtype = np.float32
    result = new_output(array, (rows, vertices), dtype, out)
    memory = cuda_array(result)
    _apsp.solve_on_device(weights=array.pointer, type=array.dtype.name, vertices=vertices,
                          strides=array.strides, out=memory.pointer, out_type=memory.dtype.name,
                          sources=None if sources is None else sources.ravel().tolist(),
                          directed=directed, loops=loops, unweighted=unweighted, method=method,
                          width=width, instruction_set=instruction_set, device=device,
                          gpus=checked_gpus(gpus), progress=progress)
    return result.reshape(shape) if out is None else out
