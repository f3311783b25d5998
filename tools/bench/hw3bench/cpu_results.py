# SPDX-License-Identifier: MIT
"""The tables and files of hw3-bench. Nothing here runs anything.

A measurement is a dict of one configuration:

  program, vertices, edges, instruction_set, arithmetic, threads, repeats, peer, peak_memory_bytes
  kind               of graph
  forced             whether an option chose the width
  seconds            of the whole process
  phases             {name: seconds}
  compute_rate       relaxes per second
  ceiling            relaxes per second, None where unknown
  ratio, best_ratio  of the rate to the ceiling
  runs               the single runs: the figures are their medians
"""

import csv

from .results import closing
from .tables import giga, percent, seconds, table
from .timing import median_of

COLUMNS = ("program", "vertices", "edges", "instruction_set", "arithmetic", "forced", "threads",
           "repeats", "seconds", "compute_rate", "ceiling", "ratio", "best_ratio", "peak_memory_bytes")
CONFIGURATION = ("program", "kind", "vertices", "edges", "instruction_set", "arithmetic", "forced",
                 "threads", "peer")


def pool(sessions):
    """The results of several sessions on one machine as those of one: medians of all their runs, of
    every configuration that was measured in all of them. ValueError where they do not belong together."""
    if len(sessions) == 1:
        return sessions[0]
    if any(session["machine"] != sessions[0]["machine"] for session in sessions):
        raise ValueError("results of different machines have no common median")
    return {**sessions[0], "date": max(session["date"] for session in sessions),
            "repeats": sum(session["repeats"] for session in sessions),
            "sessions": sum(session.get("sessions", 1) for session in sessions),
            "left_out": list(dict.fromkeys(sum((session["left_out"] for session in sessions), []))),
            "sampled": list(dict.fromkeys(sum((session.get("sampled", []) for session in sessions),
                                              []))),
            **{part: pool_measurements([session[part] for session in sessions])
               for part in ("measurements", "kinds")}}


def pool_measurements(sessions):
    def runs(measurement):
        if "runs" not in measurement:
            raise ValueError("results of an older hw3-bench do not hold their single runs")
        return measurement["runs"]

    by_configuration = [{tuple(m[part] for part in CONFIGURATION): m for m in session}
                        for session in sessions]
    return [{**first, **median_of(sum((runs(others[key]) for others in by_configuration), []))}
            for key, first in by_configuration[0].items()
            if all(key in others for others in by_configuration)]


def asked(measurement):
    """The width, and whether the program chose it: "u16" or "u16, auto"."""
    return measurement["arithmetic"] + ("" if measurement["forced"] else ", auto")


def on_all_threads(measurements):
    """Those with the most threads that their program was run with."""
    most = {}
    for m in measurements:
        most[m["program"]] = max(m["threads"], most.get(m["program"], 0))
    return [m for m in measurements if m["threads"] == most[m["program"]]]


def configurations_table(measurements):
    """Every configuration on all threads: the compute phase and the whole process."""
    rows = [[m["program"], str(m["vertices"]), str(m["edges"]), m["instruction_set"], asked(m),
             str(m["threads"]), giga(m["compute_rate"]), giga(m["ceiling"]), percent(m["ratio"]),
             percent(m.get("best_ratio")), seconds(m["seconds"])]
            for m in on_all_threads(measurements) if not m["peer"]]
    return table(["program", "V", "E", "set", "width", "threads", "G relax/s", "ceiling",
                  "of ceiling", "best run", "whole, s"], rows)


def whole_process_table(measurements):
    """The runs that nothing was forced in, by phase."""
    chosen = [m for m in on_all_threads(measurements) if not m["peer"] and not m["forced"]]
    phases = list(dict.fromkeys(name for m in chosen for name in m["phases"]))
    rows = [[m["program"], str(m["vertices"]), str(m["edges"]), m["instruction_set"],
             m["arithmetic"], str(m["threads"]), seconds(m["seconds"]),
             *(seconds(m["phases"].get(name)) for name in phases)] for m in chosen]
    return table(["program", "V", "E", "set", "width", "threads", "whole, s", *phases], rows)


