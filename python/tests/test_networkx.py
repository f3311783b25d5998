# SPDX-License-Identifier: MIT
"""Tests the NetworkX backend against NetworkX itself, call by call."""

import os
import random

import pytest

# Many small solves: threads that spin between them would fight for a busy machine's processors.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")

from apsp import networkx_backend as backend  # noqa: E402

VERSION = tuple(int(part) for part in nx.__version__.split(".")[:2])
CLASSES = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTH_ITERATORS = [
    "all_pairs_dijkstra_path_length",
    "all_pairs_bellman_ford_path_length",
    "all_pairs_shortest_path_length",
]
PATH_ITERATORS = [
    "all_pairs_dijkstra_path",
    "all_pairs_bellman_ford_path",
    "all_pairs_shortest_path",
]
CUTOFFS = [
    *(-1, 0, 1, 1.5, 2, 4.0, 100, float("nan")),
    pytest.param(10**400, id="beyond float64"),
    pytest.param(-(10**400), id="below float64"),
]
EXTREMES = ["diameter", "radius", "center", "periphery"]
FUNCTIONS = [
    *LENGTH_ITERATORS,
    *PATH_ITERATORS,
    *EXTREMES,
    "all_pairs_dijkstra",
    "average_shortest_path_length",
    "closeness_centrality",
    "eccentricity",
    "floyd_warshall",
    "floyd_warshall_numpy",
    "floyd_warshall_predecessor_and_distance",
    "global_efficiency",
    "harmonic_centrality",
    "johnson",
    "wiener_index",
]


def is_refused(name, kind):
    """Whether NetworkX itself has the function for undirected graphs alone."""
    return name == "global_efficiency" and kind().is_directed()


def theirs(name, *args, **kwargs):
    """Calls NetworkX's own function."""
    return getattr(nx, name).orig_func(*args, **kwargs)


def ours(name, graph, *args, **kwargs):
    """Calls the function of the backend by NetworkX's dispatch."""
    return getattr(nx, name)(graph, *args, backend="apsp", **kwargs)


def outcome(call, name, *args, **kwargs):
    """Returns the consumed result of a call, or the type and text of its exception."""
    try:
        result = call(name, *args, **kwargs)
        return dict(result) if name.startswith("all_pairs") else result
    except (nx.NetworkXException, ValueError, TypeError, KeyError) as error:
        return type(error), str(error)


def random_graph(seed, kind, *, connected=False, weight=None, size=None):
    """Returns a graph of 1 to 24 nodes of mixed types; `weight` makes a weight or None for none."""
    rng = random.Random(seed)
    size = size or rng.randint(1, 24)
    nodes = [rng.choice([i, f"n{i}", (i, "x"), float(i) + 0.5]) for i in range(size)]
    graph = kind()
    graph.add_nodes_from(nodes)
    pairs = [(rng.choice(nodes), rng.choice(nodes)) for _ in range(rng.randint(0, 3 * size))]
    if connected:
        shuffled = rng.sample(nodes, size)
        pairs += zip(shuffled, shuffled[1:] + shuffled[:1])
    for u, v in pairs:
        value = weight(rng) if weight else None
        graph.add_edge(u, v, **({} if value is None else {"weight": value}))
    return graph


def small_integers(rng):
    return rng.choice([None, 0, 1, 2, 3, 7, 20])


def positive_integers(rng):
    return rng.randint(1, 9)


def eighths(rng):
    return rng.randint(1, 40) / 8


def assert_same_number(found, expected):
    assert type(found) is (int if type(expected) is int else float)  # NetworkX 3.2: np.float64
    assert found == pytest.approx(expected, rel=1e-12)


def thirds(rng):
    return rng.randint(1, 9) / 3


def assert_same_items(found, expected):
    """Checks dictionaries: keys and their order, values and their types."""
    assert list(found.items()) == list(expected.items())
    assert list(map(type, found.values())) == list(map(type, expected.values()))


