# SPDX-License-Identifier: MIT
"""Graphs of NetworkX, igraph and rustworkx, none of which is imported here: edges, lengths and nodes."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Callable, Union

import numpy as np
import numpy.typing as npt

from apsp._arrays import reals, unmasked
from apsp._indices import checked_sources
from apsp._names import Network

CLASSES = {"networkx": ("Graph",), "igraph": ("Graph",), "rustworkx": ("PyGraph", "PyDiGraph")}
EXPECTED_KEY = ("expected the name of an attribute, a function or None; for graphs of igraph and rustworkx "
                "also a list")

Weight = Union[str, Callable[..., Any], Sequence[Any], npt.NDArray[Any], None]


# Sources, destinations and weights of edges, and the number of vertices.
Columns = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64], int]


def is_instance_of(source: Any, package: str, name: str) -> bool:
    """Whether it is of the package's type, without importing the package."""
    module = sys.modules.get(package)
    return module is not None and isinstance(source, getattr(module, name, ()))


def package_of(source: Any) -> str | None:
    """The name of the package whose graph it is."""
    return next((package for package, names in CLASSES.items()
                 if any(is_instance_of(source, package, name) for name in names)), None)


def is_list(weight: Any) -> bool:
    """Whether it holds the weights themselves."""
    return isinstance(weight, (list, tuple, np.ndarray)) or (
        hasattr(weight, "to_numpy") and not callable(weight))


def require_no_attribute(weight: Weight) -> None:
    """Raises TypeError for a ``weight`` that only graphs of packages take."""
    if callable(weight):
        raise TypeError("weight is a function, expected one beside a graph of NetworkX or rustworkx alone")
    if is_list(weight):
        raise TypeError(f"weight is a {type(weight).__name__}, expected one beside a graph of igraph or "
                        "rustworkx alone")
    if weight is not None and weight != "weight":
        raise TypeError(f"weight is {weight!r}, expected the name of an attribute beside a graph of a "
                        "package alone; network() takes that of a column")


def columns_of(graph: Any, package: str, weight: Weight) -> Columns:
    """The edges of a graph of a package, with their lengths."""
    if package == "networkx":
        return columns_of_networkx(graph, weight)
    return columns_of_igraph(graph, weight) if package == "igraph" else columns_of_rustworkx(graph, weight)


def is_directed(graph: Any, package: str, weight: Weight) -> bool:
    """Whether an edge of columns_of() leads one way only."""
    if package == "rustworkx":
        return is_instance_of(graph, "rustworkx", "PyDiGraph")
    return bool(graph.is_directed()) or (package == "networkx" and callable(weight))


def columns_of_networkx(graph: Any, weight: Weight) -> Columns:
    """Its edges; for a function, which may differ both ways, those of both ways. In a graph of osmnx they
    are as long as "length" says."""
    if is_list(weight):
        raise TypeError(f"weight is {weight!r}, {EXPECTED_KEY}")
    if weight == "weight" and "crs" in graph.graph and not any(
            "weight" in data for _, _, data in graph.edges(data=True)):
        weight = "length"
    number = {node: n for n, node in enumerate(graph)}
    sources, destinations, weights = [], [], []
    for source, destination, length in lengths_of(graph, weight):
        if length is not None:
            sources.append(number[source])
            destinations.append(number[destination])
            weights.append(length)
    return (np.array(sources, dtype=np.int64), np.array(destinations, dtype=np.int64),
            known(reals(weights, "weight")), len(number))


