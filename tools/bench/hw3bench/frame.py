# SPDX-License-Identifier: MIT
"""The frame of all subcommands: options, a session that measures, its files, and pages.

A subcommand is a module with

  __doc__                the help: a line that says what it measures, then the rest
  add_options(parser)    its own options, beside those of add_shared()
  measure(bench)         measures, and keeps the rows by Bench.add()
  SECTIONS               {section: (text, function from results to a table)}
  REPEATS                runs that count
  ONLY                   only where --only chooses among them
  PICTURE                only where pictures.py draws one
  report(results)        only where the report is more than heading, sections and closing lines
  join(sessions)         only where --load takes several files otherwise than join() does
  require(results, arguments)   only where Failed says that a result is not good enough

Results are a dict: date, repeats, machine, left_out, sampled (a line for each graph whose distances
were not proven in every row), and a list of rows, each a dict, for every section."""

import argparse
import contextlib
import datetime
import difflib
import importlib
import json
import os
import pathlib
import re
import sys
import tempfile

from .programs import NO_DEVICE, SKIPPED, Case, Failed, Programs, python_with, run, say
from .timing import in_turn, processor

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARE = 0.43  # of all possible edges, where a size gives no number of edges
COMMANDS = ("dense", "sparse", "near", "real", "predictions", "threads", "width", "gpu", "scaling",
            "start", "floats", "python", "peers")
RULES = """
No time is shown for a result that is not checked: the first one of each graph,
mostly by hw3-check against the graph, all others by the same bytes. hw3-check
proves all rows, or recomputes a sample of the largest graphs; lines below the
tables name these. A first run of everything is dropped, runs take turns,
medians are quoted. Results go to --folder as {name}.json.
"""


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


def parse_kind(text):
    """"road:20000" as kind of graph and vertices."""
    kind, _, vertices = text.rpartition(":")
    return kind, positive(vertices)


def positive(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"found {text}, expected a whole number from 1")
    return int(text)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        unknown = re.match("unrecognized arguments: (-[^ =]*)", message)
        near = unknown and difflib.get_close_matches(unknown[1], self._option_string_actions, 1)
        super().error(message + (f", did you mean {near[0]}?" if near else ""))

    def add(self, name, kind=None, metavar=None, default=None, help="", **more):
        """An option whose help shows its default."""
        values = default if isinstance(default, (list, tuple)) else (default,)
        known = " ".join(map(str, values))
        self.add_argument(name, type=kind, metavar=metavar, default=default,
                          help=f"{help} [{known}]" if default else help, **more)

    def add_sizes(self, name, sizes, help):
        """An option of V[:E] each; the default is text."""
        self.add_argument(name, type=parse_size, nargs="*" if name == "--sizes" else None,
                          metavar="V[:E]", help=f"{help} [{sizes}]",
                          default=[parse_size(size) for size in sizes.split()]
                          if name == "--sizes" else parse_size(sizes))


def add_shared(parser, name, module):
    parser.add_argument("--bin", metavar="FOLDER", default=ROOT / "bin",
                        help="where the programs are: bin/, or a build folder [bin]")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench",
                        help="where graphs and results go, such as /dev/shm [build/bench]")
    parser.add("--repeats", positive, "N", module.REPEATS, "runs that count")
    if hasattr(module, "ONLY"):
        parser.add_argument("--only", nargs="+", choices=module.ONLY, metavar="TABLE",
                            default=module.ONLY,
                            help=f"some of the tables: {', '.join(module.ONLY)} [all]")
    if hasattr(module, "PICTURE"):
        parser.add_argument("--picture", metavar="FILE.svg", help="also draw a picture")
    parser.add_argument("--load", type=pathlib.Path, metavar="FILE", nargs="+",
                        help=f"measure nothing: take the {name}.json of earlier sessions on one machine")
    parser.add_argument("--update", action="append", default=[], metavar="FILE[#NAME]",
                        help="also write the tables into FILE, between <!-- bench:begin NAME --> "
                        "and <!-- bench:end -->; may be repeated")


def replace_between_markers(text, name, replacement):
    """`text` with `replacement` between the line `<!-- bench:begin NAME -->` and the next line
    `<!-- bench:end -->`. An empty name: `<!-- bench:begin -->`. ValueError without such a pair."""
    begin = f"<!-- bench:begin{' ' + name if name else ''} -->\n"
    end = "<!-- bench:end -->"
    before, found_begin, rest = text.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        raise ValueError(f"expected a line {begin.strip()} and after it a line {end}")
    return f"{before}{begin}\n{replacement.strip()}\n\n{end}{after}"


def update(target, text):
    """Writes `text` into FILE or FILE#NAME, between its markers. ValueError where they are missing."""
    path, _, name = target.partition("#")
    file = pathlib.Path(path)
    try:
        file.write_text(replace_between_markers(file.read_text(), name, text))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


