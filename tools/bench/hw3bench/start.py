# SPDX-License-Identifier: MIT
"""What small graphs cost on a GPU: the start of hw3-2

Two tables: the start of hw3-2 step by step, by hw3-gpu-start, and whole
processes of hw3-1 and hw3-2 on the same graphs.

Example:
  hw3-bench start --folder /dev/shm/start --repeats 9"""

import json
import time

from .frame import SHARE, positive
from .programs import Configuration, run
from .tables import factor, milliseconds, seconds, table
from .timing import median

REPEATS = 5
SIZES = [100, 500, 1000, 2000, 3000, 5000, 7000, 10000]
MODES = {"all kernels at once": (), "kernels as launched": ("--lazy",)}
BEFORE, AFTER = "before main", "end of the process"


def add_options(parser):
    parser.add("--sizes", positive, "V", SIZES, "graphs", nargs="+")


def start_of(program, options):
    """{step: seconds} of one process of hw3-gpu-start, from its creation to its end, and the GPU."""
    before = time.monotonic()
    said = run([program, *options]).stdout
    after = time.monotonic()
    told = json.loads(said)
    return told["device"], {BEFORE: told["began"] - before, **told["steps"],
                            AFTER: after - told["ended"], "all": after - before}


def measure(bench):
    program = bench.programs.find("hw3-gpu-start")
    starts = list(bench.runs_of("start", MODES.values(),
                                work=lambda options: start_of(program, options)).values())
    bench.results["machine"]["gpu"] = starts[0][0][0]
    bench.add("start", *({"step": step, **{mode: median(steps[step] for _, steps in own)
                                           for mode, own in zip(MODES, starts)}}
                         for step in starts[0][0][1]))
    for vertices in bench.arguments.sizes:
        case = bench.case(vertices, int(vertices * (vertices - 1) * SHARE))
        pair = [Configuration("hw3-1"), Configuration("hw3-2")]
        on_processors, on_gpu = bench.runs_of(case, pair).values()
        bench.add("sizes", {"vertices": vertices,
                            "hw3-1": median(run.seconds for run in on_processors),
                            "hw3-2": median(run.seconds for run in on_gpu),
                            "start": median(run.phases.get("start") for run in on_gpu),
                            "compute": median(run.compute for run in on_gpu)})


def start_table(results):
    return table(["step", *(f"{mode}, ms" for mode in MODES)],
                 [[row["step"], *(milliseconds(row[mode]) for mode in MODES)]
                  for row in results["start"]])


def sizes_table(results):
    return table(["V", "hw3-1, s", "hw3-2, s", "start, s", "compute, s", "hw3-2 / hw3-1"],
                 [[row["vertices"], seconds(row["hw3-1"]), seconds(row["hw3-2"]),
                   seconds(row["start"]), f"{row['compute']:.4f}",
                   factor(row["hw3-2"] / row["hw3-1"])] for row in results["sizes"]])


SECTIONS = {"start": ("The start of hw3-2, each step taken to its end:", start_table),
            "sizes": ("Whole processes:", sizes_table)}
