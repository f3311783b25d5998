# SPDX-License-Identifier: MIT
"""`apsp solve --within` and `--nearest`: rows of what is near, by name, in decimals."""

import collections
import csv
import decimal
import io
import math
import pathlib
import tracemalloc
import types

import numpy as np
import pyarrow.parquet
import pytest
import scipy.sparse
from scipy.sparse.csgraph import dijkstra

import apsp
from apsp.answers import near, near_files, rows
from apsp.formats import NamedGraph, read

NAMES = ("Genève", "Lille, Nord", 'the "old" mill', "東京", "o'clock", "a blank", "ß", "0", "-", "a\tb")
HEAD = ["source", "target", "distance"]


def pairs(text, separator=",", head=HEAD):
    """The rows of a long table, lengths as they are written."""
    found = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    assert found[0] == head
    return [tuple(row) for row in found[1:]]


Some = collections.namedtuple("Some", "names units digits")


def some_graph(rng, digits, directed, path="g.csv", most=30):
    """Writes a graph with names and decimals; its distances in units of the last digit, by SciPy."""
    vertices = int(rng.integers(1, 30))
    names = [*NAMES, *(f"town {place}" for place in range(vertices))][:vertices]
    rng.shuffle(names)
    tails, heads = rng.integers(0, vertices, (2, int(rng.integers(1, 3 * vertices + 1))))
    units = rng.integers(0, most, len(tails))
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["from", "to", "km"])
        writer.writerows((names[one], names[other], written(unit, digits)) for one, other, unit in
                         zip(tails.tolist(), heads.tolist(), units.tolist()))
    dense = np.full((vertices, vertices), np.inf)
    np.minimum.at(dense, (tails, heads), units)
    if not directed:
        dense = np.minimum(dense, dense.T)
    order = order_of(path)
    kept = [names.index(name) for name in order]
    return Some(order, all_lengths(dense[np.ix_(kept, kept)]), digits)


def all_lengths(dense):
    """By SciPy, which would take small weights of a dense array for no edge."""
    return scipy.sparse.csgraph.floyd_warshall(scipy.sparse.csgraph.csgraph_from_dense(dense, np.inf))


def order_of(path):
    """The names in the order of their vertices: that of the file, numbers in theirs."""
    return read(path).all_names()


def written(units, digits):
    """Units of the last digit as a decimal: 57 with 2 digits is 0.57."""
    whole, rest = divmod(int(units), 10**digits)
    return f"{whole}.{rest:0{digits}d}" if digits else str(whole)


def plain(units, digits):
    """The shortest decimal: 0.5 for 50 hundredths."""
    text = written(units, digits)
    return (text.rstrip("0").rstrip(".") if digits else text) or "0"


def expected_rows(some, limit, k=None, sources=None, targets=None):
    """By brute force; `limit` in units."""
    everyone = range(len(some.names))
    targets = everyone if targets is None else sorted(set(targets))
    found = []
    for source in everyone if sources is None else sources:
        near_ones = [(some.units[source, target], target) for target in targets
                     if some.units[source, target] <= limit and math.isfinite(some.units[source, target])]
        if k is not None:
            near_ones = sorted(sorted(one for one in near_ones if one[1] != source)[:k]
                               + [one for one in near_ones if one[1] == source])
        found += [(some.names[source], some.names[target], plain(length, some.digits))
                  for length, target in near_ones]
    return found


def listed(some, chosen):
    """Names for --sources or --targets."""
    path = pathlib.Path(f"list{len(list(pathlib.Path().glob('list*')))}")
    path.write_text("".join(some.names[vertex] + "\n" for vertex in chosen), encoding="utf-8")
    return f"@{path}"


@pytest.mark.parametrize("entries", (near.ENTRIES, 40, 7, 1))
def test_rows_are_those_of_a_brute_force_search(run, rng, monkeypatch, entries):
    monkeypatch.setattr(near, "ENTRIES", entries)
    monkeypatch.setattr(near_files, "PIECE", min(5, entries))
    for directed in (True, False) * 6:
        some = some_graph(rng, int(rng.integers(0, 4)), directed)
        limit = int(rng.integers(0, 60))
        k = int(rng.integers(0, 6))
        chosen = [None if rng.integers(2) else rng.integers(0, len(some.names), rng.integers(1, 9)).tolist()
                  for _ in range(2)]
        options = [word for name, one in zip(("--sources", "--targets"), chosen) if one is not None
                   for word in (name, listed(some, one))]
        options += ["--columns", "from,to,km"] + ([] if directed else ["--undirected"])
        near_by = ["--within", written(limit, some.digits)]
        for words, most, count in ((near_by, limit, None), (["--nearest", k], math.inf, k),
                                   ([*near_by, "--nearest", k], limit, k)):
            code, out, err = run("solve", "--quiet", *options, *words, "g.csv", "-")
            assert code == 0, err
            assert pairs(out) == expected_rows(some, most, count, *chosen)


