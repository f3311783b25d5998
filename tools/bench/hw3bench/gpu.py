# SPDX-License-Identifier: MIT
"""hw3-2 on a GPU: phases, kernels, sparse and large graphs

  profile   occupancy, SM efficiency and throughputs of each kernel, by Nsight
            Compute
  phases    time by phase, from 5000 to 40000 vertices
  summary   the kernels of hw3-2 --summary, against a copy inside the device
  sweeps    sparse graphs by elimination and sweeps, up to 268241 vertices
  searches  graphs of equal weights by searches, with --summary alone
  floats    real weights in float32 and float64 through the library, beside s32
  streamed  a matrix in host memory, beside the same one in device memory

Sweeps and streamed matrices are found right by --verify and by equal
summaries, searches by equal summaries, floats beside searches of the processor
in 64 bits. hw3-gpu-ceiling runs before and after each table, and the higher
figure is the ceiling. lab-floyd-warshall has the steps that lead to hw3-2.

Example:
  hw3-bench gpu --folder /dev/shm/bench --only phases"""

import filecmp
import json
import os
import pathlib

from .frame import parse_kind, parse_size, sectioned
from .ncu import BYTES, NoCounters, Profiler
from .programs import NO_ANSWER, NO_MEMORY, Configuration, Failed, say, without_source
from .tables import gigabytes, milliseconds, percent, quotient, seconds, share, table, tera, throughput
from .timing import gpu_ceiling, median, median_of, run_of

REPEATS = 5
SIZE = "5000:10723117"
SIZES = f"{SIZE} 11000:505586 15000:5591272 20000:5000000 25000:5500000 40000:20000000"
QUICK_SIZE = "2000:800000"
LARGEST_SUMMARY = 25000
SWEEPS = ["road:74651", "knn:100000", "road:268241", "attachment 5:60000"]
QUICK_SWEEPS = ["road:10000", "knn:10000"]
SEARCHES = ["small-world:100000", "random:60000", "scale-free:200000"]
QUICK_SEARCHES = ["small-world:5000"]
EDGES = {"random": 7, "scale-free": 7}  # a vertex, of kinds that do not follow from V
LARGEST_FLOATS = 25000  # vertices of a dense graph, which the library holds whole
FLOAT_ROWS = 40960      # of a sparse one
LARGEST_DENSE = 64000  # vertices of a sparse graph that is solved as a matrix as well
LARGEST_STREAM = 32 << 30  # bytes to /dev/null
STREAMED = "60000:30000000"
QUICK_STREAMED = "8192:1000000"
WIDTHS = ("s32", "u16")
KERNELS = "(close_pivot|product_tiles|lookahead|panels|product)_kernel"
ONLY = ("profile", "phases", "summary", "sweeps", "searches", "floats", "streamed")


def add_options(parser):
    parser.add_argument("--quick", action="store_true", help="small graphs, two runs")
    parser.add_sizes("--size", SIZE, "graph of the table profile")
    parser.add_sizes("--sizes", SIZES, "graphs of the tables phases and floats, the largest up to "
                     f"{LARGEST_SUMMARY} that of summary")
    parser.add("--sweeps", parse_kind, "KIND:V", SWEEPS, "graphs of the tables sweeps and floats, kinds "
               "of hw3-gen or hw3-bench width", nargs="+")
    parser.add("--searches", parse_kind, "KIND:V", SEARCHES, "graphs of the table searches, kinds of "
               "hw3-gen; all weights are 1", nargs="+")
    parser.add_sizes("--streamed", STREAMED, "graph of the table streamed")
    parser.add_argument("--ncu", metavar="PATH", help="Nsight Compute's ncu [searched for]")


