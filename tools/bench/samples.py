# SPDX-License-Identifier: MIT
"""Results as hw3-bench measures them, and the cells of its tables."""

from hw3bench.timing import median_of


def cells(text, line):
    """Those of a line of a table."""
    return [cell.strip() for cell in text.splitlines()[line].split("|")[1:-1]]


def solve(seconds, rate, ceiling, **phases):
    return {"seconds": seconds, "compute_rate": rate, "ceiling": ceiling, "phases": phases}


def measurement(**changes):
    m = {"program": "hw3-1", "vertices": 500, "edges": 900, "instruction_set": "avx2",
         "arithmetic": "u16", "forced": True, "threads": 2, "repeats": 5,
         "seconds": 0.5, "compute_rate": 40e9, "ceiling": 50e9, "ratio": 0.8, "best_ratio": 0.83,
         "phases": {"read": 0.1, "compute": 0.4}, "peak_memory_bytes": 7}
    return {**m, **changes}


def session(*measurements, repeats=2, **changes):
    return {"machine": {"cpu": "Some CPU", "processors": 2}, "date": "2026-01-02",
            "repeats": repeats, "left_out": [], "measurements": list(measurements),
            **changes}


def measured(*solves, **changes):
    return measurement(**median_of(list(solves)), **changes)


def rows_with(text, begin):
    """The cells of the lines of all tables that begin with these cells."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()
             if line.startswith("| ")]
    return [line[len(begin):] for line in lines if line[:len(begin)] == begin]
