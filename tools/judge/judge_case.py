# SPDX-License-Identifier: MIT
"""For tests of hw3-judge: cases and programs in a folder of the test's own, and the call."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from processes import alive, all_processes, read
from stand_ins import INTERPRETER, nap_of, write_cases, write_programs

JUDGE = pathlib.Path(__file__).resolve().with_name("hw3-judge")
SECONDS = 60  # no single call may take longer
TRIAL = "bwrap --ro-bind / / --unshare-all --proc /proc true"


def jail_is_possible():
    """The system's own word, which the judge's must agree with."""
    return bool(shutil.which("bwrap")) and subprocess.run(
        TRIAL.split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class JudgeCase(unittest.TestCase):
    jail = "off"

    @classmethod
    def setUpClass(cls):
        if cls.jail == "required" and not jail_is_possible():
            raise unittest.SkipTest("no jail by bubblewrap is possible here")

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
        self.nap = nap_of(self.folder / "programs").encode()

    def command(self, *words):
        visible = [] if INTERPRETER.startswith("/usr/") else ["--visible", sys.base_prefix]
        return [sys.executable, str(JUDGE), "--cases", str(self.cases), "--scratch",
                str(self.scratch), "--jail", self.jail, *visible, *map(str, words)]

    def sleepers(self):
        return [pid for pid in all_processes() if self.nap in read(pid, "cmdline") and alive(pid)]

    def assert_clean(self):
        self.assertEqual(list(self.scratch.iterdir()), [], "private folders are removed")
        self.assertEqual(self.sleepers(), [], "all processes are ended")

    def judge(self, code, *words, environment=None):
        done = subprocess.run(self.command(*words), capture_output=True, timeout=SECONDS,
                              text=True, cwd=self.folder,
                              env={**os.environ, **(environment or {})})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assert_clean()
        return done

    def results(self, code, *words):
        self.judge(code, *words, "--json", self.folder / "results.json")
        return self.read_results()["results"]

    def results_of_any(self, *words):
        """Whatever the verdicts."""
        done = subprocess.run(self.command(*words, "--json", self.folder / "results.json"),
                              capture_output=True, timeout=SECONDS)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assert_clean()
        return self.read_results()["results"]

    def read_results(self):
        return json.loads((self.folder / "results.json").read_text())

    def assert_verdict(self, program, verdict, *parts, case="ring", options=()):
        result, = self.results(int(verdict != "AC"), "--filter", case, *options,
                               self.programs[program])
        self.assertEqual(result["verdict"], verdict, result)
        for part in parts:
            self.assertIn(part, result["reason"])
        return result

    def assert_verdicts(self, expected, *options, case="ring"):
        """{program: (verdict, a part of the reason)} in one call: {program: result}."""
        results = self.results_of_any("--filter", case, "--jobs", "2", *options,
                                      *(self.programs[program] for program in expected))
        found = {pathlib.Path(result["program"]).name: result for result in results}
        for program, (verdict, part) in expected.items():
            self.assertEqual(found[program]["verdict"], verdict, found[program])
            self.assertIn(part, found[program]["reason"])
        return found

    def noted(self, name):
        return (self.notes / name).read_text().strip()

    def wait_for(self, condition):
        deadline = time.monotonic() + SECONDS
        while not condition():
            self.assertLess(time.monotonic(), deadline, "waited in vain")
            time.sleep(0.02)
