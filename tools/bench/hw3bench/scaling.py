# SPDX-License-Identifier: MIT
"""hw3-3 on several GPUs, or hw3-1 as ranks of MPI

  strong    the same graph on 1, 2, 4, ... GPUs or ranks
  weak      a graph whose V grows with the root of their number
  sweeps    a sparse graph, whose sources are shared out
  crossing  hw3-3: the ways that pivot rows can take, on all GPUs
  ranks     hw3-3: one process with all GPUs, and a rank of MPI for each GPU
  half      hw3-3: a symmetric graph as a directed one, and with --undirected
  split     hw3-1: one process, and ranks that share out the same processors

Sweeps of hw3-3 write no distances and are found right by the summary of hw3-1.
Ranks of hw3-1 are bound to as many processors as they have threads, where
there are so many. Otherwise the thread that makes the output's pages would win
by a processor that others of the table do not have.

Examples:
  hw3-bench scaling --folder /dev/shm/bench --only strong --counts 2
  hw3-bench scaling --program hw3-1 --bin build/release --only split sweeps"""

import json
import math
import os
import shlex
import shutil

from .frame import parse_size, positive, sectioned
from .programs import NO_ANSWER, NO_MEMORY, USAGE, Configuration, Failed
from .tables import factor, gigabytes, percent, quotient, seconds, share, table
from .timing import gpu_ceiling, median

REPEATS = 3
# The tables, graphs, widths and vertices of the sparse graph by program.
DEFAULTS = {
    "hw3-3": (("strong", "weak", "crossing", "half", "ranks", "sweeps"),
              "25000:5500000 50000:30000000",
              ("u16", "s32"), [500_000]),
    "hw3-1": (("split", "strong", "weak", "sweeps"), "4096:6700000", ("s32",), [40_000]),
}
ONLY = ("strong", "weak", "sweeps", "crossing", "half", "ranks", "split")


def default_launcher():
    root = " --allow-run-as-root" if os.geteuid() == 0 else ""
    return f"mpirun --oversubscribe --bind-to none{root} -n"


def add_options(parser):
    parser.add("--program", None, None, "hw3-3", "hw3-3 on GPUs, or hw3-1 as ranks",
               choices=DEFAULTS)
    parser.add_argument("--sizes", type=parse_size, nargs="+", metavar="V[:E]",
                        help="dense graphs; weak, crossing and split take the first "
                        f"[{DEFAULTS['hw3-3'][1]}; of hw3-1 {DEFAULTS['hw3-1'][1]}]")
    parser.add_argument("--sparse", type=positive, nargs="+", metavar="V",
                        help="of the roads, or of the grid of hw3-1 [500000; of hw3-1 40000]")
    parser.add_argument("--sources", metavar="SOURCES",
                        help="of the sweeps of hw3-3, such as 0:270336 [all vertices]")
    parser.add_argument("--widths", nargs="+", choices=("u8", "u16", "s32"),
                        help="widths to force [u16 s32; of hw3-1 s32]")
    parser.add_argument("--counts", type=positive, nargs="+", metavar="N",
                        help="numbers of GPUs or ranks [2 4 8 ..., as far as there are so many]")
    parser.add("--threads", positive, "N", 1, "of each rank of hw3-1, except in split")
    parser.add("--launcher", None, "WORDS", default_launcher(), "what starts N ranks, without the N")


