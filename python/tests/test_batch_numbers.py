# SPDX-License-Identifier: MIT
"""The numbers of apsp.batch: types that mix, integers of 64 bits, the bits of real weights, and halves."""

import random

import numpy as np
import pytest
from batches import sample
from scipy.sparse import csgraph

import apsp


def test_matrices_of_several_types_keep_what_is_no_edge():
    parts = [np.array([[0, 65535], [3, 0]], np.uint16),
             np.array([[0, 1, apsp.UNREACHABLE], [2, 0, 5], [70000, 4, 0]], np.int32)]
    assert apsp.batch(parts)[0, :2, :2].tolist() == [[0, apsp.UNREACHABLE], [3, 0]]
    found = apsp.batch([*parts, np.full((1, 1), 0.5)], ragged=True)
    assert found[0].tolist() == [[0, np.inf], [3, 0]]
    assert found[1].tolist() == [[0, 1, 6], [2, 0, 5], [6, 4, 0]]


@pytest.mark.parametrize("dtype", (np.float16, np.float32, np.float64, np.int32, np.int64, np.uint16))
def test_bytes_in_the_other_order(dtype):
    dtype = np.dtype(dtype)
    swapped = dtype.newbyteorder("S")
    none = np.inf if dtype.kind == "f" else min(np.iinfo(dtype).max, apsp.UNREACHABLE)
    parts = [np.array([[0, 3, none], [2, 0, 4], [none, 1, 0]], dtype), np.array([[0, none], [7, 0]], dtype)]
    turned = [part.astype(swapped) for part in parts]
    hidden = np.ma.array(turned[0], mask=np.eye(3, k=1))
    for found, expected in (
            (apsp.batch(np.stack(turned[:1])), apsp.batch(np.stack(parts[:1]))),
            (apsp.batch(turned), apsp.batch(parts)),
            (apsp.batch([*turned, np.full((1, 1), 0.5)]), apsp.batch([*parts, np.full((1, 1), 0.5)])),
            (apsp.batch([hidden]), apsp.batch([np.ma.array(parts[0], mask=np.eye(3, k=1))])),
            (apsp.batch(([0], [1], np.array([5], swapped)), ptr=[0, 2]),
             apsp.batch(([0], [1], np.array([5], dtype)), ptr=[0, 2]))):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_a_limit_of_float16_is_not_below_what_is_given():
    weights = np.array([[[0, 0.09999], [0, 0]], [[0, 0.1], [0, 0]], [[0, 0.3], [0, 0]]], np.float16)
    assert np.isfinite(apsp.batch(weights[:2], limit=0.1)[:, 0, 1]).all()
    assert np.isfinite(apsp.batch(weights[2:], limit=0.3)[:, 0, 1]).all()
    assert np.isinf(apsp.batch(weights, limit=0.0999)[:, 0, 1]).all()


def test_matrices_of_64_bits_are_those_of_32():
    generator = np.random.default_rng(17)
    matrices = generator.integers(1, 10**6, (90, 40, 40))
    truth = apsp.batch(matrices.astype(np.int32))
    for threads in (1, 2, 5):
        np.testing.assert_array_equal(apsp.batch(matrices, threads=threads), truth)
    np.testing.assert_array_equal(apsp.batch(matrices[:, ::-1, ::-1])[:, ::-1, ::-1], truth)
    for graph, row, column in ((0, 0, 1), (89, 39, 38)):
        wide = matrices.copy()
        wide[graph, row, column] = -2**31 - 1
        place = f"graph {graph}, row {row}, column {column}: weight is -2147483649"
        with pytest.raises(ValueError, match=place):
            apsp.batch(wide)


def test_padding_of_64_bits_is_not_blamed_for_other_errors():
    matrices = np.ones((3, 4, 4), np.int64)
    matrices[0, 3, 3] = 2**40
    sizes = [2, 2, 2]
    assert apsp.batch(matrices, sizes=sizes)[0, 0, 1] == 1
    with pytest.raises(ValueError, match="nope"):
        apsp.batch(matrices, sizes=sizes, instruction_set="nope")
    with pytest.raises(ValueError, match="graph 1: its size is 5"):
        apsp.batch(matrices, sizes=[2, 5, 2])
    matrices[2, 0, 1] = -2**30
    with pytest.raises(ValueError, match="graph 2, row 0, column 1: weight is -1073741824"):
        apsp.batch(matrices, sizes=sizes)


def triple_loop(matrices):
    """Floyd's loop of NumPy in the type of the matrices; loops of 0 or more change nothing."""
    distances = matrices.copy()
    for d in distances:
        np.fill_diagonal(d, np.where(np.diagonal(d) > 0, 0, np.diagonal(d)))
        for k in range(len(d)):
            detours = d[:, k:k + 1] + d[k]
            d[...] = np.where(detours < d, detours, d)
    return distances


