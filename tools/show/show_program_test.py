# SPDX-License-Identifier: MIT
"""The built hw3-cat, as its user meets it.

Usage: show_program_test.py HW3_CAT
"""

import ast
import os
import pathlib
import pty
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

CAT = None
NO_PATH = 2**30 - 1


def packed(*numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


class ShowTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-show-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "graph").write_bytes(packed(3, 2, 0, 1, 4, 1, 2, -3))
        (self.folder / "distances").write_bytes(packed(0, 4, 1, NO_PATH, 0, -3, NO_PATH, 12, 0))

    def cat(self, *arguments, code=0, **options):
        done = subprocess.run([CAT, *map(str, arguments)], capture_output=True, timeout=60,
                              check=False, cwd=self.folder, **options)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        if code:
            self.assertTrue(done.stderr.startswith(b"hw3-cat: "), done.stderr)
            self.assertEqual(done.stdout, b"")
            return done.stderr.decode()
        self.assertEqual(done.stderr, b"")
        return done.stdout

    def test_text(self):
        self.assertEqual(self.cat("graph"), b"# Nodes: 3 Edges: 2\n0 1 4\n1 2 -3\n")
        self.assertEqual(self.cat("graph", "--edges", "1:"), b"# Nodes: 3 Edges: 2\n1 2 -3\n")
        self.assertEqual(self.cat("distances"), b"0 4 1\ninf 0 -3\ninf 12 0\n")
        self.assertEqual(self.cat("distances", "--rows", "1:", "--cols", ":2"), b"inf 0\ninf 12\n")
        self.assertEqual(self.cat("distances", "--csv", "--rows", ":2"), b"0,4,1\ninf,0,-3\n")

    def test_nothing(self):
        (self.folder / "no distances").write_bytes(b"")
        self.assertEqual(self.cat("no distances"), b"")
        (self.folder / "no edges").write_bytes(packed(0, 0))
        self.assertEqual(self.cat("no edges"), b"# Nodes: 0 Edges: 0\n")

    def test_columns_stand_in_line_on_a_terminal(self):
        ours, theirs = pty.openpty()
        subprocess.run([CAT, "distances"], stdout=theirs, timeout=60, check=True, cwd=self.folder)
        os.close(theirs)
        seen = os.read(ours, 1000).replace(b"\r\n", b"\n")
        os.close(ours)
        self.assertEqual(seen, b"  0   4   1\ninf   0  -3\ninf  12   0\n")

    def test_npy(self):
        self.cat("distances", "--npy", "--rows", "1:", "--output", "out.npy")
        for data in ((self.folder / "out.npy").read_bytes(),
                     self.cat("distances", "--npy", "--rows", "1:")):
            self.assertEqual(data[:8], b"\x93NUMPY\x01\x00")
            (length,) = struct.unpack("<H", data[8:10])
            self.assertEqual((10 + length) % 64, 0)
            header = data[10:10 + length].decode()
            self.assertTrue(header.endswith("\n"))
            self.assertEqual(ast.literal_eval(header), {  # as NumPy reads it
                "descr": "<i4", "fortran_order": False, "shape": (2, 3)})
            self.assertEqual(data[10 + length:], packed(NO_PATH, 0, -3, NO_PATH, 12, 0))

    def test_names(self):
        (self.folder / "graph.names").write_text("Bonn\nthe Hague\nRome\n")
        named = b"# Nodes: 3 Edges: 2\nBonn\tthe Hague\t4\nthe Hague\tRome\t-3\n"
        self.assertEqual(self.cat("graph"), named)
        self.assertEqual(self.cat("graph", "--numbers"), b"# Nodes: 3 Edges: 2\n0 1 4\n1 2 -3\n")
        self.assertEqual(self.cat("distances", "--rows", ":1", "--names", "graph.names"),
                         b"\tBonn\tthe Hague\tRome\nBonn\t0\t4\t1\n")
        self.assertEqual(len(self.cat("graph", "--npy")), 128 + 24)
        (self.folder / "few").write_text("Bonn\n")
        self.assertIn("few: names of 1 vertex, expected 3",
                      self.cat("graph", "--names", "few", code=3))
        self.assertIn("--names", self.cat("graph", "--names", "few", "--npy", code=2))

    def test_some_rows(self):
        (self.folder / "rows").write_bytes(packed(NO_PATH, 12, 0, 0, 4, 1))
        self.assertEqual(self.cat("rows", "--sources", "2,0"), b"inf 12 0\n0 4 1\n")
        (self.folder / "names").write_text("Bonn\nRome\nOslo\n")
        self.assertEqual(self.cat("rows", "--sources", "2,0", "--names", "names", "--csv"),
                         b",Bonn,Rome,Oslo\nOslo,inf,12,0\nBonn,0,4,1\n")
        (self.folder / "list").write_bytes(b"\xef\xbb\xbfOslo\r\nBonn\r\n")
        for names in ["--names", "names"], []:
            for form, text in (("--csv", b",Bonn,Rome,Oslo\nOslo,inf,12,0\nBonn,0,4,1\n"),
                               ("--npy", packed(NO_PATH, 12, 0, 0, 4, 1))):
                found = self.cat("rows", "--sources", "@list", form, *names)
                self.assertEqual(found[128 if form == "--npy" else 0:], text)
            shutil.copy(self.folder / "names", self.folder / "rows.names")
        (self.folder / "rows.names").unlink()
        self.assertEqual(self.cat("--vertices", "3", "rows", "--sources", "1:"),
                         b"inf 12 0\n0 4 1\n")
        self.assertEqual(self.cat("--sources", "@-", "rows", input=b"2\n0\n"), b"inf 12 0\n0 4 1\n")
        for code, part, arguments in (
                (2, "--sources is '2;0'", ["--sources", "2;0", "rows"]),
                (2, "--sources: item 1 is 3, expected vertices in [0, 3)", ["--sources", "3,1", "rows"]),
                (2, "--vertices V", ["--sources", "1:", "rows"]),
                (2, "--vertices is '0'", ["--vertices", "0", "rows"]),
                (2, "--vertices is for distances", ["--vertices", "3", "graph"]),
                (2, "--graph", ["--graph", "--sources", "1", "graph"]),
                (2, "standard input is named more than once", ["--sources", "@-", "-"]),
                (3, "missing", ["--sources", "@missing", "rows"]),
                (3, "rows: 24 bytes, expected 4 x 5 x V for 5 rows", ["--sources", "0:5", "rows"]),
                (3, "rows: 24 bytes are neither a graph nor distances", ["rows"]),
                (3, "distances of some rows alone need --sources", ["rows"]),
                (3, "rows of some vertices alone need --sources", ["--distances", "rows"])):
            with self.subTest(arguments=arguments):
                self.assertIn(part, self.cat(*arguments, code=code, input=b""))

    def test_some_columns(self):
        (self.folder / "columns").write_bytes(packed(1, 0, -3, NO_PATH, 0, NO_PATH))
        (self.folder / "part").write_bytes(packed(0, NO_PATH, -3, 1, 0, 1))
        (self.folder / "names").write_text("Bonn\nRome\nOslo\n")
        self.assertEqual(self.cat("columns", "--targets", "2,0"), b"1 0\n-3 inf\n0 inf\n")
        self.assertEqual(self.cat("columns", "--targets", "2,0", "--names", "names", "--csv"),
                         b",Oslo,Bonn\nBonn,1,0\nRome,-3,inf\nOslo,0,inf\n")
        self.assertEqual(self.cat("columns", "--targets", "2,:1", "--vertices", "3", "--cols", "1:"),
                         b"0\ninf\ninf\n")
        both = ["part", "--sources", "2,1,0", "--targets", "2,0"]
        self.assertEqual(self.cat(*both), b"0 inf\n-3 1\n0 1\n")
        self.assertEqual(self.cat(*both, "--rows", "1:", "--names", "names"),
                         b"\tOslo\tBonn\nRome\t-3\t1\nBonn\t0\t1\n")
        self.assertEqual(self.cat(*both, "--npy")[-24:], packed(0, NO_PATH, -3, 1, 0, 1))
        for code, message, arguments in (
                (2, "--targets: item 2 is 3, expected vertices in [0, 3)",
                 ["--targets", "2,3", "columns"]),
                (2, "--targets: a range ends with V", ["--targets", "1:", "columns"]),
                (2, "--sources and --targets are for distances", ["--graph", "--targets", "1", "graph"]),
                (2, "--vertices V, or vertices by number",
                 ["--sources", "@names", "--targets", "2,0", "part"]),
                (3, "names of 3 vertices, expected 2",
                 ["--sources", "1,0,0", "--targets", "1,0", "--names", "names", "part"]),
                (3, "columns: 24 bytes, expected 4 x V x 5 for V rows of 5 distances",
                 ["--targets", "0:5", "columns"]),
                (3, "columns: 24 bytes, expected 16: 4 x 4 for 2 rows of 2 distances",
                 ["--sources", "1,0", "--targets", "1,0", "columns"]),
                (3, "of some columns --targets", ["columns"])):
            with self.subTest(arguments=arguments):
                self.assertIn(message, self.cat(*arguments, code=code))

    def test_standard_input(self):
        data = (self.folder / "graph").read_bytes()
        self.assertIn(b"1 2 -3", self.cat("--graph", "-", input=data))
        self.assertIn("expected --graph or --distances", self.cat("-", input=data, code=3))
        with open(self.folder / "graph", "rb") as stream:
            self.assertIn(b"1 2 -3", self.cat("-", stdin=stream))

    def test_a_reader_may_leave(self):
        edges = 200000
        (self.folder / "large").write_bytes(packed(2, edges) + packed(0, 1, 7) * edges)
        with subprocess.Popen([CAT, "large"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder) as run:
            self.assertEqual(run.stdout.readline(), b"# Nodes: 2 Edges: 200000\n")
            run.stdout.close()
            self.assertEqual(run.stderr.read(), b"")
            self.assertEqual(run.wait(timeout=60), 0)

    def test_refusals(self):
        (self.folder / "odd").write_bytes(packed(3, 2, 0, 1, 4))
        for code, parts, arguments in (
                (3, ["odd: 20 bytes", "32 bytes for a graph of the 2 edges", "--graph"], ["odd"]),
                (3, ["odd: is too short: ends at byte 20"], ["odd", "--graph"]),
                (3, ["odd: 20 bytes, expected 4 x V x V"], ["odd", "--distances"]),
                (3, ["missing: cannot be opened"], ["missing"]),
                (2, ["--edges is 0:3, but there are 2 edges"], ["graph", "--edges", ":3"]),
                (2, ["--rows is '3'", "A:B"], ["distances", "--rows", "3"]),
                (2, ["--rows is for distances"], ["graph", "--rows", ":"]),
                (2, ["--edges is for graphs"], ["distances", "--edges", ":"]),
                (2, ["--csv"], ["graph", "--csv", "--npy"]),
                (2, ["FILE"], []),
                (7, ["missing/out"], ["graph", "--output", "missing/out"])):
            with self.subTest(arguments=arguments):
                message = self.cat(*arguments, code=code)
                for part in parts:
                    self.assertIn(part, message)
        with open("/dev/full", "wb") as full:
            run = subprocess.run([CAT, "graph"], stdout=full, stderr=subprocess.PIPE, timeout=60,
                                 check=False, cwd=self.folder)
        self.assertEqual(run.returncode, 7, run.stderr)

    def test_help(self):
        self.assertIn(b"Examples:", self.cat("--help"))
        self.assertTrue(self.cat("--version").startswith(b"hw3-cat "))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    CAT = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
