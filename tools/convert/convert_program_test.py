# SPDX-License-Identifier: MIT
"""The built hw3-convert, as its user meets it.

Usage: convert_program_test.py HW3_CONVERT
"""

import ast
import decimal
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest

CONVERT = None
NO_PATH = 2**30 - 1


def packed(*numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


def graph(vertices, *edges):
    return packed(vertices, len(edges), *(number for edge in edges for number in edge))


TRIANGLE = graph(3, (0, 1, 4), (1, 2, 0), (2, 0, -3))


class ConvertTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-convert-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (self.folder / name).write_bytes(data)
        return name

    def read(self, name):
        return (self.folder / name).read_bytes()

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def convert(self, *arguments, code=0, **options):
        """Standard error, whose lines all begin with the program's name; nothing is left over."""
        done = subprocess.run([CONVERT, *map(str, arguments)], capture_output=True, timeout=120,
                              check=False, cwd=self.folder, **options)
        message = done.stderr.decode()
        self.assertEqual(done.returncode, code, message)
        self.assertFalse([name for name in self.names() if name.startswith(".")])
        if message:
            self.assertTrue(message.startswith("hw3-convert: "), message)
        self.stdout = done.stdout
        return message

    def test_there_and_back(self):
        self.write("in.bin", TRIANGLE)
        for suffix in "txt", "gr", "mtx", "csv", "bin":
            with self.subTest(suffix=suffix):
                self.assertEqual(self.convert("in.bin", f"x.{suffix}"), "")
                message = self.convert(f"x.{suffix}", "out.bin")
                self.assertEqual(message, "hw3-convert: the names of 3 vertices are in out.bin.names "
                                          "(read as csv; --from csv-matrix or edges)\n"
                                 if suffix == "csv" else "")
                self.assertEqual(self.read("out.bin"), TRIANGLE)
                (self.folder / "out.bin.names").unlink(missing_ok=True)
        self.assertIn("--zero-is-edge", self.convert("in.bin", "x.npy"))
        self.convert("x.npy", "out.bin", "--zero-is-edge")
        self.assertEqual(self.read("out.bin"), TRIANGLE)
        self.convert("--undirected", "in.bin", "x.graph")
        self.assertEqual(self.read("x.graph"), b"3 3 001\n2 4 3 -3\n1 4 3 0\n1 -3 2 0\n")
        self.convert("x.graph", "out.bin")
        self.assertEqual(self.read("out.bin"), graph(3, (0, 1, 4), (0, 2, -3), (1, 0, 4), (1, 2, 0),
                                                     (2, 0, -3), (2, 1, 0)))

    def test_text_into_the_binary_format(self):
        cases = (
            ("a.gr", "c x\np sp 2 1\na 1 2 7\n", graph(2, (0, 1, 7))),
            ("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n2 2\n",
             graph(2, (1, 0, 1), (0, 1, 1), (1, 1, 1))),
            ("a.txt", "# SNAP\r\n0\t2\r\n2\t1", graph(3, (0, 2, 1), (2, 1, 1))),
            ("a.csv", "a,b\nb,c\n", graph(3, (0, 1, 1), (1, 2, 1))),
            ("a.graph", "2 1\n2\n1\n", graph(2, (0, 1, 1), (1, 0, 1))),
        )
        for name, text, expected in cases:
            with self.subTest(name=name):
                self.convert(self.write(name, text), "out.bin")
                self.assertEqual(self.read("out.bin"), expected)
                # The content tells as much as the name does, but for metis, which looks like edges.
                if name != "a.graph":
                    self.convert(self.write("plain", text), "out.bin")
                    self.assertEqual(self.read("out.bin"), expected)
                form = {"a.txt": "edges", "a.graph": "metis"}.get(name, name[2:])
                form = "dimacs" if form == "gr" else form
                self.convert("plain" if name != "a.graph" else name, "out.bin", "--from", form)
                self.assertEqual(self.read("out.bin"), expected)

    def test_options(self):
        self.write("a.txt", "0 1 0.25\n1 1 3\n0 1 0.5\n")
        message = self.convert("a.txt", "out.bin", "--scale", "10", "--undirected")
        self.assertIn("weights are round(x * 10); the largest relative change is 20 %, of 0.25, which "
                      "became 3 (read as edges; --from csv, konect or metis)\n", message)
        self.assertIn("2 repeated edges are left out", message)
        self.assertEqual(self.read("out.bin"), graph(2, (0, 1, 3), (1, 0, 3), (1, 1, 30)))
        message = self.convert("a.txt", "out.bin", "--scale", "10", "--keep-repeated", "--quiet")
        self.assertEqual(message, "")
        self.assertEqual(self.read("out.bin"), graph(2, (0, 1, 3), (1, 1, 30), (0, 1, 5)))
        self.convert(self.write("b.txt", "x y\ny 70\n"), "out.bin", "--compact", "--weight=-5",
                     "--sync")
        self.assertEqual(self.read("out.bin"), graph(3, (0, 1, -5), (1, 2, -5)))
        self.assertEqual(self.read("out.bin.names"), b"x\ny\n70\n")

    def test_names_go_with_their_graph(self):
        self.write("a.csv", "x,y\n")
        self.write("b.txt", "0 1\n")
        self.write("bad.txt", "0 x\n")
        self.convert("a.csv", "out.bin")
        message = self.convert("b.txt", "out.bin")
        self.assertIn("hw3-convert: out.bin.names is removed: it has the names of an older graph",
                      message)
        self.convert("a.csv", "out.bin")
        self.convert("bad.txt", "out.bin", code=3)
        self.assertEqual(self.read("out.bin.names"), b"x\ny\n")
        self.assertEqual(self.convert("b.txt", "out.bin", "--quiet"), "")
        self.assertEqual(self.names(), ["a.csv", "b.txt", "bad.txt", "out.bin"])

    def test_names_of_a_graph_file_are_kept(self):
        self.convert(self.write("n.csv", "a,b,3\nb,c,4\n"), "n.bin")
        self.write("u.bin.names", "x\ny\nz\n")  # of an older graph
        self.assertIn("the names of 3 vertices are in u.bin.names",
                      self.convert("--undirected", "n.bin", "u.bin"))
        for arguments, output, names in (
                (["--reverse"], "r.bin", b"a\nb\nc\n"), ([], "n.gr", b"a\nb\nc\n"),
                ([], "u.bin", b"a\nb\nc\n"), (["--compact", "--no-edge", "3"], "x.bin", b"b\nc\n")):
            with self.subTest(output=output):
                self.convert("n.bin", output, *arguments)
                self.assertEqual(self.read(output + ".names"), names)
        self.assertEqual(self.convert("n.bin", "again.csv"), "")
        self.assertEqual(self.read("again.csv"), b"source,target,weight\na,b,3\nb,c,4\n")

    def test_names_that_have_no_place(self):
        self.write("in.bin", TRIANGLE)
        self.write("in.bin.names", "a\nb\nc\n")
        os.mkfifo(self.folder / "pipe")
        for output in "-", "/dev/stdout", "pipe":
            with self.subTest(output=output):
                reading = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
                self.addCleanup(os.close, reading)
                message = self.convert("--quiet", "in.bin", output, "--to", "hw3")
                self.assertIn("the names of 3 vertices are left out: they go beside OUTPUT", message)
                self.assertEqual(self.stdout or os.read(reading, 100), TRIANGLE)
        # Standard input has none, whatever stands in the folder.
        self.write("-.names", "a\nb\nc\n")
        self.assertEqual(self.convert("-", "out.bin", input=TRIANGLE), "")
        self.assertEqual(self.names(), ["-.names", "in.bin", "in.bin.names", "out.bin", "pipe"])

    def test_names_that_do_not_fit_are_refused(self):
        self.write("in.bin", TRIANGLE)
        for names, output, code, part in (
                ("a\nb\n", "out.bin", 3, "in.bin.names: names of 2 vertices, expected 3, one a line"),
                ("a\nb\na\n", "out.csv", 3,
                 "in.bin.names: 'a' is the name of the vertices 0 and 2, expected a name that one "
                 "vertex has"),
                ("a\nb\nc\n", "in.bin.names", 2,
                 "INPUT.names in.bin.names and OUTPUT in.bin.names are the same file")):
            with self.subTest(names=names):
                self.write("in.bin.names", names)
                self.assertIn(part, self.convert("in.bin", output, "--to",
                                                 "csv" if output == "out.csv" else "hw3", code=code))
                self.assertEqual(self.read("in.bin.names"), names.encode())
                self.assertEqual(self.names(), ["in.bin", "in.bin.names"])

    def test_a_scale_rounds_decimals_as_python_does(self):
        seed = random.randrange(2**32)
        rng = random.Random(seed)
        for _ in range(8):
            scale = f"{rng.randrange(1, 10**rng.randrange(1, 9))}e{rng.randrange(-9, 4)}"
            texts = []
            for _ in range(500):
                digits = str(rng.randrange(10**rng.randrange(1, 25)))
                point = rng.randrange(len(digits) + 1)
                texts.append(rng.choice(["", "-", "+"]) + digits[:point] + "." + digits[point:] +
                             f"e{rng.randrange(-8, 4)}")
                # A half, exactly: (n + 1/2) / scale, where that has an end.
                half = (decimal.Decimal(rng.randrange(10**6)) + decimal.Decimal("0.5"))
                texts.append(str(half / decimal.Decimal(scale)))
            with decimal.localcontext() as context, self.subTest(seed=seed, scale=scale):
                context.prec = 200
                factor = decimal.Decimal(scale)
                expected = [(text, int((decimal.Decimal(text) * factor).to_integral_value(
                    decimal.ROUND_HALF_UP))) for text in texts]  # up is away from 0
                expected = [(text, value) for text, value in expected if abs(value) < NO_PATH]
                lines = [f"{n} {n} {text}\n" for n, (text, _) in enumerate(expected)]
                self.write("a.txt", "".join(lines))
                self.convert("a.txt", "out.bin", "--scale", scale)
                data = self.read("out.bin")
                self.assertEqual([weight for _, _, weight in struct.iter_unpack("<3i", data[8:])],
                                 [value for _, value in expected])
                self.assertGreater(len(expected), 20)

    def test_what_people_have(self):
        cases = (
            ("out.konect", "% sym unweighted\n% 3 2 2\n2 2\n1 2\n1 2\n", (),
             graph(2, (1, 1, 1), (0, 1, 1), (1, 0, 1))),
            ("time", "% asym multiweighted\n1 2 5 1254192988\n1 2 4 1254192989\n", (),
             graph(2, (0, 1, 4))),
            ("matrix.csv", ",A,B\nA,0,4\nB,,0\n", (), graph(2, (0, 1, 4))),
            ("semicolon.csv", "Source;Target;Weight\na;b;3\n", (), graph(2, (0, 1, 3))),
            ("tab.csv", "a\tb\t3\n", (), graph(2, (0, 1, 3))),
            ("blank.csv", "a b 3\n", (), graph(2, (0, 1, 3))),
            ("names.tsv", "from\tto\tcost\na\tb\t3\n", (), graph(2, (0, 1, 3))),
            ("nx", "0 1 {}\n1 2 {}\n", (), graph(3, (0, 1, 1), (1, 2, 1))),
            ("nx2", "0 1 {'weight': 3}\n", (), graph(2, (0, 1, 3))),
            ("columns", "0 1 3 red\n", ("--columns", "1,2,3", "--from", "edges"),
             graph(2, (0, 1, 3))),
            ("plus.txt", "+0 +1 +5\n", (), graph(2, (0, 1, 5))),
            ("plus.gr", "p sp +2 +1\na +1 +2 +5\n", (), graph(2, (0, 1, 5))),
            ("un.txt", "0 1 2.5\n", ("--unweighted", "--reverse", "--weight", "7"),
             graph(2, (1, 0, 7))),
            ("sparse.txt", "5 1090140\n", ("--compact",), graph(2, (0, 1, 1))),
        )
        for name, text, options, expected in cases:
            with self.subTest(name=name):
                self.convert(self.write(name, text), "out.bin", *options)
                self.assertEqual(self.read("out.bin"), expected)
        message = self.convert("sparse.txt", "out.bin")
        self.assertIn("of 1090141 vertices only 2 have an edge; --compact", message)

    def test_what_may_be_two_things_is_refused(self):
        for name, text, part in (
                ("a.txt", "% some graph\n0 1\n", "expected --from edges, konect, metis"),
                ("b", "3 3\n2 3\n1 3\n1 2\n", "--from metis or --from edges"),
                ("c.csv", "0,1\n1,0\n", "--from csv or --from csv-matrix"),
                ("d.csv", "a;b,c\n", "--separator"),
                ("e.csv", "u,v\nv,w\n", "--header yes or --header no"),
                ("f.csv", "a,b,?\nc,d,1\n", "(read as csv; --from csv-matrix or edges)"),
                ("g.graph", "2 1\n2\n", "(read as metis; --from edges)")):
            with self.subTest(name=name):
                message = self.convert(self.write(name, text), "out.bin", code=3)
                self.assertTrue(message.startswith(f"hw3-convert: {name}: "), message)
                self.assertIn(part, message)
                self.assertNotIn("out.bin", self.names())
        self.convert("c.csv", "out.bin", "--from", "csv-matrix")
        self.convert("e.csv", "out.bin", "--header", "no")
        for option in ("--header=maybe", "--separator=x", "--columns=1", "--columns=1,,2",
                       "--scale=1234567890123456789", "--to=csv-matrix"):
            self.convert("c.csv", "out.bin", option, code=2)

    def test_what_is_left_out_is_said_even_with_quiet(self):
        for name, text, part, edges in (
                ("a.csv", "from,to,km,lanes\n0,1,5,2\n", "column 'lanes' is left out", [(0, 1, 5)]),
                ("a.txt", "0 1 5\n# x\n1 2 6\n", "1 line among the edges", [(0, 1, 5), (1, 2, 6)]),
                ("b.txt", "# type: undirected\n0 1\n", "--undirected adds", [(0, 1, 1)]),
                ("c.txt", "4 6\n0 1\n1 2\n2 3\n3 0\n0 2\n1 3\n", "line 1 is no edge, but says",
                 [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 0, 1), (0, 2, 1), (1, 3, 1)]),
                ("d", "% asym positive\n1 2 5\n", "the third column is left out", [(0, 1, 1)]),
                ("e.txt", "0 1 5\n0 1 4\n", "1 repeated edge is left out", [(0, 1, 4)]),
                ("f.graph", "2 1 010\n7 2\n7 1\n", "weights of vertices", [(0, 1, 1), (1, 0, 1)])):
            with self.subTest(text=text):
                self.assertIn(part, self.convert(self.write(name, text), "out.bin", "--quiet"))
                vertices = 1 + max(max(edge[:2]) for edge in edges)
                self.assertEqual(self.read("out.bin"), graph(vertices, *edges))
        self.write("g.csv", "from,to,minutes\ra,b,5\r")
        self.assertEqual(self.convert("g.csv", "out.bin", "--quiet"), "")
        self.assertEqual(self.read("out.bin"), graph(2, (0, 1, 5)))

    def test_options_that_settle_a_reading(self):
        self.write("a.txt", "1 2 2,5\n2 3 -1\n")
        self.convert("a.txt", "out.bin", "--first=1", "--decimal=,", "--scale=2", "--no-edge=-1",
                     "--from=edges")
        self.assertEqual(self.read("out.bin"), graph(3, (0, 1, 5)))
        self.write("a.csv", "id,source,target,cost,reverse_cost\n1,a,b,5,-1\n2,b,c,-1,7\n")
        self.assertIn("--columns 2,3,4,5", self.convert("a.csv", "out.bin", code=3))
        self.convert("a.csv", "out.bin", "--columns=2,3,4,5")
        self.assertEqual(self.read("out.bin"), graph(3, (0, 1, 5), (2, 1, 7)))
        for option, part in (("--first=2", "--first is '2'"), ("--decimal=x", "expected , or ."),
                             ("--no-edge=a b", "such as -1 or NA"), ("--first=1", "format edges"),
                             ("--columns=1,2,3,4,5", "two to four names")):
            self.assertIn(part, self.convert("a.csv", "out.bin", option, code=2))

    def test_pipes(self):
        text = b"p sp 2 1\na 1 2 7\n"
        self.convert("-", "-", "--to", "hw3", input=text)
        self.assertEqual(self.stdout, graph(2, (0, 1, 7)))
        for options in ((), ("--from", "hw3")):
            self.convert("-", "-", *options, "--to", "dimacs", input=graph(2, (0, 1, 7)))
            self.assertEqual(self.stdout, text)
        self.convert("-", "-", "--to", "npy", input=text)
        matrix = self.stdout
        self.assertTrue(matrix.startswith(b"\x93NUMPY"))
        self.convert("-", "-", "--to", "dimacs", input=matrix)
        self.assertEqual(self.stdout, text)

    def test_a_pipe_that_stays_open(self):
        """Of two graphs on one pipe the second is noticed by its first byte: more may never come."""
        chain = graph(5, *((n, n + 1, n) for n in range(4)))
        for behind in (b"\0", TRIANGLE, TRIANGLE * 200):
            reading, writing = os.pipe()
            try:
                os.write(writing, chain + behind)
                message = self.convert("-", "out.bin", code=3, stdin=reading)
                self.assertIn("is too long: found at least 57 bytes, expected 56 bytes", message)
            finally:
                os.close(reading)
                os.close(writing)

    def test_rows_of_distances(self):
        rows = packed(0, 4, 1, NO_PATH, 0, 2)
        self.write("d", rows)
        self.write("far", b"2\n3\n")
        self.write("named", b"c\na\n")
        for sources in ("2,0", "@list", "@named", "1:"):
            self.write("list", b"2\n0\n")
            size = ["--vertices", "3"] if sources == "1:" else []
            self.convert("--from", "distances", "--sources", sources, *size, "d", "d.npy")
            data = (self.folder / "d.npy").read_bytes()
            self.assertIn(b"'shape': (2, 3)", data[:128])
            self.assertEqual(data[128:], rows)
        for code, part, arguments in (
                (3, "24 bytes, expected 4 x 5 x V for 5 rows", ["--sources", "0:5"]),
                (3, "rows of some vertices alone need --sources", []),
                (2, "--vertices V", ["--sources", "1:"]),
                (2, "--sources: item 1 is 7:9, expected vertices in [0, 3)", ["--sources", "7:9"]),
                (2, "--sources: item 1 is 0:18446744073709551615, expected vertices in [0, 3)",
                 ["--sources", "0:18446744073709551615,0:3"]),
                (3, "--sources @far: line 2: '3', expected a vertex in [0, 3)",
                 ["--sources", "@far"]),
                (2, "--sources is 'x'", ["--sources", "x"])):
            with self.subTest(arguments=arguments):
                self.assertIn(part, self.convert("--from", "distances", *arguments, "d", "d.npy",
                                                 code=code))
        self.write("d.names", "a\nb\ne\n")
        self.assertIn("--sources @named: line 1: 'c', expected the name of a vertex", self.convert(
            "--from", "distances", "--sources", "@named", "d", "d.npy", code=3))
        for arguments in (["--sources", "1"], ["--vertices", "3"]):
            self.assertIn("are for --from distances alone",
                          self.convert(*arguments, "in.bin", "out.gr", code=2))

    def test_columns_of_distances(self):
        columns = packed(4, 1, 0, 2, NO_PATH, 0)
        self.write("d", columns)
        for lists, shape in ((["--targets", "1,2"], (3, 2)),
                             (["--sources", "0:2", "--targets", "0:3"], (2, 3))):
            self.convert("--from", "distances", *lists, "d", "d.npy")
            data = (self.folder / "d.npy").read_bytes()
            self.assertIn(f"'shape': {shape}".encode(), data[:128])
            self.assertEqual(data[128:], columns)
        self.assertIn("--targets: item 1 is 3:5, expected vertices in [0, 3)", self.convert(
            "--from", "distances", "--targets", "3:5", "d", "d.npy", code=2))
        self.assertIn("24 bytes, expected 16: 4 x 4 for 2 rows of 2 distances", self.convert(
            "--from", "distances", "--sources", "0,1", "--targets", "0,1", "d", "d.npy", code=3))
        self.assertIn("are for --from distances alone",
                      self.convert("--targets", "1", "in.bin", "out.gr", code=2))

    def test_distances(self):
        distances = packed(0, 4, NO_PATH, 0)
        self.write("d", distances)
        self.assertEqual(self.convert("--from", "distances", "d", "d.npy"), "")
        data = self.read("d.npy")
        self.assertEqual(data[:8], b"\x93NUMPY\x01\x00")
        (length,) = struct.unpack("<H", data[8:10])
        self.assertEqual((10 + length) % 64, 0)
        self.assertEqual(ast.literal_eval(data[10:10 + length].decode()), {  # as NumPy
            "descr": "<i4", "fortran_order": False, "shape": (2, 2)})
        self.assertEqual(data[10 + length:], distances)

    def test_refusals_leave_all_as_it_was(self):
        self.write("in.bin", TRIANGLE)
        self.write("bad.gr", "p sp 2 1\na 1 3 7\n")
        self.write("short.bin", TRIANGLE[:-1])
        self.write("empty.bin", "")
        self.write("odd", "what?")
        self.write("old.bin", "as it was")
        self.write("old.graph", "as it was")
        before = self.names()
        for code, parts, arguments in (
                (3, ["bad.gr: line 2, column 5: the target is '3', expected a whole number from 1 "
                     "to 2"], ["bad.gr", "old.bin"]),
                (3, ["short.bin: is too short"], ["short.bin", "old.bin"]),
                (3, ["empty.bin: is too short: ends at byte 0"], ["empty.bin", "old.bin"]),
                (3, ["odd: ", "expected --from"], ["odd", "old.bin"]),
                (3, ["missing: cannot be opened"], ["missing", "old.bin"]),
                (3, ["in.bin: the edge from 0 to 1 of weight 4"], ["in.bin", "old.graph"]),
                (2, ["--scale is '0'"], ["in.bin", "old.bin", "--scale", "0"]),
                (2, ["--scale is 'inf'"], ["in.bin", "old.bin", "--scale", "inf"]),
                (2, ["--weight is '1073741823'"], ["in.bin", "old.bin", "--weight", 1073741823]),
                (2, ["--from is 'graphml'", "dimacs", "'apsp convert' of the Python package reads"],
                 ["in.bin", "old.bin", "--from", "graphml"]),
                (2, ["--to is 'npz'", "'apsp convert' of the Python package writes"],
                 ["in.bin", "old.bin", "--to", "npz"]),
                (2, ["--to is 'csv-matrix'"], ["in.bin", "old.bin", "--to", "csv-matrix"]),
                (2, ["--to is 'distances'"], ["in.bin", "old.bin", "--to", "distances"]),
                (2, ["old: no format by this name", ".mtx"], ["in.bin", "old"]),
                (2, ["OUTPUT"], ["in.bin"]),
                (7, ["missing/out.bin"], ["in.bin", "missing/out.bin"])):
            with self.subTest(arguments=arguments):
                message = self.convert(*arguments, code=code)
                for part in parts:
                    self.assertIn(part, message)
                self.assertEqual(self.names(), before)
                self.assertEqual(self.read("old.bin"), b"as it was")
                self.assertEqual(self.read("old.graph"), b"as it was")

    def test_help(self):
        self.convert("--help")
        text = self.stdout.decode()
        for name in ("hw3", "edges", "konect", "dimacs", "mtx", "csv", "csv-matrix", "npy", "metis",
                     "distances"):
            self.assertTrue(re.search(rf"^  {name} ", text, re.MULTILINE), name)
        self.assertIn("Examples:", text)
        self.assertTrue(all(len(line) <= 100 for line in text.splitlines()))
        self.convert("--version")
        self.assertTrue(self.stdout.startswith(b"hw3-convert "))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    CONVERT = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
