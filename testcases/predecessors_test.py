#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1's option --predecessors: its file, its refusals, its failures."""

import json
import os
import struct
import unittest

from program_case import UNREACHABLE, ProgramCase, distance_bytes, random_edges, ring_edges

NONE = -9999


def predecessor_bytes(vertices, edges):
    """Bellman and Ford with pairs of length and number of edges, then the smallest predecessor."""
    found = []
    for source in range(vertices):
        costs = {source: (0, 0)}
        changed = True
        while changed:
            changed = False
            for u, v, weight in edges:
                if u not in costs:
                    continue
                cost = (costs[u][0] + weight, costs[u][1] + 1)
                if v not in costs or cost < costs[v]:
                    costs[v] = cost
                    changed = True
        row = [NONE] * vertices
        for u, v, weight in sorted(edges, reverse=True):
            if v != source and u in costs and costs[v] == (costs[u][0] + weight, costs[u][1] + 1):
                row[v] = u
        found += row
    return struct.pack(f'<{len(found)}i', *found)


class Predecessors(ProgramCase):
    def graphs(self):
        sparse = random_edges(90, 200, seed=1, weights=(0, 6))
        yield 'weighted', 90, sparse
        yield 'all of one weight', 90, [(u, v, 7) for u, v, _ in sparse]
        yield 'cycles of length zero', 90, [(u, v, 0) for u, v, _ in sparse]
        yield 'negative weights', 90, [(u, v, w % 4 + 4 * (v - u)) for u, v, w in sparse]
        yield 'ring', 70, ring_edges(70)
        yield 'dense', 70, random_edges(70, 3000, seed=2, weights=(0, 20))
        yield 'no edges', 80, []
        yield 'one vertex', 1, [(0, 0, 4)]
        yield 'no vertices', 0, []

    def test_every_method_and_number_of_threads_gives_the_same_bytes(self):
        for kind, vertices, edges in self.graphs():
            self.write_graph(vertices, edges)
            right = predecessor_bytes(vertices, edges)
            for options in (['--method', 'dense', '--arithmetic', 's32'],
                            ['--method', 'sweep', '--verify'], ['--method', 'search'],
                            ['--threads', '1', '--sync', '--summary', 's']):
                with self.subTest(kind, options=options):
                    self.assert_solves('in', 'out', '--predecessors', 'p', *options)
                    self.assertTrue(self.read('p') == right)
                    self.assertTrue(self.read('out') == distance_bytes(vertices, edges))
                    self.assert_solves('in', '--predecessors', 'alone', *options)
                    self.assertTrue(self.read('alone') == right)

    def test_potentials_beyond_32_bits(self):
        far = UNREACHABLE - 1
        edges = [(0, 1, -far), (2, 1, 1), (2, 3, far), (0, 3, 5)]
        self.write_graph(4, edges)
        self.assert_solves('in', 'out', '--predecessors', 'p', '--report', 'r')
        self.assertEqual(json.loads(self.read('r'))['arithmetic'], 's64')
        self.assertEqual(self.read('p'), predecessor_bytes(4, edges))

    def test_some_sources_and_targets(self):
        edges = random_edges(80, 300, seed=4)
        self.write_graph(80, edges)
        numbers = struct.unpack('<6400i', predecessor_bytes(80, edges))
        right = struct.pack('<9i', *(numbers[80 * i + j] for i in (7, 79, 7) for j in (3, 0, 7)))
        for output in (['out'], []):
            self.assert_solves('in', *output, '--predecessors', 'p', '--sources', '7,79,7',
                               '--targets', '3,0,7')
            self.assertEqual(self.read('p'), right)

    def test_an_undirected_graph(self):
        edges = random_edges(60, 90, seed=5, weights=(0, 4))
        self.write_graph(60, edges)
        self.assert_solves('in', '--predecessors', 'p', '--undirected')
        self.assertEqual(self.read('p'), predecessor_bytes(
            60, edges + [(v, u, weight) for u, v, weight in edges]))

    def test_pipes(self):
        edges = random_edges(80, 300, seed=3)
        self.write_graph(80, edges)
        for pipe, right in (('out', distance_bytes(80, edges)), ('p', predecessor_bytes(80, edges))):
            with self.subTest(pipe):
                names = {'out': 'out', 'p': 'p', pipe: '/dev/stdout'}
                code, out, err = self.run_program('in', names['out'], '--predecessors', names['p'])
                self.assertEqual((code, err), (0, ''))
                self.assertTrue(out == right)

    def test_the_report(self):
        self.write_graph(64, ring_edges(64))
        self.assert_solves('in', '--predecessors', 'p', '--report', 'r')
        report = json.loads(self.read('r'))
        self.assertEqual((report['output'], report['predecessors']), (None, 'p'))
        self.assertEqual(report['bytes_written'], 4 * 64 * 64)
        self.assertGreater(report['predecessors_cpu_seconds'], 0)
        self.assertIn('predecessors', report['seconds'])


class Refusals(ProgramCase):
    def setUp(self):
        super().setUp()
        self.write_graph(2, [(0, 1, 5)])
        self.old_output()

    def test_the_place_of_another_file(self):
        for name in ('in', 'out', './out', '-', ''):
            with self.subTest(name):
                self.assert_refuses(2, ['--predecessors'], 'in', 'out', '--predecessors', name)
        for option in ('--summary', '--report'):
            self.assert_refuses(2, [f'{option} new', '--predecessors new', 'the same file'], 'in',
                                '--predecessors', 'new', option, 'new')
        self.assert_refuses(2, ['OUTPUT is required', '--predecessors FILE'], 'in')
        self.assert_untouched('in', 'out')

    def test_no_place_to_write_to(self):
        os.mkdir(self.path('folder'))
        for name in ('folder', 'missing/p'):
            with self.subTest(name):
                self.assert_refuses(7, [name], 'in', 'out', '--predecessors', name)
        self.assert_refuses(7, ['missing'], 'in', 'missing/out', '--predecessors', 'p')
        self.assert_refuses(7, ['/dev/full'], 'in', 'out', '--predecessors', '/dev/full')
        self.assert_refuses(7, ['/dev/full'], 'in', '/dev/full', '--predecessors', 'p')
        self.assert_untouched('in', 'out', 'folder')

    def test_a_graph_without_an_answer_keeps_the_old_files(self):
        self.write('p', b'old')
        self.write('in.names', b'Ada\nBen\n')
        for edges, words in (([(0, 1, 5), (1, 0, -6)], ['negative cycle', 'Ada -> Ben -> Ada']),
                             ([(0, 1, UNREACHABLE - 1), (1, 2, 1)], ['does not fit']),
                             ([(0, 1, 1 - UNREACHABLE), (1, 2, -1)], ['the path from 0 to 2'])):
            self.write_graph(2 + (len(words) == 1), edges)
            self.assert_refuses(4, words, 'in', 'out', '--predecessors', 'p')
            self.assertEqual(self.read('p'), b'old')
            self.assert_untouched('in', 'in.names', 'out', 'p')


if __name__ == '__main__':
    unittest.main()
