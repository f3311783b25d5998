# SPDX-License-Identifier: MIT
"""Finds the programs of a build and runs them, and checks what they write."""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import resource
import subprocess
import sys
import time
from typing import NamedTuple

from .graphs import write_graph

USAGE = 2      # exit code: wrong arguments, or several tasks of a program built without MPI
NO_ANSWER = 4  # exit code: a forced width that cannot be proven
NO_MEMORY = 5  # exit code
NO_DEVICE = 6  # exit code: no usable GPU
SKIPPED = 77   # exit code of a test that could not be made

PEER_SCRIPT = pathlib.Path(__file__).with_name("python_peers.py")
# For each method of python_peers.py the modules that it needs; the first is whose it is.
PEERS = {"scipy-floyd-warshall": ("scipy", "numpy"), "scipy-dijkstra": ("scipy", "numpy"),
         "networkx-floyd-warshall": ("networkx", "numpy"), "networkx-dijkstra": ("networkx", "numpy"),
         "networkit-apsp": ("networkit", "numpy"), "igraph-distances": ("igraph", "numpy"),
         "apsp-shortest-path": ("apsp", "scipy", "numpy")}
PROVEN = "all rows proven"  # in hw3-check's verdict; without it only a sample was recomputed


class Failed(Exception):
    """A program ended with an exit code other than 0, or its result is wrong."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def say(text):
    """Prints progress."""
    print(text, file=sys.stderr)


def run(command):
    """Runs a program that must succeed. Otherwise its last words are the text of Failed."""
    process = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if process.returncode != 0:
        said = process.stderr.strip() or process.stdout.strip()  # hw3-check's verdict is output
        raise Failed(said or f"{command[0]}: exit code {process.returncode}", process.returncode)
    return process


def processor_seconds():
    """Processor time of all programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def busy_seconds():
    """Processor time of all programs of the machine, and of those beside a virtual one; and the
    number of processors. Linux tells it in hundredths."""
    try:
        lines = pathlib.Path("/proc/stat").read_text().splitlines()
    except OSError:
        return 0, 0
    user, nice, system, _, _, irq, softirq, steal = map(int, lines[0].split()[1:9])
    ticks = user + nice + system + irq + softirq + steal
    return ticks / os.sysconf("SC_CLK_TCK"), sum(line.startswith("cpu") for line in lines) - 1


@functools.cache
def python_with(*modules):
    """A Python that has the modules: this one, or the distribution's, whose packages another Python
    does not see. None if neither has."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            run([python, "-c", ";".join(f"import {module}" for module in modules)])
        except (Failed, OSError):
            continue
        return python
    return None


def peers_here(names):
    """Those of the peers that can run here."""
    return [name for name in names if name in PEERS and python_with(*PEERS[name])]


def versions(peers):
    """{module: version} of all modules that the peers need."""
    pythons = {module: python_with(*PEERS[peer]) for peer in peers for module in PEERS[peer]}
    return {module: run([python, "-c", f"import {module} as m; print(m.__version__)"]).stdout.strip()
            for module, python in pythons.items()}


class Programs:
    """Finds programs by name: in a flat folder such as bin/, or anywhere in a build folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.known = {}
        self.sampled = []  # a line for each graph whose distances were not proven in every row

    def find(self, name):
        if name not in self.known:
            candidates = [pathlib.Path(name)] if "/" in name else [self.folder / name]
            candidates += sorted(self.folder.rglob(pathlib.Path(name).name))
            self.known[name] = next((str(path.resolve()) for path in candidates
                                     if path.is_file() and os.access(path, os.X_OK)), None)
        if self.known[name] is None:
            raise Failed(f"{name} is not in {self.folder}: build it, or name its folder by --bin")
        return self.known[name]

    def run(self, name, *arguments):
        """Standard output of a program that must succeed."""
        return run([self.find(name), *arguments]).stdout

    def check(self, graph, distances, *options):
        """The verdict of hw3-check, a line that begins with "right". Failed for any other."""
        said = self.run("hw3-check", "--graph", graph, *options, distances)
        verdict = (said.splitlines() or [""])[-1]
        if not verdict.startswith("right"):
            raise Failed(f"{graph}: hw3-check reports '{verdict}', expected 'right'")
        return verdict

    def solve(self, configuration, graph, distances, report, clock=time.perf_counter):
        """One run of a solver, not checked. Without `distances` none are written."""
        command = configuration.command(self, graph, distances, report)
        # A solver writes a new file; unmapping the old one's pages is not its work.
        if distances and distances.is_file():
            distances.unlink()
        began, before, (busy, processors) = clock(), processor_seconds(), busy_seconds()
        run(command)
        seconds, of_processors = clock() - began, processor_seconds() - before
        idle = processors * seconds - (busy_seconds()[0] - busy)
        return Solve(json.loads(report.read_text()), seconds, of_processors, idle, processors)


