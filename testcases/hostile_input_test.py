#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that mean harm, given to every program that reads their kind: each is refused by its own
message, with nothing written. Arguments: hw3-check, hw3-convert, hw3-cat, hw3-path, and the
solvers."""

import os
import shutil
import struct
import subprocess
import sys
import time
import unittest

from program_case import SECONDS, UNREACHABLE, ProgramCase, graph_bytes, ring_edges

CHECK, CONVERT, CAT, PATH, *SOLVERS = map(os.path.abspath, sys.argv[1:])
LARGEST = 2**31 - 1
NOBODY = 65534

WEIGHTS = f'{1 - UNREACHABLE} to {UNREACHABLE - 1}'
GPU_SOLVERS = ('hw3-2', 'hw3-3')  # where no GPU is they read the input and go no further
GRAPH_READERS = {
    **{os.path.basename(solver): (solver, '{}', 'out') for solver in SOLVERS},
    'hw3-check': (CHECK, '--graph', '{}', 'right'),
    'hw3-convert': (CONVERT, '--from', 'hw3', '--to', 'edges', '{}', 'out'),
    'hw3-cat': (CAT, '--graph', '--output', 'out', '{}'),
    'hw3-path': (PATH, '{}', '0', '1'),
}
DISTANCE_READERS = {
    'hw3-check': (CHECK, 'right', '{}'),
    'hw3-check found': (CHECK, '{}', 'right'),
    'hw3-check graph': (CHECK, '--graph', 'graph', '{}'),
    'hw3-convert': (CONVERT, '--from', 'distances', '--to', 'npy', '{}', 'out'),
    'hw3-cat': (CAT, '--distances', '--output', 'out', '{}'),
    'hw3-path': (PATH, '{}', 'graph', '0', '1'),
    'hw3-path --all': (PATH, '--all', 'out', '{}', 'graph'),
}


def header(vertices, edges):
    return struct.pack('<2i', vertices, edges)


def with_edge(number, edge):
    """A good graph of 4 vertices and 6 edges, but for one edge."""
    edges = [(u, (u + 1) % 4, 7) for u in range(4)] + [(0, 2, 9), (2, 0, 9)]
    edges[number] = edge
    return graph_bytes(4, edges)


# Contents of the graph file, and the words that the message must have beside the file's name.
GOOD = graph_bytes(4, ring_edges(4))
GRAPHS = {
    'no bytes': (b'', ['byte 0', 'at least the 8 bytes']),
    **{f'{n} bytes': (GOOD[:n], [f'ends at byte {n}', 'at least the 8 bytes'])
       for n in range(1, 8)},
    'the header alone': (GOOD[:8], ['ends at byte 8', 'in edge 0', '56 bytes for 4 edges']),
    'an edge cut short': (GOOD[:-1], ['ends at byte 55', 'in edge 3', '56 bytes']),
    'an edge less': (GOOD[:-12], ['ends at byte 44', 'in edge 3', '56 bytes']),
    'a byte more': (GOOD + b'x', ['too long', '57 bytes', '56 bytes']),
    'an edge more': (GOOD + bytes(12), ['too long', '68 bytes', '56 bytes']),
    'V = -1': (header(-1, 0), ['byte 0', 'vertices is -1']),
    'V = -2^31': (header(-2**31, 0), ['byte 0', 'vertices is -2147483648']),
    'E = -1': (header(4, -1), ['byte 4', 'edges is -1']),
    'E = -2^31': (header(4, -2**31), ['byte 4', 'edges is -2147483648']),
    'V and E at most': (header(LARGEST, LARGEST), ['ends at byte 8', '25769803772 bytes']),
    'V at most, an edge promised': (header(LARGEST, 1), ['ends at byte 8', '20 bytes']),
    'E at most': (header(4, LARGEST) + bytes(1200), ['ends at byte 1208', 'in edge 100']),
    'text': (b'0 1 5\n1 2 7\n', ['ends at byte 12', 'looks like text: hw3-convert']),
    'a line of text': (b'0 1\n', ['ends at byte 4', 'looks like text: hw3-convert']),
    'an edge without vertices': (header(0, 1) + bytes(12), ['edge 0', 'byte 8', '0 vertices']),
    **{f'{field} {number}': (with_edge(5, tuple(number if at == place else 1 for at in range(3))),
                             ['edge 5', f'byte {68 + 4 * place}', f'{field} is {number}',
                              f'expected {expected}'])
       for place, field, expected, numbers in (
           (0, 'source', '0 to 3', (-1, 4, LARGEST, -2**31)),
           (1, 'destination', '0 to 3', (-1, 4, LARGEST, -2**31)),
           (2, 'weight', WEIGHTS,
            (UNREACHABLE, UNREACHABLE + 1, LARGEST, -UNREACHABLE, -UNREACHABLE - 1, -2**31)))
       for number in numbers},
}
# Sizes of a distance file that are no 4 V V, and the nearest that are.
DISTANCES = {size: (bytes(size), [f'{size} byte{"s" if size > 1 else ""}', f'{4 * v * v} for V = {v}',
                                  f'{4 * (v + 1)**2} for V = {v + 1}'])
             for size, v in ((1, 0), (3, 0), (5, 1), (8, 1), (15, 1), (17, 2), (63, 3), (65, 4))}
DISTANCES['text'] = (b'0 1 5\n1 2 7\n', ['12 bytes', 'looks like text: hw3-convert'])
DISTANCES['a graph'] = (GOOD, ['56 bytes', 'it is a graph file (4 vertices, 4 edges)'])
DISTANCES['a broken graph'] = (GOOD[:-1], ['55 bytes', '64 for V = 4'])


class Hostile(ProgramCase):
    program = CHECK  # each test sets the one that it runs

    def setUp(self):
        super().setUp()
        self.write('graph', GOOD)
        # A ring's distances: the way forward.
        self.write('right', struct.pack('<16i', *((j - i) % 4 for i in range(4) for j in range(4))))
        self.old_output()
        self.names = {'graph', 'out', 'right'}

    def refuse(self, code, parts, command, path, **how):
        """The message without the program's name."""
        self.program, *arguments = (word.format(path) for word in command)
        said = self.assert_refuses(code, parts, *arguments, **how)
        self.assert_untouched(*self.names)
        return said.split(': ', 1)[1]

    def refuse_bytes(self, readers, table):
        self.names.add('bad')
        for reader, command in readers.items():
            messages = {}
            for case, (content, parts) in table.items():
                with self.subTest(reader=reader, case=case):
                    self.write('bad', content)
                    said = self.refuse(3, ['bad: ', *parts], command, 'bad')
                    self.assertNotIn(said, messages, 'this message stands for two things')
                    messages[said] = case