class Workers:
    """GPUs or ranks: how many there are, and how so many of them are started."""

    def __init__(self, bench):
        arguments = bench.arguments
        self.bench, self.arguments, self.program = bench, arguments, arguments.program
        self.launcher = tuple(shlex.split(arguments.launcher))
        machine = bench.results["machine"]
        self.processors = machine["processors"]
        if self.program == "hw3-3":
            machine.update(gpu=gpu_ceiling(bench.programs)["device"], gpus=self.count_devices())
        else:
            machine["launcher"] = arguments.launcher
        most = machine.get("gpus", self.processors)
        self.counts = arguments.counts or [2**n for n in range(1, 12) if 2**n <= most]
        if not self.counts:
            bench.leave_out("all tables: there is one GPU or processor")

    def count_devices(self):
        """As hw3-3 counts them, at most 8."""
        graph, facts = self.bench.folder / "tiny.graph", self.bench.folder / "tiny.json"
        self.bench.programs.run("hw3-gen", "ring", graph, "--vertices", 2)
        self.bench.programs.run("hw3-3", "--quiet", "--report", facts, graph, os.devnull)
        return len(json.loads(facts.read_text())["devices"].split(","))

    def configuration(self, count, width, *more, threads=0):
        if self.program == "hw3-3":
            if count == 1:
                return Configuration("hw3-2", width=width, more=more)
            devices = ",".join(map(str, range(count)))
            return Configuration("hw3-3", width=width, more=("--devices", devices, *more))
        threads = threads or self.arguments.threads
        bound = sorted(os.sched_getaffinity(0))[:count * threads]
        ranks = (*self.launcher, count) if count > 1 else ()  # one rank needs no launcher
        return Configuration("hw3-1", width=width, threads=threads, more=more,
                             launcher=("taskset", "--cpu-list", ",".join(map(str, bound)), *ranks))

    def dense(self, count, width, threads=0):
        method = () if self.program == "hw3-3" else ("--method", "dense")
        return self.configuration(count, width, *method, threads=threads)

    def add(self, section, case, counted, work=None, **facts):
        """Adds a row of each of `counted`: pairs of a number of workers and a configuration."""
        runs = self.bench.runs_of(case, [one for _, one in counted], NO_ANSWER, NO_MEMORY, work=work)
        self.bench.add(section, *(
            {"workers": count, **row_of(case, one, runs[one]), **facts}
            for count, one in counted if one in runs))


def row_of(case, configuration, runs):
    """The figures of some runs. `sending`: seconds in which rows were on their way, of all ranks or of
    the GPU where that took longest; `waiting`: of the rank that waited longest, which GPUs do not tell."""
    reports = [run.report for run in runs]
    ranks = [report.get("by_rank", []) for report in reports]

    def of_ranks(name, reduced):
        return [reduced(rank[name] for rank in all_ranks) for all_ranks in ranks
                if any(name in rank for rank in all_ranks)]

    last = reports[-1]
    return {"program": configuration.program, "threads": configuration.threads or None,
            "vertices": case.vertices, "edges": case.edges, "arithmetic": last["arithmetic"],
            "method": last.get("method"), "fill": last.get("fill"),
            "seconds": median(run.seconds for run in runs),
            "solve": median(report["seconds"]["total"] for report in reports),
            "compute": median(run.compute for run in runs),
            "waiting": median(of_ranks("waiting_seconds", max)),
            "sending": median(of_ranks("sending_seconds", sum)
                              or [report.get("exchange_seconds") for report in reports]),
            "bytes": max(of_ranks("bytes_received", sum), default=last.get("exchange_bytes")),
            "exchange": last.get("exchange")}


def measure_strong(bench, workers):
    for size in bench.arguments.sizes:
        for width in bench.arguments.widths:
            workers.add("strong", bench.case(*size), [(n, workers.dense(n, width))
                                                      for n in (1, *workers.counts)])


def measure_weak(bench, workers):
    vertices, edges = bench.arguments.sizes[0]
    for n in (1, *workers.counts):
        case = bench.case(round(vertices * math.sqrt(n)), edges * n)
        for width in bench.arguments.widths:
            workers.add("weak", case, [(n, workers.dense(n, width))])


def measure_sweeps(bench, workers):
    gpus, sources = workers.program == "hw3-3", bench.arguments.sources
    some = ("--sources", sources) if sources else ()
    for vertices in bench.arguments.sparse:
        case = bench.case(vertices, kind="road" if gpus else "grid")
        if gpus:
            case.summarize(Configuration("hw3-1", more=some))
        workers.add("sweeps", case, [(n, workers.configuration(n, "", "--method", "sweep", *some))
                                     for n in (1, *workers.counts)],
                    work=case.summarize if gpus else case.solve, sources=sources)


def measure_crossing(bench, workers):
    case, count = bench.case(*bench.arguments.sizes[0]), workers.counts[-1]
    for width in bench.arguments.widths:
        for route in ("direct", "chain"):
            for transfer in ("auto", "host"):
                one = workers.configuration(count, width, "--route", route, "--transfer", transfer)
                workers.add("crossing", case, [(count, one)], route=route, transfer=transfer)


