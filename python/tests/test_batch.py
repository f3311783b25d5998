# SPDX-License-Identifier: MIT
"""apsp.batch held against SciPy, graph by graph."""

import array
import random

import numpy as np
import pytest
from batches import TYPES, as_edges, expected, no_path, sample
from only_dlpack import OnlyDLPack

import apsp


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("run", range(5))
def test_a_batch_has_scipys_distances(dtype, run):
    seed = random.randrange(2**32)
    print("seed", seed, "run", run)
    matrices, sizes = sample(seed)
    truth = expected(matrices, sizes, dtype)
    for threads in (1, 2):
        found = apsp.batch(matrices.astype(dtype), sizes=sizes, threads=threads)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, truth)
    edges, offsets = as_edges(matrices)
    found = apsp.batch(tuple(edges[:, :2].T), offsets, sizes, weights=edges[:, 2].astype(dtype))
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, truth)


@pytest.mark.parametrize(("dtype", "fills"), [
    (np.int32, (-1, 0, 510, np.int64(3), -2**31, 2**31 - 1)),
    (np.uint16, (0, 510, np.uint8(3), 65534, 65535)),
    (np.float32, (-1, 510, 0.1, -np.inf, np.nan, np.float32(2))), (np.float64, (-1, 510, 0.1, 1e300, np.nan)),
])
def test_fill_stands_for_no_path_and_beyond_a_graphs_size(dtype, fills, rng):
    for fill in fills:
        matrices, sizes = sample(rng.integers(2**32))
        truth = expected(matrices, sizes, dtype, fill)
        edges, offsets = as_edges(matrices)
        np.testing.assert_array_equal(apsp.batch(matrices.astype(dtype), sizes=sizes, fill=fill), truth)
        weights = edges[:, 2].astype(dtype)
        found = apsp.batch(tuple(edges[:, :2].T), offsets, sizes, weights=weights, fill=fill)
        np.testing.assert_array_equal(found, truth)
        out = np.empty_like(truth)
        assert apsp.batch(matrices.astype(dtype), sizes=sizes, fill=fill, out=out) is out
        np.testing.assert_array_equal(out, truth)


def test_a_distance_may_equal_fill():
    chain = ([0, 1], [1, 2], [4, -5])
    assert apsp.batch(chain, [0, 2], [3], fill=-1).tolist() == [[[0, 4, -1], [-1, 0, -5], [-1, -1, 0]]]


@pytest.mark.parametrize("dtype", TYPES)
def test_a_distance_beyond_the_limit_is_no_path(dtype, rng):
    for most in (1, 199.5, 200, np.float32(300), 10**400):
        matrices, sizes = sample(rng.integers(2**32))
        edges, offsets = as_edges(matrices)
        truth = expected(matrices, sizes, dtype, -1 if dtype != np.uint16 else 65535).astype(float)
        truth = np.where((truth < 65535) & (truth <= float(min(most, 1e9))), truth, -1)
        weights = edges[:, 2].astype(dtype)
        for found in (apsp.batch(matrices.astype(dtype), sizes=sizes, limit=most),
                      apsp.batch(tuple(edges[:, :2].T), offsets, sizes, weights=weights, limit=most)):
            np.testing.assert_array_equal(np.where(found == no_path(dtype), -1, found.astype(float)), truth)
    exact = apsp.batch(np.array([[[0, 0.1], [3, 0]]], np.float32), limit=0.1)
    assert exact.tolist() == [[[0, np.float32(0.1)], [np.inf, 0]]]


def test_a_distance_beyond_the_limit_need_not_fit():
    chain = np.array([[0, 1], [1, 2]]), [0, 2], [3]
    found = apsp.batch(*chain, weights=np.full(2, 40000, np.uint16), limit=79999, fill=7)
    assert found.tolist() == [[[0, 40000, 7], [7, 0, 40000], [7, 7, 0]]]
    with pytest.raises(OverflowError, match="graph 0: the distance from vertex 0 to vertex 2 is 80000"):
        apsp.batch(*chain, weights=np.full(2, 40000, np.uint16), limit=80000)


