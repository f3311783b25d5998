# SPDX-License-Identifier: MIT
"""Files of every format, as the libraries that people have write them, and as people do."""

import bz2
import gzip
import io
import itertools
import json
import lzma
import sqlite3
import zipfile

import igraph
import networkx as nx
import numpy as np
import openpyxl
import pyarrow
import pyarrow.feather
import pyarrow.parquet
import pydot
import pytest
import scipy.io
import scipy.sparse

from apsp._failures import Failure
from apsp.formats import ReadOptions, read

NAMES = ["Aachen", "Bern, Nord", 'the "C"', "Þingvellir", "東京", "d e", "f-1", "g"]


def graph_of(directed, decimals=True):
    """A graph with awkward names, decimals, a loop, and a vertex without edges where files can have one."""
    rng = np.random.default_rng(7)
    graph = (nx.DiGraph if directed else nx.Graph)()
    graph.add_nodes_from(NAMES)
    for _ in range(16):
        one, other = rng.choice(len(NAMES) - 1, 2, replace=False)
        weight = int(rng.integers(1, 999))
        graph.add_edge(NAMES[one], NAMES[other], weight=weight / 10 if decimals else weight)
    return graph


def edges(graph):
    """(source, target): smallest weight, both ways where an edge leads so."""
    both = graph.both_ways()
    found = {}
    for one, other, weight in zip(both.source.tolist(), both.target.tolist(), both.weight.tolist()):
        key = both.name(one), both.name(other)
        found[key] = min(weight, found.get(key, weight))
    return found


def edges_of_networkx(graph, weight="weight", name=str):
    found = {}
    for one, other, data in graph.edges(data=True):
        for ends in ((one, other),) if graph.is_directed() else ((one, other), (other, one)):
            key = name(ends[0]), name(ends[1])
            length = float(data.get(weight, 1))
            found[key] = min(length, found.get(key, length))
    return found


def refusal(path, **options):
    with pytest.raises(Failure) as caught:
        read(path, ReadOptions(**options))
    assert caught.value.code == 3
    return str(caught.value)


def as_csv(graph, path):
    import csv

    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = [(one, other, data["weight"]) for one, other, data in graph.edges(data=True)]
        csv.writer(file).writerows([("source", "target", "weight"), *rows])


