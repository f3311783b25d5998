# SPDX-License-Identifier: MIT
"""A written file and its meaning, which is known because the file is made from it."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Callable, Optional


@dataclass
class Case:
    """A file as a person or a program writes it. Edges are (source, target, weight) of labels; an undirected
    edge stands there from both ends. A label is the vertex's name, or its number where it has none."""

    kind: str
    data: bytes
    suffix: str = ".csv"
    edges: list = field(default_factory=list)
    vertices: Optional[int] = None  # None: those that have an edge
    order: list = field(default_factory=list)  # labels of a matrix's vertices, whose names may get lost
    first: int = 0  # 1: the labels are numbers from 1
    # Options that are true of this file: {"--columns": "from,to,km", "--undirected": None}. A message has to
    # name one of them, and a run with it has to give the edges.
    options: dict = field(default_factory=dict)
    way_out: bool = True  # a refusal has to name an option that reads the file
    foreign: tuple = ()  # words, one of which a refusal has to have: the file's format, which is not read
    one_way: list = field(default_factory=list)  # of an undirected graph: the edges as the file lists them
    hint: str = ""  # an option that a line has to name, which --quiet may silence
    weight_name: str = "weight"  # a line that says that weights are left out has to have it
    numbers_left_out: tuple = ()  # columns of numbers beside the weight, which a kept line has to name
    encoding: str = "utf-8"
    reread: Optional[Callable] = None  # reads the data by another reader and returns the edges

    def check(self):
        """Requires that another reader finds the meant edges in the file."""
        if self.reread is None:
            return
        found, meant = Counter(self.reread(self.data)), Counter(self.edges)
        assert found == meant, f"{self.kind}: reread {found - meant}, meant {meant - found}\n{self.data!r}"


def both_ways(edges):
    """The edges, and each that is no loop from its other end."""
    return [*edges, *((t, s, w) for s, t, w in edges if s != t)]


def weight_one(edges):
    return [(s, t, Fraction(1)) for s, t, _ in edges]


def labels_of(edges):
    """Labels in order of appearance."""
    return list(dict.fromkeys(label for s, t, _ in edges for label in (s, t)))
