# SPDX-License-Identifier: MIT
"""The edges of a batch whose vertices are numbered through all graphs, as PyTorch Geometric has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from apsp import _apsp
from apsp._batch_edges import ambiguity
from apsp._batch_matrices import NO_EDGE, Array, integers_of

_MOST = 2**31 - 1


def checked_ptr(ptr: Any) -> tuple[Array, Array]:
    """The first vertex of each graph and the number of all, and the sizes."""
    firsts = integers_of(ptr, "ptr", np.int64)
    if len(firsts) == 0 or firsts[0] != 0:
        raise ValueError(f"ptr begins with {firsts[:1].tolist()}, expected 0")
    falls = np.flatnonzero(firsts[1:] < firsts[:-1])
    if falls.size:
        graph = int(falls[0])
        raise ValueError(f"graph {graph}: its vertices end at {firsts[graph + 1]} of ptr, expected "
                         f"{firsts[graph]} or more, where they begin")
    sizes = np.diff(firsts)
    if sizes.max(initial=0) > _MOST:
        graph = int(np.argmax(sizes > _MOST))
        raise ValueError(f"graph {graph} has {sizes[graph]} vertices by ptr, expected {_MOST} or fewer")
    return firsts, sizes.astype(np.int32)


def refuse_columns_of_ptr(pairs: Array, firsts: Array) -> None:
    """Raises ValueError for an array of sources above destinations, and perhaps weights, and for one that may
    be that as well."""
    rows, edges = pairs.shape
    if rows > edges > 1 or not _may_be_ends(pairs[:2], firsts) or np.array_equal(pairs, pairs.T):
        return
    either, says = ambiguity(pairs)
    if edges not in (2, 3):
        raise ValueError(f"edges has shape {pairs.shape}, expected E rows; {says}")
    if _may_be_ends(pairs.T[:2], firsts):
        raise ValueError(f"edges has shape {pairs.shape}, {either}: {says}, tuple(edges.T) that each row is "
                         "an edge")


def _may_be_ends(ends: Array, firsts: Array) -> bool:
    """Whether these may be the sources and destinations of edges."""
    if ends.dtype.kind not in "iu" or ends.min(initial=0) < 0 or ends.max(initial=-1) >= firsts[-1]:
        return False
    sources, destinations = (np.searchsorted(firsts, end, side="right") for end in ends)
    return bool(np.array_equal(sources, destinations))


def grouped(sources: Array, destinations: Array, weights: Array,
            firsts: Array) -> tuple[tuple[Array, Array, Array], Array]:
    """The columns of the edges by graph, the vertices of each graph from 0, and the offsets of the graphs."""
    offsets = np.empty_like(firsts)
    near = np.empty((2, len(sources)), dtype=np.int32)
    if _apsp.batch_group(sources, destinations, firsts, offsets, near[0], near[1]):
        return (near[0], near[1], weights), offsets
    graphs = _graphs_of_edges(sources, destinations, firsts)
    _refuse_weights(weights, graphs)
    few = graphs.astype(np.uint16) if len(firsts) < 2**16 else graphs  # which NumPy sorts in O(E)
    order = np.argsort(few, kind="stable")
    counts = np.bincount(graphs, minlength=len(firsts) - 1)
    begins = np.repeat(firsts[:-1], counts)
    near[0] = sources[order] - begins
    near[1] = destinations[order] - begins
    np.cumsum(counts, out=offsets[1:])
    offsets[0] = 0
    return (near[0], near[1], weights[order]), offsets


def _graphs_of_edges(sources: Array, destinations: Array, firsts: Array) -> Array:
    """The graph of each edge. Raises ValueError for one that is of none, or of two."""
    for end, vertices in (("source", sources), ("destination", destinations)):
        if vertices.min(initial=0) < 0 or vertices.max(initial=-1) >= firsts[-1]:
            edge = int(np.argmax((vertices < 0) | (vertices >= firsts[-1])))
            expected = f"0 to {firsts[-1] - 1}" if firsts[-1] else "no edge among 0 vertices"
            raise ValueError(f"edge {edge}: {end} is {vertices[edge]}, expected {expected}")
    graphs, others = _graphs_of(sources, firsts), _graphs_of(destinations, firsts)
    if not np.array_equal(graphs, others):
        edge = int(np.argmax(graphs != others))
        raise ValueError(f"edge {edge} leads from vertex {sources[edge]} of graph {graphs[edge]} to vertex "
                         f"{destinations[edge]} of graph {others[edge]}, expected both in one graph")
    return graphs


def _graphs_of(vertices: Array, firsts: Array) -> Array:
    """The graph of each vertex."""
    if firsts[-1] > 4 * len(vertices) + 4096:  # a table would be larger than what is asked
        found: Array = np.searchsorted(firsts, vertices, side="right") - 1
        return found
    return np.repeat(np.arange(len(firsts) - 1), np.diff(firsts))[vertices]


def _refuse_weights(weights: Array, graphs: Array) -> None:
    """Raises ValueError for a weight that the solver would refuse by a number that is not the caller's."""
    most = NO_EDGE[weights.dtype]
    if weights.dtype.kind == "f":
        good, expected = weights > -most, "a number greater than -infinity"
    elif weights.dtype == np.uint16:
        good, expected = weights < most, f"0 to {most - 1}"
    else:
        good, expected = (weights > -most) & (weights < most), f"{1 - most} to {most - 1}"
    if not good.all():
        edge = int(np.argmin(good))
        raise ValueError(f"graph {graphs[edge]}, edge {edge}: weight is {weights[edge]}, expected {expected}")
