# SPDX-License-Identifier: MIT
"""Networks as text of their own: Pajek, DOT, and what networkx and igraph read."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tempfile
from typing import Any

from apsp._failures import needed, shown
from apsp.formats.columns import is_number
from apsp.formats.graph import NamedGraph
from apsp.formats.networks import Network, of_networkx
from apsp.formats.numbered import lines_of, whole
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source


def read_pajek(source: Source, options: ReadOptions) -> NamedGraph:
    """*Arcs lead one way, *Edges both; labels are names where all differ."""
    network = Network(source, options, True)
    labels: list[str] = []
    section = ""
    arcs = edges = False
    rows: list[list[str]] = []
    for number, line in enumerate(lines_of(source), 1):
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        words = split(source, line, number)
        if line.startswith("*"):
            section = words[0].lower()
            if section == "*vertices":
                if len(words) < 2:
                    raise source.refuse(f"found {shown(line)}, expected *Vertices and their number", number)
                if labels:
                    raise source.refuse("has a second *Vertices, expected one network", number)
                labels = list(map(str, range(1, whole(source, words[1], "the number of vertices",
                                                       number) + 1)))
            elif section not in ("*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix", "*network"):
                raise source.refuse(f"found {shown(words[0])}, expected *Vertices, *Arcs, *Edges, *Arcslist, "
                                    "*Edgeslist or *Matrix", number)
            if any(word.startswith(":") for word in words):
                network.warnings.append(f"line {number}: the relation {shown(' '.join(words[1:]))} is one "
                                        "with the others")
            continue
        if section == "*vertices":
            place = vertex(source, words[0], len(labels), number)
            if len(words) > 1:
                labels[place] = words[1]
            continue
        both = section in ("*edges", "*edgeslist")
        arcs, edges = arcs or not both, edges or both
        if section in ("*arcs", "*edges"):
            if len(words) < 2:
                raise source.refuse(f"found {shown(line)}, expected two numbers of vertices", number)
            ends = [vertex(source, word, len(labels), number) for word in words[:2]]
            data: dict[str, Any] = {}
            if len(words) > 2:
                if not is_number(words[2]):
                    raise source.refuse(f"the weight is {shown(words[2])}, expected a number", number)
                data["weight"] = words[2]
            network.add_edge(ends[0], ends[1], data, both)
        elif section in ("*arcslist", "*edgeslist"):
            first, *others = (vertex(source, word, len(labels), number) for word in words)
            for other in others:
                network.add_edge(first, other, {}, both)
        elif section == "*matrix":
            if len(words) != len(labels) or not all(map(is_number, words)):
                raise source.refuse(f"found {shown(line)}, expected {len(labels)} numbers", number)
            rows.append(words)
        else:
            raise source.refuse(f"found {shown(line)}, expected *Vertices first", number)
    if rows and len(rows) != len(labels):
        raise source.refuse(f"has {len(rows)} rows of *Matrix, expected {len(labels)}")
    for place, row in enumerate(rows):
        for other, text in enumerate(row):
            if float(text) != 0:
                network.add_edge(place, other, {"weight": text}, False)
    if any("weight" in data for data in network.data):
        # 1 is what Pajek says of an edge without.
        network.data = [{"weight": "1", **data} for data in network.data]
    if len(set(labels)) < len(labels):
        network.notes.append("two vertices have one label: their numbers are their names")
        labels = list(map(str, range(1, len(labels) + 1)))
    for label in labels:
        network.add_node(label)
    network.sources = [labels[int(end)] for end in network.sources]
    network.targets = [labels[int(end)] for end in network.targets]
    return network.graph("pajek")


def split(source: Source, line: str, number: int) -> list[str]:
    """Words, those in quotes as one."""
    try:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", '"'
        return list(lexer)
    except ValueError as error:
        raise source.refuse(f"found {shown(line)}: {error}", number) from None


def vertex(source: Source, word: str, count: int, line: int) -> int:
    if not (re.fullmatch("[0-9]{1,18}", word) and 1 <= int(word) <= count):
        raise source.refuse(f"found the vertex {shown(word)}, expected 1 to {count}", line)
    return int(word) - 1


def read_dot(source: Source, options: ReadOptions) -> NamedGraph:
    """DOT of Graphviz, also edges within subgraphs and between groups of nodes."""
    package = needed("pydot", "reading DOT", "formats")
    text = source.text()
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):  # where pydot says what is wrong
            graphs = package.graph_from_dot_data(text)
    except Exception as error:  # of pyparsing, whichever version
        raise source.refuse(f"is DOT that cannot be read: {shown(error, 200)}") from None
    if not graphs:
        why = re.search(r"^Expected.*", printed.getvalue(), re.MULTILINE)
        raise source.refuse("is DOT that cannot be read: " + (why[0] if why else "expected one graph"))
    if len(graphs) != 1:
        raise source.refuse(f"has {len(graphs)} graphs, expected one")
    network = Network(source, options, graphs[0].get_type() == "digraph")
    walk(source, network, graphs[0])
    return network.graph("dot")


def walk(source: Source, network: Network, graph: Any) -> None:
    for node in graph.get_node_list():
        name = unquoted(node.get_name())
        if name in ("graph", "node", "edge") and not node.get_name().startswith('"'):
            if name == "edge" and set(node.get_attributes()) & {"weight", network.options.weight}:
                raise source.refuse("a statement 'edge [...]' sets the weight of those that follow, which is "
                                    "not read; expected the weight at each edge")
            continue
        if name not in network.nodes and not re.fullmatch(r"(\\[nrl])+", name):
            network.add_node(name, {key: unquoted(value) for key, value in node.get_attributes().items()})
    for part in graph.get_subgraph_list():
        walk(source, network, part)
    for edge in graph.get_edge_list():
        data = {key: unquoted(value) for key, value in edge.get_attributes().items()}
        for one in ends(edge.get_source()):
            for other in ends(edge.get_destination()):
                for end in (one, other):
                    if end not in network.nodes:
                        network.add_node(end)
                network.add_edge(one, other, data)


def ends(end: Any) -> list[str]:
    """A node, or those of a group."""
    if isinstance(end, str):
        end = str(end)
        if end.startswith('"'):
            return [unquoted(end)]
        return [str(end.partition(":")[0])]
    if hasattr(end, "get_node_list"):
        return [unquoted(node.get_name()) for node in end.get_node_list()]
    return [unquoted(name) for name in end.get("nodes", {})]


def unquoted(value: Any) -> str:
    text = str(value)
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"')
    return text


def read_gml(source: Source, options: ReadOptions) -> NamedGraph:
    networkx = needed("networkx", "reading GML", "formats")
    data = source.text().encode("ascii", "xmlcharrefreplace")  # networkx takes no others
    first = None
    for label in ("label", "id"):  # ids where labels are missing, or two are the same
        try:
            return of_networkx(source, networkx.read_gml(io.BytesIO(data), label=label), options, "gml")
        except networkx.NetworkXError as error:
            first = first or error
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            if isinstance(error, ValueError) and type(error).__module__.startswith("apsp"):
                raise
            raise source.refuse(f"is GML that cannot be read: {error}") from None
    raise source.refuse(f"is GML that cannot be read: {first}")


def by_networkx(name: str, kind: str, source: Source, options: ReadOptions, **arguments: Any) -> NamedGraph:
    """A format that a function of networkx reads."""
    networkx = needed("networkx", f"reading {kind}", "formats")
    try:
        graph = getattr(networkx, name)(io.BytesIO(source.data), **arguments)
    except Exception as error:  # whatever a parser does with a broken file
        raise source.refuse(f"is {kind} that cannot be read: {type(error).__name__}: {error}") from None
    if isinstance(graph, list):
        if len(graph) != 1:
            raise source.refuse(f"has {len(graph)} graphs, expected one")
        graph = graph[0]
    return of_networkx(source, graph, options, kind)


def read_leda(source: Source, options: ReadOptions) -> NamedGraph:
    """LEDA; what stands between |{ and }| is the length, where it is a number."""
    networkx = needed("networkx", "reading LEDA", "formats")
    try:
        graph = networkx.parse_leda(source.text().splitlines())
    except Exception as error:
        if type(error).__module__.startswith("apsp"):
            raise
        raise source.refuse(f"is LEDA that cannot be read: {type(error).__name__}: {error}") from None
    for _, _, data in graph.edges(data=True):
        label = str(data.pop("label", "")).strip()
        if label:
            data["weight"] = label
    return of_networkx(source, graph, options, "leda")


def read_adjlist(source: Source, options: ReadOptions) -> NamedGraph:
    """A vertex and its neighbours a line, as networkx writes them; each edge is 1 long."""
    networkx = needed("networkx", "reading adjacency lists", "formats")
    graph = by_networkx("read_adjlist", "adjlist", source, options, create_using=networkx.DiGraph)
    return with_direction(graph, options)


def read_multiline_adjlist(source: Source, options: ReadOptions) -> NamedGraph:
    networkx = needed("networkx", "reading adjacency lists", "formats")
    graph = by_networkx("read_multiline_adjlist", "multiline-adjlist", source, options,
                        create_using=networkx.DiGraph)
    return with_direction(graph, options)


def with_direction(graph: NamedGraph, options: ReadOptions) -> NamedGraph:
    if not options.undirected:
        graph.warnings.append("an adjacency list does not say whether edges lead both ways: they lead from "
                              "the first of a line to the others (--undirected: both ways)")
    return graph


def read_sif(source: Source, options: ReadOptions) -> NamedGraph:
    """SIF of Cytoscape: a node, what joins it to others, and these. Edges lead one way."""
    network = Network(source, options, not options.undirected)
    text = source.text()
    mark = "\t" if "\t" in text else None  # where one is, names may hold blanks
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        words = [word.strip() for word in line.split(mark) if word.strip()]
        if len(words) == 2:
            raise source.refuse(f"found {shown(line.strip())}, expected a node, an interaction and other "
                                "nodes, or a node alone", number)
        for word in words[:1] + words[2:]:
            if word not in network.nodes:
                network.add_node(word)
        for word in words[2:]:
            network.add_edge(words[0], word)
    network.require_nodes()
    if not options.undirected:
        network.notes.append("each edge leads one way (--undirected: both ways)")
    return network.graph("sif")


def read_graph6(source: Source, options: ReadOptions) -> NamedGraph:
    return by_networkx("read_graph6", "graph6", source, options)


def read_sparse6(source: Source, options: ReadOptions) -> NamedGraph:
    return by_networkx("read_sparse6", "sparse6", source, options)


def read_lgl(source: Source, options: ReadOptions) -> NamedGraph:
    """LGL, by igraph: edges lead both ways."""
    igraph = needed("igraph", "reading lgl", "formats")
    with tempfile.NamedTemporaryFile(suffix=".lgl") as copy:
        copy.write(source.data)
        copy.flush()
        try:
            graph = igraph.Graph.Read_Lgl(copy.name, directed=False)
        except Exception as error:
            text = re.sub(r"\s+", " ", str(error)).partition(" -- ")[0]
            raise source.refuse(f"is LGL that cannot be read: {text}") from None
    network = Network(source, options, directed=False)
    names = list(map(str, graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())))
    for name in names:
        network.add_node(name)
    for edge in graph.es:
        network.add_edge(names[edge.source], names[edge.target],
                         {key: value for key, value in edge.attributes().items() if value is not None})
    return network.graph("lgl")
