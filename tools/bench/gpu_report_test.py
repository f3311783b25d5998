# SPDX-License-Identifier: MIT
"""The GPU's tables follow from what was measured. Needs no GPU."""

import io
import unittest

from hw3bench import gpu_results, ncu, tables

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


def results(**sections):
    return {"date": "2025-01-31", "repeats": 5, "size": "5000:100", "left_out": {},
            "machine": {"gpu": "Some GPU", "cpu": "Some CPU", "processors": 16},
            "ceilings": {name: {"s32": 16e12, "u16": 32e12, "copy": 4e12} for name in sections},
            **sections}


def cells(text, line):
    return [cell.strip() for cell in text.splitlines()[line].split("|")[1:-1]]


class TableTest(unittest.TestCase):
    PHASES = [{"vertices": 5, "edges": 6, "arithmetic": "u16", "seconds": 1.5, "rate": 8e12,
               "phases": {"read": 0.25, "compute": 0.5}}]
    KERNEL = {"kernel": "product_kernel", "phase": "3, remainder", "launches": 2, "seconds": 2e-4,
              "occupancy": 0.925, "sm_efficiency": 0.99, "shared_load": 20.512e12,
              "shared_store": 56.78e9, "global_load": 1.234e9, "global_store": None}

    def test_throughputs_have_three_digits(self):
        self.assertEqual([tables.throughput(x) for x in (20.512e12, 56.78e9, 1.234e9, 0, None)],
                         ["20512", "56.8", "1.23", "0.00", "n/a"])

    def test_profile(self):
        text = gpu_results.profile_table(results(profile=[
            {"program": "hw3-2", "arithmetic": "u16", **self.KERNEL}]))
        self.assertEqual(cells(text, 2)[:7], ["hw3-2", "u16", "3, remainder", "product_kernel",
                                              "200.0", "92.5 %", "99.0 %"])

    def test_phases(self):
        text = gpu_results.phases_table(results(phases=self.PHASES))
        self.assertEqual(cells(text, 0)[3:6], ["whole, s", "read", "compute"])
        self.assertEqual(cells(text, 2), ["5", "6", "u16", "1.500", "0.250", "0.500", "8.00",
                                          "25 %"])

    def test_report_has_what_was_measured_and_what_was_left_out(self):
        text = gpu_results.report({**results(phases=self.PHASES, profile=[]), "left_out": {
            "profile": 2 * ["hardware counters: none"]}})
        self.assertTrue(text.startswith("Some GPU; Some CPU, 16 processors; 2025-01-31; medians"))
        self.assertIn("16.00 T relax/s in s32, 32.00 in u16", text)
        self.assertEqual(text.count("Left out: hardware counters: none."), 1)
        self.assertNotIn("Nsight Compute", text)

    def test_csv(self):
        file = io.StringIO()
        gpu_results.write_csv(results(profile=[{"program": "hw3-2", "seconds": 0.002}],
                                      phases=self.PHASES), file)
        self.assertEqual(file.getvalue().splitlines(), [
            "section,program,seconds,vertices,edges,arithmetic,rate,read_seconds,compute_seconds",
            "profile,hw3-2,0.002,,,,,,",
            "phases,,1.5,5,6,u16,8000000000000.0,0.25,0.5"])


if __name__ == "__main__":
    unittest.main()
