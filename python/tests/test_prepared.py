# SPDX-License-Identifier: MIT
"""Graphs that are prepared once."""

import os
import subprocess
import sys

import numpy as np
import pytest

import apsp


def some_graph(rng):
    vertices = int(rng.integers(1, 40))
    edges = np.empty((int(rng.integers(1, 3 * vertices)), 3))
    edges[:, :2] = rng.integers(0, vertices, (len(edges), 2))
    edges[:, 2] = rng.integers(0, 100, len(edges))
    edges[0] = 0, 0, 1  # of one unit, which later weights are multiples of
    return vertices, edges


def require_answers(prepared, edges, vertices, directed):
    expected = apsp.solve(edges, vertices, directed=directed)
    everything = np.arange(vertices)
    found = prepared.distances(everything[:, None], everything)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(apsp.solve(prepared.graph()), expected)
    predecessors = apsp.solve(edges, vertices, directed=directed, return_predecessors=True)[1]
    for part, wanted in zip(prepared.paths(everything[:, None], everything),
                            apsp.path(predecessors, everything[:, None], everything)):
        np.testing.assert_array_equal(part, wanted)
        assert part.dtype == wanted.dtype
    np.testing.assert_array_equal(prepared.edges, edges)


def test_distances_are_those_of_solve_whatever_the_weights_become(rng):
    for scale in (1, 0.25, 8) * 5:
        vertices, edges = some_graph(rng)
        edges[:, 2] *= scale
        directed = bool(rng.integers(2))
        prepared = apsp.prepare(edges, vertices, directed=directed)
        require_answers(prepared, edges, vertices, directed)
        for _ in range(3):
            edges[:, 2] = rng.integers(0, 1000, len(edges)) * scale
            prepared.update(edges[:, 2])
            require_answers(prepared, edges, vertices, directed)
            chosen = rng.choice(len(edges), len(edges) // 3, replace=False)
            edges[chosen, 2] = rng.integers(0, 1000, chosen.size) * scale
            prepared.update(edges[chosen, 2], chosen)
            require_answers(prepared, edges, vertices, directed)


def test_weights_may_be_below_0(rng):
    for scale in (1, 0.25) * 4:
        vertices, edges = some_graph(rng)
        height = rng.integers(0, 90, vertices)
        tails, heads = edges[:, :2].astype(int).T
        edges[:, 2] = (edges[:, 2] + height[heads] - height[tails]) * scale
        prepared = apsp.prepare(edges, vertices)
        require_answers(prepared, edges, vertices, True)
        edges[:, 2] = (rng.integers(0, 9, len(edges)) + height[tails] - height[heads]) * scale
        prepared.update(edges[:, 2])
        require_answers(prepared, edges, vertices, True)


def test_pairs_come_in_any_shape():
    prepared = apsp.prepare([(0, 1, 7), (1, 2, 22)], 4)
    assert prepared.distances(0, 2) == 29
    assert isinstance(prepared.distances(0, 2), float)
    assert prepared.distances(2, 0) == np.inf
    np.testing.assert_array_equal(prepared.distances([0, 1], 2), [29, 22])
    np.testing.assert_array_equal(prepared.distances([[0], [1]], [1, -2]), [[7, 29], [0, 22]])
    assert prepared.distances([], []).shape == (0,)
    assert prepared.paths(0, 2) == [0, 1, 2]
    assert prepared.paths(2, 0) == []
    assert [part.tolist() for part in prepared.paths(0, [2, 3, 0])] == [[0, 1, 2, 0], [0, 3, 3, 4]]
    assert repr(prepared) == "Prepared(4 vertices, 2 edges)"


def test_an_order_is_kept_for_other_weights():
    rng = np.random.default_rng(3)
    vertices, edges = 30, np.column_stack((rng.integers(0, 30, (60, 2)), rng.integers(0, 9, 60)))
    first = apsp.prepare(edges, vertices)
    edges[:, 2] = rng.integers(0, 9, 60)
    again = apsp.prepare(edges, vertices, order=first.order)
    np.testing.assert_array_equal(again.order, first.order)
    require_answers(again, edges, vertices, True)
    require_answers(apsp.prepare(edges, vertices, order=rng.permutation(vertices)), edges, vertices, True)


def test_rows_and_summaries_are_those_of_the_weights_of_now():
    prepared = apsp.prepare([(0, 1, 7), (1, 2, 22)], 4, directed=False)
    prepared.update([3], [0])
    edges = [(0, 1, 3), (1, 2, 22)]
    np.testing.assert_array_equal(prepared.solve(sources=[2, 0]), apsp.solve(edges, 4, sources=[2, 0],
                                                                           directed=False))
    assert prepared.summary().diameter == 25
    assert prepared.within(3, sources=[0]).toarray().tolist() == [[0, 3, 0, 0]]
    assert prepared.nearest(1, targets=[0, 2], path_vertices="first-hops")[0].nnz == 5


def test_rows_and_summaries_go_along_its_order():
    graph = apsp.prepare([(0, 1, 7), (1, 2, 22)], 3).graph()
    assert apsp.solve(graph, sources=0).tolist() == [0, 7, 29]
    graph._set_order(np.array([2, 2, 0], np.int32))
    for call in (apsp.solve, apsp.summary):
        with pytest.raises(ValueError, match="order 1 is 2, which was there before"):
            call(graph)


def test_an_order_is_kept_in_a_file(tmp_path):
    rng = np.random.default_rng(5)
    vertices, edges = 30, np.column_stack((rng.integers(0, 30, (60, 2)), rng.integers(0, 9, 60)))
    path = tmp_path / "order"
    first = apsp.prepare(edges, vertices)
    first.save(path)
    edges[:, 2] = rng.integers(0, 9, 60)
    again = apsp.Prepared.load(path, edges, vertices)
    np.testing.assert_array_equal(again.order, first.order)
    require_answers(again, edges, vertices, True)
    require_answers(apsp.Prepared.load(path, edges, vertices, directed=False), edges, vertices, False)
    with pytest.raises(ValueError, match="byte 56: the number of edges of another graph is 60, expected 59"):
        apsp.Prepared.load(path, edges[1:], vertices)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="the file ends at byte 199"):
        apsp.Prepared.load(path, edges, vertices)
    with pytest.raises(FileNotFoundError):
        apsp.Prepared.load(tmp_path / "none", edges, vertices)
    with pytest.raises(OSError, match="missing"):
        first.save(tmp_path / "missing" / "order")


