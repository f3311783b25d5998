# SPDX-License-Identifier: MIT
"""Measures how well solvers choose the width to try first, on graphs of many
kinds.

Weights are chosen so that the largest distance of each graph is near one of
--targets: near 127 or 32767, where u8 and u16 end, a choice is hard. Each
program runs in turn, --repeats times; medians count. The work is the sum over
all attempts, u8 counted as 1, u16 as 2, s32 as 4; the best is that of the
narrowest width that is exact. Results of all programs are checked, and must be
the same bytes.

Example: hw3-width-report --programs bin/hw3-1 /tmp/older/hw3-1 --vertices 500
2000 --targets 100"""

import json
import pathlib
import resource
import statistics
import tempfile
import time

from .case import Case
from .graphs import KINDS
from .options import add_programs_option, make_parser, positive, run_script
from .programs import Configuration, Programs, say
from .tables import table
from .timing import in_turn

ENDS = {"u8": 127, "u16": 32767, "s32": 2**30 - 1}  # the first distance that does not fit
WORK = {"u8": 1, "u16": 2, "s32": 4}
TARGETS = (70, 90, 100, 110, 118, 124, 130, 140, 170, 250, 500, 20000, 30000, 34000, 60000)


def parse_arguments():
    parser = make_parser("hw3-width-report", __doc__)
    parser.add_argument("--programs", nargs="+", default=["hw3-1"], metavar="FILE",
                        help="solvers to compare; the first is compared with the last [hw3-1]")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND",
                        help=f"of graphs, some of: {', '.join(KINDS).replace('%', '%%')} [all]")
    parser.add_argument("--vertices", nargs="+", type=positive, default=[500, 2000], metavar="V",
                        help="sizes of graphs [500 2000]")
    parser.add_argument("--targets", nargs="+", type=positive, default=TARGETS, metavar="N",
                        help=f"largest distances [{' '.join(map(str, TARGETS))}]")
    parser.add_argument("--seed", type=positive, default=1, metavar="N",
                        help="another seed, other graphs [1]")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N",
                        help="runs of each program [3]")
    parser.add_argument("--clock", choices=CLOCKS, default="wall",
                        help="seconds of the wall clock, or of all processors together, which "
                        "other work disturbs less: set OMP_NUM_THREADS=1 [wall]")
    add_programs_option(parser)
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write all figures")
    return parser.parse_args()


def longest(programs, graph, folder):
    summary = folder / "summary.json"
    programs.run("hw3-1", "--quiet", "--summary", summary, graph)
    return json.loads(summary.read_text())["diameter"] or 0


def make_graph(programs, kind, vertices, target, seed, folder):
    """A graph whose largest distance is about the target. Returns file and largest distance."""
    graph = folder / "graph.bin"
    heaviest, best = target, None
    for _ in range(6):
        KINDS[kind](programs, graph, vertices, heaviest, seed)
        found = longest(programs, graph, folder)
        if best is None or abs(found - target) < abs(best[1] - target):
            best = heaviest, found
        following = max(1, round(heaviest * target / max(1, found)))
        if abs(found - target) <= target // 50 or following == heaviest:
            break
        heaviest = following
    KINDS[kind](programs, graph, vertices, best[0], seed)
    return graph, best[1]


def processor_seconds():
    """Processor time of all programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


CLOCKS = {"wall": time.perf_counter, "processor": processor_seconds}


def compare(case, files, repeats, clock):
    """Per program: the widths that it tried, and medians. Every result is checked."""
    runs = in_turn([(f"V = {case.vertices}: {file}", solver(case, file, clock)) for file in files],
                   repeats)
    compared = []
    for solves in runs:
        tried = solves[0].report["arithmetic_tried"].split(", ")
        compared.append({"tried": tried, "work": sum(WORK[width] for width in tried),
                         "seconds": statistics.median(solve.seconds for solve in solves),
                         "bound": statistics.median(solve.phases["bound"] for solve in solves)})
    return compared


def solver(case, file, clock):
    return lambda: case.solve(Configuration(file), clock)


def heading(files, *names):
    """The names but the last, and for each program every name of the last."""
    return [*names[:-1], *(f"{name}, {pathlib.Path(file).name} {number}"
                           for number, file in enumerate(files, 1) for name in names[-1])]


def cases_table(files, cases):
    return table(heading(files, "kind", "V", "largest", ("tried", "bound, ms", "seconds")),
                 [[case["kind"], str(case["vertices"]), str(case["largest"]),
                   *(cell for result in case["programs"] for cell in
                     (" ".join(result["tried"]), f"{1000 * result['bound']:.2f}",
                      f"{result['seconds']:.4f}"))] for case in cases])


def totals_table(files, cases):
    rows = []
    for kind in [*dict.fromkeys(case["kind"] for case in cases), None]:
        some = [case for case in cases if kind in (None, case["kind"])]
        cells = [kind or "all", str(len(some)), str(sum(case["best"] for case in some))]
        for number in range(len(files)):
            own = [case["programs"][number] for case in some]
            cells += [str(sum(result["work"] for result in own)),
                      f"{sum(result['seconds'] for result in own):.3f}"]
        rows.append(cells)
    return table(heading(files, "kind", "graphs", "best work", ("work", "seconds")), rows)


def measure(arguments):
    programs = Programs(arguments.bin_dir)
    files = [programs.find(name) for name in arguments.programs]
    cases = []
    with tempfile.TemporaryDirectory(prefix="hw3-width-report-") as name:
        folder = pathlib.Path(name)
        for kind in arguments.kinds:
            for vertices in arguments.vertices:
                for target in arguments.targets:
                    say(f"{kind}, V = {vertices}, largest distance about {target}")
                    graph, largest = make_graph(programs, kind, vertices, target, arguments.seed,
                                                folder)
                    case = Case(programs, graph, vertices, None, kind)
                    results = compare(case, files, arguments.repeats, CLOCKS[arguments.clock])
                    exact = next(width for width in ENDS if largest < ENDS[width])
                    cases.append({"kind": kind, "vertices": vertices, "largest": largest,
                                  "best": WORK[exact], "programs": results})
    print(cases_table(files, cases))
    print()
    print(totals_table(files, cases))
    if arguments.json:
        arguments.json.write_text(json.dumps({"programs": files, "cases": cases}, indent=1))


def main():
    arguments = parse_arguments()
    run_script("hw3-width-report", lambda: measure(arguments))
