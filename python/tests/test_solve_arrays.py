# SPDX-License-Identifier: MIT
"""The memory that our own calls read edges from and write results to: of any kind, and shared."""

import array
import copy
import ctypes
import pickle

import numpy as np
import pytest
import scipy.sparse
from only_dlpack import OnlyDLPack
from small_graph import DISTANCES, EDGES

import apsp


def test_edges_of_every_kind():
    columns = tuple(EDGES.T)
    for edges in (EDGES, EDGES.astype(np.int64), EDGES.astype(float), np.asfortranarray(EDGES),
                  EDGES.tolist(), memoryview(EDGES), OnlyDLPack(EDGES.copy()), columns,
                  tuple(column.tolist() for column in columns),
                  tuple(array.array("i", column.tolist()) for column in columns)):
        np.testing.assert_array_equal(apsp.solve(edges, 4), DISTANCES, err_msg=str(type(edges)))


def test_edges_are_not_copied():
    graph = apsp.graph(EDGES, 4)
    assert np.shares_memory(graph.edges, EDGES)
    assert (graph.vertices, graph.exact, graph.exponent, graph.directed) == (4, True, 0, True)
    with pytest.raises(ValueError, match="read-only"):
        graph.edges[0, 0] = 1


@pytest.mark.parametrize("weight", (2**30, 2**30 - 1, -2**30, 2**31 - 1, -2**31))
def test_large_weights_of_every_type_of_integers(weight):
    edges = [[0, 1, weight], [1, 2, 5]]
    expected = [[0, weight, weight + 5], [np.inf, 0, 5], [np.inf, np.inf, 0]]
    for dtype in (np.int32, np.int64, float):
        np.testing.assert_array_equal(apsp.solve(np.array(edges, dtype), 3), expected, err_msg=str(dtype))


@pytest.mark.parametrize("directed", (True, False))
@pytest.mark.parametrize("source, vertices", (
    (EDGES, 4), (EDGES * [1, 1, 0.25], 4), (EDGES * [1, 1, np.pi], 4), (EDGES[:0], 3),
    (np.array([[0, 3, 0], [0, 0, 9], [2, 0, 0]]), None), (np.eye(3, k=1) / 3, None),
    (scipy.sparse.csr_array(np.eye(3, k=1) * 2.0**70), None),
))
def test_a_graph_is_pickled_and_copied(source, vertices, directed):
    graph = apsp.graph(source, vertices, directed=directed)
    expected = apsp.solve(graph)
    for made in (pickle.loads(pickle.dumps(graph)), copy.copy(graph), copy.deepcopy(graph)):
        np.testing.assert_array_equal(apsp.solve(made), expected)
        for name in ("vertices", "exact", "exponent", "directed", "has_negative"):
            assert getattr(made, name) == getattr(graph, name), name
        assert not made.borrows or not np.shares_memory(made.edges, graph.edges)
        assert sorted(made.weighted_edges().tolist()) == sorted(graph.weighted_edges().tolist())


def test_edges_outlive_what_they_were_made_of():
    edges = apsp.graph(EDGES.copy(), 4).edges
    np.testing.assert_array_equal(edges, EDGES)


def test_out_takes_any_writeable_memory():
    buffer = (ctypes.c_double * 16)()
    assert apsp.solve(EDGES, 4, out=np.frombuffer(buffer)) is not None
    np.testing.assert_array_equal(np.array(buffer).reshape(4, 4), DISTANCES)
    frozen = np.zeros((4, 4))
    lent = np.zeros((4, 4))
    for out in (memoryview(np.zeros((4, 4))), array.array("d", bytes(8 * 16)), OnlyDLPack(lent)):
        assert apsp.solve(EDGES, 4, out=out) is out
        if not isinstance(out, OnlyDLPack):
            np.testing.assert_array_equal(np.asarray(out).reshape(4, 4), DISTANCES)
    np.testing.assert_array_equal(lent, DISTANCES)
    frozen.flags.writeable = False
    for out in (frozen, memoryview(frozen)):
        with pytest.raises(ValueError, match="not writeable"):
            apsp.solve(EDGES, 4, out=out)
    with pytest.raises((BufferError, TypeError, ValueError)):  # TypeError by NumPy before 1.24
        apsp.solve(EDGES, 4, out=OnlyDLPack(frozen))
    with pytest.raises(TypeError, match="out is a list, expected an array that lends its memory"):
        apsp.solve(EDGES, 4, out=[[0.0] * 4] * 4)
    with pytest.raises(ValueError, match="out is masked"):
        apsp.solve(EDGES, 4, out=np.ma.masked_equal(np.zeros((4, 4)), 0))
    with pytest.raises(ValueError, match="in the memory of a GPU"):
        apsp.solve(OnlyDLPack(EDGES, (2, 0)), 4)


@pytest.mark.parametrize("threads", (1, 2))
@pytest.mark.parametrize("shift", (0, 1, 50))
def test_out_may_lie_on_the_edges(rng, threads, shift):
    vertices, count = 60, 400
    memory = np.zeros(vertices**2 + shift + 3 * count, dtype=np.int32)
    edges = memory[shift:shift + 3 * count].reshape(count, 3)
    edges[...] = rng.integers(0, vertices, (count, 3))
    expected, before = apsp.solve(edges, vertices, dtype=np.int32, return_predecessors=True)
    out = memory[:vertices**2].reshape(vertices, vertices)
    kept = memory.copy()
    for graph in (edges, apsp.graph(edges, vertices)):
        memory[...] = kept
        found, tree = apsp.solve(graph, None if graph is not edges else vertices, out=out,
                                 return_predecessors=True, threads=threads)
        assert found is out
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(tree, before)
