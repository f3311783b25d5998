# SPDX-License-Identifier: MIT
"""The functions of NetworkX that this backend answers: same arguments, results and exceptions.

Each function reads the arcs and refuses what it cannot answer (NotImplementedError) when called.
Generators solve at their first item, where NetworkX raises its errors too. Where versions of NetworkX
differ, the installed one is followed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import inf
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

import apsp

from .graph import FEWEST_SEARCHES, STRICT, Arcs, Weight, is_connected, open_view, read_arcs
from .solve import (
    Rows,
    length_dicts,
    node_array,
    path_dicts,
    refuse_negative,
    searches,
    solve,
    unbounded,
)


def floyd_warshall(G: Any, weight: Weight = "weight") -> dict[Any, dict[Any, Any]]:
    """Returns the length of every pair, infinity where there is no path."""
    graph = open_view(G)
    arcs = _read_for_floyd_warshall(graph, weight)
    return _length_dicts(_solve_bounded(arcs), _rows_of_edges(graph, arcs))


def floyd_warshall_predecessor_and_distance(
    G: Any, weight: Weight = "weight"
) -> tuple[dict[Any, dict[Any, Any]], dict[Any, dict[Any, Any]]]:
    """Returns the last node but one of a shortest path of every pair, and its length."""
    graph = open_view(G)
    arcs = _read_for_floyd_warshall(graph, weight)
    rows = _solve_bounded(arcs)
    edges = _rows_of_edges(graph, arcs)
    return _predecessor_dicts(rows, edges), _length_dicts(rows, edges)


def floyd_warshall_numpy(
    G: Any, nodelist: list[Any] | None = None, weight: Weight = "weight"
) -> npt.NDArray[np.float64]:
    """Returns the lengths as float64 [V, V] in the order of `nodelist`, by default of the graph."""
    graph = open_view(G)
    if nodelist is not None:
        _check_nodelist(graph, nodelist)
    lengths = _solve_floyd_warshall_numpy(graph, weight).lengths
    if nodelist is None:
        return lengths
    position = {node: i for i, node in enumerate(graph)}
    chosen = [position[node] for node in nodelist]
    selected: npt.NDArray[np.float64] = lengths[np.ix_(chosen, chosen)]
    return selected


def all_pairs_dijkstra_path_length(
    G: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, Any]]]:
    """Returns an iterator over each node and the lengths of at most `cutoff` from it."""
    arcs = _read_for_dijkstra(open_view(G), weight)
    return _each_length(arcs, _limit(cutoff))


def all_pairs_dijkstra(
    G: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, tuple[dict[Any, Any], dict[Any, list[Any]]]]]:
    """Returns an iterator over each node and the lengths and paths from it."""
    arcs = _read_for_dijkstra(open_view(G), weight)
    return _each_path(arcs, _limit(cutoff))


def all_pairs_bellman_ford_path_length(
    G: Any, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, Any]]]:
    """Returns an iterator over each node and the lengths from it; weights may be negative."""
    return _each_length(read_arcs(open_view(G), weight), inf)


def all_pairs_shortest_path_length(
    G: Any, cutoff: float | None = None
) -> Iterator[tuple[Any, dict[Any, int]]]:
    """Returns an iterator over each node and the numbers of edges from it."""
    return _each_length(read_arcs(open_view(G), None), _last_level(cutoff))


def all_pairs_dijkstra_path(
    G: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """Returns an iterator over each node and the paths of length at most `cutoff` from it."""
    arcs = _read_for_dijkstra(open_view(G), weight)
    return _each_path_alone(arcs, _limit(cutoff))


def all_pairs_bellman_ford_path(
    G: Any, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """Returns an iterator over each node and the paths from it; weights may be negative."""
    return _each_path_alone(read_arcs(open_view(G), weight), inf)


def all_pairs_shortest_path(
    G: Any, cutoff: float | None = None
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """Returns an iterator over each node and the paths of fewest edges from it."""
    return _each_path_alone(read_arcs(open_view(G), None), _last_level(cutoff))


def johnson(G: Any, weight: Weight = "weight") -> dict[Any, dict[Any, list[Any]]]:
    """Returns a shortest path of every pair as a list of nodes; weights may be negative."""
    arcs = read_arcs(open_view(G), weight)
    try:
        rows = solve(arcs)
    except apsp.NegativeCycleError:
        raise unbounded() from None
    return {node: paths for node, _, paths in path_dicts(rows)}


def eccentricity(
    G: Any, v: Any = None, sp: dict[Any, Any] | None = None, weight: Weight = None
) -> Any:
    """Returns the greatest length from node `v`, or a dictionary for the nodes `v` or all."""
    if sp is not None:
        raise NotImplementedError("lengths given as sp: nothing is left to solve")
    graph = open_view(G)
    if STRICT and len(graph) == 0:
        raise nx.NetworkXPointlessConcept("Cannot compute eccentricity of a null graph.")
    nodes = list(graph.nbunch_iter(v))
    found = _eccentricities(graph, weight, None if v is None else nodes)
    return found[v] if v in graph else found


def diameter(G: Any, e: Any = None, usebounds: bool = False, weight: Weight = None) -> Any:
    """Returns the greatest eccentricity."""
    return max(_extreme_basis(open_view(G), e, usebounds, weight).values())


def radius(G: Any, e: Any = None, usebounds: bool = False, weight: Weight = None) -> Any:
    """Returns the least eccentricity."""
    return min(_extreme_basis(open_view(G), e, usebounds, weight).values())


def periphery(G: Any, e: Any = None, usebounds: bool = False, weight: Weight = None) -> list[Any]:
    """Returns the nodes whose eccentricity is the diameter."""
    found = _extreme_basis(open_view(G), e, usebounds, weight)
    greatest = max(found.values())
    return [node for node, value in found.items() if value == greatest]


def center(G: Any, e: Any = None, usebounds: bool = False, weight: Weight = None) -> list[Any]:
    """Returns the nodes whose eccentricity is the radius."""
    found = _extreme_basis(open_view(G), e, usebounds, weight)
    least = min(found.values())
    return [node for node, value in found.items() if value == least]


def closeness_centrality(
    G: Any,
    u: Any = None,
    distance: Weight = None,
    wf_improved: bool = True,
    *,
    sp: dict[Any, Any] | None = None,
) -> Any:
    """Returns the reciprocal of the mean length to node `u`, or a dictionary for all nodes."""
    if sp is not None:
        raise NotImplementedError("lengths given as sp: nothing is left to solve")
    graph = open_view(G)
    if u is not None and u not in graph:
        text = f"Source {u} is not in G" if distance is None else f"Node {u} not found in graph"
        raise nx.NodeNotFound(text)
    arcs = _read_for_dijkstra(graph, _turned(distance) if graph.is_directed() else distance)
    sources = None if u is None else [{node: i for i, node in enumerate(arcs.nodes)}[u]]
    rows = solve(arcs.reversed() if graph.is_directed() else arcs, sources)
    counts = rows.counts().tolist()
    found = {
        arcs.nodes[i]: _closeness(count, total, len(graph), wf_improved)
        for i, count, total in zip(rows.sources, counts, rows.totals().tolist())
    }
    return found if u is None else found[u]


def harmonic_centrality(
    G: Any, nbunch: Any = None, distance: Weight = None, sources: Any = None
) -> dict[Any, Any]:
    """Returns the sum of the reciprocals of the lengths from `sources` to each node of `nbunch`."""
    graph = open_view(G)
    # Sets made as NetworkX makes them: their order is that of its sums and of its dictionary.
    asked = set(graph.nbunch_iter(nbunch) if nbunch is not None else graph.nodes)
    begins = graph.nodes if sources is None else graph.nbunch_iter(sources)
    begins = set(begins) if FEWEST_SEARCHES or sources is not None else list(begins)
    backwards = FEWEST_SEARCHES and len(asked) < len(begins)
    turned = backwards and graph.is_directed()
    arcs = _read_for_dijkstra(graph, _turned(distance) if turned else distance)
    position = {node: i for i, node in enumerate(arcs.nodes)}
    targets, origins = ([position[node] for node in nodes] for nodes in (asked, begins))
    if backwards:
        rows = solve(arcs.reversed() if turned else arcs, targets)
        # NetworkX adds up a search from its nearest node on.
        terms = _reciprocals(np.sort(rows.lengths[:, origins], axis=1)).T
    else:
        terms = _reciprocals(solve(arcs, origins).lengths[:, targets])
    totals = np.zeros(len(asked))
    for row in terms:  # one after the other, as NetworkX rounds
        totals += row
    counts = np.count_nonzero(terms, axis=0).tolist()
    return {
        node: total if count else 0 for node, total, count in zip(asked, totals.tolist(), counts)
    }


def global_efficiency(G: Any) -> float:
    """Returns the mean of the reciprocals of the numbers of edges between all pairs."""
    graph = open_view(G)
    pairs = len(graph) * (len(graph) - 1)
    if pairs == 0:
        return 0
    total = 0.0
    for lengths in solve(read_arcs(graph, None)).lengths:
        near = np.sort(lengths[(lengths > 0) & np.isfinite(lengths)])
        # One after the other, from the nearest node on, as NetworkX rounds.
        total = float(np.cumsum(np.concatenate(([total], 1 / near)))[-1])
    return total / pairs


def average_shortest_path_length(
    G: Any, weight: Weight = None, method: str | None = None
) -> Any:
    """Returns the mean length over all ordered pairs of different nodes."""
    if method is None:
        method = "unweighted" if weight is None else "dijkstra"
    if method not in _AVERAGE_METHODS:
        raise ValueError(f"method not supported: {method}")
    graph = open_view(G)
    size = len(graph)
    if size == 0:
        raise nx.NetworkXPointlessConcept(
            "the null graph has no paths, thus there is no average shortest path length"
        )
    if size == 1:
        return 0
    try:
        rows = _AVERAGE_METHODS[method](graph, weight)
    except nx.NetworkXUnbounded:
        _require_connected(graph)  # NetworkX looks at this first
        raise
    total = _grand_total(rows)
    if not rows.complete():
        _require_connected(graph)
        if method.startswith("floyd-warshall"):
            total = inf  # NetworkX adds what it reaches, but a row of Floyd-Warshall is whole
    return total / (size * (size - 1))


def _require_connected(graph: nx.Graph[Any]) -> None:
    if not is_connected(graph):
        kind = "strongly connected" if graph.is_directed() else "connected"
        raise nx.NetworkXError(f"Graph is not {kind}.")


def wiener_index(G: Any, weight: Weight = None) -> Any:
    """Returns the sum of the lengths of all pairs, infinity where the graph is not connected.

    Edges that a weight of None hides count for that, as in NetworkX.
    """
    graph = open_view(G)
    if len(graph) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    rows = solve(_read_for_dijkstra(graph, weight))
    if not rows.complete() and not is_connected(graph):
        return inf
    total = _grand_total(rows)
    return total if graph.is_directed() else total / 2


def _read_for_dijkstra(graph: nx.Graph[Any], weight: Weight) -> Arcs:
    arcs = read_arcs(graph, weight, none_hides=True)
    refuse_negative(arcs)
    return arcs


def _turned(weight: Weight) -> Weight:
    """Returns a weight that is asked along an arc as `weight` is along the arc turned round."""
    if weight is None or isinstance(weight, str) or not callable(weight):
        return weight
    asked = weight
    return lambda tail, head, data: asked(head, tail, data)


def _read_for_floyd_warshall(graph: nx.Graph[Any], weight: Weight) -> Arcs:
    if STRICT:
        return read_arcs(graph, weight, none_hides=True)
    arcs = _read_edges(graph, weight)
    return arcs if weight is not None else arcs._replace(integral=False)  # it looks None up as well


def _read_edges(graph: nx.Graph[Any], weight: Weight) -> Arcs:
    """Reads arcs as G.edges has them: a view of an undirected graph may have two weights for an edge."""
    arcs = read_arcs(graph, weight, missing=1.0)
    return arcs if graph.is_directed() else arcs.mirrored()


def _solve_bounded(arcs: Arcs) -> Rows:
    """Solves, or refuses a negative cycle, where older NetworkX's Floyd-Warshall returns numbers."""
    try:
        return solve(arcs)
    except apsp.NegativeCycleError:
        if STRICT:
            raise unbounded() from None
        raise NotImplementedError("a negative cycle found, bounded lengths expected") from None


