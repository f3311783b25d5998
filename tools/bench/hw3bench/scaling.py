# SPDX-License-Identifier: MIT
"""Measures hw3-3 on the GPUs of this machine, beside hw3-2 on one. Five tables:

  strong    the same graph on 1, 2, 4 and 8 GPUs
  weak      a graph whose V grows with the root of the number of GPUs
  crossing  the ways that pivot rows can take, on all GPUs
  ranks     one process with all GPUs, and a rank of MPI for each GPU
  sweeps    a sparse graph on 1, 2, 4 and 8 GPUs, its summary alone

No time is shown for a result that is not checked: the first one of each graph
by hw3-check against the graph, all others by the same bytes. hw3-check proves
all rows, or recomputes a sample of the largest graphs; lines below the tables
name these. Sweeps are found right by the summary of hw3-1. A first run of
everything is dropped, medians are quoted.

Writes scaling.json, after each row, and scaling.csv into --folder, and prints
the tables.

Example: hw3-scaling-report --folder /dev/shm/bench --only strong --counts 2"""

import json
import math
import os
import shlex
import time
from typing import NamedTuple

from .case import Case
from .options import add_results_options, make_parser, parse_size, positive, run_script, tell
from .programs import NO_ANSWER, NO_MEMORY, USAGE, Configuration, Failed, Programs
from .ranks import default_launcher
from .results import save, started
from .scaling_results import SECTIONS, report, write_csv
from .timing import gpu_ceiling, in_turn, median, medians_of, processor

SIZES = ("25000:5500000", "50000:30000000")
WEAK_SIZE = "25000:5500000"
SWEPT_VERTICES = 500_000


class Ranks(NamedTuple):
    """hw3-3 as ranks of MPI, one for each of the first GPUs."""
    launcher: tuple
    count: int
    width: str

    def __str__(self):
        return f"hw3-3 {self.width}, {self.count} ranks"

    def command(self, programs, graph, distances, report_file):
        return [*self.launcher, str(self.count), programs.find("hw3-3"), "--quiet",
                "--arithmetic", self.width, "--report", report_file, graph, distances]


