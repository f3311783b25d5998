# SPDX-License-Identifier: MIT
"""The command `apsp`: its answers, its messages and its exit codes."""

import csv
import decimal
import io
import json
import os
import pathlib
import subprocess
import sys
import tracemalloc

import networkx as nx
import numpy as np
import pyarrow.parquet
import pytest
import scipy.sparse
from towns import TOWNS

import apsp
from apsp import answers
from apsp.answers import reading, rows
from apsp.command import COMMANDS
from apsp.command.graphs import FORMATS
from apsp.formats import read
from apsp.formats.kinds import KINDS
from apsp.formats.writers import WRITERS


def table(text):
    """Distances by the names of a square table; no field is no path."""
    rows = list(csv.reader(io.StringIO(text)))
    return {(row[0], target): float(field) for row in rows[1:]
            for target, field in zip(rows[0][1:], row[1:]) if field}


def towns():
    graph = nx.Graph()
    for source, target, km in csv.reader(io.StringIO(TOWNS.partition("\n")[2])):
        graph.add_edge(source, target, weight=round(10 * float(km)))
    return {(one, other): length / 10 for one, lengths in nx.all_pairs_dijkstra_path_length(graph)
            for other, length in lengths.items()}


def test_decimals_and_names_are_carried(run):
    code, out, err = run("solve", "--undirected", "towns.csv", "-")
    assert code == 0 and table(out) == towns()
    assert err == "apsp: 6 vertices, 6 edges; 6 x 6 distances, about 288 bytes\n"
    assert run("solve", "--undirected", "--quiet", "towns.csv", "-") == (0, out, "")
    assert "each edge leads one way (--undirected: both ways)" in run("solve", "towns.csv", "-")[2]


def test_several_columns_of_weights_and_none_of_them(run):
    pathlib.Path("two.csv").write_text("from,to,km,minutes\na,b,7,8\nb,c,22,19\n")
    code, out, err = run("solve", "--quiet", "two.csv", "-")
    assert code == 3 and not out and "columns 'km', 'minutes' may each be the weight" in err
    lengths = {("a", "a"): 0, ("a", "b"): 1, ("a", "c"): 2, ("b", "b"): 0, ("b", "c"): 1, ("c", "c"): 0}
    code, out, err = run("solve", "--unweighted", "two.csv", "-")
    assert code == 0 and table(out) == lengths and "'minutes'" in err
    code, out, _ = run("solve", "--weight", "minutes", "two.csv", "-")
    assert code == 0 and table(out)["a", "c"] == 27


def test_some_rows_and_columns_by_name(run):
    code, out, _ = run("solve", "towns.csv", "-", "--sources", 'Paris,"Lille, Nord"',
                       "--targets", "Marseille")
    assert code == 0 and out == ',Marseille\nParis,779.6\n"Lille, Nord",1327.4\n'


def test_summary(run):
    code, out, _ = run("summary", "--undirected", "--json", "--top", 2, "closeness", "towns.csv")
    found = json.loads(out)
    lengths = sorted(length for (one, other), length in towns().items() if one != other)
    assert code == 0
    assert (found["vertices"], found["weak_components"], found["reachable_pairs"]) == (6, 1, 30)
    assert found["diameter"] == lengths[-1] and found["quantiles"]["0.5"] == lengths[14]
    assert found["mean"] == pytest.approx(np.mean(lengths), rel=1e-12)
    assert [one["vertex"] for one in found["top"]] == ["Lyon", "Marseille"]


@pytest.mark.parametrize("digits", (0, 6))
def test_a_summary_has_all_digits_of_lengths_beyond_32_bits(run, digits):
    units = (1073741821, 1073741820, 1073741819)
    edges = zip("abc", "bcd", (f"{decimal.Decimal(weight).scaleb(-digits):f}" for weight in units))
    pathlib.Path("g.csv").write_text("from,to,km\n" + "".join(",".join(edge) + "\n" for edge in edges))
    code, out, _ = run("summary", "--json", "g.csv")
    found = json.loads(out)
    assert code == 0
    assert (found["diameter"], found["radius"]) == (sum(units) / 10**digits, units[2] / 10**digits)
    assert found["mean"] == pytest.approx(np.dot(units, (3, 4, 3)) / 6 / 10**digits, rel=1e-15)


