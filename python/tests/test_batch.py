# SPDX-License-Identifier: MIT
"""apsp.batch held against SciPy, graph by graph."""

import array
import random

import numpy as np
import pytest
from scipy.sparse import csgraph

import apsp

TYPES = (np.int32, np.uint16, np.float32, np.float64)


def no_path(dtype):
    return {np.int32: apsp.UNREACHABLE, np.uint16: 65535}.get(np.dtype(dtype).type, np.inf)


def expected(matrices, sizes, dtype, none=None):
    """SciPy's distances of matrices of weights whose 0 is no edge, padded."""
    none = no_path(dtype) if none is None else none
    padded = np.full(matrices.shape, none, dtype=dtype)
    for matrix, size, to in zip(matrices, sizes, padded):
        found = csgraph.floyd_warshall(matrix[:size, :size].astype(float))
        to[:size, :size] = np.where(np.isinf(found), none, found).astype(dtype)
    return padded


def sample(seed, width=None):
    generator = np.random.default_rng(seed)
    width = width or int(generator.integers(1, 40))
    number = int(generator.integers(1, 9))
    sizes = generator.integers(0, width + 1, number).astype(np.int32)
    sizes[0] = width
    matrices = generator.integers(1, 200, (number, width, width))
    matrices[generator.random(matrices.shape) > generator.random()] = 0
    for matrix, size in zip(matrices, sizes):
        np.fill_diagonal(matrix, 0)
        matrix[size:] = 0
        matrix[:, size:] = 0
    return matrices, sizes


def as_edges(matrices):
    graph, source, destination = np.nonzero(matrices)
    offsets = np.searchsorted(graph, np.arange(len(matrices) + 1))
    weights = matrices[graph, source, destination]
    return np.stack([source, destination, weights], axis=1), offsets


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


def test_three_columns_and_two_columns():
    matrices, sizes = sample(7)
    edges, offsets = as_edges(matrices)
    np.testing.assert_array_equal(apsp.batch(edges, offsets, sizes, fill=-1),
                                  expected(matrices, sizes, np.int32, -1))
    hops = apsp.batch(tuple(edges[:, :2].T), offsets.tolist(), sizes.tolist(), fill=-1)
    np.testing.assert_array_equal(hops, expected(matrices != 0, sizes, np.int32, -1))


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


def test_matrices_of_several_types_keep_what_is_no_edge():
    parts = [np.array([[0, 65535], [3, 0]], np.uint16),
             np.array([[0, 1, apsp.UNREACHABLE], [2, 0, 5], [70000, 4, 0]], np.int32)]
    assert apsp.batch(parts)[0, :2, :2].tolist() == [[0, apsp.UNREACHABLE], [3, 0]]
    found = apsp.batch([*parts, np.full((1, 1), 0.5)], ragged=True)
    assert found[0].tolist() == [[0, np.inf], [3, 0]]
    assert found[1].tolist() == [[0, 1, 6], [2, 0, 5], [6, 4, 0]]


def test_a_limit_of_float16_is_not_below_what_is_given():
    weights = np.array([[[0, 0.09999], [0, 0]], [[0, 0.1], [0, 0]], [[0, 0.3], [0, 0]]], np.float16)
    assert np.isfinite(apsp.batch(weights[:2], limit=0.1)[:, 0, 1]).all()
    assert np.isfinite(apsp.batch(weights[2:], limit=0.3)[:, 0, 1]).all()
    assert np.isinf(apsp.batch(weights, limit=0.0999)[:, 0, 1]).all()


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


def through_all_graphs(matrices, sizes):
    """Edges whose vertices are numbered through all graphs, and ptr."""
    edges, offsets = as_edges(matrices)
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    edges[:, :2] += np.repeat(ptr[:-1], np.diff(offsets))[:, None]
    return edges, ptr


