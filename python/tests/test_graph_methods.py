# SPDX-License-Identifier: MIT
"""What a Graph answers to Python itself: repr, len, == and hash."""

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse

import apsp

EDGES = np.array([[0, 1, 7], [1, 2, 22], [2, 0, 18], [0, 2, 40]], dtype=np.int32)


@pytest.mark.parametrize("source, vertices, directed, expected", (
    (EDGES, 4, True, "4 vertices, 4 edges, directed, weights 7 to 40"),
    (EDGES, 4000, False, "4,000 vertices, 4 edges, undirected, weights 7 to 40"),
    (EDGES * [1, 1, 0.125], 4, True, "4 vertices, 4 edges, directed, weights 0.875 to 5"),
    (EDGES * [1, 1, 0.1], 4, True, "4 vertices, 4 edges, directed, weights 0.7 to 4, rounded when added"),
    (EDGES[:1], 2, True, "2 vertices, 1 edge, directed, weights 7"),
    (EDGES[:0], 1, True, "1 vertex, 0 edges, directed"),
    (-EDGES[:1] * [-1, -1, 2**20], 2, True, "2 vertices, 1 edge, directed, weights -7340032"),
    (np.ones((3, 3)) - np.eye(3), None, True, "3 vertices, 6 edges, directed, weights 1"),
))
def test_repr_names_sizes_and_weights(source, vertices, directed, expected):
    graph = apsp.graph(source, vertices, directed=directed)
    assert repr(graph) == str(graph) == f"<apsp.Graph: {expected}>"
    assert len(graph) == graph.vertices


def test_edges_of_weights_that_round_are_no_integers():
    for graph in (apsp.graph(EDGES * [1, 1, 0.1], 4), apsp.graph(np.eye(3, k=1) / 3)):
        assert not graph.exact
        with pytest.raises(ValueError, match=r"weighted_edges\(\) returns them"):
            _ = graph.edges
        assert len(graph.weighted_edges()) > 0
    assert apsp.graph(EDGES * [1, 1, 0.5], 4).edges[:, 2].tolist() == [7, 22, 18, 40]


def test_equal_graphs_have_the_same_edges_in_any_order(rng):
    edges = rng.integers(0, 30, (200, 3)).astype(np.int32)
    graph = apsp.graph(edges, 30)
    shuffled = rng.permutation(edges)
    for same in (graph, apsp.graph(shuffled, 30), apsp.graph(tuple(shuffled.T.astype(float)), 30),
                 copy.copy(graph), pickle.loads(pickle.dumps(graph))):
        assert graph == same and not graph != same
    turned = edges[:, [1, 0, 2]]
    for other in (apsp.graph(edges, 31), apsp.graph(edges[1:], 30), apsp.graph(edges, 30, directed=False),
                  apsp.graph(turned, 30), apsp.graph(edges + [0, 0, 1], 30),
                  apsp.graph(np.concatenate((edges, edges[:1])), 30)):
        assert graph != other
    assert apsp.graph(edges, 30, directed=False) == apsp.graph(turned, 30, directed=False)


def test_equality_is_about_weights_and_not_how_they_are_held():
    matrix = np.array([[0, 0.5, 0], [0, 0, 3], [1, 0, 0]])
    edges = [[2, 0, 1], [0, 1, 0.5], [1, 2, 3]]
    assert apsp.graph(matrix) == apsp.graph(scipy.sparse.csr_array(matrix)) == apsp.graph(edges, 3)
    assert apsp.graph(matrix * 0.1) == apsp.graph(matrix * 0.1) != apsp.graph(matrix)
    assert apsp.graph(matrix) != "a graph" and apsp.graph(matrix) != None  # noqa: E711


def test_a_graph_has_no_hash():
    with pytest.raises(TypeError, match="unhashable type"):
        hash(apsp.graph(EDGES, 4))
    assert not apsp.graph(EDGES[:0], 0)  # as an empty list
