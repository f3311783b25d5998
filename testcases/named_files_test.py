#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No output of a program may be another file of its run, by whatever names.

Usage: named_files_test.py PROGRAM...
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from program_case import distance_bytes, graph_bytes

PROGRAMS = {}  # {name: path}
PRINTED = 'standard output'
KEPT = '--checkpoint'  # is read as well, so that it is no device
EDGES = [(0, 1, 5), (1, 2, 6)]
GRAPH = graph_bytes(3, EDGES)
DISTANCES = distance_bytes(3, EDGES)
NAMES, LIST = b'Ada\nBen\nCleo\n', b'0\n1\n2\n'

PART = {'--sources': LIST, '--targets': LIST}
LISTS = '--sources @{--sources} --targets @{--targets}'
SOLVER = [('{INPUT} {OUTPUT} --predecessors {--predecessors} --summary {--summary} '
           '--report {--report} ' + LISTS,
           {'INPUT': GRAPH, 'INPUT.names': NAMES, **PART},
           ('OUTPUT', '--predecessors', '--summary', '--report')),
          ('{INPUT} --summary {--summary} --checkpoint {--checkpoint} --sources @{--sources}',
           {'INPUT': GRAPH, '--sources': LIST}, ('--summary', '--checkpoint')),
          ('--plan {INPUT} {OUTPUT} --report {--report} ' + LISTS,
           {'INPUT': GRAPH, 'INPUT.names': NAMES, **PART}, ('OUTPUT', '--report', PRINTED))]

# Calls of each program: words, what is read, what is written. Between them all, its files.
CALLS = {
    'hw3-1': SOLVER,
    'hw3-2': SOLVER,
    'hw3-3': SOLVER,
    'hw3-convert': [
        ('{INPUT} {OUTPUT} --from csv --to hw3', {'INPUT': b'from,to\nA,B\n'},
         ('OUTPUT', 'OUTPUT.names')),
        ('{INPUT} {OUTPUT} --from hw3 --to hw3', {'INPUT': GRAPH, 'INPUT.names': NAMES},
         ('OUTPUT', 'OUTPUT.names')),
        ('--from distances --to npy --vertices 3 {INPUT} {OUTPUT} ' + LISTS,
         {'INPUT': DISTANCES, **PART}, ('OUTPUT',))],
    'hw3-cat': [
        ('{FILE} --output {--output}', {'FILE': GRAPH, 'FILE.names': NAMES}, ('--output',)),
        ('--distances {FILE} --names {--names} --output {--output} --vertices 3 ' + LISTS,
         {'FILE': DISTANCES, '--names': NAMES, **PART}, ('--output',))],
    'hw3-path': [
        ('{DISTANCES} {GRAPH} --all {--all} --sources @{--sources}',
         {'DISTANCES': DISTANCES, 'GRAPH': GRAPH, 'GRAPH.names': NAMES, '--sources': LIST},
         ('--all',)),
        ('{DISTANCES} {GRAPH} --pairs {--pairs} --names {--names} --targets @{--targets}',
         {'DISTANCES': DISTANCES, 'GRAPH': GRAPH, '--names': NAMES, '--pairs': b'Ada Ben\n',
          '--targets': LIST}, (PRINTED,))],
    'hw3-check': [
        ('{FOUND} {EXPECTED} --vertices 3 ' + LISTS,
         {'FOUND': DISTANCES, 'EXPECTED': DISTANCES, **PART}, (PRINTED,)),
        ('{FOUND} --graph {--graph}', {'FOUND': DISTANCES, '--graph': GRAPH},
         (PRINTED,))],
    'hw3-stats': [
        ('{FILE} --json {--json} --names {--names} --vertices 3 ' + LISTS,
         {'FILE': DISTANCES, '--names': NAMES, **PART}, ('--json', PRINTED)),
        ('{FILE} --quiet --plot {--plot} --json {--json}',
         {'FILE': DISTANCES, 'FILE.names': NAMES}, ('--json', '--plot'))],
    'hw3-gen': [('random {OUTPUT} --vertices 3 --edges 2', {}, ('OUTPUT',))],
}


class NamedFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='apsp-named-files-')
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def fill(self, inputs, paths):
        """Leaves in the folder the inputs, standard output, another folder, a link to itself."""
        shutil.rmtree(self.folder)
        os.makedirs(self.path('a'))
        os.symlink('.', self.path('round'))
        for name in {*inputs, PRINTED} & {*paths}:
            with open(self.path(paths[name]), 'wb') as file:
                file.write(inputs.get(name, b''))

    def contents(self):
        """{name: bytes, the target of a link, or None for a folder}"""
        found = {}
        for name in os.listdir(self.folder):
            path = self.path(name)
            if os.path.islink(path):
                found[name] = os.readlink(path)
            elif os.path.isdir(path):
                found[name] = None
            else:
                with open(path, 'rb') as file:
                    found[name] = file.read()
        return found

    def run_call(self, program, words, paths):
        """(exit code, standard error)"""
        with open(self.path(paths.get(PRINTED, os.devnull)), 'ab') as stdout:
            done = subprocess.run([PROGRAMS[program], *(w.format(**paths) for w in words.split())],
                                  cwd=self.folder, timeout=60, stdin=subprocess.DEVNULL,
                                  stdout=stdout, stderr=subprocess.PIPE)
        return done.returncode, done.stderr.decode()

    def other_names(self, path):
        """Names of a file, whether it is there or not. Makes the links among them."""
        os.symlink(path, self.path('link.svg'))
        os.symlink(self.path('a/../link.svg'), self.path('a/link.svg'))
        yield from (path, './' + path, 'a/../' + path, 'round/round/' + path, self.path(path),
                    'link.svg', 'a/link.svg')
        if os.path.exists(self.path(path)):
            os.link(self.path(path), self.path('hard.svg'))
            yield 'hard.svg'

    def test_every_pair(self):
        for program, words, inputs, paths in calls():
            for pair in itertools.combinations(paths, 2):
                given = [name for name in pair if name != PRINTED and not name.endswith('.names')]
                if not given or {*pair} <= {*inputs} or pair[1] == pair[0] + '.names':
                    continue
                spelled = given[-1]
                other, = {*pair} - {spelled}
                self.fill(inputs, paths)
                for name in self.other_names(paths[other]):
                    if spelled == '--plot' and not name.endswith('.svg'):
                        continue
                    with self.subTest(program=program, pair=pair, name=name):
                        now = {**paths, spelled: name}
                        before = self.contents()
                        code, said = self.run_call(program, words, now)
                        self.assertEqual((code, self.contents()), (2, before), said)
                        first, second = (each if each == PRINTED else f'{each} {now[each]}'
                                         for each in pair)
                        self.assertIn(f'{first} and {second} are the same file\n',
                                      said.replace('@', ''))

    def test_different_files_and_devices(self):
        for program, words, inputs, paths in calls():
            if program in ('hw3-2', 'hw3-3') or '--plot' in paths:
                continue  # where there may be no GPU, and no matplotlib
            devices = {name: '/dev/null' for name in paths if name not in (*inputs, PRINTED, KEPT)}
            for places in ({}, devices):
                with self.subTest(program, places=places):
                    self.fill(inputs, paths)
                    before = self.contents()
                    code, said = self.run_call(program, words, {**paths, **places})
                    self.assertEqual(code, 0, said)
                    for name in inputs:
                        self.assertEqual(self.contents()[paths[name]], before[paths[name]])

    def test_a_plan_takes_the_place_of_distances_on_standard_output(self):
        for program in {'hw3-1'} & {*PROGRAMS}:
            self.fill({'INPUT': GRAPH, PRINTED: b''}, {'INPUT': 'in', PRINTED: 'out'})
            code, said = self.run_call(program, '--plan in -', {PRINTED: 'out'})
            self.assertEqual((code, said), (0, ''))
            self.assertIn(b'method', self.contents()['out'])

    def test_no_file_of_the_help_is_missing_here(self):
        for program, path in PROGRAMS.items():
            said = subprocess.run([path, '--help'], capture_output=True, text=True, timeout=60,
                                  check=True).stdout
            options = set(re.findall(r'(--[a-z-]+) (?:FILE|LIST|GRAPH)\b', said))
            usage = re.search(r'^Usage: .*', said, re.MULTILINE).group()
            arguments = set(re.findall(r'\b[A-Z]{2,}\b', usage)) - {'OPTIONS', 'KIND', 'FROM', 'TO'}
            known = {name for _, inputs, outputs in CALLS[program] for name in (*inputs, *outputs)}
            with self.subTest(program):
                self.assertLessEqual(options | arguments, known)


def path_of(name):
    """The path that a file has unless a test says otherwise. It has a suffix that --plot takes."""
    stem, names, _ = name.partition('.names')
    return stem.strip('-').replace(' ', '-') + '.svg' + names


def calls():
    """Program, words, inputs, and the paths of inputs and outputs."""
    for program in PROGRAMS:
        for words, inputs, outputs in CALLS[program]:
            yield program, words, inputs, {name: path_of(name) for name in (*inputs, *outputs)}


if __name__ == '__main__':
    for path in sys.argv[1:]:
        PROGRAMS[os.path.basename(path)] = os.path.abspath(path)
    unittest.main(argv=sys.argv[:1])