def as_cytoscape(graph, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(nx.cytoscape_data(graph), file)


def as_node_link(graph, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(nx.node_link_data(graph), file)


def as_dot(graph, path):
    dot = pydot.Dot(graph_type="digraph" if graph.is_directed() else "graph")
    for node in graph:
        dot.add_node(pydot.Node(json.dumps(node, ensure_ascii=False)))
    for one, other, data in graph.edges(data=True):
        dot.add_edge(pydot.Edge(*(json.dumps(end, ensure_ascii=False) for end in (one, other)),
                                weight=str(data["weight"])))
    dot.write_raw(path, encoding="utf-8")


def as_excel(graph, path):
    book = openpyxl.Workbook()
    book.active.append(["from", "to", "km"])
    for one, other, data in graph.edges(data=True):
        book.active.append([one, other, data["weight"]])
    book.create_sheet("notes").append(["nothing"])
    book.remove(book["notes"])
    book.save(path)


def as_sqlite(graph, path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE roads (origin TEXT, destination TEXT, length REAL)")
        database.executemany("INSERT INTO roads VALUES (?, ?, ?)",
                             [(one, other, data["weight"]) for one, other, data in graph.edges(data=True)])
    database.close()


def arrow_table(graph):
    rows = [(one, other, data["weight"]) for one, other, data in graph.edges(data=True)]
    source, target, weight = zip(*rows)
    return pyarrow.table({"source": source, "target": pyarrow.array(target).dictionary_encode(),
                          "cost": weight})


def as_graphml_of_igraph(graph, path):
    made = igraph.Graph(directed=graph.is_directed())
    made.add_vertices(list(graph))
    made.vs["id"] = list(graph)
    made.add_edges(list(graph.edges))
    made.es["weight"] = [data["weight"] for _, _, data in graph.edges(data=True)]
    made.write_graphml(str(path))


WRITERS = {
    "net.csv": as_csv,
    "net.graphml": nx.write_graphml,
    "net.gexf": nx.write_gexf,
    "net.gml": nx.write_gml,
    "net.json": as_node_link,
    "net.cyjs": as_cytoscape,
    "net.dot": as_dot,
    "net.xlsx": as_excel,
    "net.sqlite": as_sqlite,
    "net.parquet": lambda graph, path: pyarrow.parquet.write_table(arrow_table(graph), path),
    "net.feather": lambda graph, path: pyarrow.feather.write_feather(arrow_table(graph), path),
}
SAYS_DIRECTION = ("net.graphml", "net.gexf", "net.gml", "net.json", "net.cyjs", "net.dot")


@pytest.mark.parametrize("directed", (True, False), ids=("directed", "undirected"))
@pytest.mark.parametrize("name", WRITERS)
def test_formats_with_names(tmp_path, name, directed):
    graph = graph_of(directed)
    path = tmp_path / name
    WRITERS[name](graph, path)
    says = name in SAYS_DIRECTION
    found = read(path, ReadOptions(undirected=not directed and not says))
    assert edges(found) == edges_of_networkx(graph)
    assert found.directed == directed
    if says:
        assert found.all_names() == NAMES  # also the one without edges
    assert not [line for line in found.warnings if "left out" in line], found.warnings


@pytest.mark.parametrize("name, write", (("net.net", nx.write_pajek), ("net.paj", nx.write_pajek)))
@pytest.mark.parametrize("directed", (True, False))
def test_pajek(tmp_path, name, write, directed):
    graph = nx.relabel_nodes(graph_of(directed), {'the "C"': "the C"})  # networkx does not quote quotes
    write(graph, tmp_path / name)
    assert edges(read(tmp_path / name)) == edges_of_networkx(graph)


def test_pajek_keeps_each_direction(tmp_path):
    (tmp_path / "a.net").write_text('*Vertices 3\n1 "a b"\n2 b\n3 c\n*Arcs\n1 2 2.5\n*Edges\n2 3 4\n'
                                    "*Arcslist\n3 1\n")
    found = edges(read(tmp_path / "a.net"))
    assert found == {("a b", "b"): 2.5, ("b", "c"): 4, ("c", "b"): 4, ("c", "a b"): 1}


def test_graphml_of_igraph_and_edges_of_two_kinds(tmp_path):
    graph = graph_of(True)
    as_graphml_of_igraph(graph, tmp_path / "a.graphml")
    assert edges(read(tmp_path / "a.graphml")) == edges_of_networkx(graph)
    text = (tmp_path / "a.graphml").read_text(encoding="utf-8")
    assert text.count("<edge ") == graph.number_of_edges()
    text = text.replace("<edge ", '<edge directed="false" ', 1)
    (tmp_path / "b.graphml").write_text(text, encoding="utf-8")
    found = edges(read(tmp_path / "b.graphml"))
    assert len(found) in (len(graph.edges), len(graph.edges) + 1)
    one, other = next(iter(graph.edges))
    assert found[other, one] <= graph.edges[one, other]["weight"]


def test_data_of_edges_under_another_name(tmp_path):
    graph = graph_of(True)
    for _, _, data in graph.edges(data=True):
        data["length"], data["lanes"] = 2 * data.pop("weight"), 3
    nx.write_graphml(graph, tmp_path / "a.graphml")
    assert "--weight lanes" in refusal(tmp_path / "a.graphml")
    found = read(tmp_path / "a.graphml", ReadOptions(weight="length"))
    assert edges(found) == edges_of_networkx(graph, "length")
    assert set(edges(read(tmp_path / "a.graphml", ReadOptions(unweighted=True))).values()) == {1}
    assert "no edge has 'width'" in refusal(tmp_path / "a.graphml", weight="width")


@pytest.mark.parametrize("name, write, kind", (
    ("a.adjlist", nx.write_adjlist, "adjlist"), ("a", nx.write_adjlist, "adjlist"),
    ("a.mladj", nx.write_multiline_adjlist, "multiline-adjlist"),
    ("a.txt", nx.write_multiline_adjlist, "multiline-adjlist"),
))
def test_adjacency_lists(tmp_path, name, write, kind):
    graph = nx.gnp_random_graph(12, 0.3, seed=3, directed=True)
    write(graph, tmp_path / name)
    found = read(tmp_path / name)
    assert (found.kind, found.vertices, edges(found)) == (kind, 12, edges_of_networkx(graph))
    assert any("--undirected" in line for line in found.warnings)


def test_graph6_sparse6_and_leda(tmp_path):
    graph = nx.gnp_random_graph(9, 0.4, seed=5)
    nx.write_graph6(graph, tmp_path / "a.g6")
    nx.write_sparse6(graph, tmp_path / "a.s6")
    for name in ("a.g6", "a.s6"):
        assert edges(read(tmp_path / name)) == edges_of_networkx(graph)
    (tmp_path / "a.lgr").write_text("LEDA.GRAPH\nstring\nint\n-1\n3\n|{a}|\n|{b}|\n|{c}|\n2\n1 2 0 |{4}|\n"
                                    "2 3 0 |{foo}|\n")
    assert "foo" in refusal(tmp_path / "a.lgr")
    (tmp_path / "a.lgr").write_text((tmp_path / "a.lgr").read_text().replace("foo", "2.5"))
    assert edges(read(tmp_path / "a.lgr")) == {("a", "b"): 4, ("b", "c"): 2.5}


def test_formats_of_igraph(tmp_path):
    graph = igraph.Graph.Erdos_Renyi(10, m=20)
    graph.vs["name"] = [f"town{place}" for place in range(10)]  # v1 and v2 may be names of columns
    graph.es["weight"] = [float(place + 1) for place in range(20)]
    expected = {}
    for edge in graph.es:
        one, other = (graph.vs[end]["name"] for end in edge.tuple)
        expected[one, other] = expected[other, one] = edge["weight"]
    graph.write_ncol(str(tmp_path / "a.ncol"))
    graph.write_lgl(str(tmp_path / "a.lgl"))
    assert edges(read(tmp_path / "a.lgl")) == expected
    assert edges(read(tmp_path / "a.ncol", ReadOptions(undirected=True))) == expected
    (tmp_path / "a.dl").write_text("DL n=3\nformat = fullmatrix\nlabels:\nx,y,z\ndata:\n0 1 0\n1 0 1\n0 0 "
                                   "0\n")
    assert edges(read(tmp_path / "a.dl")) == {("x", "y"): 1, ("y", "x"): 1, ("y", "z"): 1}
    for start, between in itertools.product(("DL N=3", "dl\nn=3", "DL\r\nN = 3"), ("\n", " ", ", ", "\t")):
        (tmp_path / "b.dl").write_text(f"{start}{between}FORMAT = edgelist1\nlabels:\nx,y,z\ndata:\n1 2 5\n"
                                       "2 3 6\n")
        assert edges(read(tmp_path / "b.dl")) == {("x", "y"): 5, ("y", "z"): 6}


@pytest.mark.parametrize("unit", ("s", "ms", "us", "ns"))
def test_durations_are_seconds(tmp_path, unit):
    per_second = {"s": 1, "ms": 1000, "us": 10**6, "ns": 10**9}[unit]
    table = pyarrow.table({"from": ["a", "b", "c"], "to": ["b", "c", "a"], "travel_time": pyarrow.array(
        [90 * per_second, 5400 * per_second, 1], pyarrow.duration(unit))})
    pyarrow.feather.write_feather(table, tmp_path / "a.feather")
    graph = read(tmp_path / "a.feather")
    assert edges(graph) == {("a", "b"): 90, ("b", "c"): 5400, ("c", "a"): 1 / per_second}
    assert "durations are read in seconds: 'travel_time'" in graph.warnings
    table = table.set_column(2, "travel_time", table.column(2).dictionary_encode())
    pyarrow.feather.write_feather(table, tmp_path / "b.feather")
    assert edges(read(tmp_path / "b.feather")) == edges(graph)
    table = table.slice(0, 1).set_column(2, "travel_time", pyarrow.array([2**60 + 1], pyarrow.duration(unit)))
    pyarrow.feather.write_feather(table, tmp_path / "c.feather")
    assert edges(read(tmp_path / "c.feather")) == {("a", "b"): pytest.approx(2**60 / per_second)}


# Matrices.

@pytest.fixture
def matrix(rng):
    dense = rng.integers(1, 100, (9, 9)) * (rng.random((9, 9)) < 0.4)
    np.fill_diagonal(dense, 0)
    dense[0, 1], dense[1, 0] = 3, 5
    return dense


def of_matrix(dense):
    return {(str(row), str(column)): dense[row, column] for row, column in zip(*np.nonzero(dense))}


def test_matrices(tmp_path, matrix):
    sparse = scipy.sparse.csr_array(matrix)
    np.save(tmp_path / "a.npy", matrix)
    np.savez(tmp_path / "a.npz", matrix)
    np.savez_compressed(tmp_path / "b.npz", matrix)
    for made in (sparse, sparse.tocsc(), sparse.tocoo(), sparse.tobsr(), sparse.todia()):
        scipy.sparse.save_npz(tmp_path / f"{made.format}.npz", made)
    scipy.io.savemat(tmp_path / "dense.mat", {"A": matrix})
    scipy.io.savemat(tmp_path / "sparse.mat", {"A": sparse})
    scipy.io.mmwrite(tmp_path / "a.mtx", sparse)
    scipy.io.mmwrite(tmp_path / "dense.mtx", matrix)
    np.savetxt(tmp_path / "a.csv", matrix, delimiter=",", fmt="%d")
    np.savetxt(tmp_path / "a.txt", matrix)
    for path in sorted(tmp_path.iterdir()):
        found = edges(read(path))
        if path.name == "dia.npz" or path.name == "bsr.npz":  # store zeros as well
            found = {ends: weight for ends, weight in found.items() if weight}
        assert found == of_matrix(matrix), path.name


def test_a_matrix_with_names(tmp_path):
    for text in (",x,y z\nx,0,1.5\ny z,inf,0\n", "x,y z\n0,1.5\n,0\n", "\tx\ty z\nx\t0\t1.5\ny z\tNaN\t0\n"):
        (tmp_path / "a.csv").write_text(text)
        assert edges(read(tmp_path / "a.csv", ReadOptions(kind="matrix"))) == {("x", "y z"): 1.5}, text
    (tmp_path / "a.csv").write_text(",x,y\nx,0,1\nz,1,0\n")
    assert "not those beside it" in refusal(tmp_path / "a.csv", kind="matrix")


def test_numbers_that_may_be_no_edges(tmp_path):
    dense = np.array([[0, 3, -1, 5], [2, 0, 7, -1], [1, 2, 0, 4], [-1, 9, 9, 0]])
    np.save(tmp_path / "a.npy", dense)
    assert "--no-edge -1 says that they are none" in refusal(tmp_path / "a.npy")
    assert len(edges(read(tmp_path / "a.npy", ReadOptions(no_edge="-1")))) == 9
    assert len(edges(read(tmp_path / "a.npy", ReadOptions(no_edge="inf")))) == 12


def test_numbered_formats(tmp_path):
    (tmp_path / "a.gr").write_text("c roads\np sp 4 3\na 1 2 5\na 2 3 7\na 3 2 1\n")
    assert edges(read(tmp_path / "a.gr")) == {("1", "2"): 5, ("2", "3"): 7, ("3", "2"): 1}
    assert read(tmp_path / "a.gr").vertices == 4
    (tmp_path / "a.graph").write_text("% mesh\n3 2 001\n2 4\n1 4 3 5\n2 5\n")
    assert edges(read(tmp_path / "a.graph")) == {("1", "2"): 4, ("2", "1"): 4, ("2", "3"): 5, ("3", "2"): 5}
    (tmp_path / "out.a").write_text("% asym weighted\n1 2 2.5\n2 3 1\n")
    assert edges(read(tmp_path / "out.a")) == {("1", "2"): 2.5, ("2", "3"): 1}
    (tmp_path / "out.b").write_text("% bip positive\n1 1 3\n2 1 1\n")
    found = read(tmp_path / "out.b")
    assert found.names == ["L1", "L2", "R1"] and "how often" in found.warnings[0]
    # The second line may say the numbers of edges and vertices.
    for head, expected in (("asym unweighted\n% 1 4", 4), ("asym unweighted\n% 1 2 5", 5),
                           ("asym unweighted\n% made in 2020 3", 2), ("bip unweighted\n% 1 3 4", 7)):
        (tmp_path / "out.c").write_text(f"% {head}\n1 2\n")
        found = read(tmp_path / "out.c")
        assert found.vertices == len(found.names) == expected, head
    # Of repeated neighbours the smallest counts.
    (tmp_path / "b.graph").write_text("2 2 001\n2 3 2 5\n1 3 1 5\n")
    assert edges(read(tmp_path / "b.graph")) == {("1", "2"): 3, ("2", "1"): 3}
    (tmp_path / "b.graph").write_text("2 2 001\n2 3 2 5\n1 3 1 4\n")
    assert "but not the same one back" in refusal(tmp_path / "b.graph")
    (tmp_path / "a.col").write_text("c colours\np edge 3 2\ne 1 2\ne 2 3\n")
    assert len(edges(read(tmp_path / "a.col"))) == 4


# ulysses16 of TSPLIB, and its shortest tour, of the length 6859 that its author gives.
ULYSSES16 = """38.24 20.42;39.57 26.15;40.56 25.32;36.26 23.12;33.48 10.54;37.56 12.19;38.42 13.11;
37.52 20.44;41.23 9.10;41.17 13.05;36.08 -5.21;38.47 15.13;38.15 15.35;37.51 15.17;35.49 14.32;39.36 19.56"""
TOUR = (1, 14, 13, 12, 7, 6, 15, 5, 11, 9, 10, 16, 3, 2, 4, 8)


def test_tsplib(tmp_path):
    points = "".join(f"{place} {point.strip()}\n" for place, point in enumerate(ULYSSES16.split(";"), 1))
    (tmp_path / "ulysses16.tsp").write_text("NAME: ulysses16.tsp\nTYPE: TSP\nDIMENSION: "
                                            "16\nEDGE_WEIGHT_TYPE: GEO\n"
                                            f"NODE_COORD_SECTION\n{points}EOF\n")
    found = edges(read(tmp_path / "ulysses16.tsp"))
    assert sum(found[str(one), str(other)] for one, other in zip(TOUR, TOUR[1:] + TOUR[:1])) == 6859
    head = "NAME : a\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
    for form, numbers in (("FULL_MATRIX", "0 1 2 1 0 3 2 3 0"), ("UPPER_ROW", "1 "
                                                                              "2\n3"), ("LOWER_ROW", "1 2 3"),
                          ("UPPER_DIAG_ROW", "0 1 2 0 3 0"), ("LOWER_DIAG_ROW", "0 1 0 2 3 0")):
        (tmp_path / "a.tsp").write_text(f"{head}{form}\nEDGE_WEIGHT_SECTION\n{numbers}\nEOF\n")
        one_way = {(one, other): weight for (one, other), weight in edges(read(tmp_path / "a.tsp")).items()
                   if one < other}
        assert one_way == {("1", "2"): 1, ("1", "3"): 2, ("2", "3"): 3}, form


# Compression and archives.

def test_compressed_files(tmp_path):
    graph = graph_of(True)
    as_csv(graph, tmp_path / "a.csv")
    data = (tmp_path / "a.csv").read_bytes()
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(data))
    (tmp_path / "a.csv.bz2").write_bytes(bz2.compress(data))
    (tmp_path / "a.csv.xz").write_bytes(lzma.compress(data))
    (tmp_path / "b").write_bytes(gzip.compress(gzip.compress(data)))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.csv", data)
    for path in tmp_path.iterdir():
        assert edges(read(path)) == edges_of_networkx(graph), path.name
    with zipfile.ZipFile(tmp_path / "a.zip", "a") as archive:
        archive.writestr("b.csv", data)
    assert "--part NAME says which: 'a.csv', 'b.csv'" in refusal(tmp_path / "a.zip")
    assert edges(read(tmp_path / "a.zip", ReadOptions(part="b.csv"))) == edges_of_networkx(graph)


def test_zstd(tmp_path):
    zstandard = pytest.importorskip("zstandard")
    as_csv(graph_of(True), tmp_path / "a.csv")
    (tmp_path / "a.csv.zst").write_bytes(zstandard.compress((tmp_path / "a.csv").read_bytes()))
    assert edges(read(tmp_path / "a.csv.zst")) == edges_of_networkx(graph_of(True))


def test_standard_input(tmp_path, monkeypatch):
    class Stdin:
        buffer = io.BytesIO(b"a b 1\nb c 2\n")

    monkeypatch.setattr("sys.stdin", Stdin)
    assert edges(read("-")) == {("a", "b"): 1, ("b", "c"): 2}


def test_the_programs_graph_file(tmp_path):
    rows = np.array([[0, 1, 5], [1, 2, -3]], "<i4")
    data = np.array([3, 2], "<i4").tobytes() + rows.tobytes()
    (tmp_path / "a.bin").write_bytes(data)
    (tmp_path / "a.bin.names").write_text("x\ny z\nw\n")
    assert edges(read(tmp_path / "a.bin")) == {("x", "y z"): 5, ("y z", "w"): -3}
    for wrong, words in ((data[:-1], "is no"), (data + b"\0" * 12, "is no")):
        (tmp_path / "b.bin").write_bytes(wrong)
        assert "--from" in refusal(tmp_path / "b.bin") or words
    (tmp_path / "b.bin").write_bytes(data.replace(b"\2\0\0\0\xfd", b"\7\0\0\0\xfd"))
    assert "edge 1 has the destination 7, expected 0 to 2" in refusal(tmp_path / "b.bin")
    assert "expected 32 for 2 edges" in refusal_of_short(tmp_path / "c.bin", data)


def refusal_of_short(path, data):
    path.write_bytes(data[:-4])
    return refusal(path, kind="bin")
