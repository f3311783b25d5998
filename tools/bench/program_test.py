# SPDX-License-Identifier: MIT
"""hw3-bench from end to end on tiny graphs. Where a GPU or MPI is needed, hw3-1 stands in for the
solvers, scripts for the other programs. Usage: program_test.py BUILD_FOLDER"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).with_name("hw3-bench")
BUILD_FOLDER = pathlib.Path(sys.argv.pop()).resolve()
COMMANDS = ("dense", "sparse", "near", "real", "predictions", "threads", "width", "gpu", "scaling",
            "start", "floats", "python", "peers")
WRONG_BYTES = "printf '\\001\\002\\003\\004' | dd of=\"$last\" bs=4 seek=1 conv=notrunc 2>/dev/null"

# Passes everything on to hw3-1, and spoils the last distance.
WRONG = f"""#!/bin/sh
case "$*" in *--help*) exec REAL --help ;; esac
REAL "$@" || exit
for last; do :; done
{WRONG_BYTES}
"""

# Spoils the output or the summary of the dense method, or the output of every run.
WRONG_METHOD = f"""#!/bin/sh
REAL "$@" || exit
for last; do :; done
case "SPOILT, $*" in
  all,*.bin|output,*"--method dense"*.bin) {WRONG_BYTES} ;;
  summary,*"--method dense"*"--summary"*) echo >> "${{last%/*}}/summary.json" ;;
esac
"""

# Spoils the largest distance of the first row in the summaries of runs that the words match.
WRONG_SUMMARY = """#!/bin/sh
REAL "$@" || exit
case "$*" in WORDS) sed -i 's/"eccentricity": \\[/&7/' FOLDER/summary.json ;; esac
"""

# Spoils the sparse rows of runs with the option ASKED.
WRONG_ROWS = """#!/usr/bin/env python3
import pathlib, subprocess, sys
code = subprocess.run(["REAL", *sys.argv[1:]]).returncode
if "ASKED" in sys.argv:
    ran = pathlib.Path(sys.argv[0] + ".ran")
    again = ran.exists()
    ran.touch()
    answer = pathlib.Path(sys.argv[-1])
    data = bytearray(answer.read_bytes())
    CHANGE
    answer.write_bytes(data)
sys.exit(code)
"""

CEILING = """#!/bin/sh
echo '{"device": "Some GPU", "unit": "T relax/s", "s32": 16.50, "u16": 32.25,
 "copy_GB_per_s": 4000}'
"""

# hw3-1 with the options and the facts of hw3-2, and of hw3-3 on two GPUs.
SOLVER = """#!/usr/bin/env python3
import json, os, subprocess, sys
words = sys.argv[1:]
for name in ("--devices", "--route", "--transfer", "--memory"):
    if name in words:
        del words[words.index(name):words.index(name) + 2]
code = subprocess.run(["REAL", "--threads", "1", *words]).returncode
if code == 0 and "hw3-3" in sys.argv[0]:
    file = words[words.index("--report") + 1]
    report = json.load(open(file))
    report.update(devices="0,1", exchange_bytes=10**9, exchange_seconds=0.001, exchange="NCCL")
    json.dump(report, open(file, "w"))
if os.environ.get("BROKEN") and os.environ["BROKEN"] in sys.argv:
    if "--summary" in words:
        open(words[words.index("--summary") + 1], "a").write("broken")
    else:
        with open(words[-1], "r+b") as file:
            file.write(b"x")
sys.exit(code)
"""

# hw3-real-rate on a GPU: by processors.
REAL_RATE = """#!/bin/sh
[ "$1 $2" = "--device gpu" ] && shift 2 && exec REAL "$@"
"""

# mpirun -n N program ...: one process, with a report as that of two.
LAUNCHER = """#!/usr/bin/env python3
import json, os, subprocess, sys
assert sys.argv[1] == "2", sys.argv
words = sys.argv[2:]
code = subprocess.run(words).returncode
if code == 0:
    file = words[words.index("--report") + 1]
    report = json.load(open(file))
    rank = {"compute_seconds": 50.5, "waiting_seconds": 0.01, "sending_seconds": 0.02,
            "bytes_received": 10**9}
    report["by_rank"] = [rank, {**rank, "waiting_seconds": 0.03, "compute_seconds": 0.25}]
    json.dump(report, open(file, "w"))
