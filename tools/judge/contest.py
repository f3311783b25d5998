# SPDX-License-Identifier: MIT
"""Runs every program on every case, in private folders, and collects the results."""

import contextlib
import os
import pathlib
import shutil
import statistics
import tempfile
from typing import NamedTuple, Optional

import sandbox
from cases import CaseError
from files import signature
from verdict import ACCEPTED, Verdict, ended_by, verdict
from workers import Crew, Lost

LONG_AGO = 1_000_000_000  # seconds: time of the last write of an input's copy


class Program(NamedTuple):
    name: str  # as the user typed it
    path: str  # absolute
    defect: str = ""  # why it cannot be started; it has its results all the same


class Rules(NamedTuple):
    seconds: float  # of a case that has no limit of its own
    memory: int     # MiB, likewise; 0 for none
    repeats: int
    warm_up: bool
    jobs: int
    scratch: str    # folder for private folders; None for the system's
    launcher: list[str]


class Result(NamedTuple):
    """`seconds` are those of all runs that were accepted; a run that is not is the last one."""
    program: Program
    case: object
    verdict: Verdict
    seconds: list[float]
    peak: int            # bytes, the highest of all runs
    last: float          # seconds of the last run
    exit: Optional[int]  # of the last run; -s after signal s; None where it could not be started
    words: str           # of its standard error
    left: int            # processes that outlived their run, in all runs

    @property
    def accepted(self):
        return self.verdict.code == ACCEPTED

    @property
    def best(self):
        return min(self.seconds) if self.accepted else None

    @property
    def median(self):
        return statistics.median(self.seconds) if self.accepted else None


def entry(result):
    """A result as plain values; times are of accepted runs only."""
    return {"program": result.program.name, "case": result.case.name,
            "vertices": result.case.vertices, "edges": result.case.edges,
            "verdict": result.verdict.code, "reason": result.verdict.reason,
            "best_seconds": result.best, "median_seconds": result.median,
            "seconds": result.seconds, "last_run_seconds": result.last,
            "peak_memory_bytes": result.peak, "exit": result.exit, "stderr": result.words,
            "left_processes": result.left}


def from_entry(program, case, values):
    return Result(program, case, Verdict(values["verdict"], values["reason"]), values["seconds"],
                  values["peak_memory_bytes"], values["last_run_seconds"], values["exit"],
                  values["stderr"], values["left_processes"])


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
def private_folder(parent):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hw3-judge-", dir=parent))
    try:
        yield folder
    finally:
        remove(folder)


def copy_input(case, folder):
    """A copy that is not to be written. Its time of writing is long ago: a write in the very tick
    of the clock in which it was made would show as well."""
    folder.mkdir()
    copy = folder / case.graph.name
    shutil.copyfile(case.graph, copy)
    copy.chmod(0o444)
    os.utime(copy, (LONG_AGO, LONG_AGO))
    folder.chmod(0o555)
    return copy


class Contest:
    def __init__(self, programs, cases, rules, jail, progress):
        """`jail` (jail.py) surrounds every program; None for none. `progress(done, of, text)` is
        called as runs begin."""
        self.pairs = [(program, case) for case in cases for program in programs]
        self.rules, self.jail, self.progress = rules, jail, progress

    def limits(self, case):
        return sandbox.Limits(case.time_limit or self.rules.seconds,
                              int((case.memory or self.rules.memory) * (1 << 20)),
                              case.output_size())

    def command(self, program, graph, work, temporary, output):
        launcher = self.rules.launcher
        if self.jail:
            return launcher + self.jail.words(program.path, graph, work, temporary, output.name)
        return [*launcher, program.path, str(graph), str(output)]

    def run_once(self, program, case, graph, intact, folder):
        """`intact` is the signature of the graph's copy before any run."""
        work, temporary = (pathlib.Path(tempfile.mkdtemp(prefix=name, dir=folder))
                           for name in ("work-", "temporary-"))
        output = work / "distances.out"
        limits = self.limits(case)
        if program.defect:
            ending = sandbox.Ending(0.0, error=program.defect)
        else:
            call = sandbox.Call(self.command(program, graph, work, temporary, output), work,
                                temporary, output, bool(self.rules.launcher), self.jail is not None)
            ending = sandbox.run(call, limits)
        found = verdict(case, ending, output, limits, signature(graph) == intact)
        for inner in (work, temporary):
            remove(inner)
        return ending, found

    def judge(self, program, case, folder):
        kept = [path for path in (case.graph, case.expected) if path]
        before = [signature(path) for path in kept]
        seconds, peak, left = [], 0, 0
        graph = copy_input(case, folder / "input")
        intact = signature(graph)
        if self.rules.warm_up:
            self.run_once(program, case, graph, intact, folder)
        for _ in range(self.rules.repeats):
            ending, found = self.run_once(program, case, graph, intact, folder)
            peak, left = max(peak, ending.peak), left + ending.left
            if found.code != ACCEPTED:
                break
            seconds.append(ending.seconds)
        if left:
            found = found.with_reason(f"{left} process{'es' * (left > 1)} that outlived it "
                                      f"{'were' if left > 1 else 'was'} ended")
        for path, was in zip(kept, before):
            if signature(path) != was:
                raise CaseError(f"{path}: changed while {program.name} ran")
        return Result(program, case, found, seconds, peak, ending.seconds,
                      None if ending.error else ending.status, ending.words, left)

    def answer(self, parent, number):
        """In a worker: the result of a pair, or why its case is of no use any more."""
        program, case = self.pairs[number]
        try:
            with private_folder(parent) as folder:
                return {"result": entry(self.judge(program, case, folder))}
        except CaseError as error:
            return {"unusable": str(error)}

    def lost(self, number, status):
        """The program is the only stranger among a worker's processes."""
        program, case = self.pairs[number]
        reason = f"the judge's own process for this run was ended: {ended_by(status)}"
        return Result(program, case, Verdict("RE", reason), [], 0, 0.0, None, "", 0)

    def run(self, numbers):
        """Yields (number of a pair, Result) as they come, of the pairs that have these numbers."""
        done = len(self.pairs) - len(numbers)

        def begun(number):
            program, case = self.pairs[number]
            self.progress(done, len(self.pairs), f"{program.name} on {case.name}")

        with private_folder(self.rules.scratch) as parent:
            crew = Crew(lambda number: self.answer(parent, number), self.rules.jobs)
            with contextlib.closing(crew.answers(numbers, begun)) as answers:
                for number, answer in answers:
                    done += 1
                    if isinstance(answer, Lost):
                        yield number, self.lost(number, answer.status)
                    elif "unusable" in answer:
                        raise CaseError(answer["unusable"])
                    else:
                        yield number, from_entry(*self.pairs[number], answer["result"])
