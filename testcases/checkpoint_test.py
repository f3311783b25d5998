#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1 --checkpoint: runs that are killed, stopped and started again, and files that are refused."""

import os
import random
import re
import signal
import sys
import time
import unittest

from program_case import SECONDS, ProgramCase, graph_bytes, random_edges

EDGES = random_edges(2500, 7500, 1, (1, 300))
KEPT = ('in', '--summary', 's', '--checkpoint', 'c')
METHODS = ('search', 'sweep')


class Checkpoint(ProgramCase):
    def setUp(self):
        super().setUp()
        self.write_graph(2500, EDGES)

    def expected(self, *question):
        """The summary without a checkpoint."""
        self.assert_solves('in', '--summary', 's', '--method', 'search', *question)
        found = self.read('s')
        os.remove(self.path('s'))
        return found

    def leftover(self):
        """A checkpoint of a run that was killed, and its bytes."""
        while not os.path.exists(self.path('c')):
            with self.start(*KEPT, '--checkpoint-every', '0', '--method', 'search',
                            '--threads', '1') as process:
                while process.poll() is None and not os.path.exists(self.path('c')):
                    time.sleep(0.001)
                process.kill()
        return self.read('c')

    def kill_often(self, wanted, *question):
        """Kills runs at random moments, and starts them again."""
        expected = self.expected(*question)
        dice = random.Random(2)
        kills = completed = had = 0
        pause = 0.1
        while kills < wanted or not completed:
            method = dice.choice(METHODS)
            with self.start(*KEPT, *question, '--checkpoint-every', '0',
                            '--method', method) as process:
                time.sleep(pause * dice.random())
                process.kill()
                _, err = process.communicate(timeout=SECONDS)
            found = re.search(rb'goes on with (\d+) of 2500 rows from c', err)
            if found:
                self.assertGreaterEqual(int(found[1]), had, 'rows were lost')
                had = int(found[1])
            killed = process.returncode == -signal.SIGKILL
            at_its_end = os.path.exists(self.path('s')) and not os.path.exists(self.path('c'))
            if killed:
                kills += 1
                pause *= 1.2 if kills > wanted else 1
                if not at_its_end:
                    continue
            else:
                self.assertEqual(process.returncode, 0, err)
            self.assertEqual(self.read('s'), expected)
            self.assertFalse(os.path.exists(self.path('c')), 'it is not needed any more')
            os.remove(self.path('s'))
            completed += 1
            had = 0
        # Temporary files of killed runs are gone with the next one.
        code, _, err = self.run_program(*KEPT, *question, '--checkpoint-every', '0')
        self.assertEqual(code, 0, err)
        self.assertEqual(self.read('s'), expected)
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 's'])

    def test_killed_at_a_hundred_moments(self):
        self.kill_often(100)

    def test_killed_where_each_pair_is_computed_once(self):
        self.kill_often(30, '--undirected')

    def stop(self, number):
        expected = self.expected()
        pause = 0.1
        while not os.path.exists(self.path('c')):
            # A run that writes nothing on its own before it ends.
            with self.start(*KEPT, '--checkpoint-every', '3600', '--method', 'search',
                            '--threads', '1') as process:
                time.sleep(pause)
                process.send_signal(number)
                _, err = process.communicate(timeout=SECONDS)
            if process.returncode == 0:
                pause /= 4
            else:
                self.assertEqual(process.returncode, -number)
                pause *= 1.5
        self.assertRegex(err, rb'^hw3-1: [1-9]\d* of 2500 rows are kept in c\n$')
        kept = re.search(rb'\d+ of', err)[0]
        code, _, err = self.run_program(*KEPT)
        self.assertEqual((code, err), (0, f'hw3-1: goes on with {kept.decode()} 2500 rows from c\n'))
        self.assertEqual(self.read('s'), expected)
        self.assertEqual(sorted(os.listdir(self.folder)), ['in', 's'])

    def test_terminate(self):
        self.stop(signal.SIGTERM)

    def test_interrupt(self):
        self.stop(signal.SIGINT)

    def test_a_summary_that_cannot_be_written_costs_no_row(self):
        self.leftover()
        with self.start('in', '--summary', '/dev/full', '--checkpoint', 'c') as process:
            _, err = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 7, err)
        self.assertIn(b'2500 of 2500 rows are kept in c', err)
        code, _, err = self.run_program(*KEPT, '--quiet')
        self.assertEqual((code, err), (0, ''))
        found = self.read('s')
        self.assertEqual(found, self.expected())

    def test_another_question(self):
        kept = self.leftover()
        for arguments, part in (
                (('--undirected',), 'the mark of undirected edges of another question is 0, expected 1'),
                (('--sources', '1,2'), 'the number of rows of another question is 2500, expected 2')):
            self.assert_refuses(3, ('c: byte ', part), *KEPT, *arguments)
        self.write('other', graph_bytes(2500, [(0, 1, 2)] + EDGES[1:]))
        self.assert_refuses(3, ('c: byte ', 'the hash of the edges', 'expected'), 'other', *KEPT[1:])
        self.assertEqual(self.read('c'), kept)

    def test_a_file_that_is_cut_or_changed(self):
        kept = self.leftover()
        for size in (0, 1, 100, len(kept) - 1):
            self.write('c', kept[:size])
            self.assert_refuses(3, (f'c: the file ends at byte {size}', 'expected'), *KEPT)
            self.assertEqual(self.read('c'), kept[:size])
        for at in random.Random(3).sample(range(len(kept)), 20):
            changed = kept[:at] + bytes([kept[at] ^ 16]) + kept[at + 1:]
            self.write('c', changed)
            self.assert_refuses(3, ('c: ', 'expected'), *KEPT)
            self.assertEqual(self.read('c'), changed)

    def test_what_cannot_be_kept(self):
        self.assert_refuses(2, ('add --summary FILE',), 'in', 'out', '--checkpoint', 'c')
        self.assert_refuses(2, ('OUTPUT needs whole rows',), 'in', 'out', *KEPT[1:])
        self.assert_refuses(2, ('--predecessors needs whole rows',), *KEPT, '--predecessors', 'p')
        self.assert_refuses(2, ('--verify needs whole rows',), *KEPT, '--verify')
        self.assert_refuses(2, ('--checkpoint-every', '--checkpoint'), 'in', '--summary', 's',
                            '--checkpoint-every', '1')
        self.assert_refuses(2, ('expected a file',), 'in', '--summary', 's', '--checkpoint', '-')
        self.assert_refuses(2, ('are the same file',), 'in', '--summary', 's', '--checkpoint', 'in')
        self.assert_refuses(2, ('are the same file',), 'in', '--summary', 's', '--checkpoint', 's')
        self.assert_refuses(7, ('no/c',), 'in', '--summary', 's', '--checkpoint', 'no/c')
        self.assertEqual(os.listdir(self.folder), ['in'])

    def test_the_dense_method_says_that_it_has_nothing_to_keep(self):
        code, _, err = self.run_program(*KEPT, '--checkpoint-every', '0', '--method', 'dense')
        self.assertEqual(code, 0)
        self.assertIn('hw3-1: warning: the dense method has no row before its last round', err)
        found = self.read('s')
        self.assertEqual(found, self.expected())


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
