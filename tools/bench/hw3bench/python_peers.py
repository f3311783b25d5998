# SPDX-License-Identifier: MIT
"""All distances of a graph file by a function of apsp, SciPy, NetworkX, NetworKit or igraph, as a
program of its own. Where all weights are 1, it is the one for that, if the library has one.

Usage: python_peers.py METHOD GRAPH DISTANCES [REPORT]

DISTANCES may be -, for none. REPORT gets the seconds to read and to build the graph, those of the
function alone, and those to write. A call of less than a second is made three times, and the
shortest counts: the first memory of a process may come slowly from a virtual machine's host."""

import importlib
import json
import os
import sys
import time

import numpy

NO_PATH = (1 << 30) - 1


def read(path):
    """V, and the edges as three arrays. The graph must be without repeated edges, as those of hw3-gen
    are: NetworkX keeps the last of them and SciPy the sum."""
    numbers = numpy.fromfile(path, dtype="<i4")
    vertices, edges = (int(number) for number in numbers[:2])
    return vertices, numbers[2:].reshape(edges, 3).T


# A method builds its graph and returns two functions: one that computes, and is timed alone, and one
# that makes an array of what the first returned. Pairs without a path are infinite in it.

def scipy_method(name, module="scipy.sparse.csgraph"):
    def prepare(vertices, source, destination, weight):
        from scipy.sparse import csr_matrix  # NetworkX alone should not pay for this import
        # Sparse, because in a dense matrix SciPy takes an edge of weight 0 for no edge.
        graph = csr_matrix((weight.astype(numpy.float64), (source, destination)),
                           shape=(vertices, vertices))
        solve = getattr(importlib.import_module(module), name)
        return lambda: solve(graph), lambda found: found
    return prepare


def networkx_graph(vertices, source, destination, weight):
    import networkx
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_weighted_edges_from(zip(source.tolist(), destination.tolist(), weight.tolist()))
    return networkx, graph


def networkx_floyd_warshall_numpy(*arrays):
    networkx, graph = networkx_graph(*arrays)
    return lambda: networkx.floyd_warshall_numpy(graph), numpy.asarray


def are_one(weight):
    return bool((weight == 1).all())


def networkx_dijkstra(vertices, *arrays):
    networkx, graph = networkx_graph(vertices, *arrays)
    solve = (networkx.all_pairs_shortest_path_length if are_one(arrays[-1])
             else networkx.all_pairs_dijkstra_path_length)

    def as_array(rows):
        distances = numpy.full((vertices, vertices), numpy.inf)
        for row, lengths in rows:
            distances[row, list(lengths)] = list(lengths.values())
        return distances

    return lambda: list(solve(graph)), as_array


def networkit_apsp(vertices, source, destination, weight):
    import networkit
    graph = networkit.GraphFromCoo(
        (weight.astype(numpy.float64), (source.astype(numpy.uint64), destination.astype(numpy.uint64))),
        n=vertices, weighted=not are_one(weight), directed=True)
    networkit.setNumberOfThreads(len(os.sched_getaffinity(0)))

    def as_array(found):
        distances = found.getDistances(asarray=True)
        distances[distances > NO_PATH] = numpy.inf  # the largest number for no path
        return distances

    return lambda: networkit.distance.APSP(graph).run(), as_array


def igraph_distances(vertices, source, destination, weight):
    import igraph
    graph = igraph.Graph(n=vertices, edges=numpy.column_stack((source, destination)), directed=True)
    weights = None if are_one(weight) else weight.tolist()
    return lambda: graph.distances(weights=weights, mode="out"), numpy.asarray


AGAIN = 1  # second
PARALLEL = ("networkit-apsp", "apsp-shortest-path")
METHODS = {
    "apsp-shortest-path": scipy_method("shortest_path", "apsp"),
    "scipy-floyd-warshall": scipy_method("floyd_warshall"),
    "scipy-dijkstra": scipy_method("dijkstra"),
    "networkx-floyd-warshall": networkx_floyd_warshall_numpy,
    "networkx-dijkstra": networkx_dijkstra,
    "networkit-apsp": networkit_apsp,
    "igraph-distances": igraph_distances,
}


def main():
    method, graph, output, *report = sys.argv[1:]
    times = {"start": time.perf_counter()}
    vertices, arrays = read(graph)
    solve, as_array = METHODS[method](vertices, *arrays)
    times["read"] = time.perf_counter()
    found = solve()
    times["compute"] = time.perf_counter()
    shortest = times["compute"] - times["read"]
    for _ in range(2 if shortest < AGAIN else 0):
        del found
        began = time.perf_counter()
        found = solve()
        shortest = min(shortest, time.perf_counter() - began)
    times["calls"] = time.perf_counter()
    if output != "-":
        distances = as_array(found)
        distances[numpy.isinf(distances)] = NO_PATH
        if not (distances == numpy.rint(distances)).all():
            sys.exit(f"{method}: a distance is no integer")
        distances.astype("<i4").tofile(output)
    times["write"] = time.perf_counter()
    if report:
        ends = list(times.values())
        facts = {"program": method, "vertices": vertices, "edges": len(arrays[0]),
                 "instruction_set": "compiler's", "arithmetic": "f64",
                 "threads": len(os.sched_getaffinity(0)) if method in PARALLEL else 1,
                 "seconds": {**dict(zip(list(times)[1:], (b - a for a, b in zip(ends, ends[1:])))),
                             "compute": shortest}}
        with open(report[0], "w", encoding="utf-8") as file:
            json.dump(facts, file)


if __name__ == "__main__":
    try:
        main()
    except MemoryError as error:
        print(f"not enough memory: {error}", file=sys.stderr)
        sys.exit(5)  # as hw3-1
