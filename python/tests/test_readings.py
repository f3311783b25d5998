# SPDX-License-Identifier: MIT
"""Arguments that can be read in two ways: they are refused, or one of them is the rule."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import apsp

EDGES = [[0, 1, 7], [1, 2, 22], [2, 0, 3]]
COLUMNS = tuple(zip(*EDGES))
DISTANCES = [[0, 7, 29], [25, 0, 22], [3, 10, 0]]
TWO = np.array([[0, 1], [1, 2]])  # the same edges by rows as by columns
MASK = np.array([False, True, True])

MAY_BE_EDGES = "3 x 3, a matrix or three edges: vertices=V says"
TWO_COLUMNS = "the graph is {}, expected a square, N x N; .* with weight=None and vertices=V"
NO_SQUARE = r"the graph is {}, expected a square, N x N; sources, destinations and weights .* vertices=V"


def graph_of(*names):
    """A cycle of NetworkX through the names, in their order."""
    graph = nx.DiGraph()
    nx.add_cycle(graph, names)
    return graph


def batch_of(edges, offsets=(0, 2), sizes=(3,), **options):
    return apsp.batch(edges, list(offsets), list(sizes), **options)


@pytest.mark.parametrize("call", (apsp.solve, apsp.summary, apsp.graph, lambda g: apsp.write("no file", g)))
@pytest.mark.parametrize("graph, words", (
    (EDGES, MAY_BE_EDGES), (np.array(EDGES), MAY_BE_EDGES), (np.array(EDGES, float), MAY_BE_EDGES),
    (np.array(EDGES, object), MAY_BE_EDGES), (np.array(EDGES, np.uint8), MAY_BE_EDGES),
    (np.asfortranarray(EDGES), MAY_BE_EDGES), (COLUMNS, MAY_BE_EDGES),
    ([[0, 5, 0.5], [4, 2, 1.5], [2, 0, 2.5]], MAY_BE_EDGES),
    (([5, 1, 2], [4, 0, 1], [0.5, 0.25, 0]), MAY_BE_EDGES),
    (EDGES[:1], NO_SQUARE.format("1 x 3")), (EDGES[:2], NO_SQUARE.format("2 x 3")),
    (np.array([*EDGES, *EDGES]), NO_SQUARE.format("6 x 3")), (np.empty((0, 3)), NO_SQUARE.format("0 x 3")),
    (tuple(np.array(EDGES + EDGES).T), NO_SQUARE.format("3 x 6")),
    ([], "1 dimensions, expected 2"), ([[]], "1 x 0, expected a square, N x N$"),
    (TWO[:1], TWO_COLUMNS.format("1 x 2")), ([[0, 1], [1, 2], [2, 0]], TWO_COLUMNS.format("3 x 2")),
    (([0, 1, 2], [1, 2, 0]), TWO_COLUMNS.format("2 x 3")),
    (7, "0 dimensions"), ([7], "1 dimensions"),
))
def test_edges_without_vertices_are_no_matrix(call, graph, words):
    with pytest.raises(ValueError, match=words):
        call(graph)


@pytest.mark.parametrize("matrix", (
    [[0, 1, 7], [1, 0, 22], [2, 0, 0]],  # nothing on the diagonal
    [[np.inf, 1, 7], [1, np.nan, 22], [2, 0, 0]],
    [[1, 2.5, 3], [0, 1, 7], [2, 1, 1]], [[1, -2, 3], [5, 1, 7], [2, 1, 1]],  # no vertices
    [[1, np.inf, 3], [5, 1, 7], [2, 1, 1]], [[1, 2**31, 3], [5, 1, 7], [2, 1, 1]],
    np.ones((3, 3), bool), np.ma.masked_equal(np.array(EDGES) + 1, 23), scipy.sparse.csr_array(EDGES),
    ([0, 1, 5], [2, 0, 7], [3, 4, 0]),
    np.ones((2, 2)), np.ones((4, 4)), np.empty((0, 0)),
))
def test_a_matrix_of_three_vertices_stays_one(matrix):
    np.testing.assert_array_equal(apsp.solve(matrix), apsp.shortest_path(matrix))


@pytest.mark.parametrize("graph", (TWO, TWO.tolist(), TWO.astype(float), ([0, 1], [1, 2]), np.ones((2, 2))))
def test_two_edges_without_weights_are_no_matrix(graph):
    for call in (apsp.solve, apsp.summary, apsp.graph):
        with pytest.raises(ValueError, match="the graph is 2 x 2, a matrix or two edges: vertices=V says"):
            call(graph, weight=None)
    assert apsp.graph(graph, 3, weight=None).vertices == 3
    assert apsp.graph(graph).vertices == 2  # edges have weights there


@pytest.mark.parametrize("matrix", ([[0, 1], [1, 0]], [[1.5, 1], [1, 2]], [[-1, 1], [2, 0]],
                                    np.ones((2, 2), bool), np.ones((4, 4)), np.ones((1, 1)),
                                    scipy.sparse.csr_array(TWO)))
def test_a_matrix_without_weights_stays_one(matrix):
    expected = apsp.shortest_path(matrix, unweighted=True)
    np.testing.assert_array_equal(apsp.solve(matrix, weight=None), expected)


def test_what_settles_the_reading_of_a_3_x_3_array():
    np.testing.assert_array_equal(apsp.solve(EDGES, 3), DISTANCES)
    np.testing.assert_array_equal(apsp.solve(COLUMNS, 3), DISTANCES)
    as_matrix = [[0, 1, 7], [1, 0, 8], [2, 3, 0]]
    np.testing.assert_array_equal(apsp.shortest_path(EDGES), as_matrix)
    np.testing.assert_array_equal(apsp.solve(scipy.sparse.csr_array(EDGES)), as_matrix)
    np.testing.assert_array_equal(apsp.solve(np.array(EDGES) * (1 - np.eye(3))), as_matrix)


@pytest.mark.parametrize("edges, words", (
    (np.empty((3, 0)), r"\(3, 0\), expected \(E, 3\)"), (TWO, r"\(2, 2\), expected \(E, 3\)"),
    (np.array(EDGES[:2]).T, r"\(3, 2\), expected \(E, 3\)"),
))
def test_edges_of_other_shapes(edges, words):
    with pytest.raises(ValueError, match=words):
        apsp.solve(edges, 3)


@pytest.mark.parametrize("edges", (np.array(EDGES, bool), ([0, 1], [1, 2], [True, False]),
                                   (MASK, [1, 2, 0], [1, 2, 3])))
def test_edges_of_truth_values(edges):
    with pytest.raises(TypeError, match="are of bool, expected numbers"):
        apsp.solve(edges, 3)


@pytest.mark.parametrize("mask", (MASK, MASK.tolist(), [np.False_, np.True_, np.True_]))
def test_sources_of_truth_values_are_a_mask(mask):
    np.testing.assert_array_equal(apsp.solve(EDGES, 3, sources=mask), DISTANCES[1:])
    assert apsp.summary(EDGES, 3, sources=mask).sources.tolist() == [1, 2]
    rows, before = apsp.solve(EDGES, 3, sources=mask, return_predecessors=True)
    assert apsp.path(before, 1, 0, sources=mask) == [1, 2, 0]


@pytest.mark.parametrize("some", ([True, 2], [0, True], (np.True_, 1), [[0, 1], [True, 2]],
                                  [np.array([True]), [1]], [1.0, True]))
def test_truth_values_among_numbers(some):
    message = "some of .* are truth values, and others are not: expected numbers alone"
    for call in (lambda: apsp.solve(EDGES, 3, sources=some), lambda: apsp.solve(EDGES, 3, targets=some),
                 lambda: apsp.summary(EDGES, 3, sources=some), lambda: apsp.plan(EDGES, 3, sources=some),
                 lambda: apsp.nearest(EDGES, 1, 3, targets=some), lambda: apsp.dijkstra(EDGES, indices=some),
                 lambda: apsp.within(EDGES, 9, 3, sources=some),
                 lambda: apsp.prepare(EDGES, 3).distances(some, 0),
                 lambda: apsp.solve([[0, 1, 5], [1, 2, True]], 3), lambda: apsp.solve([[0, True, 5]], 3),
                 lambda: batch_of([[0, 1, 5], [1, 2, True]]), lambda: batch_of([[0, 1, 5]], [0, True])):
        with pytest.raises(TypeError, match=message):
            call()


@pytest.mark.parametrize("mask", (True, False, [True], [True, False], MASK[:, None], [[True] * 3]))
def test_masks_of_other_shapes(mask):
    for call in (apsp.solve, apsp.summary):
        with pytest.raises(ValueError, match=r"sources is a mask of shape .*, expected \(3,\), or numbers"):
            call(EDGES, 3, sources=mask)


@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.dijkstra, apsp.johnson, apsp.bellman_ford))
@pytest.mark.parametrize("indices", (MASK, MASK.tolist(), True, np.array([0, True], object)))
def test_scipys_indices_are_no_mask(function, indices):
    with pytest.raises(TypeError, match="the type of indices is (bool|object), expected integers"):
        function(np.ones((3, 3)), indices=indices)


@pytest.mark.parametrize("options, words", (
    ({"vertices": True}, "vertices is True, expected an integer"),
    ({"threads": True}, "threads is True, expected an integer"),
    ({"gpus": [True, False]}, r"gpus is \[True, False\], expected a sequence of integers"),
    ({"method": 0}, "method is 0, expected one of 'dense', 'sweep', 'search', None"),
    ({"method": False}, "method is False, expected one of"),
    ({"method": np.array(["dense"])}, "method is .*, expected one of"),
    ({"width": 16}, "width is 16, expected one of 'u8', 'u16', 's32', None"),
    ({"device": 0}, "device is 0, expected one of 'auto', 'cpu', 'gpu', 'gpus'"),
    ({"device": None}, "device is None, expected one of"),
    ({"instruction_set": None}, "instruction_set is None, expected one of .*'portable', ''"),
))
def test_values_of_other_types(options, words):
    for call in (apsp.solve, apsp.summary):
        with pytest.raises(TypeError, match=words):
            call(EDGES, **{"vertices": 3, **options})


@pytest.mark.parametrize("options, words", (
    ({"method": ""}, "method is '', expected one of 'dense', 'sweep', 'search', None"),
    ({"method": "FW"}, "method is 'FW', expected one of 'dense'"),
    ({"width": "U8"}, "width is 'U8', expected one of 'u8'"),
    ({"device": "cuda"}, "device is 'cuda', expected one of 'auto'"),
    ({"instruction_set": "AVX2"}, "instruction_set is 'AVX2', expected one of"),
))
def test_values_of_other_words(options, words):
    for call in (apsp.solve, apsp.summary):
        with pytest.raises(ValueError, match=words):
            call(EDGES, 3, **options)


def test_sources_in_a_graph_of_networkx_are_nodes_or_positions():
    one_up = graph_of(1, 2, 3)
    for call in (apsp.solve, apsp.summary):
        for sources in ([0, 2], np.array([[2, 0]]), [1, -1]):
            with pytest.raises(ValueError, match="a node of the graph, and -?[01], which is none"):
                call(one_up, sources=sources)
    assert apsp.solve(one_up, sources=1).tolist() == [0, 1, 2]
    assert apsp.solve(one_up, sources=np.array([[2]])).tolist() == [[[2, 0, 1]]]
    assert apsp.solve(one_up, sources=[3, 1], targets=2).tolist() == [2, 1]
    for nodes in (iter([3, 1]), (3, 1), np.array([3, 1]), np.array(["3", 1], object)[1:], {1: "", 3: ""}):
        found = apsp.solve(one_up, sources=nodes)
        assert found[-1].tolist() in ([0, 1, 2], [1, 2, 0]) and found.ndim == 2
    assert apsp.solve(one_up, sources=iter([0, -3])).tolist() == [[0, 1, 2]] * 2
    assert apsp.solve(one_up, sources=one_up.nodes).tolist() == apsp.solve(one_up).tolist()
    assert apsp.solve(one_up, sources=0).tolist() == [0, 1, 2]  # nothing is named 0
    assert apsp.solve(apsp.graph(one_up), sources=1).tolist() == [2, 0, 1]
    for mask in ([False, True, False], np.array([False, True, False])):
        assert apsp.solve(one_up, sources=mask).tolist() == [[2, 0, 1]]
    for names in ((0, 1, 2), "abc", ((0, 1), (1, 1), (2, 1))):
        assert apsp.solve(graph_of(*names), sources=1).tolist() == [2, 0, 1]
        assert apsp.solve(graph_of(*names), sources=names[1]).tolist() == [2, 0, 1]
        assert apsp.solve(graph_of(*names), sources=[names[1]], targets=[names[2]]).tolist() == [[1]]
    assert apsp.solve(graph_of(0, "a", 2), sources=[0, 2]).tolist() == [[0, 1, 2], [1, 2, 0]]
    with pytest.raises(ValueError, match="sources has 'x', expected nodes of the graph, or positions"):
        apsp.solve(graph_of(*"abc"), sources=["a", "x"])


def test_an_attribute_that_no_edge_has():
    igraph = pytest.importorskip("igraph")
    for graph in (graph_of(0, 1, 2), igraph.Graph.Ring(3)):
        for call in (apsp.solve, apsp.summary, apsp.graph):
            with pytest.raises(ValueError, match="no edge has the attribute 'lenght', expected the name"):
                call(graph, weight="lenght")
        assert apsp.solve(graph, weight="weight")[0, 1] == apsp.solve(graph, weight=None)[0, 1] == 1
    assert apsp.solve(nx.empty_graph(2), weight="length")[0, 0] == 0


@pytest.mark.parametrize("number", (1j, np.timedelta64(3, "s"), np.datetime64("2020-01-01")))
def test_numbers_that_lose_a_part_as_float64(number):
    for function in (apsp.solve, apsp.dijkstra, apsp.floyd_warshall):
        with pytest.raises(TypeError, match="expected real numbers"):
            function(np.array([[number] * 2] * 2))


@pytest.mark.parametrize("sources, shape", (([0, 1], (3, 2)), ([0, 1, 2, 0], (3, 4)), (1, (3, 1))))
def test_out_has_the_rows_of_the_result(sources, shape):
    with pytest.raises(ValueError, match=r"out has the shape .*, expected \((., )?3,?\)"):
        apsp.solve(EDGES, 3, sources=sources, out=np.empty(shape))
    rows = apsp.solve(EDGES, 3, sources=sources)
    for right in (rows.shape, rows.size):
        out = apsp.solve(EDGES, 3, sources=sources, out=np.empty(right))
        np.testing.assert_array_equal(out.reshape(rows.shape), rows)


def test_rows_of_other_sources_are_no_predecessors():
    _, before = apsp.solve(EDGES, 3, sources=[2, 1, 0], return_predecessors=True)
    for source, target in ((2, 0), (0, 2)):
        for rows in (before, before[source]):
            with pytest.raises(ValueError, match=f"those of another source than {source}: expected sources"):
                apsp.path(rows, source, target)
        assert apsp.path(before, source, target, sources=[2, 1, 0])
    assert apsp.path(before, 0, 1) == [0, 1]  # the end of the path from 2
    with pytest.raises(TypeError, match="source is True, expected an integer"):
        apsp.path(before, True, 0)


# Rows or columns: (2, N) is what PyTorch Geometric calls edge_index.

def test_a_batch_of_rows_or_of_columns():
    expected = [[[0, 1, 2], [apsp.UNREACHABLE, 0, 1], [apsp.UNREACHABLE, apsp.UNREACHABLE, 0]]]
    for edges in (TWO, tuple(TWO), [[0, 1, 1], [1, 2, 1]], (*TWO, [1, 1])):
        np.testing.assert_array_equal(batch_of(edges), expected)
    either = np.array([[0, 2], [1, 1]])  # 0 -> 2, 1 -> 1 or 0 -> 1, 2 -> 1
    for options in ({}, {"weights": [1, 1]}):
        with pytest.raises(ValueError, match=r"\(2, 2\), two rows of edges or sources and destinations"):
            batch_of(either, **options)
        rows, columns = batch_of(tuple(either.T), **options), batch_of(tuple(either), **options)
        assert rows[0, 0, 2] == 1 == columns[0, 0, 1] == columns[0, 2, 1]
        assert rows[0, 0, 1] == apsp.UNREACHABLE == columns[0, 0, 2]
    three = np.array([[0, 2, 1], [1, 1, 2], [1, 2, 3]])  # 0 -> 2, 1 -> 1 ... or 0 -> 1, 2 -> 1 ...
    with pytest.raises(ValueError, match=r"\(3, 3\), three rows of edges or sources, destinations and w"):
        batch_of(three, (0, 3))
    assert batch_of(tuple(three), (0, 3))[0, 0, 1] == 1 and batch_of(tuple(three.T), (0, 3))[0, 0, 2] == 1
    for edges in (EDGES, np.array([[0, 1, 2], [1, 0, 2], [2, 2, 5]])):  # the latter is the same both ways
        np.testing.assert_array_equal(batch_of(edges, (0, 3))[0], apsp.solve(edges, 3, dtype=np.int32))
    with pytest.raises(ValueError, match=r"\(3, 4\), expected E rows; tuple\(edges\) says that these are"):
        batch_of(np.ones((3, 4), int), (0, 4))
    # As columns they would leave their graphs: 0 -> 1 in the first, of one vertex.
    np.testing.assert_array_equal(batch_of([[0, 0], [1, 0]], (0, 1, 2), (1, 2)), [
        [[0, apsp.UNREACHABLE], [apsp.UNREACHABLE] * 2], [[0, apsp.UNREACHABLE], [1, 0]]])


def test_columns_of_a_batch():
    edge_index = np.array([[0, 1, 2, 0], [1, 2, 0, 2]])
    weights = np.array([1.5, 2.5, 4, 8], np.float32)
    by_rows = batch_of(edge_index.T, (0, 4), weights=weights)
    for edges, options in ((tuple(edge_index), {"weights": weights}), ((*edge_index, weights), {}),
                           ((*edge_index.tolist(), weights), {})):
        found = batch_of(edges, (0, 4), **options)
        assert found.dtype == np.float32
        np.testing.assert_array_equal(found, by_rows)
    np.testing.assert_array_equal(batch_of(([], []), (0, 0)), batch_of(np.empty((2, 0)), (0, 0)))


@pytest.mark.parametrize("error, words, edges, offsets, options", (
    (ValueError, r"shape \(2, 4\), expected E rows; tuple\(edges\)", np.ones((2, 4), int), (0, 4), {}),
    (ValueError, r"shape \(2, 3\), expected E rows; tuple\(edges\)", np.ones((2, 3), int), (0, 3), {}),
    (ValueError, r"shape \(2, 1\), expected E rows; tuple\(edges\)", np.ones((2, 1), int), (0, 1), {}),
    (ValueError, r"edges has shape \(3, 0\)", np.empty((3, 0), int), (0, 3), {}),
    (ValueError, "edges is a tuple of 1", (TWO,), (0, 2), {}),
    (ValueError, "edges is a tuple of 3", (*TWO, [1, 1]), (0, 2), {"weights": [1, 1]}),
    (ValueError, "edges is a tuple of 4", (*TWO, [1, 1], [1, 1]), (0, 2), {}),
    (ValueError, r"destinations has shape \(1,\), expected \(2,\)", ([0, 1], [1]), (0, 2), {}),
    (ValueError, r"weights has shape \(1,\), expected \(2,\)", (*TWO, [1]), (0, 2), {}),
    (ValueError, r"have shape \(1, 2\), expected \(E,\)", (TWO[:1], TWO[1:]), (0, 2), {}),
    (TypeError, "edges is of bool, expected numbers", np.ones((1, 2), bool), (0, 1), {}),
    (TypeError, "weights is of bool, expected numbers", TWO, (0, 2), {"weights": [True, False]}),
    (TypeError, "edges is of float64, expected integers", TWO.astype(float), (0, 2), {}),
    (TypeError, "sizes is of bool, expected integers", TWO, (0, 2), {"sizes": [True]}),
    (TypeError, "offsets is of bool, expected integers", TWO[:1], [False, True], {}),
    (TypeError, "vertices is True, expected an integer", TWO, (0, 2), {"vertices": True}),
))
def test_batches_that_are_refused(error, words, edges, offsets, options):
    with pytest.raises(error, match=words):
        batch_of(edges, offsets, **options)
