# SPDX-License-Identifier: MIT
"""Measures hw3-3 on the GPUs of this machine, beside hw3-2 on one. Three tables:

  strong    the same graph on 1, 2, 4 and 8 GPUs
  weak      a graph whose V grows with the root of the number of GPUs
  crossing  the ways that pivot rows can take, on all GPUs

No time is shown for a result that is not checked: the first one of each graph by hw3-check against
the graph, all others by the same bytes. hw3-check proves all rows, or recomputes a sample of the
largest graphs; lines below the tables name these. A first run of everything is dropped,
medians are quoted.

Writes scaling.json, after each row, and scaling.csv into --folder, and prints the tables.

Example: hw3-scaling-report --folder /dev/shm/bench --only strong --counts 2"""

import json
import math
import os

from .case import Case
from .options import add_results_options, make_parser, parse_size, positive, run_script, tell
from .programs import NO_ANSWER, NO_MEMORY, Configuration, Failed, Programs
from .results import save, started
from .scaling_results import SECTIONS, report, write_csv
from .timing import gpu_ceiling, medians_of, processor

SIZES = ("25000:5500000", "50000:30000000")
WEAK_SIZE = "25000:5500000"


def parse_arguments():
    parser = make_parser("hw3-scaling-report", __doc__)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=SECTIONS,
                        help="some of the tables [all]")
    parser.add_argument("--sizes", type=parse_size, nargs="+", metavar="V:E",
                        default=[parse_size(size) for size in SIZES],
                        help=f"graphs of strong; crossing takes the first [{' '.join(SIZES)}]")
    parser.add_argument("--weak-size", type=parse_size, default=parse_size(WEAK_SIZE),
                        metavar="V:E", help=f"graph of one GPU for weak [{WEAK_SIZE}]")
    parser.add_argument("--widths", nargs="+", choices=("u16", "s32"), default=("u16", "s32"),
                        help="widths to force [u16 s32]")
    parser.add_argument("--counts", type=positive, nargs="+", metavar="N",
                        help="numbers of GPUs [2 4 8, as far as there are so many]")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N",
                        help="runs that count [3]")
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


def main():
    arguments = parse_arguments()
    run_script("hw3-scaling-report",
               lambda: tell(arguments, "scaling", lambda: Bench(arguments).measure(), report))
