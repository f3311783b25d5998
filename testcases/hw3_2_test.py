#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-2 on its bad days: no device, a matrix that no device holds, an end in the middle of a run.
What needs a GPU is skipped where none is."""

import os
import re
import shutil
import signal
import subprocess
import time
import unittest

from program_case import (ProgramCase, SECONDS, distance_bytes, graph_bytes, random_edges,
                          ring_edges)

NO_DEVICE = 6


def finds_a_gpu():
    run = subprocess.run([os.environ['APSP_HW3_2'], '-', os.devnull], input=bytes(8),
                         stderr=subprocess.PIPE, timeout=SECONDS, check=False)
    return run.returncode != NO_DEVICE


class Hw32Case(ProgramCase):
    variable = 'APSP_HW3_2'


class WithoutDevice(Hw32Case):
    def test_no_visible_device(self):
        self.write_graph(3, [(0, 1, 5)])
        self.old_output()
        self.assert_refuses(NO_DEVICE, ['GPU', 'hw3-1 solves the same files'], 'in', 'out',
                            environment={'CUDA_VISIBLE_DEVICES': ''})
        self.assert_untouched('in', 'out')

    def test_a_bad_graph_is_told_as_such(self):
        self.write_graph(3, [(0, 7, 5)])
        self.assert_refuses(3, ['edge 0', 'byte 12', '7'], 'in', 'out')
        self.assert_untouched('in')


@unittest.skipUnless(finds_a_gpu(), 'hw3-2 needs a GPU')
class OnDevice(Hw32Case):
    def test_pipes(self):
        edges = random_edges(65, 300, seed=1)
        code, out, err = self.run_program('-', '-', content=graph_bytes(65, edges))
        self.assertEqual((code, err), (0, ''))
        self.assertEqual(out, distance_bytes(65, edges))

    def test_a_device_that_is_not_there(self):
        self.write_graph(3, [])
        self.assert_refuses(2, ['device 1000', 'expected'], 'in', 'out', '--device', '1000')
        self.assert_untouched('in')

    def test_more_than_a_device_holds(self):
        self.write_graph(1_000_000, [])
        said = self.assert_refuses(5, ['needs', 'available', 'hw3-3'], 'in', 'out')
        needed, available = (int(x) for x in re.findall(r'\((\d+) bytes\)', said)[:2])
        self.assertGreater(needed, 2 * 10**12)
        self.assertLess(available, needed)
        self.assert_untouched('in')

    def end_in_the_middle(self, number):
        self.write_graph(20_000, ring_edges(20_000))
        self.old_output()
        before = memory_in_use()
        with self.start('in', 'out', '--arithmetic', 's32') as process:
            deadline = time.monotonic() + SECONDS
            while len(os.listdir(self.folder)) < 3:  # until the new output has begun
                self.assertIsNone(process.poll(), 'it ended before it began')
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            time.sleep(0.4)  # CUDA starts in a fifth of a second, the rounds take half a second
            process.send_signal(number)
            out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, out, err), (-number, b'', b''))
        self.assert_untouched('in', 'out')
        if before is not None:
            time.sleep(0.5)
            self.assertLess(memory_in_use(), before + 256, 'MiB of device memory')

    def test_interrupt(self):
        self.end_in_the_middle(signal.SIGINT)

    def test_terminate(self):
        self.end_in_the_middle(signal.SIGTERM)


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
