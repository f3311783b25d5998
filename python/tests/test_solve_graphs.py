# SPDX-License-Identifier: MIT
"""Graphs of NetworkX and igraph, and which weights count: an attribute, what a function says, or 1 each."""

import igraph
import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from small_graph import EDGES

import apsp


@pytest.mark.parametrize("kind", (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph))
def test_graphs_of_networkx(kind):
    graph = kind()
    graph.add_nodes_from("dcba")
    graph.add_edge("a", "b", weight=2.5)
    graph.add_edge("b", "c", weight=1.25)
    graph.add_edge("b", "c", weight=0.5)
    graph.add_edge("d", "a", other=3)
    numpy_graph = nx.floyd_warshall_numpy(graph, nodelist=list(graph))
    np.testing.assert_array_equal(apsp.solve(graph), numpy_graph)
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    hops = [[lengths[a].get(b, np.inf) for b in graph] for a in graph]
    np.testing.assert_array_equal(apsp.solve(graph, weight=None), hops)


def test_a_number_of_numpy_among_nodes_that_are_tuples():
    """The two compared give an array, which has no truth value."""
    graph = nx.path_graph([(0, 1), np.int64(2), (3, (4, 5))])
    assert apsp.solve(graph, sources=np.int64(2)).tolist() == [1, 0, 1]


@pytest.mark.parametrize("kind", (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph))
def test_a_function_as_weight(kind):
    def weight(tail, head, data):
        return None if (tail, head) == (3, 4) else 1 + 2 * tail + len(data)

    graph = kind([(0, 1, {"cost": 7}), (1, 2), (2, 3), (2, 3, {"a": 1, "b": 2}), (3, 4), (4, 0)])
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight=weight))
    expected = [[lengths[a].get(b, np.inf) for b in graph] for a in graph]
    np.testing.assert_array_equal(apsp.solve(graph, weight=weight), expected)
    assert apsp.summary(graph, weight=weight).diameter == np.max(expected, where=np.isfinite(expected),
                                                                 initial=0)
    for _, _, data in list(graph.edges(data=True))[1:]:
        data["cost"] = None  # hidden, as for NetworkX
    assert np.isfinite(apsp.solve(graph, weight="cost")).sum() == 5 + (1 if graph.is_directed() else 2)


def test_weights_that_are_no_numbers_are_named():
    graph = nx.path_graph(3)
    graph.edges[1, 2]["weight"] = 10**400
    with pytest.raises(ValueError, match="edge 1: the weight is beyond float64"):
        apsp.solve(graph)
    with pytest.raises(ValueError, match="edge 0: the weight is beyond float64"):
        apsp.solve([[0, 1, 10**400]], 2)
    graph.edges[1, 2]["weight"] = "far"
    with pytest.raises(TypeError, match="edge 1: the weight is 'far', expected a number"):
        apsp.solve(graph)
    for weight in (3, True, ("a", "b")):
        with pytest.raises(TypeError, match="expected the name of an attribute, a function or None"):
            apsp.solve(graph, weight=weight)
    for source, vertices in ((np.eye(2), None), (EDGES, 4), (igraph.Graph.Ring(3), None)):
        with pytest.raises(TypeError, match="weight is a function, expected one beside a graph of NetworkX"):
            apsp.solve(source, vertices, weight=lambda tail, head, data: 1)


@pytest.mark.parametrize("directed", (True, False))
def test_graphs_of_igraph(directed):
    graph = igraph.Graph(n=4, edges=[(0, 1), (1, 2), (3, 1)], directed=directed)
    np.testing.assert_array_equal(apsp.solve(graph), graph.distances())
    graph.es["weight"] = [3, 4.5, 0.25]
    np.testing.assert_array_equal(apsp.solve(graph), graph.distances(weights="weight"))
    np.testing.assert_array_equal(apsp.solve(graph, weight=None), graph.distances())


def test_edges_that_are_all_1_long(rng):
    edges = rng.integers(0, 40, (150, 3)).astype(np.int32)
    expected = apsp.solve(np.concatenate((edges[:, :2], np.ones((150, 1), np.int32)), axis=1), 40)
    ends = edges[:, :2]
    for given in (edges, edges * [1, 1, 0.1], tuple(edges.T), ends, tuple(ends.T), ends.tolist()):
        np.testing.assert_array_equal(apsp.solve(given, 40, weight=None), expected)
    for graph in (apsp.graph(edges, 40), apsp.graph(edges * [1, 1, 0.1], 40)):
        made = apsp.graph(graph, weight=None)
        np.testing.assert_array_equal(apsp.solve(made), expected)
        assert made.directed and graph != made
        np.testing.assert_array_equal(apsp.solve(graph, weight=None), expected)
        assert apsp.summary(graph, weight=None).diameter == np.max(expected[np.isfinite(expected)])
    both = apsp.graph(apsp.graph(edges, 40, directed=False), weight=None)
    assert not both.directed and both == apsp.graph(ends, 40, weight=None, directed=False)
    network = apsp.network(tuple(edges.T), vertices=range(40))
    np.testing.assert_array_equal(apsp.solve(network, weight=None), expected)
    matrix = np.where(rng.random((30, 30)) < 0.1, 7.5, 0)
    for given in (matrix, scipy.sparse.csr_array(matrix), np.ma.masked_equal(matrix, 0)):
        np.testing.assert_array_equal(apsp.solve(given, weight=None),
                                      apsp.shortest_path(matrix, unweighted=True))
    hidden = np.array([[0, 1, np.inf], [1, 2, 5]])
    np.testing.assert_array_equal(apsp.solve(hidden, 3, weight=None)[0], [0, np.inf, np.inf])
    assert apsp.solve([], 2, weight=None).tolist() == [[0, np.inf], [np.inf, 0]]


@pytest.mark.parametrize("source, options, error, words", (
    (EDGES, {"weight": "km"}, TypeError, "weight is 'km', expected the name of an attribute beside a graph"),
    (apsp.graph(EDGES, 4), {"weight": "km"}, TypeError, "weight is 'km'"),
    (np.zeros((4, 4)), {"weight": "km"}, TypeError, "weight is 'km'"),
    (EDGES[:, :1], {"weight": None}, ValueError, "the edges have 1 columns, expected sources and dest"),
    ((*EDGES.T, EDGES[:, 0]), {"weight": None}, ValueError, "the edges have 4 columns"),
    (EDGES[:, 0], {"weight": None}, ValueError, r"shape \(4,\), expected \(E, 2\) or \(E, 3\)"),
    (EDGES[:, :2], {}, ValueError, r"shape \(4, 2\), expected \(E, 3\)"),
))
def test_what_is_refused_beside_edges(source, options, error, words):
    whole = isinstance(source, apsp.Graph) or isinstance(source, np.ndarray) and source.shape == (4, 4)
    with pytest.raises(error, match=words):
        apsp.solve(source, None if whole else 4, **options)
