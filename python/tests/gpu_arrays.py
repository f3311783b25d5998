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
    """Pairs of functions: an array of NumPy to one on the GPU, and back."""
    cupy = pytest.importorskip("cupy")
    torch = pytest.importorskip("torch")

    class OnlyDLPack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    return ((cupy.asarray, lambda found: found.get(), cupy.ndarray),
            (lambda array: torch.from_numpy(array).cuda(), lambda found: found.cpu().numpy(), torch.Tensor),
            (lambda array: OnlyDLPack(cupy.asarray(array)), None, OnlyDLPack))
