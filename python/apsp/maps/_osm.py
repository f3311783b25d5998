# SPDX-License-Identifier: MIT
"""Streets of a file of OpenStreetMap: .osm.pbf, .osm, compressed or not."""

from __future__ import annotations

import array
from dataclasses import dataclass
from typing import Any

import numpy as np

from apsp._failures import InputFailure, needed
from apsp.maps._profiles import TAGS, Profile, Verdict, stops, verdict
from apsp.maps._streets import Floats, Integers, Streets, great_circle, offsets, ranges

HEADER = 9  # bytes of a line in well-known binary before its points


@dataclass(frozen=True)
class Ways:
    """The open ways of a file, one after another."""

    ids: Integers  #: (W,)
    classes: Integers  #: (W,) index into verdicts
    begins: Integers  #: (W + 1,) nodes of way w: begins[w] to begins[w + 1]
    nodes: Integers  #: (N,)
    latitudes: Floats  #: (N,) NaN where the file does not have the node
    longitudes: Floats  #: (N,)
    verdicts: list[Verdict]
    barriers: Integers  #: nodes that let nobody pass


def read_osm(path: str, profile: Profile, rules: str) -> Streets:
    """The streets of a file. Raises ValueError for one that is none or has none."""
    ways = open_ways(path, profile, rules)
    if not len(ways.ids):
        raise InputFailure(path, f"no way that is open to {profile.name}, expected a map with streets")
    streets = joined(ways, profile)
    if not len(streets):
        raise InputFailure(path, "no street has two nodes that come before it in the file and have numbers "
                                 "above 0, expected a map in order, as osmium sort makes it")
    return streets


def open_ways(path: str, profile: Profile, rules: str) -> Ways:
    """The ways that the profile may use. Everything else stays in osmium, in C++: a callback of Python
    takes as long as reading a hundred nodes."""
    osmium = needed("osmium", "a map of OpenStreetMap", "maps")
    osm = osmium.osm
    wanted = osm.NODE | osm.WAY
    number: dict[tuple[str | None, ...], int] = {}  # of a combination of tags
    verdicts: list[Verdict] = []
    ids, classes, counts, nodes, barriers = (array.array("q") for _ in range(5))  # 8 bytes each
    lines = bytearray()
    line_of = osmium.geom.WKBFactory().create_linestring
    every = osmium.geom.use_nodes.ALL
    try:
        files = osmium.FileProcessor(path, wanted).with_locations("sparse_mem_array")
        files.with_filter(osmium.filter.KeyFilter("highway").enable_for(osm.WAY))
        files.with_filter(osmium.filter.KeyFilter("barrier").enable_for(osm.NODE))
        for one in files:
            tags = one.tags
            if one.is_node():
                if rules == "osm" and stops(dict(tags), profile):
                    barriers.append(one.id)
                continue
            get = tags.get  # twice as fast as to go through the tags that are there
            key = tuple([get(tag) for tag in TAGS])
            found = number.get(key)
            if found is None:
                made = verdict({tag: value for tag, value in zip(TAGS, key) if value is not None}, profile,
                               rules)
                found = number[key] = -1 if made is None else len(verdicts)
                if made is not None:
                    verdicts.append(made)
            if found < 0:
                continue
            refs = [node.ref for node in one.nodes]
            if len(refs) < 2:
                continue
            ids.append(one.id)
            classes.append(found)
            counts.append(len(refs))
            nodes.extend(refs)
            try:
                lines += bytes.fromhex(line_of(one, every)[2 * HEADER:])
            except (osmium.InvalidLocationError, RuntimeError):
                lines += np.array([degrees for node in one.nodes for degrees in location(node)],
                                  "<f8").tobytes()
    except (RuntimeError, osmium.InvalidLocationError) as error:  # osmium has no type of its own for them
        raise InputFailure(path, f"{str(error).rstrip('.')}, expected a file of OpenStreetMap") from None
    places = np.frombuffer(lines, "<f8").reshape(-1, 2)
    return Ways(np.array(ids), np.array(classes), offsets(np.array(counts)), np.array(nodes),
                places[:, 1].copy(), places[:, 0].copy(), verdicts, np.array(barriers))


