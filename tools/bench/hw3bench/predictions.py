# SPDX-License-Identifier: MIT
"""Seconds that hw3-1 expects of each method, and those it takes

Twelve generated graphs by --summary alone, with the method that is chosen and
with each sparse one by force, for 1, 2, 4, ... threads. "off" is how many times
too long or too short the expected seconds of the compute phase are, beside the
run with the shortest one; beyond --most in any row the exit code is 1. Rows
beyond it are measured again, because other programs may have disturbed them. A
row does not count where these took a tenth of its best run's processors; where
that is most rows, the exit code is 77.

Example:
  hw3-bench predictions --threads 1 2 --most 1.5"""

import statistics

from .frame import positive, sectioned
from .programs import SKIPPED, Failed
from .real import add_ways, measured, off, own_method, predictions_table, ways
from .tables import factor, table
from .threads import numbers_up_to

REPEATS = 5
SPARSE = ["sweep", "search"]
SHORTEST = 0.005  # seconds of a compute phase; shorter ones are the start of threads, and chance
UNIT = ("--weights", "1:1")
# Name: kind, vertices, edges a vertex (None where they follow from the kind), options of hw3-gen.
GRAPHS = {
    "road": ("road", 30000, None, ()), "road, unit": ("road", 8000, None, UNIT),
    "grid": ("grid", 10000, None, ()), "grid, unit": ("grid", 4900, None, UNIT),
    "random 2 V": ("random", 10000, 2, ()), "random 4 V": ("random", 4000, 4, ()),
    "random 32 V": ("random", 2000, 32, ()), "random 8 V, unit": ("random", 20000, 8, UNIT),
    "scale-free": ("scale-free", 16000, 6, ()), "scale-free, unit": ("scale-free", 16000, 12, UNIT),
    "knn": ("knn", 10000, None, ()), "path": ("chain", 5000, None, ()),
}


def add_options(parser):
    parser.add_argument("--graphs", nargs="+", metavar="NAME", choices=GRAPHS, default=list(GRAPHS),
                        help=f"only these of {'; '.join(GRAPHS)} [all]")
    parser.add("--most", float, "X", 1.5, "times that a prediction may be off")
    parser.add("--threads", positive, "N", None, "numbers of threads [1, 2, 4, ... 16]", nargs="+")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the vertices")
    parser.add("--again", int, "N", 2, "measure rows beyond it up to so many times more")
    add_ways(parser, SPARSE, 1, 10)


def measure(bench):
    arguments = bench.arguments
    arguments.threads = arguments.threads or [
        n for n in numbers_up_to(bench.results["machine"]["processors"]) if n <= 16]
    for name in arguments.graphs:
        kind, vertices, degree, more = GRAPHS[name]
        if arguments.quick:
            vertices //= 100
        case = bench.case(vertices, degree and degree * vertices, kind, more)
        case.kind = name
        rows = dict(measured(bench, case, list(ways(bench, case, "hw3-1"))))
        for _ in range(arguments.again):
            beyond = [one for one, row in rows.items() if takes_long(row) and off(row) > arguments.most]
            for one, row in measured(bench, case, beyond):
                rows[one] = min(rows[one], row, key=lambda row: row["compute"])
        bench.add("predictions", *rows.values())


def counts(row):
    """Whether it takes long enough to be held against its prediction, and was left alone."""
    return takes_long(row) and not row.get("disturbed")


def takes_long(row):
    return off(row) is not None and row["compute"] >= SHORTEST


def counted(results):
    return list(filter(counts, results["predictions"]))


def worst_table(results):
    """By number of threads: how far off predictions are, in the middle and at worst."""
    rows = counted(results)
    lines = []
    for threads in dict.fromkeys(row["threads"] for row in rows):
        own = sorted((row for row in rows if row["threads"] == threads), key=off)
        worst = own[-1]
        lines.append([threads, len(own), factor(statistics.median(map(off, own))), factor(off(worst)),
                      worst["graph"], own_method(worst)])
    return table(["threads", "rows", "off, median", "off, at worst", "graph", "method"], lines)


SECTIONS = {"predictions": (
    "A method in brackets was forced:",
    lambda results: f"{predictions_table(results['predictions'])}\n\n{worst_table(results)}")}


def report(results):
    disturbed = sum(bool(row.get("disturbed")) for row in results["predictions"])
    left_out = f", nor {disturbed} rows that other programs disturbed" if disturbed else ""
    return sectioned(SECTIONS, results,
                     f". Compute phases below {SHORTEST * 1e3:g} ms do not count{left_out}")


def require(results, arguments):
    long = list(filter(takes_long, results["predictions"]))
    if 2 * sum(bool(row.get("disturbed")) for row in long) > len(long):
        raise Failed("other programs disturbed most runs: expected an idle machine", SKIPPED)
    worst = max(counted(results), key=off, default=None)
    if worst and off(worst) > arguments.most:
        raise Failed(f"{worst['graph']}, {worst['threads']} threads, {worst['method']}: the prediction "
                     f"is off {off(worst):.2f} times, expected at most {arguments.most:g}")