@pytest.mark.parametrize("arguments", (
    ("solve", "g.csv", "-"), ("solve", "--within", "1e17", "g.csv", "-"), ("path", "g.csv", "v0", "v11"),
    ("summary", "g.csv")))
def test_whole_lengths_that_float64_does_not_hold_are_refused(run, arguments):
    edges = [f"v{place},v{place + 1},999999999999999\n" for place in range(11)]
    pathlib.Path("g.csv").write_text("from,to,km\n" + "".join(edges[:9]))
    code, out, _ = run("path", "--quiet", "g.csv", "v0", "v9")
    assert code == 0 and out.endswith(" v9, length 8999999999999991\n")
    pathlib.Path("g.csv").write_text("from,to,km\n" + "".join(edges))
    code, out, err = run(*arguments)
    assert (code, out) == (4, "") and "beyond 9,007,199,254,740,992, where whole numbers are not exact" in err


@pytest.mark.parametrize("arguments, code, words", (
    ((), 2, "Commands:"),
    (("solve",), 2, "Missing argument 'IN'"),
    (("solve", "towns.csv", "-", "--sources", "@absent"), 3, "expected one vertex a line"),
    (("solve", "towns.csv", "out.bin"), 4, "the lengths have decimals, and a .bin holds whole numbers"),
    (("solve", "towns.csv", "out.tsp"), 4, "there is no path from Paris to Nice"),
    (("solve", "towns.csv", "out.npy", "--dtype", "uint16"), 4, "float64 holds them"),
    (("solve", "towns.csv", "out.npy", "--long"), 2, "--long is for"),
    (("solve", "towns.csv", "out.csv", "--predecessors", "p.bin"), 2, "--predecessors is for"),
    (("solve", "towns.csv", "-", "--device", "gpu"), 6, "GPU"),
    (("path", "towns.csv", "Paris"), 2, "expected FROM and TO"),
    (("path", "towns.csv", "Paris", "Lyon", "--format", "geojson"), 2, "no positions"),
    (("path", "towns.csv", "--pairs", "towns.csv"), 3, "towns.csv, line 1: found 'from,to,km', expected two"),
    (("solve", "towns.csv", "./towns.csv"), 2, "OUT './towns.csv' is the same file as IN 'towns.csv'"),
    (("solve", "towns.csv", "a.npy", "--predecessors", "a.npy"), 2, "is the same file as OUT 'a.npy'"),
    (("summary", "towns.csv", "--per-vertex", "towns.csv"), 2, "is the same file as IN"),
    (("convert", "towns.csv", "towns.csv"), 2, "is the same file as IN"),
    (("convert", "towns.csv", "out.bin"), 4, "--scale 10 or more makes them whole"),
    (("convert", "towns.csv", "out.txt"), 4, "'Lille, Nord' has a blank"),
    (("convert", "--scale", "1e300", "towns.csv", "out.csv"), 3,
     "a weight times --scale 1e300 is 4.655e+302, expected a whole number that float64 holds"),
    (("convert", "--scale", "1e999999", "towns.csv", "out.csv"), 2, "expected a number above 0"),
    (("check", "towns.csv", "towns.csv"), 3, "expected an empty field and the names"),
    (("summary", "towns.csv", "--plot", "a.doc"), 2, "expected a name that ends with .svg"),
    (("summary", "towns.csv", "--top", "2", "fame"), 2, "'fame' is not one of"),
    (("solve", "towns.csv", "-", "--sources", "Pari"), 2, "did you mean 'Paris'?"),
    (("solve", "towns.csv", "out.xyz"), 2, "expected a name that ends with one of .bin"),
    (("solve", "absent.csv", "-"), 3, "absent.csv: No such file or directory"),
    (("solve", "towns.csv", "absent/out.csv"), 7, "absent/out.csv: No such file or directory"),
    (("solve", "towns.csv", "-", "--device", "gpux"), 2, "apsp solve --help has the options"),
    (("solve", "towns.csv", "-", "--threads", "-1"), 2,
     "Invalid value for '--threads': found '-1', expected a whole number from 0 to 4,096; apsp solve --help"),
    (("sove", "towns.csv", "-"), 2, "did you mean solve?"),
))
def test_failures(run, arguments, code, words):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "") and words in err


