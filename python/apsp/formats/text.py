# SPDX-License-Identifier: MIT
"""Texts of rows: CSV and its relatives, edge lists, and matrices of weights."""

from __future__ import annotations

import ast
import contextlib
import gc
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from apsp._failures import shown
from apsp.formats import matrices, mixed
from apsp.formats.columns import COMMA, Chooser, Columns, is_number, listed, names_ends, point, role_of
from apsp.formats.comments import Comments
from apsp.formats.edge_table import EdgeTable
from apsp.formats.graph import NamedGraph
from apsp.formats.networks import Network
from apsp.formats.options import ReadOptions
from apsp.formats.rows import SAMPLE, Row, Rows
from apsp.formats.sizes import SizeLine
from apsp.formats.source import Source
from apsp.formats.vertex_names import is_whole

CHUNK = 1 << 16  # rows at a time
COMMAS = re.compile(r"\s*[-+]?\d[\d., ]*([eE][-+]?\d+)?\s*")  # a number with a decimal comma, or meant so
POINT = re.compile(r"\s*[-+]?\d+\.\d+\s*")
FEW_STEPS = 3
LARGE = 100_000  # seconds, say, but hardly all lengths
DATA = re.compile(r"[\s,;]*\{.*\}\s*$")


def read_edges(source: Source, options: ReadOptions) -> NamedGraph:
    """A table of edges."""
    return Text(source, options).edges()


def read_matrix(source: Source, options: ReadOptions) -> NamedGraph:
    """A square matrix of weights, with or without names."""
    return Text(source, options).matrix()


def read(source: Source, options: ReadOptions) -> NamedGraph:
    """A table of edges, or a matrix. Refuses where both fit."""
    text = Text(source, options)
    return text.matrix() if text.is_matrix() else text.edges()


