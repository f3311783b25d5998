# SPDX-License-Identifier: MIT
"""Tables of GPUs, and what Nsight Compute says. Runs no program."""

import unittest

from hw3bench import gpu, ncu, scaling, tables
from samples import cells, session

HEADER = '"ID","Process ID","Kernel Name","Block Size"'
REMAINDER = '"void apsp::gpu::(anonymous namespace)::product_kernel<apsp::gpu::U16x2>(int)"'
TIME = "gpu__time_duration.sum"
LOADS = "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum"
COPIES = "smsp__inst_executed_op_ldgsts.sum"


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
        row.update(method="dense", element="float64", rows=1000, s32=0.0009, difference=1.26e-6)
        self.assertEqual(cells(gpu.floats_table(self.results(floats=[row])), 2)[3:],
                         ["1000", "dense", "float64", "1.00", "1.00", "n/a", "0.90", "90 %", "0.500",
                          "1.3e-06"])
        row.update(method="sweep", rows=10)
        self.assertEqual(cells(gpu.floats_table(self.results(floats=[row])), 2)[7], "")


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


if __name__ == "__main__":
    unittest.main()