def test_help_fits_into_80_columns(run):
    for arguments in ((), *((name,) for name in COMMANDS)):
        code, out, _ = run(*arguments, "--help")
        assert code == 0 and max(map(len, out.splitlines())) <= 80


def test_the_command_imports_little():
    """Before a file is read. Seconds depend on the machine, so that the modules are counted."""
    code = "import sys; from apsp.command import main; main(['solve', '--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    loaded = set(done.stdout.split("\n")[-2].split())
    assert not loaded & {"scipy", "pandas", "pyarrow", "networkx", "igraph", "rich", "matplotlib"}
    assert apsp.__version__


# Answers of every kind.

@pytest.fixture
def roads(run, tmp_path):
    """A graph with decimals, names and unreachable vertices, and its distances by SciPy in tenths."""
    rng = np.random.default_rng(5)
    tails, heads = rng.integers(0, 40, (2, 90))
    tenths = rng.integers(1, 400, 90)
    names = [f"town {place}" for place in range(40)]
    with open(tmp_path / "roads.csv", "w", encoding="utf-8") as file:
        file.write("source,target,km\n")
        file.writelines(f"town {one},town {other},{tenth / 10}\n" for one, other, tenth in
                        zip(tails.tolist(), heads.tolist(), tenths.tolist()))
    graph = read(tmp_path / "roads.csv")
    order = [graph.number(name) for name in names if name in graph.names]
    dense = np.full((40, 40), np.inf)
    np.minimum.at(dense, (tails, heads), tenths)
    kept = [int(name.split()[1]) for name in graph.names]
    assert len(order) == graph.vertices
    return graph, scipy.sparse.csgraph.floyd_warshall(dense)[np.ix_(kept, kept)]


@pytest.mark.parametrize("name", ("a.csv", "a.tsv", "a.npy", "a.npz", "a.parquet"))
@pytest.mark.parametrize(("step", "size"), ((1000, 2**26), (7, 2**26), (7, 1000)))
def test_answers_are_exact_also_in_blocks(run, roads, monkeypatch, name, step, size):
    monkeypatch.setattr(rows, "block_rows", lambda count, *_: min(count, step))
    monkeypatch.setattr(rows, "BLOCK_BYTES", size)
    graph, tenths = roads
    assert run("solve", "--quiet", "roads.csv", name) == (0, "", "")
    found = reading.read(name)
    np.testing.assert_array_equal(found.rows(slice(None)), tenths / 10)
    assert (found.sources, found.targets) == (graph.names, graph.names)
    code, out, _ = run("check", "roads.csv", name)
    assert code == 0 and f"right: {graph.vertices} rows" in out


def test_long_tables(run, roads):
    graph, tenths = roads
    expected = {(graph.names[one], graph.names[other]): tenths[one, other] / 10
                for one, other in zip(*np.nonzero(np.isfinite(tenths)))}
    assert run("solve", "--long", "--quiet", "roads.csv", "a.csv")[0] == 0
    assert run("solve", "--long", "--quiet", "roads.csv", "a.parquet")[0] == 0
    with open("a.csv", newline="", encoding="utf-8") as file:
        texts = list(csv.reader(file))
    assert {(one, other): float(length) for one, other, length in texts[1:]} == expected
    found = pyarrow.parquet.read_table("a.parquet").to_pylist()
    assert {(row["source"], row["target"]): row["distance"] for row in found} == expected
    for name in ("a.csv", "a.parquet"):
        assert run("check", "roads.csv", name)[0] in (0, 3)  # 3: a vertex without a path is in no row


def test_tabs_of_a_suffix_in_capitals(run):
    for words in ((), ("--long",)):
        assert run("solve", "--quiet", "--undirected", *words, "towns.csv", "a.TSV") == (0, "", "")
        assert run("check", "--undirected", "towns.csv", "a.TSV")[0] == 0
        assert "Paris\t" in pathlib.Path("a.TSV").read_text(encoding="utf-8")


