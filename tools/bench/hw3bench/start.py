# SPDX-License-Identifier: MIT
"""Measures what small graphs cost on a GPU. Two tables:

  start   what the start of hw3-2 is made of, step by step, by hw3-gpu-start
  sizes   whole processes of hw3-1 and hw3-2 on the same graphs

No time is shown for a result that is not checked: the first one of each graph
by hw3-check against the graph, all others by the same bytes. A first run of
everything is dropped, the programs alternate, medians are quoted.

Writes start.json into --folder, and prints the tables.

Example: hw3-start-report --folder /dev/shm/start --repeats 9"""

import json
import os
import subprocess
import time

from .case import Case
from .options import SHARE, add_results_options, make_parser, positive, publish, run_script
from .programs import Configuration, Failed, Programs, say
from .results import closing, started
from .tables import milliseconds, seconds
from .tables import table as markdown
from .timing import in_turn, median, processor

SIZES = (100, 500, 1000, 2000, 3000, 5000, 7000, 10000)
MODES = {"all kernels at once": (), "kernels as launched": ("--lazy",)}
BEFORE, AFTER = "before main", "end of the process"


def parse_arguments():
    parser = make_parser("hw3-start-report", __doc__)
    parser.add_argument("--sizes", type=positive, nargs="+", metavar="V", default=SIZES,
                        help=f"graphs [{' '.join(map(str, SIZES))}]")
    parser.add_argument("--repeats", type=positive, default=5, metavar="N",
                        help="runs that count [5]")
    add_results_options(parser, "start.json")
    return parser.parse_args()


def start_of(programs, options, clock=time.monotonic):
    """{step: seconds} of one process of hw3-gpu-start, from its creation to its end, and the GPU."""
    before = clock()
    process = subprocess.run([programs.find("hw3-gpu-start"), *options], capture_output=True,
                             text=True)
    after = clock()
    if process.returncode != 0:
        raise Failed(process.stderr.strip(), process.returncode)
    told = json.loads(process.stdout)
    steps = {BEFORE: told["began"] - before, **told["steps"], AFTER: after - told["ended"]}
    return {"steps": {**steps, "all": after - before}, "device": told["device"]}


def measure_start(programs, repeats):
    """{mode: {step: median of the seconds}} and the GPU."""
    plans = [(f"start, {mode}", lambda options=options: start_of(programs, options))
             for mode, options in MODES.items()]
    in_turn(plans, 1)
    runs = in_turn(plans, repeats)
    medians = {mode: {step: median(run["steps"][step] for run in of_mode)
                      for step in of_mode[0]["steps"]}
               for mode, of_mode in zip(MODES, runs)}
    return medians, runs[0][0]["device"]


def measure_size(programs, folder, vertices, repeats):
    """Medians of whole processes, and of the phases of hw3-2."""
    case = Case.generated(programs, folder, vertices, int(vertices * (vertices - 1) * SHARE))
    plans = [(f"V = {vertices}: {name}", lambda name=name: case.solve(Configuration(name)))
             for name in ("hw3-1", "hw3-2")]
    in_turn(plans, 1)
    on_processors, on_gpu = in_turn(plans, repeats)
    return {"vertices": vertices, "hw3-1": median(run.seconds for run in on_processors),
            "hw3-2": median(run.seconds for run in on_gpu),
            "start": median(run.phases.get("start") for run in on_gpu),
            "compute": median(run.phases["compute"] for run in on_gpu)}


def report(results):
    """Both tables, in Markdown."""
    modes = list(results["start"])
    steps = list(results["start"][modes[0]])
    start = markdown(["step"] + [f"{mode}, ms" for mode in modes],
                     [[step] + [milliseconds(results["start"][mode][step]) for mode in modes]
                      for step in steps])
    sizes = markdown(
        ["V", "hw3-1, s", "hw3-2, s", "start, s", "compute, s", "hw3-2 / hw3-1"],
        [[str(row["vertices"]), seconds(row["hw3-1"]), seconds(row["hw3-2"]),
          seconds(row["start"]), f"{row['compute']:.4f}", f"{row['hw3-2'] / row['hw3-1']:.2f}"]
         for row in results["sizes"]])
    machine = results["machine"]
    about = (f"{machine['gpu']}, {machine['cpu']} with {machine['threads']} threads; medians of "
             f"{results['repeats']} processes of each, in alternation; every result checked by "
             "hw3-check.")
    return "\n\n".join([about, start, sizes, *closing(results)]) + "\n"


def measure(arguments):
    if arguments.load:
        results = json.loads(arguments.load.read_text())
    else:
        folder = arguments.folder
        folder.mkdir(parents=True, exist_ok=True)
        programs = Programs(arguments.bin_dir)
        steps, device = measure_start(programs, arguments.repeats)
        results = started(programs, arguments.repeats, [], gpu=device, cpu=processor(),
                          threads=len(os.sched_getaffinity(0)))
        results["start"] = steps
        results["sizes"] = [measure_size(programs, folder, vertices, arguments.repeats)
                            for vertices in arguments.sizes]
        (folder / "start.json").write_text(json.dumps(results, indent=1) + "\n")
        say(f"{folder}: start.json")
    print(report(results))
    publish(arguments.update, report(results))


def main():
    arguments = parse_arguments()
    run_script("hw3-start-report", lambda: measure(arguments))
