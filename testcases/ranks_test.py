#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several processes that make one solve, started by mpirun: the bytes of one process, and how
the processes come together. Skipped where there is no mpirun or no module."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import time
import unittest

from program_case import random_edges
from ranks_case import ENVIRONMENT, MPIRUN, SOON, RanksCase


class SolveTest(RanksCase):
    def test_all_sizes_around_tiles_and_pivots(self):
        """V up to one tile: more ranks than rows of tiles."""
        for number, vertices in enumerate((0, 1, 2, 63, 64, 65, 129, 257, 400)):
            edges = random_edges(vertices, 12 * vertices, seed=vertices) if vertices else []
            self.write_graph(vertices, edges)
            with self.subTest(vertices=vertices):
                self.assert_same(2 + number % 3, '--method', 'dense')

    def test_more_rounds_than_ranks_in_every_width(self):
        self.write_graph(1100, random_edges(1100, 30_000, seed=7, weights=(0, 90)))
        for ranks, arithmetic in ((2, 's32'), (3, 'u16'), (4, 'u16')):
            with self.subTest(ranks=ranks):
                self.assert_same(ranks, '--method', 'dense', '--arithmetic', arithmetic)

    def test_threads_within_ranks(self):
        self.write_graph(1500, random_edges(1500, 40_000, seed=8))
        self.solve_alone('--method', 'dense', 'in', 'out')
        alone = self.read('out')
        done = self.run_ranks(2, '--method', 'dense', 'in', 'out', threads='3')
        self.assertEqual(done[:2], (0, ''))
        self.assertEqual(self.read('out'), alone)

    def test_a_width_that_is_too_narrow_is_left_by_all(self):
        """One long path in the rows of one rank."""
        edges = random_edges(300, 3000, seed=9, weights=(1, 3)) + [(299, 299, 0)]
        edges = [(u, v, w) for u, v, w in edges if v != 0] + [(5, 0, 40_000)]
        self.write_graph(300, edges)
        for method in ('dense', 'sweep', 'search'):
            with self.subTest(method=method):
                self.assert_same(2, '--method', method)

    def test_all_results_of_each_method(self):
        self.write_graph(200, random_edges(200, 900, seed=10))
        for ranks, method in ((2, 'dense'), (3, 'sweep'), (4, 'search')):
            with self.subTest(method=method):
                self.assert_same(ranks, '--method', method, '--verify',
                                 results=('out', 'summary', 'predecessors'))

    def test_sources_and_targets(self):
        self.write_graph(200, random_edges(200, 900, seed=11))
        some = '199,3,3,64:70'
        for method, sources in (('dense', some), ('dense', '5'), ('sweep', some), ('search', '5')):
            with self.subTest(method=method, sources=sources):
                self.assert_same(3, '--method', method, '--sources', sources, '--targets',
                                 '0,150:160')

    def test_negative_weights(self):
        """Weights of a potential: no cycle is negative."""
        edges = [(u, v, w + 3 * (v % 40) - 3 * (u % 40))
                 for u, v, w in random_edges(200, 1200, seed=12, weights=(0, 50))]
        self.write_graph(200, edges)
        for method in ('dense', 'sweep', 'search'):
            with self.subTest(method=method):
                self.assert_same(2, '--method', method, results=('out', 'summary', 'predecessors'))

    def test_negative_weights_beyond_32_bits(self):
        big = 2**29 + 5
        self.write_graph(130, [(0, 1, big), (1, 2, -big), (2, 3, big), (3, 4, -big), (4, 129, 1)])
        self.assert_same(2)

    def test_a_self_check_is_that_of_one_process(self):
        self.write_graph(300, random_edges(300, 2000, seed=25))
        options = ('--verify=40', '--verify-seed', '5', '--report', 'report', 'in', 'out')
        self.solve_alone(*options)
        alone = json.loads(self.read('report'))
        for method in ('dense', 'sweep'):
            self.assertEqual(self.run_ranks(3, '--method', method, *options), (0, '', ''))
            report = json.loads(self.read('report'))
            for fact in ('verified_rows', 'verified_edges_per_row', 'verify_seed'):
                self.assertEqual(report[fact], alone[fact], fact)

    def test_files_that_rank_0_alone_sees(self):
        """It sends INPUT, and alone reads lists and names of vertices."""
        os.mkdir(self.path('own'))
        os.mkdir(self.path('empty'))
        self.write_graph(500, random_edges(500, 30_000, seed=26), 'own/in')
        self.write('own/list', b'499\n7\n7\n80\n')
        apart = ['unshare', '--mount', 'sh', '-c', 'mount --bind empty own && exec "$@"', 'sh']
        if subprocess.run([*apart, 'true'], cwd=self.folder, stderr=subprocess.DEVNULL).returncode:
            self.skipTest('no mount namespaces')
        for options in ((), ('--sources', '@own/list', '--targets', '@own/list')):
            self.solve_alone(*options, 'own/in', 'out')
            alone = self.read('out')
            self.write('out', b'old')
            done = self.run_ranks(3, *options, '--report', 'report', 'own/in', 'out',
                                  special={1: apart, 2: apart})
            self.assertEqual(done, (0, '', ''))
            self.assertEqual(self.read('out'), alone)
            self.assertEqual(json.loads(self.read('report'))['input_received_by'], 2)

    def test_a_stream_that_rank_0_reads(self):
        os.mkfifo(self.path('pipe'))
        # The longest takes two broadcasts.
        for vertices, edges in ((1, []), (300, random_edges(300, 9_000, seed=27)),
                                (200, random_edges(200, 40_000, seed=28) * 36)):
            self.write_graph(vertices, edges)
            self.solve_alone('in', 'out')
            alone = self.read('out')
            for name in ('-', '/dev/stdin', 'pipe'):
                with self.subTest(vertices=vertices, name=name), contextlib.ExitStack() as open_files:
                    self.write('out', b'old')
                    how = {}
                    if name == 'pipe':
                        open_files.enter_context(subprocess.Popen('cat in > pipe', shell=True,
                                                                  cwd=self.folder))
                    else:
                        how['stdin'] = open_files.enter_context(open(self.path('in'), 'rb'))
                    done = self.run_ranks(3, '--report', 'report', name, 'out', **how)
                    self.assertEqual(done, (0, '', ''))
                    self.assertEqual(self.read('out'), alone)
                    self.assertEqual(json.loads(self.read('report'))['input_received_by'], 2)

    def test_a_stream_of_the_wrong_length(self):
        self.write_graph(300, random_edges(300, 9_000, seed=29))
        whole = self.read('in')
        for found, says in ((b'', 'ends at byte 0'), (whole[:7], 'ends at byte 7'),
                            (whole[:-1], 'too short'), (whole + b'x', 'too long')):
            with self.subTest(length=len(found)):
                self.write('cut', found)
                with open(self.path('cut'), 'rb') as cut:
                    done = self.run_ranks(3, '-', 'new', stdin=cut)
                self.assert_all_fail(3, ['hw3-1: standard input: ', says], done)
                self.assert_untouched('in', 'cut')

    def test_an_input_that_rank_0_does_not_see(self):
        self.write_graph(10, [])
        os.mkdir(self.path('own'))
        os.mkdir(self.path('empty'))
        os.rename(self.path('in'), self.path('own/in'))
        apart = ['unshare', '--mount', 'sh', '-c', 'mount --bind empty own && exec "$@"', 'sh']
        if subprocess.run([*apart, 'true'], cwd=self.folder, stderr=subprocess.DEVNULL).returncode:
            self.skipTest('no mount namespaces')
        self.assert_all_fail(3, ['hw3-1: own/in: ', 'No such file'],
                             self.run_ranks(2, 'own/in', 'out', special={0: apart}))

    def test_undirected(self):
        self.write_graph(150, random_edges(150, 300, seed=13))
        self.assert_same(2, '--undirected')

    def test_the_report_has_the_facts_of_every_rank(self):
        self.write_graph(400, random_edges(400, 9000, seed=14))
        code, out, err = self.run_ranks(3, '--method', 'dense', '--verbose', '--report', 'report',
                                        'in', 'out')
        self.assertEqual((code, out), (0, ''))
        self.assertEqual(len(re.findall(r'^hw3-1 \d+\.\d+\.\d+: V = ', err, re.MULTILINE)), 1, err)
        report = json.loads(self.read('report'))
        self.assertEqual(report['ranks'], 3)
        ranks = report['by_rank']
        self.assertEqual(len(ranks), 3)
        self.assertEqual(sum(rank['rows'] for rank in ranks), 400)
        self.assertGreater(sum(rank['bytes_received'] for rank in ranks), 0)
        self.assertGreater(sum(rank['sending_seconds'] for rank in ranks), 0)
        for rank in ranks:
            self.assertEqual(rank['threads'], 1)
            self.assertEqual(rank['host'], os.uname().nodename)

    def test_help_once(self):
        code, out, err = self.run_ranks(3, '--help')
        self.assertEqual((code, err), (0, ''))
        self.assertEqual(out.count('Usage:'), 1)


