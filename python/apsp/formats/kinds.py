# SPDX-License-Identifier: MIT
"""The kinds of files, and how one is known."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass

from apsp._failures import InputFailure, shown
from apsp.answers.files import read_names
from apsp.formats.graph import NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source, open_source
from apsp.formats.vertex_names import is_whole


@dataclass(frozen=True)
class Kind:
    """A format. `read` is "module:function" of this package, imported when it is called."""

    name: str  #: for --from
    suffixes: str
    summary: str
    read: str
    is_content: Callable[[bytes, Source], bool] = lambda head, source: False  #: by the first bytes

    def load(self) -> Callable[[Source, ReadOptions], NamedGraph]:
        module, function = self.read.split(":")
        found: Callable[[Source, ReadOptions], NamedGraph] = getattr(
            importlib.import_module(f"apsp.formats.{module}"), function)
        return found


def begins(*marks: bytes) -> Callable[[bytes, Source], bool]:
    """Whether a file begins with one of these, in letters of either case, behind blanks."""
    return lambda head, source: head.lstrip(b" \t\r\n\xef\xbb\xbf").lower().startswith(marks)


def matches(pattern: bytes) -> Callable[[bytes, Source], bool]:
    known = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    return lambda head, source: known.search(head) is not None


def is_graph_file(head: bytes, source: Source) -> bool:
    """Whether the size is that of the numbers V and E and E edges."""
    if len(source.data) < 8 or (len(source.data) - 8) % 12:
        return False
    vertices, edges = (int.from_bytes(source.data[place:place + 4], "little", signed=True)
                       for place in (0, 4))
    return vertices >= 0 and len(source.data) == 8 + 12 * edges


def is_metis(head: bytes, source: Source) -> bool:
    first = re.sub(rb"\A(%.*\n)+", b"", head).partition(b"\n")[0]
    return source.suffix == ".graph" and re.match(rb"\s*\d+ +\d+( "
                                                  rb"+\d+)*\s*$", first) is not None


KINDS = (
    # By their content.
    Kind("bin", ".bin .hw3 .in", "the programs' graph file", "binary:read", is_graph_file),
    Kind("sqlite", ".sqlite .sqlite3 .db .gpkg", "a table of an SQLite file", "stores:read_sqlite",
         begins(b"sqlite format 3\0")),
    Kind("parquet", ".parquet .pq", "a table of edges", "stores:read_parquet", begins(b"par1")),
    Kind("arrow", ".arrow .feather .ipc", "a table of "
                                          "edges", "stores:read_arrow", begins(b"arrow1", b"fea1")),
    Kind("npy", ".npy", "NumPy: a matrix, or rows of edges", "arrays:read_npy", begins(b"\x93numpy")),
    Kind("mat", ".mat", "a matrix of MATLAB", "mat:read_mat", begins(b"matlab 5.0", b"matlab "
                                                                                       b"7.3", b"\x89hdf")),
    Kind("excel", ".xlsx .xlsm", "a sheet of edges, or a matrix", "stores:read_excel",
         lambda head, source: head.startswith(b"PK") and b"[Content_Types].xml" in source.data),
    Kind("npz", ".npz", "a sparse matrix of SciPy, or an array", "arrays:read_npz",
         lambda head, source: head.startswith(b"PK") and b".npy" in source.data[:200]),
    Kind("mtx", ".mtx", "Matrix Market", "arrays:read_mtx", begins(b"%%matrixmarket", b"%matrixmarket")),
    Kind("graphml", ".graphml", "GraphML", "markup:read_graphml", matches(rb"<(\w+:)?graphml\b")),
    Kind("gexf", ".gexf", "GEXF", "markup:read_gexf", matches(rb"<gexf\b")),
    Kind("json", ".json .cyjs", "node-link, JSON Graph Format, Cytoscape", "markup:read_json",
         lambda head, source: head.lstrip(b" \t\r\n\xef\xbb\xbf").startswith((b"{", b"[{")) and
         source.suffix != ".dot"),
    Kind("pajek", ".net .paj", "Pajek", "listings:read_pajek", begins(b"*vertices", b"*network")),
    Kind("leda", ".lgr .gw .leda", "LEDA", "listings:read_leda", begins(b"leda.graph")),
    Kind("sparse6", ".s6", "sparse6", "listings:read_sparse6", begins(b">>sparse6<<")),
    Kind("graph6", ".g6", "graph6", "listings:read_graph6", begins(b">>graph6<<")),
    Kind("dl", ".dl", "DL of UCINET", "dl:read_dl", begins(b"dl n", b"dl\nn", b"dl\r\nn")),
    Kind("dot", ".dot .gv", "DOT of Graphviz", "listings:read_dot",
         matches(rb"\A\s*(//.*\s+|/\*.*?\*/\s*)*(strict\s+)?(di)?graph\b[^\[\n]*\{")),
    Kind("gml", ".gml", "GML", "listings:read_gml", matches(rb"^\s*graph\s*\[|\A\s*(creator|version)\b")),
    Kind("tsplib", ".tsp .atsp", "TSPLIB", "numbered:read_tsplib",
         matches(rb"\A(\s*[A-Z_]+\s*:.*\n)*?\s*DIMENSION\s*:")),
    Kind("dimacs", ".gr .col "
                   ".clq", "DIMACS", "numbered:read_dimacs", matches(rb"\A(c\b.*\n)*p (sp|edge|col) ")),
    Kind("konect", ".konect", "KONECT", "numbered:read_konect", matches(rb"\A%[ \t]*(sym|asym|bip)\s")),
    Kind("adjlist", ".adjlist .adj", "adjacency lists of networkx", "listings:read_adjlist"),
    Kind("multiline-adjlist", ".mladj", "the same, a neighbour a line", "listings:read_multiline_adjlist"),
    # By their suffix alone.
    Kind("metis", ".graph .metis", "METIS", "numbered:read_metis", is_metis),
    Kind("lgl", ".lgl", "LGL", "listings:read_lgl"),
    Kind("sif", ".sif", "SIF of Cytoscape", "listings:read_sif"),
    Kind("csv", ".csv .tsv .tab", "a table of edges", "text:read_edges"),
    Kind("edges", ".txt .edges .el .snap .ncol .edgelist", "'source target [weight]' a "
                                                           "line", "text:read_edges"),
    Kind("matrix", "", "a square matrix as text", "text:read_matrix"),
)
TEXT = Kind("text", "", "edges or a matrix", "text:read")
#: Formats that are known and not read: how one is known, and what to do.
FOREIGN = (
    (begins(b"<?xml", b"<osm"), rb"<osm\b", "OpenStreetMap; apsp matrix reads maps"),
    (begins(b"*node data", b"*tie data"), b"", "VNA, expected GraphML as Gephi exports it"),
    (begins(b"nodedef>"), b"", "GDF, expected GraphML as Gephi exports it"),
    (begins(b"%pdf"), b"", "PDF, expected a graph"),
    (begins(b"\xd0\xcf\x11\xe0"), b"", "an old spreadsheet, expected .xlsx"),
    (begins(b"rdx", b"\x1f\x9d"), b"", "data of R or of compress, expected another format"),
    (begins(b"rar!", b"7z\xbc\xaf"), b"", "an archive of RAR or 7-Zip, expected .zip"),
    (lambda head, source: head[257:262] == b"ustar", b"", "an archive of tar; tar -xOf FILE NAME | apsp ... "
                                                          "-"),
    (lambda head, source: head[:1] == b"\x80" and head[1:2] in (b"\2", b"\3", b"\4", b"\5"), b"",
     "a pickle, which may run any program, expected another format"),
)


def kind_called(name: str) -> Kind | None:
    return next((kind for kind in KINDS if kind.name == name), None)


def find(source: Source, options: ReadOptions) -> Kind:
    """The format of a file: what --from names, else by the content, else by the suffix, else text."""
    if options.kind is not None:
        kind = kind_called(options.kind)
        if kind is None:
            raise InputFailure(source.name, f"--from is {shown(options.kind)}, expected one of "
                               + ", ".join(kind.name for kind in KINDS))
        return kind
    head = source.data[:4096]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "ignore").encode()
    if b"\0" not in head:  # a text: without the mark of its encoding, and with one kind of ends of lines
        head = head.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        head = head[3:] if head.startswith(b"\xef\xbb\xbf") else head
    for is_foreign, inside, advice in FOREIGN:
        if is_foreign(head, source) and (not inside or re.search(inside, head)):
            raise source.refuse(f"is {advice}; --from FORMAT where it is not")
    for kind in KINDS:
        if kind.is_content(head, source):
            return kind
    if not source.data.strip():
        raise source.refuse("is empty, expected a graph")
    if re.search(rb"\A#.*\n#\s+GMT ", head):  # networkx heads adjacency lists, and no others, by the time
        return kind_of_adjlist(source)
    for kind in KINDS:
        if source.suffix and source.suffix in kind.suffixes.split():
            # Of a binary format it would have the content; of a table it may still be a matrix.
            if kind.read.startswith("text:"):
                return TEXT
            if not kind.read.startswith(("binary:", "arrays:", "mat:", "stores:")):
                return kind
            raise source.refuse(f"begins with {shown(head[:16])}, which is not {kind.summary}")
    return TEXT


def kind_of_adjlist(source: Source) -> Kind:
    """An adjacency list has a vertex and its neighbours in a line; in one of many lines each vertex comes
    with the number of lines that follow."""
    lines = [line.split() for line in source.data.decode("utf-8", "replace").splitlines()
             if line.strip() and not line.startswith("#")]
    place = 0
    while place < len(lines) and len(lines[place]) == 2 and is_whole(lines[place][1]):
        place += 1 + int(lines[place][1])
    name = "multiline-adjlist" if lines and place == len(lines) else "adjlist"
    found = kind_called(name)
    assert found is not None
    return found


def read(path: str | os.PathLike[str], options: ReadOptions | None = None) -> NamedGraph:
    """The graph of a file of any format; "-" is standard input.

    Raises InputFailure, a ValueError, which says the place, what was found and what was expected.
    """
    options = options or ReadOptions()
    source = open_source(path, options)
    graph = find(source, options).load()(source, options)
    graph.path = None if os.fspath(path) == "-" else os.fspath(path)
    take_names(source, graph)
    if options.undirected and graph.directed:
        graph.directed = False
    return graph


def take_names(source: Source, graph: NamedGraph) -> None:
    """Takes the lines of NAME.names, where the format holds numbers alone. hw3-convert and apsp write
    them."""
    file = f"{source.path}.names"
    if source.path is None or not os.path.isfile(file) or (
            graph.names is not None and graph.kind not in ("dimacs", "metis", "tsplib")):
        return
    try:
        names = read_names(source.path)
    except (OSError, UnicodeDecodeError) as error:
        raise InputFailure(file, f"{error}, expected names, one a line") from None
    if len(names) != graph.vertices:
        raise InputFailure(file, f"has {len(names):,} names, expected {graph.vertices:,}, one for each "
                           f"vertex of {source.name}")
    if len(set(names)) < len(names):
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise InputFailure(file, f"has the name {shown(twice)} twice")
    graph.names = names
