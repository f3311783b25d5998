#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many runs of hw3-1 at once in one folder, and many more threads than processors: the same bytes as
one alone."""

import os
import random
import time
import unittest

from program_case import SECONDS, ProgramCase, distance_bytes, random_edges, ring_edges

RUNS = 40


class Load(ProgramCase):
    def test_forty_runs_at_once(self):
        """Runs of several sizes, widths and options, to files of their own, to one that they share,
        and to pipes."""
        graphs = {'g1': (1, []), 'g64': (64, random_edges(64, 300, seed=64)),
                  'g130': (130, random_edges(130, 900, seed=130, weights=(0, 9000))),
                  'g200': (200, ring_edges(200))}
        right = {name: distance_bytes(*graph) for name, graph in graphs.items()}
        for name, graph in graphs.items():
            self.write_graph(*graph, name=name)
        # As large as outputs that are mapped: what one run alone says of it.
        self.write_graph(3000, random_edges(3000, 9000, seed=3), name='g3000')
        self.assert_solves('g3000', 'alone', '--quiet')
        right['g3000'] = self.read('alone')
        dice = random.Random(4)
        options = [(), ('--threads', '1'), ('--threads', '5'), ('--sync',), ('--verify',),
                   ('--arithmetic', 's32')]
        runs = []
        began = time.monotonic()
        for number in range(RUNS):
            name = 'g3000' if number % 10 == 9 else dice.choice(sorted(graphs))
            output = {0: 'shared', 1: '-'}.get(number % 5, f'out{number}')
            if output == 'shared':
                name = 'g200'
            stdout = open(self.path(f'stdout{number}'), 'wb')  # closed below
            runs.append((number, name, output, stdout, self.start(
                name, output, '--quiet', *dice.choice(options), stdout=stdout)))
        for number, name, output, stdout, process in runs:
            _, err = process.communicate(timeout=SECONDS)
            stdout.close()
            with self.subTest(number=number, graph=name, output=output):
                self.assertEqual((process.returncode, err), (0, b''))
                found = self.read(f'stdout{number}' if output == '-' else output)
                self.assertTrue(found == right[name])
        self.assertFalse([name for name in os.listdir(self.folder) if '.apsp-' in name])
        self.assertLess(time.monotonic() - began, SECONDS)

    def test_every_number_of_threads_gives_the_same_bytes(self):
        edges = random_edges(300, 1500, seed=5, weights=(0, 2000))
        self.write_graph(300, edges)
        right = distance_bytes(300, edges)
        for threads in range(1, 65):
            with self.subTest(threads=threads):
                self.assert_solves('in', 'out', '--quiet', '--threads', str(threads))
                self.assertTrue(self.read('out') == right)
                os.unlink(self.path('out'))


if __name__ == '__main__':
    unittest.main()
