# SPDX-License-Identifier: MIT
"""Tables of peers, sparse answers, choices, networks and batches. Runs no program."""

import argparse
import unittest

from hw3bench import near, peers, predictions, programs, python, real, threads
from samples import rows_with, session


class OthersTest(unittest.TestCase):
    def test_peers_are_multiples_of_ours(self):
        found = {(10, "hw3-1"): 0.1, (10, "scipy-dijkstra"): 0.4, (20, "hw3-1"): 0.2,
                 (20, "hw3-triple-loop"): 13.0}
        rows = [{"vertices": vertices, "program": name, "seconds": taken}
                for (vertices, name), taken in found.items()]
        text = peers.report({**session(), "limit": 10, "versions": {"scipy": "1.2"}, "dense": rows})
        self.assertIn("the best of 2 runs in alternation; scipy 1.2.", text)
        self.assertEqual(rows_with(text, ["program"]), [["V = 10", "V = 20"]])
        self.assertEqual(rows_with(text, ["hw3-1"]), [["0.100", "0.200"]])
        self.assertEqual(rows_with(text, ["scipy-dijkstra"]), [["0.400, 4 x", ""]])
        self.assertEqual(rows_with(text, ["hw3-triple-loop"]), [["", "13.0, 65 x"]])

    def test_what_is_not_known_of_sparse_answers_is_left_open(self):
        row = {"question": "`--within 5`", "vertices": 60, "entries": 700, "checked": 20, "seconds": 0.5,
               "compute": 0.25, "peak_memory_bytes": 71500000}
        text = near.report({**session(), "threads": 2, "near": [
            row, {**row, "question": "pairs", "compute": None, "peak_memory_bytes": None}]})
        self.assertIn("medians of 2 runs in alternation on 2 threads.", text)
        self.assertEqual(rows_with(text, ["`--within 5`"]),
                         [["60", "700", "0.500", "0.250", "72", "20"]])
        self.assertEqual(rows_with(text, ["pairs"]), [["60", "700", "0.500", "", "", "20"]])

    def test_the_worst_choice_of_threads_stands_above(self):
        row = {"kind": "road", "vertices": 60, "edges": 7, "chosen": 2, "seconds": 0.004,
               "phases": {"1": 0.002, "2": 0.004}, "best": 1, "ratio": 2.0}
        text = threads.report({**session(), "threads": [{**row, "vertices": 9, "ratio": 1.0}, row]})
        self.assertIn("the default takes 2.00 times the seconds of the best number: road, V = 60", text)
        self.assertEqual(rows_with(text, ["road", "60"]),
                         [["7", "2", "4.00", "2.00", "4.00", "1", "2.00"]])
        self.assertEqual(threads.numbers_up_to(6), [1, 2, 4, 6])
        self.assertEqual(threads.numbers_up_to(1), [1])

    def test_predictions_and_the_least_disturbed_run(self):
        def row(method, expected, compute, graph="road", forced=False, program="hw3-1", runs=(2, 4),
                disturbed=False):
            return {"graph": graph, "vertices": 60, "edges": 7, "weights": "1", "program": program,
                    "threads": 2, "forced": forced, "method": method, "seconds": 3.0, "runs": runs,
                    "computes": [compute, 2 * compute],
                    "repeats": 2, "compute": compute, "disturbed": disturbed, "processors": 5.0,
                    "phases": {"compute": 9.0, "bound": 0.5}, "predicted": {method: expected, "dense": 8.0}}

        rows = [row("sweep", 1.0, 2.0), row("search", 1.0, 0.25, forced=True),
                row("sweep", 1.0, 0.001, "grid")]
        text = real.report({**session(), "networks": rows})
        self.assertIn("1000.00 times apart", text)
        self.assertEqual(rows_with(text, ["road", "60", "1", "hw3-1", "2", "(search)"]),
                         [["8.000", "", "1.000", "0.250", "4.00"]])
        self.assertEqual(rows_with(text, ["road", "60", "7", "1", "hw3-1", "2", "sweep"]),
                         [["3.000", "5.000", "", "0.500", "9.000", "2"]])
        builds = [row("sweep", 1, 2, program="hw3-1 A"),
                  row("search", 1, 4, program="hw3-1 B", runs=(1, 3))]
        text = real.report({**session(), "networks": builds, "builds": ["old", "new"]})
        self.assertEqual(rows_with(text, ["road", "hw3-1", "2", "sweep", "search"]),
                         [["3.000", "2.000", "0.62", "3.000", "6.000", "2.00"]])

        measured = {**session(), "predictions": rows}
        self.assertEqual(rows_with(predictions.worst_table(measured), ["2"]),
                         [["2", "3.00", "4.00", "road", "(search)"]])
        predictions.require(measured, argparse.Namespace(most=4))
        with self.assertRaisesRegex(programs.Failed, "road, 2 threads, search: .* off 4.00 times"):
            predictions.require(measured, argparse.Namespace(most=3.9))

        # What other programs disturbed counts neither way, and most of it is no test.
        rows = [row("sweep", 1.0, 1.0), row("search", 9.0, 1.0, disturbed=True)]
        measured["predictions"] = rows
        predictions.require(measured, argparse.Namespace(most=1.5))
        self.assertIn("nor 1 rows that other programs disturbed", predictions.report(measured))
        measured["predictions"] = [*rows, rows[1]]
        with self.assertRaisesRegex(programs.Failed, "disturbed most runs") as failed:
            predictions.require(measured, argparse.Namespace(most=1.5))
        self.assertEqual(failed.exception.code, 77)

    def test_a_run_is_disturbed_where_others_take_its_processors(self):
        def disturbed(idle, threads=2, of_processors=1.8):
            return programs.Solve({"threads": threads}, 1.0, of_processors, idle, 2).disturbed

        self.assertFalse(disturbed(idle=0.2))
        self.assertFalse(disturbed(idle=0.1))
        self.assertTrue(disturbed(idle=0.0))
        self.assertFalse(disturbed(idle=0.0, threads=1, of_processors=0.95))
        self.assertTrue(disturbed(idle=0.0, threads=1, of_processors=0.8))
        self.assertFalse(programs.Solve({"threads": 2}, 1.0).disturbed)

    def test_batches_of_two_kinds_stand_side_by_side(self):
        text = python.batches_table({"batches": [
            {"graphs": "dense", "call": "a loop", "rate": 1000, "times": 1},
            {"graphs": "molecules", "call": "`batch`", "rate": 250000, "times": 250}]})
        self.assertEqual(rows_with(text, ["a loop"]), [["1,000", "1", "", ""]])
        self.assertEqual(rows_with(text, ["`batch`"]), [["", "", "250,000", "250"]])


if __name__ == "__main__":
    unittest.main()
