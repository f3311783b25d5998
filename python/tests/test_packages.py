# SPDX-License-Identifier: MIT
"""Graphs of rustworkx and igraph, against what these packages compute."""

import networkx as nx
import numpy as np
import pytest

import apsp


@pytest.fixture
def rx():
    return pytest.importorskip("rustworkx")


@pytest.fixture
def igraph():
    return pytest.importorskip("igraph")


def random_edges(rng, vertices=30, edges=80):
    ends = rng.integers(0, vertices, (edges, 2)).tolist()
    return [(source, target, int(weight)) for (source, target), weight in
            zip(ends, rng.integers(1, 40, edges))]


def rustworkx_graph(rx, directed, edges, vertices=30):
    graph = rx.PyDiGraph() if directed else rx.PyGraph()
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from(edges)
    return graph


@pytest.mark.parametrize("directed", (True, False))
def test_rustworkx(rx, rng, directed):
    for _ in range(10):
        edges = random_edges(rng)
        graph = rustworkx_graph(rx, directed, edges)
        expected = rx.floyd_warshall_numpy(graph, weight_fn=float)
        np.testing.assert_array_equal(apsp.solve(graph), expected)
        np.testing.assert_array_equal(apsp.solve(graph, weight=float), expected)
        np.testing.assert_array_equal(apsp.solve(graph, weight=[w for _, _, w in edges]), expected)
        hops = rx.floyd_warshall_numpy(graph, default_weight=1.0)
        np.testing.assert_array_equal(apsp.solve(graph, weight=None), hops)
        named = rustworkx_graph(rx, directed, [(a, b, {"km": w}) for a, b, w in edges])
        np.testing.assert_array_equal(apsp.solve(named, weight="km"), expected)
        np.testing.assert_array_equal(apsp.solve(named), hops)
        np.testing.assert_array_equal(apsp.solve(named, weight=lambda data: 2 * data["km"]), 2 * expected)
        assert apsp.graph(graph).directed == directed
        both = apsp.solve(graph, directed=False)
        np.testing.assert_array_equal(both, both.T)


@pytest.mark.parametrize("directed", (True, False))
def test_rustworkx_after_nodes_are_removed(rx, rng, directed):
    graph = rustworkx_graph(rx, directed, random_edges(rng))
    graph.remove_nodes_from([0, 7, 29])
    expected = rx.floyd_warshall_numpy(graph, weight_fn=float)
    distances = apsp.solve(graph)
    np.testing.assert_array_equal(distances, expected)
    row = list(graph.node_indices()).index(8)
    np.testing.assert_array_equal(apsp.solve(graph, sources=8), expected[row])
    np.testing.assert_array_equal(apsp.solve(graph, sources=[8, 1]), expected[[row, 0]])
    np.testing.assert_array_equal(apsp.solve(graph, sources=range(1, 7), targets=[8]),
                                  expected[:6, [row]])
    with pytest.raises(ValueError, match="sources has 1, a node of the graph, and 0, which is none"):
        apsp.solve(graph, sources=[0, 1])


def test_rustworkx_by_name(rx):
    graph = rx.PyGraph()
    home, office = graph.add_nodes_from(["Home", "Office"])
    graph.add_edge(home, office, 7)
    assert apsp.solve(apsp.network(graph))["Office", "Home"] == 7
    assert apsp.summary(graph).diameter == 7
    assert apsp.network(rustworkx_graph(rx, True, [], 3)).names == (0, 1, 2)
    graph.add_node("Home")
    with pytest.raises(ValueError, match="'Home' is twice in the nodes, number 0 and 2"):
        apsp.network(graph)


