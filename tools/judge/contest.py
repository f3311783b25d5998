# SPDX-License-Identifier: MIT
"""Runs every program on every case, in private folders, and collects the results."""

import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import statistics
import tempfile
import threading
from typing import List, NamedTuple

import sandbox
from cases import CaseError
from files import signature
from verdict import ACCEPTED, Verdict, verdict

LONG_AGO = 1_000_000_000  # seconds: time of the last write of an input's copy


class Program(NamedTuple):
    name: str           # as the user typed it
    command: List[str]  # the launcher's words, then the program; input and output follow


class Rules(NamedTuple):
    seconds: float  # of a case that has no limit of its own
    memory: int     # MiB, likewise; 0 for none
    repeats: int
    warm_up: bool
    jobs: int
    scratch: str    # folder for private folders; None for the system's


class Result(NamedTuple):
    """`seconds` are those of all runs that were accepted; a run that is not is the last one."""
    program: Program
    case: object
    verdict: Verdict
    seconds: List[float]
    peak: int      # bytes, the highest of all runs
    ending: object  # sandbox.Ending of the last run

    @property
    def accepted(self):
        return self.verdict.code == ACCEPTED

    @property
    def best(self):
        return min(self.seconds) if self.accepted else None

    @property
    def median(self):
        return statistics.median(self.seconds) if self.accepted else None


def remove(folder):
    """With all that a program may have left there, in folders that it may have locked. No link is
    followed, not even one in the folder's place."""
    if os.path.islink(folder):
        os.unlink(folder)
    for path, folders, _ in os.walk(folder):
        for name in folders:
            inner = os.path.join(path, name)
            if not os.path.islink(inner):
                with contextlib.suppress(OSError):
                    os.chmod(inner, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def private_folder(scratch):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hw3-judge-", dir=scratch))
    try:
        yield folder
    finally:
        remove(folder)


def copy_input(case, folder):
    """A copy that is nobody's to write. Its time of writing is long ago: a write in the very tick
    of the clock in which it was made would show as well."""
    folder.mkdir()
    copy = folder / case.graph.name
    shutil.copyfile(case.graph, copy)
    copy.chmod(0o444)
    os.utime(copy, (LONG_AGO, LONG_AGO))
    folder.chmod(0o555)
    return copy


class Contest:
    def __init__(self, programs, cases, rules, progress):
        """`progress(done, of, text)` is told what goes on."""
        self.pairs = [(program, case) for case in cases for program in programs]
        self.rules, self.progress = rules, progress
        self.stop = threading.Event()
        self.done = 0

    def limits(self, case):
        return sandbox.Limits(case.time_limit or self.rules.seconds,
                              int((case.memory or self.rules.memory) * (1 << 20)),
                              case.output_size())

    def run_once(self, program, case, graph, intact, folder):
        """`intact` is the signature of the graph's copy before any run."""
        work, temporary = (pathlib.Path(tempfile.mkdtemp(prefix=name, dir=folder))
                           for name in ("work-", "temporary-"))
        output = work / "distances.out"
        limits = self.limits(case)
        ending = sandbox.run([*program.command, str(graph), str(output)], work, temporary, output,
                             limits, self.stop)
        found = verdict(case, ending, output, limits, signature(graph) == intact)
        for inner in (work, temporary):
            remove(inner)
        return ending, found

    def judge(self, pair):
        program, case = pair
        self.progress(self.done, len(self.pairs), f"{program.name} on {case.name}")
        kept = [path for path in (case.graph, case.expected) if path]
        before = [signature(path) for path in kept]
        seconds, peak = [], 0
        with private_folder(self.rules.scratch) as folder:
            graph = copy_input(case, folder / "input")
            intact = signature(graph)
            if self.rules.warm_up:
                self.run_once(program, case, graph, intact, folder)
            for _ in range(self.rules.repeats):
                ending, found = self.run_once(program, case, graph, intact, folder)
                peak = max(peak, ending.peak)
                if found.code != ACCEPTED:
                    break
                seconds.append(ending.seconds)
        for path, was in zip(kept, before):
            if signature(path) != was:
                raise CaseError(f"{path}: changed while {program.name} ran")
        self.done += 1
        return Result(program, case, found, seconds, peak, ending)

    def run(self):
        """All results: case by case, programs in their order."""
        if self.rules.jobs == 1:
            return [self.judge(pair) for pair in self.pairs]
        with concurrent.futures.ThreadPoolExecutor(self.rules.jobs) as pool:
            futures = [pool.submit(self.judge, pair) for pair in self.pairs]
            try:
                return [future.result() for future in futures]
            except BaseException:
                self.stop.set()
                for future in futures:
                    future.cancel()
                raise
