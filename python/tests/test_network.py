# SPDX-License-Identifier: MIT
"""Edges by the names of their ends, and results that carry these."""

import datetime
import pickle
import subprocess
import sys
from decimal import Decimal

import networkx as nx
import numpy as np
import pytest

import apsp

ROADS = [("Home", "Station", 7), ("Station", "Office", 22), ("Office", "Cafe", 3), ("Cafe", "Home", 15),
         ("Station", "Airport", 31)]
NAMES = ("Home", "Station", "Office", "Cafe", "Airport")
DISTANCES = [[0, 7, 29, 32, 38], [40, 0, 22, 25, 31], [18, 25, 0, 3, 56], [15, 22, 44, 0, 53],
             [np.inf] * 4 + [0]]
COLUMNS = tuple(map(list, zip(*ROADS)))


def table(kind, ends=("from", "to"), weight="km", columns=COLUMNS):
    """The same roads as a table of some package."""
    data = dict(zip((*ends, weight), columns))
    if kind == "dict":
        return data
    package = pytest.importorskip(kind)
    return package.table(data) if kind == "pyarrow" else package.DataFrame(data)


@pytest.mark.parametrize("edges", (
    ROADS, list(map(list, ROADS)), COLUMNS, tuple(map(np.array, COLUMNS)),
    (np.array(COLUMNS[0], object), iter(COLUMNS[1]), COLUMNS[2]), np.array(ROADS, object),
    (*COLUMNS[:2], np.array(COLUMNS[2], np.float32)), (*COLUMNS[:2], iter(COLUMNS[2])),
))
def test_columns_and_rows(edges):
    network = apsp.network(edges)
    assert network.names == NAMES and network.package is None
    distances = apsp.solve(network)
    np.testing.assert_array_equal(distances, DISTANCES)
    assert distances.sources == distances.targets == NAMES
    assert distances["Home", "Cafe"] == 32


@pytest.mark.parametrize("kind", ("dict", "pandas", "polars", "pyarrow"))
def test_tables(kind):
    for edges, options in ((table(kind), {}), (table(kind, ("source", "target"), "weight"), {}),
                           (table(kind, ("A", "B"), "C"), {"source": "A", "target": "B", "weight": "C"}),
                           (table(kind, ("from", "B")), {"target": "B"})):
        network = apsp.network(edges, **options)
        np.testing.assert_array_equal(apsp.solve(network).values, DISTANCES)
        assert network.package == (kind if kind in ("pandas", "polars") else None)
    hops = apsp.solve(apsp.network(table(kind), weight=None))
    assert hops["Home", "Cafe"] == 3
    both = apsp.solve(apsp.network(table(kind), directed=False))
    assert both["Airport", "Home"] == 38


def test_random_edges_are_those_of_numbers(rng):
    ends = rng.integers(0, 50, (2, 300))
    weights = rng.integers(1, 99, 300)
    for name in (str, lambda n: (n, "x"), lambda n: 1000 - n, lambda n: n + 0.5, lambda n: frozenset({n}),
                 lambda n: datetime.date.fromordinal(n + 1), lambda n: str(n).encode()):
        columns = tuple([name(end) for end in column] for column in ends.tolist())
        network = apsp.network((*columns, weights), vertices=list(map(name, range(50))))
        np.testing.assert_array_equal(apsp.solve(network), apsp.solve((*ends, weights), 50))
        order = apsp.network((*columns, weights)).names
        assert order == tuple(dict.fromkeys(one for pair in zip(*columns) for one in pair))
        again = pickle.loads(pickle.dumps(network))
        assert again == network and len(again) == 50


def test_integers_are_names_too():
    network = apsp.network(([1001, 5], np.array([5, 77], np.uint8)))
    assert network.names == (1001, 5, 77)
    assert apsp.solve(network)[1001, 77] == 2
    assert repr(network) == ("<apsp.Network: 3 vertices, 2 edges, directed, weights 1; 1001, 5, 77>")


def test_vertices_say_the_order_and_who_is_alone():
    network = apsp.network(ROADS, vertices=("Pier", *reversed(NAMES)))
    distances = apsp.solve(network)
    assert distances.sources == ("Pier", *reversed(NAMES))
    assert distances["Home", "Cafe"] == 32 and np.isinf(distances["Pier", "Home"])