def test_rows_are_those_of_dijkstra_with_a_limit(run, rng):
    for _ in range(5):
        vertices = int(rng.integers(1, 60))
        links = scipy.sparse.random(vertices, vertices, 0.1, random_state=rng, format="csr")
        links.data = np.rint(1 + 99 * links.data)
        scipy.sparse.save_npz("g.npz", links)
        limit = int(rng.integers(0, 200))
        assert run("solve", "--quiet", "--within", limit, "g.npz", "a.npz")[0] == 0
        found = scipy.sparse.load_npz("a.npz")
        dense = np.full((vertices, vertices), np.inf)
        dense[np.repeat(np.arange(vertices), np.diff(found.indptr)), found.indices] = found.data
        np.testing.assert_array_equal(dense, dijkstra(links, limit=limit))


@pytest.mark.parametrize("entries", (near.ENTRIES, 3))
def test_without_a_limit_it_is_the_long_table(run, rng, monkeypatch, entries):
    monkeypatch.setattr(near, "ENTRIES", entries)
    for directed in (True, False) * 3:
        some = some_graph(rng, int(rng.integers(0, 4)), directed)
        sources = listed(some, rng.integers(0, len(some.names), 5).tolist())
        targets = listed(some, sorted(set(rng.integers(0, len(some.names), 5).tolist())))
        ways = ["--columns", "from,to,km"] + ([] if directed else ["--undirected"])
        for ends in ([], ["--sources", sources], ["--targets", targets],
                     ["--sources", sources, "--targets", targets]):
            words = ["solve", "--quiet", *ways, *ends, "g.csv"]
            for name in ("a.csv", "b.tsv"):
                assert run(*words, name, "--long")[0] == 0
                expected = pathlib.Path(name).read_bytes()
                for limit in (["--within", "inf"], ["--within", "1e400", "--long"]):
                    assert run(*words, name, *limit) == (0, "", "")
                    assert pathlib.Path(name).read_bytes() == expected


def test_every_file_holds_the_same(run, rng, monkeypatch):
    monkeypatch.setattr(near_files, "PIECE", 4)
    for entries in (near.ENTRIES, 9):
        monkeypatch.setattr(near, "ENTRIES", entries)
        for words in (["--within", "20.5"], ["--nearest", 3]):
            digits = int(rng.integers(0, 2))
            some = some_graph(rng, digits, True)
            expected = expected_rows(some, 20.5 * 10**digits if words[0] == "--within" else math.inf,
                                     3 if words[0] == "--nearest" else None)
            for name in ("a.csv", "a.tsv", "a.TSV", "a.parquet", "a.npz"):
                assert run("solve", "--quiet", "--columns", "from,to,km", *words, "g.csv", name)[0] == 0
                assert rows_of(name) == expected, name


def rows_of(name, *path):
    """The rows of a file, lengths as the shortest decimals; path vertices where their column is named."""
    suffix = name.rpartition(".")[2].lower()
    head = [*HEAD, *path]
    if suffix in ("csv", "tsv"):
        return pairs(pathlib.Path(name).read_bytes().decode(), "\t" if suffix == "tsv" else ",", head)
    if suffix == "parquet":
        table = pyarrow.parquet.read_table(name)
        assert table.column_names == head
        found = zip(*(column.to_pylist() for column in table.columns))
    else:
        found = rows_of_npz(name, *path)
    return [(source, target, repr(float(length)).removesuffix(".0"), *(vertex or "" for vertex in vertices))
            for source, target, length, *vertices in found]


def rows_of_npz(name, *path):
    found = scipy.sparse.load_npz(name)
    with np.load(name) as archive:
        sources, targets = archive["sources"].tolist(), archive["targets"].tolist()
        assert ("path_vertices" in archive.files) == ("vertices" in archive.files) == bool(path)
        more = []
        if path:
            vertices, names = archive["path_vertices"], [*archive["vertices"].tolist(), None]
            assert vertices.dtype == np.int32 and vertices.shape == found.data.shape
            assert ((vertices >= 0) | (vertices == -9999)).all()
            more = [[names[max(vertex, -1)] for vertex in vertices.tolist()]]
    assert found.format == "csr" and found.dtype == np.float64
    assert found.shape == (len(sources), len(targets))
    lines = np.repeat(np.arange(len(sources)), np.diff(found.indptr)).tolist()
    return zip([sources[line] for line in lines], [targets[column] for column in found.indices.tolist()],
               found.data.tolist(), *more)


KINDS = (("predecessors", "predecessor"), ("first-hops", "first_hop"))


