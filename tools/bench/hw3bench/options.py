# SPDX-License-Identifier: MIT
"""Values and options that the scripts share; how a script starts and ends."""

import argparse
import difflib
import json
import pathlib
import re
import sys

from .pages import update
from .programs import NO_DEVICE, Failed

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARE = 0.43  # of all possible edges, where a size gives no number of edges


def parse_size(text):
    """"2000:800000" as vertices and edges."""
    match = re.fullmatch(r"(\d+)(?::(\d+))?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"found {text}, expected V or V:E, such as 2000:800000")
    vertices = int(match[1])
    most = vertices * (vertices - 1)
    edges = int(match[2]) if match[2] else int(most * SHARE)
    if edges > most:
        raise argparse.ArgumentTypeError(f"{text}: at most {most} edges join {vertices} vertices")
    return vertices, edges


def positive(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"found {text}, expected a whole number from 1")
    return int(text)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        unknown = re.match("unrecognized arguments: (-[^ =]*)", message)
        near = unknown and difflib.get_close_matches(unknown[1], self._option_string_actions, 1)
        super().error(message + (f", did you mean {near[0]}?" if near else ""))


def make_parser(name, description):
    return Parser(prog=name, description=description,
                  formatter_class=argparse.RawDescriptionHelpFormatter)


def add_programs_option(parser):
    parser.add_argument("--bin-dir", metavar="FOLDER", default=ROOT / "bin",
                        help="where the programs are: bin/, or a build folder [bin]")


def add_results_options(parser, file, several=False):
    """Options of the scripts that keep their results in a file named `file`."""
    add_programs_option(parser)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench",
                        help="where graphs and results go, such as /dev/shm [build/bench]")
    more = ", or the medians of all runs of several on one machine" if several else ""
    parser.add_argument("--load", type=pathlib.Path, metavar="FILE", nargs="+" if several else None,
                        help=f"measure nothing: take the {file} of an earlier run{more}")
    parser.add_argument("--update", action="append", default=[], metavar="FILE[#NAME]",
                        help="also write the tables into FILE, between <!-- bench:begin NAME --> "
                        "and <!-- bench:end -->; may be repeated")


def publish(targets, text):
    """Writes `text` into every target of an --update option."""
    for target in targets:
        update(target, text)


def tell(arguments, name, measure, report):
    """Prints and publishes the report of the results that --load names, or of those that `measure()`
    leaves in --folder as NAME.json and NAME.csv."""
    if arguments.load:
        results = json.loads(arguments.load.read_text())
    else:
        results = measure()
        print(f"{arguments.folder}: {name}.json, {name}.csv", file=sys.stderr)
    print(report(results))
    publish(arguments.update, report(results))


def run_script(name, work):
    """Runs `work()`. A failure becomes a message and exit code 1, or 6 without a usable GPU."""
    try:
        work()
    except (Failed, OSError, ValueError) as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        sys.exit(NO_DEVICE if getattr(failure, "code", 1) == NO_DEVICE else 1)
