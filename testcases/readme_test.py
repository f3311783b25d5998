# SPDX-License-Identifier: MIT
"""Runs every command of README.md and of the pages beside it, in a folder that looks like a checkout
after `make build`. An output that follows its command as a block of `text` is the output.

Usage: readme_test.py PROGRAM... (the built programs; they appear as bin/NAME)

Stand-ins replace some commands. `srun` runs its command without Slurm. `make` and `pip` only check
that there is something to make, because this test is itself a part of `make test`; `apsp` checks that
it has the command, since its own page is run by the tests of the Python package. hw3-1 takes the place
of the GPU programs where no GPU is.
"""

import functools
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tools" / "dev"))

from checkout import SCRIPTS  # noqa: E402

# In this order, in one folder: the pages after README.md use its graph.
PAGES = ("README.md", "CONTRIBUTING.md", "docs/options.md", "docs/formats.md",
         "docs/many-machines.md", "docs/judging.md")
LONGEST_README = 130  # lines
WISHES = r"I have \.\.\., I want \.\.\."  # the table of README.md whose last column holds commands
COMMANDS = re.compile(r"^```sh\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
SOLVERS = ("hw3-1", "hw3-2", "hw3-3")
PROGRAMS = []

STAND_INS = {
    "srun": '#!/bin/sh\nwhile case $1 in -*) true ;; *) false ;; esac; do shift; done\nexec "$@"\n',
    "pip": f"#!/bin/sh\ncase $* in 'install .' | 'install .['*']') [ -e '{ROOT}/pyproject.toml' ] ;; "
           "*) false ;; esac\n",
    "apsp": f"#!/bin/sh\n[ -e '{ROOT}/python/apsp/command/'\"$1.py\" ]\n",
    "make": f"#!/bin/sh\nexec '{shutil.which('make')}' --dry-run -C '{ROOT}' \"$@\"\n",
}


def runnable_solvers():
    """Those that are built and find what they run on: these take an empty graph."""
    return [program.name for program in PROGRAMS if program.name in SOLVERS
            and subprocess.run([program, "-", os.devnull], input=bytes(8),
                               stderr=subprocess.DEVNULL).returncode == 0]


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def section(page, title):
    """The text below a heading, up to the next one of any level."""
    return re.search(rf"^#+ {title}\n(.*?)(?=^#+ |\Z)", text_of(page), re.DOTALL | re.MULTILINE)[1]


def documented_options(page, program):
    """Those in the table of the page that are for the program. A row that is not for all programs
    begins with the names of its own."""
    rows = re.findall(r"^\| (`--.*?) \|(.*)\|$", section(page, "Options"), re.MULTILINE)
    others = tuple(f"`{name}`" for name in SOLVERS if name != program)
    return {option for options, effect in rows
            if f"`{program}`" in effect or not effect.strip().startswith(others)
            for option in re.findall(r"--[a-z-]+", options)}


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "stand-ins").mkdir()
        for name in ("testcases", "tools"):
            (self.folder / name).symlink_to(ROOT / name)
        for program in (*PROGRAMS, *(ROOT / script for script in SCRIPTS)):
            (self.folder / "bin" / program.name).symlink_to(program)
        for name in set(SOLVERS) - set(runnable_solvers()):
            (self.folder / "bin" / name).unlink(missing_ok=True)
            (self.folder / "bin" / name).symlink_to("hw3-1")
        for name, script in STAND_INS.items():
            path = self.folder / "stand-ins" / name
            path.write_text(script)
            path.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{self.folder}/stand-ins:{os.environ['PATH']}"}

    def test_every_command(self):
        if not shutil.which("make"):
            self.skipTest("make is not installed")
        compared = 0
        for page in PAGES:
            blocks = COMMANDS.findall(text_of(page))
            if page == "README.md":
                blocks += [(command, "") for command in
                           re.findall(r"\| `([^`]+)` \|$", section(page, WISHES), re.MULTILINE)]
                self.assertGreaterEqual(len(blocks), 12)
            self.assertGreaterEqual(len(blocks), 1 if "docs" in page else 2, page)
            for commands, output in blocks:
                result = subprocess.run(["bash", "-euo", "pipefail", "-c", commands],
                                        cwd=self.folder, env=self.environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.assertEqual(result.returncode, 0, f"{page}:\n{commands}\n{result.stdout}")
                if output:
                    self.assertEqual(result.stdout, output, f"{page}:\n{commands}")
                    compared += 1
        self.assertGreaterEqual(compared, 1)

    def test_mistakes_are_answered_as_the_page_says(self):
        page = "docs/troubleshooting.md"
        # The memory of this machine, and what the solver adds to V x V bytes for each thread.
        memory = re.compile(r"\(\d+ bytes\) of memory are needed, \S+ \S+ \(\d+ bytes\)")
        answered = 0
        for word, commands, output in re.findall(
                r"^```sh( fails)?\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", text_of(page),
                re.DOTALL | re.MULTILINE):
            gpu = re.search("bin/(hw3-[23])", commands)
            if gpu and (gpu[1] not in {program.name for program in PROGRAMS}
                        or pathlib.Path("/proc/driver/nvidia").exists()):
                continue
            for program in PROGRAMS:  # no stand-ins of the GPU's
                (self.folder / "bin" / program.name).unlink(missing_ok=True)
                (self.folder / "bin" / program.name).symlink_to(program)
            result = subprocess.run(["bash", "-euc", commands], cwd=self.folder, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(result.returncode != 0, word != "", f"{commands}\n{result.stdout}")
            self.assertEqual(memory.sub("", result.stdout), memory.sub("", output), commands)
            answered += word != ""
        self.assertGreaterEqual(answered, 6)

    def test_other_mistakes_are_answered_in_these_words(self):
        page = text_of("docs/troubleshooting.md")
        self.assertIn(re.search("serving = '(.*)'", text_of("meson.build"))[1], page)
        self.assertIn("@0@ @1@ is too old: @2@", text_of("meson.build"))
        ranks = re.sub(r'"\s+"', "", text_of("common/ranks/launch.cpp"))
        told = re.search(r'"(\{\} tasks make one solve through MPI, but its module was not.*?)",', ranks)[1]
        for words in re.split(r"\{\}|\\n", told):
            self.assertIn(words, page)
        failures = runpy.run_path(str(ROOT / "python/apsp/_failures.py"))
        with self.assertRaises(failures["MissingPackage"]) as missing:
            failures["needed"]("missing_here", "a table of distances", "maps")
        self.assertIn(str(missing.exception).replace("missing_here", "pyarrow"), page)

    def test_one_version_stands_everywhere(self):
        versions = {page: re.search(r"^ *version *[:=] *['\"]?(\d[\d.]*)", text_of(page), re.MULTILINE)[1]
                    for page in ("meson.build", "pyproject.toml", "CITATION.cff")}
        self.assertEqual(len(set(versions.values())), 1, versions)

    def test_the_lines_of_numpy_read_the_files(self):
        python = next((name for name in (sys.executable, "/usr/bin/python3")
                       if shutil.which(name) and subprocess.run(
                           [name, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0),
                      None)
        if not python:
            self.skipTest("NumPy is not installed")
        lines = re.search(r"^```python\n(import numpy.*?)^```$", text_of("docs/formats.md"),
                          re.DOTALL | re.MULTILINE)[1]
        run = functools.partial(subprocess.run, check=True, cwd=self.folder, env=self.environment)
        run(["bash", "-c", "printf '0 1 5\\n2 1 7\\n' > edges.txt; "
             "bin/hw3-convert --quiet edges.txt graph.bin; bin/hw3-1 graph.bin distances.bin"])
        told = run([python, "-c", f"{lines}\nprint(edges.tolist(), lengths.tolist())"],
                   stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(told, "[[0, 1, 5], [2, 1, 7]] "
                               "[[0.0, 5.0, inf], [inf, 0.0, inf], [inf, 7.0, 0.0]]\n")
        self.assertEqual((self.folder / "again.bin").read_bytes(),
                         (self.folder / "graph.bin").read_bytes())

    def test_options_are_those_of_the_programs(self):
        for program in (program for program in PROGRAMS if program.name in SOLVERS):
            help_text = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE,
                                       text=True).stdout
            known = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", help_text, re.MULTILINE))
            self.assertEqual(documented_options("docs/options.md", program.name), known,
                             program.name)

    def test_the_map_names_every_room(self):
        rows = re.findall(r"^\| (`.*?) \|", section("CONTRIBUTING.md", "Rooms"), re.MULTILINE)
        rooms = {room for row in rows for room in re.findall(r"`([^`]*)/`", row)}
        for room in rooms:
            self.assertTrue((ROOT / room).is_dir(), room)
        there = {f"common/{path.name}" for path in (ROOT / "common").iterdir() if path.is_dir()
                 and any(path.iterdir())}
        self.assertEqual({room for room in there
                          if not any(name == room or name.startswith(room + "/")
                                     for name in rooms)}, set())

    def test_readme_is_short(self):
        self.assertLessEqual(len(text_of("README.md").splitlines()), LONGEST_README)


if __name__ == "__main__":
    PROGRAMS = [pathlib.Path(program).resolve() for program in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
