# SPDX-License-Identifier: MIT
"""Runs programs of the release build and reads what they report."""

import json
import re
import subprocess
import time
from typing import NamedTuple

from checkout import programs

NO_DEVICE = 6  # exit code of a GPU program that found no usable GPU


class ProgramFailed(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def run(program, *arguments):
    """Runs a program of the release build; what it printed is the exception's text if it fails.
    Returns the seconds of the whole process and its last line of standard output."""
    began = time.perf_counter()
    process = subprocess.run([programs("release")[program], *arguments],
                             capture_output=True, text=True)
    seconds = time.perf_counter() - began
    if process.returncode != 0:
        raise ProgramFailed(process.returncode, (process.stdout + process.stderr).strip()
                            or f"{program} ended with exit code {process.returncode}")
    return seconds, (process.stdout.splitlines() or [""])[-1]


class Solve(NamedTuple):
    report: dict     # what --report wrote
    seconds: float   # the whole process, seen from outside

    @property
    def device(self):
        report = self.report
        return report.get("device") or f"{report['instruction_set']}, {report['threads']} threads"


def solve(program, graph, distances, *options):
    report = distances.with_suffix(".json")
    seconds, _ = run(program, "--quiet", "--report", report, *options, graph, distances)
    return Solve(json.loads(report.read_text()), seconds)


def check(graph, distances):
    """The verdict, a line. Raises ProgramFailed where the distances are not those of the graph."""
    return run("hw3-check", "--graph", graph, distances)[1]


def rate(per_second):
    return f"{per_second / 1e9:.1f} G" if per_second < 1e12 else f"{per_second / 1e12:.2f} T"


def table(header, rows):
    """A Markdown table with aligned columns: text to the left, numbers to the right."""
    cells = [header, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    right = [all(re.fullmatch(r"([0-9.]+( [GT%])?)?", row[column]) for row in rows)
             for column in range(len(header))]

    def line(row):
        return "| " + " | ".join(cell.rjust(width) if to_right else cell.ljust(width)
                                 for cell, width, to_right in zip(row, widths, right)) + " |"

    rule = "|" + "|".join("-" * (width + 1) + (":" if to_right else "-")
                          for width, to_right in zip(widths, right)) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])
