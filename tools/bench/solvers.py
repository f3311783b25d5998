# SPDX-License-Identifier: MIT
"""Runs the programs that are measured. Every result is checked before its time counts: the first of
each graph by hw3-check, the others by the same bytes. hw3-check proves all rows, or recomputes a
sample of the largest graphs; Programs.sampled says of which."""

import functools
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time
from typing import NamedTuple

SCIPY_PEER = pathlib.Path(__file__).with_name("scipy_peer.py")
PROVEN = "all rows proven"  # in hw3-check's verdict; without it only a sample was recomputed
NO_ANSWER = 4  # exit code: a forced width that cannot be proven


class Failed(Exception):
    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


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
            raise Failed(f"{name} is not in {self.folder}: build it, or name its folder by "
                         "--bin-dir")
        return self.known[name]

    def run(self, name, *arguments):
        """Standard output of a program that must succeed."""
        return run([self.find(name), *arguments]).stdout


def run(command):
    process = subprocess.run([str(word) for word in command], capture_output=True,
                             text=True)
    if process.returncode != 0:
        said = process.stderr.strip() or process.stdout.strip()  # hw3-check's verdict is output
        raise Failed(said or f"{command[0]}: exit code {process.returncode}", process.returncode)
    return process


class Configuration(NamedTuple):
    """A program and how it is called. An empty isa or width leaves the choice to the program."""
    program: str
    isa: str = ""
    width: str = ""
    threads: int = 0  # 0: no --threads
    peer: bool = False
    more: tuple = ()  # further options

    def __str__(self):
        words = (self.program, self.isa, self.width, f"{self.threads} threads" * bool(self.threads),
                 *self.more)
        return " ".join(filter(None, words))

    def options(self):
        options = []
        for name, value in (("--isa", self.isa), ("--arithmetic", self.width),
                            ("--threads", self.threads)):
            if value:
                options += [name, str(value)]
        return [*options, *self.more]


SCIPY = Configuration("scipy", threads=1, peer=True)


@functools.cache
def python_with(module):
    """A Python that has the module: this one, or the distribution's, whose packages another Python
    does not see. None if neither has."""
    for python in (sys.executable, "/usr/bin/python3"):
        search = f"import importlib.util as u, sys; sys.exit(u.find_spec('{module}') is None)"
        if pathlib.Path(python).exists() and subprocess.run([python, "-c", search]).returncode == 0:
            return python
    return None


class Case:
    """One graph, and the bytes that are known to be its distances. `edges`: None for a kind of
    graph whose vertices settle it. `more`: further options of hw3-gen."""

    def __init__(self, programs, folder, vertices, edges, kind="random", more=()):
        self.programs = programs
        self.vertices, self.edges, self.kind = vertices, edges, kind
        self.graph = folder / f"{'-'.join(map(str, filter(None, (kind, vertices, edges))))}.graph"
        self.distances = folder / "distances.bin"
        self.report = folder / "report.json"
        self.proven = None  # sha256 of the distances that hw3-check found right
        if not self.graph.exists():
            count = ("--edges", edges) if edges else ()
            programs.run("hw3-gen", kind, self.graph, "--vertices", vertices, *count, *more)

    def solve(self, configuration):
        """One run, checked: {"report": ..., "seconds": the whole process}. Failed if not."""
        if configuration == SCIPY:
            command = [python_with("scipy"), SCIPY_PEER, self.graph, self.distances, self.report]
        else:
            command = [self.programs.find(configuration.program), "--quiet", "--report",
                       self.report, *configuration.options(), self.graph, self.distances]
        # A solver writes a new file; unmapping the old one's pages is not its work.
        self.distances.unlink(missing_ok=True)
        began = time.perf_counter()
        run(command)
        seconds = time.perf_counter() - began
        self.prove(configuration)
        return {"report": json.loads(self.report.read_text()), "seconds": seconds}

    def prove(self, configuration):
        digest = hashlib.sha256()
        with open(self.distances, "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        self.compare(digest.digest(), configuration)

    def compare(self, digest, configuration):
        """The first digest counts if hw3-check finds the distances right, the others if equal."""
        if self.proven is None:
            said = self.programs.run("hw3-check", "--graph", self.graph, self.distances)
            verdict = (said.splitlines() or [""])[-1]
            if not verdict.startswith("right"):
                raise Failed(f"hw3-check says '{verdict}' of {self.graph}, expected 'right'")
            if PROVEN not in verdict:
                self.programs.sampled.append(f"V = {self.vertices}, E = {self.edges}: {verdict}")
            self.proven = digest
        elif digest != self.proven:
            raise Failed(f"{configuration}: wrong distances for {self.graph}: they differ from "
                         "those that hw3-check found right")


class Ceilings:
    """What the cores can do at most, measured again whenever it is asked for."""

    def __init__(self, programs):
        self.programs = programs
        known = self.measure()
        self.cpu = known["cpu"]
        self.threads = known["threads"]
        self.isas = list(known["ceilings"])

    def measure(self, *options):
        return json.loads(self.programs.run("hw3-ceiling", "--json", *options))

    def of(self, isa, width, threads):
        """Relaxes per second; None for an instruction set that has no ceiling."""
        if isa not in self.isas:
            return None
        measured = self.measure("--isa", isa, "--arithmetic", width, "--threads", threads)
        return measured["ceilings"][isa][width] * 1e9