def measure(bench):
    arguments, results = bench.arguments, bench.results
    if arguments.quick:
        arguments.size, arguments.streamed = parse_size(QUICK_SIZE), parse_size(QUICK_STREAMED)
        arguments.sizes, arguments.sweeps = [arguments.size], list(map(parse_kind, QUICK_SWEEPS))
        arguments.searches = list(map(parse_kind, QUICK_SEARCHES))
        bench.repeats = results["repeats"] = min(2, bench.repeats)
    results["machine"]["gpu"] = gpu_ceiling(bench.programs)["device"]
    results["ceilings"] = {}
    for section, work in MEASURES.items():
        if section in arguments.only:
            before = gpu_ceiling(bench.programs)
            work(bench)
            after = gpu_ceiling(bench.programs)
            results["ceilings"][section] = {name: max(before[name], after[name])
                                            for name in before if name != "device"}


def hw3_2(width="", *more):
    return Configuration("hw3-2", width=width, more=more)


def measure_profile(bench):
    """The counters of each kernel, in some two rounds after the first ones. Without ncu none, and a
    line that says so."""
    case, output = bench.case(*bench.arguments.size), bench.folder / "profile.bin"
    case.solve(hw3_2())
    profiler = Profiler(bench.arguments.ncu)
    for width in WIDTHS:
        output.unlink(missing_ok=True)
        say(f"hw3-2 {width} under ncu")
        try:
            kernels = profiler.run(KERNELS, 8, 9, [bench.programs.find("hw3-2"), "--quiet",
                                                   "--arithmetic", width, case.graph, output])
        except NoCounters as why:
            bench.leave_out(f"hardware counters: {why}")
            continue
        if not filecmp.cmp(output, case.distances, shallow=False):
            raise Failed(f"hw3-2 {width} under ncu: wrong distances for {case.graph}")
        bench.add("profile", *({"arithmetic": width, **kernel} for kernel in kernels))
        output.unlink()


def measure_phases(bench):
    for vertices, edges in bench.arguments.sizes:
        case = bench.case(vertices, edges)
        runs = bench.runs_of(case, [hw3_2(), hw3_2("s32")], NO_ANSWER, NO_MEMORY).values()
        # Once, where the program chose s32 itself.
        for width, own in {one[0].report["arithmetic"]: one for one in runs}.items():
            medians = median_of([run_of(run) for run in own])
            bench.add("phases", {"vertices": vertices, "edges": edges, "arithmetic": width,
                                 "seconds": medians["seconds"], "rate": medians["compute_rate"],
                                 "phases": medians["phases"]})
        case.distances.unlink(missing_ok=True)


def measure_summary(bench):
    sizes = [size for size in bench.arguments.sizes if size[0] <= LARGEST_SUMMARY]
    if not sizes:
        bench.leave_out(f"summary: no size up to {LARGEST_SUMMARY}")
        return
    case, expected = bench.case(*max(sizes)), bench.folder / "expected.json"
    case.solve(hw3_2())
    bench.programs.run("hw3-stats", "--quiet", "--json", expected, case.distances)
    case.distances.unlink()
    case.expected = without_source(expected.read_text())
    for width in WIDTHS:
        for runs in bench.runs_of(case, [hw3_2(width)], NO_ANSWER, work=case.summarize).values():
            rates = {name: median(run.report.get(f"{key}_bytes_per_second") for run in runs)
                     for name, key in (("rows", "row_numbers"), ("histogram", "histogram"))}
            bench.add("summary", {"vertices": case.vertices, "edges": case.edges,
                                  "arithmetic": width, **rates,
                                  "seconds": median(run.seconds for run in runs)})