def assert_same_paths(found, expected):
    """Checks the very nodes of every path, and the order of targets as NetworkX has it today."""
    assert found == expected
    if VERSION >= (3, 6):
        assert list(found) == list(expected)


def length_of(graph, path, weight="weight"):
    data = [graph.get_edge_data(u, v) for u, v in zip(path, path[1:])]
    if graph.is_multigraph():
        return sum(min(edge.get(weight, 1) for edge in edges.values()) for edges in data)
    return sum(edge.get(weight, 1) for edge in data)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("weight", [None, small_integers, positive_integers, eighths])
@pytest.mark.parametrize("name", LENGTH_ITERATORS)
def test_lengths_by_source(name, weight, kind):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=weight)
        found, expected = list(ours(name, graph)), list(theirs(name, graph))
        assert [node for node, _ in found] == list(graph), f"seed {seed}"
        for (_, row), (_, row_expected) in zip(found, expected):
            assert row == row_expected, f"seed {seed}"
            if "bellman" not in name:  # NetworkX's order there is that of its queue
                assert_same_items(row, row_expected)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("cutoff", CUTOFFS)
@pytest.mark.parametrize("name", ["all_pairs_dijkstra_path_length", "all_pairs_shortest_path_length"])
def test_cutoff(name, cutoff, kind):
    for seed in range(8):
        graph = random_graph(seed, kind, weight=positive_integers)
        expected = dict(theirs(name, graph, cutoff=cutoff))
        assert dict(ours(name, graph, cutoff=cutoff)) == expected, f"seed {seed}"


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("weight", [small_integers, eighths])
@pytest.mark.parametrize("cutoff", [None, 5])
def test_all_pairs_dijkstra(kind, weight, cutoff):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=weight)
        expected = dict(theirs("all_pairs_dijkstra", graph, cutoff=cutoff))
        for source, (lengths, paths) in ours("all_pairs_dijkstra", graph, cutoff=cutoff):
            assert_same_items(lengths, expected[source][0])
            assert_same_paths(paths, expected[source][1])


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("weight", [None, small_integers, positive_integers, eighths])
@pytest.mark.parametrize("name", PATH_ITERATORS)
def test_paths_by_source(name, weight, kind):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=weight)
        found, expected = list(ours(name, graph)), list(theirs(name, graph))
        assert [node for node, _ in found] == list(graph), f"seed {seed}"
        for (source, row), (_, row_expected) in zip(found, expected):
            assert type(row) is dict, f"seed {seed}"
            if "bellman" in name:  # NetworkX's choice there is that of its queue
                assert row.keys() == row_expected.keys(), f"seed {seed}"
                for target, path in row.items():
                    assert (path[0], path[-1]) == (source, target), f"seed {seed}"
                    assert length_of(graph, path) == length_of(graph, row_expected[target]), f"seed {seed}"
            else:
                assert row == row_expected, f"seed {seed}"
                assert VERSION < (3, 6) or list(row) == list(row_expected), f"seed {seed}"


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("cutoff", CUTOFFS)
@pytest.mark.parametrize("name", ["all_pairs_dijkstra_path", "all_pairs_shortest_path"])
def test_cutoff_of_paths(name, cutoff, kind):
    for seed in range(8):
        graph = random_graph(seed, kind, weight=positive_integers)
        expected = dict(theirs(name, graph, cutoff=cutoff))
        assert dict(ours(name, graph, cutoff=cutoff)) == expected, f"seed {seed}"


def test_paths_with_negative_weights():
    for seed in range(12):
        rng = random.Random(seed)
        graph = random_graph(seed, nx.DiGraph, weight=positive_integers)
        height = {node: rng.randint(0, 30) for node in graph}
        for u, v, data in graph.edges(data=True):
            data["weight"] += height[u] - height[v]
        expected = dict(theirs("all_pairs_bellman_ford_path", graph))
        for source, row in ours("all_pairs_bellman_ford_path", graph):
            assert row.keys() == expected[source].keys(), f"seed {seed}"
            for target, path in row.items():
                assert length_of(graph, path) == length_of(graph, expected[source][target]), f"seed {seed}"


