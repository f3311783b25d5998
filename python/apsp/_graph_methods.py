# SPDX-License-Identifier: MIT
"""Text, length, equality and direction of a Graph, which a module of C++ makes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._apsp import Graph
from apsp._checks import checked_truth


def described(graph: Graph) -> str:
    """One line: vertices, edges, direction, smallest and largest weight. O(E)."""
    return f"<apsp.Graph: {description(graph)}>"


def description(graph: Graph) -> str:
    weights = graph.edges[:, 2] * 2.0**graph.exponent if graph.exact else graph.weighted_edges()[:, 2]
    parts = [counted(graph.vertices, "vertex", "vertices"), counted(len(weights), "edge", "edges"),
             "directed" if graph.directed else "undirected"]
    if weights.size:
        least, most = (shown(weight) for weight in (weights.min(), weights.max()))
        parts.append(f"weights {least} to {most}" if least != most else f"weights {least}")
    if not graph.exact:
        parts.append("rounded when added")
    return ", ".join(parts)


def counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def shown(weight: float) -> str:
    return f"{weight:.0f}" if weight == np.floor(weight) and abs(weight) < 2**53 else f"{weight:.6g}"


def length(graph: Graph) -> int:
    """The number of vertices."""
    return graph.vertices


def are_equal(graph: Graph, other: object) -> Any:
    """Whether both have as many vertices, the same direction, and the same edges in any order, parallel
    ones as often. O(E log E)."""
    if not isinstance(other, Graph):
        return NotImplemented
    if graph is other:
        return True
    return (graph.vertices, graph.directed) == (other.vertices, other.directed) and np.array_equal(
        in_order(graph), in_order(other))


def in_order(graph: Graph) -> npt.NDArray[np.float64]:
    """The edges in one order; those that lead both ways begin at their smaller end."""
    edges = graph.weighted_edges()
    if not graph.directed:
        edges[:, :2].sort(axis=1)
    ordered: npt.NDArray[np.float64] = edges[np.lexsort(edges.T)]
    return ordered


_in_cpp: Any = Graph.weighted_edges


def weighted_edges(graph: Graph) -> npt.NDArray[np.float64]:
    """Source, destination, weight of each edge, also of a graph that is not exact: a copy."""
    edges: npt.NDArray[np.float64] = _in_cpp(graph)
    return edges


# What is public is of Python, whose messages are one sentence: C++ would print all that it takes.
# A Graph has no hash, because its direction, and edges that it borrows, may change.
for _name, _method in {"__repr__": described, "__len__": length, "__eq__": are_equal,
                       "__hash__": None, "weighted_edges": weighted_edges}.items():
    setattr(Graph, _name, _method)

_directed: Any = vars(Graph)["directed"]


def _set_directed(graph: Graph, value: Any) -> None:
    _directed.fset(graph, checked_truth(value, "directed"))


Graph.directed = property(_directed.fget, _set_directed, doc=_directed.__doc__)  # type: ignore[assignment]
