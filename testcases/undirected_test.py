#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--undirected on hw3-1 and hw3-check: each edge leads both ways, and messages have the file's."""

import json
import os
import random
import subprocess
import unittest

from program_case import SECONDS, UNREACHABLE, ProgramCase, distance_bytes, random_edges


def both_ways(edges):
    """The edges of a file with both directions, in another order."""
    doubled = [*edges, *((v, u, weight) for u, v, weight in edges if u != v)]
    random.Random(1).shuffle(doubled)
    return doubled


class Undirected(ProgramCase):
    def check(self, code, *arguments):
        """Standard output and error of hw3-check, which ends with `code`."""
        done = subprocess.run([os.environ['APSP_HW3_CHECK'], *arguments], cwd=self.folder,
                              capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_the_bytes_of_a_file_with_both_directions(self):
        for vertices, count, weights in ((0, 0, (0, 0)), (1, 0, (0, 0)), (1, 3, (0, 5)),
                                         (2, 1, (0, 5)), (2, 9, (0, 300)), (70, 40, (0, 9)),
                                         (70, 300, (0, 100)), (40, 60, (0, 2**20))):
            edges = random_edges(vertices, count, 3, weights) if vertices else []
            self.write_graph(vertices, edges)
            self.write_graph(vertices, both_ways(edges), 'doubled')
            expected = distance_bytes(vertices, both_ways(edges))
            for method in ('auto', 'dense', 'sweep', 'search'):
                with self.subTest(vertices=vertices, edges=count, method=method):
                    self.assert_solves('--undirected', '--verify=99', '--method', method,
                                       '--summary', 'summary', 'in', 'out')
                    self.assertEqual(self.read('out'), expected)
                    self.assert_solves('--method', method, '--summary', 'expected', 'doubled',
                                       'in.out')
                    self.assertEqual(self.read('in.out'), expected)
                    summary, wanted = (json.loads(self.read(name)) for name in
                                       ('summary', 'expected'))
                    self.assertEqual({**summary, 'source': ''}, {**wanted, 'source': ''})
            self.check(0, '--undirected', '--graph', 'in', 'out')
            self.check(0, '--graph', 'doubled', 'out')

    def test_standard_input(self):
        self.write_graph(3, [(2, 0, 5), (2, 1, 1)])
        code, out, err = self.run_program('--undirected', '-', '-', content=self.read('in'))
        self.assertEqual((code, out, err), (0, distance_bytes(3, both_ways([(2, 0, 5), (2, 1, 1)])),
                                            ''))

    def test_some_sources_and_targets(self):
        edges = random_edges(30, 40, 8)
        self.write_graph(30, edges)
        all_rows = distance_bytes(30, both_ways(edges))
        self.assert_solves('--undirected', '--sources', '7,2,29', '--targets', '4', 'in', 'out')
        self.assertEqual(self.read('out'),
                         b''.join(all_rows[4 * at:4 * at + 4] for at in (7 * 30 + 4, 2 * 30 + 4,
                                                                        29 * 30 + 4)))

    def test_the_report_counts_the_edges_of_the_file(self):
        self.write_graph(5, [(0, 1, 5), (1, 2, 6), (4, 3, 7)])
        for option, has in ((['--undirected'], True), ([], False)):
            self.assert_solves(*option, '--report', 'report', 'in', 'out')
            report = json.loads(self.read('report'))
            self.assertEqual(report['edges'], 3)
            self.assertEqual(report.get('undirected', False), has)

    def test_messages_name_the_edges_of_the_file(self):
        self.write_graph(4, [(3, 2, UNREACHABLE - 1), (1, 0, 1), (2, 1, 1)])
        self.old_output()
        # The only edge that leads from 0 to 1 is the way back of number 1.
        self.assert_refuses(4, ['a length does not fit', 'over edge 2 (from 2 to 1, weight 1)'],
                            '--undirected', 'in', 'out')
        self.assert_refuses(4, ['arithmetic u8 is too narrow', 'over edge 0 (from 3 to 2'],
                            '--undirected', '--arithmetic', 'u8', 'in', 'out')
        self.assert_untouched('in', 'out')

    def test_an_edge_below_zero_is_a_negative_cycle(self):
        self.old_output()
        self.write('in.names', b'Bonn\nParis\nRome\n')
        for edges, parts in (
                ([(0, 1, 4), (2, 1, -3)],
                 ['negative cycle', '1 -> 2 -> 1, weights -3, -3, sum -6',
                  'by name: Paris -> Rome -> Paris']),
                ([(0, 1, 4), (2, 2, -3)], ['negative cycle', '2 -> 2, weight -3'])):
            self.write_graph(3, edges)
            self.assert_refuses(4, parts, '--undirected', 'in', 'out')
            self.assert_untouched('in', 'in.names', 'out')
            self.write('any', bytes(36))
            self.assertIn(parts[1], self.check(4, '--undirected', '--graph', 'in', 'any'))
            os.remove(self.path('any'))

    def test_bad_input_is_named_as_it_is_without_the_option(self):
        self.old_output()
        for edges, part in (([(0, 1, 1), (0, 2, 1)], 'edge 1 (byte 24): destination is 2'),
                            ([(0, 1, UNREACHABLE)], 'edge 0 (byte 16): weight is')):
            self.write_graph(2, edges)
            self.assert_refuses(3, [part], '--undirected', 'in', 'out')
            self.assert_untouched('in', 'out')

    def test_the_check_refuses_what_is_right_one_way(self):
        """Refuses the answer for directed edges, and one wrong entry of the right answer."""
        refused = 0
        for seed in range(40):
            draw = random.Random(seed)
            vertices = draw.choice((2, 3, 5, 17, 33))
            edges = random_edges(vertices, draw.randrange(1, 2 * vertices), seed, (0, 9))
            self.write_graph(vertices, edges)
            right = distance_bytes(vertices, both_ways(edges))
            one_way = distance_bytes(vertices, edges)
            wrong = bytearray(right)
            wrong[4 * draw.randrange(vertices * vertices)] ^= 1
            for found in (right, one_way, bytes(wrong)):
                self.write('found', found)
                with self.subTest(seed=seed, right=found == right):
                    code = int(found != right)
                    refused += code
                    text = self.check(code, '--undirected', '--graph', 'in', 'found')
                    self.assert_edges_of_the_file(text, edges)
                    if found == one_way:  # some edge is broken on its way back: no row is needed
                        text = self.check(code, '--undirected', '--rows', '1', '--graph', 'in',
                                          'found')
                        self.assert_edges_of_the_file(text, edges)
        self.assertGreater(refused, 60)

    def assert_edges_of_the_file(self, output, edges):
        for part in output.split('edge ')[1:]:
            number = part.split()[0]
            if number.isdigit():
                self.assertLess(int(number), len(edges), output)

    def test_the_verdict_counts_the_edges_of_the_file(self):
        self.write_graph(3, [(1, 0, 4), (1, 2, 5)])
        self.write('found', distance_bytes(3, both_ways([(1, 0, 4), (1, 2, 5)])))
        self.assertIn('each of 2 edges both ways obeyed',
                      self.check(0, '--undirected', '--graph', 'in', 'found'))
        self.write('found', distance_bytes(3, [(1, 0, 4), (1, 2, 5)]))
        text = self.check(1, '--undirected', '--graph', 'in', 'found')
        self.assertIn('expected 4 (distance 0 from 0 to 0, then edge 0 of weight 4)', text)
        text = self.check(1, '--undirected', '--rows', '1', '--graph', 'in', 'found')
        self.assertIn('at most 5 (edge 1 from 2 to 1)', text)
        self.assertIn('d(u,v) <= w for 2 edges both ways', text)

    def test_the_option_is_for_graphs(self):
        self.write('found', distance_bytes(2, []))
        self.assertIn('--graph', self.check(2, '--undirected', 'found', 'found'))


if __name__ == '__main__':
    unittest.main()
