# SPDX-License-Identifier: MIT
"""Medians of what was measured, tables of dense graphs, marked pages, two builds. Runs no program."""

import unittest

from hw3bench import dense, frame
from hw3bench.timing import median_of
from samples import measured, measurement, session, solve


class MedianTest(unittest.TestCase):
    def test_median_of_each_figure(self):
        median = median_of([solve(3, 10, 20, read=1), solve(1, 30, 40, read=5),
                                    solve(2, 20, 100, read=2)])
        self.assertEqual((median["seconds"], median["compute_rate"], median["ceiling"]), (2, 20, 40))
        self.assertEqual(median["phases"], {"read": 2})
        self.assertEqual(median["repeats"], 3)

    def test_ratio_is_to_the_ceiling_beside_the_run(self):
        # The ratios are 1/2, 3/4 and 1/5; the ratio of the medians would be another, 20 / 40.
        median = median_of([solve(1, 10, 20), solve(1, 30, 40), solve(1, 20, 100)])
        self.assertEqual(median["ratio"], 0.5)
        self.assertEqual(median["best_ratio"], 0.75)
        median = median_of([solve(1, 9, 10), solve(1, 30, 100), solve(1, 20, 25)])
        self.assertEqual(median["ratio"], 0.8)

    def test_sessions_have_one_median(self):
        pooled = dense.join([
            session(measured(solve(1, 10, 20), solve(1, 16, 20)),
                    measured(solve(1, 1, 2), threads=1), repeats=2, date="2026-01-03"),
            session(measured(solve(9, 18, 20)), repeats=1)])
        # The one that was measured in one session alone is left out.
        [one] = pooled["measurements"]
        self.assertEqual((one["ratio"], one["seconds"], one["repeats"]), (0.8, 1, 3))
        self.assertEqual(one["threads"], 2)
        self.assertIn("2026-01-03; medians of 3 runs in alternation, 2 sessions.", dense.report(pooled))

    def test_sessions_that_do_not_belong_together(self):
        with self.assertRaisesRegex(ValueError, "different machines"):
            dense.join([session(), session(machine={"cpu": "Some CPU", "processors": 4})])

    def test_sessions_of_other_subcommands_share_their_tables(self):
        both = frame.join([{**session(), "strong": [1], "ceilings": {"strong": 2}},
                           {**session(), "strong": [3], "weak": [4], "ceilings": {"weak": 5}}])
        self.assertEqual((both["strong"], both["weak"]), ([1, 3], [4]))
        self.assertEqual(both["ceilings"], {"strong": 2, "weak": 5})

    def test_no_ceiling_no_ratio(self):
        median = median_of([solve(1, 10, None), solve(1, 30, None)])
        self.assertIsNone(median["ceiling"])
        self.assertIsNone(median["ratio"])
        self.assertIsNone(median["best_ratio"])


class TableTest(unittest.TestCase):
    def test_numbers_of_a_configuration(self):
        text = dense.configurations_table([measurement(), measurement(ceiling=None, ratio=None,
                                                                        best_ratio=None,
                                                                        instruction_set="portable")])
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
        self.assertEqual(lines[2], ["hw3-1", "500", "900", "avx2", "u16", "2", "40.0", "50.0",
                                    "80 %", "83 %", "0.500"])
        self.assertEqual(lines[3][6:9], ["40.0", "", ""])

    def test_fewer_threads_are_in_the_scaling_table_alone(self):
        both = [measurement(compute_rate=76e9), measurement(threads=1, compute_rate=40e9)]
        self.assertEqual(len(dense.configurations_table(both).splitlines()), 3)
        last = dense.scaling_table(both).splitlines()[-1]
        self.assertIn("76.0", last)
        self.assertIn("1.90", last)
        self.assertEqual(dense.scaling_table(both[:1]), "")

    def test_a_program_without_threads_is_not_hidden_by_one_with(self):
        text = dense.configurations_table([measurement(), measurement(program="hw3-2", threads=0)])
        self.assertIn("hw3-2", text)

    def test_whole_process_shows_what_was_not_forced(self):
        text = dense.whole_process_table([measurement(), measurement(forced=False, seconds=0.25)])
        self.assertEqual(len(text.splitlines()), 3)
        self.assertIn("0.250", text)

    def test_report_says_what_was_left_out(self):
        text = dense.report({"machine": {"cpu": "Some CPU", "processors": 2}, "repeats": 5,
                               "date": "2025-01-31", "left_out": ["SciPy"],
                               "measurements": [measurement(), measurement(forced=False)]})
        for part in ("Some CPU, 2 processors; 2025-01-31", "Left out: SciPy.", "80 %"):
            self.assertIn(part, text)


class MarkerTest(unittest.TestCase):
    TEXT = ("a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n"
            "<!-- bench:begin other -->\nold\n<!-- bench:end -->\nc\n")

    def test_only_the_named_pair_changes_and_twice_is_once(self):
        once = frame.replace_between_markers(self.TEXT, "other", "new\n")
        self.assertEqual(once, "a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n"
                               "<!-- bench:begin other -->\n\nnew\n\n<!-- bench:end -->\nc\n")
        self.assertEqual(frame.replace_between_markers(once, "other", "new"), once)

    def test_the_unnamed_pair(self):
        self.assertIn("a\n<!-- bench:begin -->\n\nnew\n\n<!-- bench:end -->\nb\n",
                      frame.replace_between_markers(self.TEXT, "", "new"))

    def test_a_missing_pair_is_an_error(self):
        for text in ("", "<!-- bench:end -->\n<!-- bench:begin -->\n"):
            with self.assertRaises(ValueError):
                frame.replace_between_markers(text, "", "new")


def runs_of(*seconds):
    """A repeat for each triple of compute seconds: A, B, A again."""
    return [dict(zip(dense.SIDES, triple)) for triple in seconds]


class CompareTest(unittest.TestCase):
    def test_a_build_that_is_slower_in_every_repeat(self):
        # The machine gets slower by the minute; the ratio within a repeat does not.
        found = dense.compare(runs_of((1, 1.1, 1), (2, 2.2, 2), (4, 4.4, 4)))
        self.assertAlmostEqual(found["b_over_a"], 1.1)
        self.assertAlmostEqual(found["again_over_a"], 1)
        self.assertAlmostEqual(found["seconds_a"], 2)
        self.assertEqual(found["verdict"], "slower")

    def test_a_difference_that_the_same_build_has_too_says_nothing(self):
        found = dense.compare(runs_of((1, 1.04, 1.06), (1, 1.04, 1.06), (1, 1.04, 1.06)))
        self.assertEqual(found["verdict"], "same")

    def test_one_per_cent_is_never_a_difference(self):
        self.assertEqual(dense.compare(runs_of((1, 1.009, 1)))["verdict"], "same")
        self.assertEqual(dense.compare(runs_of((1, 0.9, 1)))["verdict"], "faster")


if __name__ == "__main__":
    unittest.main()
