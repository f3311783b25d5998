# SPDX-License-Identifier: MIT
"""The tables of hw3-scaling-report. Nothing here runs anything.

The results are a dict: date, repeats, machine (gpu, gpus, cpu, processors), left_out (lines), and
for every section that was measured a list of rows. A row is a dict: program, devices, vertices,
edges, arithmetic, seconds (whole process), compute (seconds). Those of strong, weak and crossing also
have route, transfer, rate (relaxes per second), exchange_bytes and exchange_seconds. In ranks there
are ranks_compute and ranks_seconds beside those of one process, and exchange, the way of the rows;
in sweeps, fill (edges of the eliminated graph)."""

from . import results as shared
from .tables import gigabytes, percent, seconds, table

SECTIONS = ("strong", "weak", "crossing", "ranks", "sweeps")


def baseline(rows, row):
    """The row of one device that a row of several is compared with: in the same width, and of the
    same graph where there is one."""
    ones = [one for one in rows if one["devices"] == 1 and one["arithmetic"] == row["arithmetic"]]
    same = [one for one in ones if one["vertices"] == row["vertices"]]
    return (same or ones or [None])[0]


def efficiency(rows, row):
    """Rate of a device among several to that of one device alone."""
    one = baseline(rows, row)
    return row["rate"] / row["devices"] / one["rate"] if one else None


def exchange_share(row):
    """Time that pivot rows were on their way to the device where that took longest, of the compute
    phase; most of it passes beside the computing."""
    if row["exchange_seconds"] is None:
        return ""
    return f"{100 * row['exchange_seconds'] / row['compute']:.2f} %"


def cells(row):
    return [row["program"], str(row["devices"]), str(row["vertices"]), str(row["edges"]),
            row["arithmetic"]]


def strong_table(rows):
    def times(row, name):
        one = baseline(rows, row)
        return f"{one[name] / row[name]:.2f}" if one else ""

    return table(["program", "GPUs", "V", "E", "width", "compute, s", "T relax/s", "times",
                  "exchange", "GB", "whole, s", "times"],
                 [[*cells(row), seconds(row["compute"]), f"{row['rate'] / 1e12:.2f}",
                   times(row, "compute"), exchange_share(row), gigabytes(row["exchange_bytes"]),
                   seconds(row["seconds"]), times(row, "seconds")] for row in rows])


def weak_table(rows):
    return table(["program", "GPUs", "V", "E", "width", "compute, s", "T relax/s", "efficiency",
                  "exchange", "GB", "whole, s"],
                 [[*cells(row), seconds(row["compute"]), f"{row['rate'] / 1e12:.2f}",
                   percent(efficiency(rows, row)), exchange_share(row),
                   gigabytes(row["exchange_bytes"]), seconds(row["seconds"])] for row in rows])


def crossing_table(rows):
    return table(["route", "transfer", "GPUs", "V", "width", "compute, s", "T relax/s", "exchange"],
                 [[row["route"], row["transfer"], str(row["devices"]), str(row["vertices"]),
                   row["arithmetic"], seconds(row["compute"]), f"{row['rate'] / 1e12:.2f}",
                   exchange_share(row)] for row in rows])


def ranks_table(rows):
    return table(["GPUs", "V", "E", "width", "one process, compute, s", "ranks, compute, s",
                  "ranks to one", "rows by", "one process, whole, s", "ranks, whole, s"],
                 [[*cells(row)[1:], seconds(row["compute"]), seconds(row["ranks_compute"]),
                   f"{row['ranks_compute'] / row['compute']:.3f}", row["exchange"],
                   seconds(row["seconds"]), seconds(row["ranks_seconds"])] for row in rows])


def sweeps_table(rows):
    return table(["program", "GPUs", "V", "E", "width", "fill / V", "compute, s", "times",
                  "whole, s", "times"],
                 [[*cells(row), f"{row['fill'] / row['vertices']:.1f}", seconds(row["compute"]),
                   f"{rows[0]['compute'] / row['compute']:.2f}", seconds(row["seconds"]),
                   f"{rows[0]['seconds'] / row['seconds']:.2f}"] for row in rows])


TEXTS = {
    "strong": ("Strong scaling: the same graph on more GPUs. The first row of a graph is hw3-2; "
               "`times` is how many times as fast, `exchange` the time that pivot rows took on "
               "their way, of the compute phase and beside it, GB what crossed in all.",
               strong_table),
    "weak": ("Weak scaling: V grows with the root of the number of GPUs, so that each holds as "
             "many distances as one GPU of V = 25000. The work of a GPU grows with V. Efficiency: "
             "rate of each GPU to that of one alone.", weak_table),
    "crossing": ("Ways across, hw3-3 on all GPUs: `direct`, each GPU takes the rows from their "
                 "owner; `chain`, from the GPU before it; `auto`, by peer copies; `host`, through "
                 "pinned host memory.", crossing_table),
    "ranks": ("hw3-3 as one process, and as ranks of MPI, one for each GPU, in turn: compute phase, "
              "of the slowest rank, and whole, with the start of MPI.", ranks_table),
    "sweeps": ("A road network by elimination and sweeps, its sources shared out: the summary "
               "alone. Summaries are those of hw3-1, byte for byte.", sweeps_table),
}


def heading(results):
    machine = results["machine"]
    return (f"{machine['gpus']} x {machine['gpu']}; {machine['cpu']}, {machine['processors']} "
            f"processors; {results['date']}; medians of {results['repeats']} "
            f"run{'s' * (results['repeats'] != 1)} after one that is dropped.")


def report(results):
    """The text in full, as the pages in docs/results/ show it."""
    return shared.sectioned(heading(results), results, TEXTS)


def write_csv(results, file):
    """One line a row of any section."""
    shared.write_sections(results, SECTIONS, file)
