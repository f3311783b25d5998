# SPDX-License-Identifier: MIT
"""Tables of sparse graphs follow from what was measured. Runs no program."""

import unittest

from hw3bench import sparse
from samples import rows_with


def on_road(solver, role, *runs, mode="output", **changes):
    return {"graph": "road", "kind": "road", "vertices": 1000, "edges": 2800, "mode": mode,
            "solver": solver, "role": role, "repeats": len(runs), "seconds": sorted(runs)[len(runs) // 2],
            "runs": list(runs), "answer_bytes": 4000000, "method": None, "arithmetic": None,
            "fill": None, "peak_memory_bytes": None, "phases": {}, **changes}


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
        text = sparse.report(self.results(
            self.AUTO, on_road("dense", "method", 9.0), on_road("sweep", "method", 1.0, 1.0, 3.0),
            on_road("scipy-dijkstra", "peer", 40.0), on_road("networkit-apsp", "peer", 80.0)))
        # Against the sweep run by run: 2, 4 and 2 times. SciPy ran once, so the medians are divided.
        self.assertEqual(rows_with(text, ["road", "1000", "2800", "output"]),
                         [["sweep", "4.000", "9.000", "1.000", "40.000", "80.000", "2", "10"]])
        for part in ("Some CPU, 4 processors; 2026-01-02; medians of 3 runs in alternation on 2 threads",
                     "scipy 1.2", "Left out: igraph."):
            self.assertIn(part, text)
        self.assertNotIn("Targets", text)

    def test_a_call_of_ours_is_held_against_peers_and_is_none(self):
        text = sparse.report(self.results(
            self.AUTO, on_road("apsp-shortest-path", "call", 1.0, 2.0, 4.0),
            on_road("scipy-dijkstra", "peer", 40.0, 60.0, 80.0)))
        self.assertEqual(rows_with(text, ["road", "1000", "2800", "output"]),
                         [["sweep", "4.000", "", "", "2.000", "60.000", "", "15", "30"]])
        # Two sessions by the choice alone: no method is compared.
        text = sparse.report({**self.results(self.AUTO, on_road("scipy-dijkstra", "peer", 40.0)),
                              "methods": ["auto", "auto"]})
        self.assertEqual(rows_with(text, ["road", "1000", "2800", "output"]),
                         [["sweep", "4.000", "40.000", "10"]])

    def test_a_peer_counts_in_both_modes_and_a_writer_in_its_own(self):
        results = self.results(
            {**self.AUTO, "mode": "summary"}, on_road("scipy-dijkstra", "peer", 40.0, mode="summary"),
            {**self.AUTO, "runs": [8.0], "seconds": 8.0}, on_road("writer", "writer", 2.0))
        summary, output = sparse.rows_of(results)
        self.assertEqual((summary.ours_to("best peer"), output.ours_to("best peer")), (0.1, 0.2))
        self.assertEqual((summary.ours_to("writer"), output.ours_to("writer")), (None, 4))
        self.assertIsNone(output.ours_to("best method"))

    def test_the_ceiling_is_a_copy_of_the_answer(self):
        text = sparse.ceiling_table(self.results(self.AUTO, on_road("writer", "writer", 2.0)))
        self.assertEqual(rows_with(text, ["road", "1000", "output"]),
                         [["u16", "3.3", "4.000", "1.500", "0.004", "0.400", "10 %", "2.000", "2",
                           "5"]])

    def test_targets(self):
        text = sparse.targets_table(self.results(
            self.AUTO, on_road("dense", "method", 9.0), on_road("writer", "writer", 2.0),
            targets=[self.target("writer", 2), self.target("writer", 1.9), self.target("dense", 0.5),
                     self.target("best method", 0.4), self.target("best peer", 1),
                     self.target("writer", 2, mode="summary")]))
        self.assertEqual([line[-3:] for line in rows_with(text, ["road", "1000"])],
                         [["2", "2", "yes"], ["2", "1.9", "no"], ["0.444", "0.5", "yes"],
                          ["0.444", "0.4", "no"], ["", "1", "open"], ["", "2", "open"]])


if __name__ == "__main__":
    unittest.main()
