# SPDX-License-Identifier: MIT
"""Exact all-pairs shortest paths, as fast as the machine allows.

The functions of :mod:`scipy.sparse.csgraph` under their own names: :func:`shortest_path`,
:func:`floyd_warshall`, :func:`dijkstra`, :func:`johnson`, :func:`bellman_ford`. Ours beside them:
:func:`solve`, :func:`summary`, :func:`path`, :func:`read`, :func:`write`, :func:`network` for edges by
name, :func:`batch` for many small graphs, and :mod:`apsp.maps`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from apsp import _graph_methods as _graph_methods
from apsp._apsp import UNREACHABLE, Graph
from apsp._apsp import version as _version
from apsp._batch import batch
from apsp._checks import instruction_sets
from apsp._csgraph import bellman_ford, dijkstra, floyd_warshall, johnson, shortest_path
from apsp._cuda import Gpu, devices
from apsp._files import read_distances, write, write_distances
from apsp._graphs import graph, read
from apsp._memory import release_memory
from apsp._names import Distances, Network, Predecessors
from apsp._near import nearest, within
from apsp._pairs import distances
from apsp._paths import path
from apsp._plan import Plan, plan
from apsp._prepared import Prepared, prepare
from apsp._solve import solve
from apsp._summary import Summary, plot_histogram, summary

if TYPE_CHECKING:
    from apsp import maps
    from apsp._errors import NegativeCycle, NegativeCycleError
    from apsp._network import network

__version__ = _version()
__all__ = [
    "UNREACHABLE",
    "Distances",
    "Gpu",
    "Graph",
    "NegativeCycle",
    "NegativeCycleError",
    "Network",
    "Plan",
    "Predecessors",
    "Prepared",
    "Summary",
    "batch",
    "bellman_ford",
    "devices",
    "dijkstra",
    "distances",
    "floyd_warshall",
    "graph",
    "instruction_sets",
    "johnson",
    "maps",
    "nearest",
    "network",
    "path",
    "plan",
    "plot_histogram",
    "prepare",
    "read",
    "read_distances",
    "release_memory",
    "shortest_path",
    "solve",
    "summary",
    "within",
    "write",
    "write_distances",
]


def __getattr__(name: str) -> Any:
    # Imported where they are asked for: errors and maps stand on SciPy, which takes longer to import than
    # everything here.
    if name in ("NegativeCycle", "NegativeCycleError"):
        from apsp import _errors

        return getattr(_errors, name)
    if name == "network":
        from apsp._network import network

        return network
    if name == "maps":
        return importlib.import_module("apsp.maps")
    raise AttributeError(f"module 'apsp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