def measure_sweeps(bench):
    """Whole processes with --summary alone, of the dense way, and to /dev/null where that ends soon."""
    for kind, vertices in bench.arguments.sweeps:
        case = bench.case(vertices, kind=kind)
        case.summarize(Configuration("hw3-1"))
        plans = {"summary": lambda case=case: case.summarize(hw3_2())}
        if vertices <= LARGEST_DENSE:
            plans["dense"] = lambda case=case: case.summarize(hw3_2("", "--method", "dense"))
        if 4 * vertices ** 2 <= LARGEST_STREAM:
            to_null(case, "--verify")
            plans["stream"] = lambda case=case: to_null(case)
        runs = dict(zip(plans, bench.in_turn([(f"{case}: hw3-2, {name}", work)
                                              for name, work in plans.items()])))
        case.graph.unlink()
        facts = runs["summary"][-1].report
        if facts["method"] != "sweep":
            bench.leave_out(f"{case}: hw3-2 chose the method {facts['method']}")
            continue
        whole = {name: median(run.seconds for run in own) for name, own in runs.items()}
        compute = {name: median(run.compute for run in own) for name, own in runs.items()}
        bench.add("sweeps", {"graph": kind, "vertices": vertices, "edges": case.edges,
                             "arithmetic": facts["arithmetic"], "fill": facts["fill"],
                             "core": facts.get("core", 0), "compute": compute["summary"],
                             "dense": compute.get("dense"), "summary": whole["summary"],
                             "dense_summary": whole.get("dense"), "stream": whole.get("stream")})


def measure_searches(bench):
    """Whole processes with --summary alone, the method left to the program."""
    for kind, vertices in bench.arguments.searches:
        edges = EDGES[kind] * vertices if kind in EDGES else None
        case = bench.case(vertices, edges, kind, ("--weights", "1:1"))
        case.summarize(Configuration("hw3-1"))
        runs = bench.runs_of(case, [hw3_2()], work=case.summarize)[hw3_2()]
        case.graph.unlink()
        bench.add("searches", {"graph": kind, "vertices": vertices, "edges": case.edges,
                               "method": runs[0].report["method"],
                               "compute": median(run.compute for run in runs),
                               "seconds": median(run.seconds for run in runs)})


def real_rate(bench, case, *options):
    """A call of the library on reals, after one that is dropped, with its check."""
    built = pathlib.Path(bench.programs.find("hw3-real-rate")).parents[2] / "library" / "cuda"
    if built.is_dir():  # the module of the same build
        os.environ["APSP_MODULE_PATH"] = str(built)
    return json.loads(bench.programs.run("hw3-real-rate", "--device", "gpu", "--repeats", 1, *options,
                                         case.graph))


def measure_floats(bench):
    """The compute phase of dense graphs in both types of floats, and in float32 of some rows of sparse
    ones, in turn with s32."""
    plans = [(bench.case(*size), "dense", element, ()) for size in bench.arguments.sizes
             if size[0] <= LARGEST_FLOATS for element in ("float32", "float64")]
    plans += [(bench.case(vertices, kind=kind), "sweep", "float32", (min(FLOAT_ROWS, vertices),))
              for kind, vertices in bench.arguments.sweeps if kind in ("road", "knn")]
    for case, method, element, rows in plans:
        ours = ("--method", method, *(("--double",) if element == "float64" else ()),
                *(("--rows", *rows) if rows else ()))
        theirs = hw3_2("s32", "--method", method, *(("--sources", f"0:{rows[0]}") if rows else ()))
        with bench.left_out(f"{case}, {element}", NO_MEMORY):
            floats, integers = bench.in_turn([
                (f"{case}: {element}", lambda case=case, ours=ours: real_rate(bench, case, *ours)),
                (f"{case}: s32", lambda case=case, theirs=theirs: case.programs.solve(
                    theirs, case.graph, pathlib.Path("/dev/null"), case.report))])
            bench.add("floats", {"graph": case.kind, "vertices": case.vertices, "edges": case.edges,
                                 "rows": floats[0]["rows"], "method": method, "element": element,
                                 "compute": median(run["compute"] for run in floats),
                                 "seconds": median(run["seconds"] for run in floats),
                                 "s32": median(run.compute for run in integers),
                                 "difference": max(run["difference"] for run in floats)})


def to_null(case, *options):
    return case.programs.solve(hw3_2("", *options), case.graph, pathlib.Path("/dev/null"),
                               case.report)