@pytest.mark.parametrize("index", (np.int64, np.int32, np.uint8))
def test_vertices_may_be_numbered_through_all_graphs(index, rng):
    for run in range(8):
        matrices, sizes = sample(rng.integers(2**32), width=9 if index == np.uint8 else None)
        edges, ptr = through_all_graphs(matrices, sizes)
        edges = edges.astype(index)
        if run % 2:
            rng.shuffle(edges)
        for dtype in (*TYPES, np.int64):
            truth = expected(matrices, sizes, np.int32 if dtype == np.int64 else dtype)
            weights = edges[:, 2].astype(dtype)
            found = apsp.batch(tuple(edges[:, :2].T), ptr=ptr, weights=weights)
            assert found.dtype == truth.dtype
            np.testing.assert_array_equal(found, truth)
        if len(edges) in (2, 3):  # which may be rows or columns
            continue
        truth = expected(matrices, sizes, np.int32)
        np.testing.assert_array_equal(apsp.batch(edges, ptr=ptr.tolist()), truth)
        for one, padded, size in zip(apsp.batch(edges, ptr=ptr, ragged=True), truth, sizes):
            np.testing.assert_array_equal(one, padded[:size, :size])
        back = apsp.batch(edges[:, [1, 0, 2]], ptr=ptr, directed=False)
        np.testing.assert_array_equal(back, apsp.batch(edges, ptr=ptr, directed=False))
        hops = apsp.batch(edges[:, :2], ptr=ptr, fill=510, vertices=sizes.max() + 2)
        truth = np.pad(matrices != 0, ((0, 0), (0, 2), (0, 2)))
        np.testing.assert_array_equal(hops, expected(truth, sizes, np.int32, 510))


def test_few_edges_among_many_vertices_and_none():
    ptr = [0, 0, 10**5, 10**5, 2 * 10**5 + 1, 2 * 10**5 + 3]
    crossing = "^edge 1 leads from vertex 100000 of graph 3 to vertex 99999 of graph 1, expected both in one"
    with pytest.raises(ValueError, match=crossing):
        apsp.batch(([200001, 100000], [200002, 99999]), ptr=ptr, vertices=10**5)
    few = [0, 0, 3, 3, 5]
    assert apsp.batch(([3], [4]), ptr=few, fill=-1)[:, 0, 1].tolist() == [-1, -1, -1, 1]
    assert apsp.batch([], ptr=few, fill=-1)[:, 0, 0].tolist() == [-1, 0, -1, 0]
    assert apsp.batch([], ptr=[0]).shape == (0, 0, 0)
    assert apsp.batch(([], []), ptr=[0, 0], ragged=True)[0].shape == (0, 0)


def test_an_edge_index_of_ptr_is_no_rows():
    ptr = [0, 4, 8]
    with pytest.raises(ValueError, match=r"edges has shape \(2, 5\), expected E rows; tuple\(edges\) says"):
        apsp.batch(np.array([[0, 1, 2, 4, 5], [1, 2, 3, 5, 6]]), ptr=ptr)
    for either in ([[0, 2], [1, 3]], [[0, 1, 2], [1, 2, 3]]):
        with pytest.raises(ValueError, match="two rows of edges or sources and destinations: tuple"):
            apsp.batch(either, ptr=ptr)
    assert apsp.batch([[0, 1], [1, 0]], ptr=ptr)[0, 0, 1] == 1
    assert apsp.batch([[0, 1], [4, 5]], ptr=ptr)[1, 0, 1] == 1  # no columns, for 0 and 4 are of two graphs
    assert apsp.batch([[0, 1], [1, 2], [2, 3]], ptr=ptr)[0, 0, 3] == 3


