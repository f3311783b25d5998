#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1 as its user meets it: files in, files out, options, exit codes, messages."""

import json
import os
import re
import resource
import stat
import subprocess
import unittest

from program_case import (
    SECONDS,
    UNREACHABLE,
    ProgramCase,
    distance_bytes,
    graph_bytes,
    random_edges,
    ring_edges,
)


class Distances(ProgramCase):
    def check(self, vertices, edges, *options):
        self.write_graph(vertices, edges)
        self.assert_solves('in', 'out', *options)
        self.assertTrue(self.read('out') == distance_bytes(vertices, edges))

    def test_by_hand(self):
        self.write_graph(3, [(0, 1, 5), (1, 2, 7)])
        self.assert_solves('in', 'out')
        far = UNREACHABLE.to_bytes(4, 'little')
        self.assertEqual(self.read('out'), b'\0\0\0\0' b'\5\0\0\0' b'\14\0\0\0' +
                         far + b'\0\0\0\0' b'\7\0\0\0' + far + far + b'\0\0\0\0')

    def test_sizes(self):
        for vertices in (0, 1, 2, 63, 64, 65, 129):
            with self.subTest(vertices=vertices):
                count = 3 * vertices if vertices > 1 else 0
                self.check(vertices, random_edges(vertices, count, seed=vertices))

    def test_widths(self):
        # A ring's longest distance is V - 1 times the weight: each needs the next width.
        for weight in (1, 100, 100_000):
            with self.subTest(weight=weight):
                self.check(70, [(u, v, weight) for u, v, _ in ring_edges(70)])

    def test_every_width_thread_count_and_instruction_set_gives_the_same_bytes(self):
        edges = random_edges(130, 400, seed=1)
        choices = [('--threads', n) for n in '1237'] + [('--isa', i) for i in self.isas()]
        choices += [('--method', method) for method in ('auto', 'dense', 'sweep', 'search')]
        choices += [('--arithmetic', width) for width in ('auto', 'u16', 's32')]
        for choice in choices:
            with self.subTest(choice):
                self.check(130, edges, '--quiet', *choice)

    def isas(self):
        _, out, _ = self.run_program('--help')
        text = ' '.join(out.decode().split())
        isas = re.search(r'--isa NAME .*? of: ([a-z0-9, ]+) Examples', text).group(1).split(', ')
        self.assertEqual(isas[-1], 'portable')
        self.write_graph(1, [], 'one')
        runnable = [isa for isa in isas if self.runs(isa)]
        self.assertEqual(runnable, isas[-len(runnable):])  # the best ones first
        return runnable

    def runs(self, isa):
        """One that this processor lacks is refused by name, with those that it has."""
        code, _, err = self.run_program('one', '-', '--isa', isa, '--quiet')
        if code != 0:
            self.assertEqual(code, 2, err)
            self.assertRegex(err, f"instruction set '{isa}' cannot run here: .*portable")
        return code == 0

    def test_instruction_set_from_the_environment(self):
        self.write_graph(2, [(0, 1, 5)])
        self.assert_solves('in', 'out', '--report', 'r', environment={'APSP_ISA': 'portable'})
        self.assertEqual(json.loads(self.read('r'))['instruction_set'], 'portable')
        self.assert_refuses(2, ['APSP_ISA', "'abacus'", 'portable'], 'in', 'out',
                            environment={'APSP_ISA': 'abacus'})

    def test_an_old_output_is_replaced_and_keeps_its_permissions(self):
        self.old_output()
        os.chmod(self.path('out'), 0o640)
        self.check(2, [(0, 1, 5)])
        self.assertEqual(stat.S_IMODE(os.stat(self.path('out')).st_mode), 0o640)
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])

    def test_sync(self):
        self.check(2, [(0, 1, 5)], '--sync')


