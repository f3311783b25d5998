# SPDX-License-Identifier: MIT
"""Kinds of graphs for hw3-width-report and hw3-bench --sparse: those of hw3-gen, and some that it does
not make."""

import array
import collections
import math
import random


def from_hw3_gen(kind, *options):
    """Graphs of hw3-gen. An option may be a function of V."""
    def write(programs, path, vertices, heaviest, seed):
        words = [word(vertices) if callable(word) else word for word in options]
        programs.run("hw3-gen", kind, path, "--vertices", vertices, "--weights", f"0:{heaviest}",
                     "--seed", seed, *words)
    return write


def from_edges(make):
    """Graphs of a function of V and a random generator that returns pairs of vertices, or triples
    with the share of the heaviest weight."""
    def write(_, path, vertices, heaviest, seed):
        draw = random.Random(f"{make.__name__} {vertices} {seed}")
        edges = [edge if len(edge) == 3 else (*edge, draw.random())
                 for edge in make(vertices, draw)]
        numbers = array.array("i", [vertices, len(edges)])
        for source, destination, share in edges:
            numbers.extend((source, destination, round(share * heaviest)))
        path.write_bytes(numbers.tobytes())
    return write


def geometric(vertices, draw):
    """Points of a square, joined both ways where they are near, as far apart as they lie."""
    points = [(draw.random(), draw.random()) for _ in range(vertices)]
    reach = math.sqrt(9 / (math.pi * vertices))
    cells = collections.defaultdict(list)
    for number, (x, y) in enumerate(points):
        cells[int(x / reach), int(y / reach)].append(number)
    for (row, column), here in list(cells.items()):
        near = [j for down in (-1, 0, 1) for right in (-1, 0, 1)
                for j in cells.get((row + down, column + right), ())]
        for i in here:
            for j in near:
                apart = math.dist(points[i], points[j])
                if i != j and apart < reach:
                    yield i, j, apart / reach


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


KINDS = {
    "random 5 V": from_hw3_gen("random", "--edges", lambda v: 5 * v),
    "random 30 V": from_hw3_gen("random", "--edges", lambda v: 30 * v),
    "random 40 %": from_hw3_gen("random", "--density", 0.4),
    "grid": from_hw3_gen("grid"),
    "small-world": from_hw3_gen("small-world"),
    "scale-free 6 V": from_hw3_gen("scale-free", "--edges", lambda v: 6 * v),
    "scale-free 10 %": from_hw3_gen("scale-free", "--edges", lambda v: v * v // 10),
    "disconnected": from_hw3_gen("disconnected", "--edges", lambda v: 6 * v, "--components", 3),
    "ring": from_hw3_gen("ring"),
    "star": from_hw3_gen("star"),
    "geometric": from_edges(geometric),
    "dependencies": from_edges(dependencies),
    "packages": from_edges(packages),
    "attachment 3": from_edges(attachment(3)),
    "attachment 5": from_edges(attachment(5)),
    "acyclic": from_edges(acyclic),
    "tree": from_edges(tree),
    "clusters": from_edges(clusters),
}
