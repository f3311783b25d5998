# SPDX-License-Identifier: MIT
"""Graphs to files, by the suffix. Edges with the same ends become one, the shortest."""

from __future__ import annotations

import csv
import io
import json
import pathlib
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np

from apsp._failures import NoAnswer, UsageFailure, needed, shown
from apsp._graph_methods import counted
from apsp.answers.files import require_lines, whole_file, write_names
from apsp.answers.tables import short
from apsp.formats.graph import NamedGraph

LIMIT = 2**30 - 1
Writer = Callable[[NamedGraph, BinaryIO], None]


def write(graph: NamedGraph, path: str, kind: str | None = None) -> list[str]:
    """Writes the graph, and returns what a user should read about it. Names that the format cannot hold go to
    PATH.names, one a line.

    Raises UsageFailure for a suffix that is not known, NoAnswer for a graph that the format cannot hold,
    OutputFailure for a file that cannot be written.
    """
    suffix = "." + kind.lstrip(".") if kind is not None else (
        ".csv" if path == "-" else pathlib.PurePath(path).suffix.lower())
    if suffix not in WRITERS:
        raise UsageFailure(f"OUT is {path!r}, expected a name that ends with one of {', '.join(WRITERS)}")
    writer, holds_names = WRITERS[suffix]
    chosen = shortest(graph)
    notes = []
    if chosen.edges < graph.edges:
        notes.append(f"{graph.edges - chosen.edges:,} edges are left out, where a shorter one has the same "
                     "ends")
    notes += losses(chosen, suffix)
    if not holds_names:
        require_lines(path, graph.names)
    with whole_file(path) as file:
        writer(chosen, file)
    if not holds_names:
        write_names(path, graph.names)
        if graph.names is not None and path != "-":
            notes.append(f"the names of the vertices are in {path}.names, one a line")
    return notes


def shortest(graph: NamedGraph) -> NamedGraph:
    """Each edge once, the shortest of those with the same ends, in the order of the file."""
    low, high = graph.source.astype(np.int64), graph.target.astype(np.int64)
    if not graph.directed:
        low, high = np.minimum(low, high), np.maximum(low, high)
    key = low * graph.vertices + high
    order = np.lexsort((np.arange(graph.edges), graph.weight, key))
    first = np.ones(graph.edges, bool)
    first[1:] = np.diff(key[order]) != 0
    kept = np.sort(order[first])
    return replace(graph, source=graph.source[kept], target=graph.target[kept], weight=graph.weight[kept])


def losses(graph: NamedGraph, suffix: str) -> list[str]:
    """What the format cannot hold."""
    if suffix == ".npy" and ((graph.weight == 0) & (graph.source != graph.target)).any():
        return ["edges of weight 0 stand as 0: reading them back takes --zero-is-edge"]
    idle = graph.vertices - len(np.union1d(graph.source, graph.target))
    if idle and suffix in (".csv", ".tsv", ".txt", ".parquet"):
        return [f"{counted(idle, 'vertex without an edge is', 'vertices without an edge are')} not in "
                f"{suffix[1:]}, which lists edges alone"]
    return []


def rows_of(graph: NamedGraph, both: bool = True) -> list[tuple[str, str, str]]:
    """Names of the ends and the weight of each edge, as text."""
    taken = graph.both_ways() if both else graph
    return [(graph.name(one), graph.name(other), short(weight)) for one, other, weight in
            zip(taken.source.tolist(), taken.target.tolist(), taken.weight.tolist())]


def whole(graph: NamedGraph, form: str) -> Any:
    weight = graph.weight
    if (weight != np.rint(weight)).any() or (np.abs(weight) >= LIMIT).any():
        wrong = np.flatnonzero((weight != np.rint(weight)) | (np.abs(weight) >= LIMIT))[0]
        raise NoAnswer(f"the edge from {shown(graph.name(graph.source[wrong]))} to "
                       f"{shown(graph.name(graph.target[wrong]))} has the weight "
                       f"{short(float(weight[wrong]))}, and {form} holds whole numbers below 2^30; --scale "
                       "10 or more makes them whole")
    return weight.astype(np.int64)


