# SPDX-License-Identifier: MIT
"""A first line that may say how many vertices and edges follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apsp.formats.columns import is_whole

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