sys.exit(code)
"""

# Runs the program and tells of two kernels. One metric is unknown to it, another has no value.
NCU = """#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[1:]
names = words[words.index("--metrics") + 1].split(",")
if "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed" in names:
    sys.exit("==ERROR== Failed to find metric smsp__cycles_active")
while words[0].startswith("--"):
    del words[:1 if words[0] == "--csv" else 2]
subprocess.run(words, check=True)
tell = lambda *cells: print(",".join(f'"{cell}"' for cell in cells))
tell("ID", "Kernel Name", *names)
tell("", "", *(("Gbyte" if "bytes" in name else "us") for name in names))
for number, kernel in enumerate(("product_kernel", "close_pivot_kernel")):
    tell(number, f"void (anonymous namespace)::{kernel}<1>(int *)",
         *("n/a" if "_op_st.sum" in name else "1,000.5" for name in names))
"""

BROKEN_NCU = """#!/bin/sh
echo '==PROF== Connected'
echo '==ERROR== ERR_NVGPUCTRPERM - no permission.'
exit 1
"""

START = """#!/usr/bin/env python3
import json, sys, time
began = time.monotonic()
print(json.dumps({"device": "Some GPU", "began": began,
                  "steps": {"driver": 0.25, "first solve": 0.5 if "--lazy" in sys.argv else 0.125},
                  "ended": time.monotonic()}))
"""

NO_GPU = """#!/bin/sh
echo "$(basename "$0"): no usable GPU" >&2
exit 6
"""


def built(name):
    return next(path.resolve() for path in BUILD_FOLDER.rglob(name)
                if path.is_file() and os.access(path, os.X_OK))


class BenchTest(unittest.TestCase):
    """A folder for each test, whose programs/ has links to the build's and scripts in their place."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.programs = self.path / "programs"
        self.programs.mkdir()
        for name in ("hw3-1", "hw3-gen", "hw3-check", "hw3-stats", "hw3-path", "hw3-ceiling",
                     "hw3-row-rate", "hw3-triple-loop"):
            (self.programs / name).symlink_to(built(name))

    def script(self, name, text, **changes):
        path = self.programs / name
        path.unlink(missing_ok=True)
        for key, value in {"REAL": shlex.quote(str(built("hw3-1"))), **changes}.items():
            text = text.replace(key, str(value))
        path.write_text(text)
        path.chmod(0o755)
        return path

    def bench(self, command, *arguments, code=0, **environment):
        """Standard output of a good run, or standard error of one with another exit code, which
        prints nothing else."""
        done = subprocess.run([sys.executable, BENCH, command, "--bin", self.programs, "--folder",
                               self.path, "--repeats", "1", *arguments], capture_output=True, text=True,
                              env={**os.environ, **environment})
        disturbed = done.returncode == 77 and "other programs disturbed most runs" in done.stderr
        if command == "predictions" and disturbed:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, code, done.stderr)
        if code:
            self.assertEqual(done.stdout, "")
        return done.stderr if code else done.stdout

    def saved(self, name):
        return json.loads((self.path / f"{name}.json").read_text())

    def assert_loads(self, command, said, *options):
        self.assertEqual(self.bench(command, "--load", self.path / f"{command}.json", *options), said)


