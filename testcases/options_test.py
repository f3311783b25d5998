#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1's command line: help, refusals, threads, the report."""

import json
import os
import pathlib
import random
import re
import struct
import subprocess
import unittest

from program_case import UNREACHABLE, ProgramCase, distance_bytes, random_edges, ring_edges

ROOT = pathlib.Path(__file__).resolve().parents[1]


def words_of(page):
    return ' '.join((ROOT / page).read_text(encoding='utf-8').split())


class Usage(ProgramCase):
    def setUp(self):
        super().setUp()
        self.write_graph(2, [(0, 1, 5)])
        self.old_output()

    def assert_usage_error(self, parts, *arguments, names=('in', 'out'), **how):
        self.assert_refuses(2, parts, *arguments, **how)
        self.assert_untouched(*names)

    def test_help_and_version(self):
        code, out, err = self.run_program('--help')
        self.assertEqual((code, err), (0, ''))
        text = out.decode()
        for part in ('Usage: hw3-1 ', 'INPUT', 'OUTPUT', 'srun', 'Exit codes', '--threads', '--isa',
                     '--report', '--undirected', '--arithmetic', '--quiet', '--verbose', '--sync',
                     '--verify', '--version'):
            self.assertIn(part, text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        code, out, err = self.run_program('--version')
        self.assertEqual((code, err), (0, ''))
        self.assertRegex(out.decode(), r'^hw3-1 \d+\.\d+\.\d+\n$')
        with open('/dev/full', 'wb') as full:
            self.assert_refuses(7, ['standard output'], '--help', stdout=full)

    def test_wrong_arguments(self):
        hint = "try 'hw3-1 --help'"
        for parts, arguments in (
                (['INPUT is required'], []),
                (['OUTPUT is required'], ['in']),
                (["unexpected argument 'more'"], ['in', 'out', 'more']),
                (['unknown option --thread, did you mean --threads?'], ['--thread', '4', 'in', 'out']),
                (['unknown option -x', '--threads'], ['-x', 'in', 'out']),
                (['--quiet', '--verbose'], ['--quiet', '--verbose', 'in', 'out']),
                (["--arithmetic is 'f64'", 'auto, u8, u16, s32'],
                 ['--arithmetic', 'f64', 'in', 'out']),
                (["--method is 'guess'", 'auto, dense, sweep, search'],
                 ['--method', 'guess', 'in', 'out']),
                (["'abacus'", 'portable'], ['in', 'out', '--isa', 'abacus'])):
            with self.subTest(arguments):
                self.assert_usage_error([*parts, hint], *arguments)

    def test_thread_numbers_are_parsed_whole(self):
        for number in ('0', '-1', '4097', '8x', 'x', '1.5', '0x4', '99999999999999999999'):
            with self.subTest(number):
                self.assert_usage_error([f"'{number}'", '1 to 4096'],
                                        'in', 'out', '--threads', number)
        self.assert_usage_error(['OMP_NUM_THREADS', '4096'], 'in', 'out',
                                environment={'OMP_NUM_THREADS': '5000'})

    def test_an_output_that_is_the_input(self):
        os.symlink('in', self.path('symlink'))
        os.link(self.path('in'), self.path('hardlink'))
        names = ('in', 'out', 'symlink', 'hardlink')
        graph = self.read('in')
        for first, second in (('in', 'in'), ('in', './in'), ('symlink', 'in'), ('in', 'symlink'),
                              ('in', 'hardlink')):
            with self.subTest(first=first, second=second):
                self.assert_usage_error(['same file', first, second], first, second, names=names)
        with open(self.path('in'), 'rb') as stdin:
            self.assert_usage_error(['same file'], '-', 'in', names=names, stdin=stdin)
        self.assertEqual(self.read('in'), graph)

    def test_a_report_in_the_place_of_another_file(self):
        for report in ('in', 'out', './out', '-', ''):
            with self.subTest(report):
                self.assert_usage_error(['--report'], 'in', 'out', '--report', report)
        self.assert_usage_error(['--report new'], 'in', 'new', '--report', 'new')


    def test_a_summary_in_the_place_of_another_file(self):
        for summary in ('in', 'out', './out', '-', ''):
            with self.subTest(summary):
                self.assert_usage_error(['--summary'], 'in', 'out', '--summary', summary)
        self.assert_usage_error(['--summary new'], 'in', 'new', '--summary', 'new')
        self.assert_usage_error(['--report new', '--summary new'], 'in', '--summary', 'new',
                                '--report', 'new')
        with open(self.path('in'), 'rb') as stdin:
            self.assert_usage_error(['same file'], '-', '--summary', 'in', stdin=stdin)


class Weights(ProgramCase):
    """Help, pages and messages name the weights that the program takes."""

    RANGE = '-1073741822 to 1073741822'

    def solve_weight(self, weight):
        self.write_graph(2, [(0, 1, 5), (1, 0, weight)])
        return self.run_program('in', '-')

    def test_the_words(self):
        help_text = ' '.join(self.run_program('--help')[1].decode().split())
        self.assertIn(f'weights from {self.RANGE},', help_text)
        self.assertIn('4 no answer: a negative cycle, or a length out of range', help_text)
        for page in ('README.md', 'docs/formats.md'):
            self.assertIn('Weights are from −1073741822 to 1073741822.', words_of(page))
        self.assertIn('| 4 | no answer: a negative cycle, or a length out of range |',
                      words_of('docs/options.md'))

    def test_both_ends_of_the_range_are_taken(self):
        for weight in (-5, 0, UNREACHABLE - 1):
            with self.subTest(weight):
                expected = struct.pack('<4i', 0, 5, weight, 0)
                self.assertEqual(self.solve_weight(weight), (0, expected, ''))
        self.write_graph(2, [(0, 1, 1 - UNREACHABLE)])
        self.assertEqual(self.run_program('in', '-'),
                         (0, struct.pack('<4i', 0, 1 - UNREACHABLE, UNREACHABLE, 0), ''))

    def test_a_negative_cycle_has_no_answer(self):
        for edges, words in (([(0, 1, 5), (1, 0, -6)], ': 0 -> 1 -> 0, weights 5, -6, sum -1\n'),
                             ([(0, 1, 5), (1, 1, -2)], ': 1 -> 1, weight -2\n'),
                             ([(0, 1, 5)] * 300000 + [(1, 0, -7)] + [(0, 1, -8)],
                              ': 0 -> 1 -> 0, weights -8, -7, sum -15\n')):
            with self.subTest(words):
                self.write_graph(2, edges)
                self.old_output()
                self.assert_refuses(4, ['negative cycle', words], 'in', 'out')
                self.assert_untouched('in', 'out')

    def test_names_of_a_negative_cycle(self):
        self.write_graph(3, [(0, 1, 5), (1, 2, -3), (2, 1, 1)])
        self.write('in.names', b'Ada\nBell, Ann\nCleo\n')
        self.assert_refuses(4, [': 1 -> 2 -> 1, weights -3, 1, sum -2\n'
                                'by name: Bell, Ann -> Cleo -> Bell, Ann\n'], 'in', 'out')

    def test_a_long_negative_cycle_is_cut(self):
        size = 20000
        self.write_graph(size, [(v, (v + 1) % size, -1 if v == 0 else 0) for v in range(size)])
        self.write('in.names', b''.join(b'stop %d\n' % v for v in range(size)))
        code, _, err = self.run_program('in', 'out')
        self.assertEqual(code, 4)
        self.assertLess(len(err), 700)
        for part in ('0 -> 1 -> 2 -> 3 -> 4 -> ... 19990 more ... -> 19995 -> ',
                     '19999 -> 0, 20000 vertices, weights -1, 0, 0, 0, 0, ... 19990 more ..., 0, ',
                     ', sum -1\nby name: stop 0 -> ', ' -> stop 0, 20000 vertices\n'):
            self.assertIn(part, err)

    def test_a_length_below_the_range_has_no_answer(self):
        self.write_graph(3, [(0, 1, -UNREACHABLE // 2), (1, 2, -UNREACHABLE // 2)])
        self.assert_refuses(4, ['the path from 0 to 2 is -1073741824, expected -1073741822 to '
                                '1073741822'], 'in', 'out')

    def test_negative_weights_with_summary_verify_and_every_arithmetic(self):
        edges = [(0, 1, -4), (1, 2, 9), (2, 0, -5), (0, 3, 120), (3, 1, -110), (2, 4, -1000)]
        self.write_graph(5, edges)
        for options in ((), ('--arithmetic', 's32'), ('--verify',), ('--verify=5', '--quiet')):
            self.assert_solves('in', 'out', *options, '--summary', 'summary')
            rows = struct.unpack('<25i', self.read('out'))
            self.assertEqual(rows[:5], (0, -4, 5, 120, -995))
            summary = json.loads(self.read('summary'))
            self.run_program('in', '--summary', 'alone')
            self.assertEqual(json.loads(self.read('alone')), summary)
            self.assertEqual(summary['sum_of_distances'],
                             sum(length for length in rows if length < UNREACHABLE))
            self.assertEqual(summary['diameter'],
                             max(max(length for j, length in enumerate(rows[5 * i:5 * i + 5])
                                     if j != i and length < UNREACHABLE) for i in range(4)))

    def test_64_bits_where_potentials_pass_32(self):
        most = UNREACHABLE - 1
        self.write_graph(4, [(0, 1, -most), (2, 1, 1)])
        self.assert_solves('in', 'out', '--report', 'report')
        expected = [0, -most, UNREACHABLE, UNREACHABLE, UNREACHABLE, 0, UNREACHABLE, UNREACHABLE,
                    UNREACHABLE, 1, 0, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE, 0]
        self.assertEqual(struct.unpack('<16i', self.read('out')), tuple(expected))
        report = json.loads(self.read('report'))
        self.assertEqual(report['arithmetic'], 's64')
        self.assertEqual(report['smallest_distance'], -most)
        self.assert_refuses(4, ['arithmetic s32 is too narrow', 'auto computes in 64 bits'],
                            'in', 'out', '--arithmetic', 's32')

    def test_beyond_the_range_is_bad_input(self):
        for weight in (UNREACHABLE, 2**31 - 1, -UNREACHABLE, -2**31):
            with self.subTest(weight):
                code, out, message = self.solve_weight(weight)
                self.assertEqual((code, out), (3, b''))
                self.assertTrue(message.endswith(f'weight is {weight}, expected {self.RANGE}\n'),
                                message)


class Arithmetic(ProgramCase):
    def test_each_width_ends_where_help_and_page_say(self):
        help_text = ' '.join(self.run_program('--help')[1].decode().split())
        page = words_of('docs/options.md')
        for width, most in (('u8', 126), ('u16', 32766), ('s32', 1073741822)):
            with self.subTest(width):
                self.assertRegex(help_text, rf'\b{width} up to {most}\b')
                self.assertRegex(page, rf'`{width}` (up to|if no distance is above) {most}\b')
                self.write_graph(3, [(0, 1, most - 1), (1, 2, 1)])
                self.assert_solves('in', 'out', '--arithmetic', width)
                self.write_graph(3, [(0, 1, most - 1), (1, 2, 2)])
                self.assert_refuses(4, [], 'in', 'out', '--arithmetic', width)

    def test_the_report_says_what_was_seen_tried_and_proven(self):
        for most, width in ((126, 'u8'), (127, 'u16')):
            self.write_graph(3, [(0, 1, most - 1), (1, 2, 1)])
            self.assert_solves('in', 'out', '--report', 'report')
            report = json.loads(self.read('report'))
            self.assertRegex(report['largest_distance'], f'^{most} seen, ')
            self.assertEqual(report['arithmetic_tried'], width)
            _, _, said = self.run_program('--verbose', 'in', 'out')
            for pattern in (f'largest_distance +{most} seen', f'arithmetic +{width}', 'proof  '):
                self.assertRegex(said, pattern)


class Method(ProgramCase):
    METHODS = ('dense', 'sweep', 'search')

    def graphs(self):
        sparse = random_edges(150, 250, seed=1)
        yield 'weighted', 150, sparse
        yield 'all of one weight', 150, [(u, v, 7) for u, v, _ in sparse]
        yield 'no weight', 150, [(u, v, 0) for u, v, _ in sparse]
        yield 'negative weights', 150, [(u, v, w % 9 + 4 * (v - u)) for u, v, w in sparse]
        yield 'ring', 90, ring_edges(90)
        yield 'dense', 70, random_edges(70, 3000, seed=2)
        yield 'no edges', 80, []
        yield 'two vertices', 2, [(1, 0, 3), (1, 0, 2), (1, 1, 0)]
        yield 'one vertex', 1, [(0, 0, 4)]
        yield 'no vertices', 0, []

    def test_each_gives_the_same_bytes_and_the_same_summary(self):
        os.mkfifo(self.path('pipe'))
        for kind, vertices, edges in self.graphs():
            self.write_graph(vertices, edges)
            right = distance_bytes(vertices, edges)
            self.assert_solves('in', 'out', '--summary', 'expected', '--method', 'dense')
            for method in ('auto', *self.METHODS):
                for threads in '1238':
                    options = ('--quiet', '--method', method, '--threads', threads)
                    with self.subTest(kind, method=method, threads=threads):
                        self.assert_solves('in', 'out', *options)
                        self.assertTrue(self.read('out') == right)
                        code, out, err = self.run_program('in', '-', *options)
                        self.assertEqual((code, err), (0, ''))
                        self.assertTrue(out == right)
                        self.assert_solves('in', '--summary', 's', *options)
                        self.assertEqual(self.read('s'), self.read('expected'))
                with self.subTest(kind, method=method):
                    self.assert_solves('in', 'out', '--method', method, '--verify=150')

    def test_each_refuses_with_the_same_words(self):
        far = UNREACHABLE - 1
        for code, vertices, edges, options in (
                (4, 200, ring_edges(200), ['--arithmetic', 'u8']),
                (4, 150, random_edges(150, 400, seed=3, weights=(0, 9000)), ['--arithmetic', 'u16']),
                (4, 3, [(0, 1, far), (1, 2, 1)], []),
                (4, 4, [(2, 3, far), (1, 2, far), (0, 1, far)], ['--arithmetic', 's32']),
                (4, 3, [(0, 1, -5), (1, 2, 32000)], ['--arithmetic', 'u8']),
                (4, 4, [(0, 1, -far), (2, 1, 1)], ['--arithmetic', 's32']),
                (4, 3, [(0, 1, 5), (1, 2, -1), (2, 0, -5)], [])):
            self.write_graph(vertices, edges)
            self.old_output()
            said = {self.assert_refuses(code, [], 'in', 'out', '--method', method, *options)
                    for method in ('auto', *self.METHODS)}
            with self.subTest(options, vertices=vertices):
                self.assertEqual(len(said), 1, said)
                self.assert_untouched('in', 'out')

    def test_the_report_names_the_method_and_what_was_predicted(self):
        for method in self.METHODS:
            self.write_graph(150, random_edges(150, 250, seed=4))
            self.assert_solves('in', 'out', '--report', 'r', '--method', method)
            report = json.loads(self.read('r'))
            self.assertEqual(report['method'], method)
            if method != 'dense':
                self.assertGreater(report[f'predicted_{method}_seconds'], 0)
            words = ('Dijkstra', 'label correcting') if method == 'search' else (None,)
            self.assertIn(report.get('search'), words)
        self.assert_solves('in', 'out', '--report', 'r', '--method', 'search', '--sources', '7')
        self.assertEqual(json.loads(self.read('r'))['search'], 'Dijkstra')
        self.write_graph(2000, random_edges(2000, 12000, seed=4))
        self.assert_solves('in', 'out', '--report', 'r', '--method', 'search')
        self.assertEqual(json.loads(self.read('r'))['search'], 'label correcting')
        self.write_graph(150, ring_edges(150))
        self.assert_solves('in', 'out', '--report', 'r', '--method', 'search')
        self.assertEqual(json.loads(self.read('r'))['search'], 'breadth first')

    def test_packages_that_reach_little_are_searched(self):
        # Each vertex needs three of the forty before it at most.
        dice = random.Random(5)
        edges = [(v, v - 1 - dice.randrange(v % 40), 1)
                 for v in range(3000) for _ in range(3) if v % 40]
        self.write_graph(3000, edges)
        self.assert_solves('in', 'out', '--report', 'r')
        self.assertEqual(json.loads(self.read('r'))['method'], 'search')
        self.assert_solves('in', 'dense', '--method', 'dense')
        self.assertTrue(self.read('out') == self.read('dense'))


class SummaryOption(ProgramCase):
    def test_every_instruction_set_width_and_number_of_threads(self):
        """Also that a summary without distances is the one with them."""
        edges = random_edges(130, 500, seed=1, weights=(0, 3))
        self.write_graph(130, edges)
        self.assert_solves('in', 'out', '--summary', 'expected')
        distances = struct.unpack(f'<{130 * 130}i', distance_bytes(130, edges))
        finite = [d for x, d in enumerate(distances) if x % 131 and d < UNREACHABLE]
        summary = json.loads(self.read('expected'))
        self.assertEqual(summary['source'], 'in')
        self.assertEqual(summary['diameter'], max(finite))
        self.assertEqual(summary['sum_of_distances'], sum(finite))
        self.assertEqual(summary['reachable_pairs'], len(finite))
        for options in (['--threads', '1'], ['--isa', 'portable'], ['--arithmetic', 's32'],
                        ['--arithmetic', 'u16', '--threads', '3', '--quiet']):
            with self.subTest(options):
                self.assert_solves('in', '--summary', 's', *options)
                self.assertEqual(self.read('s'), self.read('expected'))

    def test_sizes_around_tiles_and_graphs_in_pieces(self):
        for vertices, edges in ((0, []), (1, []), (2, []), (63, ring_edges(63)),
                                (64, random_edges(64, 40, seed=2)), (65, ring_edges(65)),
                                (129, random_edges(129, 100, seed=3))):
            with self.subTest(vertices=vertices):
                self.write_graph(vertices, edges)
                self.assert_solves('in', '--summary', 's')
                distances = struct.unpack(f'<{vertices**2}i', distance_bytes(vertices, edges))
                rows = [[d for j, d in enumerate(distances[i * vertices:(i + 1) * vertices])
                         if i != j and d < UNREACHABLE] for i in range(vertices)]
                summary = json.loads(self.read('s'))
                self.assertEqual(summary['eccentricity'], [max(row, default=None) for row in rows])
                self.assertEqual(summary['reached_vertices'], [len(row) for row in rows])
                self.assertEqual(summary['sum_to_reached'], [sum(row) for row in rows])
                self.assertEqual(summary['unreachable_pairs'],
                                 vertices * (vertices - 1) - sum(map(len, rows)))

    def test_phases_without_distances(self):
        self.write_graph(70, ring_edges(70))
        self.assert_solves('in', '--summary', 's', '--report', 'r', '--sync')
        seconds = json.loads(self.read('r'))['seconds']
        self.assertIn('summary', seconds)
        self.assertNotIn('write', seconds)
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'r', 's'])

    def test_both_on_pipes(self):
        self.write_graph(2, [(0, 1, 5)])
        code, out, err = self.run_program('in', '-', '--summary', '/dev/stderr')
        self.assertEqual((code, len(out)), (0, 16))
        self.assertEqual(json.loads(err)['diameter'], 5)


class Report(ProgramCase):
    def test_keys_and_values(self):
        self.write_graph(200, ring_edges(200))
        self.assert_solves('in', 'out', '--report', 'r', '--threads', '1', '--isa', 'portable')
        report = json.loads(self.read('r'))
        expected = {'program': 'hw3-1', 'vertices': 200, 'edges': 200,
                    'input': 'in', 'output': 'out', 'instruction_set': 'portable',
                    'threads': 1, 'tile': 64, 'relaxations': 200**3,
                    'bytes_read': 8 + 12 * 200, 'bytes_written': 4 * 200**2}
        self.assertEqual({key: report[key] for key in expected}, expected)
        self.assertIn(report['arithmetic'], ('u8', 'u16', 's32'))
        self.assertEqual(report['host'], os.uname().nodename)
        self.assertEqual(report['processors'], len(os.sched_getaffinity(0)))
        self.assertGreater(report['peak_memory_bytes'], 4 * 200**2)
        seconds = report['seconds']
        self.assertLessEqual({'read', 'compute', 'write', 'total'}, set(seconds))
        self.assertLessEqual(sum(seconds.values()) - seconds['total'], seconds['total'] + 1e-9)
        self.assertAlmostEqual(report['relaxations_per_second'] * seconds['compute'], 200**3,
                               delta=1)

    def test_verbose_table(self):
        self.write_graph(200, ring_edges(200))
        code, out, err = self.run_program('in', 'out', '--verbose')
        self.assertEqual((code, out), (0, b''))
        self.assertLessEqual(max(map(len, err.splitlines())), 100)
        self.assertNotRegex(err, r'\d\.\d{5}')
        for pattern in (r'V = 200, E = 200', r'instruction_set +\w+', r'arithmetic +\w+',
                        r'read +\d+\.\d{3} s', r'compute +\d+\.\d{3} s.* relax/s',
                        r'write +\d+\.\d{3} s', r'total +\d+\.\d{3} s +100 %'):
            self.assertRegex(err, pattern)


class Threads(ProgramCase):
    def setUp(self):
        super().setUp()
        self.write_graph(2, [(0, 1, 5)])

    def threads(self, *arguments, **how):
        code, _, err = self.run_program('in', 'out', '--report', 'r', *arguments, **how)
        self.assertEqual(code, 0, err)
        return json.loads(self.read('r'))['threads'], err

    def test_option_before_environment_before_affinity(self):
        processors = len(os.sched_getaffinity(0))
        self.write_large_graph()
        most, err = self.threads('--method', 'dense')
        self.assertIn(most, range(min(processors, 16), processors + 1))
        self.assertEqual(err, '')
        one = {'OMP_NUM_THREADS': '1'}
        self.assertEqual(self.threads(environment=one), (1, ''))
        self.assertEqual(self.threads('--threads', str(processors), environment=one),
                         (processors, ''))
        # The runtime itself warns about this one. GNU's then takes all processors, LLVM's one.
        self.assertIn(self.threads('--method', 'dense', environment={'OMP_NUM_THREADS': 'abc'})[0],
                      (1, most))

    def write_large_graph(self):
        """Work for 16 threads and more, by the dense method."""
        vertices = 3000
        self.write_graph(vertices, [(v, v * 7 % vertices, 1) for v in range(vertices)])

    def test_little_work_takes_one_thread_unless_more_are_asked_for(self):
        processors = len(os.sched_getaffinity(0))
        for vertices in (0, 2, 60):
            self.write_graph(vertices, [(v, u, u + v) for u in range(vertices) for v in range(u)])
            self.assertEqual(self.threads(), (1, ''))
            self.assertEqual(self.threads(environment={'OMP_NUM_THREADS': str(processors)}), (1, ''))
            self.assertEqual(self.threads('--threads', str(processors)), (processors, ''))

    def looks_awake(self, **more):
        """How often a waiting thread looks before it sleeps, as GNU's runtime says."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ('OMP_WAIT_POLICY', 'GOMP_SPINCOUNT')}
        told = subprocess.run([self.program, '--version'], capture_output=True, text=True, check=True,
                              env={**environment, 'OMP_DISPLAY_ENV': 'verbose', **more}).stderr
        found = re.search(r"GOMP_SPINCOUNT = '(\d+)'", told)
        return int(found[1]) if found else None

    def test_threads_wait_awake_for_a_moment_unless_the_user_wants_more(self):
        libraries = subprocess.run(['ldd', self.program], capture_output=True, text=True).stdout
        if self.looks_awake() is None or 'libgomp' in libraries:
            self.skipTest("GNU's OpenMP runtime is not linked into the program")
        self.assertEqual(self.looks_awake(), 5000)
        self.assertEqual(self.looks_awake(OMP_WAIT_POLICY='passive'), 0)
        self.assertGreater(self.looks_awake(OMP_WAIT_POLICY='active'), 5000)
        self.assertEqual(self.looks_awake(GOMP_SPINCOUNT='77'), 77)

    def test_one_warning_about_more_threads_than_processors(self):
        many = len(os.sched_getaffinity(0)) + 1
        threads, err = self.threads('--threads', str(many))
        self.assertEqual(threads, many)
        self.assertRegex(err, rf'^hw3-1: warning: {many} threads .*\n$')
        self.assertEqual(self.threads('--threads', str(many), '--quiet')[1], '')


if __name__ == '__main__':
    unittest.main()
