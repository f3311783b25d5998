# SPDX-License-Identifier: MIT
"""docs/scaling.md: its tables are what the model prints, and the model is near what was measured.

Usage: page_test.py HW3_SCALING_MODEL"""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import unittest

SCRIPT = pathlib.Path(__file__).with_name("hw3-scaling-page")
LOADER = importlib.machinery.SourceFileLoader("page", str(SCRIPT))
page = importlib.util.module_from_spec(importlib.util.spec_from_loader("page", LOADER))
LOADER.exec_module(page)
PROGRAM = sys.argv.pop(1)


class PageTest(unittest.TestCase):
    def test_the_tables_are_those_of_the_model(self):
        text = page.PAGE.read_text()
        self.assertEqual(page.page(PROGRAM, text), text, "run tools/scaling/hw3-scaling-page --update")

    def test_the_model_is_near_what_was_measured(self):
        rows = page.differences(PROGRAM)
        self.assertGreaterEqual(len(rows), 16)
        self.assertLessEqual({1, 2, 4}, {row[1] for row in rows})
        for row in rows:
            self.assertLessEqual(abs(row[-1]), 0.05, row)

    def test_refusals(self):
        for options, message in ((("--vertices", "1000", "--gpus", "5"),
                                  "--gpus: found 5, expected at most 4, the pivots of V = 1000"),
                                 ((), "--vertices"),
                                 (("--vertices", "10", "--width", "u8"), "u8")):
            done = subprocess.run([PROGRAM, *options], check=False, text=True, capture_output=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), options)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