class DenseTest(BenchTest):
    # Few enough runs that a test takes a second: the ceilings cost most.
    FEW = ("--isas", "portable", "--threads", "1")

    def dense(self, *arguments, **more):
        return self.bench("dense", *self.FEW, *arguments, **more)

    def test_results_tables_and_files(self):
        page = self.path / "page.md"
        page.write_text("<!-- bench:begin here -->\n<!-- bench:end -->\n")
        # The few edges of the first make paths longer than 8 bits hold, the many of the second short.
        said = self.dense("--sizes", "12:20", "260:67340", "--widths", "u8", "u16", "--update",
                          f"{page}#here")
        self.assertIn("hw3-1 portable u8 1 threads at V = 12, E = 20: not exact", said)
        self.assertNotIn("Checked by a sample", said)
        self.assertIn(said.strip(), page.read_text())
        measurements = self.saved("dense")["measurements"]
        found = {(m["program"], m["vertices"], m["forced"], m["arithmetic"])
                 for m in measurements if m["program"] == "hw3-1"}
        self.assertEqual(found, {("hw3-1", 12, False, "u16"), ("hw3-1", 12, True, "u16"),
                                 ("hw3-1", 260, False, "u8"), ("hw3-1", 260, True, "u8"),
                                 ("hw3-1", 260, True, "u16")})
        self.assertTrue(all(m["compute_rate"] > 0 and m["seconds"] > 0 for m in measurements))
        self.assert_loads("dense", said)
        twice = self.dense("--load", *[self.path / "dense.json"] * 2)
        self.assertIn(" runs in alternation, 2 sessions.", twice)
        self.assertEqual(twice.splitlines()[1:], said.splitlines()[1:])

    def test_two_builds_against_each_other(self):
        said = self.dense("--compare", self.programs, self.programs, "--sizes", "12:20", "260:67340",
                          "--widths", "u8", "s32")
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in said.splitlines()
                 if line.startswith("| hw3-1 ")]
        self.assertEqual([tuple(line[1:5]) for line in lines],
                         [(size, edges, width, phase)
                          for size, edges, widths in (("12", "20", ("auto", "s32")),
                                                      ("260", "67340", ("auto", "u8", "s32")))
                          for width in widths for phase in ("compute", "whole")])
        for line in lines:
            self.assertGreater(float(line[7]), 0)

    def test_a_build_with_wrong_distances_is_not_compared(self):
        self.script("hw3-1", WRONG)
        said = self.dense("--compare", BUILD_FOLDER, self.programs, "--sizes", "260:67340", code=1)
        self.assertIn("wrong distances", said)

    def test_predecessors_have_a_price(self):
        self.dense("--predecessors", "--sizes", "90:800")
        [row] = self.saved("dense")["predecessors"]
        self.assertGreater(row["search"], 0)
        self.assertGreater(row["compute"], 0)

    def test_no_time_for_a_wrong_result(self):
        said = self.dense("--sizes", "12:20", "--widths", "s32", "--program",
                          self.script("hw3-wrong", WRONG), code=1)
        self.assertIn("row 0, column 1", said)
        self.assertFalse((self.path / "dense.json").exists())

    def test_a_sample_is_not_called_a_proof(self):
        self.script("hw3-check", f'#!/bin/sh\nexec {shlex.quote(str(built("hw3-check")))} --rows 3 "$@"\n')
        options = ("--sizes", "12:20", "--widths", "u16")
        line = "Checked by a sample: V = 12, E = 20: right as far as checked: 12 x 12; 3 of 12 rows"
        self.assertIn(line, self.dense(*options))
        twice = self.dense("--load", *[self.path / "dense.json"] * 2)
        self.assertEqual(twice.count(line), 1)
        self.script("hw3-check", "#!/bin/sh\necho no idea\n")  # a verdict that is none
        self.assertIn("'no idea'", self.dense(*options, code=1))


class SparseTest(BenchTest):
    def sparse(self, *arguments, **more):
        return self.bench("sparse", "--quick", "--no-peers", *arguments, **more)

    def test_all_methods(self):
        said = self.sparse()
        results = self.saved("sparse")
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
        self.assertIn("Left out: large graphs: only with --large.", said)
        self.assertNotIn("Checked by a sample", said)
        self.assert_loads("sparse", said)

    def test_answers_that_are_not_written_are_verified(self):
        said = self.sparse("--large", "--largest", "99999", "--graphs", "road", "attachment")
        modes = {(m["graph"], m["vertices"]): m["mode"] for m in self.saved("sparse")["sparse"]
                 if m["vertices"] >= 400}
        self.assertEqual(modes, {("road", 400): "summary", ("road", 1500): "summary",
                                 ("road", 5280): "summary", ("attachment", 400): "summary"})
        self.assertEqual([m["solver"] for m in self.saved("sparse")["sparse"]
                          if m["vertices"] == 5280], ["auto", "sweep"])
        self.assertIn("Checked by a sample: V = 5280, E = 14784: --verify", said)
        self.assertIn("Left out: the output of road, V = 400, and all peers: above --largest.", said)

    def test_networks(self):
        file = self.path / "small.bin"
        subprocess.run([built("hw3-gen"), "grid", file, "--vertices", "60", "--weights", "1:1"],
                       check=True)
        said = self.bench("sparse", "--networks", file, "--repeats", "1")
        rows = self.saved("sparse")["sparse"]
        ours = [(m["graph"], m["mode"], m["solver"]) for m in rows if m["role"] in ("method", "writer")]
        self.assertEqual(ours, [("small", "summary", "auto"), ("small", "output", "auto"),
                                ("small", "output", "writer")])
        # Each peer is one that is here, or is left out.
        called = {m["solver"] for m in rows if m["role"] in ("peer", "call")}
        for peer in ("apsp-shortest-path", "scipy-dijkstra", "networkit-apsp", "igraph-distances",
                     "networkx-dijkstra"):
            self.assertNotEqual(peer in called, f"{peer}: not installed" in said)
        self.assert_loads("sparse", said)

    def test_no_time_for_a_wrong_method(self):
        # Right unless its method is forced, as the first run's is not.
        for spoilt, graph, message in (("output", "mail", "--method dense: wrong distances"),
                                       ("summary", "knn", "--method dense: wrong summary"),
                                       ("all", "mail", "row 0, column 1")):
            wrong = self.script("hw3-wrong", WRONG_METHOD, SPOILT=spoilt)
            self.assertIn(message, self.sparse("--program", wrong, "--graphs", graph, code=1))

    def test_a_solver_without_methods(self):
        self.assertIn("hw3-triple-loop has no --method",
                      self.sparse("--program", "hw3-triple-loop", code=1))


