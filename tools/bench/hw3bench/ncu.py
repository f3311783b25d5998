# SPDX-License-Identifier: MIT
"""Nsight Compute's counters, as figures of each kernel."""

import csv
import os
import pathlib
import re
import shutil
import signal
import subprocess

from .programs import say

SECONDS = 60  # that one run under ncu may take
PLACES = ("usr/local/cuda/bin/ncu", "opt/nvidia/nsight-compute/*/ncu")  # beside the PATH

# Each figure is a sum of terms, each term the first of its metrics that is known, times a factor. A
# wavefront is one pass through the shared memory's banks, 128 bytes. An LDGSTS instruction
# (cp.async) of hw3-2 copies 16 bytes for each of 32 threads from global to shared memory. Names of
# metrics depend on the GPU and on ncu's version, hence the choice.
WAVEFRONT = 128
COPY = 16 * 32
COPIES = [("smsp__inst_executed_op_ldgsts.sum", COPY),
          ("smsp__inst_executed_op_ldgsts_cache_bypass.sum", COPY),
          ("sm__sass_inst_executed_op_ldgsts.sum", COPY)]
FIGURES = {
    "seconds": [[("gpu__time_duration.sum", 1)]],
    "occupancy": [[("sm__warps_active.avg.pct_of_peak_sustained_active", 0.01)]],
    "sm_efficiency": [[("smsp__cycles_active.avg.pct_of_peak_sustained_elapsed", 0.01)]],
    "shared_load": [[("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", WAVEFRONT)]],
    "shared_store": [[("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", WAVEFRONT)],
                     COPIES],
    "global_load": [[("l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum", 1)],
                    [*COPIES, ("sm__sass_data_bytes_mem_global_op_ldgsts.sum", 1)]],
    "global_store": [[("l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum", 1)]],
}
METRICS = tuple(dict.fromkeys(metric for terms in FIGURES.values() for term in terms
                              for metric, _ in term))
BYTES = ("shared_load", "shared_store", "global_load", "global_store")  # divided by the seconds

# The phase of each kernel; the others of a program are not profiled.
PHASES = {
    "close_pivot_kernel": "1, pivot", "product_tiles_kernel": "1, inside the pivot",
    "lookahead_kernel": "2, lookahead", "panels_kernel": "2, panels",
    "product_kernel": "3, remainder",
}

PREFIXES = {"": 1, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9,
            "T": 1e12, "P": 1e15}


def unit_factor(unit):
    """The factor from a unit ("Gbyte/s", "usecond", "%") to bytes, seconds or counts."""
    match = re.fullmatch(r"([numkKMGTP]?)(byte|second|sec|s|cycle|inst|sector|warp|hz)"
                         r"(/(second|sec|s))?", unit)
    return PREFIXES[match[1]] if match else 1


def number(text):
    """"1,234.5" as a float; None for what is no number, such as "n/a"."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def kernel_of(name):
    """The key of PHASES that a demangled kernel name is; None for other kernels."""
    return next((word for word in re.findall(r"\w+", name) if word in PHASES), None)


def parse_ncu(text):
    """The launches in the output of `ncu --csv --page raw`: [(kernel, {metric: value})], values in
    bytes, seconds or counts, without the metrics that have none. Other lines are passed over."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    start = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), len(lines))
    header, units, *launches = [*csv.reader(lines[start:]), [], []]
    factors = {name: unit_factor(unit) for name, unit in zip(header, units)}
    found = []
    for launch in launches:
        cells = dict(zip(header, launch))
        kernel = kernel_of(cells.get("Kernel Name", ""))
        if kernel is None:
            continue
        values = {name: number(cell) for name, cell in cells.items() if "__" in name}
        found.append((kernel, {name: value * factors[name] for name, value in values.items()
                               if value is not None}))
    return found


def figure(metrics, terms):
    """The sum of the terms; None where one of them is not known."""
    total = 0
    for term in terms:
        known = [metrics[metric] * factor for metric, factor in term if metric in metrics]
        if not known:
            return None
        total += known[0]
    return total


