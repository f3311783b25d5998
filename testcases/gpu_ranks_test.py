#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-3 as several processes that make one solve, started by mpirun: each with a GPU of its own, or
all on one. Tests that need a GPU are skipped where none is.

APSP_HW3_3 names the program, APSP_HW3_1 one beside whose build the module is."""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program_case import SECONDS, distance_bytes, random_edges
from ranks_case import RanksCase

NO_DEVICE = 6


def count_gpus():
    """By the report of a solve that all of them share."""
    run = subprocess.run([os.environ['APSP_HW3_3'], '--quiet', '--report', '/dev/stdout', '-',
                          os.devnull], input=bytes(8), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, timeout=SECONDS, check=False)
    return 0 if run.returncode else len(json.loads(run.stdout)['devices'].split(','))


GPUS = count_gpus()
NEEDS_GPU = unittest.skipUnless(GPUS, 'needs a GPU')


class GpuRanksCase(RanksCase):
    variable = 'APSP_HW3_3'

    def setUp(self):
        super().setUp()
        self.write_graph(100, random_edges(100, 900, seed=1))

    def own_options(self, threads):
        return ('--quiet',)

    def crossing(self, ranks, *options):
        """How rows crossed in a solve of `in`."""
        self.assertEqual(self.run_ranks(ranks, *options, '--report', 'report', 'in', 'out'),
                         (0, '', ''))
        return json.loads(self.read('report'))['exchange']


class WithoutDeviceTest(GpuRanksCase):
    def test_one_voice(self):
        self.write('out', b'old')
        done = self.run_ranks(2, 'in', 'out', environment={'CUDA_VISIBLE_DEVICES': ''})
        self.assert_all_fail(NO_DEVICE, ['GPU', 'hw3-1 solves the same files'], done)
        self.assert_untouched('in', 'out')


@NEEDS_GPU
class SolveTest(GpuRanksCase):
    def test_all_sizes_around_blocks_and_pivots(self):
        for number, vertices in enumerate((0, 1, 2, 127, 128, 129, 257, 400, 513)):
            edges = random_edges(vertices, 12 * vertices, seed=vertices) if vertices else []
            self.write_graph(vertices, edges)
            expected = distance_bytes(vertices, edges)
            # Starting the ranks takes seconds: each width one way, which alternates.
            for width, transfer in zip(('u16', 's32')[::1 - 2 * (number % 2)], ('auto', 'host')):
                with self.subTest(vertices=vertices, width=width, transfer=transfer):
                    done = self.run_ranks(2 + number % 3, '--method', 'dense', '--arithmetic',
                                          width, '--transfer', transfer, 'in', 'out')
                    self.assertEqual(done, (0, '', ''))
                    self.assertEqual(self.read('out'), expected)

    def test_more_rounds_than_ranks(self):
        self.write_graph(2600, random_edges(2600, 40_000, seed=2))
        for ranks in (2, 3, 4):
            for options in ((), ('--arithmetic', 's32'), ('--transfer', 'host')):
                self.assert_same(ranks, '--method', 'dense', *options)

    def test_the_way_across(self):
        self.write_graph(2600, random_edges(2600, 40_000, seed=3))
        for ranks in (2, 4):
            own = GPUS >= ranks
            self.assertEqual(self.crossing(ranks, '--method', 'dense'),
                             'NCCL' if own else 'MPI and host memory')
            self.assertEqual(self.crossing(ranks, '--method', 'dense', '--transfer', 'host'),
                             'MPI and host memory')

    def test_all_results_of_each_method(self):
        self.write_graph(700, random_edges(700, 2100, seed=4))
        for method in ('dense', 'sweep'):
            self.assert_same(2, '--method', method, results=('out', 'summary', 'predecessors'))

    def test_edges_of_one_weight(self):
        self.write_graph(2500, random_edges(2500, 9000, seed=4, weights=(4, 4)))
        self.assert_same(2, '--method', 'search', results=('out', 'summary'))

    def test_sources_and_targets(self):
        self.write_graph(700, random_edges(700, 4000, seed=5))
        for method in ('dense', 'sweep'):
            for options in (('--sources', '699,3,3,0'), ('--targets', '5,600'),
                            ('--sources', '10:500', '--targets', '7')):
                self.assert_same(3, '--method', method, *options)

    def test_negative_weights(self):
        edges = [(i, (i + 1) % 600, -3 if i % 2 else 9) for i in range(600)]
        self.write_graph(600, edges + random_edges(600, 3000, seed=6, weights=(20, 90)))
        for method in ('dense', 'sweep'):
            self.assert_same(2, '--method', method)

    def test_a_width_that_is_too_narrow_is_left_by_all(self):
        self.write_graph(700, random_edges(700, 2100, seed=7, weights=(20_000, 60_000)))
        self.assert_same(2, '--method', 'dense')

    def test_a_self_check(self):
        self.write_graph(700, random_edges(700, 4000, seed=8))
        for method in ('dense', 'sweep'):
            self.assert_same(2, '--method', method, '--verify')

    def test_the_report_names_the_device_of_every_rank(self):
        self.assertEqual(self.run_ranks(2, '--method', 'dense', '--report', 'report', 'in', 'out'),
                         (0, '', ''))
        report = json.loads(self.read('report'))
        self.assertEqual(len(report['by_rank']), 2)
        self.assertEqual(sum(rank['rows'] for rank in report['by_rank']), 100)
        self.assertTrue(all(rank['device'] for rank in report['by_rank']))


@NEEDS_GPU
class FailureTest(GpuRanksCase):
    def test_devices_that_are_not_there(self):
        self.write('out', b'old')
        done = self.run_ranks(2, '--require', '7', 'in', 'out')
        self.assert_all_fail(NO_DEVICE, ['--require asks for 7'], done)
        self.assert_untouched('in', 'out')

    def test_a_death_while_rows_are_computed(self):
        self.write('out', b'old')
        self.write_graph(30_000, random_edges(30_000, 60_000, seed=9))
        for transfer in ('auto', 'host'):
            for number in (signal.SIGKILL, signal.SIGTERM):
                with self.subTest(transfer=transfer, signal=number), \
                        self.started(2, '--method', 'dense', '--arithmetic', 's32', '--transfer',
                                     transfer, 'in', 'out') as process:
                    began = time.monotonic()
                    ranks = []
                    # The temporary is made after the devices have started.
                    while len(ranks) < 2 or len(os.listdir(self.folder)) < 3:
                        self.assertIsNone(process.poll(), 'it ended before it began')
                        self.assertLess(time.monotonic() - began, SECONDS)
                        threads = pathlib.Path('/proc', str(process.pid), 'task').glob('*/children')
                        ranks = sorted(int(pid) for thread in threads
                                       for pid in thread.read_text(encoding='ascii').split())
                        time.sleep(0.01)
                    os.kill(ranks[1], number)
                    process.communicate(timeout=20)
                    self.assertNotEqual(process.returncode, 0)
                    self.assert_untouched('in', 'out')


if __name__ == '__main__':
    unittest.main()
