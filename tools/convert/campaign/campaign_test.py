# SPDX-License-Identifier: MIT
"""Writes files as people and programs write graphs, and requires that hw3-convert reads each one as it is
meant, or refuses it and names the option that reads it. A file that fails is printed with its seed."""

import argparse
import importlib
import multiprocessing
import os
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter

import judge_test
from converter import Converter
from judge import Trial, Wrong

FILES = 5000
SANITIZED_FILES = 400  # a sanitizer's start takes longer than the work
WORKERS = 2
MODULES = ("tables", "special_tables", "edge_lists", "formats", "matrices", "doubtful", "foreign", "written")


def families():
    """The functions that write a file, each as often as its share of them."""
    found = []
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            print(f"SKIPPED: {name}.py: {error}", flush=True)
            continue
        found += [family for family, share in module.FAMILIES for _ in range(share)]
    return found


class Finding:
    """A file that was not read as it is meant."""
    def __init__(self, family, case, seed, reason):
        self.group = (family.__name__, "".join(c for c in reason.split("\n")[0].split(":")[0]
                                               if not c.isdigit()))
        self.kind, self.data, self.seed, self.reason = case.kind, case.data, seed, reason

    def __str__(self):
        return f"{self.kind} (--seed {self.seed}): {self.reason}\n  {self.data[:1500]!r}"


class Worker:
    """Judges some of the files in one process."""
    def __init__(self, program, folder):
        self.converter = Converter(program, folder)
        self.outcomes = Counter()
        self.findings = []

    def judge(self, family, seed):
        chance = random.Random(seed)
        case = family(chance)
        case.check()
        path = self.converter.folder / f"in{case.suffix}"
        path.write_bytes(case.data)
        try:
            self.outcomes[Trial(self.converter, case, keep_repeated=chance.random() < 0.7).outcome()] += 1
        except Wrong as wrong:
            self.findings.append(Finding(family, case, seed, str(wrong)))
        path.unlink()


def work(program, chosen):
    with tempfile.TemporaryDirectory(prefix="apsp-campaign-") as folder:
        worker = Worker(program, folder)
        for family, seed in chosen:
            worker.judge(family, seed)
    return worker.findings, worker.outcomes, worker.converter.runs


def report(findings):
    """Prints the smallest file of each kind of finding."""
    groups = {}
    for finding in findings:
        groups.setdefault(finding.group, []).append(finding)
    for (family, _), group in sorted(groups.items()):
        smallest = min(group, key=lambda finding: len(finding.data))
        print(f"--- {family}, {len(group)} files like this: {smallest}")


def parse():
    files = SANITIZED_FILES if os.environ.get("APSP_SANITIZED") else FILES
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", metavar="HW3_CONVERT")
    parser.add_argument("files", type=int, nargs="?", default=files, help=f"how many files [{files}]")
    parser.add_argument("--seed", default="1", help="N: other files; N:FILE: one of these files alone [1]")
    parser.add_argument("--family", default="", help="only files by the function of this name")
    return parser.parse_args()


def chosen_files(arguments):
    """(function that writes it, seed) of each file."""
    seed, _, only = arguments.seed.partition(":")
    found = families()
    numbers = [int(only)] if only else range(arguments.files)
    files = [(found[n % len(found)], f"{seed}:{n}") for n in numbers]
    return [(family, name) for family, name in files if arguments.family in ("", family.__name__)]


def main():
    arguments = parse()
    sys.stdout.reconfigure(errors="backslashreplace")  # labels of every script, locales of some
    start = time.monotonic()
    spoiled = judge_test.attack()
    files = chosen_files(arguments)
    program = str(pathlib.Path(arguments.program).resolve())
    with multiprocessing.Pool(WORKERS) as pool:
        parts = pool.starmap(work, [(program, files[n::WORKERS]) for n in range(WORKERS)], chunksize=1)
    findings = [finding for part in parts for finding in part[0]]
    report(findings)
    outcomes = sum((part[1] for part in parts), Counter())
    print(f"{len(files)} files, {sum(part[2] for part in parts)} runs, {time.monotonic() - start:.1f} s: " +
          ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()) +
          f"; {len(findings)} wrong; {spoiled} spoiled results noticed")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
