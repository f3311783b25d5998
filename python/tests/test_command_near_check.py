# SPDX-License-Identifier: MIT
"""`apsp check` and `apsp view` of what `apsp solve --within` and `--nearest` wrote."""

import pathlib

import numpy as np
import pytest
from near_tables import FILES, listed, some_graph, written


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
