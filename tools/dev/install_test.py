# SPDX-License-Identifier: MIT
"""Installs a build into a folder of the test's own: each program, its manual page, its completion.

Usage: install_test.py BUILD_FOLDER
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = None


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="apsp-install-")
        cls.addClassCleanup(folder.cleanup)
        subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--skip-subprojects",
                        "--destdir", folder.name], check=True, stdout=subprocess.PIPE)
        (binaries,) = pathlib.Path(folder.name).rglob("bin")
        cls.prefix = binaries.parent
        cls.programs = sorted(binaries.iterdir())

    def options(self, program):
        """All that --help lists."""
        text = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE, text=True,
                              timeout=60).stdout
        return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.MULTILINE))

    def test_every_help_has_an_example(self):
        for program in self.programs:
            with self.subTest(program.name):
                text = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE,
                                      text=True, timeout=60).stdout
                self.assertRegex(text, rf"(?s)Examples?\b.*{program.name} ")

    def page(self, program):
        return self.prefix / "share" / "man" / "man1" / f"{program.name}.1"

    def test_every_program_has_a_page_with_all_its_options(self):
        self.assertGreaterEqual(len(self.programs), 7)
        for program in self.programs:
            with self.subTest(program.name):
                page = self.page(program).read_text().replace("\\-", "-")
                self.assertRegex(page, rf"\.SH NAME\n{program.name} - \w")
                self.assertRegex(page, rf"\.SH SYNOPSIS\n\.B {program.name} ")
                options = self.options(program)
                self.assertIn("--help", options)
                listed = set(re.findall(r"^\.B (?:-\w, )?(--[\w-]+)", page, re.MULTILINE))
                self.assertEqual(listed, options)

    def test_the_judge_brings_its_cases(self):
        judge, solver = (self.prefix / "bin" / name for name in ("hw3-judge", "hw3-1"))
        with tempfile.TemporaryDirectory() as elsewhere:
            done = subprocess.run([judge, "--cache", elsewhere, "--max-vertices", "100", solver],
                                  cwd=elsewhere, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"(?m)^one-edge +2 +1 +AC ")
            listed = subprocess.run([judge, "--list"], cwd=elsewhere, check=True, timeout=60,
                                    stdout=subprocess.PIPE, text=True).stdout
            self.assertIn("ring-65", listed)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_pages_are_sound(self):
        for program in self.programs:
            with self.subTest(program.name):
                done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", self.page(program)],
                                      check=True, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.stderr, "")
                self.assertIn("SYNOPSIS", re.sub(".\b|\x1b\\[\\d*m", "", done.stdout))

    def complete(self, program, *words):
        """Returns the words that bash would offer for the last one."""
        script = self.prefix / "share" / "bash-completion" / "completions" / f"{program.name}.bash"
        ask = ('source "$1"; shift; function=$(complete -p "$1"); function=${function#*-F }; '
               'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; '
               '${function%% *}; printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-euc", ask, "bash", script, program.name, *words],
                              check=True, stdout=subprocess.PIPE, text=True, timeout=60)
        return set(done.stdout.split())

    @unittest.skipUnless(shutil.which("bash"), "bash is not installed")
    def test_bash_completes_options_and_choices(self):
        for program in self.programs:
            with self.subTest(program.name):
                self.assertEqual(self.complete(program, "--"), self.options(program))
        solver = self.prefix / "bin" / "hw3-1"
        self.assertEqual(self.complete(solver, "--arithmetic", "u"), {"u8", "u16"})
        self.assertEqual(self.complete(solver, "--summary", ""), set())  # a file: left to bash


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    BUILD = sys.argv.pop()
    unittest.main()
