# SPDX-License-Identifier: MIT
"""Lengths of shortest paths of arcs as arrays, and their rows as NetworkX's dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

import apsp
from apsp import _apsp

from .graph import Arcs

# Elements of the arrays that hold the order of some rows at a time.
_BLOCK = 1 << 22


class Rows(NamedTuple):
    """Lengths from some sources to every node."""

    arcs: Arcs
    sources: npt.NDArray[np.int32]  # [S] positions in arcs.nodes
    lengths: npt.NDArray[np.float64]  # [S, V], infinity where there is no path

    def parts(self) -> Iterator[npt.NDArray[np.float64]]:
        """Yields the lengths, some rows at a time, whose copies take little memory."""
        step = max(1, _BLOCK // max(1, self.lengths.shape[1]))
        for first in range(0, len(self.lengths), step):
            yield self.lengths[first : first + step]

    def counts(self) -> npt.NDArray[np.int64]:
        """Returns [S] the number of nodes that each source reaches."""
        found = [np.count_nonzero(np.isfinite(part), axis=1) for part in self.parts()]
        return np.concatenate([np.empty(0, np.int64), *found])

    def complete(self) -> bool:
        """Returns whether each source reaches every node."""
        return all(np.isfinite(part).all() for part in self.parts())

    def numbers(self, values: npt.NDArray[np.float64]) -> list[Any]:
        """Returns lengths [N] as the numbers that NetworkX returns."""
        numbers: list[Any]
        if not self.arcs.integral:
            numbers = values.tolist()
            return numbers
        finite = np.isfinite(values)
        numbers = np.where(finite, values, 0).astype(np.int64).tolist()
        for i in np.flatnonzero(~finite).tolist():
            numbers[i] = np.inf
        return numbers

    def totals(self) -> npt.NDArray[Any]:
        """Returns [S] the sum of each row, without the nodes that it does not reach."""
        kind = np.int64 if self.arcs.integral else np.float64
        found = [np.where(np.isfinite(part), part, 0).astype(kind).sum(axis=1) for part in self.parts()]
        return np.concatenate([np.empty(0, kind), *found])


class Search(NamedTuple):
    """A search by Dijkstra's algorithm from one source: whom it settles, and who found them."""

    source: int
    lengths: npt.NDArray[np.float64]  # [V]
    order: npt.NDArray[np.int32]  # [R] positions of the nodes that are reached, the source first
    parents: npt.NDArray[np.int32] | None  # [V], negative where there is none; None: not asked


def solve(arcs: Arcs, sources: Sequence[int] | None = None) -> Rows:
    """Returns the lengths from `sources`, positions in `arcs.nodes`, or from every node.

    Raises apsp.NegativeCycleError.
    """
    size = len(arcs.nodes)
    asked = np.arange(size) if sources is None else np.asarray(sources)
    if (arcs.weights[arcs.tails == arcs.heads] < 0).any():
        raise apsp.NegativeCycleError("a loop of negative weight found")
    if len(asked) == 0:
        lengths = np.empty((0, size))
    else:
        lengths = apsp.shortest_path(_matrix(arcs), _method(arcs), indices=sources)
    return Rows(arcs, asked.astype(np.int32), lengths)


def _matrix(arcs: Arcs) -> csr_matrix:
    size = len(arcs.nodes)
    return csr_matrix((arcs.weights, arcs.heads, arcs.begins()), shape=(size, size))


def _method(arcs: Arcs) -> str:
    """Returns SciPy's name for Dijkstra, or Johnson: what counts where weights are not exact."""
    return "J" if (arcs.weights < 0).any() else "D"


def refuse_negative(arcs: Arcs) -> None:
    """Raises NotImplementedError for negative weights: Dijkstra's answer is not the length there."""
    if (arcs.weights < 0).any():
        raise NotImplementedError("a negative weight found, weights of at least 0 expected")


