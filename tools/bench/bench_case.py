# SPDX-License-Identifier: MIT
"""hw3-bench on a folder of programs, of a build or standing in for them. The last argument of a test is
the build folder."""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).with_name("hw3-bench")
BUILD_FOLDER = pathlib.Path(sys.argv.pop()).resolve()


def built(name):
    return next(path.resolve() for path in BUILD_FOLDER.rglob(name)
                if path.is_file() and os.access(path, os.X_OK))


class BenchTest(unittest.TestCase):
    """A folder for each test, whose programs/ has links to the build's and scripts in their place."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.programs = self.path / "programs"
        self.programs.mkdir()
        for name in ("hw3-1", "hw3-gen", "hw3-check", "hw3-stats", "hw3-path", "hw3-ceiling",
                     "hw3-row-rate", "hw3-triple-loop"):
            (self.programs / name).symlink_to(built(name))

    def script(self, name, text, **changes):
        path = self.programs / name
        path.unlink(missing_ok=True)
        for key, value in {"REAL": shlex.quote(str(built("hw3-1"))), **changes}.items():
            text = text.replace(key, str(value))
        path.write_text(text)
        path.chmod(0o755)
        return path

    def bench(self, command, *arguments, code=0, **environment):
        """Standard output of a good run, or standard error of one with another exit code, which
        prints nothing else."""
        done = subprocess.run([sys.executable, BENCH, command, "--bin", self.programs, "--folder",
                               self.path, "--repeats", "1", *arguments], capture_output=True, text=True,
                              env={**os.environ, **environment})
        disturbed = done.returncode == 77 and "other programs disturbed most runs" in done.stderr
        if command == "predictions" and disturbed:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, code, done.stderr)
        if code:
            self.assertEqual(done.stdout, "")
        return done.stderr if code else done.stdout

    def saved(self, name):
        return json.loads((self.path / f"{name}.json").read_text())

    def assert_loads(self, command, said, *options):
        self.assertEqual(self.bench(command, "--load", self.path / f"{command}.json", *options), said)
