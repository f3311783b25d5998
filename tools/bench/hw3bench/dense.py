# SPDX-License-Identifier: MIT
"""hw3-1 on dense graphs: sets, widths, phases and threads

Beside each run the ceiling of its instruction set and width is measured,
because the speed of a machine that is shared drifts. --picture draws rates,
and the whole process by phase.

Two other questions take the place of all this:

  --compare       is build B of a solver faster than build A? A second run of
                  A in each repeat shows what differences mean nothing.
  --predecessors  what do predecessors cost? Processor seconds, the least of
                  all runs: "search" is the part that finds them.

Examples:
  hw3-bench dense --sizes 4096 --isas avx512 --widths u16
  hw3-bench dense --compare build/before build/release --sizes 4096 --repeats 15
  hw3-bench dense --predecessors --program hw3-1 hw3-2 --sizes 5000:2500000"""

import pathlib
import statistics

from .frame import closing, heading, positive
from .frame import join as joined
from .programs import NO_ANSWER, Configuration, Failed, Programs, file_digest, processor_seconds
from .tables import factor, giga, percent, quotient, seconds, share, table
from .timing import Ceilings, in_turn, median_of, run_of

REPEATS = 5
PICTURE = True
SIZES = "500 2000:800000 4096 5000:10723117"
WIDTHS = ("u8", "u16", "s32")
LARGEST_PORTABLE = 2000
SIDES = ("A", "B", "A again")
CONFIGURATION = ("program", "vertices", "edges", "instruction_set", "arithmetic", "forced",
                 "threads")


def add_options(parser):
    parser.add_sizes("--sizes", SIZES, "random graphs, perhaps none")
    parser.add_argument("--isas", nargs="+", metavar="SET",
                        help="instruction sets [all that run here]")
    parser.add("--widths", None, None, WIDTHS, "widths to force", nargs="+", choices=WIDTHS)
    parser.add_argument("--threads", type=positive, nargs="+", metavar="N",
                        help="the largest is used, all of them at the size of --scaling [all "
                        "processors, and 1]")
    parser.add("--scaling", positive, "V", 4096, "the size that every number of threads is run at")
    parser.add("--program", None, "NAME", ["hw3-1"], "solvers: names or paths", nargs="+")
    parser.add_argument("--quick", action="store_true",
                        help="under a minute: small graphs, one number of threads")
    parser.add_argument("--compare", nargs=2, metavar=("BUILD_A", "BUILD_B"),
                        help="nothing but two builds against each other")
    parser.add_argument("--predecessors", action="store_true",
                        help="nothing but runs with and without --predecessors")


def thread_counts(arguments, ceilings, vertices):
    """The numbers of threads to run a size with, the largest first."""
    counts = sorted(set(arguments.threads or (ceilings.threads, 1)), reverse=True)
    return counts if vertices == arguments.scaling and not arguments.quick else counts[:1]


def configurations_for(bench, ceilings, vertices):
    """Everything to run at one size."""
    arguments, found = bench.arguments, []
    for program in arguments.program:
        has_sets = "--isa" in bench.programs.run(program, "--help")
        isas = arguments.isas or [*ceilings.isas, "portable"] if has_sets else [""]
        if "portable" in isas and vertices > LARGEST_PORTABLE:
            bench.leave_out(f"portable at V = {vertices}, which takes long")
            isas = [isa for isa in isas if isa != "portable"]
        threads, *fewer = thread_counts(arguments, ceilings, vertices) if has_sets else [0]
        found.append(Configuration(program, threads=threads))
        best = ceilings.isas[-1] if has_sets and ceilings.isas else "portable"
        found += [Configuration(program, isa, width, threads) for isa in isas
                  for width in arguments.widths]
        found += [Configuration(program, best, width, count) for count in fewer
                  for width in arguments.widths if best in isas]
    return found


def first_runs(bench, case, configurations):
    """The runs that are dropped: {configuration: report}, without the widths that are too narrow."""
    reports = {}
    for configuration in configurations:
        try:
            reports[configuration] = case.solve(configuration).report
        except Failed as failure:
            if failure.code != NO_ANSWER or not configuration.width:
                raise
            bench.leave_out(f"{configuration} at V = {case.vertices}, E = {case.edges}: not exact in "
                            "this width")
    return reports


def timed_run(case, configuration, report, ceilings):
    """One run beside the higher of the ceilings before and after it."""
    before = ceilings.of(report)
    solve = case.solve(configuration)
    return run_of(solve, max(before, ceilings.of(report)) if before else None)


def measurement(case, configuration, report, runs):
    return {"program": report["program"], "vertices": case.vertices,
            "edges": report["edges"],
            "instruction_set": report.get("instruction_set") or report.get("device", ""),
            "arithmetic": report["arithmetic"], "forced": bool(configuration.width),
            "threads": report.get("threads", 0), **median_of(list(runs))}


