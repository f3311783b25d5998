# SPDX-License-Identifier: MIT
"""The build on machines unlike this one, seconds a case: stand-ins in PATH play compilers that are
too old, lack OpenMP or warn, and machines that lack packages. tools/dev/packaging has what takes
minutes.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOBODY = 65534
COMPILER = shutil.which("c++")
REFUSE = 'case " $* " in *" {} "*) echo "error: refused" >&2; exit 1 ;; esac\n'


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-packaging-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.stand_ins = self.folder / "stand-ins"
        self.stand_ins.mkdir()

    def stand_in(self, name, script):
        path = self.stand_ins / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)
        return path

    def run_in(self, folder, *command, **variables):
        """With the stand-ins first in PATH. Both streams together."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("CXX", "CXXFLAGS", "MESON_OPTIONS", "SUDO_USER", "DESTDIR",
                                       "MAKEFLAGS", "MAKELEVEL")}
        environment["PATH"] = f"{self.stand_ins}:{environment['PATH']}"
        how = {"user": variables.pop("user")} if "user" in variables else {}
        environment.update(variables)
        return subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120, **how)


@unittest.skipUnless(COMPILER, "there is no c++")
class ConfigureTest(Folder):
    def configure(self, *options, **variables):
        return self.run_in(ROOT, "meson", "setup", self.folder / "build", ROOT, "-Dcuda=disabled",
                           "-Dtests=false", *options, **variables)

    def flags(self):
        commands = json.loads((self.folder / "build" / "compile_commands.json").read_text())
        return next(entry["command"] for entry in commands
                    if "apsp_app" in entry["file"]).split()  # sixteen sources as one

    def assert_configures(self, *options, **variables):
        done = self.configure(*options, **variables)
        self.assertEqual(done.returncode, 0, done.stdout)
        return self.flags()

    def test_gcc_10_is_refused_with_those_that_serve(self):
        self.stand_in("old", f"""
            case "$*" in
              --version) echo 'g++ (Debian 10.2.0-6) 10.2.0 20210110'
                           echo 'Copyright (C) 2020 Free Software Foundation, Inc.' ;;
              *-dM*) '{COMPILER}' "$@" | sed 's/\\(__GNUC__\\) .*/\\1 10/' ;;
              *) exec '{COMPILER}' "$@" ;;
            esac""")
        done = self.configure(CXX="old")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout,
                         r"gcc 10\.\d\.0 is too old: GCC 11, clang 13 and later serve")

    def test_a_library_without_atomic_wait_is_refused(self):
        self.stand_in("old-library", f"""
            for word; do
              if [ -f "$word" ] && grep -q 'flag.wait(0)' "$word"; then exit 1; fi
            done
            exec '{COMPILER}' "$@" """)
        done = self.configure(CXX="old-library")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, "has no std::atomic::wait: GCC 11, clang 13 and later serve")

    def test_a_compiler_without_openmp_is_refused_by_name(self):
        self.stand_in("no-openmp", REFUSE.format("-fopenmp") + f"exec '{COMPILER}' \"$@\"")
        done = self.configure(CXX="no-openmp")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"(gcc|clang) [0-9.]+ has no OpenMP: (it takes|install)")

    @unittest.skipUnless(shutil.which("clang++"), "there is no clang++")
    def test_clang_without_openmp_names_the_package_of_its_version(self):
        clang = shutil.which("clang++")
        version = subprocess.run([clang, "-dumpversion"], stdout=subprocess.PIPE, text=True).stdout
        self.stand_in("no-openmp", REFUSE.format("-fopenmp") + f"exec '{clang}' \"$@\"")
        done = self.configure(CXX="no-openmp")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(f"libomp-{version.split('.')[0]}-dev", done.stdout)

    def test_an_openmp_newer_than_meson_is_found(self):
        """Meson reads the version by the preprocessor, and gives up on one that it does not know."""
        self.stand_in("newer", f"""
            case "$*" in
              *-fopenmp*-E* | *-E*-fopenmp*) '{COMPILER}' "$@" | sed 's/20[12][0-9][01][0-9]/209901/' ;;
              *) exec '{COMPILER}' "$@" ;;
            esac""")
        self.assertIn("-fopenmp", self.assert_configures(CXX="newer"))

    def test_fortification_is_2_where_3_is_warned_of(self):
        self.stand_in("warns", REFUSE.format("-D_FORTIFY_SOURCE=3") + f"exec '{COMPILER}' \"$@\"")
        flags = self.assert_configures(CXX="warns")
        self.assertIn("-D_FORTIFY_SOURCE=2", flags)
        self.assertNotIn("-D_FORTIFY_SOURCE=3", flags)

    def test_hardening_flags_of_a_distribution_stand_in_the_place_of_ours(self):
        given = "-O2 -D_FORTIFY_SOURCE=2 -fno-stack-protector -fno-stack-clash-protection"
        fortify, others = "-O2 -D_FORTIFY_SOURCE=2", given.replace("-D_FORTIFY_SOURCE=2", "")
        for options, variables in (((), {"CXXFLAGS": given}), ((f"-Dcpp_args={given}",), {}),
                                   ((), {"CXXFLAGS": others, "CPPFLAGS": fortify})):
            with self.subTest(options or variables):
                shutil.rmtree(self.folder / "build", ignore_errors=True)
                flags = self.assert_configures(*options, **variables)
                about = [flag for flag in flags if "FORTIFY" in flag or "-stack-" in flag]
                self.assertEqual(sorted(about), sorted(given.split()[1:]))

    def test_warnings_are_errors_only_where_that_is_asked_for(self):
        self.assertNotIn("-Werror", self.assert_configures())
        shutil.rmtree(self.folder / "build")
        self.assertIn("-Werror", self.assert_configures("-Dwerror=true"))

    def test_tests_can_be_left_out_where_there_is_no_catch2(self):
        self.stand_in("pkg-config", 'case "$*" in *atch2*) exit 1 ;; esac\n'
                                    f"exec '{shutil.which('pkg-config')}' \"$@\"")
        self.assert_configures("--wrap-mode=nodownload")
        targets = self.run_in(ROOT, "ninja", "-C", self.folder / "build", "-t", "targets", "all")
        self.assertIn("hw3-1/hw3-1:", targets.stdout)
        self.assertNotRegex(targets.stdout, "_tests|catch_main|fuzz_|shim")

    def test_benchmarks_are_installed_only_where_that_is_asked_for(self):
        for options, expected in (((), False), (("-Dinstall_benchmarks=true",), True)):
            shutil.rmtree(self.folder / "build", ignore_errors=True)
            self.assert_configures(*options)
            listing = subprocess.run(["meson", "introspect", "--installed", self.folder / "build"],
                                     check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertIn("bin/hw3-1\"", listing)
            for name in ("bin/hw3-ceiling\"", "hw3-ceiling.1", "hw3-triple-loop.bash"):
                self.assertEqual(name in listing, expected, name)


class SetupTest(Folder):
    """tools/dev/setup in a checkout of its own."""

    def setUp(self):
        super().setUp()
        self.checkout = self.folder / "a checkout [copy]"
        (self.checkout / "tools" / "dev").mkdir(parents=True)
        shutil.copy(ROOT / "tools" / "dev" / "setup", self.checkout / "tools" / "dev")
        (self.checkout / "build").mkdir()
        (self.checkout / "build" / "setup.optional").touch()  # what is optional was offered before
        (self.checkout / "subprojects").mkdir()
        for name in ("catch2", "cli11", "nlohmann_json", "fmt", "suitesparse"):
            self.source(name, "meson.build")
        for name in ("meson", "ninja", "c++"):
            self.stand_in(name, "echo 1.0.1")
        self.stand_in("id", "echo 1000")  # root would have packages installed

    def source(self, name, file):
        (self.checkout / "subprojects" / name).mkdir(exist_ok=True)
        (self.checkout / "subprojects" / name / file).touch()

    def setup(self, code, **variables):
        done = self.run_in(self.checkout, "tools/dev/setup", **variables)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def test_nothing_is_missing(self):
        self.assertEqual(self.setup(0), "")

    def test_sources_that_did_not_arrive_whole_are_removed(self):
        self.stand_in("pkg-config", "exit 1")
        husk = self.checkout / "subprojects" / "catch2"
        (husk / "meson.build").unlink()
        (husk / ".git").mkdir()
        said = self.setup(1)
        self.assertIn("setup: removing subprojects/catch2, left by a download", said)
        self.assertIn("Missing on this machine: Catch2.", said)
        self.assertIn("meson subprojects download", said)
        self.assertFalse(husk.exists())
        self.assertTrue((self.checkout / "subprojects" / "fmt" / "meson.build").exists())

    def clang(self, name="clang++-19", links="exit 1"):
        self.stand_in(name, f"""
            case "$*" in
              *--version*) echo 'Debian clang version 19.1.7 (3)' ;;
              *-dumpversion*) echo 19.1.7 ;;
              *) {links} ;;
            esac""")

    def test_clang_without_openmp_names_the_package_of_its_version(self):
        self.clang()
        self.clang("clang++")
        for compiler in ("clang++-19", "clang++", "clang++-19 -O1"):
            said = self.setup(1, CXX=compiler)
            self.assertIn("Missing on this machine: OpenMP for clang 19.1.7.", said)
            self.assertIn("sudo apt-get install libomp-19-dev\n", said)
            self.assertIn("sudo dnf install libomp-devel\n", said)

    def test_clang_with_openmp_lacks_nothing(self):
        self.clang(links="exit 0")
        self.assertEqual(self.setup(0, CXX="clang++-19"), "")

    def test_a_named_compiler_that_is_missing_is_asked_for(self):
        said = self.setup(1, CXX="clang++-99")
        self.assertIn("(CXX is clang++-99)", said)
        self.assertIn("sudo apt-get install clang-99 libomp-99-dev\n", said)
        self.assertIn("sudo apt-get install g++-99\n", self.setup(1, CXX="g++-99"))

    def test_without_packages_and_without_root_the_commands_are_named(self):
        shutil.rmtree(self.checkout / "subprojects")
        self.stand_in("pkg-config", "exit 1")
        for name in ("meson", "ninja"):
            self.stand_in(name, "exit 1").unlink()
        # A PATH with the system's own tools alone.
        for name in ("sh", "dirname", "sed", "cat", "grep", "env", "mkdir", "touch"):
            (self.stand_ins / name).symlink_to(shutil.which(name))
        (self.stand_ins / "python3").symlink_to(sys.executable)
        done = subprocess.run(["tools/dev/setup"], cwd=self.checkout, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env={"PATH": str(self.stand_ins)})
        self.assertEqual(done.returncode, 1, done.stdout)
        for part in ("Meson 1.0 or later, Ninja, Catch2, CLI11, JSON for Modern C++, {fmt}.",
                     "sudo apt-get install meson ninja-build catch2 libcli11-dev",
                     "build/venv/bin/pip install 'meson' 'ninja' && build/venv/bin/meson subprojects"):
            self.assertIn(part, done.stdout)


class InstallTest(Folder):
    """Messages of tools/dev/install before it builds anything."""

    def install(self, prefix, destdir=""):
        (self.folder / "tools" / "dev").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tools" / "dev" / "install", self.folder / "tools" / "dev")
        how = {"user": NOBODY} if os.geteuid() == 0 else {}  # root may write anywhere
        return self.run_in(self.folder, "tools/dev/install", prefix, destdir, **how)

    def test_no_right_to_write_names_folder_and_prefix(self):
        locked = self.folder / "locked"
        locked.mkdir()
        locked.chmod(0o555)
        for prefix, destdir in ((f"{locked}/usr", ""), ("/usr", str(locked))):
            done = self.install(prefix, destdir)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(f"install: no right to write to {locked}, which PREFIX={prefix} asks for",
                          done.stdout)
            self.assertIn("make install PREFIX=$HOME/.local", done.stdout)

    def test_an_empty_prefix_is_refused(self):
        self.assertIn("PREFIX is empty", self.install("").stdout)


@unittest.skipUnless(shutil.which("make"), "make is not installed")
class CleanTest(Folder):
    def test_clean_keeps_the_private_meson(self):
        shutil.copy(ROOT / "Makefile", self.folder)
        for file in ("build/venv/bin/meson", "build/release/build.ninja", "bin/hw3-1"):
            (self.folder / file).parent.mkdir(parents=True)
            (self.folder / file).touch()
        for _ in range(2):
            done = self.run_in(self.folder, "make", "clean")
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual([path.name for path in (self.folder / "build").iterdir()], ["venv"])
            self.assertTrue((self.folder / "build" / "venv" / "bin" / "meson").exists())
            self.assertFalse((self.folder / "bin").exists())


if __name__ == "__main__":
    unittest.main()
