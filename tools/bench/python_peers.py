# SPDX-License-Identifier: MIT
"""All distances of a graph file by a function of SciPy or NetworkX, as a program of its own.

Usage: python_peers.py METHOD GRAPH DISTANCES"""

import sys

import numpy

NO_PATH = (1 << 30) - 1


def read(path):
    """V, and the edges as three arrays. Of repeated edges NetworkX keeps the last and SciPy the sum,
    so the graph must be without them, as those of hw3-gen are."""
    numbers = numpy.fromfile(path, dtype="<i4")
    vertices, edges = (int(number) for number in numbers[:2])
    return vertices, numbers[2:].reshape(edges, 3).T


def scipy_method(name):
    def distances(vertices, source, destination, weight):
        from scipy.sparse import csgraph, csr_matrix  # NetworkX alone should not pay for this import
        # Sparse, because in a dense matrix SciPy takes an edge of weight 0 for no edge.
        graph = csr_matrix((weight.astype(numpy.float64), (source, destination)),
                           shape=(vertices, vertices))
        return getattr(csgraph, name)(graph)
    return distances


def networkx_graph(vertices, source, destination, weight):
    import networkx
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_weighted_edges_from(zip(source.tolist(), destination.tolist(), weight.tolist()))
    return networkx, graph


def networkx_floyd_warshall_numpy(*arrays):
    networkx, graph = networkx_graph(*arrays)
    return numpy.asarray(networkx.floyd_warshall_numpy(graph))


def networkx_dijkstra(vertices, *arrays):
    networkx, graph = networkx_graph(vertices, *arrays)
    distances = numpy.full((vertices, vertices), numpy.inf)
    for row, lengths in networkx.all_pairs_dijkstra_path_length(graph):
        distances[row, list(lengths)] = list(lengths.values())
    return distances


METHODS = {
    "scipy-floyd-warshall": scipy_method("floyd_warshall"),
    "scipy-dijkstra": scipy_method("dijkstra"),
    "networkx-floyd-warshall": networkx_floyd_warshall_numpy,
    "networkx-dijkstra": networkx_dijkstra,
}


def main():
    method, graph, output = sys.argv[1:]
    vertices, (source, destination, weight) = read(graph)
    distances = METHODS[method](vertices, source, destination, weight)
    distances[numpy.isinf(distances)] = NO_PATH
    distances.astype("<i4").tofile(output)


if __name__ == "__main__":
    main()
