# SPDX-License-Identifier: MIT
"""The limit of dijkstra(), against SciPy's, and beside negative weights against three loops."""

import time

import numpy as np
import pytest
import scipy.sparse
from csgraph_weights import assert_tree, weights_of
from scipy.sparse import csgraph

import apsp


@pytest.mark.parametrize("kind", ("integers", "fractions"))
def test_dijkstra_with_a_limit(rng, kind):
    weights = weights_of(rng, kind, 30)
    distances = csgraph.dijkstra(weights)
    for limit in (0, 0.5, 3, 10.25, float(np.max(distances[np.isfinite(distances)])), np.inf):
        expected = csgraph.dijkstra(weights, limit=limit)
        found, before = apsp.dijkstra(weights, limit=limit, return_predecessors=True)
        np.testing.assert_allclose(found, expected)
        assert np.all(before[np.isinf(found)] == -9999)
        assert_tree(weights, found, before, range(30))


def test_a_limit_gives_the_bits_of_scipy(rng):
    """Also of vertices whose rounded distance is the limit itself, or the number after it."""
    for kind in ("integers", "large", "fractions"):
        weights = scipy.sparse.csr_array(weights_of(rng, kind, 200, density=0.02))
        distances = csgraph.dijkstra(weights)
        for picked in rng.choice(distances[np.isfinite(distances) & (distances > 0)], 6):
            for limit in (picked, np.nextafter(picked, 0)):
                for directed in (True, False):
                    expected = csgraph.dijkstra(weights, directed, limit=limit)
                    found, before = apsp.dijkstra(weights, directed, limit=limit, return_predecessors=True)
                    np.testing.assert_array_equal(found, expected)
                    np.testing.assert_array_equal(apsp.dijkstra(weights, directed, limit=limit), expected)
                    none = np.isinf(found) | np.eye(200, dtype=bool)
                    np.testing.assert_array_equal(before == -9999, none)


@pytest.mark.parametrize("unit", (1, np.pi))
def test_a_small_limit_takes_little_time(rng, note, unit):
    side, sources = 200, 300
    across = unit * rng.integers(1, 100, (2, side * side)).astype(float)
    grid = scipy.sparse.diags(list(across), (1, side), shape=(side * side,) * 2, format="csr")
    indices = rng.integers(0, side * side, sources)
    seconds = {np.inf: [], 100 * unit: []}
    for _ in range(3):
        for limit, times in seconds.items():
            began = time.process_time()  # of all threads
            found = apsp.dijkstra(grid, False, indices, limit=limit)
            times.append(time.process_time() - began)
    np.testing.assert_array_equal(found, csgraph.dijkstra(grid, False, indices, limit=limit))
    assert 2 < np.isfinite(found).sum() / sources < 200
    whole, limited = map(min, seconds.values())
    note(f"dijkstra of {sources} rows of {side * side} vertices takes {whole:.2f} s of the processor, "
         f"{limited:.2f} s with a limit of a few steps")
    assert limited < whole / 3


def test_a_limit_in_float32():
    """A path that is as long as the limit before both are rounded is within it."""
    weights = np.array([[0, 0.1, 0], [0, 0, 0.7], [0, 0, 0]])
    for graph in (weights, weights.astype(np.float32)):
        options = {"indices": [0], "limit": 0.1, "dtype": np.float32, "return_predecessors": True}
        for kind in ({}, {"min_only": True}):
            found, before, *_ = apsp.dijkstra(graph, **options, **kind)
            assert found.ravel().tolist() == [0, np.float32(0.1), np.inf]
            assert before.ravel().tolist() == [-9999, 0, -9999]