class NearTest(BenchTest):
    def test_sparse_answers(self):
        said = self.bench("near", "--vertices", "3000", "--pairs-vertices", "2000", "--rows", "40",
                          "--targets", "90", "--nearest", "4", "--pairs", "5000")
        rows = self.saved("near")["near"]
        self.assertEqual([row["question"] for row in rows],
                         ["`--within 5000`, first hops",
                          "`--nearest 4` of 90 `--targets` at random, first hops",
                          "`hw3-path --lengths --pairs`"])
        self.assertEqual([row["vertices"] for row in rows], [3000, 3000, 2000])
        self.assertEqual([row["entries"] for row in rows[1:]], [4 * 3000 + 90, 5000])
        self.assertEqual([row["checked"] for row in rows[:2]], [40, 40])
        self.assertLessEqual(40, rows[2]["checked"])
        self.assertEqual([row["compute"] is None for row in rows], [False, False, True])
        for row in rows:
            self.assertGreater(row["seconds"], row["compute"] or 0)
        self.assertIn("1 run in alternation on 2 threads.", said)
        self.assert_loads("near", said)

    def wrong(self):
        """Standard error of a run that checks all rows and pairs, and finds something wrong."""
        said = self.bench("near", "--vertices", "300", "--pairs-vertices", "300", "--rows", "300",
                          "--targets", "300", "--pairs", "300", code=1)
        self.assertFalse((self.path / "near.json").exists())
        return said

    def test_no_time_for_wrong_rows(self):
        at = 48 + 8 * 300  # of the first destination, 0
        for asked, change, message in (
                ("--within", "data[16] ^= 1", "wrong header"),
                ("--within", "data.pop()", "wrong header"),
                ("--within", "data[40] ^= 1", "wrong offsets"),
                ("--within", f"data[{at}] ^= 1",
                 r"wrong row 0: found \(1, 0, -9999\), expected \(0, 0, -9999\)"),
                ("--within", f"data[{at} + (len(data) - {at}) // 3] ^= 1",
                 r"wrong row 0: found \(0, 1, -9999\), expected \(0, 0, -9999\)"),
                ("--within", "data[-4] ^= 1", r"wrong row 299: found \(299, 0, -10000\)"),
                ("--nearest", "data[-4] ^= 1", r"wrong row 299: found .*, expected \("),
                ("--nearest", "again and data.pop()", "--nearest 10.*: wrong answer: it differs")):
            with self.subTest(asked=asked, change=change):
                script = self.script("hw3-1", WRONG_ROWS, ASKED=asked, CHANGE=change)
                self.assertRegex(self.wrong(), message)
                script.with_name("hw3-1.ran").unlink()

    def test_no_time_for_wrong_pairs(self):
        for spoilt, message in (("| sed '$s/$/0/'", "wrong line 300: found '"),
                                ("| sed '$d'", "wrong number of lines: found 299, expected 300"),
                                ("&& echo no idea >&2 && exit 3", "no idea")):
            self.script("hw3-path", f'#!/bin/sh\nREAL "$@" {spoilt}\n', REAL=built("hw3-path"))
            self.assertIn(message, self.wrong())