class Bench:
    """A session: its options, its programs, and its results, which are saved with each row."""

    def __init__(self, name, arguments):
        self.name, self.arguments = name, arguments
        self.folder, self.repeats = arguments.folder, arguments.repeats
        self.folder.mkdir(parents=True, exist_ok=True)
        self.programs = Programs(arguments.bin)
        self.results = {
            "date": datetime.date.today().isoformat(), "repeats": self.repeats,
            "machine": {"cpu": processor(), "processors": len(os.sched_getaffinity(0))},
            "left_out": [], "sampled": self.programs.sampled}

    def add(self, section, *rows):
        self.results.setdefault(section, []).extend(rows)
        self.save()

    def leave_out(self, text):
        if text not in self.results["left_out"]:
            self.results["left_out"].append(text)

    @contextlib.contextmanager
    def left_out(self, text, *codes):
        """Leaves out what ends with one of the exit codes; `text` names it."""
        try:
            yield
        except Failed as failure:
            if failure.code not in codes:
                raise
            self.leave_out(f"{text}: {failure}")

    def case(self, vertices, edges=None, kind="random", more=()):
        return Case.generated(self.programs, self.folder, vertices, edges, kind, more)

    def in_turn(self, plans):
        """As in_turn() with one run more for each plan, the first, which is dropped."""
        return [runs[1:] for runs in in_turn(plans, 1 + self.repeats)]

    def runs_of(self, case, configurations, *codes, work=None, limit=None):
        """{configuration: its runs, in turn}, after a first one that is dropped. Those that end with
        one of the exit codes are left out. `work` makes a run of a configuration. One that takes more
        than `limit` seconds is the only one of its configuration."""
        work, firsts = work or case.solve, {}
        for one in configurations:
            with self.left_out(f"{one}, {case}", *codes):
                say(f"{case}: {one}: first run")
                firsts[one] = work(one)
        again = [one for one, first in firsts.items() if not limit or first.seconds <= limit]
        runs = in_turn([(f"{case}: {one}", lambda one=one: work(one)) for one in again], self.repeats)
        return {**{one: [first] for one, first in firsts.items()}, **dict(zip(again, runs))}

    def save(self):
        (self.folder / f"{self.name}.json").write_text(json.dumps(self.results, indent=1) + "\n")


def join(sessions):
    """The results of several sessions on one machine, with the rows of all of them. ValueError where
    they do not belong together."""
    first = sessions[0]
    if any(session["machine"] != first["machine"] for session in sessions):
        raise ValueError("results of different machines have no common table")
    joined = {**first, "date": max(session["date"] for session in sessions)}
    for session in sessions[1:]:
        for name, value in session.items():
            if isinstance(value, list):
                joined[name] = joined.get(name, []) + value
            elif isinstance(value, dict):
                joined[name] = {**joined.get(name, {}), **value}
    return joined


def heading(results, more="", of="medians"):
    """The machine and the day."""
    machine = results["machine"]
    gpus = f"{machine['gpus']} x " if "gpus" in machine else ""
    gpu = f"{gpus}{machine['gpu']}; " if "gpu" in machine else ""
    runs = results["repeats"]
    return (f"{gpu}{machine['cpu']}, {machine['processors']} processors; {results['date']}; "
            f"{of} of {runs} run{'s' * (runs != 1)} in alternation{more}.")


def closing(results):
    """The last lines of a report: what was left out, and what was checked by a sample."""
    return [*(f"Left out: {line}." for line in dict.fromkeys(results["left_out"])),
            *(f"Checked by a sample: {line}." for line in dict.fromkeys(results.get("sampled", [])))]


def sectioned(sections, results, more="", of="medians"):
    """A report of sections, each with its text and its table."""
    parts = [heading(results, more, of)]
    for section, (text, make_table) in sections.items():
        made = make_table(results) if results.get(section) else ""
        if made:
            parts += [text, made]
    return "\n\n".join(parts + closing(results))


def draw(name, results, picture):
    python = python_with("matplotlib")
    if not python:
        raise Failed("matplotlib is not installed (apt-get install python3-matplotlib)")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(results, file)
        file.flush()
        run([python, pathlib.Path(__file__).with_name("pictures.py"), name, file.name, picture])


def summary_line(module):
    return module.__doc__.splitlines()[0]


def run_command(name, words):
    module = importlib.import_module(f"hw3bench.{name}")
    parser = Parser(prog=f"hw3-bench {name}", formatter_class=argparse.RawDescriptionHelpFormatter,
                    description=module.__doc__ + RULES.format(name=name))
    module.add_options(parser)
    add_shared(parser, name, module)
    arguments = parser.parse_args(words)
    report = getattr(module, "report", lambda results: sectioned(module.SECTIONS, results))
    try:
        if arguments.load:
            sessions = [json.loads(file.read_text()) for file in arguments.load]
            results = getattr(module, "join", join)(sessions) if len(sessions) > 1 else sessions[0]
        else:
            bench = Bench(name, arguments)
            module.measure(bench)
            bench.save()
            results = bench.results
            say(f"{bench.folder}: {name}.json")
        text = report(results)
        print(text)
        for target in arguments.update:
            update(target, text)
        if getattr(arguments, "picture", None):
            draw(name, results, arguments.picture)
        if hasattr(module, "require"):
            module.require(results, arguments)
    except (Failed, OSError, ValueError) as failure:
        print(f"hw3-bench {name}: {failure}", file=sys.stderr)
        code = getattr(failure, "code", 1)
        sys.exit(code if code in (NO_DEVICE, SKIPPED) else 1)


def main():
    words = sys.argv[1:]
    if words[:1] and words[0] in COMMANDS:
        run_command(words[0], words[1:])
        return
    modules = {name: importlib.import_module(f"hw3bench.{name}") for name in COMMANDS}
    lines = [f"  {name:11}  {summary_line(module)}" for name, module in modules.items()]
    parser = Parser(prog="hw3-bench", formatter_class=argparse.RawDescriptionHelpFormatter,
                    description="\n".join(["Measures the programs and the library. What to measure:",
                                           "", *lines]),
                    epilog="hw3-bench COMMAND --help lists the options of each.")
    parser.add_argument("command", metavar="COMMAND", nargs="?", choices=COMMANDS)
    parser.parse_args(words)
    parser.print_help()
