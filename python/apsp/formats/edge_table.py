# SPDX-License-Identifier: MIT
"""The edges of a table, row by row, and the graph of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._failures import InputFailure, shown
from apsp.formats.columns import COMMA, DIRECTIONS, Columns, is_number, point
from apsp.formats.graph import EXACT, NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source
from apsp.formats.vertex_names import named_graph

# Ranges of seconds since 1970, thousandths and millionths of them, from 1989 to 2103.
CLOCK = re.compile(r"\d+:\d+(:\d+)?([.,]\d+)?")  # 1:30
TIMES = tuple((6e8 * unit, 4.2e9 * unit) for unit in (1, 1e3, 1e6))


class Numbering(dict[str, int]):
    """Numbers names in the order in which they are first asked for."""

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self)
        return number


class EdgeTable:
    """Collects rows of edges, and makes the graph of them."""

    def __init__(self, source: Source, columns: Columns, options: ReadOptions) -> None:
        self.source = source
        self.columns = columns
        self.options = options
        self.numbering = Numbering()
        self.parts: list[tuple[Any, Any, Any]] = []
        self.rows = 0
        self.left_out = 0
        self.any_directed = self.any_undirected = False

    def add(self, fields: Sequence[Sequence[str]], line_of: Any) -> None:
        """Takes whole columns of the same rows. `line_of` gives the line of one of these rows, or None."""
        columns = self.columns
        number = self.numbering.__getitem__
        count = len(fields[columns.source])
        kept = np.ones(count, bool)
        weight = np.ones(count)
        if columns.weight is not None:
            weight, kept = self.weights(fields[columns.weight], "weight", line_of)
        for end in (columns.source, columns.target):
            if "" in fields[end]:
                row = list(fields[end]).index("")
                raise self.source.refuse("found an empty field, expected the name of a vertex", line_of(row))
        names = itertools.chain.from_iterable(zip(fields[columns.source], fields[columns.target]))
        ends = np.fromiter(map(number, names), np.int32, 2 * count)
        sources, targets = ends[::2], ends[1::2]
        self.parts.append((sources[kept], targets[kept], weight[kept]))
        if columns.back is not None:
            back, there = self.weights(fields[columns.back], "weight of the way back", line_of)
            forth = kept & (weight >= 0)
            there &= back >= 0
            self.parts[-1] = (sources[forth], targets[forth], weight[forth])
            self.parts.append((targets[there], sources[there], back[there]))
        elif columns.direction is not None:
            both = self.both_ways(fields[columns.direction], line_of) & kept
            self.parts.append((targets[both], sources[both], weight[both]))
        self.left_out += count - int(kept.sum())
        self.rows += count

    def both_ways(self, fields: Sequence[str], line_of: Any) -> npt.NDArray[np.bool_]:
        found = [DIRECTIONS.get(text.strip().lower()) for text in fields]
        if None in found:
            row = found.index(None)
            raise self.source.refuse(f"found {shown(fields[row])}, expected Directed or Undirected; "
                                     "--columns leaves the column out", line_of(row))
        return np.array(found, dtype=bool)

    def weights(self, fields: Sequence[str], what: str,
                line_of: Any) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """The numbers of these fields, and whether there is an edge."""
        kept = np.ones(len(fields), bool)
        if self.options.no_edge is not None:
            kept = np.array([text.strip() != self.options.no_edge for text in fields], dtype=bool)
            fields = [text if there else "0" for text, there in zip(fields, kept)]
        plain = fields if self.options.decimal != "," else [point(text, ",") for text in fields]
        try:
            found = np.fromiter(map(float, plain), np.float64, len(plain))
        except ValueError:
            found = np.full(len(plain), np.nan)
        wrong = not np.isfinite(found).all() or "_" in "".join(plain)
        if not wrong and (np.abs(found) >= EXACT).any():
            wrong = any(abs(number) >= EXACT and text.strip().lstrip("+-").isdigit()
                        and int(text) != number for text, number in zip(plain, found.tolist()))
        if wrong:
            raise self.refused(fields, what, line_of)
        return found, kept

    def refused(self, fields: Sequence[str], what: str, line_of: Any) -> InputFailure:
        for row, text in enumerate(fields):
            plain = point(text, self.options.decimal)
            if not is_number(plain):
                hint = (" with a decimal comma and no point" if plain != text and "." in text
                        else "; --decimal , reads decimal commas" if COMMA.fullmatch(text.strip())
                        else ": seconds, or another unit" if CLOCK.fullmatch(text.strip())
                        else f"; --no-edge {text.strip() or chr(39) * 2} says that there is no edge"
                        if len(text.strip()) < 12 and len(text.split()) < 2 else "")
                return self.source.refuse(f"the {what} is {shown(text)}, expected a number{hint}",
                                          line_of(row))
            if not np.isfinite(float(plain)):
                return self.source.refuse(f"the {what} is {shown(text)}, expected a number of float64, below "
                                          "1.8e308", line_of(row))
            if abs(float(plain)) >= EXACT:
                return self.source.refuse(f"the {what} is {shown(text)}, expected a whole number that "
                                          "float64 holds, to 9,007,199,254,740,992", line_of(row))
        return self.source.refuse(f"the {what}s are no numbers")

    def graph(self, kind: str) -> NamedGraph:
        """Vertices that are all whole numbers come in their order, others in that of the file."""
        empty = [(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))]
        sources, targets, weights = (np.concatenate(part) for part in zip(*(self.parts or empty)))
        times = self.told_times(weights)
        made = named_graph(self.source, sources, targets, weights, list(self.numbering), self.options, kind)
        made.notes = [*self.columns.notes, *made.notes]
        made.warnings = [*self.columns.warnings, *times, *made.warnings]
        if self.left_out:
            made.warnings.append(f"{self.left_out:,} of {self.rows:,} rows have "
                                 f"{shown(self.options.no_edge)} for a weight, and are no edges")
        if self.options.undirected:
            made.directed = False
        elif self.columns.direction is None and self.columns.back is None and not is_symmetric(made):
            made.notes.append("each edge leads one way (--undirected: both ways)")
        return made


    def told_times(self, weights: npt.NDArray[np.float64]) -> list[str]:
        """Refuses weights that may be times where nothing calls them weights. Two different numbers may be
        so by chance: these are told of."""
        place = self.columns.weight
        if place is None or not self.columns.guessed or not may_be_times(weights):
            return []
        different = len(np.unique(weights))
        ends = f"{self.columns.source + 1},{self.columns.target + 1}"
        if different > 2:
            raise self.source.refuse(f"column {place + 1} may be weights or times, as from {weights[0]:.0f} "
                                     f"on; --columns {ends} leaves it out, --columns {ends},{place + 1} "
                                     "takes it")
        return [f"column {place + 1} is the weight, though its numbers may be times, as {weights[0]:.0f} "
                f"(--columns {ends} leaves it out)"] * (different == 2)


def is_symmetric(graph: NamedGraph) -> bool:
    """Whether each edge has one back."""
    forth = graph.source.astype(np.int64) * graph.vertices + graph.target
    back = graph.target.astype(np.int64) * graph.vertices + graph.source
    return bool(np.isin(back, forth).all())


def may_be_times(weights: npt.NDArray[np.float64]) -> bool:
    """Whether all may be points in time, as files have them: seconds since 1970 and parts of them, or days as
    20240131. Thousand millions and other round numbers are weights."""
    if len(weights) < 2:
        return False
    low, high = weights.min(), weights.max()
    for unit, (first, end) in zip((1, 1e3, 1e6), TIMES):
        if first <= low and high < end:
            return not (weights % (1e6 * unit) == 0).any()
    if low < 19000101 or high > 21001231 or (weights != np.floor(weights)).any():
        return False
    days, months = weights % 100, weights // 100 % 100
    return bool(((days >= 1) & (days <= 31) & (months >= 1) & (months <= 12)).all())
