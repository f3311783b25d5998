# SPDX-License-Identifier: MIT
"""The judge's display: the table of cases, why a case was not accepted, the programs' ranks."""

import collections
import os
import shutil
from typing import NamedTuple

from text import printable, shortened, some

WIDTH = 100  # columns, where there is no terminal to ask
REASON = 50  # characters of a reason in a row of a program
NARROWEST, BROADEST = 12, 20  # columns of a name at least in rows, at most as the head of a column


class Place(NamedTuple):
    name: str
    passed: int
    seconds: float  # sum of the best times of accepted cases


def width_of(stream):
    """Columns that a table may have."""
    return shutil.get_terminal_size((WIDTH, 24)).columns if stream.isatty() else WIDTH


def seconds(value):
    return "-" if value is None else f"{value:.3f}"


def text_table(header, rows, left=(0,), width=None):
    """Aligned columns, those in `left` to the left. With a `width` the first column gives way."""
    cells = [header, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    if width:
        spare = width - sum(widths[1:]) - 2 * (len(widths) - 1)
        widths[0] = min(widths[0], max(spare, NARROWEST))
        cells = [[shortened(row[0], widths[0]), *row[1:]] for row in cells]
    lines = ["  ".join(cell.ljust(size) if column in left else cell.rjust(size)
                       for column, (cell, size) in enumerate(zip(row, widths))).rstrip()
             for row in cells]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def broadest(table):
    return max(map(len, table.splitlines()))


def places(results):
    """Most cases first, among equals the least time."""
    totals = {}
    for result in results:
        name = result.program.name
        known = totals.get(name, Place(name, 0, 0.0))
        totals[name] = Place(name, known.passed + result.accepted,
                             known.seconds + (result.best or 0.0))
    return sorted(totals.values(), key=lambda place: (-place.passed, place.seconds))


def labels(names):
    """{name: short name} for the heads of columns, without the folders that all have in common."""
    folder = os.path.commonpath([os.path.dirname(name) for name in map(os.path.abspath, names)])
    return {name: shortened(printable(os.path.relpath(os.path.abspath(name), folder)), BROADEST)
            for name in names}


def case_table(results, repeats, width=None):
    """A row for each case; for each program verdict, times and memory."""
    names = list(dict.fromkeys(result.program.name for result in results))
    heads = labels(names) if len(names) > 1 else {names[0]: "verdict"}
    times = ["best, s", "median, s"] if repeats > 1 else ["time, s"]
    header = ["case", "V", "E"]
    for name in names:
        header += [heads[name], *times, "MiB"]
    rows = {}
    for result in results:
        case = result.case
        known = ["-" if number is None else str(number) for number in (case.vertices, case.edges)]
        row = rows.setdefault(case.name, [printable(case.name), *known])
        column = 3 + names.index(result.program.name) * (2 + len(times))
        row += ["-"] * (column - len(row))  # not run before the judge was interrupted
        row += [result.verdict.code, seconds(result.best)]
        row += [seconds(result.median)] * (repeats > 1)
        row += [f"{result.peak / (1 << 20):.0f}" if result.peak else "-"]  # over before a look
    full = [row + ["-"] * (len(header) - len(row)) for row in rows.values()]
    return text_table(header, full, width=width)


def program_table(results, of, width):
    """A row for each program: its place, cases, time, and how often it got which other verdict; the
    reason too where it is the same in all cases."""
    rows = []
    for number, place in enumerate(places(results), 1):
        own = [result.verdict for result in results if result.program.name == place.name]
        found = set(own)
        others = collections.Counter(verdict.code for verdict in own if verdict.code != "AC")
        states = [f"{code} {count}" for code, count in others.most_common()]
        if len(found) == 1 and states:  # such as a program that cannot be started
            states = [f"{states[0]}: {shortened(found.pop().reason, REASON)}"]
        states += [f"not run {of - len(own)}"] * (len(own) < of)
        rows.append([f"{number}. {printable(place.name)}", f"{place.passed} of {of}",
                     seconds(place.seconds), ", ".join(states)])
    return text_table(["program", "accepted", "time, s", "not accepted"], rows, (0, 3), width)


def summary(results, of, width):
    """A line, or for several programs a table of their places."""
    found = places(results)
    if len(found) == 1:
        place = found[0]
        return (f"{printable(place.name)}: {place.passed} of {of} cases accepted, "
                f"{place.seconds:.3f} s")
    rows = [[f"{number}. {printable(place.name)}", f"{place.passed} of {of}",
             seconds(place.seconds)] for number, place in enumerate(found, 1)]
    return text_table(["program", "accepted", "time, s"], rows, width=width)


def reasons(results):
    """A line for each program and reason; one that holds for several cases names them."""
    cases = {}
    for result in results:
        if result.verdict.reason:
            cases.setdefault((result.program.name, result.verdict), []).append(
                printable(result.case.name))
    return [f"{printable(name)} on {some(names)}: {verdict.code}: {verdict.reason}"
            for (name, verdict), names in cases.items()]


def report(results, of, repeats, width):
    """`of` is the number of cases. Where the table of cases is too broad for several programs, a
    row for each of them is all that is shown."""
    if not results:
        return "no results"
    several = len({result.program.name for result in results}) > 1
    if several and broadest(case_table(results, repeats)) > width:
        hint = "\n\nThe reasons: --json FILE, or one program alone." if reasons(results) else ""
        return program_table(results, of, width) + hint
    parts = [case_table(results, repeats, width), "\n".join(reasons(results)),
             summary(results, of, width)]
    return "\n\n".join(filter(None, parts))


class LiveLine:
    """Shows the present step on one line of a terminal; nothing where there is none."""

    def __init__(self, stream):
        self.stream = stream if stream.isatty() else None

    def __call__(self, done, total, text):
        if self.stream:
            line = f"[{done}/{total}] {printable(text)}"
            self.stream.write("\r\x1b[K" + line[:shutil.get_terminal_size().columns - 1])
            self.stream.flush()

    def clear(self):
        if self.stream:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