class ChoicesTest(BenchTest):
    def test_threads(self):
        said = self.bench("threads", "--kinds", "dense", "road", "--vertices", "60", "--threads", "1",
                          "2")
        rows = self.saved("threads")["threads"]
        self.assertEqual([(row["kind"], row["vertices"], list(row["phases"])) for row in rows],
                         [("dense", 60, ["1", "2"]), ("road", 60, ["1", "2"])])
        self.assertIn("At worst the default takes ", said)

    def real(self, *options, **changes):
        """hw3-bench real on two graphs in a folder of their own, which stays as it is."""
        folder = self.path / "networks"
        folder.mkdir(exist_ok=True)
        for name, weights in (("path", "1:1"), ("grid", "0:9")):
            subprocess.run([built("hw3-gen"), "chain" if name == "path" else name, folder / f"{name}.bin",
                            "--vertices", "60", "--weights", weights], check=True)
        said = self.bench("real", folder, *options, **changes)
        self.assertEqual({file.name for file in folder.iterdir()}, {"path.bin", "grid.bin"})
        return said

    def test_real_networks(self):
        said = self.real("--threads", "1", "all", "--methods", "sweep", "search", "--rows", "3")
        rows = self.saved("real")["networks"]
        self.assertEqual([(row["graph"], row["weights"], row["forced"], row["method"]) for row in rows],
                         [(name, weights, forced, method)
                          for name, weights in (("path", "1"), ("grid", "0 to 9")) for _ in range(2)
                          for forced, method in ((False, "dense"), (True, "sweep"), (True, "search"))])
        self.assertLess(0, min(row["predicted"][row["method"]] for row in rows if row["forced"]))
        for part in ("Left out: hw3-2: hw3-2 is not in", "Checked by a sample: grid, V = 60, E = 208: 3"):
            self.assertIn(part, said)
        self.assert_loads("real", said)

    def test_real_networks_on_a_gpu_and_by_two_builds(self):
        self.script("hw3-2", SOLVER)
        (self.path / "new").mkdir()
        self.script("../new/hw3-1", '#!/bin/sh\nexec REAL "$@"\n')
        said = self.real("--graphs", "grid", "--compare", self.programs, self.path / "new")
        self.assertEqual([row["program"] for row in self.saved("real")["networks"]],
                         ["hw3-1 A", "hw3-1 B", "hw3-2 A"])
        for part in ("| B / A |", "Left out: hw3-2 B: hw3-2 is not in"):
            self.assertIn(part, said)
        self.script("../new/hw3-2", SOLVER)
        said = self.real("--graphs", "grid", "--compare", self.programs, self.path / "new", "--program",
                         "hw3-2")
        self.assertEqual([row["program"] for row in self.saved("real")["networks"]],
                         ["hw3-2 A", "hw3-2 B"])
        self.assertRegex(said, r"grid +\| hw3-2 +\| ")
        self.script("hw3-2", NO_GPU)
        self.assertIn("hw3-2: no usable GPU", self.real("--graphs", "grid"))
        self.assertIn("found no graph", self.real("--graphs", "tree", code=1))

    def test_real_networks_with_a_wrong_summary(self):
        self.script("hw3-1", WRONG_SUMMARY, FOLDER=self.path, WORDS="*sweep*--summary*")
        self.assertIn("wrong summary", self.real("--methods", "sweep", code=1))
        self.script("hw3-1", WRONG_SUMMARY, FOLDER=self.path, WORDS="*--summary*")
        self.assertIn("the summary says that", self.real("--rows", "60", code=1))

    def test_predictions(self):
        said = self.bench("predictions", "--quick", "--graphs", "path", "knn", "--threads", "1", "2",
                          "--most", "1e9")
        rows = self.saved("predictions")["predictions"]
        self.assertEqual([(row["graph"], row["threads"], row["method"]) for row in rows if row["forced"]],
                         [(name, threads, method) for name in ("path", "knn") for threads in (1, 2)
                          for method in ("sweep", "search")])
        self.assert_loads("predictions", said, "--most", "1e9")

    def test_widths(self):
        self.bench("width", "--kinds", "grid", "tree", "--vertices", "90", "--targets", "100",
                   "--program", "hw3-1", built("hw3-1"))
        rows = self.saved("width")["width"]
        self.assertEqual([(row["kind"], row["program"]) for row in rows],
                         [(kind, f"hw3-1 {n}") for kind in ("grid", "tree") for n in (1, 2)])
        for row in rows:
            self.assertGreaterEqual(row["work"], row["best"])

    def test_peers(self):
        said = self.bench("peers", "--turn", "0", "--dense", "40", "--sparse", "16")
        self.assertIn("| hw3-triple-loop ", said)
        self.assertEqual({row["vertices"] for row in self.saved("peers")["sparse"]}, {16})
        self.assert_loads("peers", said)
        self.script("hw3-triple-loop", "#!/bin/sh\necho '{\"seconds\": {\"compute\": 1}}' > \"$3\"\n"
                    "for last; do :; done\nhead -c 6400 /dev/zero > \"$last\"\n")
        self.assertIn("hw3-triple-loop: wrong distances",
                      self.bench("peers", "--turn", "0", "--dense", "40", "--sparse", code=1))


