# SPDX-License-Identifier: MIT
"""Every method of hw3-1 on sparse graphs, peers, a writer, a copy

hw3-1 and the writer, which computes nothing, are timed as whole processes, a
peer as its call alone, without its files. Mode "output" writes the distances,
mode "summary" nothing but --summary. Distances larger than --largest are never
written: --verify finds a sample of their rows right, and all summaries must be
the same bytes. A solver that takes longer than --limit runs once.

With --networks the graphs are real ones, NAME.bin without repeated edges: by
the choice of hw3-1, by the peers, and by apsp in Python, called as these are.
Their first results are proven. One whose result may take more than half of the
memory, or that is above --largest, is left out.

Example:
  hw3-bench sparse --large --folder /dev/shm/bench"""

import os
import pathlib
import re
import statistics
import time
from typing import NamedTuple

from .frame import positive, sectioned
from .programs import NO_MEMORY, USAGE, Case, Configuration, Failed, peers_here, say, versions
from .tables import percent, quotient, seconds, table
from .timing import in_turn, median

REPEATS = 5
OUTPUT, SUMMARY = "output", "summary"
# Bytes that a result takes for each distance until it is proven: igraph returns lists of Python,
# NetworkX dictionaries.
KEPT = {"scipy-dijkstra": 16, "networkit-apsp": 24, "igraph-distances": 48, "networkx-dijkstra": 200}
PEERS = tuple(KEPT)[:3]
FAST_PEERS = PEERS[:2]
CALL = "apsp-shortest-path"  # in Python, as peers are called
QUICK_SHARE = 50  # --quick: this part of the vertices
QUICK_LEAST = 40
OURS = "auto"  # the choice left to hw3-1: the others are held against it


class Graph(NamedTuple):
    """A graph of the table. `degree`: edges a vertex, None where they follow from the kind. `more`:
    options of hw3-gen. `only`: the methods to run, all where there are none; others would take hours.
    `dense`: whether the dense method runs without --large. `targets`: (mode, against, most): hw3-1 may
    take at most so many times the seconds of `against`, which is a method, a peer, "writer", "best
    method" or "best peer"."""
    name: str
    vertices: int
    kind: str
    degree: float = None
    more: tuple = ()
    modes: tuple = (OUTPUT,)
    peers: tuple = FAST_PEERS
    only: tuple = ()
    large: bool = False
    dense: bool = True
    targets: tuple = ()
    file: pathlib.Path = None  # of a real graph


def today(most):
    """Targets of the graphs that the dense method was measured on."""
    return ((OUTPUT, "dense", most), (OUTPUT, "best method", 1.05))


BEST_METHOD = ((OUTPUT, "best method", 1.05),)
BEST_PEER = ((OUTPUT, "best peer", 1),)
BOTH = (SUMMARY, OUTPUT)
GRAPHS = (
    Graph("road", 20000, "road", modes=BOTH, dense=False,
          targets=((OUTPUT, "writer", 2), (SUMMARY, "networkit-apsp", 1 / 30))),
    Graph("road", 75000, "road", modes=(SUMMARY,), peers=(), only=("auto", "sweep"), large=True),
    Graph("road", 264000, "road", modes=(SUMMARY,), peers=(), only=("auto", "sweep"), large=True),
    Graph("knn", 20000, "knn", modes=BOTH, dense=False,
          targets=((SUMMARY, "scipy-dijkstra", 1 / 40),)),
    Graph("attachment", 20000, "attachment 5", modes=(SUMMARY,), peers=(), large=True,
          targets=((SUMMARY, "dense", 1 / 8),)),
    Graph("packages", 20000, "packages", modes=BOTH, dense=False,
          targets=((SUMMARY, "scipy-dijkstra", 1), (OUTPUT, "scipy-dijkstra", 2))),
    Graph("grid", 4900, "grid", targets=today(1 / 10)),
    Graph("small-world", 4900, "small-world", targets=today(1)),
    Graph("scale-free", 4900, "scale-free", 8, targets=today(1)),
    Graph("disconnected", 4900, "disconnected", targets=today(1)),
    Graph("ring", 4900, "ring", targets=today(1)),
    Graph("road", 1000, "road", peers=PEERS, targets=BEST_PEER),
    Graph("road", 3353, "road", peers=PEERS, targets=BEST_PEER),
    Graph("road", 5000, "road", peers=PEERS, targets=BEST_PEER),
    Graph("mail", 1005, "scale-free", 25, peers=PEERS, targets=BEST_PEER),
    Graph("protein", 2361, "attachment 3", peers=PEERS, targets=BEST_PEER),
    Graph("airline", 3425, "scale-free", 11, peers=PEERS, targets=BEST_PEER),
    Graph("random 4 V", 4096, "random", 4, targets=BEST_METHOD),
    Graph("random 16 V", 4096, "random", 16, targets=BEST_METHOD),
    Graph("random 64 V", 4096, "random", 64, targets=BEST_METHOD),
    Graph("dense", 4096, "random", more=("--density", 0.43), peers=(), targets=BEST_METHOD),
)


