# SPDX-License-Identifier: MIT
"""Types of the package for those who check theirs."""

import ast
import inspect
import pathlib
import re
import subprocess
import sys

import apsp
from apsp import _apsp

PACKAGE = pathlib.Path(apsp.__file__).parent
USER = '''
from typing import Any

import numpy as np
from numpy.typing import NDArray

import apsp


class Tensor:
    @property
    def __cuda_array_interface__(self) -> Any: ...


array = np.zeros((2, 2))
some: bool = bool(array.any())
graph: apsp.Graph = apsp.graph(array)
summary: apsp.Summary = apsp.summary(graph, threads=1)
steps: list[int] = apsp.path(np.zeros(2), 0, 1)
vertices, offsets = apsp.path(np.zeros(2), 0, [1])
every: NDArray[np.int32] = vertices
vertices, offsets = apsp.path(np.zeros(2), np.zeros(1, int), 1)
size: int = len(graph)
distances: NDArray[Any] = apsp.solve(graph)
distances = apsp.solve(graph, weight=lambda tail, head, data: 1)
distances = apsp.solve(graph, weight=[1, 2])
distances = apsp.shortest_path(array, "auto", True, False, indices=[0])
distances = apsp.dijkstra(array, min_only=True)
distances, predecessors = apsp.solve(array, return_predecessors=True)
distances, predecessors = apsp.floyd_warshall(array, True, True)
distances, predecessors = apsp.johnson(array, True, None, True)
distances, predecessors = apsp.bellman_ford(array, return_predecessors=True, out=distances)
distances, predecessors = apsp.dijkstra(array, return_predecessors=True)
distances, predecessors, sources = apsp.dijkstra(array, return_predecessors=True, min_only=True)
before: NDArray[np.int32] = predecessors
tensor: Tensor = apsp.solve(Tensor())
either: str = apsp.solve(array, return_predecessors=some)
network: apsp.Network = apsp.network([("a", "b")])
named: apsp.Distances = apsp.solve(network)
named, tree = apsp.solve(network, return_predecessors=True)
before = tree.values
apsp.solve(graph, threads="two")  # wrong
named = apsp.solve(graph)  # wrong
steps = apsp.path(np.zeros(2), [0], 1)  # wrong
text: str = apsp.solve(array)  # wrong
text = apsp.johnson(array)  # wrong
distances = apsp.floyd_warshall(array, return_predecessors=True)  # wrong
distances, predecessors = apsp.dijkstra(array, return_predecessors=True, min_only=True)  # wrong
distances, predecessors, sources = apsp.shortest_path(array, return_predecessors=True)  # wrong
apsp.bellman_ford(array, unknown=1)  # wrong
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
    run = mypy("--strict", str(tmp_path / "user.py"))
    found = {int(line) for line in re.findall(r"user\.py:(\d+): error", run.stdout)}
    wrong = {n for n, line in enumerate(USER.splitlines(), 1) if line.endswith("# wrong")}
    assert found == wrong, run.stdout


def names(body):
    found = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname for alias in node.names}
    return {name for name in found if name and not name.startswith("_")}


def test_the_stub_names_what_the_module_has():
    tree = ast.parse((PACKAGE / "_apsp.pyi").read_text())

    def public(thing):
        return {name for name in vars(thing) if not name.startswith("_")}

    assert names(tree.body) == public(_apsp)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            assert names(node.body) == public(getattr(_apsp, node.name)), node.name


def parameters(function):
    """Names, kinds and defaults of a function in a stub. Ellipsis: no default is told."""
    given = function.args
    positional = given.posonlyargs + given.args
    defaults = [inspect.Parameter.empty] * (len(positional) - len(given.defaults)) + given.defaults
    listed = [(a, inspect.Parameter.POSITIONAL_OR_KEYWORD, d) for a, d in zip(positional, defaults)]
    listed += [(a, inspect.Parameter.KEYWORD_ONLY, d)
               for a, d in zip(given.kwonlyargs, given.kw_defaults)]
    return [(a.arg, kind, ast.literal_eval(d) if isinstance(d, ast.AST) else d) for a, kind, d in listed]


def test_the_stub_of_the_package_has_its_names_parameters_and_defaults():
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    assert names(tree.body) == set(apsp.__all__)
    overloads = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.args.vararg]
    assert len(overloads) >= 3 * 6
    for node in overloads:
        real = inspect.signature(getattr(apsp, node.name)).parameters.values()
        told = parameters(node)
        assert [(name, kind) for name, kind, _ in told] == [(p.name, p.kind) for p in real], node.name
        for (name, _, default), parameter in zip(told, real):
            assert default in (..., parameter.default), (node.name, node.lineno, name)


def test_every_public_name_is_there_and_described():
    for name in apsp.__all__:
        thing = getattr(apsp, name)
        assert name in ("UNREACHABLE", "NegativeCycleError") or thing.__doc__, name
    assert (PACKAGE / "py.typed").exists()
