# SPDX-License-Identifier: MIT
"""Tests hw3-orders on graphs whose fill is known. Takes the program."""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


class OrdersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-orders-")
        self.addCleanup(folder.cleanup)
        self.graph = pathlib.Path(folder.name, "graph.bin")

    def orders(self, vertices, pairs):
        """{order: (fill, fill / V, relaxations, depth)} of a graph with edges of weight 1."""
        edges = [(u, v, 1) for u, v in pairs]
        self.graph.write_bytes(struct.pack("<2i", vertices, len(edges)) +
                               b"".join(struct.pack("<3i", *edge) for edge in edges))
        said = subprocess.run([PROGRAM, self.graph], check=True, stdout=subprocess.PIPE,
                              text=True).stdout
        rows = [[cell.strip() for cell in line.strip("|").split("|")]
                for line in said.splitlines()[2:]]
        self.assertEqual(rows[0][0], "minimum-degree")
        return {row[0]: tuple(float(cell) for cell in row[1:5]) for row in rows}

    def require_least_fill(self, vertices, pairs, least):
        """That of minimum degree; other orders may fill more in."""
        for order, (fill, ratio, _, depth) in self.orders(vertices, pairs).items():
            if order == "minimum-degree":
                self.assertEqual(fill, least)
            self.assertGreaterEqual(fill, least, order)
            self.assertAlmostEqual(ratio, fill / vertices, delta=0.01)
            self.assertLessEqual(depth, vertices)

    def test_trees_are_not_filled(self):
        self.require_least_fill(31, [(v, v + 1) for v in range(30)], 30)
        star = [(0, v) for v in range(1, 31)]
        self.require_least_fill(31, star, 30)
        self.assertLessEqual(self.orders(31, star)["minimum-degree"][3], 3)

    def test_a_ring_is_filled_by_three_less_than_its_vertices(self):
        self.require_least_fill(50, [(v, (v + 1) % 50) for v in range(50)], 50 + 47)

    def test_a_clique_is_its_own_fill(self):
        pairs = [(u, v) for u in range(12) for v in range(12)]
        for order, (fill, _, _, depth) in self.orders(12, pairs).items():
            self.assertEqual((fill, depth), (66, 12), order)

    def test_no_vertices_and_no_edges(self):
        self.assertEqual(self.orders(0, [])["minimum-degree"], (0, 0, 0, 0))
        self.assertEqual(self.orders(4, [])["minimum-degree"], (0, 0, 0, 1))

    def test_a_file_that_is_no_graph_is_refused(self):
        self.graph.write_bytes(b"abc")
        done = subprocess.run([PROGRAM, self.graph], stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn(str(self.graph), done.stderr)


if __name__ == "__main__":
    unittest.main()
