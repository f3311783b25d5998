# SPDX-License-Identifier: MIT
"""Runs every command of README.md, in a folder that looks like a checkout after `make build`.

Usage: readme_test.py PROGRAM... (the built programs; they appear as bin/NAME)

Two commands are stood in for, as the scripts below show: `srun` runs its command without Slurm, and
`make` only looks whether the target exists, because this test is itself a part of `make test`.
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
PROGRAMS = []

STAND_INS = {
    "srun": '#!/bin/sh\nwhile case $1 in -*) true ;; *) false ;; esac; do shift; done\nexec "$@"\n',
    "make": f"#!/bin/sh\nexec '{shutil.which('make')}' --dry-run -C '{ROOT}' \"$@\"\n",
}


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

    def test_options_are_those_of_the_program(self):
        help_text = subprocess.run([self.folder / "bin" / "hw3-1", "--help"], check=True,
                                   stdout=subprocess.PIPE, text=True).stdout
        option = re.compile(r"--[a-z]+")
        table = re.findall(r"^\| (`--.*?) \|", section("Options"), re.MULTILINE)
        self.assertEqual(set(option.findall("\n".join(table))), set(option.findall(help_text)))

    def test_rooms_exist(self):
        rooms = re.findall(r"^\| `([^`]*)/`", section("Map of the rooms"), re.MULTILINE)
        self.assertGreaterEqual(len(rooms), 4)
        for room in rooms:
            self.assertTrue((ROOT / room).is_dir(), room)


if __name__ == "__main__":
    PROGRAMS = [pathlib.Path(program).resolve() for program in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
