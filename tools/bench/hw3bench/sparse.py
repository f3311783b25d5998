# SPDX-License-Identifier: MIT
"""hw3-bench --sparse: every method of hw3-1 on sparse graphs, beside peers, beside a writer that
computes nothing, and beside the bandwidth of a copy.

hw3-1 and the writer are timed as whole processes, a peer as its call alone, without its files. A graph
is measured in one or both of two ways: with OUTPUT, or with --summary alone. The first distances of a
graph are found right by hw3-check, and so is the summary that the same run wrote; all others have to
be the same bytes. Distances that would take more than --largest-output are never written: a sample of
their rows is found right by --verify, and all summaries have to be the same bytes.

A first run of everything is dropped, the others alternate. A solver that takes longer than --limit runs
once.
"""

import hashlib
import json
import os
import re
import time
from typing import NamedTuple

from .case import Case
from .graphs import KINDS
from .options import publish
from .peers import SCRIPT, pythons, versions
from .programs import NO_MEMORY, Configuration, Failed, Programs, run, say
from .results import save, started, write_sections
from .sparse_results import report
from .timing import in_turn, median, processor

OUTPUT, SUMMARY = "output", "summary"
PEERS = ("scipy-dijkstra", "networkit-apsp", "igraph-distances")
FAST_PEERS = PEERS[:2]  # igraph returns Python's lists, 32 bytes a distance
QUICK_SHARE = 50  # --quick: this part of the vertices
QUICK_LEAST = 40


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
    Graph("disconnected", 4900, "disconnected", 8, ("--components", 20), targets=today(1)),
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


class Solver(NamedTuple):
    """Whatever is timed on a graph: a method of hw3-1, a peer or the writer."""
    name: str
    role: str  # method, peer or writer

    def __str__(self):
        return self.name


WRITER = Solver("writer", "writer")


class Tooling(NamedTuple):
    """The needs of every run: the programs, the options of hw3-1, and {peer: its Python}."""
    programs: Programs
    program: str
    threads: int  # 0: all that the process is granted
    pythons: dict
    largest_output: int  # bytes

    def options(self):
        return ("--threads", self.threads) if self.threads else ()


class SparseCase(Case):
    """A graph file, and the distances and the summary that count as right for it."""

    def __init__(self, graph, vertices, path, tooling):
        edges = int.from_bytes(path.read_bytes()[4:8], "little")
        super().__init__(tooling.programs, path, vertices, edges, graph.kind)
        self.row, self.tooling = graph, tooling
        self.summary = path.with_name("summary.json")
        self.proven_summary = None

    @property
    def answer_bytes(self):
        return 4 * self.vertices ** 2

    @property
    def can_write(self):
        return self.answer_bytes <= self.tooling.largest_output

    def prove_first(self):
        """Finds the distances and the summary of a run right, all rows or a sample of them."""
        if self.can_write:
            self.call(self.command("auto", True, True))
            self.prove(Configuration(self.tooling.program))
        else:
            self.call([*self.command("auto", False, True), "--verify"])
            self.programs.sampled.append(f"V = {self.vertices}, E = {self.edges}: --verify, a sample "
                                         "of rows")
        self.proven_summary = digest(self.summary)

    def command(self, method, output, summary):
        """hw3-1, with OUTPUT, a summary or both."""
        choice = ("--method", method) if method != "auto" else ()
        return [self.programs.find(self.tooling.program), "--quiet", "--report", self.report,
                *self.tooling.options(), *choice, *(("--summary", self.summary) if summary else ()),
                self.graph, *((self.distances,) if output else ())]

    def call(self, command):
        """Seconds of a program, that of its files from before not among them."""
        for file in (self.distances, self.summary, self.report):
            file.unlink(missing_ok=True)
        began = time.perf_counter()
        run(command)
        return time.perf_counter() - began

    def timed(self, solver, mode, prove_peer=False):
        """One run, as median_of_runs() takes it. Failed where its result is wrong."""
        if solver == WRITER:
            return {"seconds": self.call([self.programs.find("hw3-write-rate"), *self.tooling.options(),
                                          "--vertices", self.vertices, self.distances])}
        if solver.role == "peer":
            return self.timed_peer(solver, prove_peer)
        seconds = self.call(self.command(solver.name, mode == OUTPUT, mode == SUMMARY))
        if mode == OUTPUT:
            self.prove(Configuration(f"{self.tooling.program} --method {solver}"))
        elif digest(self.summary) != self.proven_summary:
            raise Failed(f"{self.tooling.program} --method {solver}: wrong summary for {self.graph}: it "
                         "differs from that of distances found right")
        return {"seconds": seconds, "report": json.loads(self.report.read_text())}

    def timed_peer(self, peer, prove):
        threads = self.tooling.threads or len(os.sched_getaffinity(0))
        self.call(["env", f"OMP_NUM_THREADS={threads}", self.tooling.pythons[peer.name], SCRIPT,
                   peer.name, self.graph, self.distances if prove else "-", self.report])
        if prove:
            self.prove(Configuration(peer.name))
        return {"seconds": json.loads(self.report.read_text())["seconds"]["compute"]}


