# SPDX-License-Identifier: MIT
"""Edges as apsp.batch takes them: rows or columns of any integers, wherever they lie, and vertices that are
numbered through all graphs."""

import numpy as np
import pytest
from batches import TYPES, as_edges, expected, sample

import apsp


def test_three_columns_and_two_columns():
    matrices, sizes = sample(7)
    edges, offsets = as_edges(matrices)
    np.testing.assert_array_equal(apsp.batch(edges, offsets, sizes, fill=-1),
                                  expected(matrices, sizes, np.int32, -1))
    hops = apsp.batch(tuple(edges[:, :2].T), offsets.tolist(), sizes.tolist(), fill=-1)
    np.testing.assert_array_equal(hops, expected(matrices != 0, sizes, np.int32, -1))


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


def test_one_weight_for_all_edges():
    matrices, sizes = sample(19, width=33)
    edges, offsets = as_edges(matrices)
    for dtype in (*TYPES, np.int64):
        weights = np.broadcast_to(dtype(3), len(edges))
        found = apsp.batch(edges[:, :2], offsets, sizes, weights=weights)
        kind = np.int32 if dtype == np.int64 else dtype
        np.testing.assert_array_equal(found, expected(3 * (matrices != 0), sizes, kind))