def parse_arguments():
    parser = make_parser("hw3-scaling-report", __doc__)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=SECTIONS,
                        metavar="TABLE", help=f"some of the tables: {', '.join(SECTIONS)} [all]")
    parser.add_argument("--sizes", type=parse_size, nargs="+", metavar="V:E",
                        default=[parse_size(size) for size in SIZES],
                        help=f"graphs of strong and ranks; crossing takes the first [{' '.join(SIZES)}]")
    parser.add_argument("--weak-size", type=parse_size, default=parse_size(WEAK_SIZE),
                        metavar="V:E", help=f"graph of one GPU for weak [{WEAK_SIZE}]")
    parser.add_argument("--widths", nargs="+", choices=("u16", "s32"), default=("u16", "s32"),
                        help="widths to force [u16 s32]")
    parser.add_argument("--counts", type=positive, nargs="+", metavar="N",
                        help="numbers of GPUs [2 4 8, as far as there are so many]")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N",
                        help="runs that count [3]")
    parser.add_argument("--swept-vertices", type=positive, default=SWEPT_VERTICES, metavar="V",
                        help=f"of the road network of sweeps [{SWEPT_VERTICES}]")
    parser.add_argument("--launcher", default=default_launcher(), metavar="WORDS",
                        help="what starts N ranks, without the N [%(default)s]")
    add_results_options(parser, "scaling.json")
    return parser.parse_args()


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = arguments.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.programs = Programs(arguments.bin_dir)
        gpus = self.count_devices()
        self.counts = arguments.counts or [count for count in (2, 4, 8) if count <= gpus]
        self.cases = {}
        self.rows = {}  # that are measured, by case and configuration
        self.results = started(self.programs, arguments.repeats, [],
                               gpu=gpu_ceiling(self.programs)["device"], gpus=gpus,
                               cpu=processor())
        if not self.counts:
            self.results["left_out"].append("all tables: one GPU is visible")

    def count_devices(self):
        """As hw3-3 counts them, at most 8."""
        graph, facts = self.folder / "tiny.graph", self.folder / "tiny.json"
        self.programs.run("hw3-gen", "ring", graph, "--vertices", 2)
        self.programs.run("hw3-3", "--quiet", "--report", facts, graph, os.devnull)
        return len(json.loads(facts.read_text())["devices"].split(","))

    def case(self, size):
        """One at a time: distances take gigabytes."""
        if size not in self.cases:
            for case in self.cases.values():
                case.distances.unlink(missing_ok=True)
            self.cases[size] = Case.generated(self.programs, self.folder, *size)
        return self.cases[size]

    def measure_one(self, section, size, width, devices, route="direct", transfer="auto"):
        """Adds a row of hw3-3, or for one device of hw3-2, to the section."""
        configuration = Configuration("hw3-2", width=width) if devices == 1 else Configuration(
            "hw3-3", width=width,
            more=("--devices", ",".join(map(str, range(devices))), "--route", route,
                  "--transfer", transfer))
        key = (size, configuration)
        if key not in self.rows:
            case = self.case(size)
            try:
                medians, facts = medians_of(case, configuration, self.arguments.repeats)
            except Failed as failure:
                if failure.code not in (NO_ANSWER, NO_MEMORY):
                    raise
                self.results["left_out"].append(f"{configuration} at V = {size[0]}: {failure}")
                return
            self.rows[key] = {
                "program": configuration.program, "devices": devices, "vertices": size[0],
                "edges": size[1], "arithmetic": facts["arithmetic"], "route": route,
                "transfer": transfer, "seconds": medians["seconds"],
                "compute": medians["phases"]["compute"], "rate": medians["compute_rate"],
                "exchange_bytes": facts.get("exchange_bytes"),
                "exchange_seconds": facts.get("exchange_seconds")}
        self.results.setdefault(section, []).append(self.rows[key])
        save(self.results, self.folder, "scaling", write_csv)

    def measure(self):
        for section in SECTIONS:
            if section in self.arguments.only and self.counts:
                getattr(self, section)()
        return self.results

    def strong(self):
        for size in self.arguments.sizes:
            for width in self.arguments.widths:
                for devices in (1, *self.counts):
                    self.measure_one("strong", size, width, devices)

    def crossing(self):
        for width in self.arguments.widths:
            for route in ("direct", "chain"):
                for transfer in ("auto", "host"):
                    self.measure_one("crossing", self.arguments.sizes[0], width, self.counts[-1],
                                     route, transfer)

    def weak(self):
        vertices, edges = self.arguments.weak_size
        for devices in (1, *self.counts):
            size = (round(vertices * math.sqrt(devices)), edges * devices)
            for width in self.arguments.widths:
                self.measure_one("weak", size, width, devices)


    def ranks(self):
        """All GPUs of the machine, if a rank of its own drives each."""
        launcher = tuple(shlex.split(self.arguments.launcher))
        for size in self.arguments.sizes:
            for width in self.arguments.widths:
                case, devices = self.case(size), self.counts[-1]
                process = Configuration("hw3-3", width=width, more=(
                    "--devices", ",".join(map(str, range(devices)))))
                both = (process, Ranks(launcher, devices, width))
                plans = [(f"V = {size[0]}: {configuration}",
                          lambda configuration=configuration, case=case: case.solve(configuration))
                         for configuration in both]
                try:
                    one, several = (runs[1:] for runs in
                                    in_turn(plans, 1 + self.arguments.repeats))
                except FileNotFoundError as missing:
                    self.results["left_out"].append(f"ranks: there is no {missing.filename}")
                    return
                except Failed as failure:
                    if failure.code not in (USAGE, NO_ANSWER, NO_MEMORY):
                        raise
                    self.results["left_out"].append(f"ranks at V = {size[0]}: {failure}")
                    continue
                self.results.setdefault("ranks", []).append({
                    "program": "hw3-3", "devices": devices, "vertices": size[0],
                    "edges": size[1], "arithmetic": width,
                    "compute": median(run.phases["compute"] for run in one),
                    "seconds": median(run.seconds for run in one),
                    "ranks_compute": median(slowest_rank(run) for run in several),
                    "ranks_seconds": median(run.seconds for run in several),
                    "exchange": several[0].report["exchange"]})
                save(self.results, self.folder, "scaling", write_csv)

    def sweeps(self):
        vertices = self.arguments.swept_vertices
        case = Case.generated(self.programs, self.folder, vertices, None, "road")
        expected, found = self.folder / "expected.json", self.folder / "summary.json"
        self.programs.run("hw3-1", "--quiet", "--summary", expected, case.graph)

        def summarize(devices):
            chosen = ("hw3-2",) if devices == 1 else (
                "hw3-3", "--devices", ",".join(map(str, range(devices))))
            began = time.perf_counter()
            self.programs.run(*chosen, "--quiet", "--method", "sweep", "--summary", found,
                              "--report", case.report, case.graph)
            seconds = time.perf_counter() - began
            if found.read_bytes() != expected.read_bytes():
                raise Failed(f"{chosen[0]}: {case.graph} has another summary by hw3-1")
            return seconds, json.loads(case.report.read_text())

        counts = (1, *self.counts)
        plans = [(f"road, V = {vertices}: {devices} GPUs",
                  lambda devices=devices: summarize(devices)) for devices in counts]
        for devices, runs in zip(counts, in_turn(plans, 1 + self.arguments.repeats)):
            facts = runs[0][1]
            self.results.setdefault("sweeps", []).append({
                "program": "hw3-2" if devices == 1 else "hw3-3", "devices": devices,
                "vertices": vertices, "edges": facts["edges"], "arithmetic": facts["arithmetic"],
                "fill": facts["fill"],
                "compute": median(run["seconds"]["compute"] for _, run in runs[1:]),
                "seconds": median(seconds for seconds, _ in runs[1:])})
        save(self.results, self.folder, "scaling", write_csv)


def slowest_rank(run):
    """Seconds of the compute phase of the rank that took longest."""
    return max([run.phases["compute"],
                *(rank["compute_seconds"] for rank in run.report.get("by_rank", []))])


def main():
    arguments = parse_arguments()
    run_script("hw3-scaling-report",
               lambda: tell(arguments, "scaling", lambda: Bench(arguments).measure(), report))