def measure_half(bench, workers):
    """Roads lead both ways: --undirected gives the same distances."""
    for vertices, _ in bench.arguments.sizes:
        case = bench.case(vertices, kind="road", more=("--weights", "1:20"))
        dense = ("--method", "dense")
        for width in bench.arguments.widths:
            for count in workers.counts:
                all_tiles = workers.configuration(count, width, *dense)
                half = workers.configuration(count, width, *dense, "--undirected")
                runs = bench.runs_of(case, [all_tiles, half], NO_ANSWER, NO_MEMORY)
                if len(runs) == 2:
                    bench.add("half", {**row_of(case, half, runs[half]), "workers": count,
                                       "directed": median(run.compute for run in runs[all_tiles])})


def measure_ranks(bench, workers):
    """All GPUs of the machine, if a rank of its own drives each."""
    count, starter = workers.counts[-1], workers.launcher[0]
    if not shutil.which(starter):
        bench.leave_out(f"ranks: there is no {starter}")
        return
    for size in bench.arguments.sizes:
        for width in bench.arguments.widths:
            case, one = bench.case(*size), workers.dense(count, width)
            several = Configuration("hw3-3", width=width, launcher=(*workers.launcher, count))
            runs = bench.runs_of(case, [one, several], USAGE, NO_ANSWER, NO_MEMORY)
            if len(runs) == 2:
                alone, ranks = (row_of(case, each, runs[each]) for each in (one, several))
                bench.add("ranks", {**alone, "workers": count, "exchange": ranks["exchange"],
                                    "ranks_compute": ranks["compute"],
                                    "ranks_seconds": ranks["seconds"]})


