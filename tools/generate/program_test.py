# SPDX-License-Identifier: MIT
"""The built hw3-gen, as its user meets it.

Usage: program_test.py HW3_GEN
"""

import os
import pathlib
import re
import resource
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

GEN = None


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-generate-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_gen(self, *arguments, **options):
        return subprocess.run([GEN, *map(str, arguments)], capture_output=True, timeout=120,
                              check=False, cwd=self.folder, **options)

    def assert_refused(self, code, parts, *arguments, **options):
        """Refused with this code and these words, and nothing written."""
        (self.folder / "old").write_text("as it was", encoding="utf-8")
        kind, *rest = arguments
        run = self.run_gen(kind, "old", *rest, **options)
        message = run.stderr.decode()
        self.assertEqual(run.returncode, code, message)
        for part in parts:
            self.assertIn(part, message)
        self.assertTrue(message.startswith("hw3-gen: "), message)
        self.assertEqual(run.stdout, b"")
        self.assertEqual((self.folder / "old").read_text(encoding="utf-8"), "as it was")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["old"])

    def test_a_pipe_gets_the_bytes_of_the_file(self):
        arguments = ("--vertices", 2000, "--edges", 300000, "--threads", 3)
        self.assertEqual(self.run_gen("random", "graph", *arguments).returncode, 0)
        graph = (self.folder / "graph").read_bytes()
        self.assertEqual(len(graph), 8 + 12 * 300000)
        self.assertEqual(struct.unpack("<2i", graph[:8]), (2000, 300000))
        self.assertEqual(self.run_gen("random", "-", *arguments).stdout, graph)

    def test_negative_weights(self):
        for arguments in (["--weights", "-7:-7"], ["--weights=-7:-7"]):
            graph = self.run_gen("ring", "-", "--vertices", 2, *arguments).stdout
            self.assertEqual(struct.unpack("<8i", graph), (2, 2, 0, 1, -7, 1, 0, -7))

    def test_weights_below_zero_by_option(self):
        arguments = ("random", "-", "--vertices", 50, "--edges", 900, "--weights", "0:9",
                     "--negative", 40)
        numbers = struct.unpack("<2702i", self.run_gen(*arguments).stdout)
        self.assertEqual(numbers[:2], (50, 900))
        self.assertLess(min(numbers[4::3]), -20)
        self.assertGreaterEqual(min(numbers[4::3]), -40)
        self.assertLessEqual(max(numbers[4::3]), 49)
        cycle = self.run_gen("chain", "-", "--vertices", 3, "--negative-cycle", 3).stdout
        numbers = struct.unpack("<17i", cycle)
        self.assertEqual((numbers[0], numbers[1], numbers[10::3]), (3, 5, (-1, 0, 0)))
        self.assertEqual(sorted(numbers[8::3]), [0, 1, 2])
        self.assertEqual(numbers[9::3], (*numbers[11::3], numbers[8]))

    def test_each_pair_once(self):
        graph = self.run_gen("star", "-", "--vertices", 3, "--undirected", "--weights", "7:7")
        self.assertEqual(struct.unpack("<8i", graph.stdout), (3, 2, 0, 1, 7, 0, 2, 7))

    def test_the_example_of_the_help_works(self):
        text = self.run_gen("--help").stdout.decode()
        command = shlex.split(re.search(r"^  hw3-gen (.*)$", text, re.MULTILINE)[1])
        self.assertEqual(self.run_gen(*command).returncode, 0)
        self.assertEqual((self.folder / "c21.1.in").stat().st_size, 8 + 12 * 10723117)

    def test_what_cannot_be_understood_is_refused(self):
        ring = ("ring", "--vertices", 5)
        for parts, arguments in (
                (["KIND is 'rings'", "ring", "scale-free"], ("rings", "--vertices", 5)),
                (["--vertices"], ("ring",)),
                (["--vertices is '5x'", "0 to 2147483647"], ("ring", "--vertices", "5x")),
                (["--vertices is '-1'", "0 to 2147483647"], ("ring", "--vertices=-1")),
                (["--weights is '5'", "LO:HI"], (*ring, "--weights", "5")),
                (["--weights is '1:2:3'", "LO:HI"], (*ring, "--weights", "1:2:3")),
                (["--density is '1.5'", "0 to 1"], ("random", "--vertices", 5, "--density", "1.5")),
                (["--rewire is 'x'", "0 to 1"], ("small-world", "--vertices", 5, "--rewire", "x")),
                (["--dimensions is '0'", "1 to 16"],
                 ("knn", "--vertices", 5, "--dimensions", 0)),
                (["unknown option --edgs", "--edges"], (*ring, "--edgs", 5))):
            with self.subTest(arguments=arguments):
                self.assert_refused(2, [*parts, "--help"], *arguments)

    def test_what_cannot_be_made_is_refused(self):
        self.assert_refused(2, ["--edges", "found 21", "0 to 20"], "random", "--vertices", 5,
                            "--edges", 21)
        self.assert_refused(2, ["--edges: not for kind ring"], "ring", "--vertices", 5,
                            "--edges", 5)
        self.assert_refused(2, ["heaviest: found 1, expected 2 to"], "ring", "--vertices", 5,
                            "--weights", "2:1")
        self.assert_refused(2, ["--neighbours: found 5, expected 0 to 4"], "knn", "--vertices", 5,
                            "--neighbours", 5)
        self.assert_refused(2, ["--directed: not for kind road"], "road", "--vertices", 5,
                            "--directed")

    def test_large_graphs_of_points_take_seconds(self):
        for kind, arcs in (("road", 840000), ("knn", 3414514)):
            graph = self.run_gen(kind, "-", "--vertices", 300000).stdout
            self.assertEqual(struct.unpack("<2i", graph[:8]), (300000, arcs))

    @unittest.skipIf("APSP_SANITIZED" in os.environ, "a sanitizer maps more than any limit")
    def test_too_little_memory_is_said_before_it_is_needed(self):
        limit = 1 << 30
        self.assert_refused(
            5, ["scale-free", "1600160000 bytes", "available"], "scale-free", "--vertices", 40000, "--edges",
            200000000, "--threads", 1,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))

    def test_outputs_that_cannot_be_written(self):
        for output in ("missing/graph", "/dev/full"):
            run = self.run_gen("complete", output, "--vertices", 300)
            self.assertEqual(run.returncode, 7, output)
            self.assertIn(output, run.stderr.decode())

    def test_help_and_version_go_to_standard_output(self):
        for option, part in (("--help", b"Exit codes"), ("--version", b"hw3-gen ")):
            run = self.run_gen(option)
            self.assertEqual((run.returncode, run.stderr), (0, b""))
            self.assertIn(part, run.stdout)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    GEN = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