class Bytes(Hostile):
    def test_graphs(self):
        self.refuse_bytes(GRAPH_READERS, GRAPHS)

    def test_distances(self):
        self.refuse_bytes(DISTANCE_READERS, DISTANCES)

    def test_good_files_are_read(self):
        """The table above refuses for what it names and for nothing else."""
        for readers, path in ((GRAPH_READERS, 'graph'), (DISTANCE_READERS, 'right')):
            for reader, command in readers.items():
                if reader in GPU_SOLVERS:
                    continue  # need a GPU to go on
                with self.subTest(reader):
                    self.program, *arguments = (word.format(path) for word in command)
                    self.assertEqual(self.run_program(*arguments)[0], 0)

    def test_weights_at_the_limits_are_edges(self):
        self.names.add('edges')
        for weight in (UNREACHABLE - 1, 1 - UNREACHABLE):
            self.write('edges', graph_bytes(2, [(0, 1, weight)]))
            self.program = CAT
            code, shown, _ = self.run_program('--graph', 'edges')
            self.assertEqual((code, shown.split()[-1]), (0, str(weight).encode()))

    def test_as_many_vertices_as_the_format_has_in_a_file_of_8_bytes(self):
        self.names.add('vast')
        self.write('vast', header(LARGEST, 0))
        for solver in SOLVERS:
            if os.path.basename(solver) == 'hw3-1':
                with self.subTest(solver):
                    self.refuse(5, ['2147483647 vertices', 'needed', 'available'],
                                (solver, '{}', 'out'), 'vast')
        self.refuse(5, ['needed', 'available'], (PATH, '{}', '0', '1'), 'vast')
        self.refuse(3, ['right: ', '4 x 4 distances'], (PATH, 'right', '{}', '0', '1'), 'vast')
        self.refuse(3, ['right: ', '64 bytes'], (PATH, '--sources', '3:', 'right', '{}', '3', '1'), 'vast')
        self.program = CHECK
        code, out, err = self.run_program('--graph', 'vast', 'right')
        self.assertEqual((code, err), (1, ''))
        self.assertIn(b'found 4 x 4 distances, expected 2147483647 x 2147483647', out)