@pytest.mark.parametrize("kind", CLASSES)
def test_rounded_sums(kind):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=thirds)
        expected = dict(theirs("all_pairs_dijkstra", graph))
        for source, (lengths, paths) in ours("all_pairs_dijkstra", graph):
            assert lengths == pytest.approx(expected[source][0], rel=1e-12), f"seed {seed}"
            for target, path in paths.items():
                assert (path[0], path[-1]) == (source, target), f"seed {seed}"
                assert length_of(graph, path) == pytest.approx(lengths[target]), f"seed {seed}"
        found, expected = ours("floyd_warshall", graph), theirs("floyd_warshall", graph)
        for source, row in expected.items():
            assert found[source] == pytest.approx(row, rel=1e-12), f"seed {seed}"


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_johnson_with_negative_weights(kind):
    for seed in range(12):
        rng = random.Random(seed)
        graph = random_graph(seed, kind, weight=positive_integers)
        height = {node: rng.randint(0, 30) for node in graph}
        for u, v, data in graph.edges(data=True):
            data["weight"] += height[u] - height[v]
        expected = theirs("johnson", graph)
        found = ours("johnson", graph)
        assert list(found) == list(expected), f"seed {seed}"
        for source, paths in expected.items():
            assert_same_paths(found[source], paths)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("weight", [None, positive_integers, eighths])
def test_floyd_warshall(kind, weight):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=weight)
        found, expected = ours("floyd_warshall", graph), theirs("floyd_warshall", graph)
        assert list(found) == list(expected), f"seed {seed}"
        for source, row in expected.items():
            assert list(found[source].items()) == list(row.items()), f"seed {seed}"
            assert list(map(type, found[source].values())) == list(map(type, row.values()))
            assert found[source]["no such node"] == float("inf")


@pytest.mark.parametrize("kind", CLASSES)
def test_floyd_warshall_predecessors(kind):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=positive_integers)
        predecessors, lengths = ours("floyd_warshall_predecessor_and_distance", graph)
        expected, _ = theirs("floyd_warshall_predecessor_and_distance", graph)
        assert list(predecessors) == list(expected), f"seed {seed}"
        for source, row in expected.items():
            assert predecessors[source].keys() == row.keys(), f"seed {seed}"
            for target in row:
                if target != source:
                    path = nx.reconstruct_path(source, target, predecessors)
                    assert length_of(graph, path) == lengths[source][target], f"seed {seed}"


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("weight", [None, small_integers, eighths])
def test_floyd_warshall_numpy(kind, weight):
    for seed in range(12):
        graph = random_graph(seed, kind, weight=weight)
        nodes = random.Random(seed).sample(list(graph), len(graph))
        for nodelist in (None, nodes):
            found = ours("floyd_warshall_numpy", graph, nodelist)
            assert found.dtype == np.float64
            expected = theirs("floyd_warshall_numpy", graph, nodelist)
            np.testing.assert_array_equal(found, expected, f"seed {seed}")


def test_floyd_warshall_without_a_weight():
    graph = random_graph(3, nx.Graph, weight=small_integers)
    found = ours("floyd_warshall", graph, weight=None)
    for source, row in theirs("floyd_warshall", graph, weight=None).items():  # before 3.7 they are float
        assert_same_items(found[source], row)


