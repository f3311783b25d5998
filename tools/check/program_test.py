# SPDX-License-Identifier: MIT
"""hw3-check as a user meets it: exit codes, standard output, standard error.

Called with the path of the program.
"""

import itertools
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

NO_PATH = 2**30 - 1
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()


def random_graph(vertices, draw):
    """Edges (source, destination, weight), many of them of weight zero and both ways."""
    edges = []
    for _ in range(draw.randrange(3 * vertices)):
        edge = draw.randrange(vertices), draw.randrange(vertices), draw.choice((0, 0, 1, 5))
        edges.append(edge)
        if edge[2] == 0 and draw.randrange(2):
            edges.append((edge[1], edge[0], 0))
    return edges


def distances_of(vertices, edges):
    """Floyd and Warshall, rows of numbers as the file holds them."""
    rows = [[0 if i == j else NO_PATH for j in range(vertices)] for i in range(vertices)]
    for source, destination, weight in edges:
        rows[source][destination] = min(rows[source][destination], weight)
    for k in range(vertices):
        for row in rows:
            if row[k] != NO_PATH:
                for j, onward in enumerate(rows[k]):
                    if onward != NO_PATH:
                        row[j] = min(row[j], row[k] + onward)
    return rows


def corrupted(rows, edges, draw):
    """The same rows with one mistake, which may change nothing."""
    vertices = len(rows)
    i, j = draw.randrange(vertices), draw.randrange(vertices)
    kind = draw.randrange(6)
    found = [list(row) for row in rows]
    if kind == 0:
        found[i][j] = draw.choice((-1, 0, 3, NO_PATH, NO_PATH + 1, 2**31 - 1))
    elif kind == 1:  # a zero cycle that row i does not reach, or reaches elsewhere
        for v in range(vertices):
            if v == j or rows[j][v] == 0 and rows[v][j] == 0:
                found[i][v] = 7
    elif kind == 2:
        found[i] = list(rows[j])
    elif kind == 3:
        found = [list(column) for column in zip(*rows)]
    elif kind == 4:
        found = distances_of(vertices, [*edges, (i, j, 0)])
    elif edges:
        found = distances_of(vertices, draw.sample(edges, len(edges) - 1))
    return found


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

    def test_what_only_a_zero_cycle_supports(self):
        graph = self.write("pair", 3, 2, 0, 1, 0, 1, 0, 0)
        found = self.write("seven", 0, 0, NO_PATH, 0, 0, NO_PATH, 7, 7, 0)
        out, _ = self.check("--graph", graph, found, expected=1)
        self.assertEqual(out.splitlines()[-1], "wrong: 3 x 3, 2 wrong entries in 1 row")
        graph = self.write("entered", 4, 4, 1, 2, 0, 2, 1, 0, 0, 1, 5, 3, 0, 1)
        rows = [0, 5, 5, NO_PATH, NO_PATH, 0, 0, NO_PATH, NO_PATH, 0, 0, NO_PATH]
        self.check("--graph", graph, self.write("right", *rows, 1, 6, 6, 0), expected=0)
        out, _ = self.check("--graph", graph, self.write("low", *rows, 1, 4, 4, 0), expected=1)
        self.assertIn("row 3, column 1, byte 52: found 4, expected 6", out)
        self.assertEqual(out.splitlines()[-1], "wrong: 4 x 4, 2 wrong entries in 1 row")

    def test_corrupted_results(self):
        verdicts = [0, 0]
        for seed in range(96):
            with self.subTest(seed=seed):
                draw = random.Random(seed)
                vertices = draw.choice((2, 3, 4, 7, 16, 17, 40))
                edges = random_graph(vertices, draw)
                rows = distances_of(vertices, edges)
                found = corrupted(rows, edges, draw)
                wrong_rows = sum(f != r for f, r in zip(found, rows))
                entries = sum(f != r for pair in zip(found, rows) for f, r in zip(*pair))
                graph = self.write("graph", vertices, len(edges), *itertools.chain(*edges))
                out, err = self.check("--graph", graph, self.write("found", *itertools.chain(*found)),
                                      expected=min(entries, 1))
                self.assertEqual(err, "")
                verdicts[min(entries, 1)] += 1
                line = out.splitlines()[-1]
                if entries == 0:
                    self.assertTrue(line.startswith(f"right: {vertices} x {vertices}, all rows "
                                                    "proven"), line)
                    continue
                self.assertEqual(line, f"wrong: {vertices} x {vertices}, {entries} wrong "
                                       f"entr{'y' if entries == 1 else 'ies'} in {wrong_rows} "
                                       f"row{'s' * (wrong_rows > 1)}")
        self.assertGreater(min(verdicts), 10)

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

    def test_some_rows(self):
        """The rows of vertices 2, 0 and 2; also in another order, of others, too many, too few."""
        found = self.write("rows", 3, 0, 5, 0, 4, 7, 3, 0, 5)
        graph = self.write("back", 3, 3, 0, 1, 4, 1, 2, 3, 2, 1, 0)
        rows = {0: (0, 4, 7), 1: (NO_PATH, 0, 3), 2: (NO_PATH, 0, 0)}
        found = self.write("rows", *rows[2], *rows[0], *rows[2], *rows[1])
        check = ["--graph", graph, found]
        out, _ = self.check("--sources", "2,0,2,1", *check, expected=0)
        self.assertEqual(out, "right: 4 x 3, all rows proven: each of 3 edges obeyed, each length "
                              "attained by a path\n")
        listed = self.folder / "list"
        listed.write_text("2\n0\n2\n1\n")
        self.check("--sources", f"@{listed}", *check, expected=0)
        pathlib.Path(f"{graph}.names").write_text("Bonn\nRome\nOslo\n")
        listed.write_text("Oslo\nBonn\nOslo\nRome\n")
        self.check("--sources", f"@{listed}", *check, expected=0)
        out, _ = self.check("--sources", "2,0,1,2", *check, expected=1)
        self.assertIn("row 2 (vertex 1), column 2, byte 32: found 0, expected 3", out)
        self.assertEqual(out.splitlines()[-1], "wrong: 4 x 3, 2 wrong entries in 2 rows")
        for sources, wrong in (("0,2,2,1", 2), ("2,0,2,2", 1), ("1,0,2,1", 1), ("0,1,2,0", 3)):
            with self.subTest(sources=sources):
                out, _ = self.check("--sources", sources, *check, expected=1)
                self.assertRegex(out.splitlines()[-1], rf"in {wrong} rows?$")
        out, _ = self.check("--rows", 2, "--sources", "2,0,2,1", *check, expected=0)
        self.assertIn("2 of 4 rows recomputed", out)
        out, _ = self.check("--sources", "2,0,2,1", found, found, expected=0)
        self.assertEqual(out, "right: 4 x 3, all entries equal\n")
        for code, sources, part in ((3, "2,0,2", "48 bytes, expected 36: 4 x 9 for 3 rows of V = 3"),
                                    (3, "0:5", "expected 60: 4 x 15 for 5 rows of V = 3"),
                                    (2, "0,1,2,3", "item 4 is 3, expected vertices in [0, 3)"),
                                    (2, "0;1", "--sources is '0;1'"),
                                    (3, "@missing", "missing")):
            with self.subTest(sources=sources):
                self.assertIn(part, self.check("--sources", sources, *check, expected=code)[1])
        self.assertIn("a range ends with V", self.check("--sources", "1:", found, found, expected=2)[1])
        self.check("--sources", "2,:1,2:3,1", *check, expected=0)
        self.check("--sources", "2,:1,2:,1", *check, expected=0)
        two = self.write("two", *rows[2], *rows[0])
        self.assertIn("it has the size of 2 rows of V = 3, and the rows of some vertices alone need "
                      "--sources", self.check("--graph", graph, two, expected=3)[1])

    def test_some_columns(self):
        """The columns of vertices 2 and 0, of all rows and of some."""
        graph = self.write("back", 3, 3, 0, 1, 4, 1, 2, 3, 2, 1, 0)
        columns = self.write("columns", 7, 0, 3, NO_PATH, 0, NO_PATH)
        out, _ = self.check("--graph", graph, "--targets", "2,0", columns, expected=0)
        self.assertEqual(out, "right: 3 x 2, all columns proven: each of 3 edges obeyed, each length "
                              "attained by a path\n")
        for targets, wrong in (("0,2", 2), ("2,1", 1), ("1,0", 1)):
            out, _ = self.check("--graph", graph, "--targets", targets, columns, expected=1)
            self.assertRegex(out.splitlines()[-1], rf"in {wrong} columns?$")
        both = ["--sources", "1,0", "--targets", "2,0", "--graph", graph]
        part = self.write("part", 3, NO_PATH, 7, 0)
        out, _ = self.check(*both, part, expected=0)
        self.assertEqual(out, "right: 2 x 2, all entries proven: equal to those of whole rows by "
                              "Dijkstra, in which each of 3 edges is obeyed, each length attained by a "
                              "path\n")
        out, _ = self.check(*both, "--rows", "1", part, expected=0)
        self.assertTrue(out.startswith("right as far as checked: 2 x 2; 1 of 2 rows recomputed"), out)
        self.assertNotIn("proven", out)
        out, _ = self.check(*both, self.write("low", 3, NO_PATH, 6, 0), expected=1)
        self.assertEqual(out, "row 1 (vertex 0), column 0 (vertex 2), byte 8: found 6, expected 7 (no "
                              "path is shorter)\nwrong: 2 x 2, 1 wrong entry in 1 row\n")
        # Without a graph.
        lists = ["--sources", "1,0", "--targets", "2,0"]
        self.check(*lists, part, part, expected=0)
        self.check("--targets", "2,0", columns, columns, expected=0)
        self.check("--targets", "2,:1", "--vertices", 3, columns, columns, expected=0)
        out, _ = self.check(*lists, self.folder / "low", part, expected=1)
        self.assertIn("row 1 (vertex 0), column 0 (vertex 2), byte 8: found 6, expected 7", out)
        for code, part_of_it, arguments in (
                (3, "24 bytes, expected 36: 4 x 9 for 3 rows of 3 distances; it has the size of 2 rows "
                    "of 3 distances, and the rows of some vertices alone need --sources",
                 ["--targets", "2,0,1", "--graph", graph, columns]),
                (3, "expected 16: 4 x 4 for 2 rows of 2 distances; it has the size of whole rows, "
                    "which need no --targets, or columns, which need no --sources", [*both, columns]),
                (3, "it has the size of 2 rows of V = 3, and the rows of some vertices alone need "
                    "--sources, some columns --targets", ["--graph", graph, columns]),
                (2, "--targets: item 1 is 3, expected vertices in [0, 3)",
                 ["--targets", "3,0", "--graph", graph, columns]),
                (2, "--targets: a range ends with V", ["--targets", "1:", columns, columns]),
                (2, "--vertices", ["--vertices", 3, "--graph", graph, columns]),
                (2, "standard input is named more than once", ["--targets", "@-", "-", columns])):
            with self.subTest(arguments=arguments):
                self.assertIn(part_of_it, self.check(*arguments, expected=code)[1])
        found = self.write("square", 3, NO_PATH, 7, 0)
        out, _ = self.check("--graph", graph, found, expected=1)
        self.assertIn("found 2 x 2 distances, expected 3 x 3 (the graph has 3 vertices); a part of the "
                      "matrix needs --sources or --targets", out)

    def test_corrupted_parts(self):
        """Parts of right and of corrupted results, as a user's files."""
        verdicts = [0, 0]
        for seed in range(60):
            with self.subTest(seed=seed):
                draw = random.Random(seed)
                vertices = draw.choice((2, 3, 4, 7, 16, 17, 40))
                edges = random_graph(vertices, draw)
                rows = distances_of(vertices, edges)
                found = corrupted(rows, edges, draw)
                part = {}
                for option in draw.choice((("sources",), ("targets",), ("sources", "targets"))):
                    part[option] = [draw.randrange(vertices) for _ in range(draw.randint(1, vertices))]
                cut = [[(i, j) for j in part.get("targets", range(vertices))]
                       for i in part.get("sources", range(vertices))]
                wrong = sum(found[i][j] != rows[i][j] for row in cut for i, j in row)
                graph = self.write("graph", vertices, len(edges), *itertools.chain(*edges))
                file = self.write("found", *(found[i][j] for row in cut for i, j in row))
                lists = [f"--{option}={','.join(map(str, chosen))}" for option, chosen in part.items()]
                out, err = self.check("--graph", graph, *lists, file, expected=min(wrong, 1))
                self.assertEqual(err, "")
                verdicts[min(wrong, 1)] += 1
                size = f"{len(cut)} x {len(cut[0])}"
                entries = f"{wrong} wrong entr{'y' if wrong == 1 else 'ies'} in"
                self.assertIn(f"wrong: {size}, {entries}" if wrong else f"right: {size}, all ",
                              out.splitlines()[-1])
        self.assertGreater(min(verdicts), 10)

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

    def test_another_kind_of_file(self):
        text = self.folder / "edges.txt"
        text.write_text("0 1 5\n1 2 7\n")
        for arguments in ([text, self.right], [self.right, text], ["--graph", text, self.right],
                          ["--graph", self.graph, text]):
            with self.subTest(arguments=arguments):
                out, err = self.check(*arguments, expected=3)
                self.assertEqual(out, "")
                self.assertTrue(err.startswith(f"hw3-check: {text}: "), err)
                self.assertIn("12", err)
                self.assertIn("looks like text: hw3-convert", err)
        for arguments in ([self.graph, self.right], ["--graph", self.graph, self.graph]):
            _, err = self.check(*arguments, expected=3)
            self.assertIn("it is a graph file (3 vertices, 3 edges)", err)

    def test_text_of_the_size_of_distances(self):
        text = self.folder / "edges.txt"
        text.write_text("0 1 5\n1 2 7\n2 0 9\n0 2 1\n1 0 1\n2 1 3\n")
        self.assertEqual(text.stat().st_size, 36)
        for arguments in (["--graph", self.graph, text], [text, self.right], [self.right, text]):
            with self.subTest(arguments=arguments):
                out, _ = self.check(*arguments, expected=1)
                self.assertIn(f"\n{text}: no distances; it looks like text: hw3-convert", out)
                self.assertTrue(out.splitlines()[-1].startswith("wrong: 3 x 3, 9 "), out)

    def test_no_answer(self):
        graph = self.write("cycle", 2, 2, 0, 1, 3, 1, 0, -4)
        _, err = self.check("--graph", graph, self.write("any", 0, 3, -4, 0), expected=4)
        self.assertIn("negative cycle", err)
        graph = self.write("long", 3, 2, 0, 1, NO_PATH - 1, 1, 2, 1)
        distances = self.write("cut", 0, NO_PATH - 1, NO_PATH, NO_PATH, 0, 1, NO_PATH, NO_PATH, 0)
        _, err = self.check("--graph", graph, distances, expected=4)
        self.assertIn("from 0 to 2", err)

    def test_weights_may_be_negative(self):
        """From one end of the range to the other, as the message beyond says."""
        out, _ = self.check("--help", expected=0)
        self.assertIn("Weights may be negative", " ".join(out.split()))
        most = NO_PATH - 1
        for weight in (-most, -1, most):
            with self.subTest(weight=weight):
                graph = self.write("graph", 2, 1, 0, 1, weight)
                right = self.write("weights", 0, weight, NO_PATH, 0)
                self.check("--graph", graph, right, expected=0)
        for weight in (-most - 1, most + 1):
            with self.subTest(weight=weight):
                graph = self.write("graph", 2, 1, 0, 1, weight)
                _, err = self.check("--graph", graph, self.right, expected=3)
                self.assertIn(f"weight is {weight}, expected {-most} to {most}", err)

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
