# SPDX-License-Identifier: MIT
"""No output of the command `apsp` may be another file of its run, by whatever names."""

import contextlib
import io
import itertools
import os
import re

import click
import pytest

import apsp
from apsp.command import COMMANDS, group, main

PRINTED = "standard output"
LIST = "A\nB\n"
GRAPH = "from,to,w\nA,B,5\nB,C,6\n"
TABLE = ",A,B,C\nA,0,5,11\nB,,0,6\nC,,,0\n"

# Words of a call, the files that it reads, and those that it writes: between them all, the files of each
# command.
CALLS = (
    ("solve {IN} {OUT} --sources @{--sources} --targets @{--targets} --predecessors {--predecessors}",
     {"IN": "o.bin", "IN.names": "o.bin.names", "--sources": "s", "--targets": "t"},
     {"OUT": "o.npy", "OUT.names": "o.npy.names", "--predecessors": "p.npy"}),
    ("solve {IN} -", {"IN": "g.csv"}, {PRINTED: "printed"}),
    ("solve {IN} {OUT} --within 5 --sources @{--sources} --targets @{--targets}",
     {"IN": "o.bin", "IN.names": "o.bin.names", "--sources": "s", "--targets": "t"}, {"OUT": "o.csv"}),
    ("solve {IN} - --nearest 1", {"IN": "g.csv"}, {PRINTED: "printed"}),
    ("convert {IN} {OUT}", {"IN": "g.csv"}, {"OUT": "x.bin", "OUT.names": "x.bin.names"}),
    ("convert {IN} {OUT} --to csv", {"IN": "o.bin", "IN.names": "o.bin.names"}, {"OUT": "x.csv"}),
    ("convert {IN} -", {"IN": "g.csv"}, {PRINTED: "printed"}),
    ("path {IN} A B", {"IN": "o.bin", "IN.names": "o.bin.names"}, {PRINTED: "printed"}),
    ("path {IN} --pairs {--pairs} --output {--output}", {"IN": "g.csv", "--pairs": "pairs"},
     {"--output": "x"}),
    ("summary {IN} --per-vertex {--per-vertex} --plot {--plot}", {"IN": "o.bin", "IN.names": "o.bin.names"},
     {"--per-vertex": "v.csv", "--plot": "p.svg", PRINTED: "printed"}),
    ("plan {IN} --sources @{--sources}", {"IN": "g.csv", "--sources": "s"}, {PRINTED: "printed"}),
    ("check {IN} {DISTANCES} --sources @{--sources} --targets @{--targets}",
     {"IN": "o.bin", "IN.names": "o.bin.names", "DISTANCES": "d.csv", "--sources": "s", "--targets": "t"},
     {PRINTED: "printed"}),
    ("view {IN}", {"IN": "o.bin", "IN.names": "o.bin.names"}, {PRINTED: "printed"}),
    ("matrix {MAP} {POINTS} {DESTINATIONS} --output {--output} --snapped {--snapped}",
     {"MAP": "m.osm", "POINTS": "p.csv", "DESTINATIONS": "q.csv"},
     {"--output": "x.csv", "--snapped": "y.csv"}),
)


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Every file that a call reads, and links to a folder."""
    monkeypatch.chdir(tmp_path)
    apsp.write("o.bin", [[0, 1, 5], [1, 2, 6]], 3)
    for name, text in (("o.bin.names", "A\nB\nC\n"), ("g.csv", GRAPH), ("d.csv", TABLE), ("s", LIST),
                       ("t", LIST), ("pairs", "A,B\n"), ("m.osm", "<osm/>"), ("p.csv", GRAPH),
                       ("q.csv", GRAPH)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "a").mkdir()
    (tmp_path / "round").symlink_to(".")
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@contextlib.contextmanager
def printing_into(path):
    kept = os.dup(1)
    with open(path, "ab") as file:
        os.dup2(file.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def other_names(path):
    yield from ("./" + path, "a/../" + path, "round/round/" + path, os.path.abspath(path))
    if "." in path:
        os.symlink(path, "link." + path.rpartition(".")[2])
        yield "link." + path.rpartition(".")[2]
        if os.path.exists(path):
            os.link(path, "hard." + path.rpartition(".")[2])
            yield "hard." + path.rpartition(".")[2]


@pytest.mark.parametrize("words, read, written", CALLS)
def test_every_pair(files, capfd, words, read, written):
    paths = {**read, **written}
    for output, other in itertools.product(written, paths):
        if other in (output, output + ".names", PRINTED) or output.endswith(".names"):
            continue
        for name in [paths[other]] if output == PRINTED else other_names(paths[other]):
            given = {**paths, output: name}
            if not fits(words, output, name):
                continue
            printed = given.get(PRINTED, os.devnull)
            open(printed, "ab").close()
            before = contents(files)
            with printing_into(printed):
                code = main(words.format(**given).split())
            said = capfd.readouterr().err
            assert code == 2 and "is the same file as" in said, (output, other, name, said)
            assert contents(files) == before
        for link in files.glob("link.*"), files.glob("hard.*"):
            for path in link:
                path.unlink()


def fits(words, output, name):
    """Whether the suffix is one that the output may have."""
    suffix = name.rpartition(".")[2]
    known = {"--plot": ("svg",), "--per-vertex": ("csv",), "--snapped": ("csv",),
             "--predecessors": ("bin", "npy")}
    if words.startswith("solve"):
        known["OUT"] = ("bin", "npy", "csv")
    if words.startswith("matrix"):
        known["--output"] = ("csv",)
    if words.startswith("convert") and "--to" not in words:
        known["OUT"] = ("bin", "csv")
    return output not in known or suffix in known[output]


def test_an_output_replaces_names_of_the_graph(files, capfd):
    os.symlink("o.bin.names", "x.csv")
    for words in ("solve o.bin x.csv", "convert o.bin x.csv", "convert o.bin o.bin.names --to csv"):
        before = contents(files)
        assert main(words.split()) == 2
        assert "is the same file as IN.names 'o.bin.names'" in capfd.readouterr().err
        assert contents(files) == before


def test_standard_input_has_one_reader(files, capfd, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GRAPH.encode())))
    assert main(["path", "-", "--pairs", "-"]) == 2
    assert "both standard input" in capfd.readouterr().err


def test_devices_and_other_files(files, capfd):
    assert main("path --quiet g.csv A B -o /dev/null".split()) == 0
    assert main("solve --quiet g.csv x.csv --sources @s --targets @s".split()) == 0
    with printing_into("printed"):
        assert main("view --quiet o.bin".split()) == 0


def test_no_file_of_the_help_is_missing_here():
    context = click.Context(group)
    for name in COMMANDS:
        known = {file for words, read, written in CALLS if words.startswith(name)
                 for file in (*read, *written)}
        command = group.get_command(context, name)
        for parameter in command.params:
            metavar = parameter.metavar or ""
            if isinstance(parameter, click.Argument):
                if metavar not in ("[FROM TO]", "[OUT]"):  # neither is a file: a plan makes no OUT
                    assert metavar.strip("[]") in known, (name, metavar)
            elif re.search("FILE|LIST|^OUT$", metavar):
                assert max(parameter.opts, key=len) in known, (name, parameter.opts)
