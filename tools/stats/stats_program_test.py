# SPDX-License-Identifier: MIT
"""The built hw3-stats, as its user meets it, and its numbers against NetworkX and SciPy where those
are installed.

Usage: stats_program_test.py HW3_STATS HW3_1
"""

import importlib.util
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

try:
    import networkx
except ImportError:
    networkx = None
try:
    import scipy.sparse.csgraph
except ImportError:
    scipy = None

STATS = SOLVER = None
NO_PATH = 2**30 - 1


def packed(*numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


class StatsCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-stats-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, data):
        (self.folder / name).write_bytes(data)

    def run_program(self, program, *arguments, code=0, **options):
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, timeout=60,
                              check=False, cwd=self.folder, **options)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        self.assertEqual(done.stderr != b"", code != 0)
        return (done.stderr if code else done.stdout).decode()

    def stats(self, *arguments, code=0, **options):
        text = self.run_program(STATS, *arguments, code=code, **options)
        if code:
            self.assertTrue(text.startswith("hw3-stats: "), text)
        return text

    def solve(self, vertices, edges, *options):
        self.write("graph", packed(vertices, len(edges), *(x for edge in edges for x in edge)))
        self.run_program(SOLVER, "graph", *options)


class Program(StatsCase):
    def setUp(self):
        super().setUp()
        self.write("d", packed(0, 4, 6, NO_PATH, 0, 2, NO_PATH, NO_PATH, 0))

    def test_text_and_names(self):
        text = self.stats("d")
        self.assertIn("diameter           6\n", text)
        self.assertIn("centre             1\n", text)
        self.write("d.names", b"Bonn\nthe Hague\nRome\n")
        self.assertIn("centre             the Hague\n", self.stats("d"))
        self.assertEqual(self.stats("--numbers", "d"), text)
        self.write("other", b"x\ny\nz\n")
        self.assertIn("centre             y\n", self.stats("d", "--names", "other"))
        self.assertEqual(self.stats("--quiet", "d"), "")

    def test_some_rows(self):
        self.write("rows", packed(NO_PATH, NO_PATH, 0, 0, 4, 6))
        self.write("names", b"Bonn\nRome\nOslo\n")
        text = self.stats("--sources", "2,0", "--names", "names", "rows")
        self.assertTrue(text.startswith("rows: V = 3, 2 rows, 4 ordered pairs\n"), text)
        self.assertIn("centre             Bonn\n", text)
        found = json.loads(self.stats("--sources", "2,0", "--json", "-", "rows"))
        self.assertEqual(found["sources"], [2, 0])
        self.assertEqual(found["eccentricity"], [None, 6])
        self.write("list", b"Oslo\nBonn\n")
        self.assertEqual(self.stats("--sources", "@list", "--names", "names", "rows"), text)
        self.assertIn("V = 3, 2 rows", self.stats("--sources", "@-", "rows", input=b"2\n0\n"))
        self.write("rest", packed(NO_PATH, 0, 2, NO_PATH, NO_PATH, 0))
        self.assertIn("V = 3, 2 rows", self.stats("--sources", "1:", "--vertices", "3", "rest"))
        for code, part, arguments in (
                (2, "--vertices V", ["--sources", "1:", "rest"]),
                (2, "--sources is 'x'", ["--sources", "x", "rest"]),
                (2, "--vertices is '0'", ["--vertices", "0", "rest"]),
                (2, "standard input is named more than once", ["--sources", "@-", "-"]),
                (3, "rest: byte 0: row 0 (vertex 0), column 0: 1073741823, expected 0",
                 ["--sources", "0,2", "rest"]),
                (3, "rest: 24 bytes, expected 4 x 5 x V for 5 rows", ["--sources", "0:5", "rest"]),
                (3, "rest: 24 bytes, expected 36: 4 x 9 for 3 rows of V = 3", ["--vertices", "3", "rest"]),
                (3, "rows of some vertices alone need --sources", ["rest"])):
            with self.subTest(arguments=arguments):
                self.assertIn(part, self.stats(*arguments, code=code, input=b""))

    def test_some_columns(self):
        self.write("columns", packed(0, 6, NO_PATH, 2, NO_PATH, 0))
        text = self.stats("--targets", "0,2", "columns")
        self.assertTrue(text.startswith("columns: V = 3, 2 columns, 4 ordered pairs\n"), text)
        self.assertIn("diameter           6\n", text)
        self.assertIn("1 of 3 reach all others.", text)
        found = json.loads(self.stats("--targets", "0,2", "--json", "-", "columns"))
        self.assertEqual(found["targets"], [0, 2])
        self.assertEqual(found["eccentricity"], [6, 2, None])
        self.assertEqual(found["closeness"], [1 / 6, 1 / 4, 0])
        self.write("part", packed(6, 0, 2, NO_PATH))
        found = json.loads(self.stats("--sources", "0,1", "--targets", "2,0", "--json", "-", "part"))
        self.assertEqual((found["sources"], found["targets"]), ([0, 1], [2, 0]))
        self.assertEqual((found["reachable_pairs"], found["unreachable_pairs"]), (2, 1))
        self.assertIn("columns: byte 4: row 0, column 1 (vertex 0): 6, expected 0",
                      self.stats("--targets", "2,0", "columns", code=3))
        self.assertIn("expected 4 x V x 5 for V rows of 5 distances",
                      self.stats("--targets", "0:5", "columns", code=3))

    def test_another_kind_of_file(self):
        self.write("graph", packed(3, 2, 0, 1, 4, 1, 2, 3))
        self.assertIn("in detail: 32 bytes", self.stats("graph", code=3))
        self.assertIn("graph: it is a graph file (3 vertices, 2 edges), and a solver makes distances",
                      self.stats("graph", code=3))
        with open(self.folder / "graph", "rb") as stream:
            self.assertIn("standard input: it is a graph file", self.stats("-", code=3, stdin=stream))
        self.write("edges.txt", b"0 1 5\n1 2 7\n")
        self.assertIn("looks like text: hw3-convert", self.stats("edges.txt", code=3))
        self.write("square.txt", b"0 1 5\n1 2 7\n2 0\n")
        self.assertIn("byte 0: row 0, column 0", self.stats("square.txt", code=3))
        self.assertIn("looks like text: hw3-convert", self.stats("square.txt", code=3))
        # A size of distances, whatever numbers they are.
        self.write("distances", packed(0, 1, 1, 0))
        self.assertIn("diameter           1\n", self.stats("distances"))

    def test_json(self):
        self.write("d.names", b"Bonn\nthe Hague\nRome\n")
        found = json.loads(self.stats("--json", "-", "d"))
        self.assertEqual(found["centre_names"], ["the Hague"])
        self.assertEqual(found["eccentricity"], [6, 2, None])
        self.assertIn("diameter", self.stats("--json", "j", "--threads", "1", "d"))
        self.assertEqual(json.loads((self.folder / "j").read_text()), found)
        piped = json.loads(self.stats("--json", "-", "-", input=(self.folder / "d").read_bytes()))
        self.assertEqual(piped.pop("source"), "standard input")
        self.assertEqual(piped, {key: found[key] for key in piped})

    def test_numbers_of_the_solver(self):
        self.solve(3, [(0, 1, 4), (1, 2, 2)], "d", "--summary", "s")
        ours = json.loads(self.stats("--json", "-", "d"))
        solver = json.loads((self.folder / "s").read_text())
        self.assertEqual((solver.pop("source"), ours.pop("source")), ("graph", "d"))
        self.assertEqual(ours, solver)

    def test_a_picture_without_matplotlib(self):
        (self.folder / "missing").mkdir()
        self.write("missing/matplotlib.py", b"raise ImportError\n")
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "missing")}
        message = self.stats("--plot", "p.png", "--json", "j", "d", code=7, env=environment)
        self.assertIn("p.png: cannot be drawn: matplotlib is not installed", message)
        self.assertIn("python3-matplotlib", message)
        self.assertFalse((self.folder / "p.png").exists())
        self.assertEqual(json.loads((self.folder / "j").read_text())["diameter"], 6)

    def test_a_picture_without_python(self):
        environment = {**os.environ, "PATH": str(self.folder)}
        message = self.stats("--plot", "p.svg", "d", code=7, env=environment)
        self.assertIn("p.svg: cannot be drawn: ", message)
        self.assertIn("--plot needs Python 3", message)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_pictures(self):
        for name in "-p.svg", "p.png", "p.pdf":
            self.stats(f"--plot={name}", "d")
            self.assertGreater((self.folder / name).stat().st_size, 1000)
        self.run_program(STATS, "--quiet", "--plot", "q.svg", "-",
                         input=(self.folder / "d").read_bytes())
        self.assertIn("missing/p.svg", self.stats("--plot", "missing/p.svg", "d", code=7))

    def test_refusals(self):
        self.write("odd", packed(0, 1, 2))
        self.write("diagonal", packed(0, 1, 1, 5))
        self.write("short", b"x\n")
        for code, parts, arguments in (
                (3, ["odd: 12 bytes, expected 4 x V x V"], ["odd"]),
                (3, ["diagonal: byte 12: row 1, column 1: 5"], ["diagonal"]),
                (3, ["short: names of 1 vertex, expected 3"], ["d", "--names", "short"]),
                (3, ["missing"], ["missing"]),
                (2, ["--plot is 'p.gif'", ".svg, .png or .pdf"], ["d", "--plot", "p.gif"]),
                (2, ["FILE ./d and --json d are the same file"], ["./d", "--json", "d"]),
                (2, ["FILE"], []),
                (7, ["missing/j"], ["d", "--json", "missing/j"])):
            with self.subTest(arguments=arguments):
                message = self.stats(*arguments, code=code)
                for part in parts:
                    self.assertIn(part, message)

    def test_help(self):
        text = self.stats("--help")
        for part in "Examples:", "eccentricity", "closeness", "Exit codes:":
            self.assertIn(part, text)
        self.assertTrue(all(len(line) <= 100 for line in text.splitlines()))
        self.assertTrue(self.stats("--version").startswith("hw3-stats "))