def test_the_programs_files(run, roads):
    graph, tenths = roads
    assert run("convert", "--scale", 10, "roads.csv", "roads.bin")[0] == 0
    assert run("solve", "--quiet", "roads.bin", "a.bin", "--predecessors", "p.bin")[0] == 0
    size = graph.vertices
    found = np.fromfile("a.bin", "<i4").reshape(size, size)
    np.testing.assert_array_equal(np.where(found == apsp.UNREACHABLE, np.inf, found), tenths)
    before = np.fromfile("p.bin", "<i4").reshape(size, size)
    np.testing.assert_array_equal(apsp.solve("roads.bin", return_predecessors=True)[1], before)
    assert pathlib.Path("a.bin.names").read_text(encoding="utf-8").split("\n")[:-1] == graph.names


def test_types_of_arrays(run, roads):
    run("convert", "--scale", 10, "roads.csv", "tenths.csv")
    for dtype, none in (("int32", apsp.UNREACHABLE), ("uint16", 65535), ("float32", np.inf)):
        assert run("solve", "tenths.csv", "a.npy", "--dtype", dtype)[0] == 0
        found = np.load("a.npy")
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, np.where(np.isinf(roads[1]), none, roads[1]))


def test_tsplib_comes_back(run):
    assert run("solve", "--undirected", "--quiet", "towns.csv", "a.tsp")[0] == 0
    found = read("a.tsp")
    tenths = {(found.name(one), found.name(other)): weight for one, other, weight in
              zip(found.source.tolist(), found.target.tolist(), found.weight.tolist())}
    assert tenths == {ends: round(10 * length) for ends, length in towns().items() if length}


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("directed", (True, False))
def test_conversions_keep_distances(run, suffix, directed):
    """Distances by name are the same from every format that the graph is written in."""
    def plain(name):
        return name.replace("Lille, Nord", "Lille")

    pathlib.Path("towns.csv").write_text(plain(TOWNS).replace(".", ""), encoding="utf-8")  # tenths, whole
    if suffix == ".graph" and directed:
        return
    options = [] if directed else ["--undirected"]
    code, _, err = run("convert", *options, "towns.csv", f"a{suffix}")
    assert code == 0, err
    kind = ["--no-edge", "inf"] if suffix == ".npy" else []
    first = table(run("solve", *options, "towns.csv", "-")[1])
    second = table(run("solve", *kind, f"a{suffix}", "-")[1])
    assert second == first


def test_paths(run):
    code, out, _ = run("path", "--undirected", "towns.csv", "Nice", "Strasbourg")
    assert (code, out) == (0, "Nice -> Marseille -> Lyon -> Strasbourg, length 1002.9\n")
    pathlib.Path("pairs.csv").write_text('from,to\nParis,"Lille, Nord"\n\nNice,Paris\n', encoding="utf-8")
    code, out, _ = run("path", "towns.csv", "--pairs", "pairs.csv")
    assert (code, out) == (0, "Paris -> Lille, Nord, length 225.3\nno path from Nice to Paris\n")
    code, out, _ = run("path", "towns.csv", "--format", "json", "Paris", "Marseille")
    assert json.loads(out) == {"source": "Paris", "target": "Marseille", "length": 779.6,
                               "vertices": ["Paris", "Lyon", "Marseille"], "distances": [0, 465.5, 779.6]}
    code, out, _ = run("path", "towns.csv", "--format", "csv", "Nice", "Paris")
    assert list(csv.reader(io.StringIO(out)))[1] == ["Nice", "Paris", "", "", "", ""]


