# SPDX-License-Identifier: MIT
"""Attacks the judge: a right result passes, and each way to spoil it is noticed."""

import random

import edge_lists
import formats
import matrices
import special_tables
import tables
from case import labels_of
from converter import Result
from judge import Trial, Wrong, reduced, scaled

FILES = 150
FAMILIES = (tables.table, special_tables.gephi, special_tables.reverse_cost, edge_lists.plain,
            edge_lists.snap, formats.konect, matrices.matrix)


def read_rightly(case, options):
    """The result of a converter that does what is meant, or asks for --scale, --first."""
    applied = dict(zip(options, options[1:]))
    edges = scaled(case.edges, applied)
    if any(w.denominator > 1 for _, _, w in edges):
        return Result(3, f"hw3-convert: in{case.suffix}: a weight is no whole number; --scale X")
    edges = list(reduced(edges, "--keep-repeated" in options).elements())
    left_out = "".join(f"column {name} is left out\n" for name in case.numbers_left_out)
    if case.order or not all(label.isdigit() for label in labels_of(edges)):
        names = case.order or labels_of(edges)
        return Result(0, left_out, True, case.vertices or len(names),
                      [(names.index(s), names.index(t), int(w)) for s, t, w in edges], list(names))
    first = int(applied.get("--first", 0))
    edges = [(int(s) - first, int(t) - first, int(w)) for s, t, w in edges]
    count = case.vertices + case.first - first if case.vertices else max(max(s, t) for s, t, _ in edges) + 1
    return Result(0, left_out + "--first 1 numbers from 1", True, count, edges)


def meaning(result, options):
    """All of a result that has to be right."""
    edges = reduced(result.edges, "--keep-repeated" in options)
    return result.code, result.message, result.written, result.vertices, edges, tuple(result.names)


class Spoiled:
    """A converter whose last run is spoiled."""
    def __init__(self, case, spoil):
        self.case = case
        self.spoil = spoil
        self.changed = False

    def run(self, name, options, encoding):
        result = read_rightly(self.case, options)
        if result.code == 0 and ("--first" not in self.case.options or "--first" in options or result.names):
            before = meaning(result, options)
            self.spoil(result, self.case)
            self.changed = before != meaning(result, options)
        return result


def drop_edge(result, case):
    result.edges.pop()


def lose_direction(result, case):
    edges = [(s, t, w) for s, t, w in result.edges if s < t]
    if case.one_way and edges:
        result.edges = edges


def turn_edge(result, case):
    for at, (s, t, w) in enumerate(result.edges):
        if s != t and (t, s, w) not in result.edges:
            result.edges[at] = t, s, w
            return


def change_weight(result, case):
    s, t, w = result.edges[0]
    result.edges[0] = s, t, w + 1


def lose_weights(result, case):
    result.edges = [(s, t, 1) for s, t, _ in result.edges]


def add_edge(result, case):
    result.edges.append((0, result.vertices - 1, 12345))


def add_vertex(result, case):
    result.vertices += 1
    if result.names:
        result.names.append("another")


def swap_names(result, case):
    if len(result.names) > 1 and not case.order:
        result.names[:2] = result.names[1::-1]


def forget_edges(result, case):
    result.edges, result.vertices, result.names = [], 0, []


def say_much(result, case):
    result.message += "x" * 36000


def crash(result, case):
    result.code, result.message = -11, ""


def refuse_in_silence(result, case):
    result.code, result.message, result.written = 3, "hw3-convert: no", False


def refuse_and_write(result, case):
    result.code, result.message = 3, f"hw3-convert: in{case.suffix}: no"


def say_nothing(result, case):
    if case.numbers_left_out:
        result.message = ""


SPOILS = (drop_edge, lose_direction, turn_edge, change_weight, lose_weights, add_edge, add_vertex, swap_names,
          forget_edges, say_much, crash, refuse_in_silence, refuse_and_write, say_nothing)


def attack():
    """Counts of the spoiled results that were noticed. Fails at the first that was not."""
    noticed = dict.fromkeys((spoil.__name__ for spoil in SPOILS), 0)
    for seed in range(FILES):
        chance = random.Random(f"judge:{seed}")
        case = FAMILIES[seed % len(FAMILIES)](chance)
        case.way_out = True
        keep_repeated = chance.random() < 0.7
        Trial(Spoiled(case, lambda result, case: None), case, keep_repeated).outcome()
        for spoil in SPOILS:
            converter = Spoiled(case, spoil)
            try:
                outcome = Trial(converter, case, keep_repeated).outcome()
            except Wrong:
                noticed[spoil.__name__] += 1
                continue
            assert not converter.changed, (
                f"{spoil.__name__} was taken for {outcome}: {case.kind}\n{case.data!r}")
    assert all(noticed.values()), f"a way to spoil a result never applied: {noticed}"
    return sum(noticed.values())


if __name__ == "__main__":
    print(f"{attack()} spoiled results were noticed")