def test_sources_targets_and_paths_by_name():
    network = apsp.network(ROADS)
    distances, before = apsp.solve(network, sources=["Office", "Home"], return_predecessors=True)
    assert (distances.sources, distances.targets) == (("Office", "Home"), NAMES)
    np.testing.assert_array_equal(distances, [DISTANCES[2], DISTANCES[0]])
    assert before["Home", "Cafe"] == "Office" and before["Office", "Office"] is None
    assert apsp.path(before, "Home", "Cafe") == ["Home", "Station", "Office", "Cafe"]
    assert apsp.path(before, "Office", "Office") == ["Office"]
    steps, offsets = apsp.path(before, "Office", ["Home", "Airport"])
    assert steps.tolist() == ["Office", "Cafe", "Home", "Office", "Cafe", "Home", "Station", "Airport"]
    assert offsets.tolist() == [0, 3, 8]
    one = apsp.solve(network, sources="Home", targets="Cafe", dtype=np.int32)
    assert one.values.tolist() == [[32]] and repr(one) == "<apsp.Distances: 1 x 1, int32>"
    for names in (np.array(["Home", "Cafe"]), ("Home", "Cafe"), iter(["Home", "Cafe"])):
        assert apsp.solve(network, sources=names).sources == ("Home", "Cafe")
    out = np.empty((5, 5))
    assert apsp.solve(network, out=out).values is out


def test_names_that_are_tuples():
    network = apsp.network(([(0, 0), (0, 1)], [(0, 1), (1, 1)]))
    distances, before = apsp.solve(network, return_predecessors=True)
    assert distances[(0, 0), (1, 1)] == 2
    assert apsp.solve(network, sources=(0, 1)).sources == ((0, 1),)
    assert apsp.solve(network, sources=((0, 1), (1, 1))).sources == ((0, 1), (1, 1))
    assert apsp.path(before, (0, 0), (1, 1)) == [(0, 0), (0, 1), (1, 1)]
    assert apsp.path(before, [(0, 0)], [(1, 1)])[0].tolist() == [(0, 0), (0, 1), (1, 1)]


def test_a_summary_names_its_vertices():
    found = apsp.summary(apsp.network(ROADS), sources=["Cafe", "Home"])
    assert (found.centre, found.periphery, found.diameter) == (["Home"], ["Cafe"], 53)
    assert found.sources.tolist() == [3, 0]
    assert apsp.plan(apsp.network(ROADS), sources=["Home"]).method
    assert apsp.graph(apsp.network(ROADS)) == apsp.network(ROADS).graph


def test_networks_are_equal_by_names_and_edges():
    network = apsp.network(ROADS)
    assert network == apsp.network(table("dict")) == apsp.network(ROADS[::-1], vertices=NAMES)
    assert network != apsp.network(ROADS, vertices=NAMES[::-1])
    assert network != apsp.network(ROADS, directed=False) and network != network.graph
    with pytest.raises(TypeError, match="unhashable type"):
        hash(network)


def test_a_negative_cycle_has_names():
    network = apsp.network([("a", "b", 1), ("b", "c", -2), ("c", "b", 1)])
    for call in (apsp.solve, apsp.summary):
        with pytest.raises(apsp.NegativeCycleError, match="a negative cycle: b -> c -> b") as caught:
            call(network)
        assert caught.value.vertices == ("b", "c")


@pytest.mark.parametrize("kind", (nx.Graph, nx.DiGraph, nx.MultiDiGraph))
def test_graphs_of_networkx_have_names(kind):
    graph = kind()
    graph.add_weighted_edges_from(ROADS, weight="km")
    graph.add_node(7)
    distances = apsp.solve(apsp.network(graph, weight="km"))
    expected = dict(nx.all_pairs_dijkstra_path_length(graph, weight="km"))
    for source in graph:
        for target in graph:
            assert distances[source, target] == expected[source].get(target, np.inf)