@pytest.mark.parametrize("entries", (near.ENTRIES, 7))
@pytest.mark.parametrize("kind, column", KINDS)
def test_path_vertices_are_those_of_the_library(run, rng, monkeypatch, kind, column, entries):
    monkeypatch.setattr(near, "ENTRIES", entries)
    monkeypatch.setattr(near_files, "PIECE", min(5, entries))
    for directed in (True, False) * 2:
        some = some_graph(rng, int(rng.integers(0, 4)), directed)
        chosen = [None if rng.integers(2) else rng.integers(0, len(some.names), rng.integers(1, 9)).tolist()
                  for _ in range(2)]
        options = [word for name, one in zip(("--sources", "--targets"), chosen) if one is not None
                   for word in (name, listed(some, one))]
        options += ["--columns", "from,to,km"] + ([] if directed else ["--undirected"])
        graph = read("g.csv")
        common = {"vertices": len(some.names), "directed": directed, "path_vertices": kind,
                  **dict(zip(("sources", "targets"), chosen))}
        edges = np.column_stack((graph.source, graph.target, np.rint(graph.weight * 10**some.digits)))
        limit, k = int(rng.integers(0, 60)), int(rng.integers(0, 6))
        near_by = ["--within", written(limit, some.digits)]
        for words, (found, path) in (
                (near_by, apsp.within(edges, limit, **common)),
                (["--nearest", k], apsp.nearest(edges, k, **common)),
                ([*near_by, "--nearest", k], apsp.nearest(edges, k, limit=limit, **common))):
            sources = range(len(some.names)) if chosen[0] is None else chosen[0]
            lines = np.repeat(sources, np.diff(found.indptr)).tolist()
            expected = [(some.names[line], some.names[end], plain(length, some.digits),
                         "" if vertex < 0 else some.names[vertex]) for line, end, length, vertex in
                        zip(lines, found.indices.tolist(), found.data.tolist(), path.tolist())]
            for name in FILES:
                assert run("solve", "--quiet", *options, *words, "--path-vertices", kind, "g.csv", name) == (
                    0, "", "")
                assert rows_of(name, column) == expected, name
                code, out, err = run("check", "--quiet", *options, *words, "g.csv", name)
                assert code == 0 and out.startswith(f"{name}: right: "), (out, err)


def test_path_vertices_have_names(run):
    words = ("solve", "--quiet", "--undirected", "--sources", "Nice", "--within", 1300, "--path-vertices")
    for (kind, column), others in zip(KINDS, (("Lyon", "Marseille", "Paris", "Lyon", "", "Nice"),
                                              ("Marseille",) * 4 + ("", "Marseille"))):
        code, out, _ = run(*words, kind, "towns.csv", "-")
        assert code == 0
        assert [row[1::2] for row in pairs(out, ",", [*HEAD, column])] == list(zip(
            ("Paris", "Lyon", "Lille, Nord", "Strasbourg", "Nice", "Marseille"), others))
        assert run(*words, kind, "towns.csv", "a.parquet")[0] == 0
        assert pyarrow.parquet.read_table("a.parquet").column(column).null_count == 1


def test_path_vertices_of_graphs_of_no_vertex_and_of_one(run):
    for vertices in (0, 1):
        np.savez("g.npz", np.empty((0, 3)))
        for kind, column in KINDS:
            for name in FILES:
                words = ("--vertices", vertices, "--nearest", 3, "--path-vertices", kind)
                assert run("solve", "--quiet", *words, "g.npz", name) == (0, "", "")
                assert rows_of(name, column) == [("0", "0", "0", "")] * vertices


def test_an_npz_is_written_without_a_copy_of_all_rows():
    answer = near.NearAnswer(NamedGraph(4, *np.zeros((2, 1), int), np.ones(1)), nearest=1,
                             path_vertices="predecessors")
    size, count = 1 << 17, 20

    def blocks():
        for first in range(count):
            numbers = np.zeros(size, np.int32)
            yield near.NearRows(first, np.array([0, size]), numbers, np.ones(size), numbers + 1)

    tracemalloc.start()
    near_files.write_npz(answer, "/dev/null", blocks())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.2 * 16 * size * count


@pytest.mark.parametrize("limit, reached", (
    ("0.57", "abcd"), ("0.5699999999999999999999999999999", "abc"),
    ("0.5700000000000000000000000000001", "abcd"), (".29", "abc"), ("0.28999", "ab"), ("57e-2", "abcd"),
    ("0", "a"), ("-0", "a"), ("1e-999999", "a"),
    ("1.14", "abcde"), ("1e30", "abcde"), ("9e999999", "abcde"), ("inf", "abcde"), ("Infinity", "abcde")))
def test_a_limit_has_all_its_digits(run, limit, reached):
    """0.57 times 100 is 56.99999999999999 in float64."""
    pathlib.Path("g.csv").write_text("from,to,w\na,b,0.01\nb,c,0.28\nc,d,0.28\nd,e,0.57\n", encoding="utf-8")
    code, out, _ = run("solve", "--quiet", "--sources", "a", "--within", limit, "g.csv", "-")
    assert code == 0 and [target for _, target, _ in pairs(out)] == list(reached)