def test_neighbors_that_a_view_hides():
    """NetworkX counts them in len() of a view of a multigraph."""
    graph = nx.MultiDiGraph([(0, 1), (0, 1), (0, 2), (1, 2), (2, 0)])
    view = graph.edge_subgraph([(0, 1, 0), (2, 0, 0)])
    for name in ("all_pairs_shortest_path_length", "floyd_warshall", "wiener_index"):
        assert outcome(ours, name, view) == outcome(theirs, name, view)


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", ["floyd_warshall", "floyd_warshall_numpy", "all_pairs_dijkstra_path_length"])
def test_undirected_views_of_edges_that_differ_both_ways(name, kind):
    """From each of its ends such an edge has another weight, of which only G.edges takes one."""
    for seed in range(6):
        graph = random_graph(seed, kind, connected=True, weight=positive_integers)
        view = graph.to_undirected(as_view=True)
        np.testing.assert_equal(outcome(ours, name, view), outcome(theirs, name, view), f"seed {seed}")


@pytest.mark.parametrize("connected", [True, False])
@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("weight", [None, positive_integers, eighths])
@pytest.mark.parametrize(
    "name", ["eccentricity", *EXTREMES, "average_shortest_path_length", "wiener_index"]
)
def test_numbers_of_a_graph(name, weight, kind, connected):
    for seed in range(6):
        graph = random_graph(seed, kind, connected=connected, weight=weight, size=2 + 3 * seed)
        for key in (None, "weight"):
            found = outcome(ours, name, graph, weight=key)
            expected = outcome(theirs, name, graph, weight=key)
            assert found == expected, f"seed {seed}"
            if not isinstance(expected, (list, tuple, dict)):
                assert_same_number(found, expected)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("distance", [None, "weight"])
@pytest.mark.parametrize("wf_improved", [True, False])
def test_closeness(kind, distance, wf_improved):
    for seed in range(8):
        graph = random_graph(seed, kind, weight=small_integers)
        arguments = {"distance": distance, "wf_improved": wf_improved}
        expected = theirs("closeness_centrality", graph, **arguments)
        found = ours("closeness_centrality", graph, **arguments)
        assert list(found.items()) == list(expected.items()), f"seed {seed}"
        for node in list(graph)[:3]:
            one = ours("closeness_centrality", graph, u=node, **arguments)
            assert_same_number(one, expected[node])


def test_closeness_of_a_number_of_numpy_among_tuples():
    """The two compared give an array, which has no truth value."""
    graph = nx.path_graph([(0, 1), np.int64(2), (3, (4, 5))])
    assert ours("closeness_centrality", graph, u=np.int64(2)) == 1


def assert_same_sums(found, expected):
    """Checks sums: as today's NetworkX rounds them, or nearly."""
    if VERSION >= (3, 6):
        assert_same_items(found, expected)
        return
    assert list(found) == list(expected)
    for node, value in expected.items():
        assert_same_number(found[node], value)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("distance", [None, "weight"])
@pytest.mark.parametrize("weight", [None, small_integers, eighths])
def test_harmonic_centrality(kind, distance, weight):
    for seed in range(10):
        graph = random_graph(seed, kind, weight=weight)
        few = random.Random(seed).sample(list(graph), len(graph) // 3)
        for options in ({}, {"nbunch": few}, {"sources": few}, {"nbunch": few, "sources": few[:1]},
                        {"nbunch": next(iter(graph))}, {"nbunch": []}, {"sources": [*few, "nowhere"]}):
            found = ours("harmonic_centrality", graph, distance=distance, **options)
            expected = theirs("harmonic_centrality", graph, distance=distance, **options)
            try:
                assert_same_sums(found, expected)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, {options}") from error


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph, nx.Graph])
def test_harmonic_centrality_by_a_function(kind):
    def weight(u, v, data):
        return None if u == v else 1 + len(str(u)) + 2 * len(str(v))

    for seed in range(6):
        graph = random_graph(seed, kind)
        for nbunch in (None, list(graph)[::2]):
            found = ours("harmonic_centrality", graph, nbunch, distance=weight)
            assert_same_sums(found, theirs("harmonic_centrality", graph, nbunch, distance=weight))


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
def test_global_efficiency(kind):
    for seed in range(20):
        graph = random_graph(seed, kind, connected=seed % 2 == 0, weight=positive_integers)
        found, expected = ours("global_efficiency", graph), theirs("global_efficiency", graph)
        assert (found, type(found)) == (expected, type(expected)), f"seed {seed}"
    with pytest.raises(nx.NetworkXNotImplemented):
        ours("global_efficiency", nx.path_graph(3, nx.DiGraph))


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize(
    "method", ["unweighted", "dijkstra", "bellman-ford", "floyd-warshall", "floyd-warshall-numpy"]
)
def test_average_by_every_method(kind, method):
    graph = random_graph(3, kind, connected=True, weight=positive_integers)
    for key in (None, "weight"):
        arguments = {"weight": key, "method": method}
        assert_same_number(
            ours("average_shortest_path_length", graph, **arguments),
            theirs("average_shortest_path_length", graph, **arguments),
        )


