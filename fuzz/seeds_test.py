# SPDX-License-Identifier: MIT
"""Each fuzz target takes each of its seeds, and half of each, as it comes without a fuzzer.

Usage: seeds_test.py PROGRAM... (the built targets, fuzz_NAME)
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import make_seeds

PROGRAMS = {}


class SeedsTest(unittest.TestCase):
    def test_every_target(self):
        with tempfile.TemporaryDirectory() as folder:
            seeds = pathlib.Path(folder)
            make_seeds.main(seeds)
            self.assertEqual(set(PROGRAMS), {target.name for target in seeds.iterdir()})
            for target, program in PROGRAMS.items():
                whole = sorted((seeds / target).iterdir())
                self.assertGreater(len(whole), 10, target)
                for seed in whole:
                    data = seed.read_bytes()
                    seed.with_suffix(".half").write_bytes(data[:len(data) // 2])
                inputs = sorted((seeds / target).iterdir())
                result = subprocess.run([program, *inputs], stderr=subprocess.PIPE, text=True)
                self.assertEqual(result.returncode, 0, f"{target}: {result.stderr}")
                self.assertIn(f"ran {2 * len(whole)} inputs", result.stderr)


if __name__ == "__main__":
    PROGRAMS = {pathlib.Path(path).name[len("fuzz_"):]: path for path in sys.argv[1:]}
    unittest.main(argv=sys.argv[:1])