class Text:
    """The rows of a text as edges, or as a matrix."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self.source = source
        self.options = options
        self.rows = Rows(source, options)
        self.comments = Comments(self.rows)

    def has_header(self) -> bool:
        first = self.rows.sample[0]
        if self.options.header is not None:
            return self.options.header
        named = names_ends(first)
        if named and any(map(is_number, first)):
            raise self.source.refuse("the first line names source and target, but has a number; --header yes "
                                     "or --header no says whether it names the columns", self.rows.line_of(0))
        if named or (self.options.columns and set(self.options.columns) <= set(first)
                     and not any(map(is_number, first))):
            return True
        if any(map(is_number, first)) or self.options.decimal == "," and any(map(COMMAS.fullmatch, first)):
            return False
        if self.options.weight in first:
            return True
        if len(self.rows.sample) < 2:
            return False
        return any(all(is_number(point(row[place], self.options.decimal)) for row in self.rows.sample[1:]
                       if place < len(row)) for place in range(len(first)))

    def is_matrix(self) -> bool:
        """Whether the rows are a square matrix. Raises InputFailure where they may be edges as well."""
        rows = self.rows.sample
        if self.options.columns or self.options.weight or self.options.header:
            return False
        if len(rows) > 2 and [len(rows[0]), rows[0][0].strip()] == [1, str(len(rows) - 1)]:
            rows = rows[1:]  # below their number
        if names_ends(rows[0]):
            return False
        if len(rows) == SAMPLE and len(rows[0]) < SAMPLE - 1:
            return False
        count = len(rows) if len(rows) < SAMPLE else sum(1 for _ in self.rows.rows())
        found = matrices.layout(rows, count, self.options)
        if found is None:
            return False
        points = (text for row in rows for text in row if POINT.fullmatch(text))
        if self.options.decimal == "," and (wrong := next(points, None)):
            raise self.source.refuse(f"has {shown(wrong)}, expected numbers with decimal commas and no "
                                     "points")
        commas = any(COMMA.fullmatch(text.strip()) for row in rows for text in row)
        if commas and self.options.decimal != ",":
            german = replace(self.options, decimal=",")
            if all(matrices.is_element(text, german) for row in rows[1:] for text in row[1:]):
                raise self.source.refuse("may be a matrix of decimal commas; --decimal , says so, --from "
                                         "edges that it is edges")
        above, beside = found
        if above and beside and [text.strip() for text in rows[0]][-count + 1:] != [
                row[0].strip() for row in rows[1:]]:
            return False
        body = [row[beside:] for row in rows[above:]]
        if not all(matrices.is_element(text, self.options) for row in body for text in row) or not body:
            return False
        if any(len(row) != len(body[0]) for row in body):
            return False
        diagonal = all(matrices.is_zero(row[place]) for place, row in enumerate(body))
        if above != beside and not diagonal:
            return False
        if above and beside:
            return True
        if len(body[0]) > 3:
            if beside or diagonal or not all(is_whole(text) for row in body for text in row[:2]):
                return True
            raise self.source.refuse("may be edges or a matrix; --from matrix or --columns 1,2,3 says which")
        if beside:  # three columns, of which one has names: edges where two rows follow
            return False
        if len(body[0]) == 1:
            return True
        vertices = all(is_whole(text) for row in body for text in row[:2])
        own = {row[place].strip() for place, row in enumerate(body)}
        alike = len(own) == 1 and len(body) == len(body[0]) > 1 and (
            len(body) == 3 or body[0][1].strip() == body[1][0].strip())  # one number on the diagonal
        if vertices and (diagonal or alike):
            raise self.source.refuse("may be edges or a matrix; --from edges or --from matrix says which")
        return not vertices and diagonal

    def edges(self) -> NamedGraph:
        if DATA.search(self.sample_line()):
            return self.edges_with_data()
        sizes = SizeLine(self.rows, self.options)
        settled = sizes.take()
        if settled:
            self.options = replace(self.options, header=None)
        header = self.rows.sample[0] if self.has_header() else None
        below = self.rows.sample[1:] if header is not None else self.rows.sample
        if not settled and (header is None or not names_ends(header)):
            sizes.refuse(below, int(header is not None))
        columns = Chooser(self.source, header, below, self.options).choose()
        if header is None:
            self.refuse_other_order(columns, below)
        if self.options.separator is None and self.rows.told is None:
            if columns.weight is None:
                self.refuse_mixed(columns, below, int(header is not None))
            else:
                self.refuse_neighbours(columns, below, int(header is not None))
        table = EdgeTable(self.source, columns, self.options)
        rows = self.rows.rows()
        if header is not None:
            next(rows)
        done = int(header is not None)
        width = len(self.rows.sample[0])
        with without_collection():
            while chunk := list(itertools.islice(rows, CHUNK)):
                self.require_width(chunk, width, done)
                table.add(list(zip(*chunk)), line_after(self.rows.line_of, done))
                done += len(chunk)
        graph = table.graph("csv" if self.rows.separator != " " else "edges")
        if header is None:
            self.warn_of_times(graph, columns)
            self.warn_of_first_edge(graph, columns)
        return self.with_comments(graph, sizes)

    def sample_line(self) -> str:
        return next((line for _, line in self.rows.lines() if line.strip()), "")

    def edges_with_data(self) -> NamedGraph:
        """Edges as networkx writes them by default: 'a b {'weight': 3}'."""
        network = Network(self.source, self.options, not self.options.undirected)
        for number, line in self.rows.lines():
            if not line.strip():
                continue
            found = DATA.search(line)
            ends = line[:found.start()].strip() if found else ""
            mark = next((one for one in ",;\t" if one in ends), None)
            words = [word.strip() for word in ends.split(mark) if word.strip()]
            try:
                data = ast.literal_eval(found[0].strip()) if found else None
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                data = None
            if not isinstance(data, dict) or len(words) != 2:
                raise self.source.refuse(f"found {shown(line.strip())}, expected source, target and data in "
                                         "brackets, as in the first edge", number)
            network.add_edge(words[0], words[1], {str(key): value for key, value in data.items()})
        if not self.options.undirected:
            network.notes.append("each edge leads one way (--undirected: both ways)")
        return self.with_comments(network.graph("edges"))

    def refuse_mixed(self, columns: Columns, rows: list[Row], first: int) -> None:
        """Refuses edges whose weight hides behind a second separator."""
        pairs = [(row[columns.source], row[columns.target]) for row in rows
                 if len(row) > max(columns.source, columns.target)]
        told = mixed.reading_of(pairs, self.rows.separator or " ", self.options,
                                line_after(self.rows.line_of, first))
        if told is not None:
            raise self.source.refuse(f"{told}; --separator {self.rows.separator_word} says the former, one "
                                     "separator in the whole file the latter; --decimal , reads decimal "
                                     "commas")

    def warn_of_times(self, graph: NamedGraph, columns: Columns) -> None:
        """A third column without a name that never falls may be the time."""
        weight = graph.weight
        if columns.weight is None or self.options.columns or len(weight) < 2 or (np.diff(weight) < 0).any():
            return
        if (np.diff(weight) > 0).sum() >= FEW_STEPS or weight[0] > LARGE:
            graph.warnings.append("the third column never falls: if it is the time, --columns 1,2 leaves it "
                                  "out")

    def warn_of_first_edge(self, graph: NamedGraph, columns: Columns) -> None:
        """A first line of words that come nowhere else may name the columns."""
        first = self.rows.sample[0]
        if self.options.header is not None or any(map(is_number, first)) or len(self.rows.sample) < 2:
            return
        ends = {first[columns.source], first[columns.target]}
        if not any(row[place] in ends for row in self.rows.sample[1:]
                   for place in (columns.source, columns.target) if place < len(row)):
            graph.warnings.append(f"the first line is an edge from {shown(first[columns.source])} to "
                                  f"{shown(first[columns.target])} (--header yes: it names the columns)")

    def require_width(self, chunk: list[Row], width: int, done: int) -> None:
        if set(map(len, chunk)) == {width}:
            return
        row = next(place for place, fields in enumerate(chunk) if len(fields) != width)
        text = shown((self.rows.separator or " ").join(chunk[row]))
        raise self.source.refuse(f"found {len(chunk[row])} field{'s' * (len(chunk[row]) != 1)}, {text}, "
                                 f"expected {width} as in the first row", self.rows.line_of(done + row))

    def refuse_other_order(self, columns: Columns, rows: list[Row]) -> None:
        """Refuses edges below a comment that names their columns in another order, or a third that is no
        weight."""
        names = self.comments.names()
        if not names or self.options.columns:
            return
        roles = list(map(role_of, names))
        told = [roles.index("source"), roles.index("target")]
        weights = [place for place, role in enumerate(roles) if role == "weight"] or [
            place for place, role in enumerate(roles) if role is None]
        told += weights[:1]
        taken = [columns.source, columns.target] + ([] if columns.weight is None else [columns.weight])
        if self.options.weight is not None or self.options.unweighted:
            told, taken = told[:2], taken[:2]
        if told != taken:
            said, read = (",".join(str(place + 1) for place in places) for places in (told, taken))
            raise self.source.refuse(f"a comment names the columns {listed(names)}; --columns {said} takes "
                                     f"them so, --columns {read} by their places")

    def refuse_neighbours(self, columns: Columns, rows: list[Row], first: int) -> None:
        """Refuses weighted edges whose ends have a second separator inside, as in '1 2,5 3,6': lists of
        neighbours have so."""
        if not rows or self.rows.separator in (" ", "\t") or len(rows[0]) != 3:
            return
        if max(columns.source, columns.target) > 2:
            return
        ends = [(row[columns.source], row[columns.target]) for row in rows if len(row) == 3]
        inside = [re.fullmatch(r"\d+[ \t]+\d+", end.strip()) or "\t" in end.strip()
                  for pair in ends for end in pair]
        if not ends or self.rows.quoted or 10 * sum(map(bool, inside)) < 9 * len(inside):
            return
        mark = "tab" if "\t" in ends[-1][0] else "blank"
        raise self.source.refuse(f"may be an edge from {shown(ends[0][0])} to {shown(ends[0][1])}, or, as "
                                 f"{mark}s separate as well, a vertex and its neighbours with weights; "
                                 f"--separator {self.rows.separator_word} says the former, and the latter is "
                                 "no format that is read", self.rows.line_of(first))

    def with_comments(self, graph: NamedGraph, sizes: SizeLine | None = None) -> NamedGraph:
        graph.warnings += self.comments.rows_perhaps()
        if sizes is not None:
            graph.warnings += sizes.warnings(graph.vertices)
        self.comments.tell(graph)
        return graph

    def matrix(self) -> NamedGraph:
        graph = matrices.of_rows(self.source, list(self.rows.rows()), self.options, self.rows.line_of)
        return self.with_comments(graph)


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Looks for no cycles of objects: rows have none, and to look at millions of them takes as long as to
    read them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def line_after(line_of: Callable[[int], Any], done: int) -> Callable[[int], Any]:
    return lambda row: line_of(done + row)
