#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-2 and hw3-3 on their bad days: no device, a matrix that no device holds, a device that breaks
or a signal in the middle of a run. Tests that need a GPU are skipped where none is.

APSP_HW3_2, APSP_HW3_3 and APSP_BREAKING name the programs; see breaking_solver.cpp."""

import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

from program_case import SECONDS, ProgramCase, distance_bytes, graph_bytes, random_edges, ring_edges

NO_DEVICE = 6
JUDGE = pathlib.Path(__file__).resolve().parents[1] / 'tools' / 'judge' / 'hw3-judge'


def finds_a_gpu():
    run = subprocess.run([os.environ['APSP_HW3_2'], '-', os.devnull], input=bytes(8),
                         stderr=subprocess.PIPE, timeout=SECONDS, check=False)
    return run.returncode != NO_DEVICE


def has_driver():
    try:
        ctypes.CDLL('libcuda.so.1')
    except OSError:
        return False
    return True


NEEDS_GPU = unittest.skipUnless(finds_a_gpu(), 'needs a GPU')


class WithoutDevice:
    def test_no_visible_device(self):
        self.write_graph(3, [(0, 1, 5)])
        self.old_output()
        self.assert_refuses(NO_DEVICE, ['GPU', 'hw3-1 solves the same files'], 'in', 'out',
                            environment={'CUDA_VISIBLE_DEVICES': ''})
        self.assert_untouched('in', 'out')

    @unittest.skipIf(has_driver(), 'a driver is installed')
    def test_no_driver(self):
        self.write_graph(3, [(0, 1, 5)])
        self.assert_refuses(NO_DEVICE, ['cannot find a GPU: no NVIDIA driver here\n',
                                        'hw3-1 solves the same files'], 'in', 'out')

    def test_a_bad_graph_is_told_as_such(self):
        self.write_graph(3, [(0, 7, 5)])
        self.assert_refuses(3, ['edge 0', 'byte 12', '7'], 'in', 'out')
        self.assert_untouched('in')


class OnDevice:
    devices = '--device'  # how the program calls them

    def test_pipes(self):
        edges = random_edges(65, 300, seed=1)
        code, out, err = self.run_program('--quiet', '-', '-', content=graph_bytes(65, edges))
        self.assertEqual((code, err), (0, ''))
        self.assertEqual(out, distance_bytes(65, edges))

    def test_methods(self):
        edges = random_edges(700, 1400, seed=4)
        self.write_graph(700, edges)
        expected = distance_bytes(700, edges)
        summaries = []
        for method in ('auto', 'dense', 'sweep'):
            with self.subTest(method):
                self.assert_solves('in', 'out', '--quiet', '--method', method, '--report', 'report')
                self.assertEqual(self.read('out'), expected)
                used = json.loads(self.read('report'))['method']
                self.assertEqual(used, 'dense' if method == 'auto' else method)
                self.assert_solves('in', '--quiet', '--method', method, '--summary', 'summary')
                summaries.append(self.read('summary'))
                code, out, err = self.run_program('--quiet', '--method', method, '-', '-',
                                                  content=graph_bytes(700, edges))
                self.assertEqual((code, err), (0, ''))
                self.assertEqual(out, expected)
        self.assertEqual(summaries, summaries[:1] * 3)
        self.assert_refuses(2, ['searches on GPUs need edges of one weight', '0 to'], 'in', 'out',
                            '--method', 'search')

    def test_edges_of_one_weight(self):
        for vertices in (200, 3000):
            edges = random_edges(vertices, 3 * vertices, seed=5, weights=(4, 4))
            self.write_graph(vertices, edges)
            found = []
            for method in ('search', 'sweep'):
                self.assert_solves('in', 'out', '--quiet', '--method', method)
                self.assert_solves('in', '--quiet', '--method', method, '--summary', 'summary')
                found.append((self.read('out'), self.read('summary')))
            self.assertEqual(*found)
            if vertices < 1000:
                self.assertEqual(found[0][0], distance_bytes(vertices, edges))

    def test_predecessors(self):
        """Those of the device, beside those that processors find of the rows of sweeps."""
        self.write_graph(300, random_edges(300, 2400, seed=9))
        for more, rows in (([], 300), (['--undirected'], 300), (['--sources', '7,0:200'], 201),
                           (['--targets', '5:90'], 300)):
            with self.subTest(more):
                found = []
                for method in ('dense', 'sweep'):
                    self.assert_solves('in', 'out', '--quiet', '--method', method, '--report',
                                       'report', '--predecessors', 'found', *more)
                    found.append(self.read('found'))
                    made = json.loads(self.read('report')).get('predecessors_rows_on_device', 0)
                    self.assertEqual(made, rows if method == 'dense' else 0)
                self.assertEqual(*found)

    def test_a_device_that_is_not_there(self):
        self.write_graph(3, [])
        self.assert_refuses(2, ['device 1000', 'expected'], 'in', 'out', self.devices, '1000')
        self.assert_untouched('in')

    def test_more_than_a_device_holds(self):
        self.write_graph(4_000_000, [])
        said = self.assert_refuses(5, ['need', 'available'], 'in', 'out', '--method', 'dense')
        needed, available = (int(x) for x in re.findall(r'\((\d+) bytes\)', said)[:2])
        self.assertGreater(needed, 10**12)
        self.assertLess(available, needed)
        self.assert_untouched('in')

    def end_in_the_middle(self, number):
        self.write_graph(20_000, ring_edges(20_000))
        self.old_output()
        before = memory_in_use()
        with self.start('in', 'out', '--arithmetic', 's32', '--method', 'dense') as process:
            deadline = time.monotonic() + SECONDS
            while len(os.listdir(self.folder)) < 3:  # until the new output has begun
                self.assertIsNone(process.poll(), 'it ended before it began')
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            time.sleep(0.4)  # CUDA starts in a fifth of a second, the rounds take half a second
            process.send_signal(number)
            out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, out), (-number, b''))
        self.assertNotIn(b'error', err)
        self.assert_untouched('in', 'out')
        if before is not None:
            time.sleep(0.5)
            self.assertLess(memory_in_use(), before + 256, 'MiB of device memory')

    def test_interrupt(self):
        self.end_in_the_middle(signal.SIGINT)

    def test_terminate(self):
        self.end_in_the_middle(signal.SIGTERM)


class Hw32WithoutDevice(WithoutDevice, ProgramCase):
    variable = 'APSP_HW3_2'


class Hw33WithoutDevice(WithoutDevice, ProgramCase):
    variable = 'APSP_HW3_3'


@NEEDS_GPU
class Hw32OnDevice(OnDevice, ProgramCase):
    variable = 'APSP_HW3_2'


@NEEDS_GPU
class Hw33OnDevice(OnDevice, ProgramCase):
    variable = 'APSP_HW3_3'
    devices = '--devices'

    def test_one_visible_device_works_with_a_note(self):
        edges = random_edges(200, 900, seed=2)
        self.write_graph(200, edges)
        code, out, err = self.run_program('in', 'out', environment={'CUDA_VISIBLE_DEVICES': '0'})
        self.assertEqual((code, out), (0, b''), err)
        self.assertRegex(err, r'^hw3-3: warning: .*one GPU.*\n$')
        self.assertEqual(self.read('out'), distance_bytes(200, edges))

    def test_two_are_required_and_one_is_visible(self):
        self.write_graph(3, [])
        self.assert_refuses(NO_DEVICE, ['--require', '2', 'hw3-2'], 'in', 'out', '--require', '2',
                            environment={'CUDA_VISIBLE_DEVICES': '0'})
        self.assert_refuses(NO_DEVICE, ['--require'], 'in', 'out', '--require', '2', '--devices',
                            '0,0')
        self.assert_untouched('in')

    def test_a_device_that_plays_several(self):
        edges = random_edges(700, 3000, seed=3)
        self.write_graph(700, edges)
        self.assert_solves('in', 'one', '--quiet', '--devices', '0')
        for devices in ('0,0', '0,0,0', '0,0,0,0,0,0,0,0'):
            for transfer in ('auto', 'host'):
                for route in ('direct', 'chain'):
                    self.assert_solves('in', 'out', '--devices', devices, '--transfer', transfer,
                                       '--route', route)
                    self.assertEqual(self.read('out'), self.read('one'))

    def test_fewer_openmp_threads_than_devices(self):
        self.write_graph(300, [])
        self.assert_refuses(1, ['OMP_THREAD_LIMIT'], 'in', 'out', '--devices', '0,0',
                            environment={'OMP_THREAD_LIMIT': '1'})
        self.assert_untouched('in')


@NEEDS_GPU
class Judged(ProgramCase):
    program = os.environ['APSP_HW3_2']

    def test_in_the_jail(self):
        """The judge's jail shows a program all that CUDA needs."""
        folder = pathlib.Path(self.folder)
        cases = folder / 'cases'
        cases.mkdir()
        edges = random_edges(300, 5000, seed=7)
        (cases / 'random.in').write_bytes(graph_bytes(300, edges))
        (cases / 'random.out').write_bytes(distance_bytes(300, edges))
        results = folder / 'results.json'
        done = subprocess.run([JUDGE, '--cases', cases, '--json', results,
                               os.environ['APSP_HW3_2'], os.environ['APSP_HW3_3']],
                              capture_output=True, text=True,
                              timeout=SECONDS, check=False)
        if json.loads(results.read_text())['jail'] is None:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


@NEEDS_GPU
class BreakingDevice(ProgramCase):
    variable = 'APSP_BREAKING'

    def test_a_device_that_breaks_in_the_middle(self):
        for program in ('hw3-2', 'hw3-3'):
            for name in os.listdir(self.folder):
                os.unlink(self.path(name))
            self.write_graph(12_000, ring_edges(12_000))
            self.old_output()
            with self.subTest(program):
                self.assert_refuses(1, ['cannot ', ' on device 0', 'cudaErrorLaunchFailure'], 'in',
                                    'out', environment={'APSP_BREAKS': program})
                self.assert_untouched('in', 'out')


def memory_in_use():
    """MiB of all devices; None where nvidia-smi cannot tell."""
    if not shutil.which('nvidia-smi'):
        return None
    run = subprocess.run(['nvidia-smi', '--query-gpu=memory.used', '--format=csv,noheader,nounits'],
                         stdout=subprocess.PIPE, text=True, check=False)
    figures = run.stdout.split()
    if run.returncode != 0 or not all(figure.isdigit() for figure in figures):
        return None
    return sum(map(int, figures))


if __name__ == '__main__':
    unittest.main()