def write_bin(graph: NamedGraph, file: BinaryIO) -> None:
    both = graph.both_ways()
    table = np.stack((both.source, both.target, whole(both, "a graph file").astype(np.int32)), axis=1)
    file.write(np.array([graph.vertices, len(table)], "<i4").tobytes() + table.astype("<i4").tobytes())


def write_separated(separator: str) -> Writer:
    def write_csv(graph: NamedGraph, file: BinaryIO) -> None:
        out = io.StringIO()
        # Readers leave out blanks around a field that is not in quotes, and end a line at \r.
        quoted = any(name != name.strip() or "\r" in name for name in graph.names or ())
        writer = csv.writer(out, delimiter=separator, lineterminator="\n",
                            quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL)
        writer.writerow(("source", "target", "weight"))
        writer.writerows(rows_of(graph))
        file.write(out.getvalue().encode())

    return write_csv


def write_edges(graph: NamedGraph, file: BinaryIO) -> None:
    for name in graph.names or ():
        if name.split() != [name] or name[0] in "#%" or '"' in name:
            raise NoAnswer(f"the name {shown(name)} has a blank, a quote, or begins a comment, and a list of "
                           "edges holds no such name; .csv does")
    file.write("".join(" ".join(row) + "\n" for row in rows_of(graph)).encode())


def write_dimacs(graph: NamedGraph, file: BinaryIO) -> None:
    both = graph.both_ways()
    lines = zip((both.source + 1).tolist(), (both.target + 1).tolist(), map(short, both.weight.tolist()))
    file.write(f"p sp {graph.vertices} {both.edges}\n".encode()
               + "".join(f"a {one} {other} {weight}\n" for one, other, weight in lines).encode())


def write_metis(graph: NamedGraph, file: BinaryIO) -> None:
    if graph.directed:
        raise NoAnswer("METIS holds undirected graphs alone; --undirected makes one")
    weights = whole(graph, "METIS")
    lines: list[list[str]] = [[] for _ in range(graph.vertices)]
    for one, other, weight in zip(graph.source.tolist(), graph.target.tolist(), weights.tolist()):
        if one == other:
            raise NoAnswer("METIS holds no edge from a vertex to itself")
        lines[one] += [str(other + 1), str(weight)]
        lines[other] += [str(one + 1), str(weight)]
    file.write(f"{graph.vertices} {graph.edges} 001\n".encode()
               + "".join(" ".join(line) + "\n" for line in lines).encode())


def sparse(graph: NamedGraph) -> Any:
    from scipy.sparse import coo_array

    both = graph.both_ways()
    return coo_array((both.weight, (both.source, both.target)), shape=(graph.vertices,) * 2)


def write_mtx(graph: NamedGraph, file: BinaryIO) -> None:
    from scipy.io import mmwrite

    mmwrite(file, sparse(graph), symmetry="general")


def write_npz(graph: NamedGraph, file: BinaryIO) -> None:
    from scipy.sparse import save_npz

    save_npz(file, sparse(graph))


def write_npy(graph: NamedGraph, file: BinaryIO) -> None:
    """A matrix, infinity where there is no edge. Of loops those below 0 count: they are negative cycles."""
    both = graph.both_ways()
    matrix = np.full((graph.vertices,) * 2, np.inf)
    np.fill_diagonal(matrix, 0)
    kept = (both.source != both.target) | (both.weight < 0)
    matrix[both.source[kept], both.target[kept]] = both.weight[kept]
    np.save(file, matrix)


def write_parquet(graph: NamedGraph, file: BinaryIO) -> None:
    arrow = needed("pyarrow", "writing Parquet", "formats")
    parquet = needed("pyarrow.parquet", "writing Parquet", "formats")
    both = graph.both_ways()
    names = arrow.array(graph.all_names(), arrow.string())
    ends = {name: arrow.DictionaryArray.from_arrays(arrow.array(end), names).dictionary_decode()
            for name, end in (("source", both.source), ("target", both.target))}
    parquet.write_table(arrow.table({**ends, "weight": both.weight}), file)


