# SPDX-License-Identifier: MIT
"""Measures hw3-2 on this machine's GPU. Five tables:

  profile   occupancy, SM efficiency and throughputs of each phase, by Nsight
            Compute
  phases    time by phase of hw3-2, from 5000 to 40000 vertices
  summary   the kernels of hw3-2 --summary, against a copy inside the device
  sweeps    sparse graphs by elimination and sweeps, up to 268241 vertices
  streamed  a matrix in host memory, beside the same one in device memory

No time is shown for a result that is not checked: the first one of each graph
by hw3-check against the graph, all others by the same bytes. hw3-check proves
all rows, or recomputes a sample of the largest graphs; lines below the tables
name these. Sweeps and streamed matrices are found right by --verify and by
equal summaries. A first run of everything is dropped, medians are quoted.
hw3-gpu-ceiling runs before and after each table, and the higher figure is the
ceiling.

Writes gpu.json, after each table, and gpu.csv into --folder, and prints the
tables. With --only, the tables in the gpu.json of an earlier run on the same
machine are kept.

Example: hw3-gpu-report --folder /dev/shm/bench --only phases"""

import argparse
import filecmp
import json
import time

from .case import Case
from .gpu_results import SECTIONS, report, write_csv
from .graphs import KINDS
from .ncu import NoCounters, Profiler
from .options import add_results_options, make_parser, parse_size, positive, run_script, tell
from .programs import NO_ANSWER, NO_MEMORY, Configuration, Failed, Programs, say
from .results import save, started
from .timing import gpu_ceiling, in_turn, median, medians_of, processor

SIZE = "5000:10723117"
SIZES = (SIZE, "11000:505586", "15000:5591272", "20000:5000000", "25000:5500000",
         "40000:20000000")
QUICK_SIZE = "2000:800000"
LARGEST_SUMMARY = 25000
SWEEPS = ("road:74651", "knn:100000", "road:268241", "attachment 5:60000")
QUICK_SWEEPS = ("road:10000", "knn:10000")
LARGEST_DENSE = 64000  # vertices of a sparse graph that is solved as a matrix as well
LARGEST_STREAM = 32 << 30  # bytes to /dev/null
STREAMED = "60000:30000000"
QUICK_STREAMED = "8192:1000000"
WIDTHS = ("s32", "u16")


def sections(text):
    names = text.split(",")
    wrong = [name for name in names if name not in SECTIONS]
    if wrong:
        raise argparse.ArgumentTypeError(f"found {wrong[0]}, expected some of "
                                         f"{','.join(SECTIONS)}")
    return names


def sparse_graph(text):
    kind, _, vertices = text.partition(":")
    return kind, positive(vertices)


def parse_arguments():
    parser = make_parser("hw3-gpu-report", __doc__)
    parser.add_argument("--quick", action="store_true", help="one small graph, two runs")
    parser.add_argument("--only", type=sections, default=list(SECTIONS), metavar="TABLE,...",
                        help=f"some of the tables [{','.join(SECTIONS)}]")
    parser.add_argument("--size", type=parse_size, metavar="V:E",
                        help=f"graph of the table profile [{SIZE}]")
    parser.add_argument("--sizes", type=parse_size, nargs="+", metavar="V:E",
                        help=f"graphs of the table phases [{' '.join(SIZES)}]")
    parser.add_argument("--sweeps", type=sparse_graph, nargs="+", metavar="KIND:V",
                        help="graphs of the table sweeps, kinds of hw3-gen or hw3-width-report "
                             f"[{' '.join(SWEEPS)}]")
    parser.add_argument("--streamed", type=parse_size, metavar="V:E",
                        help=f"graph of the table streamed [{STREAMED}]")
    parser.add_argument("--repeats", type=positive, metavar="N", help="runs that count [5]")
    parser.add_argument("--ncu", metavar="PATH", help="Nsight Compute's ncu [searched for]")
    add_results_options(parser, "gpu.json")
    arguments = parser.parse_args()
    quick = arguments.quick
    arguments.size = arguments.size or parse_size(QUICK_SIZE if quick else SIZE)
    arguments.sizes = arguments.sizes or [parse_size(s) for s in
                                          ((QUICK_SIZE,) if quick else SIZES)]
    arguments.sweeps = arguments.sweeps or [sparse_graph(s) for s in
                                            (QUICK_SWEEPS if quick else SWEEPS)]
    arguments.streamed = arguments.streamed or parse_size(QUICK_STREAMED if quick else STREAMED)
    arguments.repeats = arguments.repeats or (2 if quick else 5)
    return arguments


