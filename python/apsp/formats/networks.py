# SPDX-License-Identifier: MIT
"""Nodes and edges with data, as the formats of networks have them, and the graph of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from apsp._failures import shown
from apsp.formats.columns import is_number
from apsp.formats.graph import EXACT, NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source
from apsp.formats.vertex_names import is_whole

POSITIONS = (("lon", "lat"), ("longitude", "latitude"), ("x", "y"))
Data = Mapping[str, Any]


class Network:
    """Collects nodes and edges. Names are texts; nodes keep the order in which they come."""

    def __init__(self, source: Source, options: ReadOptions, directed: bool) -> None:
        self.source = source
        self.options = options
        self.directed = directed
        self.nodes: dict[str, Data] = {}
        self.sources: list[str] = []
        self.targets: list[str] = []
        self.data: list[Data] = []
        self.both: list[bool] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []

    def add_node(self, name: Any, data: Data | None = None) -> None:
        text = str(name)
        if text in self.nodes:
            raise self.source.refuse(f"two nodes are called {shown(text)}")
        self.nodes[text] = data or {}

    def add_edge(self, source: Any, target: Any, data: Data | None = None, both: bool | None = None) -> None:
        """`both`: whether it leads both ways; None: as the graph says."""
        self.sources.append(str(source))
        self.targets.append(str(target))
        self.data.append(data or {})
        self.both.append(not self.directed if both is None else both)

    def take_names(self, *keys: str) -> None:
        """Calls the nodes by the first of these data that all have, each another, where their ids are
        n0, n1, ..., as programs number them."""
        if not self.nodes or not all(re.fullmatch(r"n?\d+", name) for name in self.nodes):
            return
        for key in keys:
            names = {name: str(data.get(key, "")) for name, data in self.nodes.items()}
            if all(names.values()) and len(set(names.values())) == len(names):
                self.notes.append(f"the {key} of a node is its name")
                self.rename(names)
                return

    def rename(self, names: Mapping[str, str]) -> None:
        self.nodes = {names[name]: data for name, data in self.nodes.items()}
        self.sources = [names[name] for name in self.sources]
        self.targets = [names[name] for name in self.targets]

    def require_nodes(self) -> None:
        """Raises InputFailure for an edge whose end is no node."""
        for end in (*self.sources, *self.targets):
            if end not in self.nodes:
                raise self.source.refuse(f"an edge has the end {shown(end)}, which is no node")

    def graph(self, kind: str) -> NamedGraph:
        number = {name: place for place, name in enumerate(self.nodes)}
        for end in (*self.sources, *self.targets):
            number.setdefault(end, len(number))
        names: list[str] | None = list(number)
        assert names is not None
        if names and all(map(is_whole, names)) and {int(name) for name in names} == set(range(len(names))):
            number, names = {name: int(name) for name in names}, None
        count = len(self.sources)
        source = np.fromiter((number[name] for name in self.sources), np.int32, count)
        target = np.fromiter((number[name] for name in self.targets), np.int32, count)
        weight = self.weights()
        both = np.array(self.both, dtype=bool)
        directed = not (count and both.all()) if count else self.directed
        if directed and both.any():
            source, target, weight = (np.concatenate((source, target[both])),
                                      np.concatenate((target, source[both])),
                                      np.concatenate((weight, weight[both])))
            self.notes.append(f"{both.sum():,} of {count:,} edges lead both ways")
        made = NamedGraph(len(number), source, target, weight, names, directed, kind, self.notes,
                          self.warnings)
        made.positions = self.positions(number)
        return made

    def weights(self) -> Any:
        """The length of each edge, by --weight, else the data called weight."""
        count = len(self.data)
        if self.options.unweighted:
            return np.ones(count)
        key = self.options.weight or "weight"
        having = sum(key in data for data in self.data)
        others = sorted({str(name) for data in self.data[:1000] for name, value in data.items()
                         if name != key and as_number(value) is not None})
        if not having:
            if self.options.weight is not None:
                raise self.source.refuse(f"no edge has {shown(key)}; --weight names one of "
                                         + (", ".join(map(shown, others)) or "none: the edges have no "
                                                                             "numbers"))
            if others:
                raise self.source.refuse(f"the edges have {', '.join(map(shown, others[:8]))}, and none has "
                                         f"a weight; --weight {others[0]} takes it for the length, "
                                         "--unweighted: each edge is 1 long")
            if count:
                self.notes.append("the edges have no weight: every edge is 1 long")
            return np.ones(count)
        found = np.empty(count)
        for place, data in enumerate(self.data):
            ends = f"the edge from {shown(self.sources[place])} to {shown(self.targets[place])}"
            if key not in data:
                raise self.source.refuse(f"{ends} has no {shown(key)}, which {having:,} of {count:,} edges "
                                         "have; --unweighted: each edge is 1 long")
            number = as_number(data[key])
            if number is None:
                raise self.source.refuse(f"{ends} has the {key} {shown(data[key])}, expected a number")
            if not is_exact(data[key], number):
                raise self.source.refuse(f"{ends} has the {key} {shown(data[key])}, expected a whole number "
                                         "that float64 holds, to 9,007,199,254,740,992")
            found[place] = number
        if others and self.options.weight is None:
            self.notes.append(f"the weight is the length; {', '.join(map(shown, others[:8]))} left out "
                              "(--weight NAME takes another)")
        return found

    def positions(self, number: Mapping[str, int]) -> Any:
        for across, up in POSITIONS:
            if self.nodes and len(self.nodes) == len(number) and all(
                    as_number(data.get(across)) is not None and as_number(data.get(up)) is not None
                    for data in self.nodes.values()):
                found = np.empty((len(number), 2))
                for name, data in self.nodes.items():
                    found[number[name]] = as_number(data[across]), as_number(data[up])
                return found
        return None


def as_number(value: Any) -> float | None:
    """The finite number that it is, or that its text is."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return float(value) if is_number(value) and np.isfinite(float(value)) else None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if np.isfinite(number) else None


def is_exact(value: Any, number: float) -> bool:
    """Whether float64 holds a whole number, or its text, as it is."""
    digits = str(value).strip().lstrip("+-").lstrip("0")
    return abs(number) < EXACT or not digits.isdigit() or int(digits) == abs(number)


def of_networkx(source: Source, graph: Any, options: ReadOptions, kind: str) -> NamedGraph:
    network = Network(source, options, graph.is_directed())
    for node, data in graph.nodes(data=True):
        network.add_node(node, data)
    add_edges(network, graph.edges(data=True))
    return network.graph(kind)


def add_edges(network: Network, edges: Iterable[tuple[Any, Any, Data]]) -> None:
    for source, target, data in edges:
        network.add_edge(source, target, data)
