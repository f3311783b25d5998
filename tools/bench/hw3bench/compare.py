# SPDX-License-Identifier: MIT
"""Two builds of a solver against each other, in alternation, on one machine.

A repeat runs build A, build B and build A again, in an order that turns from repeat to repeat. A
drift within minutes hits all three. The second run of A shows the difference between two runs of the
same programs: a difference between the builds that is no larger means nothing."""

import statistics
from typing import NamedTuple

from .case import Case
from .programs import NO_ANSWER, Configuration, Failed, Programs, say
from .tables import table as markdown

SIDES = ("A", "B", "A again")


class Seconds(NamedTuple):
    compute: float
    whole: float


class Comparison(NamedTuple):
    """Medians over the repeats. The ratios are of runs of the same repeat."""
    seconds_a: float
    seconds_b: float
    b_over_a: float      # B to the mean of both runs of A
    again_over_a: float  # the second run of A to the first

    @property
    def verdict(self):
        noise = max(0.01, abs(self.again_over_a - 1))
        if self.b_over_a > 1 + noise:
            return "slower"
        return "faster" if self.b_over_a < 1 - noise else "same"


def compare(runs, part):
    """`runs`: for each repeat the Seconds of every side. `part`: compute or whole."""
    a, b, again = ([getattr(run[side], part) for run in runs] for side in SIDES)
    return Comparison(statistics.median(a + again), statistics.median(b),
                      statistics.median(2 * y / (x + z) for x, y, z in zip(a, b, again)),
                      statistics.median(z / x for x, z in zip(a, again)))


def measure(builds, sizes, program, widths, threads, repeats, folder):
    """[(case, width, runs)]: every result checked (case.py). Widths that are too
    narrow are left out."""
    a, b = (Programs(build) for build in builds)
    programs = dict(zip(SIDES, (a, b, a)))
    folder.mkdir(parents=True, exist_ok=True)
    measured = []
    for vertices, edges in sizes:
        case = Case.generated(a, folder, vertices, edges)
        for width in ("", *widths):
            configuration = Configuration(program, width=width, threads=threads)
            try:
                runs = case_runs(case, programs, configuration, repeats)
            except Failed as failure:
                if failure.code == NO_ANSWER and width:
                    continue
                raise
            measured.append((case, width or "auto", runs))
    return measured


def case_runs(case, programs, configuration, repeats):
    say(f"V = {case.vertices}, {configuration}")
    runs = []
    for repeat in range(-1, repeats):  # the first is dropped
        order = [SIDES[(repeat + n) % len(SIDES)] for n in range(len(SIDES))]
        run = {side: timed(case, programs[side], configuration) for side in order}
        if repeat >= 0:
            runs.append(run)
    return runs


def timed(case, programs, configuration):
    solve = case.solve(configuration._replace(program=programs.find(configuration.program)))
    return Seconds(solve.phases["compute"], solve.seconds)


def table(measured):
    """Markdown: a line for each graph and width, the compute phase and the whole process."""
    rows = []
    for case, width, runs in measured:
        for part in Seconds._fields:
            found = compare(runs, part)
            rows.append([str(case.vertices), str(case.edges), width, part,
                         f"{found.seconds_a:.4f}", f"{found.seconds_b:.4f}",
                         f"{found.b_over_a:.3f}", f"{found.again_over_a:.3f}", found.verdict])
    return markdown(["V", "E", "width", "phase", "A, s", "B, s", "B / A", "A again / A", "B is"],
                    rows)
