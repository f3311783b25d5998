# SPDX-License-Identifier: MIT
"""How well solvers choose the width to try first

Weights are chosen so that the largest distance of each graph is near one of
--targets: near 127 or 32767, where u8 and u16 end, a choice is hard. The work
is the sum over all attempts, u8 counted as 1, u16 as 2, s32 as 4; the best is
that of the narrowest width that is exact. Results of all programs must be the
same bytes. --clock processor counts the seconds of all processors together,
which other work disturbs less: set OMP_NUM_THREADS=1.

Example:
  hw3-bench width --program bin/hw3-1 /tmp/older/hw3-1 --targets 100"""

import json
import pathlib
import time

from .frame import positive
from .graphs import KINDS, MADE, write_graph
from .programs import Case, Configuration, processor_seconds
from .tables import milliseconds, seconds, table
from .timing import median

REPEATS = 3
ENDS = {"u8": 127, "u16": 32767, "s32": 2**30 - 1}  # the first distance that does not fit
WORK = {"u8": 1, "u16": 2, "s32": 4}
TARGETS = [70, 90, 100, 110, 118, 124, 130, 140, 170, 250, 500, 20000, 30000, 34000, 60000]
CLOCKS = {"wall": time.perf_counter, "processor": processor_seconds}
ALL_KINDS = ["grid", "small-world", "ring", "star", "knn", *KINDS, *MADE]


def add_options(parser):
    parser.add("--program", None, "FILE", ["hw3-1"], "solvers to compare", nargs="+")
    parser.add_argument("--kinds", nargs="+", choices=ALL_KINDS, default=ALL_KINDS, metavar="KIND",
                        help=f"of graphs: {', '.join(ALL_KINDS).replace('%', '%%')} [all]")
    parser.add("--vertices", positive, "V", [500, 2000], "sizes of graphs", nargs="+")
    parser.add("--targets", positive, "N", TARGETS, "largest distances", nargs="+")
    parser.add("--seed", positive, "N", 1, "another seed, other graphs")
    parser.add("--clock", None, None, "wall", "which seconds count", choices=CLOCKS)


def make_case(bench, kind, vertices, target):
    """A graph whose largest distance is about the target, and that distance."""
    graph, summary = bench.folder / "width.graph", bench.folder / "summary.json"
    seed, heaviest, best = bench.arguments.seed, target, None
    for _ in range(6):
        write_graph(bench.programs, kind, graph, vertices, heaviest=heaviest, seed=seed)
        bench.programs.run("hw3-1", "--quiet", "--summary", summary, graph)
        found = json.loads(summary.read_text())["diameter"] or 0
        if best is None or abs(found - target) < abs(best[1] - target):
            best = heaviest, found
        following = max(1, round(heaviest * target / max(1, found)))
        if abs(found - target) <= target // 50 or following == heaviest:
            break
        heaviest = following
    write_graph(bench.programs, kind, graph, vertices, heaviest=best[0], seed=seed)
    return Case(bench.programs, graph, kind), best[1]


def measure(bench):
    arguments, clock = bench.arguments, CLOCKS[bench.arguments.clock]
    files = [bench.programs.find(name) for name in arguments.program]
    for kind in arguments.kinds:
        for vertices in arguments.vertices:
            for target in arguments.targets:
                case, largest = make_case(bench, kind, vertices, target)
                exact = next(width for width in ENDS if largest < ENDS[width])
                runs = bench.runs_of(case, range(len(files)), work=lambda number, case=case: case.solve(
                    Configuration(files[number]), clock))
                for number, own in runs.items():
                    tried = own[0].report["arithmetic_tried"]
                    bench.add("width", {
                        "kind": kind, "vertices": case.vertices, "largest": largest,
                        "program": f"{pathlib.Path(files[number]).name} {number + 1}",
                        "tried": tried, "best": WORK[exact],
                        "work": sum(WORK[width] for width in tried.split(", ")),
                        "seconds": median(run.seconds for run in own),
                        "bound": median(run.phases["bound"] for run in own)})


def graphs_table(results):
    return table(["kind", "V", "largest", "program", "tried", "bound, ms", "seconds"],
                 [[row["kind"], row["vertices"], row["largest"], row["program"], row["tried"],
                   milliseconds(row["bound"]), seconds(row["seconds"])] for row in results["width"]])


def totals_table(results):
    rows, lines = results["width"], []
    for kind in [*dict.fromkeys(row["kind"] for row in rows), None]:
        for program in dict.fromkeys(row["program"] for row in rows):
            own = [row for row in rows if kind in (None, row["kind"]) and row["program"] == program]
            lines.append([kind or "all", program, len(own),
                          *(sum(row[name] for row in own) for name in ("best", "work")),
                          seconds(sum(row["seconds"] for row in own))])
    return table(["kind", "program", "graphs", "best work", "work", "seconds"], lines)


SECTIONS = {"width": ("Widths that were tried:",
                      lambda results: f"{graphs_table(results)}\n\n{totals_table(results)}")}
