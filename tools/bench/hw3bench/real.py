# SPDX-License-Identifier: MIT
"""Real networks: whole processes, their phases, and predictions

All FOLDER/*.bin by --summary alone: hw3-1 with the method that it chooses and
with those of --methods, and hw3-2 where there is a GPU. All summaries of a
graph must be the same bytes. hw3-check proves rows of a sample, whose largest
distances must be those of the summary. "order" is the phase that chooses method
and width, with an order of elimination if one is looked for. Expected seconds,
method and threads are those of the run with the shortest compute phase, which
was disturbed least; the other columns are medians of all runs.

Example:
  hw3-bench real ~/networks --threads 1 16 --methods sweep search"""

import array
import json
import math
import pathlib
import random

from .frame import positive, sectioned
from .programs import NO_DEVICE, NO_MEMORY, Case, Configuration, Failed, Programs
from .tables import factor, quotient, seconds, table
from .timing import median
from .width import ENDS

REPEATS = 5
METHODS = ("dense", "sweep", "search")
INFINITY = ENDS["s32"]


def add_options(parser):
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=pathlib.Path,
                        help="where graphs are, as hw3-convert writes them: NAME.bin")
    parser.add_argument("--graphs", nargs="+", metavar="NAME", help="only these [all]")
    parser.add_argument("--compare", nargs=2, metavar=("BUILD_A", "BUILD_B"),
                        help="two builds in place of the one of --bin")
    parser.add("--rows", positive, "N", 8, "rows of a sample that hw3-check proves")
    parser.add("--program", None, "NAME", ["hw3-1", "hw3-2"], "solvers", nargs="+",
               choices=("hw3-1", "hw3-2"))
    parser.add("--threads", number_of_threads, "N", None,
               "of hw3-1; all: of which it may choose fewer [all]", nargs="+")
    add_ways(parser, [], 30, 100)


def number_of_threads(text):
    """0 for "all"."""
    return 0 if text == "all" else positive(text)


def add_ways(parser, methods, limit, longest):
    parser.add("--methods", None, "NAME", methods, "also force these", nargs="*", choices=METHODS)
    parser.add("--limit", float, "SECONDS", limit, "what takes longer runs once")
    parser.add("--longest", float, "SECONDS", longest,
               "methods are left out that are expected to take longer")


def weights_of(graph):
    """"1", or the least and the largest."""
    numbers = array.array("i", graph.read_bytes())[4::3]
    least, most = min(numbers, default=0), max(numbers, default=0)
    return str(least) if least == most else f"{least} to {most}"


def planned(bench, case, one):
    """The report of --plan."""
    bench.programs.run(one.program, "--plan", "--quiet", "--report", case.report, "--threads",
                       one.threads or bench.results["machine"]["processors"], *one.more, case.graph)
    return json.loads(case.report.read_text())


def ways(bench, case, program):
    """hw3-1 by numbers of threads, with its choice and with methods that are forced."""
    arguments = bench.arguments
    for threads in arguments.threads or [0]:
        for method in ("", *arguments.methods):
            one = Configuration(program, threads=threads,
                                more=("--method", method) if method else ())
            if method:
                with bench.left_out(f"{method} on {case}", NO_MEMORY):
                    expected = planned(bench, case, one).get(f"predicted_{method}_seconds", 0)
                    if expected > arguments.longest:
                        count = "one thread" if threads == 1 else f"{threads or 'all'} threads"
                        bench.leave_out(f"{method} on {case}, {count}: expected to take "
                                        f"{expected:.0f} s")
                        continue
            yield one


def prove_rows(case, one, count):
    """Rows that hw3-check finds right, and their largest distances in the summary."""
    vertices = case.vertices
    sources = sorted(random.Random(vertices).sample(range(vertices), min(count, vertices)))
    wanted = ("--sources", ",".join(map(str, sources)))
    case.programs.solve(one._replace(more=wanted), case.graph, case.distances, case.report)
    case.programs.check(case.graph, case.distances, *wanted)
    rows = array.array("i", case.distances.read_bytes())
    told = json.loads(case.expected)["eccentricity"]
    for n, source in enumerate(sources):
        row = rows[n * vertices:(n + 1) * vertices]
        del row[source]
        largest = max((length for length in row if length < INFINITY), default=None)
        if told[source] != largest:
            raise Failed(f"{case.graph}: the summary says that {source} is {told[source]} from the "
                         f"farthest vertex; rows that hw3-check found right say {largest}")


def measured(bench, case, configurations):
    """Each configuration that the machine can run, and its row. All summaries are the same bytes."""
    runs = bench.runs_of(case, configurations, NO_MEMORY, NO_DEVICE, work=case.summarize,
                         limit=bench.arguments.limit)
    for one, own in runs.items():
        best = min(own, key=lambda run: run.compute)  # another run may have chosen otherwise
        predicted = {method: best.report.get(f"predicted_{method}_seconds") for method in METHODS}
        row = {"graph": case.kind, "vertices": case.vertices, "edges": case.edges,
               "weights": weights_of(case.graph), "program": one.program,
               "threads": best.report.get("threads"), "asked": one.threads, "forced": bool(one.more),
               "method": best.report["method"], "repeats": len(own), "compute": best.compute,
               "disturbed": best.disturbed, "seconds": median(run.seconds for run in own),
               "runs": [run.seconds for run in own], "computes": [run.compute for run in own],
               "processors": median(run.of_processors for run in own),
               "phases": {name: median(run.phases.get(name) for run in own)
                          for name in own[0].phases},
               "predicted": {method: s for method, s in predicted.items() if s is not None}}
        yield one, row