def test_graphs_of_igraph_have_names():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.TupleList(ROADS, directed=True, edge_attrs=["weight"])
    np.testing.assert_array_equal(apsp.solve(apsp.network(graph)), DISTANCES)
    assert apsp.network(igraph.Graph.Ring(3)).names == (0, 1, 2)
    graph.vs["name"] = ["x"] * 5
    with pytest.raises(ValueError, match="'x' is twice in the names of vertices, number 0 and 1, expected"):
        apsp.network(graph)


@pytest.mark.parametrize("kind", ("pandas", "polars"))
def test_frames(kind):
    library = pytest.importorskip(kind)
    distances = apsp.solve(apsp.network(table(kind)))
    frame = distances.to_frame()
    assert isinstance(frame, library.DataFrame)
    long = distances.to_frame(long=True)
    assert list(long.columns) == ["source", "target", "distance"]
    rows = list(long.itertuples(index=False, name=None)) if kind == "pandas" else long.rows()
    assert rows == [(a, b, DISTANCES[i][j]) for i, a in enumerate(NAMES) for j, b in enumerate(NAMES)]
    if kind == "pandas":
        assert frame.loc["Home", "Cafe"] == 32
        assert (frame.index.tolist(), frame.columns.tolist()) == (list(NAMES), list(NAMES))
        assert (frame.index.name, frame.columns.name) == ("source", "target")
        np.testing.assert_array_equal(frame.to_numpy(), DISTANCES)
    else:
        assert frame.columns == ["source", *NAMES]
        np.testing.assert_array_equal(frame.drop("source").to_numpy(), DISTANCES)


@pytest.mark.parametrize("dtype", (np.int32, np.uint16))
@pytest.mark.parametrize("kind", ("pandas", "polars"))
def test_no_path_is_missing_in_frames_of_integers(kind, dtype):
    pytest.importorskip(kind)
    distances = apsp.solve(apsp.network(ROADS), sources="Airport", dtype=dtype)
    if kind == "pandas":
        frame, long = distances.to_frame(), distances.to_frame(long=True)
        assert frame.isna().to_numpy().tolist() == [[True] * 4 + [False]]
        assert str(frame["Cafe"].dtype).lower() == np.dtype(dtype).name
        assert long["distance"].isna().tolist() == [True] * 4 + [False]
    else:
        frame, long = distances.to_frame("polars"), distances.to_frame("polars", long=True)
        assert frame.row(0) == ("Airport", None, None, None, None, 0)
        assert long["distance"].to_list() == [None] * 4 + [0]


def test_frames_that_cannot_be():
    distances = apsp.solve(apsp.network([("source", "b"), ("b", "c")]))
    with pytest.raises(ValueError, match="package is 'dask', expected 'pandas' or 'polars'"):
        distances.to_frame("dask")
    pytest.importorskip("polars")
    with pytest.raises(ValueError, match=r"two columns would be called 'source'.*to_frame\(long=True\)"):
        distances.to_frame("polars")
    assert distances.to_frame("polars", long=True).height == 9


def test_a_library_that_is_missing_is_named(monkeypatch):
    distances = apsp.solve(apsp.network(ROADS))
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(ImportError, match=rf"to_frame\(\) needs the package {library}: pip install"):
            distances.to_frame(library)


