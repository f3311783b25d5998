# SPDX-License-Identifier: MIT
"""A NetworkX graph as the backend holds it, and its arcs as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, Callable, NamedTuple, Union

import networkx as nx
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

NETWORKX_VERSION = tuple(int(part) for part in nx.__version__.split(".")[:2])
# From 3.7 on NetworkX's Floyd-Warshall refuses negative cycles, keeps integers, hides edges, takes
# functions as weights, and no null graph has eccentricities.
STRICT = NETWORKX_VERSION >= (3, 7)

# From 3.4 on its harmonic_centrality searches from the nodes that are asked, where these are fewer than the
# sources, and asks functions as weights that way.
FEWEST_SEARCHES = NETWORKX_VERSION >= (3, 4)

# The largest integer below which float64 holds every integer.
EXACT_LIMIT = 2**53
# The bound of int64, in which sums over a row are taken.
SUM_LIMIT = 2**63

_INTEGERS = (int, np.signedinteger, np.unsignedinteger)
_NUMBERS = (*_INTEGERS, float)  # np.float64 is a float

Weight = Union[str, Callable[[Any, Any, Any], Any], None]


class GraphView:
    """A graph of NetworkX that carries the name of this backend.

    The view copies nothing: edges are read at each call, so later changes of the graph count.
    """

    __networkx_backend__ = "apsp"

    def __init__(self, nx_graph: nx.Graph[Any]) -> None:
        self.nx_graph = nx_graph

    def __contains__(self, node: object) -> bool:
        return node in self.nx_graph

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nx_graph)

    def __len__(self) -> int:
        return len(self.nx_graph)

    def __repr__(self) -> str:
        return f"GraphView({self.nx_graph})"

    def is_directed(self) -> bool:
        return bool(self.nx_graph.is_directed())

    def is_multigraph(self) -> bool:
        return bool(self.nx_graph.is_multigraph())


def unwrap(graph: Any) -> nx.Graph[Any]:
    """Returns the graph of NetworkX behind `graph`, or `graph` itself."""
    return graph.nx_graph if isinstance(graph, GraphView) else graph


def open_view(graph: Any) -> nx.Graph[Any]:
    """Returns the graph of NetworkX for a call, and forgets the view that NetworkX stored for it.

    A view is free to make. A stored one would hold the graph in a reference cycle, and NetworkX
    would warn that it may be out of date, which a view never is.
    """
    nx_graph = unwrap(graph)
    stored = getattr(nx_graph, "__networkx_cache__", None)
    if stored:
        stored.get("backends", {}).pop(GraphView.__networkx_backend__, None)
    return nx_graph


class Arcs(NamedTuple):
    """The arcs of a graph in the order of its adjacency; an undirected edge gives two."""

    nodes: list[Any]  # [V]
    tails: npt.NDArray[np.int32]  # [A] positions in nodes, ascending
    heads: npt.NDArray[np.int32]  # [A]
    weights: npt.NDArray[np.float64]  # [A]
    integral: bool  # every weight is an integer: lengths are int then, float otherwise

    def begins(self) -> npt.NDArray[np.int32]:
        """Returns [V + 1] the first arc of each tail, and the number of all."""
        begins = np.zeros(len(self.nodes) + 1, dtype=np.int32)
        np.cumsum(np.bincount(self.tails, minlength=len(self.nodes)), out=begins[1:])
        return begins

    def select(self, chosen: npt.NDArray[np.bool_]) -> Arcs:
        """Returns the arcs that the mask `chosen` [A] keeps."""
        if chosen.all():
            return self
        return self._replace(
            tails=self.tails[chosen], heads=self.heads[chosen], weights=self.weights[chosen]
        )

    def without_loops(self) -> Arcs:
        return self.select(self.tails != self.heads)

    def mirrored(self) -> Arcs:
        """Returns each edge as its earlier node has it, both ways, tails ascending."""
        first = self.select(self.tails <= self.heads)
        back = first.without_loops().reversed()
        tails = np.concatenate((first.tails, back.tails))
        order = np.argsort(tails, kind="stable")
        return self._replace(
            tails=tails[order],
            heads=np.concatenate((first.heads, back.heads))[order],
            weights=np.concatenate((first.weights, back.weights))[order],
        )

    def reversed(self) -> Arcs:
        """Returns every arc turned round, tails ascending."""
        order = np.argsort(self.heads, kind="stable")
        return self._replace(
            tails=self.heads[order], heads=self.tails[order], weights=self.weights[order]
        )


def read_arcs(
    graph: nx.Graph[Any], weight: Weight, *, missing: float = 1, none_hides: bool = False
) -> Arcs:
    """Reads the arcs of `graph` with their weights.

    `weight` is the name of an edge attribute with the default `missing`, a function of (tail, head,
    data), or None for weight 1. The smallest of parallel edges counts. With `none_hides` an arc of
    weight None is left out. Takes O(V + E). Raises NotImplementedError for weights that only
    NetworkX itself can add.
    """
    nodes = list(graph)
    index = {node: i for i, node in enumerate(nodes)}
    degrees: list[int] = []
    heads: list[int] = []
    values: list[Any] = []
    read_values = _value_reader(graph, weight, missing)
    for node, neighbors in graph.adjacency():
        begin = len(heads)
        heads.extend(map(index.__getitem__, neighbors))
        degrees.append(len(heads) - begin)  # len() of a view counts neighbors whose edges are all hidden
        if read_values is not None:
            values.extend(read_values(node, neighbors))
    tails = np.repeat(np.arange(len(nodes), dtype=np.int32), degrees)
    head_array = np.array(heads, dtype=np.int32)
    if read_values is None:
        return Arcs(nodes, tails, head_array, np.ones(len(heads)), integral=True)
    if none_hides and None in values:
        shown = np.array([value is not None for value in values], dtype=bool)
        tails, head_array = tails[shown], head_array[shown]
        values = [value for value in values if value is not None]
    weights, integral = _weight_array(values, len(nodes))
    return Arcs(nodes, tails, head_array, weights, integral)


def _value_reader(graph: nx.Graph[Any], weight: Weight, missing: float) -> Any:
    """Returns a function from a node and its neighbors to one value per neighbor."""
    if weight is None:
        return None
    if callable(weight):
        return lambda node, neighbors: [
            weight(node, head, data) for head, data in neighbors.items()
        ]
    if graph.is_multigraph():
        return lambda node, neighbors: [
            _smallest([data.get(weight, missing) for data in edges.values()])
            for edges in neighbors.values()
        ]
    return lambda node, neighbors: [data.get(weight, missing) for data in neighbors.values()]


def _smallest(values: list[Any]) -> Any:
    """Returns the smallest weight of parallel edges."""
    try:
        return min(values)
    except TypeError:
        types = ", ".join(sorted({type(value).__name__ for value in values}))
        raise NotImplementedError(
            f"parallel edges with weights of types {types} found, numbers expected"
        ) from None


def is_connected(graph: nx.Graph[Any]) -> bool:
    """Returns whether every node reaches every other, along edges of whatever weight. O(V + E)."""
    size = len(graph)
    arcs = read_arcs(graph, None)
    matrix = csr_matrix((arcs.weights, arcs.heads, arcs.begins()), shape=(size, size))
    return bool(connected_components(matrix, connection="strong", return_labels=False) == 1)


def _weight_array(values: list[Any], size: int) -> Any:
    """Returns `values` as float64 and whether all are integers, or raises NotImplementedError."""
    types = set(map(type, values))
    for kind in types:
        if not issubclass(kind, _NUMBERS):
            raise NotImplementedError(
                f"weights of type {kind.__name__} found, int and float expected"
            )
    integral = all(issubclass(kind, _INTEGERS) for kind in types)
    if integral:
        _check_range(values, size)
    weights = np.array(values, dtype=np.float64)
    if not np.isfinite(weights).all():
        raise NotImplementedError("an infinite weight or NaN found, finite weights expected")
    if float(np.abs(weights).max(initial=0)) * size == inf:
        raise NotImplementedError("paths of infinite length possible, finite lengths expected")
    return weights, integral


def _check_range(values: Iterable[int], size: int) -> None:
    """Checks that every length of a path is exact in float64 and every sum of a row in int64."""
    longest = size * max(map(abs, map(int, values)), default=0)
    if longest >= EXACT_LIMIT or longest * size >= SUM_LIMIT:
        raise NotImplementedError(
            f"paths of length up to {longest} possible, less than 2**53 expected"
        )
