# SPDX-License-Identifier: MIT
"""The help of every program fits a terminal of 80 columns, -h is --help, and a misspelt option is
answered with the right one.

Usage: help_test.py PROGRAM...
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

COLUMNS = 80
# Arguments without which a script reports that they are missing, not what is misspelt.
REQUIRED = {"hw3-plot": ["summary.json", "picture.svg"], "hw3-bench": ["dense"]}
PROGRAMS = []


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, "COLUMNS": str(COLUMNS)}, encoding="utf-8", timeout=60)


class HelpTest(unittest.TestCase):
    def test_lines_fit(self):
        for program in PROGRAMS:
            with self.subTest(program.name):
                short, long = run(program, "-h"), run(program, "--help")
                self.assertEqual((long.returncode, long.stderr), (0, ""))
                self.assertEqual((short.returncode, short.stdout), (0, long.stdout))
                self.assertEqual([line for line in long.stdout.splitlines()
                                  if len(line) > COLUMNS], [])

    def test_a_misspelt_option_is_answered(self):
        for program in PROGRAMS:
            with self.subTest(program.name):
                options = re.findall(r"^  (?:-h, )?(--[\w-]+)", run(program, "-h").stdout, re.MULTILINE)
                option = max(options, key=len)
                done = run(program, f"{option[:-3]}{option[-2:]}=1", *REQUIRED.get(program.name, []))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(f"did you mean {option}?", done.stderr)


if __name__ == "__main__":
    PROGRAMS = [pathlib.Path(program).resolve() for program in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
