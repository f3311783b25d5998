# SPDX-License-Identifier: MIT
"""Types of the package for those who check theirs."""

import ast
import pathlib
import subprocess
import sys

import apsp
from apsp import _apsp

PACKAGE = pathlib.Path(apsp.__file__).parent
USER = '''
import numpy as np
import apsp

graph: apsp.Graph = apsp.graph(np.zeros((2, 2)))
summary: apsp.Summary = apsp.summary(graph, threads=1)
steps: list[int] = apsp.path(np.zeros(2), 0, 1)
apsp.solve(graph, threads="two")
'''


def mypy(*arguments):
    return subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_the_package_has_no_errors_of_types():
    options = ("--strict", "--ignore-missing-imports", "--allow-untyped-calls",
               "--disable-error-code=import-untyped", "--disable-error-code=unused-ignore")
    run = mypy(*options, "-p", "apsp")
    assert run.returncode == 0, run.stdout


def test_the_types_reach_a_user(tmp_path):
    (tmp_path / "user.py").write_text(USER)
    run = mypy(str(tmp_path / "user.py"))
    assert "Found 1 error" in run.stdout and '"threads"' in run.stdout, run.stdout


def test_the_stub_names_what_the_module_has():
    tree = ast.parse((PACKAGE / "_apsp.pyi").read_text())

    def names(body):
        found = set()
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                found.add(node.target.id)
        return found

    def public(thing):
        return {name for name in vars(thing) if not name.startswith("_")}

    assert names(tree.body) == public(_apsp)
    (graph,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert names(graph.body) == public(_apsp.Graph)


def test_every_public_name_is_there_and_described():
    for name in apsp.__all__:
        thing = getattr(apsp, name)
        assert name in ("UNREACHABLE", "NegativeCycleError") or thing.__doc__, name
    assert (PACKAGE / "py.typed").exists()