@pytest.mark.parametrize("name", EXTREMES)
def test_bounds_find_the_same(name):
    graph = nx.connected_watts_strogatz_graph(30, 4, 0.2, seed=1)
    expected = theirs(name, graph, usebounds=True)
    assert ours(name, graph, usebounds=True) == expected
    graph.add_node("alone")
    assert outcome(ours, name, graph, usebounds=True) == (
        nx.NetworkXError,
        "Cannot compute metric because graph is not connected.",
    )


def test_eccentricity_of_one_node_and_of_some():
    graph = nx.path_graph(9)
    assert ours("eccentricity", graph, v=4) == 4
    assert list(ours("eccentricity", graph, v=[7, 1, 99]).items()) == [(7, 7), (1, 7)]
    assert ours("eccentricity", graph, v=[]) == {}


def test_a_function_as_weight():
    graph = random_graph(5, nx.DiGraph, weight=positive_integers)

    def twice(tail, head, data):
        return None if data["weight"] == 3 else 2 * data["weight"]

    assert dict(ours("all_pairs_dijkstra_path_length", graph, weight=twice)) == dict(
        theirs("all_pairs_dijkstra_path_length", graph, weight=twice)
    )


def hides_some(tail, head, data):
    """A weight that differs both ways, and hides edges by the first letters of nodes."""
    return None if str(tail)[0] in "1n" and str(head)[0] in "2n" else len(str(tail))


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not name.startswith("floyd")])
def test_edges_that_a_weight_of_none_hides(name, stored, kind):
    """They connect a graph, but no path takes them."""
    if is_refused(name, kind):
        return
    answered = 0
    for seed in range(12):
        weight = "weight" if stored else hides_some
        graph = random_graph(seed, kind, connected=seed % 3 > 0, weight=positive_integers)
        hidden = list(graph.edges(data=True))[seed % 2::5] if stored and seed % 4 else []
        for _, _, data in hidden:
            data["weight"] = None
        key = "distance" if name.endswith("_centrality") else "weight"
        unweighted = ("all_pairs_shortest_path", "all_pairs_shortest_path_length", "global_efficiency")
        arguments = {} if name in unweighted else {key: weight}
        try:
            found = outcome(ours, name, graph, **arguments)
        except NotImplementedError:
            continue  # left to NetworkX
        answered += 1
        expected = outcome(theirs, name, graph, **arguments)
        if name == "all_pairs_bellman_ford_path" and isinstance(found, dict):
            found, expected = (  # paths may be others among equally short ones
                {source: {target: length_of(graph, path) for target, path in paths.items()}
                 for source, paths in result.items()} for result in (found, expected))
        if name == "harmonic_centrality":
            assert_same_sums(found, expected)
            continue
        np.testing.assert_equal(found, expected, err_msg=f"seed {seed}")
    assert answered


