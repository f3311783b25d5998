# SPDX-License-Identifier: MIT
"""Graphs that are written: each comes back as it was, or is refused, and what a format leaves out is said."""

import pathlib

import pytest
from strange_files import edges, written

from apsp._failures import NoAnswer
from apsp.answers.reading import names_beside
from apsp.formats import ReadOptions, read
from apsp.formats.graph import NamedGraph
from apsp.formats.writers import WRITERS, write

HOLDS_NAMES = [suffix for suffix, (_, holds_names) in WRITERS.items() if holds_names]
EDGES_ALONE = (".csv", ".tsv", ".txt", ".parquet")
# Names of three vertices.
NAMES = ((" a", "a", "a "), ("\ta", "a", "a\xa0"), ("n", "a\u2028b", "a\x85b"), ("a\\b", "a\nb", "a\rb"))


def graph_of(names, *rows):
    source, target, weight = zip(*rows)
    return NamedGraph(3, source, target, weight, names)


@pytest.mark.parametrize("suffix", HOLDS_NAMES)
@pytest.mark.parametrize("names", NAMES, ids=ascii)
def test_names_come_back_or_are_refused(tmp_path, suffix, names):
    graph = graph_of(names, (0, 1, 5), (1, 2, 6), (2, 0, 7))
    path = tmp_path / f"a{suffix}"
    try:
        write(graph, str(path))
    except NoAnswer as error:
        assert "such name" in str(error) and suffix in (".txt", ".net")
        assert list(tmp_path.iterdir()) == []
    else:
        assert edges(read(path)) == edges(graph)


@pytest.mark.parametrize("suffix, name, words", (
    (".txt", " a", "a list of edges holds no such name"), (".txt", "a\u2028", "holds no such name"),
    (".net", "a\rb", "Pajek holds no such name"), (".dot", 'a\\"b', "DOT holds no such name"),
    (".dot", "a\\", "DOT holds no such name"),
    *((suffix, f"a{end}b", f"a{suffix}.names holds no such name") for end in "\n\r"
      for suffix in (".bin", ".gr", ".mtx", ".npz", ".npy")),
))
def test_names_that_a_format_cannot_hold(tmp_path, suffix, name, words):
    with pytest.raises(NoAnswer, match=words):
        write(graph_of([name, "b", "c"], (0, 1, 5)), str(tmp_path / f"a{suffix}"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [suffix for suffix in HOLDS_NAMES if suffix not in EDGES_ALONE])
def test_a_vertex_without_an_edge_comes_back(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    write(graph_of("abn", (0, 1, 5)), str(path))
    assert sorted(read(path).all_names()) == ["a", "b", "n"]


IDLE = "1 vertex without an edge is not in {}, which lists edges alone"
ZERO = "edges of weight 0 stand as 0: reading them back takes --zero-is-edge"


@pytest.mark.parametrize("suffix, rows, lines", (
    *((suffix, [(0, 1, 5)], [IDLE.format(suffix[1:])]) for suffix in EDGES_ALONE),
    (".csv", [(0, 1, 5), (2, 2, 0)], []), (".gr", [(0, 1, 5)], []),
    (".npy", [(0, 1, 0), (1, 2, 2), (0, 0, -1)], [ZERO]), (".npy", [(0, 0, 0), (1, 2, 2)], []),
))
def test_what_a_format_leaves_out_is_said(tmp_path, suffix, rows, lines):
    graph = graph_of(None, *rows)
    path = tmp_path / f"a{suffix}"
    assert write(graph, str(path)) == lines
    found = edges(read(path, ReadOptions(zero_is_edge=True, no_edge="inf")))
    loops = {("0", "0"): 0}.items() if suffix == ".npy" else set()  # they shorten no path
    expected = {tuple(map(str, ends)): weight for *ends, weight in rows}.items() - loops
    assert found == dict(expected) or suffix == ".gr"


@pytest.mark.parametrize("out", ("a.bin", "a.npy", "a.tsp"))
@pytest.mark.parametrize("end", "\n\r", ids=ascii)
def test_names_of_distances_that_have_a_lines_end(run, out, end):
    pathlib.Path("a.csv").write_text(f'source,target,weight\n"a{end}b",c,1\n', newline="")
    code, _, err = run("solve", "--undirected", "a.csv", out)
    assert code == 4 and f"has a line's end, and {out}.names holds no such name; .csv does" in err
    assert not list(pathlib.Path().glob(out + "*"))


def test_lines_of_names(tmp_path):
    """As the programs read them: a carriage return elsewhere than at the end of a line is part of a name."""
    path = written(tmp_path, "a.gr", "p sp 3 1\na 1 2 5\n")
    for text in ("x\r\n\r\ny\rz\n", "\ufeffx\r\n\r\ny\rz"):
        written(tmp_path, "a.gr.names", text)
        assert read(path).names == ["x", "", "y\rz"]
        assert names_beside(str(path), (3, 3)) == (["x", "", "y\rz"],) * 2