def _solve_unweighted(graph: nx.Graph[Any], weight: Weight) -> Rows:
    del weight
    return solve(read_arcs(graph, None))


def _solve_dijkstra(graph: nx.Graph[Any], weight: Weight) -> Rows:
    return solve(_read_for_dijkstra(graph, weight))


def _solve_bellman_ford(graph: nx.Graph[Any], weight: Weight) -> Rows:
    try:
        return solve(read_arcs(graph, weight))
    except apsp.NegativeCycleError:
        raise unbounded() from None


def _solve_floyd_warshall(graph: nx.Graph[Any], weight: Weight) -> Rows:
    return _solve_bounded(_read_for_floyd_warshall(graph, weight))


def _solve_floyd_warshall_numpy(graph: nx.Graph[Any], weight: Weight) -> Rows:
    arcs = _read_edges(graph, weight)
    return _solve_bounded(arcs if STRICT else arcs.without_loops())


_AVERAGE_METHODS = {
    "unweighted": _solve_unweighted,
    "dijkstra": _solve_dijkstra,
    "bellman-ford": _solve_bellman_ford,
    "floyd-warshall": _solve_floyd_warshall,
    "floyd-warshall-numpy": _solve_floyd_warshall_numpy,
}


def _limit(cutoff: float | None) -> float:
    """Returns a cutoff as a number that NumPy compares: infinity for None, and beyond float64."""
    if cutoff is None:
        return inf
    try:
        float(cutoff)
    except OverflowError:
        return inf if cutoff > 0 else -inf
    return cutoff