@pytest.mark.parametrize("dtype", TYPES)
def test_edges_of_undirected_graphs_lead_both_ways(dtype, rng):
    for _ in range(4):
        matrices, sizes = sample(rng.integers(2**32))
        back = matrices.transpose(0, 2, 1)
        both = np.where((back > 0) & ((back < matrices) | (matrices == 0)), back, matrices)
        truth = expected(both, sizes, dtype)
        found = apsp.batch(matrices.astype(dtype), sizes=sizes, directed=False)
        np.testing.assert_array_equal(found, truth)
        edges, offsets = as_edges(matrices)
        found = apsp.batch(tuple(edges[:, :2].T), offsets, sizes, weights=edges[:, 2].astype(dtype),
                           directed=np.False_)
        np.testing.assert_array_equal(found, truth)


@pytest.mark.parametrize("dtype", (*TYPES, np.int64))
def test_ragged_results_are_arrays_of_the_sizes_in_one_memory(dtype, rng):
    for _ in range(4):
        matrices, sizes = sample(rng.integers(2**32))
        edges, offsets = as_edges(matrices)
        truth = apsp.batch(matrices.astype(dtype), sizes=sizes)
        weights = edges[:, 2].astype(dtype)
        for found in (apsp.batch(matrices.astype(dtype), sizes=sizes, ragged=True),
                      apsp.batch(tuple(edges[:, :2].T), offsets, sizes, weights=weights, ragged=True)):
            assert len(found) == len(sizes)
            assert len({id(one.base) for one in found}) == 1
            assert found[0].base.size == np.square(sizes).sum()
            for one, size, padded in zip(found, sizes, truth):
                assert one.dtype == truth.dtype and one.flags.c_contiguous and one.flags.writeable
                np.testing.assert_array_equal(one, padded[:size, :size])
    assert apsp.batch([], [0], [], ragged=True) == []
    assert apsp.batch(np.empty((0, 3, 3)), ragged=True) == []
    assert [one.shape for one in apsp.batch([], [0, 0, 0], [0, 0], ragged=True)] == [(0, 0), (0, 0)]
    whole = apsp.batch(np.ones((2, 3, 3), dtype), ragged=True)
    np.testing.assert_array_equal(whole, [1 - np.eye(3)] * 2)


@pytest.mark.parametrize("dtype", (*TYPES, np.int64, np.uint8))
def test_a_list_of_unequal_matrices_is_a_batch(dtype, rng):
    for _ in range(4):
        matrices, sizes = sample(rng.integers(2**32))
        matrices = matrices.astype(dtype)
        graphs = [matrix[:size, :size] for matrix, size in zip(matrices, sizes)]
        truth = apsp.batch(matrices, sizes=sizes)
        np.testing.assert_array_equal(apsp.batch(graphs), truth)
        np.testing.assert_array_equal(apsp.batch(graphs, fill=7), apsp.batch(matrices, sizes=sizes, fill=7))
        hidden = [np.ma.masked_less(graph, 50) for graph in graphs]
        truth = apsp.batch(np.where(matrices < 50, 0, matrices), sizes=sizes)
        np.testing.assert_array_equal(apsp.batch(hidden), truth)
        alone = apsp.batch(hidden, ragged=True)
        assert [one.shape for one in alone] == [graph.shape for graph in graphs]
    found = apsp.batch([[[0, 3], [1, 0]], [[0]], np.zeros((0, 0), int)], fill=-1)
    assert found.dtype == np.int32
    assert found.tolist() == [[[0, 3], [1, 0]], [[0, -1], [-1, -1]], [[-1, -1], [-1, -1]]]
    mixed = apsp.batch([np.ones((2, 2), np.int32), np.full((1, 1), 0.5, np.float32)])
    assert mixed.dtype == np.float64  # as NumPy adds them
    mixed = apsp.batch([[[0, 1], [2, 0]], np.ones((2, 2), int)])
    np.testing.assert_array_equal(mixed, [[[0, 1], [2, 0]], [[0, 1], [1, 0]]])


