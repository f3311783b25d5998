# SPDX-License-Identifier: MIT
"""What the tests of GPUs share: whether there is one, and arrays in its memory."""

import pytest

import apsp


class Pretended:
    """Shows memory of the processor as that of a GPU."""

    def __init__(self, array, **other):
        self.array, self.other = array, other

    @property
    def __cuda_array_interface__(self):
        described = self.array.__array_interface__
        return {**{key: described[key] for key in ("shape", "typestr", "data", "strides")},
                "version": 3, **self.other}


def why_not():
    """The reason why no GPU can be used; empty: one can."""
    try:
        apsp.devices()
    except RuntimeError as error:
        return str(error)
    return ""


WHY_NOT = why_not()
needs_gpu = pytest.mark.skipif(WHY_NOT != "", reason=WHY_NOT or "a GPU is there")


def packages():
    """Of the packages that are there: a function from an array of NumPy to one on the GPU, one back,
    and the type."""
    found = []
    try:
        import cupy
    except ImportError:
        pass
    else:
        class OnlyDLPack:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **options):
                return self.array.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        found += [(cupy.asarray, lambda array: array.get(), cupy.ndarray),
                  (lambda array: OnlyDLPack(cupy.asarray(array)), None, OnlyDLPack)]
    try:
        import torch
    except ImportError:
        pass
    else:
        if torch.cuda.is_available():
            found.append((lambda array: torch.from_numpy(array).cuda(), lambda array: array.cpu().numpy(),
                          torch.Tensor))
    return found or pytest.skip("neither CuPy nor a PyTorch of GPUs is there")