class Bench:
    """All measurements; each table is saved as soon as it is there."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = arguments.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.programs = Programs(arguments.bin_dir)
        self.profiler = Profiler(arguments.ncu)
        self.case = None  # of the graph of the table profile
        self.results = {
            **started(self.programs, arguments.repeats, {},
                      gpu=gpu_ceiling(self.programs)["device"], cpu=processor()),
            "size": "{}:{}".format(*arguments.size), "ceilings": {}}
        self.keep_earlier()

    def keep_earlier(self):
        """With --only: the other tables of an earlier run that was like this one."""
        file = self.folder / "gpu.json"
        if set(self.arguments.only) == set(SECTIONS) or not file.exists():
            return
        earlier = json.loads(file.read_text())
        if all(earlier.get(key) == self.results[key] for key in ("machine", "repeats", "size")):
            for section in set(SECTIONS) - set(self.arguments.only):
                for kept in ("ceilings", "left_out"):
                    if section in earlier[kept]:
                        self.results[kept][section] = earlier[kept][section]
                if section in earlier:
                    self.results[section] = earlier[section]
            self.programs.sampled += earlier.get("sampled", [])

    def measure(self):
        for section in SECTIONS:
            if section not in self.arguments.only:
                continue
            before = gpu_ceiling(self.programs)
            self.results["left_out"][section] = []
            self.results[section] = []
            getattr(self, section)(self.results[section],
                                   self.results["left_out"][section].append)
            after = gpu_ceiling(self.programs)
            self.results["ceilings"][section] = {
                name: max(before[name], after[name]) for name in ("s32", "u16", "copy")}
            save(self.results, self.folder, "gpu", write_csv)
        return self.results

    def proven_case(self):
        """The graph of the table profile, with proven distances beside it."""
        if self.case is None:
            vertices, edges = self.arguments.size
            self.case = Case.generated(self.programs, self.folder, vertices, edges)
        if self.case.proven is None or not self.case.distances.exists():
            self.case.solve(Configuration("hw3-2"))
        return self.case

    def solver(self, case, width=""):
        """Medians of hw3-2 on a graph after a first run, and the report of that one."""
        return medians_of(case, Configuration("hw3-2", width=width), self.arguments.repeats)

    def profile(self, rows, leave_out):
        """Some two rounds, after the first ones. Without ncu no rows, and a line that says so."""
        case = self.proven_case()
        output = self.folder / "profile.bin"
        for width in WIDTHS:
            say(f"hw3-2 {width} under ncu")
            output.unlink(missing_ok=True)
            try:
                kernels = self.profiler.run(
                    "(close_pivot|product_tiles|lookahead|panels|product)_kernel", 8, 9,
                    [self.programs.find("hw3-2"), "--quiet", "--arithmetic", width, case.graph,
                     output])
            except NoCounters as why:
                leave_out(f"hardware counters: {why}")
                continue
            if not filecmp.cmp(output, case.distances, shallow=False):
                raise Failed(f"hw3-2 {width} under ncu: wrong distances for {case.graph}")
            rows += [{"program": "hw3-2", "arithmetic": width, **kernel} for kernel in kernels]
        output.unlink(missing_ok=True)

    def phases(self, rows, leave_out):
        for vertices, edges in self.arguments.sizes:
            known = self.case and (vertices, edges) == self.arguments.size
            case = self.case if known else Case.generated(self.programs, self.folder, vertices, edges)
            for width in ("", "s32"):
                if width and width == rows[-1]["arithmetic"]:  # what the program chose already
                    continue
                try:
                    medians, facts = self.solver(case, width)
                except Failed as failure:
                    if failure.code not in (NO_ANSWER, NO_MEMORY):
                        raise
                    leave_out(f"V = {vertices}, E = {edges}: {failure}")
                    break
                rows.append({"vertices": vertices, "edges": edges,
                             "arithmetic": facts["arithmetic"], "seconds": medians["seconds"],
                             "rate": medians["compute_rate"], "phases": medians["phases"]})
                save(self.results, self.folder, "gpu", write_csv)
            case.distances.unlink(missing_ok=True)

    def summary(self, rows, leave_out):
        """At the largest size up to LARGEST_SUMMARY."""
        sizes = [size for size in self.arguments.sizes if size[0] <= LARGEST_SUMMARY]
        if not sizes:
            leave_out(f"summary: no size up to {LARGEST_SUMMARY}")
            return
        vertices, edges = max(sizes)
        case = Case.generated(self.programs, self.folder, vertices, edges)
        case.solve(Configuration("hw3-2"))
        expected, found = self.folder / "expected.json", self.folder / "summary.json"
        self.programs.run("hw3-stats", "--quiet", "--json", expected, case.distances)
        case.distances.unlink()
        for width in WIDTHS:
            runs = []
            for _ in range(1 + self.arguments.repeats):
                say(f"V = {vertices}: hw3-2 {width} --summary")
                began = time.perf_counter()
                self.programs.run("hw3-2", "--quiet", "--arithmetic", width, "--summary", found,
                                  "--report", case.report, case.graph)
                facts = json.loads(case.report.read_text())
                runs.append({"whole": time.perf_counter() - began,
                             "rows": facts.get("row_numbers_bytes_per_second"),
                             "histogram": facts.get("histogram_bytes_per_second")})
                if without_source(found) != without_source(expected):
                    raise Failed(f"hw3-2 {width} --summary: wrong summary of {case.graph}")

            rows.append({"vertices": vertices, "edges": edges, "arithmetic": width,
                         "seconds": median(run["whole"] for run in runs[1:]),
                         "rows": median(run["rows"] for run in runs[1:]),
                         "histogram": median(run["histogram"] for run in runs[1:])})


    def sweeps(self, rows, leave_out):
        """Whole processes with --summary alone, to /dev/null where that ends soon, and of the dense
        way."""
        for kind, vertices in self.arguments.sweeps:
            if kind in KINDS:
                case = Case(self.programs, self.folder / f"{kind}-{vertices}.graph", vertices, None)
                KINDS[kind](self.programs, case.graph, vertices, 1000, 1)
            else:
                case = Case.generated(self.programs, self.folder, vertices, None, kind)
            edges = int.from_bytes(case.graph.read_bytes()[4:8], "little")
            expected, found = self.folder / "expected.json", self.folder / "summary.json"
            self.programs.run("hw3-1", "--quiet", "--summary", expected, case.graph)

            def summarize(*options, case=case, expected=expected, found=found):
                seconds, facts = self.timed(case, "--summary", found, *options)
                if found.read_bytes() != expected.read_bytes():
                    raise Failed(f"hw3-2 --summary: {case.graph} has another summary by hw3-1")
                return seconds, facts

            plans = [(f"{kind}, V = {vertices}: hw3-2 --summary", summarize)]
            if vertices <= LARGEST_DENSE:
                plans.append((f"{kind}, V = {vertices}: hw3-2 --method dense --summary",
                              lambda summarize=summarize: summarize("--method", "dense")))
            if 4 * vertices ** 2 <= LARGEST_STREAM:
                self.timed(case, "--verify", output="/dev/null")
                plans.append((f"{kind}, V = {vertices}: hw3-2 to /dev/null",
                              lambda case=case: self.timed(case, output="/dev/null")))
            summaries, *others = in_turn(plans, 1 + self.arguments.repeats)
            dense = others.pop(0) if vertices <= LARGEST_DENSE else None
            streams = others
            facts = summaries[-1][1]
            if facts["method"] != "sweep":
                leave_out(f"{kind}, V = {vertices}: hw3-2 chose the method {facts['method']}")
                continue
            rows.append({"graph": kind, "vertices": vertices, "edges": edges,
                         "arithmetic": facts["arithmetic"], "fill": facts["fill"],
                         "core": facts.get("core", 0),
                         "dense": median(run["seconds"]["compute"] for _, run in dense[1:])
                         if dense else None,
                         "dense_summary": median(seconds for seconds, _ in dense[1:])
                         if dense else None,
                         "compute": median(run["seconds"]["compute"] for _, run in summaries[1:]),
                         "summary": median(seconds for seconds, _ in summaries[1:]),
                         "stream": median(seconds for seconds, _ in streams[0][1:])
                         if streams else None})
            case.graph.unlink()

    def streamed(self, rows, leave_out):
        """At a size whose distances are not written."""
        vertices, edges = self.arguments.streamed
        case = Case.generated(self.programs, self.folder, vertices, edges)
        expected, found = self.folder / "expected.json", self.folder / "summary.json"
        for width, size in (("u16", 2), ("s32", 4)):
            limit = size * vertices ** 2 // 8
            options = ("--method", "dense", "--arithmetic", width)
            runs = []
            try:
                for _ in range(1 + self.arguments.repeats):
                    check = () if runs else ("--verify",)
                    pair = []
                    for memory, summary in (((), expected), (("--memory", limit), found)):
                        say(f"V = {vertices}: hw3-2 {width} {' '.join(map(str, memory))}")
                        _, facts = self.timed(case, *options, *check, *memory, "--summary", summary)
                        pair.append(facts["seconds"]["compute"])
                    if found.read_bytes() != expected.read_bytes():
                        raise Failed(f"hw3-2 {width} --memory {limit}: wrong summary of {case.graph}")
                    runs.append(pair)
            except Failed as failure:
                if failure.code not in (NO_ANSWER, NO_MEMORY):
                    raise
                leave_out(f"V = {vertices}, {width}: {failure}")
                continue
            rows.append({"vertices": vertices, "edges": edges, "arithmetic": width,
                         "matrix": 8 * limit, "limit": limit,
                         "in_core": median(pair[0] for pair in runs[1:]),
                         "streamed": median(pair[1] for pair in runs[1:])})
        case.graph.unlink()

    def timed(self, case, *options, output=None):
        """Seconds of a whole process of hw3-2, and its report."""
        began = time.perf_counter()
        self.programs.run("hw3-2", "--quiet", *options, "--report", case.report, case.graph,
                          *([output] if output else []))
        return time.perf_counter() - began, json.loads(case.report.read_text())


def without_source(path):
    """A summary but for the name of the file that it was made of."""
    return {**json.loads(path.read_text()), "source": ""}


def main():
    arguments = parse_arguments()
    run_script("hw3-gpu-report",
               lambda: tell(arguments, "gpu", lambda: Bench(arguments).measure(), report))
