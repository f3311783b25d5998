# SPDX-License-Identifier: MIT
"""Graphs as the functions of scipy.sparse.csgraph take them: every format and type of numbers, what is an
edge there, and what is refused."""

import numpy as np
import pytest
import scipy.sparse
from csgraph_weights import METHODS, weights_of
from scipy.sparse import csgraph

import apsp

FORMATS = ("csr", "csc", "coo", "lil", "dok", "bsr", "dia")


@pytest.mark.parametrize("kind", ("integers", "fractions"))
@pytest.mark.parametrize("unweighted", (True, False))
def test_formats_of_graphs(rng, kind, unweighted):
    weights = weights_of(rng, kind, 23)
    expected = csgraph.shortest_path(weights, unweighted=unweighted)
    graphs = [getattr(scipy.sparse, form + ending)(weights)
              for form in FORMATS for ending in ("_array", "_matrix")]
    graphs += [np.ma.masked_equal(weights, 0), np.asfortranarray(weights), weights.tolist(),
               np.repeat(weights, 2, axis=1)[:, ::2],
               np.where(weights == 0, np.inf, weights), np.where(weights == 0, np.nan, weights)]
    for graph in graphs:
        np.testing.assert_allclose(apsp.shortest_path(graph, unweighted=unweighted), expected,
                                   err_msg=str(type(graph)))


@pytest.mark.parametrize("dtype", ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "?",
                                   ">i4", ">f8"))
def test_types_of_numbers(rng, dtype):
    weights = weights_of(rng, "integers", 19).astype(dtype)
    np.testing.assert_array_equal(apsp.shortest_path(weights), csgraph.shortest_path(weights.astype(float)))
    np.testing.assert_array_equal(apsp.shortest_path(scipy.sparse.csr_array(weights.astype(float))),
                                  csgraph.shortest_path(weights.astype(float)))


def test_stored_zeros_are_edges_and_repeated_entries_count_once():
    zeros = scipy.sparse.csr_matrix(([0, 1, 5], ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
    repeated = scipy.sparse.csr_array((np.array([7.0, 3.0, 9.0]), np.array([1, 1, 1], np.int32),
                                       np.array([0, 3, 3], np.int32)), shape=(2, 2))
    masked = np.ma.masked_array([[0, 0], [0, 0]], mask=[[True, False], [True, True]])
    for graph in (zeros, repeated, masked):
        for method in METHODS:
            np.testing.assert_array_equal(apsp.shortest_path(graph, method),
                                          csgraph.shortest_path(graph, method), err_msg=method)


@pytest.mark.parametrize("unit", (1e-8, 3e-200, 5e-324))
def test_tiny_weights_of_dense_arrays_are_edges_as_those_of_sparse_ones(rng, unit):
    weights = weights_of(rng, "integers", 20) * unit
    for method in METHODS:
        np.testing.assert_allclose(apsp.shortest_path(weights, method),
                                   csgraph.shortest_path(scipy.sparse.csr_array(weights), method),
                                   rtol=1e-12)


class Pydata:
    """The part of an array of the package sparse that is asked."""

    def __init__(self, array, fill):
        self.array, self.fill = array, fill

    def to_scipy_sparse(self, accept_fv=None):
        accepted = [0] if accept_fv is None else accept_fv
        if not any(np.array_equal(self.fill, one, equal_nan=True) for one in accepted):
            raise ValueError(f"fill_value={self.fill} but should be in {accepted}")
        return self.array


class OldPydata(Pydata):
    def to_scipy_sparse(self):
        return super().to_scipy_sparse()


@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.floyd_warshall, apsp.dijkstra, apsp.johnson,
                                      apsp.bellman_ford, apsp.solve))
def test_fill_values_of_the_package_sparse(function):
    array = scipy.sparse.coo_array([[0, 3.0, 9], [0, 0, 2], [0, 0, 0]])
    for fill in (0, np.inf, np.nan):
        np.testing.assert_array_equal(function(Pydata(array, fill)), function(array))
    np.testing.assert_array_equal(function(OldPydata(array, 0)), function(array))
    with pytest.raises(ValueError, match="fill_value=7"):
        function(Pydata(array, 7))