@pytest.mark.parametrize("dtype", (np.float32, np.float64))
@pytest.mark.parametrize("vertices", (1, 2, 31, 32, 33, 64, 65))
def test_real_weights_have_the_bits_of_the_triple_loop(dtype, vertices):
    seed = random.randrange(2**32)
    print("seed", seed)
    generator = np.random.default_rng(seed)
    shape = (40, vertices, vertices)
    matrices = generator.integers(0, 200, shape).astype(dtype)
    matrices[generator.random(shape) < 0.3] = np.inf
    matrices[::7] += generator.random(shape)[::7].astype(dtype)
    matrices[3] *= dtype(32766 / vertices // 199)
    matrices[4] *= 5000
    matrices[5, -1, 0] = -0.0
    matrices[6, 0, -1] = 0.25
    heights = generator.integers(0, 50, (40, vertices))
    matrices[8] += heights[8][:, None] - heights[8]
    truth = triple_loop(matrices)
    graph, source, destination = np.nonzero(matrices < np.inf)
    offsets = np.searchsorted(graph, np.arange(41))
    weights = matrices[graph, source, destination]
    apart = np.repeat(weights, 3)[::3]
    for name in apsp.instruction_sets():
        options = {"threads": generator.integers(1, 4), "instruction_set": name}
        assert apsp.batch(matrices, zeros_are_edges=True, **options).tobytes() == truth.tobytes()
        for index in (np.int32, np.int64):
            edges = np.stack([source, destination], axis=1).astype(index)
            for column in (weights, apart):
                found = apsp.batch(edges, offsets, np.full(40, vertices), weights=column, **options)
                np.testing.assert_array_equal(found, truth)


def test_halves_are_computed_in_float32_and_rounded_once(rng):
    for _ in range(5):
        matrices, sizes = sample(rng.integers(2**32))
        matrices = np.where(matrices, matrices * rng.random(matrices.shape), np.inf).astype(np.float16)
        single = apsp.batch(matrices.astype(np.float32), sizes=sizes)
        truth = single.astype(np.float16)
        found = apsp.batch(matrices, sizes=sizes)
        assert found.dtype == np.float16
        np.testing.assert_array_equal(found, truth)
        out = np.empty_like(truth)
        assert apsp.batch(matrices, sizes=sizes, out=out) is out
        np.testing.assert_array_equal(out, truth)
        np.testing.assert_array_equal(apsp.batch(matrices, sizes=sizes, fill=0.1),
                                      np.where(single < np.inf, truth, np.float16(0.1)))
        for one, padded, size in zip(apsp.batch(matrices, sizes=sizes, ragged=True), truth, sizes):
            assert one.dtype == np.float16
            np.testing.assert_array_equal(one, padded[:size, :size])
        graph, source, destination = np.nonzero((matrices < np.inf) & (matrices != 0))
        offsets = np.searchsorted(graph, np.arange(len(matrices) + 1))
        weights = matrices[graph, source, destination]
        found = apsp.batch((source, destination), offsets, sizes, weights=weights, limit=150)
        np.testing.assert_array_equal(found, np.where(single <= 150, truth, np.inf))
        memory = matrices.copy()
        assert apsp.batch(memory, sizes=sizes, out=memory) is memory
        np.testing.assert_array_equal(memory, truth)
    third = np.array([[[0, 0.3], [np.inf, 0]]], np.float16)
    np.testing.assert_array_equal(apsp.batch(third, limit=0.3), third)


def test_a_length_beyond_halves_is_refused_with_its_graph():
    chain = np.full((3, 3, 3), np.inf, np.float16)
    chain[:, 0, 1] = chain[:, 1, 2] = 30000
    np.fill_diagonal(chain[0], 5)
    assert apsp.batch(chain)[2, 0].tolist() == [0, 30000, 60000]
    chain[1, 1, 2] = chain[2, 0, 1] = 65504
    out = np.empty((3, 3, 3), np.float16)
    for options in ({}, {"ragged": True}, {"limit": 1e5}, {"fill": -1, "out": out}):
        with pytest.raises(OverflowError, match="^graph 1: the distance from vertex 0 to vertex 2 is 95504, "
                                                "expected less than 65520"):
            apsp.batch(chain, **options)
    assert apsp.batch(chain, limit=65504)[1, 0].tolist() == [0, 30000, np.inf]
    with pytest.raises(OverflowError, match="^graph 1: the distance from vertex 0 to vertex 3 is 95505, "):
        apsp.batch(([0, 1, 2], [1, 2, 3], np.array([1, 30000, 65504], np.float16)), [0, 0, 3, 3], [2, 4, 0],
                   ragged=True)
    with pytest.raises(ValueError, match="fill is 65505, expected -65504.0 to 65504.0, as float16"):
        apsp.batch(chain, fill=65505)
    fall = ([0, 1], [1, 2], np.full(2, -40000, np.float16))
    with pytest.raises(OverflowError, match="vertex 2 is -80000, expected more than -65520 in float16"):
        apsp.batch(fall, [0, 2], [3])
    near = ([0, 1], [1, 2], np.array([65504, 15.99], np.float16))  # nearer to 65504 than to infinity
    assert apsp.batch(near, [0, 2], [3])[0, 0, 2] == 65504


def test_integers_of_64_bits_mean_what_those_of_32_do():
    none = apsp.UNREACHABLE
    matrices = np.array([[[5, none, 3], [2**31 - 1, 0, none + 1], [7, 40000, 0]]])
    for zeros in (False, True):
        found = apsp.batch(matrices, zeros_are_edges=zeros, fill=-1)
        truth = apsp.batch(matrices.astype(np.int32), zeros_are_edges=zeros, fill=-1)
        assert found.dtype == np.int32
        np.testing.assert_array_equal(found, truth)
    assert truth.tolist() == [[[0, 40003, 3], [-1, 0, -1], [7, 40000, 0]]]
    memory = np.zeros((3, 20, 20), dtype=np.int64)
    memory[...] = sample(23, width=20)[0][0]
    truth = apsp.batch(memory)
    out = memory.view(np.int32).reshape(-1)[:1200].reshape(3, 20, 20)
    np.testing.assert_array_equal(apsp.batch(memory, out=out), truth)
    with pytest.raises(ValueError, match="graph 0, row 0, column 1: weight is -1073741823, expected "):
        apsp.batch(np.array([[[0, -none], [1, 0]]]))


def test_fractions_have_the_bits_of_scipys_triple_loop():
    matrices = np.random.default_rng(3).random((5, 33, 33))
    truth = np.stack([csgraph.floyd_warshall(matrix) for matrix in matrices])
    assert apsp.batch(matrices).tobytes() == truth.tobytes()
