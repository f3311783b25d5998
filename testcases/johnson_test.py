#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1 on graphs of hw3-gen with negative weights, against Johnson's algorithm of SciPy.

Usage: johnson_test.py HW3_1 HW3_GEN

Ends with 77, which the test runner shows as skipped, where SciPy is not installed."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77  # as the test runner has it
try:
    import numpy
    import scipy.sparse
    from scipy.sparse.csgraph import NegativeCycleError, johnson
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(SKIPPED)

SOLVER = GEN = None
NO_PATH = 2**30 - 1
NO_ANSWER = 4  # exit code

# Graphs whose shortest paths have few and many edges, are many and none.
GRAPHS = (
    ("random", 1, "--edges", 0), ("random", 2, "--edges", 2), ("random", 60, "--edges", 90),
    ("random", 200, "--edges", 3000), ("disconnected", 120, "--edges", 900, "--components", 7),
    ("ring", 150), ("chain", 90), ("grid", 400), ("complete", 70), ("star", 50),
    ("small-world", 300), ("scale-free", 200, "--edges", 1500), ("road", 500), ("knn", 200),
)


class JohnsonTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-johnson-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, program, *arguments):
        return subprocess.run([program, *map(str, arguments)], capture_output=True, timeout=120,
                              check=False, cwd=self.folder, text=True)

    def generate(self, kind, vertices, *options):
        """The graph in the file `graph` as a sparse matrix; of repeated edges the lightest counts."""
        done = self.run_program(GEN, kind, "graph", "--vertices", vertices, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        edges = numpy.fromfile(self.folder / "graph", dtype="<i4")[2:].reshape(-1, 3)
        edges = edges[numpy.lexsort((edges[:, 2], edges[:, 1], edges[:, 0]))]
        first = numpy.ones(len(edges), dtype=bool)
        first[1:] = (edges[1:, :2] != edges[:-1, :2]).any(axis=1)
        source, destination, weight = edges[first].T
        # Zeros that are stored are edges.
        return scipy.sparse.csr_matrix((weight.astype(float), (source, destination)),
                                       shape=(vertices, vertices))

    def solve(self, *options):
        """hw3-1's distances as SciPy has them, or None for a negative cycle."""
        done = self.run_program(SOLVER, *options, "graph", "distances")
        if done.returncode == NO_ANSWER and "negative cycle" in done.stderr:
            return None
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = numpy.fromfile(self.folder / "distances", dtype="<i4").astype(float)
        found[found == NO_PATH] = numpy.inf
        return found

    def compare(self, graph, *options, directed=True):
        """Compares one graph. Returns whether there was an answer."""
        found = self.solve(*options)
        try:
            expected = johnson(graph, directed=directed)
        except NegativeCycleError:
            self.assertIsNone(found)
            return False
        self.assertIsNotNone(found)
        numpy.testing.assert_array_equal(found, expected.reshape(-1))
        return True

    def test_weights_below_zero_without_a_negative_cycle(self):
        negative = 0
        for number, (kind, vertices, *options) in enumerate(GRAPHS):
            for lift in (3, 500, 200_000_000):
                with self.subTest(kind=kind, vertices=vertices, lift=lift):
                    graph = self.generate(kind, vertices, *options, "--seed", number, "--negative",
                                          lift, "--repeats", 9 if vertices > 2 else 0, "--loops", 5)
                    negative += graph.nnz > 0 and graph.data.min() < 0
                    self.assertTrue(self.compare(graph))
        self.assertGreater(negative, 2 * len(GRAPHS))

    def test_negative_cycles(self):
        for number, (kind, vertices, *options) in enumerate(GRAPHS):
            for size in (1, 2, vertices):
                if size > vertices:
                    continue
                for lift in (0, 1000):
                    with self.subTest(kind=kind, vertices=vertices, size=size, lift=lift):
                        graph = self.generate(kind, vertices, *options, "--seed", number,
                                              "--negative-cycle", size, "--negative", lift)
                        self.assertFalse(self.compare(graph))

    def test_weights_drawn_on_both_sides_of_zero(self):
        answers = 0
        for seed in range(80):
            with self.subTest(seed=seed):
                vertices = 2 + seed % 20
                graph = self.generate("random", vertices, "--density", "0.15", "--seed", seed,
                                      "--weights", f"{-1 - seed % 3}:9")
                answers += self.compare(graph, "--method", ("dense", "sweep", "search")[seed % 3])
        self.assertGreater(answers, 20)
        self.assertLess(answers, 75)

    def test_undirected(self):
        for number, (kind, vertices, *options) in enumerate(GRAPHS):
            with self.subTest(kind=kind, vertices=vertices):
                graph = self.generate(kind, vertices, *options, "--seed", number)
                self.assertTrue(self.compare(graph, "--undirected", directed=False))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    SOLVER, GEN = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:])
    unittest.main(argv=sys.argv[:1])