def test_infinities_in_sparse_arrays_are_no_edges():
    graph = scipy.sparse.csr_array(([np.inf, np.nan, 2], ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
    np.testing.assert_array_equal(apsp.shortest_path(graph, "FW"),
                                  [[0, np.inf, 2], [np.inf, 0, np.inf], [np.inf, np.inf, 0]])


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_minus_infinity_is_refused_where_it_is_an_edge():
    """SciPy finds a negative cycle, minus infinity or NaN there, by its method; none in dense arrays."""
    dense = np.array([[0, 2, 0], [0, 0, -np.inf], [1, 0, 0]])
    sparse = scipy.sparse.csr_array(dense)
    masked = np.ma.masked_equal(dense, 0)
    refused = "the weight from 1 to 2 is -inf, expected more, or infinity for no edge"
    for graph in (sparse, sparse.tocsc(), masked):
        for method in METHODS:
            with pytest.raises(ValueError, match=refused):
                apsp.shortest_path(graph, method)
        for method in ("D", "BF", "J"):
            np.testing.assert_array_equal(apsp.shortest_path(graph, method, unweighted=True),
                                          csgraph.shortest_path(graph, method, unweighted=True))
        with pytest.raises(ValueError, match=refused):
            apsp.floyd_warshall(graph, unweighted=True)
    for method in METHODS:
        np.testing.assert_array_equal(apsp.shortest_path(dense, method), csgraph.shortest_path(dense, method))
    loop = scipy.sparse.csr_array(([-np.inf, 2], ([0, 0], [0, 1])), shape=(2, 2))
    assert apsp.floyd_warshall(loop)[0, 1] == 2  # which leaves out the diagonal
    with pytest.raises(ValueError, match="the weight from 0 to 0 is -inf"):
        apsp.dijkstra(loop)


@pytest.mark.parametrize("kind", ("networkx", "igraph"))
def test_a_graph_of_another_package_is_for_solve(kind):
    package = pytest.importorskip(kind)
    graph = package.Graph([(0, 1)])
    for name in ("shortest_path", "dijkstra", "johnson", "bellman_ford", "floyd_warshall"):
        with pytest.raises(TypeError, match=f"the graph is one of {kind}, which solve"):
            getattr(apsp, name)(graph)
    with pytest.raises(TypeError, match="the graph is a object, expected an N x N array"):
        apsp.shortest_path(object())


def test_zeros_that_fill_up_blocks_are_no_edges(rng):
    weights = weights_of(rng, "integers", 12)
    blocks = scipy.sparse.bsr_array(weights, blocksize=(3, 2))
    assert blocks.nnz > np.count_nonzero(weights)
    kept = blocks.copy()
    for method in METHODS:
        np.testing.assert_array_equal(apsp.shortest_path(blocks, method),
                                      csgraph.shortest_path(weights, method))
    np.testing.assert_array_equal(blocks.data, kept.data)


@pytest.mark.parametrize("unweighted", (False, True))
def test_elements_beyond_the_last_row_are_none(rng, unweighted):
    """As SciPy's arrays have them before prune()."""
    weights = weights_of(rng, "integers", 12)
    graph = scipy.sparse.csr_array(weights)
    graph.data = np.append(graph.data, [1.0, -5.0])
    graph.indices = np.append(graph.indices, np.array([99, -7], dtype=graph.indices.dtype))
    for method in METHODS:
        np.testing.assert_array_equal(apsp.shortest_path(graph, method, unweighted=unweighted),
                                      csgraph.shortest_path(weights, method, unweighted=unweighted))


def unaligned(array):
    """The same elements one byte beyond where their type may lie."""
    memory = np.zeros(array.nbytes + 1, dtype=np.uint8)
    moved = memory[1:].view(array.dtype).reshape(array.shape)
    moved[...] = array
    assert not moved.flags.aligned and moved.flags.c_contiguous
    return moved


@pytest.mark.parametrize("dtype", ("f8", "f4", "i8", "i4", "i2"))
def test_arrays_that_are_not_aligned(rng, dtype):
    weights = weights_of(rng, "integers", 33)
    expected = csgraph.shortest_path(weights)
    np.testing.assert_array_equal(apsp.shortest_path(unaligned(weights.astype(dtype))), expected)
    sparse = scipy.sparse.csr_array(weights.astype(dtype))
    for name in ("data", "indices", "indptr"):
        setattr(sparse, name, unaligned(getattr(sparse, name)))
    np.testing.assert_array_equal(apsp.shortest_path(sparse), expected)
    edges = np.argwhere(weights)
    edges = np.column_stack((edges, weights[tuple(edges.T)])).astype(dtype)
    np.testing.assert_array_equal(apsp.solve(unaligned(edges), 33), expected)
    with pytest.raises(ValueError, match="not aligned"):
        apsp.shortest_path(weights, out=unaligned(np.zeros((33, 33))))
    moved = unaligned(weights)
    found = apsp.floyd_warshall(moved, overwrite=True)
    np.testing.assert_array_equal(found, expected)


def test_damaged_sparse_arrays_are_refused():
    good = scipy.sparse.csr_array([[0.0, 1], [1, 0]])
    for indptr, indices in (([0, 1, 9], [1, 0]), ([0, 2, 1], [1, 0]), ([0, 1, 2], [1, 7]),
                            ([-5, 1, 2], [1, 0])):
        bad = good.copy()
        bad.indptr, bad.indices = np.array(indptr, np.int32), np.array(indices, np.int32)
        with pytest.raises(ValueError, match="sparse matrix is"):
            apsp.johnson(bad)