def digest(path):
    return hashlib.sha256(path.read_bytes()).digest()


def make_case(graph, folder, tooling, quick):
    """The graph's file, made unless the folder has it."""
    vertices = max(QUICK_LEAST, graph.vertices // QUICK_SHARE) if quick else graph.vertices
    path = folder / f"sparse-{graph.name.replace(' ', '-')}-{vertices}.graph"
    if not path.exists():
        say(f"{graph.name}, V = {vertices}: makes the graph")
        if graph.kind in KINDS:
            KINDS[graph.kind](tooling.programs, path, vertices, 1000, 1)
        else:
            edges = ("--edges", round(graph.degree * vertices)) if graph.degree else ()
            tooling.programs.run("hw3-gen", graph.kind, path, "--vertices", vertices, *edges,
                                 *graph.more)
    return SparseCase(graph, vertices, path, tooling)


def methods_of(programs, program):
    """The methods that the solver's --help lists."""
    block = re.search(r"^ +--method (.*?)(?=^ +--|\n\n)", programs.run(program, "--help"),
                      re.MULTILINE | re.DOTALL)
    if not block:
        raise Failed(f"{program} has no --method: it is no solver for sparse graphs")
    return re.findall(r"[a-z]+", block[1].rpartition(":")[2])


def solvers_of(case, methods, arguments, tooling, left_out):
    """Everything to time on a graph: {mode: solvers}."""
    graph = case.row
    ours = [Solver(method, "method") for method in methods if method in (graph.only or methods)]
    if not (graph.dense or arguments.large or arguments.quick):
        ours = [solver for solver in ours if solver.name != "dense"]
        left_out.append(f"the dense method on {graph.name}, V = {graph.vertices}: only with --large")
    peers = [] if arguments.no_peers else [name for name in graph.peers if name in tooling.pythons]
    theirs = [Solver(name, "peer") for name in peers]
    modes = [mode for mode in graph.modes if mode == SUMMARY or case.can_write]
    if len(modes) < len(graph.modes):
        left_out.append(f"the output of {graph.name}, V = {case.vertices}: above --largest-output")
    found = {mode: [*ours, *((WRITER,) if mode == OUTPUT else ())] for mode in modes}
    if case.can_write:  # the distances of a peer have to be found right
        # A peer writes nothing in its timed runs, so one measurement does for both modes.
        found[modes[0]] += theirs
    return found


def first_run(case, solver, mode, left_out):
    """Its run, or None where the memory does not suffice."""
    say(f"{case.row.name}, V = {case.vertices}, {mode}: first run of {solver}")
    try:
        return case.timed(solver, mode, prove_peer=True)
    except Failed as failure:
        if failure.code != NO_MEMORY:
            raise
        left_out.append(f"{solver} on {case.row.name}, V = {case.vertices}: not enough memory")
        return None


def measure_runs(cases, arguments, methods, tooling, left_out):
    """{(case, mode, solver): runs}: those of several rounds, or the first alone of slow ones."""
    firsts = {}
    for case in cases:
        case.prove_first()
        for mode, solvers in solvers_of(case, methods, arguments, tooling, left_out).items():
            for solver in solvers:
                found = first_run(case, solver, mode, left_out)
                if found:
                    firsts[case, mode, solver] = found
    again = [key for key, found in firsts.items() if found["seconds"] <= arguments.limit]

    def plan(case, mode, solver):
        label = f"{case.row.name}, V = {case.vertices}, {mode}, {solver}"
        return label, lambda: case.timed(solver, mode)

    rounds = in_turn([plan(*key) for key in again], arguments.repeats)
    return {**{key: [found] for key, found in firsts.items()}, **dict(zip(again, rounds))}


def measurement(case, mode, solver, runs):
    """A measurement of the tables (see sparse_results.py)."""
    reports = [one["report"] for one in runs if "report" in one]
    last = reports[-1] if reports else {}
    phases = list(dict.fromkeys(name for report in reports for name in report["seconds"]))
    return {"graph": case.row.name, "kind": case.kind, "vertices": case.vertices,
            "edges": case.edges, "mode": mode, "solver": solver.name, "role": solver.role,
            "repeats": len(runs), "seconds": median(one["seconds"] for one in runs),
            "answer_bytes": case.answer_bytes,
            "method": last.get("method"), "arithmetic": last.get("arithmetic"),
            "fill": last.get("fill"),
            "peak_memory_bytes": max((r.get("peak_memory_bytes") or 0 for r in reports), default=None),
            "phases": {name: median(r["seconds"].get(name) for r in reports) for name in phases},
            "runs": [one["seconds"] for one in runs]}


def copy_rate(programs, quick):
    """Bytes of distances that all threads copy in a second."""
    said = programs.run("hw3-summary-rate", "--vertices", 500 if quick else 10000)
    return float(re.search(r"^copy +([0-9.]+) GB/s", said, re.MULTILINE)[1]) * 1e9


def targets_of(cases):
    return [{"graph": case.row.name, "vertices": case.vertices, "mode": mode, "against": against,
             "most": most} for case in cases for mode, against, most in case.row.targets]


def chosen(names):
    """The graphs of these names, all where no name is given. ValueError for a name that is none."""
    known = list(dict.fromkeys(graph.name for graph in GRAPHS))
    for name in names or ():
        if name not in known:
            raise ValueError(f"--graphs: found {name}, expected one of {', '.join(known)}")
    return [graph for graph in GRAPHS if not names or graph.name in names]


def measure(arguments):
    programs = Programs(arguments.bin_dir)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    found = {} if arguments.no_peers else pythons(PEERS)
    tooling = Tooling(programs, arguments.program[0],
                      arguments.threads[0] if arguments.threads else 0, found,
                      arguments.largest_output)
    left_out = [f"{peer}: not installed" for peer in PEERS
                if peer not in found and not arguments.no_peers]
    graphs = chosen(arguments.graphs)
    if not arguments.large and any(graph.large for graph in graphs):
        left_out.append("large graphs: only with --large")
        graphs = [graph for graph in graphs if not graph.large]
    methods = methods_of(programs, tooling.program)
    cases = [make_case(graph, arguments.folder, tooling, arguments.quick) for graph in graphs]
    before = copy_rate(programs, arguments.quick)
    runs = measure_runs(cases, arguments, methods, tooling, left_out)
    after = copy_rate(programs, arguments.quick)
    return {**started(programs, arguments.repeats, left_out, cpu=processor()),
            "threads": tooling.threads or len(os.sched_getaffinity(0)), "limit": arguments.limit,
            "versions": versions(found), "copy_bytes_per_second": max(before, after),
            "methods": methods, "targets": [] if arguments.quick else targets_of(cases),
            "sparse": [measurement(*key, own) for key, own in runs.items()]}


def load(files):
    """The results of an earlier run."""
    results = json.loads(files[0].read_text())
    if len(files) > 1 or "sparse" not in results:
        raise ValueError(f"{files[-1]}: expected the results.json of one run of hw3-bench --sparse")
    return results


def bench(arguments):
    results = load(arguments.load) if arguments.load else measure(arguments)
    save(results, arguments.folder, "results",
         lambda results, file: write_sections(results, ("sparse",), file))
    print(report(results))
    print(f"\n{arguments.folder}: results.json, results.csv")
    publish(arguments.update, report(results))
