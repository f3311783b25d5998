# SPDX-License-Identifier: MIT
"""Measures what --predecessors costs. Every program runs with and without it in
turn, --repeats times each; the least of each figure counts, because other work
on the machine only adds to it.

  compute    seconds of the compute phase, times the threads of hw3-1
  search     seconds of the search for predecessors: of processors, or of the
             device's kernels
  share      search over compute
  without, with
             processor seconds of whole processes

All predecessors of a graph must be the same bytes.

Example: hw3-predecessor-report --programs hw3-1 hw3-2 --sizes 5000:2500000
--threads 2"""

import hashlib
import json
import pathlib
import resource
import tempfile

from .options import add_programs_option, make_parser, parse_size, positive, run_script
from .programs import Configuration, Failed, Programs
from .tables import seconds, table
from .timing import in_turn

COLUMNS = ("V", "E", "program", "compute", "search", "share", "without", "with")


def parse_arguments():
    parser = make_parser("hw3-predecessor-report", __doc__)
    parser.add_argument("--programs", nargs="+", default=["hw3-1"], metavar="FILE",
                        help="solvers [hw3-1]")
    parser.add_argument("--sizes", nargs="+", type=parse_size, default=[(5000, 2500000)],
                        metavar="V[:E]", help="random graphs [5000:2500000]")
    parser.add_argument("--threads", type=positive, metavar="N",
                        help="of hw3-1 [one for each processor]")
    parser.add_argument("--repeats", type=positive, default=5, metavar="N",
                        help="runs with, and without [5]")
    parser.add_argument("--folder", type=pathlib.Path, metavar="FOLDER",
                        help="where graphs and results go, such as /dev/shm [a temporary one]")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write all figures")
    add_programs_option(parser)
    return parser.parse_args()


def processor_seconds():
    """Processor time of all programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def digest(file):
    found = hashlib.sha256()
    with file.open("rb") as content:
        while block := content.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def run_of(programs, configuration, graph, folder):
    solve = programs.solve(configuration, graph, folder / "distances.bin", folder / "report.json",
                           processor_seconds)
    report = solve.report
    device = report.get("predecessors_device_seconds", 0)
    threads = 1 if "device" in report else report["threads"]
    return {"whole": solve.seconds, "compute": threads * solve.phases["compute"],
            "search": device or report.get("predecessors_cpu_seconds", 0)}


def least(runs, name):
    return min(run[name] for run in runs)


def compare(programs, files, graph, arguments, folder):
    """The figures of each program on one graph."""
    found = folder / "predecessors.bin"
    plans = []
    for file in files:
        threads = arguments.threads if pathlib.Path(file).name == "hw3-1" else 0
        for more in ((), ("--predecessors", str(found))):
            configuration = Configuration(file, threads=threads or 0, more=more)
            plans.append((str(configuration),
                          lambda own=configuration: run_of(programs, own, graph, folder)))
    runs = in_turn(plans, arguments.repeats)
    expected, results = None, []
    for number, file in enumerate(files):
        plans[2 * number + 1][1]()  # once more, for the bytes
        expected = expected or digest(found)
        if digest(found) != expected:
            raise Failed(f"{file}: predecessors differ from those of {files[0]}")
        without, searched = runs[2 * number], runs[2 * number + 1]
        results.append({"program": file, "compute": least(without + searched, "compute"),
                        "search": least(searched, "search"), "without": least(without, "whole"),
                        "with": least(searched, "whole")})
    return results


def row(vertices, edges, result):
    share = result["search"] / result["compute"] if result["compute"] else 0
    return [str(vertices), str(edges), pathlib.Path(result["program"]).name,
            seconds(result["compute"]), seconds(result["search"]), f"{100 * share:.1f} %",
            seconds(result["without"]), seconds(result["with"])]


def measure(arguments):
    programs = Programs(arguments.bin_dir)
    files = [programs.find(name) for name in arguments.programs]
    cases = []
    with tempfile.TemporaryDirectory(prefix="hw3-predecessors-", dir=arguments.folder) as name:
        folder = pathlib.Path(name)
        graph = folder / "graph.bin"
        for vertices, edges in arguments.sizes:
            programs.run("hw3-gen", "random", "--vertices", str(vertices), "--edges", str(edges),
                         graph)
            for result in compare(programs, files, graph, arguments, folder):
                cases.append({"vertices": vertices, "edges": edges, **result})
    print(table(COLUMNS, [row(case["vertices"], case["edges"], case) for case in cases]))
    if arguments.json:
        arguments.json.write_text(json.dumps(cases, indent=1))


def main():
    arguments = parse_arguments()
    run_script("hw3-predecessor-report", lambda: measure(arguments))