@pytest.mark.parametrize("weights, limit, reached", (
    ((5, 6), "5.999", 1), ((5, 6), "10.9999999999999999999999", 1), ((5, 6), "11", 2),
    ((2**53 - 2, 1), "9007199254740990.99999999", 1)))
def test_limits_between_whole_numbers(weights, limit, reached):
    graph = types.SimpleNamespace(weight=np.array(weights, dtype=float))
    asked = near.NearAnswer(graph, limit=decimal.Decimal(limit))
    assert (np.cumsum(weights) <= near.scaled_limit(asked, 1)).sum() == reached


def test_of_weights_that_are_no_decimals_the_limit_is_the_nearest_float():
    graph = types.SimpleNamespace(weight=np.array([1 / 3]))
    asked = near.NearAnswer(graph, limit=decimal.Decimal(repr(1 / 3)))
    assert near.scaled_limit(asked, 1) == 1 / 3


def test_equally_near_vertices_come_by_their_number(run):
    pathlib.Path("star.csv").write_text("from,to,w\nm,z,0.5\nm,y,0.5\nm,x,0.5\nm,w,0.25\n", encoding="utf-8")
    for words, lines in ((("m", "--nearest", 2), "m,m,0\nm,w,0.25\nm,z,0.5\n"),
                         (("m", "--nearest", 2, "--targets", "x,y"), "m,y,0.5\nm,x,0.5\n"),
                         (("m,w", "--nearest", 0), "m,m,0\nw,w,0\n"),
                         (("m", "--nearest", 10**30), "m,m,0\nm,w,0.25\nm,z,0.5\nm,y,0.5\nm,x,0.5\n")):
        code, out, _ = run("solve", "--quiet", "star.csv", "-", "--sources", *words)
        assert (code, out) == (0, "source,target,distance\n" + lines)


@pytest.mark.parametrize("words, said", (
    (("--within", "500"), "6 rows: the vertices within 500"),
    (("--within", "inf"), "6 rows: the vertices that are reached"),
    (("--nearest", "2"), "6 rows: the 2 nearest vertices"),
    (("--nearest", "1", "--within", "inf"), "6 rows: the nearest vertex"),
    (("--nearest", "1", "--targets", "Nice,Lyon"), "6 rows: the nearest of 2 targets"),
    (("--nearest", "2", "--within", "4.50", "--sources", "Nice"),
     "1 rows: the 2 nearest vertices within 4.50"),
    (("--within", "4", "--targets", "Nice,Paris"), "6 rows: those of 2 targets within 4"),
    (("--nearest", "2", "--targets", "Nice,Paris,Nice"), "6 rows: the 2 nearest of 2 targets"),
    (("--within", "inf", "--targets", "Nice"), "6 rows: those of 1 targets that are reached"),
))
def test_the_line_before_says_what_is_computed(run, words, said):
    code, _, err = run("solve", "--undirected", *words, "towns.csv", "-")
    assert (code, err) == (0, f"apsp: 6 vertices, 6 edges; {said}\n")


ONLY = "and --within and --nearest write .csv, .tsv, .parquet and .npz, or CSV to -"


@pytest.mark.parametrize("words, said", (
    (("--within", "-1", "-"),
     "Invalid value for '--within': found '-1', expected a decimal of 0 or more, such as 4.5, or inf; "
     "apsp solve --help has the options"),
    (("--within", "nan", "-"), "found 'nan', expected a decimal of 0 or more, such as 4.5, or inf"),
    (("--within", "sNaN", "-"), "found 'sNaN', expected a decimal"),
    (("--within", "0,5", "-"), "found '0,5', expected a decimal"),
    (("--within", "1_0", "-"), "found '1_0', expected a decimal"),
    (("--within", "far", "-"), "found 'far', expected a decimal"),
    (("--within", "", "-"), "found '', expected a decimal"),
    (("--within", "-inf", "-"), "found '-inf', expected a decimal"),
    (("--nearest", "-1", "-"),
     "Invalid value for '--nearest': found '-1', expected a whole number of 0 or more; apsp solve --help"),
    (("--nearest", "1.5", "-"), "found '1.5', expected a whole number of 0 or more"),
    (("--within", "1", "a.bin"), f"OUT is 'a.bin', {ONLY}"),
    (("--within", "1", "a.npy"), f"OUT is 'a.npy', {ONLY}"),
    (("--nearest", "1", "a.tsp"), f"OUT is 'a.tsp', {ONLY}"),
    (("--nearest", "1", "a.doc"), "expected a name that ends with one of .bin"),
    (("--within", "1", "a.csv", "--predecessors", "p.npy"),
     "--predecessors is for whole rows, without --within and --nearest: expected --path-vertices "
     "predecessors"),
    (("a.csv", "--path-vertices", "predecessors"),
     "apsp: --path-vertices is about sparse rows: add --within LIMIT or --nearest K; apsp solve --help has"),
    (("a.npz", "--path-vertices", "first-hops", "--predecessors", "p.npy"),
     "--path-vertices is about sparse rows: add --within LIMIT or --nearest K"),
    (("--within", "1", "a.csv", "--path-vertices", "first_hop"),
     "'first_hop' is not one of 'predecessors', 'first-hops'"),
    (("--within", "1", "a.npz", "--dtype", "float64"),
     "--dtype is for whole rows; with --within and --nearest an .npz holds float64"),
    (("--nearest", "1", "-", "--device", "gpu"),
     "--device is gpu, and --within and --nearest are computed by processors: expected auto or cpu"),
    (("--within", "1", "-", "--device", "gpus"), "--device is gpus, and --within and --nearest are"),
    (("--within", "1", "./towns.csv"), "OUT './towns.csv' is the same file as IN 'towns.csv'"),
    (("--within", "1", "towns.csv", "--sources", "Pari"), "is the same file as IN"),
    (("--within", "1", "-", "--sources", "Pari"), "did you mean 'Paris'?"),
))
def test_what_is_wrong_is_refused(run, words, said):
    before = sorted(path.name for path in pathlib.Path().iterdir())
    code, out, err = run("solve", "--undirected", "towns.csv", *words)
    assert (code, out) == (2, "") and said in err
    assert sorted(path.name for path in pathlib.Path().iterdir()) == before


