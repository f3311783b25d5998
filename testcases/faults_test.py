#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs on their bad days: full disks, system calls that fail, folders that vanish, readers that
leave, signals at any moment. Always the right exit code, the old output as it was, and no litter.
Arguments: fault_shim, hw3-gen, hw3-convert, hw3-cat, hw3-1."""

import collections
import contextlib
import errno
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time
import unittest

from program_case import SECONDS, ProgramCase, distance_bytes, preloaded, ring_edges

SHIM, GENERATE, CONVERT, SHOW, SOLVE = map(os.path.abspath, sys.argv[1:])
NOBODY = 65534
WRITERS = {
    'hw3-1': (SOLVE, 'in', 'out'),
    'hw3-convert': (CONVERT, '--from', 'hw3', '--to', 'edges', 'in', 'out'),
    'hw3-gen': (GENERATE, 'random', '--vertices', '300', '--density', '0.5', 'out'),
}
SLOW = ('--threads', '2', '--isa', 'portable', '--arithmetic', 's32', '--method', 'dense')
SHORT = ('--threads', '1', '--isa', 'portable', '--arithmetic', 's32')  # with VERTICES
VERTICES = 400  # 50 writes of 8 rows
EDGES = ring_edges(VERTICES)


def another_user(test):
    """Arguments that make Popen start a program as a user whom permissions stop."""
    if os.geteuid() != 0:
        return {}
    who = {'user': NOBODY, 'group': NOBODY, 'extra_groups': []}
    try:
        subprocess.run(['true'], check=True, **who)
    except (OSError, subprocess.SubprocessError) as error:
        test.skipTest(f'root here cannot become another user: {error}')
    return who


class Faults(ProgramCase):
    program = SOLVE

    def setUp(self):
        super().setUp()
        self.write_graph(VERTICES, EDGES)
        self.old_output()

    def with_shim(self, **variables):
        # AddressSanitizer wants to be the first library, and is not in the way as the second.
        asan = os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0'
        return {**preloaded(SHIM), 'ASAN_OPTIONS': asan, **variables}

    def fault(self, call, error, first=1, count=1000):
        return self.with_shim(APSP_FAULT=f'{call} {error} {first} {count}')

    def wait_for_output(self, process, folder=None):
        """Until the new output has begun; False if the run was too quick to be seen."""
        deadline = time.monotonic() + SECONDS
        while not any('.apsp-' in name for name in os.listdir(folder or self.folder)):
            if process.poll() is not None:
                return False
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.001)
        return True


class SystemCalls(Faults):
    def test_each_that_fails(self):
        for call, number, options in (
                ('mkostemp', errno.EACCES, []), ('mkostemp', errno.EMFILE, []),
                ('mkostemp', errno.ENOSPC, []), ('mkostemp', errno.EROFS, []),
                ('fallocate', errno.ENOSPC, []), ('fallocate', errno.EDQUOT, []),
                ('fallocate', errno.EIO, []), ('pwrite', errno.EIO, []),
                ('pwrite', errno.ENOSPC, []), ('pwrite', errno.EDQUOT, []),
                ('pwrite', errno.ESTALE, []), ('fchmod', errno.EPERM, []),
                ('fsync', errno.EIO, ['--sync']), ('close', errno.EIO, []),
                ('close', errno.EDQUOT, []), ('rename', errno.EACCES, []),
                ('rename', errno.ENOENT, [])):
            for writer, (self.program, *arguments) in WRITERS.items():
                if options and writer == 'hw3-gen':
                    continue  # has no --sync
                with self.subTest(writer=writer, call=call, error=errno.errorcode[number]):
                    self.assert_refuses(7, ['out: ', os.strerror(number)], *options, *arguments,
                                        environment=self.fault(call, number))
                    self.assert_untouched('in', 'out')

    def test_a_write_that_fails_at_any_place(self):
        for first in range(1, 51):
            number = (errno.EIO, errno.ENOSPC)[first % 2]
            with self.subTest(first=first):
                self.assert_refuses(7, ['out: cannot write at byte', os.strerror(number)], 'in',
                                    'out', environment=self.fault('pwrite', number, first, 1))
                self.assert_untouched('in', 'out')

    def test_a_write_to_a_pipe_that_fails_at_any_place(self):
        os.mkfifo(self.path('pipe'))
        # Eight rows at once, a batch of a cache line, or 64 rows.
        for method, writes in (('dense', 50), ('sweep', 13), ('search', 7)):
            for first in range(1, writes + 1, 3):
                with self.subTest(method=method, first=first), \
                        subprocess.Popen(['cat', self.path('pipe')], stdout=subprocess.DEVNULL):
                    self.assert_refuses(7, ['pipe: cannot write at byte', os.strerror(errno.EIO)],
                                        'in', 'pipe', '--threads', '4', '--quiet',
                                        '--method', method,
                                        environment=self.fault('write', errno.EIO, first, 1))
        self.assert_untouched('in', 'out', 'pipe')

    def test_distances_and_predecessors_appear_once_both_are_whole(self):
        self.write('p', b'old')
        for call, options, number in (('close', [], 1), ('close', [], 2), ('fsync', ['--sync'], 1),
                                      ('fsync', ['--sync'], 2), ('rename', [], 1)):
            with self.subTest(call=call, number=number):
                self.assert_refuses(7, [os.strerror(errno.EIO)], 'in', 'out', '--predecessors', 'p',
                                    *options, environment=self.fault(call, errno.EIO, number, 1))
                self.assert_untouched('in', 'out', 'p')
                self.assertEqual(self.read('p'), b'old')
        self.assert_refuses(7, ['only the file of predecessors is missing: '
                                'the distances in out are complete'],
                            'in', 'out', '--predecessors', 'p',
                            environment=self.fault('rename', errno.EIO, 2, 1))
        self.assertEqual(self.read('p'), b'old')
        self.assertEqual(self.read('out'), distance_bytes(VERTICES, EDGES))

    def test_a_folder_that_cannot_be_flushed(self):
        """The one fault after the new output stands: it is told, and the output is whole."""
        self.assert_refuses(7, ['out: is complete, but its folder', os.strerror(errno.EIO)], 'in',
                            'out', '--sync', environment=self.fault('fsync', errno.EIO, 2))
        self.assertEqual(self.read('out'), distance_bytes(VERTICES, EDGES))

    def test_what_is_no_failure(self):
        right = distance_bytes(VERTICES, EDGES)
        for call, number, count in (
                ('pwrite', 0, 1000), ('pwrite', errno.EINTR, 20), ('pwrite', errno.EAGAIN, 3),
                ('fallocate', errno.EINTR, 3), ('fallocate', errno.EOPNOTSUPP, 1),
                ('fallocate', errno.ENOSYS, 1), ('close', errno.EINTR, 1)):
            with self.subTest(call=call, error=number):
                self.old_output()
                self.assert_solves('in', 'out', environment=self.fault(call, number, 1, count))
                self.assertTrue(self.read('out') == right)
        for number, count in ((0, 10_000), (errno.EINTR, 20), (errno.EAGAIN, 20)):
            with self.subTest(call='write', error=number), \
                    subprocess.Popen(['cat'], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE) as reader:
                # As a pipe by its path: the shim leaves the standard streams alone.
                path = f'/dev/fd/{reader.stdin.fileno()}'
                with self.start('in', path, pass_fds=[reader.stdin.fileno()],
                                environment=self.fault('write', number, 1, count)) as process:
                    reader.stdin.close()
                    self.assertTrue(reader.stdout.read() == right)
                    process.wait(SECONDS)
                self.assertEqual(process.returncode, 0)

    def test_pages_that_cannot_be_made_early(self):
        """A large output is copied into a mapping where that can be had."""
        self.write_graph(3000, ring_edges(3000))
        self.assert_solves('in', 'right')
        for call, number in (('mmap', errno.ENOMEM), ('mmap', errno.ENODEV),
                             ('madvise', errno.EFAULT), ('madvise', errno.ENOMEM)):
            for first in (1, 5):
                with self.subTest(call=call, first=first):
                    self.assert_solves('in', 'new',
                                       environment=self.fault(call, number, first))
                    self.assertTrue(self.read('new') == self.read('right'))

    def test_a_file_that_cannot_be_mapped_is_no_stream(self):
        os.rename(self.path('in'), self.path('in.apsp-'))  # a name that the shim looks for
        shown = subprocess.run([SHOW, 'in.apsp-'], capture_output=True, check=False, text=True,
                               cwd=self.folder,
                               env={**os.environ, **self.fault('mmap', errno.ENODEV)})
        self.assertEqual((shown.returncode, shown.stderr), (0, ''))
        self.assertIn(f'# Nodes: {VERTICES}', shown.stdout)

    def calls(self, *options):
        self.assert_solves('in', 'out', *options,
                           environment=self.with_shim(APSP_TRACE=self.path('trace')))
        calls = self.read('trace').decode().splitlines()
        os.unlink(self.path('trace'))
        return calls

    def test_sync_flushes_before_the_rename(self):
        calls = self.calls('--sync', '--method', 'dense')
        self.assertEqual(calls[-4:], ['fsync temporary', 'close temporary', 'rename temporary',
                                      'fsync folder'])
        self.assertEqual(collections.Counter(calls)['pwrite temporary'], 50)
        self.assertNotIn('fsync temporary', self.calls())


class Places(Faults):
    @contextlib.contextmanager
    def small_disk(self, kibibytes):
        """A folder with a file system of its own; else the reason why there is none."""
        folder = self.path('disk')
        os.mkdir(folder)
        mount = subprocess.run(['mount', '-t', 'tmpfs', '-o', f'size={kibibytes}k', 'tmpfs', folder],
                               stderr=subprocess.PIPE, check=False, text=True)
        if mount.returncode != 0:
            self.skipTest(f'no disk can be mounted here: {mount.stderr.strip()}')
        try:
            yield folder
        finally:
            subprocess.run(['umount', '-l', folder], check=True)
            os.rmdir(folder)

    def test_a_disk_too_small(self):
        with self.small_disk(256) as disk:
            for writer, (self.program, *arguments) in WRITERS.items():
                if writer == 'hw3-convert':
                    continue  # whose text is small
                with self.subTest(writer):
                    with open(disk + '/out', 'wb') as file:
                        file.write(b'old')
                    arguments[arguments.index('out')] = 'disk/out'
                    self.assert_refuses(7, ['disk/out: ', 'No space left'], *arguments)
                    self.assertEqual(os.listdir(disk), ['out'])

    def test_a_disk_that_fills_up_in_the_middle(self):
        """36 MB on a disk of 40 MB that something else fills, at moments from start to end: a mapped
        output must not end in SIGBUS."""
        self.write_graph(3000, ring_edges(3000))
        self.assert_solves('in', 'right')
        right = self.read('right')
        codes = collections.Counter()
        for moment in range(8):
            with self.small_disk(40 << 10) as disk:
                with self.start('in', 'disk/out') as process:
                    if self.wait_for_output(process, disk):
                        time.sleep(moment / 200)
                        with open(disk + '/hog', 'wb', buffering=0) as hog, \
                                contextlib.suppress(OSError):
                            while hog.write(bytes(1 << 16)):
                                pass
                    _, err = process.communicate(timeout=SECONDS)
                codes[process.returncode] += 1
                self.assertIn(process.returncode, (0, 7), err)
                left = set(os.listdir(disk)) - {'hog'}
                self.assertEqual(left, {'out'} if process.returncode == 0 else set())
                if process.returncode == 0:
                    with open(disk + '/out', 'rb') as file:
                        self.assertTrue(file.read() == right)
        print(f'a disk that fills up: exit codes {dict(codes)}', file=sys.stderr)

    def test_a_size_limit(self):
        # LLVM's OpenMP, of sanitized builds, makes a file of a page.
        least = 4096 if os.environ.get('APSP_SANITIZED') else 0
        for limit in (least, least + 1, 4096, 639_999):
            with self.subTest(limit):
                self.assert_refuses(7, ['out: ', 'File too large'], 'in', 'out',
                                    limits=[(resource.RLIMIT_FSIZE, limit)])
                self.assert_untouched('in', 'out')
        self.assert_solves('in', 'out', limits=[(resource.RLIMIT_FSIZE, 640_000)])

    def test_a_size_limit_where_nothing_can_be_reserved(self):
        self.assert_refuses(7, ['out: ', 'File too large'], 'in', 'out',
                            limits=[(resource.RLIMIT_FSIZE, 4096)],
                            environment=self.fault('fallocate', errno.EOPNOTSUPP, 1, 1))
        self.assert_untouched('in', 'out')

    @unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'sanitizers need descriptors of their own')
    def test_no_descriptor_left(self):
        self.assert_refuses(7, ['out: ', 'Too many open files'], 'in', 'out', '--quiet',
                            limits=[(resource.RLIMIT_NOFILE, 4)])
        self.assert_untouched('in', 'out')

    def test_a_folder_that_may_not_be_written(self):
        who = another_user(self)
        shutil.copy(SOLVE, self.path('hw3-1'))
        os.chmod(self.folder, 0o755)
        os.chmod(self.path('in'), 0o644)
        os.mkdir(self.path('closed'), 0o755 if who else 0o555)
        self.program = self.path('hw3-1')
        self.assert_refuses(7, ['closed/out: cannot create', 'Permission denied'], 'in',
                            'closed/out', **who)
        # A file that is write-protected in a folder that is not.
        os.mkdir(self.path('open'))
        os.chmod(self.path('open'), 0o777)
        with open(self.path('open/out'), 'wb') as file:
            file.write(b'old')
        os.chmod(self.path('open/out'), 0o444)
        self.assert_refuses(7, ['open/out: cannot be replaced', 'Permission denied'], 'in',
                            'open/out', **who)
        self.assertEqual(os.listdir(self.path('closed')), [])
        self.assertEqual(os.listdir(self.path('open')), ['out'])

    @unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'LLVM ends the process in another way')
    def test_no_thread_to_be_had(self):
        who = another_user(self)
        if not who:
            self.skipTest('the limit counts all processes of this user')
        shutil.copy(SOLVE, self.path('hw3-1'))
        os.chmod(self.folder, 0o777)
        self.program = self.path('hw3-1')
        reduced = [(0, 1, -5), *EDGES[1:]]
        lost = [(0, 1, 2 - 2 ** 30), (1, 2, 2 - 2 ** 30)]  # 64 bits for these
        for edges in (EDGES, reduced, lost):
            self.write_graph(VERTICES, edges)
            os.chmod(self.path('in'), 0o644)
            code, _, err = self.run_program('in', 'out', '--threads', '2', '--sources', '3:',
                                            limits=[(resource.RLIMIT_NPROC, 1)], **who)
            self.assertEqual(code, 1, err)  # of the OpenMP runtime
            self.assert_untouched('hw3-1', 'in', 'out')

    def test_a_folder_that_vanishes(self):
        self.write_graph(1000, ring_edges(1000))
        for round_number in range(3):
            os.mkdir(self.path('folder'))
            with self.start('in', 'folder/out', *SLOW) as process:
                begun = self.wait_for_output(process, self.path('folder'))
                shutil.rmtree(self.path('folder'))
                _, err = process.communicate(timeout=SECONDS)
            with self.subTest(round_number):
                self.assertTrue(begun, 'it ended before it began')
                self.assertEqual(process.returncode, 7, err)
                # The other words, where it vanished before the new output had its lock.
                self.assertRegex(err, rb'folder/out: cannot (be put in place|create a file in the '
                                      rb'folder folder): No such file')
                self.assert_untouched('in', 'out')

    def test_a_reader_that_leaves_in_the_middle(self):
        right = distance_bytes(VERTICES, EDGES)
        for taken in (0, 1, 65_536, 300_000, 639_999):
            for threads in ('1', '4'):
                with self.subTest(taken=taken, threads=threads):
                    process = self.start('in', '-', '--threads', threads, '--quiet')
                    got = process.stdout.read(taken)
                    process.stdout.close()
                    err = process.stderr.read()
                    process.stderr.close()
                    self.assertEqual(got, right[:taken])
                    # The rows that fit into the pipe may have gone in before.
                    self.assertIn(process.wait(SECONDS), (0, 7) if taken > 570_000 else (7,))
                    if process.returncode == 7:
                        self.assertIn(b'standard output: cannot write at byte', err)


class Signals(Faults):
    """At random moments of runs, whatever they are doing then."""

    def setUp(self):
        super().setUp()
        self.right = distance_bytes(VERTICES, EDGES)
        began = time.monotonic()
        for _ in range(5):
            self.assert_solves('in', 'out', *SHORT)
        self.length = (time.monotonic() - began) / 5
        self.old_output()
        self.dice = random.Random(1)

    def end(self, number):
        """Sends the signal at a random moment. Whether it ended the run."""
        more = self.dice.choice(((), ('--sync',), ('--verify',)))
        # A search for leaks that the signal ends says so.
        asan = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
        with self.start('in', 'out', *SHORT, *more,
                        environment={'ASAN_OPTIONS': asan}) as process:
            time.sleep(self.dice.random() * self.length)
            process.send_signal(number)
            out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((out, err), (b'', b''))
        # Before the handlers stand, the default is the same death.
        self.assertIn(process.returncode, (0, -number))
        self.assertIn(self.read('out'), (b'old', self.right))
        if process.returncode == 0:
            self.assertEqual(self.read('out'), self.right)
            self.old_output()
        return process.returncode != 0

    def test_a_hundred_leave_no_litter(self):
        ended = 0
        for round_number in range(100):
            ended += self.end((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[round_number % 3])
            with self.subTest(round_number):
                self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])
        print(f'signals: {ended} of 100 came in time', file=sys.stderr)
        self.assertGreater(ended, 10)

    def test_what_sigkill_leaves_the_next_run_removes(self):
        left = 0
        for round_number in range(40):
            self.end(signal.SIGKILL)
            litter = set(os.listdir(self.folder)) - {'in', 'out'}
            with self.subTest(round_number):
                self.assertLessEqual(len(litter), 1)
                self.assertTrue(all(name.startswith('.out.apsp-') for name in litter), litter)
            left += len(litter)
        print(f'SIGKILL: {left} of 40 left a temporary', file=sys.stderr)
        # One that surely leaves something, then one that cleans up.
        self.write_graph(3000, ring_edges(3000))
        with self.start('in', 'out', *SLOW) as process:
            self.assertTrue(self.wait_for_output(process), 'it ended before it began')
            process.kill()
            process.communicate(timeout=SECONDS)
        self.assertEqual(len(os.listdir(self.folder)), 3)
        self.write_graph(VERTICES, EDGES)
        self.assert_solves('in', 'out')
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])
        self.assertTrue(stat.S_ISREG(os.stat(self.path('out')).st_mode))
        self.assertEqual(self.read('out'), self.right)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
