# SPDX-License-Identifier: MIT
"""Runs configurations in turn, takes medians, and reads the ceilings beside which they stand."""

import json
import pathlib
import random
import re
import statistics

from .programs import say


def in_turn(plans, repeats):
    """Runs all plans once each, `repeats` times, so that a busy minute of the machine is a small part
    of every plan's runs. Each time in another order: what ran before decides where the system finds
    free pages. `plans`: pairs of a label and a function. Returns the functions' results, a list for
    each plan."""
    results = [[] for _ in plans]
    order = list(zip(plans, results))
    random_order = random.Random(1)
    for repeat in range(repeats):
        if repeat > 0:
            random_order.shuffle(order)
        for (label, work), own in order:
            say(f"{label}: run {repeat + 1} of {repeats}")
            own.append(work())
    return results


def run_of(solve, ceiling=None):
    """The figures of one run, as median_of() takes them."""
    return {"seconds": solve.seconds, "phases": solve.phases,
            "compute_rate": solve.rate, "ceiling": ceiling,
            "peak_memory_bytes": solve.report.get("peak_memory_bytes")}


def median(values):
    """The median of the values that are known; None where none is."""
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def median_of(runs):
    """Medians of several runs of one configuration, as run_of() has them. The ratio is the median of
    the runs' own ratios, each to the ceiling beside it. The best of them estimates a run that no other
    program disturbed."""
    ratios = [run["compute_rate"] / run["ceiling"] for run in runs if run["ceiling"]]
    phases = list(dict.fromkeys(name for run in runs for name in run["phases"]))
    return {
        "repeats": len(runs),
        "seconds": median(run["seconds"] for run in runs),
        "phases": {name: median(run["phases"].get(name) for run in runs) for name in phases},
        "compute_rate": median(run["compute_rate"] for run in runs),
        "ceiling": median(run["ceiling"] for run in runs),
        "ratio": median(ratios),
        "best_ratio": max(ratios, default=None),
        "peak_memory_bytes": max(run.get("peak_memory_bytes") or 0 for run in runs),
        "runs": runs,
    }


class Ceilings:
    """The most that the cores can do, measured again for each question."""

    def __init__(self, programs):
        self.programs = programs
        known = self.measure()
        self.threads = known["threads"]
        self.isas = list(known["ceilings"])

    def measure(self, *options):
        return json.loads(self.programs.run("hw3-ceiling", *options))

    def of(self, report):
        """Relaxes per second of the set, width and threads of a run; None for a set without one."""
        isa, width = report.get("instruction_set"), report["arithmetic"]
        if isa not in self.isas:
            return None
        measured = self.measure("--isa", isa, "--arithmetic", width, "--threads", report["threads"])
        return measured["ceilings"][isa][width] * 1e9


def gpu_ceiling(programs):
    """The first GPU by hw3-gpu-ceiling: its name, relaxes and bytes per second."""
    measured = json.loads(programs.run("hw3-gpu-ceiling"))
    return {"device": measured["device"], "copy": measured["copy_GB_per_s"] * 1e9,
            **{name: measured[name] * 1e12 for name in ("s32", "u16", "f32", "f64")}}


def processor():
    """The operating system's name of the processor."""
    try:
        match = re.search(r"^model name\s*:\s*(.*)$",
                          pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        match = None
    return match[1] if match else "unknown processor"