def test_nothing_is_imported_before_it_is_needed():
    code = ("import sys, apsp; apsp.solve(apsp.network([('a', 'b')]));"
            "print({'pandas', 'polars', 'networkx', 'igraph', 'pyarrow', 'scipy'} & set(sys.modules))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          check=True).stdout == "set()\n"


NAN = float("nan")


@pytest.mark.parametrize("edges, options, error, words", (
    (([1, "a"], ["b", "c"]), {}, TypeError, "names are of int and str, expected one type, as .*: the source "
     "of row 0 is 1, the source of row 1 is 'a'"),
    ((["a", "b"], [1, 2]), {}, TypeError, "the source of row 0 is 'a', the target of row 0 is 1"),
    (([1, 2], [2.0, 3.0]), {}, TypeError, "names are of int and float"),
    (([1, 0], [True, False]), {}, TypeError, "names are of int and bool"),
    ((["a", None], ["b", "c"]), {}, ValueError, r"the source of row 1 is missing \(None\), expected a name"),
    ((["a", "b"], ["b", NAN]), {}, ValueError, r"the target of row 1 is missing \(nan\)"),
    (([1.0, NAN], [2.0, 3.0]), {}, ValueError, "the source of row 1 is missing"),
    ((np.array(["2026-01-01", "NaT"], "M8[ns]"), np.array(["2026-01-01"] * 2, "M8[ns]")), {}, ValueError,
     "the source of row 1 is missing"),
    ((np.ma.array([1, 2], mask=[0, 1]), [1, 2]), {}, ValueError, "some of the column source are masked"),
    ((["a", ["b"]], ["c", "d"]), {}, TypeError, r"the source of row 1 is \['b'\], a list without a hash"),
    ((["a"], ["b", "c"]), {}, ValueError, "have 1, 2 elements, expected as many of each"),
    ((["a"], ["b"], [1, 2]), {}, ValueError, "have 1, 1, 2 elements"),
    (("ab", ["b", "c"]), {}, TypeError, "the column source is 'ab', expected a column of names"),
    ((["a"], ["b"], [NAN]), {}, ValueError, r"the weight of row 0 is missing \(nan\), expected a number"),
    ((["a", "a"], ["b", "b"], [1, None]), {}, ValueError, r"the weight of row 1 is missing \(None\)"),
    ((["a"], ["b"], ["7"]), {}, TypeError, "the weight of row 0 is '7', a str, expected a number"),
    ((["a"], ["b"], np.array(["7"], object)), {}, TypeError, "the weight of row 0 is '7', a str"),
    ((["a"], ["b"], [True]), {}, TypeError, "the weight of row 0 is True, a bool, expected a number"),
    ((["a"], ["b"], np.array([3], "m8[s]")), {}, TypeError, "weights are of timedelta64"),
    ((["a"], ["b"], [-np.inf]), {}, ValueError, "edge 0: the weight is -inf"),
    ((["a"],), {}, ValueError, "the edges have 1 columns, expected sources, destinations"),
    (["ab", "cd"], {}, TypeError, r"row 0 of the edges is 'ab', expected \(source, target\)"),
    ([("a", "b"), ("c", "d", 1)], {}, ValueError, "row 1 of the edges has 3 elements, expected 2"),
    ("roads", {}, TypeError, "the edges are a str, expected a table"),
    (7, {}, TypeError, "the edges are a int, expected a table"),
    (ROADS, {"source": "from"}, TypeError, "source is 'from', expected it beside a table"),
    (ROADS, {"weight": "km"}, TypeError, "weight is 'km', expected the name of a column beside a table"),
    (ROADS, {"weight": len}, TypeError, "expected the name of a column or None"),
    (ROADS, {"vertices": 5}, TypeError, "vertices is 5, expected the names of all"),
    (ROADS, {"vertices": [*NAMES, "Home"]}, ValueError, "'Home' is twice in vertices, number 0 and 5"),
    (ROADS, {"vertices": [*NAMES, 3]}, TypeError, "number 5 of vertices is 3"),
    (ROADS, {"vertices": [*NAMES[:3], "Café", "Airport"]}, ValueError,
     "the source of row 3 is 'Cafe', expected one of vertices; did you mean 'Café'"),
    (dict(zip("ABC", COLUMNS)), {}, ValueError, "no column is the source, found 'A', 'B', 'C': source=NAME"),
    (dict(zip("ABC", COLUMNS)), {"source": "A", "target": "D"}, ValueError, "no column is called 'D'"),
    (dict(zip("ABC", COLUMNS)), {"source": "A", "target": "A"}, ValueError, "source and target are both 'A'"),
    (dict(zip("ABC", COLUMNS)), {"source": "A", "target": "B"}, ValueError, "column 'C' may be the weight"),
    (dict(zip(("from", "to", "km"), COLUMNS)), {"weight": "h"}, ValueError, "no column is called 'h'"),
    ({"from": ["a"], "to": ["b"], "km": [1], "cost": [2]}, {}, ValueError,
     "columns 'km', 'cost' may each be the weight"),
    ({"from": ["a"], "to": ["b"], "cost": [1], "reverse_cost": [2]}, {}, ValueError,
     "'reverse_cost' has weights of the way back"),
    ({"from": ["a"], "start": ["a"], "to": ["b"]}, {}, ValueError, "'from', 'start' may each be the source"),
    (nx.path_graph(3), {"source": "a"}, TypeError, "source is given beside a graph"),
    (apsp.graph([[0, 1, 2]], 2), {}, TypeError, "the edges are a Graph, which has no names"),
))
def test_what_is_refused(edges, options, error, words):
    with pytest.raises(error, match=words):
        apsp.network(edges, **options)


def test_what_is_missing_in_frames_is_refused():
    pandas = pytest.importorskip("pandas")
    roads = table("pandas")
    for column, role in (("from", "source"), ("to", "target"), ("km", "weight")):
        words = f"the {role} of row 1 is missing"
        for nothing in (None, NAN, pandas.NA, pandas.NaT):
            holed = roads.astype(object)
            holed.loc[1, column] = nothing
            with pytest.raises(ValueError, match=words):
                apsp.network(holed)
            with pytest.raises(ValueError, match=words):
                apsp.network(holed.convert_dtypes())
    twice = pandas.concat([roads, roads[["km"]]], axis=1)
    with pytest.raises(ValueError, match="two columns are called 'km', expected one, the weight"):
        apsp.network(twice)
    texts = apsp.network(roads.astype({"from": "category", "to": "category"}))
    np.testing.assert_array_equal(apsp.solve(texts), DISTANCES)


def test_what_is_missing_in_frames_of_polars_is_refused():
    polars = pytest.importorskip("polars")
    roads = table("polars")
    for column, role in (("from", "source"), ("to", "target"), ("km", "weight")):
        words = f"the {role} of row 1 is missing"
        values = [None if row == 1 else one for row, one in enumerate(roads[column])]
        with pytest.raises(ValueError, match=words):
            apsp.network(roads.with_columns(polars.Series(column, values)))
    with pytest.raises(TypeError, match=r"a LazyFrame, expected a DataFrame: collect\(\)"):
        apsp.network(roads.lazy())


@pytest.mark.parametrize("sources, error, words", (
    ("Hme", ValueError, "no vertex is called 'Hme'; did you mean 'Home'"),
    (["Home", 3], ValueError, "no vertex is called 3; the first is 'Home'"),
    (0, ValueError, "no vertex is called 0"),
    ([True, False, True, True, True], ValueError, "no vertex is called True"),
    ([None], ValueError, "no vertex is called None"),
    ([["Home"]], TypeError, r"found \['Home'\], a list, expected the name of a vertex"),
))
def test_names_that_are_not_there(sources, error, words):
    for options in ({"sources": sources}, {"targets": sources}):
        with pytest.raises(error, match=words):
            apsp.solve(apsp.network(ROADS), **options)


def test_true_is_not_the_vertex_1():
    network = apsp.network(([0, 1], [1, 2]))
    for sources in (True, [True, False, False]):
        with pytest.raises(ValueError, match="no vertex is called True"):
            apsp.solve(network, sources=sources)
    with pytest.raises(ValueError, match="no vertex is called '1', a str; there is 1, a int"):
        apsp.solve(network, sources="1")
    assert apsp.solve(network, sources=np.int64(1)).values.tolist() == [[np.inf, 0, 1]]
    mixed = apsp.network(nx.path_graph([True, 5, "a"]))
    assert apsp.solve(mixed, sources=[5, "a", True]).values[:, 0].tolist() == [1, 2, 0]


def test_results_are_asked_by_two_names():
    distances, before = apsp.solve(apsp.network(ROADS), sources=["Home"], return_predecessors=True)
    for result in (distances, before):
        with pytest.raises(TypeError, match=r"found \['Home'\], expected two names"):
            result["Home"]
        with pytest.raises(ValueError, match="no row is called 'Cafe'; the first is 'Home'"):
            result["Cafe", "Home"]
    assert np.asarray(distances, np.float32).dtype == np.float32
    assert not np.shares_memory(np.array(distances), distances.values)
    with pytest.raises(TypeError, match="sources is given beside Predecessors"):
        apsp.path(before, "Home", "Cafe", sources=["Home"])
    with pytest.raises(ValueError, match="no source is called 'Cafe'"):
        apsp.path(before, "Cafe", "Home")
    _, few = apsp.solve(apsp.network(ROADS), targets=["Home"], return_predecessors=True)
    with pytest.raises(ValueError, match="those of 1 targets, expected all 5 vertices"):
        apsp.path(few, "Cafe", "Home")


def test_marks_of_edges_that_lead_one_way_are_left_out():
    for name, marks in (("oneway", [True, False]), ("bidirectional", [False, False]), ("directed", [1, 1]),
                        ("direction", ["forward", "F"]), ("Type", ["Directed", "x"]), ("type", [1, 0]),
                        ("reversed", [None, False]), ("mutual", [np.nan, 0]), ("both ways", [[1], [2]])):
        graph = apsp.network({"from": list("ab"), "to": list("bc"), name: marks, "weight": [1, 2]})
        assert np.asarray(apsp.solve(graph, sources=["a"])).tolist() == [[0, 1, 3]]
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"from": list("ab"), "to": list("bc"), "weight": [1, 2],
                              "bidirectional": [False, None]}).convert_dtypes()
    assert np.asarray(apsp.solve(apsp.network(table), sources=["a"])).tolist() == [[0, 1, 3]]