def add_options(parser):
    parser.add_argument("--graphs", nargs="+", metavar="NAME", choices={g.name for g in GRAPHS},
                        help="only these, such as road [all]")
    parser.add_argument("--networks", nargs="+", metavar="FILE", type=pathlib.Path,
                        help="these graphs in their place")
    parser.add_argument("--large", action="store_true",
                        help="also the largest graphs, and the dense method on those of 20000 "
                        "vertices, which takes long")
    parser.add_argument("--quick", action="store_true", help="a fiftieth of the vertices")
    parser.add("--limit", float, "SECONDS", 30, "what takes longer runs once")
    parser.add("--largest", positive, "BYTES", 2 << 30, "larger distances are not written")
    parser.add("--program", None, "NAME", "hw3-1", "solver: name or path")
    parser.add("--threads", positive, "N", None, "of hw3-1 and the writer [all]")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")


def role_of(solver):
    return {"writer": "writer", CALL: "call"}.get(solver, "peer" if solver in KEPT else "method")


def networks(bench, files):
    """A row for each file."""
    if len({file.stem for file in files}) < len(files):
        raise Failed("two networks have the same name, expected different ones")
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for file in files:
        with open(file, "rb") as graph:
            vertices = int.from_bytes(graph.read(4), "little")
        kept = [name for name, size in {CALL: 16, **KEPT}.items() if size * vertices**2 < memory / 2]
        for name in (CALL, *KEPT):
            if name not in kept:
                bench.leave_out(f"{name} on {file.stem}: its result may take over half of the memory")
        yield Graph(file.stem, vertices, "network", modes=BOTH, peers=tuple(kept), only=(OURS,),
                    file=file)


