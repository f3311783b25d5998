# SPDX-License-Identifier: MIT
"""Streets of a graph of osmnx: a MultiDiGraph, or the GraphML file of one."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from apsp._failures import InputFailure, needed
from apsp.maps._profiles import Profile, kilometres_an_hour
from apsp.maps._streets import Streets, offsets

TWINS = 1e-3  # metres and seconds that both directions of one street may differ by
NUMBER = re.compile(r"[-+0-9.eE]+")


def read_graphml(path: str, profile: Profile) -> Streets:
    """The streets of a file that osmnx.save_graphml() has written."""
    networkx = needed("networkx", "a graph of osmnx", "maps")
    try:
        graph = networkx.read_graphml(path, force_multigraph=True)
    except Exception as error:  # of the parser of XML, or of networkx
        raise InputFailure(path, f"{error}, expected GraphML of osmnx") from None
    return from_osmnx(graph, profile, path)


def from_osmnx(graph: Any, profile: Profile, source: str = "the graph") -> Streets:
    """The streets of a graph with x and y at its nodes, and length at its edges, in metres. Which streets
    these are, and their directions, was osmnx's choice."""
    if not graph.is_directed():
        raise InputFailure(source, "no directions, expected a MultiDiGraph of osmnx")
    if not graph.number_of_edges():
        raise InputFailure(source, "no edges, expected streets")
    number = {node: n for n, node in enumerate(graph)}
    latitudes, longitudes = (coordinates(graph, key, most, source) for key, most in (("y", 90), ("x", 180)))
    tails, heads, metres, seconds, ways, lines = [], [], [], [], [], []
    timed = all("travel_time" in data for _, _, data in graph.edges(data=True))
    for tail, head, data in graph.edges(data=True):
        u, v = number[tail], number[head]
        place = f"the edge from {tail} to {head}"
        length = quantity(data, "length", source, place)
        tails.append(u)
        heads.append(v)
        metres.append(length)
        seconds.append(quantity(data, "travel_time", source, place) if timed
                       else length / speed(data, profile))
        ways.append(way_of(data.get("osmid")))
        line = line_of(data.get("geometry"))
        if line is None:
            line = np.array([[longitudes[u], latitudes[u]], [longitudes[v], latitudes[v]]])
        lines.append(line)
    forward, backward = both_ways(tails, heads, metres, seconds, lines)
    points = np.concatenate(lines)
    ids = np.array(list(graph))
    if ids.dtype.kind == "U":  # GraphML has text alone
        try:
            ids = ids.astype(np.int64)
        except ValueError:
            pass
    streets = Streets(
        ids, latitudes, longitudes, np.array(tails), np.array(heads), np.array(metres), np.array(seconds),
        forward, backward, np.array(ways), offsets(np.array([len(line) for line in lines])),
        points[:, 1].copy(), points[:, 0].copy(), profile.name).with_edges(forward | backward)
    if not timed:
        streets.notes.append("no travel_time at every edge: times are those of the table of speeds")
    return streets


def both_ways(tails: list[int], heads: list[int], metres: list[float], seconds: list[float],
              lines: list[Any]) -> tuple[Any, Any]:
    """Whether each edge leads from tail to head, and from head to tail. Both directions of a street become
    one edge, so that a point in it lies in both; the other one leads nowhere."""
    forward, backward = np.ones(len(tails), bool), np.zeros(len(tails), bool)
    waiting: dict[tuple[int, int], list[int]] = {}
    for edge, (tail, head) in enumerate(zip(tails, heads)):
        others = waiting.get((head, tail), [])
        for other in others:
            if (abs(metres[other] - metres[edge]) < TWINS and abs(seconds[other] - seconds[edge]) < TWINS
                    and np.array_equal(lines[other], lines[edge][::-1])):
                others.remove(other)
                backward[other], forward[edge] = True, False
                break
        else:
            waiting.setdefault((tail, head), []).append(edge)
    return forward, backward


def coordinates(graph: Any, key: str, most: float, source: str) -> Any:
    """Degrees of all nodes."""
    degrees = np.array([quantity(data, key, source, f"node {node}")
                        for node, data in graph.nodes(data=True)])
    wrong = np.flatnonzero(np.abs(degrees) > most)
    if wrong.size:
        raise InputFailure(source, f"node {list(graph)[wrong[0]]}: {key} is {degrees[wrong[0]]:g}, expected "
                                   f"{-most:g} to {most:g}: degrees, not projected")
    return degrees


def quantity(data: Any, key: str, source: str, place: str) -> float:
    """The number of an attribute. Raises InputFailure."""
    try:
        number = float(data[key])
    except KeyError:
        raise InputFailure(source, f"{place} has no {key}, expected a graph of osmnx") from None
    except (TypeError, ValueError):
        raise InputFailure(source, f"{place}: {key} is {data[key]!r}, expected a number") from None
    if not math.isfinite(number) or (number < 0 and key not in "xy"):
        raise InputFailure(source, f"{place}: {key} is {number}, expected a number, 0 or more")
    return number


def first_of(value: Any) -> str:
    """Text of a tag; of several, the first. GraphML has a list as text, "['a', 'b']"."""
    if isinstance(value, (list, tuple)):
        return str(value[0]) if value else ""
    text = str(value)
    listed = re.match(r"\[\s*['\"]?([^'\",\]]*)", text)
    return listed[1] if listed else text


def speed(data: Any, profile: Profile) -> float:
    """Metres a second, by the table."""
    tags = {key: first_of(data[key]) for key in ("highway", "maxspeed") if data.get(key) is not None}
    return kilometres_an_hour({"highway": "", **tags}, profile) / 3.6


def way_of(osmid: Any) -> int:
    """The number of the way; of several, the first; -1: it has none."""
    try:
        return int(first_of(osmid))
    except ValueError:
        return -1


def line_of(geometry: Any) -> Any:
    """Points (longitude, latitude) of a LineString of shapely, or of its text; None: there is none."""
    if geometry is None:
        return None
    if isinstance(geometry, str):
        numbers = NUMBER.findall(geometry.partition("(")[2])
        line = np.array(numbers, dtype=np.float64).reshape(-1, 2)
    else:
        line = np.asarray(geometry.coords, dtype=np.float64)[:, :2]
    return line if len(line) > 1 else None
