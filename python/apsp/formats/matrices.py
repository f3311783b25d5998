# SPDX-License-Identifier: MIT
"""Square matrices of weights: which elements are edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._failures import shown
from apsp.formats.columns import COMMA, MISSING, is_number, point
from apsp.formats.graph import EXACT, NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

UNREACHABLE = 2**30 - 1
SENTINELS = {-1, -99, -999, -9999, -99999, 999, 32767, 65535, 1000000007, 0x3F3F3F3F,
             2**31 - 1, 2**32 - 1, float(2**63 - 1)}


def is_power_of_ten(number: float) -> bool:
    return number >= 1000 and number == round(number) and f"{number:.0f}".strip("0") == "1"


def is_sentinel(number: float) -> bool:
    """Whether people write this number where there is no edge: also a power of ten, or one less."""
    if number in SENTINELS:
        return True
    return number >= 9999 and number == round(number) and (
        is_power_of_ten(number) or set(f"{number:.0f}") == {"9"})


def stands_for_none(number: float, times: int, below: float) -> bool:
    """Whether a number of a dense matrix, the largest or the only one below 0, may say that there is no edge.
    `below` is the next smaller one, 0 for none; `times`, how often the number is there."""
    if number < 0:
        return is_sentinel(number) or times > 1 and number == int(number)
    if below <= 0:  # with nothing to compare it to
        return False
    # Ten kilometres in metres are twice five; a lonely 999 is a length as any other.
    far = 2 if times > 1 and not is_power_of_ten(number) else 4
    if number >= far * below and is_sentinel(number):
        return True
    return number >= max(1000, 10 * below) and times > 1 or number >= max(2**30 - 2, 1000 * below)


def ways_of(graph: NamedGraph, number: float) -> int:
    """How many edges that are no loops have this weight; of a symmetric matrix, where each is there twice,
    how many pairs of vertices."""
    beside = graph.source != graph.target
    source, target = graph.source[beside].astype(np.int64), graph.target[beside].astype(np.int64)
    weight = graph.weight[beside]
    there = weight == number
    count = int(there.sum())

    def alike(forth: npt.NDArray[np.int64], back: npt.NDArray[np.int64], length: npt.NDArray[Any]) -> bool:
        one, other = np.argsort(forth, kind="stable"), np.argsort(back, kind="stable")
        return bool((forth[one] == back[other]).all() and (length[one] == length[other]).all())

    forth, back = source * graph.vertices + target, target * graph.vertices + source
    # First those of the number alone: the others are many.
    if alike(forth[there], back[there], weight[there]) and alike(forth, back, weight):
        return count // 2
    return count


def text_of(number: float) -> str:
    """As --no-edge takes it."""
    return f"{number:.0f}" if abs(number) < EXACT and number == round(number) else repr(float(number))


def is_element(text: str, options: ReadOptions) -> bool:
    return (is_number(point(text, options.decimal)) or text.strip().lower() in MISSING
            or text.strip() == options.no_edge)


def is_zero(text: str) -> bool:
    return text.strip().lower() in MISSING or (is_number(text) and float(text) == 0)


def element(text: str, options: ReadOptions) -> float:
    """The weight, infinity for no edge; NaN for what is neither."""
    plain = text.strip()
    if plain == options.no_edge or plain.lower() in ("", "inf", "infinity", "nan"):
        return float("inf")
    plain = point(plain, options.decimal)
    return float(plain) if is_number(plain) else float("nan")


def layout(rows: Sequence[Sequence[str]], count: int, options: ReadOptions) -> tuple[int, int] | None:
    """1 or 0 each: whether names stand above the matrix, and beside it. None: it is not square. `rows` are
    the first of `count`."""
    width = len(rows[0])
    below = len(rows[1]) if count > 1 else width
    if width == below == count:
        above = list(rows[0][1:])
        if not all(is_element(text, options) for text in above):
            return 1, 1
        numbers = rows[0][0].strip() == "" and above in ([str(place + first) for place in range(count - 1)]
                                                         for first in (0, 1))
        return (1, 1) if numbers and count > 2 else (0, 0)
    return {(count - 1, count - 1): (1, 0), (count + 1, count + 1): (0, 1),
            (count - 1, count): (1, 1)}.get((width, below))


def filled_up(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Half of a symmetric matrix, lines of 1 to V or of V to 1 numbers, as a square with nothing in the other
    half. Without a diagonal it has a line less."""
    widths = list(map(len, rows))
    size = len(rows)
    if size < 2:
        return rows
    if widths == list(range(1, size + 1)):
        return [[*row, *[""] * (size - len(row))] for row in rows]
    if widths == list(range(size, 0, -1)):
        return [[*[""] * (size - len(row)), *row] for row in rows]
    return rows