class Streams(ProgramCase):
    edges = random_edges(100, 300, seed=2)

    def test_dashes_are_the_standard_streams(self):
        code, out, err = self.run_program('-', '-', content=graph_bytes(100, self.edges))
        self.assertEqual((code, err), (0, ''))
        self.assertTrue(out == distance_bytes(100, self.edges))

    def test_only_data_on_standard_output(self):
        self.write_graph(100, self.edges)
        code, out, err = self.run_program('in', '-', '--verbose', '--threads', '7')
        self.assertEqual(code, 0)
        self.assertTrue(out == distance_bytes(100, self.edges))
        self.assertIn('compute', err)

    def test_named_pipes(self):
        self.write_graph(100, self.edges)
        os.mkfifo(self.path('pipe'))
        with subprocess.Popen(['sh', '-c', 'cat in > pipe'], cwd=self.folder):
            self.assert_solves('pipe', 'out')
        self.assertTrue(self.read('out') == distance_bytes(100, self.edges))
        with subprocess.Popen(['cat', self.path('pipe')], stdout=subprocess.PIPE) as reader:
            self.assert_solves('in', 'pipe')
            self.assertTrue(reader.stdout.read() == distance_bytes(100, self.edges))
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path('pipe')).st_mode))

    def test_a_reader_that_goes_away(self):
        self.write_graph(400, ring_edges(400))  # more than a pipe holds
        ends = os.pipe()
        os.close(ends[0])
        with os.fdopen(ends[1], 'wb') as closed:
            self.assert_refuses(7, ['standard output'], 'in', '-', stdout=closed)

    def in_shell(self, redirections, *arguments):
        command = f'exec "$0" "$@" {redirections}'
        return subprocess.run(['sh', '-c', command, self.program, *arguments], cwd=self.folder,
                              timeout=SECONDS, check=False).returncode

    def test_closed_standard_streams(self):
        # The output must not get the number of standard error and be written into.
        self.write_graph(2, [(0, 1, 5)])
        loud = ('in', 'out', '--threads', '64', '--verbose')
        for redirections in ('2>/dev/null 0<&-', '2>/dev/null 1>&-', '2>&-', '0<&- 1>&- 2>&-',
                             '2>/dev/full'):
            with self.subTest(redirections):
                self.write('out', b'old')
                self.assertEqual(self.in_shell(redirections, *loud), 0)
                self.assertEqual(self.read('out'), distance_bytes(2, [(0, 1, 5)]))
        self.assertEqual(self.in_shell('1>&- 2>/dev/null', 'in', '-'), 7)
        self.assertEqual(self.in_shell('0<&- 2>/dev/null', '-', 'out'), 3)
        self.assertEqual(self.in_shell('2>&-', 'in', 'nowhere/out'), 7)


