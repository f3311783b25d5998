# SPDX-License-Identifier: MIT
"""Measures hw3-1 on this machine: every instruction set and width, the whole
process, and peers.

No time is shown for a result that is not checked: the first one of each graph
by hw3-check against the graph, all others by the same bytes. hw3-check proves
all rows, or recomputes a sample of the largest graphs; lines below the tables
name these. A first run of each configuration is dropped, the others alternate,
those of all graphs too; medians are quoted. Beside each run the ceiling of its
instruction set and width is measured, because the speed of a machine that is
shared drifts.

Writes results.json, results.csv and, where matplotlib is installed,
results.svg and results.png into --folder, and prints the tables.

Examples:
  hw3-bench --sizes 4096 --isas avx512 --widths u16
  hw3-bench --compare build/before build/release --sizes 4096 --repeats 15
  hw3-bench --sparse --large --folder /dev/shm/bench"""

import json
import pathlib

from . import compare, sparse
from .case import Case
from .cpu_results import pool, report, summary, write_csv
from .options import add_results_options, make_parser, parse_size, positive, publish, run_script
from .programs import (
    NO_ANSWER,
    SCIPY,
    Configuration,
    Failed,
    Programs,
    python_with,
    run,
    say,
)
from .results import sampled, save, started
from .timing import Ceilings, in_turn, median_of, run_of

SIZES = ("500", "2000:800000", "4096", "5000:10723117")
QUICK_SIZES = ("500", "2000:800000")
WIDTHS = ("u8", "u16", "s32")
# Kinds of sparse graphs: edges of a vertex (None: given by the kind) and further options of
# hw3-gen. The vertices of the last kinds have no order.
KINDS = {"grid": (None, ()), "ring": (None, ()), "disconnected": (8, ("--components", 20)),
         "small-world": (None, ()), "scale-free": (8, ()), "random": (8, ())}
SLOW = ("portable", "hw3-triple-loop", "scipy")  # only up to --slow-limit


def parse_arguments():
    parser = make_parser("hw3-bench", __doc__)
    parser.add_argument("--quick", action="store_true",
                        help="small graphs, two runs, one number of threads: under a minute")
    parser.add_argument("--sizes", type=parse_size, nargs="*", metavar="V[:E]",
                        help=f"random graphs, perhaps none [{' '.join(SIZES)}]")
    parser.add_argument("--isas", nargs="+", metavar="SET",
                        help="instruction sets [all that run here]")
    parser.add_argument("--widths", nargs="+", metavar="WIDTH", choices=WIDTHS, default=WIDTHS,
                        help=f"widths to force [{' '.join(WIDTHS)}]")
    parser.add_argument("--repeats", type=positive, metavar="N", help="runs that count [5]")
    parser.add_argument("--threads", type=positive, nargs="+", metavar="N",
                        help="the largest is used; all of them at the size of --scaling "
                        "[all processors, and 1]")
    parser.add_argument("--scaling", type=positive, metavar="V", default=4096,
                        help="the size that every number of threads is run at [4096]")
    parser.add_argument("--kinds", type=int, metavar="V",
                        help="vertices of the sparse graphs of several kinds, 0: none [4900, with "
                        "--quick 0]")
    parser.add_argument("--program", action="append", metavar="NAME",
                        help="solvers: names or paths, may be repeated [hw3-1]")
    parser.add_argument("--slow-limit", type=int, metavar="V",
                        help=f"largest size for {', '.join(SLOW)} [2000, with --quick 500]")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--sparse", action="store_true",
                        help="nothing but sparse graphs: every --method of a solver, peers, a writer "
                        "that computes nothing, and the targets")
    parser.add_argument("--large", action="store_true",
                        help="with --sparse: also the largest graphs, and the dense method on those "
                        "of 20000 vertices, which takes long")
    parser.add_argument("--graphs", nargs="+", metavar="NAME",
                        help="with --sparse: only these graphs, such as road [all]")
    parser.add_argument("--limit", type=float, metavar="SECONDS", default=30,
                        help="with --sparse: what takes longer runs once [30]")
    parser.add_argument("--largest-output", type=positive, metavar="BYTES", default=2 << 30,
                        help="with --sparse: larger distances are not written, a sample is verified "
                        "[2 GiB]")
    parser.add_argument("--compare", nargs=2, metavar=("BUILD_A", "BUILD_B"),
                        help="nothing but two builds of a solver against each other, in "
                        "alternation: folders with their programs")
    parser.add_argument("--update-summary", action="append", default=[], metavar="FILE[#NAME]",
                        help="as --update, but short: whole process, peers, largest V")
    add_results_options(parser, "results.json", several=True)
    arguments = parser.parse_args()
    quick = arguments.quick
    if arguments.sizes is None:
        arguments.sizes = [parse_size(s) for s in (QUICK_SIZES if quick else SIZES)]
    arguments.repeats = arguments.repeats or (2 if quick else 5)
    if arguments.kinds is None:
        arguments.kinds = 0 if quick else 4900
    if arguments.slow_limit is None:
        arguments.slow_limit = 500 if quick else 2000
    arguments.program = arguments.program or ["hw3-1"]
    return arguments