def graphs():
    """Vertices and edges, none repeated and none of weight 0, which the peers understand otherwise:
    strongly connected, in pieces, of wide bins, without edges, as good as undirected."""
    dice = random.Random(4)

    def edges(vertices, count, weights, known=()):
        graph = {(u, v): weight for u, v, weight in known}
        for _ in range(count):
            u, v = dice.randrange(vertices), dice.randrange(vertices)
            if u != v:
                graph.setdefault((u, v), dice.choice(weights))
        return [(u, v, weight) for (u, v), weight in graph.items()]

    yield 60, edges(60, 200, (2, 3), [(v, (v + 1) % 60, 1) for v in range(60)])
    yield 80, edges(80, 90, (1, 5, 100))
    yield 70, edges(70, 600, (1000, 70000))
    yield 5, []
    both = [(u, v, 1) for u, v, _ in edges(40, 150, (1,)) if u < v]
    yield 40, both + [(v, u, 1) for u, v, _ in both]


class Oracles(StatsCase):
    def summary(self, vertices, edges):
        self.solve(vertices, edges, "--summary", "s")
        return json.loads((self.folder / "s").read_text())

    @unittest.skipUnless(networkx, "NetworkX is not installed")
    def test_networkx(self):
        compared = set()
        for vertices, edges in graphs():
            found = self.summary(vertices, edges)
            graph = networkx.DiGraph()
            graph.add_nodes_from(range(vertices))
            graph.add_weighted_edges_from(edges)
            lengths = {u: {v: d for v, d in row.items() if u != v} for u, row
                       in networkx.all_pairs_dijkstra_path_length(graph, weight="weight")}
            every = sorted(d for row in lengths.values() for d in row.values())
            self.assertEqual(found["reachable_pairs"], len(every))
            self.assertEqual(found["sum_of_distances"], sum(every))
            closeness = networkx.closeness_centrality(graph.reverse(), distance="weight",
                                                      wf_improved=True)
            self.assertEqual(found["closeness"], [closeness[v] for v in range(vertices)])
            eccentricity = [max(lengths[v].values(), default=None) for v in range(vertices)]
            self.assertEqual(found["eccentricity"], eccentricity)
            if len(every) == vertices * (vertices - 1):
                spread = dict(enumerate(eccentricity))
                compared.add("connected")
                self.assertEqual(found["diameter"], networkx.diameter(graph, e=spread))
                self.assertEqual(found["radius"], networkx.radius(graph, e=spread))
                self.assertEqual(found["centre"], networkx.center(graph, e=spread))
                self.assertEqual(found["periphery"], networkx.periphery(graph, e=spread))
            undirected = graph.to_undirected()
            if len(undirected.edges) * 2 == len(edges) and networkx.is_connected(undirected):
                compared.add("undirected")
                self.assertEqual(found["sum_of_distances"], 2 * networkx.wiener_index(undirected))
        self.assertEqual(compared, {"connected", "undirected"})

    @unittest.skipUnless(scipy, "SciPy is not installed")
    def test_scipy(self):
        import numpy
        for vertices, edges in graphs():
            found = self.summary(vertices, edges)
            sources, targets, weights = zip(*edges) if edges else ((), (), ())
            matrix = scipy.sparse.csr_matrix((weights, (sources, targets)),
                                             shape=(vertices, vertices), dtype=float)
            distances = scipy.sparse.csgraph.shortest_path(matrix)
            distances = distances[~numpy.eye(vertices, dtype=bool)]
            finite = numpy.sort(distances[numpy.isfinite(distances)]).astype(int)
            self.assertEqual(found["unreachable_pairs"], int(numpy.isinf(distances).sum()))
            if not len(finite):
                self.assertIsNone(found["mean_distance"])
                continue
            self.assertAlmostEqual(found["mean_distance"], finite.mean(), places=9)
            width = found["histogram"]["bin_width"]
            self.assertEqual(found["percentiles"]["exact"], width == 1)
            self.assertEqual(found["percentiles"]["at_most_too_large"], width - 1)
            self.assertEqual(width == 1, finite[-1] < 65536)
            for percent in 50, 90, 95, 99:
                exact = numpy.percentile(finite, percent, method="inverted_cdf")
                self.assertEqual(found["percentiles"][str(percent)],
                                 min(exact // width * width + width - 1, finite[-1]))
            starts, counts = numpy.unique(finite // width * width, return_counts=True)
            self.assertEqual(found["histogram"]["from"], starts.tolist())
            self.assertEqual(found["histogram"]["pairs"], counts.tolist())
            self.assertEqual(found["histogram"]["cumulative"], counts.cumsum().tolist())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    STATS, SOLVER = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:])
    unittest.main(argv=sys.argv[:1])
