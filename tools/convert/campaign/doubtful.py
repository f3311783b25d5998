# SPDX-License-Identifier: MIT
"""Files whose first reading is the wrong one: counts above names, times, directions and lonely numbers."""

from fractions import Fraction

from case import Case, both_ways, weight_one
from edge_lists import lines_of, list_case, random_edges
from graphs import edges_among, simple
from layout import finish
from matrices import SEPARATORS


def counts_above_names(chance):
    """Counts above words or numbers with gaps, of edges that stand once or from both ends."""
    labels = chance.choice((["Ada", "Bob", "Cyd", "Dan", "Eve"],
                            [str(n) for n in chance.sample(range(20, 999), 5)]))
    edges = edges_among(chance, labels[:chance.randrange(3, 6)], 7, lambda: Fraction(1))
    both = chance.random() < 0.4
    if both:
        edges = both_ways(simple(edges))
    count = len({label for s, t, _ in edges for label in (s, t)})
    lines = len(edges) // 2 if both else len(edges)
    head = [count, lines] if both or chance.random() < 0.6 else [lines, count]
    gap = chance.choice((" ", "\t", ","))
    text = [gap.join(map(str, head)), *lines_of(edges, gap, str, False)]
    options = {"--from": "csv"} if gap == "," else {"--compact": None}
    return Case(f"list: {gap!r}, counts above names" + (", from both ends" if both else ""),
                finish(chance, text, empty_lines=False),
                ".csv" if gap == "," else chance.choice((".txt", ".edges", ".el")),
                edges,
                options={"--header": "yes", **options})


def undirected_words(chance):
    """Comments that say undirected in other words."""
    edges, first = random_edges(chance)
    edges = simple(edges)
    comment = chance.choice(("# directed=0", "# Directed : 0", "# digraph: no", "# is_directed: false",
                             "# not directed", "# Non-directed graph", "# bidirectional", "# symmetric"))
    lines = [comment, *lines_of(edges, chance.choice((" ", "\t")))]
    return list_case(chance, "a comment says undirected", both_ways(edges), lines, first, one_way=edges,
                     options={"--undirected": None}, suffix=chance.choice((".txt", ".edges", ".el")))


def times_in_any_order(chance):
    """Seconds since 1970 or days as the third column, in no order."""
    edges, first = random_edges(chance, count=5)
    kind = chance.choice(("seconds", "days"))
    times = [chance.randrange(8 * 10**8, 10**9) if kind == "seconds" else
             10000 * chance.randrange(1990, 2030) + 100 * chance.randrange(1, 13) + chance.randrange(1, 29)
             for _ in edges]
    gap = chance.choice((" ", "\t"))
    lines = [f"{line}{gap}{time}" for line, time in zip(lines_of(edges, gap, weighted=False), times)]
    return list_case(chance, f"{kind} in the third column", weight_one(edges), lines, first,
                     options={"--columns": "1,2"}, hint="--columns",
                     suffix=chance.choice((".txt", ".edges", "")))


def named_by_comment(chance):
    """A comment names the third column, which is no weight by its name."""
    edges, first = random_edges(chance)
    name = chance.choice(("timestamp", "Timestamp", "id", "type", "label", "ts", "date"))
    ends = chance.choice(("source target", "src dst", "FromNodeId\tToNodeId", "from to"))
    lines = [f"{chance.choice('#%')} {ends} {name}", *lines_of(edges, chance.choice((" ", "\t")))]
    return list_case(chance, "a comment names no weight", weight_one(edges), lines, first,
                     options={"--columns": "1,2"}, numbers_left_out=(name, ),
                     suffix=chance.choice((".edges", ".el")))


