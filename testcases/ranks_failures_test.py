#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several processes that make one solve, started by mpirun: one voice, and an end of all where
one fails or dies or the network breaks. Two hosts are namespaces of the network. Skipped where
there is no mpirun or no module."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from program_case import preloaded, random_edges
from ranks_case import MPIRUN, SOON, RanksCase

FAULT_SHIM = os.path.abspath(sys.argv.pop(1))
ALLOCATION_SHIM = os.path.abspath(sys.argv.pop(1))
HANGING_SHIM = os.path.abspath(sys.argv.pop(1))
GENERATE = os.path.abspath(sys.argv.pop(1))


def has_ended(pid):
    """Whether no thread of a process runs. One that is killed loses its memory, and so the name of
    its program, before it closes its files and gives up their locks; as a zombie it has."""
    with contextlib.suppress(OSError):
        for stat in pathlib.Path(f'/proc/{pid}/task').glob('*/stat'):
            with contextlib.suppress(OSError):  # a thread that has ended since
                if stat.read_text().rpartition(')')[2].split()[0] not in 'ZX':
                    return False
    return True


class FailureCase(RanksCase):
    def setUp(self):
        super().setUp()
        self.old_output()

    def assert_ended(self, process, names=('in', 'out'), code=None):
        """All are over soon, whatever mpirun says; the old output is there and nothing else."""
        _, err = process.communicate(timeout=SOON)
        self.assertNotEqual(process.returncode, 0, err)
        if code is not None:
            self.assertEqual(process.returncode, code, err)
        deadline = time.monotonic() + SOON
        while self.ranks_of(process):
            self.assertLess(time.monotonic(), deadline, 'a rank lives on')
            time.sleep(0.05)
        self.assert_untouched(*names)
        return err

    def ranks_of(self, process):
        """Ids of the solvers that this mpirun has started, by rank."""
        found = {}
        for entry in pathlib.Path('/proc').iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and os.readlink(entry / 'cwd') == self.folder and \
                        os.readlink(entry / 'exe') == os.path.realpath(self.program):
                    variables = (entry / 'environ').read_bytes().split(b'\0')
                    rank = [v for v in variables if v.startswith(b'OMPI_COMM_WORLD_RANK=')]
                    if rank:  # not yet, while the program is being started
                        found[int(rank[0].split(b'=')[1])] = int(entry.name)
        return found

    def await_ranks(self, process, count, ready=lambda: True):
        deadline = time.monotonic() + SOON
        while len(self.ranks_of(process)) < count or not ready():
            self.assertIsNone(process.poll(), 'the solve is over already')
            self.assertLess(time.monotonic(), deadline, 'the ranks do not come')
            time.sleep(0.02)
        return self.ranks_of(process)

    def is_computing(self):
        return any('.apsp-' in name for name in os.listdir(self.folder))

    def all_have_output(self, process):
        """Before, rank 0 alone knows the file, and nobody can remove it after SIGKILL."""
        for rank in self.ranks_of(process).values():
            with contextlib.suppress(OSError):
                files = pathlib.Path(f'/proc/{rank}/fd').iterdir()
                if any('.apsp-' in os.readlink(file) for file in files):
                    continue
            return False
        return True

    def write_long_solve(self, vertices=10_000):
        """A graph that takes two fast processors four seconds in 32 bits: mpirun needs one to end."""
        subprocess.run([GENERATE, 'random', 'in', '--vertices', str(vertices), '--density', '0.01'],
                       cwd=self.folder, check=True, stderr=subprocess.DEVNULL)


