# SPDX-License-Identifier: MIT
"""Networks in XML and JSON: GraphML, GEXF, node-link, Cytoscape."""

from __future__ import annotations

import io
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from apsp._failures import shown
from apsp.formats.graph import NamedGraph
from apsp.formats.networks import Network
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

Element = ElementTree.Element
CHUNK = 1 << 16
ENTITY = re.compile(rb"&(?!(amp|lt|gt|quot|apos|#x?[0-9a-fA-F]+);)")
#: What each element of GraphML holds. What is in others is left out.
INSIDE = {"": ("graphml",), "graphml": ("key", "graph", "data", "desc"), "key": ("default", "desc"),
          "graph": ("node", "edge", "data", "desc"), "node": ("data", "desc"), "edge": ("data", "desc")}


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


class Prolog(Exception):
    """Ends a parse at the document type, or else at the root."""


def require_no_entities(source: Source) -> None:
    """Refuses a document type with declarations of its own, whose entities may grow without end. Refuses
    entities of a document type elsewhere as well: it is never read, and the parser would drop them."""
    def at_type(name: str, system: str | None, public: str | None, declares: bool) -> None:
        raise Prolog(declares)

    def at_root(name: str, attributes: dict[str, str]) -> None:
        raise Prolog(None)

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = at_type
    parser.StartElementHandler = at_root
    declares: bool | None = None
    try:
        for place in range(0, len(source.data), CHUNK):
            parser.Parse(source.data[place:place + CHUNK], False)
    except Prolog as found:
        declares = found.args[0]
    except (expat.ExpatError, LookupError, ValueError):
        pass  # the reader says what is wrong
    if declares is None:
        return
    if declares:
        raise source.refuse("declares entities or the like in its document type, expected none: they are not "
                            "expanded")
    if entity := ENTITY.search(source.data.replace(b"\0", b"")):
        raise source.refuse("has an entity of its document type, expected only &amp; &lt; &gt; &quot; &apos;",
                            source.data.count(b"\n", 0, entity.start()) + 1)


def elements(source: Source) -> Iterator[tuple[str, Element]]:
    """Begin and end of each element, in the order of the file."""
    require_no_entities(source)
    try:
        yield from ElementTree.iterparse(io.BytesIO(source.data), ("start", "end"))
    except ElementTree.ParseError as error:
        line = error.position[0]
        raise source.refuse(f"is no whole XML: {error}", line) from None
    except (LookupError, ValueError) as error:  # an encoding that is not known
        raise source.refuse(f"is XML that cannot be read: {error}") from None


def attribute(source: Source, element: Element, name: str) -> str:
    value = element.get(name)
    if not value:
        raise source.refuse(f"found <{local(element)}> without {name}=, expected one")
    return value


def graphml_elements(source: Source) -> Iterator[tuple[str, str, Element]]:
    """Begin and end of each element that counts: of no other namespace, as yEd's, and in no data. Refuses
    what makes another graph: graphs within nodes, hyperedges, ports."""
    path = [""]
    skipped = 0
    space = ""
    for event, element in elements(source):
        if event == "end":
            if skipped:
                skipped -= 1
            else:
                yield event, path.pop(), element
            continue
        own, tag = element.tag.rpartition("}")[0], local(element)
        space = own if len(path) == 1 else space
        inside = INSIDE.get(path[-1])
        if skipped or inside is None or own not in ("", space):
            skipped += 1
            continue
        if tag not in inside:
            raise source.refuse(f"found <{tag}> in <{path[-1]}>, expected one graph of nodes and edges"
                                if path[-1] else f"begins with <{tag}>, expected <graphml>")
        path.append(tag)
        yield event, tag, element


def word(source: Source, element: Element, name: str, *known: str) -> str:
    value = attribute(source, element, name)
    if value not in known:
        raise source.refuse(f"found {name}={shown(value)}, expected {' or '.join(known[:2])}")
    return value


def plain(element: Element) -> str:
    return "" if len(element) else (element.text or "").strip()


def read_graphml(source: Source, options: ReadOptions) -> NamedGraph:
    """GraphML of networkx, igraph, Gephi, yEd, osmnx: ids of nodes are names."""
    names: dict[str, str] = {}  # of the keys
    defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
    network: Network | None = None
    for event, tag, element in graphml_elements(source):
        if event == "start":
            if tag == "graph" and network is not None:
                raise source.refuse("has two graphs, expected one")
            if tag == "graph":
                usual = word(source, element, "edgedefault", "directed", "undirected")
                network = Network(source, options, usual == "directed")
        elif tag == "key":
            add_key(source, element, names, defaults)
        elif tag in defaults and network is not None:
            data = {**defaults[tag], **data_of_keys(source, element, names, options.weight or "weight")}
            if tag == "node":
                network.add_node(attribute(source, element, "id"), data)
            else:
                add_edge(source, element, network, data)
            element.clear()
    if network is None:
        raise source.refuse("has no <graph>, expected GraphML")
    network.require_nodes()
    network.take_names("name", "label", "id")
    return network.graph("graphml")