def lengths_of(graph: Any, weight: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Tail, head and length of each edge of a graph of NetworkX."""
    if weight is None:
        return ((source, destination, 1) for source, destination in graph.edges())
    if isinstance(weight, str):
        require_attribute(weight, lambda: any(weight in data for _, _, data in graph.edges(data=True)),
                          graph.number_of_edges())
        return iter(graph.edges(data=weight, default=1))
    return ((source, destination, weight(source, destination, data))
            for source, neighbours in graph.adjacency() for destination, data in neighbours.items())


def require_attribute(weight: str, is_there: Callable[[], bool], edges: int) -> None:
    """Raises ValueError for a name that was given and that no edge has."""
    if weight != "weight" and edges and not is_there():
        raise ValueError(f"no edge has the attribute {weight!r}, expected the name of their lengths, or "
                         "None: each is 1 long")


def columns_of_igraph(graph: Any, weight: Any) -> Columns:
    ends = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    if callable(weight):
        raise TypeError("weight is a function, expected one beside a graph of NetworkX or rustworkx alone")
    if is_list(weight):
        weights = listed_weights(weight, len(ends))
    else:
        if weight is not None:
            require_attribute(weight, lambda: weight in graph.es.attributes(), len(ends))
        if weight in graph.es.attributes():
            weights = known(reals([1 if length is None else length for length in graph.es[weight]], "weight"))
        else:
            weights = np.ones(len(ends))
    return ends[:, 0], ends[:, 1], weights, graph.vcount()


def columns_of_rustworkx(graph: Any, weight: Any) -> Columns:
    """Its edges. Vertices are numbered in the order of node_indices(), which has gaps where nodes are
    removed."""
    number = {index: n for n, index in enumerate(graph.node_indices())}
    ends = np.array([(number[source], number[target]) for source, target in graph.edge_list()],
                    dtype=np.int64).reshape(-1, 2)
    weights = (np.ones(len(ends)) if weight is None else listed_weights(weight, len(ends)) if is_list(weight)
               else known(reals(lengths_of_data(graph.edges(), weight), "weight")))
    return ends[:, 0], ends[:, 1], weights, len(number)


def lengths_of_data(edges: Sequence[Any], weight: Any) -> list[Any]:
    """The lengths of edges of rustworkx by what they carry: numbers, dictionaries or nothing."""
    if callable(weight):
        return [number_of_edge(weight(data), edge, "weight gives") for edge, data in enumerate(edges)]
    if any(isinstance(data, dict) for data in edges):
        require_attribute(weight, lambda: any(isinstance(data, dict) and weight in data for data in edges),
                          len(edges))
    elif weight != "weight" and edges:
        raise ValueError(f"weight is {weight!r}, and no edge carries a dictionary: expected a function of "
                         "what it carries, such as float, or None: each is 1 long")
    lengths = (data.get(weight, 1) if isinstance(data, dict) else 1 if data is None else data
               for data in edges)
    return [number_of_edge(length, edge, "it carries") for edge, length in enumerate(lengths)]


def number_of_edge(length: Any, edge: int, origin: str) -> Any:
    """The length. Raises TypeError for what is no number."""
    if isinstance(length, (bool, str, bytes)) or not hasattr(length, "__float__"):
        raise TypeError(f"edge {edge}: {origin} {length!r}, expected a number; weight may be a function "
                        "of what it carries, such as float")
    return length


def listed_weights(weight: Any, edges: int) -> npt.NDArray[np.float64]:
    """A weight for each edge, in the order of the package."""
    weights = unmasked(weight, "weight")
    if weights.shape != (edges,):
        raise ValueError(f"weight has the shape {weights.shape}, expected ({edges},): one number for each "
                         "edge")
    if edges and weights.dtype.kind not in "iufO":
        raise TypeError(f"weight is of {weights.dtype}, expected numbers")
    return known(reals(weights, "weight"))


def known(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The weights. Raises ValueError for one that is missing: None is NaN here as well."""
    missing = np.flatnonzero(np.isnan(weights))
    if missing.size:
        raise ValueError(f"edge {missing[0]}: the weight is missing, expected a number, or infinity for no "
                         "edge")
    return weights


def chosen_vertices(graph: Any, vertices: int, sources: Any,
                    name: str = "sources") -> npt.NDArray[np.int32]:
    """The vertices that ``sources`` or ``targets`` of solve() names: in a graph of NetworkX its nodes, in
    one of rustworkx their indices, or positions where none of them is a node."""
    if isinstance(graph, Network):
        return graph.vertices_of(sources, name)
    package = package_of(graph)
    if package not in ("networkx", "rustworkx"):
        return checked_sources(sources, vertices, name)
    nodes = graph if package == "networkx" else dict.fromkeys(graph.node_indices())
    if isinstance(sources, Iterator):
        sources = list(sources)
    if is_node(sources, nodes):
        return np.array({node: n for n, node in enumerate(nodes)}[sources], np.int32)
    asked, shape = flattened(sources)
    if not any(map(is_truth, asked)):
        are_nodes = [is_node(one, nodes) for one in asked]
        if asked and all(are_nodes):
            number = {node: n for n, node in enumerate(nodes)}
            return np.array([number[one] for one in asked], np.int32).reshape(shape)
        require_positions(nodes, asked, are_nodes, name)
    return checked_sources(sources, vertices, name)


def is_truth(one: Any) -> bool:
    return isinstance(one, (bool, np.bool_))


def is_node(one: Any, nodes: Any) -> bool:
    """Whether it is one of the nodes. True is no name for the node 1."""
    return isinstance(one, Hashable) and not is_truth(one) and one in nodes


def flattened(sources: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The elements of a list of nodes, or of an array or lists in lists, and their shape. A tuple in a list
    is a node."""
    if isinstance(sources, Iterable) and not isinstance(sources, (str, bytes, np.ndarray)):
        asked = list(sources)
        if not any(isinstance(one, (list, np.ndarray)) for one in asked):
            return asked, (len(asked),)
    array = unmasked(sources, "the sources")
    return array.ravel().tolist(), array.shape


def require_positions(nodes: Any, asked: list[Any], are_nodes: list[bool], name: str) -> None:
    """Raises ValueError unless all are numbers, and none is the name of a vertex at another position."""
    for one, node in zip(asked, are_nodes):
        if not node and isinstance(one, (str, bytes, tuple)):
            raise ValueError(f"{name} has {one!r}, expected nodes of the graph, or positions in its order")
    names = list(nodes) if any(are_nodes) else []
    for one, node in zip(asked, are_nodes):
        if node and not (isinstance(one, (int, np.integer)) and names[one:one + 1] == [one]):
            other = asked[are_nodes.index(False)]
            raise ValueError(f"{name} has {one!r}, a node of the graph, and {other!r}, which is none: "
                             "expected nodes alone, or positions alone as solve(graph(G)) takes them")