def searches(rows: Rows, limit: float = np.inf, *, parents: bool = True) -> Iterator[Search]:
    """Yields each source's search in the order in which NetworkX settles nodes and breaks ties.

    Leaves out nodes farther than `limit`. Where lengths are rounded sums, the order is that of
    length, and parents may be others among equally short paths. Takes O(S * (V log V + E)) time.
    """
    reduced = _without_negative(rows)
    step = max(1, _BLOCK // max(1, len(rows.arcs.nodes)))
    for first in range(0, len(rows.sources), step):
        part = slice(first, first + step)
        yield from _searches_of(
            Rows(reduced.arcs, rows.sources[part], reduced.lengths[part]),
            rows._replace(sources=rows.sources[part], lengths=rows.lengths[part]),
            limit,
            parents,
        )


def _without_negative(rows: Rows) -> Rows:
    """Returns rows with weights of at least 0, by Johnson's potentials, and the same paths."""
    if not (rows.arcs.weights < 0).any():
        return rows
    arcs = rows.arcs
    potential = rows.lengths.min(axis=0, initial=0.0)
    weights = arcs.weights + potential[arcs.tails] - potential[arcs.heads]
    lengths = rows.lengths + potential[rows.sources, None] - potential
    return Rows(arcs._replace(weights=weights), rows.sources, lengths)


def _searches_of(reduced: Rows, rows: Rows, limit: float, parents: bool) -> Iterator[Search]:
    arcs = reduced.arcs
    orders = np.empty(reduced.lengths.shape, dtype=np.int32)
    found_by = np.empty_like(orders)
    counts = np.empty(len(reduced.sources), dtype=np.int32)
    _apsp.settle(
        arcs.begins(), arcs.heads, arcs.weights, reduced.sources, reduced.lengths, orders, found_by,
        counts,
    )
    for i, source in enumerate(reduced.sources.tolist()):
        if counts[i] >= 0:
            search = Search(source, rows.lengths[i], orders[i, : counts[i]], found_by[i])
        else:
            search = _rounded_search(rows, i, parents)
        if limit < np.inf:
            within = int(np.count_nonzero(search.lengths <= limit))
            search = search._replace(order=search.order[: max(1, within)])
        yield search


def _rounded_search(rows: Rows, i: int, parents: bool) -> Search:
    """Returns the search from source `i` where the lengths are rounded."""
    source = int(rows.sources[i])
    lengths = rows.lengths[i]
    keys = lengths.copy()
    keys[source] = -np.inf
    order = np.argsort(keys, kind="stable")[: np.count_nonzero(keys < np.inf)].astype(np.int32)
    if not parents:
        return Search(source, lengths, order, None)
    _, found_by = apsp.shortest_path(
        _matrix(rows.arcs), _method(rows.arcs), indices=source, return_predecessors=True
    )
    order = np.array(_ancestors_first(order.tolist(), found_by.tolist()), dtype=np.int32)
    return Search(source, lengths, order, found_by)


def _ancestors_first(order: list[int], parents: list[int]) -> list[int]:
    """Returns `order`, its first node the root of the tree, with no node before its parent."""
    placed = dict.fromkeys(order[:1])
    for node in order:
        missing = []
        while node not in placed:
            missing.append(node)
            node = parents[node]
        placed.update(dict.fromkeys(reversed(missing)))
    return list(placed)


def node_array(nodes: list[Any]) -> npt.NDArray[Any]:
    """Returns the nodes as an array of objects; a tuple stays one node."""
    array = np.empty(len(nodes), dtype=object)
    for i, node in enumerate(nodes):
        array[i] = node
    return array


def length_dicts(rows: Rows, limit: float = np.inf) -> Iterator[tuple[Any, dict[Any, Any]]]:
    """Yields each source and its lengths, in the order of NetworkX."""
    names = node_array(rows.arcs.nodes)
    for search in searches(rows, limit, parents=False):
        yield rows.arcs.nodes[search.source], _lengths_of(rows, search, names)


def path_dicts(
    rows: Rows, limit: float = np.inf
) -> Iterator[tuple[Any, dict[Any, Any], dict[Any, list[Any]]]]:
    """Yields each source, its lengths, and its paths as lists of nodes, in NetworkX's order."""
    names = node_array(rows.arcs.nodes)
    for search in searches(rows, limit):
        lengths = _lengths_of(rows, search, names)
        yield rows.arcs.nodes[search.source], lengths, _paths_of(lengths, search)


def _lengths_of(rows: Rows, search: Search, names: npt.NDArray[Any]) -> dict[Any, Any]:
    keys = names[search.order].tolist()
    lengths = dict(zip(keys, rows.numbers(search.lengths[search.order])))
    lengths[keys[0]] = 0  # an int even where other lengths are float
    return lengths


def _paths_of(keys: Iterable[Any], search: Search) -> dict[Any, list[Any]]:
    """Returns the path to each of `keys`, the nodes of the search in its order."""
    assert search.parents is not None
    order = search.order.tolist()
    parents = search.parents[search.order].tolist()
    paths: list[list[Any]] = [[]] * len(search.parents)
    parents[0] = order[0]  # the source, whose path is empty so far
    for node, i, parent in zip(keys, order, parents):
        paths[i] = [*paths[parent], node]
    return dict(zip(keys, [paths[i] for i in order]))


def unbounded() -> nx.NetworkXUnbounded:
    """Returns NetworkX's own error for a negative cycle."""
    return nx.NetworkXUnbounded("Negative cycle detected.")
