# SPDX-License-Identifier: MIT
"""Decides whether a file was read as it is meant, refused with a way out, or read wrongly in silence."""

import re
from collections import Counter
from fractions import Fraction

from case import labels_of, weight_one

MOST_BYTES = 2000
MOST_LINES = 8
MOST_RUNS = 8
OPTION = re.compile(r"--[a-z][a-z-]+")
LEFT_OUT = re.compile("left out|all weights are 1")
REFUSED = (2, 3)


class Wrong(Exception):
    """A file that was read wrongly in silence, or refused without a way out."""


def named_options(message):
    return set(OPTION.findall(message))


def first_vertex(result, applied):
    """The number in the file that vertex 0 has: by option, or where a line says so."""
    return int(applied.get("--first", "edges, numbered from 1" in result.message))


def labelled(result, case, applied):
    """The edges by labels: names, those of a matrix, or numbers."""
    if result.names:
        if len(result.names) != result.vertices:
            raise Wrong(f"{len(result.names)} names of {result.vertices} vertices")
        if len(set(result.names)) != len(result.names):
            raise Wrong("a name stands twice")
        labels = result.names
    elif case.order:
        if result.vertices != len(case.order):
            raise Wrong(f"V = {result.vertices}, meant {len(case.order)}")
        labels = case.order
    else:
        first = first_vertex(result, applied)
        return [(str(s + first), str(t + first), w) for s, t, w in result.edges]
    return [(labels[s], labels[t], w) for s, t, w in result.edges]


def reduced(edges, keep_repeated):
    """All edges, or of those with the same ends one of the smallest weight."""
    if keep_repeated:
        return Counter(edges)
    smallest = {}
    for s, t, w in edges:
        smallest[s, t] = min(w, smallest.get((s, t), w))
    return Counter((s, t, w) for (s, t), w in smallest.items())


def scaled(edges, applied):
    factor = Fraction(applied.get("--scale", "1"))
    return [(s, t, w * factor) for s, t, w in edges]


def difference(found, meant):
    """A few edges that are too many or missing."""
    def few(edges):
        return ", ".join(f"{s} -> {t} of {w}" for s, t, w in list(edges.elements())[:4]) or "none"

    return f"too many: {few(found - meant)}; missing: {few(meant - found)}"


def meant_vertices(case, result, applied):
    """How many vertices are meant. Where numbers from 1 are the vertices there is a vertex 0 as well."""
    count = case.vertices
    if count is None:
        labels = labels_of(case.edges)
        named = result.names or case.order
        count = len(labels) if named else max((int(label) + 1 - case.first for label in labels), default=0)
    numbered = not result.names and not case.order
    return count + (case.first - first_vertex(result, applied) if numbered else 0)


def hint_of(case, applied):
    """The option that a line has to name which --quiet may silence, or nothing."""
    option = "--first" if case.first == 1 and "--first" in case.options else case.hint
    return option if option and option not in applied else ""


def require_good_message(case, result):
    """Requires a short message by the program, which names the file."""
    message = result.message
    if len(message) > MOST_BYTES or message.count("\n") > MOST_LINES:
        lines = message.count("\n")
        raise Wrong(f"a message of {len(message)} bytes and {lines} lines: {message[:200]}...")
    if result.code == 0:
        return
    if result.code not in REFUSED:
        raise Wrong(f"exit {result.code}: {message.strip()}")
    if not message.startswith("hw3-convert: "):
        raise Wrong(f"exit {result.code} without a message of the program: {message!r}")
    if result.code == 3 and f"in{case.suffix}" not in message:
        raise Wrong(f"the message does not name the file: {message.strip()}")
    if result.written:
        raise Wrong(f"exit {result.code}, but a graph is written")


class Trial:
    """The runs on one file: each takes the options that the message of the last one names."""
    def __init__(self, converter, case, keep_repeated):
        self.converter = converter
        self.case = case
        self.keep_repeated = keep_repeated
        self.applied = {}
        self.unfit = set()  # options that the program refused beside others
        self.log = []

    def outcome(self):
        """One word for how it went. Raises Wrong, with all runs."""
        try:
            for _ in range(MOST_RUNS):
                result = self.run()
                require_good_message(self.case, result)
                outcome = self.refused(result) if result.code else self.read(result)
                if outcome:
                    return outcome
            raise Wrong("each run asks for another option")
        except Wrong as wrong:
            raise Wrong("\n".join([str(wrong), *self.log])) from None

    def run(self):
        options = [] if hint_of(self.case, self.applied) else ["--quiet"]
        for option, value in self.applied.items():
            options += [option] if value is None else [option, value]
        if self.keep_repeated:
            options.append("--keep-repeated")
        result = self.converter.run(f"in{self.case.suffix}", options, self.case.encoding)
        self.log.append(f"  {' '.join(options)}: exit {result.code}: {result.message.strip()[:600]}")
        return result

    def take_options(self, result):
        """Takes what the message names and what is true of the file; False where that is nothing new."""
        new = [
            option for option in sorted(named_options(result.message))
            if option in self.case.options and option not in self.applied
        ]
        self.applied.update((option, self.case.options[option]) for option in new)
        return bool(new)

    def drop_option(self, result):
        """Drops the first option that a usage error names: of several in one message, some exclude others."""
        option = next((option for option in OPTION.findall(result.message) if option in self.applied), None)
        if option is None:
            return False
        del self.applied[option]
        self.unfit.add(option)
        return True

    def refused(self, result):
        case = self.case
        if case.foreign:
            if not any(word.lower() in result.message.lower() for word in case.foreign):
                raise Wrong(f"refused, but the format {case.foreign[0]} is not named")
            return "foreign format named"
        if self.take_options(result) or (result.code == 2 and self.drop_option(result)):
            return None
        if case.way_out:
            raise Wrong("refused, and no option that reads it is named")
        return "refused"

    def read(self, result):
        case = self.case
        if case.foreign:
            raise Wrong("a format that is not read was read")
        found = reduced(labelled(result, case, self.applied), self.keep_repeated)
        if found != self.meant(case.edges):
            return self.read_otherwise(result, found)
        count = meant_vertices(case, result, self.applied)
        if count != result.vertices:
            raise Wrong(f"read wrongly in silence: V = {result.vertices}, meant {count}")
        for column in case.numbers_left_out:
            if column not in result.message and "--columns" not in self.applied:
                raise Wrong(f"the column of numbers {column} is left out in silence")
        hint = hint_of(case, self.applied)
        if hint and not result.names and not (hint == "--first" and first_vertex(result, self.applied)):
            if hint not in result.message:
                raise Wrong(f"no line names {hint}")
            self.applied[hint] = case.options[hint]
            return None
        return "read by options" if self.applied else "read"

    def meant(self, edges):
        return reduced(scaled(edges, self.applied), self.keep_repeated)

    def read_otherwise(self, result, found):
        """Judges other edges than the meant ones: a line that --quiet keeps has to say so."""
        case = self.case
        named = named_options(result.message) - set(self.applied)
        one_way = case.one_way and found == self.meant(case.one_way) and "--undirected" in named
        other_columns = named & {"--columns", "--header"} & set(case.options)
        if (one_way or other_columns) and self.take_options(result):
            return None
        said = LEFT_OUT.search(result.message) and case.weight_name in result.message
        if said and found == reduced(weight_one(case.edges), self.keep_repeated):
            return None if self.take_options(result) else "weights left out, a line says so"
        raise Wrong(f"read wrongly in silence: {difference(found, self.meant(case.edges))}")