class LaunchTest(RanksCase):
    def setUp(self):
        super().setUp()
        self.write_graph(100, random_edges(100, 900, seed=15))

    def test_one_task_needs_no_module_and_a_batch_script_is_one(self):
        shutil.copy(self.program, self.path('hw3-1'))
        for environment in ({'OMPI_COMM_WORLD_SIZE': '1', 'OMPI_COMM_WORLD_RANK': '0'},
                            {'SLURM_NTASKS': '4', 'SLURM_PROCID': '0'}):
            done = subprocess.run([self.path('hw3-1'), 'in', 'out'], cwd=self.folder,
                                  env={**os.environ, **environment}, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stderr), (0, b''))

    def test_without_the_module_several_tasks_are_refused(self):
        program = shutil.copy(self.program, self.path('hw3-1'))
        done = subprocess.run([MPIRUN, '--oversubscribe', '-n', '2', program, 'in', 'out'],
                              cwd=self.folder, env={**os.environ, **ENVIRONMENT}, text=True,
                              capture_output=True)
        self.assert_all_fail(2, ['apsp-mpi.so', 'APSP_RANKS=1'],
                             (done.returncode, done.stdout, done.stderr))

    def test_tasks_that_are_no_solve_together(self):
        self.write_graph(10, [])
        alone = self.run_ranks(2, 'in', 'out', environment={'APSP_RANKS': '1'})
        self.assertEqual(alone, (0, '', ''))
        command = [MPIRUN, '--oversubscribe', '-n', '1', self.program, 'in', 'a',
                   ':', '-n', '1', self.program, 'in', 'b']
        done = subprocess.run(command, cwd=self.folder, env={**os.environ, **ENVIRONMENT},
                              text=True, capture_output=True)
        self.assert_all_fail(2, ['different arguments'], (done.returncode, done.stdout, done.stderr))
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])

    def test_a_rank_that_never_comes(self):
        self.old_output()
        for missing in (0, 1):
            begin = time.monotonic()
            done = self.run_ranks(2, 'in', 'out', special={missing: ['sh', '-c', 'sleep 100']},
                                  environment={'APSP_RANKS_SECONDS': '2'})
            self.assert_all_fail(1, ['not all of 2 tasks have come within 2 seconds'], done)
            self.assertLess(time.monotonic() - begin, SOON)
            self.assert_untouched('in', 'out')


if __name__ == '__main__':
    unittest.main()
