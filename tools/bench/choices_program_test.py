# SPDX-License-Identifier: MIT
"""What measures choices and networks, from end to end. Usage: choices_program_test.py BUILD_FOLDER"""

import subprocess
import unittest

from bench_case import BenchTest, built
from stand_ins import NO_GPU, SOLVER, WRONG_SUMMARY


class ChoicesTest(BenchTest):
    def test_threads(self):
        said = self.bench("threads", "--kinds", "dense", "road", "--vertices", "60", "--threads", "1",
                          "2")
        rows = self.saved("threads")["threads"]
        self.assertEqual([(row["kind"], row["vertices"], list(row["phases"])) for row in rows],
                         [("dense", 60, ["1", "2"]), ("road", 60, ["1", "2"])])
        self.assertIn("At worst the default takes ", said)

    def real(self, *options, **changes):
        """hw3-bench real on two graphs in a folder of their own, which stays as it is."""
        folder = self.path / "networks"
        folder.mkdir(exist_ok=True)
        for name, weights in (("path", "1:1"), ("grid", "0:9")):
            subprocess.run([built("hw3-gen"), "chain" if name == "path" else name, folder / f"{name}.bin",
                            "--vertices", "60", "--weights", weights], check=True)
        said = self.bench("real", folder, *options, **changes)
        self.assertEqual({file.name for file in folder.iterdir()}, {"path.bin", "grid.bin"})
        return said

    def test_real_networks(self):
        said = self.real("--threads", "1", "all", "--methods", "sweep", "search", "--rows", "3")
        rows = self.saved("real")["networks"]
        self.assertEqual([(row["graph"], row["weights"], row["forced"], row["method"]) for row in rows],
                         [(name, weights, forced, method)
                          for name, weights in (("path", "1"), ("grid", "0 to 9")) for _ in range(2)
                          for forced, method in ((False, "dense"), (True, "sweep"), (True, "search"))])
        self.assertLess(0, min(row["predicted"][row["method"]] for row in rows if row["forced"]))
        for part in ("Left out: hw3-2: hw3-2 is not in", "Checked by a sample: grid, V = 60, E = 208: 3"):
            self.assertIn(part, said)
        self.assert_loads("real", said)

    def test_real_networks_on_a_gpu_and_by_two_builds(self):
        self.script("hw3-2", SOLVER)
        (self.path / "new").mkdir()
        self.script("../new/hw3-1", '#!/bin/sh\nexec REAL "$@"\n')
        said = self.real("--graphs", "grid", "--compare", self.programs, self.path / "new")
        self.assertEqual([row["program"] for row in self.saved("real")["networks"]],
                         ["hw3-1 A", "hw3-1 B", "hw3-2 A"])
        for part in ("| B / A |", "Left out: hw3-2 B: hw3-2 is not in"):
            self.assertIn(part, said)
        self.script("../new/hw3-2", SOLVER)
        said = self.real("--graphs", "grid", "--compare", self.programs, self.path / "new", "--program",
                         "hw3-2")
        self.assertEqual([row["program"] for row in self.saved("real")["networks"]],
                         ["hw3-2 A", "hw3-2 B"])
        self.assertRegex(said, r"grid +\| hw3-2 +\| ")
        self.script("hw3-2", NO_GPU)
        self.assertIn("hw3-2: no usable GPU", self.real("--graphs", "grid"))
        self.assertIn("hw3-2: no usable GPU", self.real("--graphs", "grid", "--program", "hw3-2", "hw3-1"))
        self.assertRegex(self.real("--program", "hw3-2", code=1), "nothing was measured: .*no usable GPU")
        (self.path / "empty").mkdir()
        self.assertIn("hw3-1 is not in", self.real("--compare", self.path / "empty", self.programs, code=1))
        self.assertIn("found no graph", self.real("--graphs", "tree", code=1))

    def test_real_networks_with_a_wrong_summary(self):
        self.script("hw3-1", WRONG_SUMMARY, FOLDER=self.path, WORDS="*sweep*--summary*")
        self.assertIn("wrong summary", self.real("--methods", "sweep", code=1))
        self.script("hw3-1", WRONG_SUMMARY, FOLDER=self.path, WORDS="*--summary*")
        self.assertIn("the summary says that", self.real("--rows", "60", code=1))

    def test_predictions(self):
        said = self.bench("predictions", "--quick", "--graphs", "path", "knn", "--threads", "1", "2",
                          "--most", "1e9")
        rows = self.saved("predictions")["predictions"]
        self.assertEqual([(row["graph"], row["threads"], row["method"]) for row in rows if row["forced"]],
                         [(name, threads, method) for name in ("path", "knn") for threads in (1, 2)
                          for method in ("sweep", "search")])
        self.assert_loads("predictions", said, "--most", "1e9")

    def test_widths(self):
        self.bench("width", "--kinds", "grid", "tree", "--vertices", "90", "--targets", "100",
                   "--program", "hw3-1", built("hw3-1"))
        rows = self.saved("width")["width"]
        self.assertEqual([(row["kind"], row["program"]) for row in rows],
                         [(kind, f"hw3-1 {n}") for kind in ("grid", "tree") for n in (1, 2)])
        for row in rows:
            self.assertGreaterEqual(row["work"], row["best"])

    def test_peers(self):
        said = self.bench("peers", "--turn", "0", "--dense", "40", "--sparse", "16")
        self.assertIn("| hw3-triple-loop ", said)
        self.assertEqual({row["vertices"] for row in self.saved("peers")["sparse"]}, {16})
        self.assert_loads("peers", said)
        self.script("hw3-triple-loop", "#!/bin/sh\necho '{\"seconds\": {\"compute\": 1}}' > \"$3\"\n"
                    "for last; do :; done\nhead -c 6400 /dev/zero > \"$last\"\n")
        self.assertIn("hw3-triple-loop: wrong distances",
                      self.bench("peers", "--turn", "0", "--dense", "40", "--sparse", code=1))


if __name__ == "__main__":
    unittest.main()
