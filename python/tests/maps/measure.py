# SPDX-License-Identifier: MIT
"""Measures maps by hand: times a matrix on one, compares lengths with osmnx, and makes a large one.

measure.py time MAP [--points N] [--profile P] [--folder DIR] [--device D]
    seconds of processors and of the clock to read it, to snap N points at random, and to write
    N x N lengths as Parquet; the largest memory.
measure.py compare MAP [--profile P]
    lengths between crossings at random beside those of NetworkX on osmnx's graph, which takes osmnx;
    and lengths between places in streets, on the map and on osmnx's graph.
measure.py copies MAP OUT N
    N copies of a map side by side, each joined to its neighbours by 12 streets.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import resource
import sys
import time

import numpy as np

import apsp
from apsp import maps

NUMBERS = 10**10  # between those of a copy's nodes and of the next one's
JOINED = 12
BORDER = 4000  # nodes that are looked at for the streets between copies
STREETS = ("primary", "secondary", "tertiary", "unclassified", "residential")


def timed(what, work):
    wall, processor = time.monotonic(), time.process_time()
    found = work()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{what}: {time.process_time() - processor:.2f} s of processors, "
          f"{time.monotonic() - wall:.2f} s, {memory:.2f} GiB at most", flush=True)
    return found


def measure(arguments):
    rng = np.random.default_rng(1)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    streets = timed("read", lambda: maps.read(arguments.map, arguments.profile))
    print(streets, *streets.notes, sep="\n")
    near = rng.choice(len(streets), arguments.points, replace=arguments.points > len(streets))
    points = np.stack((streets.latitudes[near], streets.longitudes[near]), axis=1)
    points += rng.normal(0, 0.001, points.shape)
    places = timed("snap", lambda: maps.snap(streets, points))
    for name in ("matrix.parquet", "matrix.npy"):
        path = pathlib.Path(arguments.folder) / name
        timed(f"write {name}", lambda path=path: maps.write(path, streets, places, device=arguments.device))
        print(f"  {path.stat().st_size:,} bytes")
        path.unlink()


def osmnx_graph(path, profile):
    """The graph that osmnx makes of what its own filter for Overpass finds in the file."""
    import osmium
    from osmnx import _overpass, settings, simplification, truncate
    from osmnx.graph import _create_graph

    conditions = re.findall(r'\["([^"]+)"(?:!~"([^"]*)")?\]', _overpass._get_network_filter(profile))
    ways, nodes = [], {}
    for one in osmium.FileProcessor(path, osmium.osm.NODE | osmium.osm.WAY).with_locations():
        if not one.is_way():
            continue
        tags = dict(one.tags)
        if all(not re.search(pattern, tags.get(key, "")) or key not in tags if pattern else key in tags
               for key, pattern in conditions):
            there = [node for node in one.nodes if node.location.valid()]
            nodes.update((node.ref, (node.lat, node.lon)) for node in there)
            ways.append({"type": "way", "id": one.id, "nodes": [node.ref for node in there], "tags": tags})
    ways += [{"type": "node", "id": node, "lat": lat, "lon": lon} for node, (lat, lon) in nodes.items()]
    graph = _create_graph([{"elements": ways}], profile in settings.bidirectional_network_types)
    return simplification.simplify_graph(truncate.largest_component(graph, strongly=False))


def compare(arguments):
    import networkx as nx

    rng = np.random.default_rng(1)
    graph = timed("osmnx", lambda: osmnx_graph(arguments.map, arguments.profile))
    streets = timed("read", lambda: maps.read(arguments.map, arguments.profile))
    print(f"{len(graph)} vertices of osmnx", streets)
    both = sorted(set(graph) & set(streets.ids.tolist()))
    sources, targets = (rng.choice(both, min(count, len(both)), replace=False).tolist()
                        for count in (40, 300))
    ends = [maps.snap(streets, [(graph.nodes[n]["y"], graph.nodes[n]["x"]) for n in names], to="vertex")
            for names in (sources, targets)]
    found = maps.matrix(streets, *ends)
    expected = np.full(found.shape, np.nan)
    for row, source in zip(expected, sources):
        lengths = nx.single_source_dijkstra_path_length(graph, source, weight="length")
        row[:] = [lengths.get(target, np.nan) for target in targets]
    tell("between crossings", found, expected)
    points = np.stack([rng.uniform(one.min(), one.max(), 300)
                       for one in (streets.latitudes, streets.longitudes)], axis=1)
    tell("between places in streets", *(
        maps.matrix(one, maps.snap(one, points, most=np.inf))
        for one in (streets, maps.read(graph, arguments.profile))))


def tell(what, found, expected):
    print(f"{what}: {np.sum(np.isnan(found) != np.isnan(expected))} pairs with a way in one of both alone, "
          f"lengths differ by {np.nanmax(np.abs(found - expected)):.3f} m at most, the longest is "
          f"{np.nanmax(expected):,.0f} m")


def copies(arguments):
    import osmium

    nodes, ways, uses = [], [], collections.Counter()
    for one in osmium.FileProcessor(arguments.map, osmium.osm.NODE | osmium.osm.WAY):
        tags = dict(one.tags)
        if one.is_node():
            nodes.append((one.id, one.location.lon, one.location.lat, tags))
        else:
            refs = [node.ref for node in one.nodes]
            ways.append((one.id, refs, tags))
            if tags.get("highway") in STREETS:
                uses.update(refs)
    of_streets = [(lon, lat, node) for node, lon, lat, _ in nodes if node in uses]
    width, height = (max(node[axis] for node in nodes) - min(node[axis] for node in nodes) for axis in (1, 2))
    chosen = random.Random(1)

    def border(axis, last):
        ordered = sorted(of_streets, key=lambda node: node[axis])
        some = chosen.sample(ordered[-BORDER:] if last else ordered[:BORDER], JOINED)
        return [node for *_, node in sorted(some, key=lambda node: node[1 - axis])]

    west, east, south, north = (border(axis, last) for axis in (0, 1) for last in (False, True))
    side = int(np.ceil(np.sqrt(arguments.count)))
    writer = osmium.SimpleWriter(arguments.out, overwrite=True)
    make = osmium.osm.mutable
    for copy in range(arguments.count):
        for node, lon, lat, tags in nodes:
            place = (lon + copy % side * width, lat + copy // side * height)
            writer.add_node(make.Node(id=node + copy * NUMBERS, location=place, tags=tags, version=1))
    for copy in range(arguments.count):
        for way, refs, tags in ways:
            writer.add_way(make.Way(id=way + copy * NUMBERS, nodes=[ref + copy * NUMBERS for ref in refs],
                                    tags=tags, version=1))
    joints = [(here, there, copy, copy + step)
              for copy in range(arguments.count)
              for step, first, second, inside in ((1, east, west, copy % side + 1 < side),
                                                  (side, north, south, True))
              if inside and copy + step < arguments.count
              for here, there in zip(first, second)]
    for n, (here, there, copy, other) in enumerate(joints):
        writer.add_way(make.Way(id=arguments.count * NUMBERS + n, version=1, tags={"highway": "tertiary"},
                                nodes=[here + copy * NUMBERS, there + other * NUMBERS]))
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, work in (("time", measure), ("compare", compare), ("copies", copies)):
        command = commands.add_parser(name)
        command.set_defaults(work=work)
        command.add_argument("map")
        if name == "copies":
            command.add_argument("out")
            command.add_argument("count", type=int)
        else:
            command.add_argument("--profile", default="drive")
        if name == "time":
            command.add_argument("--points", type=int, default=10_000)
            command.add_argument("--folder", default=".")
            command.add_argument("--device", default="auto")
    arguments = parser.parse_args()
    print(f"apsp {apsp.__version__}", " ".join(sys.argv[1:]))
    arguments.work(arguments)


if __name__ == "__main__":
    main()
