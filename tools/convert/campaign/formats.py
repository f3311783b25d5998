# SPDX-License-Identifier: MIT
"""Formats that say in a first line what they are: KONECT, METIS, DIMACS; and carriage returns in each."""

from fractions import Fraction

from case import Case, both_ways, weight_one
from edge_lists import lines_of, random_edges
from graphs import simple
from layout import finish


def konect(chance):
    """KONECT: % sym|asym|bip WEIGHTS, edges from 1."""
    edges, _ = random_edges(chance, first=0)
    shape = chance.choice(("sym", "asym", "asym"))
    kind = chance.choice(("unweighted", "positive", "weighted", "posweighted", "signed"))
    undirected = shape == "sym"
    if undirected:
        edges = simple(edges)
    if kind in ("unweighted", "positive"):
        edges = weight_one(edges)
    count = max(int(label) for s, t, _ in edges for label in (s, t)) + 1
    gap = chance.choice((" ", "\t"))
    columns = 2 if kind == "unweighted" else 3
    lines = [f"% {shape} {kind}"]
    if chance.random() < 0.7:
        lines.append(f"% {len(edges)} {count} {count}")
    time = columns == 3 and chance.random() < 0.3
    counted = False
    for s, t, w in edges:
        third = [str(chance.randrange(1, 5)) if kind == "positive" else str(w)] if columns == 3 else []
        counted = counted or (kind == "positive" and third != ["1"])
        fourth = [str(chance.randrange(10**9, 2 * 10**9))] if time else []
        lines.append(gap.join([str(int(s) + 1), str(int(t) + 1), *third, *fourth]))
    left_out = (("fourth" if time else ""), ("third" if counted else ""))
    return Case(f"KONECT {shape} {kind}",
                finish(chance, lines, empty_lines=False),
                chance.choice((".txt", "", ".konect", ".tsv", ".x")),
                both_ways(edges) if undirected else edges,
                vertices=count,
                one_way=edges if undirected else [],
                options={"--undirected": None, "--from": "konect"},
                numbers_left_out=tuple(word for word in left_out if word))


def bipartite(chance):
    """KONECT's bip: the second set of vertices comes behind the first, edges lead both ways."""
    sources, targets = chance.randrange(2, 5), chance.randrange(2, 5)
    pairs = {(chance.randrange(sources), chance.randrange(targets)): Fraction(chance.randrange(1, 99))
             for _ in range(9)}
    pairs.setdefault((sources - 1, targets - 1), Fraction(5))
    lines = ["% bip weighted", f"% {len(pairs)} {sources} {targets}"]
    lines += [f"{s + 1} {t + 1} {w}" for (s, t), w in pairs.items()]
    edges = both_ways([(str(s), str(sources + t), w) for (s, t), w in pairs.items()])
    return Case("KONECT bip",
                finish(chance, lines, empty_lines=False),
                chance.choice((".txt", ".konect")),
                edges,
                vertices=sources + targets)


def metis(chance):
    """METIS: a line of neighbours for each vertex."""
    edges, _ = random_edges(chance, first=0)
    edges = simple(edges)
    both = both_ways(edges)
    count = max(int(label) for s, t, _ in edges for label in (s, t)) + 1
    weighted = chance.random() < 0.6
    lines = [f"{count} {len(edges)}" + (chance.choice((" 1", " 001")) if weighted else "")]
    for vertex in range(count):
        lines.append(" ".join(f"{int(t) + 1} {w}" if weighted else str(int(t) + 1) for s, t, w in both
                              if s == str(vertex)))
    if chance.random() < 0.3:
        lines.insert(0, "% mesh")
    return Case("METIS",
                finish(chance, lines, empty_lines=False),
                ".graph",
                both if weighted else weight_one(both),
                vertices=count)


def dimacs(chance):
    """DIMACS shortest paths: p sp V E, a lines; and its other problems, which are not read."""
    edges, _ = random_edges(chance, first=1)
    count = len({label for s, t, _ in edges for label in (s, t)})
    problem = chance.choice(("sp", "sp", "sp", "edge", "col", "max", "min"))
    word = "a" if problem in ("sp", "max", "min") else "e"
    lines = [
        *chance.choice(([], ["c roads"], ["c", "c of 2024"])), f"p {problem} {count} {len(edges)}",
        *(f"{word} {s} {t}" + (f" {w}" if word == "a" else "") for s, t, w in edges)
    ]
    if problem == "sp":
        meant = [(str(int(s) - 1), str(int(t) - 1), w) for s, t, w in edges]
        return Case("DIMACS sp",
                    finish(chance, lines, empty_lines=False),
                    chance.choice((".gr", ".txt", "")),
                    meant,
                    vertices=count)
    return Case(f"DIMACS {problem}",
                finish(chance, lines, empty_lines=False),
                chance.choice((".gr", ".txt", ".col", ".dimacs", ".max")),
                way_out=False,
                foreign=("DIMACS", "p sp"))


def old_mac(chance):
    """Lines that end in carriage returns, all or the last ones, in every kind of text."""
    form = chance.choice(("edges", "mixed", "csv", "mtx", "konect", "dimacs"))
    edges, first = random_edges(chance, first=None if form in ("edges", "mixed", "csv") else 1)
    count = len({label for s, t, _ in edges for label in (s, t)})
    sizes = f"{count} {len(edges)}"
    suffix, head = {"edges": (".txt", []), "mixed": (".txt", []), "csv": (".csv", ["source,target,weight"]),
                    "mtx": (".mtx", ["%%MatrixMarket matrix coordinate integer general", f"{count} {sizes}"]),
                    "konect": (".txt", ["% asym weighted"]), "dimacs": (".gr", [f"p sp {sizes}"])}[form]
    lines = lines_of(edges, "," if form == "csv" else " ")
    if form == "dimacs":
        lines = [f"a {line}" for line in lines]
    text = "\r".join(head + lines) + "\r"
    if form == "mixed":
        text = "\r\n".join(lines[:2]) + "\r\n" + "\r".join(lines[2:]) + "\n"
    listed = form in ("edges", "mixed")
    if not listed and form != "csv":
        edges = [(str(int(s) - 1), str(int(t) - 1), w) for s, t, w in edges]
    return Case(f"carriage returns: {form}", text.encode(), suffix, edges, first=first if listed else 0,
                way_out=False,
                options={"--first": "1", "--header": "no", "--from": "edges" if listed else form})


FAMILIES = ((konect, 5), (bipartite, 1), (metis, 2), (dimacs, 3), (old_mac, 3))