def test_the_mean_and_the_sum_of_a_graph_with_hidden_edges():
    graph = nx.path_graph(4)

    def weight(u, v, data):
        return None if {u, v} == {0, 1} else 1

    assert ours("wiener_index", graph, weight=weight) == 4
    assert ours("average_shortest_path_length", graph, weight=weight) == pytest.approx(8 / 12)
    graph.edges[0, 1]["weight"] = None
    assert ours("wiener_index", graph, weight="weight") == 4
    parallel = nx.MultiGraph([(0, 1, {"weight": None}), (0, 1, {"weight": 4})])
    with pytest.raises(NotImplementedError) as refused:
        ours("wiener_index", parallel, weight="weight")
    assert "weights of types NoneType, int found" in str(refused.value.__cause__ or refused.value)


def test_a_function_as_weight_of_parallel_edges():
    graph = random_graph(6, nx.MultiGraph, weight=positive_integers)

    def greatest(tail, head, edges):
        return max(data["weight"] for data in edges.values())

    assert dict(ours("all_pairs_bellman_ford_path_length", graph, weight=greatest)) == dict(
        theirs("all_pairs_bellman_ford_path_length", graph, weight=greatest)
    )


def test_lengths_that_do_not_add_up_still_give_paths(monkeypatch):
    """Rounds the lengths, as a solver does that adds in another order."""
    import apsp

    solve = apsp.shortest_path

    def rounding(*args, **kwargs):
        found = solve(*args, **kwargs)
        return found if kwargs.get("return_predecessors") else found * (1 + 2**-50)

    monkeypatch.setattr(apsp, "shortest_path", rounding)
    graph = random_graph(4, nx.Graph, weight=thirds)
    expected = dict(theirs("all_pairs_dijkstra", graph))
    for source, (lengths, paths) in ours("all_pairs_dijkstra", graph):
        assert lengths == pytest.approx(expected[source][0])
        for path in paths.values():
            assert length_of(graph, path) == pytest.approx(lengths[path[-1]])


def test_arcs_of_weight_zero_come_after_their_origin():
    graph = nx.DiGraph()
    graph.add_nodes_from("abcd")
    graph.add_weighted_edges_from([("d", "c", 0), ("c", "b", 0), ("b", "a", 0)])
    lengths, paths = dict(ours("all_pairs_dijkstra", graph))["d"]
    assert lengths == {"d": 0, "c": 0, "b": 0, "a": 0}
    assert paths["a"] == ["d", "c", "b", "a"]


def test_negative_cycles():
    graph = nx.DiGraph([(0, 1, {"weight": -2}), (1, 0, {"weight": 1}), (1, 2, {"weight": 1})])
    error = (nx.NetworkXUnbounded, "Negative cycle detected.")
    assert outcome(ours, "johnson", graph) == error
    assert outcome(ours, "all_pairs_bellman_ford_path_length", graph) == error
    lazy = ours("all_pairs_bellman_ford_path_length", graph)  # raises at the first item only
    with pytest.raises(nx.NetworkXUnbounded):
        next(lazy)


@pytest.mark.parametrize("kind", CLASSES)
def test_the_mean_of_negative_cycles(kind):
    graph = kind([(0, 1, {"weight": -2}), (1, 0, {"weight": 1})])
    for node in ((), (2,)):  # of two faults NetworkX names that the graph is not connected
        graph.add_nodes_from(node)
        found, expected = (outcome(call, "average_shortest_path_length", graph, weight="weight",
                                   method="bellman-ford") for call in (ours, theirs))
        assert found == expected


def test_loops_of_negative_weight():
    graph = nx.DiGraph([(0, 0, {"weight": -1}), (0, 1, {"weight": 5})])
    assert outcome(ours, "johnson", graph)[0] is nx.NetworkXUnbounded
    expected = outcome(theirs, "floyd_warshall_numpy", graph)  # before 3.7 it ignores loops
    np.testing.assert_array_equal(outcome(ours, "floyd_warshall_numpy", graph), expected)


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", ["floyd_warshall", "floyd_warshall_numpy"])
def test_negative_cycles_of_floyd_warshall(name, kind):
    graph = kind([(0, 1, {"weight": -3}), (1, 0, {"weight": 2}), (1, 2, {"weight": 1})])
    if VERSION < (3, 7):  # NetworkX returns numbers
        with pytest.raises(NotImplementedError):
            ours(name, graph)
    else:
        expected = outcome(theirs, name, graph)
        assert expected[0] is nx.NetworkXUnbounded
        assert outcome(ours, name, graph) == expected


