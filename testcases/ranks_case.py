# SPDX-License-Identifier: MIT
"""A solver started by mpirun as several processes, for tests."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

from program_case import ProgramCase

SANITIZED = 'APSP_SANITIZED' in os.environ
MPIRUN = shutil.which('mpirun')
MODULE = pathlib.Path(os.environ.get('APSP_HW3_1', '')).parents[1] / 'common/apsp-mpi.so'
ENVIRONMENT = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
               'OMPI_MCA_btl': 'self,vader',  # one machine: no search for networks
               # Meson sets another one, with which mpirun 4.1.4 itself crashes after MPI_Abort().
               'MALLOC_PERTURB_': '0',
               'OMP_WAIT_POLICY': 'passive'}
# Seconds within which all must be over after a death. Ranks that wait take processors, so a machine
# that is busy with other work needs more.
SOON = 20 * max(1, os.getloadavg()[0] / os.cpu_count())


def reason_to_skip():
    if not MPIRUN:
        return 'no mpirun'
    if not MODULE.exists():
        return 'built without MPI: no apsp-mpi.so'
    if 'Open MPI' not in subprocess.run([MPIRUN, '--version'], stdout=subprocess.PIPE,
                                        text=True).stdout:
        return 'mpirun is not that of Open MPI'
    return SANITIZED and 'MPI leaks by itself: the sanitizers would tell of that'


@unittest.skipIf(reason_to_skip(), reason_to_skip())
class RanksCase(ProgramCase):
    @property
    def name(self):
        return os.path.basename(self.program)

    def own_options(self, threads):
        return '--threads', threads

    def command(self, ranks, *arguments, special=None, threads='1'):
        """`special`: {rank: words in front of the program}; of one rank alone."""
        program = [self.program, *self.own_options(threads), *arguments]
        parts = []
        for rank in range(ranks):
            parts += [':'] if rank else []
            parts += ['-n', '1', *(special or {}).get(rank, ()), *program]
        return [MPIRUN, '--oversubscribe', *(parts if special else ['-n', str(ranks), *program])]

    @contextlib.contextmanager
    def started(self, ranks, *arguments, environment=None, stdin=subprocess.DEVNULL, **how):
        process = subprocess.Popen(self.command(ranks, *arguments, **how), cwd=self.folder,
                                   env={**os.environ, **ENVIRONMENT, **(environment or {})},
                                   stdin=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()

    def run_ranks(self, ranks, *arguments, **how):
        """(exit code, standard output, standard error). Repeats a run in which mpirun itself died.

        Once in some thousand runs mpirun 4.1.4 does where it forwards standard input. For a rank that dies
        of this signal it returns 139."""
        for _ in range(3):
            with self.started(ranks, *arguments, **how) as process:
                out, err = process.communicate(timeout=60)
            if process.returncode != -signal.SIGSEGV or 'stdin' not in how:
                break
            print('mpirun itself died:', err, file=sys.stderr)
            how['stdin'].seek(0)
        return process.returncode, out, err

    def solve_alone(self, *arguments):
        """By one process."""
        self.assert_solves(*self.own_options('1'), *arguments)

    def assert_same(self, ranks, *options, results=('out',)):
        """Ranks make the same files as one process, and say nothing."""
        files = {'--summary': 'summary', '--predecessors': 'predecessors'}
        extra = [word for option, name in files.items() if name in results
                 for word in (option, name)]
        self.solve_alone(*options, *extra, 'in', 'out')
        alone = {name: self.read(name) for name in results}
        for name in results:
            os.unlink(self.path(name))
        self.assertEqual(self.run_ranks(ranks, *options, *extra, 'in', 'out'), (0, '', ''))
        for name in results:
            self.assertEqual(self.read(name), alone[name], f'{name} of {ranks} ranks, {options}')
        self.assertFalse([name for name in os.listdir(self.folder) if '.apsp-' in name])

    def assert_all_fail(self, code, parts, done):
        found, out, err = done
        self.assertEqual(found, code, err)
        for part in parts:
            self.assertIn(part, err)
        self.assertEqual(err.count(f'{self.name}: '), 1, err)
        self.assertEqual(out, '')
