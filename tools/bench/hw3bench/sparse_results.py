# SPDX-License-Identifier: MIT
"""The tables of hw3-bench --sparse. Nothing here runs anything.

A measurement is a dict of one solver on one graph in one mode:

  graph, kind, vertices, edges
  mode               output: the distances are written; summary: only the summary is
  solver             a method of hw3-1, a peer, or "writer", which writes rows and computes nothing
  role               method, peer or writer
  seconds            of the whole process; of a peer, of its call alone
  repeats, runs      the single runs: seconds is their median
  answer_bytes       4 V^2
  method             that hw3-1 took; None for others, as all below
  arithmetic, fill, peak_memory_bytes, phases
"""

import statistics

from .results import closing
from .tables import percent, seconds, table

OURS = "auto"  # the choice left to hw3-1: the others are held against it


class Row:
    """All solvers on one graph in one mode. A peer writes nothing in any mode, so it is shown in all
    of them."""

    def __init__(self, first, measurements):
        self.first = first
        self.of = {m["solver"]: m for m in measurements
                   if (m["graph"], m["vertices"]) == (first["graph"], first["vertices"])
                   and (m["mode"] == first["mode"] or m["role"] == "peer")}

    def best(self, role):
        """The name of the fastest one of a role; of hw3-1's methods, of those that were forced."""
        return min((name for name, m in self.of.items() if m["role"] == role and name != OURS),
                   key=lambda name: self.of[name]["seconds"], default=None)

    def seconds(self, solver):
        """Median seconds of a solver; None if unknown."""
        return self.of[solver]["seconds"] if solver in self.of else None

    def ours_to(self, solver):
        """How many times the seconds of `solver` hw3-1 takes; None if unknown. `solver` may be "best
        method" or "best peer". The median over the runs' own ratios, where both ran as often."""
        if solver in ("best method", "best peer"):
            solver = self.best(solver.split()[1])
        if solver not in self.of or OURS not in self.of:
            return None
        ours, theirs = self.of[OURS]["runs"], self.of[solver]["runs"]
        if len(ours) != len(theirs):
            return self.seconds(OURS) / self.seconds(solver)
        return statistics.median(a / b for a, b in zip(ours, theirs))


def rows_of(measurements):
    """A Row for each graph and mode, in order."""
    firsts = {(m["graph"], m["vertices"], m["mode"]): m for m in reversed(measurements)}
    order = dict.fromkeys((m["graph"], m["vertices"], m["mode"]) for m in measurements)
    return [Row(firsts[key], measurements) for key in order]


def times(ratio):
    return "" if ratio is None else f"{ratio:.3g}" if ratio < 10 else f"{ratio:.0f}"


def inverse(ratio):
    return None if ratio is None else 1 / ratio


def solvers_in(results, role):
    return list(dict.fromkeys(m["solver"] for m in results["sparse"] if m["role"] == role))


def seconds_table(results):
    """Seconds of every solver, a line for each graph and mode."""
    methods = [name for name in results["methods"] if name != OURS]
    peers = solvers_in(results, "peer")
    rows = []
    for row in rows_of(results["sparse"]):
        first, ours = row.first, row.of.get(OURS, {})
        rows.append([first["graph"], str(first["vertices"]), str(first["edges"]), first["mode"],
                     ours.get("method") or "", seconds(row.seconds(OURS)),
                     *(seconds(row.seconds(name)) for name in (*methods, *peers)),
                     times(row.ours_to("best method")), times(inverse(row.ours_to("best peer")))])
    return table(["graph", "V", "E", "mode", "choice", "auto, s",
                  *(f"{name}, s" for name in (*methods, *peers)), "auto / best method",
                  "best peer / auto"], rows)


def ceiling_table(results):
    """The choice left to hw3-1, beside a copy and beside a writer of the same rows."""
    rate = results["copy_bytes_per_second"]
    rows = []
    for row in rows_of(results["sparse"]):
        ours = row.of.get(OURS)
        if ours:
            copy = ours["answer_bytes"] / rate
            rows.append([ours["graph"], str(ours["vertices"]), ours["mode"],
                         str(ours["arithmetic"] or ""),
                         "" if ours["fill"] is None else f"{ours['fill'] / ours['vertices']:.1f}",
                         seconds(ours["seconds"]), seconds(ours["phases"].get("compute")),
                         f"{ours['answer_bytes'] / 1e9:.3f}", seconds(copy),
                         percent(copy / ours["seconds"]), seconds(row.seconds("writer")),
                         times(row.ours_to("writer")),
                         f"{(ours['peak_memory_bytes'] or 0) / 1e6:.0f}"])
    return table(["graph", "V", "mode", "width", "fill / V", "whole, s", "compute, s", "answer, GB",
                  "copy, s", "of copy", "writer, s", "whole / writer", "memory, MB"], rows)


def targets_table(results):
    """The targets, and whether they are met. A target whose other side was not measured is open."""
    rows = {(row.first["graph"], row.first["vertices"], row.first["mode"]): row
            for row in rows_of(results["sparse"])}
    lines = []
    for target in results["targets"]:
        row = rows.get((target["graph"], target["vertices"], target["mode"]))
        found = row.ours_to(target["against"]) if row else None
        met = "open" if found is None else "yes" if found <= target["most"] else "no"
        lines.append([target["graph"], str(target["vertices"]), target["mode"], target["against"],
                      times(found), times(target["most"]), met])
    return table(["graph", "V", "mode", "against", "hw3-1 / it", "at most", "met"], lines)


def heading(results):
    machine = results["machine"]
    peers = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return (f"{machine['cpu']}, {results['threads']} threads, {results['date']}; medians of "
            f"{results['repeats']} runs in alternation; what takes over {results['limit']:g} s ran once"
            f"{'; ' + peers if peers else ''}. hw3-1 and the writer are whole processes, a peer is its "
            "call alone, without its files.")


def report(results):
    """The text in full, as a page in docs/results/ shows it."""
    parts = [heading(results),
             "All methods of hw3-1, and peers. Mode output writes the distances, mode summary nothing "
             "but the summary:",
             seconds_table(results),
             "The choice of hw3-1, beside a copy of the answer in memory "
             f"({results['copy_bytes_per_second'] / 1e9:.1f} GB/s) and beside the same writer with rows "
             "that need not be computed:",
             ceiling_table(results)]
    if results["targets"]:
        parts += ["Targets:", targets_table(results)]
    return "\n\n".join(parts + closing(results))
