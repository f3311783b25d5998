# SPDX-License-Identifier: MIT
"""Peers: the methods of python_peers.py that can run here, and the versions behind them."""

import pathlib

from .programs import Failed, python_with, run

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "python_peers.py"
# For each method of python_peers.py the modules that it needs; the first is whose it is.
MODULES = {"scipy-floyd-warshall": ("scipy",), "scipy-dijkstra": ("scipy",),
           "networkx-floyd-warshall": ("networkx", "numpy"),
           "networkx-dijkstra": ("networkx", "numpy"),
           "networkit-apsp": ("networkit", "numpy"), "igraph-distances": ("igraph", "numpy")}


def pythons(methods=tuple(MODULES)):
    """{method: a Python that has what it needs}, of those of `methods` that can run here."""
    found = {}
    for method in methods:
        modules = MODULES[method]
        candidates = {python_with(module) for module in modules}
        # The distribution's Python has all modules or none; one of somebody's own may have some.
        for python in [*candidates, "/usr/bin/python3"]:
            check = ";".join(f"import {module}" for module in modules)
            try:
                run([python, "-c", check])
            except (Failed, OSError):
                continue
            found[method] = python
            break
    return found


def versions(found):
    """{module: version}, of numpy and of the modules that the methods are from. `found`: as pythons()
    returns it."""
    modules = {MODULES[method][0]: python for method, python in found.items()}
    if found:
        modules["numpy"] = next(iter(found.values()))
    return {module: run([python, "-c", f"import {module} as m; print(m.__version__)"]).stdout.strip()
            for module, python in modules.items()}