def test_out_vertices_zeros_and_empty_batches():
    edges = np.array([[0, 1, 3]])
    out = np.empty((1, 3, 3), dtype=np.int32)
    assert apsp.batch(edges, [0, 1], [2], vertices=3, out=out) is out
    none = apsp.UNREACHABLE
    assert out.tolist() == [[[0, 3, none], [none, 0, none], [none, none, none]]]
    zeros = np.zeros((1, 2, 2), dtype=bool)
    assert apsp.batch(zeros).tolist() == [[[0, none], [none, 0]]]
    assert apsp.batch(zeros, zeros_are_edges=True).tolist() == [[[0, 0], [0, 0]]]
    assert apsp.batch([], [0], []).shape == (0, 0, 0)
    assert apsp.batch(np.empty((0, 4, 4))).shape == (0, 4, 4)
    assert apsp.batch([], [0, 0], [1]).tolist() == [[[0]]]


@pytest.mark.parametrize("dtype", (np.int32, np.int64, np.uint16, np.float32, np.float64, bool))
def test_a_masked_weight_is_no_edge(dtype):
    weights = np.array([[[0, 5], [7, 0]], [[0, 1], [1, 0]]], dtype=dtype)
    masked = np.ma.array(weights, mask=np.array([[[0, 1], [0, 0]], [[0, 0], [1, 0]]]))
    before = weights.copy()
    hidden = weights.copy()
    hidden[0, 0, 1] = hidden[1, 1, 0] = 0  # no edge, as the mask says
    truth = apsp.batch(hidden)
    for graphs in (masked, list(masked)):
        np.testing.assert_array_equal(apsp.batch(graphs), truth)
        zeros = apsp.batch(graphs, zeros_are_edges=True)
        assert zeros[0, 0, 1] == zeros[1, 1, 0] == no_path(zeros.dtype)
    np.testing.assert_array_equal(weights, before)
    np.testing.assert_array_equal(apsp.batch(np.ma.array(weights)), apsp.batch(weights))


def test_input_and_out_by_the_buffer_protocol_and_dlpack():
    edges, truth = np.array([[0, 1], [1, 0]]), [[[0, 1], [1, 0]]]
    memory = np.zeros((1, 2, 2), dtype=np.int32)
    for out in (memory, memoryview(memory), OnlyDLPack(memory), array.array("i", bytes(16))):
        memory[...] = -7
        assert apsp.batch(OnlyDLPack(edges), memoryview(np.array([0, 2])), [2], out=out) is out
        found = memory if isinstance(out, OnlyDLPack) else np.asarray(out)
        assert found.reshape(1, 2, 2).tolist() == truth
    weights = np.array(truth, dtype=np.float32)
    assert apsp.batch(OnlyDLPack(weights), out=memoryview(weights)) is not None
    assert weights.tolist() == truth


@pytest.mark.parametrize("shift", (-1, 0, 1))
def test_out_may_lie_on_the_input(shift):
    matrices, _ = sample(11, width=30)
    number = len(matrices)
    truth = apsp.batch(matrices.astype(np.int32))
    memory = np.zeros((number + 2, 30, 30), dtype=np.int32)
    memory[1:-1] = matrices
    out = memory[1 + shift:1 + shift + number]
    assert apsp.batch(memory[1:-1], out=out, threads=2) is out
    np.testing.assert_array_equal(out, truth)
    edges, offsets = as_edges(matrices)
    for kind in (np.int32, np.int64):
        memory = np.zeros(max(truth.size, 3 * len(edges)) + 7, dtype=kind)
        table = memory[7:7 + 3 * len(edges)].reshape(-1, 3)
        table[...] = edges
        out = memory.view(np.int32)[:truth.size].reshape(truth.shape)
        np.testing.assert_array_equal(apsp.batch(table, offsets, [30] * number, out=out), truth)