@pytest.mark.parametrize("call, error, words", [
    (lambda p: p.update([1]), ValueError, "there are 1 weight, expected 3"),
    (lambda p: p.update([1, -2**30, 2]), ValueError,
     "weight 1 is -1073741824, expected a multiple of 1 from"),
    (lambda p: p.update([1, -6], [0, 1]), apsp.NegativeCycleError, "negative cycle"),
    (lambda p: p.update([1, 0.5, 2]), ValueError, "weight 1 is 0.5, expected a multiple of 1"),
    (lambda p: p.update([1, np.nan, 2]), ValueError, "weight 1 is nan"),
    (lambda p: p.update(["a", "b"]), TypeError, "expected a vector of numbers"),
    (lambda p: p.update([1], [3]), ValueError, "edge 0 of the update is 3, expected 0 to 2"),
    (lambda p: p.update([1, 2], [0, -1]), ValueError, "edge 1 of the update is -1, expected 0 or more"),
    (lambda p: p.update([1, 2], [0]), ValueError, "there are 2 weights for edges of shape"),
    (lambda p: p.update([1], [True]), ValueError, "edges is a mask of shape"),
    (lambda p: p.distances(0, 3), ValueError, "expected -3 to 2"),
    (lambda p: p.distances(0.5, 1), TypeError, "expected integers"),
])
def test_what_is_wrong_is_refused_and_changes_nothing(call, error, words):
    edges = np.array([(0, 1, 5), (1, 2, 6), (2, 0, 4)])
    prepared = apsp.prepare(edges, 3)
    with pytest.raises(error, match=words):
        call(prepared)
    require_answers(prepared, edges, 3, True)


def test_graphs_that_cannot_be_prepared_are_refused():
    with pytest.raises(apsp.NegativeCycleError, match="negative cycle"):
        apsp.prepare([(0, 1, 5), (1, 0, -6)], 3)
    with pytest.raises(apsp.NegativeCycleError, match="negative cycle"):
        apsp.prepare([(0, 1, -5)], 2, directed=False)
    with pytest.raises(OverflowError, match="not all integers"):
        apsp.prepare([(0, 1, 0.1), (1, 2, 0.3)], 3)
    with pytest.raises(ValueError, match="1 of 2 edges have no finite weight"):
        apsp.prepare([(0, 1, 5), (1, 2, np.inf)], 3)
    with pytest.raises(ValueError, match="order 1 is 0, which was there before"):
        apsp.prepare([(0, 1, 5)], 2, order=[0, 0])
    with pytest.raises(ValueError, match="the order has 1 vertex, expected 2"):
        apsp.prepare([(0, 1, 5)], 2, order=[0])
    with pytest.raises(OverflowError, match="the path from 0 to 2 is 2147483644"):
        apsp.prepare([(0, 1, 2**30 - 2), (1, 2, 2**30 - 2)], 3).distances(0, 2)


def test_distances_of_pairs_without_rows(rng):
    vertices, edges = 400, np.empty((1500, 3))
    edges[:, :2] = rng.integers(0, vertices, (len(edges), 2))
    edges[:, 2] = rng.integers(0, 100, len(edges))
    for weights in (1, 0.37):
        scaled = edges * (1, 1, weights)
        for directed in (True, False):
            expected = apsp.solve(scaled, vertices, directed=directed)
            for pairs in (1, 50, 1000):
                tails, heads = rng.integers(0, vertices, (2, pairs))
                np.testing.assert_allclose(apsp.distances(scaled, tails, heads, vertices, directed=directed),
                                           expected[tails, heads], rtol=1e-12)
    everything = np.arange(vertices)
    np.testing.assert_array_equal(apsp.distances(edges, everything[:, None], everything, vertices),
                                  apsp.solve(edges, vertices))
    assert isinstance(apsp.distances(edges, 3, 5, vertices), float)
    assert apsp.distances(edges, [], [], vertices).shape == (0,)
    with pytest.raises(ValueError, match="found 400, expected -400 to 399"):
        apsp.distances(edges, 3, 400, vertices)