def location(node: Any) -> tuple[float, float]:
    """Longitude and latitude, NaN where the file does not have the node."""
    where = node.location
    return (where.lon, where.lat) if where.valid() else (np.nan, np.nan)


def joined(ways: Ways, profile: Profile) -> Streets:
    """The streets of the ways, cut where they meet. A node between two others of one way alone is no
    vertex, but a point of an edge. O(N log N) for N nodes of ways."""
    way = np.repeat(np.arange(len(ways.ids)), np.diff(ways.begins))
    # Nodes that are twice in a row, and those that the file does not have: the street ends before them.
    again = np.zeros(len(way), bool)
    again[1:] = (way[1:] == way[:-1]) & (ways.nodes[1:] == ways.nodes[:-1])
    missing = np.isnan(ways.latitudes)
    gap = np.cumsum(missing)
    kept = ~(again | missing)
    way, gap = way[kept], gap[kept]
    latitudes, longitudes = ways.latitudes[kept], ways.longitudes[kept]
    ids, first, node, uses = np.unique(ways.nodes[kept], return_index=True, return_inverse=True,
                                       return_counts=True)
    follows = np.zeros(len(way) + 1, bool)  # whether a node is the next of the street of the one before
    follows[1:-1] = (way[1:] == way[:-1]) & (gap[1:] == gap[:-1])
    stopped = np.isin(ids, ways.barriers)
    is_end = (uses[node] > 1) | stopped[node] | ~follows[:-1] | ~follows[1:]
    ends = np.flatnonzero(is_end)
    is_edge = follows[ends[1:]] if len(ends) else np.zeros(0, bool)
    tail_at, head_at = ends[:-1][is_edge], ends[1:][is_edge]

    steps = np.zeros(len(way))
    steps[:-1] = great_circle(latitudes[:-1], longitudes[:-1], latitudes[1:], longitudes[1:])
    steps[~follows[1:]] = 0
    metres = np.add.reduceat(steps, ends)[:-1][is_edge] if len(ends) else np.zeros(0)

    verdict_of = ways.classes[way[tail_at]]
    speeds = np.array([one.speed for one in ways.verdicts])
    tails, heads, names = apart_at_barriers(node[tail_at], node[head_at], stopped, ids)
    at = first[np.searchsorted(ids, names)]
    counts = head_at - tail_at + 1
    points = ranges(tail_at, counts)
    streets = Streets(
        names, latitudes[at], longitudes[at], tails, heads, metres, metres / speeds[verdict_of],
        np.array([one.forward for one in ways.verdicts])[verdict_of],
        np.array([one.backward for one in ways.verdicts])[verdict_of],
        ways.ids[way[tail_at]], offsets(counts), latitudes[points], longitudes[points], profile.name)
    if missing.any():
        count = int(missing.sum())
        streets.notes.append("1 node of ways is not in the file: streets end before it" if count == 1 else
                             f"{count} nodes of ways are not in the file: streets end before them")
    return streets.with_edges(np.ones(len(tails), bool))


def apart_at_barriers(tails: Integers, heads: Integers, stopped: Any,
                      ids: Integers) -> tuple[Integers, Integers, Integers]:
    """The ends of edges, and the vertices' names: at a barrier each edge has a vertex of its own, so that
    none leads to another."""
    names = [ids]
    size = len(ids)
    apart = []
    for ends in (tails, heads):
        at = np.flatnonzero(stopped[ends])
        names.append(ids[ends[at]])
        moved = ends.copy()
        moved[at] = size + np.arange(len(at))
        size += len(at)
        apart.append(moved)
    return apart[0], apart[1], np.concatenate(names)