@pytest.mark.skipif(VERSION < (3, 7), reason="NetworkX before 3.7 takes them for names")
@pytest.mark.parametrize("kind", CLASSES)
def test_functions_as_weights_of_floyd_warshall(kind):
    graph = random_graph(5, kind, weight=positive_integers)

    def weight(u, v, data):
        return None if u == v else len(str(u)) + len(str(v))

    assert_same_items(ours("floyd_warshall", graph, weight), theirs("floyd_warshall", graph, weight))


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("average_shortest_path_length", {"method": "guess"}),
        ("average_shortest_path_length", {"method": 3, "weight": lambda u, v, data: 1}),
        ("closeness_centrality", {"u": "nowhere"}),
        ("closeness_centrality", {"u": "nowhere", "distance": "weight"}),
        ("floyd_warshall_numpy", {"nodelist": [0, 1]}),
        ("floyd_warshall_numpy", {"nodelist": [0, 1, 1]}),
        ("floyd_warshall_numpy", {"nodelist": [0, 1, "nowhere"]}),
        ("eccentricity", {"v": 17}),
    ],
)
def test_bad_arguments(name, arguments):
    graph = nx.path_graph(3)
    expected = outcome(theirs, name, graph, **arguments)
    assert isinstance(expected, tuple)
    assert outcome(ours, name, graph, **arguments) == expected


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - set(EXTREMES)))
def test_the_null_graph(name, kind):
    if is_refused(name, kind):
        return
    found, expected = outcome(ours, name, kind()), outcome(theirs, name, kind())
    if isinstance(expected, np.ndarray):
        assert found.shape == expected.shape
    elif isinstance(expected, tuple) and isinstance(expected[0], type):
        assert found[0] is expected[0]
    else:
        assert found == expected


def test_paths_that_may_overflow_are_left_to_networkx():
    graph = nx.path_graph(3)
    nx.set_edge_attributes(graph, 1.2e308, "weight")
    with pytest.raises(NotImplementedError) as refused:
        ours("eccentricity", graph, weight="weight")
    assert "infinite length possible" in str(refused.value.__cause__ or refused.value)


@pytest.mark.parametrize("name", ["eccentricity", "diameter", "radius"])
def test_an_eccentricity_of_zero_is_an_int(name):
    for graph in (nx.path_graph(3), nx.DiGraph([(0, 0)])):
        nx.set_edge_attributes(graph, 0.0, "weight")
        found, expected = (repr(call(name, graph, weight="weight")) for call in (ours, theirs))
        assert found == expected


def test_numpy_numbers_become_those_of_python():
    graph = nx.path_graph(3)
    nx.set_edge_attributes(graph, np.int64(3), "weight")
    length = dict(ours("all_pairs_dijkstra_path_length", graph))[0][2]
    assert (length, type(length)) == (6, int)


def test_a_view_follows_its_graph(recwarn):
    graph = nx.path_graph(3)
    assert ours("floyd_warshall", graph)[0][2] == 2
    graph[0][1]["weight"] = 10  # goes round NetworkX's methods
    assert ours("floyd_warshall", graph)[0][2] == 11
    assert not [warning for warning in recwarn if "cache" in str(warning.message)]


def test_the_entry_points_name_every_function():
    from _apsp_networkx import get_info

    info = get_info()
    assert sorted(info["functions"]) == sorted(FUNCTIONS)
    assert all(callable(getattr(backend, name)) for name in FUNCTIONS)
    assert "apsp" in nx.utils.backends.backends
