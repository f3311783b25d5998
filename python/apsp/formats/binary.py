# SPDX-License-Identifier: MIT
"""The graph file of the programs, and NAME.names beside it."""

from __future__ import annotations

import numpy as np

from apsp.formats.graph import NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

LIMIT = 2**30 - 1


def read(source: Source, options: ReadOptions) -> NamedGraph:
    data = source.data
    if len(data) < 8:
        raise source.refuse(f"has {len(data)} bytes, expected at least 8: the numbers of vertices and edges")
    vertices, edges = np.frombuffer(data, "<i4", 2).tolist()
    for what, number, at in (("vertices", vertices, 0), ("edges", edges, 4)):
        if number < 0:
            raise source.refuse(f"byte {at}: found {number} {what}, expected 0 or more")
    if len(data) != 8 + 12 * edges:
        raise source.refuse(f"has {len(data):,} bytes, expected {8 + 12 * edges:,} for {edges:,} edges")
    rows = np.frombuffer(data, "<i4", 3 * edges, 8).reshape(-1, 3)
    for column, what, low, high in ((0, "source", 0, vertices), (1, "destination", 0, vertices),
                                    (2, "weight", 1 - LIMIT, LIMIT)):
        wrong = np.flatnonzero((rows[:, column] < low) | (rows[:, column] >= high))
        if wrong.size:
            edge = int(wrong[0])
            raise source.refuse(f"byte {8 + 12 * edge + 4 * column:,}: edge {edge:,} has the {what} "
                                f"{rows[edge, column]}, expected {low} to {high - 1}")
    weight = np.ones(edges) if options.unweighted else rows[:, 2]
    return NamedGraph(vertices, rows[:, 0], rows[:, 1], weight, None, True, "bin")