def thread_counts(arguments, ceilings, vertices):
    """The numbers of threads to run a size with, the largest first."""
    if arguments.threads:
        counts = sorted(set(arguments.threads), reverse=True)
    else:
        counts = sorted({ceilings.threads, 1}, reverse=True)
    return counts if vertices == arguments.scaling and not arguments.quick else counts[:1]


def configurations_for(arguments, programs, ceilings, vertices, left_out):
    """Everything to run at one size."""
    found = []
    for program in arguments.program:
        has_sets = "--isa" in programs.run(program, "--help")
        isas = arguments.isas or [*ceilings.isas, "portable"] if has_sets else [""]
        threads, *fewer = thread_counts(arguments, ceilings, vertices) if has_sets else [0]
        found.append(Configuration(program, threads=threads))
        for isa in isas:
            found += [Configuration(program, isa, width, threads) for width in arguments.widths]
        best = ceilings.isas[-1] if has_sets and ceilings.isas else "portable"
        if best in isas:
            found += [Configuration(program, best, width, count)
                      for count in fewer for width in arguments.widths]
    if not arguments.no_peers:
        threads = thread_counts(arguments, ceilings, vertices)[0]
        found.append(Configuration("hw3-triple-loop", threads=threads, peer=True))
        if python_with("scipy"):
            found.append(SCIPY)
        else:
            left_out.append("SciPy, which is not installed (apt-get install python3-scipy)")
    if vertices <= arguments.slow_limit:
        return found
    slow = {name for c in found for name in (c.program, c.isa) if name in SLOW}
    if slow:
        left_out.append(f"{', '.join(sorted(slow))} at V = {vertices}: above --slow-limit "
                        f"{arguments.slow_limit}")
    return [c for c in found if c.program not in SLOW and c.isa not in SLOW]


def first_runs(case, configurations, left_out):
    """The runs that are dropped: {configuration: report}, without the widths that are too narrow."""
    reports = {}
    for configuration in configurations:
        try:
            reports[configuration] = case.solve(configuration).report
        except Failed as failure:
            if failure.code != NO_ANSWER or not configuration.width:
                raise
            left_out.append(f"{configuration} at V = {case.vertices}, E = {case.edges}: not exact "
                            "in this width")
    return reports


def timed_run(case, configuration, report, ceilings):
    """One run beside the higher of the ceilings before and after it."""
    def ceiling():
        return ceilings.of(report.get("instruction_set"), report["arithmetic"], report["threads"])

    before = ceiling()
    solve = case.solve(configuration)
    after = ceiling()
    return run_of(solve, max(before, after) if before else None)


