# SPDX-License-Identifier: MIT
"""SciPy's floyd_warshall on a graph file, as a program of its own.

Usage: scipy_peer.py GRAPH DISTANCES REPORT"""

import json
import sys
import time

import numpy
import scipy
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import floyd_warshall

NO_PATH = (1 << 30) - 1


def main():
    graph_path, distances_path, report_path = sys.argv[1:]
    began = time.perf_counter()
    numbers = numpy.fromfile(graph_path, dtype="<i4")
    vertices, edges = (int(number) for number in numbers[:2])
    source, destination, weight = numbers[2:].reshape(edges, 3).T
    # Sparse, because in a dense matrix SciPy takes an edge of weight 0 for no edge.
    graph = csr_matrix((weight.astype(numpy.float64), (source, destination)),
                       shape=(vertices, vertices))
    read = time.perf_counter()
    distances = floyd_warshall(graph)
    computed = time.perf_counter()
    distances[numpy.isinf(distances)] = NO_PATH
    distances.astype("<i4").tofile(distances_path)
    written = time.perf_counter()

    report = {
        "program": "scipy", "version": scipy.__version__, "vertices": vertices, "edges": edges,
        "instruction_set": "compiler's", "arithmetic": "f64", "threads": 1,
        "seconds": {"read": read - began, "compute": computed - read, "write": written - computed,
                    "total": written - began},
        "relaxations_per_second": vertices ** 3 / (computed - read),
    }
    with open(report_path, "w", encoding="utf-8") as file:
        json.dump(report, file)


if __name__ == "__main__":
    main()
