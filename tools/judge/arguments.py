# SPDX-License-Identifier: MIT
"""The judge's command line."""

import argparse
import pathlib

DESCRIPTION = """Runs programs over cases as a course's grader would, and judges what they write.

A program is called as `PROGRAM INPUT OUTPUT` in a private folder, with a copy of the graph. Its
output must be the expected bytes; where it differs, row, column, byte offset, both numbers and how
many differ are shown, or both digests where only a digest is known."""

EPILOG = """Cases come from --cases, a folder or a manifest:
  FOLDER         graphs NAME.in, NAME.bin or NAME; distances NAME.out, or their digest
                 NAME.out.sha256; NAME.json may hold {"time_limit": seconds, "memory": MiB,
                 "exit": the right exit code, "why": text}, and goes before --limit and --memory
  manifest.json  as testcases/README.md describes; graphs of recipes are made by hw3-gen, their
                 distances by --reference, proven by hw3-check, and kept in --cache

Verdicts:
  AC  accepted
  WA  wrong answer, or an answer where the graph must be refused
  RE  ended by a signal, or by an exit code that is not right for the case
  TLE over the time limit: SIGTERM to all its processes, SIGKILL two seconds later
  MLE over the memory limit: what is resident in host memory, in all processes of the run
      together, mapped files included, looked at up to 20 times a second; memory of a GPU does
      not count
  OLE output of more than 4 V^2 bytes, or more on the disk than twice that and 64 MiB
  MO  output missing, or a link, a pipe, a device in its place
  IM  input modified

The judge protects its cases and the machine's time and memory from mistakes. It is no jail: the
programs run as its user. Under srun to another node, memory and leftover processes there are
Slurm's to watch, and --scratch must name a folder that both nodes see.

Examples:
  hw3-judge bin/hw3-1
  hw3-judge --list
  hw3-judge --cases my-cases --limit 10 --memory 2048 ./hw3-1
  hw3-judge --launcher "srun -N1 -n1 --gres=gpu:1" --filter 'p1*' --limit 30 bin/hw3-2
  hw3-judge --repeat 5 --warm-up --json scores.json old/hw3-2 new/hw3-2

Exit codes:
  0      every program passed every case
  1      some case failed
  2      usage
  3      a case, or a file written by --json, --csv or --junit, cannot be used
  128+s  ended by signal s"""


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


def parse(words, manifest, cache):
    parser = argparse.ArgumentParser(
        prog="hw3-judge", usage="%(prog)s [options] PROGRAM...", description=DESCRIPTION,
        epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    add = parser.add_argument
    add("programs", nargs="*", metavar="PROGRAM", help="several ones get a scoreboard")
    add("--cases", type=pathlib.Path, metavar="PATH", default=manifest,
        help=f"folder or manifest [{manifest or 'none here'}]")
    add("--filter", action="append", default=[], metavar="PATTERN",
        help="only cases whose name matches the glob, or has PATTERN in it; may be repeated")
    add("--max-vertices", type=whole, metavar="V",
        help="leaves larger recipes of a manifest out [6000; with --filter none]")
    add("--list", action="store_true", help="prints the cases and runs nothing")
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
    add("--json", metavar="FILE", help="writes all results as JSON")
    add("--csv", metavar="FILE", help="a line for each program and case")
    add("--junit", metavar="FILE", help="as XML for servers that show tests")
    add("--bin-dir", type=pathlib.Path, metavar="FOLDER",
        help="where hw3-gen, hw3-check and the reference are [beside hw3-judge, bin, PATH]")
    add("--reference", default="hw3-1", metavar="SOLVER",
        help="computes the distances of recipes: a name or a path [hw3-1]")
    add("--cache", type=pathlib.Path, default=cache, metavar="FOLDER",
        help=f"keeps graphs and digests of recipes [{cache}]")
    add("--scratch", metavar="FOLDER", help="for the private folders [TMPDIR, else /tmp]")
    arguments = parser.parse_args(words)
    if not arguments.programs and not arguments.list:
        parser.error("no PROGRAM is named; --list needs none")
    return parser, arguments
