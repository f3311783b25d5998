# SPDX-License-Identifier: MIT
"""Rows and columns of a result: indices, targets, and the nearest of several sources by min_only."""

import numpy as np
import pytest
import scipy.sparse
from csgraph_weights import weights_of
from scipy.sparse import csgraph

import apsp


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_min_only_beside_negative_weights(rng):
    """The source of each vertex is where its path begins, also if that leads over another source."""
    for _ in range(30):
        weights = weights_of(rng, "negative", 12)
        indices = rng.integers(0, 12, 3)
        rows = csgraph.bellman_ford(weights)
        found, before, sources = apsp.dijkstra(weights, indices=indices, min_only=True,
                                               return_predecessors=True)
        np.testing.assert_array_equal(found, rows[indices].min(axis=0))
        for vertex in range(12):
            if np.isinf(found[vertex]):
                assert sources[vertex] == before[vertex] == -9999
            else:
                assert sources[vertex] in indices
                assert rows[sources[vertex], vertex] == found[vertex]
                assert before[vertex] == -9999 or sources[before[vertex]] == sources[vertex]


@pytest.mark.parametrize("kind", ("integers", "eighths", "fractions"))
@pytest.mark.parametrize("directed", (True, False))
def test_min_only(rng, kind, directed):
    for _ in range(5):
        weights = weights_of(rng, kind, 25, density=0.08)
        indices = rng.integers(0, 25, 4)
        limit = rng.choice([np.inf, 12.0])
        expected = csgraph.dijkstra(weights, directed, indices, min_only=True, limit=limit)
        found, before, sources = apsp.dijkstra(weights, directed, indices, True, min_only=True,
                                               limit=limit)
        np.testing.assert_allclose(found, expected)
        np.testing.assert_allclose(found, apsp.dijkstra(weights, directed, indices, min_only=True,
                                                        limit=limit))
        rows = apsp.dijkstra(weights, directed)
        for vertex in range(25):
            if np.isinf(found[vertex]):
                assert sources[vertex] == before[vertex] == -9999
            else:
                assert sources[vertex] in indices
                np.testing.assert_allclose(rows[sources[vertex], vertex], found[vertex])
                assert before[vertex] == -9999 or sources[before[vertex]] == sources[vertex]


@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.dijkstra, apsp.johnson, apsp.bellman_ford))
def test_indices(rng, function):
    weights = weights_of(rng, "integers", 9)
    theirs = getattr(csgraph, function.__name__)
    for indices in (3, -1, [0, 2], [[1, -2], [5, 5]], [], np.int64(4), np.array([1], dtype=np.uint8)):
        expected = theirs(weights, indices=indices) if np.size(indices) else np.empty((0, 9))
        found, before = function(weights, indices=indices, return_predecessors=True)
        assert found.shape == before.shape == expected.shape
        np.testing.assert_array_equal(found, expected)
    for indices in (9, [-10], [0, 99]):
        with pytest.raises(ValueError, match="indices out of range"):
            function(weights, indices=indices)
    with pytest.raises(TypeError, match="integers"):
        function(weights, indices=0.5)


@pytest.mark.parametrize("kind", ("integers", "fractions", "negative"))
@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.floyd_warshall, apsp.dijkstra, apsp.johnson,
                                      apsp.bellman_ford))