class FailureTest(FailureCase):
    def test_errors_have_one_voice_and_their_codes(self):
        self.write('in', bytes(7))
        self.assert_all_fail(3, ['hw3-1: in: '], self.run_ranks(3, 'in', 'out'))
        self.assert_all_fail(2, ['--nonsense'], self.run_ranks(2, '--nonsense', 'in', 'out'))
        self.write_graph(100, [(0, 1, 5), (1, 0, -6)])
        self.assert_all_fail(4, ['negative cycle'], self.run_ranks(3, 'in', 'out'))
        self.write_graph(100, random_edges(100, 900, seed=16, weights=(60, 100)))
        for method in ('dense', 'sweep'):
            self.assert_all_fail(4, ['u8 is too narrow'],
                                 self.run_ranks(3, '--arithmetic', 'u8', '--method', method, 'in',
                                                'out'))
        self.assert_all_fail(2, ["OUTPUT is '-'"], self.run_ranks(2, 'in', '-'))
        self.assert_all_fail(2, ['--checkpoint c: expected one task, found 2 tasks'],
                             self.run_ranks(2, 'in', '--summary', 's', '--checkpoint', 'c'))
        self.assert_all_fail(7, ['nowhere'], self.run_ranks(2, 'in', 'nowhere/out'))
        os.mkfifo(self.path('pipe'))
        self.assert_all_fail(7, ['is a pipe'], self.run_ranks(2, 'in', 'pipe'))
        self.assert_untouched('in', 'out', 'pipe')

    def test_a_file_system_that_is_not_shared(self):
        """Rank 1 sees another folder under the same name."""
        self.write_graph(100, random_edges(100, 900, seed=17))
        shared, other = self.path('shared'), self.path('other')
        os.mkdir(shared)
        os.mkdir(other)
        apart = ['unshare', '--mount', 'sh', '-c',
                 f'mount --bind {other} {shared} && exec "$@"', 'sh']
        if subprocess.run([*apart, 'true'], stderr=subprocess.DEVNULL).returncode:
            self.skipTest('no mount namespaces')
        done = self.run_ranks(2, 'in', 'shared/out', special={1: apart})
        self.assert_all_fail(7, ['rank 1 of 2 on', 'that all processes share'], done)
        self.assertEqual(os.listdir(shared) + os.listdir(other), [])

    def test_graphs_that_differ(self):
        self.write_graph(100, random_edges(100, 900, seed=18))
        self.write_graph(100, random_edges(100, 900, seed=19), 'other')
        apart = ['unshare', '--mount', 'sh', '-c', 'mount --bind other in && exec "$@"', 'sh']
        if subprocess.run([*apart, 'true'], cwd=self.folder, stderr=subprocess.DEVNULL).returncode:
            self.skipTest('no mount namespaces')
        self.assert_all_fail(3, ['different graphs'],
                             self.run_ranks(2, 'in', 'out', special={1: apart}))
        self.assert_untouched('in', 'other', 'out')

    def test_a_full_disk_on_one_rank(self):
        self.write_graph(300, random_edges(300, 900, seed=20))
        shim = [f'{name}={value}' for name, value in preloaded(FAULT_SHIM).items()]
        for rank, method in ((0, 'dense'), (1, 'dense'), (1, 'search')):
            with self.subTest(rank=rank, method=method):
                full = {rank: ['env', *shim, 'APSP_FAULT=pwrite 28 2 1000000']}
                done = self.run_ranks(2, '--method', method, 'in', 'out', special=full)
                who = [f'rank {rank} of 2'] if rank else []
                self.assert_all_fail(7, [*who, 'No space left on device'], done)
                self.assert_untouched('in', 'out')

    def test_an_allocation_that_fails_on_one_rank(self):
        self.write_graph(300, random_edges(300, 3000, seed=21))
        shim = [f'{name}={value}' for name, value in preloaded(ALLOCATION_SHIM).items()]
        ended = 0
        for number in (30, 150, 400):
            # From the second time on that the handlers stand: MPI has started then.
            failing = {1: ['env', *shim, f'APSP_ALLOCATION={number}', 'APSP_ALLOCATION_START=2']}
            with self.started(2, 'in', 'out', special=failing) as process:
                _, err = process.communicate(timeout=60)
            if process.returncode == 0:  # fewer allocations than that
                self.old_output()
                continue
            ended += 1
            self.assertIn('memory', err)
            self.assertEqual(process.returncode, 5, err)
            self.assert_untouched('in', 'out')
        self.assertGreater(ended, 0, 'no allocation failed')

    def test_memory_that_one_rank_lacks(self):
        self.write_graph(30_000, random_edges(30_000, 2000, seed=24))
        little = {1: ['sh', '-c', 'ulimit -v 1200000; exec "$@"', 'sh']}
        done = self.run_ranks(2, '--quiet', '--method', 'dense', '--arithmetic', 's32', 'in', 'out',
                              special=little)
        self.assert_all_fail(5, ['rank 1 of 2', 'in 32-bit arithmetic', 'GiB', 'MiB'], done)
        self.assert_untouched('in', 'out')

    def test_a_death_before_the_ranks_come_together(self):
        self.write_graph(100, random_edges(100, 900, seed=22))
        dying = {1: ['sh', '-c', 'kill -9 $$']}
        with self.started(2, 'in', 'out', special=dying) as process:
            self.assert_ended(process)

    def test_a_death_while_the_input_is_read(self):
        os.mkfifo(self.path('in'))
        for rank in (0, 1):
            with self.subTest(rank=rank), self.started(2, 'in', 'out') as process:
                ranks = self.await_ranks(process, 2)
                time.sleep(1)
                os.kill(ranks[rank], signal.SIGKILL)
                self.assert_ended(process)

    def test_a_death_while_rows_are_computed(self):
        self.write_long_solve()
        for rank, number in ((0, signal.SIGKILL), (1, signal.SIGKILL), (1, signal.SIGTERM)):
            with self.subTest(rank=rank, signal=number), \
                    self.started(3, '--method', 'dense', '--arithmetic', 's32', 'in',
                                 'out') as process:
                ranks = self.await_ranks(process, 3, lambda ranks=process: self.all_have_output(ranks))
                os.kill(ranks[rank], number)
                self.assert_ended(process, code=128 + number)

    def test_a_death_while_rows_are_written(self):
        """The rank waits in its first call on the output for a reader of the trace: rank 1 as it
        writes rows, rank 0 as it makes the file."""
        self.write_graph(300, random_edges(300, 900, seed=23))
        os.mkfifo(self.path('trace'))
        shim = [f'{name}={value}' for name, value in preloaded(FAULT_SHIM).items()]
        for rank, method in ((1, 'dense'), (1, 'sweep'), (0, 'dense')):
            waiting = {rank: ['env', *shim, 'APSP_TRACE=trace']}
            with self.subTest(rank=rank, method=method), \
                    self.started(2, '--method', method, 'in', 'out', special=waiting) as process:
                ranks = self.await_ranks(process, 2, self.is_computing if rank else lambda: True)
                time.sleep(1)
                os.kill(ranks[rank], signal.SIGKILL)
                self.assert_ended(process, ('in', 'out', 'trace'))

    def test_a_rank_that_falls_silent(self):
        self.write_long_solve()
        for rank in (0, 1):
            with self.subTest(rank=rank), \
                    self.started(2, '--method', 'dense', '--arithmetic', 's32', 'in', 'out',
                                 environment={'APSP_RANKS_SECONDS': '3'}) as process:
                ranks = self.await_ranks(process, 2, self.is_computing)
                os.kill(ranks[rank], signal.SIGSTOP)
                err = self.assert_ended(process, code=1)
                self.assertIn(f'rank {rank} of 2', err)
                self.assertIn('has not been heard of for 3 seconds', err)

    def test_mpi_that_hangs_ends_all(self):
        self.write_long_solve()
        shim = [f'{name}={value}' for name, value in preloaded(HANGING_SHIM).items()]
        for rank in (0, 1):
            hanging = {rank: ['env', *shim, f'APSP_HANG={self.path("hang")}']}
            with self.subTest(rank=rank), \
                    self.started(2, '--method', 'dense', '--arithmetic', 's32', 'in', 'out',
                                 special=hanging,
                                 environment={'APSP_RANKS_SECONDS': '3'}) as process:
                self.await_ranks(process, 2, self.is_computing)
                self.write('hang', b'')
                err = self.assert_ended(process, ('hang', 'in', 'out'), code=1)
                self.assertRegex(err, f'rank {rank} of 2 on .*(has not answered|not been heard)')
                os.unlink(self.path('hang'))

    def test_a_solve_that_was_suspended_goes_on(self):
        """For longer than a silent rank is waited for."""
        self.write_long_solve(5000)
        with self.started(2, '--method', 'dense', '--arithmetic', 's32', 'in', 'out',
                          environment={'APSP_RANKS_SECONDS': '2'}) as process:
            ranks = self.await_ranks(process, 2, self.is_computing)
            for pid in ranks.values():
                os.kill(pid, signal.SIGSTOP)
            time.sleep(4)
            for pid in ranks.values():
                os.kill(pid, signal.SIGCONT)
            _, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, err), (0, ''))
        self.assertEqual(len(self.read('out')), 4 * 5000 * 5000)

    def test_mpirun_dies(self):
        """PMIx ends the ranks without their handlers. As after a kill -9 of one process, the next
        run removes the temporary."""
        self.write_long_solve()
        with self.started(2, '--method', 'dense', '--arithmetic', 's32', 'in', 'out') as process:
            ranks = self.await_ranks(process, 2, self.is_computing)
            process.kill()
            deadline = time.monotonic() + SOON
            while not all(map(has_ended, ranks.values())):
                self.assertLess(time.monotonic(), deadline, 'a rank lives on')
                time.sleep(0.05)
        self.assertEqual(self.read('out'), b'old')
        self.solve_alone('--sources', '0', 'in', 'out')
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 'out'])

    def test_mpirun_is_interrupted(self):
        self.write_long_solve()
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number), \
                    self.started(2, '--method', 'dense', '--arithmetic', 's32', 'in',
                                 'out') as process:
                self.await_ranks(process, 2, self.is_computing)
                process.send_signal(number)
                self.assert_ended(process)