class Failures(ProgramCase):
    """Each exit code; the old output stands and nothing else is left."""

    def setUp(self):
        super().setUp()
        self.old_output()

    def test_bad_input(self):
        whole = graph_bytes(2, [(0, 1, 5), (1, 0, 6)])
        for parts, content in (
                (['in'], b''),
                (['in'], whole[:7]),
                (['in', '20', '32'], whole[:20]),
                (['in', '33', '32'], whole + b'x'),
                (['edge 1', 'byte 20', '2', '0 to 1'], graph_bytes(2, [(0, 1, 5), (2, 0, 6)])),
                (['edge 0', 'byte 12', '-1', '0 to 1'], graph_bytes(2, [(0, -1, 5)])),
                (['edge 0', 'byte 16', str(UNREACHABLE)], graph_bytes(2, [(0, 1, UNREACHABLE)])),
                (['-1'], graph_bytes(-1, []))):
            with self.subTest(parts):
                self.write('in', content)
                self.assert_refuses(3, parts, 'in', 'out')
                self.assert_untouched('in', 'out')

    def test_unreadable_input(self):
        os.mkdir(self.path('folder'))
        for name in ('missing', 'folder', 'out/in'):
            with self.subTest(name):
                self.assert_refuses(3, [name], name, 'out')
        self.assert_untouched('folder', 'out')

    def test_no_answer(self):
        for parts, edges in (
                (['negative cycle', '-6'], [(0, 1, 5), (1, 0, -6)]),
                (['length'], [(0, 1, 2**30 - 2), (1, 2, 1)])):
            with self.subTest(parts):
                self.write_graph(3, edges)
                self.assert_refuses(4, parts, 'in', 'out', '--report', 'r')
                self.assert_untouched('in', 'out')

    def test_a_width_that_is_too_narrow(self):
        self.write_graph(2, [(0, 1, 70_000)])
        self.assert_refuses(4, ['arithmetic u16 is too narrow'], 'in', 'out', '--arithmetic', 'u16')
        self.assert_untouched('in', 'out')

    @unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'sanitizers need all of the address space')
    def test_vertices_beyond_all_memory(self):
        # The output is beyond any disk, too: memory comes first. Searches take the least of it.
        vertices = 2**31 - 1
        self.write_graph(vertices, [])
        for options, least in (([], 24 * vertices), (['--method', 'dense'], vertices**2),
                               (['--arithmetic', 's32'], 24 * vertices)):
            message = self.assert_refuses(5, ['needed', 'available'], 'in', 'out', *options,
                                          limits=[(resource.RLIMIT_AS, 8 << 30)])
            needed, available = (int(x) for x in re.findall(r'\((\d+) bytes\)', message))
            self.assertGreater(needed, least)
            self.assertLess(available, needed)
        self.assert_untouched('in', 'out')

    @unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'sanitizers need all of the address space')
    def test_not_enough_memory(self):
        self.write_graph(12000, [])
        self.assert_refuses(5, ['memory', 'bytes', 'available'], 'in', 'out', '--threads', '1',
                            '--method', 'dense', '--arithmetic', 's32',
                            limits=[(resource.RLIMIT_AS, 400 << 20)])
        self.assert_untouched('in', 'out')

    @unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'sanitizers need all of the address space')
    def test_a_plan_alone(self):
        self.write_graph(3000, ring_edges(3000))
        code, out, err = self.run_program('in', 'out', '--plan', '--sources', '0:7', '--targets',
                                          '5,6', '--report', 'report')
        self.assertEqual((code, err), (0, ''))
        self.assertRegex(out.decode(), r'\A3000 vertices, 3000 edges\nmethod +search, [^ ]+ s\n')
        self.assertIn('7 x 2 distances, 56 bytes', out.decode())
        with open(self.path('report'), encoding='utf-8') as file:
            report = json.load(file)
        self.assertEqual(report['method'], 'search')
        self.assertGreater(report['predicted_dense_seconds'], report['predicted_search_seconds'])
        self.assert_untouched('in', 'out', 'report')
        self.assert_solves('in', '--plan', '--quiet')
        _, out, _ = self.run_program('in', '--plan', '--summary', 's')
        self.assertNotIn(b'distances', out)
        self.write_graph(12000, [])
        code, out, err = self.run_program('in', '--plan', '--method', 'dense', '--threads', '1',
                                          '--arithmetic', 's32',
                                          limits=[(resource.RLIMIT_AS, 400 << 20)])
        self.assertEqual(code, 5, err)
        self.assertIn('method   dense', out.decode())
        self.assertRegex(err, r'are needed, .* are available')

    def test_output_in_no_folder(self):
        self.write_graph(2, [(0, 1, 5)])
        for name in ('nowhere/out', 'in/out'):
            with self.subTest(name):
                self.assert_refuses(7, [name], 'in', name)
        os.mkdir(self.path('folder'))
        self.assert_refuses(7, ['folder'], 'in', 'folder')
        self.assert_untouched('in', 'out', 'folder')

    @unittest.skipIf(os.geteuid() == 0, 'root may write everywhere')
    def test_output_in_a_read_only_folder(self):
        self.write_graph(2, [(0, 1, 5)])
        os.mkdir(self.path('folder'), 0o500)
        self.assert_refuses(7, ['folder/out', 'ermission'], 'in', 'folder/out')
        self.assertEqual(os.listdir(self.path('folder')), [])

    def test_full_device(self):
        self.write_graph(100, ring_edges(100))
        self.assert_refuses(7, ['/dev/full', 'No space left'], 'in', '/dev/full')
        with open('/dev/full', 'wb') as full:
            self.assert_refuses(7, ['standard output'], 'in', '--plan', stdout=full)
        self.assert_solves('in', '/dev/null')

    def test_file_size_limit(self):
        self.write_graph(100, ring_edges(100))
        self.assert_refuses(7, ['out', 'File too large'], 'in', 'out',
                            limits=[(resource.RLIMIT_FSIZE, 10_000)])
        self.assert_untouched('in', 'out')

    def test_a_report_that_cannot_be_written(self):
        edges = [(0, 1, 5)]
        self.write_graph(2, edges)
        self.assert_refuses(7, ['nowhere/r', 'the distances in out are complete'], 'in', 'out',
                            '--report', 'nowhere/r')
        self.assertEqual(self.read('out'), distance_bytes(2, edges))


if __name__ == '__main__':
    unittest.main()
