# SPDX-License-Identifier: MIT
"""tools/dev/sanitize-gpu with stand-ins for Meson and for compute-sanitizer: what it runs, and that
it counts what they say."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

STEP = pathlib.Path(__file__).resolve().parent / "sanitize-gpu"

TESTS = [
    {"name": "hw3-2", "suite": ["apsp:gpu"], "cmd": ["/tests/hw3_2_tests"]},
    {"name": "hw3-2 program", "suite": ["apsp:gpu"], "cmd": ["python3", "hw3_2_test.py"]},
    {"name": "common", "suite": ["apsp:cpu"], "cmd": ["/tests/common_tests"]},
]
MESON = "#!/bin/sh\ncat <<'END'\n{}\nEND\n"
SANITIZER = """#!/bin/sh
echo "$*" >>'{folder}/runs'
case "$1" in --tool={tool}) exit {code} ;; esac
"""


class SanitizeGpuTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def stand_in(self, name, script):
        path = self.folder / name
        path.write_text(script)
        path.chmod(0o755)

    def step(self, *arguments, tests=TESTS, code=0, tool="racecheck"):
        """Runs the step; its exit code and the lines it printed."""
        self.stand_in("meson", MESON.format(json.dumps(tests)))
        self.stand_in("compute-sanitizer",
                      SANITIZER.format(folder=self.folder, tool=tool, code=code))
        result = subprocess.run(
            [STEP, "--logs", self.folder / "logs", *arguments], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        return result.returncode, result.stdout.splitlines()

    def test_four_tools_over_each_gpu_program(self):
        code, lines = self.step("--filter", "a small one")
        self.assertEqual((code, lines[-1]), (0, "4 passed, 0 failed, 0 skipped"))
        runs = (self.folder / "runs").read_text().splitlines()
        self.assertEqual([run.split()[0] for run in runs],
                         [f"--tool={tool}check" for tool in ("mem", "race", "init", "sync")])
        for run in runs:
            self.assertRegex(run, r"/tests/hw3_2_tests a small one$")

    def test_findings_and_failures_count(self):
        for ending in (99, 1, 255):
            code, lines = self.step(code=ending)
            self.assertEqual((code, lines[-1]), (1, "3 passed, 1 failed, 0 skipped"))
            self.assertTrue(any(line.startswith("racecheck: hw3-2: F") for line in lines), lines)

    def test_nothing_that_ran_is_no_success(self):
        code, lines = self.step(tests=TESTS[2:])
        self.assertEqual((code, lines), (1, ["skipped: this build has no GPU programs",
                                             "0 passed, 0 failed, 1 skipped"]))
        code, lines = self.step(code=77)
        self.assertEqual((code, lines[-1]), (0, "3 passed, 0 failed, 1 skipped"))


if __name__ == "__main__":
    unittest.main()
