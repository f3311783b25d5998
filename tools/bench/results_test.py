# SPDX-License-Identifier: MIT
"""The benchmark's tables follow from what it measured."""

import io
import unittest

from hw3bench import cpu_results, pages, sparse_results
from hw3bench.timing import median_of


def solve(seconds, rate, ceiling, **phases):
    return {"seconds": seconds, "compute_rate": rate, "ceiling": ceiling, "phases": phases}


def measurement(**changes):
    m = {"program": "hw3-1", "kind": "random", "vertices": 500, "edges": 900, "instruction_set": "avx2",
         "arithmetic": "u16", "forced": True, "threads": 2, "peer": False, "repeats": 5,
         "seconds": 0.5, "compute_rate": 40e9, "ceiling": 50e9, "ratio": 0.8, "best_ratio": 0.83,
         "phases": {"read": 0.1, "compute": 0.4}, "peak_memory_bytes": 7}
    return {**m, **changes}


def session(*measurements, repeats=2, **changes):
    return {"machine": {"cpu": "Some CPU", "processors": 2}, "date": "2026-01-02",
            "repeats": repeats, "left_out": [], "measurements": list(measurements), "kinds": [],
            **changes}


def measured(*solves, **changes):
    return measurement(**median_of(list(solves)), **changes)


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
        pooled = cpu_results.pool([
            session(measured(solve(1, 10, 20), solve(1, 16, 20)),
                    measured(solve(1, 1, 2), threads=1), repeats=2, date="2026-01-03"),
            session(measured(solve(9, 18, 20)), repeats=1)])
        # The one that was measured in one session alone is left out.
        [one] = pooled["measurements"]
        self.assertEqual((one["ratio"], one["seconds"], one["repeats"]), (0.8, 1, 3))
        self.assertEqual(one["threads"], 2)
        self.assertIn("2026-01-03; medians of 3 runs in 2 sessions.", cpu_results.heading(pooled))

    def test_one_session_stays_as_it_is(self):
        alone = session(measurement())  # without its single runs, as older files are
        self.assertIs(cpu_results.pool([alone]), alone)
        self.assertIn("medians of 2 runs.", cpu_results.heading(alone))

    def test_sessions_that_do_not_belong_together(self):
        with self.assertRaisesRegex(ValueError, "different machines"):
            cpu_results.pool([session(), session(machine={"cpu": "Some CPU", "processors": 4})])
        with self.assertRaisesRegex(ValueError, "single runs"):
            cpu_results.pool([session(measurement()), session(measurement())])

    def test_no_ceiling_no_ratio(self):
        median = median_of([solve(1, 10, None), solve(1, 30, None)])
        self.assertIsNone(median["ceiling"])
        self.assertIsNone(median["ratio"])
        self.assertIsNone(median["best_ratio"])


class TableTest(unittest.TestCase):
    def test_numbers_of_a_configuration(self):
        text = cpu_results.configurations_table([measurement(), measurement(ceiling=None, ratio=None,
                                                                        best_ratio=None,
                                                                        instruction_set="portable")])
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
        self.assertEqual(lines[2], ["hw3-1", "500", "900", "avx2", "u16", "2", "40.0", "50.0",
                                    "80 %", "83 %", "0.500"])
        self.assertEqual(lines[3][6:9], ["40.0", "", ""])

    def test_fewer_threads_are_in_the_scaling_table_alone(self):
        both = [measurement(compute_rate=76e9), measurement(threads=1, compute_rate=40e9)]
        self.assertEqual(len(cpu_results.configurations_table(both).splitlines()), 3)
        last = cpu_results.scaling_table(both).splitlines()[-1]
        self.assertIn("76.0", last)
        self.assertIn("1.90", last)
        self.assertEqual(cpu_results.scaling_table(both[:1]), "")

    def test_a_program_without_threads_is_not_hidden_by_one_with(self):
        text = cpu_results.configurations_table([measurement(), measurement(program="hw3-2", threads=0)])
        self.assertIn("hw3-2", text)

    def test_whole_process_shows_what_was_not_forced(self):
        text = cpu_results.whole_process_table([measurement(), measurement(forced=False, seconds=0.25)])
        self.assertEqual(len(text.splitlines()), 3)
        self.assertIn("0.250", text)

    def test_peers_against_the_program_left_alone(self):
        text = cpu_results.peers_table([measurement(forced=False), measurement(seconds=9),
                                    measurement(program="scipy", peer=True, seconds=5, threads=1)])
        self.assertEqual(len(text.splitlines()), 4)
        self.assertTrue(text.splitlines()[-1].endswith(" 10.0 |"), text)

    def test_report_says_what_was_left_out(self):
        text = cpu_results.report({"machine": {"cpu": "Some CPU", "processors": 2}, "repeats": 5,
                               "date": "2025-01-31", "left_out": ["SciPy"],
                               "measurements": [measurement(), measurement(forced=False)]})
        for part in ("Some CPU, 2 processors, 2025-01-31", "Left out: SciPy.", "80 %"):
            self.assertIn(part, text)

    def test_report_shows_sparse_graphs_where_they_were_measured(self):
        whole = {"machine": {"cpu": "Some CPU", "processors": 2}, "repeats": 5, "left_out": [],
                 "date": "2025-01-31", "measurements": [measurement(), measurement(forced=False)]}
        self.assertNotIn("Sparse", cpu_results.report(whole))
        text = cpu_results.report({**whole, "kinds": [measurement(kind="ring", forced=False)]})
        line = next(line for line in text.splitlines() if "| ring " in line)
        self.assertEqual([cell.strip() for cell in line.split("|")[1:-1]],
                         ["hw3-1", "ring", "500", "900", "avx2", "u16", "2", "0.400", "40.0", "50.0",
                          "0.500"])

    def test_csv(self):
        file = io.StringIO()
        cpu_results.write_csv(session(measurement(), measurement(phases={"prove": 0.2})), file)
        header, first, second = file.getvalue().splitlines()
        self.assertTrue(header.endswith(",read_seconds,compute_seconds,prove_seconds"), header)
        self.assertTrue(first.endswith(",0.1,0.4,"), first)
        self.assertTrue(second.endswith(",,,0.2"), second)