class Paths(Hostile):
    def refuse_path(self, path, parts, **how):
        for readers in (GRAPH_READERS, DISTANCE_READERS):
            for reader, command in readers.items():
                with self.subTest(reader=reader, path=path):
                    self.refuse(3, [path + ': ', *parts], command, path, **how)

    def test_missing(self):
        self.refuse_path('missing', ['No such file'])
        self.refuse_path('graph/in', ['Not a directory'])

    def test_a_folder(self):
        os.mkdir(self.path('folder'))
        self.names.add('folder')
        self.refuse_path('folder', ['folder, expected a file'])

    def test_no_end_of_links(self):
        os.symlink('circle', self.path('circle'))
        self.names.add('circle')
        self.refuse_path('circle', ['Too many levels'])

    def test_a_device_that_never_ends(self):
        unnamed = {'hw3-convert without --from': (CONVERT, '--to', 'edges', '{}', 'out')}
        for reader, command in {**GRAPH_READERS, **unnamed}.items():
            with self.subTest(reader):
                # Zeros may begin another format: without a name for it more of them are looked at.
                found = 4096 if reader in unnamed else 9
                self.refuse(3, ['/dev/zero: ', 'too long', f'at least {found} bytes'], command,
                            '/dev/zero')

    def test_no_permission(self):
        shutil.copyfile(self.path('graph'), self.path('secret'))
        os.chmod(self.path('secret'), 0)
        self.names.add('secret')
        who = {}
        if os.geteuid() == 0:  # whom no permission stops: another user, who can run a copy
            who = {'user': NOBODY, 'group': NOBODY, 'extra_groups': []}
            os.chmod(self.folder, 0o777)
            try:
                subprocess.run(['true'], check=True, **who)
            except (OSError, subprocess.SubprocessError) as error:
                self.skipTest(f'root here cannot become another user: {error}')
        for readers in (GRAPH_READERS, DISTANCE_READERS):
            for reader, command in readers.items():
                with self.subTest(reader):
                    copy = self.path(os.path.basename(command[0]))
                    shutil.copy(command[0], copy)
                    self.names.add(os.path.basename(copy))
                    self.refuse(3, ['secret: ', 'Permission denied'], (copy, *command[1:]),
                                'secret', **who)
                    self.names.remove(os.path.basename(copy))
                    os.unlink(copy)


