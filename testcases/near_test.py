#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--within and --nearest: files of sparse rows, read back by a reader of this test's own and held
against a textbook search, and what is refused."""

import heapq
import json
import os
import random
import resource
import stat
import struct
import subprocess
import unittest

from program_case import ProgramCase, random_edges, ring_edges

NO_PREDECESSOR = -9999
HEADER = '<8siiqqq'
PREDECESSORS, FIRST_HOPS, BY_DISTANCE = 1, 2, 4
PATH_VERTICES = {'none': 0, 'predecessors': PREDECESSORS, 'first-hops': FIRST_HOPS}


def read_near(data):
    """(V, flags, rows) of a file; a row is a list of (destination, distance[, path vertex])."""
    magic, version, flags, vertices, rows, entries = struct.unpack_from(HEADER, data)
    assert (magic, version) == (b'APSPNEAR', 1), (magic, version)
    at = struct.calcsize(HEADER)
    offsets = struct.unpack_from(f'<{rows + 1}q', data, at)
    at += 8 * (rows + 1)
    assert offsets[0] == 0 and offsets[-1] == entries, offsets
    columns = []
    for _ in range(3 if flags & (PREDECESSORS | FIRST_HOPS) else 2):
        columns.append(struct.unpack_from(f'<{entries}i', data, at))
        at += 4 * entries
    assert at == len(data), (at, len(data))
    whole = list(zip(*columns))
    return vertices, flags, [whole[a:b] for a, b in zip(offsets, offsets[1:])]


def search(vertices, edges, source):
    """{destination: (distance, edges, predecessor, first hop)}. Paths are compared by distance and
    number of edges; then each of the two vertices is the smallest."""
    leaving = [[] for _ in range(vertices)]
    for u, v, weight in edges:
        leaving[u].append((v, weight))
    best = {source: (0, 0)}
    queue = [(0, 0, source)]
    order = []
    while queue:
        distance, steps, u = heapq.heappop(queue)
        if best[u] != (distance, steps) or u in order:
            continue
        order.append(u)
        for v, weight in leaving[u]:
            if v not in best or (distance + weight, steps + 1) < best[v]:
                best[v] = (distance + weight, steps + 1)
                heapq.heappush(queue, (*best[v], v))
    found = {source: (0, 0, NO_PREDECESSOR, NO_PREDECESSOR)}
    for v in sorted(best, key=best.get):
        if v == source:
            continue
        before = {u for u, to, weight in edges if to == v and u in best and u != v and
                  (best[u][0] + weight, best[u][1] + 1) == best[v]}
        hops = {v if u == source else found[u][3] for u in before}
        found[v] = (*best[v], min(before), min(hops))
    return found


def expected_rows(vertices, edges, sources, targets, limit, nearest, beside):
    rows = []
    for source in sources:
        found = search(vertices, edges, source)
        row = sorted((found[t][0], t) for t in set(targets) & set(found)
                     if limit is None or found[t][0] <= limit)
        if nearest is not None:
            others = [entry for entry in row if entry[1] != source][:nearest]
            row = [entry for entry in row if entry[1] == source or entry in others]
        else:
            row.sort(key=lambda entry: entry[1])
        column = {'predecessors': 2, 'first-hops': 3}.get(beside)
        rows.append([(t, d, *((found[t][column],) if column else ())) for d, t in row])
    return rows


class Near(ProgramCase):
    def test_random_questions(self):
        for seed in range(40):
            dice = random.Random(seed)
            vertices = dice.choice((1, 2, 3, 12, 40))
            edges = random_edges(vertices, dice.randrange(4 * vertices), seed, (0, dice.choice((0, 3, 50))))
            undirected = dice.random() < 0.3
            limit = dice.choice((None, 0, 3, 60, 2**30 - 2))
            nearest = dice.choice((None, 0, 1, 4, 100)) if limit is not None else dice.choice((0, 2, 50))
            beside = dice.choice(tuple(PATH_VERTICES))
            sources = [dice.randrange(vertices) for _ in range(dice.randint(1, 2 * vertices))]
            targets = dice.choices(range(vertices), k=dice.randint(1, vertices))
            options = [f'--path-vertices={beside}', f'--threads={dice.randint(1, 8)}', '--quiet']
            options += ['--undirected'] if undirected else []
            options += [] if limit is None else ['--within', str(limit)]
            options += [] if nearest is None else ['--nearest', str(nearest)]
            if dice.random() < 0.5:
                options += ['--sources', ','.join(map(str, sources))]
            else:
                sources = range(vertices)
            if dice.random() < 0.5:
                options += ['--targets', ','.join(map(str, targets))]
            else:
                targets = range(vertices)
            self.write_graph(vertices, edges)
            with self.subTest(seed=seed, options=options):
                self.assert_solves('in', 'out', *options)
                ways = edges + [(v, u, w) for u, v, w in edges] if undirected else edges
                flags = PATH_VERTICES[beside] | (0 if nearest is None else BY_DISTANCE)
                rows = expected_rows(vertices, ways, sources, targets, limit, nearest, beside)
                self.assertEqual(read_near(self.read('out')), (vertices, flags, rows))

    def test_any_number_of_threads_gives_the_same_bytes(self):
        self.write_graph(3000, random_edges(3000, 9000, 5, (0, 20)))
        for options in (('--within', '25'), ('--nearest', '9'), ('--nearest', '3', '--targets', '17:90')):
            runs = set()
            for threads in (1, 2, 3, 8):
                self.assert_solves('in', 'out', '--path-vertices', 'first-hops', '--threads', str(threads),
                                   '--quiet', *options)
                runs.add(self.read('out'))
            self.assertEqual(len(runs), 1, options)

    def test_graphs_without_anything(self):
        for vertices in (0, 1, 2):
            self.write_graph(vertices, [])
            for options in (('--within', '5'), ('--nearest', '3')):
                self.assert_solves('in', 'out', *options)
                self.assertEqual(read_near(self.read('out'))[2], [[(v, 0)] for v in range(vertices)])

    def test_a_pipe_has_the_bytes_of_the_file(self):
        self.write_graph(500, ring_edges(500))
        self.assert_solves('in', 'out', '--within', '7')
        self.assertEqual(self.run_program('in', '-', '--within', '7'), (0, self.read('out'), ''))
        os.mkfifo(self.path('pipe'))
        with self.start('in', 'pipe', '--within', '7') as process:
            with open(self.path('pipe'), 'rb') as pipe:
                self.assertEqual(pipe.read(), self.read('out'))
            self.assertEqual(process.communicate(), (b'', b''))
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path('pipe')).st_mode))

    def test_report(self):
        self.write_graph(500, ring_edges(500))
        self.assert_solves('in', 'out', '--within', '7', '--report', 'report')
        report = json.loads(self.read('report'))
        self.assertEqual(report['method'], 'near')
        self.assertEqual(report['entries'], 500 * 8)
        self.assertEqual(report['settled_vertices'], 500 * 8)
        self.assertEqual(report['bytes_written'], len(self.read('out')))

    @unittest.skipIf(os.environ.get('APSP_SANITIZED'), 'sanitizers keep memory that is given back')
    def test_memory_holds_the_rows_on_their_way(self):
        self.write_graph(5000, ring_edges(5000))
        self.assert_solves('in', 'out', '--within', '9999', '--path-vertices', 'first-hops',
                           '--threads', '2', '--report', 'report')
        size = os.path.getsize(self.path('out'))
        self.assertEqual(size, 48 + 8 * 5000 + 12 * 5000**2)
        self.assertLess(json.loads(self.read('report'))['peak_memory_bytes'], size / 2)

    def test_names_of_sources(self):
        self.write_graph(3, [(0, 1, 5), (1, 2, 6)])
        self.write('in.names', b'Ada\nBen\nCleo\n')
        self.write('list', b'Ben\n')
        self.assert_solves('in', 'out', '--within', '6', '--sources', '@list')
        self.assertEqual(read_near(self.read('out'))[2], [[(1, 0), (2, 6)]])

    def test_what_makes_no_sense_leaves_the_output(self):
        self.old_output()
        self.write_graph(3, [(0, 1, 5), (1, 2, 6)])
        near = ('--within', '7')
        for parts, options in (
                (['--within', '--method'], ('in', 'out', *near, '--method', 'search')),
                (['--nearest', '--method'], ('in', 'out', '--nearest', '2', '--method', 'dense')),
                (['--path-vertices predecessors'], ('in', 'out', *near, '--predecessors', 'p')),
                (['--summary'], ('in', 'out', *near, '--summary', 's')),
                (['--plan'], ('in', 'out', *near, '--plan')),
                (['--verify'], ('in', 'out', *near, '--verify')),
                (['--arithmetic'], ('in', 'out', *near, '--arithmetic', 'u16')),
                (['OUTPUT'], ('in', *near)),
                (['--path-vertices', '--within LIMIT'], ('in', 'out', '--path-vertices', 'none')),
                (['-1'], ('in', 'out', '--within', '-1')),
                (['1073741823'], ('in', 'out', '--within', '1073741823')),
                (['few'], ('in', 'out', '--nearest', 'few')),
                (['same file'], ('in', 'in', *near)),
                (['[0, 3)'], ('in', 'out', *near, '--sources', '3'))):
            with self.subTest(options):
                self.assert_refuses(2, parts, *options)
                self.assert_untouched('in', 'out')

    def test_graphs_that_have_no_such_rows(self):
        self.old_output()
        self.write_graph(3, [(0, 1, 5), (2, 1, -6)])
        self.assert_refuses(2, ['edge 1 from 2 to 1 has weight -6'], 'in', 'out', '--within', '7')
        self.write_graph(3, [(0, 1, 2**30 - 2), (1, 2, 6)])
        self.assert_refuses(4, ['from 0 to 2'], 'in', 'out', '--nearest', '2')
        self.assert_untouched('in', 'out')
        self.assert_solves('in', 'out', '--nearest', '1')

    def test_an_output_that_cannot_be_written(self):
        self.write_graph(2000, ring_edges(2000))
        self.assert_refuses(7, ['no/out'], 'in', 'no/out', '--within', '7')
        self.old_output()
        small = [(resource.RLIMIT_FSIZE, 20000)]
        self.assert_refuses(7, ['out', 'File too large'], 'in', 'out', '--within', '900', limits=small)
        self.assert_untouched('in', 'out')
        with open('/dev/full', 'wb') as full:
            code, _, err = self.run_program('in', '-', '--within', '9', stdout=full)
            self.assertEqual(code, 7, err)

    def test_a_signal_leaves_the_output(self):
        self.old_output()
        self.write_graph(20000, ring_edges(20000))
        with self.start('in', 'out', '--within', '19999') as process:
            try:
                process.communicate(timeout=0.5)
                self.fail('ended before the signal')
            except subprocess.TimeoutExpired:
                process.terminate()
            process.communicate()
        self.assertEqual(process.returncode, -15)
        self.assert_untouched('in', 'out')


if __name__ == '__main__':
    unittest.main()