def lonely_number(chance):
    """A symmetric matrix with one number from 1000 on, far from all others, where there is no edge."""
    size = chance.randrange(4, 8)
    pairs = [(r, c) for r in range(size) for c in range(r)]
    chance.shuffle(pairs)
    missing = set(pairs[:chance.randrange(2, len(pairs) // 2 + 1)])
    weights = {pair: Fraction(n + 1) for n, pair in enumerate(pairs[len(missing):])}
    word = chance.choice((f"-{chance.randrange(1, 99999)}", str(chance.randrange(1000, 2**30 - 1))))
    edges = [(str(a), str(b), w) for (r, c), w in weights.items() for a, b in ((r, c), (c, r))]
    separator = chance.choice(",; ")

    def text(row, column):
        pair = (max(row, column), min(row, column))
        return "0" if row == column else word if pair in missing else str(weights[pair])

    lines = [separator.join(text(r, c) for c in range(size)) for r in range(size)]
    return Case("matrix: lonely number", finish(chance, lines, empty_lines=False),
                chance.choice((".csv", ".txt", ".dat")), edges, vertices=size,
                order=[str(n) for n in range(size)],
                options={"--from": "csv-matrix", "--separator": SEPARATORS[separator], "--no-edge": word})


def small_with_diagonal(chance):
    """A matrix no larger than edges are wide, with one number on its diagonal."""
    size = chance.randrange(2, 4)
    diagonal = chance.randrange(1, 10)
    labels = [str(n) for n in range(size)]
    edges = [(r, c, Fraction(diagonal if r == c else chance.randrange(1, 99)))
             for r in labels for c in labels]
    separator = chance.choice(",; ")
    lines = [separator.join(str(w) for s, _, w in edges if s == r) for r in labels]
    return Case("matrix: small, the same on its diagonal", finish(chance, lines, empty_lines=False),
                chance.choice((".csv", ".txt", ".dat")), edges, vertices=size, order=labels,
                options={"--from": "csv-matrix", "--separator": SEPARATORS[separator], "--header": "no"})


# What follows looks doubtful, and is what people have: it has to be read without an option.


def cycle_of_counts(chance):
    """A cycle whose first edge leads from the number of the other edges to that of the vertices."""
    size = chance.randrange(3, 12)
    pairs = [(n, n % size + 1) for n in range(1, size + 1)]
    rest = [pair for pair in pairs if pair != (size - 1, size)]
    chance.shuffle(rest)
    edges = [(str(s), str(t), Fraction(1)) for s, t in [(size - 1, size), *rest]]
    gap = chance.choice((" ", "\t", ","))
    return Case("list: a cycle that begins as E V", finish(chance, lines_of(edges, gap, str, False)),
                ".csv" if gap == "," else chance.choice((".txt", ".edges", ".el")), edges)


def few_weighted(chance):
    """One road both ways, and a triangle, whose first line may say V E S."""
    weight = chance.randrange(1, 3)
    ends = chance.choice(([(2, 1), (1, 2)], [(3, 1), (1, 2)], [(3, 2), (2, 1), (1, 3)]))
    edges = [(str(s), str(t), Fraction(chance.randrange(4, 99) if n else weight))
             for n, (s, t) in enumerate(ends)]
    gap = chance.choice((" ", "\t", ","))
    return Case("list: few weighted edges", finish(chance, lines_of(edges, gap)),
                ".csv" if gap == "," else chance.choice((".edges", ".el")), edges)


def matrix_of(chance, kind, distances):
    """A symmetric matrix of these weights, {(row, column): weight}, where row > column."""
    size = max(row for row, _ in distances) + 1
    weights = {ends: w for (r, c), w in distances.items() for ends in ((r, c), (c, r))}
    edges = [(str(r), str(c), Fraction(w)) for (r, c), w in weights.items()]
    separator = chance.choice(",; ")
    lines = [separator.join(str(weights.get((r, c), 0)) for c in range(size)) for r in range(size)]
    return Case(f"matrix: {kind}", finish(chance, lines, empty_lines=False),
                chance.choice((".csv", ".txt", ".dat")), edges, vertices=size,
                order=[str(n) for n in range(size)])


def stops(chance):
    """Places as far from each other on a line, in metres."""
    size = chance.randrange(4, 9)
    step = chance.choice((1000, 2000, 2500, 5000, 10000, 25000, 50000))
    return matrix_of(chance, "stops on a line",
                     {(r, c): step * (r - c) for r in range(size) for c in range(r)})


def two_groups(chance):
    """Small distances within two groups and one other between them, as cophenetic distances are."""
    size, within, far = chance.randrange(4, 9), chance.randrange(2, 4), chance.randrange(40, 1000)
    group = [n % 2 for n in range(size)]
    return matrix_of(chance, "two groups",
                     {(r, c): chance.randrange(1, within + 1) if group[r] == group[c] else far
                      for r in range(size) for c in range(r)})


def all_alike(chance):
    """The same distance everywhere."""
    size, weight = chance.randrange(4, 8), chance.choice((1, 7, 999, 9999, 10000, 65535, 99999))
    return matrix_of(chance, "one number", {(r, c): weight for r in range(size) for c in range(r)})


def street_columns(chance):
    """Tables of streets with marks, lanes and limits of the way back beside the length."""
    names = chance.sample(range(100, 999), 5)
    edges = edges_among(chance, [str(n) for n in names], 7, lambda: Fraction(chance.randrange(5, 900)))
    others = {"key": lambda: "0", "osmid": lambda: str(chance.randrange(10**6, 10**9)),
              "lanes:backward": lambda: chance.choice(("", "1", "2")),
              "maxspeed:backward": lambda: chance.choice(("", "30", "50")),
              "reversed": lambda: chance.choice(("True", "False")),
              "is_reverse": lambda: chance.choice("01"), "reverse": lambda: chance.choice("01"),
              "reverse_edge_id": lambda: str(chance.randrange(1, 99))}
    taken = chance.sample(list(others), chance.randrange(1, 5))
    weight = chance.choice(("length", "metres", "minutes", "seconds", "hours"))
    header = [*chance.choice((("u", "v"), ("source", "target"), ("from", "to"))), *taken, weight]
    rows = [[s, t, *(others[name]() for name in taken), str(w)] for s, t, w in edges]
    lines = [",".join(row) for row in [header, *rows]]
    return Case("table: streets", finish(chance, lines, empty_lines=False), ".csv", edges)


FAMILIES = ((counts_above_names, 2), (undirected_words, 1), (times_in_any_order, 1), (named_by_comment, 1),
            (lonely_number, 1), (small_with_diagonal, 1), (cycle_of_counts, 1), (few_weighted, 1), (stops, 1),
            (two_groups, 1), (all_alike, 1), (street_columns, 2))
