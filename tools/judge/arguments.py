# SPDX-License-Identifier: MIT
"""The judge's command line."""

import argparse
import difflib
import pathlib
import re

from text import printable

DESCRIPTION = """Runs programs over cases as a course's grader would, and judges what they
write.

A program is called as `PROGRAM INPUT OUTPUT` in a private folder, with a copy
of the graph. Its output must be the expected bytes; where it differs, row,
column, byte offset, both numbers and how many differ are shown, or both
digests where only a digest is known."""

EPILOG = """Cases come from --cases, a folder or a manifest:
  FOLDER         graphs NAME.in, NAME.bin or NAME; distances NAME.out, or their
                 digest NAME.out.sha256; NAME.json may hold {"time_limit":
                 seconds, "memory": MiB, "exit": the right exit code, "why":
                 text}, and goes before --limit and --memory
  manifest.json  as testcases/README.md describes; graphs of recipes are made
                 by hw3-gen, their distances by --reference, proven by
                 hw3-check, and kept in --cache
Digests alone, without the distances, are the safest expectation: nobody can
copy what is not there.

The jail: a program sees the system's programs and libraries, GPUs, its private
folder, /tmp of its own and its input; no distances, no home, no network, no
process but its own. Of the program its file alone is visible, with the
libraries it names by RPATH; --visible shows more, such as the folder of a
Python environment. Bubblewrap makes the jail where it is installed. It is
tried out first, behind the launcher, if there is one, so where programs will
run; the launcher itself stays outside. Behind a launcher the start of the jail
counts as the program's time, otherwise not. Without a jail, of which a message
warns, programs run as the judge's user and can read its files.

Verdicts:
  AC   accepted
  WA   wrong answer, or an answer where the graph must be refused
  RE   ended by a signal, or by an exit code that is not right for the case
  TLE  over the time limit: SIGTERM, which ends a jail at once, and SIGKILL two
       seconds later
  MLE  over the memory limit: what is resident in host memory, in all processes
       of the run together, mapped files included, looked at up to 20 times a
       second; memory of a GPU does not count
  OLE  output of more than 4 V^2 bytes, or on the disk more than twice that and
       64 MiB, or more than 10000 files
  MO   output missing, cut short while it was compared, or a link, a pipe, a
       device in its place
  IM   input modified
Processes that outlive their program are ended before its output is read; the
time until then counts, and the verdict says so.

Ctrl-C ends all runs, shows and writes the results so far; --resume goes on.
Ctrl-Z is ignored, and a judge that is stopped continues by itself. Under srun
to another node, memory and leftover processes there are Slurm's to watch, and
--scratch must name a folder that both nodes see.

Examples:
  hw3-judge bin/hw3-1
  hw3-judge --list
  hw3-judge --jail required --cases my-cases --limit 10 --memory 2048 ./hw3-1
  hw3-judge --launcher "srun -N1 -n1 --gres=gpu:1" --filter 'p1*' bin/hw3-2
  hw3-judge --repeat 5 --warm-up --json scores.json old/hw3-2 new/hw3-2
  hw3-judge --json scores.json --resume submissions/*/hw3-1

Exit codes:
  0      every program passed every case
  1      some case failed
  2      usage
  3      a case, or a file written by --json, --csv or --junit, cannot be used;
         or --jail asks for a jail and none can be made
  128+s  ended by signal s"""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        unknown = re.match("unrecognized arguments: (-[^ =]*)", message)
        near = unknown and difflib.get_close_matches(unknown[1], self._option_string_actions, 1)
        message += f", did you mean {near[0]}?" if near else ""
        super().error(printable(message, keep="\n"))


def number(kind, name):
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"found '{text}', expected {name} above 0")
        return value
    return parse


whole = number(int, "a whole number")
real = number(float, "a number")


def parse(words, manifest, cache, jails):
    parser = Parser(
        prog="hw3-judge", usage="%(prog)s [options] PROGRAM...", description=DESCRIPTION,
        epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    add = parser.add_argument
    add("programs", nargs="*", metavar="PROGRAM", help="several ones get a scoreboard")
    add("--cases", type=pathlib.Path, metavar="PATH", default=manifest,
        help="folder or manifest [those that come with hw3-judge]")
    add("--filter", action="append", default=[], metavar="PATTERN",
        help="only cases whose name matches the glob, or has PATTERN in it; may be repeated")
    add("--max-vertices", type=whole, metavar="V",
        help="leaves larger recipes of a manifest out [6000; with --filter none]")
    add("--list", action="store_true", help="prints the cases and runs nothing")
    add("--jail", default="auto", choices=jails,
        help="whether programs run in a jail: auto says so where there is none [auto]")
    add("--visible", action="append", default=[], metavar="PATH",
        help="shows a file or folder in the jail, read-only; may be repeated")
    add("--launcher", default="", metavar="WORDS",
        help="what stands before the program; split like a shell would, without one")
    add("--limit", type=real, default=60.0, metavar="SECONDS", help="for each run [60]")
    add("--memory", type=real, default=0, metavar="MIB", help="for each run [none]")
    add("--repeat", type=whole, default=1, metavar="N",
        help="runs of each case that count: best and median are shown [1]")
    add("--warm-up", action="store_true",
        help="one more run before them, which counts for nothing")
    add("--jobs", type=whole, default=1, metavar="N",
        help="runs at the same time; their times are then not worth much [1]")
    add("--json", metavar="FILE", help="writes all results as JSON, as they come")
    add("--csv", metavar="FILE", help="likewise, a line for each program and case")
    add("--junit", metavar="FILE", help="likewise, as XML for servers that show tests")
    add("--resume", action="store_true",
        help="keeps the results that --json's FILE has of the same programs and cases, and runs "
             "the rest")
    add("--bin-dir", type=pathlib.Path, metavar="FOLDER",
        help="where hw3-gen, hw3-check and the reference are [beside hw3-judge, bin, PATH]")
    add("--reference", default="hw3-1", metavar="SOLVER",
        help="computes the distances of recipes: a name or a path [hw3-1]")
    add("--cache", type=pathlib.Path, default=cache, metavar="FOLDER",
        help="keeps graphs and digests of recipes [build/judge in a checkout, otherwise "
             "~/.cache/apsp/judge]")
    add("--scratch", metavar="FOLDER", help="for the private folders [TMPDIR, else /tmp]")
    arguments = parser.parse_args(words)
    if not arguments.programs and not arguments.list:
        parser.error("no PROGRAM is named; --list needs none")
    if arguments.resume and not arguments.json:
        parser.error("--resume needs --json FILE, which has the earlier results")
    return parser, arguments
