# SPDX-License-Identifier: MIT
"""For tests of the built programs: graphs as bytes, their distances, a private folder a test."""

import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

UNREACHABLE = 2**30 - 1
SECONDS = 120  # no single run may take longer


def graph_bytes(vertices, edges):
    numbers = (vertices, len(edges), *(number for edge in edges for number in edge))
    return struct.pack(f'<{len(numbers)}i', *numbers)


def random_edges(vertices, count, seed, weights=(0, 100)):
    dice = random.Random(seed)
    return [(dice.randrange(vertices), dice.randrange(vertices), dice.randint(*weights))
            for _ in range(count)]


def ring_edges(vertices):
    return [(v, (v + 1) % vertices, 1) for v in range(vertices)]


def distance_bytes(vertices, edges):
    """Floyd (1962), the triple loop."""
    d = [[0 if i == j else UNREACHABLE for j in range(vertices)] for i in range(vertices)]
    for u, v, weight in edges:
        d[u][v] = min(d[u][v], weight)
    for k, via in enumerate(d):
        for row in d:
            if row[k] < UNREACHABLE:
                first = row[k]
                row[:] = [known if second == UNREACHABLE else min(known, first + second)
                          for known, second in zip(row, via)]
    return struct.pack(f'<{vertices * vertices}i', *(x for row in d for x in row))


def preloaded(library):
    """Environment variables that load a library before a program's own. By its name, because
    LD_PRELOAD is split at blanks, which a folder may have."""
    folder, name = os.path.split(os.path.abspath(library))
    others = os.environ.get('LD_LIBRARY_PATH')
    return {'LD_PRELOAD': name, 'LD_LIBRARY_PATH': folder + (f':{others}' if others else '')}


class ProgramCase(unittest.TestCase):
    """Runs the program that the environment variable `variable` names in a folder of the test's
    own."""

    variable = 'APSP_HW3_1'

    @property
    def program(self):
        return os.environ.get(self.variable)

    def setUp(self):
        if not self.program:
            self.fail(f'{self.variable} must name the program to test')
        self.folder = tempfile.mkdtemp(prefix='apsp-end-to-end-')
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), 'wb') as file:
            file.write(content)

    def read(self, name):
        with open(self.path(name), 'rb') as file:
            return file.read()

    def write_graph(self, vertices, edges, name='in'):
        self.write(name, graph_bytes(vertices, edges))

    def start(self, *arguments, limits=(), **how):
        """Popen in the folder. `limits` are pairs for setrlimit."""

        def in_child():
            # A runner may have started us with these ignored, and children inherit that.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            for what, value in limits:
                resource.setrlimit(what, (value, value))

        environment = {name: value for name, value in os.environ.items()
                       if name not in ('APSP_ISA', 'OMP_NUM_THREADS')}
        environment.update(how.pop('environment', {}))
        for stream in ('stdin', 'stdout', 'stderr'):
            how.setdefault(stream, subprocess.DEVNULL if stream == 'stdin' else subprocess.PIPE)
        return subprocess.Popen([self.program, *arguments], cwd=self.folder, env=environment,
                                preexec_fn=in_child, **how)

    def run_program(self, *arguments, content=None, **how):
        """(exit code, standard output, standard error as text); -s if signal s ended the run."""
        if content is not None:
            how['stdin'] = subprocess.PIPE
        with self.start(*arguments, **how) as process:
            try:
                out, err = process.communicate(content, timeout=SECONDS)
            except BaseException:
                process.kill()
                raise
        return process.returncode, out, (err or b'').decode()

    def assert_solves(self, *arguments, **how):
        """Runs well and says nothing."""
        self.assertEqual(self.run_program(*arguments, **how), (0, b'', ''))

    def assert_refuses(self, code, parts, *arguments, **how):
        """Fails with `code`, all of `parts` on standard error and nothing on standard output.
        Returns what it said."""
        found, out, err = self.run_program(*arguments, **how)
        self.assertEqual(found, code, err)
        for part in parts:
            self.assertIn(part, err)
        self.assertTrue(err.startswith(os.path.basename(self.program) + ': '), err)
        self.assertIn(out, (b'', None))
        return err

    def assert_untouched(self, *names):
        """The folder holds `names` and no more, and 'out', if named, is as old_output() left it."""
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))
        if 'out' in names:
            self.assertEqual(self.read('out'), b'old')

    def old_output(self):
        self.write('out', b'old')
