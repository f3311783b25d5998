#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1 under a real Slurm: one node, this machine, started and stopped by the test, on the
loopback, with a key and folders of its own. Several tasks are one solve, through PMIx. Skipped,
with the reason, where Slurm is not installed (slurm-wlm and munge on Debian), where the test is not
root, or where the daemons do not start."""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

from program_case import distance_bytes, graph_bytes, random_edges

HW3_1 = pathlib.Path(os.environ['APSP_HW3_1'])
MODULE = HW3_1.parents[1] / 'common/apsp-mpi.so'
JUDGE = pathlib.Path(__file__).resolve().parents[1] / 'tools' / 'judge' / 'hw3-judge'
SBATCH = pathlib.Path(__file__).resolve().parents[1] / 'tools' / 'slurm' / 'hw3-1.sbatch'
DAEMONS = ('munged', 'slurmctld', 'slurmd')
SECONDS = 60

CONFIGURATION = """
ClusterName=apsp-test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES State=UP
"""


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for bound in sockets:
            bound.bind(('127.0.0.1', 0))
        return [bound.getsockname()[1] for bound in sockets]


class Slurm:
    """The three daemons, from enter to exit."""

    def __init__(self, folder):
        self.folder = folder
        self.daemons = []
        self.environment = {**{name: value for name, value in os.environ.items()
                               if not name.startswith(('SLURM_', 'SBATCH_', 'OMP_', 'APSP_'))},
                            'SLURM_CONF': str(folder / 'slurm.conf')}

    def start(self, *command):
        with open(self.folder / f'{os.path.basename(command[0])}.log', 'wb') as log:
            self.daemons.append(subprocess.Popen(command, stdout=log, stderr=log,
                                                 env=self.environment, cwd=self.folder))

    def run(self, *command, **how):
        return subprocess.run(command, env=self.environment, cwd=self.folder, timeout=SECONDS,
                              capture_output=True, text=True, check=False,
                              **how)

    def __enter__(self):
        self.folder.chmod(0o755)
        for name in ('munge', 'state', 'spool'):
            (self.folder / name).mkdir(mode=0o755)
        key = self.folder / 'munge' / 'key'
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        host = socket.gethostname().split('.')[0]
        controller_port, node_port = free_ports(2)
        (self.folder / 'slurm.conf').write_text(CONFIGURATION.format(
            folder=self.folder, host=host, controller_port=controller_port, node_port=node_port,
            processors=len(os.sched_getaffinity(0))))
        try:
            munge = self.folder / 'munge'
            self.start(shutil.which('munged'), '--foreground', '--force', f'--key-file={key}',
                       f'--socket={munge}/socket', f'--pid-file={munge}/pid',
                       f'--log-file={munge}/log', f'--seed-file={munge}/seed')
            self.wait_for(lambda: (munge / 'socket').exists())
            self.start(shutil.which('slurmctld'), '-D')
            self.start(shutil.which('slurmd'), '-D', '-N', host)
            self.wait_for(lambda: 'idle' in self.run('sinfo', '-h', '-o', '%t').stdout)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def wait_for(self, ready):
        deadline = time.monotonic() + 20
        while not ready():
            for daemon in self.daemons:
                if daemon.poll() is not None:
                    name = os.path.basename(daemon.args[0])
                    said = (self.folder / f'{name}.log').read_text(errors='replace').split('\n')
                    raise unittest.SkipTest(f'{name} does not start here: {" ".join(said[-3:])}')
            if time.monotonic() > deadline:
                raise unittest.SkipTest('the Slurm daemons are not ready after 20 seconds')
            time.sleep(0.1)


class SlurmCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        missing = [name for name in (*DAEMONS, 'srun', 'sbatch') if not shutil.which(name)]
        if missing:
            raise unittest.SkipTest(f'not installed: {", ".join(missing)}')
        if os.geteuid() != 0:
            raise unittest.SkipTest('the Slurm daemons are started by root only')
        folder = tempfile.TemporaryDirectory(prefix='apsp-slurm-')
        cls.addClassCleanup(folder.cleanup)
        cls.slurm = Slurm(pathlib.Path(folder.name))
        cls.enterClassContext(cls.slurm)

    @classmethod
    def enterClassContext(cls, context):  # unittest has it from Python 3.11 on
        result = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)
        return result

    def setUp(self):
        self.folder = self.slurm.folder
        edges = random_edges(130, 1000, seed=3)
        (self.folder / 'in').write_bytes(graph_bytes(130, edges))
        self.expected = distance_bytes(130, edges)
        for name in ('out', 'report'):
            (self.folder / name).unlink(missing_ok=True)



class UnderSlurm(SlurmCase):
    def setUp(self):
        """A graph whose work pays for four threads."""
        super().setUp()
        (self.folder / 'large').write_bytes(graph_bytes(1500, random_edges(1500, 3000, seed=4)))
        self.solve = ('--method', 'dense', '--arithmetic', 's32', '--report', 'report', 'large', 'out')
        done = self.slurm.run(HW3_1, '--quiet', '--threads', '1', *self.solve)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.large = (self.folder / 'out').read_bytes()
        (self.folder / 'out').unlink()

    def assert_solved(self, threads):
        self.assertEqual((self.folder / 'out').read_bytes(), self.large)
        report = json.loads((self.folder / 'report').read_text())
        self.assertEqual(report['threads'], threads, 'what -c granted')

    def test_srun(self):
        done = self.slurm.run('srun', '-N1', '-n1', '-c1', HW3_1, *self.solve)
        self.assertEqual((done.returncode, done.stdout), (0, ''), done.stderr)
        self.assert_solved(1)

    def test_the_judge_launches_by_srun(self):
        cases = self.folder / 'cases'
        cases.mkdir()
        (self.folder / 'in').rename(cases / 'random')
        (cases / 'random.out').write_bytes(self.expected)
        done = self.slurm.run(JUDGE, '--launcher', 'srun -N1 -n1 --quiet', '--cases', cases, HW3_1)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('AC', done.stdout)

    def test_the_jail_stands_behind_srun(self):
        cases, results = self.folder / 'jailed', self.folder / 'results.json'
        cases.mkdir()
        (self.folder / 'in').rename(cases / 'random')
        (cases / 'random.out').write_bytes(self.expected)
        copier = self.folder / 'copier'
        copier.write_text(f'#!/bin/sh\ncp {cases}/random.out "$2"\n')
        copier.chmod(0o755)
        done = self.slurm.run(JUDGE, '--launcher', 'srun -N1 -n1 --quiet', '--cases', cases,
                              '--json', results, HW3_1, copier)
        content = json.loads(results.read_text())
        if content['jail'] is None:
            raise unittest.SkipTest(done.stderr)
        self.assertEqual([result['verdict'] for result in content['results']], ['AC', 'RE'],
                         done.stdout + done.stderr)
        self.assertIn('No such file', content['results'][1]['stderr'])

    def test_an_exit_code_passes_through(self):
        (self.folder / 'in').write_bytes(bytes(7))
        done = self.slurm.run('srun', '-N1', '-n1', HW3_1, 'in', 'out')
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn('in: ', done.stderr)
        self.assertFalse((self.folder / 'out').exists())

    def test_sbatch(self):
        granted = min(len(os.sched_getaffinity(0)), 4)
        self.slurm.environment['APSP_BIN'] = str(HW3_1.parent)
        done = self.slurm.run('sbatch', '--wait', f'--cpus-per-task={granted}',
                              '--output=job.log', SBATCH, *self.solve)
        log = (self.folder / 'job.log').read_text() if (self.folder / 'job.log').exists() else ''
        self.assertEqual(done.returncode, 0, done.stderr + log)
        self.assert_solved(granted)


class SeveralTasks(SlurmCase):
    def setUp(self):
        super().setUp()
        if not MODULE.exists():
            self.skipTest('built without MPI: no apsp-mpi.so')
        if 'APSP_SANITIZED' in os.environ:
            self.skipTest('MPI leaks by itself: the sanitizers would tell of that')
        if 'pmix' not in self.slurm.run('srun', '--mpi=list').stdout:
            self.skipTest('this Slurm has no PMIx')
        self.slurm.environment.update({'OMPI_MCA_btl': 'self,vader', 'OMP_WAIT_POLICY': 'passive'})

    def srun(self, *command, tasks=3, mpi='pmix'):
        return self.slurm.run('srun', f'--mpi={mpi}', f'-n{tasks}', '--overcommit',
                              '--kill-on-bad-exit=1', *command)

    def test_they_are_one_solve(self):
        for method in ('dense', 'sweep'):
            with self.subTest(method=method):
                done = self.srun(HW3_1, '--threads', '1', '--method', method, '--report', 'report',
                                 'in', 'out')
                self.assertEqual((done.returncode, done.stdout), (0, ''), done.stderr)
                self.assertEqual((self.folder / 'out').read_bytes(), self.expected)
                report = json.loads((self.folder / 'report').read_text())
                self.assertEqual(report['ranks'], 3)
                self.assertEqual(sum(rank['rows'] for rank in report['by_rank']), 130)

    def test_an_error_has_one_voice_and_its_code(self):
        (self.folder / 'in').write_bytes(bytes(7))
        done = self.srun(HW3_1, 'in', 'out')
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count('hw3-1: '), 1, done.stderr)
        self.assertFalse((self.folder / 'out').exists())

    def test_a_death_ends_all(self):
        """All wait for a writer of INPUT."""
        (self.folder / 'in').unlink()
        os.mkfifo(self.folder / 'in')
        self.addCleanup((self.folder / 'in').unlink)
        (self.folder / 'out').write_bytes(b'old')
        begin = time.monotonic()
        done = self.srun('sh', '-c', '[ "$SLURM_PROCID" = 1 ] && { sleep 3; kill -9 $$; } & '
                         f'exec {HW3_1} in out')
        # srun ends the others by SIGTERM and returns the highest code.
        self.assertIn(done.returncode, (137, 143), done.stderr)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual((self.folder / 'out').read_bytes(), b'old')
        self.assertFalse(list(self.folder.glob('.out.apsp-*')))

    def test_tasks_that_nothing_connects_say_so(self):
        done = self.srun(HW3_1, 'in', 'out', tasks=2, mpi='none')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('srun connects its 2 tasks by no MPI', done.stderr)
        self.assertEqual((self.folder / 'out').read_bytes(), self.expected)


if __name__ == '__main__':
    unittest.main()
