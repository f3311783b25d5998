#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--sources and --targets: the rows and columns of the whole result that were asked for, by every
method and width, and what is refused."""

import json
import random
import struct
import unittest

from program_case import UNREACHABLE, ProgramCase, distance_bytes, random_edges, ring_edges

METHODS = ('auto', 'dense', 'sweep', 'search')


def part_of(distances, vertices, rows, columns):
    """The bytes of these rows and columns of a V x V matrix."""
    numbers = struct.unpack(f'<{vertices * vertices}i', distances)
    return struct.pack(f'<{len(rows) * len(columns)}i',
                       *(numbers[i * vertices + j] for i in rows for j in columns))


class Sources(ProgramCase):
    def test_rows_and_columns_of_the_whole(self):
        dice = random.Random(1)
        for vertices in (1, 2, 63, 65, 150):
            edges = random_edges(vertices, 3 * vertices, seed=vertices, weights=(0, 300))
            whole = distance_bytes(vertices, edges)
            self.write_graph(vertices, edges)
            rows = [dice.randrange(vertices) for _ in range(dice.randint(1, 2 * vertices))]
            columns = [dice.randrange(vertices) for _ in range(dice.randint(1, vertices))]
            every = list(range(vertices))
            for method in METHODS:
                for width in ('auto', 's32'):
                    run = ('in', 'out', '--method', method, '--arithmetic', width)
                    with self.subTest(vertices=vertices, method=method, width=width):
                        sources = ('--sources', ','.join(map(str, rows)))
                        targets = ('--targets', ','.join(map(str, columns)))
                        self.assert_solves(*run, *sources)
                        self.assertEqual(self.read('out'), part_of(whole, vertices, rows, every))
                        self.assert_solves(*run, *targets)
                        self.assertEqual(self.read('out'), part_of(whole, vertices, every, columns))
                        self.assert_solves(*run, *sources, *targets, '--verify')
                        self.assertEqual(self.read('out'), part_of(whole, vertices, rows, columns))

    def test_lengths_that_do_not_fit_matter_where_they_are_asked_for(self):
        most = UNREACHABLE - 1
        beside = ('--sources', '1:5', '--targets', '2')
        within = ('--sources', '0,1', '--targets', '2')
        near = ('--sources', '0', '--targets', '1')
        for weight, width, row in ((most, 'auto', '1'), (30_000, 'u16', '1'), (-most, 'auto', '1'),
                                   (-most, 's32', '1')):
            self.write_graph(6, [(0, 1, weight), (1, 2, weight)])
            for method in METHODS:
                run = ('in', '--method', method, '--arithmetic', width)
                for more in ((), ('--predecessors', 'p'), ('--verify',),
                             ('--predecessors', 'p', '--verify')):
                    with self.subTest(weight=weight, width=width, method=method, more=more):
                        self.assert_solves(*run, 'out', *more, *beside)
                        self.assertEqual(struct.unpack('<4i', self.read('out')),
                                         (weight, 0, UNREACHABLE, UNREACHABLE))
                        self.assert_solves(*run, 'out', *more, *near)
                        self.assertEqual(struct.unpack('<i', self.read('out')), (weight,))
                        if '--predecessors' in more:
                            self.assertEqual(struct.unpack('<i', self.read('p')), (0,))
                        self.assert_solves(*run, 'out', *more, '--sources', row)
                        self.assert_refuses(4, [f'from 0 to 2 is {2 * weight}, expected '], *run,
                                            'out', *more, *within)
                with self.subTest(weight=weight, width=width, method=method):
                    self.assert_solves(*run, '--summary', 's', '--sources', row)
                    self.assert_refuses(4, [], *run, 'out', '--summary', 's', *near)

    def test_a_pipe_has_the_rows_in_their_order(self):
        edges = random_edges(200, 700, seed=3)
        self.write_graph(200, edges)
        whole = distance_bytes(200, edges)
        rows = [199, 0, 7, 7, 100, 3]
        for method in METHODS:
            with self.subTest(method=method):
                code, out, err = self.run_program('in', '-', '--quiet', '--method', method,
                                                  '--sources', '199,0,7,7,100,3')
                self.assertEqual((code, err), (0, ''))
                self.assertEqual(out, part_of(whole, 200, rows, range(200)))

    def test_ranges_files_and_names(self):
        edges = ring_edges(6)
        self.write_graph(6, edges)
        whole = distance_bytes(6, edges)
        self.write('in.names', b'a\nb\nc\nd\ne\nf\n')
        self.write('numbers', b'5\n0\n')
        self.write('names', b'f\r\na\r\n')
        for text, rows in (('4:', [4, 5]), (':2,5', [0, 1, 5]), ('@numbers', [5, 0]),
                           ('@names', [5, 0]), (':', list(range(6)))):
            with self.subTest(text):
                self.assert_solves('in', 'out', '--sources', text)
                self.assertEqual(self.read('out'), part_of(whole, 6, rows, range(6)))
        code, _, err = self.run_program('in', 'out', '--targets', '@-', content=b'c\n')
        self.assertEqual((code, err), (0, ''))
        self.assertEqual(self.read('out'), part_of(whole, 6, range(6), [2]))

    def test_negative_weights(self):
        edges = [(0, 1, 4), (1, 2, -3), (2, 0, 1), (3, 1, -7)]
        self.write_graph(4, edges)
        whole = distance_bytes(4, edges)
        self.assert_solves('in', 'out', '--sources', '3,0', '--targets', '2,1')
        self.assertEqual(self.read('out'), part_of(whole, 4, [3, 0], [2, 1]))

    def test_the_summary_is_of_the_rows(self):
        self.write_graph(5, ring_edges(5)[:4])  # a path from 0 to 4
        for method in METHODS:
            with self.subTest(method=method):
                self.assert_solves('in', '--summary', 's', '--sources', '3,1', '--method', method)
                found = json.loads(self.read('s'))
                self.assertEqual(found['vertices'], 5)
                self.assertEqual(found['sources'], [3, 1])
                self.assertEqual(found['eccentricity'], [1, 3])
                self.assertEqual((found['diameter'], found['periphery']), (3, [1]))
                self.assertEqual((found['radius'], found['centre']), (1, [3]))
                self.assertEqual(found['reachable_pairs'], 4)
                self.assertEqual(found['unreachable_pairs'], 4)

    def test_the_report_tells(self):
        self.write_graph(5, ring_edges(5))
        self.assert_solves('in', 'out', '--report', 'r', '--sources', '3,1', '--targets', '4')
        report = json.loads(self.read('r'))
        self.assertEqual((report['sources'], report['targets']), (2, 1))
        self.assertEqual(report['bytes_written'], 8)

    def test_few_columns_take_the_time_of_rows(self):
        self.write_graph(300_000, ring_edges(300_000))  # 360 GB
        self.assert_solves('in', 'out', '--targets', '7,8', '--report', 'r')
        pairs = struct.unpack('<600000i', self.read('out'))
        self.assertEqual(pairs[:2], (7, 8))
        self.assertEqual(pairs[14:18], (0, 1, 299_999, 0))
        self.assertTrue(json.loads(self.read('r'))['reversed'])

    def test_a_length_that_does_not_fit_is_told_as_the_graph_has_it(self):
        most = 2**30 - 2
        self.write_graph(9, [(0, 1, most), (1, 2, 1), (2, 3, 5)])
        self.old_output()
        said = self.assert_refuses(4, ['does not fit'], 'in', 'out', '--targets', '3')
        self.assertIn('the path to 3 over edge 0 (from 0 to 1, weight 1073741822)', said)
        said = self.assert_refuses(4, ['does not fit'], 'in', 'out', '--sources', '0')
        self.assertIn('the path from 0 over edge 1 (from 1 to 2, weight 1)', said)
        self.assert_untouched('in', 'out')
        self.assert_solves('in', 'out', '--targets', '1')
        self.assertEqual(struct.unpack('<9i', self.read('out'))[:2], (most, 0))

    def test_memory_for_few_rows_is_not_that_of_the_matrix(self):
        self.write_graph(300_000, ring_edges(300_000))  # 360 GB
        for method in ('auto', 'search'):
            with self.subTest(method):
                self.assert_solves('in', 'out', '--sources', '7', '--method', method)
                row = struct.unpack('<300000i', self.read('out'))
                self.assertEqual((row[7], row[8], row[6]), (0, 1, 299_999))

    def test_what_is_refused(self):
        self.write_graph(3, [(0, 1, 5)])
        self.old_output()
        self.write('empty', b'')
        self.write('bad', b'0\n3\n')
        for code, parts, arguments in (
                (2, ['--sources: item 2 is 3', '[0, 3)'], ('--sources', '0,3')),
                (2, ['--targets: item 1 is 1:9', '[0, 3)'], ('--targets', '1:9')),
                (2, ["--sources is '2:1'", 'A < B'], ('--sources', '2:1')),
                (2, ["--sources is '-1'", 'a vertex'], ('--sources=-1',)),
                (2, ["--targets is ''"], ('--targets', '')),
                (3, ['empty', 'one vertex a line'], ('--sources', '@empty')),
                (3, ['bad', 'line 2', "'3'"], ('--sources', '@bad')),
                (3, ['missing'], ('--targets', '@missing')),
                (2, ['standard input'], ('--sources', '@-', '--targets', '@-'))):
            with self.subTest(arguments):
                self.assert_refuses(code, parts, 'in', 'out', *arguments)
                self.assert_untouched('in', 'out', 'empty', 'bad')
        self.assert_refuses(2, ['--targets', 'add OUTPUT or --predecessors', 'only --summary'],
                            'in', '--summary', 's', '--targets', '1')
        self.assert_refuses(2, ['standard input'], '-', 'out', '--sources', '@-')
        self.assert_untouched('in', 'out', 'empty', 'bad')


if __name__ == '__main__':
    unittest.main()