def _last_level(cutoff: float | None) -> float:
    """Returns the most edges within a cutoff: NetworkX enters a level while the cutoff is greater than
    the level before, which NaN never is."""
    limit = _limit(cutoff)
    return float(np.ceil(limit)) if limit > 0 else 0.0


def _reciprocals(lengths: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Returns 1 / length, 0 where there is no path or its length is 0."""
    found: npt.NDArray[np.float64] = np.zeros_like(lengths)
    with np.errstate(over="ignore"):
        np.divide(1.0, lengths, out=found, where=lengths != 0)
    return found


def _each_length(arcs: Arcs, limit: float) -> Iterator[tuple[Any, dict[Any, Any]]]:
    try:
        rows = solve(arcs)
    except apsp.NegativeCycleError:
        raise unbounded() from None
    yield from length_dicts(rows, limit)


def _each_path(
    arcs: Arcs, limit: float
) -> Iterator[tuple[Any, tuple[dict[Any, Any], dict[Any, list[Any]]]]]:
    for node, lengths, paths in path_dicts(solve(arcs), limit):
        yield node, (lengths, paths)


def _each_path_alone(
    arcs: Arcs, limit: float
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    try:
        rows = solve(arcs)
    except apsp.NegativeCycleError:
        raise unbounded() from None
    for node, _, paths in path_dicts(rows, limit):
        yield node, paths


def _check_nodelist(graph: nx.Graph[Any], nodelist: list[Any]) -> None:
    if not len(nodelist) == len(graph) == len(set(nodelist)):
        raise nx.NetworkXError(
            "nodelist must contain every node in G with no repeats."
            "If you wanted a subgraph of G use G.subgraph(nodelist)"
        )
    unknown = set(nodelist) - set(graph)
    if unknown:
        raise nx.NetworkXError(f"Nodes {unknown} in nodelist is not in G")


def _rows_of_edges(graph: nx.Graph[Any], arcs: Arcs) -> dict[int, list[int]]:
    """Returns the heads of each tail in the order in which NetworkX's Floyd-Warshall meets them."""
    rows: dict[int, list[int]] = {}
    undirected = not graph.is_directed() and not STRICT  # which reads the adjacency
    for tail, head in zip(arcs.tails.tolist(), arcs.heads.tolist()):
        if undirected and head < tail:
            continue  # G.edges lists an undirected edge at its earlier node
        rows.setdefault(tail, []).append(head)
        if undirected and head != tail:
            rows.setdefault(head, []).append(tail)
    return rows


def _infinity() -> float:
    return inf


def _length_dicts(rows: Rows, edges: dict[int, list[int]]) -> dict[Any, dict[Any, Any]]:
    """Returns a dictionary per node: first its edges, then the other nodes in graph order."""
    nodes = rows.arcs.nodes
    found: dict[Any, dict[Any, Any]] = {}
    for i, node in enumerate(nodes):
        row: dict[Any, Any] = defaultdict(_infinity)
        if not STRICT:
            row[node] = 0
        row.update(dict.fromkeys([nodes[head] for head in edges.get(i, ())]))
        row.setdefault(node)
        row.update(zip(nodes, rows.numbers(rows.lengths[i])))
        row[node] = 0
        found[node] = row
    return found


def _predecessor_dicts(rows: Rows, edges: dict[int, list[int]]) -> dict[Any, dict[Any, Any]]:
    """Returns a dictionary per node with an edge: first its edges, then what else it reaches."""
    nodes = rows.arcs.nodes
    names = node_array(nodes)
    found: dict[Any, dict[Any, Any]] = {nodes[tail]: {} for tail in edges}
    for source, _, order, parents in searches(rows):
        if source in edges and parents is not None:
            row = found[nodes[source]]
            row.update(dict.fromkeys([nodes[head] for head in edges[source]], nodes[source]))
            reached = np.sort(order[1:])
            row.update(zip(names[reached].tolist(), names[parents[reached]].tolist()))
    return found


def _eccentricities(
    graph: nx.Graph[Any], weight: Weight, nodes: list[Any] | None, message: str | None = None
) -> dict[Any, Any]:
    """Returns the eccentricity of `nodes` or of all, or raises that the graph is not connected."""
    arcs = _read_for_dijkstra(graph, weight)
    sources = None
    if nodes is not None:
        position = {node: i for i, node in enumerate(arcs.nodes)}
        sources = [position[node] for node in nodes]
    rows = solve(arcs, sources)
    if not rows.complete():
        kind = "digraph is not strongly" if graph.is_directed() else "graph is not"
        raise nx.NetworkXError(
            message or f"Found infinite path length because the {kind} connected"
        )
    greatest = rows.numbers(rows.lengths.max(axis=1, initial=0.0))
    # The greatest of only zeros is the first, that of the node itself, which is an int.
    return {arcs.nodes[i]: value or 0 for i, value in zip(rows.sources, greatest)}


def _extreme_basis(graph: nx.Graph[Any], e: Any, usebounds: bool, weight: Weight) -> dict[Any, Any]:
    """Returns the eccentricities, with NetworkX's message for its way by bounds."""
    if e is not None:
        raise NotImplementedError("eccentricities given as e: nothing is left to solve")
    by_bounds = usebounds is True and not graph.is_directed()
    message = "Cannot compute metric because graph is not connected." if by_bounds else None
    return _eccentricities(graph, weight, None, message)


def _closeness(count: int, total: float, size: int, improved: bool) -> float:
    """Returns the closeness of a node that `count` nodes reach, itself among them."""
    if total <= 0.0 or size <= 1:
        return 0.0
    closeness = (count - 1.0) / total
    return closeness * ((count - 1.0) / (size - 1)) if improved else closeness


def _grand_total(rows: Rows) -> Any:
    """Returns the sum of all finite lengths; sums of rows fit int64, their sum takes Python's int."""
    return sum(rows.totals().tolist())
