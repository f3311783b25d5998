# SPDX-License-Identifier: MIT
"""Edges without a weight whose ends have one inside, behind a second separator, as in 'a b,5'. The rules are
those of hw3-convert (tools/convert/mixed_separators.cpp)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from apsp._failures import shown
from apsp.formats.columns import MISSING, is_number
from apsp.formats.options import ReadOptions

# Each mark, its name, and whether it may stand before a weight; else it stands between the ends alone.
MARKS = (("->", "arrows", False), ("=>", "arrows", False), ("→", "arrows", False), ("--", "dashes", False),
         (":", "colons", True), ("=", "signs of equality", True), ("\t", "tabs", True),
         (";", "semicolons", True), ("|", "bars", True), (",", "commas", True), (" ", "blanks", True))
Reading = tuple[str, str, str, str]  # source, target, what is behind, the marks


class Splitter:
    """Splits the ends of an edge that `separator` parts."""

    def __init__(self, separator: str, options: ReadOptions) -> None:
        self.separator = separator
        self.options = options

    def is_weight(self, text: str) -> bool:
        return bool(text) and (is_number(text) or text.lower() in MISSING or text == self.options.no_edge)

    def is_inside(self, mark: str) -> bool:
        return mark not in (self.separator, self.options.decimal)

    def split(self, source: str, target: str) -> Reading | None:
        return self.split_target(source, target) or (
            self.split_source(source, target) if self.is_weight(target) else None)

    def split_target(self, source: str, target: str) -> Reading | None:
        """"a", "b 5". Where the source has a number as well, as in "Room 1", "Room 2", both are names, unless
        all of it is numbers."""
        for mark, name, before_weight in MARKS:
            if not before_weight or not self.is_inside(mark):
                continue
            parts = split_at(target, target.rfind(mark), mark)
            if parts is None or not self.is_weight(parts[1]):
                continue
            other = split_at(source, source.rfind(mark), mark)
            if other is None or not self.is_weight(other[1]) or is_number(other[0]) and is_number(parts[0]):
                return source, *parts, name
        return None

    def split_source(self, source: str, number: str) -> Reading | None:
        """"a b", "5", and "a b 2", "5"."""
        for mark, name, _ in MARKS:
            if not self.is_inside(mark):
                continue
            at = source.find(mark)
            if at >= 0 and source[at:].startswith("://"):
                at = source.find(mark, at + 1)
            parts = split_at(source, at, mark)
            if parts is not None and mark not in parts[1]:
                return *parts, number, name
        parts_of_all = [part for part in re.split(r"[:= \t;|,]", source) if part]
        if len(parts_of_all) < 3 or not all(map(self.is_weight, parts_of_all[2:])):
            return None
        return parts_of_all[0], parts_of_all[1], parts_of_all[2], "other characters"


def split_at(text: str, at: int, mark: str) -> tuple[str, str] | None:
    """Splits at a mark, other than at the colon of http://. None where a part would be empty."""
    if at < 0 or text[at:].startswith("://"):
        return None
    first, second = text[:at].strip(" \t"), text[at + len(mark):].strip(" \t")
    return (first, second) if first and second else None


def reading_of(pairs: Sequence[tuple[str, str]], separator: str, options: ReadOptions,
               line_of: Callable[[int], int | None]) -> str | None:
    """Both readings of the first line that has two, where nine edges in ten have. None: they have not."""
    splitter = Splitter(separator, options)
    single = edges = 0
    numbers = False
    told = None
    for row, (source, target) in enumerate(pairs):
        found = splitter.split(source, target)
        if found is None and row == 0 and not is_number(source) and not is_number(target):
            continue  # a header, perhaps
        edges += 1
        if found is None:
            single += 1
            continue
        numbers = numbers or is_number(found[2])
        if told is None:
            marks = next(name for mark, name, _ in MARKS if mark == separator) if separator in [
                mark for mark, _, _ in MARKS] else repr(separator)
            told = (f"line {line_of(row)} may be an edge from {shown(source)} to {shown(target)}, as {marks} "
                    f"separate, or from {shown(found[0])} to {shown(found[1])} with {shown(found[2])} "
                    f"behind, as {found[3]} do too")
    return told if numbers and single <= edges // 10 else None
