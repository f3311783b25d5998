#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what the fuzzer starts from: for each target a folder of small files that it takes, or that
are nearly right, made from the small cases of testcases/.

Usage: make_seeds.py FOLDER    writes FOLDER/TARGET/NAME

A target reads its choices, options and the like, from the end of its input: see the head of each
target's source. Here stand as many bytes as it reads.
"""

import bz2
import gzip
import pathlib
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "testcases"))
import make_cases  # noqa: E402

FORMAT_CHOICES = 11    # weight, scale, compact, zero_is_edge, unweighted, header, separator,
                       # undirected, decimal, no_edge, format
DISTANCE_CHOICES = 6   # whole, form, rows, columns
CONVERT_CHOICES = 13   # from, to, undirected, keep_repeated, compact, zero_is_edge, scale, ...
DETECT = 15            # the choice of `from` that leaves the format to be found
FORMATS = ("hw3", "edges", "konect", "dimacs", "mtx", "csv", "csv-matrix", "npy", "metis")

# Forms that the graphs of the small cases do not show.
ODDITIES = {
    "edges": (b"# Nodes: 7 Edges: 1\n0\t1\n", b"% sym\r\n1 2 0.5\r\n", b"x y 7\ny x -3\n", b"",
              b"0 1 {}\n1 2 {'weight': 3.5, 'colour': \"r\\\"ed\", 'a': [1, {'b': None}]}\n",
              b"+0 +1 +5\n# Nodes: 4 Edges: 5\n", b"4 6\n0 1\n1 2\n2 3\n3 0\n0 2\n1 3\n",
              b"# Undirected graph: x\r0 1\r1 2\r", b"0 1 {'length': 5}\n"),
    "konect": (b"% asym weighted\n% 2 3 3\n1 2 5 1254192988\n3 1 0 7\n",
               b"%bip positive \r\n1 1 2\r\n2 1 1\r\n", b"% sym unweighted\n2 2\n1 2\n1 2\n",
               b"% sym signed\n1 2 -1\n", b"% asym dynamic\n1 2 -1\n"),
    "dimacs": (b"c road\np sp 3 2\na 1 2 803\na 3 1 0\n", b"p sp 0 0\n"),
    "mtx": (b"%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 3 2\n2 1\n3 3\n",
            b"%%MatrixMarket Matrix Coordinate Real General\n2 2 1\n1 2 5e-1\n",
            b"%%MatrixMarket matrix array real general\n2 2\n0 inf\n1.0\n0\n",
            b"%%MatrixMarket matrix array integer symmetric\n2 2\n0\n3\n1\n",
            b"%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n-3\n0\n",
            b"%%MatrixMarket matrix coordinate unsigned-integer skew-symmetric\n2 2 1\n2 1 4\n"),
    "csv": (b"\xef\xbb\xbfFrom,To,km\r\n\"Paris, Texas\",\"the \"\"big\"\" one\",\"5\"\r\n",
            b"a,b\nb,a\n", b"a,b, 1 \n", b"Source;Target;Weight\na;b;3\n", b"w\tsrc\tdst\n3\ta\tb\n",
            b"# comment\n#a,b\nb,#a\n", b"a b  3\n", b"id_x,id_y\n3,4\n", b"from,to,x,cost\na,b,?,5\n",
            b"sep=;\nFrom;To;minutes\na;b;2,5\n", b"source,target,type,weight\na,b,Undirected,3\n",
            b"a|b|NA\nb|c|-1\n"),
    "csv-matrix": (b",A,B\nA,0,4\nB,,0\n", b"0,1,inf\n2,0,nan\n3,4,0\n", b"A;B\n0;1\n1;0\n",
                   b"A 0 1\nB +1 0\n", b",0,1\n0,0,7\n1,1,0\n", b"0\n3 0\n1 4 0\n",
                   b"3;1,5\n4\n"),
    "npy": (),
    "metis": (b"% c\n3 2 011 1\n5 2 7\n1 1 7 3 8\n9 2 8\n", b"2 1\n2\n1\n", b"2 1 100\n4 2\n4 1\n"),
}

FOREIGN = (b"<graphml/>", b"<?xml version='1.0'?>\n<gexf/>", "<graphml/>".encode("utf-16"),
           b"PK\3\4" + bytes(22) + b"\5\0\0\0a.npy", b"PK\5\6" + bytes(18), b"graph {\na -- b }\n",
           b"*Vertices 2\n*Arcs\n1 2\n", b"NAME: x\nTYPE: TSP\nDIMENSION: 2\n")

OPTIONS = {  # in the order of kParsers in options.cpp
    "hw3-1": ("in\nout", "--threads\n4\n--isa\nportable\n--verbose\nin\nout",
              "--arithmetic=u16\n--report\nr.json\n--sync\n-\nout", "--quiet\n--\nin\nout",
              "--help", "--version", "--thread\n4"),
    "hw3-check": ("found\nexpected", "--graph\ng\n--rows\n10\n--seed\n7\nfound",
                  "--rows\nall\n--threads=2\n--quiet\n--graph=g\nf"),
    "hw3-convert": ("a.gr\nb.bin", "--from\ndistances\nd\nd.npy",
                    "--scale\n0.5\n--weight=-5\n--undirected\n--to\ncsv\na\nb",
                    "--compact\n--zero-is-edge\n--keep-repeated\n--sync\n--from=npy\na\n-",
                    "--unweighted\n--reverse\n--columns\na,b,3\n--header=yes\n--separator=tab\na\nb",
                    "--columns\na,b,3,4\na\nb"),
    "hw3-gen": ("random\nout\n--vertices\n9\n--density\n0.25",
                "scale-free\n-\n--vertices=9\n--edges\n20\n--weights\n-5:20\n--shuffle",
                "small-world\no\n--vertices\n9\n--neighbours\n2\n--rewire\n.1\n--loops\n1",
                "knn\no\n--vertices\n9\n--neighbours\n2\n--dimensions\n3\n--directed",
                "grid\no\n--vertices\n9\n--columns\n3\n--repeats\n2\n--seed\n1"),
    "hw3-cat": ("--rows\n0:10\n--cols\n:10\nf", "--graph\n--edges\n5:\n--csv\nf",
                "--distances\n--npy\n--output\no\nf", "--sources\n3,5:\n--vertices\n9\nf"),
    "hw3-path": ("d\ng\n0\n5", "--format\njson\ng\n0\n5", "--pairs\np\n--numbers\nd\ng",
                 "--all\no\n--sources\n3,0:5\nd\ng", "--undirected\n--names\nn\n--sources\n@l\nd\ng"),
}


def edges_of(graph):
    """V and the edges of a graph file, or nothing where it is to be refused."""
    if len(graph) < 8:
        return None
    vertices, count = struct.unpack_from("<2i", graph)
    if vertices < 0 or count < 0 or len(graph) != 8 + 12 * count:
        return None
    edges = list(struct.iter_unpack("<3i", graph[8:]))
    good = all(0 <= s < vertices and 0 <= d < vertices and abs(w) < 2**30 - 1
               for s, d, w in edges)
    return (vertices, edges) if good else None


def npy(kind, order, vertices, data):
    head = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({vertices}, {vertices}), }}\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + data


def matrix(vertices, edges):
    entries = [2**30 - 1] * (vertices * vertices)
    for source, destination, weight in edges:
        entries[source * vertices + destination] = weight
    return entries


def written(vertices, edges):
    """The graph in each text format and as an array."""
    def lines(base, start="", blank=" "):
        return "".join(f"{start}{s + base}{blank}{d + base}{blank}{w}\n" for s, d, w in edges)

    both = edges + [(d, s, w) for s, d, w in edges]
    neighbours = [" ".join(f"{d + 1} {w}" for s, d, w in both if s == vertex)
                  for vertex in range(vertices)]
    entries = matrix(vertices, edges)
    texts = {
        "edges": f"# Nodes: {vertices}\n" + lines(0),
        "dimacs": f"p sp {vertices} {len(edges)}\n" + lines(1, "a "),
        "mtx": "%%MatrixMarket matrix coordinate integer general\n"
               f"{vertices} {vertices} {len(edges)}\n" + lines(1),
        "konect": f"% asym weighted\n% {len(edges)} {vertices} {vertices}\n" + lines(1),
        "csv": "source,target,weight\n" + lines(0, blank=","),
        "csv-matrix": "".join(",".join("" if weight == 2**30 - 1 else str(weight)
                                       for weight in entries[row * vertices:][:vertices]) + "\n"
                              for row in range(vertices)),
        "metis": f"{vertices} {len(edges)} 001\n" + "".join(line + "\n" for line in neighbours),
    }
    files = {name: text.encode() for name, text in texts.items()}
    files["npy"] = npy("<i4", "False", vertices, struct.pack(f"<{len(entries)}i", *entries))
    return files


def dense_arrays():
    """A matrix of each type, both ways round."""
    for kind, code in (("|b1", "?"), ("|i1", "b"), ("|u1", "B"), ("<i2", "h"), ("<u2", "H"),
                       ("<u4", "I"), ("<i8", "q"), ("<u8", "Q"), ("<f4", "f"), ("<f8", "d")):
        yield npy(kind, "True" if code in "hHfd" else "False", 2, struct.pack("<4" + code, 0, 1, 1, 0))
    infinity = float("inf")
    yield npy("<f8", "False", 2, struct.pack("<4d", 0, infinity, 0.5, -infinity))


def seeds():
    """Each seed: target, name, bytes."""
    formats = {name: [] for name in FORMATS}
    for text in sorted(make_cases.SMALL.glob("*.txt")):
        graph, distances = make_cases.read(text.read_text(encoding="utf-8"))
        if len(graph) > 2000:
            continue  # slow to mutate, and nothing new
        yield "graph", text.stem, graph
        formats["hw3"].append(graph)
        if distances is not None:
            for form in range(3):
                yield "distances", f"{text.stem}-{form}", distances + bytes((0, 0, 16, 0, form, form))
        parsed = edges_of(graph)
        if parsed:
            for name, data in written(*parsed).items():
                formats[name].append(data)
    for name, files in ODDITIES.items():
        formats[name].extend(files)
    formats["npy"].extend(dense_arrays())

    for name, files in formats.items():
        for number, data in enumerate(files):
            if name != "hw3":
                yield name, f"{number}", data + bytes((number % len(FORMATS),)) + bytes(
                    FORMAT_CHOICES - 1)
            choices = bytes(CONVERT_CHOICES - 2) + bytes((number % 6, DETECT))
            yield "convert", f"{name}-{number}", data + choices
    for number, data in enumerate(FOREIGN):
        yield "convert", f"foreign-{number}", data + bytes(CONVERT_CHOICES - 1) + bytes((DETECT,))
    for number, data in enumerate(formats["edges"] + formats["hw3"]):
        for name, compress in (("gz", lambda data: gzip.compress(data, mtime=0)),
                               ("bz2", bz2.compress)):
            members = compress(data) + compress(data[:50]) * (number % 3)
            yield "compressed", f"{name}-{number}", members + bytes((number % 4,))
            if number % 4 == 0:
                yield "convert", f"{name}-{number}", members + bytes(CONVERT_CHOICES - 1) + bytes(
                    (DETECT,))
    for program, (_, lines) in enumerate(OPTIONS.items()):
        for number, text in enumerate(lines):
            yield "options", f"{program}-{number}", text.encode() + bytes((program,))


def main(folder):
    for target, name, data in seeds():
        (folder / target).mkdir(parents=True, exist_ok=True)
        (folder / target / name).write_bytes(data)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