def add_key(source: Source, element: Element, names: dict[str, str],
            defaults: dict[str, dict[str, str]]) -> None:
    key, kind = attribute(source, element, "id"), element.get("for", "all")
    if key in names:
        raise source.refuse(f"two keys are called {shown(key)}")
    name = names[key] = element.get("attr.name") or key
    for default in map(plain, (child for child in element if local(child) == "default")):
        for group in (group for group in defaults if kind in (group, "all")):
            if defaults[group].setdefault(name, default) != default:
                raise source.refuse(f"two keys {shown(name)} have different defaults")


def data_of_keys(source: Source, element: Element, names: dict[str, str], weight: str) -> dict[str, str]:
    """What a node or an edge has by each key. Refuses two weights."""
    data: dict[str, str] = {}
    for child in element:
        if local(child) == "data":
            key = attribute(source, child, "key")
            name = names.get(key, key)
            if name == weight and name in data:
                raise source.refuse(f"found <{local(element)}> with two {shown(name)}, expected one")
            data[name] = plain(child)
    return data


def add_edge(source: Source, element: Element, network: Network, data: dict[str, str]) -> None:
    for port in ("sourceport", "targetport"):
        if port in element.attrib:
            raise source.refuse(f"found <edge> with {port}=, expected none: ports make another graph")
    both = None if element.get("directed") is None else (
        word(source, element, "directed", "true", "false", "1", "0") in ("false", "0"))
    network.add_edge(attribute(source, element, "source"), attribute(source, element, "target"), data, both)


def read_gexf(source: Source, options: ReadOptions) -> NamedGraph:
    """GEXF: labels of nodes are names where all differ, else ids. Edges without a weight are 1 long."""
    titles: dict[tuple[str, str], str] = {}
    network: Network | None = None
    labels: dict[str, str] = {}
    edges: list[tuple[Element, dict[str, Any]]] = []
    defaults: dict[str, str] = {}  # of edges
    group = ""
    for event, element in elements(source):
        tag = local(element)
        if event == "start":
            if tag == "graph":
                usual = element.get("defaultedgetype", "undirected")
                network = Network(source, options, usual == "directed")
                if element.get("mode") == "dynamic":
                    network.warnings.append("the times of a dynamic graph are left out")
            elif tag == "attributes":
                group = element.get("class", "node")
            continue
        if tag == "attribute":
            name = attribute(source, element, "id")
            title = titles[group, name] = element.get("title", name)
            if group == "edge":
                defaults.update((title, plain(child)) for child in element if local(child) == "default")
        elif tag == "node" and network is not None:
            name = attribute(source, element, "id")
            labels[name] = element.get("label", name)
            network.add_node(name, data_of(element, titles, "node"))
        elif tag == "edge":
            edges.append((element, {**defaults, **data_of(element, titles, "edge")}))
    if network is None:
        raise source.refuse("has no <graph>, expected GEXF")
    weighted = any("weight" in element.attrib for element, _ in edges)
    for element, data in edges:
        leads = element.get("type")
        if leads not in (None, "directed", "undirected", "mutual"):
            raise source.refuse(f"found an edge of type {shown(leads)}, expected directed, undirected or "
                                "mutual")
        if weighted:  # 1 is what GEXF says of an edge without
            data["weight"] = element.get("weight", "1")
        network.add_edge(attribute(source, element, "source"), attribute(source, element, "target"), data,
                         None if leads is None else leads != "directed")
    network.require_nodes()
    if len(set(labels.values())) == len(labels):
        network.rename(labels)
    return network.graph("gexf")


