# SPDX-License-Identifier: MIT
"""Installs the library into a folder of the test's own. Uses it there as README.md and docs/library.md
say: by pkg-config, by CMake, shared and static, and as a subproject of Meson. The module of GPUs is
found there, or that of the tests in its place, where none was built.

Usage: install_test.py BUILD_FOLDER SANITIZER TEST_MODULE COMPILER...
    SANITIZER: none, or what stands in the way
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
LONGEST_EXAMPLE = 15  # lines
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]
BUILD = SANITIZER = TEST_MODULE = COMPILER = None


DEVICES = """
#include <apsp/apsp.hpp>
#include <iostream>
int main() {
  try {
    for (const apsp::Gpu& gpu : apsp::devices()) std::cout << gpu.number << " " << gpu.name << "\\n";
  } catch (const apsp::Error& error) {
    std::cout << error.what() << "\\n";
  }
}
"""


def block(language, number=0, page=PAGE):
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[number]


def said_by_the_readme():
    """The output of README.md's example, which stands in its comment."""
    return re.search(r"// (.*)$", block("cpp", page=README), re.MULTILINE)[1] + "\n"


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="apsp-library-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--skip-subprojects",
                        "--destdir", root / "stage"], check=True, stdout=subprocess.PIPE)
        (package,) = (root / "stage").rglob("apsp.pc")
        cls.libraries = package.parent.parent
        (headers,) = (root / "stage").rglob("include/apsp")
        cls.include = headers.parent
        cls.work = root / "work"
        cls.work.mkdir()
        (cls.work / "example.cpp").write_text(block("cpp"))
        (cls.work / "readme.cpp").write_text(block("cpp", page=README))
        cls.environment = {**os.environ, "APSP_MODULE_PATH": "", "CXX": shlex.join(COMPILER),
                           "PKG_CONFIG_PATH": str(package.parent),
                           "PKG_CONFIG_SYSROOT_DIR": str(root / "stage"),
                           "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1",
                           "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1",
                           "LD_LIBRARY_PATH": str(cls.libraries)}

    def setUp(self):
        if SANITIZER != "none" and "example" in self.id():
            self.skipTest("a program without sanitizers cannot use a library with them")

    def run_good(self, *command, **how):
        done = subprocess.run(command, cwd=self.work, env=self.environment, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **how)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
        return done.stdout

    def needs(self, tool):
        if not shutil.which(tool):
            self.skipTest(f"{tool} is not installed")

    def loaded(self, program):
        """Whether the program loads the shared library."""
        return "libapsp.so" in self.run_good("ldd", program)

    def test_the_examples_are_short(self):
        for page in (README, PAGE):
            self.assertLessEqual(len(block("cpp", page=page).splitlines()), LONGEST_EXAMPLE)

    def test_the_example_of_the_readme_by_pkg_config(self):
        self.needs("pkg-config")
        flags = shlex.split(self.run_good("pkg-config", "--cflags", "--libs", "apsp"))
        self.run_good(*COMPILER, *WARNINGS, "-std=c++20", "readme.cpp", *flags, "-o", "readme")
        self.assertEqual(self.run_good("./readme"), said_by_the_readme())

    def test_the_example_by_pkg_config_as_the_page_says(self):
        self.needs("pkg-config")
        # By the compiler of the build, and with every warning.
        commands = block("sh").replace("c++ ", f"{shlex.join([*COMPILER, *WARNINGS])} ", 1)
        self.assertEqual(self.run_good("bash", "-euc", commands), block("text"))
        self.assertTrue(self.loaded("./example"))

    def require_said(self, number):
        """Compiles and runs a further example of the page."""
        self.needs("pkg-config")
        (self.work / f"further-{number}.cpp").write_text(block("cpp", number))
        flags = self.run_good("pkg-config", "--cflags", "--libs", "apsp")
        self.run_good(*COMPILER, *WARNINGS, "-std=c++20", f"further-{number}.cpp", "-o",
                      f"further-{number}", *shlex.split(flags))
        said = self.run_good(f"./further-{number}")
        self.assertEqual(said.strip(), block("text", number).strip())

    def test_the_example_of_sparse_rows(self):
        self.require_said(1)

    def test_the_example_of_real_weights(self):
        self.require_said(2)

    def test_the_example_of_dense_graphs(self):
        self.require_said(3)

    def test_the_example_of_kept_memory(self):
        self.require_said(4)

    def test_the_example_of_batches(self):
        self.require_said(5)

    def test_each_example_has_a_test(self):
        for language in ("cpp", "text"):
            self.assertEqual(len(re.findall(rf"^```{language}$", PAGE, re.MULTILINE)), 6)

    def test_the_example_by_pkg_config_static(self):
        self.needs("pkg-config")
        flags = self.run_good("pkg-config", "--static", "--cflags", "--libs", "apsp")
        self.run_good(*COMPILER, "-std=c++20", "example.cpp", "-o", "by-static",
                      *(flag.replace("-lapsp", "-l:libapsp.a") for flag in shlex.split(flags)))
        self.assertFalse(self.loaded("./by-static"))
        self.assertEqual(self.run_good("./by-static"), block("text"))

    def module_in(self, folder):
        """The name of the module of GPUs in the folder. Where there is none, that of the tests."""
        major, minor, _ = self.run_good("pkg-config", "--modversion", "apsp").strip().split(".")
        module = folder / f"apsp-cuda-{f'0.{minor}' if major == '0' else major}.so"
        if not module.exists():
            folder.mkdir(exist_ok=True)
            shutil.copy(TEST_MODULE, module)
        return module

    def require_found(self, said, module):
        """The module was loaded: it lists GPUs, or says that this machine has none."""
        if module.read_bytes() == pathlib.Path(TEST_MODULE).read_bytes():
            self.assertEqual(said, "0 Test GPU\n1 Test GPU\n2 Test GPU\n")
        else:
            if shutil.which("nm"):
                listed = self.run_good("nm", "-D", "--defined-only", module)
                self.assertEqual([line.split()[2] for line in listed.splitlines()],
                                 ["apsp_gpu_module"])
            if shutil.which("ldd"):
                self.assertNotIn("libcudart", self.run_good("ldd", module))
            self.assertRegex(said, r"^(0 .+\n(\d .+\n)*|cannot find a GPU: .+\n)$")

    def test_an_example_finds_the_module_beside_the_library(self):
        self.needs("pkg-config")
        (self.work / "devices.cpp").write_text(DEVICES)
        flags = shlex.split(self.run_good("pkg-config", "--cflags", "--libs", "apsp"))
        self.run_good(*COMPILER, "-std=c++20", *WARNINGS, "devices.cpp", *flags, "-o", "devices")
        module = self.module_in(self.libraries / "apsp")
        self.require_found(self.run_good("./devices"), module)

    def test_an_example_with_the_static_library_finds_the_module_beside_itself(self):
        self.needs("pkg-config")
        (self.work / "devices.cpp").write_text(DEVICES)
        flags = self.run_good("pkg-config", "--static", "--cflags", "--libs", "apsp")
        self.run_good(*COMPILER, "-std=c++20", "devices.cpp", "-o", "static-devices",
                      *(flag.replace("-lapsp", "-l:libapsp.a") for flag in shlex.split(flags)))
        module = self.module_in(self.work / "apsp")
        self.require_found(self.run_good("./static-devices"), module)

    def test_an_example_without_a_module_says_where_it_looked(self):
        self.needs("pkg-config")
        (self.work / "alone").mkdir()
        (self.work / "devices.cpp").write_text(DEVICES)
        flags = self.run_good("pkg-config", "--static", "--cflags", "--libs", "apsp")
        self.run_good(*COMPILER, "-std=c++20", "devices.cpp", "-o", "alone/devices",
                      *(flag.replace("-lapsp", "-l:libapsp.a") for flag in shlex.split(flags)))
        said = self.run_good("alone/devices")
        if not said.startswith("no GPU can be used: the module"):
            self.skipTest("a module is installed on this machine")
        self.assertIn(f"is not in {(self.work / 'alone' / 'apsp').resolve()} and not in /", said)
        self.assertTrue(said.endswith("/apsp\n"), said)

    def test_the_library_needs_no_cuda(self):
        self.needs("ldd")
        self.assertNotRegex(self.run_good("ldd", self.libraries / "libapsp.so"), r"(?i)cuda|nvidia")

    def test_the_example_by_cmake(self):
        self.needs("cmake")
        (self.work / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.15)\nproject(example CXX)\n"
            "add_executable(example example.cpp)\n" + block("cmake") +
            "add_executable(readme readme.cpp)\ntarget_link_libraries(readme PRIVATE apsp::apsp)\n"
            "if(TARGET apsp::static)\n  add_executable(by_static example.cpp)\n"
            "  target_link_libraries(by_static PRIVATE apsp::static)\nendif()\n")
        self.run_good("cmake", "-S", ".", "-B", "by-cmake",
                      f"-Dapsp_DIR={self.libraries / 'cmake' / 'apsp'}")
        self.run_good("cmake", "--build", "by-cmake")
        self.assertEqual(self.run_good("by-cmake/example"), block("text"))
        self.assertTrue(self.loaded("by-cmake/example"))
        self.assertEqual(self.run_good("by-cmake/readme"), said_by_the_readme())
        if (self.work / "by-cmake" / "by_static").exists():
            self.assertEqual(self.run_good("by-cmake/by_static"), block("text"))
            self.assertFalse(self.loaded("by-cmake/by_static"))

    def test_cmake_refuses_another_version(self):
        self.needs("cmake")
        (self.work / "other").mkdir()
        (self.work / "other" / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.15)\nproject(other CXX)\n"
            "find_package(apsp 99.0 REQUIRED)\n")
        done = subprocess.run(["cmake", "-S", "other", "-B", "other/build",
                               f"-Dapsp_DIR={self.libraries / 'cmake' / 'apsp'}"], cwd=self.work,
                              env=self.environment, capture_output=True, text=True, timeout=300)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("99.0", done.stderr)

    def test_meson_finds_it_in_a_subproject(self):
        project = self.work / "parent"
        (project / "subprojects").mkdir(parents=True)
        (project / "subprojects" / "apsp").symlink_to(ROOT)
        shutil.copy(self.work / "example.cpp", project)
        (project / "meson.build").write_text(
            "project('parent', 'cpp', default_options: 'cpp_std=c++20')\n"
            "subproject('apsp')\n"
            "executable('example', 'example.cpp', dependencies: dependency('apsp'))\n")
        self.run_good("meson", "setup", project / "build", project, "-Dapsp:cuda=disabled",
                      "-Dapsp:tests=false", "-Dapsp:default_library=shared")
        self.assertIn("libapsp.", (project / "build" / "build.ninja").read_text())
        if SANITIZER == "none" and shutil.which("ninja"):
            self.link_in_a_subproject(project / "build")

    def link_in_a_subproject(self, build):
        """Compiles and links the example with the commands of a subproject, and runs it. The library
        is the one that is built already: the subproject would compile the same for a minute."""
        shutil.copy((self.libraries / "libapsp.so").resolve(), build / "subprojects" / "apsp" / "library")
        commands = self.run_good("ninja", "-C", build, "-t", "commands", "example").splitlines()
        own = [command for command in commands if re.search(r" -o example(\.p/\S+)?( |$)", command)]
        self.assertEqual(len(own), 2, own)
        for command in own:
            self.run_good("sh", "-c", f"cd {shlex.quote(str(build))} && {command}")
        self.assertTrue(self.loaded(build / "example"))
        self.assertEqual(self.run_good(build / "example"), block("text"))

    def test_each_header_stands_alone_and_defines_no_macro(self):
        headers = sorted((self.include / "apsp").iterdir())
        self.assertEqual({path.name for path in headers},
                         {path.name for path in (ROOT / "include" / "apsp").iterdir()})
        for header in headers:
            with self.subTest(header.name):
                self.assertNotRegex(header.read_text(), r"(?m)^\s*#\s*define")
                self.run_good(*COMPILER, "-std=c++20", *WARNINGS, "-fsyntax-only", "-x", "c++",
                              "-I", self.include, "-", input=f"#include <apsp/{header.name}>\n")

    @unittest.skipUnless(shutil.which("nm"), "nm is not installed")
    def test_nothing_but_the_interface_is_exported(self):
        if SANITIZER != "none":
            self.skipTest("sanitizers export names of their own")
        listed = self.run_good("nm", "-DC", "--defined-only", self.libraries / "libapsp.so")
        names = [line.split(" ", 2)[2] for line in listed.splitlines()]
        self.assertGreater(len(names), 20)
        public = " ".join(path.read_text() for path in (self.include / "apsp").iterdir())
        for name in names:
            match = re.match(r"(?:(?:typeinfo|vtable)(?: name)? for )?apsp::(\w+)", name)
            self.assertTrue(match, name)
            self.assertRegex(public, rf"\b{match[1]}\b", name)


if __name__ == "__main__":
    BUILD, SANITIZER, TEST_MODULE, *COMPILER = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
