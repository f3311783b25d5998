#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hw3-start-report from end to end without a GPU: hw3-1 stands in for hw3-2, a script for
hw3-gpu-start. Usage: start_report_test.py BUILD_FOLDER"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

REPORT = pathlib.Path(__file__).with_name("hw3-start-report")
BUILD_FOLDER = pathlib.Path(sys.argv.pop())

START = """#!/usr/bin/env python3
import json, sys, time
lazy = "--lazy" in sys.argv
began = time.monotonic()
print(json.dumps({"device": "Some GPU", "began": began,
                  "steps": {"driver": 0.25, "first solve": 0.5 if lazy else 0.125},
                  "ended": time.monotonic()}))
"""

NO_GPU = """#!/bin/sh
echo 'hw3-gpu-start: no usable GPU' >&2
exit 6
"""

WRONG = """#!/bin/sh
for last; do :; done
REAL "$@" && printf 'x' | dd of="$last" bs=1 conv=notrunc 2> /dev/null
"""


class StartReport(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        self.solver = BUILD_FOLDER / "hw3-1" / "hw3-1"
        for name in ("hw3-1/hw3-1", "tools/generate/hw3-gen", "tools/check/hw3-check"):
            (self.bin / pathlib.Path(name).name).symlink_to((BUILD_FOLDER / name).resolve())
        (self.bin / "hw3-2").symlink_to(self.solver.resolve())
        self.script("hw3-gpu-start", START)

    def script(self, name, text):
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_report(self, *options):
        return subprocess.run([sys.executable, REPORT, "--bin-dir", self.bin, "--folder",
                               self.folder / "results", "--sizes", "30", "70", "--repeats", "2",
                               *options], capture_output=True, text=True, timeout=120)

    def test_both_tables(self):
        run = self.run_report()
        self.assertEqual(run.returncode, 0, run.stderr)
        for part in ("Some GPU", "| driver ", " 250.00 ", "| first solve ", " 125.00 ", " 500.00 ",
                     "before main", "end of the process", "| 30 ", "| 70 ", "hw3-2 / hw3-1"):
            self.assertIn(part, run.stdout)
        kept = json.loads((self.folder / "results" / "start.json").read_text())
        self.assertEqual([row["vertices"] for row in kept["sizes"]], [30, 70])
        for row in kept["sizes"]:
            self.assertGreater(row["hw3-2"], 0)
        again = self.run_report("--load", str(self.folder / "results" / "start.json"))
        self.assertEqual((again.returncode, again.stdout), (0, run.stdout))

    def test_without_a_gpu_it_says_so(self):
        self.script("hw3-gpu-start", NO_GPU)
        run = self.run_report()
        self.assertEqual(run.returncode, 6)
        self.assertIn("no usable GPU", run.stderr)

    def test_wrong_distances_have_no_time(self):
        self.script("hw3-2", WRONG.replace("REAL", str(self.solver.resolve())))
        run = self.run_report()
        self.assertEqual(run.returncode, 1)
        self.assertIn("wrong distances", run.stderr)
        self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    unittest.main()
