# SPDX-License-Identifier: MIT
"""hw3-scaling-report: what its tables say, and the script from end to end without a GPU, where
hw3-1 stands in for the GPU programs. Usage: scaling_report_test.py BUILD_FOLDER"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from hw3bench import scaling_results

REPORT = pathlib.Path(__file__).with_name("hw3-scaling-report")
BUILD_FOLDER = pathlib.Path(sys.argv.pop()).resolve()

CEILING = """#!/bin/sh
echo '{"device": "Some GPU", "s32": 16.50, "u16": 32.25, "copy_GB_per_s": 4000}'
"""

# hw3-1 with the options and the facts of hw3-3 on two GPUs.
SOLVER = """#!/usr/bin/env python3
import json, subprocess, sys
words = sys.argv[1:]
for name in ("--devices", "--route", "--transfer"):
    if name in words:
        del words[words.index(name):words.index(name) + 2]
code = subprocess.run(["REAL", "--threads", "1", *words]).returncode
if code == 0 and "hw3-3" in sys.argv[0]:
    file = words[words.index("--report") + 1]
    report = json.load(open(file))
    report.update(devices="0,1", exchange_bytes=10**9, exchange_seconds=0.001, exchange="NCCL",
                  by_rank=[{"compute_seconds": 7.0}])
    json.dump(report, open(file, "w"))
if BREAK and "chain" in sys.argv:
    with open(words[-1], "r+b") as file:
        file.write(b"x")
sys.exit(code)
"""

LAUNCHER = """#!/bin/sh
shift
exec "$@"
"""


def row(devices, vertices, rate, compute, seconds, width="u16", **more):
    return {"program": "hw3-2" if devices == 1 else "hw3-3", "devices": devices,
            "vertices": vertices, "edges": 7, "arithmetic": width, "route": "direct",
            "transfer": "auto", "seconds": seconds, "compute": compute, "rate": rate,
            "exchange_bytes": None if devices == 1 else 2.5e9,
            "exchange_seconds": None if devices == 1 else 0.01, **more}


def built(name):
    return next(path for path in BUILD_FOLDER.rglob(name)
                if path.is_file() and os.access(path, os.X_OK))


def cells(text, line):
    return [cell.strip() for cell in text.splitlines()[line].split("|")[1:-1]]


class TableTest(unittest.TestCase):
    def test_strong_scaling_is_to_one_gpu_of_the_same_graph_and_width(self):
        rows = [row(1, 50, 9e12, 4.0, 5.0, "s32"), row(1, 50, 30e12, 2.0, 3.0),
                row(2, 50, 57e12, 1.0, 2.0)]
        self.assertEqual(cells(scaling_results.strong_table(rows), 4),
                         ["hw3-3", "2", "50", "7", "u16", "1.000", "57.00", "2.00", "1.00 %",
                          "2.5", "2.000", "1.50"])

    def test_weak_efficiency_is_rate_a_gpu(self):
        rows = [row(1, 25, 30e12, 1.0, 2.0), row(4, 50, 108e12, 2.0, 3.0)]
        self.assertEqual(cells(scaling_results.weak_table(rows), 3)[7], "90 %")

    def test_a_width_without_a_run_on_one_gpu_has_no_factor(self):
        rows = [row(1, 50, 30e12, 2.0, 3.0), row(2, 50, 17e12, 1.0, 2.0, "s32")]
        self.assertEqual(cells(scaling_results.strong_table(rows), 3)[7], "")

    def test_ranks_stand_beside_one_process(self):
        ranks = row(2, 50, 0, 2.0, 3.0, ranks_compute=2.05, ranks_seconds=3.5, exchange="NCCL")
        self.assertEqual(cells(scaling_results.ranks_table([ranks]), 2),
                         ["2", "50", "7", "u16", "2.000", "2.050", "1.025", "NCCL", "3.000",
                          "3.500"])

    def test_sweeps_are_compared_with_one_gpu(self):
        rows = [row(1, 50, 0, 1.0, 3.0, fill=100), row(2, 50, 0, 0.5, 2.0, fill=100)]
        self.assertEqual(cells(scaling_results.sweeps_table(rows), 3)[5:],
                         ["2.0", "0.500", "2.00", "2.000", "1.50"])


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("hw3-gen", "hw3-check", "hw3-1"):
            (self.folder / name).symlink_to(built(name))
        self.script("hw3-gpu-ceiling", CEILING)

    def script(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)

    def run_report(self, *arguments, breaks=False):
        solver = SOLVER.replace("REAL", str(built("hw3-1")))
        for name in ("hw3-2", "hw3-3"):
            self.script(name, solver.replace("BREAK", str(breaks)))
        self.script("launcher", LAUNCHER)
        return subprocess.run(
            [sys.executable, REPORT, "--bin-dir", self.folder, "--folder", self.folder,
             "--sizes", "60:300", "--weak-size", "50:200", "--swept-vertices", "100", "--launcher",
             self.folder / "launcher", "--repeats", "1", *arguments],
            capture_output=True, text=True, env=dict(os.environ))

    def test_all_tables(self):
        run = self.run_report()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("2 x Some GPU", run.stdout)
        results = json.loads((self.folder / "scaling.json").read_text())
        self.assertEqual([(r["program"], r["devices"], r["arithmetic"]) for r in results["strong"]],
                         [("hw3-2", 1, "u16"), ("hw3-3", 2, "u16"), ("hw3-2", 1, "s32"),
                          ("hw3-3", 2, "s32")])
        self.assertEqual([r["vertices"] for r in results["weak"]], [50, 50, 71, 71])
        self.assertEqual(len(results["crossing"]), 8)
        self.assertEqual([(r["arithmetic"], r["ranks_compute"], r["exchange"])
                          for r in results["ranks"]], [("u16", 7, "NCCL"), ("s32", 7, "NCCL")])
        self.assertEqual([r["devices"] for r in results["sweeps"]], [1, 2])
        again = self.run_report("--load", self.folder / "scaling.json")
        self.assertEqual(again.stdout, run.stdout)

    def test_without_a_launcher_the_ranks_are_left_out(self):
        run = self.run_report("--only", "ranks", "sweeps", "--launcher", "/nowhere/mpirun -n")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("Left out: ranks: there is no /nowhere/mpirun.", run.stdout)
        self.assertIn("A road network", run.stdout)

    def test_wrong_distances_end_it(self):
        run = self.run_report("--only", "strong", "crossing", breaks=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("wrong distances", run.stderr)


if __name__ == "__main__":
    unittest.main()