@pytest.mark.parametrize("edges, options, error, words", (
    ([(0, 1, "far")], {}, TypeError, "edge 0: it carries 'far', expected a number; weight may"),
    ([(0, 1, 3), (1, 2, True)], {}, TypeError, "edge 1: it carries True"),
    ([(0, 1, [3])], {}, TypeError, r"edge 0: it carries \[3\]"),
    ([(0, 1, 3)], {"weight": "km"}, ValueError, "weight is 'km', and no edge carries a dictionary"),
    ([(0, 1, {"km": 3})], {"weight": "miles"}, ValueError, "no edge has the attribute 'miles'"),
    ([(0, 1, {"km": None})], {"weight": "km"}, TypeError, "edge 0: it carries None"),
    ([(0, 1, 3)], {"weight": lambda data: None}, TypeError, "edge 0: weight gives None"),
    ([(0, 1, 3)], {"weight": [1, 2]}, ValueError, r"weight has the shape \(2,\), expected \(1,\)"),
    ([(0, 1, 3)], {"weight": [np.nan]}, ValueError, "edge 0: the weight is missing"),
    ([(0, 1, 3)], {"weight": ["7"]}, TypeError, "weight is of <U1, expected numbers"),
    ([(0, 1, 3)], {"weight": 7}, TypeError, "weight is 7, expected the name of an attribute"),
))
def test_what_is_refused_of_rustworkx(rx, edges, options, error, words):
    with pytest.raises(error, match=words):
        apsp.solve(rustworkx_graph(rx, True, edges, 3), **options)


@pytest.mark.parametrize("directed", (True, False))
def test_weights_of_igraph_as_a_list(igraph, rng, directed):
    edges = random_edges(rng)
    graph = igraph.Graph(n=30, edges=[edge[:2] for edge in edges], directed=directed)
    weights = [weight for _, _, weight in edges]
    expected = graph.distances(weights=weights)
    for given in (weights, tuple(weights), np.array(weights), np.array(weights, np.float32)):
        np.testing.assert_array_equal(apsp.solve(graph, weight=given), expected)
    np.testing.assert_array_equal(apsp.solve(graph, weight=weights, directed=False),
                                  graph.distances(weights=weights, mode="all"))
    np.testing.assert_array_equal(apsp.solve(graph, weight=weights).T,
                                  graph.distances(weights=weights, mode="in"))
    network = apsp.network(graph, weight=weights)
    np.testing.assert_array_equal(apsp.solve(network), expected)
    with pytest.raises(ValueError, match=r"weight has the shape \(79,\), expected \(80,\)"):
        apsp.solve(graph, weight=weights[1:])
    with pytest.raises(ValueError, match="edge 79: the weight is missing, expected a number"):
        apsp.solve(graph, weight=[*weights[1:], None])


def test_lists_of_weights_are_for_graphs_whose_edges_have_numbers():
    with pytest.raises(TypeError, match="for graphs of igraph and rustworkx also a list"):
        apsp.solve(nx.path_graph(3), weight=[1, 2])
    for source, vertices in ((np.eye(2), None), ([[0, 1, 2]], 2)):
        with pytest.raises(TypeError, match="weight is a list, expected one beside a graph of igraph or"):
            apsp.solve(source, vertices, weight=[1])


def test_scipys_functions_name_the_package(rx):
    with pytest.raises(TypeError, match="the graph is one of rustworkx, which solve"):
        apsp.shortest_path(rx.PyGraph())


def test_an_edge_whose_weight_is_missing_is_refused(igraph):
    graph = nx.DiGraph([("a", "b", {"weight": 1}), ("b", "c", {"weight": np.nan})])
    with pytest.raises(ValueError, match="edge 1: the weight is missing, expected a number"):
        apsp.solve(graph)
    with pytest.raises(ValueError, match="edge 1: the weight is missing, expected a number"):
        apsp.solve(igraph.Graph.from_networkx(graph))
    graph["b"]["c"]["weight"] = float("inf")
    assert np.isinf(apsp.solve(graph)[0, 2]) and np.isinf(apsp.solve(igraph.Graph.from_networkx(graph))[0, 2])
