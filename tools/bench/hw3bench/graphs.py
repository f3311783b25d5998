# SPDX-License-Identifier: MIT
"""Kinds of graphs: those of hw3-gen, by name or with options, and some that it does not make."""

import array
import random


def write_graph(programs, kind, path, vertices, *more, heaviest=1000, seed=1):
    """Writes a graph of a kind of KINDS or MADE, or of one of hw3-gen's with the options `more`."""
    if kind not in MADE:
        name, options = (kind, lambda v: ()) if more else KINDS.get(kind, (kind, lambda v: ()))
        weights = () if "--weights" in more else ("--weights", f"0:{heaviest}")
        programs.run("hw3-gen", name, path, "--vertices", vertices, *weights, "--seed", seed,
                     *options(vertices), *more)
        return
    make = MADE[kind]
    draw = random.Random(f"{make.__name__} {vertices} {seed}")
    edges = [edge if len(edge) == 3 else (*edge, draw.random()) for edge in make(vertices, draw)]
    numbers = array.array("i", [vertices, len(edges)])
    for source, destination, share in edges:
        numbers.extend((source, destination, round(share * heaviest)))
    path.write_bytes(numbers.tobytes())


# The functions below return pairs of vertices, or triples with the share of the heaviest weight.

def dependencies(vertices, draw):
    """Packages: each needs some older ones, those that many need before others; few cycles."""
    pool = [0]
    for package in range(1, vertices):
        for _ in range(draw.randrange(7)):
            needed = draw.choice(pool) if draw.random() < 0.7 else draw.randrange(package)
            pool.append(needed)
            yield package, needed
            if draw.random() < 0.05:
                yield needed, package
        pool.append(package)


def packages(vertices, draw):
    """Packages in layers: each needs some 2.7 of lower layers, either of the layer below or of those
    that many need. There are no cycles, and little is reachable."""
    layers = 12
    first = [vertices * layer // layers for layer in range(layers + 1)]
    for layer in range(1, layers):
        for package in range(first[layer], first[layer + 1]):
            needed = {draw.randrange(first[layer - 1], first[layer]) if draw.random() < 0.4
                      else int(first[layer] * draw.random() ** 3) for _ in range(draw.randrange(7))}
            for other in sorted(needed):
                yield package, other


def attachment(links):
    """Barabasi and Albert: each vertex joins `links` others, both ways, more often those with many."""
    def attachment_graph(vertices, draw):
        ends = list(range(min(links, vertices)))
        for vertex in range(links, vertices):
            others = set()
            while len(others) < links:
                others.add(draw.choice(ends))
            for other in sorted(others):
                share = draw.random()
                yield vertex, other, share
                yield other, vertex, share
                ends += [vertex, other]
    return attachment_graph


def acyclic(vertices, draw):
    for source in range(vertices):
        for _ in range(3):
            destination = source + draw.randint(1, vertices // 4)
            if destination < vertices:
                yield source, destination


def tree(vertices, draw):
    for vertex in range(1, vertices):
        share, parent = draw.random(), draw.randrange(vertex)
        yield vertex, parent, share
        yield parent, vertex, share


def clusters(vertices, draw):
    """Two dense halves, joined by two heavy edges."""
    half = vertices // 2
    for start in (0, half):
        for _ in range(40 * half):
            yield start + draw.randrange(half), start + draw.randrange(half), draw.random() / 4
    yield 0, half, 1
    yield half, 0, 1


MADE = {"dependencies": dependencies, "packages": packages, "attachment 3": attachment(3),
        "attachment 5": attachment(5), "acyclic": acyclic, "tree": tree, "clusters": clusters}
KINDS = {
    "random 5 V": ("random", lambda v: ("--edges", 5 * v)),
    "random 30 V": ("random", lambda v: ("--edges", 30 * v)),
    "random 40 %": ("random", lambda v: ("--density", 0.4)),
    "scale-free 6 V": ("scale-free", lambda v: ("--edges", 6 * v)),
    "scale-free 10 %": ("scale-free", lambda v: ("--edges", v * v // 10)),
    "disconnected": ("disconnected", lambda v: ("--edges", 6 * v, "--components", 3)),
}
