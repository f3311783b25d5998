#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the functions of the NetworkX backend beside NetworkX itself, as a table in Markdown.

Counts processor seconds of all threads, which other programs disturb little. NetworkX runs once, the
backend three times, of which the fastest counts. Results are compared.
"""

import argparse
import random
import sys
import time

del sys.path[0]  # this folder, whose apsp is not built: take the installed one

import networkx as nx  # noqa: E402
import numpy as np  # noqa: E402

FUNCTIONS = {
    "floyd_warshall": {},
    "floyd_warshall_numpy": {},
    "floyd_warshall_predecessor_and_distance": {},
    "all_pairs_dijkstra_path_length": {},
    "all_pairs_dijkstra": {},
    "all_pairs_bellman_ford_path_length": {},
    "all_pairs_shortest_path_length": {},
    "johnson": {},
    "eccentricity": {"weight": "weight"},
    "diameter": {"weight": "weight"},
    "radius": {"weight": "weight"},
    "center": {"weight": "weight"},
    "periphery": {"weight": "weight"},
    "closeness_centrality": {"distance": "weight"},
    "average_shortest_path_length": {"weight": "weight"},
    "wiener_index": {"weight": "weight"},
}


def make_graph(nodes, edges, seed):
    """Returns a connected random graph with weights from 1 to 100."""
    rng = random.Random(seed)
    graph = nx.gnm_random_graph(nodes, edges, seed=seed)
    nx.add_path(graph, rng.sample(range(nodes), nodes))
    nx.set_edge_attributes(graph, {edge: rng.randint(1, 100) for edge in graph.edges}, "weight")
    return graph


def timed(name, graph, backend, options):
    start = time.process_time()
    result = getattr(nx, name)(graph, backend=backend, **options)
    if name.startswith("all_pairs"):
        result = dict(result)
    return time.process_time() - start, result


def same(found, expected):
    if isinstance(expected, np.ndarray):
        return np.array_equal(found, expected)
    if isinstance(expected, tuple):  # predecessors may differ among equally short paths
        return found[1] == expected[1]
    return found == expected


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--edges", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--function", choices=FUNCTIONS, action="append", help="default: all")
    arguments = parser.parse_args()
    graph = make_graph(arguments.nodes, arguments.edges, arguments.seed)
    print(f"NetworkX {nx.__version__}, {graph.number_of_nodes()} nodes, "
          f"{graph.number_of_edges()} edges\n")
    print("| function | NetworkX, s | apsp, s | times |\n|---|---:|---:|---:|")
    for name in arguments.function or FUNCTIONS:
        options = FUNCTIONS[name]
        before, expected = timed(name, graph, "networkx", options)
        runs = [timed(name, graph, "apsp", options) for _ in range(3)]
        if not all(same(found, expected) for _, found in runs):
            raise SystemExit(f"{name}: the results differ (seed {arguments.seed})")
        after = min(seconds for seconds, _ in runs)
        print(f"| `{name}` | {before:.3g} | {after:.3g} | {before / after:.0f} |", flush=True)


if __name__ == "__main__":
    main()
