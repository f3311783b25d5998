# SPDX-License-Identifier: MIT
"""The built hw3-path, as its user meets it.

Usage: path_program_test.py HW3_PATH
"""

import csv
import io
import itertools
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

PATH = None
NO_PATH = 2**30 - 1


def packed(*numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


def canonical(vertices, edges):
    """(distances, paths) of a graph without a negative cycle, both by source and target, by Bellman and
    Ford. A path has the fewest edges, then the smallest vertices before."""
    lengths, paths = [], []
    for source in range(vertices):
        best = {source: 0}
        for _ in range(vertices):
            for a, b, weight in edges:
                if a in best:
                    best[b] = min(best.get(b, best[a] + weight), best[a] + weight)
        path, level = {source: (source,)}, {source: (source,)}
        while level:
            found = {}
            for a, b, weight in edges:
                if a in level and b not in path and best[a] + weight == best[b]:
                    found[b] = min(found.get(b, (vertices, ())), (a, (*level[a], b)))
            level = {b: way for b, (_, way) in found.items()}
            path.update(level)
        lengths.append([best.get(v, NO_PATH) for v in range(vertices)])
        paths.append([path.get(v) for v in range(vertices)])
    return lengths, paths


class PathTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-path-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # 0 -> 3 -> 5 -> 2, a way round it, and 1 and 4 that nothing leads to.
        self.write("graph", 6, 7, 0, 3, 4, 3, 5, 8, 0, 5, 13, 5, 2, -3, 2, 5, 3, 1, 0, 1, 5, 5, 2)
        n = NO_PATH
        self.rows = [[0, n, 9, 4, n, 12], [1, 0, 10, 5, n, 13], [n, n, 0, n, n, 3],
                     [n, n, 5, 0, n, 8], [n, n, n, n, 0, n], [n, n, -3, n, n, 0]]
        self.write("distances", *sum(self.rows, []))

    def write(self, name, *numbers):
        (self.folder / name).write_bytes(packed(*numbers))

    def run_path(self, *arguments, code=0, text=None):
        done = subprocess.run([PATH, *map(str, arguments)], capture_output=True, timeout=60,
                              check=False, cwd=self.folder, text=True, input=text or "")
        self.assertEqual(done.returncode, code, done.stderr)
        if code:
            self.assertTrue(done.stderr.startswith("hw3-path: "), done.stderr)
            self.assertEqual(done.stdout, "")
            return done.stderr
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_one_path(self):
        for files in (["distances", "graph"], ["graph"]):
            with self.subTest(files=files):
                self.assertEqual(self.run_path(*files, 0, 5), "0 -> 3 -> 5, length 12\n")
                self.assertEqual(self.run_path(*files, 1, 2), "1 -> 0 -> 3 -> 5 -> 2, length 10\n")
                self.assertEqual(self.run_path(*files, 5, 5), "5, length 0\n")
                self.assertEqual(self.run_path(*files, 0, 4), "no path from 0 to 4\n")

    def test_formats(self):
        one = json.loads(self.run_path("--format", "json", "distances", "graph", 0, 2))
        self.assertEqual(one, {"source": 0, "target": 2, "length": 9, "vertices": [0, 3, 5, 2],
                               "weights": [4, 8, -3]})
        one = json.loads(self.run_path("--format", "json", "graph", 0, 1))
        self.assertEqual(one, {"source": 0, "target": 1, "length": None, "vertices": [],
                               "weights": []})
        many = self.run_path("--format", "csv", "distances", "graph", text="0 5\n0 1\n")
        self.assertEqual(list(csv.reader(io.StringIO(many))), [
            ["path", "source", "target", "step", "vertex", "distance"],
            ["0", "0", "5", "0", "0", "0"], ["0", "0", "5", "1", "3", "4"],
            ["0", "0", "5", "2", "5", "12"], ["1", "0", "1", "", "", ""]])

    def test_many_paths(self):
        pairs = [(i, j) for i in range(6) for j in range(6)]
        random.Random(3).shuffle(pairs)
        text = "".join(f"{i} {j}\n" for i, j in pairs)
        expected = "".join(self.run_path("distances", "graph", i, j) for i, j in pairs)
        (self.folder / "pairs").write_text(text)
        self.assertEqual(self.run_path("distances", "graph", text=text), expected)
        self.assertEqual(self.run_path("graph", text=text), expected)
        self.assertEqual(self.run_path("graph", "--pairs", "-", text=text), expected)
        self.assertEqual(self.run_path("--pairs", "pairs", "distances", "graph"), expected)
        self.assertEqual(self.run_path("graph", text=""), "")
        many = self.run_path("distances", "graph", "--threads", 3, text=text * 300)
        self.assertEqual(many, expected * 300)

    def test_lengths(self):
        pairs = [(0, 5), (0, 4), (1, 2), (5, 5)]
        text = "".join(f"{i} {j}\n" for i, j in pairs)
        self.write("columns", *sum(([row[2], row[4], row[5]] for row in self.rows), []))
        for files in (["distances", "graph"], ["graph"], ["--targets", "2,4,5", "columns", "graph"]):
            with self.subTest(files=files):
                self.assertEqual(self.run_path("--lengths", *files, text=text),
                                 "0 -> 5, length 12\nno path from 0 to 4\n1 -> 2, length 10\n"
                                 "5 -> 5, length 0\n")
                self.assertEqual(self.run_path("--lengths", "--format", "csv", *files, text=text),
                                 "source,target,length\n0,5,12\n0,4,\n1,2,10\n5,5,0\n")
                found = self.run_path("--lengths", "--format", "json", *files, text=text).splitlines()
                self.assertEqual([json.loads(line)["length"] for line in found], [12, None, 10, 0])
        self.assertEqual(self.run_path("--lengths", "graph", 0, 2), "0 -> 2, length 9\n")
        (self.folder / "graph.names").write_text("Bonn\nRome\nthe Hague\nKöln\nOslo\nÅs\n")
        self.assertEqual(self.run_path("--lengths", "graph", text="Bonn\tthe Hague\n"),
                         "Bonn -> the Hague, length 9\n")
        self.assertIn("--all", self.run_path("--lengths", "--all", "all", "distances", "graph", code=2))

    def test_lengths_of_many_sources(self):
        """The graph is eliminated, also where weights are below 0."""
        side = 12
        draw = random.Random(5)
        height = [draw.randrange(40) for _ in range(side * side)]
        edges = []
        for v in range(side * side):
            for w in ([v + 1] if (v + 1) % side else []) + ([v + side] if v + side < side * side else []):
                for a, b in ((v, w), (w, v)):
                    edges.append((a, b, draw.randrange(30) + height[b] - height[a]))
        self.assertTrue(any(weight < 0 for _, _, weight in edges))
        self.write("grid", side * side, len(edges), *itertools.chain(*edges))
        pairs = [(draw.randrange(side * side), draw.randrange(side * side)) for _ in range(2000)]
        text = "".join(f"{i} {j}\n" for i, j in pairs)
        paths = self.run_path("grid", text=text).splitlines()
        lengths = self.run_path("--lengths", "grid", text=text).splitlines()
        self.assertEqual([line.rsplit(" ", 1)[1] for line in lengths],
                         [line.rsplit(" ", 1)[1] for line in paths])
        self.write("cycle", side * side, len(edges) + 2, *itertools.chain(*edges), 3, 4, -500, 4, 3, -500)
        self.assertIn("negative cycle", self.run_path("--lengths", "cycle", text=text, code=4))

    def test_names(self):
        (self.folder / "graph.names").write_text("Bonn\nRome\nthe Hague\nKöln\nOslo\nÅs\n")
        expected = "Bonn -> Köln -> Ås -> the Hague, length 9\n"
        for files in (["distances", "graph"], ["graph"]):
            self.assertEqual(self.run_path(*files, "Bonn", "the Hague"), expected)
            self.assertEqual(self.run_path(*files, "0", "the Hague"), expected)
            self.assertEqual(self.run_path(*files, text="Bonn\tthe Hague\nOslo Oslo\n"),
                             expected + "Oslo, length 0\n")
        self.assertEqual(self.run_path("--numbers", "graph", 0, 5), "0 -> 3 -> 5, length 12\n")
        self.assertIn("FROM: 'Paris', expected the name of a vertex or a vertex in [0, 6)",
                      self.run_path("graph", "Paris", "Bonn", code=2))
        self.assertIn("FROM: 'Bonn', expected a vertex in [0, 6)",
                      self.run_path("--numbers", "graph", "Bonn", "Bonn", code=2))
        self.assertIn("two vertices with a tab", self.run_path("graph", text="the Hague Bonn\n",
                                                               code=3))
        (self.folder / "few").write_text("Bonn\n")
        self.assertIn("few: names of 1 vertex, expected 6",
                      self.run_path("--names", "few", "graph", 0, 1, code=3))

    def test_some_rows(self):
        self.write("rows", *self.rows[3], *self.rows[0], *self.rows[3])
        for sources in ("3,0,3", "3,:1,3:4"):
            self.assertEqual(self.run_path("--sources", sources, "rows", "graph", text="0 5\n3 2\n"),
                             "0 -> 3 -> 5, length 12\n3 -> 5 -> 2, length 5\n")
        (self.folder / "list").write_text("3\n0\n3\n")
        self.assertEqual(self.run_path("--sources", "@list", "rows", "graph", 3, 2),
                         "3 -> 5 -> 2, length 5\n")
        self.assertIn("FROM: vertex 1 has no row in rows, expected one of --sources",
                      self.run_path("--sources", "3,0,3", "rows", "graph", 1, 2, code=2))
        self.assertIn("standard input: line 2: vertex 1 has no row",
                      self.run_path("--sources", "3,0,3", "rows", "graph", text="0 5\n1 2\n", code=3))
        # The rows of other vertices show.
        self.assertIn("rows: row 0: the distance from 0 to 0 is 1073741823, expected 0",
                      self.run_path("--sources", "0,3,5", "rows", "graph", 0, 2, code=3))
        self.assertIn("rows: 72 bytes, expected 48: 4 x 12 for 2 rows of V = 6",
                      self.run_path("--sources", "3,0", "rows", "graph", 0, 2, code=3))
        self.assertIn("it has the size of 3 rows of V = 6, and the rows of some vertices alone need "
                      "--sources", self.run_path("rows", "graph", 0, 2, code=3))

    def test_some_columns(self):
        columns = [[row[2], row[5]] for row in self.rows]
        self.write("columns", *sum(columns, []))
        pairs = [(i, j) for i in range(6) for j in (5, 2, 5)]
        text = "".join(f"{i} {j}\n" for i, j in pairs)
        for form in ("text", "csv", "json"):
            self.assertEqual(
                self.run_path("--format", form, "--targets", "2,5", "columns", "graph", text=text),
                self.run_path("--format", form, "distances", "graph", text=text))
        (self.folder / "graph.names").write_text("Bonn\nRome\nthe Hague\nKöln\nOslo\nÅs\n")
        (self.folder / "list").write_text("the Hague\nÅs\n")
        self.assertEqual(self.run_path("--targets", "@list", "columns", "graph", "Bonn", "Ås"),
                         "Bonn -> Köln -> Ås, length 12\n")
        (self.folder / "graph.names").unlink()
        lists = ["--targets", "2,5", "columns", "graph"]
        for code, part, arguments, text in (
                (2, "TO: vertex 1 has no column in columns, expected one of --targets", [*lists, 2, 1], ""),
                (3, "standard input: line 2: vertex 0 has no column", lists, "0 5\n1 0\n"),
                (3, "columns: column 0: the distance from 5 to 5 is -3, expected 0",
                 ["--targets", "5,2", "columns", "graph", 0, 5], ""),
                (3, "columns: 48 bytes, expected 24: 4 x 6 for 6 rows of 1 distance",
                 ["--targets", "5", "columns", "graph", 0, 5], ""),
                (2, "--sources and --targets exclude each other: a path follows the whole row of FROM or",
                 ["--sources", "0", *lists, 0, 5], ""),
                (2, "--all excludes --targets", ["--all", "all", *lists], ""),
                (2, "--targets is about DISTANCES", ["--targets", "5", "graph", 0, 5], "")):
            with self.subTest(arguments=arguments):
                self.assertIn(part, self.run_path(*arguments, code=code, text=text))
        self.write("other", *sum([[row[2], row[5] - (i == 0)] for i, row in enumerate(self.rows)], []))
        self.assertIn("other: column 1: the distance from 0 is 11, but no path to 5 is so long; so it "
                      "does not hold the distances of graph",
                      self.run_path("--targets", "2,5", "other", "graph", 0, 5, code=3))

    def test_a_long_chain(self):
        """19,999 edges of weight zero or one, which lead back too: cycles of length zero."""
        vertices = 20000
        edges = []
        for v in range(vertices - 1):
            edges += [(v, v + 1, v % 2), (v + 1, v, -(v % 2))]
        self.write("chain", vertices, len(edges), *itertools.chain(*edges))
        self.write("row", *(v // 2 for v in range(vertices)))
        last = vertices - 1
        self.write("column", *(last // 2 - v // 2 for v in range(vertices)))
        expected = " -> ".join(map(str, range(vertices))) + f", length {last // 2}\n"
        self.assertEqual(self.run_path("chain", 0, last), expected)
        self.assertEqual(self.run_path("--sources", 0, "row", "chain", 0, last), expected)
        self.assertEqual(self.run_path("--targets", last, "column", "chain", 0, last), expected)
        self.run_path("--sources", 0, "--all", "all", "row", "chain")
        self.assertEqual((self.folder / "all").read_bytes(), packed(-9999, *range(last)))

    def test_stars(self):
        """A vertex that all others lead to, and that leads to all others."""
        vertices = 20000
        edges = [(v, 0, 5) for v in range(1, vertices)] + [(0, v, 2) for v in range(1, vertices)]
        random.Random(5).shuffle(edges)
        self.write("star", vertices, len(edges), *itertools.chain(*edges))
        self.write("row", 5, *([7] * 6), 0, *([7] * (vertices - 8)))
        self.write("column", 2, *([7] * 8), 0, *([7] * (vertices - 10)))
        text = "".join(f"7 {v}\n" for v in range(vertices))
        expected = "".join("7, length 0\n" if v == 7 else f"7 -> 0 -> {v}, length 7\n" if v else
                           "7 -> 0, length 5\n" for v in range(vertices))
        self.assertEqual(self.run_path("star", text=text), expected)
        self.assertEqual(self.run_path("--sources", 7, "row", "star", text=text), expected)
        text = "".join(f"{v} 9\n" for v in range(vertices))
        expected = "".join("9, length 0\n" if v == 9 else f"{v} -> 0 -> 9, length 7\n" if v else
                           "0 -> 9, length 2\n" for v in range(vertices))
        self.assertEqual(self.run_path("--targets", 9, "column", "star", text=text), expected)

    def test_distances_of_zero_cycles(self):
        """Lengths that only a cycle of length zero supports are refused, not followed for ever."""
        self.write("zeros", 5, 5, 1, 2, 0, 2, 3, 0, 3, 1, 0, 3, 4, 2, 0, 0, 0)
        n = NO_PATH
        self.write("row", 0, 7, 7, 7, 9)
        for target, length in ((2, 7), (4, 9)):
            self.assertIn(f"row: row 0: the distance to {target} is {length}, but no path from 0 is so "
                          "long", self.run_path("--sources", 0, "row", "zeros", 0, target, code=3))
        self.assertIn("the distance to 1 is 7, but no path",
                      self.run_path("--sources", 0, "--all", "all", "row", "zeros", code=3))
        self.assertFalse((self.folder / "all").exists())
        self.write("column", 0, n, n, n, 0)
        self.assertIn("column: column 0: the distance from 0 is 0, but no path to 4 is so long",
                      self.run_path("--targets", 4, "column", "zeros", 0, 4, code=3))
        self.assertIn("there is no path from 3, expected at most 2: an edge of weight 2 to 4, then 0",
                      self.run_path("--targets", 4, "column", "zeros", 3, 4, code=3))
        self.write("right", n, 2, 2, 2, 0)
        self.assertEqual(self.run_path("--targets", 4, "right", "zeros", 1, 4),
                         "1 -> 2 -> 3 -> 4, length 2\n")

    def test_odd_names(self):
        names = ['a,b', 'say "so"', "1 -> 2", " lead", "tab\\t", "ñ\u202eö\x01"]
        (self.folder / "graph.names").write_text("".join(name + "\n" for name in names))
        way = [names[v] for v in (0, 3, 5, 2)]
        self.assertEqual(self.run_path("distances", "graph", names[0], names[2]),
                         " -> ".join(way) + ", length 9\n")
        text = f"{names[0]}\t{names[2]}\r\n{names[1]}\t{names[4]}\n"
        rows = list(csv.reader(io.StringIO(self.run_path("--format", "csv", "graph", text=text))))
        self.assertEqual([row[4] for row in rows[1:5]], way)
        self.assertEqual(rows[5], ["1", names[1], names[4], "", "", ""])
        lines = self.run_path("--format", "json", "graph", text=text).splitlines()
        self.assertEqual([json.loads(line)["vertices"] for line in lines], [way, []])

    def test_names_that_are_no_utf_8(self):
        (self.folder / "graph.names").write_bytes(b"a\nb\nc\n\xff\xfe\nd\ne\n")
        for form, part in (("text", b"a -> \xff\xfe -> e, length 12\n"), ("json", b"\"length\": 12")):
            done = subprocess.run([PATH, "--format", form, "distances", "graph", "a", "e"],
                                  capture_output=True, timeout=60, check=False, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(part, done.stdout)

    def test_bad_lines(self):
        """The line is named, and nothing is printed before."""
        for bad in ("", "0", "0 1 2", "0,1", "0\t1\t2", "-1 0", "0 6", "0x1 0", "99999999999999999999 0",
                    "# 0 1"):
            for before in (0, 3):
                with self.subTest(bad=bad, before=before):
                    message = self.run_path("distances", "graph", code=3,
                                            text="0 5\n" * before + bad + "\n0 5\n")
                    self.assertIn(f"standard input: line {before + 1}: '", message)

    def test_random_graphs(self):
        for seed in range(40):
            with self.subTest(seed=seed):
                draw = random.Random(seed)
                vertices = draw.randrange(1, 9)
                height = [draw.randrange(5) if seed % 2 else 0 for _ in range(vertices)]
                edges = []
                for _ in range(draw.randrange(4 * vertices)):
                    a, b = draw.randrange(vertices), draw.randrange(vertices)
                    edges.append((a, b, draw.randrange(3) + height[b] - height[a]))
                self.write("g", vertices, len(edges), *itertools.chain(*edges))
                lengths, paths = canonical(vertices, edges)
                self.write("d", *sum(lengths, []))
                pairs = [(i, j) for i in range(vertices) for j in range(vertices)]
                text = "".join(f"{i} {j}\n" for i, j in pairs)
                for files in (["d", "g"], ["g"]):
                    found = self.run_path("--format", "json", *files, text=text).splitlines()
                    self.assertEqual(len(found), len(pairs))
                    for (i, j), line in zip(pairs, found):
                        got = json.loads(line)
                        self.assertEqual(got["vertices"], list(paths[i][j] or []), (i, j))
                        self.assertEqual(got["length"], lengths[i][j] if paths[i][j] else None)
                        self.assertEqual(sum(got["weights"]), got["length"] or 0)

    def test_all(self):
        """The matrix of predecessors is that of the paths, and of SciPy's form."""
        vertices, edges = 6, [(0, 3, 4), (3, 5, 8), (0, 5, 13), (5, 2, -3), (2, 5, 3), (1, 0, 1),
                              (1, 5, 52)]
        lengths, paths = canonical(vertices, edges)
        self.assertEqual(lengths, self.rows)
        expected = [[path[-2] if path and len(path) > 1 else -9999 for path in row] for row in paths]
        self.assertEqual(self.run_path("--all", "all", "distances", "graph"), "")
        self.assertEqual((self.folder / "all").read_bytes(), packed(*sum(expected, [])))
        self.write("rows", *self.rows[3], *self.rows[0])
        self.run_path("--sources", "3,0", "--all", "all", "rows", "graph")
        self.assertEqual((self.folder / "all").read_bytes(), packed(*expected[3], *expected[0]))
        piped = subprocess.run([PATH, "--all", "-", "distances", "graph"], capture_output=True,
                               timeout=60, check=True, cwd=self.folder)
        self.assertEqual(piped.stdout, packed(*sum(expected, [])))
        before = (self.folder / "all").read_bytes()
        self.write("other", *sum(self.rows, [])[:-1], 1)
        self.assertIn("other: row 5: the distance from 5 to 5 is 1", self.run_path(
            "--all", "all", "other", "graph", code=3))
        self.assertEqual((self.folder / "all").read_bytes(), before)
        for code, part, arguments in (
                (2, "--all needs DISTANCES", ["--all", "all", "graph"]),
                (2, "--all excludes FROM and TO", ["--all", "all", "distances", "graph", 0, 1]),
                (2, "--all", ["--all", "all", "--pairs", "p", "distances", "graph"]),
                (2, "DISTANCES distances and --all distances are the same file",
                 ["--all", "distances", "distances", "graph"]),
                (2, "GRAPH graph and --all ./graph are the same file",
                 ["--all", "./graph", "distances", "graph"]),
                (7, "missing/all", ["--all", "missing/all", "distances", "graph"])):
            with self.subTest(arguments=arguments):
                self.assertIn(part, self.run_path(*arguments, code=code))

    def test_undirected(self):
        self.write("way", 3, 2, 0, 1, 4, 2, 1, 3)
        self.write("lengths", 0, 4, 7, 4, 0, 3, 7, 3, 0)
        for files in (["way"], ["lengths", "way"]):
            self.assertEqual(self.run_path("--undirected", *files, 2, 0), "2 -> 1 -> 0, length 7\n")
        self.assertEqual(self.run_path("way", 2, 0), "no path from 2 to 0\n")
        self.run_path("--undirected", "--all", "all", "lengths", "way")
        self.assertEqual((self.folder / "all").read_bytes(),
                         packed(-9999, 0, 1, 1, -9999, 1, 1, 2, -9999))

    def test_lengths_beyond_the_file(self):
        most = NO_PATH - 1
        self.write("long", 4, 3, 0, 1, most, 1, 2, most, 2, 3, most)
        self.assertEqual(self.run_path("long", 0, 3), f"0 -> 1 -> 2 -> 3, length {3 * most}\n")
        self.write("low", 3, 2, 0, 1, -most, 1, 2, -most)
        self.assertEqual(self.run_path("low", 0, 2), f"0 -> 1 -> 2, length {-2 * most}\n")

    def test_other_distances(self):
        for change, target, part in ((5, 5, "row 0: the distance to 5 is 11, but no path from 0"),
                                     (0, 5, "row 0: the distance from 0 to 0 is 1, expected 0"),
                                     (2, 2, "row 0: the distance to 2 is 8, but no path")):
            numbers = sum(self.rows, [])
            numbers[change] += 1 if change == 0 else -1
            self.write("other", *numbers)
            message = self.run_path("other", "graph", 0, target, code=3)
            self.assertIn("other: " + part, message)
            self.assertIn("so it does not hold the distances of graph", message)
        self.write("small", 0, 1, 1, 0)
        self.assertIn("small: 2 x 2 distances, expected 6 x 6: graph has 6 vertices",
                      self.run_path("small", "graph", 0, 5, code=3))

    def test_a_negative_cycle(self):
        self.write("cycle", 2, 2, 0, 1, 3, 1, 0, -4)
        self.assertIn("negative cycle", self.run_path("cycle", 0, 1, code=4))
        # Distances of such a graph cannot be right; a path of their lengths is an end, too.
        self.write("any", 0, 3, -4, 0)
        self.assertEqual(self.run_path("any", "cycle", 0, 1), "0 -> 1, length 3\n")

    def test_refusals(self):
        (self.folder / "text").write_text("0 1 5\n1 2 7\n")
        for code, part, arguments, text in (
                (2, "GRAPH is required", [], None),
                (2, "unexpected argument '7'", ["a", "b", "0", "1", "7"], None),
                (2, "--pairs takes the place of FROM and TO", ["--pairs", "x", "graph", 0, 1], None),
                (2, "--sources is about DISTANCES", ["--sources", "0", "graph", 0, 1], None),
                (2, "--sources is '0;1'", ["--sources", "0;1", "distances", "graph", 0, 1], None),
                (2, "--sources: item 1 is 6, expected vertices in [0, 6)",
                 ["--sources", "6,:5", "distances", "graph", 0, 1], None),
                (2, "--format", ["--format", "xml", "graph", 0, 1], None),
                (2, "standard input is named more than once", ["-", "graph"], ""),
                (2, "standard input is named more than once", ["-", "-", 0, 1], ""),
                (2, "standard input is named more than once", ["-", "--pairs", "-"], ""),
                (2, "standard input is named more than once", ["--sources", "@-", "-", "graph", 0, 1], ""),
                (2, "FROM: '6', expected a vertex in [0, 6)", ["graph", 6, 1], None),
                (2, "TO: 'x', expected a vertex in [0, 6)", ["graph", 0, "x"], None),
                (2, "--numbers", ["--numbers", "--names", "x", "graph", 0, 1], None),
                (2, "--threads", ["--threads", 0, "graph", 0, 1], None),
                (3, "missing: cannot be opened", ["missing", 0, 1], None),
                (3, "missing: cannot be opened", ["missing", "graph", 0, 1], None),
                (3, "missing: cannot be opened", ["--pairs", "missing", "graph"], None),
                (3, "text: ", ["text", 0, 1], None),
                (3, "text: it looks like text: hw3-convert", ["text", "graph", 0, 1], None),
                (3, "standard input: line 2: '0', expected two vertices", ["graph"], "0 1\n0\n"),
                (3, "standard input: line 1: '9', expected a vertex", ["graph"], "0 9\n")):
            with self.subTest(arguments=arguments):
                self.assertIn(part, self.run_path(*arguments, code=code, text=text))

    def test_standard_output(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PATH, "graph", "0", "5"], stdout=full, stderr=subprocess.PIPE,
                                  timeout=60, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 7, done.stderr)

    def test_a_reader_may_leave(self):
        (self.folder / "pairs").write_text("0 2\n" * 100000)
        with subprocess.Popen([PATH, "--pairs", "pairs", "graph"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, cwd=self.folder) as run:
            self.assertEqual(run.stdout.readline(), b"0 -> 3 -> 5 -> 2, length 9\n")
            run.stdout.close()
            self.assertEqual(run.stderr.read(), b"")
            self.assertEqual(run.wait(timeout=60), 0)

    def test_help(self):
        self.assertIn("Examples:", self.run_path("--help"))
        self.assertTrue(self.run_path("--version").startswith("hw3-path "))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    PATH = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
