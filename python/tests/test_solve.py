# SPDX-License-Identifier: MIT
"""Our own calls, and graphs from elsewhere."""

import array
import copy
import ctypes
import os
import pickle

import igraph
import networkx as nx
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph

import apsp

EDGES = np.array([[0, 1, 7], [1, 2, 22], [2, 0, 18], [0, 2, 40]], dtype=np.int32)
DISTANCES = [[0, 7, 29, np.inf], [40, 0, 22, np.inf], [18, 25, 0, np.inf], [np.inf, np.inf, np.inf, 0]]


class OnlyDLPack:
    """An array that shows DLPack and nothing else."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **options):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


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


def test_summary(rng):
    edges = rng.integers(0, 60, (400, 3)) * [1, 1, 0.125]
    found = apsp.summary(edges, 60)
    distances = apsp.solve(edges, 60)
    np.fill_diagonal(distances, np.inf)
    reached = np.isfinite(distances)
    farthest = np.where(reached, distances, -1).max(axis=1)
    assert (found.vertices, found.reachable, found.unreachable) == (60, reached.sum(), 3540 - reached.sum())
    assert found.sum == distances[reached].sum() and found.mean == found.sum / reached.sum()
    assert found.diameter == farthest.max() and found.radius == farthest[farthest >= 0].min()
    assert found.centre == np.flatnonzero(farthest == found.radius).tolist()
    assert found.periphery == np.flatnonzero(farthest == found.diameter).tolist()
    np.testing.assert_array_equal(found.eccentricity, np.where(farthest < 0, np.nan, farthest))
    lengths, pairs = np.unique(distances[reached], return_counts=True)
    np.testing.assert_array_equal(found.lengths, lengths)
    np.testing.assert_array_equal(found.pairs, pairs)
    assert found.bin_width == 0.125
    assert found == found and found != apsp.summary(edges, 60)  # like arrays: no truth value of many
    one = apsp.summary(edges, 60, sources=7)
    assert one.sources.tolist() == [7] and one.reached[0] == reached[7].sum()


def test_a_summary_goes_on_from_its_checkpoint(rng, tmp_path):
    edges = rng.integers(0, 3000, (9000, 3)) * [1, 1, 0.125]
    expected = apsp.summary(edges, 3000)
    kept = tmp_path / "kept"

    def interrupt(done, total):
        raise InterruptedError

    runs = 0
    found = None
    while found is None:
        runs += 1
        try:
            found = apsp.summary(edges, 3000, method="search", threads=1, checkpoint=kept,
                                 progress=interrupt if runs < 4 else None)
        except InterruptedError:
            pass
    assert not kept.exists()
    assert (found.sum, found.centre) == (expected.sum, expected.centre)
    for name in ("reached", "sums", "eccentricity", "closeness", "lengths", "pairs"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    kept.write_text("something else")
    with pytest.raises(ValueError, match="kept: the file ends at byte 14, expected"):
        apsp.summary(edges, 3000, checkpoint=kept)
    assert kept.read_text() == "something else"


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


def test_files(tmp_path, rng):
    file, rows = tmp_path / "graph.bin", tmp_path / "distances.bin"
    edges = rng.integers(0, 50, (300, 3)).astype(np.int32)
    apsp.write(file, edges, 50)
    assert np.fromfile(file, np.int32).tolist() == [50, 300, *edges.ravel().tolist()]
    graph = apsp.read(str(file))
    np.testing.assert_array_equal(graph.edges, edges)
    distances = apsp.solve(file, dtype=np.int32)
    np.testing.assert_array_equal(distances, apsp.solve(graph, dtype=np.int32))
    apsp.write_distances(rows, distances)
    np.testing.assert_array_equal(np.fromfile(rows, np.int32).reshape(50, 50), distances)
    np.testing.assert_array_equal(apsp.read_distances(rows), distances)
    size = distances.shape[0] ** 2
    np.testing.assert_array_equal(apsp.read_distances(rows, (1, size)), distances.reshape(1, size))
    with pytest.raises(ValueError, match="expected"):
        apsp.read_distances(rows, (2, size))
    apsp.write(file, nx.path_graph(3))
    np.testing.assert_array_equal(apsp.solve(file), apsp.solve(nx.path_graph(3)))


def test_names_of_files(tmp_path):
    apsp.write(os.fsencode(tmp_path / "g\u00fc"), EDGES, 4)
    np.testing.assert_array_equal(apsp.read(os.fsencode(tmp_path / "g\u00fc")).edges, EDGES)
    for name in ("a\0b", "\udcff"):
        with pytest.raises(ValueError, match="expected one of UTF-8 without"):
            apsp.write(tmp_path / name, EDGES, 4)
        with pytest.raises(ValueError, match="expected one of UTF-8 without"):
            apsp.write_distances(tmp_path / name, np.zeros((1, 1), np.int32))
    assert [file.name for file in tmp_path.iterdir()] == ["g\u00fc"]


def test_a_file_named_as_the_standard_streams_are(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    apsp.write("-", EDGES, 4)
    np.testing.assert_array_equal(apsp.read("-").edges, EDGES)
    apsp.write_distances("-", np.zeros((3, 3), np.int32))
    assert apsp.read_distances("-").shape == (3, 3)
    assert capfd.readouterr().out == "" and os.listdir(tmp_path) == ["-"]


@pytest.mark.parametrize("read", (apsp.read, apsp.read_distances, apsp.solve))
def test_what_is_no_file_to_read(tmp_path, read):
    for path in (tmp_path, str(tmp_path)):
        with pytest.raises(IsADirectoryError, match=tmp_path.name):
            read(path)
    (tmp_path / "secret").write_bytes(b"")
    (tmp_path / "secret").chmod(0)
    if not os.access(tmp_path / "secret", os.R_OK):  # root may read it
        with pytest.raises(PermissionError, match="secret"):
            read(tmp_path / "secret")


@pytest.mark.parametrize("shape, error, words", (
    (3, TypeError, "shape is 3, expected two integers"),
    ((1, 2, 3), TypeError, r"shape is \(1, 2, 3\), expected two integers"),
    ((1.0, 4), TypeError, "expected two integers"),
    ((-1, 4), ValueError, "shape has -1"),
))
def test_bad_shapes_of_distances(tmp_path, shape, error, words):
    apsp.write_distances(tmp_path / "rows", np.zeros((2, 2), np.int32))
    with pytest.raises(error, match=words):
        apsp.read_distances(tmp_path / "rows", shape)


def test_bad_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        apsp.read(tmp_path / "none")
    (tmp_path / "short").write_bytes(b"\1\0\0\0\1")
    for read in (apsp.read, apsp.read_distances):
        with pytest.raises(ValueError, match="short"):
            read(tmp_path / "short")
    with pytest.raises(OSError):
        apsp.write(tmp_path / "no folder" / "graph", EDGES, 4)
    with pytest.raises(ValueError, match="no integers"):
        apsp.write(tmp_path / "graph", [[0, 1, 0.5]], 2)
    with pytest.raises(TypeError, match="float64"):
        apsp.write_distances(tmp_path / "rows", np.zeros((2, 2)))
    assert [file.name for file in tmp_path.iterdir()] == ["short"]


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
    ((EDGES, 4), {"sources": 4}, ValueError, "out of range"),
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


def test_a_graph_keeps_its_direction():
    graph = apsp.graph(EDGES, 4, directed=False)
    assert apsp.solve(graph)[1, 0] == 7
    with pytest.raises(ValueError, match="directed"):
        apsp.solve(graph, directed=True)


def test_a_negative_cycle_is_named():
    with pytest.raises(apsp.NegativeCycleError, match="0 -> 1 -> 0") as caught:
        apsp.solve([[0, 1, 0.5], [1, 0, -0.75]], 2)
    assert caught.value.vertices == (0, 1) and "units of 2^-2" in str(caught.value)


def test_plot_histogram():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = apsp.plot_histogram(nx.path_graph(5), color="grey")
    assert [(bar.get_x(), bar.get_height()) for bar in axes.patches] == [(1, 8), (2, 6), (3, 4), (4, 2)]
    assert axes.get_xlabel() == "distance"
    assert apsp.plot_histogram(apsp.summary(nx.path_graph(3)), axes) is axes


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


def test_summaries_of_weights_that_round(rng):
    for vertices, edges in ((2, 1), (90, 300), (200, 260)):
        graph = np.column_stack((rng.integers(0, vertices, (edges, 2)), rng.random(edges) + 0.01))
        for directed in (True, False):
            distances = apsp.solve(graph, vertices, directed=directed)
            np.fill_diagonal(distances, np.inf)
            reached = np.isfinite(distances)
            found = apsp.summary(graph, vertices, directed=directed)
            assert found.reachable == reached.sum()
            if not found.reachable:
                continue
            # At most half a unit for each edge of a path; a unit is 2^-27 of a longest distance or less.
            longest = max(found.diameter, graph[:, 2].max())
            assert 0 <= found.error <= (vertices - 1) * longest * 2**-28
            assert abs(found.diameter - distances[reached].max()) <= found.error + 1e-12
            assert abs(found.mean - distances[reached].mean()) <= found.error + 1e-12
            assert found.pairs.sum() == found.reachable
    matrix = rng.random((60, 60)) + 0.1
    assert abs(apsp.summary(matrix).diameter - apsp.solve(matrix).max()) <= apsp.summary(matrix).error
    assert apsp.summary([[0, 1, 3], [1, 2, 4]], 3).error == 0
    with pytest.raises(ValueError, match="a summary of weights below 0"):
        apsp.summary([[0, 1, -0.1], [1, 2, 0.3]], 3)
