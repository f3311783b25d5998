# SPDX-License-Identifier: MIT
"""`apsp solve --within` and `--nearest`: rows of what is near, by name, in every file, in pieces."""

import decimal
import math
import pathlib
import tracemalloc

import numpy as np
import pyarrow.parquet
import pytest
import scipy.sparse
from near_tables import FILES, HEAD, expected_rows, listed, pairs, plain, rows_of, some_graph, written
from scipy.sparse.csgraph import dijkstra

import apsp
from apsp.answers import near, near_files
from apsp.formats import NamedGraph, read


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
    for (kind, column), others in zip(KINDS, (("Lyon", "Marseille", "Nice", "Paris", "Lyon", ""),
                                              ("Marseille",) * 5 + ("",))):
        code, out, _ = run(*words, kind, "towns.csv", "-")
        assert code == 0
        assert [row[1::2] for row in pairs(out, ",", [*HEAD, column])] == list(zip(
            ("Paris", "Lyon", "Marseille", "Lille, Nord", "Strasbourg", "Nice"), others))
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
     "1 row: the 2 nearest vertices within 4.50"),
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


def test_a_full_disk_or_an_absent_folder_leaves_nothing(run, tmp_path):
    for name in ("a.csv", "a.parquet", "a.npz"):
        code, _, err = run("solve", "--quiet", "--within", "1", "towns.csv", f"absent/{name}")
        assert code == 7 and f"absent/{name}: No such file or directory" in err
        if pathlib.Path("/dev/full").exists():
            (tmp_path / name).symlink_to("/dev/full")
            code, _, err = run("solve", "--quiet", "--within", "1", "towns.csv", name)
            assert code == 7 and "No space left on device" in err