def measure_cases(cases, repeats, ceilings, left_out):
    """The measurements (see cpu_results.py) of each of `cases`: pairs of a graph and
    configurations."""
    reports = []
    for case, configurations in cases:
        say(f"{case.kind}, V = {case.vertices}: first runs")
        reports.append((case, first_runs(case, configurations, left_out)))

    def round_of(case, first):
        return lambda: [timed_run(case, configuration, report, ceilings)
                        for configuration, report in first.items()]

    rounds = in_turn([(f"{case.kind}, V = {case.vertices}", round_of(case, first))
                      for case, first in reports], repeats)
    return [[measurement(case, configuration, report, runs)
             for (configuration, report), runs in zip(first.items(), zip(*own))]
            for (case, first), own in zip(reports, rounds)]


def measurement(case, configuration, report, runs):
    return {"program": report["program"], "kind": case.kind, "vertices": case.vertices,
            "edges": report["edges"],
            "instruction_set": report.get("instruction_set") or report.get("device", ""),
            "arithmetic": report["arithmetic"], "forced": bool(configuration.width),
            "threads": report.get("threads", 0), "peer": configuration.peer,
            **median_of(list(runs))}


def measure(arguments):
    programs = Programs(arguments.bin_dir)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    ceilings = Ceilings(programs)
    left_out, cases = [], []
    for vertices, edges in arguments.sizes:
        cases.append((Case.generated(programs, arguments.folder, vertices, edges),
                      configurations_for(arguments, programs, ceilings, vertices, left_out)))
    for kind, (degree, more) in KINDS.items() if arguments.kinds else ():
        edges = degree * arguments.kinds if degree else None
        cases.append((Case.generated(programs, arguments.folder, arguments.kinds, edges, kind, more),
                      [Configuration(program) for program in arguments.program]))
    measured = measure_cases(cases, arguments.repeats, ceilings, left_out)
    sizes = len(arguments.sizes)
    return {**started(programs, arguments.repeats, list(dict.fromkeys(left_out)),
                      cpu=ceilings.cpu or "unknown processor"),
            "measurements": sum(measured[:sizes], []),
            "kinds": sum(measured[sizes:], [])}


def write_files(results, folder):
    """results.json, results.csv, and the picture. Returns a line that says where they are."""
    save(results, folder, "results", write_csv)
    if not results["measurements"]:
        return f"{folder}: results.json, results.csv"
    python = python_with("matplotlib")
    if not python:
        return (f"{folder}: results.json, results.csv. No picture: matplotlib is not installed "
                "(apt-get install python3-matplotlib)")
    picture = pathlib.Path(__file__).with_name("picture.py")
    run([python, picture, folder / "results.json", folder / "results.svg", folder / "results.png"])
    return f"{folder}: results.json, results.csv, results.svg, results.png"


def compare_builds(arguments):
    print(f"A is {arguments.compare[0]}, B is {arguments.compare[1]}; medians of "
          f"{arguments.repeats} runs of each, in alternation; every result checked by hw3-check.\n")
    threads = arguments.threads[0] if arguments.threads else 0
    for program in arguments.program:
        measured = compare.measure(arguments.compare, arguments.sizes, program, arguments.widths,
                                   threads, arguments.repeats, arguments.folder)
        print(f"{program}\n\n{compare.table(measured)}\n")
        lines = [line for case, _, _ in measured for line in case.programs.sampled]
        print("\n".join(sampled({"sampled": lines})))


def bench(arguments):
    if arguments.compare:
        compare_builds(arguments)
        return
    if arguments.sparse:
        sparse.bench(arguments)
        return
    if arguments.load:
        results = pool([json.loads(file.read_text()) for file in arguments.load])
        arguments.folder.mkdir(parents=True, exist_ok=True)
    else:
        results = measure(arguments)
    print(report(results))
    print()
    print(write_files(results, arguments.folder))
    publish(arguments.update, report(results))
    publish(arguments.update_summary, summary(results))


def main():
    arguments = parse_arguments()
    run_script("hw3-bench", lambda: bench(arguments))