def measure(bench):
    arguments = bench.arguments
    files = [file for folder in arguments.folders for file in folder.glob("*.bin")
             if file.stem in (arguments.graphs or [file.stem])]
    if not files:
        raise Failed("found no graph, expected a FOLDER with NAME.bin")
    bench.programs.find("hw3-check")  # better missed now than after the first graph
    builds = {"": bench.programs}
    if arguments.compare:
        bench.results["builds"] = arguments.compare
        builds = {f" {side}": Programs(build) for side, build in zip("AB", arguments.compare)}
    names = {}
    for program in arguments.program:
        for side, build in builds.items():
            # Every build has hw3-1; hw3-2 is there where nvcc was.
            with bench.left_out(f"{program}{side}", *[1] * (program == "hw3-2")):
                names[build.find(program)] = program + side
    for file in sorted(files, key=lambda file: file.stat().st_size):
        case = Case(bench.programs, file, file.stem, bench.folder)
        plans = [one for path, name in names.items()
                 for one in (ways(bench, case, path) if name.startswith("hw3-1")
                             else [Configuration(path)])]
        runs = list(measured(bench, case, plans))
        if not runs:
            continue  # bench says what was left out
        prove_rows(case, runs[0][0], arguments.rows)
        bench.results["sampled"].append(f"{case}, E = {case.edges}: {arguments.rows} rows")
        bench.add("networks", *({**row, "program": names[row["program"]]} for _, row in runs))
    if "networks" not in bench.results:
        raise Failed(f"nothing was measured: {'; '.join(bench.results['left_out'])}")


def own_method(row):
    """The method, in brackets where it was forced."""
    return f"({row['method']})" if row["forced"] else row["method"]


def networks_table(results):
    return table(["graph", "V", "E", "weights", "program", "threads", "method", "whole, s",
                  "of processors, s", "read, s", "order, s", "compute, s", "runs"],
                 [[*(row[name] for name in ("graph", "vertices", "edges", "weights", "program",
                                            "threads")), own_method(row),
                   seconds(row["seconds"]), seconds(row["processors"]),
                   *(seconds(row["phases"].get(name)) for name in ("read", "bound", "compute")),
                   row["repeats"]] for row in results["networks"]])


def off(row):
    """How many times too long or too short the prediction is: 1 or more. None without one."""
    ratio = quotient(row["predicted"].get(row["method"]), row["compute"])
    return max(ratio, 1 / ratio) if ratio else None


def predictions_table(rows):
    return table(["graph", "V", "weights", "program", "threads", "method",
                  *(f"{method} expected, s" for method in METHODS), "compute, s", "expected / compute"],
                 [[*(row[name] for name in ("graph", "vertices", "weights", "program", "threads")),
                   own_method(row), *(seconds(row["predicted"].get(method)) for method in METHODS),
                   seconds(row["compute"]),
                   factor(quotient(row["predicted"].get(row["method"]), row["compute"]))]
                  for row in rows])


def compared_table(results):
    """Build B beside build A, run by run."""
    # Two builds may choose different numbers of threads. Results of older scripts have no "asked".
    sides = [{(row["program"][:-2], row["graph"], row.get("asked", row["threads"]),
               row["forced"] and row["method"]): row
              for row in results["networks"] if row["program"].endswith(side)} for side in "AB"]
    pairs = [(key[0], a, b) for key, a in sides[0].items() if (b := sides[1].get(key))]
    return table(["graph", "program", "threads", "method of A", "method of B", "A, s", "B, s", "B / A",
                  "compute of A, s", "of B, s", "B / A"],
                 [[a["graph"], program,
                   ", ".join(dict.fromkeys(str(one["threads"]) for one in (a, b) if one["threads"])),
                   own_method(a), own_method(b), *times_of(a, b, "runs"), *times_of(a, b, "computes")]
                  for program, a, b in pairs])


def times_of(a, b, name):
    """Medians of both builds, and that of the ratios of turns. Empty in results of older scripts."""
    if not (a.get(name) and b.get(name)):
        return [None] * 3
    return [seconds(median(a[name])), seconds(median(b[name])),
            factor(median(late / early for early, late in zip(a[name], b[name])))]


SECTIONS = {
    "networks": ("Whole processes by --summary alone. With one thread, what the processors took is what "
                 "an idle machine takes. A method in brackets was forced:",
                 networks_table),
    "builds": ("Build B beside build A:", compared_table),
}


def report(results):
    rows = results["networks"]
    worst = max(filter(None, map(off, rows)), default=math.nan)
    builds = "; A is {}, B is {}".format(*results["builds"]) if "builds" in results else ""
    sections = {**SECTIONS, "predictions": (
        f"Expected seconds of each method that was looked at, beside the shortest compute phase. At "
        f"worst they are {worst:.2f} times apart:", lambda _: predictions_table(rows))}
    return sectioned(sections, {**results, "predictions": rows}, builds)