@pytest.mark.parametrize("words, option", (
    (("--within", "5"), "--within"), (("--nearest", "5"), "--nearest"),
    (("--within", "5", "--nearest", "5"), "--nearest")))
def test_an_edge_below_0_is_named(run, words, option):
    pathlib.Path("g.csv").write_text('from,to,w\na,b,1.5\n"Lille, Nord",b,-0.25\n', encoding="utf-8")
    code, out, err = run("solve", *words, "--quiet", "g.csv", "-")
    assert (code, out) == (2, "")
    assert err == (f"apsp: the edge from 'Lille, Nord' to 'b' has the weight -0.25, and {option} takes none "
                   "below 0; a solve without it does\n")


def test_other_options_beside_them(run):
    pathlib.Path("g.csv").write_text("from,to,w\na,b,1.5\nb,c,0\nc,a,2\nc,d,1\n", encoding="utf-8")
    words = ("solve", "--quiet", "--within", "1.5", "g.csv", "-")
    code, out, err = run(*words, "--device", "cpu", "--threads", 2, "--long", "--largest-component")
    assert code == 0 and "the largest component has 3 of 4 vertices" in err
    assert pairs(out) == [("a", "a", "0"), ("a", "b", "1.5"), ("a", "c", "1.5"), ("b", "b", "0"),
                          ("b", "c", "0"), ("c", "c", "0")]
    assert run(*words, "--device", "auto") == run(*words, "--threads", 1)


def test_graphs_of_no_vertex_and_of_one(run):
    for vertices in (0, 1):
        np.savez("g.npz", np.empty((0, 3)))
        long = run("solve", "--quiet", "--vertices", vertices, "--long", "g.npz", "-")
        assert long == (0, "source,target,distance\n" + "0,0,0\n" * vertices, "")
        for words in (("--within", "0"), ("--nearest", "3")):
            options = ("--quiet", "--vertices", vertices, *words, "g.npz")
            assert run("solve", *options, "-") == long
            for name in ("a.npz", "a.parquet"):
                assert run("solve", *options, name) == (0, "", "")
                assert len(rows_of(name)) == vertices
            assert scipy.sparse.load_npz("a.npz").shape == (vertices, vertices)


def test_blocks_are_about_as_long_as_they_shall_be(run, rng, monkeypatch):
    """Half of the vertices reach nothing, the others a ring."""
    size = 400
    ring = np.arange(size, 2 * size)
    edges = np.column_stack((ring, np.roll(ring, -1), np.ones(size)))
    np.save("g.npy", edges)
    monkeypatch.setattr(near, "ENTRIES", 2000)
    whole = near.near_rows
    seen = []

    def watched(*arguments):
        for block in whole(*arguments):
            seen.append((len(block.offsets) - 1, len(block.columns)))
            yield block

    monkeypatch.setattr(near_files, "near_rows", watched)
    words = ("solve", "--quiet", "--vertices", 2 * size, "--within", 39, "g.npy", "a.csv")
    assert run(*words)[0] == 0
    assert sum(count for count, _ in seen) == 2 * size
    assert sum(count for _, count in seen) == size + 40 * size
    assert len(pairs(pathlib.Path("a.csv").read_text())) == size + 40 * size
    assert max(count for _, count in seen) <= 2 * 2000 and len(seen) < 30


