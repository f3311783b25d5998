# SPDX-License-Identifier: MIT
"""The command `apsp`: its answers, its messages and its exit codes."""

import csv
import io
import json
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

import apsp
from apsp.command import COMMANDS, main

TOWNS = """from,to,km
Paris,Lyon,465.5
Lyon,Marseille,314.1
Paris,"Lille, Nord",225.3
"Lille, Nord",Strasbourg,523.2
Strasbourg,Lyon,490.1
Nice,Marseille,198.7
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Runs the command in a folder of its own: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "towns.csv").write_text(TOWNS, encoding="utf-8")

    def called(*arguments):
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return code, printed.out, printed.err

    return called


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


@pytest.mark.parametrize("arguments, code, words", (
    (("solve", "towns.csv", "-", "--sources", "Pari"), 2, "did you mean 'Paris'?"),
    (("solve", "towns.csv", "out.xyz"), 2, "expected a name that ends with one of .bin"),
    (("solve", "absent.csv", "-"), 3, "absent.csv: No such file or directory"),
    (("solve", "towns.csv", "absent/out.csv"), 7, "absent/out.csv: No such file or directory"),
    (("solve", "towns.csv", "-", "--device", "gpux"), 2, "apsp solve --help has the options"),
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
