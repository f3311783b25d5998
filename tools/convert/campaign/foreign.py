# SPDX-License-Identifier: MIT
"""Formats that hw3-convert does not read, written by hand: a refusal has to name the format."""

from fractions import Fraction

from case import Case
from graphs import edges_among, simple
from layout import finish


def small(chance):
    count = chance.randrange(3, 6)
    labels = [str(n) for n in range(1, count + 1)]
    return count, simple(edges_among(chance, labels, count + 2, lambda: Fraction(chance.randrange(1, 99))))


def matrix_rows(count, edges):
    weights = {(int(s), int(t)): w for s, t, w in edges}
    weights.update({(t, s): w for (s, t), w in weights.items()})
    return [" ".join(str(weights.get((r, c), 0)) for c in range(1, count + 1)) for r in range(1, count + 1)]


def dot(chance):
    _, edges = small(chance)
    arrow, word = chance.choice((("->", "digraph"), ("--", "graph"), ("->", "strict digraph")))
    attribute = chance.choice(("weight={}", 'label="{}"', "len={}"))
    head = f"{word} {chance.choice(('G', 'roads', ''))}"
    lines = [
        *chance.choice(([], ["// roads"], ["/* roads", "   of 2024 */"], ["# roads"])),
        *chance.choice(([f"{head} {{"], [head, "{"])),
        *(f"  {s} {arrow} {t} [{attribute.format(w)}];" for s, t, w in edges), "}"
    ]
    return lines, (".dot", ".gv", ".txt", ""), ("DOT", "Graphviz")


def lgl(chance):
    _, edges = small(chance)
    lines = [f"# {s}\n{t} {w}" for s, t, w in edges]
    return "\n".join(lines).split("\n"), (".lgl", ), ("LGL", )


def tsplib(chance):
    count, edges = small(chance)
    lines = [
        "NAME: roads", "TYPE: TSP", f"DIMENSION: {count}", "EDGE_WEIGHT_TYPE: EXPLICIT",
        "EDGE_WEIGHT_FORMAT: FULL_MATRIX", "EDGE_WEIGHT_SECTION", *matrix_rows(count, edges), "EOF"
    ]
    if chance.random() < 0.3:
        lines = [line.replace(":", " :") for line in lines]
    lines = chance.choice((lines, lines[2:], ["COMMENT: by hand", *lines]))
    return lines, (".tsp", ".atsp", ".txt", ".vrp"), ("TSPLIB", )


def dl(chance):
    count, edges = small(chance)
    form = chance.choice(("edgelist1", "fullmatrix"))
    lines = [
        *chance.choice(([f"DL n={count}"], [f"dl N = {count}"], ["DL", f"N={count}"])), f"format = {form}",
        *(["labels:", ",".join(f"a{n}" for n in range(count))] if chance.random() < 0.4 else []), "data:",
        *(matrix_rows(count, edges) if form == "fullmatrix" else [f"{s} {t} {w}" for s, t, w in edges])
    ]
    return lines, (".dl", ".txt"), ("DL", "UCINET")


def leda(chance):
    count, edges = small(chance)
    lines = [
        *chance.choice(([], ["# roads"])), "LEDA.GRAPH", "string", "int", "-1",
        str(count), *(f"|{{a{n}}}|" for n in range(count)),
        str(len(edges)), *(f"{s} {t} 0 |{{{w}}}|" for s, t, w in edges)
    ]
    return lines, (".lgr", ".gw", ".txt", ".leda"), ("LEDA", )


def vna(chance):
    _, edges = small(chance)
    return ["*tie data", "from to strength", *(f"{s} {t} {w}" for s, t, w in edges)], (".vna", ), ("VNA", )


def gdf(chance):
    count, edges = small(chance)
    return ([
        "nodedef>name VARCHAR", *(f"v{n}" for n in range(count)),
        "edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE", *(f"v{s},v{t},{w}" for s, t, w in edges)
    ], (".gdf", ), ("GDF", ))


def osm(chance):
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">', ' <node id="1" lat="1" lon="2"/>',
        ' <way id="5"><nd ref="1"/><nd ref="2"/></way>', "</osm>"
    ]
    return lines, (".osm", ".xml"), ("OpenStreetMap", "osm")


def sdf(chance):
    return ([
        "ethanol", "  prog", "", "  2  1  0  0  0  0            999 V2000",
        "    0.0000    0.0000    0.0000 C   0  0", "    1.0000    0.0000    0.0000 O   0  0", "  1  2  1  0",
        "M  END", "$$$$"
    ], (".sdf", ".mol", ".txt"), ("SDF", "molfile", "MOL", "chemical"))


def geojson(chance):
    return ([
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "LineString", '
        '"coordinates": [[0, 1], [2, 3]]}, "properties": {"length": 5}}]}'
    ], (".geojson", ".json"), ("JSON", ))


