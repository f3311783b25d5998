# SPDX-License-Identifier: MIT
"""The benchmark from end to end on tiny graphs. Usage: program_test.py BUILD_FOLDER"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).with_name("hw3-bench")
BUILD_FOLDER = pathlib.Path(sys.argv.pop())

# A program in the place of hw3-1 that passes everything on and spoils the last distance.
WRONG = """#!/bin/sh
case "$*" in *--help*) exec "$REAL" --help ;; esac
"$REAL" "$@" || exit
for distances; do :; done
printf '\\001\\002\\003\\004' | dd of="$distances" bs=4 seek=1 conv=notrunc 2>/dev/null
"""

# Spoils the output or the summary of the dense method, or the output of every run.
WRONG_METHOD = """#!/bin/sh
"$REAL" "$@" || exit
for last; do :; done
case "$SPOILT, $*" in
  all,*.bin|output,*"--method dense"*.bin)
    printf '\\001\\002\\003\\004' | dd of="$last" bs=4 seek=1 conv=notrunc 2>/dev/null ;;
  summary,*"--method dense"*"--summary"*) echo >> "${last%/*}/summary.json" ;;
esac
"""


def built(name):
    return next(path.resolve() for path in BUILD_FOLDER.rglob(name) if path.is_file())


class BenchTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def bench(self, *arguments):
        # Few enough runs that the test takes seconds: the ceilings cost most.
        command = [sys.executable, BENCH, "--bin-dir", BUILD_FOLDER, "--folder", self.path,
                   "--repeats", "1", "--isas", "portable", "--threads", "1", "--kinds", "0",
                   *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def test_two_builds_against_each_other(self):
        done = self.bench("--compare", BUILD_FOLDER, BUILD_FOLDER, "--sizes", "12:20", "260:67340",
                          "--widths", "u8", "s32", "--repeats", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split("|")[1:-1] for line in done.stdout.splitlines()
                 if re.match(r"\| +\d", line)]
        self.assertEqual([tuple(cell.strip() for cell in line[:4]) for line in lines],
                         [(size, edges, width, phase)
                          for size, edges, widths in (("12", "20", ("auto", "s32")),
                                                      ("260", "67340", ("auto", "u8", "s32")))
                          for width in widths for phase in ("compute", "whole")])
        for line in lines:
            self.assertGreater(float(line[7]), 0)

    def test_a_build_with_wrong_distances_is_not_compared(self):
        wrong = self.path / "wrong"
        wrong.mkdir()
        real = next(BUILD_FOLDER.rglob("hw3-1/hw3-1"))
        (wrong / "hw3-1").write_text(WRONG.replace("$REAL", str(real)))
        (wrong / "hw3-1").chmod(0o755)
        done = self.bench("--compare", BUILD_FOLDER, wrong, "--sizes", "260:67340")
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrong distances", done.stderr)
        self.assertNotRegex(done.stdout, r"\| +260 ")

    def test_results_tables_and_files(self):
        page = self.path / "page.md"
        page.write_text("<!-- bench:begin here -->\n<!-- bench:end -->\n")
        # The few edges of the first make paths longer than 8 bits hold, the many of the second short.
        done = self.bench("--sizes", "12:20", "260:67340", "--widths", "u8", "u16", "--update",
                          f"{page}#here")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("hw3-1 portable u8 1 threads at V = 12, E = 20: not exact", done.stdout)
        self.assertIn("hw3-triple-loop", done.stdout)
        self.assertNotIn("Checked by a sample", done.stdout)
        self.assertIn("| hw3-1 ", page.read_text())

        results = json.loads((self.path / "results.json").read_text())
        found = {(m["program"], m["vertices"], m["forced"], m["arithmetic"])
                 for m in results["measurements"] if m["program"] == "hw3-1"}
        self.assertEqual(found, {("hw3-1", 12, False, "u16"), ("hw3-1", 12, True, "u16"),
                                 ("hw3-1", 260, False, "u8"), ("hw3-1", 260, True, "u8"),
                                 ("hw3-1", 260, True, "u16")})
        self.assertTrue(all(m["compute_rate"] > 0 and m["seconds"] > 0
                            for m in results["measurements"]))
        self.assertEqual(len((self.path / "results.csv").read_text().splitlines()),
                         1 + len(results["measurements"]))

        again = self.bench("--load", str(self.path / "results.json"))
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(again.stdout, done.stdout)

        twice = self.bench("--load", *[str(self.path / "results.json")] * 2)
        self.assertEqual(twice.returncode, 0, twice.stderr)
        self.assertIn(" runs in 2 sessions.", twice.stdout)
        self.assertEqual(twice.stdout.splitlines()[1:], done.stdout.splitlines()[1:])

    def test_sparse_graphs_of_each_kind(self):
        done = self.bench("--sizes", "--kinds", "400")
        self.assertEqual(done.returncode, 0, done.stderr)
        results = json.loads((self.path / "results.json").read_text())
        found = {m["kind"]: m["edges"] for m in results["kinds"]}
        self.assertEqual(found, {"grid": 1520, "ring": 400, "disconnected": 3200,
                                 "small-world": 1600, "scale-free": 3200, "random": 3200})
        for kind in found:
            self.assertIn(f"| {kind} ", done.stdout)

    def test_all_methods_on_sparse_graphs(self):
        page = self.path / "page.md"
        page.write_text("<!-- bench:begin -->\n<!-- bench:end -->\n")
        done = self.bench("--sparse", "--quick", "--no-peers", "--update", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        results = json.loads((self.path / "results.json").read_text())
        methods = results["methods"]
        self.assertLessEqual({"auto", "dense", "sweep"}, set(methods))
        solvers = {}
        for m in results["sparse"]:
            solvers.setdefault((m["graph"], m["vertices"], m["mode"]), []).append(m["solver"])
            self.assertGreater(m["seconds"], 0)
        self.assertEqual(solvers["road", 400, "summary"], methods)
        for key in (("road", 400, "output"), ("knn", 400, "output"), ("packages", 400, "output"),
                    ("grid", 98, "output"), ("dense", 81, "output")):
            self.assertEqual(solvers[key], [*methods, "writer"])
        self.assertGreater(results["copy_bytes_per_second"], 0)
        self.assertEqual(len((self.path / "results.csv").read_text().splitlines()),
                         1 + len(results["sparse"]))
        self.assertIn("Left out: large graphs: only with --large.", done.stdout)
        self.assertNotIn("Checked by a sample", done.stdout)
        for name in ("road", "knn", "packages", "protein"):
            self.assertIn(f"| {name} ", page.read_text())
        again = self.bench("--sparse", "--load", str(self.path / "results.json"))
        self.assertEqual((again.returncode, again.stdout), (0, done.stdout), again.stderr)

    def test_answers_that_are_not_written_are_verified(self):
        done = self.bench("--sparse", "--quick", "--large", "--no-peers", "--largest-output", "99999",
                          "--graphs", "road", "attachment")
        self.assertEqual(done.returncode, 0, done.stderr)
        results = json.loads((self.path / "results.json").read_text())
        modes = {(m["graph"], m["vertices"]): m["mode"] for m in results["sparse"]
                 if m["vertices"] >= 400}
        self.assertEqual(modes, {("road", 400): "summary", ("road", 1500): "summary",
                                 ("road", 5280): "summary", ("attachment", 400): "summary"})
        self.assertEqual([m["solver"] for m in results["sparse"] if m["vertices"] == 5280],
                         ["auto", "sweep"])
        self.assertIn("Checked by a sample: V = 5280, E = 14784: --verify", done.stdout)
        self.assertIn("Left out: the output of road, V = 400: above --largest-output.", done.stdout)

    def test_no_time_for_a_wrong_method(self):
        # Right unless its method is forced, as the first run's is not.
        real = built("hw3-1")
        wrong = self.path / "hw3-wrong"
        for spoilt, message in (("output", "--method dense: wrong distances"),
                                ("summary", "--method dense: wrong summary"),
                                ("all", "row 0, column 1")):
            wrong.write_text(WRONG_METHOD.replace("$REAL", str(real)).replace("$SPOILT", spoilt))
            wrong.chmod(0o755)
            done = self.bench("--sparse", "--quick", "--no-peers", "--program", str(wrong),
                              "--graphs", "road" if spoilt == "summary" else "mail")
            self.assertEqual((done.returncode, done.stdout), (1, ""), spoilt)
            self.assertIn(message, done.stderr)

    def test_a_choice_of_sparse_graphs(self):
        done = self.bench("--sparse", "--quick", "--no-peers", "--graphs", "mail", "random 4 V")
        self.assertEqual(done.returncode, 0, done.stderr)
        results = json.loads((self.path / "results.json").read_text())
        self.assertEqual({m["graph"] for m in results["sparse"]}, {"mail", "random 4 V"})
        done = self.bench("--sparse", "--quick", "--graphs", "male")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--graphs: found male, expected one of road, knn,", done.stderr)

    def test_a_solver_without_methods(self):
        done = self.bench("--sparse", "--quick", "--program", "hw3-triple-loop")
        self.assertEqual(done.returncode, 1)
        self.assertIn("hw3-triple-loop has no --method", done.stderr)

    def test_no_time_for_a_wrong_result(self):
        real = next(path for path in BUILD_FOLDER.rglob("hw3-1") if path.is_file())
        wrong = self.path / "hw3-wrong"
        wrong.write_text(WRONG.replace("$REAL", str(real)))
        wrong.chmod(0o755)
        done = self.bench("--sizes", "12:20", "--widths", "s32", "--no-peers", "--program",
                          str(wrong))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        self.assertIn("row 0, column 1", done.stderr)
        self.assertFalse((self.path / "results.json").exists())

    def test_a_sample_is_not_called_a_proof(self):
        programs = self.path / "programs"
        programs.mkdir()
        for name in ("hw3-1", "hw3-gen", "hw3-ceiling"):
            (programs / name).symlink_to(built(name))
        check = programs / "hw3-check"
        check.write_text(f'#!/bin/sh\nexec {shlex.quote(str(built("hw3-check")))} --rows 3 "$@"\n')
        check.chmod(0o755)
        options = ("--bin-dir", programs, "--sizes", "12:20", "--widths", "u16", "--no-peers")
        done = self.bench(*options)
        self.assertEqual(done.returncode, 0, done.stderr)
        line = "Checked by a sample: V = 12, E = 20: right as far as checked: 12 x 12; 3 of 12 rows"
        self.assertIn(line, done.stdout)
        twice = self.bench("--load", *[str(self.path / "results.json")] * 2)
        self.assertEqual(twice.stdout.count(line), 1)
        # A verdict that is none.
        check.write_text("#!/bin/sh\necho no idea\n")
        done = self.bench(*options)
        self.assertEqual(done.returncode, 1)
        self.assertIn("'no idea'", done.stderr)

    def test_every_script_has_help(self):
        for name in ("hw3-bench", "hw3-gpu-report", "hw3-scaling-report", "hw3-width-report"):
            done = subprocess.run([sys.executable, BENCH.with_name(name), "--help"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, f"(?s)usage: {name} .*Examples?:.* {name} ")

    def test_a_graph_that_cannot_be_is_a_usage_error(self):
        done = self.bench("--sizes", "3:7")
        self.assertEqual(done.returncode, 2)
        self.assertIn("at most 6 edges", done.stderr)


if __name__ == "__main__":
    unittest.main()