def layouts(table):
    """The same rows in other places: reversed twice, by columns, among other numbers, odd addresses."""
    yield table
    yield table[::-1].copy()[::-1]
    yield np.asfortranarray(table)
    spread = np.zeros((len(table), 7), dtype=table.dtype)
    spread[:, 1:1 + table.shape[1]] = table
    yield spread[:, 1:1 + table.shape[1]]
    packed = np.zeros(len(table), dtype=[("pad", np.int8), ("row", table.dtype, table.shape[1])])
    packed["row"] = table
    yield packed["row"]
    fixed = table.copy()
    fixed.flags.writeable = False
    yield fixed


@pytest.mark.parametrize("index", [np.int64, np.int32, np.int16, np.uint8, np.uint64, ">i8"])
def test_edges_of_any_integers_lie_as_they_like(index):
    matrices, sizes = sample(13, width=25)
    edges, offsets = as_edges(matrices)
    truth = expected(matrices, sizes, np.int32)
    for table in layouts(edges.astype(index)):
        np.testing.assert_array_equal(apsp.batch(table, offsets, sizes), truth)
        for kind in (np.int64, np.uint8, *TYPES):
            weights = table[:, 2].astype(kind)
            found = apsp.batch(table[:, :2], offsets, sizes, weights=weights)
            assert found.dtype == (kind if kind in TYPES else np.int32)
            np.testing.assert_array_equal(found, expected(matrices, sizes, found.dtype))
    assert apsp.batch(np.empty((0, 3), index), [0, 0], [1]).tolist() == [[[0]]]
    assert apsp.batch(np.empty((0, 2), index), [0], [], weights=np.empty(0, index)).shape == (0, 0, 0)


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


def test_sources_and_destinations_of_two_types():
    matrices, sizes = sample(29)
    edges, offsets = as_edges(matrices)
    for source, destination in ((np.int32, np.int64), (np.int64, np.int32), (np.uint8, np.int64)):
        columns = edges[:, 0].astype(source), edges[:, 1].astype(destination), edges[:, 2]
        found = apsp.batch(columns, offsets, sizes)
        np.testing.assert_array_equal(found, expected(matrices, sizes, np.int32))
    near = ([0, 1], [1, 0])
    found = apsp.batch((np.array(near[0], np.int32), np.array(near[1])), ptr=[0, 2])
    np.testing.assert_array_equal(found, apsp.batch(near, ptr=[0, 2]))


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


def test_one_weight_for_all_edges():
    matrices, sizes = sample(19, width=33)
    edges, offsets = as_edges(matrices)
    for dtype in (*TYPES, np.int64):
        weights = np.broadcast_to(dtype(3), len(edges))
        found = apsp.batch(edges[:, :2], offsets, sizes, weights=weights)
        kind = np.int32 if dtype == np.int64 else dtype
        np.testing.assert_array_equal(found, expected(3 * (matrices != 0), sizes, kind))


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


