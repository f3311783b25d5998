#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-1 during a run of seconds: signals, and the progress bar on a terminal."""

import json
import os
import pty
import re
import signal
import time
import unittest

from program_case import SECONDS, ProgramCase, graph_bytes, ring_edges

SLOW = ('--threads', '1', '--isa', 'portable', '--arithmetic', 's32', '--method', 'dense')


class Signals(ProgramCase):
    def interrupt(self, number):
        self.write_graph(6000, ring_edges(6000))
        self.old_output()
        with self.start('in', 'out', *SLOW) as process:
            deadline = time.monotonic() + SECONDS
            while len(os.listdir(self.folder)) < 3:  # until the new output has begun
                self.assertIsNone(process.poll(), 'it ended before it began')
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            time.sleep(0.3)
            process.send_signal(number)
            out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, out, err), (-number, b'', b''))
        self.assert_untouched('in', 'out')

    def test_interrupt(self):
        self.interrupt(signal.SIGINT)

    def test_terminate(self):
        self.interrupt(signal.SIGTERM)

    def test_hang_up(self):
        self.interrupt(signal.SIGHUP)


class Terminal(ProgramCase):
    def on_terminal(self, *arguments, stdout=None):
        """(exit code, what a terminal as standard error, and as standard output if None, shows)."""
        ours, theirs = pty.openpty()
        shown = b''
        with self.start(*arguments, stderr=theirs, stdout=theirs if stdout is None else stdout,
                        environment={'TERM': 'xterm'}) as process:
            os.close(theirs)
            while True:
                try:
                    block = os.read(ours, 4096)
                except OSError:  # Linux's way to say that the other end is closed
                    break
                if not block:
                    break
                shown += block
            process.wait(SECONDS)
        os.close(ours)
        return process.returncode, shown.decode()

    def slow_graph(self):
        """A graph that takes this machine two seconds or more."""
        for vertices in (750, 1500, 3000, 6000):
            self.write_graph(vertices, ring_edges(vertices))
            self.assert_solves('in', 'out', '--report', 'r', *SLOW)
            if json.loads(self.read('r'))['seconds']['compute'] > 2:
                return
        self.skipTest('this machine is too fast to show a progress bar')

    def test_progress_bar(self):
        self.slow_graph()  # whose runs, with pipes for a terminal, showed nothing
        code, shown = self.on_terminal('in', 'out', *SLOW)
        self.assertEqual(code, 0)
        self.assertRegex(shown, r'\r\[#+ *\] +\d+ %  \d+:\d\d left')
        self.assertTrue(shown.endswith('\r\x1b[K'), shown)
        self.assertNotIn('\n', shown)
        # Between two erasures no more than the terminal's width, and the numbers only grow.
        percents = [int(p) for p in re.findall(r'(\d+) %', shown)]
        self.assertEqual(percents, sorted(percents))
        self.assertEqual(self.on_terminal('in', 'out', '--quiet', *SLOW), (0, ''))

    def test_an_interrupt_erases_the_bar(self):
        self.slow_graph()
        ours, theirs = pty.openpty()
        with self.start('in', 'out', *SLOW, stderr=theirs, stdout=theirs,
                        environment={'TERM': 'xterm'}) as process:
            os.close(theirs)
            shown = b''
            while b' left' not in shown:
                shown += os.read(ours, 4096)
            process.send_signal(signal.SIGINT)
            try:
                while block := os.read(ours, 4096):
                    shown += block
            except OSError:  # Linux's way to say that the other end is closed
                pass
            process.wait(SECONDS)
        os.close(ours)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertTrue(shown.endswith(b'\r\x1b[K'), shown)

    def test_a_short_run_shows_nothing(self):
        self.write_graph(100, ring_edges(100))
        self.assertEqual(self.on_terminal('in', 'out'), (0, ''))

    def test_distances_are_not_for_terminals(self):
        self.write('in', graph_bytes(2, [(0, 1, 5)]))
        code, shown = self.on_terminal('in', '-')
        self.assertEqual(code, 2)
        self.assertIn('terminal', shown)
        self.assertIn('a file or a pipe', shown)
        code, shown = self.on_terminal('in', '-', '--plan')
        self.assertEqual(code, 0, shown)
        self.assertIn('method', shown)


if __name__ == '__main__':
    unittest.main()
