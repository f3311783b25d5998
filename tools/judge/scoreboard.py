# SPDX-License-Identifier: MIT
"""What the judge shows: the table of cases, why a case was not accepted, the programs' places."""

import shutil
from typing import NamedTuple


class Place(NamedTuple):
    name: str
    passed: int
    seconds: float  # sum of the best times of accepted cases


def seconds(value):
    return "-" if value is None else f"{value:.3f}"


def text_table(header, rows, left=1):
    """Aligned columns, the first `left` of them to the left."""
    cells = [header, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = ["  ".join(cell.ljust(width) if column < left else cell.rjust(width)
                       for column, (cell, width) in enumerate(zip(row, widths))).rstrip()
             for row in cells]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def places(results):
    """Most cases first, among equals the least time."""
    totals = {}
    for result in results:
        name = result.program.name
        known = totals.get(name, Place(name, 0, 0.0))
        totals[name] = Place(name, known.passed + result.accepted,
                             known.seconds + (result.best or 0.0))
    return sorted(totals.values(), key=lambda place: (-place.passed, place.seconds))


def case_table(results, repeats):
    """A row for each case; for each program verdict, times and memory."""
    names = list(dict.fromkeys(result.program.name for result in results))
    times = ["best, s", "median, s"] if repeats > 1 else ["time, s"]
    header = ["case", "V", "E"]
    for name in names:
        header += [name if len(names) > 1 else "verdict", *times, "MiB"]
    rows = {}
    for result in results:
        case = result.case
        known = ["-" if number is None else str(number) for number in (case.vertices, case.edges)]
        row = rows.setdefault(case.name, [case.name, *known])
        row += [result.verdict.code, seconds(result.best)]
        row += [seconds(result.median)] * (repeats > 1)
        row += [f"{result.peak / (1 << 20):.0f}" if result.peak else "-"]  # over before a look
    return text_table(header, list(rows.values()))


def summary(results):
    """A line, or for several programs a table of their places."""
    found = places(results)
    cases = len(results) // len(found)
    if len(found) == 1:
        place = found[0]
        return f"{place.name}: {place.passed} of {cases} cases accepted, {place.seconds:.3f} s"
    rows = [[f"{number}. {place.name}", f"{place.passed} of {cases}", seconds(place.seconds)]
            for number, place in enumerate(found, 1)]
    return text_table(["program", "accepted", "time, s"], rows)


def report(results, repeats):
    failures = [f"{result.program.name} on {result.case.name}: {result.verdict.code}: "
                f"{result.verdict.reason}" for result in results if not result.accepted]
    parts = [case_table(results, repeats), "\n".join(failures), summary(results)]
    return "\n\n".join(filter(None, parts))


class LiveLine:
    """What goes on just now, on one line of a terminal; nothing where there is none."""

    def __init__(self, stream):
        self.stream = stream if stream.isatty() else None

    def __call__(self, done, total, text):
        if self.stream:
            line = f"[{done}/{total}] {text}"
            self.stream.write("\r\x1b[K" + line[:shutil.get_terminal_size().columns - 1])
            self.stream.flush()

    def clear(self):
        if self.stream:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
