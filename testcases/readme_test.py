# SPDX-License-Identifier: MIT
"""Runs every command of README.md, in a folder that looks like a checkout after `make build`.

Usage: readme_test.py PROGRAM... (the built programs; they appear as bin/NAME)

Some commands are stood in for, as the scripts below show: `srun` runs its command without Slurm,
`make` only looks whether the target exists, because this test is itself a part of `make test`, and
where no GPU is, hw3-1 takes the place of the GPU programs.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SOLVERS = ("hw3-1", "hw3-2", "hw3-3")
PROGRAMS = []

STAND_INS = {
    "srun": '#!/bin/sh\nwhile case $1 in -*) true ;; *) false ;; esac; do shift; done\nexec "$@"\n',
    "make": f"#!/bin/sh\nexec '{shutil.which('make')}' --dry-run -C '{ROOT}' \"$@\"\n",
}


def runnable_solvers():
    """Those that are built and find what they run on: these take an empty graph."""
    return [program.name for program in PROGRAMS if program.name in SOLVERS
            and subprocess.run([program, "-", os.devnull], input=bytes(8),
                               stderr=subprocess.DEVNULL).returncode == 0]


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", README, re.DOTALL | re.MULTILINE)[1]


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "stand-ins").mkdir()
        for program in PROGRAMS:
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
        blocks = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
        self.assertGreaterEqual(len(blocks), 4)
        for block in blocks:
            result = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=self.folder,
                                    env=self.environment, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True)
            self.assertEqual(result.returncode, 0, f"{block}\n{result.stdout}")

    def test_options_are_those_of_the_programs(self):
        """A row that is not for all programs begins with the name of its own."""
        option = re.compile(r"--[a-z]+")
        table = re.findall(r"^\| (`--.*?) \|(.*)\|$", section("Options"), re.MULTILINE)
        for program in (program for program in PROGRAMS if program.name in SOLVERS):
            help_text = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE,
                                       text=True).stdout
            others = tuple(f"`{name}`:" for name in SOLVERS if name != program.name)
            documented = {name for options, meaning in table
                          if not meaning.strip().startswith(others)
                          for name in option.findall(options)}
            known = set(re.findall(r"^  (--[a-z]+)", help_text, re.MULTILINE))
            self.assertEqual(documented, known, program.name)

    def test_rooms_exist(self):
        rooms = re.findall(r"^\| `([^`]*)/`", section("Map of the rooms"), re.MULTILINE)
        self.assertGreaterEqual(len(rooms), 4)
        for room in rooms:
            self.assertTrue((ROOT / room).is_dir(), room)


if __name__ == "__main__":
    PROGRAMS = [pathlib.Path(program).resolve() for program in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
