# SPDX-License-Identifier: MIT
"""hw3-gpu-report from end to end without a GPU: hw3-1 stands in for hw3-2, scripts for the other
programs that need one. Usage: gpu_program_test.py BUILD_FOLDER"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

REPORT = pathlib.Path(__file__).with_name("hw3-gpu-report")
BUILD_FOLDER = pathlib.Path(sys.argv.pop())

CEILING = """#!/bin/sh
echo '{"device": "Some GPU", "unit": "T relax/s", "s32": 16.50, "u16": 32.25,
 "copy_GB_per_s": 4000}'
"""

NO_CEILING = """#!/bin/sh
echo 'hw3-gpu-ceiling: cannot select the device: none' >&2
exit 6
"""

# hw3-1 knows no --memory; it takes "broken" for a wrong summary.
SOLVER = """#!/usr/bin/env python3
import os, subprocess, sys
words = sys.argv[1:]
streams = "--memory" in words
if streams:
    at = words.index("--memory")
    del words[at:at + 2]
code = subprocess.run([REAL, "--threads", "1", *words]).returncode
if streams and os.environ.get("BROKEN"):
    open(words[words.index("--summary") + 1], "a").write("broken")
sys.exit(code)
"""

# Runs the program and tells of two kernels. One metric is unknown to it, another has no value.
NCU = """#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[1:]
names = words[words.index("--metrics") + 1].split(",")
if "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed" in names:
    sys.exit("==ERROR== Failed to find metric smsp__cycles_active")
while words[0].startswith("--"):
    del words[:1 if words[0] == "--csv" else 2]
subprocess.run(words, check=True)
tell = lambda *cells: print(",".join(f'"{cell}"' for cell in cells))
tell("ID", "Kernel Name", *names)
tell("", "", *(("Gbyte" if "bytes" in name else "us") for name in names))
for number, kernel in enumerate(("product_kernel", "close_pivot_kernel")):
    tell(number, f"void (anonymous namespace)::{kernel}<1>(int *)",
         *("n/a" if "_op_st.sum" in name else "1,000.5" for name in names))
"""

BROKEN_NCU = """#!/bin/sh
echo '==PROF== Connected'
echo '==ERROR== ERR_NVGPUCTRPERM - no permission.'
exit 1
"""


def built(name):
    return next((path for path in BUILD_FOLDER.rglob(name)
                 if path.is_file() and os.access(path, os.X_OK)), None)


class GpuReportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.programs = self.path / "programs"
        self.programs.mkdir()
        for name in ("hw3-1", "hw3-gen", "hw3-check", "hw3-stats"):
            (self.programs / name).symlink_to(built(name))
        self.script("hw3-2", SOLVER.replace("REAL", repr(str(built("hw3-1")))))
        self.script("hw3-gpu-ceiling", CEILING)
        self.script("ncu", NCU)

    def script(self, name, text):
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def run_report(self, *arguments, **environment):
        command = [sys.executable, REPORT, "--bin-dir", self.programs, "--folder",
                   self.path / "results", "--ncu", self.programs / "ncu", "--size", "12:20",
                   "--sizes", "12:20", "30:100", "--sweeps", "road:300", "ring:40", "--streamed",
                   "20:100", "--repeats", "1", *arguments]
        return subprocess.run(command, capture_output=True, text=True,
                              env={**os.environ, **environment})

    def test_sweeps_and_streamed_matrices(self):
        done = self.run_report("--only", "sweeps,streamed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Left out: ring, V = 40: hw3-2 chose the method dense.", done.stdout)
        results = self.saved()
        (road,) = results["sweeps"]
        self.assertEqual((road["graph"], road["vertices"]), ("road", 300))
        self.assertGreater(road["fill"], 300)
        self.assertGreater(road["stream"], 0)
        self.assertEqual([(row["arithmetic"], row["limit"], row["matrix"])
                          for row in results["streamed"]], [("u16", 100, 800), ("s32", 200, 1600)])

    def test_a_wrong_summary_ends_it(self):
        done = self.run_report("--only", "streamed", BROKEN="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrong summary", done.stderr)

    def saved(self):
        return json.loads((self.path / "results" / "gpu.json").read_text())

    def test_all_tables_and_files(self):
        page = self.path / "page.md"
        page.write_text("<!-- bench:begin gpu -->\n<!-- bench:end -->\n")
        done = self.run_report("--update", f"{page}#gpu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(done.stdout.strip(), page.read_text())
        self.assertNotIn("hardware counters", done.stdout)

        results = self.saved()
        self.assertEqual([(row["arithmetic"], row["kernel"]) for row in results["profile"]],
                         [(width, kernel) for width in ("s32", "u16")
                          for kernel in ("close_pivot_kernel", "product_kernel")])
        kernel = results["profile"][0]
        self.assertAlmostEqual(kernel["seconds"], 1000.5e-6)
        self.assertIsNone(kernel["sm_efficiency"])
        self.assertIsNone(kernel["global_store"])
        self.assertEqual([row["vertices"] for row in results["phases"]], [12, 12, 30, 30])
        self.assertIn("compute", results["phases"][0]["phases"])
        self.assertEqual(set(results["ceilings"]), {"profile", "phases", "summary", "sweeps",
                                                   "streamed"})
        lines = (self.path / "results" / "gpu.csv").read_text().splitlines()
        self.assertEqual(len(lines), 1 + sum(len(results[name]) for name in results["ceilings"]))

        again = self.run_report("--load", str(self.path / "results" / "gpu.json"))
        self.assertEqual(again.stdout, done.stdout)

    def test_tables_one_by_one_and_ncu_without_permission(self):
        self.script("ncu", BROKEN_NCU)
        self.assertEqual(self.run_report("--only", "phases").returncode, 0)
        done = self.run_report("--only", "profile")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Left out: hardware counters: ncu says: ERR_NVGPUCTRPERM - no permission.",
                      done.stdout)
        results = self.saved()
        self.assertEqual(len(results["phases"]), 4)
        self.assertEqual(results["profile"], [])
        self.assertNotIn("summary", results)

    def test_no_gpu(self):
        self.script("hw3-gpu-ceiling", NO_CEILING)
        done = self.run_report()
        self.assertEqual((done.returncode, done.stdout), (6, ""))
        self.assertIn("hw3-gpu-report: hw3-gpu-ceiling: cannot select the device", done.stderr)

    def test_usage(self):
        for wrong in (("--only", "phases,speed"), ("--size", "3:7"), ("--sizes", "five")):
            self.assertEqual(self.run_report(*wrong).returncode, 2)


if __name__ == "__main__":
    unittest.main()
