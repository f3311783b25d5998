# SPDX-License-Identifier: MIT
"""The comments of a text of edges, and what they say: directions, numbers of vertices, names of columns."""

from __future__ import annotations

import csv
import itertools
import re

from apsp.formats.columns import names_ends
from apsp.formats.graph import NamedGraph
from apsp.formats.rows import Row, Rows

MARKS = ("#", "%")
HEAD = 4096  # characters in which comments tell of the graph
# What comments say of edges that lead both ways.
UNDIRECTED = re.compile(r"undirected|bi-?directional|\bsymmetric\b|both ways|two-?way|\bno[nt]?[\s-]*directed"
                        r"|\b(is[\s_-]?)?(directed|digraph)\b\W*(0|no|none|false|off|f|n)\b", re.IGNORECASE)


class Comments:
    """Those of a text."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.undirected = self.perhaps_undirected = False
        self.vertices: int | None = None
        for line in rows.text[:HEAD].splitlines():
            if line[:1] in MARKS:
                if re.match(r"[#%]\s*Undirected graph", line, re.I):
                    self.undirected = True
                elif UNDIRECTED.search(line):
                    self.perhaps_undirected = True
                if found := re.match(r"[#%]\s*Nodes:\s*(\d+)", line, re.I):
                    self.vertices = int(found[1])

    def names(self) -> Row | None:
        """The names of columns that a comment above the first row has."""
        found = None
        for line in self.rows.all_lines:
            if line.strip() and not line.startswith(MARKS):
                break
            text = line.strip().lstrip("#%")
            for separator in {self.rows.separator, " "}:
                names = [name.strip(" \t,;|:\"'") for name in
                         text.split(None if separator == " " else separator)]
                # An arrow between two names is none.
                if len(names) == len(self.rows.sample[0]) and names_ends(names) and all(
                        re.search(r"[^\W\d_]", name) for name in names):
                    found = names
        return found

    def rows_perhaps(self) -> list[str]:
        """A line above the first row of a table that begins with # may be a row."""
        if self.rows.separator == " ":
            return []
        for number, line in enumerate(self.rows.text.splitlines(), 1):
            if line.strip() and not line.startswith(MARKS):
                return []
            fields = next(csv.reader([line], delimiter=self.rows.separator or ","), [])
            if len(fields) == len(self.rows.sample[0]) and not self.rows.is_header(line):
                return [f"line {number} begins with {line[0]} and is left out, as a comment"]
        return []

    def tell(self, graph: NamedGraph) -> None:
        """Adds warnings of what is left out and of what is said, and takes the directions."""
        if self.rows.separator == " ":
            seen = [line.startswith(MARKS) for line in self.rows.all_lines if line.strip()]
            late = sum(itertools.dropwhile(bool, seen))
            if late:
                lines = f"{late:,} lines among the edges are" if late > 1 else "1 line among the edges is"
                graph.warnings.append(f"{lines} left out, as # and % begin comments")
        if self.undirected and graph.directed:
            graph.directed = False
            graph.notes = [note for note in graph.notes if not note.startswith("each edge leads one way")]
            graph.warnings.append("a comment says Undirected: each edge leads both ways")
        if self.perhaps_undirected and graph.directed:
            graph.warnings.append("edges lead one way, though a comment says undirected: --undirected adds "
                                  "the ways back")
        if self.vertices is not None and self.vertices != graph.vertices:
            graph.warnings.append(f"a comment says {self.vertices:,} nodes, and {graph.vertices:,} have an "
                                  f"edge (--vertices {self.vertices}: the numbers below it)")
