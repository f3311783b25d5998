# SPDX-License-Identifier: MIT
"""The way out for what the integer solver does not take: SciPy itself. Nothing else calls it."""

from __future__ import annotations

from typing import Any


def solve(csgraph: Any, method: str, **options: Any) -> Any:
    """The result of scipy.sparse.csgraph.shortest_path or, by "D" and limit or min_only, dijkstra."""
    from scipy.sparse.csgraph import _shortest_path as scipy_csgraph

    functions = {"FW": "floyd_warshall", "D": "dijkstra", "BF": "bellman_ford", "J": "johnson",
                 "auto": "shortest_path"}
    return getattr(scipy_csgraph, functions[method])(csgraph, **options)