def figures_of(launches):
    """Means over launches of one kernel: FIGURES, those of BYTES per second. None: not known."""
    each = [{name: figure(metrics, terms) for name, terms in FIGURES.items()}
            for metrics in launches]

    def mean(name):
        values = [one[name] for one in each]
        return None if None in values else sum(values) / len(values)

    means = {name: mean(name) for name in FIGURES}
    for name in BYTES:
        known = means[name] is not None and means["seconds"]
        means[name] = means[name] / means["seconds"] if known else None
    return {"launches": len(launches), **means}


def kernels_of(text):
    """The figures of each kernel in ncu's output, in the order of phases: [{kernel, phase, ...}]."""
    launches = parse_ncu(text)
    rows = []
    for kernel, phase in PHASES.items():
        own = [metrics for name, metrics in launches if name == kernel]
        if own:
            rows.append({"kernel": kernel, "phase": phase, **figures_of(own)})
    return rows


def unknown_metrics(text):
    """Those of METRICS that ncu's complaint names."""
    return [metric for metric in METRICS
            if re.search(re.escape(metric.split(".")[0]) + r"(?!\w)", text)]


class NoCounters(Exception):
    """ncu is missing or cannot read the counters; the text says why."""


class Profiler:
    """Nsight Compute on a few launches of each kernel."""

    def __init__(self, path):
        self.path = path or self.search()
        self.metrics = list(METRICS)
        self.works = False  # has worked once
        self.broken = None if self.path else "ncu is not installed, or not found (--ncu)"

    @staticmethod
    def search():
        places = [path for place in PLACES
                  for path in sorted(pathlib.Path("/").glob(place), reverse=True)]
        return shutil.which("ncu") or next(map(str, places), None)

    def run(self, kernels, skip, count, program):
        """The rows of kernels_of() for launches [skip, skip + count) of the kernels that
        the expression `kernels` matches."""
        if self.broken:
            raise NoCounters(self.broken)
        while True:
            code, text = self.start(["--kernel-name", f"regex:{kernels}", "--launch-skip", skip,
                                     "--launch-count", count], program)
            rows = kernels_of(text)
            if code == 0 and rows:
                self.works = True
                return rows
            lines = [line for line in text.splitlines() if line.strip() and line[0] != '"']
            errors = " ".join(line for line in lines if line.startswith("==ERROR=="))
            unknown = [m for m in unknown_metrics("\n".join(lines)) if m in self.metrics]
            if not unknown and "metric" in errors.lower():
                unknown = self.unlisted()
            if not unknown:
                said = errors or (lines or ["nothing"])[-1]
                why = "ncu says: " + re.sub("==[A-Z]+== ", "", said).strip(". ")
                self.broken = None if self.works else why
                raise NoCounters(why)
            say(f"ncu does not know {', '.join(unknown)}")
            self.metrics = [m for m in self.metrics if m not in unknown]

    def start(self, options, program):
        """Exit code and all output."""
        command = [self.path, "--clock-control", "none", "--cache-control", "none", "--csv",
                   "--page", "raw", "--print-units", "base", "--metrics", ",".join(self.metrics),
                   *options, *program]
        return self.execute(command)

    def unlisted(self):
        """The metrics in use that ncu does not list for this GPU; none if it lists none at all."""
        code, text = self.execute([self.path, "--query-metrics"])
        listed = {line.split()[0] for line in text.splitlines() if line.strip()}
        unlisted = [m for m in self.metrics if m.split(".")[0] not in listed]
        return unlisted if code == 0 and len(unlisted) < len(self.metrics) else []

    @staticmethod
    def execute(command):
        process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, start_new_session=True,
                                   env={**os.environ, "LC_ALL": "C"})
        try:
            text, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return 1, f"==ERROR== no end after {SECONDS} seconds"
        return process.returncode, text
