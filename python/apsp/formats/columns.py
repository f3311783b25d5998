# SPDX-License-Identifier: MIT
"""Which column of a table of edges is what. The names of columns are those that hw3-convert knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from apsp._failures import shown
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
MISSING = ("", "inf", "infinity", "nan", "na", "n/a", "null", "none", "#n/a", "missing", "∞", "?", "-", ".",
           "-inf", "-infinity", "+inf")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
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
            if self.options.decimal == ",":
                first = next((row[2] for row in self.sample if len(row) > 2 and "." in row[2]), first)
                raise self.source.refuse(f"the third column has {shown(first)}, expected numbers with "
                                         "decimal commas and no points; --columns 1,2 leaves it out")
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


def point(text: str, decimal: str) -> str:
    """As float() takes it. With decimal commas a point is that of thousands, or a mistake: no number."""
    if decimal != ",":
        return text
    return text.replace(".", "\N{MIDDLE DOT}").replace(",", ".")
