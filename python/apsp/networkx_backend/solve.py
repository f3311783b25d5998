# SPDX-License-Identifier: MIT
"""Lengths of shortest paths of arcs as arrays, and their rows as NetworkX's dictionaries."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import networkx as nx
import numpy as np
from scipy.sparse import csr_matrix

import apsp

from .graph import Arcs


class Rows(NamedTuple):
    """Lengths from some sources to every node."""

    arcs: Arcs
    sources: np.ndarray  # [S] positions in arcs.nodes
    lengths: np.ndarray  # [S, V] float64, infinity where there is no path
    predecessors: Optional[np.ndarray]  # [S, V] positions, negative where there is none

    def reachable(self) -> np.ndarray:
        """Returns a mask [S, V] of the nodes that a source reaches."""
        return np.isfinite(self.lengths)

    def numbers(self, values: np.ndarray) -> List[Any]:
        """Returns lengths or their sums as the numbers that NetworkX returns."""
        if not self.arcs.integral:
            return values.tolist()
        finite = np.isfinite(values)
        if finite.all():
            return values.astype(np.int64).tolist()
        numbers = np.where(finite, values, 0).astype(np.int64).tolist()
        for i in np.flatnonzero(~finite).tolist():
            numbers[i] = values.flat[i].item()
        return numbers

    def totals(self) -> np.ndarray:
        """Returns [S] the sum of each row, without the nodes that it does not reach."""
        lengths = np.where(self.reachable(), self.lengths, 0)
        return lengths.astype(np.int64).sum(axis=1) if self.arcs.integral else lengths.sum(axis=1)


def solve(
    arcs: Arcs, sources: Optional[Sequence[int]] = None, *, predecessors: bool = False
) -> Rows:
    """Returns the lengths from `sources`, positions in `arcs.nodes`, or from every node.

    Raises apsp.NegativeCycleError.
    """
    size = len(arcs.nodes)
    asked = np.arange(size) if sources is None else np.asarray(sources, dtype=np.int64)
    if (arcs.weights[arcs.tails == arcs.heads] < 0).any():
        raise apsp.NegativeCycleError("a loop of negative weight found")
    if len(asked) == 0:
        nothing = np.empty((0, size))
        return Rows(arcs, asked, nothing, nothing.astype(np.int32))
    begins = np.zeros(size + 1, dtype=np.int32)
    np.cumsum(np.bincount(arcs.tails, minlength=size), out=begins[1:])
    matrix = csr_matrix((arcs.weights, arcs.heads, begins), shape=(size, size))
    found = apsp.shortest_path(
        matrix, return_predecessors=predecessors, indices=None if sources is None else asked
    )
    lengths, parents = found if predecessors else (found, None)
    return Rows(arcs, asked, lengths, parents)


def refuse_negative(arcs: Arcs) -> None:
    """Raises NotImplementedError for negative weights, where Dijkstra's answer is not the length."""
    if (arcs.weights < 0).any():
        raise NotImplementedError("a negative weight found, weights of at least 0 expected")


def node_array(nodes: List[Any]) -> np.ndarray:
    """Returns the nodes as an array of objects; a tuple stays one node."""
    array = np.empty(len(nodes), dtype=object)
    for i, node in enumerate(nodes):
        array[i] = node
    return array


class OrderedRows:
    """The rows of a solve as dictionaries in the order of length, the source first."""

    def __init__(self, rows: Rows, potential: Optional[np.ndarray] = None, limit: float = np.inf):
        """Sorts by length, or by length + potential[source] - potential[target] where given.

        Leaves out nodes beyond `limit`. Takes O(S * V * log V) time and O(S * V) memory.
        """
        self._rows = rows
        self._names = node_array(rows.arcs.nodes)
        keys = rows.lengths.copy()
        if potential is not None:
            keys += potential[rows.sources, None] - potential[None, :]
        keys[keys > limit] = np.inf
        keys[np.arange(len(rows.sources)), rows.sources] = -np.inf
        self._orders = np.argsort(keys, axis=1, kind="stable")
        self._counts = np.count_nonzero(keys < np.inf, axis=1)

    def __iter__(self) -> Iterator[Tuple[Any, Dict[Any, Any], np.ndarray]]:
        """Yields the source, its lengths, and the positions of the nodes in the same order."""
        for i, source in enumerate(self._rows.sources):
            order = self._orders[i, : self._counts[i]]
            keys = self._names[order].tolist()
            lengths = dict(zip(keys, self._rows.numbers(self._rows.lengths[i, order])))
            lengths[keys[0]] = 0
            yield self._rows.arcs.nodes[source], lengths, order

    def with_paths(self) -> Iterator[Tuple[Any, Dict[Any, Any], Dict[Any, List[Any]]]]:
        """Yields the source, its lengths, and its paths as lists of nodes."""
        nodes = self._rows.arcs.nodes
        for (node, lengths, order), parents in zip(self, self._rows.predecessors):
            paths = {node: [node]}
            for i in order[1:].tolist():
                _append_path(paths, nodes, parents, i)
            yield node, {target: lengths[target] for target in paths}, paths


def _append_path(
    paths: Dict[Any, List[Any]], nodes: List[Any], parents: np.ndarray, target: int
) -> None:
    """Adds the path to `target`, after those to its ancestors that arcs of weight 0 put later."""
    missing = []
    while nodes[target] not in paths:
        missing.append(target)
        target = parents[target]
    path = paths[nodes[target]]
    for i in reversed(missing):
        path = paths[nodes[i]] = [*path, nodes[i]]


def unbounded() -> nx.NetworkXUnbounded:
    """Returns NetworkX's own error for a negative cycle."""
    return nx.NetworkXUnbounded("Negative cycle detected.")
