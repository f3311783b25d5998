#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two real networks that a machine has at hand (real_networks.py), from names to distances. Rows of
the result are compared with a breadth-first search here.

Usage: real_networks_test.py HW3_CONVERT HW3_1 HW3_CHECK"""

import array
import collections
import pathlib
import subprocess
import sys
import tempfile
import unittest

from real_networks import DPKG, csv, import_edges, package_edges

UNREACHABLE = 2**30 - 1
SECONDS = 120


class RealNetworks(unittest.TestCase):
    programs = []

    def solve_and_compare(self, edges):
        edges = list(dict.fromkeys(edges))
        self.assertGreater(len(edges), 100)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table, graph, distances = (pathlib.Path(folder.name) / name
                                   for name in ('edges.csv', 'graph.bin', 'distances.bin'))
        table.write_text(csv(edges))
        convert, solver, check = self.programs
        for command in ([convert, table, graph], [solver, graph, distances],
                        [check, '--graph', graph, distances]):
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, timeout=SECONDS, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)

        names = pathlib.Path(f'{graph}.names').read_text().splitlines()
        self.assertEqual(sorted(names), sorted({name for edge in edges for name in edge}))
        numbers = array.array('i', distances.read_bytes())
        if sys.byteorder == 'big':
            numbers.byteswap()
        following = collections.defaultdict(list)
        for source, target in edges:
            following[source].append(target)
        for row in range(0, len(names), max(1, len(names) // 20)):
            steps = {names[row]: 0}
            queue = collections.deque(steps)
            while queue:
                name = queue.popleft()
                for further in following[name]:
                    if further not in steps:
                        steps[further] = steps[name] + 1
                        queue.append(further)
            self.assertEqual(list(numbers[row * len(names):(row + 1) * len(names)]),
                             [steps.get(name, UNREACHABLE) for name in names], names[row])

    @unittest.skipUnless(DPKG.exists(), 'no Debian packages here')
    def test_packages(self):
        self.solve_and_compare(package_edges())

    def test_imports(self):
        self.solve_and_compare(import_edges())


if __name__ == '__main__':
    RealNetworks.programs = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