class GpuTest(BenchTest):
    def setUp(self):
        super().setUp()
        for name in ("hw3-2", "hw3-3"):
            self.script(name, SOLVER, REAL=built("hw3-1"))
        self.script("hw3-real-rate", REAL_RATE, REAL=built("hw3-real-rate"))
        for name, text in (("hw3-gpu-ceiling", CEILING), ("hw3-gpu-start", START), ("ncu", NCU),
                           ("launcher", LAUNCHER)):
            self.script(name, text)

    def gpu(self, *arguments, **more):
        return self.bench("gpu", "--ncu", self.programs / "ncu", "--size", "12:20", "--sizes", "12:20",
                          "30:100", "--sweeps", "road:1000", "ring:40", "--streamed", "20:100",
                          "--searches", "small-world:40", "random:30",
                          *arguments, **more)

    def test_all_tables(self):
        said = self.gpu()
        self.assertNotIn("hardware counters", said)
        self.assertIn("Left out: ring, V = 40: hw3-2 chose the method dense.", said)
        results = self.saved("gpu")
        self.assertEqual([(row["arithmetic"], row["kernel"]) for row in results["profile"]],
                         [(width, kernel) for width in ("s32", "u16")
                          for kernel in ("close_pivot_kernel", "product_kernel")])
        kernel = results["profile"][0]
        self.assertAlmostEqual(kernel["seconds"], 1000.5e-6)
        self.assertIsNone(kernel["sm_efficiency"])
        self.assertIsNone(kernel["global_store"])
        self.assertEqual([row["vertices"] for row in results["phases"]], [12, 12, 30, 30])
        self.assertIn("compute", results["phases"][0]["phases"])
        self.assertEqual([row["vertices"] for row in results["summary"]], [30, 30])
        (road,) = results["sweeps"]
        self.assertEqual((road["graph"], road["vertices"]), ("road", 1000))
        self.assertGreater(road["fill"], 1000)
        self.assertGreater(road["stream"], 0)
        self.assertEqual([(row["arithmetic"], row["limit"], row["matrix"])
                          for row in results["streamed"]], [("u16", 100, 800), ("s32", 200, 1600)])
        self.assertEqual([(row["graph"], row["edges"]) for row in results["searches"]],
                         [("small-world", 160), ("random", 210)])
        self.assertEqual([(row["method"], row["rows"]) for row in results["floats"]],
                         [("dense", 12), ("dense", 30), ("sweep", 1000)])
        self.assertTrue(all(0 < row["difference"] < 1e-5 for row in results["floats"][1:]))
        self.assertEqual(set(results["ceilings"]), {"profile", "phases", "summary", "sweeps", "searches",
                                                    "floats", "streamed"})
        self.assert_loads("gpu", said)

    def test_a_table_and_ncu_without_permission(self):
        self.script("ncu", BROKEN_NCU)
        said = self.gpu("--only", "profile", "phases")
        self.assertIn("Left out: hardware counters: ncu says: ERR_NVGPUCTRPERM - no permission.", said)
        self.assertEqual(len(self.saved("gpu")["phases"]), 4)
        self.assertNotIn("sweeps", self.saved("gpu"))

    def test_a_wrong_summary_ends_it(self):
        self.assertIn("wrong summary", self.gpu("--only", "streamed", code=1, BROKEN="--memory"))

    def test_without_a_gpu_they_say_so(self):
        for name in ("hw3-gpu-ceiling", "hw3-gpu-start"):
            self.script(name, NO_GPU)
        for command in ("gpu", "scaling", "start"):
            said = self.bench(command, code=6)
            self.assertRegex(said, f"hw3-bench {command}: hw3-gpu-(ceiling|start): no usable GPU")

    def scaling(self, *arguments, **more):
        return self.bench("scaling", "--sizes", "60:300", "--sparse", "100", "--launcher",
                          self.programs / "launcher", *arguments, **more)

    def test_several_gpus(self):
        said = self.scaling()
        self.assertIn("2 x Some GPU", said)
        results = self.saved("scaling")
        self.assertEqual([(r["program"], r["workers"], r["arithmetic"]) for r in results["strong"]],
                         [("hw3-2", 1, "u16"), ("hw3-3", 2, "u16"), ("hw3-2", 1, "s32"),
                          ("hw3-3", 2, "s32")])
        self.assertEqual((results["strong"][1]["bytes"], results["strong"][1]["sending"]),
                         (10**9, 0.001))
        self.assertEqual([r["vertices"] for r in results["weak"]], [60, 60, 85, 85])
        self.assertEqual(len(results["crossing"]), 8)
        self.assertEqual([(r["arithmetic"], r["ranks_compute"], r["exchange"])
                          for r in results["ranks"]], [("u16", 50.5, "NCCL"), ("s32", 50.5, "NCCL")])
        self.assertEqual([r["workers"] for r in results["sweeps"]], [1, 2])
        self.assert_loads("scaling", said)

    def test_without_a_launcher_the_ranks_are_left_out(self):
        said = self.scaling("--only", "ranks", "sweeps", "--launcher", "/nowhere/mpirun -n")
        self.assertIn("Left out: ranks: there is no /nowhere/mpirun.", said)
        self.assertIn("A sparse graph", said)

    def test_ranks_of_processors(self):
        self.scaling("--program", "hw3-1", "--counts", "2", "--only", "strong", "sweeps", "weak")
        results = self.saved("scaling")
        self.assertEqual([one["workers"] for one in results["strong"]], [1, 2])
        self.assertEqual([one["vertices"] for one in results["weak"]], [60, 85])
        self.assertEqual([one["method"] for one in results["sweeps"]], ["sweep", "sweep"])
        two = results["strong"][1]
        self.assertEqual((two["compute"], two["waiting"], two["sending"], two["bytes"]),
                         (50.5, 0.03, 0.04, 2 * 10**9))
        self.assertIn("--only: found crossing",
                      self.scaling("--program", "hw3-1", "--only", "crossing", code=1))

    def test_wrong_distances_end_it(self):
        self.assertIn("wrong distances", self.scaling("--only", "crossing", code=1, BROKEN="chain"))

    def test_the_start(self):
        said = self.bench("start", "--sizes", "30", "70")
        for part in ("Some GPU", "| driver ", " 250.00 ", "| first solve ", " 125.00 ", " 500.00 ",
                     "before main", "end of the process", "| 30 ", "| 70 ", "hw3-2 / hw3-1"):
            self.assertIn(part, said)
        for row in self.saved("start")["sizes"]:
            self.assertGreater(row["hw3-2"], 0)
        self.assert_loads("start", said)


