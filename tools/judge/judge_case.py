# SPDX-License-Identifier: MIT
"""For tests of hw3-judge: cases and programs in a folder of the test's own, and the call."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from processes import alive
from stand_ins import write_cases, write_programs

JUDGE = pathlib.Path(__file__).resolve().with_name("hw3-judge")
SECONDS = 60  # no single call may take longer


class JudgeCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-judge-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cases, self.notes = self.folder / "cases", self.folder / "notes"
        self.scratch = self.folder / "scratch"
        self.notes.mkdir()
        self.scratch.mkdir()
        write_cases(self.cases)
        self.programs = write_programs(self.folder / "programs", self.cases, self.notes)

    def command(self, *words):
        return [sys.executable, str(JUDGE), "--cases", str(self.cases), "--scratch",
                str(self.scratch), *map(str, words)]

    def judge(self, code, *words):
        done = subprocess.run(self.command(*words), stdout=subprocess.PIPE, timeout=SECONDS,
                              stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(list(self.scratch.iterdir()), [], "private folders are removed")
        return done

    def results(self, code, *words):
        self.judge(code, *words, "--json", self.folder / "results.json")
        return json.loads((self.folder / "results.json").read_text())["results"]

    def assert_verdict(self, program, verdict, *parts, case="ring", options=()):
        result, = self.results(int(verdict != "AC"), "--filter", case, *options,
                               self.programs[program])
        self.assertEqual(result["verdict"], verdict, result)
        for part in parts:
            self.assertIn(part, result["reason"])
        return result

    def noted(self, name):
        return (self.notes / name).read_text().strip()

    def assert_dead(self, name):
        self.assertFalse(alive(int(self.noted(name))), name)