def of_rows(source: Source, rows: Sequence[Sequence[str]], options: ReadOptions,
            line_of: Callable[[int], Any]) -> NamedGraph:
    """The graph of the fields of a matrix, with or without names above and beside it."""
    if len(rows) > 1 and len(rows[0]) == 1 and rows[0][0].strip() == str(len(rows) - 1):
        rows = rows[1:]  # how many there are
    if options.undirected:
        rows = filled_up(rows)
    first, begin = layout(rows, len(rows), options) or (0, 0)
    names = None
    if begin:
        names = [row[0].strip() for row in rows[first:]]
    if first:
        above = [text.strip() for text in rows[0]][-len(rows) + 1:]
        if names is not None and names != above:
            raise source.refuse("the names above the matrix are not those beside it, in their order")
        names = above
    size = len(rows) - first
    matrix = np.empty((size, size))
    for place in range(size):
        row = rows[first + place][begin:]
        if len(row) != size:
            raise source.refuse(f"found {len(row)} numbers, expected {size}, as there are rows",
                                line_of(first + place))
        matrix[place] = [element(text, options) for text in row]
        wrong = np.flatnonzero(np.isnan(matrix[place]))
        if wrong.size:
            found = row[wrong[0]]
            hint = "--decimal , reads decimal commas" if COMMA.fullmatch(found.strip()) else (
                f"--no-edge {found.strip()} says that there is no edge")
            raise source.refuse(f"found {shown(found)}, expected a number; {hint}", line_of(first + place))
    if names is not None and len(set(names)) < len(names):
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise source.refuse(f"two rows have the name {shown(twice)}")
    return of_array(source, matrix, options, "matrix", names)


def of_array(source: Source, matrix: npt.NDArray[Any], options: ReadOptions, kind: str,
             names: Sequence[str] | None = None) -> NamedGraph:
    """No edge stands where infinity, NaN, 1073741823 or 0 does; on the diagonal 0 is never one."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise source.refuse(f"has the shape {matrix.shape}, expected a square matrix")
    if matrix.dtype.kind not in "biuf":
        raise source.refuse(f"holds {matrix.dtype}, expected numbers")
    if (matrix == -np.inf).any():
        row, column = np.argwhere(matrix == -np.inf)[0]
        raise source.refuse(f"the weight from {row} to {column} is -inf, expected more, or inf for no edge")
    there = np.isfinite(matrix) & (matrix != UNREACHABLE)
    zeros = matrix == 0
    if options.no_edge is not None and is_number(options.no_edge):
        there &= matrix != float(options.no_edge)
    there &= ~zeros
    if options.zero_is_edge:
        there |= zeros & ~np.eye(len(matrix), dtype=bool)
    rows, columns = np.nonzero(there)
    weights = matrix[rows, columns].astype(np.float64)
    graph = NamedGraph(len(matrix), rows.astype(np.int32), columns.astype(np.int32), weights,
                       names, not options.undirected, kind)
    check(source, graph, options)
    beside = zeros.sum() - np.diagonal(zeros).sum()
    if beside and not options.zero_is_edge:
        graph.warnings.append(f"{beside:,} zeros are no edges (--zero-is-edge: they are, of length 0)")
    if options.unweighted:
        graph.weight[:] = 1
    return graph


def check(source: Source, graph: NamedGraph, options: ReadOptions) -> None:
    """Refuses a number that may stand for no edge; tells of half of a symmetric matrix."""
    beside = graph.source != graph.target
    weight = graph.weight[beside]
    size = graph.vertices
    own = graph.weight[~beside]
    if options.no_edge is None and not options.unweighted and size > 1 and len(own) == size and (
            own == own[0]).all() and (is_sentinel(float(own[0])) or own[0] > EXACT):
        text = text_of(float(own[0]))
        raise source.refuse(f"the diagonal is {text}, which may be no edges; --no-edge {text} says so, "
                            "--no-edge inf that they are weights")
    if weight.size and options.no_edge is None and not options.unweighted and (
            size > 1 and weight.size >= size * (size - 1) // 2):
        lowest, highest = weight.min(), weight.max()
        below = weight[weight < highest].max(initial=0)
        for number, alone in ((lowest, lowest < 0 and (weight[weight < 0] == lowest).all()),
                              (highest, highest > 0)):
            if not alone or not stands_for_none(float(number), 2, float(below)):  # as often as may be
                continue
            times = int((weight == number).sum())
            if stands_for_none(float(number), times if number < 0 else ways_of(graph, number), float(below)):
                text = text_of(float(number))
                raise source.refuse(f"{times:,} of {text} may be weights or no edges; --no-edge {text} says "
                                    "that they are none, --no-edge inf that they are weights")
        if lowest == highest and is_sentinel(float(highest)):
            text = text_of(float(highest))
            graph.warnings.append(f"all weights are {text} (--no-edge {text}: they are no edges)")
    if weight.size and not options.undirected:
        above = (graph.source < graph.target)[beside]
        if above.all() or not above.any():
            side = "above" if above.any() else "below"
            graph.warnings.append(f"all entries are {side} the diagonal: where they are half of a symmetric "
                                  "matrix, --undirected adds the other half")