def test_many_paths_are_those_of_networkx(run, roads):
    graph, tenths = roads
    pairs = [(one, other) for one in graph.names for other in graph.names[:9]]
    with open("pairs.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(pairs)
    code, out, _ = run("path", "roads.csv", "--pairs", "pairs.csv", "--format", "json")
    assert code == 0
    made = nx.DiGraph()
    for one, other, weight in zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist()):
        old = made.get_edge_data(one, other, {"weight": weight})["weight"]
        made.add_edge(one, other, weight=min(weight, old))
    for (one, other), line in zip(pairs, out.splitlines()):
        found = json.loads(line)
        source, target = graph.number(one), graph.number(other)
        length = tenths[source, target] / 10
        assert found["length"] == (None if np.isinf(length) else length)
        steps = [graph.number(name) for name in found["vertices"]]
        if steps:
            assert (steps[0], steps[-1]) == (source, target)
            assert nx.path_weight(made, steps, "weight") == pytest.approx(length) if len(steps) > 1 else True


def test_geojson(run):
    made = nx.DiGraph()
    for name, place in (("a", (7.5, 47.5)), ("b", (8.5, 47.25)), ("c", (9.5, 47))):
        made.add_node(name, lon=place[0], lat=place[1])
    made.add_edge("a", "b", weight=2)
    made.add_edge("b", "c", weight=3)
    nx.write_graphml(made, "map.graphml")
    code, out, _ = run("path", "map.graphml", "a", "c", "--format", "geojson")
    (feature,) = json.loads(out)["features"]
    assert feature["geometry"] == {"type": "LineString",
                                   "coordinates": [[7.5, 47.5], [8.5, 47.25], [9.5, 47]]}
    assert feature["properties"]["length"] == 5


def test_summaries_are_those_of_networkx(run, roads):
    graph, tenths = roads
    lengths = tenths / 10
    off = np.isfinite(lengths) & ~np.eye(len(lengths), dtype=bool)
    code, out, _ = run("summary", "roads.csv", "--json", "--per-vertex", "v.csv", "--plot", "p.svg")
    found = json.loads(out)
    assert code == 0 and found["reachable_pairs"] == off.sum()
    assert found["mean"] == pytest.approx(lengths[off].mean(), rel=1e-12)
    assert found["diameter"] == lengths[off].max()
    made = nx.DiGraph()
    made.add_nodes_from(range(graph.vertices))
    made.add_edges_from(zip(graph.source.tolist(), graph.target.tolist()))
    assert found["strong_components"] == nx.number_strongly_connected_components(made)
    assert found["weak_components"] == nx.number_weakly_connected_components(made)
    with open("v.csv", newline="", encoding="utf-8") as file:
        vertices = list(csv.DictReader(file))
    with np.errstate(divide="ignore"):
        harmonic = np.where(off, 1 / lengths, 0).sum(axis=1)
    np.testing.assert_allclose([float(row["harmonic"]) for row in vertices], harmonic, rtol=1e-12)
    farness = np.where(off, lengths, 0).sum(axis=1)
    np.testing.assert_allclose([float(row["farness"]) for row in vertices], farness, rtol=1e-12)
    text = pathlib.Path("p.svg").read_text(encoding="utf-8")
    assert "<svg" in text and len(text) > 2000
    exact = run("summary", "roads.csv", "--json")[1]
    for name in ("reachable_pairs", "diameter", "radius", "centre", "periphery"):
        assert json.loads(exact)[name] == found[name], name


