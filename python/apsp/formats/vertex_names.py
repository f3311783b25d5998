# SPDX-License-Identifier: MIT
"""The graph of edges between names: numbers of vertices where all names are whole numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._failures import shown
from apsp.formats.columns import COMMA, listed
from apsp.formats.graph import NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

REAL = re.compile(r"\d+(\.\d*([eE]\+?\d{1,2})?|[eE]\+?\d)", re.ASCII)


def is_whole(name: str) -> bool:
    # int() refuses thousands of digits, which number nothing.
    return name.isascii() and name.isdigit() and (name[0] != "0" or name == "0") and len(name) < 1000


def whole_names(source: Source, names: list[str]) -> list[str]:
    """Names such as 2.0 as 2, where all are whole numbers. Refuses a number with decimals among them."""
    plain = [str(int(float(name))) if REAL.fullmatch(name) and float(name).is_integer() else name
             for name in names]
    if all(map(is_whole, plain)) and len(set(plain)) == len(plain):
        return plain
    if 2 * sum(map(is_whole, plain)) >= len(names):
        for name in names:
            if COMMA.fullmatch(name):
                raise source.refuse(f"found the vertex {shown(name)} among whole numbers; --decimal , reads "
                                    "decimal commas, --from matrix a matrix")
            if re.fullmatch(r"-?\d*\.\d+|-\d+", name):
                raise source.refuse(f"found the vertex {name} among whole numbers, expected one; --from csv "
                                    "--separator NAME where it is a name")
    return names


def named_graph(source: Source, sources: npt.NDArray[Any], targets: npt.NDArray[Any],
                weights: npt.NDArray[np.float64], names: list[str], options: ReadOptions,
                kind: str) -> NamedGraph:
    """The graph of edges between numbers of `names`."""
    notes: list[str] = []
    warnings: list[str] = []
    if names and not all(map(is_whole, names)):
        names = whole_names(source, names)
    if names and all(map(is_whole, names)):
        numbers = [int(name) for name in names]
        if options.vertices is not None or (len(numbers) == max(numbers) + 1):
            count = options.vertices if options.vertices is not None else len(numbers)
            if max(numbers) >= count:
                raise source.refuse(f"found the vertex {max(numbers)}, expected 0 to {count - 1}, as "
                                    f"--vertices {count} says")
            place = np.array(numbers, dtype=np.int32)
            return NamedGraph(count, place[sources], place[targets], weights, None, True, kind)
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order))
        notes.append(f"the vertices are the {len(numbers):,} numbers that have an edge, from {min(numbers)} "
                     f"to {max(numbers)} (--vertices N: all below N)")
        return NamedGraph(len(numbers), place[sources], place[targets], weights,
                          [names[place] for place in order], True, kind, notes)
    if options.vertices is not None:
        if names:
            wrong = next(name for name in names if not is_whole(name))
            raise source.refuse(f"found the vertex {shown(wrong)}, expected numbers, as --vertices says")
        return NamedGraph(options.vertices, sources, targets, weights, None, True, kind)
    words = [name for name in names if not is_whole(name)]
    if words and 3 * len(words) <= len(names):
        warnings.append(f"the vertices are numbers, but for {listed(words)}")
    # A name may be composed of other letters, or have other blanks within.
    alike = [(name if name.isascii() else unicodedata.normalize("NFKC", name)).strip() for name in names]
    if len(set(alike)) < len(names):
        seen: dict[str, str] = {}
        for name, plain in zip(names, alike):
            other = seen.setdefault(plain, name)
            if other != name:
                why = "differ by blanks alone" if other.strip() == name.strip() else "look the same"
                warnings.append(f"{shown(other)} and {shown(name)} are two vertices, though they {why}")
                break
    return NamedGraph(len(names), sources, targets, weights, names, True, kind, notes, warnings)