@pytest.mark.parametrize(("error", "message", "call"), [
    (ValueError, "graph 1, edge 1 (its number 0): destination is 7, expected 0 to 1",
     lambda: apsp.batch([[0, 1, 1], [0, 7, 1]], [0, 1, 2], [2, 2])),
    (ValueError, "graph 1, edge 2 (its number 1): source is 4294967296, expected 0 to 1",
     lambda: apsp.batch([[0, 1, 1], [0, 1, 1], [2**32, 7, 1]], [0, 1, 3], [2, 2])),
    (ValueError, "graph 0, edge 0 (its number 0): destination is -4294967295, expected 0 to 1",
     lambda: apsp.batch([[0, 1 - 2**32]], [0, 1], [2])),
    (ValueError, "graph 0, edge 0 (its number 0): source is 8589934592, expected no edge in a graph of 0",
     lambda: apsp.batch([[2**33, 0]], [0, 1], [0])),
    (ValueError, "graph 1, edge 1 (its number 0): weight is 4294967297, expected -1073741822 to 1073741822",
     lambda: apsp.batch([[0, 1, 1], [0, 1, 2**32 + 1]], [0, 1, 2], [2, 2])),
    (ValueError, "graph 0, edge 1 (its number 1): weight is -4294967297, expected -1073741822 to 1073741822",
     lambda: apsp.batch([[0, 1], [1, 0]], [0, 2], [2], weights=[1, -2**32 - 1])),
    (ValueError, "offset 2 is 1, expected the number of edges, 2",
     lambda: apsp.batch([[0, 1, 1], [0, 1, 1]], [0, 1, 1], [2, 2])),
    (ValueError, "edges has shape (1, 4), expected E rows of 2 or 3",
     lambda: apsp.batch([[0, 1, 1, 1]], [0, 1], [2])),
    (TypeError, "edges is of float64, expected integers",
     lambda: apsp.batch([[0.0, 1.0]], [0, 1], [2])),
    (ValueError, "weights has shape (2,), expected (1,)",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], weights=[1, 2])),
    (TypeError, "sizes is None", lambda: apsp.batch([[0, 1]], [0, 1])),
    (ValueError, "graph 0, row 0, column 0: weight is nan",
     lambda: apsp.batch(np.full((1, 2, 2), np.nan))),
    (ValueError, "the batch has shape (2, 2), expected (B, N, N)",
     lambda: apsp.batch(np.eye(2))),
    (ValueError, "sizes has 2 elements, expected 1",
     lambda: apsp.batch(np.eye(2)[None], sizes=[1, 1])),
    (ValueError, "graph 0, row 0, column 0: weight is 1099511627776, expected -1073741822 to 1073741822",
     lambda: apsp.batch(np.full((1, 1, 1), 2**40))),
    (TypeError, "the batch is of complex128", lambda: apsp.batch(np.ones((1, 1, 1), complex))),
    (ValueError, "out has shape (1, 1, 1) of float32, expected (1, 2, 2) of int32",
     lambda: apsp.batch(np.eye(2, dtype=int)[None], out=np.empty((1, 1, 1), np.float32))),
    (OverflowError, "graph 0: the distance from vertex 0 to vertex 2 is 80000",
     lambda: apsp.batch([[0, 1], [1, 2]], [0, 2], [3], weights=np.full(2, 40000, np.uint16))),
    (TypeError, "vertices is 2.5, expected an integer",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], vertices=2.5)),
    (ValueError, "vertices is -1", lambda: apsp.batch([[0, 1]], [0, 1], [2], vertices=-1)),
    (ValueError, "element 1 of sizes is 1099511627776, expected one of int32",
     lambda: apsp.batch(np.ones((2, 2, 2), np.int32), sizes=[2, 2**40])),
    (ValueError, "sizes has shape (1, 1), expected one row of int32",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), sizes=[[2]])),
    (TypeError, "weights is given without offsets or ptr",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), weights=[1])),
    (TypeError, "vertices is given without offsets",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), vertices=5)),
    (TypeError, "zeros_are_edges is given beside offsets",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], zeros_are_edges=True)),
    (ValueError, "some of edges are masked: element 0, 1, expected none",
     lambda: apsp.batch(np.ma.masked_equal([[0, 1]], 1), [0, 1], [2])),
    (ValueError, "some of weights are masked: element 1",
     lambda: apsp.batch([[0, 1], [1, 0]], [0, 2], [2], weights=np.ma.masked_equal([3, 4], 4))),
    (ValueError, "some of sizes are masked: element 0",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), sizes=np.ma.masked_equal([2], 2))),
    (ValueError, "some of offsets are masked: element 1",
     lambda: apsp.batch([[0, 1]], np.ma.masked_equal([0, 1], 1), [2])),
    (TypeError, "fill is 1.0, expected an integer", lambda: apsp.batch([[0, 1]], [0, 1], [2], fill=1.0)),
    (TypeError, "fill is True, expected an integer", lambda: apsp.batch([[0, 1]], [0, 1], [2], fill=True)),
    (TypeError, "fill is '1', expected a number", lambda: apsp.batch(np.eye(2)[None], fill="1")),
    (TypeError, "fill is array([1.]), expected a number",
     lambda: apsp.batch(np.eye(2)[None], fill=np.ones(1))),
    (ValueError, "fill is 2147483648, expected -2147483648 to 2147483647, as int32 holds them",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], fill=2**31)),
    (ValueError, "fill is -1, expected 0 to 65535, as uint16 holds them",
     lambda: apsp.batch(np.eye(2, dtype=np.uint16)[None], fill=-1)),
    (ValueError, "fill is 1e+39, expected -3.4028234663852886e+38 to 3.4028234663852886e+38, as float32",
     lambda: apsp.batch(np.eye(2, dtype=np.float32)[None], fill=1e39)),
    (ValueError, "expected -1.7976931348623157e+308 to 1.7976931348623157e+308, as float64 holds them",
     lambda: apsp.batch(np.eye(2)[None], fill=10**400)),
    (ValueError, "limit must be >= 0, found -1", lambda: apsp.batch(np.eye(2)[None], limit=-1)),
    (ValueError, "limit must be >= 0, found nan", lambda: apsp.batch(np.eye(2)[None], limit=np.nan)),
    (TypeError, "limit is 'x', expected a number", lambda: apsp.batch(np.eye(2)[None], limit="x")),
    (TypeError, "directed is None, expected True or False",
     lambda: apsp.batch(np.eye(2)[None], directed=None)),
    (TypeError, "ragged is 2, expected True or False", lambda: apsp.batch(np.eye(2)[None], ragged=2)),
    (TypeError, "out is given beside ragged, expected one of both",
     lambda: apsp.batch(np.eye(2)[None], ragged=True, out=np.empty((1, 2, 2)))),
    (TypeError, "vertices is given beside ragged, expected one of both",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], vertices=3, ragged=True)),
    (ValueError, "graph 1: its size is -1, expected 0 to 2",
     lambda: apsp.batch([[0, 1]], [0, 1, 1], [2, -1], ragged=True)),
    (ValueError, "graph 0: its size is 2147483647, expected 0 to 2",
     lambda: apsp.batch(np.eye(2)[None], sizes=[2**31 - 1], ragged=True)),
    (ValueError, "graph 1 has shape (1, 2), expected a square matrix",
     lambda: apsp.batch([np.eye(2), np.ones((1, 2))])),
    (ValueError, "graph 2 has shape (3,), expected a square matrix",
     lambda: apsp.batch([np.eye(2), np.eye(2), [1, 2, 3]])),
    (TypeError, "sizes is given beside matrices of several sizes",
     lambda: apsp.batch([np.eye(2), np.eye(3)], sizes=[2, 3])),
    (TypeError, "some of the batch are truth values", lambda: apsp.batch([np.eye(2), np.eye(3, dtype=bool)])),
    (TypeError, "the batch is of complex128", lambda: apsp.batch([np.eye(2), np.eye(3) * 1j])),
    (ValueError, "graph 1, row 0, column 2: weight is nan",
     lambda: apsp.batch([np.eye(2), [[0, 1, np.nan], [1, 0, 1], [1, 1, 0]]])),
    (TypeError, "offsets is given beside ptr", lambda: apsp.batch([[0, 1]], [0, 1], ptr=[0, 2])),
    (TypeError, "sizes is given beside ptr", lambda: apsp.batch([[0, 1]], sizes=[2], ptr=[0, 2])),
    (TypeError, "zeros_are_edges is given beside offsets or ptr",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2], zeros_are_edges=True)),
    (ValueError, "ptr begins with [], expected 0", lambda: apsp.batch([[0, 1]], ptr=[])),
    (ValueError, "ptr begins with [1], expected 0", lambda: apsp.batch([[0, 1]], ptr=[1, 2])),
    (ValueError, "graph 1: its vertices end at 1 of ptr, expected 2 or more, where they begin",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2, 1])),
    (ValueError, "graph 1: its vertices end at -9223372036854775808 of ptr, expected 9223372036854775807",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2**63 - 1, -2**63])),
    (ValueError, "graph 0 has 2147483648 vertices by ptr, expected 2147483647 or fewer",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2**31])),
    (TypeError, "ptr is of float64, expected integers", lambda: apsp.batch([[0, 1]], ptr=[0, 2.5])),
    (ValueError, "edge 1: destination is 3, expected 0 to 2",
     lambda: apsp.batch([[0, 1], [1, 3], [2, 3]], ptr=[0, 2, 3])),
    (ValueError, "edge 0: source is -1, expected 0 to 2", lambda: apsp.batch([[-1, 1]], ptr=[0, 2, 3])),
    (ValueError, "edge 0: source is 0, expected no edge among 0 vertices",
     lambda: apsp.batch([[0, 1]], ptr=[0, 0])),
    (ValueError, "edge 2 leads from vertex 1 of graph 0 to vertex 2 of graph 1, expected both in one graph",
     lambda: apsp.batch(([0, 2, 1], [1, 3, 2]), ptr=[0, 2, 4])),
    (ValueError, "graph 0, edge 1: weight is 1073741823, expected -1073741822 to 1073741822",
     lambda: apsp.batch(([2, 0], [3, 1], [5, 2**30 - 1]), ptr=[0, 2, 4])),
    (ValueError, "graph 0, edge 1: weight is 65535, expected 0 to 65534",
     lambda: apsp.batch(([2, 0], [3, 1], np.array([5, 65535], np.uint16)), ptr=[0, 2, 4])),
    (ValueError, "graph 0, edge 1: weight is nan, expected a number greater than -infinity",
     lambda: apsp.batch(([2, 0], [3, 1], [5, np.nan]), ptr=[0, 2, 4])),
    (ValueError, "graph 1, edge 1 (its number 0): weight is nan, expected",
     lambda: apsp.batch(([0, 2], [1, 3], [5, np.nan]), ptr=[0, 2, 4])),
    (TypeError, "threads is 'a', expected an integer", lambda: apsp.batch(np.eye(2)[None], threads="a")),
    (ValueError, "threads is -1", lambda: apsp.batch(np.eye(2)[None], threads=-1)),
])
def test_bad_input_is_refused_with_what_was_found_and_expected(error, message, call):
    with pytest.raises(error) as refused:
        call()
    assert message in str(refused.value)