def measure_cases(bench, cases, ceilings):
    """The measurements of each of `cases`: pairs of a graph and configurations."""
    reports = [(case, first_runs(bench, case, configurations)) for case, configurations in cases]

    def round_of(case, first):
        return lambda: [timed_run(case, configuration, report, ceilings)
                        for configuration, report in first.items()]

    rounds = in_turn([(str(case), round_of(case, first)) for case, first in reports], bench.repeats)
    return [measurement(case, configuration, report, runs)
            for (case, first), own in zip(reports, rounds)
            for (configuration, report), runs in zip(first.items(), zip(*own))]


def measure(bench):
    arguments = bench.arguments
    if arguments.compare:
        measure_builds(bench)
        return
    if arguments.predecessors:
        measure_predecessors(bench)
        return
    if arguments.quick:
        arguments.sizes = arguments.sizes[:2]
        bench.repeats = bench.results["repeats"] = min(2, bench.repeats)
    ceilings = Ceilings(bench.programs)
    cases = [(bench.case(*size), configurations_for(bench, ceilings, size[0]))
             for size in arguments.sizes]
    bench.add("measurements", *measure_cases(bench, cases, ceilings))


def measure_builds(bench):
    """A repeat runs build A, build B and build A again, in an order that turns from repeat to repeat. A
    drift within minutes hits all three."""
    arguments = bench.arguments
    bench.results["builds"] = arguments.compare
    a, b = map(Programs, arguments.compare)
    builds = dict(zip(SIDES, (a, b, a)))
    a.sampled = b.sampled = bench.programs.sampled
    for vertices, edges in arguments.sizes:
        bench.programs = a
        case = bench.case(vertices, edges)
        for program in arguments.program:
            for width in ("", *arguments.widths):
                one = Configuration(program, width=width, threads=(arguments.threads or [0])[0])
                sides = {side: one._replace(program=build.find(program))
                         for side, build in builds.items()}
                try:
                    runs = alternating(case, sides, bench.repeats)
                except Failed as failure:
                    if failure.code == NO_ANSWER and width:
                        continue
                    raise
                for phase in ("compute", "whole"):
                    bench.add("compare", {
                        "program": program, "vertices": vertices, "edges": case.edges,
                        "arithmetic": width or "auto", "phase": phase,
                        **compare([{side: run[side][phase] for side in SIDES} for run in runs])})


def alternating(case, sides, repeats):
    runs = []
    for repeat in range(-1, repeats):  # the first is dropped
        order = [SIDES[(repeat + n) % len(SIDES)] for n in range(len(SIDES))]
        solves = {side: case.solve(sides[side]) for side in order}
        runs.append({side: {"compute": solve.compute, "whole": solve.seconds}
                     for side, solve in solves.items()})
    return runs[1:]


def compare(runs):
    """`runs`: for each repeat the seconds of every side. Medians over the repeats; the ratios are of
    runs of the same repeat: B to the mean of both runs of A, and the second run of A to the first. A
    difference between the builds that is no larger than this one means nothing."""
    a, b, again = ([run[side] for run in runs] for side in SIDES)
    b_over_a = statistics.median(2 * y / (x + z) for x, y, z in zip(a, b, again))
    again_over_a = statistics.median(z / x for x, z in zip(a, again))
    noise = max(0.01, abs(again_over_a - 1))
    return {"seconds_a": statistics.median(a + again), "seconds_b": statistics.median(b),
            "b_over_a": b_over_a, "again_over_a": again_over_a,
            "verdict": "slower" if b_over_a > 1 + noise else
            "faster" if b_over_a < 1 - noise else "same"}


def measure_predecessors(bench):
    arguments, found = bench.arguments, bench.folder / "predecessors.bin"
    for vertices, edges in arguments.sizes:
        case, expected = bench.case(vertices, edges), None
        for program in arguments.program:
            threads = (arguments.threads or [0])[0] if pathlib.Path(program).name == "hw3-1" else 0
            pair = [Configuration(program, threads=threads, more=more)
                    for more in ((), ("--predecessors", found))]
            without, searched = bench.runs_of(
                case, pair, work=lambda one, case=case: case.solve(one, processor_seconds)).values()
            digest = file_digest(found)
            if digest != (expected or digest):
                raise Failed(f"{program}: predecessors differ from those of {arguments.program[0]}")
            expected = digest
            bench.add("predecessors", {
                "vertices": vertices, "edges": case.edges, "program": pathlib.Path(program).name,
                "compute": min(run.compute * processors_of(run) for run in without + searched),
                "search": min(searching(run) for run in searched),
                "without": min(run.seconds for run in without),
                "with": min(run.seconds for run in searched)})


def processors_of(run):
    return 1 if "device" in run.report else run.report["threads"]


def searching(run):
    """Seconds of the search for predecessors: of processors, or of the device's kernels."""
    return (run.report.get("predecessors_device_seconds")
            or run.report.get("predecessors_cpu_seconds", 0))


