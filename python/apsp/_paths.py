# SPDX-License-Identifier: MIT
"""Shortest paths along predecessors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._checks import integer
from apsp._indices import checked_sources
from apsp._names import Predecessors, elements, first_places, is_one, number_of, object_array

Integers = npt.NDArray[np.int32]
Pairs = npt.NDArray[np.int64]


def path(predecessors: Any, source: Any, target: Any, *, sources: Any = None) -> Any:
    """The vertices of a shortest path from ``source`` to ``target``, or of one for each pair.

    Parameters
    ----------
    predecessors : ndarray or Predecessors
        A square of them, the row of ``source``, or the rows of ``sources``, as :func:`solve` has them.
        Those of a :class:`Network` take and return names, many as an array of objects.
    source, target : int, or array_like of int
        Vertices; those below 0 count from the end. Arrays are pairs, and broadcast against each other:
        ``path(predecessors, 0, [1, 2])`` is two paths.
    sources : array_like of int, or int
        Those that :func:`solve` was called with.

    Returns
    -------
    vertices : list of int
        Empty: there is no path. From a vertex to itself it is that vertex.
    vertices, offsets : ndarray of int32, ndarray of int64
        If ``source`` or ``target`` is an array of P pairs in all: the path of pair p is
        ``vertices[offsets[p]:offsets[p + 1]]``, and ``offsets`` has P + 1 elements. Pairs of arrays with
        more dimensions come in C order.

    Notes
    -----
    Takes O(edges of the paths). Raises ValueError for a vertex out of range, for shapes that do not
    broadcast, and for predecessors that do not lead back.
    """
    if isinstance(predecessors, Predecessors):
        return named_path(predecessors, source, target, sources)
    rows = np.asarray(predecessors)
    if np.ndim(source) == 0 and np.ndim(target) == 0:
        return one_path(rows, source, target, sources)
    return many_paths(rows, source, target, sources)


def named_path(predecessors: Predecessors, source: Any, target: Any, sources: Any) -> Any:
    """Paths by the names of vertices."""
    if sources is not None:
        raise TypeError("sources is given beside Predecessors, which have theirs")
    network = predecessors.network
    if predecessors.targets != network.names:
        raise ValueError(f"the predecessors are those of {len(predecessors.targets)} targets, expected all "
                         f"{len(network)} vertices, which paths lead over: solve() without targets")
    known = first_places(predecessors.sources), network.numbers
    alone = [is_one(names, network.numbers) for names in (source, target)]
    asked = [[names] if one else elements(names, what)
             for names, one, what in zip((source, target), alone, ("source", "target"))]
    places, targets = (np.array([number_of(name, numbers, what) for name in names], np.int32)
                       for names, numbers, what in zip(asked, known, ("source", "vertex")))
    begins = network.chosen(predecessors.sources, "sources")[1]
    first = begins[places]
    if all(alone):
        steps = one_path(predecessors.values[places[0]], int(first[0]), int(targets[0]), None)
        return [network.names[vertex] for vertex in steps]
    vertices, offsets = many_paths(predecessors.values, first, targets, begins)
    return object_array(network.names)[vertices], offsets


def one_path(rows: npt.NDArray[Any], source: Any, target: Any, sources: Any) -> list[int]:
    vertices = rows.shape[-1] if rows.ndim else 0
    source, target = (checked_vertex(vertex, name, vertices)
                      for name, vertex in (("source", source), ("target", target)))
    table, places = table_and_places(rows, np.array([source], np.int32), sources)
    row = table[places[0]]
    steps = [target]
    while steps[-1] != source:
        before = int(row[steps[-1]])
        if before < 0 and (len(steps) > 1 or row[source] >= 0):
            raise of_another_source(source)
        if before < 0:
            return []
        if before >= vertices or len(steps) > vertices:
            raise leads_nowhere(source, target)
        steps.append(before)
    return steps[::-1]


def many_paths(rows: npt.NDArray[Any], source: Any, target: Any, sources: Any) -> tuple[Integers, Pairs]:
    vertices = rows.shape[-1] if rows.ndim else 0
    ends = [checked_sources(vertex, vertices, name) for name, vertex in (("source", source),
                                                                         ("target", target))]
    try:
        begins, targets = (part.ravel() for part in np.broadcast_arrays(*ends))
    except ValueError:
        raise ValueError(f"source and target have the shapes {ends[0].shape} and {ends[1].shape}, expected "
                         "the same, or one that broadcasts") from None
    table, places = table_and_places(rows, begins, sources)
    lengths = np.zeros(len(targets), np.int64)
    for pairs, _ in steps_back(table, places, begins, targets):
        lengths[pairs] += 1
    lengths[(targets != begins) & (table[places, targets] < 0)] = 0
    offsets = np.zeros(len(targets) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    found = np.empty(offsets[-1], np.int32)
    next_place = offsets[1:] - 1
    kept = np.flatnonzero(lengths)
    for pairs, at in steps_back(table, places[kept], begins[kept], targets[kept]):
        found[next_place[kept[pairs]]] = at
        next_place[kept[pairs]] -= 1
    return found, offsets


def steps_back(table: npt.NDArray[Any], places: Pairs, begins: Integers,
               targets: Integers) -> Iterator[tuple[Pairs, npt.NDArray[Any]]]:
    """Walks from all targets at the same time: each time the pairs that are on their way, and where they
    are. Raises ValueError where predecessors do not lead back."""
    vertices = table.shape[-1]
    pairs: Pairs = np.arange(len(targets))
    at: npt.NDArray[Any] = targets
    for step in range(vertices + 1):
        yield pairs, at
        on = at != begins[pairs]
        pairs = pairs[on]
        if not pairs.size:
            return
        at = table[places[pairs], at[on]]
        none = at < 0
        lost = none if step else none & (table[places[pairs], begins[pairs]] >= 0)
        if lost.any():
            raise of_another_source(begins[pairs[np.argmax(lost)]])
        pairs, at = pairs[~none], at[~none]
        if (at >= vertices).any():
            first = pairs[np.argmax(at >= vertices)]
            raise leads_nowhere(begins[first], targets[first])
    raise leads_nowhere(begins[pairs[0]], targets[pairs[0]])


def of_another_source(source: int) -> ValueError:
    return ValueError(f"the predecessors are those of another source than {source}: expected sources, "
                      "which the rows are of")


def leads_nowhere(source: int, target: int) -> ValueError:
    return ValueError(f"the predecessors do not lead from {target} back to {source}")


def checked_vertex(vertex: Any, name: str, vertices: int) -> int:
    number = integer(vertex, name)
    if not -vertices <= number < vertices:
        raise ValueError(f"{name} is {number}, expected 0 to {vertices - 1}")
    return number % vertices


def table_and_places(predecessors: npt.NDArray[Any], begins: Integers,
                     sources: Any) -> tuple[npt.NDArray[Any], Pairs]:
    """Predecessors as rows, and the row of each vertex of ``begins``."""
    shape = predecessors.shape
    if sources is None:
        if len(shape) == 1:
            return predecessors[None], np.zeros(len(begins), np.int64)
        if len(shape) != 2 or shape[0] != shape[1]:
            raise ValueError(f"the predecessors have the shape {shape}, expected (N, N) or (N,), or sources "
                             "that the rows are of")
        return predecessors, begins.astype(np.int64)
    chosen = checked_sources(sources, shape[-1])
    if chosen.shape != shape[:-1]:
        expected = (*chosen.shape, shape[-1])
        raise ValueError(f"the predecessors have the shape {shape}, expected {expected} for these sources")
    order = np.argsort(chosen, axis=None, kind="stable")  # of the same vertices the first row
    ordered = chosen.ravel()[order]
    found = np.searchsorted(ordered, begins)
    missing = np.flatnonzero(np.append(ordered, -1)[found] != begins)
    if missing.size:
        raise ValueError(f"source is {begins[missing[0]]}, expected one of sources")
    return predecessors.reshape(-1, shape[-1]), order[found]
