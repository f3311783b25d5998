# SPDX-License-Identifier: MIT
"""Each program for processors under Valgrind's memcheck, on a small run: no read of memory that was
never written or is not there, and no memory lost. Valgrind knows no AVX-512, so hw3-1 runs with the
sets it knows.

Usage: valgrind_test.py HW3-1 HW3-GEN HW3-CHECK HW3-CONVERT HW3-CAT
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = {}
FOUND = 99  # exit code where memcheck found anything

MEMCHECK = ("valgrind", "--quiet", f"--error-exitcode={FOUND}", "--leak-check=full",
            "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite")


@unittest.skipIf(os.environ.get("APSP_SANITIZED"), "sanitizers and Valgrind exclude each other")
@unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
class ValgrindTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.run_program("hw3-gen", "random", "graph", "--vertices", "70", "--density", "0.2",
                         "--seed", "3", before=())

    def run_program(self, name, *arguments, before=MEMCHECK, code=0):
        result = subprocess.run(
            [*before, PROGRAMS[name], *arguments], cwd=self.folder, capture_output=True,
            text=True, timeout=240,
            env={**os.environ, "OMP_WAIT_POLICY": "passive"})
        self.assertEqual(result.returncode, code, f"{name} {arguments}\n{result.stderr}")
        return result

    def read(self, name):
        return (self.folder / name).read_bytes()

    def test_memcheck_finds_what_is_there(self):
        """That a clean run means something: this program reads memory that was never written."""
        if not shutil.which("cc"):
            self.skipTest("no C compiler")
        (self.folder / "bad.c").write_text(
            "#include <stdlib.h>\nint main(void) { int *p = malloc(4); return *p ? 0 : 1; }\n")
        subprocess.run(["cc", "-O0", "-o", "bad", "bad.c"], cwd=self.folder, check=True)
        PROGRAMS["bad"] = self.folder / "bad"
        self.run_program("bad", code=FOUND)

    def test_hw3_1(self):
        # Without --isa it takes the best set that it finds, as it finds it under Valgrind.
        self.run_program("hw3-1", "--quiet", "--threads", "2", "graph", "expected", before=())
        for options in ((), ("--isa", "portable"), ("--arithmetic", "s32", "--report", "report")):
            self.run_program("hw3-1", "--threads", "2", *options, "graph", "distances")
            self.assertEqual(self.read("distances"), self.read("expected"))
        self.run_program("hw3-1", "missing", "distances", code=3)

    def test_hw3_gen(self):
        for kind in ("random", "grid", "small-world", "scale-free", "road", "knn"):
            extra = ("--edges", "200") if kind in ("random", "scale-free") else ()
            arguments = (kind, "--vertices", "60", *extra, "--shuffle", "--threads", "2")
            self.run_program("hw3-gen", *arguments, "expected", before=())
            self.run_program("hw3-gen", *arguments, "made")
            self.assertEqual(self.read("made"), self.read("expected"))

    def test_hw3_check(self):
        self.run_program("hw3-1", "--quiet", "graph", "distances", before=())
        self.run_program("hw3-check", "distances", "distances")
        for rows in ("all", "5"):
            self.run_program("hw3-check", "--graph", "graph", "--rows", rows, "distances")
        wrong = bytearray(self.read("distances"))
        wrong[4] ^= 1
        (self.folder / "wrong").write_bytes(wrong)
        self.run_program("hw3-check", "--graph", "graph", "wrong", code=1)

    def test_hw3_convert(self):
        for suffix in ("txt", "gr", "mtx", "csv", "npy", "graph"):
            self.run_program("hw3-convert", "--quiet", "--undirected", "graph", f"made.{suffix}",
                             "--from", "hw3")
            self.run_program("hw3-convert", "--quiet", f"made.{suffix}", "back.bin")
        (self.folder / "bad.gr").write_text("p sp 2 1\na 1 3 7\n")
        self.run_program("hw3-convert", "bad.gr", "back.bin", code=3)

    def test_hw3_cat(self):
        self.run_program("hw3-1", "--quiet", "graph", "distances", before=())
        for options in (("graph",), ("--rows", "3:9", "--cols", ":5", "distances"),
                        ("--npy", "--output", "made.npy", "distances"), ("--csv", "distances")):
            self.run_program("hw3-cat", *options)

    def test_hw3_path(self):
        self.run_program("hw3-1", "--quiet", "graph", "distances", before=())
        for options in (("distances", "graph", "3", "9"), ("--format", "csv", "graph", "3", "9"),
                        ("--all", "made", "distances", "graph")):
            self.run_program("hw3-path", *options)


if __name__ == "__main__":
    PROGRAMS = {pathlib.Path(path).name: pathlib.Path(path).resolve() for path in sys.argv[1:]}
    unittest.main(argv=sys.argv[:1])