def measure_streamed(bench):
    """At a size whose distances are not written."""
    case = bench.case(*bench.arguments.streamed)
    for width, size in (("u16", 2), ("s32", 4)):
        limit = size * case.vertices ** 2 // 8
        one = hw3_2(width, "--method", "dense")
        streamed = one._replace(more=(*one.more, "--memory", limit))
        with bench.left_out(f"{case}, {width}", NO_ANSWER, NO_MEMORY):
            for first in (one, streamed):
                case.summarize(first._replace(more=(*first.more, "--verify")))
            runs = bench.runs_of(case, [one, streamed], work=case.summarize).values()
            in_core, slow = (median(run.compute for run in own) for own in runs)
            bench.add("streamed", {"vertices": case.vertices, "edges": case.edges,
                                   "arithmetic": width, "matrix": 8 * limit, "limit": limit,
                                   "in_core": in_core, "streamed": slow})
    case.graph.unlink()


MEASURES = {"profile": measure_profile, "phases": measure_phases, "summary": measure_summary,
            "sweeps": measure_sweeps, "searches": measure_searches, "floats": measure_floats,
            "streamed": measure_streamed}


def of_ceiling(results, section, value, ceiling):
    """Share of a ceiling that was measured with the section."""
    ratio = quotient(value, results["ceilings"].get(section, {}).get(ceiling))
    return percent(ratio) or "n/a"


def profile_table(results):
    return table(["width", "phase", "kernel", "us", "occupancy", "SM efficiency", "shared load",
                  "shared store", "global load", "global store"],
                 [[row["arithmetic"], row["phase"], row["kernel"],
                   "n/a" if row["seconds"] is None else f"{1e6 * row['seconds']:.1f}",
                   share(row["occupancy"]), share(row["sm_efficiency"]),
                   *(throughput(row[name]) for name in BYTES)] for row in results["profile"]])


def phases_table(results):
    rows = results["phases"]
    phases = list(dict.fromkeys(name for row in rows for name in row["phases"]))
    return table(["V", "E", "width", "whole, s", *phases, "T relax/s", "of ceiling"],
                 [[row["vertices"], row["edges"], row["arithmetic"], seconds(row["seconds"]),
                   *(seconds(row["phases"].get(name)) for name in phases), tera(row["rate"]),
                   of_ceiling(results, "phases", row["rate"], row["arithmetic"])] for row in rows])


def summary_table(results):
    return table(["V", "width", "rows, GB/s", "of a copy", "histogram, GB/s", "of a copy",
                  "whole, s"],
                 [[row["vertices"], row["arithmetic"],
                   *(cell for name in ("rows", "histogram") for cell in (
                       throughput(row[name]), of_ceiling(results, "summary", row[name], "copy"))),
                   seconds(row["seconds"])] for row in results["summary"]])


def sweeps_table(results):
    lines = []
    for row in results["sweeps"]:
        core, moved = row["core"], 4 * row["vertices"] ** 2
        relaxes = (row["fill"] * (row["vertices"] + core) + core ** 3) / row["compute"]
        lines.append([row["graph"], row["vertices"], row["edges"], row["arithmetic"],
                      f"{row['fill'] / row['vertices']:.1f}", core or "",
                      milliseconds(row["compute"]), tera(relaxes),
                      of_ceiling(results, "sweeps", relaxes, row["arithmetic"]), gigabytes(moved),
                      of_ceiling(results, "sweeps", moved / row["compute"], "copy"),
                      milliseconds(row["dense"]), *(seconds(row[name]) for name in (
                          "summary", "dense_summary", "stream"))])
    return table(["graph", "V", "E", "width", "fill / V", "core", "compute, ms", "T relax/s",
                  "of ceiling", "distances, GB", "of a copy", "dense, ms", "summary, whole, s",
                  "dense, whole, s", "to /dev/null, whole, s"], lines)


def searches_table(results):
    return table(["graph", "V", "E", "method", "compute, ms", "G distances/s", "summary, whole, s"],
                 [[row["graph"], row["vertices"], row["edges"], row["method"],
                   milliseconds(row["compute"]), f"{row['vertices'] ** 2 / row['compute'] / 1e9:.0f}",
                   seconds(row["seconds"])] for row in results["searches"]])


