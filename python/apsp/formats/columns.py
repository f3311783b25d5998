# SPDX-License-Identifier: MIT
"""Tables of edges: which column is what, and the graph of their fields. The names of columns are those
that hw3-convert knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from apsp._failures import InputFailure, shown
from apsp.formats.graph import EXACT, NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

ROLES = {
    "source": "source src from start tail u origin orig sourceid srcid fromid fromnode fromnodeid id1 node1 "
              "vertex1 v1 idfrom nodefrom startnode sourcenode",
    "target": "target destination dest dst to end head v targetid dstid toid tonode tonodeid id2 node2 "
              "vertex2 v2 idto nodeto endnode targetnode",
    "weight": "weight weights w cost costs distance dist length len km miles meters metres minutes seconds "
              "hours",
    "back": "rcost",
    "direction": "type edgetype directed direction isdirected undirected isundirected bidirectional "
                 "isbidirectional bothways bothdirections twoway twoways mutual reciprocal symmetric "
                 "reversed isreversed reverse isreverse backward backwards isbackward",
    "label": "id edgeid linkid eid lid fid gid rowid osmid objectid index key no nr rownumber unnamed:0 "
             "oneway isoneway label edgelabel timestamp ts date datetime day year epoch unixtime "
             "timestamputc created createdat updated updatedat",
}
# Weights of a way back: a word for it before or behind one for a weight.
ROLES["back"] += "".join(f" {one}{word} {word}{one}"
                         for word in (ROLES["weight"] + " time traveltime duration").split()
                         for one in ("reverse", "reversed", "rev", "back", "backward", "backwards", "return"))
# Alone these are marks of an edge, or weights of the way back: it depends on what stands below them.
BACK_WORDS = ("reverse", "backward", "backwards")
ROLE_OF = {word: role for role, words in ROLES.items() for word in words.split()}
# Ranges of seconds since 1970, thousandths and millionths of them, from 1989 to 2103.
TIMES = tuple((6e8 * unit, 4.2e9 * unit) for unit in (1, 1e3, 1e6))
MISSING = ("", "inf", "infinity", "nan", "na", "n/a", "null", "none", "#n/a", "missing", "∞", "?", "-", ".",
           "-inf", "-infinity", "+inf")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
REAL = re.compile(r"\d+(\.\d*([eE]\+?\d{1,2})?|[eE]\+?\d)", re.ASCII)
COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
DIRECTIONS = {"undirected": True, "mutual": True, "directed": False}


def plain_name(name: str) -> str:
    """Without capitals, blanks, - and _, nor a unit in brackets."""
    return re.sub(r"[\s_-]", "", re.split(r"[(\[]", name.lstrip("#"))[0]).lower()


def role_of(name: str) -> str | None:
    return ROLE_OF.get(plain_name(name))


def has_ways_back(name: str, numbers: Iterable[float]) -> bool:
    """Whether numbers below a word such as 'reverse' are weights: flags are 0 and 1 alone."""
    return plain_name(name) in BACK_WORDS and not set(numbers) <= {0.0, 1.0}


def names_ends(row: Sequence[str]) -> bool:
    """Whether a row names a source and a target. v1 and v2 are vertices where there are v0 or v3 as well."""
    roles = list(map(role_of, row))
    if "source" not in roles or "target" not in roles:
        return False
    name = row[roles.index("source")]
    stem = name.rstrip("0123456789")
    alike = [other for other in row if other.rstrip("0123456789") == stem and other != stem]
    return stem == name or len(alike) <= 2


def is_number(text: str) -> bool:
    return NUMBER.fullmatch(text.strip(" \t\r\n")) is not None


def listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(map(shown, names[:8])) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


@dataclass
class Columns:
    """Positions of the columns that are read."""

    source: int
    target: int
    weight: int | None = None
    back: int | None = None
    direction: int | None = None
    guessed: bool = False  #: nothing calls this column the weight
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


class Chooser:
    """Finds the columns of a table by the names of its header, or by their order."""

    def __init__(self, source: Source, header: Sequence[str] | None, sample: Sequence[Sequence[str]],
                 options: ReadOptions) -> None:
        self.source = source
        self.header = None if header is None else list(header)
        self.sample = sample
        self.options = options
        self.count = len(header) if header is not None else len(sample[0]) if sample else 0

    def choose(self) -> Columns:
        if self.count < 2:
            raise self.source.refuse(f"found {self.count} column{'s' * (self.count != 1)}, expected at least "
                                     "a source and a target; --separator says what is between them")
        if self.options.columns:
            columns = self.by_option()
        elif self.header is not None and names_ends(self.header):
            columns = self.by_name()
        else:
            columns = self.in_order()
        if self.options.weight is not None:
            columns.weight = self.position(self.options.weight, "--weight")
            columns.guessed = False
        if self.options.unweighted:
            columns.weight = columns.back = None
        elif columns.weight is None and not self.options.columns:
            columns.notes.append("no column is a weight: every edge is 1 long")
        self.tell_left_out(columns)
        return columns

    def has_numbers(self, column: int) -> bool:
        fields = [row[column] for row in self.sample if column < len(row)]
        wanted = [text for text in fields if text.strip().lower() not in MISSING
                  and text != self.options.no_edge]
        return bool(wanted) and all(is_number(point(text, self.options.decimal)) for text in wanted)

    def role(self, column: int) -> str | None:
        """That of the name of a column, or of what stands below a name that may have two."""
        name = (self.header or [])[column]
        if plain_name(name) in BACK_WORDS and self.has_numbers(column):
            fields = (row[column].strip() for row in self.sample if column < len(row))
            if has_ways_back(name, (float(point(text, self.options.decimal)) for text in fields
                                    if text.lower() not in MISSING and text != self.options.no_edge)):
                return "back"
        return role_of(name)

    def named(self, *columns: int) -> str:
        """What --columns takes for these: names, where a shell and a comma leave them whole, or numbers."""
        header = self.header or []

        def text(column: int) -> str:
            name = header[column]
            whole = header.count(name) == 1 and re.fullmatch(r"[^\W\d][\w.:-]*", name)
            return name if whole else str(column + 1)

        return ",".join(map(text, columns))

    def position(self, name: str, option: str) -> int:
        if self.header is not None and name in self.header:
            if self.header.count(name) > 1:
                raise self.source.refuse(f"{option} names {shown(name)}, but two columns have this name, "
                                         "expected the number of one, from 1")
            return self.header.index(name)
        if name.isascii() and name.isdigit() and 1 <= int(name) <= self.count:
            return int(name) - 1
        known = f"one of {listed(self.header)} or " if self.header is not None else ""
        raise self.source.refuse(f"{option} names {shown(name)}, expected {known}a number from 1 to "
                                 f"{self.count}")

    def by_option(self) -> Columns:
        found = [self.position(name, "--columns") for name in self.options.columns]
        if not 2 <= len(found) <= 4 or len(set(found)) < len(found):
            raise self.source.refuse("--columns names " + ",".join(self.options.columns)
                                     + ", expected two to four columns, each once")
        return Columns(found[0], found[1], *found[2:])  # type: ignore[arg-type]

    def by_name(self) -> Columns:
        header = self.header or []
        places: dict[str | None, list[int]] = {}
        for place in range(len(header)):
            places.setdefault(self.role(place), []).append(place)
        for role in ("source", "target", "weight"):
            same = places.get(role, [])
            chosen = role == "weight" and (self.options.weight or self.options.unweighted)
            if len(same) > 1 and not chosen:
                raise self.source.refuse(
                    f"columns {listed(header[place] for place in same)} may each be the {role}; "
                    + ("--weight NAME or --columns SOURCE,TARGET,WEIGHT says which" if role == "weight" else
                       "--columns SOURCE,TARGET,WEIGHT says which are meant"))
        columns = Columns(places["source"][0], places["target"][0])
        weight = places.get("weight")
        if "back" in places:
            self.refuse_way_back(columns, places["back"][0], weight[0] if weight else None)
        if weight:
            columns.weight = weight[0]
        elif not self.options.weight and not self.options.unweighted:
            self.take_only_numbers(columns)
        self.take_direction(columns, places.get("direction", []))
        return columns

    def refuse_way_back(self, columns: Columns, back: int, weight: int | None) -> NoReturn:
        """Refuses weights of the way back, which a column left out would lose."""
        header = self.header or []
        ends = self.named(columns.source, columns.target)
        found = [] if weight is not None else [place for place in self.numbers_beside(columns)
                                               if place != back]
        if self.options.weight is not None:
            weight, found = self.position(self.options.weight, "--weight"), []
        told = f"column {shown(header[back])} has weights of the way back: "
        if weight is None and not found:
            raise self.source.refuse(
                f"{told}--columns {self.named(columns.target, columns.source, back)} takes them for that, "
                f"--columns {ends} leaves them out")
        forth = self.named(weight if weight is not None else found[0])
        others = "".join(f"; {shown(header[place])} may be the weight as well" for place in found[1:2])
        raise self.source.refuse(
            f"{told}--columns {ends},{forth},{self.named(back)} takes them, where a negative one says that "
            f"there is no such way, and --columns {ends},{forth} leaves them out{others}")

    def numbers_beside(self, columns: Columns) -> list[int]:
        """The columns of numbers that may be the weight."""
        return [place for place, name in enumerate(self.header or [])
                if place not in (columns.source, columns.target) and name
                and self.role(place) not in ("label", "direction") and self.has_numbers(place)]

    def take_only_numbers(self, columns: Columns) -> None:
        header = self.header or []
        ends = f"{header[columns.source]},{header[columns.target]}"
        found = self.numbers_beside(columns)
        if len(found) > 1:
            raise self.source.refuse(f"columns {listed(header[place] for place in found)} have numbers, "
                                     f"expected one, the weight; --weight NAME or --columns {ends},WEIGHT "
                                     "says which, --unweighted that there is none")
        if found:
            columns.weight = found[0]
            columns.guessed = True
            columns.notes.append(f"column {shown(header[found[0]])} is the weight (--columns {ends}: there "
                                 "is none)")

    def take_direction(self, columns: Columns, places: list[int]) -> None:
        for place in places:
            if any(row[place].strip().lower() in DIRECTIONS for row in self.sample if place < len(row)):
                columns.direction = place

    def in_order(self) -> Columns:
        if self.count > 3:
            raise self.source.refuse(
                f"has {self.count} columns, and no known names mark the source and the target; --columns "
                "1,2,3 takes the first three, --header yes says that the first line names them, --from "
                "matrix that it is a matrix")
        columns = Columns(0, 1, 2 if self.count == 3 else None)
        columns.guessed = self.header is None or self.count < 3 or role_of(self.header[2]) != "weight"
        if self.header is not None and self.count == 3:
            self.refuse_other_roles()
        if columns.weight is not None and self.sample and not self.has_numbers(2):
            first = next((row[2] for row in self.sample if len(row) > 2), "")
            comma = next((row[2] for row in self.sample
                          if len(row) > 2 and COMMA.fullmatch(row[2].strip())), None)
            if comma is not None:
                raise self.source.refuse(f"the third column has {shown(comma)}, expected numbers; --decimal "
                                         ", reads decimal commas")
            raise self.source.refuse(f"the third column, {shown(first)} in its first row, has no "
                                     "numbers; --columns 1,2 leaves it out")
        if self.header is not None:
            if self.count == 3 and all(map(self.has_numbers, range(3))) and role_of(
                    self.header[2]) != "weight":
                raise self.source.refuse(f"no known names mark the columns {listed(self.header)}; --columns "
                                         "SOURCE,TARGET,WEIGHT says which they are")
            columns.warnings.append(
                f"the first line names the columns: {shown(self.header[0])} the source, "
                f"{shown(self.header[1])} the target"
                + (f", {shown(self.header[2])} the weight" if self.count == 3 else "")
                + " (--columns takes others, --header no: it is an edge)")
        return columns

    def refuse_other_roles(self) -> None:
        """Refuses to take for the weight by its place what has another meaning by its name."""
        roles = [self.role(place) for place in range(self.count)]
        if "back" in roles:
            back = roles.index("back")
            source, target = (place for place in range(self.count) if place != back)
            self.refuse_way_back(Columns(source, target), back, None)
        if roles[2] in ("label", "direction") and self.has_numbers(2) and self.options.weight is None and (
                not self.options.unweighted):
            raise self.source.refuse(f"no known names mark the columns {listed(self.header or [])}; "
                                     "--columns SOURCE,TARGET,WEIGHT says which they are, --columns 1,2 that "
                                     "the third is no weight")

    def tell_left_out(self, columns: Columns) -> None:
        taken = (columns.source, columns.target, columns.weight, columns.back, columns.direction)
        left = [place for place in range(self.count) if place not in taken]
        if self.header is None:
            left = [] if self.options.columns else left
        names = [self.header[place] if self.header is not None else str(place + 1) for place in left]
        if names and not self.options.columns:
            columns.warnings.append(f"column{'s' * (len(names) > 1)} {listed(names)} "
                                    f"{'are' if len(names) > 1 else 'is'} left out (--columns "
                                    "SOURCE,TARGET,WEIGHT takes others)")
        if columns.direction is None and self.header is not None and not self.options.undirected:
            for place in left:
                said = [row[place].strip().lower() for row in self.sample if place < len(row)]
                if role_of(self.header[place]) == "direction" and any(map(DIRECTIONS.get, said)):
                    columns.warnings.append(f"column {shown(self.header[place])} says undirected, which "
                                            "--undirected makes of it")


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


def point(text: str, decimal: str) -> str:
    return text.replace(",", ".") if decimal == "," and "." not in text else text


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
        sources = np.fromiter(map(number, fields[columns.source]), np.int32, count)
        targets = np.fromiter(map(number, fields[columns.target]), np.int32, count)
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
        if self.options.decimal == ",":
            fields = [point(text, ",") for text in fields]
        try:
            found = np.fromiter(map(float, fields), np.float64, len(fields))
        except ValueError:
            found = np.full(len(fields), np.nan)
        wrong = not np.isfinite(found).all() or "_" in "".join(fields)
        if not wrong and (np.abs(found) >= EXACT).any():
            wrong = any(abs(number) >= EXACT and text.strip().lstrip("+-").isdigit()
                        and int(text) != number for text, number in zip(fields, found.tolist()))
        if wrong:
            raise self.refused(fields, what, line_of)
        return found, kept

    def refused(self, fields: Sequence[str], what: str, line_of: Any) -> InputFailure:
        for row, text in enumerate(fields):
            if not is_number(text):
                hint = ("; --decimal , reads decimal commas" if COMMA.fullmatch(text.strip())
                        else f"; --no-edge {text.strip() or chr(39) * 2} says that there is no edge"
                        if len(text.strip()) < 12 and len(text.split()) < 2 else "")
                return self.source.refuse(f"the {what} is {shown(text)}, expected a number{hint}",
                                          line_of(row))
            if not np.isfinite(float(text)):
                return self.source.refuse(f"the {what} is {shown(text)}, expected a number of float64, below "
                                          "1.8e308", line_of(row))
            if abs(float(text)) >= EXACT:
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
    if len({name.strip() for name in names}) < len(names):
        seen: dict[str, str] = {}
        for name in names:
            other = seen.setdefault(name.strip(), name)
            if other != name:
                warnings.append(f"{shown(other)} and {shown(name)} are two vertices, though they differ by "
                                "blanks alone")
                break
    return NamedGraph(len(names), sources, targets, weights, names, True, kind, notes, warnings)
