# SPDX-License-Identifier: MIT
"""Texts whose vertices are numbered from 1: DIMACS, METIS, KONECT, TSPLIB."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import numpy as np

from apsp._failures import shown
from apsp._graph_methods import counted
from apsp.formats.columns import is_number
from apsp.formats.graph import NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

EARTH = 6378.388  # km, as TSPLIB has it
PI = 3.141592


def whole(source: Source, word: str, what: str, line: int | None, most: int | None = None,
          least: int = 0) -> int:
    last = 2**31 - 1 if most is None else most
    if not re.fullmatch("[0-9]{1,18}", word) or not least <= int(word) <= last:
        limit = f"{least} to {most}" if most is not None else "a whole number"
        raise source.refuse(f"{what} is {shown(word)}, expected {limit}", line)
    return int(word)


def lines_of(source: Source) -> list[str]:
    return source.text().replace("\r\n", "\n").replace("\r", "\n").split("\n")


def real(source: Source, word: str, line: int) -> float:
    if not is_number(word) or not math.isfinite(float(word)):
        raise source.refuse(f"the weight is {shown(word)}, expected a number", line)
    return float(word)


def read_dimacs(source: Source, options: ReadOptions) -> NamedGraph:
    """'p sp V E', then 'a source target weight'; other problems ('p edge') have lines 'e source target'."""
    vertices = expected = -1
    ends: list[tuple[int, int]] = []
    weights: list[float] = []
    both = False
    for number, line in enumerate(source.text().splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            if len(words) != 4 or vertices >= 0 or words[1] not in ("sp", "edge", "col"):
                raise source.refuse(f"found {shown(line)}, expected one line 'p sp V E'", number)
            both = words[1] != "sp"
            vertices = whole(source, words[2], "V", number)
            expected = whole(source, words[3], "E", number)
        elif words[0] in ("a", "e"):
            if vertices < 0:
                raise source.refuse("found an edge, expected 'p sp V E' first", number)
            if len(words) != (4 if words[0] == "a" else 3) or (words[0] == "e") != both:
                raise source.refuse(f"found {shown(line)}, expected " + (
                    "'e source target'" if both else "'a source target weight'"), number)
            ends.append((whole(source, words[1], "the source", number, vertices, 1),
                         whole(source, words[2], "the target", number, vertices, 1)))
            weights.append(real(source, words[3], number) if words[0] == "a" else 1)
        elif not (both and words[0] == "n"):
            raise source.refuse(f"found {shown(line)}, expected lines that begin with c, p, "
                                + ("e or n" if both else "or a"), number)
    if vertices < 0:
        raise source.refuse("has no line 'p sp V E', expected one")
    if len(ends) != expected:
        raise source.refuse(f"has {counted(len(ends), 'edge', 'edges')}, expected {expected:,}, as "
                            "its line 'p' says")
    return numbered(vertices, ends, weights, not both, options, "dimacs")


def numbered(vertices: int, ends: list[tuple[int, int]], weights: list[float], directed: bool,
             options: ReadOptions, kind: str) -> NamedGraph:
    """A graph of vertices that are called by their numbers from 1."""
    table = np.array(ends, dtype=np.int64).reshape(-1, 2) - 1
    weight = np.ones(len(ends)) if options.unweighted else np.array(weights, dtype=np.float64)
    return NamedGraph(vertices, table[:, 0].astype(np.int32), table[:, 1].astype(np.int32), weight,
                      list(map(str, range(1, vertices + 1))), directed, kind)


def read_metis(source: Source, options: ReadOptions) -> NamedGraph:
    """'V E [FORMAT [CONSTRAINTS]]', then the neighbours of each vertex in a line; edges lead both ways."""
    lines = [(number, line) for number, line in enumerate(lines_of(source), 1)
             if not line.startswith("%")]
    while lines and not lines[-1][1].strip():
        lines.pop()
    if not lines:
        raise source.refuse("is empty, expected 'V E'")
    first, head = lines[0][0], lines[0][1].split()
    if not 2 <= len(head) <= 4:
        raise source.refuse(f"found {shown(lines[0][1])}, expected 'V E', a format and constraints", first)
    vertices, edges = whole(source, head[0], "V", first), whole(source, head[1], "E", first)
    flags = head[2].zfill(3) if len(head) > 2 else "000"
    if not re.fullmatch("[01]{3}", flags):
        raise source.refuse(f"the format is {shown(head[2])}, expected three digits of 0 and 1", first)
    constraints = whole(source, head[3], "the number of constraints", first) if len(head) > 3 else 1
    skipped = (flags[0] == "1") + constraints * (flags[1] == "1")
    weighted = flags[2] == "1"
    rows = lines[1:]
    rows += [(rows[-1][0] if rows else first, "")] * (vertices - len(rows))
    if len(rows) > vertices:
        raise source.refuse(f"has {len(rows):,} lines of vertices, expected {vertices:,}", rows[vertices][0])
    found: Counter[tuple[int, int, float]] = Counter()
    for vertex, (number, line) in enumerate(rows, 1):
        words = line.split()[skipped:]
        if weighted and len(words) % 2:
            raise source.refuse("has an odd count of numbers, expected pairs of neighbour and weight", number)
        for place in range(0, len(words), 1 + weighted):
            other = whole(source, words[place], "the neighbour", number, vertices, 1)
            found[vertex, other, real(source, words[place + 1], number) if weighted else 1] += 1
    count = sum(found.values())
    if count != 2 * edges:
        raise source.refuse(f"has {count:,} neighbours, expected {2 * edges:,}: two for each of {edges:,} "
                            "edges")
    for (one, other, weight), times in found.items():
        if found[other, one, weight] != times:
            raise source.refuse(f"has the edge from {one} to {other} of {weight:g}, but not the same one "
                                "back")
    once = [edge for edge in found if edge[0] <= edge[1]]
    graph = numbered(vertices, [edge[:2] for edge in once], [edge[2] for edge in once], False, options,
                     "metis")
    repeated = len(once) - len({edge[:2] for edge in once})
    if repeated and not options.unweighted:
        graph.warnings.append(f"{counted(repeated, 'repeated edge has', 'repeated edges have')} another "
                              "weight: the smallest counts")
    if skipped:
        graph.notes.append("weights of vertices are left out")
    return graph


def read_konect(source: Source, options: ReadOptions) -> NamedGraph:
    """'% sym|asym|bip WEIGHTS' first; sym and bip lead both ways, the second set of bip comes behind the
    first."""
    lines = list(enumerate(lines_of(source), 1))
    head = lines[0][1].lstrip("% ").split()
    kinds = ("unweighted", "positive", "posweighted", "signed", "multisigned", "weighted", "multiweighted",
             "multiposweighted")
    if head[1:2] == ["dynamic"]:
        raise source.refuse("the kind of weights is 'dynamic', expected a graph whose edges do not come and "
                            "go: -1 in the third column removes one", 1)
    if len(head) < 2 or head[0] not in ("sym", "asym", "bip") or head[1] not in kinds:
        raise source.refuse(f"found {shown(lines[0][1])}, expected '% FORMAT WEIGHTS', as KONECT has it", 1)
    weighted = head[1] not in ("unweighted", "positive")
    rows = [(number, line.split()) for number, line in lines[1:] if line.strip() and line[0] != "%"]
    width = len(rows[0][1]) if rows else 2
    ends, weights = [], []
    for number, words in rows:
        if len(words) != width or not 2 <= width <= 4:
            raise source.refuse(f"found {len(words)} fields, expected {min(max(width, 2), 4)}", number)
        ends.append((whole(source, words[0], "the source", number, None, 1),
                     whole(source, words[1], "the target", number, None, 1)))
        weights.append(real(source, words[2], number) if weighted and width > 2 else 1.0)
    first = max((source_ for source_, _ in ends), default=0)
    second = max((target for _, target in ends), default=0)
    told = []
    # The second line may say the numbers of edges, sources and targets, or of edges and vertices.
    sizes = lines[1][1][1:].split() if len(lines) > 1 and lines[1][1].startswith("%") else []
    if 2 <= len(sizes) <= 3 and all(re.fullmatch("[0-9]{1,10}", word) and int(word) < 2**31
                                    for word in sizes):
        count, *sides = map(int, (*sizes, sizes[-1])[:3])
        if count != len(ends):
            told.append(f"line 2 says {counted(count, 'edge', 'edges')}, but there "
                        f"{'is' if len(ends) == 1 else 'are'} {len(ends):,}")
        told += [f"line 2 says {counted(side, 'vertex', 'vertices')}, but there is a number {largest:,}"
                 for largest, side in ((first, sides[0]), (second, sides[1])) if 0 < side < largest]
        first, second = max(first, sides[0]), max(second, sides[1])
    if head[0] == "bip":
        ends = [(one, first + other) for one, other in ends]
    vertices = first + second if head[0] == "bip" else max(first, second)
    graph = numbered(vertices, ends, weights, head[0] == "asym", options, "konect")
    graph.warnings += told
    if head[0] == "bip":
        graph.names = [*(f"L{place}" for place in range(1, first + 1)),
                       *(f"R{place}" for place in range(1, second + 1))]
        graph.notes.append(f"the {first:,} vertices of the left set are called L1, L2, ..., those of the "
                           "right R1, R2, ...")
    if width > 2 and not weighted:
        graph.warnings.append("the third column, how often an edge is, is left out: every edge is 1 long")
    if width == 4:
        graph.warnings.append("the fourth column, the time, is left out")
    return graph


def read_tsplib(source: Source, options: ReadOptions) -> NamedGraph:
    """TSPLIB: matrices in all their forms, and distances of coordinates: EUC_2D, CEIL_2D, MAN_2D, MAX_2D,
    GEO, ATT, EUC_3D, MAN_3D, MAX_3D."""
    fields: dict[str, str] = {}
    numbers: dict[str, list[float]] = {}
    section = None
    for number, line in enumerate(source.text().splitlines(), 1):
        text = line.strip()
        if not text or text == "EOF":
            continue
        if (key := re.match(r"([A-Z_]+)\s*(:|$)\s*(.*)", text)) and not is_number(text):
            section = key[1] if key[1].endswith("_SECTION") else None
            if section is None:
                fields[key[1]] = key[3].strip()
            else:
                numbers[section] = []
            continue
        if section is None:
            raise source.refuse(f"found {shown(line)}, expected 'KEY: value' or the name of a "
                                "section", number)
        for word in text.split():
            if not is_number(word):
                raise source.refuse(f"found {shown(word)}, expected a number", number)
            numbers[section].append(float(word))
    if "DIMENSION" not in fields:
        raise source.refuse("has no DIMENSION, expected the number of vertices")
    size = whole(source, fields["DIMENSION"], "DIMENSION", None)
    positions = None
    if "NODE_COORD_SECTION" in numbers:
        kind = fields.get("EDGE_WEIGHT_TYPE", "")
        matrix, positions = of_coordinates(source, kind, numbers["NODE_COORD_SECTION"], size)
    elif "EDGE_WEIGHT_SECTION" in numbers:
        matrix = of_weights(source, fields.get("EDGE_WEIGHT_FORMAT", "FULL_MATRIX"),
                            numbers["EDGE_WEIGHT_SECTION"], size)
    else:
        raise source.refuse("has no EDGE_WEIGHT_SECTION and no NODE_COORD_SECTION, expected one")
    off = ~np.eye(size, dtype=bool)
    rows, columns = np.nonzero(off)
    graph = NamedGraph(size, rows.astype(np.int32), columns.astype(np.int32), matrix[off],
                       list(map(str, range(1, size + 1))), True, "tsplib")
    graph.positions = positions
    if options.unweighted:
        graph.weight[:] = 1
    return graph


def of_weights(source: Source, form: str, values: list[float], size: int) -> Any:
    """A matrix of what stands in its upper or lower part, or in all of it."""
    matrix = np.zeros((size, size))
    parts = {"FULL_MATRIX": None,
             "UPPER_ROW": np.triu_indices(size, 1), "LOWER_ROW": np.tril_indices(size, -1),
             "UPPER_DIAG_ROW": np.triu_indices(size), "LOWER_DIAG_ROW": np.tril_indices(size),
             "UPPER_COL": np.tril_indices(size, -1), "LOWER_COL": np.triu_indices(size, 1),
             "UPPER_DIAG_COL": np.tril_indices(size), "LOWER_DIAG_COL": np.triu_indices(size)}
    if form not in parts:
        raise source.refuse(f"EDGE_WEIGHT_FORMAT is {shown(form)}, expected one of {', '.join(parts)}")
    part = parts[form]
    expected = size * size if part is None else len(part[0])
    if len(values) != expected:
        raise source.refuse(f"EDGE_WEIGHT_SECTION has {len(values):,} numbers, expected {expected:,} for "
                            f"{form}")
    if part is None:
        return np.array(values).reshape(size, size)
    matrix[part] = values
    matrix.T[part] = values
    return matrix


def of_coordinates(source: Source, kind: str, values: list[float], size: int) -> tuple[Any, Any]:
    width = 4 if kind.endswith("3D") else 3
    if len(values) != width * size:
        raise source.refuse(f"NODE_COORD_SECTION has {len(values):,} numbers, expected {width * size:,}: "
                            f"{width} for each of {size:,} vertices")
    table = np.array(values).reshape(size, width)
    table = table[np.argsort(table[:, 0], kind="stable")]
    if (table[:, 0] != np.arange(1, size + 1)).any():
        raise source.refuse(f"NODE_COORD_SECTION has other vertices than 1 to {size}")
    points = table[:, 1:]
    apart = np.abs(points[:, None, :] - points[None, :, :])
    if kind in ("EUC_2D", "EUC_3D"):
        matrix = np.floor(np.sqrt((apart**2).sum(axis=2)) + 0.5)
    elif kind == "CEIL_2D":
        matrix = np.ceil(np.sqrt((apart**2).sum(axis=2)))
    elif kind in ("MAN_2D", "MAN_3D"):
        matrix = np.floor(apart.sum(axis=2) + 0.5)
    elif kind in ("MAX_2D", "MAX_3D"):
        matrix = np.floor(apart + 0.5).max(axis=2)
    elif kind == "ATT":
        exact = np.sqrt((apart**2).sum(axis=2) / 10)
        rounded = np.floor(exact + 0.5)
        matrix = np.where(rounded < exact, rounded + 1, rounded)
    elif kind == "GEO":
        matrix = geographic(points)
        points = points[:, ::-1]
    else:
        raise source.refuse(f"EDGE_WEIGHT_TYPE is {shown(kind)}, expected EXPLICIT, EUC_2D, CEIL_2D, MAN_2D, "
                            "MAX_2D, GEO, ATT, EUC_3D, MAN_3D or MAX_3D")
    return matrix, points[:, :2]


def geographic(points: Any) -> Any:
    """TSPLIB's own formula: degrees and minutes, its PI and its radius, whole kilometres."""
    degrees = np.trunc(points)
    radians = PI * (degrees + 5 * (points - degrees) / 3) / 180
    up, across = radians[:, 0], radians[:, 1]
    q1 = np.cos(across[:, None] - across[None, :])
    q2 = np.cos(up[:, None] - up[None, :])
    q3 = np.cos(up[:, None] + up[None, :])
    found = np.floor(EARTH * np.arccos(np.clip(0.5 * ((1 + q1) * q2 - (1 - q1) * q3), -1, 1)) + 1)
    np.fill_diagonal(found, 0)
    return found
