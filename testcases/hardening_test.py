# SPDX-License-Identifier: MIT
"""Looks into the built programs for the hardening that meson.build asks for: a mistake in a program
that reads other people's files should end it, not obey the file.

Usage: hardening_test.py [--gpu] PROGRAM... (programs after --gpu are linked by nvcc)
"""

import os
import re
import shutil
import subprocess
import sys
import unittest

PROGRAMS = []
GPU_PROGRAMS = []


@unittest.skipIf(os.environ.get("APSP_NOT_HARDENED"), os.environ.get("APSP_NOT_HARDENED", ""))
@unittest.skipUnless(shutil.which("readelf"), "readelf is not installed")
class HardeningTest(unittest.TestCase):
    def require(self, programs, option, *patterns):
        """Checks that readelf's output for each program holds all of these patterns."""
        self.assertTrue(PROGRAMS)
        for program in programs:
            said = subprocess.run(["readelf", "--wide", *option.split(), program], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout
            for pattern in patterns:
                self.assertTrue(re.search(pattern, said), f"{program}: no {pattern} in\n{said}")

    def test_the_stack_holds_no_code(self):
        self.require(PROGRAMS + GPU_PROGRAMS, "--program-headers", r"GNU_STACK .* RW +0x")

    def test_addresses_of_functions_are_found_at_the_start_and_then_protected(self):
        self.require(PROGRAMS + GPU_PROGRAMS, "--program-headers --dynamic", r"GNU_RELRO",
                     r"\(FLAGS\).*BIND_NOW")

    def test_programs_lie_anywhere(self):
        # How nvcc links is for the compiler behind it to say.
        self.require(PROGRAMS, "--file-header --dynamic", r"Type: +DYN", r"\(FLAGS_1\).*\bPIE\b")

    def test_a_stack_that_was_overrun_ends_the_program(self):
        self.require(PROGRAMS + GPU_PROGRAMS, "--dyn-syms", r"\b__stack_chk_fail\b")

    def test_library_calls_are_told_the_size_of_what_they_write_to(self):
        self.require(PROGRAMS + GPU_PROGRAMS, "--dyn-syms", r"\b__(?!stack)\w+_chk\b")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    gpu = arguments.index("--gpu") if "--gpu" in arguments else len(arguments)
    PROGRAMS, GPU_PROGRAMS = arguments[:gpu], arguments[gpu + 1:]
    unittest.main(argv=sys.argv[:1])
