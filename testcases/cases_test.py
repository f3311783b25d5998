# SPDX-License-Identifier: MIT
"""The manifest, the files it names and the programs agree; one test a case.

Usage: cases_test.py HW3_GEN SOLVER...
"""

import hashlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import make_cases

HERE = pathlib.Path(__file__).resolve().parent
MANIFEST = json.loads((HERE / "manifest.json").read_text(encoding="utf-8"))
COMMITTED = 4096  # bytes; larger files are made from their text where they are needed
HASHED = 11_000_000  # edges; of larger graphs only the header is looked at
SECONDS = 300
NO_DEVICE = 6  # exit code of a GPU program that found no usable GPU


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def edges_of(graph):
    return list(struct.iter_unpack("<3i", graph[8:]))


def distances(graph):
    """Bellman and Ford, from every vertex; None where the format has no answer."""
    vertices, edges = struct.unpack("<i", graph[:4])[0], edges_of(graph)
    rows = []
    for source in range(vertices):
        row = {source: 0}
        for _ in range(vertices):
            better = [(v, row[u] + w) for u, v, w in edges
                      if u in row and row[u] + w < row.get(v, float("inf"))]
            if not better:
                break
            for v, length in better:
                row[v] = min(length, row.get(v, length))
        else:
            return None  # still getting shorter after V rounds: a negative cycle
        if any(abs(length) >= make_cases.UNREACHABLE for length in row.values()):
            return None
        rows += [row.get(v, make_cases.UNREACHABLE) for v in range(vertices)]
    return struct.pack(f"<{len(rows)}i", *rows)


class ManifestTest(unittest.TestCase):
    def test_every_text_is_in_the_manifest_and_every_file_belongs_to_one(self):
        names = [case["name"] for case in MANIFEST["small"]]
        self.assertEqual(len(set(names)), len(names))
        self.assertEqual(sorted(names), sorted(path.stem for path in make_cases.SMALL.glob("*.txt")))
        named = {case[key] for case in MANIFEST["small"] for key in ("text", "input", "expected")
                 if key in case}
        self.assertEqual(named, {f"small/{path.name}" for path in make_cases.SMALL.iterdir()})

    def test_the_command_makes_them_in_a_folder_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            new = pathlib.Path(folder) / "new" / "cases"
            subprocess.run([sys.executable, "-B", HERE / "make_cases.py", new], check=True)
            made = {path.name: sha256(path.read_bytes()) for path in new.iterdir()}
        named = {f"{case['name']}.{suffix}": case[f"{kind}_sha256"] for case in MANIFEST["small"]
                 for suffix, kind in (("in", "input"), ("out", "expected")) if f"{kind}_sha256" in case}
        self.assertEqual(made, named)

    def test_names_of_generated_graphs_differ(self):
        names = [case["name"] for case in MANIFEST["generated"]]
        self.assertEqual(len(set(names)), len(names))


class SmallTest(unittest.TestCase):
    """One method a case and question, added by add_tests()."""

    gen = None
    solvers = []

    def check_files(self, case):
        graph, expected = make_cases.read((HERE / case["text"]).read_text(encoding="utf-8"))
        self.assertEqual((HERE / case["input"]).read_bytes(), graph, "make_cases.py makes it anew")
        self.assertEqual(sha256(graph), case["input_sha256"])
        self.assertEqual(expected is not None, case["exit"] == 0)
        self.assertEqual(expected is not None, "expected_sha256" in case)
        if expected is not None:
            self.assertEqual(sha256(expected), case["expected_sha256"])
            self.assertEqual("expected" in case, len(expected) <= COMMITTED)
        if "expected" in case:
            self.assertEqual((HERE / case["expected"]).read_bytes(), expected)

    def check_distances(self, case):
        graph, expected = make_cases.read((HERE / case["text"]).read_text(encoding="utf-8"))
        self.assertEqual(distances(graph), expected)

    def check_solver(self, case, solver):
        _, expected = make_cases.read((HERE / case["text"]).read_text(encoding="utf-8"))
        now = case.get("today", case)
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "distances"
            run = subprocess.run([solver, HERE / case["input"], output], capture_output=True,
                                 text=True, timeout=SECONDS, check=False)
            self.assertEqual(run.returncode, now["exit"], run.stderr)
            self.assertEqual(run.stdout, "")
            for part in now.get("message", []):
                self.assertIn(part, run.stderr)
            if now["exit"] == 0:
                self.assertEqual(output.read_bytes(), expected)
            else:
                self.assertEqual(list(pathlib.Path(folder).iterdir()), [])


    def needs_gpu(self, solver):
        self.skipTest(f"{solver.name} needs a GPU")


class GeneratedTest(unittest.TestCase):
    """One method a graph, added by add_tests()."""

    def check(self, case):
        kind, *options = case["arguments"]
        with subprocess.Popen([SmallTest.gen, kind, "-", *options], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as run:
            header = run.stdout.read(8)
            self.assertEqual(struct.unpack("<2i", header), (case["vertices"], case["edges"]))
            digest = hashlib.sha256(header)
            if case["edges"] <= HASHED:
                while piece := run.stdout.read(1 << 20):
                    digest.update(piece)
                self.assertEqual(run.wait(SECONDS), 0, run.stderr.read())
                self.assertEqual(digest.hexdigest(), case["sha256"])
            else:
                run.kill()


def add_tests():
    def add(owner, name, check, *arguments):
        setattr(owner, "test_" + name.replace("-", "_").replace(".", "_"),
                lambda self: getattr(self, check)(*arguments))

    def runs_here(solver):
        case = HERE / MANIFEST["small"][0]["input"]
        return subprocess.run([solver, case, os.devnull], stderr=subprocess.DEVNULL,
                              timeout=SECONDS, check=False).returncode != NO_DEVICE

    solvers = [pathlib.Path(solver) for solver in SmallTest.solvers]
    for solver in solvers:
        if not runs_here(solver):
            add(SmallTest, solver.name, "needs_gpu", solver)
    solvers = list(filter(runs_here, solvers))
    for case in MANIFEST["small"]:
        add(SmallTest, f"files_of_{case['name']}", "check_files", case)
        if case["exit"] in (0, 4):
            add(SmallTest, f"distances_of_{case['name']}", "check_distances", case)
        for solver in solvers:
            add(SmallTest, f"{solver.name}_on_{case['name']}", "check_solver", case, solver)
    for case in MANIFEST["generated"]:
        add(GeneratedTest, case["name"], "check", case)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    SmallTest.gen, *SmallTest.solvers = sys.argv[1:]
    add_tests()
    unittest.main(argv=sys.argv[:1])
