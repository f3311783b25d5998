# SPDX-License-Identifier: MIT
"""Texts of rows: CSV and its relatives, edge lists, and matrices of weights."""

from __future__ import annotations

import ast
import contextlib
import csv
import gc
import io
import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from apsp._failures import shown
from apsp.formats import matrices, mixed
from apsp.formats.columns import (
    COMMA,
    Chooser,
    Columns,
    EdgeTable,
    is_number,
    is_whole,
    listed,
    names_ends,
    role_of,
)
from apsp.formats.graph import NamedGraph
from apsp.formats.networks import Network
from apsp.formats.options import ReadOptions
from apsp.formats.sizes import Sizes, whole_numbers
from apsp.formats.source import Source

SEPARATORS = {"comma": ",", "semicolon": ";", "bar": "|", "tab": "\t", "blank": " "}
SAMPLE = 1000  # rows by which columns are found
CHUNK = 1 << 16  # rows at a time
FEW_STEPS = 3
LARGE = 100_000  # seconds, say, but hardly all lengths
DATA = re.compile(r"[\s,;]*\{.*\}\s*$")
# What comments say of edges that lead both ways.
UNDIRECTED = re.compile(r"undirected|bi-?directional|\bsymmetric\b|both ways|two-?way|\bno[nt]?[\s-]*directed"
                        r"|\b(is[\s_-]?)?(directed|digraph)\b\W*(0|no|none|false|off|f|n)\b", re.IGNORECASE)
Row = list[str]


def read_edges(source: Source, options: ReadOptions) -> NamedGraph:
    """A table of edges."""
    text = Text(source, options)
    return text.edges()


def read_matrix(source: Source, options: ReadOptions) -> NamedGraph:
    """A square matrix of weights, with or without names."""
    return Text(source, options).matrix()


def read(source: Source, options: ReadOptions) -> NamedGraph:
    """A table of edges, or a matrix. Refuses where both fit."""
    text = Text(source, options)
    return text.matrix() if text.is_matrix() else text.edges()