def test_blocks_stay_short_where_long_rows_stand_together(rng, monkeypatch):
    """One row in twenty is long, and no row of the sample is."""
    size, ring = 4000, np.arange(2030, 2060)
    edges = np.column_stack((ring, np.roll(ring, -1)))
    graph = NamedGraph(size, *edges.T, np.ones(len(ring)))
    monkeypatch.setattr(near, "ENTRIES", 300)
    monkeypatch.setattr(near, "SAMPLE", 4)
    blocks = list(near.near_rows(near.NearAnswer(graph, limit=decimal.Decimal(29))))
    assert sum(len(block.offsets) - 1 for block in blocks) == size
    assert max(len(block.columns) for block in blocks) <= 300 + 30 * 30
    assert len(blocks) < 250


def test_a_limit_beyond_all_numbers(run):
    words = ("solve", "--quiet", "--undirected", "--within")
    assert run(*words, "1e999999999999999999", "towns.csv", "-") == run(*words, "inf", "towns.csv", "-")


def test_a_pair_that_is_there_twice_is_wrong(run):
    words = ("--undirected", "--quiet", "--within", "225.3", "towns.csv")
    assert run("solve", *words, "a.csv")[0] == 0 and run("solve", *words, "a.npz")[0] == 0
    text = pathlib.Path("a.csv").read_text(encoding="utf-8")
    pathlib.Path("a.csv").write_text(text + 'Paris,"Lille, Nord",225\n', encoding="utf-8")
    code, out, err = run("check", *words, "a.csv")
    assert code == 3 and out == "" and "the distance from 'Paris' to 'Lille, Nord' twice" in err
    with np.load("a.npz") as archive:
        right = dict(archive)
    indices = right["indices"]
    indices[1] = indices[0]
    np.savez("a.npz", **right)
    code, out, err = run("check", *words, "a.npz")
    assert code == 3 and out == "" and "twice, expected it once" in err
    pathlib.Path("a.csv").write_text(text + "\n", encoding="utf-8")  # a blank line at the end
    assert run("check", *words, "a.csv")[0] == 0


def test_long_is_for_tables(run):
    assert run("solve", "--undirected", "--within", 9, "--long", "towns.csv", "a.npz")[::2] == (
        2, "apsp: --long is for .csv, .tsv and .parquet\n")


def test_progress_is_that_of_all_rows(rng, monkeypatch):
    monkeypatch.setattr(near, "ENTRIES", 300)
    ends = rng.integers(0, 50, (2, 200))
    graph = NamedGraph(50, *ends, np.ones(200))
    moves = []
    list(near.near_rows(near.NearAnswer(graph, nearest=10), lambda done, total: moves.append(done / total)))
    assert moves == sorted(moves) and moves[-1] == 1


def test_a_length_that_is_not_exact_is_refused(run, monkeypatch):
    monkeypatch.setattr(rows, "EXACT", 100)
    pathlib.Path("g.csv").write_text("from,to,w\na,b,0.6\nb,c,0.5\n", encoding="utf-8")
    assert run("solve", "--quiet", "--within", "0.6", "g.csv", "-")[0] == 0
    pathlib.Path("g.csv").write_text("from,to,w\na,b,6.25\nb,c,5.5\n", encoding="utf-8")
    code, out, err = run("solve", "--quiet", "--within", "20", "g.csv", "-")
    assert (code, out) == (4, "") and "a length is beyond 1, where its decimals are not exact" in err


def test_a_full_disk_or_an_absent_folder_leaves_nothing(run, tmp_path):
    for name in ("a.csv", "a.parquet", "a.npz"):
        code, _, err = run("solve", "--quiet", "--within", "1", "towns.csv", f"absent/{name}")
        assert code == 7 and f"absent/{name}: No such file or directory" in err
        if pathlib.Path("/dev/full").exists():
            (tmp_path / name).symlink_to("/dev/full")
            code, _, err = run("solve", "--quiet", "--within", "1", "towns.csv", name)
            assert code == 7 and "No space left on device" in err


def test_decimals_of_many_digits_are_exact(run, rng):
    for directed in (True, False) * 5:
        digits = int(rng.integers(9, 14))
        some = some_graph(rng, digits, directed, most=10**13)
        options = ["--quiet", "--columns", "from,to,km"] + ([] if directed else ["--undirected"])
        lengths = some.units[np.isfinite(some.units)].astype(np.int64).tolist()
        limit = max(int(rng.choice(lengths)) + int(rng.integers(-1, 2)), 0)
        for words, most, k in ((["--within", written(limit, digits)], limit, None),
                               (["--nearest", 3], math.inf, 3),
                               (["--nearest", 3, "--within", written(limit, digits)], limit, 3)):
            code, out, err = run("solve", *options, *words, "g.csv", "-")
            assert code == 0, err
            assert ([(*ends, float(length)) for *ends, length in pairs(out)]
                    == [(*ends, float(length)) for *ends, length in expected_rows(some, most, k)])
            assert run("solve", *options, *words, "g.csv", "a.npz")[0] == 0
            assert run("check", *options, *words, "g.csv", "a.npz")[0] == 0
        long = run("solve", *options, "--long", "g.csv", "-")
        assert run("solve", *options, "--within", "inf", "g.csv", "-") == long