class OwnOutput(Hostile):
    """An output that is the input, by any name."""

    WRITERS = {
        **{os.path.basename(solver): (solver, 'first', 'second') for solver in SOLVERS},
        'hw3-convert': (CONVERT, '--from', 'hw3', '--to', 'edges', 'first', 'second'),
        'hw3-cat': (CAT, '--graph', 'first', '--output', 'second'),
        'hw3-path': (PATH, '--all', 'second', 'right', 'first'),
    }

    def test_refused(self):
        os.symlink('graph', self.path('symlink'))
        os.symlink('symlink', self.path('symlink2'))
        os.link(self.path('graph'), self.path('hardlink'))
        self.names |= {'symlink', 'symlink2', 'hardlink'}
        places = ('graph', './graph', self.path('graph'), 'symlink', 'symlink2', 'hardlink')
        for writer, command in self.WRITERS.items():
            for second in places:
                for first, last in (('graph', second), (second, 'graph')):
                    with self.subTest(writer=writer, first=first, second=last):
                        words = {'first': first, 'second': last}
                        self.program, *arguments = (words.get(word, word) for word in command)
                        self.assert_refuses(2, ['same file', first, last], *arguments)
                        self.assert_untouched(*self.names)
                        self.assertEqual(self.read('graph'), GOOD)

    def test_by_redirection(self):
        for writer, command in self.WRITERS.items():
            with self.subTest(writer), open(self.path('graph'), 'rb') as stdin, \
                    open(self.path('graph'), 'ab') as stdout:
                self.program, *arguments = ('-' if word in ('first', 'second') else word
                                            for word in command)
                self.assert_refuses(2, ['same file'], *arguments, stdin=stdin, stdout=stdout)
                self.assertEqual(self.read('graph'), GOOD)


class Shrinking(Hostile):
    """A file that is cut short while it is mapped: the end of a run, but never of SIGBUS."""

    EDGES = 4_000_000  # a file with a hole for its edges, all (0, 0, 0): read in some milliseconds

    def shrink(self, command, readers_name, at, **how):
        with open(self.path('shrinks'), 'wb') as file:
            file.write(header(2, self.EDGES))
            file.truncate(8 + 12 * self.EDGES)
        self.program, *arguments = (word.format('shrinks') for word in command)
        with self.start(*arguments, **how) as process:
            time.sleep(at)
            os.truncate(self.path('shrinks'), 8)
            _, err = process.communicate(timeout=SECONDS)
        with self.subTest(reader=readers_name, at=at):
            # Cut short before it is opened, it is too short; after it was read, it is as good as any
            # (hw3-check: a graph of 2 vertices, and distances of 4).
            self.assertIn(process.returncode, (0, 1, 3), err)
            if process.returncode == 3:
                self.assertRegex(err, rb'shrinks: (cannot be read any more|is too short)')
            self.assertEqual(set(os.listdir(self.folder)), self.names)
            if process.returncode == 3:
                self.assertEqual(self.read('out'), b'old')
        self.old_output()
        return b'cannot be read any more' in err

    def test_at_any_moment(self):
        self.names.add('shrinks')
        for reader, command in GRAPH_READERS.items():
            if reader in GPU_SOLVERS:
                continue  # without a GPU they may end before
            explained = 0
            length = 0.04  # seconds: the moments spread over a run, whatever the machine is doing
            for moment in range(60):
                explained += self.shrink(command, reader, length * (moment % 14 + 0.5) / 14)
                if moment >= 13 and explained:
                    break
                if moment % 14 == 13:
                    length *= 3
            with self.subTest(reader):
                self.assertGreater(explained, 0, 'it was never cut short while in use')

    def test_while_it_is_solved(self):
        """The self-check reads the edges again at the end."""
        self.names.add('shrinks')
        self.write('shrinks', graph_bytes(3000, ring_edges(3000)))
        for solver in SOLVERS:
            if os.path.basename(solver) != 'hw3-1':
                continue
            self.program = solver
            with self.start('shrinks', 'out', '--verify', '--arithmetic', 's32', '--isa',
                            'portable') as process:
                deadline = time.monotonic() + SECONDS
                while len(os.listdir(self.folder)) == len(self.names):  # until an output has begun
                    self.assertIsNone(process.poll(), 'it ended before it began')
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.001)
                os.truncate(self.path('shrinks'), 8)
                _, err = process.communicate(timeout=SECONDS)
            self.assertEqual(process.returncode, 3, err)
            self.assertIn(b'shrinks: cannot be read any more: it shrank', err)
            self.assert_untouched(*self.names)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