class Text:
    """The rows of a text."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        csv.field_size_limit(sys.maxsize)
        self.source = source
        self.options = options
        self.text = source.text()
        # Ends of lines stay, for a field in quotes may hold some; \r alone is one as well.
        self.all_lines = io.StringIO(self.text, newline="").readlines()
        self.marked = any(line.startswith(("#", "%")) for line in self.all_lines)
        self.quoted = '"' in self.text
        self.line = 0
        self.undirected = self.perhaps_undirected = False
        self.nodes: int | None = None
        self.left_out_sizes: Callable[[int], str] | None = None  # of a graph of so many vertices
        self.separator: str | None = None
        self.notes: list[str] = []
        self.size_warnings: list[str] = []
        self.told = self.take_separator_line()
        self.separator = self.told or self.found_separator()
        self.sample = list(itertools.islice(self.rows(), SAMPLE))
        if not self.sample:
            raise source.refuse("is empty, expected edges")

    # Lines and rows.

    def take_separator_line(self) -> str | None:
        """The separator of a first line 'sep=;', as Excel writes it; the line goes."""
        found = re.fullmatch(r'"?sep=(.)"?\s*', self.all_lines[0]) if self.all_lines else None
        if found is None:
            return None
        self.all_lines[0] = "\n"
        return found[1] if self.options.separator is None else None

    def warn_of_comments(self) -> list[str]:
        """A line above the first row of a table that begins with # may be a row."""
        if self.separator == " ":
            return []
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.strip() and not line.startswith(("#", "%")):
                return []
            fields = next(csv.reader([line], delimiter=self.separator or ","), [])
            if len(fields) == len(self.sample[0]) and not self.is_header(line):
                return [f"line {number} begins with {line[0]} and is left out, as a comment"]
        return []

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number and text of each line that is no comment and not blank, line ends kept. A comment is a
        line that begins with # or %; in text with separators only above the first row."""
        inside = False
        for number, line in enumerate(self.all_lines, 1):
            may_comment = not inside or self.separator == " "
            if line.startswith(("#", "%")) and may_comment and not self.is_header(line):
                continue
            if line.strip():
                inside = True
                yield number, line
            elif inside and self.separator != " ":
                yield number, line  # may stand within a field in quotes

    def is_header(self, line: str) -> bool:
        """Whether a line with # names columns, as '#source,target' does."""
        if self.separator is None or not re.match(r"#\S", line) and self.separator == " ":
            return False
        names = line.strip().lstrip("#").split(None if self.separator == " " else self.separator)
        return {"source", "target"} <= set(map(role_of, names))

    def rows(self, line_of_row: list[int] | None = None) -> Iterator[Row]:
        """The fields of each row. `line_of_row` receives the line on which each ends."""
        if line_of_row is None and not self.marked:
            yield from self.plain_rows()
            return

        def fed() -> Iterator[str]:
            for number, line in self.lines():
                self.line = number
                yield line

        first = True
        for row in self.split(fed()):
            if line_of_row is not None:
                line_of_row.append(self.line)
            if first and row[0].startswith("#") and role_of(row[0]):
                row[0] = row[0].lstrip("# ")
            first = False
            yield row

    def plain_rows(self) -> Iterator[Row]:
        """Those of a text without comments."""

        def counted() -> Iterator[str]:
            for self.line, line in enumerate(self.all_lines, 1):  # noqa: B020
                yield line

        return self.split(counted())

    def split(self, lines: Iterator[str]) -> Iterator[Row]:
        """Fields of lines; `self.line` is the one that was read last."""
        if self.separator == " " and not self.quoted:
            for line in lines:
                if row := line.split():
                    yield row
            return
        if self.separator == " ":
            lines = (line.strip() + "\n" for line in lines)
        elif self.separator != "\t" and not self.quoted and "\t" in self.text:
            mark = re.escape(self.separator or ",")
            beside = re.compile(rf"\s*\t\s*(?={mark})|(?<={mark})[ ]*\t[ \t]*")
            lines = (beside.sub("", line) for line in lines)
        reader = csv.reader(lines, delimiter=self.separator or ",", skipinitialspace=True, strict=True)
        try:
            for row in reader:
                if row and (len(row) > 1 or row[0].strip()):
                    yield row
        except csv.Error as error:
            raise self.source.refuse(f"{error}, expected fields whose quotes are closed", self.line) from None

    def line_of(self, row: int) -> int | None:
        """The line of a row, found by reading anew."""
        lines: list[int] = []
        for _ in itertools.islice(self.rows(lines), row + 1):
            pass
        return lines[row] if row < len(lines) else None

    def found_separator(self) -> str | None:
        """Of the first lines. Refuses where two fit."""
        self.separator = None
        name = self.options.separator
        if name is not None:
            if name in SEPARATORS:
                return SEPARATORS[name]
            if len(name) == 1 and name.isprintable() and name != '"':
                return name
            raise self.source.refuse(f"--separator is {shown(name)}, expected one character, or one of "
                                     + ", ".join(SEPARATORS))
        fitting: dict[str, int] = {}
        gaps = False  # between tabs
        if not any(mark in line for line in self.all_lines for mark in ",;|\t"):
            return " "
        for candidate in ",;|\t":
            if candidate == "," and self.options.decimal == ",":
                continue
            self.separator = candidate
            try:
                rows = list(itertools.islice(self.rows(), 100))
            except ValueError:
                continue
            gaps = gaps or candidate == "\t" and any("" in row for row in rows)
            widths = set(map(len, rows))
            if len(widths) == 1 and max(widths) > 1:
                fitting[candidate] = max(widths)
        self.separator = None
        if "\t" in fitting and self.source.suffix in (".tsv", ".tab") and not gaps:
            return "\t"
        self.separator = " "  # whose comments may stand anywhere
        widths = {len(line.split()) for line in self.first_lines()}
        self.separator = None
        if not fitting and len(widths) == 1 and max(widths) > 1:
            # Decimal commas in quotes, in lines that commas and blanks part: the comma is no end of a name.
            parted = all(word.endswith(",") for line in self.first_lines() for word in line.split()[:-1])
            return "," if parted and self.options.decimal == "," else " "
        if "\t" in fitting:
            marked = any(re.match(r"#\S.*\t", line) for line in self.all_lines)  # a name, perhaps
            if widths == {fitting["\t"]} and len(fitting) == 1:
                return "\t" if marked else " "
            if gaps and len(widths) == 1 and len(fitting) == 1:
                return " "
            if widths == {fitting["\t"]} or gaps and len(widths) == 1:
                if len(fitting) == 1 or self.tabs_are_blanks(fitting):
                    del fitting["\t"]  # blanks and tabs alike
            elif len(widths) == 1:
                fitting[" "] = max(widths)
        if len(fitting) > 1:
            named = [one for one in fitting if self.names_edges(one)]
            if len(named) == 1:
                return named[0]
            words = {mark: word for word, mark in SEPARATORS.items()}
            fields = " or ".join(words[one] for one in fitting)
            hint = "; --decimal , reads decimal commas" if "," in fitting else ""
            raise self.source.refuse(f"{fields} may separate the fields; --separator "
                                     f"{words[next(iter(fitting))]} says which does{hint}")
        if fitting:
            return next(iter(fitting))
        lines = self.first_lines()
        if self.source.suffix == ".csv":
            return next((one for one in ";|\t," if one in lines[0]), " ") if lines else ","
        if self.source.suffix in (".tsv", ".tab") and any("\t" in line for line in lines):
            return "\t"
        # Rows of differing lengths: the separator that each line has, so that the message names the line.
        for candidate in ",;|\t":
            if lines and all(candidate in line for line in lines) and not all(
                    len(line.split()) == len(lines[0].split()) > 1 for line in lines):
                return candidate
        return " "

    def tabs_are_blanks(self, fitting: Iterable[str]) -> bool:
        """Whether each tab stands beside another separator, or between quotes perhaps."""
        marks = "".join(mark for mark in fitting if mark != "\t")
        return self.quoted or not any(re.search(rf"[^{marks}\s]\s*\t\s*[^{marks}\s]", line)
                                      for line in self.first_lines())

    def first_lines(self) -> list[str]:
        return list(itertools.islice((line for _, line in self.lines() if line.strip()), 100))

    def names_edges(self, separator: str) -> bool:
        self.separator = separator
        row = next(self.rows(), [])
        self.separator = None
        return names_ends(row)

    # What the rows are.

    def has_header(self) -> bool:
        first = self.sample[0]
        if self.options.header is not None:
            return self.options.header
        named = names_ends(first)
        if named and any(map(is_number, first)):
            raise self.source.refuse("the first line names source and target, but has a number; --header yes "
                                     "or --header no says whether it names the columns", self.line_of(0))
        if named or (self.options.columns and set(self.options.columns) <= set(first)
                     and not any(map(is_number, first))):
            return True
        if any(map(is_number, first)):
            return False
        if self.options.weight in first:
            return True
        if len(self.sample) < 2:
            return False
        return any(all(is_number(row[place]) for row in self.sample[1:] if place < len(row))
                   for place in range(len(first)))

    def is_matrix(self) -> bool:
        """Whether the rows are a square matrix. Raises InputFailure where they may be edges as well."""
        rows = self.sample
        if self.options.columns or self.options.weight or self.options.header:
            return False
        if len(rows) > 2 and [len(rows[0]), rows[0][0].strip()] == [1, str(len(rows) - 1)]:
            rows = rows[1:]  # below their number
        if names_ends(rows[0]):
            return False
        if len(rows) == SAMPLE and len(rows[0]) < SAMPLE - 1:
            return False
        count = len(rows) if len(rows) < SAMPLE else sum(1 for _ in self.rows())
        found = matrices.layout(rows, count, self.options)
        if found is None:
            return False
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

    # Graphs.

    def edges(self) -> NamedGraph:
        self.look_at_comments()
        if DATA.search(self.sample_line()):
            return self.edges_with_data()
        settled = self.take_size_line()
        header = self.sample[0] if self.has_header() else None
        below = self.sample[1:] if header is not None else self.sample
        if not settled and (header is None or not names_ends(header)):
            self.refuse_size_line(below, int(header is not None))
        columns = Chooser(self.source, header, below, self.options).choose()
        if header is None:
            self.refuse_other_order(columns, below)
        if self.options.separator is None and self.told is None:
            if columns.weight is None:
                self.refuse_mixed(columns, below, int(header is not None))
            else:
                self.refuse_neighbours(columns, below, int(header is not None))
        table = EdgeTable(self.source, columns, self.options)
        rows = self.rows()
        if header is not None:
            next(rows)
        done = int(header is not None)
        width = len(self.sample[0])
        with without_collection():
            while chunk := list(itertools.islice(rows, CHUNK)):
                self.require_width(chunk, width, done)
                table.add(list(zip(*chunk)), line_after(self.line_of, done))
                done += len(chunk)
        graph = table.graph("csv" if self.separator != " " else "edges")
        if header is None:
            self.warn_of_times(graph, columns)
            self.warn_of_first_edge(graph, columns)
        return self.with_comments(graph)

    def sample_line(self) -> str:
        return next((line for _, line in self.lines() if line.strip()), "")

    def edges_with_data(self) -> NamedGraph:
        """Edges as networkx writes them by default: 'a b {'weight': 3}'."""
        network = Network(self.source, self.options, not self.options.undirected)
        for number, line in self.lines():
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
        return self.with_comments(network.graph("edges"))

    def take_size_line(self) -> bool:
        """Leaves out a first line of counts where --header yes says so, and where the lines below have more
        columns, so that it cannot be an edge. Refuses one number alone. Whether the line is settled."""
        first = whole_numbers(self.sample[0])
        if not first or len(self.sample) < 2 or self.options.header is False:
            return False
        wider = all(len(row) > len(self.sample[0]) for row in self.sample[1:])
        alone = len(self.sample[0]) == 1 and len(self.sample[1]) > 1
        sizes = self.sizes_of(first, 0) if wider or self.options.header else None
        if self.options.header:
            if wider or alone or sizes or not (self.options.columns or self.options.weight):
                self.leave_out_sizes(sizes)
                return True
        elif alone:
            raise self.source.refuse(f"found {shown(str(first[0]))}, which may say how many vertices or "
                                     "edges there are; --header yes leaves the line out, --header no takes "
                                     "it for an edge", self.line_of(0))
        elif wider and sizes:
            self.leave_out_sizes(sizes)
            return True
        elif wider and len(first) > 1:
            raise self.source.refuse(f"found {shown(' '.join(map(str, first)))} above lines of more columns; "
                                     "--header yes leaves the line out", self.line_of(0))
        return False

    def leave_out_sizes(self, sizes: Sizes | None) -> None:
        """Reads on as if the first line were not there. A warning says so unless the user did, and where
        other vertices have an edge than it says."""
        number = self.line_of(0) or 1
        line = shown(" ".join(" ".join(self.sample[0]).split()))
        said = self.options.header is not None
        self.all_lines[number - 1] = "\n"
        self.sample = list(itertools.islice(self.rows(), SAMPLE))
        self.options = replace(self.options, header=None)

        def warning(vertices: int) -> str:
            if sizes is None or said and vertices == sizes.vertices:
                return ""
            text = f"line {number}, {line}, says {sizes}, and is left out"
            return text + (f": {vertices:,} vertices have an edge" if vertices != sizes.vertices else "")

        self.left_out_sizes = warning

    def refuse_mixed(self, columns: Columns, rows: list[Row], first: int) -> None:
        """Refuses edges whose weight hides behind a second separator."""
        pairs = [(row[columns.source], row[columns.target]) for row in rows
                 if len(row) > max(columns.source, columns.target)]
        told = mixed.reading_of(pairs, self.separator or " ", self.options, line_after(self.line_of, first))
        if told is not None:
            words = {mark: word for word, mark in SEPARATORS.items()}
            word = words.get(self.separator or " ", self.separator)
            raise self.source.refuse(f"{told}; --separator {word} says the former, one separator in the "
                                     "whole file the latter; --decimal , reads decimal commas")

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
        first = self.sample[0]
        if self.options.header is not None or any(map(is_number, first)) or len(self.sample) < 2:
            return
        ends = {first[columns.source], first[columns.target]}
        if not any(row[place] in ends for row in self.sample[1:]
                   for place in (columns.source, columns.target) if place < len(row)):
            graph.warnings.append(f"the first line is an edge from {shown(first[columns.source])} to "
                                  f"{shown(first[columns.target])} (--header yes: it names the columns)")

    def require_width(self, chunk: list[Row], width: int, done: int) -> None:
        if set(map(len, chunk)) == {width}:
            return
        row = next(place for place, fields in enumerate(chunk) if len(fields) != width)
        text = shown((self.separator or " ").join(chunk[row]))
        raise self.source.refuse(f"found {len(chunk[row])} field{'s' * (len(chunk[row]) != 1)}, {text}, "
                                 f"expected {width} as in the first row", self.line_of(done + row))

    def refuse_size_line(self, rows: list[Row], above: int) -> None:
        """Refuses a line that may say the numbers of vertices and edges, and tells of one that may hardly.
        `above` it is a header, or not."""
        if self.options.header is not None or len(rows) < 2:
            return
        first = whole_numbers(rows[0])
        sizes = self.sizes_of(first, above) if len(first) in (2, 3) else None
        if sizes is None:
            return
        line = " ".join(map(str, first))
        if sizes.is_edge(first):
            answer = "without the line it is none" if above else "--header yes leaves it out"
            self.size_warnings.append(f"line {self.line_of(above)}, '{line}', is an edge, not {sizes} "
                                      f"({answer})")
            return
        answer = ("--header yes takes it for an edge, without the line it is none" if above else
                  "--header yes leaves it out, --header no takes it for an edge")
        what = "V and E" if len(first) == 2 else "V, E and a third number"
        raise self.source.refuse(f"the line '{line}' may be an edge, or say {what}; {answer}",
                                 self.line_of(above))

    def sizes_of(self, first: list[int], above: int) -> Sizes | None:
        """What a line of these numbers may say: E lines follow, of at most V vertices. E may also count edges
        once that are listed twice, or twice those that are listed once, or come first."""
        if not 2 <= len(first) <= 4:
            return None
        one, other = first[:2]
        readings = []
        # What follows V and E is a vertex, or says whether edges have directions.
        if all(number <= one for number in first[2:]):
            readings.append((one, other))
        if len(first) == 3 and one == other:
            readings.append((one, first[2]))
        if len(first) == 2 and one != other:
            readings.append((other, one))
        if not readings:
            return None
        lines = self.count_rows() - 1 - above
        readings = [(vertices, edges) for vertices, edges in readings
                    if lines == edges or edges == other and (lines == 2 * edges or 2 * lines == edges)]
        if not readings:
            return None
        pairs = [(row[0].strip(), row[1].strip()) for row in itertools.islice(self.rows(), 1 + above, None)
                 if len(row) > 1]
        for vertices, edges in readings:
            sizes = Sizes(vertices, edges, lines, vertices == one, {end for pair in pairs for end in pair})
            if len(sizes.ends) <= vertices and sizes.fit_ways(pairs) and (
                    sizes.usual or sizes.numbered or len(sizes.ends) == vertices):
                return sizes
        return None

    def count_rows(self) -> int:
        if self.quoted:
            return sum(1 for _ in self.rows())
        lines = (line for _, line in self.lines()) if self.marked else self.all_lines
        return sum(not line.isspace() for line in lines)

    def refuse_other_order(self, columns: Columns, rows: list[Row]) -> None:
        """Refuses edges below a comment that names their columns in another order, or a third that is no
        weight."""
        names = self.names_in_comments()
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

    def names_in_comments(self) -> Row | None:
        """The names of columns that a comment above the first row has."""
        found = None
        for line in self.all_lines:
            if line.strip() and not line.startswith(("#", "%")):
                break
            text = line.strip().lstrip("#%")
            for separator in {self.separator, " "}:
                names = [name.strip(" \t,;|:\"'") for name in
                         text.split(None if separator == " " else separator)]
                # An arrow between two names is none.
                if len(names) == len(self.sample[0]) and names_ends(names) and all(
                        re.search(r"[^\W\d_]", name) for name in names):
                    found = names
        return found

    def refuse_neighbours(self, columns: Columns, rows: list[Row], first: int) -> None:
        """Refuses weighted edges whose ends have a second separator inside, as in '1 2,5 3,6': lists of
        neighbours have so."""
        if self.separator in (" ", "\t") or len(rows[0]) != 3:
            return
        ends = [(row[columns.source], row[columns.target]) for row in rows if len(row) == 3]
        inside = [re.fullmatch(r"\d+[ \t]+\d+", end.strip()) or "\t" in end.strip()
                  for pair in ends for end in pair]
        if not ends or self.quoted or 10 * sum(map(bool, inside)) < 9 * len(inside):
            return
        mark = "tab" if "\t" in ends[-1][0] else "blank"
        word = {mark: word for word, mark in SEPARATORS.items()}.get(self.separator or "", self.separator)
        raise self.source.refuse(f"may be an edge from {shown(ends[0][0])} to {shown(ends[0][1])}, or, as "
                                 f"{mark}s separate as well, a vertex and its neighbours with weights; "
                                 f"--separator {word} says the former, and the latter is no format that is "
                                 "read", self.line_of(first))

    def look_at_comments(self) -> None:
        """What comments of SNAP say: whether edges lead both ways, and the number of vertices."""
        for line in self.text[:4096].splitlines():
            if line[:1] in ("#", "%"):
                if re.match(r"[#%]\s*Undirected graph", line, re.I):
                    self.undirected = True
                elif UNDIRECTED.search(line):
                    self.perhaps_undirected = True
                if found := re.match(r"[#%]\s*Nodes:\s*(\d+)", line, re.I):
                    self.nodes = int(found[1])

    def with_comments(self, graph: NamedGraph) -> NamedGraph:
        graph.warnings += self.warn_of_comments() + self.size_warnings
        if self.left_out_sizes and (told := self.left_out_sizes(graph.vertices)):
            graph.warnings.append(told)
        if self.separator == " ":
            marks = ("#", "%")
            seen = [line.startswith(marks) for line in self.all_lines if line.strip()]
            late = sum(itertools.dropwhile(bool, seen))
            if late:
                lines = f"{late:,} lines among the edges are" if late > 1 else "1 line among the edges is"
                graph.warnings.append(f"{lines} left out, as # and % begin comments")
        if self.undirected and graph.directed:
            graph.directed = False
            graph.warnings.append("a comment says Undirected: each edge leads both ways")
        if self.perhaps_undirected and graph.directed:
            graph.warnings.append("edges lead one way, though a comment says undirected: --undirected adds "
                                  "the ways back")
        if self.nodes is not None and self.nodes != graph.vertices:
            graph.warnings.append(f"a comment says {self.nodes:,} nodes, and {graph.vertices:,} have an edge "
                                  f"(--vertices {self.nodes}: the numbers below it)")
        return graph

    def matrix(self) -> NamedGraph:
        graph = matrices.of_rows(self.source, list(self.rows()), self.options, self.line_of)
        self.look_at_comments()
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