def test_distances_of_pairs_where_separators_are_large(rng, monkeypatch):
    from apsp import _pairs

    def refuse(*_):
        raise MemoryError

    vertices = 90
    edges = np.column_stack((rng.integers(0, vertices, (300, 2)), rng.integers(0, 100, 300)))
    expected = apsp.solve(edges, vertices)
    everything = np.arange(vertices)
    monkeypatch.setattr(_pairs, "Prepared", refuse)
    monkeypatch.setattr(_pairs, "NUMBERS_AT_ONCE", 700)
    np.testing.assert_array_equal(apsp.distances(edges, everything[:, None], everything, vertices), expected)


def test_distances_of_pairs_by_name():
    network = apsp.network([("a", "b", 2), ("b", "c", 3)])
    assert apsp.distances(network, "a", "c") == 5
    assert apsp.distances(network, np.array([["a"], ["b"]]), ["b", "c"]).tolist() == [[2, 5], [0, 3]]
    np.testing.assert_array_equal(apsp.distances(network, ["a", "c"], ["c", "a"]), [5, np.inf])


def test_a_prepared_network_has_names(tmp_path):
    network = apsp.network([("home", "mill", 2), ("mill", "inn", 3), ("inn", "home", 9)])
    prepared = apsp.prepare(network)
    assert prepared.distances("home", "inn") == 5
    assert prepared.distances(["home", "inn"], "mill").tolist() == [2, 11]
    assert prepared.paths("home", "inn") == ["home", "mill", "inn"]
    vertices, offsets = prepared.paths(np.array([["home"], ["mill"]]), ["inn", "mill"])
    assert vertices.tolist() == ["home", "mill", "inn", "home", "mill", "mill", "inn", "mill"]
    assert offsets.tolist() == [0, 3, 5, 7, 8]
    prepared.update([4], [1])
    assert prepared.solve()["home", "inn"] == 6
    assert prepared.graph() == apsp.network([("home", "mill", 2), ("mill", "inn", 4), ("inn", "home", 9)])
    assert prepared.summary().centre == apsp.summary(prepared.graph()).centre
    assert prepared.within(4, sources="mill").toarray().tolist() == [[0, 0, 4]]
    prepared.save(tmp_path / "order")
    assert apsp.Prepared.load(tmp_path / "order", network).distances("home", "inn") == 5
    with pytest.raises(ValueError, match="no vertex is called 'hone'; did you mean 'home'"):
        prepared.distances("hone", "inn")
    with pytest.raises(apsp.NegativeCycleError, match="home -> mill -> inn -> home"):
        prepared.update([-20], [2])
    with pytest.raises(apsp.NegativeCycleError, match="a -> b -> a"):
        apsp.prepare(apsp.network([("a", "b", 1), ("b", "a", -2)]))


def test_distances_of_pairs_whatever_their_sources():
    """What a preparation refuses is solved by rows, from as many sources on as it would take."""
    from apsp import _pairs

    long = np.column_stack((np.arange(99), np.arange(1, 100), np.full(99, 2**29)))  # beyond 32 bits
    for scale in (1, 0.25):
        for sources in (_pairs.MANY_SOURCES - 1, _pairs.MANY_SOURCES, 99):
            chosen = np.arange(sources)
            np.testing.assert_array_equal(apsp.distances(long * (1, 1, scale), chosen, 99, 100),
                                          (99 - chosen) * 2.0**29 * scale)
    found = apsp.distances([[0, 1, -1]], np.arange(_pairs.MANY_SOURCES), 1, _pairs.MOST_BELOW_ZERO + 1)
    assert found[:3].tolist() == [-1, 0, np.inf]


THREADS = """
import os, numpy as np, apsp
side = 60
grid = np.arange(side * side).reshape(side, side)
ends = np.concatenate((np.stack((grid[:, :-1].ravel(), grid[:, 1:].ravel()), 1),
                       np.stack((grid[:-1].ravel(), grid[1:].ravel()), 1)))
edges = np.column_stack((ends, np.arange(len(ends)) % 97)).astype(np.int32)
before = len(os.listdir("/proc/self/task"))
apsp.distances(edges, np.arange(20000) % {sources}, 0, side * side, directed=False, threads={threads})
print(len(os.listdir("/proc/self/task")) - before)
"""


def test_distances_of_pairs_take_the_threads_that_are_given():
    from apsp import _pairs

    for sources in (_pairs.MANY_SOURCES - 1, _pairs.MANY_SOURCES):
        for threads in (1, 2):
            run = subprocess.run([sys.executable, "-c", THREADS.format(sources=sources, threads=threads)],
                                 env={**os.environ, "OMP_NUM_THREADS": "3"}, stdout=subprocess.PIPE,
                                 text=True, check=True)
            assert int(run.stdout) < threads, (sources, threads)
