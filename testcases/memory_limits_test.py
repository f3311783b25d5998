#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1 with too little memory, by every way in which a system can say so: exit code 5 before the
work, and never a crash. With as much as is promised it runs. Arguments: allocation_shim, hw3-1."""

import collections
import contextlib
import os
import random
import re
import resource
import signal
import subprocess
import sys
import unittest

from program_case import ProgramCase, distance_bytes, graph_bytes, preloaded, ring_edges

SHIM, SOLVE = map(os.path.abspath, sys.argv[1:])
MIB = 1 << 20
QUIET = ('--quiet', '--threads', '1', '--method', 'dense')
ALONE = unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'sanitizers take memory of their own')


class Limits(ProgramCase):
    program = SOLVE

    def setUp(self):
        super().setUp()
        self.old_output()

    def run_within(self, what, limit, *options):
        """The exit code, which must be 0, with a new output, or 5, with the old one."""
        code, out, err = self.run_program('in', 'out', *options, limits=[(what, limit)])
        self.assertEqual(out, b'')
        self.assertIn(code, (0, 5), f'at {limit} bytes: {err}')
        if code == 5:
            self.assertRegex(err, r'^hw3-1: .*available')
            self.assert_untouched('in', 'out')
        else:
            self.assertEqual(err, '')
            self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])
            self.old_output()
        return code


@ALONE
class Sweeps(Limits):
    """Sweeps without an output: the numbers of a summary alone."""

    def summarize(self, limit, *options):
        return self.run_program('in', '--quiet', '--threads', '1', '--summary', 'sum', *options,
                                limits=[(resource.RLIMIT_AS, limit)])

    def test_need_no_matrix(self):
        self.write_graph(40000, ring_edges(40000))
        code, _, err = self.summarize(256 * MIB)
        self.assertEqual((code, err), (0, ''))
        code, _, err = self.summarize(256 * MIB, '--method', 'dense')
        self.assertEqual(code, 5)
        self.assertIn('40000 vertices in 8-bit arithmetic', err)

    def test_a_second_try_in_32_bits_is_refused_before_the_work(self):
        # Most distances fit 8 bits. Those of a chain apart do not, nor do the core's in 32 bits fit
        # the memory that is enough for 8.
        draw = random.Random(7)
        edges = [(draw.randrange(3000), draw.randrange(3000), 1) for _ in range(15000)]
        edges += [(v, v + 1, 900) for v in range(3000, 3119)]
        self.write_graph(3120, edges)
        codes = collections.Counter()
        for limit in range(32 * MIB, 96 * MIB, 4 * MIB):
            code, _, err = self.summarize(limit, '--method', 'sweep')
            self.assertIn(code, (0, 5), f'at {limit} bytes: {err}')
            if code == 5:
                self.assertRegex(err, '3120 vertices .*by sweeps: .* are needed, .* are available')
                self.assertFalse(os.path.exists(self.path('sum')))
                self.assertEqual(codes[0], 0, f'{limit} bytes, but fewer were enough')
            codes[code] += 1
        self.assertGreater(codes[0], 2)
        self.assertGreater(codes[5], 2)


@ALONE
class AddressSpace(Limits):
    def test_from_far_too_little_to_enough(self):
        self.write_graph(3000, ring_edges(3000))
        codes = collections.Counter()
        enough = False
        for limit in range(8 * MIB, 240 * MIB, 8 * MIB):
            # Below this the program is not even loaded.
            if self.run_program('--version', limits=[(resource.RLIMIT_AS, limit)])[0] != 0:
                codes['not loaded'] += 1
                continue
            code = self.run_within(resource.RLIMIT_AS, limit, '--arithmetic', 's32', *QUIET)
            codes[code] += 1
            self.assertFalse(enough and code != 0, f'{limit} bytes, but fewer were enough')
            enough = code == 0
        print(f'limits of the address space: exit codes {dict(codes)}', file=sys.stderr)
        self.assertGreater(codes[0], 5)
        self.assertGreater(codes[5], 2)

    def test_the_message_names_both_numbers(self):
        self.write_graph(20_000, [])
        self.assert_refuses(5, ['20000 vertices in 32-bit arithmetic', 'needed', 'available'],
                            'in', 'out', '--arithmetic', 's32', *QUIET,
                            limits=[(resource.RLIMIT_AS, 1 << 30)])
        self.assert_untouched('in', 'out')


@ALONE
class Promise(Limits):
    """V x V x width + 64 MiB + rows in flight: the kernel counts all private memory."""

    VERTICES = 4096
    IN_FLIGHT = MIB  # 8 rows, 128 KiB, and what the C++ runtime has before main()

    def test_is_enough(self):
        for width, size in (('u8', 1), ('u16', 2), ('s32', 4)):
            self.write_graph(self.VERTICES, [(v, v + 1, 1) for v in range(100)])
            promised = self.VERTICES**2 * size + 64 * MIB + self.IN_FLIGHT
            for options, more in (((), 0), (('--verify',), 16 * 4 * self.VERTICES)):
                with self.subTest(width=width, options=options):
                    self.assertEqual(0, self.run_within(
                        resource.RLIMIT_DATA, promised + more, '--arithmetic', width, *options,
                        *QUIET))

    def test_less_than_the_matrix_is_refused(self):
        self.write_graph(self.VERTICES, [(0, 1, 1)])
        for size in (1, 8, 32, 60):
            with self.subTest(size):
                self.assertEqual(5, self.run_within(resource.RLIMIT_DATA, size * MIB,
                                                    '--arithmetic', 's32', *QUIET))
        message = self.assert_refuses(5, ['are needed'], 'in', 'out', *QUIET,
                                      limits=[(resource.RLIMIT_DATA, 8 * MIB)])
        self.assertLess(int(re.search(r'(\d+) bytes\) are available', message)[1]), 8 * MIB)


@ALONE
class Allocations(Limits):
    STEP = 5  # of the numbers of allocations; 1 takes minutes

    def test_one_that_fails(self):
        """Without --report: the JSON library ends the process for its own, when the distances are
        complete. CLI11 does so too, while it adds options: a function of it that allocates is
        noexcept."""
        edges = ring_edges(70)
        self.write_graph(70, edges)
        right = distance_bytes(70, edges)
        codes = collections.Counter()
        for options in (QUIET, ('--quiet', '--threads', '2', '--method', 'dense', '--verify')):
            passed = 0  # in a row: past the last allocation all runs do
            for number in range(1, 4000, self.STEP):
                environment = {**preloaded(SHIM), 'APSP_ALLOCATION': str(number)}
                code, out, err = self.run_program('in', 'out', *options, environment=environment)
                codes[code] += 1
                with self.subTest(options=options, number=number):
                    if code == -signal.SIGABRT:
                        self.assertIn('std::bad_alloc', err)
                        self.assertEqual(self.run_program(
                            'missing', 'out', *options, environment=environment)[0], code,
                            'this allocation comes after the options')
                        continue
                    self.assertIn(code, (0, 1, 5), err)
                    if code == 1:  # the OpenMP runtime ends the process for its own
                        self.assertIn('libgomp: Out of memory', err)
                    self.assertEqual(out, b'')
                    self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])
                    self.assertTrue(self.read('out') == (right if code == 0 else b'old'))
                self.old_output()
                passed = passed + 1 if code == 0 else 0
                if passed * self.STEP > 60:
                    break
        print(f'allocations that fail: exit codes {dict(codes)}', file=sys.stderr)
        self.assertGreater(codes[5], 20)


class Groups(Limits):
    """A limit on a control group: beyond it the kernel kills."""

    @contextlib.contextmanager
    def group(self, limit):
        """Returns a function by which a child joins a group of this much memory."""
        with open('/proc/self/cgroup', encoding='ascii') as file:
            lines = [line.strip().split(':', 2) for line in file]
        for number, controllers, path in lines:
            if number == '0' and controllers == '':
                parent, name = '/sys/fs/cgroup' + path, 'memory.max'
            elif 'memory' in controllers.split(','):
                parent, name = '/sys/fs/cgroup/memory' + path, 'memory.limit_in_bytes'
            else:
                continue
            folder = os.path.join(parent, f'apsp-test-{os.getpid()}')
            try:
                os.mkdir(folder)
            except OSError as error:
                reason = error
                continue
            try:
                with open(os.path.join(folder, name), 'w', encoding='ascii') as file:
                    file.write(str(limit))
            except OSError as error:
                reason = error
                os.rmdir(folder)
                continue
            try:
                yield os.path.join(folder, 'cgroup.procs')
            finally:
                os.rmdir(folder)
            return
        self.skipTest(f'no control group can be made here: {reason}')

    def run_in_group(self, procs, *arguments):
        command = 'echo $$ > "$0" && exec "$@"'
        run = subprocess.run(['sh', '-c', command, procs, self.program, *arguments],
                             cwd=self.folder, capture_output=True, check=False, timeout=120)
        return run.returncode, run.stderr.decode()

    def test_a_limit(self):
        self.write_graph(1000, ring_edges(1000))
        with self.group(300 * MIB) as procs:
            self.assertEqual(self.run_in_group(procs, 'in', 'out'), (0, ''))
            self.assertEqual(len(self.read('out')), 4 * 1000**2)
            self.old_output()
            for vertices, width in ((12_000, 's32'), (16_000, 'u16'), (24_000, 'u8'),
                                    (24_000, 'auto'), (9_000, 's32')):
                with self.subTest(vertices=vertices, width=width):
                    self.write('in', graph_bytes(vertices, []))
                    code, err = self.run_in_group(procs, 'in', 'out', '--method', 'dense', '--arithmetic',
                                                  width)
                    self.assertEqual(code, 5, err)
                    self.assertIn('available', err)
                    self.assert_untouched('in', 'out')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