@pytest.mark.parametrize("limit, error, words", (
    (-1, ValueError, "limit must be >= 0, found -1"),
    (np.nan, ValueError, "limit must be >= 0, found nan"),
    (None, TypeError, "limit is None, expected a number"),
    ("far", TypeError, "limit is 'far', expected a number"),
))
def test_bad_limits(limit, error, words):
    for min_only in (False, True):
        with pytest.raises(error, match=words):
            apsp.dijkstra([[0, 1], [1, 0]], limit=limit, min_only=min_only)
    assert apsp.dijkstra([[0, 1], [0, 0]], limit=10**400)[0, 1] == 1


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_a_limit_beside_negative_weights():
    """A vertex within the limit whose path leads beyond it keeps its distance."""
    weights = np.array([[0, 9, 0], [0, 0, -7], [0, 0, 0]])
    found, before = apsp.dijkstra(weights, limit=3, return_predecessors=True)
    np.testing.assert_array_equal(found[0], [0, np.inf, 2])
    np.testing.assert_array_equal(before[0], [-9999, -9999, 1])


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
@pytest.mark.parametrize("dtype", (np.int32, np.uint16, np.float32, np.float64))
def test_a_length_beyond_the_limit_that_no_integer_holds(dtype):
    """It is no error beside a negative weight, nor does it round what lies within the limit."""
    weights = np.zeros((5, 5))
    weights[[3, 0, 1, 2, 4], [0, 1, 2, 4, 3]] = 2**14, 1, 1, 2**30 - 2, -1
    none = {"i": apsp.UNREACHABLE, "u": 65535, "f": np.inf}[np.dtype(dtype).kind]
    expected = [2**14, 2**14 + 1, 2**14 + 2, 0, none]
    before = [3, 0, 1, -9999, -9999]
    for limit in (2**14 + 2, 60000):
        for method in ({}, {"min_only": True}):
            options = {"indices": 3, "limit": limit, "dtype": dtype, **method}
            np.testing.assert_array_equal(apsp.dijkstra(weights, **options), expected)
            found = apsp.dijkstra(weights, return_predecessors=True, **options)
            np.testing.assert_array_equal(found[0], expected)
            np.testing.assert_array_equal(found[1], before)
    np.testing.assert_array_equal(found[2], [3, 3, 3, 3, -9999])
    if none == apsp.UNREACHABLE:
        with pytest.raises(OverflowError, match="from 3 to 4 is 1073758208"):
            apsp.dijkstra(weights, indices=3, dtype=dtype)


def all_lengths(weights):
    """Three loops over integers of 64 bits; 2**62: no path."""
    none = 2**62
    lengths = np.where(weights == 0, none, weights).astype(np.int64)
    np.fill_diagonal(lengths, 0)
    for k in range(len(lengths)):
        there, back = lengths[:, k, None], lengths[None, k, :]
        joined = np.where((there == none) | (back == none), none, there + back)
        lengths = np.minimum(lengths, joined)
    return lengths


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_limits_beside_negative_weights(rng):
    """Whatever lies beyond the limit, also where the integers of the result do not hold it."""
    for _ in range(100):
        vertices = int(rng.integers(1, 20))
        most, highest = rng.choice([5, 1000, 2**20, 2**29]), rng.choice([1, 20, 2**16, 2**29])
        height = rng.integers(0, highest, vertices)
        weights = rng.integers(1, most, (vertices, vertices)) + height[None, :] - height[:, None]
        weights[rng.random((vertices, vertices)) > 0.25] = 0
        lengths = all_lengths(weights)
        picked = max(0, min(int(rng.choice(lengths.ravel())), 2**30 - 2))
        limit = rng.choice([0, 0.5, 1.5 * most, picked, 2**30 - 2])
        rows = rng.integers(0, vertices, 4)
        for dtype, none in ((np.int32, apsp.UNREACHABLE), (np.float64, np.inf)):
            expected = np.where(lengths <= limit, lengths, none)
            np.testing.assert_array_equal(apsp.dijkstra(weights, limit=limit, dtype=dtype), expected)
            found, before = apsp.dijkstra(weights, indices=rows, limit=limit, dtype=dtype,
                                          return_predecessors=True)
            np.testing.assert_array_equal(found, expected[rows])
            source = rows[:, None] == np.arange(vertices)
            np.testing.assert_array_equal(before == -9999, (lengths[rows] > limit) | source)
            for row, vertex in np.argwhere(before != -9999):
                tail = before[row, vertex]  # which may lie beyond the limit
                assert weights[tail, vertex] != 0
                assert lengths[rows[row], tail] + weights[tail, vertex] == lengths[rows[row], vertex]
            found, before, sources = apsp.dijkstra(weights, indices=rows, limit=limit, dtype=dtype,
                                                   min_only=True, return_predecessors=True)
            np.testing.assert_array_equal(found, expected[rows].min(axis=0))
            within = lengths[rows].min(axis=0) <= limit
            assert np.all((before == -9999) | within)
            np.testing.assert_array_equal(sources != -9999, within)
            for vertex in np.flatnonzero(within):
                assert sources[vertex] in rows
                assert lengths[sources[vertex], vertex] == found[vertex]
                assert before[vertex] != -9999 or vertex == sources[vertex]
