# SPDX-License-Identifier: MIT
"""Small random graphs and their labels."""

CITIES = ("Berlin", "Hamburg", "Munich", "Paris", "Lyon", "Madrid", "Oslo", "Rome", "Vienna", "Prague",
          "Porto")
UNICODE = ("Köln", "Zürich", "Łódź", "東京", "Αθήνα", "São Paulo", "Москва", "Čačak", "Reykjavík", "القاهرة")
QUOTED = ("Paris, FR", 'the "Bear"', "a;b", "New York", "St. John's", "x\ty", "Bad Homburg v.d.H.", "A|B")
CODES = ("N1", "N2", "n03", "A-1", "B_2", "c.3", "7a", "x9", "Q42", "R2D2", "id:5", "k#1")
ODD = ("NA", "inf", "None", "null", "nan", "from", "-", "true", "km", "E10")


def edges_among(chance, labels, count, weight, loops=True):
    """A path through the labels, so that each has an edge, and random edges up to `count`."""
    edges = [(s, t, weight()) for s, t in zip(labels, labels[1:])]
    while len(edges) < count:
        s, t = chance.choice(labels), chance.choice(labels)
        if loops or s != t:
            edges.append((s, t, weight()))
    chance.shuffle(edges)
    return edges


def simple(edges):
    """The first edge of each unordered pair, no loops."""
    seen = {}
    for s, t, w in edges:
        if s != t:
            seen.setdefault(frozenset((s, t)), (s, t, w))
    return list(seen.values())


def names(chance, count):
    """Labels of one style, all different, in random order."""
    style = chance.choice(("cities", "unicode", "quoted", "codes", "odd", "letters"))
    if style == "letters":
        return chance.sample([chr(65 + n) for n in range(26)], count)
    words = list({"cities": CITIES, "unicode": UNICODE, "quoted": QUOTED, "codes": CODES, "odd": ODD}[style])
    while len(words) < count:
        words.append(f"{words[len(words) % 5]} {len(words)}")
    return chance.sample(words, count)


def numbers(chance, count, first):
    """Labels first, first + 1, ... in random order."""
    labels = [str(n) for n in range(first, first + count)]
    chance.shuffle(labels)
    return labels