def data_of(element: Element, titles: dict[tuple[str, str], str], group: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for child in element.iter():
        if local(child) == "attvalue":
            key = child.get("for", child.get("id", ""))
            data[titles.get((group, key), key)] = child.get("value", "")
        elif local(child) == "position":
            data.update(x=child.get("x"), y=child.get("y"))
    return data


def read_json(source: Source, options: ReadOptions) -> NamedGraph:
    """Node-link of networkx and D3, JSON Graph Format, Cytoscape's elements."""
    try:
        found = json.loads(source.text())
    except json.JSONDecodeError as error:
        raise source.refuse(f"is no whole JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise source.refuse("is JSON that is nested too deeply, expected nodes and links") from None
    if isinstance(found, dict) and isinstance(found.get("graph"), dict) and "edges" in found["graph"]:
        found = found["graph"]  # JSON Graph Format
    elements = found.get("elements") if isinstance(found, dict) else found
    if isinstance(elements, (dict, list)) and not (isinstance(found, dict) and "nodes" in found):
        return of_cytoscape(source, options, found, elements)
    links = next((found[name] for name in ("links", "edges") if isinstance(found, dict)
                  and isinstance(found.get(name), list)), None)
    if links is None or not isinstance(found.get("nodes"), (list, dict)):
        raise source.refuse("is JSON without 'nodes' and 'links' or 'edges', expected node-link of networkx "
                            "or D3, or Cytoscape's elements")
    return of_links(source, options, found, links)


def of_links(source: Source, options: ReadOptions, found: dict[str, Any], links: list[Any]) -> NamedGraph:
    network = network_of(source, options, found)
    nodes = found["nodes"]
    if isinstance(nodes, dict):
        nodes = [{"id": name, **(data if isinstance(data, dict) else {})} for name, data in nodes.items()]
    names: list[Any] = []
    for node in nodes:
        data = node if isinstance(node, dict) else {"id": node}
        name = next((data[key] for key in ("id", "name", "key") if key in data), None)
        if name is None:
            raise source.refuse(f"node {len(names)} has no id, expected one")
        names.append(named(name))
        network.add_node(names[-1], {**data, **as_dict(data.get("data")), **as_dict(data.get("metadata"))})
    ends_of: list[list[Any]] = []
    for place, link in enumerate(links):
        if not isinstance(link, dict) or "source" not in link or "target" not in link:
            raise source.refuse(f"link {place} is {shown(json.dumps(link))}, expected source and target")
        ends_of.append([link[end]["id"] if isinstance(link[end], dict) and "id" in link[end] else link[end]
                        for end in ("source", "target")])
    ends = list(itertools.chain.from_iterable(ends_of))
    # As D3 counts: all of them, for a place may be an id as well.
    places = not all(named(end) in network.nodes for end in ends) and all(
        type(end) is int and 0 <= end < len(names) for end in ends)
    for link, ends in zip(links, ends_of):
        ends = [names[end] if places else named(end) for end in ends]
        data = {**as_dict(link.get("metadata")), **as_dict(link.get("attributes")), **link}
        leads = directed_of(source, link)
        network.add_edge(ends[0], ends[1], {key: value for key, value in data.items()
                                 if key not in ("source", "target", "key", "id", "index", "attributes")},
                         None if leads is None else not leads)
    network.require_nodes()
    return network.graph("json")


def of_cytoscape(source: Source, options: ReadOptions, found: Any, elements: Any) -> NamedGraph:
    if isinstance(elements, list):
        elements = {"nodes": [one for one in elements if isinstance(one, dict) and "source" not in
                              as_dict(one.get("data"))],
                    "edges": [one for one in elements if isinstance(one, dict) and "source" in
                              as_dict(one.get("data"))]}
    for key in ("nodes", "edges"):
        if not isinstance(elements.get(key, []), list):
            raise source.refuse(f"has elements whose {key} are {shown(json.dumps(elements[key]))}, expected "
                                "a list")
    network = network_of(source, options, as_dict(found))
    for node in elements.get("nodes", []):
        data = as_dict(as_dict(node).get("data"))
        if "id" not in data:
            raise source.refuse(f"found the node {shown(json.dumps(node))}, expected one with an id")
        network.add_node(named(data["id"]), {**data, **as_dict(node.get("position"))})
    for edge in elements.get("edges", []):
        data = as_dict(as_dict(edge).get("data"))
        if "source" not in data or "target" not in data:
            raise source.refuse(f"found the edge {shown(json.dumps(edge))}, expected source and target")
        network.add_edge(named(data["source"]), named(data["target"]),
                         {key: value for key, value in data.items()
                          if key not in ("id", "source", "target", "key")})
    if not network.nodes:
        raise source.refuse("is JSON without nodes, expected node-link of networkx or D3, or Cytoscape's "
                            "elements")
    network.require_nodes()
    network.take_names("name", "shared_name")
    return network.graph("cytoscape")


def named(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value)


def as_dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def directed_of(source: Source, found: dict[str, Any]) -> bool | None:
    """Whether edges lead one way; None where the file does not say."""
    leads = found.get("directed")
    if not (leads is None or isinstance(leads, bool)):
        raise source.refuse(f'found "directed": {shown(json.dumps(leads))}, expected true or false')
    return leads


def network_of(source: Source, options: ReadOptions, found: dict[str, Any]) -> Network:
    leads = directed_of(source, found)
    network = Network(source, options, bool(leads))
    if leads is None:
        network.warnings.append("the file does not say whether edges lead one way: they are taken for both, "
                                "as networkx does (\"directed\": true in the file: one way)")
    return network
