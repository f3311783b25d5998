#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a program's manual page, or with --completion its completion for bash, made of what its
--help says. So neither can tell of options that the program has not. The text is the same on every
machine: programs are asked in an environment of few variables.

Usage: manual.py VERSION PROGRAM
       manual.py --completion PROGRAM
"""

import os
import re
import subprocess
import sys
from typing import NamedTuple

SECTIONS = {"Arguments": "ARGUMENTS", "Positionals": "ARGUMENTS", "Options": "OPTIONS",
            "positional arguments": "ARGUMENTS", "options": "OPTIONS", "Exit codes": "EXIT STATUS"}
LISTS = ("ARGUMENTS", "OPTIONS")
# argparse would fill the lines of whatever terminal there is, and colour them.
ENVIRONMENT = {"COLUMNS": "90", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "PYTHON_COLORS": "0",
               **{name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS")
                  if name in os.environ}}


class Help(NamedTuple):
    name: str
    summary: str        # half a sentence
    synopsis: str
    sections: list      # of (title, [line]); lines without their common indentation


def read_help(program):
    name = os.path.basename(program)
    lines = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE,
                           encoding="utf-8", env=ENVIRONMENT).stdout.splitlines()
    start = next(n for n, line in enumerate(lines) if line.lower().startswith("usage: "))
    rest = start + 1
    while rest < len(lines) and lines[rest].startswith(" "):
        rest += 1  # a synopsis of several lines
    synopsis = " ".join(line.strip() for line in lines[start:rest])[len("usage: "):]
    before = [line for line in lines[:start] if line]
    summary = " ".join(before)
    if not before:  # the text follows the usage
        while rest < len(lines) and not lines[rest]:
            rest += 1
        while rest < len(lines) and lines[rest]:
            summary += lines[rest] + " "
            rest += 1
    summary = summary.strip().removeprefix(f"{name}: ").rstrip(".")

    sections = []
    for line in lines[rest:]:
        heading = re.fullmatch(r"(\w[\w ]*):", line)
        if heading:
            sections.append((SECTIONS.get(heading[1], heading[1].upper()), []))
        elif line and (not sections or sections[-1][0] in LISTS) and not line.startswith(" "):
            sections.append(("NOTES", [line]))
        elif sections:
            sections[-1][1].append(line)
    return Help(name, summary, synopsis, sections)


def entries(lines):
    """(name, [line of its description]) of a list of arguments or options. Lines keep what they are
    indented beyond the description's first, as in tables."""
    found, column = [], 0
    for line in lines:
        entry = re.match(r"  (\S.*?)(?:  +(.*))?$", line)
        if entry:
            found.append((entry[1], [entry[2]] if entry[2] else []))
            column = entry.start(2) if entry[2] else 0
        elif line.strip() and found:
            indent = len(line) - len(line.lstrip())
            column = min(column or indent, indent)
            found[-1][1].append(line[column:])
    return found


def quoted(text):
    """For troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def paragraphs(lines):
    """Text flows, what is indented stays as it is."""
    page, verbatim = [], False
    for line in lines:
        indented = line.startswith(" ")
        if line and indented != verbatim:
            page.append(".nf" if indented else ".fi")
            verbatim = indented
        page.append(quoted(line) if line else ".PP" if not verbatim else "")
    while page and page[-1] in ("", ".PP"):
        page.pop()
    return page + ([".fi"] if verbatim else [])


def manual(version, program):
    text = read_help(program)
    page = [f'.TH "{quoted(text.name.upper())}" 1 "" "apsp {version}"', ".SH NAME",
            f"{quoted(text.name)} \\- {quoted(text.summary[:1].lower() + text.summary[1:])}",
            ".SH SYNOPSIS", ".B " + quoted(text.synopsis)]
    for title, lines in text.sections:
        page.append(f'.SH "{title}"')
        if title not in LISTS:
            page += paragraphs(lines)
            continue
        for name, description in entries(lines):
            table = any("  " in line for line in description)
            page += [".TP", f".B {quoted(name)}", *([".nf"] if table else []),
                     *map(quoted, description), *([".fi"] if table else [])]
    return "\n".join(page) + "\n"


def completion(program):
    """Options, and after an option that takes one of some words those; files everywhere else."""
    text = read_help(program)
    listed = [entry for title, lines in text.sections if title == "OPTIONS"
              for entry in entries(lines)]
    function = "_" + re.sub(r"\W", "_", text.name)
    options, cases = [], []
    for name, description in listed:
        option = re.search(r"--[\w-]+", name)
        if not option:
            continue
        options.append(option[0])
        words = re.search(r": ([\w-]+(?:, [\w-]+)*)$", " ".join(description))
        if re.search(rf"{option[0]}[ =]NAME", name) and words:
            cases.append(f"    {option[0]}) COMPREPLY=($(compgen -W '{words[1].replace(',', '')}' "
                         '-- "$word")); return ;;')
        elif re.search(rf"{option[0]}[ =]N$", name):
            cases.append(f"    {option[0]}) compopt +o default; return ;;  # a number")
    return "\n".join([
        f"# Completes the options of {text.name} in bash.",
        f"{function}() {{",
        '  local word=${COMP_WORDS[COMP_CWORD]}',
        '  case ${COMP_WORDS[COMP_CWORD-1]} in',
        *cases,
        "  esac",
        '  if [[ $word == -* ]]; then',
        f"    COMPREPLY=($(compgen -W '{' '.join(options)}' -- \"$word\"))",
        "  fi",
        "}",
        f"complete -o default -F {function} {text.name}"]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    first, program = sys.argv[1:]
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(completion(program) if first == "--completion" else manual(first, program))


if __name__ == "__main__":
    main()