class SparseCase:
    """A graph of the table, its file, and its runs."""

    def __init__(self, bench, row):
        self.bench, self.row = bench, row
        vertices = row.vertices
        if bench.arguments.quick and not row.file:
            vertices = max(QUICK_LEAST, vertices // QUICK_SHARE)
        edges = round(row.degree * vertices) if row.degree else None
        self.case = (Case(bench.programs, row.file, row.name, bench.folder) if row.file
                     else bench.case(vertices, edges, row.kind, row.more))
        self.answer_bytes = 4 * vertices ** 2
        self.can_write = self.answer_bytes <= bench.arguments.largest

    def __str__(self):
        return f"{self.row.name}, V = {self.case.vertices}"

    def configuration(self, method):
        arguments = self.bench.arguments
        return Configuration(arguments.program, threads=arguments.threads or 0,
                             more=("--method", method) if method != OURS else ())

    def prove_first(self):
        """Finds the distances and the summary of a run right, all rows or a sample of them."""
        case, first = self.case, self.configuration(OURS)
        if self.can_write:
            case.summarize(first, case.distances)
            case.prove(first)
        else:
            case.summarize(first._replace(more=("--verify",)))
            case.programs.sampled.append(f"V = {case.vertices}, E = {case.edges}: --verify, a sample "
                                         "of rows")

    def timed(self, solver, mode, prove_peer=False):
        """The seconds of one run, and its report. Failed where its result is wrong."""
        case, arguments = self.case, self.bench.arguments
        if solver == "writer":
            case.distances.unlink(missing_ok=True)
            threads = ("--threads", arguments.threads) if arguments.threads else ()
            began = time.perf_counter()
            case.programs.run("hw3-row-rate", *threads, "--vertices", case.vertices, case.distances)
            return time.perf_counter() - began, None
        if role_of(solver) in ("peer", "call"):
            peer = Configuration(solver)
            run = case.solve(peer) if prove_peer else case.programs.solve(
                peer, case.graph, None, case.report)
            return run.report["seconds"]["compute"], None
        one = self.configuration(solver)
        run = case.solve(one) if mode == OUTPUT else case.summarize(one)
        return run.seconds, run.report

    def solvers(self, methods, peers):
        """Everything to time on a graph: {mode: solvers}."""
        row, arguments, leave_out = self.row, self.bench.arguments, self.bench.leave_out
        ours = [method for method in methods if method in (row.only or methods)]
        if not (row.dense or arguments.large or arguments.quick):
            ours.remove("dense")
            leave_out(f"the dense method on {row.name}, V = {row.vertices}: only with --large")
        modes = [mode for mode in row.modes if mode == SUMMARY or self.can_write]
        if len(modes) < len(row.modes):
            leave_out(f"the output of {self}, and all peers: above --largest")
        found = {mode: [*ours, *(("writer",) if mode == OUTPUT else ())] for mode in modes}
        if self.can_write:  # the distances of a peer have to be found right
            # A peer writes nothing in its timed runs, so one measurement does for both modes.
            found[modes[0]] += [peer for peer in row.peers if peer in peers]
        return found

    def measurement(self, mode, solver, runs):
        """A row of one solver on one graph in one mode. `seconds` are of the whole process; of a peer,
        of its call alone. What only hw3-1 tells is None for others."""
        reports = [report for _, report in runs if report]
        last, phases = (reports or [{}])[-1], {}
        for report in reports:
            phases.update(report["seconds"])
        return {"graph": self.row.name, "kind": self.row.kind, "vertices": self.case.vertices,
                "edges": self.case.edges, "mode": mode, "solver": solver, "role": role_of(solver),
                "repeats": len(runs), "seconds": median(taken for taken, _ in runs),
                "answer_bytes": self.answer_bytes,
                **{name: last.get(name) for name in ("method", "arithmetic", "fill")},
                "peak_memory_bytes": max((r.get("peak_memory_bytes") or 0 for r in reports),
                                         default=None),
                "phases": {name: median(r["seconds"].get(name) for r in reports) for name in phases},
                "runs": [taken for taken, _ in runs]}


def methods_of(programs, program):
    """The methods that the solver's --help lists."""
    block = re.search(r"^ +--method (.*?)(?=^ +--|\n\n)", programs.run(program, "--help"),
                      re.MULTILINE | re.DOTALL)
    if not block:
        raise Failed(f"{program} has no --method: it is no solver for sparse graphs")
    return re.findall(r"[a-z]+", block[1].rpartition(":")[2])


def first_runs(bench, cases, methods, peers):
    """{(case, mode, solver): its first run}, without those that memory does not suffice for."""
    firsts = {}
    for case in cases:
        case.prove_first()
        for mode, solvers in case.solvers(methods, peers).items():
            for solver in solvers:
                say(f"{case}, {mode}: first run of {solver}")
                with bench.left_out(f"{solver} on {case}", NO_MEMORY):
                    firsts[case, mode, solver] = case.timed(solver, mode, prove_peer=True)
    return firsts


def copy_rate(bench):
    """Bytes of distances that all threads copy in a second."""
    said = bench.programs.run("hw3-row-rate", "--vertices", 500 if bench.arguments.quick else 10000)
    return float(re.search(r"^copy +([0-9.]+) GB/s", said, re.MULTILINE)[1]) * 1e9


def measure(bench):
    arguments = bench.arguments
    if arguments.networks and (arguments.graphs or arguments.threads):
        raise Failed("--networks has no --graphs, and no --threads, which go to hw3-1 alone",
                     USAGE)
    methods = methods_of(bench.programs, arguments.program)
    wanted = () if arguments.no_peers else (CALL, *KEPT) if arguments.networks else PEERS
    peers = peers_here(wanted)
    for peer in wanted:
        if peer not in peers:
            bench.leave_out(f"{peer}: not installed")
    graphs = [graph for graph in list(networks(bench, arguments.networks or ())) or GRAPHS
              if graph.name in (arguments.graphs or graph.name)]
    if not arguments.large and any(graph.large for graph in graphs):
        bench.leave_out("large graphs: only with --large")
        graphs = [graph for graph in graphs if not graph.large]
    cases = [SparseCase(bench, graph) for graph in graphs]
    copies = [copy_rate(bench)]
    firsts = first_runs(bench, cases, methods, peers)
    again = [key for key, (taken, _) in firsts.items() if taken <= arguments.limit]
    rounds = in_turn([(f"{case}, {mode}, {solver}",
                       lambda case=case, mode=mode, solver=solver: case.timed(solver, mode))
                      for case, mode, solver in again], bench.repeats)
    runs = {**{key: [first] for key, first in firsts.items()}, **dict(zip(again, rounds))}
    copies.append(copy_rate(bench))
    if arguments.networks:
        methods = [OURS]
    bench.results.update(
        threads=arguments.threads or bench.results["machine"]["processors"],
        limit=arguments.limit, versions=versions(peers), copy_bytes_per_second=max(copies),
        methods=methods, targets=[] if arguments.quick else targets_of(cases))
    bench.add("sparse", *(case.measurement(mode, solver, own)
                          for (case, mode, solver), own in runs.items()))


def targets_of(cases):
    return [{"graph": case.row.name, "vertices": case.case.vertices, "mode": mode,
             "against": against, "most": most}
            for case in cases for mode, against, most in case.row.targets]


class Row:
    """All solvers on one graph in one mode. A peer writes nothing in any mode, so it is shown in all
    of them."""

    def __init__(self, key, measurements):
        self.key = key
        self.of = {m["solver"]: m for m in measurements
                   if (m["graph"], m["vertices"]) == key[:2]
                   and (m["mode"] == key[2] or m["role"] in ("peer", "call"))}
        self.edges = next(iter(self.of.values()))["edges"]

    def best(self, role):
        """The name of the fastest one of a role; of hw3-1's methods, of those that were forced."""
        return min((name for name, m in self.of.items() if m["role"] == role and name != OURS),
                   key=lambda name: self.of[name]["seconds"], default=None)

    def seconds(self, solver):
        """Median seconds of a solver; None if unknown."""
        return self.of[solver]["seconds"] if solver in self.of else None

    def ours_to(self, solver, ours=OURS):
        """How many times the seconds of `solver` hw3-1 takes, or `ours`; None if unknown. `solver` may be
        "best method" or "best peer". The median over the runs' own ratios, where both ran as often."""
        if solver in ("best method", "best peer"):
            solver = self.best(solver.split()[1])
        if solver not in self.of or ours not in self.of:
            return None
        if len(self.of[ours]["runs"]) != len(self.of[solver]["runs"]):
            return self.seconds(ours) / self.seconds(solver)
        ours, theirs = self.of[ours]["runs"], self.of[solver]["runs"]
        return statistics.median(a / b for a, b in zip(ours, theirs))


def rows_of(results):
    """A Row for each graph and mode, in order."""
    measurements = results["sparse"]
    keys = dict.fromkeys((m["graph"], m["vertices"], m["mode"]) for m in measurements)
    return [Row(key, measurements) for key in keys]


def times(ratio):
    return "" if ratio is None else f"{ratio:.3g}" if ratio < 10 else f"{ratio:.0f}"


def seconds_table(results):
    """Seconds of every solver, a line for each graph and mode."""
    rows = rows_of(results)
    methods = [name for name in dict.fromkeys(results["methods"]) if name != OURS]
    solvers = list(methods)
    for role in ("call", "peer"):
        solvers += dict.fromkeys(m["solver"] for m in results["sparse"] if m["role"] == role)
    # Columns of comparisons that are made. A peer's figure stands in every mode.
    quotients = [("auto / best method", lambda row: row.ours_to("best method"), bool(methods)),
                 ("best peer / auto", lambda row: quotient(1, row.ours_to("best peer")), True),
                 ("best peer / apsp", lambda row: quotient(1, row.ours_to("best peer", CALL)),
                  any(CALL in row.of for row in rows))]
    quotients = [(name, of) for name, of, made in quotients if made]
    return table(["graph", "V", "E", "mode", "choice", "auto, s", *(f"{name}, s" for name in solvers),
                  *(name for name, _ in quotients)],
                 [[*row.key[:2], row.edges, row.key[2], row.of.get(OURS, {}).get("method"),
                   *(seconds(row.seconds(name)) for name in (OURS, *solvers)),
                   *(times(of(row)) for _, of in quotients)]
                  for row in rows])


def ceiling_table(results):
    """The choice left to hw3-1, beside a copy and beside a writer of the same rows."""
    rows = []
    for row in rows_of(results):
        ours = row.of.get(OURS)
        if ours:
            copy = ours["answer_bytes"] / results["copy_bytes_per_second"]
            fill = quotient(ours["fill"], ours["vertices"])
            rows.append([*row.key, ours["arithmetic"], "" if fill is None else f"{fill:.1f}",
                         seconds(ours["seconds"]), seconds(ours["phases"].get("compute")),
                         f"{ours['answer_bytes'] / 1e9:.3f}", seconds(copy),
                         percent(copy / ours["seconds"]), seconds(row.seconds("writer")),
                         times(row.ours_to("writer")),
                         f"{(ours['peak_memory_bytes'] or 0) / 1e6:.0f}"])
    return table(["graph", "V", "mode", "width", "fill / V", "whole, s", "compute, s", "answer, GB",
                  "copy, s", "of copy", "writer, s", "whole / writer", "memory, MB"], rows)


def targets_table(results):
    """The targets, and whether they are met. A target whose other side was not measured is open."""
    rows = {row.key: row for row in rows_of(results)}
    lines = []
    for target in results["targets"]:
        key = (target["graph"], target["vertices"], target["mode"])
        found = rows[key].ours_to(target["against"]) if key in rows else None
        met = "open" if found is None else "yes" if found <= target["most"] else "no"
        lines.append([*key, target["against"], times(found), times(target["most"]), met])
    return table(["graph", "V", "mode", "against", "hw3-1 / it", "at most", "met"], lines)


SECTIONS = {
    "sparse": ("hw3-1 by its choice, which is auto, and by others, and peers. Mode output writes the "
               "distances, mode summary nothing but the summary:", seconds_table),
    "copy_bytes_per_second": ("The choice of hw3-1, beside a copy of the answer in memory and beside "
                              "the same writer with rows that need not be computed:", ceiling_table),
    "targets": ("Targets:", targets_table),
}


def report(results):
    """The text in full, as a page in docs/results/ shows it."""
    peers = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return sectioned(SECTIONS, results, f" on {results['threads']} threads; what takes over "
                     f"{results['limit']:g} s ran once{'; ' + peers if peers else ''}. A copy moves "
                     f"{results['copy_bytes_per_second'] / 1e9:.1f} GB/s. hw3-1 and the writer are whole "
                     "processes, a peer, and apsp in Python, is its call alone, without its files")
