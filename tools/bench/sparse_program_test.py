# SPDX-License-Identifier: MIT
"""hw3-bench sparse and near from end to end, on tiny graphs. Usage: sparse_program_test.py BUILD_FOLDER"""

import subprocess
import unittest

from bench_case import BenchTest, built
from stand_ins import WRONG_METHOD, WRONG_ROWS


class SparseTest(BenchTest):
    def sparse(self, *arguments, **more):
        return self.bench("sparse", "--quick", "--no-peers", *arguments, **more)

    def test_all_methods(self):
        said = self.sparse()
        results = self.saved("sparse")
        methods = results["methods"]
        self.assertLessEqual({"auto", "dense", "sweep"}, set(methods))
        solvers = {}
        for m in results["sparse"]:
            solvers.setdefault((m["graph"], m["vertices"], m["mode"]), []).append(m["solver"])
            self.assertGreater(m["seconds"], 0)
        self.assertEqual(solvers["road", 400, "summary"], methods)
        for key in (("road", 400, "output"), ("knn", 400, "output"), ("packages", 400, "output"),
                    ("grid", 98, "output"), ("dense", 81, "output")):
            self.assertEqual(solvers[key], [*methods, "writer"])
        self.assertGreater(results["copy_bytes_per_second"], 0)
        self.assertIn("Left out: large graphs: only with --large.", said)
        self.assertNotIn("Checked by a sample", said)
        self.assert_loads("sparse", said)

    def test_answers_that_are_not_written_are_verified(self):
        said = self.sparse("--large", "--largest", "99999", "--graphs", "road", "attachment")
        modes = {(m["graph"], m["vertices"]): m["mode"] for m in self.saved("sparse")["sparse"]
                 if m["vertices"] >= 400}
        self.assertEqual(modes, {("road", 400): "summary", ("road", 1500): "summary",
                                 ("road", 5280): "summary", ("attachment", 400): "summary"})
        self.assertEqual([m["solver"] for m in self.saved("sparse")["sparse"]
                          if m["vertices"] == 5280], ["auto", "sweep"])
        self.assertIn("Checked by a sample: V = 5280, E = 14784: --verify", said)
        self.assertIn("Left out: the output of road, V = 400, and all peers: above --largest.", said)

    def test_networks(self):
        file = self.path / "small.bin"
        subprocess.run([built("hw3-gen"), "grid", file, "--vertices", "60", "--weights", "1:1"],
                       check=True)
        said = self.bench("sparse", "--networks", file, "--repeats", "1")
        rows = self.saved("sparse")["sparse"]
        ours = [(m["graph"], m["mode"], m["solver"]) for m in rows if m["role"] in ("method", "writer")]
        self.assertEqual(ours, [("small", "summary", "auto"), ("small", "output", "auto"),
                                ("small", "output", "writer")])
        # Each peer is one that is here, or is left out.
        called = {m["solver"] for m in rows if m["role"] in ("peer", "call")}
        for peer in ("apsp-shortest-path", "scipy-dijkstra", "networkit-apsp", "igraph-distances",
                     "networkx-dijkstra"):
            self.assertNotEqual(peer in called, f"{peer}: not installed" in said)
        self.assert_loads("sparse", said)

    def test_no_time_for_a_wrong_method(self):
        # Right unless its method is forced, as the first run's is not.
        for spoilt, graph, message in (("output", "mail", "--method dense: wrong distances"),
                                       ("summary", "knn", "--method dense: wrong summary"),
                                       ("all", "mail", "row 0, column 1")):
            wrong = self.script("hw3-wrong", WRONG_METHOD, SPOILT=spoilt)
            self.assertIn(message, self.sparse("--program", wrong, "--graphs", graph, code=1))

    def test_a_solver_without_methods(self):
        self.assertIn("hw3-triple-loop has no --method",
                      self.sparse("--program", "hw3-triple-loop", code=1))


class NearTest(BenchTest):
    def test_sparse_answers(self):
        said = self.bench("near", "--vertices", "3000", "--pairs-vertices", "2000", "--rows", "40",
                          "--targets", "90", "--nearest", "4", "--pairs", "5000")
        rows = self.saved("near")["near"]
        self.assertEqual([row["question"] for row in rows],
                         ["`--within 5000`, first hops",
                          "`--nearest 4` of 90 `--targets` at random, first hops",
                          "`hw3-path --lengths --pairs`"])
        self.assertEqual([row["vertices"] for row in rows], [3000, 3000, 2000])
        self.assertEqual([row["entries"] for row in rows[1:]], [4 * 3000 + 90, 5000])
        self.assertEqual([row["checked"] for row in rows[:2]], [40, 40])
        self.assertLessEqual(40, rows[2]["checked"])
        self.assertEqual([row["compute"] is None for row in rows], [False, False, True])
        for row in rows:
            self.assertGreater(row["seconds"], row["compute"] or 0)
        self.assertIn("1 run in alternation on 2 threads.", said)
        self.assert_loads("near", said)

    def wrong(self):
        """Standard error of a run that checks all rows and pairs, and finds something wrong."""
        said = self.bench("near", "--vertices", "300", "--pairs-vertices", "300", "--rows", "300",
                          "--targets", "300", "--pairs", "300", code=1)
        self.assertFalse((self.path / "near.json").exists())
        return said

    def test_no_time_for_wrong_rows(self):
        at = 48 + 8 * 300  # of the first destination, 0
        for asked, change, message in (
                ("--within", "data[16] ^= 1", "wrong header"),
                ("--within", "data.pop()", "wrong header"),
                ("--within", "data[40] ^= 1", "wrong offsets"),
                ("--within", f"data[{at}] ^= 1",
                 r"wrong row 0: found \(1, 0, -9999\), expected \(0, 0, -9999\)"),
                ("--within", f"data[{at} + (len(data) - {at}) // 3] ^= 1",
                 r"wrong row 0: found \(0, 1, -9999\), expected \(0, 0, -9999\)"),
                ("--within", "data[-4] ^= 1", r"wrong row 299: found \(299, 0, -10000\)"),
                ("--nearest", "data[-4] ^= 1", r"wrong row 299: found .*, expected \("),
                ("--nearest", "again and data.pop()", "--nearest 10.*: wrong answer: it differs")):
            with self.subTest(asked=asked, change=change):
                script = self.script("hw3-1", WRONG_ROWS, ASKED=asked, CHANGE=change)
                self.assertRegex(self.wrong(), message)
                script.with_name("hw3-1.ran").unlink()

    def test_no_time_for_wrong_pairs(self):
        for spoilt, message in (("| sed '$s/$/0/'", "wrong line 300: found '"),
                                ("| sed '$d'", "wrong number of lines: found 299, expected 300"),
                                ("&& echo no idea >&2 && exit 3", "no idea")):
            self.script("hw3-path", f'#!/bin/sh\nREAL "$@" {spoilt}\n', REAL=built("hw3-path"))
            self.assertIn(message, self.wrong())


if __name__ == "__main__":
    unittest.main()
