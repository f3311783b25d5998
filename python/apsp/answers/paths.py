# SPDX-License-Identifier: MIT
"""Shortest paths between pairs of vertices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import apsp
from apsp.answers.rows import Answer, distances
from apsp.formats.graph import NamedGraph

ROWS = 64 << 20  # elements of distances and predecessors at a time


@dataclass(frozen=True)
class Path:
    """The one that the predecessors lead along: fewest edges, then the smallest predecessors."""

    source: int
    target: int
    length: float | None  #: None: there is no path
    vertices: list[int]
    distances: list[float]  #: of its vertices from the source


def paths(graph: NamedGraph, pairs: Sequence[tuple[int, int]], *, device: str = "auto", threads: int = 0,
          progress: Callable[[int, int], object] | None = None) -> Iterator[Path]:
    """One for each pair, in their order. A search from each source; some rows are kept at a time."""
    step = max(1, ROWS // max(graph.vertices, 1))
    first = 0
    while first < len(pairs):
        row: dict[int, int] = {}
        last = first
        while last < len(pairs) and (pairs[last][0] in row or len(row) < step):
            row.setdefault(pairs[last][0], len(row))
            last += 1
        answer = Answer(graph, np.array(list(row), dtype=np.int64), None, True, device, threads)
        blocks = list(distances(answer))
        begins = [block.first for block in blocks]
        for source, target in pairs[first:last]:
            block = blocks[int(np.searchsorted(begins, row[source], side="right")) - 1]
            assert block.predecessors is not None
            place = row[source] - block.first
            lengths = block.distances[place]
            vertices = apsp.path(block.predecessors[place], source, target)
            if not vertices:
                yield Path(source, target, None, [], [])
                continue
            yield Path(source, target, float(lengths[target]), vertices, lengths[vertices].tolist())
        if progress is not None:
            progress(last, len(pairs))
        first = last