def test_weights_that_are_no_decimals(run, rng):
    """Lengths of any order of additions; the limit and the last of a row are in doubt where rounding is."""
    for _ in range(5):
        vertices = int(rng.integers(2, 50))
        ends = rng.integers(0, vertices, (4 * vertices, 2))
        weights = rng.random(len(ends)) * 10.0 ** rng.integers(-6, 7)
        np.savez("g.npz", np.column_stack((ends, weights)))
        dense = np.full((vertices, vertices), np.inf)
        np.minimum.at(dense, tuple(ends.T), weights)
        lengths = all_lengths(dense)
        limit = float(rng.choice(lengths[np.isfinite(lengths)])) * rng.choice([0.99, 1.01])
        assert run("solve", "--quiet", "--vertices", vertices, "--within", limit, "g.npz", "a.npz")[0] == 0
        found = scipy.sparse.load_npz("a.npz")
        rows = np.repeat(np.arange(vertices), np.diff(found.indptr))
        inside = lengths <= limit
        np.testing.assert_array_equal(np.column_stack((rows, found.indices)), np.argwhere(inside))
        np.testing.assert_allclose(found.data, lengths[inside], rtol=1e-12)
        for words in (("--within", limit), ("--nearest", 4), ("--nearest", 2, "--within", limit)):
            options = ("--quiet", "--vertices", vertices, *words, "g.npz", "a.csv")
            assert run("solve", *options)[0] == 0
            assert run("check", *options)[0] == 0


def test_a_limit_of_13_digits_counts_the_path_of_its_length(run):
    pathlib.Path("g.csv").write_text("from,to,w\na,b,0.1234567890123\nb,c,0.1\n", encoding="utf-8")
    for limit, reached in (("0.1234567890123", "ab"), ("0.1234567890122", "a"), ("0.2234567890123", "abc"),
                           ("0.22345678901229", "ab")):
        code, out, _ = run("solve", "--quiet", "--sources", "a", "--within", limit, "g.csv", "-")
        assert code == 0 and [target for _, target, _ in pairs(out)] == list(reached)


# Checks of such files.

FILES = ("a.csv", "a.tsv", "a.parquet", "a.npz")


def test_what_is_right_is_called_right(run, rng):
    for directed in (True, False) * 4:
        some = some_graph(rng, int(rng.integers(0, 3)), directed)
        options = ["--columns", "from,to,km"] + ([] if directed else ["--undirected"])
        for name in ("--sources", "--targets"):
            if rng.integers(2):
                options += [name, listed(some, rng.integers(0, len(some.names), 5).tolist())]
        limit, k = written(rng.integers(0, 40), some.digits), int(rng.integers(0, 6))
        for words in (["--within", limit], ["--nearest", k], ["--nearest", k, "--within", limit]):
            for name in FILES:
                assert run("solve", "--quiet", *options, *words, "g.csv", name)[0] == 0
                code, out, err = run("check", "--quiet", *options, *words, "g.csv", name)
                assert code == 0 and out.startswith(f"{name}: right: "), (out, err)
                assert run("check", "--quiet", *options, *words, "--rows", 2, "g.csv", name)[0] == 0


@pytest.mark.parametrize("old, new, said", (
    ("Lyon,Marseille,314.1", "Lyon,Marseille,314.2", "from Lyon to Marseille found 314.2, expected 314.1"),
    ("Lyon,Marseille,314.1\n", "", "from Lyon to Marseille found inf, expected 314.1"),
    ("Lyon,Lyon,0\n", "Lyon,Lyon,0\nLyon,Nice,512.8\n", "from Lyon to Nice found 512.8, expected inf"),
))
def test_one_wrong_distance_is_found(run, old, new, said):
    words = ("--undirected", "--quiet", "--within", "490.1", "towns.csv", "a.csv")
    assert run("solve", *words)[0] == 0
    text = pathlib.Path("a.csv").read_text(encoding="utf-8")
    assert old in text
    pathlib.Path("a.csv").write_text(text.replace(old, new), encoding="utf-8")
    assert run("check", *words)[:2] == (1, f"a.csv: wrong: {said}; 1 wrong distances in 6 rows\n")


@pytest.mark.parametrize("words", (
    ("--within", "490"), ("--within", "491", "--nearest", "2"), ("--nearest", "3")))
def test_rows_of_other_options_are_wrong(run, words):
    for name in FILES:
        assert run("solve", "--undirected", "--quiet", "--within", "490.1", "towns.csv", name)[0] == 0
        code, out, _ = run("check", "--undirected", "--quiet", *words, "towns.csv", name)
        assert code == 1 and f"{name}: wrong: from " in out
        code, out, _ = run("check", "--undirected", "--quiet", "--within", "490.10", "towns.csv", name)
        assert (code, out) == (0, f"{name}: right: 6 rows, all there are\n")