def networkx_of(graph: NamedGraph) -> Any:
    networkx = needed("networkx", "writing this format", "formats")
    made = networkx.DiGraph() if graph.directed else networkx.Graph()
    made.add_nodes_from(graph.all_names())
    if graph.positions is not None:
        for name, (x, y) in zip(graph.all_names(), graph.positions.tolist()):
            made.nodes[name].update(x=x, y=y)
    for one, other, weight in rows_of(graph, both=False):
        number = float(weight)
        made.add_edge(one, other, weight=int(number) if number.is_integer() else number)
    return made


NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def by_networkx(name: str, xml: bool = False) -> Writer:
    def write_network(graph: NamedGraph, file: BinaryIO) -> None:
        for called in graph.names or () if xml else ():
            if not called or NO_XML.search(called):
                raise NoAnswer(f"the name {shown(called)} is empty or has a control character, and XML holds "
                               "no such name; .csv does")
        made = networkx_of(graph)
        networkx = needed("networkx", "writing this format", "formats")
        try:
            getattr(networkx, name)(made, file)
        except (networkx.NetworkXError, ValueError) as error:
            raise NoAnswer(f"networkx does not write this graph: {error}") from None

    return write_network


def write_json(graph: NamedGraph, file: BinaryIO) -> None:
    """Node-link, as networkx has it."""
    links = [{"source": one, "target": other, "weight": json.loads(weight)} for one, other, weight in
             rows_of(graph, both=False)]
    nodes: list[dict[str, Any]] = [{"id": name} for name in graph.all_names()]
    if graph.positions is not None:
        for node, (x, y) in zip(nodes, graph.positions.tolist()):
            node.update(x=x, y=y)
    file.write(json.dumps({"directed": graph.directed, "multigraph": False, "graph": {}, "nodes": nodes,
                           "links": links}, ensure_ascii=False).encode())


def write_pajek(graph: NamedGraph, file: BinaryIO) -> None:
    for name in graph.names or ():
        if any(mark in name for mark in '"\n\r'):
            raise NoAnswer(f"the name {shown(name)} has a quote or a line's end, and Pajek holds no such "
                           "name")
    head = f"*Vertices {graph.vertices}\n" + "".join(
        f'{place} "{name}"\n' for place, name in enumerate(graph.all_names(), 1))
    lines = zip((graph.source + 1).tolist(), (graph.target + 1).tolist(), map(short, graph.weight.tolist()))
    file.write((head + ("*Arcs\n" if graph.directed else "*Edges\n")
                + "".join(f"{one} {other} {weight}\n" for one, other, weight in lines)).encode())


def write_dot(graph: NamedGraph, file: BinaryIO) -> None:
    for name in graph.names or ():
        if '\\"' in name or name.endswith("\\"):
            raise NoAnswer(f"the name {shown(name)} has a backslash before a quote or at its end, and DOT "
                           "holds no such name; .csv does")

    def quoted(name: str) -> str:
        return '"' + name.replace('"', '\\"') + '"'

    arrow = "->" if graph.directed else "--"
    file.write((("digraph" if graph.directed else "graph") + " {\n"
                + "".join(f"  {quoted(name)};\n" for name in graph.all_names())
                + "".join(f"  {quoted(one)} {arrow} {quoted(other)} [weight={weight}];\n"
                          for one, other, weight in rows_of(graph, both=False)) + "}\n").encode())


#: Suffix: the writer, and whether the format holds the names of vertices.
WRITERS: dict[str, tuple[Writer, bool]] = {
    ".bin": (write_bin, False),
    ".csv": (write_separated(","), True),
    ".tsv": (write_separated("\t"), True),
    ".txt": (write_edges, True),
    ".parquet": (write_parquet, True),
    ".graphml": (by_networkx("write_graphml", xml=True), True),
    ".gexf": (by_networkx("write_gexf", xml=True), True),
    ".gml": (by_networkx("write_gml"), True),
    ".json": (write_json, True),
    ".net": (write_pajek, True),
    ".dot": (write_dot, True),
    ".gr": (write_dimacs, False),
    ".graph": (write_metis, False),
    ".mtx": (write_mtx, False),
    ".npz": (write_npz, False),
    ".npy": (write_npy, False),
}
