# SPDX-License-Identifier: MIT
"""Finds the programs of a build and runs them."""

import functools
import json
import os
import pathlib
import subprocess
import sys
import time
from typing import NamedTuple

USAGE = 2      # exit code: wrong arguments, or several tasks of a program built without MPI
NO_ANSWER = 4  # exit code: a forced width that cannot be proven
NO_MEMORY = 5  # exit code
NO_DEVICE = 6  # exit code: no usable GPU


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

    def check(self, graph, distances):
        """The verdict of hw3-check, a line that begins with "right". Failed for any other."""
        said = self.run("hw3-check", "--graph", graph, distances)
        verdict = (said.splitlines() or [""])[-1]
        if not verdict.startswith("right"):
            raise Failed(f"{graph}: hw3-check reports '{verdict}', expected 'right'")
        return verdict

    def solve(self, configuration, graph, distances, report, clock=time.perf_counter):
        """One run of a solver, not checked."""
        command = configuration.command(self, graph, distances, report)
        # A solver writes a new file; unmapping the old one's pages is not its work.
        distances.unlink(missing_ok=True)
        began = clock()
        run(command)
        seconds = clock() - began
        return Solve(json.loads(report.read_text()), seconds)


class Solve(NamedTuple):
    """One run of a solver."""
    report: dict    # written by --report
    seconds: float  # of the whole process, seen from outside

    @property
    def device(self):
        report = self.report
        return report.get("device") or f"{report['instruction_set']}, {report['threads']} threads"

    @property
    def phases(self):
        """{name: seconds}"""
        return {name: s for name, s in self.report["seconds"].items() if name != "total"}


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

    def command(self, programs, graph, distances, report):
        if self == SCIPY:
            script = pathlib.Path(__file__).with_name("scipy_peer.py")
            return [python_with("scipy"), script, graph, distances, report]
        return [programs.find(self.program), "--quiet", "--report", report, *self.options(), graph,
                distances]


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