class UsageTest(BenchTest):
    def test_every_command_has_help(self):
        listed = subprocess.run([BENCH], capture_output=True, text=True, check=True).stdout
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", listed)
            said = subprocess.run([BENCH, command, "--help"], capture_output=True, text=True, check=True,
                                  env={**os.environ, "COLUMNS": "80"}).stdout
            self.assertRegex(said, f"(?s)usage: hw3-bench {command} .*Examples?:.*hw3-bench {command}")
            self.assertEqual([line for line in said.splitlines() if len(line) > 80], [])

    def test_wrong_words_are_usage_errors(self):
        for words, message in ((("dense", "--sizes", "3:7"), "at most 6 edges"),
                               (("dense", "--sizes", "five"), "expected V or V:E"),
                               (("dense", "--repaets=2"), "did you mean --repeats?"),
                               (("gpu", "--only", "speed"), "speed"),
                               (("sparse", "--graphs", "male"), "male"), (("sprase",), "sprase")):
            done = subprocess.run([BENCH, *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(message, done.stderr)

    def test_without_apsp_they_say_so(self):
        for command in ("floats", "python"):
            done = subprocess.run([sys.executable, "-S", "-E", BENCH, command, "--folder", self.path],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertRegex(done.stderr, "run hw3-bench with the Python in which apsp")


if __name__ == "__main__":
    unittest.main()
