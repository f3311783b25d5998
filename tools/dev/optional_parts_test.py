# SPDX-License-Identifier: MIT
"""Optional parts that come and go after a build folder was configured. Stand-ins for pkg-config and
the compiler play machines that have them or not; the project is a small one of the test's own."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import optional_parts

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROJECT = """project('parts', 'cpp')
zlib = dependency('zlib', method: 'pkg-config', required: get_option('zlib'))
bzip2 = meson.get_compiler('cpp').find_library('bz2', has_headers: 'of-test.h', required: false)
executable('hw3-small', 'main.cpp', cpp_args: [
  '-DZLIB=' + zlib.found().to_string(), '-DBZIP2=' + bzip2.found().to_string()])
executable('hw3-other', 'main.cpp')
"""
OPTIONS = "option('zlib', type: 'feature', value: 'auto')\noption('level', type: 'string')\n"


class OptionalPartsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-parts-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tools" / "dev").mkdir(parents=True)
        for name in ("build", "checkout.py", "optional_parts.py"):
            shutil.copy(ROOT / "tools" / "dev" / name, self.root / "tools" / "dev")
        parts = self.root / "tools" / "dev" / "optional_parts.py"  # with headers no machine has
        parts.write_text(parts.read_text().replace('"bzlib.h"', '"of-test.h"')
                         .replace('"zlib.h"', '"no-zlib.h"'))
        for name, text in (("meson.build", PROJECT), ("meson_options.txt", OPTIONS),
                           ("main.cpp", "int main() {}\n"), ("of-test.h", "")):
            (self.root / name).write_text(text)
        self.folder = self.root / "build" / "release"
        self.stand_in("another-of-test", 'exec c++-of-test "$@"')
        self.has(zlib=False, bzip2=False)

    def stand_in(self, name, script):
        path = self.root / "stand-ins" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)

    def has(self, zlib, bzip2):
        """From now on, the machine has these parts."""
        self.stand_in("pkg-config", f"""case "$*" in
            --version) echo 1.8.1 ;;
            *--modversion*zlib*) {'echo 1.2' if zlib else 'exit 1'} ;;
            *--exists*zlib*) {'exit 0' if zlib else 'exit 1'} ;;
            *--exists* | *--modversion*) exit 1 ;;
            esac""")
        self.stand_in("c++-of-test", f"""case "$*" in
            *-lbz2*) {'shift 0' if bzip2 else 'exit 1'} ;;
            esac
            for word; do shift; [ "$word" = -lbz2 ] || set -- "$@" "$word"; done
            exec {shutil.which("c++")} {f"-isystem '{self.root}'" if bzip2 else ''} "$@" """)

    def build(self, *arguments, code=0, **variables):
        environment = {**os.environ, "CXX": "c++-of-test", "MESON_OPTIONS": "",
                       "PATH": f"{self.root / 'stand-ins'}:{os.environ['PATH']}", **variables}
        done = subprocess.run(["tools/dev/build", "release", *arguments], cwd=self.root,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def found(self):
        commands = (self.folder / "compile_commands.json").read_text()
        return re.search(r"-DZLIB=(\w+) -DBZIP2=(\w+)", commands).groups()

    def test_parts_that_come_and_go_are_found(self):
        """Options, compiler and what was compiled stay."""
        self.build("--configure-only", MESON_OPTIONS="-Dlevel='a b=c'")
        subprocess.run(["meson", "configure", self.folder, "-Dwarning_level=2"], check=True)
        self.build()
        self.assertEqual(self.found(), ("false", "false"))
        self.has(zlib=True, bzip2=True)
        said = self.build(CXX="another-of-test")
        self.assertRegex(said, "build: optional parts new: .*bzip2.*, zlib\n")
        self.assertIn("Compiling C++ object hw3-small", said)
        self.assertNotIn("Compiling C++ object hw3-other", said)
        self.assertEqual(self.found(), ("true", "true"))
        commands = (self.folder / "compile_commands.json").read_text()
        self.assertEqual(commands.count("another-of-test"), 0)
        self.assertIn("-Wextra", commands)
        self.assertNotIn("-Wpedantic", commands)
        self.assertIn("level = a b=c", (self.folder / "meson-private" / "cmd_line.txt").read_text())

        self.assertEqual(self.build("--configure-only"), "")
        self.has(zlib=True, bzip2=False)
        self.assertEqual(self.build("--configure-only", "--as-configured"), "")
        self.assertRegex(self.build("--configure-only"), "build: optional parts gone: .*bzip2")
        self.assertEqual(self.found(), ("true", "false"))

        project, commands = self.root / "meson.build", self.folder / "compile_commands.json"
        project.write_text(project.read_text() + "executable('hw3-new', 'main.cpp')\n")
        self.build("--configure-only")
        self.assertIn("hw3-new", commands.read_text())

    def test_a_part_that_is_asked_for_and_went(self):
        self.has(zlib=True, bzip2=False)
        self.build("--configure-only", MESON_OPTIONS="-Dzlib=enabled")
        (self.folder / "optional-parts.json").unlink()  # configured by an older version of this
        self.has(zlib=False, bzip2=False)
        self.assertIn('Dependency "zlib" not found', self.build("--configure-only", code=1))
        self.has(zlib=True, bzip2=False)
        self.assertIn("optional parts not known before", self.build("--configure-only"))
        self.assertEqual(self.found(), ("true", "false"))


class CompletenessTest(unittest.TestCase):
    def test_every_optional_part_of_the_build_is_known(self):
        known = {*optional_parts.HEADERS.values(), "mpi", "cuda", "dl", "openmp", "gomp",
                 "catch2", "catch2-with-main"}  # from "dl" on: not optional, or the compiler's own
        for names in (*optional_parts.PACKAGES.values(), *optional_parts.PROGRAMS.values()):
            known.update(names)
        asked = set()
        for file in ROOT.rglob("meson.build"):
            if {"build", "subprojects"} & set(file.relative_to(ROOT).parts):
                continue
            text = file.read_text()
            for call, name in re.findall(r"\b((?:dependency|find_library|find_program)\('([^']+)'"
                                         r"[^()]*(?:\([^()]*\)[^()]*)*required: [^t])", text):
                header = re.search(r"has_headers: '([^']+)'", call + text.split(call, 1)[1][:200])
                asked.add(header[1] if header and "find_library" in call else name)
            asked.update(re.findall(r"find_program\('(/[^']+)'", text))
        self.assertLess({"zlib", "bzlib.h", "nccl.h", "mpi", "nvidia-smi"}, asked)
        self.assertEqual(asked - known, set(), "enter it in tools/dev/optional_parts.py")


if __name__ == "__main__":
    unittest.main()