def measure_split(bench, workers):
    counts = [n for n in workers.counts if workers.processors % n == 0]
    if not counts:
        bench.leave_out("split: no number of ranks divides the processors")
        return
    for width in bench.arguments.widths:
        workers.add("split", bench.case(*bench.arguments.sizes[0]),
                    [(n, workers.dense(n, width, workers.processors // n)) for n in (1, *counts)])


def measure(bench):
    arguments = bench.arguments
    sections, sizes, widths, sparse = DEFAULTS[arguments.program]
    arguments.sizes = arguments.sizes or [parse_size(size) for size in sizes.split()]
    arguments.widths, arguments.sparse = arguments.widths or widths, arguments.sparse or sparse
    wrong = [table for table in arguments.only if table not in sections]
    if wrong and tuple(arguments.only) != ONLY:
        raise Failed(f"--only: found {wrong[0]}, expected some of {', '.join(sections)}, the tables of "
                     f"{arguments.program}")
    if arguments.sources and arguments.program != "hw3-3":
        raise Failed("--sources: expected --program hw3-3, whose sweeps write a summary alone")
    workers = Workers(bench)
    for section in sections if workers.counts else ():
        if section in arguments.only:
            globals()[f"measure_{section}"](bench, workers)


def baseline(rows, row):
    """The row of one worker that a row of several is compared with: in the same width, and of the
    same graph where there is one."""
    ones = [one for one in rows if one["workers"] == 1 and one["arithmetic"] == row["arithmetic"]]
    same = [one for one in ones if one["vertices"] == row["vertices"]]
    # Weak scaling compares with another graph, sweeps do not.
    return (same or [one for one in ones if not one["fill"]] or [None])[0]


def times(rows, row, name):
    """How many times as fast as one worker."""
    one = baseline(rows, row)
    return factor(one[name] / row[name]) if one else ""


def rate(row):
    return row["vertices"] ** 3 / row["compute"]


def efficiency(rows, row):
    """Rate of a GPU or thread among several to that of one alone."""
    def each(some):
        return rate(some) / some["workers"] / (some["threads"] or 1)

    one = baseline(rows, row)
    return each(row) / each(one) if one else None


def hidden(row):
    """Share of the communication that passed beside the computing; None where there was none."""
    if not row["sending"] or row["waiting"] is None:
        return None
    return max(0.0, 1 - row["waiting"] / row["sending"])


def of_compute(row, name):
    return share(row[name] / row["compute"]) if row["sending"] and row[name] is not None else ""


def scaling_table(rows):
    """A row a number of GPUs or ranks; columns that no row needs are left out."""
    columns = {
        "program": lambda row: row["program"], "GPUs or ranks": lambda row: row["workers"],
        "threads": lambda row: row["threads"], "V": lambda row: row["vertices"],
        "sources": lambda row: row.get("sources"), "E": lambda row: row["edges"],
        "width": lambda row: row["arithmetic"],
        "fill / V": lambda row: factor(quotient(row["fill"], row["vertices"])),
        "compute, s": lambda row: seconds(row["compute"]),
        "T relax/s": lambda row: "" if row["fill"] else f"{rate(row) / 1e12:.2f}",
        "times": lambda row: times(rows, row, "compute"),
        "efficiency": lambda row: percent(efficiency(rows, row)),
        "on way": lambda row: of_compute(row, "sending"), "hidden": lambda row: percent(hidden(row)),
        "waited": lambda row: of_compute(row, "waiting"),
        "GB": lambda row: gigabytes(row["bytes"] or None), "solve, s": lambda row: seconds(row["solve"]),
        "solve, times": lambda row: times(rows, row, "solve"),
        "whole, s": lambda row: seconds(row["seconds"]),
        "whole, times": lambda row: times(rows, row, "seconds")}
    cells = {name: [cell(row) for row in rows] for name, cell in columns.items()}
    used = {name: column for name, column in cells.items() if any(column)}
    return table(list(used), list(zip(*used.values())))


def crossing_table(rows):
    return table(["route", "transfer", "GPUs", "V", "width", "compute, s", "T relax/s", "on way"],
                 [[row["route"], row["transfer"], row["workers"], row["vertices"], row["arithmetic"],
                   seconds(row["compute"]), f"{rate(row) / 1e12:.2f}", of_compute(row, "sending")]
                  for row in rows])


def half_table(rows):
    return table(["GPUs", "V", "E", "width", "directed, compute, s", "undirected, compute, s",
                  "of directed"],
                 [[row["workers"], row["vertices"], row["edges"], row["arithmetic"],
                   seconds(row["directed"]), seconds(row["compute"]),
                   f"{row['compute'] / row['directed']:.3f}"] for row in rows])


def ranks_table(rows):
    return table(["GPUs", "V", "E", "width", "one process, compute, s", "ranks, compute, s",
                  "ranks to one", "rows by", "one process, whole, s", "ranks, whole, s"],
                 [[row["workers"], row["vertices"], row["edges"], row["arithmetic"],
                   seconds(row["compute"]), seconds(row["ranks_compute"]),
                   f"{row['ranks_compute'] / row['compute']:.3f}", row["exchange"],
                   seconds(row["seconds"]), seconds(row["ranks_seconds"])] for row in rows])


TEXTS = {
    "split": ("The same processors: one process with all threads, and ranks that share them out. "
              "`times` is how many times as fast as the first row. `on way`: time in which pivot rows "
              "were on their way, of the compute phase; `hidden`: share of it that passed beside the "
              "computing; `waited`: the rest, of the compute phase.", scaling_table),
    "strong": ("Strong scaling: the same graph on more GPUs or ranks. `times` is how many times as "
               "fast as one, `on way` the time that pivot rows took on their way, of the compute phase "
               "and beside it, GB what crossed in all.", scaling_table),
    "weak": ("Weak scaling: V grows with the root of the number of GPUs or ranks, so that each holds as "
             "many distances. The work of each grows with V. Efficiency: rate of each GPU or thread to "
             "that of one alone.", scaling_table),
    "crossing": ("Ways across, hw3-3 on all GPUs: `direct`, each GPU takes the rows from their owner; "
                 "`chain`, from the GPU before it; `auto`, by peer copies; `host`, through pinned host "
                 "memory.", crossing_table),
    "half": ("A symmetric graph by the dense method, as a directed one and with --undirected, of which "
             "GPUs compute and hold half.", half_table),
    "ranks": ("hw3-3 as one process, and as ranks of MPI, one for each GPU, in turn: compute phase, of "
              "the slowest rank, and whole, with the start of MPI.", ranks_table),
    "sweeps": ("A sparse graph by elimination and sweeps, its sources shared out. Each GPU or rank "
               "makes the elimination by itself.", scaling_table),
}
SECTIONS = {section: (text, lambda results, section=section, made=made: made(results[section]))
            for section, (text, made) in TEXTS.items()}


def report(results):
    launcher = results["machine"].get("launcher")
    return sectioned(SECTIONS, results, f"; {launcher} N" if launcher else "")
