# SPDX-License-Identifier: MIT
"""The tables follow from what was measured. Runs no program."""

import argparse
import unittest

from hw3bench import (
    dense,
    frame,
    gpu,
    ncu,
    near,
    peers,
    predictions,
    programs,
    python,
    real,
    scaling,
    sparse,
    tables,
    threads,
)
from hw3bench.timing import median_of

HEADER = '"ID","Process ID","Kernel Name","Block Size"'
REMAINDER = '"void apsp::gpu::(anonymous namespace)::product_kernel<apsp::gpu::U16x2>(int)"'
TIME = "gpu__time_duration.sum"
LOADS = "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum"
COPIES = "smsp__inst_executed_op_ldgsts.sum"


def cells(text, line):
    """Those of a line of a table."""
    return [cell.strip() for cell in text.splitlines()[line].split("|")[1:-1]]


def solve(seconds, rate, ceiling, **phases):
    return {"seconds": seconds, "compute_rate": rate, "ceiling": ceiling, "phases": phases}


def measurement(**changes):
    m = {"program": "hw3-1", "vertices": 500, "edges": 900, "instruction_set": "avx2",
         "arithmetic": "u16", "forced": True, "threads": 2, "repeats": 5,
         "seconds": 0.5, "compute_rate": 40e9, "ceiling": 50e9, "ratio": 0.8, "best_ratio": 0.83,
         "phases": {"read": 0.1, "compute": 0.4}, "peak_memory_bytes": 7}
    return {**m, **changes}


