# SPDX-License-Identifier: MIT
"""Help, wrong words and missing parts of all commands. Usage: usage_test.py BUILD_FOLDER"""

import os
import subprocess
import sys
import unittest

from bench_case import BENCH, BenchTest

COMMANDS = ("dense", "sparse", "near", "real", "predictions", "threads", "width", "gpu", "scaling",
            "start", "floats", "python", "peers")


class UsageTest(BenchTest):
    def test_every_command_has_help(self):
        listed = subprocess.run([BENCH], capture_output=True, text=True, check=True).stdout
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", listed)
            said = subprocess.run([BENCH, command, "--help"], capture_output=True, text=True, check=True,
                                  env={**os.environ, "COLUMNS": "80"}).stdout
            self.assertRegex(said, f"(?s)usage: hw3-bench {command} .*Examples?:.*hw3-bench {command}")
            self.assertEqual([line for line in said.splitlines() if len(line) > 80], [])

    def test_wrong_words_are_usage_errors(self):
        for words, message in ((("dense", "--sizes", "3:7"), "at most 6 edges"),
                               (("dense", "--sizes", "five"), "expected V or V:E"),
                               (("dense", "--repaets=2"), "did you mean --repeats?"),
                               (("gpu", "--only", "speed"), "speed"),
                               (("sparse", "--graphs", "male"), "male"), (("sprase",), "sprase")):
            done = subprocess.run([BENCH, *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(message, done.stderr)

    def test_without_apsp_they_say_so(self):
        for command in ("floats", "python"):
            done = subprocess.run([sys.executable, "-S", "-E", BENCH, command, "--folder", self.path],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertRegex(done.stderr, "run hw3-bench with the Python in which apsp")


if __name__ == "__main__":
    unittest.main()
