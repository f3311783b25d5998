# SPDX-License-Identifier: MIT
"""Our own calls: rows, choices, limits and paths, and what they refuse."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph
from small_graph import DISTANCES, EDGES

import apsp


def test_sources_and_predecessors():
    rows, before = apsp.solve(EDGES, 4, sources=[[2, -1]], return_predecessors=True)
    assert rows.shape == before.shape == (1, 2, 4)
    np.testing.assert_array_equal(rows[0], [DISTANCES[2], DISTANCES[3]])
    np.testing.assert_array_equal(before[0], [[2, 0, -9999, -9999], [-9999] * 4])
    assert apsp.path(before[0, 0], 2, 1) == [2, 0, 1]


def test_targets(rng):
    edges = rng.integers(0, 90, (700, 3)).astype(np.int32)
    graph = apsp.graph(edges, 90)
    whole, before = apsp.solve(graph, return_predecessors=True)
    some = rng.integers(0, 90, 7)
    for dtype in (np.float64, np.float32, np.int32, np.uint16):
        found = apsp.solve(graph, targets=some, dtype=dtype)
        np.testing.assert_array_equal(found, apsp.solve(graph, dtype=dtype)[:, some])
    found, tree = apsp.solve(graph, sources=[3, 80], targets=some, return_predecessors=True)
    np.testing.assert_array_equal(found, whole[[3, 80]][:, some])
    np.testing.assert_array_equal(tree, before[[3, 80]][:, some])
    for method in ("dense", "sweep", "search"):
        found = apsp.solve(graph, sources=[[3], [80]], targets=[[4, -1]], method=method)
        np.testing.assert_array_equal(found, whole[[[3], [80]]][:, :, [[4, -1]]])
    mask = rng.random(90) < 0.3
    dense = np.where(whole < 20, whole, 0)
    np.testing.assert_array_equal(apsp.solve(dense, targets=mask), apsp.solve(dense)[:, mask])
    rounded = apsp.graph(np.column_stack((edges[:, :2], edges[:, 2] / 10)), 90)
    np.testing.assert_allclose(apsp.solve(rounded, sources=5, targets=some),
                               apsp.solve(rounded, sources=5)[some], rtol=1e-12)
    assert apsp.solve(graph, sources=1, targets=2).shape == ()
    assert apsp.solve(graph, sources=[1], targets=[]).shape == (1, 0)
    for wrong, words in ((90, "out of range"), ([True], r"targets is a mask of shape \(1,\), expected")):
        with pytest.raises(ValueError, match=words):
            apsp.solve(graph, targets=wrong)


def test_every_choice_gives_the_same(rng):
    edges = rng.integers(0, 90, (700, 3)).astype(np.int32)
    expected = apsp.solve(edges, 90, dtype=np.int32)
    for choice in ({"method": "dense"}, {"method": "sweep"}, {"method": "search"}, {"width": "s32"},
                   {"threads": 1}, {"threads": 2}, *({"instruction_set": name}
                                                     for name in apsp.instruction_sets())):
        np.testing.assert_array_equal(apsp.solve(edges, 90, dtype=np.int32, **choice), expected,
                                      err_msg=str(choice))


def test_real_weights_are_the_same_by_every_method():
    graph = scipy.sparse.random(400, 400, 0.006, format="csr", random_state=1)
    expected = scipy.sparse.csgraph.dijkstra(graph)
    for method in ("dense", "sweep", "search", None):
        for dtype, eps in ((np.float64, 2.0 ** -52), (np.float32, 2.0 ** -23)):
            lengths = apsp.solve(graph, dtype=dtype, method=method)
            np.testing.assert_allclose(lengths, expected, rtol=4 * 402 * eps, err_msg=str(method))


def test_undirected_edges():
    there_and_back = np.concatenate((EDGES, EDGES[:, [1, 0, 2]]))
    np.testing.assert_array_equal(apsp.solve(EDGES, 4, directed=False), apsp.solve(there_and_back, 4))


@pytest.mark.parametrize("vertices", (1, 64, 65, 200))
def test_symmetric_arrays(vertices):
    weights = np.triu(np.random.default_rng(vertices).integers(0, 90, (vertices, vertices)), 1)
    whole = weights + weights.T
    expected = scipy.sparse.csgraph.floyd_warshall(whole)
    for method in ("dense", None):
        np.testing.assert_array_equal(apsp.solve(whole, method=method), expected)
        np.testing.assert_array_equal(apsp.solve(weights, directed=False, method=method), expected)
        if vertices > 1:
            nearly = whole.copy()
            nearly[0, -1] = 1
            np.testing.assert_array_equal(apsp.solve(nearly, method=method),
                                          scipy.sparse.csgraph.floyd_warshall(nearly))


@pytest.mark.parametrize("dtype", (np.float64, np.float32, np.int32, np.uint16))
def test_limit(rng, dtype):
    edges = rng.integers(0, 60, (200, 3)).astype(np.int32)
    whole, before = apsp.solve(edges, 60, return_predecessors=True, dtype=dtype)
    none = {np.int32: apsp.UNREACHABLE, np.uint16: 65535}.get(dtype, np.inf)
    for limit in (0, 25, 70.5, np.inf):
        for options in ({}, {"sources": [3, 5]}, {"targets": [2]}, {"method": "search"}, {"method": "dense"}):
            found, tree = apsp.solve(edges, 60, limit=limit, return_predecessors=True, dtype=dtype, **options)
            place = np.ix_(options.get("sources", range(60)), options.get("targets", range(60)))
            far = whole[place] > limit
            np.testing.assert_array_equal(found, np.where(far, none, whole[place]))
            np.testing.assert_array_equal(tree, np.where(far, -9999, before[place]))
    for limit, error, words in ((-1, ValueError, "limit must be >= 0, found -1"),
                                ("far", TypeError, "limit is 'far', expected a number")):
        with pytest.raises(error, match=words):
            apsp.solve(edges, 60, limit=limit)


@pytest.mark.parametrize("weights", (0.1, np.float32(0.1)))
def test_paths_as_long_as_the_limit_are_within_it(weights):
    """In float32 as well, where 0.1 is a little more: a weight that rounds, and one that is exact."""
    edges = np.array([[0, 1, weights], [1, 2, 1]])
    matrix = np.array([[0, weights, 0], [0, 0, 1], [0, 0, 0]])
    for graph in ((edges, 3), (matrix,)):
        for method in (None, "dense", "sweep", "search"):
            options = {"sources": 0, "limit": 0.1, "dtype": np.float32, "method": method}
            expected = [0, np.float32(0.1), np.inf]
            assert apsp.solve(*graph, **options).tolist() == expected
            found, before = apsp.solve(*graph, return_predecessors=True, **options)
            assert found.tolist() == expected and before.tolist() == [-9999, 0, -9999]
            assert apsp.solve(*graph, **{**options, "limit": 0.0999})[1] == np.inf
    # Not so an exact length beyond the limit that float32 rounds to it, nor one within it to less.
    large = [[0, 1, 2**24 + 1]]
    for limit, expected in ((2**24, np.inf), (2**24 + 1, 2**24)):
        assert apsp.solve(large, 2, limit=limit, dtype=np.float32)[0, 1] == expected


def test_path(rng):
    graph = nx.gnp_random_graph(40, 0.1, directed=True, seed=int(rng.integers(1000)))
    for _, _, data in graph.edges(data=True):
        data["weight"] = int(rng.integers(1, 9))
    distances, before = apsp.solve(graph, return_predecessors=True)
    for source in range(40):
        for target in range(40):
            steps = apsp.path(before, source, target)
            if np.isinf(distances[source, target]):
                assert steps == []
                continue
            assert (steps[0], steps[-1]) == (source, target)
            assert nx.path_weight(graph, steps, "weight") == distances[source, target]


@pytest.mark.parametrize("arguments, words", (
    (([[0, 1]], 0, 0), r"shape \(1, 2\)"),
    (([0, 1], 0, 2), "target is 2, expected 0 to 1"),
    (([0, 1], -3, 0), "source is -3, expected 0 to 1"),
    (([], 0, 0), "source is 0"),
    (([1, 0, 1], 2, 0), "do not lead from 0 back to 2"),
))
def test_bad_predecessors(arguments, words):
    with pytest.raises(ValueError, match=words):
        apsp.path(np.array(arguments[0]), *arguments[1:])


def test_path_of_some_sources():
    _, square = apsp.solve(EDGES, 4, return_predecessors=True)
    for sources in ([2, -4], [[0], [2]], 2):
        _, rows = apsp.solve(EDGES, 4, sources=sources, return_predecessors=True)
        assert apsp.path(rows, 2, 1, sources=sources) == apsp.path(square, 2, 1) == [2, 0, 1]
    assert apsp.path(square, -2, np.int8(-3)) == [2, 0, 1]
    for sources, words in (([0, 2], "source is 1, expected one of sources"), ([0], r"expected \(1, 4\)")):
        with pytest.raises(ValueError, match=words):
            apsp.path(square[[0, 2]], 1, 0, sources=sources)
    with pytest.raises(ValueError, match=r"\(2, 4\), expected \(N, N\) or \(N,\), or sources"):
        apsp.path(square[:2], 0, 1)
    for source, target, words in ((0.0, 1.0, "source is 0.0"), (0, "a", "target is 'a'")):
        with pytest.raises(TypeError, match=words + ", expected an integer"):
            apsp.path(square, source, target)


@pytest.mark.parametrize("arguments, options, error, words", (
    (([[0, 4, 1]], 4), {}, ValueError, "destination is 4"),
    (([[-1, 0, 1]], 4), {}, ValueError, "source is -1"),
    (([[0, 1, 2], [1, 0, -np.inf]], 2), {}, ValueError,
     "edge 1: the weight is -inf, expected more, or infinity for no edge"),
    ((np.array([[0, 9, 1]], np.int32), 4), {}, ValueError, "edge 0"),
    (([[0, 1]], 4), {}, ValueError, r"\(1, 2\), expected \(E, 3\)"),
    ((([0], [1]), 4), {}, ValueError, "2 arrays"),
    ((([0], [1, 2], [3]), 4), {}, ValueError, "expected three of"),
    ((EDGES, -1), {}, ValueError, "vertices is -1"),
    ((EDGES, 4.5), {}, TypeError, "vertices is 4.5, expected an integer"),
    ((EDGES, "4"), {}, TypeError, "vertices is '4', expected an integer"),
    ((EDGES + 1j, 4), {}, TypeError, "complex128, expected numbers"),
    ((EDGES.astype(str), 4), {}, TypeError, "expected numbers"),
    ((np.ma.masked_equal(EDGES, 22), 4), {}, ValueError, "some of the edges are masked: element 1, 2,"),
    ((([0, 1], [1, 2], np.ma.masked_equal([3, 4], 4)), 3), {}, ValueError,
     "some of weights are masked: element 1, expected none"),
    ((([0, 1], np.ma.masked_equal([1, 2], 1), [3, 4]), 3), {}, ValueError,
     "some of destinations are masked"),
    ((EDGES, 4), {"sources": np.ma.masked_equal([0, 1], 1)}, ValueError, "some of the sources are masked"),
    ((EDGES, 4), {"method": 0}, TypeError,
     "method is 0, expected one of 'dense', 'sweep', 'search', None"),
    ((EDGES, 4), {"width": 8}, TypeError, "width is 8, expected one of 'u8', 'u16', 's32', None"),
    ((EDGES, 4), {"threads": None}, TypeError, "threads is None, expected an integer"),
    ((EDGES, 4), {"sources": 4}, ValueError, "^sources out of range"),
    ((EDGES, 4), {"method": "fast"}, ValueError, "method is 'fast', expected one of 'dense'"),
    ((EDGES, 4), {"width": "u7"}, ValueError, "expected one of 'u8', 'u16', 's32'"),
    ((EDGES, 4), {"instruction_set": "mmx"}, ValueError, "mmx', expected one of .*'portable'"),
    ((EDGES, 4), {"threads": 5000}, ValueError, "expected 0 to 4096"),
    ((EDGES, 4), {"gpus": 0}, TypeError, "gpus is 0, expected a sequence of integers"),
    ((EDGES, 4), {"gpus": ["a"]}, TypeError, r"gpus is \['a'\], expected a sequence of integers"),
    ((EDGES, 4), {"gpus": [-1]}, ValueError, "gpus has -1"),
    (([[0, 1, 2**30 - 2], [1, 2, 3]], 3), {"dtype": np.int32}, OverflowError,
     "a length does not fit into 32 bits: the path from 0"),
    (([[0, 1, 2**30 + 1]], 2), {"dtype": np.int32}, OverflowError, "integers"),
    (([[0, 1, 2**30 - 1]], 2), {"dtype": np.int32}, OverflowError, r"not all integers below 2\^30 - 1"),
    (([[0, 1, 0.5]], 2), {"dtype": np.int32}, OverflowError, r"the weights are multiples of 2\^-1"),
    (([[0, 1, 0.5]], 2), {"dtype": np.uint16}, OverflowError, r"the weights are multiples of 2\^-1"),
    (([[0, 1, 0.1], [0, 1, 0.3]], 2), {"dtype": np.uint16}, OverflowError, "integers"),
    (([[0, 1, 0.1], [0, 1, 0.3]], 2), {"width": "s32"}, ValueError, "a width is for"),
))
def test_bad_arguments(arguments, options, error, words):
    calls = [apsp.solve] if "dtype" in options or error is OverflowError else [apsp.solve, apsp.summary]
    if options == {"width": "s32"}:
        calls = [apsp.solve]
    for call in calls:
        with pytest.raises(error, match=words):
            call(*arguments, **options)


def test_targets_out_of_range_are_named_so():
    with pytest.raises(ValueError, match="^targets out of range"):
        apsp.solve(EDGES, 4, targets=[4])


def test_a_graph_keeps_its_direction():
    graph = apsp.graph(EDGES, 4, directed=False)
    assert apsp.solve(graph)[1, 0] == 7
    with pytest.raises(ValueError, match="directed"):
        apsp.solve(graph, directed=True)


def test_a_negative_cycle_is_named():
    with pytest.raises(apsp.NegativeCycleError, match="0 -> 1 -> 0") as caught:
        apsp.solve([[0, 1, 0.5], [1, 0, -0.75]], 2)
    assert caught.value.vertices == (0, 1) and "units of 2^-2" in str(caught.value)


@pytest.mark.parametrize("dtype, epsilon", ((np.float64, 2.0**-52), (np.float32, 2.0**-23)))
def test_fractions_are_rounded_within_the_bound(rng, dtype, epsilon):
    """Against exact sums: weights of 80 bits in integers of Python."""
    vertices = 40
    edges = rng.integers(0, vertices, (300, 3)).astype(float)
    edges[:, 2] = rng.random(300).astype(np.float32)
    exact = {}
    for source, destination, weight in edges:
        pair = int(source), int(destination)
        exact[pair] = min(exact.get(pair, 2**80), int(weight * 2**60))
    found = apsp.solve(edges, vertices, dtype=dtype)
    for source in range(vertices):
        lengths = {source: 0}
        for _ in range(vertices):
            for (tail, head), weight in exact.items():
                if tail in lengths:
                    lengths[head] = min(lengths.get(head, 2**90), lengths[tail] + weight)
        for vertex in range(vertices):
            if vertex in lengths:
                true = lengths[vertex] / 2**60
                assert abs(found[source, vertex] - true) <= (vertices + 4) * epsilon * true
            else:
                assert np.isinf(found[source, vertex])


def test_a_limit_beside_negative_weights_gives_no_predecessors():
    edges = np.array([(0, 1, 7), (1, 2, -5)])
    assert apsp.solve(edges, 3, limit=4)[0].tolist() == [0, np.inf, 2]
    with pytest.raises(ValueError, match="limit is given beside a negative weight"):
        apsp.solve(edges, 3, limit=4, return_predecessors=True)