def test_targets_are_columns_of_the_whole(rng, function, kind):
    if kind == "negative" and function == apsp.dijkstra:
        kind = "eighths"
    weights = weights_of(rng, kind, 9)
    for targets in (3, -1, [0, 2, 0], [[1, -2], [5, 5]], [], np.array([1], dtype=np.uint8)):
        for indices in (None, 4, [7, 0, 7], [[1], [2]]):
            if indices is not None and function == apsp.floyd_warshall:
                continue
            some = {} if indices is None else {"indices": indices}
            whole, tree = function(weights, return_predecessors=True, **some)
            found, before = function(weights, return_predecessors=True, targets=targets, **some)
            expected = whole[..., np.array(targets, dtype=int)]
            assert found.shape == before.shape == expected.shape
            np.testing.assert_allclose(found, expected, rtol=1e-12)
            if kind != "fractions":
                np.testing.assert_array_equal(before, tree[..., np.array(targets, dtype=int)])
    out = np.empty((9, 2), np.float32)
    assert function(weights, targets=[8, 1], dtype=np.float32, out=out) is out
    np.testing.assert_allclose(out, function(weights)[:, [8, 1]], rtol=1e-6)
    square = np.empty((9, 2, 2))
    assert function(weights, targets=[[1, -2], [5, 5]], out=square) is square
    np.testing.assert_allclose(square, function(weights)[:, [[1, -2], [5, 5]]], rtol=1e-12)
    with pytest.raises(ValueError, match=r"out has the shape \(9, 4, 1\), expected \(9, 2, 2\)"):
        function(weights, targets=[[1, -2], [5, 5]], out=np.empty((9, 4, 1)))
    with pytest.raises(ValueError, match="targets out of range 0...9: number 1 is 9"):
        function(weights, targets=[0, 9])
    with pytest.raises(TypeError, match="the type of targets is bool, expected integers"):
        function(weights, targets=[True] * 9)


def test_targets_beside_what_has_all_columns():
    matrix = np.array([[0, 1.5, 0], [0, 0, 2], [0, 0, 0]])
    with pytest.raises(ValueError, match="targets are given beside min_only"):
        apsp.dijkstra(matrix, indices=[0], min_only=True, targets=[1])
    found = apsp.floyd_warshall(matrix, overwrite=True, targets=[2])
    assert found.tolist() == [[3.5], [2], [0]]
    assert matrix[0, 2] == 0
    limited = apsp.dijkstra(matrix, limit=2, targets=[2, 1])
    assert limited.tolist() == [[np.inf, 1.5], [2, 0], [0, np.inf]]


@pytest.mark.parametrize("dtype", (np.int8, np.uint8, np.int16, np.uint64, object, float))
def test_indices_of_every_type_in_a_graph_beyond_its_range(dtype):
    weights = scipy.sparse.diags(np.ones(299), 1, shape=(300, 300), format="csr")
    indices = np.array([1, 0, 1], dtype=dtype)
    np.testing.assert_array_equal(apsp.dijkstra(weights, indices=indices),
                                  csgraph.dijkstra(weights, indices=indices.astype(int)))
    if np.dtype(dtype).kind in "if":
        np.testing.assert_array_equal(apsp.dijkstra(weights, indices=np.array(-2, dtype=dtype)),
                                      csgraph.dijkstra(weights, indices=298))


@pytest.mark.parametrize("indices, error, words", (
    ([0, 5, -1], ValueError, r"out of range 0\.\.\.4: number 1 is 5, expected -4 to 3$"),
    (np.uint64(2**64 - 1), ValueError, "found 18446744073709551615, expected -4 to 3$"),
    (np.full(10**6, 4), ValueError, "number 0 is 4, expected -4 to 3$"),
    ("a", TypeError, "the type of indices is <U1, expected integers"),
    ([0.5], TypeError, "the type of indices is float64, expected integers"),
    ([np.nan], TypeError, "expected integers"),
    ([None], TypeError, "the type of indices is object, expected integers"),
    ([1j], TypeError, "the type of indices is complex128, expected integers"),
    ([True, False, True, False], TypeError, "the type of indices is bool, expected integers"),
    ({0, 1}, TypeError, "the type of indices is object, expected integers"),
))
def test_bad_indices(indices, error, words):
    for call in (apsp.dijkstra, apsp.johnson, lambda *a, **k: apsp.dijkstra(*a, **k, min_only=True)):
        with pytest.raises(error, match=words):
            call(np.eye(4), indices=indices)