def join(sessions):
    """Medians of all their runs, of every configuration that was measured in all of them."""
    pooled = {**joined(sessions), "repeats": sum(session["repeats"] for session in sessions),
              "sessions": sum(session.get("sessions", 1) for session in sessions)}
    by_configuration = [{tuple(m[part] for part in CONFIGURATION): m for m in session["measurements"]}
                        for session in sessions]
    pooled["measurements"] = [
        {**first, **median_of(sum((others[key]["runs"] for others in by_configuration), []))}
        for key, first in by_configuration[0].items()
        if all(key in others for others in by_configuration)]
    return pooled


def asked(measurement):
    """The width, and whether the program chose it: "u16" or "u16, auto"."""
    return measurement["arithmetic"] + ("" if measurement["forced"] else ", auto")


def on_all_threads(measurements):
    """Those with the most threads that their program was run with."""
    most = {}
    for m in measurements:
        most[m["program"]] = max(m["threads"], most.get(m["program"], 0))
    return [m for m in measurements if m["threads"] == most[m["program"]]]


def configurations_table(measurements):
    """Every configuration on all threads: the compute phase and the whole process."""
    return table(["program", "V", "E", "set", "width", "threads", "G relax/s", "ceiling",
                  "of ceiling", "best run", "whole, s"],
                 [[m["program"], m["vertices"], m["edges"], m["instruction_set"], asked(m),
                   m["threads"], giga(m["compute_rate"]), giga(m["ceiling"]), percent(m["ratio"]),
                   percent(m.get("best_ratio")), seconds(m["seconds"])]
                  for m in on_all_threads(measurements)])


def whole_process_table(measurements):
    """The runs that nothing was forced in, by phase."""
    chosen = [m for m in on_all_threads(measurements) if not m["forced"]]
    phases = list(dict.fromkeys(name for m in chosen for name in m["phases"]))
    return table(["program", "V", "E", "set", "width", "threads", "whole, s", *phases],
                 [[m["program"], m["vertices"], m["edges"], m["instruction_set"], m["arithmetic"],
                   m["threads"], seconds(m["seconds"]),
                   *(seconds(m["phases"].get(name)) for name in phases)] for m in chosen])


def scaling_table(measurements):
    """Configurations that were run with several numbers of threads, against the fewest."""
    groups = {}
    for m in measurements:
        if m["forced"]:
            key = (m["program"], m["vertices"], m["instruction_set"], m["arithmetic"])
            groups.setdefault(key, []).append(m)
    groups = [sorted(group, key=lambda m: m["threads"]) for group in groups.values()]
    rows = [[m["program"], m["vertices"], m["instruction_set"], m["arithmetic"], m["threads"],
             giga(m["compute_rate"]), percent(m["ratio"]),
             factor(m["compute_rate"] / group[0]["compute_rate"])]
            for group in groups if len(group) > 1 for m in group]
    return table(["program", "V", "set", "width", "threads", "G relax/s", "of ceiling", "times"],
                 rows) if rows else ""


def compare_table(results):
    return table(["program", "V", "E", "width", "phase", "A, s", "B, s", "B / A", "A again / A",
                  "B is"],
                 [[row["program"], row["vertices"], row["edges"], row["arithmetic"], row["phase"],
                   f"{row['seconds_a']:.4f}", f"{row['seconds_b']:.4f}", f"{row['b_over_a']:.3f}",
                   f"{row['again_over_a']:.3f}", row["verdict"]] for row in results["compare"]])


def predecessors_table(results):
    return table(["V", "E", "program", "compute", "search", "share", "without", "with"],
                 [[row["vertices"], row["edges"], row["program"], seconds(row["compute"]),
                   seconds(row["search"]), share(quotient(row["search"], row["compute"])),
                   seconds(row["without"]), seconds(row["with"])]
                  for row in results["predecessors"]])


SECTIONS = {
    "compare": ("Two builds, compute phase and whole process:", compare_table),
    "predecessors": ("Processor seconds of the search for predecessors, of the compute phase, and of "
                     "whole processes without and with it:", predecessors_table),
}


def report(results):
    """The text in full, as the pages in docs/results/ show it."""
    measurements = results.get("measurements")
    sessions = f", {results['sessions']} sessions" if "sessions" in results else ""
    builds = "; A is {}, B is {}".format(*results["builds"]) if "builds" in results else ""
    parts = [heading(results, sessions + builds)]
    if measurements:
        parts += ["Compute phase, each instruction set and width. The ceiling is measured before and "
                  "after each run, the higher one counts; its share is the median over the runs, and "
                  "beside it that of the best run.",
                  configurations_table(measurements),
                  "Whole process, everything left to the program:",
                  whole_process_table(measurements)]
        made = scaling_table(measurements)
        if made:
            parts += ["Threads; each share is of the ceiling of as many threads:", made]
    for section, (text, make_table) in SECTIONS.items():
        if results.get(section):
            parts += [text, make_table(results)]
    return "\n\n".join(parts + closing(results))