@pytest.mark.parametrize(("error", "message", "out"), [
    (TypeError, "out is a list, expected an array that lends its memory", [[[0, 1], [1, 0]]]),
    (ValueError, "out is not writeable", np.broadcast_to(np.int32(0), (1, 2, 2))),
])
def test_an_out_that_cannot_be_filled_is_refused(error, message, out):
    for call in (lambda: apsp.batch(np.eye(2, dtype=np.int32)[None], out=out),
                 lambda: apsp.batch([[0, 1]], [0, 1], [2], out=out)):
        with pytest.raises(error, match=message):
            call()


class OnlyDLPack:
    """An array that shows DLPack and nothing else."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return 1, 0


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


def test_a_negative_cycle_names_its_graph():
    with pytest.raises(csgraph.NegativeCycleError, match="graph 1: "):
        apsp.batch(([0, 0, 1], [1, 1, 0], [1, 1, -2]), [0, 1, 3], [2, 2])


@pytest.mark.parametrize("dtype", (np.int32, np.float32, np.float64))
def test_a_negative_edge_of_an_undirected_graph_is_a_negative_cycle(dtype):
    with pytest.raises(csgraph.NegativeCycleError, match="graph 1: "):
        apsp.batch(([0, 0], [1, 1]), [0, 1, 2], [2, 2], weights=np.array([1, -2], dtype), directed=False)