class Solve(NamedTuple):
    """One run of a solver."""
    report: dict    # written by --report
    seconds: float  # of the whole process, seen from outside
    of_processors: float = 0  # seconds of all processors together
    idle: float = 0           # seconds of processors in which nothing ran, not this run either
    processors: int = 0       # of the machine; 0: not known

    @property
    def disturbed(self):
        """Whether other programs took processors that this run's threads wanted for a tenth of its
        time or more."""
        threads = min(self.report.get("threads") or 1, self.processors)
        spare = (self.processors - threads) * self.seconds
        waited = self.processors * self.seconds - self.idle - self.of_processors - spare
        return waited > 0.03 + 0.1 * self.seconds

    @property
    def device(self):
        report = self.report
        return report.get("device") or f"{report['instruction_set']}, {report['threads']} threads"

    @property
    def phases(self):
        """{name: seconds}"""
        return {name: s for name, s in self.report["seconds"].items() if name != "total"}

    @property
    def compute(self):
        """Seconds of the compute phase, of the rank that took longest."""
        return max([self.report["seconds"]["compute"],
                    *(rank["compute_seconds"] for rank in self.report.get("by_rank", []))])

    @property
    def rate(self):
        """V^3 over the seconds of the compute phase, for any method; its own figure where a report
        has one."""
        seconds = self.phases.get("compute", 0)
        return self.report.get("relaxations_per_second") or (
            self.report["vertices"] ** 3 / seconds if seconds else 0)


class Configuration(NamedTuple):
    """A program, or a peer, and how it is called. An empty isa or width leaves the choice to it."""
    program: str
    isa: str = ""
    width: str = ""
    threads: int = 0   # 0: no --threads
    more: tuple = ()   # further options
    launcher: tuple = ()  # words before the program: what starts its ranks

    def __str__(self):
        words = (self.program, self.isa, self.width, f"{self.threads} threads" * bool(self.threads),
                 *self.more)
        return " ".join(filter(None, map(str, words)))

    def command(self, programs, graph, distances, report):
        if self.program in PEERS:
            return [python_with(*PEERS[self.program]), PEER_SCRIPT, self.program, graph,
                    distances or "-", report]
        options = []
        for name, value in (("--isa", self.isa), ("--arithmetic", self.width),
                            ("--threads", self.threads)):
            if value:
                options += [name, value]
        return [*self.launcher, programs.find(self.program), "--quiet", "--report", report, *options,
                *self.more, graph, *([distances] if distances else [])]


class Case:
    """A graph file, and a folder for the distances and reports of its runs: its own, unless another is
    given. The first distances are checked by hw3-check, all others by the same bytes. hw3-check
    proves all rows, or recomputes a sample of the largest graphs; Programs.sampled lists those. A
    summary that must be right is held against `expected`."""

    def __init__(self, programs, graph, kind="random", folder=None):
        self.programs, self.graph, self.kind = programs, graph, kind
        folder = folder or graph.parent
        with open(graph, "rb") as file:
            head = file.read(8)
        self.vertices, self.edges = (int.from_bytes(head[at:at + 4], "little") for at in (0, 4))
        self.distances = folder / "distances.bin"
        self.report = folder / "report.json"
        self.summary = folder / "summary.json"
        self.proven = None    # file_digest() of the distances that hw3-check found right
        self.expected = None  # the right summary

    @classmethod
    def generated(cls, programs, folder, vertices, edges=None, kind="random", more=()):
        """A graph of hw3-gen or of graphs.py, made unless the folder has it. `edges`: None for a kind
        of graph that follows from its vertices. `more`: further options of hw3-gen."""
        name = "-".join(str(word).strip("-") for word in (kind, vertices, edges, *more) if word)
        graph = folder / f"{name.replace(' ', '-')}.graph"
        if not graph.exists():
            say(f"{kind}, V = {vertices}: makes the graph")
            count = ("--edges", edges) if edges else ()
            write_graph(programs, kind, graph, vertices, *count, *more)
        return cls(programs, graph, kind)

    def __str__(self):
        return f"{self.kind}, V = {self.vertices}"

    def solve(self, configuration, clock=time.perf_counter):
        """One run, a Solve, whose distances are checked. Failed where they are wrong."""
        solve = self.programs.solve(configuration, self.graph, self.distances, self.report, clock)
        self.prove(configuration)
        return solve

    def prove(self, configuration):
        digest = file_digest(self.distances)
        if self.proven is None:
            verdict = self.programs.check(self.graph, self.distances)
            if PROVEN not in verdict:
                self.programs.sampled.append(f"V = {self.vertices}, E = {self.edges}: {verdict}")
            self.proven = digest
        elif digest != self.proven:
            raise Failed(f"{configuration}: wrong distances for {self.graph}: they differ from "
                         "those that hw3-check found right")

    def summarize(self, configuration, output=None):
        """One run, a Solve, whose summary must be `expected`: the same bytes, or but for its source
        where `expected` is a dict; the first one where nothing is expected."""
        self.summary.unlink(missing_ok=True)
        with_summary = configuration._replace(more=(*configuration.more, "--summary", self.summary))
        solve = self.programs.solve(with_summary, self.graph, output, self.report)
        found = self.summary.read_bytes()
        if isinstance(self.expected, dict):
            found = without_source(found)
        if self.expected is None:
            self.expected = found
        if found != self.expected:
            raise Failed(f"{configuration}: wrong summary for {self.graph}: it differs from that of "
                         "distances found right")
        return solve


def without_source(summary):
    """A summary but for the name of the file that it was made of."""
    return {**json.loads(summary), "source": ""}


def file_digest(path, block=16 << 20):
    """The SHA-256 of each block of a file, by all processors: distances take gigabytes."""
    def block_digest(start):
        with open(path, "rb") as file:
            file.seek(start)
            return hashlib.sha256(file.read(block)).digest()

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(block_digest, range(0, path.stat().st_size, block)))