class NetworkTest(FailureCase):
    """Two hosts: namespaces of the network, with names of their own, joined by a pair of veth."""

    def setUp(self):
        super().setUp()
        missing = [name for name in ('ip', 'unshare', 'nsenter') if not shutil.which(name)]
        if missing:
            self.skipTest(f'not installed: {", ".join(missing)}')
        self.hosts = [self.make_host(name) for name in ('apsp-a', 'apsp-b')]
        ends = [word for number, host in enumerate(self.hosts)
                for word in (*(['peer'] * number), 'name', 'veth', 'netns', str(host.pid))]
        made = subprocess.run(['ip', 'link', 'add', *ends[:4], 'type', 'veth', *ends[4:]],
                              stderr=subprocess.PIPE, text=True)
        if made.returncode:
            self.skipTest(f'no pair of veth: {made.stderr.strip()}')
        for number, host in enumerate(self.hosts):
            for command in (('address', 'add', f'10.99.0.{number + 1}/24', 'dev', 'veth'),
                            ('link', 'set', 'veth', 'up'), ('link', 'set', 'lo', 'up')):
                subprocess.run([*self.on(host), 'ip', *command], check=True)
        agent = self.path('agent')  # takes the place of ssh
        self.write('agent', b'#!/bin/sh\nshift\nexec %s sh -c "$*"\n'
                   % ' '.join(self.on(self.hosts[1])).encode())
        os.chmod(agent, 0o755)

    def make_host(self, name):
        """A process that keeps the namespaces: they end with it."""
        holder = subprocess.Popen(['unshare', '--net', '--uts', 'sh', '-c',
                                   f'hostname {name} && echo made && exec sleep 300'],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(holder.communicate)
        self.addCleanup(holder.kill)
        if holder.stdout.readline() != b'made\n':
            self.skipTest('no network namespaces')
        return holder

    def on(self, host):
        return ['nsenter', f'--target={host.pid}', '--net', '--uts']

    @contextlib.contextmanager
    def started(self, *arguments, **how):
        with super().started(*arguments, **how) as process:
            try:
                yield process
            finally:
                self.clear_hosts()

    def clear_hosts(self):
        """Ends what is left on the hosts: daemons of mpirun wait for a network that is gone."""
        hosts = {os.readlink(f'/proc/{host.pid}/ns/net'): host.pid for host in self.hosts}
        for entry in pathlib.Path('/proc').iterdir():
            with contextlib.suppress(OSError):
                holder = entry.name.isdigit() and hosts.get(os.readlink(entry / 'ns' / 'net'))
                if holder and int(entry.name) != holder:
                    os.kill(int(entry.name), signal.SIGKILL)

    def command(self, ranks, *arguments, special=None, threads='1'):
        return [*self.on(self.hosts[0]), MPIRUN, '--host', f'10.99.0.1:{ranks},10.99.0.2:{ranks}',
                '--map-by', 'node', '--mca', 'plm_rsh_agent', self.path('agent'),
                '--mca', 'btl', 'self,tcp', '-n', str(ranks), self.program, '--threads', threads,
                *arguments]

    def run_ranks(self, ranks, *arguments, **how):
        """Without the warning of mpirun 4.1.4, whose agent for the other host may have its group of
        processes, and have begun, before mpirun gives it one."""
        code, out, err = super().run_ranks(ranks, *arguments, **how)
        return code, out, re.sub(r'^\[\S+\] plm:rsh: Warning: setpgid\(.*\n', '', err, flags=re.MULTILINE)

    def test_two_hosts_make_one_solve(self):
        self.write_graph(700, random_edges(700, 9000, seed=27))
        for method in ('dense', 'sweep'):
            self.solve_alone('--method', method, 'in', 'out')
            alone = self.read('out')
            self.write('out', b'old')
            done = self.run_ranks(3, '--method', method, '--report', 'report', 'in', 'out')
            self.assertEqual(done, (0, '', ''))
            self.assertEqual(self.read('out'), alone)
            hosts = [rank['host'] for rank in json.loads(self.read('report'))['by_rank']]
            self.assertEqual(hosts, ['apsp-a', 'apsp-b', 'apsp-a'])

    def test_an_error_names_its_host(self):
        """The program of the other host cannot write."""
        self.write_graph(100, random_edges(100, 900, seed=28))
        with open(self.path('agent'), 'a', encoding='ascii') as agent:
            agent.truncate(0)
            shim = ' '.join(f'{name}={value}' for name, value in preloaded(FAULT_SHIM).items())
            agent.write(f'#!/bin/sh\nshift\nexport {shim} APSP_FAULT="pwrite 28 1 1000000"\n'
                        f'exec {" ".join(self.on(self.hosts[1]))} sh -c "$*"\n')
        done = self.run_ranks(2, 'in', 'out')
        self.assert_all_fail(7, ['rank 1 of 2 on apsp-b: ', 'No space left'], done)
        self.assertEqual(self.read('out'), b'old')

    def test_a_network_that_breaks_ends_all(self):
        self.write_long_solve()
        with self.started(2, '--method', 'dense', '--arithmetic', 's32', 'in', 'out',
                          environment={'APSP_RANKS_SECONDS': '3'}) as process:
            self.await_ranks(process, 2, self.is_computing)
            subprocess.run([*self.on(self.hosts[1]), 'ip', 'link', 'set', 'veth', 'down'],
                           check=True)
            deadline = time.monotonic() + SOON
            while self.ranks_of(process):
                self.assertLess(time.monotonic(), deadline, 'a rank lives on')
                time.sleep(0.05)
            self.assertEqual(self.read('out'), b'old')
            self.assertFalse(self.is_computing())


if __name__ == '__main__':
    unittest.main()