def session(*measurements, repeats=2, **changes):
    return {"machine": {"cpu": "Some CPU", "processors": 2}, "date": "2026-01-02",
            "repeats": repeats, "left_out": [], "measurements": list(measurements),
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


def on_road(solver, role, *runs, mode="output", **changes):
    return {"graph": "road", "kind": "road", "vertices": 1000, "edges": 2800, "mode": mode,
            "solver": solver, "role": role, "repeats": len(runs), "seconds": sorted(runs)[len(runs) // 2],
            "runs": list(runs), "answer_bytes": 4000000, "method": None, "arithmetic": None,
            "fill": None, "peak_memory_bytes": None, "phases": {}, **changes}


def rows_with(text, begin):
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


def output(names, units, *launches):
    """Output of ncu for launches (kernel, cells), among other lines of ncu and of the program."""
    lines = ["==PROF== Connected to process 7", "V = 5", HEADER + "".join(f',"{n}"' for n in names),
             '"","","",""' + "".join(f',"{u}"' for u in units)]
    lines += [f'"{n}","7",{kernel},"(256, 1, 1)"' + "".join(f',"{cell}"' for cell in cells)
              for n, (kernel, cells) in enumerate(launches)]
    return "\n".join([*lines, "==PROF== Disconnected from process 7"])


class NcuTest(unittest.TestCase):
    def test_units(self):
        for unit, factor in (("Gbyte/s", 1e9), ("Tbyte/s", 1e12), ("byte/s", 1), ("Kbyte", 1e3),
                             ("Mbyte/second", 1e6), ("usecond", 1e-6), ("msecond", 1e-3),
                             ("us", 1e-6), ("ns", 1e-9), ("s", 1), ("Kcycle", 1e3), ("inst", 1),
                             ("%", 1), ("", 1), ("byte/block", 1)):
            self.assertEqual(ncu.unit_factor(unit), factor, unit)

    def test_numbers(self):
        self.assertEqual(ncu.number("1,234,567.5"), 1234567.5)
        self.assertEqual(ncu.number("0"), 0)
        self.assertIsNone(ncu.number("n/a"))
        self.assertIsNone(ncu.number(""))

    def test_kernels_by_their_demangled_or_plain_names(self):
        for name, kernel in ((REMAINDER, "product_kernel"), ("product_kernel", "product_kernel"),
                             ("void apsp::gpu::(anonymous namespace)::panels_kernel<(int)32, (bool)1>"
                              "(int *, unsigned long, unsigned int)", "panels_kernel"),
                             ("fill_kernel", None)):
            self.assertEqual(ncu.kernel_of(name), kernel)

    def test_launches_in_base_units_without_what_is_missing(self):
        text = output([TIME, LOADS, "sm__other.sum"], ["us", "Mbyte", ""],
                      (REMAINDER, ["1,500.5", "2,000", "n/a"]), ('"fill_kernel"', ["1", "1", "1"]))
        (kernel, metrics), = ncu.parse_ncu(text)
        self.assertEqual(kernel, "product_kernel")
        self.assertAlmostEqual(metrics[TIME], 1500.5e-6)
        self.assertEqual(metrics[LOADS], 2e9)
        self.assertNotIn("sm__other.sum", metrics)

    def test_no_launches(self):
        for text in ("", "==ERROR== ERR_NVGPUCTRPERM", HEADER, output([TIME], ["ns"])):
            self.assertEqual(ncu.parse_ncu(text), [])

    def test_throughput_is_of_the_means_and_counts_asynchronous_copies(self):
        text = output([TIME, LOADS, COPIES], ["ns", "byte", "inst"],
                      (REMAINDER, ["1,000", "512", "1"]), (REMAINDER, ["3,000", "512", "3"]))
        row, = ncu.kernels_of(text)
        self.assertEqual((row["phase"], row["launches"]), ("3, remainder", 2))
        self.assertAlmostEqual(row["seconds"], 2e-6)
        self.assertAlmostEqual(row["global_load"], (512 + 2 * 512) / 2e-6, 3)
        self.assertIsNone(row["shared_load"])  # its metric is missing
        self.assertIsNone(row["occupancy"])

    def test_the_first_known_metric_of_the_copies_counts(self):
        metrics = {LOADS: 10, "sm__sass_data_bytes_mem_global_op_ldgsts.sum": 7}
        terms = ncu.FIGURES["global_load"]
        self.assertIsNone(ncu.figure({LOADS: 10}, terms))
        self.assertEqual(ncu.figure(metrics, terms), 17)
        self.assertEqual(ncu.figure({**metrics, COPIES: 1}, terms), 522)

    def test_phases_in_their_order(self):
        text = output([TIME], ["ns"], ('"product_kernel"', ["1"]), ('"close_pivot_kernel"', ["1"]))
        self.assertEqual([row["kernel"] for row in ncu.kernels_of(text)],
                         ["close_pivot_kernel", "product_kernel"])

    def test_metrics_that_a_complaint_names(self):
        for said in (COPIES, COPIES.split(".")[0] + "."):
            self.assertEqual(
                ncu.unknown_metrics(f"==ERROR== Failed to find metric {said}"), [COPIES])
        self.assertEqual(ncu.unknown_metrics("==ERROR== " + LOADS + "x"), [LOADS])
        self.assertEqual(ncu.unknown_metrics("l1tex__t_bytes_pipe_lsu_mem_global_op_ldx"),
                         [])


class GpuTest(unittest.TestCase):
    KERNEL = {"kernel": "product_kernel", "phase": "3, remainder", "launches": 2, "seconds": 2e-4,
              "occupancy": 0.925, "sm_efficiency": 0.99, "shared_load": 20.512e12,
              "shared_store": 56.78e9, "global_load": 1.234e9, "global_store": None}

    def results(self, **sections):
        return {**session(repeats=5), "machine": {"gpu": "Some GPU", "cpu": "Some CPU",
                                                  "processors": 16},
                "ceilings": {name: {"s32": 16e12, "u16": 32e12, "copy": 4e12} for name in sections},
                **sections}

    def test_throughputs_have_three_digits(self):
        self.assertEqual([tables.throughput(x) for x in (20.512e12, 56.78e9, 1.234e9, 0, None)],
                         ["20512", "56.8", "1.23", "0.00", "n/a"])

    def test_profile(self):
        text = gpu.profile_table(self.results(profile=[{"arithmetic": "u16", **self.KERNEL}]))
        self.assertEqual(cells(text, 2), ["u16", "3, remainder", "product_kernel", "200.0", "92.5 %",
                                          "99.0 %", "20512", "56.8", "1.23", "n/a"])

    def test_phases_and_what_was_left_out(self):
        rows = [{"vertices": 5, "edges": 6, "arithmetic": "u16", "seconds": 1.5, "rate": 8e12,
                 "phases": {"read": 0.25, "compute": 0.5}}]
        results = {**self.results(phases=rows), "left_out": ["hardware counters: none"] * 2}
        text = gpu.phases_table(results)
        self.assertEqual(cells(text, 0)[3:6], ["whole, s", "read", "compute"])
        self.assertEqual(cells(text, 2), ["5", "6", "u16", "1.500", "0.250", "0.500", "8.00",
                                          "25 %"])
        text = gpu.report(results)
        self.assertTrue(text.startswith("Some GPU; Some CPU, 16 processors; 2026-01-02; medians"))
        self.assertIn("16.00 T relax/s in s32, 32.00 in u16", text)
        self.assertEqual(text.count("Left out: hardware counters: none."), 1)
        self.assertNotIn("under Nsight Compute", text)

    def test_sweeps_count_shortcuts_and_the_core(self):
        row = {"graph": "road", "vertices": 1000, "edges": 7, "arithmetic": "u16", "fill": 3000,
               "core": 100, "compute": 0.001, "dense": None, "summary": 0.5, "dense_summary": None,
               "stream": 0.75}
        text = gpu.sweeps_table(self.results(sweeps=[row]))
        # 3000 x (1000 + 100) + 100^3 relaxes, and 4 MB of distances, in a millisecond.
        self.assertEqual(cells(text, 2)[4:], ["3.0", "100", "1.00", "0.004", "0 %", "0.0", "0 %", "",
                                              "0.500", "", "0.750"])


    def test_searches_and_floats(self):
        row = {"graph": "random", "vertices": 1000, "edges": 7000, "method": "search", "compute": 0.001,
               "seconds": 0.5}
        self.assertEqual(cells(gpu.searches_table(self.results(searches=[row])), 2)[3:],
                         ["search", "1.00", "1", "0.500"])
        row.update(method="dense", rows=1000, s32=0.0009, difference=1.26e-6)
        self.assertEqual(cells(gpu.floats_table(self.results(floats=[row])), 2)[3:],
                         ["1000", "dense", "1.00", "1.00", "0.90", "90 %", "0.500", "1.3e-06"])
        row.update(method="sweep", rows=10)
        self.assertEqual(cells(gpu.floats_table(self.results(floats=[row])), 2)[6], "")


def scaled(workers, compute, vertices=4000, threads=None, width="u16", **changes):
    return {"program": "some", "workers": workers, "threads": threads, "vertices": vertices,
            "edges": 7, "arithmetic": width, "method": "dense", "fill": None, "seconds": compute + 1,
            "solve": compute + 0.5, "compute": compute, "waiting": None, "sending": None,
            "bytes": None, "exchange": None, **changes}


class ScalingTest(unittest.TestCase):
    def columns(self, *rows):
        """{heading: its cell} of the last row."""
        text = scaling.scaling_table(rows)
        return dict(zip(cells(text, 0), cells(text, 1 + len(rows))))

    def test_speed_is_to_one_of_the_same_graph_and_width(self):
        last = self.columns(scaled(1, 4.0, width="s32"), scaled(1, 2.0, vertices=2000),
                            scaled(1, 2.0), scaled(2, 1.0, sending=0.01, bytes=2.5e9))
        self.assertEqual((last["times"], last["whole, times"], last["T relax/s"]),
                         ("2.00", "1.50", "0.06"))
        self.assertEqual((last["on way"], last["GB"]), ("1.0 %", "2.5"))
        self.assertNotIn("waited", last)
        self.assertNotIn("threads", last)

    def test_a_width_without_a_run_on_one_has_no_factor(self):
        last = self.columns(scaled(1, 2.0), scaled(2, 1.0, width="s32"))
        self.assertEqual((last["times"], last["efficiency"]), ("", ""))

    def test_communication_is_hidden_or_waited_for(self):
        last = self.columns(scaled(1, 1.84, threads=2),
                            scaled(2, 2.0, threads=1, waiting=0.05, sending=0.2, bytes=3e9))
        self.assertEqual([last[name] for name in ("times", "efficiency", "on way", "hidden", "waited",
                                                  "GB", "solve, times")],
                         ["0.92", "92 %", "10.0 %", "75 %", "2.5 %", "3.0", "0.94"])
        self.assertEqual(scaling.hidden(scaled(2, 1.0, waiting=0.3, sending=0.2)), 0)

    def test_weak_efficiency_is_the_rate_of_each(self):
        self.assertEqual(self.columns(scaled(1, 1.0, 1000), scaled(4, 2.5, 2000))["efficiency"], "80 %")

    def test_sweeps_are_compared_with_one(self):
        last = self.columns(scaled(1, 1.9, fill=12000), scaled(2, 1.0, fill=12000))
        self.assertEqual((last["fill / V"], last["times"]), ("3.00", "1.90"))
        self.assertNotIn("T relax/s", last)

    def test_ranks_stand_beside_one_process(self):
        ranks = scaled(2, 2.0, ranks_compute=2.05, ranks_seconds=3.5, exchange="NCCL")
        self.assertEqual(cells(scaling.ranks_table([ranks]), 2),
                         ["2", "4000", "7", "u16", "2.000", "2.050", "1.025", "NCCL", "3.000",
                          "3.500"])


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