def test_names_in_the_place_of_a_graph_lead_to_network():
    for graph in (ROADS, COLUMNS, np.array(ROADS)):
        with pytest.raises(ValueError, match=r"network\(\)"):
            apsp.solve(graph)


@pytest.mark.parametrize("table, words", [
    ({"from": "ab", "to": "bc", "stops": [Decimal(7), None]}, "column 'stops' may be the weight"),
    ({"from": "ab", "to": "bc", "stops": np.array([7, 8], dtype=object)}, "'stops' may be the weight"),
    ({"from": "ab", "to": "bc", "weight": [1, 2], "reverse_cost": [3, 4]}, "weights of the way back"),
    ({"from": "ab", "to": "bc", "reverse_cost": [3, 4]}, "'reverse_cost' may be the weight"),
    ({"from": "ab", "to": "bc", "weight": [1, 2], "reverse": [3, 4]}, "'reverse' has weights of the way"),
    ({"Source": "ab", "Target": "bc", "Type": ["Directed", "Undirected"], "Weight": [1, 2]},
     "row 1 is 'Undirected' in column 'Type': directed=False"),
    *(({"from": "ab", "to": "bc", name: [common, odd], "weight": [1, 2]},
       f"row 1 is {odd!r} in column {name!r}: directed=False")
      for name, common, odd in (("Type", "Directed", "Mutual"), ("bidirectional", False, True),
                                ("two way", "no", "Yes"), ("isDirected", True, False), ("reversed", 0, 1),
                                ("direction", "forward", "backward"), ("is_directed", "1", "0"))),
])
def test_a_column_that_changes_the_answer_is_not_left_out(table, words):
    table = {name: list(column) if isinstance(column, str) else column for name, column in table.items()}
    with pytest.raises(ValueError, match=words):
        apsp.network(table)


def test_a_direction_may_be_said():
    table = {"Source": ["a"], "Target": ["b"], "Type": ["Undirected"], "Weight": [3]}
    assert apsp.solve(apsp.network(table, directed=False))["b", "a"] == 3
    assert apsp.solve(apsp.network(table, directed=True))["b", "a"] == np.inf


def test_a_network_takes_no_other_direction_or_weight():
    network = apsp.network([("a", "b", 7)])
    assert apsp.network(network) is network
    with pytest.raises(TypeError, match="beside a Network"):
        apsp.network(network, directed=False)
    with pytest.raises(TypeError, match="beside a Network"):
        apsp.network(network, weight=None)


def test_weights_of_pyarrow_may_be_decimals_and_not_missing():
    pyarrow = pytest.importorskip("pyarrow")
    ends = pyarrow.array(["a", "b"]), pyarrow.array(["b", "c"])
    found = apsp.solve(apsp.network((*ends, pyarrow.array([Decimal("1.5"), Decimal(2)]))))
    assert found["a", "c"] == 3.5
    with pytest.raises(ValueError, match="the weight of row 1 is missing"):
        apsp.network((*ends, pyarrow.array([1, None])))
