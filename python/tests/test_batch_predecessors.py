# SPDX-License-Identifier: MIT
"""Predecessors of apsp.batch, against those of apsp.solve and by the paths that they lead along."""

import numpy as np
import pytest
from batches import as_edges, sample

import apsp


@pytest.mark.parametrize("dtype", (np.int32, np.uint16, np.int64))
@pytest.mark.parametrize("directed", (True, False))
def test_they_are_those_of_solve(rng, dtype, directed):
    matrices, sizes = sample(int(rng.integers(2**31)), 12)
    matrices = (matrices % 9).astype(dtype)  # with many ties
    distances, before = apsp.batch(matrices, sizes=sizes, directed=directed, return_predecessors=True)
    assert before.dtype == np.int32
    assert before.shape == distances.shape
    np.testing.assert_array_equal(distances, apsp.batch(matrices, sizes=sizes, directed=directed))
    for matrix, n, found in zip(matrices, sizes, before):
        rows, columns = np.nonzero(matrix[:n, :n])
        edges = np.column_stack([rows, columns, matrix[rows, columns]]).astype(np.int64)
        _, expected = apsp.solve(edges, vertices=int(n), directed=directed, return_predecessors=True)
        np.testing.assert_array_equal(found[:n, :n], expected)
        assert (found[n:] == -9999).all()
        assert (found[:, n:] == -9999).all()


def test_edges_and_matrices_and_ragged_results_have_the_same(rng):
    matrices, sizes = sample(int(rng.integers(2**31)), 10)
    _, before = apsp.batch(matrices, sizes=sizes, return_predecessors=True)
    edges, offsets = as_edges(matrices)
    np.testing.assert_array_equal(
        apsp.batch(edges, offsets, sizes, vertices=10, return_predecessors=True)[1], before)
    distances, lists = apsp.batch(edges, offsets, sizes, ragged=True, return_predecessors=True)
    assert len(distances) == len(lists) == len(sizes)
    for n, found, padded in zip(sizes, lists, before):
        np.testing.assert_array_equal(found, padded[:n, :n])


@pytest.mark.parametrize("dtype", (np.float16, np.float32, np.float64))
def test_floating_point_leads_along_its_paths(rng, dtype):
    weights = rng.random((6, 20, 20)).astype(dtype)
    weights[rng.random(weights.shape) > 0.2] = np.inf
    distances, before = apsp.batch(weights, return_predecessors=True)
    np.testing.assert_array_equal(distances, apsp.batch(weights))
    for matrix, lengths, rows in zip(weights.astype(float), distances.astype(float), before):
        for i in range(20):
            for j in range(20):
                if i == j or np.isinf(lengths[i, j]):
                    assert rows[i, j] == -9999
                    continue
                total, at, edges = 0.0, j, 0
                while at != i:
                    total, at, edges = total + matrix[rows[i, at], at], rows[i, at], edges + 1
                    assert edges < 20
                assert total == pytest.approx(lengths[i, j], rel=float(64 * np.finfo(dtype).eps))


def test_a_limit_and_what_comes_back():
    out = np.empty((1, 3, 3), dtype=np.int32)
    found, before = apsp.batch([[0, 1, 4], [1, 2, 4]], [0, 2], [3], limit=5, fill=-1, out=out,
                               return_predecessors=True)
    assert found is out
    assert out.tolist() == [[[0, 4, -1], [-1, 0, 4], [-1, -1, 0]]]
    assert before.tolist() == [[[-9999, 0, -9999], [-9999, -9999, 1], [-9999, -9999, -9999]]]
    with pytest.raises(TypeError, match="return_predecessors is 'yes'"):
        apsp.batch([[0, 1, 4]], [0, 1], [2], return_predecessors="yes")
