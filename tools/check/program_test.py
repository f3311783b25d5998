# SPDX-License-Identifier: MIT
"""hw3-check as a user meets it: exit codes, standard output, standard error.

Called with the path of the program.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

NO_PATH = 2**30 - 1
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # 0 -> 1 -> 2, and back from 2 to 0 by a path of length zero.
        self.graph = self.write("graph", 3, 3, 0, 1, 4, 1, 2, 3, 2, 0, 0)
        self.right = self.write("right", 0, 4, 7, 3, 0, 3, 0, 4, 0)
        self.wrong = self.write("wrong", 0, 4, 7, 3, 0, 3, 0, 5, 0)

    def write(self, name, *numbers):
        path = self.folder / name
        path.write_bytes(struct.pack(f"<{len(numbers)}i", *numbers))
        return path

    def check(self, *arguments, expected, **options):
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                              timeout=60, check=False, **options)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def test_right_and_wrong(self):
        out, err = self.check("--graph", self.graph, self.right, expected=0)
        self.assertTrue(out.startswith("right: 3 x 3, all rows proven"), out)
        self.assertEqual(err, "")
        out, err = self.check("--graph", self.graph, self.wrong, expected=1)
        self.assertEqual(out, "row 2, column 1, byte 28: found 5, expected 4 (distance 0 from 2 to "
                              "0, then edge 0 of weight 4)\nwrong: 3 x 3, 1 wrong entry in 1 row\n")
        self.assertEqual(err, "")

    def test_against_expected(self):
        self.check(self.right, self.right, expected=0)
        out, _ = self.check(self.wrong, self.right, expected=1)
        self.assertEqual(out, "row 2, column 1, byte 28: found 5, expected 4\n"
                              "wrong: 3 x 3, 1 entry differs in 1 row\n")
        out, _ = self.check(self.write("small", 0), self.right, expected=1)
        self.assertEqual(out, "wrong: found 1 x 1 distances, expected 3 x 3\n")

    def test_empty(self):
        graph = self.write("no vertices", 0, 0)
        self.check("--graph", graph, self.write("empty"), expected=0)
        self.check(self.write("empty"), self.write("empty too"), expected=0)
        self.check("--graph", graph, self.right, expected=1)

    def test_sample(self):
        out, _ = self.check("--graph", self.graph, "--rows", 2, "--seed", 9, self.right, expected=0)
        self.assertIn("2 of 3 rows recomputed by Dijkstra (seed 9)", out)
        out, _ = self.check("--graph", self.graph, "--rows", "all", self.right, expected=0)
        self.assertIn("all rows proven", out)

    def test_quiet(self):
        for distances, code in (self.right, 0), (self.wrong, 1):
            out, err = self.check("--quiet", "--graph", self.graph, distances, expected=code)
            self.assertEqual(out + err, "")

    def test_standard_input(self):
        with open(self.wrong, "rb") as stream:
            self.check("--graph", self.graph, "-", expected=1, stdin=stream)

    def test_usage(self):
        for arguments, part in [
            ([], "FOUND"),
            ([self.right], "EXPECTED or --graph"),
            (["--graph", self.graph, self.right, self.right], "EXPECTED"),
            ([self.right, self.right, "--rows", 3], "--graph"),
            (["--graph", self.graph, self.right, "--rows", 0], "auto, all or a number"),
            (["--graph", self.graph, self.right, "--rows", "3x"], "'3x'"),
            (["--graph", self.graph, self.right, "--seed", -1], "--seed"),
            (["--graph", self.graph, self.right, "--threads", 0], "--threads"),
            (["--grahp", self.graph, self.right], "--grahp"),
        ]:
            with self.subTest(arguments=arguments):
                out, err = self.check(*arguments, expected=2)
                self.assertEqual(out, "")
                self.assertIn(part, err)

    def test_bad_input(self):
        missing = self.folder / "missing"
        short = self.write("short", 0, 4, 7, 3)
        short.write_bytes(short.read_bytes()[:-1])
        for arguments in ([missing, self.right], [self.right, missing], [short, self.right],
                          ["--graph", missing, self.right], ["--graph", self.right, self.right],
                          ["--graph", self.graph, short]):
            with self.subTest(arguments=arguments):
                out, err = self.check(*arguments, expected=3)
                self.assertEqual(out, "")
                self.assertTrue(err.startswith("hw3-check: "), err)

    def test_no_answer(self):
        graph = self.write("cycle", 2, 2, 0, 1, 3, 1, 0, -4)
        _, err = self.check("--graph", graph, self.write("any", 0, 3, -4, 0), expected=4)
        self.assertIn("negative cycle", err)
        graph = self.write("long", 3, 2, 0, 1, NO_PATH - 1, 1, 2, 1)
        distances = self.write("cut", 0, NO_PATH - 1, NO_PATH, NO_PATH, 0, 1, NO_PATH, NO_PATH, 0)
        _, err = self.check("--graph", graph, distances, expected=4)
        self.assertIn("from 0 to 2", err)

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, self.right, self.right], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 7)

    def test_help(self):
        out, _ = self.check("--help", expected=0)
        for part in ("--graph", "--rows", "Exit codes", "Examples"):
            self.assertIn(part, out)
        out, _ = self.check("--version", expected=0)
        self.assertRegex(out, r"^hw3-check \d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
