# SPDX-License-Identifier: MIT
"""Measures hw3-1 as several ranks of MPI that make one solve. Four tables:

  split   the same dense graph on the same processors: one process, and 2, 4,
          ... ranks
  strong  the same dense graph on 1, 2, 4, ... ranks
  sparse  the same sparse graph, whose sources are shared out
  weak    a dense graph whose V grows with the root of the number of ranks

No time is shown for a result that is not checked: the first one of each graph
by hw3-check against the graph, all others by the same bytes. A first run of
everything is dropped, runs of a graph take turns, medians are quoted. Each
configuration is bound to as many processors as it has threads, where there are
so many. Otherwise the thread that makes the output's pages would win by a
processor that others of the table do not have.

Writes ranks.json, after each graph, and ranks.csv into --folder, and prints
the tables.

Example: hw3-ranks-report --bin-dir build/release --folder /dev/shm/bench
--only split sparse"""

import math
import os
import shlex
from typing import NamedTuple

from .case import Case
from .options import add_results_options, make_parser, parse_size, positive, run_script, tell
from .programs import Programs, say
from .ranks_results import SECTIONS, report, write_csv
from .results import save, started
from .timing import in_turn, median, processor

SIZE = "4096:6700000"
SPARSE_VERTICES = 40000


class Joint(NamedTuple):
    """hw3-1 as ranks of so many threads; one rank needs no launcher."""
    launcher: tuple
    ranks: int
    threads: int
    options: tuple

    def __str__(self):
        return " ".join(("hw3-1", *self.options, f"{self.ranks} x {self.threads}"))

    def command(self, programs, graph, distances, report_file):
        launcher = (*self.launcher, str(self.ranks)) if self.ranks > 1 else ()
        processors = sorted(os.sched_getaffinity(0))[:self.ranks * self.threads]
        bound = ("taskset", "--cpu-list", ",".join(map(str, processors)))
        return [*bound, *launcher, programs.find("hw3-1"), "--quiet", "--threads", self.threads,
                *self.options, "--report", report_file, graph, distances]


def default_launcher():
    root = " --allow-run-as-root" if os.geteuid() == 0 else ""
    return f"mpirun --oversubscribe --bind-to none{root} -n"


def parse_arguments():
    parser = make_parser("hw3-ranks-report", __doc__)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=SECTIONS,
                        metavar="TABLE", help=f"some of the tables: {', '.join(SECTIONS)} [all]")
    parser.add_argument("--size", type=parse_size, default=parse_size(SIZE), metavar="V:E",
                        help=f"dense graph, for weak that of one rank [{SIZE}]")
    parser.add_argument("--sparse-vertices", type=positive, default=SPARSE_VERTICES, metavar="V",
                        help=f"of the grid of sparse [{SPARSE_VERTICES}]")
    parser.add_argument("--width", choices=("u8", "u16", "s32"), default="s32",
                        help="width of the dense tables [s32]")
    parser.add_argument("--counts", type=positive, nargs="+", metavar="N",
                        help="numbers of ranks [2 4 8 ..., as far as there are processors]")
    parser.add_argument("--threads", type=positive, default=1, metavar="N",
                        help="of each rank, except in split [1]")
    parser.add_argument("--launcher", default=default_launcher(), metavar="WORDS",
                        help="what starts N ranks, without the N, such as 'srun --mpi=pmix -n' "
                        "[%(default)s]")
    parser.add_argument("--repeats", type=positive, default=5, metavar="N",
                        help="runs that count [5]")
    add_results_options(parser, "ranks.json")
    return parser.parse_args()


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = arguments.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.programs = Programs(arguments.bin_dir)
        self.processors = len(os.sched_getaffinity(0))
        self.counts = arguments.counts or [2**n for n in range(1, 12) if 2**n <= self.processors]
        self.results = started(self.programs, arguments.repeats, [], cpu=processor(),
                               launcher=arguments.launcher)

    def joint(self, ranks, threads, *options):
        return Joint(tuple(shlex.split(self.arguments.launcher)), ranks, threads, options)

    def row(self, case, configuration, runs):
        reports = [run.report for run in runs]
        ranks = [solve.get("by_rank", []) for solve in reports]
        return {"ranks": configuration.ranks, "threads": configuration.threads,
                "vertices": case.vertices, "edges": case.edges,
                "arithmetic": reports[0]["arithmetic"], "method": reports[0]["method"],
                "seconds": median(run.seconds for run in runs),
                "solve": median(solve["seconds"]["total"] for solve in reports),
                "compute": median(max([solve["seconds"]["compute"],
                                       *(rank["compute_seconds"] for rank in all_ranks)])
                                  for solve, all_ranks in zip(reports, ranks)),
                "waiting": median(max([rank["waiting_seconds"] for rank in all_ranks], default=0)
                                  for all_ranks in ranks),
                "sending": median(sum(rank["sending_seconds"] for rank in all_ranks)
                                  for all_ranks in ranks),
                "bytes": max(sum(rank["bytes_received"] for rank in all_ranks)
                             for all_ranks in ranks)}

    def measure_all(self, section, case, configurations):
        """Adds a row of each configuration; first, all results are checked."""
        for configuration in configurations:
            say(f"V = {case.vertices}: {configuration}: checked, not timed")
            case.solve(configuration)
        plans = [(f"V = {case.vertices}: {configuration}",
                  lambda configuration=configuration: case.solve(configuration))
                 for configuration in configurations]
        for configuration, runs in zip(configurations, in_turn(plans, self.arguments.repeats)):
            self.results.setdefault(section, []).append(self.row(case, configuration, runs))
        save(self.results, self.folder, "ranks", write_csv)

    def dense_case(self, ranks=1):
        vertices, edges = self.arguments.size
        return Case.generated(self.programs, self.folder, round(vertices * math.sqrt(ranks)),
                              edges * ranks)

    def dense(self, ranks, threads):
        return self.joint(ranks, threads, "--method", "dense", "--arithmetic",
                          self.arguments.width)

    def split(self):
        counts = [n for n in self.counts if self.processors % n == 0]
        if not counts:
            self.results["left_out"].append("split: no number of ranks divides the processors")
            return
        self.measure_all("split", self.dense_case(),
                         [self.dense(n, self.processors // n) for n in (1, *counts)])

    def strong(self):
        self.measure_all("strong", self.dense_case(),
                         [self.dense(n, self.arguments.threads) for n in (1, *self.counts)])

    def sparse(self):
        case = Case.generated(self.programs, self.folder, self.arguments.sparse_vertices, None,
                              "grid")
        self.measure_all("sparse", case,
                         [self.joint(n, self.arguments.threads, "--method", "sweep")
                          for n in (1, *self.counts)])

    def weak(self):
        for ranks in (1, *self.counts):
            self.measure_all("weak", self.dense_case(ranks),
                             [self.dense(ranks, self.arguments.threads)])

    def measure(self):
        for section in SECTIONS:
            if section in self.arguments.only:
                getattr(self, section)()
        return self.results


def main():
    arguments = parse_arguments()
    run_script("hw3-ranks-report",
               lambda: tell(arguments, "ranks", lambda: Bench(arguments).measure(), report))
