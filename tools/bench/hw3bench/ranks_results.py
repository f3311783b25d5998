# SPDX-License-Identifier: MIT
"""The tables of hw3-ranks-report. Nothing here runs anything.

The results are a dict: date, repeats, machine (cpu, processors, launcher), left_out (lines), and
for every section that was measured a list of rows. A row is a dict of these members:

    ranks, threads (of each), vertices, edges, arithmetic, method
    seconds     whole process, with the start of MPI
    solve       seconds from reading to writing
    compute     seconds of the slowest rank
    waiting     seconds that the rank which waited longest waited for rows
    sending     seconds in which rows were on their way, of all ranks
    bytes       received, of all ranks
"""

from . import results as shared
from .tables import gigabytes, percent, seconds, share, table

SECTIONS = ("split", "strong", "sparse", "weak")


def hidden(row):
    """Share of the communication that passed beside the computing; None where there was none."""
    if not row["sending"]:
        return None
    return max(0.0, 1 - row["waiting"] / row["sending"])


def times(rows, row, name):
    """How many times as fast as the first row."""
    return f"{rows[0][name] / row[name]:.2f}"


def efficiency(rows, row):
    """Relaxations a second and thread, to those of the first row."""
    def rate(one):
        return one["vertices"]**3 / one["compute"] / (one["ranks"] * one["threads"])

    return rate(row) / rate(rows[0])


def communication(row):
    return [share(row["sending"] / row["compute"]) if row["sending"] else "", percent(hidden(row)),
            share(row["waiting"] / row["compute"]) if row["sending"] else "",
            gigabytes(row["bytes"]) if row["bytes"] else ""]


def cells(row):
    return [str(row["ranks"]), str(row["threads"]), str(row["vertices"]), row["arithmetic"]]


def dense_table(rows):
    return table(["ranks", "threads", "V", "width", "compute, s", "times", "efficiency", "on way",
                  "hidden", "waited", "GB", "solve, s", "times", "whole, s"],
                 [[*cells(row), seconds(row["compute"]), times(rows, row, "compute"),
                   percent(efficiency(rows, row)), *communication(row), seconds(row["solve"]),
                   times(rows, row, "solve"), seconds(row["seconds"])] for row in rows])


def sparse_table(rows):
    return table(["ranks", "threads", "V", "width", "compute, s", "times", "solve, s", "times",
                  "whole, s"],
                 [[*cells(row), seconds(row["compute"]), times(rows, row, "compute"),
                   seconds(row["solve"]), times(rows, row, "solve"), seconds(row["seconds"])]
                  for row in rows])


TEXTS = {
    "split": ("The same processors: one process with all threads, and ranks that share them out. "
              "`times` is how many times as fast as the first row. `on way`: time in which pivot "
              "rows were on their way, of the compute phase; `hidden`: share of it that passed "
              "beside the computing; `waited`: the rest, of the compute phase.", dense_table),
    "strong": ("Strong scaling: the same graph on more ranks.", dense_table),
    "sparse": ("Sparse: sources are shared out, and each rank makes the elimination by itself.",
               sparse_table),
    "weak": ("Weak scaling: V grows with the root of the number of ranks, so that each holds as "
             "many distances. The work of a rank grows with V. Efficiency: relaxations a second "
             "and thread to those of one rank.", dense_table),
}


def heading(results):
    machine = results["machine"]
    return (f"{machine['cpu']}, {machine['processors']} processors; {machine['launcher']} N; "
            f"{results['date']}; medians of {results['repeats']} "
            f"run{'s' * (results['repeats'] != 1)} after one that is dropped.")


def report(results):
    """The text in full."""
    return shared.sectioned(heading(results), results, TEXTS)


def write_csv(results, file):
    """One line a row of any section."""
    shared.write_sections(results, SECTIONS, file)
