# SPDX-License-Identifier: MIT
"""The number of threads that hw3-1 chooses, against others

Whole processes with the default and with --threads 1, 2, 4, ... up to all
processors, in turn. "default / best" is how many times the seconds of the best
number the default takes; the worst stands above the table. Distances of over
256 MB are not written; --verify finds a sample of them right.

Example:
  hw3-bench threads --kinds road grid --vertices 60 600 6000"""

from .frame import positive, sectioned
from .programs import Configuration
from .tables import factor, milliseconds, table
from .timing import median

REPEATS = 7
# Kinds of graphs: share of all edges, or edges a vertex; None where they follow from the kind.
KINDS = {"dense": ("random", lambda v: int(0.43 * v * (v - 1))), "road": ("road", lambda v: None),
         "grid": ("grid", lambda v: None), "scale-free": ("scale-free", lambda v: 8 * v),
         "random": ("random", lambda v: 8 * v)}
LARGEST = {"dense": 6000}
LARGEST_WRITTEN = 8000


def add_options(parser):
    parser.add("--kinds", None, "KIND", list(KINDS), "of graphs", nargs="+", choices=KINDS)
    parser.add("--vertices", positive, "V", [60, 200, 600, 2000, 6000, 20000],
               f"sizes of graphs, of dense ones up to {LARGEST['dense']}", nargs="+")
    parser.add("--threads", positive, "N", None, "numbers to compare [1, 2, 4, ... and all]",
               nargs="+")


def numbers_up_to(processors):
    """1, 2, 4, ... and the number itself."""
    return sorted({2**n for n in range(processors.bit_length())} | {processors})


def measure(bench):
    arguments = bench.arguments
    numbers = arguments.threads or numbers_up_to(bench.results["machine"]["processors"])
    for kind in arguments.kinds:
        for vertices in arguments.vertices:
            if vertices > LARGEST.get(kind, vertices):
                continue
            name, edges = KINDS[kind]
            case = bench.case(vertices, edges(vertices), name)
            work = case.solve
            if vertices > LARGEST_WRITTEN:
                case.summarize(Configuration("hw3-1", more=("--verify",)))
                work = case.summarize
            configurations = [Configuration("hw3-1", threads=n) for n in (0, *numbers)]
            default, *others = bench.runs_of(case, configurations, work=work).values()
            ratios = {n: median(a.seconds / b.seconds for a, b in zip(default, runs))
                      for n, runs in zip(numbers, others)}
            best = max(ratios, key=ratios.get)
            bench.add("threads", {
                "kind": kind, "vertices": vertices, "edges": case.edges,
                "chosen": default[0].report["threads"],
                "seconds": median(run.seconds for run in default),
                "phases": {str(n): median(run.seconds for run in runs)
                           for n, runs in zip(numbers, others)},
                "best": best, "ratio": ratios[best]})


def threads_table(results):
    rows = results["threads"]
    numbers = list(dict.fromkeys(n for row in rows for n in row["phases"]))
    return table(["graph", "V", "E", "default takes", "default, ms", *(f"{n}, ms" for n in numbers),
                  "best", "default / best"],
                 [[row["kind"], row["vertices"], row["edges"], row["chosen"],
                   milliseconds(row["seconds"]),
                   *(milliseconds(row["phases"].get(n)) for n in numbers), row["best"],
                   factor(row["ratio"])] for row in rows])


SECTIONS = {"threads": ("Whole processes by number of threads:", threads_table)}


def report(results):
    rows = results.get("threads")
    worst = max(rows, key=lambda row: row["ratio"]) if rows else None
    return sectioned(SECTIONS, results, "" if not rows else (
        f". At worst the default takes {worst['ratio']:.2f} times the seconds of the best number: "
        f"{worst['kind']}, V = {worst['vertices']}"))
