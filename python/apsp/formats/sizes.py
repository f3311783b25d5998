# SPDX-License-Identifier: MIT
"""A first line that may say how many vertices and edges follow."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from apsp._failures import shown
from apsp.formats.options import ReadOptions
from apsp.formats.rows import Row, Rows
from apsp.formats.vertex_names import is_whole

FEW_LINES = 3  # weighted edges whose number says little


def whole_numbers(row: Sequence[str]) -> list[int]:
    """Those of a row that has nothing else; empty fields may end it."""
    fields = [text.strip() for text in row]
    while fields and not fields[-1]:
        fields.pop()
    return list(map(int, fields)) if all(map(is_count, fields)) else []


def is_count(text: str) -> bool:
    """Whether it may count anything, or number it: int() refuses thousands of digits."""
    return is_whole(text) and len(text) < 19


@dataclass
class Sizes:
    """Numbers of vertices and edges that a line may say, and what stands below it."""

    vertices: int
    edges: int
    lines: int
    in_order: bool  #: the vertices come first
    ends: set[str]

    def __post_init__(self) -> None:
        self.usual = self.in_order and self.lines == self.edges
        self.numbers = set(map(int, self.ends)) if self.ends and all(map(is_count, self.ends)) else set()
        self.numbered = bool(self.numbers) and max(self.numbers) <= self.vertices and (
            min(self.numbers) > 0 or max(self.numbers) < self.vertices)

    def __str__(self) -> str:
        text = (f"{self.vertices:,} {'vertex' if self.vertices == 1 else 'vertices'} and {self.edges:,} "
                f"edge{'s' * (self.edges != 1)}")
        return text if self.lines == self.edges else f"{text}, of which {self.lines:,} lines follow"

    def fit_ways(self, pairs: Sequence[tuple[str, str]]) -> bool:
        """Whether edges are listed from both ends, or from one, as their number says."""
        if self.lines == self.edges:
            return True
        known = set(pairs)
        return all(one == other or ((other, one) in known) == (self.lines > self.edges)
                   for one, other in pairs)

    def is_edge(self, first: Sequence[int]) -> bool:
        """Whether a line of these numbers, as long as those below it, is rather an edge between vertices as
        theirs."""
        together = self.numbers | set(first[:2])
        complete = bool(self.numbers) and min(together) <= 1 and (
            max(together) - min(together) + 1 == len(together))
        if not self.numbered and (self.lines < 2 or complete):  # of one line a count says little
            return True
        if self.usual:
            return len(first) == 3 and self.lines < FEW_LINES
        if 2 * self.lines == self.edges and complete:
            return True
        least = min(min(self.numbers, default=0), 1)
        return self.numbered and (len(self.ends) < self.vertices or all(
            least <= number < self.vertices + least for number in first[:2]))


class SizeLine:
    """The first line of some rows, as far as it may say sizes."""

    def __init__(self, rows: Rows, options: ReadOptions) -> None:
        self.rows = rows
        self.options = options
        self.doubts: list[str] = []
        self.left_out: tuple[int, str, Sizes | None] | None = None  # its number and text

    def take(self) -> bool:
        """Leaves out a first line of counts where --header yes says so, and where the lines below have more
        columns, so that it cannot be an edge. Refuses one number alone. Whether the line is settled."""
        first = whole_numbers(self.rows.sample[0])
        if not first or len(self.rows.sample) < 2 or self.options.header is False:
            return False
        wider = all(len(row) > len(self.rows.sample[0]) for row in self.rows.sample[1:])
        alone = len(self.rows.sample[0]) == 1 and len(self.rows.sample[1]) > 1
        sizes = self.sizes_of(first, 0) if wider or self.options.header else None
        if self.options.header:
            if wider or alone or sizes or not (self.options.columns or self.options.weight):
                self.leave_out(sizes)
                return True
        elif alone:
            raise self.rows.source.refuse(f"found {shown(str(first[0]))}, which may say how many vertices or "
                                          "edges there are; --header yes leaves the line out, --header no "
                                          "takes it for an edge", self.rows.line_of(0))
        elif wider and sizes:
            self.leave_out(sizes)
            return True
        elif wider and len(first) > 1:
            line = shown(" ".join(map(str, first)))
            raise self.rows.source.refuse(f"found {line} above lines of more columns; --header yes leaves "
                                          "the line out", self.rows.line_of(0))
        return False

    def leave_out(self, sizes: Sizes | None) -> None:
        """Reads on as if the first line were not there."""
        number = self.rows.line_of(0) or 1
        self.left_out = number, shown(" ".join(" ".join(self.rows.sample[0]).split())), sizes
        self.rows.leave_out(number)

    def refuse(self, rows: list[Row], above: int) -> None:
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
            self.doubts.append(f"line {self.rows.line_of(above)}, '{line}', is an edge, not {sizes} "
                               f"({answer})")
            return
        answer = ("--header yes takes it for an edge, without the line it is none" if above else
                  "--header yes leaves it out, --header no takes it for an edge")
        what = "V and E" if len(first) == 2 else "V, E and a third number"
        raise self.rows.source.refuse(f"the line '{line}' may be an edge, or say {what}; {answer}",
                                      self.rows.line_of(above))

    def warnings(self, vertices: int) -> list[str]:
        """A line that is hardly the sizes, and one that is left out, unless the user said so and as many
        vertices have an edge."""
        if self.left_out is None:
            return self.doubts
        number, line, sizes = self.left_out
        if sizes is None or self.options.header is not None and vertices == sizes.vertices:
            return self.doubts
        text = f"line {number}, {line}, says {sizes}, and is left out"
        return [*self.doubts,
                text + (f": {vertices:,} vertices have an edge" if vertices != sizes.vertices else "")]

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
        lines = self.rows.count() - 1 - above
        readings = [(vertices, edges) for vertices, edges in readings
                    if lines == edges or edges == other and (lines == 2 * edges or 2 * lines == edges)]
        if not readings:
            return None
        below = itertools.islice(self.rows.rows(), 1 + above, None)
        pairs = [(row[0].strip(), row[1].strip()) for row in below if len(row) > 1]
        for vertices, edges in readings:
            sizes = Sizes(vertices, edges, lines, vertices == one, {end for pair in pairs for end in pair})
            if len(sizes.ends) <= vertices and sizes.fit_ways(pairs) and (
                    sizes.usual or sizes.numbered or len(sizes.ends) == vertices):
                return sizes
        return None