def scaling_table(measurements):
    """Configurations that were run with several numbers of threads, against the fewest."""
    groups = {}
    for m in measurements:
        if not m["peer"] and m["forced"]:
            key = (m["program"], m["vertices"], m["instruction_set"], m["arithmetic"])
            groups.setdefault(key, []).append(m)
    rows = []
    for group in groups.values():
        group = sorted(group, key=lambda m: m["threads"])
        for m in group if len(group) > 1 else []:
            rows.append([m["program"], str(m["vertices"]), m["instruction_set"], m["arithmetic"],
                         str(m["threads"]), giga(m["compute_rate"]), percent(m["ratio"]),
                         f"{m['compute_rate'] / group[0]['compute_rate']:.2f}"])
    return table(["program", "V", "set", "width", "threads", "G relax/s", "of ceiling", "times"],
                 rows) if rows else ""


def peers_table(measurements):
    """Other programs beside the runs that nothing was forced in, for the sizes that both had."""
    sizes = {(m["vertices"], m["edges"]) for m in measurements if m["peer"]}
    rows = []
    for size in sorted(sizes):
        here = [m for m in on_all_threads(measurements) if (m["vertices"], m["edges"]) == size
                and not m["peer"] and not m["forced"]]
        here += [m for m in measurements if (m["vertices"], m["edges"]) == size and m["peer"]]
        for m in here:
            rows.append([m["program"], str(size[0]), str(size[1]), str(m["threads"]),
                         giga(m["compute_rate"]), seconds(m["seconds"]),
                         f"{m['seconds'] / here[0]['seconds']:.1f}"])
    return table(["program", "V", "E", "threads", "G relax/s", "whole, s", "times"],
                 rows) if rows else ""


def kinds_table(measurements):
    """Sparse graphs of several kinds, everything left to the program."""
    rows = [[m["program"], m["kind"], str(m["vertices"]), str(m["edges"]), m["instruction_set"],
             m["arithmetic"], str(m["threads"]), seconds(m["phases"].get("compute")),
             giga(m["compute_rate"]), giga(m["ceiling"]), seconds(m["seconds"])]
            for m in measurements]
    return table(["program", "graph", "V", "E", "set", "width", "threads", "compute, s",
                  "G relax/s", "ceiling", "whole, s"], rows)


def heading(results):
    machine = results["machine"]
    sessions = f" in {results['sessions']} sessions" if "sessions" in results else ""
    return (f"{machine['cpu']}, {machine['processors']} processors, {results['date']}; medians of "
            f"{results['repeats']} runs{sessions}.")


def report(results):
    """The text in full, as the pages in docs/results/ show it."""
    measurements = results["measurements"]
    parts = [heading(results)]
    if measurements:
        parts += ["Compute phase, each instruction set and width. The ceiling is measured before and "
                  "after each run, the higher one counts; its share is the median over the runs, and "
                  "beside it that of the best run.",
                  configurations_table(measurements),
                  "Whole process, everything left to the program:",
                  whole_process_table(measurements)]
    scaling = scaling_table(measurements)
    if scaling:
        parts += ["Threads; each share is of the ceiling of as many threads:", scaling]
    peers = peers_table(measurements)
    if peers:
        parts += ["Peers on the same graph:", peers]
    kinds = results.get("kinds")  # not in older files
    if kinds:
        parts += ["Sparse graphs. The rate is V³ over seconds, although what holds no path is left out, "
                  "so it may pass the ceiling:", kinds_table(kinds)]
    return "\n\n".join(parts + closing(results))


def summary(results):
    """The text in short: the whole process, peers, and the compute phase at the largest V."""
    measurements = results["measurements"]
    best = [m for m in on_all_threads(measurements) if m["forced"] and m["ratio"]]
    parts = [heading(results), whole_process_table(measurements)]
    peers = peers_table(measurements)
    if peers:
        parts += ["Peers on the same graph:", peers]
    if best:
        most = max(m["vertices"] for m in best)
        parts += [f"Compute phase at V = {most}:",
                  configurations_table([m for m in best if m["vertices"] == most])]
    return "\n\n".join(parts)


def write_csv(results, file):
    """One line a configuration; the seconds of each phase in columns at the end."""
    measurements = results["measurements"]
    phases = list(dict.fromkeys(name for m in measurements for name in m["phases"]))
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"{name}_seconds" for name in phases)])
    for m in measurements:
        writer.writerow([*(m.get(column) for column in COLUMNS),
                         *(m["phases"].get(name) for name in phases)])