def floats_table(results):
    lines = []
    for row in results["floats"]:
        rate = row["vertices"] ** 3 / row["compute"] if row["method"] == "dense" else None
        ceiling = row["element"].replace("float", "f")
        lines.append([row["graph"], row["vertices"], row["edges"], row["rows"], row["method"],
                      row["element"], milliseconds(row["compute"]), tera(rate),
                      of_ceiling(results, "floats", rate, ceiling), milliseconds(row["s32"]),
                      percent(row["s32"] / row["compute"]), seconds(row["seconds"]),
                      f"{row['difference']:.1e}"])
    return table(["graph", "V", "E", "rows", "method", "element", "compute, ms", "T relax/s",
                  "of ceiling", "s32, ms", "of its rate", "whole call, s", "difference"], lines)


def streamed_table(results):
    return table(["V", "E", "width", "matrix, GB", "limit, GB", "in core, s", "T relax/s",
                  "streamed, s", "T relax/s", "of in core"],
                 [[row["vertices"], row["edges"], row["arithmetic"],
                   *(gigabytes(row[name]) for name in ("matrix", "limit")),
                   *(cell for name in ("in_core", "streamed") for cell in (
                       seconds(row[name]), tera(row["vertices"] ** 3 / row[name]))),
                   percent(row["in_core"] / row["streamed"])] for row in results["streamed"]])


SECTIONS = {
    "profile": ("The phases under Nsight Compute, one kernel at a time. Time is of one launch. "
                "Occupancy: warps of an SM while it has any, to the most it can have. SM efficiency: "
                "share of the time that it has any. Throughputs in GB/s. Shared: passes through the "
                "banks times 128 bytes. Global: bytes that the kernel asks of L1. What cp.async copies "
                "counts as a global load and as a shared store.", profile_table),
    "phases": ("Time by phase of hw3-2, seconds, the width left to the program and forced to s32. "
               "`read` is the input, `upload` host to device, `download` device to host and into the "
               "output, `write` the output's end; CUDA starts while the input is read, and `start` is "
               "what is still to wait for.", phases_table),
    "summary": ("`hw3-2 --summary` without OUTPUT: the kernels that reduce the rows (sum, largest, "
                "number of finite distances) and count the distances, by bytes read; a copy's bytes "
                "are counted both ways. The summary is compared with that of hw3-stats, from distances "
                "that hw3-check found right.", summary_table),
    "sweeps": ("Sparse graphs, by elimination and sweeps: `fill` counts shortcuts, each of which a "
               "sweep relaxes once for each source, and once for each vertex of the core, which is "
               "closed as a matrix. `of a copy`: the distances, once, in 4 bytes each. `dense`: compute "
               "phase and whole process of --method dense. Summaries are those of hw3-1, byte for byte; "
               "--verify found a sample of the rows to /dev/null right.", sweeps_table),
    "searches": ("Graphs whose weights are all 1, `hw3-2 --summary` without OUTPUT. Summaries are those of "
                 "hw3-1, byte for byte.", searches_table),
    "floats": ("Weights that are no integers, through the library: the compute phase, beside that of hw3-2 "
               "in s32 for the same graph with whole weights and as many rows. Difference: the largest one, "
               "relative, of 16 rows from searches of the processor in 64 bits.",
               floats_table),
    "streamed": ("A matrix in host memory, device memory limited to an eighth of it (--memory), beside "
                 "the same solve in device memory: the compute phase. Both summaries are the same "
                 "bytes, and --verify found a sample of the rows right.", streamed_table),
}


def report(results):
    """The text in full, as the pages in docs/results/ show it."""
    known, more = list(results["ceilings"].values()), ""
    if known:
        best = {name: max(ceiling[name] for ceiling in known) for name in known[0]}
        more = (f". Ceiling: {tera(best['s32'])} T relax/s in s32, {tera(best['u16'])} in u16; a copy "
                f"inside the device moves {best['copy'] / 1e9:.0f} GB/s")
    return sectioned(SECTIONS, results, more)
