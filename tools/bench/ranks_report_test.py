# SPDX-License-Identifier: MIT
"""hw3-ranks-report: what its tables say, and the script from end to end. A launcher that starts one
process stands in for mpirun. Usage: ranks_report_test.py BUILD_FOLDER"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from hw3bench import ranks_results

REPORT = pathlib.Path(__file__).with_name("hw3-ranks-report")
BUILD_FOLDER = pathlib.Path(sys.argv.pop()).resolve()

# mpirun -n N hw3-1 ...: one process, with a report as that of two.
LAUNCHER = """#!/usr/bin/env python3
import json, subprocess, sys
assert sys.argv[1] == "2", sys.argv
words = sys.argv[2:]
code = subprocess.run(words).returncode
if code == 0:
    file = words[words.index("--report") + 1]
    report = json.load(open(file))
    rank = {"compute_seconds": 0.5, "waiting_seconds": 0.01, "sending_seconds": 0.02,
            "bytes_received": 10**9}
    report["by_rank"] = [rank, {**rank, "waiting_seconds": 0.03, "compute_seconds": 0.25}]
    json.dump(report, open(file, "w"))
if BREAK:
    with open(words[-1], "r+b") as file:
        file.write(b"x")
sys.exit(code)
"""


def row(ranks, threads, compute, vertices=4000, waiting=0.0, sending=0.0, received=0):
    return {"ranks": ranks, "threads": threads, "vertices": vertices, "edges": 7,
            "arithmetic": "s32", "method": "dense", "seconds": compute + 1, "solve": compute + 0.5,
            "compute": compute, "waiting": waiting, "sending": sending, "bytes": received}


def cells(text, line):
    return [cell.strip() for cell in text.splitlines()[line].split("|")[1:-1]]


class TableTest(unittest.TestCase):
    def test_communication_is_hidden_or_waited_for(self):
        rows = [row(1, 2, 1.84), row(2, 1, 2.0, waiting=0.05, sending=0.2, received=3e9)]
        self.assertEqual(cells(ranks_results.dense_table(rows), 3),
                         ["2", "1", "4000", "s32", "2.000", "0.92", "92 %", "10.0 %", "75 %",
                          "2.5 %", "3.0", "2.500", "0.94", "3.000"])

    def test_one_rank_has_no_communication(self):
        self.assertEqual(cells(ranks_results.dense_table([row(1, 2, 1.84)]), 2)[7:11], [""] * 4)

    def test_longer_waits_than_transfers_hide_nothing(self):
        self.assertEqual(ranks_results.hidden(row(2, 1, 1.0, waiting=0.3, sending=0.2)), 0)

    def test_weak_efficiency_is_rate_a_thread(self):
        rows = [row(1, 1, 1.0, vertices=1000), row(4, 1, 2.5, vertices=2000)]
        self.assertEqual(cells(ranks_results.dense_table(rows), 3)[6], "80 %")

    def test_sparse_times_are_to_one_rank(self):
        self.assertEqual(cells(ranks_results.sparse_table([row(1, 1, 1.9), row(2, 1, 1.0)]), 3),
                         ["2", "1", "4000", "s32", "1.000", "1.90", "1.500", "1.60", "2.000"])


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_report(self, *arguments, breaks=False):
        launcher = self.folder / "launcher"
        launcher.write_text(LAUNCHER.replace("BREAK", str(breaks)))
        launcher.chmod(0o755)
        return subprocess.run(
            [sys.executable, REPORT, "--bin-dir", BUILD_FOLDER, "--folder", self.folder,
             "--launcher", launcher, "--size", "60:300", "--sparse-vertices", "100", "--counts",
             "2", "--repeats", "1", *arguments],
            capture_output=True, text=True, env=dict(os.environ))

    def test_all_tables(self):
        run = self.run_report("--only", "strong", "sparse", "weak")
        self.assertEqual(run.returncode, 0, run.stderr)
        results = json.loads((self.folder / "ranks.json").read_text())
        self.assertEqual([one["ranks"] for one in results["strong"]], [1, 2])
        self.assertEqual([one["vertices"] for one in results["weak"]], [60, 85])
        self.assertEqual([one["method"] for one in results["sparse"]], ["sweep", "sweep"])
        two = results["strong"][1]
        self.assertEqual((two["compute"], two["waiting"], two["sending"], two["bytes"]),
                         (0.5, 0.03, 0.04, 2 * 10**9))
        again = self.run_report("--load", self.folder / "ranks.json")
        self.assertEqual(again.stdout, run.stdout)

    def test_wrong_distances_end_it(self):
        run = self.run_report("--only", "strong", breaks=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("wrong distances", run.stderr)


if __name__ == "__main__":
    unittest.main()