@pytest.mark.parametrize("size", (2**26, 500))
def test_a_summary_of_reals_that_are_no_decimals(run, rng, monkeypatch, size):
    monkeypatch.setattr(rows, "BLOCK_BYTES", size)
    ends = rng.integers(0, 20, (60, 2))
    weights = rng.random(60)
    np.savez("a.npz", np.column_stack((ends, weights)))
    code, out, _ = run("summary", "--json", "--vertices", 20, "a.npz")
    assert code == 0
    found = json.loads(out)
    dense = np.full((20, 20), np.inf)
    np.minimum.at(dense, tuple(ends.T), weights)
    lengths = scipy.sparse.csgraph.floyd_warshall(dense)
    off = np.isfinite(lengths) & ~np.eye(20, dtype=bool)
    assert found["diameter"] == pytest.approx(lengths[off].max(), rel=1e-12)
    median = np.sort(lengths[off])[(off.sum() - 1) // 2]
    assert found["quantiles"]["0.5"] == pytest.approx(median, rel=1e-3)
    assert not found["quantiles_are_exact"]


def test_a_summary_by_rows_takes_little_more_than_these(run, rng, monkeypatch):
    monkeypatch.setattr(rows, "BLOCK_BYTES", 2**17)
    vertices = 800
    ends = rng.integers(0, vertices, (3200, 2))
    np.savez("a.npz", np.column_stack((ends, rng.random(3200))))
    run("summary", "--vertices", vertices, "a.npz")  # what is imported takes memory as well
    tracemalloc.start()
    try:
        assert run("summary", "--json", "--vertices", vertices, "a.npz")[0] == 0
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 8 * vertices**2 < most < 16 * vertices**2


def test_the_largest_component(run):
    pathlib.Path("a.txt").write_text("a b\nb c\nc a\nc d\ne f\nf e\n")
    code, out, err = run("solve", "--largest-component", "a.txt", "-")
    assert code == 0 and {ends[0] for ends in table(out)} == {"a", "b", "c"}
    assert "the largest component has 3 of 6 vertices and 3 of 6 edges" in err


def test_a_negative_cycle_is_named(run):
    pathlib.Path("a.csv").write_text("source,target,cost\na,b,1.5\nb,c,-2\nc,a,0.25\n")
    code, out, err = run("solve", "--quiet", "a.csv", "b.csv")
    assert code == 4 and "a -> b -> c -> a" in err and not pathlib.Path("b.csv").exists()
    code, _, err = run("summary", "a.csv")
    assert code == 4 and "a -> b -> c -> a" in err


def test_check_finds_one_wrong_distance(run):
    run("solve", "--undirected", "--quiet", "towns.csv", "a.csv")
    text = pathlib.Path("a.csv").read_text(encoding="utf-8")
    pathlib.Path("a.csv").write_text(text.replace("748.5", "748.6", 1), encoding="utf-8")
    code, out, _ = run("check", "--undirected", "towns.csv", "a.csv")
    assert code == 1 and "from Paris to Strasbourg found 748.6, expected 748.5; 1 wrong" in out


def test_plan_view_and_bench(run):
    code, out, _ = run("plan", "towns.csv", "--json")
    assert code == 0 and json.loads(out)["output"] == 8 * 36
    code, out, _ = run("plan", "towns.csv", "a.csv")
    assert code == 0 and "about 288 bytes" in out
    code, out, _ = run("view", "towns.csv", "--rows", 2)
    assert code == 0 and "6 vertices, 6 edges, directed" in out and "... 4 more" in out
    run("solve", "--quiet", "towns.csv", "a.npy")
    code, out, _ = run("view", "--distances", "a.npy")
    assert code == 0 and "779.6" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_suffixes_are_those_of_the_help(run):
    _, out, _ = run("solve", "--help")
    assert all(suffix in out for suffix in answers.SUFFIXES)


def test_the_help_names_every_format():
    words = set(FORMATS.split())
    assert {kind.name for kind in KINDS} <= words


@pytest.mark.parametrize("name, package, extra", (("a.gml", "networkx", "formats"),
                                                  ("a.parquet", "pyarrow", "formats")))
def test_a_message_names_the_extra(run, monkeypatch, name, package, extra):
    nx.write_gml(nx.path_graph(2), "a.gml")
    pathlib.Path("a.parquet").write_bytes(b"PAR1")
    for module in [known for known in sys.modules if known.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(sys, "meta_path", [Without(package), *sys.meta_path])
    code, _, err = run("summary", name)
    assert code == 3 and f"needs the package {package}: pip install {package}, or" in err
    assert f"pip install 'apsp[{extra}]'" in err


class Without:
    """Finds no module of a package."""

    def __init__(self, package):
        self.package = package

    def find_spec(self, name, *_):
        if name.split(".")[0] == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.mark.parametrize("shell", ("bash", "zsh", "fish"))
def test_completion(shell):
    done = subprocess.run([sys.executable, "-m", "apsp"], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "_APSP_COMPLETE": f"{shell}_source"})
    assert "_APSP_COMPLETE" in done.stdout