def on_road(solver, role, *runs, mode="output", **changes):
    return {"graph": "road", "kind": "road", "vertices": 1000, "edges": 2800, "mode": mode,
            "solver": solver, "role": role, "repeats": len(runs), "seconds": sorted(runs)[len(runs) // 2],
            "runs": list(runs), "answer_bytes": 4000000, "method": None, "arithmetic": None,
            "fill": None, "peak_memory_bytes": None, "phases": {}, **changes}


def cells(text, begin):
    """The cells of the lines of all tables that begin with these cells."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()
             if line.startswith("| ")]
    return [line[len(begin):] for line in lines if line[:len(begin)] == begin]


class SparseTest(unittest.TestCase):
    AUTO = on_road("auto", "method", 2.0, 4.0, 6.0, method="sweep", arithmetic="u16", fill=3300,
                   peak_memory_bytes=5000000, phases={"compute": 1.5})

    def results(self, *measurements, targets=()):
        return {"date": "2026-01-02", "repeats": 3, "limit": 30.0, "threads": 2,
                "machine": {"cpu": "Some CPU", "processors": 4}, "left_out": ["igraph"], "sampled": [],
                "versions": {"scipy": "1.2"}, "copy_bytes_per_second": 1e7,
                "methods": ["auto", "dense", "sweep"], "targets": list(targets),
                "sparse": list(measurements)}

    def target(self, against, most, mode="output"):
        return {"graph": "road", "vertices": 1000, "mode": mode, "against": against, "most": most}

    def test_the_best_ones_are_those_of_others(self):
        text = sparse_results.report(self.results(
            self.AUTO, on_road("dense", "method", 9.0), on_road("sweep", "method", 1.0, 1.0, 3.0),
            on_road("scipy-dijkstra", "peer", 40.0), on_road("networkit-apsp", "peer", 80.0)))
        # Against the sweep run by run: 2, 4 and 2 times. SciPy ran once, so the medians are divided.
        self.assertEqual(cells(text, ["road", "1000", "2800", "output"]),
                         [["sweep", "4.000", "9.000", "1.000", "40.000", "80.000", "2", "10"]])
        for part in ("Some CPU, 2 threads, 2026-01-02; medians of 3 runs", "scipy 1.2",
                     "Left out: igraph."):
            self.assertIn(part, text)
        self.assertNotIn("Targets", text)

    def test_a_peer_counts_in_both_modes_and_a_writer_in_its_own(self):
        results = self.results(
            {**self.AUTO, "mode": "summary"}, on_road("scipy-dijkstra", "peer", 40.0, mode="summary"),
            {**self.AUTO, "runs": [8.0], "seconds": 8.0}, on_road("writer", "writer", 2.0))
        summary, output = sparse_results.rows_of(results["sparse"])
        self.assertEqual((summary.ours_to("best peer"), output.ours_to("best peer")), (0.1, 0.2))
        self.assertEqual((summary.ours_to("writer"), output.ours_to("writer")), (None, 4))
        self.assertIsNone(output.ours_to("best method"))

    def test_the_ceiling_is_a_copy_of_the_answer(self):
        text = sparse_results.ceiling_table(self.results(self.AUTO, on_road("writer", "writer", 2.0)))
        self.assertEqual(cells(text, ["road", "1000", "output"]),
                         [["u16", "3.3", "4.000", "1.500", "0.004", "0.400", "10 %", "2.000", "2",
                           "5"]])

    def test_targets(self):
        text = sparse_results.targets_table(self.results(
            self.AUTO, on_road("dense", "method", 9.0), on_road("writer", "writer", 2.0),
            targets=[self.target("writer", 2), self.target("writer", 1.9), self.target("dense", 0.5),
                     self.target("best method", 0.4), self.target("best peer", 1),
                     self.target("writer", 2, mode="summary")]))
        self.assertEqual([line[-3:] for line in cells(text, ["road", "1000"])],
                         [["2", "2", "yes"], ["2", "1.9", "no"], ["0.444", "0.5", "yes"],
                          ["0.444", "0.4", "no"], ["", "1", "open"], ["", "2", "open"]])


class MarkerTest(unittest.TestCase):
    TEXT = ("a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n"
            "<!-- bench:begin other -->\nold\n<!-- bench:end -->\nc\n")

    def test_only_the_named_pair_changes_and_twice_is_once(self):
        once = pages.replace_between_markers(self.TEXT, "other", "new\n")
        self.assertEqual(once, "a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n"
                               "<!-- bench:begin other -->\n\nnew\n\n<!-- bench:end -->\nc\n")
        self.assertEqual(pages.replace_between_markers(once, "other", "new"), once)

    def test_the_unnamed_pair(self):
        self.assertIn("a\n<!-- bench:begin -->\n\nnew\n\n<!-- bench:end -->\nb\n",
                      pages.replace_between_markers(self.TEXT, "", "new"))

    def test_a_missing_pair_is_an_error(self):
        for text in ("", "<!-- bench:end -->\n<!-- bench:begin -->\n"):
            with self.assertRaises(ValueError):
                pages.replace_between_markers(text, "", "new")


if __name__ == "__main__":
    unittest.main()
