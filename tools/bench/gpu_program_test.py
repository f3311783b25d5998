# SPDX-License-Identifier: MIT
"""hw3-bench gpu, scaling and start. hw3-1 stands in for solvers. Usage: gpu_program_test.py BUILD_FOLDER"""

import unittest

from bench_case import BenchTest, built
from stand_ins import BROKEN_NCU, CEILING, LAUNCHER, NCU, NO_GPU, REAL_RATE, SOLVER, START


class GpuTest(BenchTest):
    def setUp(self):
        super().setUp()
        for name in ("hw3-2", "hw3-3"):
            self.script(name, SOLVER, REAL=built("hw3-1"))
        self.script("hw3-real-rate", REAL_RATE, REAL=built("hw3-real-rate"))
        for name, text in (("hw3-gpu-ceiling", CEILING), ("hw3-gpu-start", START), ("ncu", NCU),
                           ("launcher", LAUNCHER)):
            self.script(name, text)

    def gpu(self, *arguments, **more):
        return self.bench("gpu", "--ncu", self.programs / "ncu", "--size", "12:20", "--sizes", "12:20",
                          "30:100", "--sweeps", "road:1000", "ring:40", "--streamed", "20:100",
                          "--searches", "small-world:40", "random:30",
                          *arguments, **more)

    def test_all_tables(self):
        said = self.gpu()
        self.assertNotIn("hardware counters", said)
        self.assertIn("Left out: ring, V = 40: hw3-2 chose the method dense.", said)
        results = self.saved("gpu")
        self.assertEqual([(row["arithmetic"], row["kernel"]) for row in results["profile"]],
                         [(width, kernel) for width in ("s32", "u16")
                          for kernel in ("close_pivot_kernel", "product_kernel")])
        kernel = results["profile"][0]
        self.assertAlmostEqual(kernel["seconds"], 1000.5e-6)
        self.assertIsNone(kernel["sm_efficiency"])
        self.assertIsNone(kernel["global_store"])
        self.assertEqual([row["vertices"] for row in results["phases"]], [12, 12, 30, 30])
        self.assertIn("compute", results["phases"][0]["phases"])
        self.assertEqual([row["vertices"] for row in results["summary"]], [30, 30])
        (road,) = results["sweeps"]
        self.assertEqual((road["graph"], road["vertices"]), ("road", 1000))
        self.assertGreater(road["fill"], 1000)
        self.assertGreater(road["stream"], 0)
        self.assertEqual([(row["arithmetic"], row["limit"], row["matrix"])
                          for row in results["streamed"]], [("u16", 100, 800), ("s32", 200, 1600)])
        self.assertEqual([(row["graph"], row["edges"]) for row in results["searches"]],
                         [("small-world", 160), ("random", 210)])
        self.assertEqual([(row["method"], row["rows"]) for row in results["floats"]],
                         [("dense", 12), ("dense", 12), ("dense", 30), ("dense", 30), ("sweep", 1000)])
        self.assertEqual([row["element"] for row in results["floats"]],
                         ["float32", "float64", "float32", "float64", "float32"])
        self.assertTrue(all(0 <= row["difference"] < (1e-5 if row["element"] == "float32" else 1e-14)
                            for row in results["floats"]))
        self.assertEqual(set(results["ceilings"]), {"profile", "phases", "summary", "sweeps", "searches",
                                                    "floats", "streamed"})
        self.assert_loads("gpu", said)

    def test_a_table_and_ncu_without_permission(self):
        self.script("ncu", BROKEN_NCU)
        said = self.gpu("--only", "profile", "phases")
        self.assertIn("Left out: hardware counters: ncu says: ERR_NVGPUCTRPERM - no permission.", said)
        self.assertEqual(len(self.saved("gpu")["phases"]), 4)
        self.assertNotIn("sweeps", self.saved("gpu"))

    def test_a_wrong_summary_ends_it(self):
        self.assertIn("wrong summary", self.gpu("--only", "streamed", code=1, BROKEN="--memory"))

    def test_without_a_gpu_they_say_so(self):
        for name in ("hw3-gpu-ceiling", "hw3-gpu-start"):
            self.script(name, NO_GPU)
        for command in ("gpu", "scaling", "start"):
            said = self.bench(command, code=6)
            self.assertRegex(said, f"hw3-bench {command}: hw3-gpu-(ceiling|start): no usable GPU")

    def scaling(self, *arguments, **more):
        return self.bench("scaling", "--sizes", "60:300", "--sparse", "100", "--launcher",
                          self.programs / "launcher", *arguments, **more)

    def test_several_gpus(self):
        said = self.scaling()
        self.assertIn("2 x Some GPU", said)
        results = self.saved("scaling")
        self.assertEqual([(r["program"], r["workers"], r["arithmetic"]) for r in results["strong"]],
                         [("hw3-2", 1, "u16"), ("hw3-3", 2, "u16"), ("hw3-2", 1, "s32"),
                          ("hw3-3", 2, "s32")])
        self.assertEqual((results["strong"][1]["bytes"], results["strong"][1]["sending"]),
                         (10**9, 0.001))
        self.assertEqual([r["vertices"] for r in results["weak"]], [60, 60, 85, 85])
        self.assertEqual(len(results["crossing"]), 8)
        self.assertEqual([(r["arithmetic"], r["ranks_compute"], r["exchange"])
                          for r in results["ranks"]], [("u16", 50.5, "NCCL"), ("s32", 50.5, "NCCL")])
        self.assertEqual([r["workers"] for r in results["sweeps"]], [1, 2])
        self.assert_loads("scaling", said)

    def test_without_a_launcher_the_ranks_are_left_out(self):
        said = self.scaling("--only", "ranks", "sweeps", "--launcher", "/nowhere/mpirun -n")
        self.assertIn("Left out: ranks: there is no /nowhere/mpirun.", said)
        self.assertIn("A sparse graph", said)

    def test_ranks_of_processors(self):
        self.scaling("--program", "hw3-1", "--counts", "2", "--only", "strong", "sweeps", "weak")
        results = self.saved("scaling")
        self.assertEqual([one["workers"] for one in results["strong"]], [1, 2])
        self.assertEqual([one["vertices"] for one in results["weak"]], [60, 85])
        self.assertEqual([one["method"] for one in results["sweeps"]], ["sweep", "sweep"])
        two = results["strong"][1]
        self.assertEqual((two["compute"], two["waiting"], two["sending"], two["bytes"]),
                         (50.5, 0.03, 0.04, 2 * 10**9))
        self.assertIn("--only: found crossing",
                      self.scaling("--program", "hw3-1", "--only", "crossing", code=1))

    def test_wrong_distances_end_it(self):
        self.assertIn("wrong distances", self.scaling("--only", "crossing", code=1, BROKEN="chain"))

    def test_the_start(self):
        said = self.bench("start", "--sizes", "30", "70")
        for part in ("Some GPU", "| driver ", " 250.00 ", "| first solve ", " 125.00 ", " 500.00 ",
                     "before main", "end of the process", "| 30 ", "| 70 ", "hw3-2 / hw3-1"):
            self.assertIn(part, said)
        for row in self.saved("start")["sizes"]:
            self.assertGreater(row["hw3-2"], 0)
        self.assert_loads("start", said)


if __name__ == "__main__":
    unittest.main()
