# SPDX-License-Identifier: MIT
"""DL of UCINET: a matrix, or lists of edges or neighbours. Edges lead one way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apsp import _apsp
from apsp._failures import shown
from apsp.formats.columns import is_number
from apsp.formats.graph import NamedGraph
from apsp.formats.networks import Network
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

LAYOUTS = ("fullmatrix", "edgelist1", "nodelist1")
WORD = re.compile(r'"[^"]*"|[^\s,]+')
MOST_VERTICES = 2**31 - 1
BYTES_PER_VERTEX = 300  # of its name, and of where it is found


class Listing:
    """The parts of a file: its vertices, its layout and the lines of its data."""

    def __init__(self, source: Source) -> None:
        self.source = source
        text = re.sub(r"\r\n?", "\n", source.text())
        head = re.match(r"\s*dl\b(.*?)(?<![^\s,])data[ \t]*:", text, re.IGNORECASE | re.DOTALL)
        if head is None:
            raise source.refuse("is no whole DL, expected dl, n=, and data:")
        self.first = text.count("\n", 0, head.end()) + 1
        self.lines = text[head.end():].split("\n")
        labels = re.search(r"\blabels[ \t]*:(.*?)(\blabels\s+embedded\b.*)?\Z", head[1],
                           re.IGNORECASE | re.DOTALL)
        before = head[1] if labels is None else head[1][:labels.start()]
        self.embedded = re.search(r"\blabels\s+embedded\b", head[1], re.IGNORECASE) is not None
        told = {key.lower(): value.lower() for key, value in re.findall(r"(\w+)\s*=\s*(\w+)", before)}
        self.layout = told.pop("format", LAYOUTS[0])
        count = told.pop("n", "")
        if told:
            raise source.refuse(f"has {shown(' '.join(told))} in its header, expected n and format alone")
        if not re.fullmatch(r"[0-9]{1,10}", count) or int(count) > MOST_VERTICES:
            raise source.refuse(f"n is {shown(count)}, expected a number of vertices")
        if self.layout not in LAYOUTS:
            raise source.refuse(f"the format is {shown(self.layout)}, expected one of {', '.join(LAYOUTS)}")
        self.count = int(count)
        _apsp.require_memory(BYTES_PER_VERTEX * self.count, f"{source.name}, with {self.count:,} vertices")
        self.names = [] if labels is None else words_of(labels[1])
        if self.names and len(self.names) != self.count:
            raise source.refuse(f"has {len(self.names)} labels, expected {self.count}, as its n says")

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Number and words of each line of the data that is not blank."""
        for number, line in enumerate(self.lines, self.first):
            words = words_of(line)
            if words:
                yield number, words

    def vertex(self, word: str, number: int) -> str:
        """The name of what the data call so."""
        if self.embedded:
            if word not in self.names:
                self.names.append(word)
            if len(self.names) > self.count:
                raise self.source.refuse(f"{shown(word)} is vertex {len(self.names)}, expected {self.count}, "
                                         "as its n says", number)
            return word
        if not re.fullmatch(r"[0-9]{1,10}", word) or not 1 <= int(word) <= self.count:
            raise self.source.refuse(f"found the vertex {shown(word)}, expected 1 to {self.count}", number)
        return self.names[int(word) - 1] if self.names else str(int(word))


def words_of(text: str) -> list[str]:
    return [word.strip('"') for word in WORD.findall(text)]


def read_dl(source: Source, options: ReadOptions) -> NamedGraph:
    listing = Listing(source)
    network = Network(source, options, directed=True)
    edges = {"fullmatrix": matrix, "edgelist1": pairs, "nodelist1": neighbours}[listing.layout](listing)
    found = list(edges)
    names = listing.names or [str(vertex + 1) for vertex in range(0 if listing.embedded else listing.count)]
    for name in names:
        network.add_node(name)
    for one, other, weight in found:
        network.add_edge(one, other, {} if weight is None else {"weight": weight})
    network.notes.append("each edge leads one way")
    return network.graph("dl")


Edges = Iterator["tuple[str, str, str | None]"]


def pairs(listing: Listing) -> Edges:
    for number, words in listing.rows():
        if len(words) not in (2, 3) or len(words) == 3 and not is_number(words[2]):
            raise listing.source.refuse(f"found {shown(' '.join(words))}, expected two vertices, or these "
                                        "and a number", number)
        one, other = (listing.vertex(word, number) for word in words[:2])
        yield one, other, words[2] if len(words) == 3 else None


def neighbours(listing: Listing) -> Edges:
    for number, words in listing.rows():
        first = listing.vertex(words[0], number)
        for word in words[1:]:
            yield first, listing.vertex(word, number), None


def matrix(listing: Listing) -> Edges:
    """Rows may go on in the next line. 0 is no edge."""
    words = [(number, word) for number, row in listing.rows() for word in row]
    side = listing.count
    if listing.embedded:  # above the columns, and before each row
        listing.names = [word for _, word in words[:side]]
        heads = words[side::side + 1]
        for (number, word), name in zip(heads, listing.names):
            if word != name:
                raise listing.source.refuse(f"found {shown(word)} before a row, expected {shown(name)}, as "
                                            "above the columns", number)
        words = [word for place, word in enumerate(words[side:]) if place % (side + 1)]
    if len(words) != side * side:
        raise listing.source.refuse(f"has {len(words):,} numbers, expected {side * side:,} for n={side}")
    names = listing.names or [str(vertex + 1) for vertex in range(side)]
    for place, (number, word) in enumerate(words):
        if not is_number(word):
            raise listing.source.refuse(f"found {shown(word)}, expected a number", number)
        if float(word) != 0:
            yield names[place // side], names[place % side], word
