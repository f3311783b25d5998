# SPDX-License-Identifier: MIT
"""Manual pages and completions hold nothing of the machine that makes them. Each is made twice, by
copies of the program in two folders, in two environments, and compared byte for byte.

Usage: manual_test.py PROGRAM...
"""

import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

MANUAL = pathlib.Path(__file__).with_name("manual.py")
JUDGE = MANUAL.parents[1] / "judge"
PROGRAMS = []

# Settings by which a machine could change the text.
OTHER_MACHINE = {
    "APSP_ISA": "portable", "COLUMNS": "40", "FORCE_COLOR": "1", "HOME": "/home/someone else",
    "LANG": "C", "LC_ALL": "C", "OMP_NUM_THREADS": "3", "TERM": "dumb", "TMPDIR": "/var/tmp",
    "XDG_CACHE_HOME": "/var/cache/someone",
}


class ManualTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-manual-")
        self.addCleanup(folder.cleanup)
        self.here = pathlib.Path(folder.name, "here")
        self.there = pathlib.Path(folder.name, "a longer way", "to [another] place")

    def pages(self, program, environment=None):
        """The bytes of page and completion."""
        return [subprocess.run([sys.executable, "-B", MANUAL, word, program], check=True,
                               stdout=subprocess.PIPE, cwd=pathlib.Path(program).parent,
                               env={**os.environ, **(environment or {})}).stdout
                for word in ("1.2.3", "--completion")]

    def assert_same(self, here, there):
        ours, theirs = self.pages(here), self.pages(there, OTHER_MACHINE)
        self.assertEqual(ours, theirs)
        for text in ours:
            self.assertGreater(len(text), 100)
            for place in (here.parent, there.parent, MANUAL.parents[2], pathlib.Path.home()):
                if len(place.parts) > 2:
                    self.assertNotIn(bytes(place), text)

    def test_programs(self):
        self.assertGreaterEqual(len(PROGRAMS), 6)
        self.here.mkdir(parents=True)
        self.there.mkdir(parents=True)
        for program in PROGRAMS:
            with self.subTest(program.name):
                self.assert_same(*(pathlib.Path(shutil.copy(program, folder))
                                   for folder in (self.here, self.there)))

    def test_judge_in_a_checkout_and_installed(self):
        checkout, installed = self.here / "tools" / "judge", self.there / "share" / "apsp" / "judge"
        for folder in (checkout, installed):
            shutil.copytree(JUDGE, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (self.here / "testcases").mkdir()
        shutil.copy(MANUAL.parents[2] / "testcases" / "manifest.json", self.here / "testcases")
        self.assert_same(checkout / "hw3-judge", installed / "hw3-judge")

    def test_tables_of_options_stay_tables(self):
        program = next(program for program in PROGRAMS if program.name == "hw3-gen")
        page, _ = (text.decode() for text in self.pages(program))
        self.assertRegex(page, r"\n  grid +neighbours in a grid.*\n {10,}side by side")

    @unittest.skipUnless(platform.machine() == "x86_64", "another architecture, other sets")
    def test_instruction_sets_are_those_of_the_build(self):
        """Not those of the processor that made the page."""
        solver = next(program for program in PROGRAMS if program.name == "hw3-1")
        page, completion = (text.decode() for text in self.pages(solver))
        self.assertIn("avx512, avx2, sse41, portable", page)
        self.assertIn("avx512 avx2 sse41 portable", completion)


if __name__ == "__main__":
    PROGRAMS = [pathlib.Path(program).resolve() for program in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