def json_lists(chance):
    _, edges = small(chance)
    form = chance.choice(("edges", "pretty", "links", "lines"))
    if form == "pretty":
        return ["[", ",\n".join(f" [{s}, {t}, {w}]" for s, t, w in edges), "]"], (".json", ".txt"), ("JSON", )
    if form == "edges":
        return ["[" + ", ".join(f"[{s}, {t}, {w}]" for s, t, w in edges) + "]"], (".json", ".txt"), ("JSON", )
    if form == "links":
        return ([
            "{", ' "links": [', *(f'  {{"source": {s}, "target": {t}, "weight": {w}}},' for s, t, w in edges),
            " ]", "}"
        ], (".json", ".txt"), ("JSON", ))
    return ([f'{{"source": {s}, "target": {t}, "weight": {w}}}'
             for s, t, w in edges], (".jsonl", ".ndjson", ".json"), ("JSON", ))


def adjacency_colons(chance):
    count, edges = small(chance)
    return ([f"{n}: " + " ".join(t for s, t, _ in edges if s == str(n))
             for n in range(1, count + 1)], (".adj", ".txt"), ("adjacency", "expected a whole number"))


def tgf(chance):
    count, edges = small(chance)
    return ([*(f"{n} a{n}" for n in range(1, count + 1)), "#",
             *(f"{s} {t} {w}" for s, t, w in edges)], (".tgf", ), ("TGF", "Trivial Graph Format"))


def pajek(chance):
    count, edges = small(chance)
    lines = [
        *chance.choice(([], ["% roads"], ["/* roads */"])),
        f"{chance.choice(('', ' '))}*{chance.choice(('Vertices', 'vertices'))} {count}",
        *(f'{n} "a{n}"' for n in range(1, count + 1)), "*Arcs", *(f"{s} {t} {w}" for s, t, w in edges)
    ]
    if chance.random() < 0.3:
        lines = lines[-len(edges) - 1:]
    return lines, (".net", ".txt", ".dat"), ("Pajek", )


def gml(chance):
    count, edges = small(chance)
    lines = [
        *chance.choice(([], ["# roads"], ["Version 1"], ['Creator "by hand"'])),
        *chance.choice((["graph ["], ["graph", "["])), *(f" node [ id {n} ]" for n in range(1, count + 1)),
        *(f" edge [ source {s} target {t} value {w} ]" for s, t, w in edges), "]"
    ]
    return lines, (".gml", ".txt", ".dat"), ("GML", )


TEXTS = (dot, lgl, tsplib, dl, leda, vna, gdf, osm, sdf, geojson, json_lists, adjacency_colons, tgf, pajek,
         gml)


def text(chance):
    writer = chance.choice(TEXTS)
    lines, suffixes, words = writer(chance)
    suffix = chance.choice(suffixes)
    return Case(f"foreign text: {writer.__name__}",
                finish(chance, lines, empty_lines=False),
                suffix,
                foreign=words,
                way_out=False)


BINARIES = (
    (b"PAR1\x15\x04\x15\x10" + bytes(40) + b"PAR1", ".parquet .pq .bin", "Parquet"),
    (b"ARROW1\0\0" + bytes(40) + b"ARROW1", ".feather .arrow", "Arrow, Feather"),
    (b"MATLAB 5.0 MAT-file, Platform: GLNXA64".ljust(124) + b"\0\x01IM" + bytes(32), ".mat .dat",
     "MATLAB, .mat"),
    (b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\0\x02IM" + bytes(32), ".mat .dat", "MATLAB"),
    (b"\x89HDF\r\n\x1a\n" + bytes(64), ".h5 .hdf5 .mat", "HDF5"),
    (b"SQLite format 3\0" + bytes(84), ".db .sqlite .gpkg", "SQLite"),
    (b"\x80\x04\x95\x0f\0\0\0\0\0\0\0]\x94(K\x01K\x02K\x03e.", ".pkl .pickle", "pickle"),
    (b"PK\x03\x04\x14\0\x06\0\x08\0" + bytes(20) + b"[Content_Types].xml" + bytes(40), ".xlsx",
     "xlsx, Excel, zip"),
    (b"\xfd7zXZ\0\0\x04" + bytes(40), ".txt.xz .xz .csv.xz", "xz"),
    (b"\x28\xb5\x2f\xfd\x04\0" + bytes(40), ".zst .csv.zst", "zstd, Zstandard, zst"),
    (b"7z\xbc\xaf\x27\x1c\0\x04" + bytes(40), ".7z", "7z, 7-Zip"),
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", ".pdf .txt", "PDF"),
    (b"RDX3\nX\n\0\0\0\x03" + bytes(30), ".rda .RData .rds", "R data"),
    (b"\x00\x00\x00\x0d\x0a\x09OSMHeader" + bytes(40), ".osm.pbf .pbf", "OpenStreetMap, osm, pbf"),
)


def binary(chance):
    data, suffixes, words = chance.choice(BINARIES)
    words = tuple(words.split(", "))
    return Case(f"foreign binary: {words[0]}", data, chance.choice(suffixes.split()), foreign=words,
                way_out=False)


FAMILIES = ((text, 8), (binary, 3))
