# SPDX-License-Identifier: MIT
"""hw3-bench dense from end to end, on tiny graphs. Usage: dense_program_test.py BUILD_FOLDER"""

import shlex
import unittest

from bench_case import BUILD_FOLDER, BenchTest, built
from stand_ins import WRONG


class DenseTest(BenchTest):
    # Few enough runs that a test takes a second: the ceilings cost most.
    FEW = ("--isas", "portable", "--threads", "1")

    def dense(self, *arguments, **more):
        return self.bench("dense", *self.FEW, *arguments, **more)

    def test_results_tables_and_files(self):
        page = self.path / "page.md"
        page.write_text("<!-- bench:begin here -->\n<!-- bench:end -->\n")
        # The few edges of the first make paths longer than 8 bits hold, the many of the second short.
        said = self.dense("--sizes", "12:20", "260:67340", "--widths", "u8", "u16", "--update",
                          f"{page}#here")
        self.assertIn("hw3-1 portable u8 1 threads at V = 12, E = 20: not exact", said)
        self.assertNotIn("Checked by a sample", said)
        self.assertIn(said.strip(), page.read_text())
        measurements = self.saved("dense")["measurements"]
        found = {(m["program"], m["vertices"], m["forced"], m["arithmetic"])
                 for m in measurements if m["program"] == "hw3-1"}
        self.assertEqual(found, {("hw3-1", 12, False, "u16"), ("hw3-1", 12, True, "u16"),
                                 ("hw3-1", 260, False, "u8"), ("hw3-1", 260, True, "u8"),
                                 ("hw3-1", 260, True, "u16")})
        self.assertTrue(all(m["compute_rate"] > 0 and m["seconds"] > 0 for m in measurements))
        self.assert_loads("dense", said)
        twice = self.dense("--load", *[self.path / "dense.json"] * 2)
        self.assertIn(" runs in alternation, 2 sessions.", twice)
        self.assertEqual(twice.splitlines()[1:], said.splitlines()[1:])

    def test_two_builds_against_each_other(self):
        said = self.dense("--compare", self.programs, self.programs, "--sizes", "12:20", "260:67340",
                          "--widths", "u8", "s32")
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in said.splitlines()
                 if line.startswith("| hw3-1 ")]
        self.assertEqual([tuple(line[1:5]) for line in lines],
                         [(size, edges, width, phase)
                          for size, edges, widths in (("12", "20", ("auto", "s32")),
                                                      ("260", "67340", ("auto", "u8", "s32")))
                          for width in widths for phase in ("compute", "whole")])
        for line in lines:
            self.assertGreater(float(line[7]), 0)

    def test_a_build_with_wrong_distances_is_not_compared(self):
        self.script("hw3-1", WRONG)
        said = self.dense("--compare", BUILD_FOLDER, self.programs, "--sizes", "260:67340", code=1)
        self.assertIn("wrong distances", said)

    def test_predecessors_have_a_price(self):
        self.dense("--predecessors", "--sizes", "90:800")
        [row] = self.saved("dense")["predecessors"]
        self.assertGreater(row["search"], 0)
        self.assertGreater(row["compute"], 0)

    def test_no_time_for_a_wrong_result(self):
        said = self.dense("--sizes", "12:20", "--widths", "s32", "--program",
                          self.script("hw3-wrong", WRONG), code=1)
        self.assertIn("row 0, column 1", said)
        self.assertFalse((self.path / "dense.json").exists())

    def test_a_sample_is_not_called_a_proof(self):
        self.script("hw3-check", f'#!/bin/sh\nexec {shlex.quote(str(built("hw3-check")))} --rows 3 "$@"\n')
        options = ("--sizes", "12:20", "--widths", "u16")
        line = "Checked by a sample: V = 12, E = 20: right as far as checked: 12 x 12; 3 of 12 rows"
        self.assertIn(line, self.dense(*options))
        twice = self.dense("--load", *[self.path / "dense.json"] * 2)
        self.assertEqual(twice.count(line), 1)
        self.script("hw3-check", "#!/bin/sh\necho no idea\n")  # a verdict that is none
        self.assertIn("'no idea'", self.dense(*options, code=1))


if __name__ == "__main__":
    unittest.main()
