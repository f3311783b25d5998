# SPDX-License-Identifier: MIT
"""Batches in the memory of a GPU: what is refused without one, and results where there is one."""

import numpy as np
import pytest
from gpu_arrays import Pretended, needs_gpu, packages

import apsp

ARRAY = Pretended(np.ones((3, 3), dtype=np.int32))
BATCH = Pretended(np.ones((2, 3, 3), dtype=np.int32))


@pytest.mark.parametrize("options, error, message", (
    ({"offsets": np.array([0, 1])}, ValueError, "offsets is for a batch in the processor's memory"),
    ({"ptr": [0, 1]}, ValueError, "ptr is for a batch"),
    ({"weights": np.ones(3)}, ValueError, "weights is for a batch"),
    ({"vertices": 3}, ValueError, "vertices is for a batch"),
    ({"ragged": True}, ValueError, "ragged is for a batch"),
    ({"return_predecessors": True}, ValueError, "return_predecessors is for a batch"),
    ({"instruction_set": "portable"}, ValueError, "instruction_set is for a batch"),
    ({"sizes": [3]}, ValueError, "sizes has 1 elements, expected 2"),
    ({"sizes": [3, 0.5]}, TypeError, "sizes is of float64, expected integers"),
    ({"limit": -1}, ValueError, "limit must be >= 0"),
    ({"out": np.empty((2, 3, 3), dtype=np.int32)}, ValueError, "out lies in the processor's memory"),
    ({"out": Pretended(np.empty((2, 3, 3)))}, TypeError, "out has the type float64, expected int32"),
    ({"out": Pretended(np.empty((2, 3), dtype=np.int32))}, ValueError, r"expected \(2, 3, 3\)"),
    ({}, TypeError, "a Pretended in the memory of a GPU: expected out"),
))
def test_what_is_asked_of_a_batch_on_a_gpu(options, error, message):
    with pytest.raises(error, match=message):
        apsp.batch(BATCH, **options)


def test_batches_that_a_gpu_does_not_take():
    for array, message in ((ARRAY, r"the batch has shape \(3, 3\), expected \(B, N, N\)"),
                           (Pretended(np.ones((2, 3, 2))), r"the batch has shape \(2, 3, 2\)"),
                           ([ARRAY, ARRAY], "a list of arrays in the memory of a GPU")):
        with pytest.raises(ValueError, match=message):
            apsp.batch(array)
    with pytest.raises(TypeError, match="has the type <f2"):
        apsp.batch(Pretended(np.ones((2, 3, 3), dtype=np.float16)))
    out = Pretended(np.empty((2, 3, 3), dtype=np.int32))
    for options, message in (({"fill": 2**31}, "fill is 2147483648"),
                             ({"sizes": [3, 4]}, "graph 1: its size is 4, expected 0 to 3")):
        with pytest.raises(ValueError, match=message):
            apsp.batch(BATCH, out=out, **options)


@needs_gpu
@pytest.mark.parametrize("dtype", ("float64", "float32", "int64", "int32", "uint16", "uint8", "bool"))
def test_batches_on_a_gpu(rng, dtype):
    for put, get, kind in packages():
        if get is None or (kind.__name__ == "Tensor" and dtype == "uint16"):
            continue
        for vertices in (0, 1, 2, 31, 33, 64, 100, 130, 200, 300):
            most = {"bool": 2, "uint8": 255}.get(dtype, 900)
            matrices = rng.integers(0, most, (7, vertices, vertices))
            matrices[rng.random(matrices.shape) < rng.random()] = 0
            matrices = (matrices / 7 if "float" in dtype else matrices).astype(dtype)
            sizes = rng.integers(0, vertices + 1, 7)
            for options in ({}, {"sizes": sizes, "fill": 510}, {"directed": False, "limit": 20},
                            {"zeros_are_edges": True, "sizes": sizes}):
                expected = apsp.batch(matrices, **options)
                found = apsp.batch(put(matrices), **options)
                assert isinstance(found, kind)
                np.testing.assert_array_equal(get(found), expected, err_msg=f"{vertices} {options}")


@needs_gpu
def test_batches_on_a_gpu_in_views_in_place_and_without_an_answer(rng):
    cupy = pytest.importorskip("cupy")
    matrices = rng.random((6, 40, 40)) - (rng.random((6, 40, 40)) < 0.7)
    matrices[matrices < 0] = 0
    for view in (lambda a: a.transpose(0, 2, 1), lambda a: a[::-2, ::-1, ::-1], lambda a: a[:, 5:25, 10:30],
                 lambda a: a.transpose(2, 1, 0)[:, :6]):
        np.testing.assert_array_equal(apsp.batch(view(cupy.asarray(matrices))).get(),
                                      apsp.batch(view(matrices)))
    on_gpu = cupy.asarray(matrices)
    assert apsp.batch(on_gpu, out=on_gpu) is on_gpu
    np.testing.assert_array_equal(on_gpu.get(), apsp.batch(matrices))
    seen = []
    apsp.batch(cupy.asarray(matrices), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (6, 6)
    matrices[4, 3, 3] = -0.5
    with pytest.raises(apsp.NegativeCycle, match="graph 4: a negative cycle leads through vertex 3"):
        apsp.batch(cupy.asarray(matrices))
    with pytest.raises(OverflowError, match="graph 1: the distance from vertex 0 to vertex 2 is 65536"):
        apsp.batch(cupy.asarray([[[0, 1, 1]] * 3, [[0, 65533, 0], [0, 0, 3], [0] * 3]], dtype=np.uint16))
    with pytest.raises(ValueError, match="graph 0, row 0, column 1: weight is 1099511627776"):
        apsp.batch(cupy.asarray([[[0, 2**40], [0, 0]]]))