def test_a_long_table_without_the_options_is_one_of_all_pairs(run):
    words = ("--undirected", "--quiet", "towns.csv", "a.csv")
    assert run("solve", *words, "--within", "490.1")[0] == 0
    code, out, _ = run("check", *words)
    assert code == 1
    assert out.endswith("wrong distances in 6 rows; a long table is checked as one of all pairs, unless "
                        "--within or --nearest says of which\n")
    assert run("solve", *words, "--within", "inf")[0] == 0
    assert run("check", *words)[0] == 0


@pytest.mark.parametrize("made, words, code, said", (
    (("a.npz",), (), 3, "a.npz: holds sparse rows, which scipy.sparse.load_npz reads, and apsp check with "
                        "--within or --nearest"),
    (("a.npz", "--sources", "Nice"), ("--sources", "Paris"), 3, "a.npz: has the vertices of other --sources"),
    (("a.npz", "--targets", "Nice"), ("--targets", "Paris"), 3, "a.npz: has the vertices of other --targets"),
    (("a.csv", "--sources", "Nice"), (), 3, "a.csv: has no row of the source 'Paris'; --sources says which"),
    (("a.csv",), ("--sources", "Nice"), 3, "a.csv: has a row of 'Paris', which is not in --sources"),
    (("a.csv",), ("--targets", "Nice"), 3, "a.csv: has a row of 'Paris', which is not in --targets"),
))
def test_rows_that_are_not_asked_for(run, made, words, code, said):
    name, *ends = made
    assert run("solve", "--undirected", "--quiet", "--within", "9", "towns.csv", name, *ends)[0] == 0
    limit = ("--within", "9") if words or ends else ()
    found, out, err = run("check", "--undirected", "--quiet", *limit, *words, "towns.csv", name)
    assert (found, out) == (code, "") and said in err


@pytest.mark.parametrize("name, content, said", (
    ("b.csv", b"from,to,km\n", "has the columns 'from,to,km', expected source,target,distance"),
    ("b.csv", b"source,target,distance\nParis,Lyon\n", "row 1 is 'Paris,Lyon', expected a source, a"),
    ("b.csv", b"source,target,distance\nParis,Lyon,far\n", "row 1 has the distance 'far', expected a number"),
    ("b.csv", b"source,target,distance\nParis,Lyo,5\n", "did you mean 'Lyon'?"),
    ("b.csv", b"source,target,distance,hop\n", "has the columns 'source,target,distance,hop', expected"),
    ("b.csv", b"source,target,distance,predecessor\nParis,Paris,0,\nParis,Lyon,465.5\n",
     "row 2 has 3 fields, expected 4"),
    ("b.npy", b"", "expected sparse rows in a file that ends with .csv, .tsv, .parquet or .npz"),
    ("b.npz", b"PK", "holds no sparse rows: "),
    ("absent.csv", None, "absent.csv: "),
))
def test_files_that_hold_no_sparse_rows(run, name, content, said):
    if content is not None:
        pathlib.Path(name).write_bytes(content)
    code, out, err = run("check", "--undirected", "--quiet", "--within", "9", "towns.csv", name)
    assert code in (2, 3) and out == "" and said in err


@pytest.mark.parametrize("arrays", (
    {"indptr": [0, 3, 2, 4, 5, 6, 7]}, {"indices": [9] * 7}, {"indices": [-1] * 7}, {"indptr": [0, 1]},
    {"sources": ["Paris"]}, {"data": [1]}, {"data": ["1"] * 7}, {"indices": [[1]]}, {"targets": [1.5]},
    {"sources": [["Paris"] * 5]}, {"indices": [0.5] * 7}))
def test_arrays_that_do_not_fit(run, arrays):
    words = ("--undirected", "--quiet", "--within", "225", "towns.csv", "a.npz")
    assert run("solve", *words)[0] == 0
    with np.load("a.npz") as archive:
        right = dict(archive)
    np.savez("a.npz", **{**right, **{name: np.array(value) for name, value in arrays.items()}})
    code, out, err = run("check", *words)
    assert code in (2, 3) and out == "" and "inside apsp" not in err, err


def test_view_says_that_a_table_may_leave_pairs_out(run):
    assert run("solve", "--quiet", "--within", 400, "towns.csv", "near.csv")[0] == 0
    code, out, _ = run("view", "--distances", "near.csv")
    assert code == 0 and "; - is no path, or a pair that the file leaves out" in out


@pytest.mark.parametrize("name", ("near.csv", "near.parquet"))
def test_view_leaves_path_vertices_out(run, name):
    shown = []
    for words in ((), ("--path-vertices", "first-hops")):
        assert run("solve", "--quiet", "--within", 400, *words, "towns.csv", name)[0] == 0
        shown.append(run("view", "--distances", name))
    assert shown[0] == shown[1] and shown[0][0] == 0
