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

MESON = "#!/bin/sh\ncat <<'END'\n{}\nEND\n"
# A test program, of Catch2 v3 or of v2: says what its cases are.
LISTING = """#!/bin/sh
long=long
case "$*" in *~?long?*) long= ;; esac
"""
CATCH2 = {
    3: LISTING + r"""
case "$*" in *--list-tests*) printf 'small\nodd, [one]\n%s\n' "$long" ;; *) exit 255 ;; esac
""",
    2: LISTING + r"""
case "$*" in
  *--list-test-names-only*) printf 'small\nodd, [one]\n%s\n' "$long"; exit 2 ;;
  *) printf 'All available test cases:\n  small\n  odd,\n    [one]\n'; exit 2 ;;
esac
""",
    "no GPU": "#!/bin/sh\nexit 77\n",
}
SANITIZER = """#!/bin/sh
echo "$*" >>'{folder}/runs'
echo "{output}"
touch '{folder}'/running-$$
sleep 0.05
count=$(ls '{folder}' | grep -c running-)
rm '{folder}'/running-$$
case "$1" in --tool=initcheck) [ "$count" = 1 ] || exit 3 ;; esac
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
        return str(path)

    def step(self, *arguments, catch2=3, code=0, tool="racecheck", output="$APSP_MODULE_PATH"):
        """Runs the step; its exit code and the lines it printed, in order."""
        program = self.stand_in("gpu_tests", CATCH2[catch2]) if catch2 else None
        tests = [{"name": "on a GPU", "suite": ["apsp:gpu"], "cmd": [program],
                  "env": {"APSP_MODULE_PATH": "/modules"}},
                 {"name": "a script", "suite": ["apsp:gpu"], "cmd": ["python3", "gpu_test.py"]}]
        tests = [test for test in tests if test["cmd"] != [None]]
        tests.append({"name": "common", "suite": ["apsp:cpu"], "cmd": ["/tests/common_tests"]})
        self.stand_in("meson", MESON.format(json.dumps(tests)))
        self.stand_in("compute-sanitizer",
                      SANITIZER.format(folder=self.folder, tool=tool, code=code, output=output))
        result = subprocess.run(
            [STEP, "--logs", self.folder / "logs", *arguments], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        return result.returncode, result.stdout.splitlines()

    def test_four_tools_over_each_case_of_each_gpu_program(self):
        for catch2 in (2, 3):
            (self.folder / "runs").unlink(missing_ok=True)
            code, lines = self.step("--jobs", "1", catch2=catch2)
            self.assertEqual((code, lines[-1]), (0, "8 passed, 0 failed, 0 skipped"))
            runs = (self.folder / "runs").read_text().splitlines()
            self.assertEqual([(run.split()[0], run.split("/gpu_tests ")[1]) for run in runs],
                             [(f"--tool={tool}check", case)
                              for tool in ("race", "mem", "sync", "init")
                              for case in ("small", r"odd\, \[one\]")])

    def test_racecheck_looks_at_the_first_launches_alone(self):
        self.step("--tool", "racecheck", "--tool", "memcheck")
        runs = (self.folder / "runs").read_text().splitlines()
        self.assertEqual({run.split()[0]: "--launch-count=300" in run.split() for run in runs},
                         {"--tool=racecheck": True, "--tool=memcheck": False})

    def test_programs_may_be_named(self):
        mine = self.stand_in("mine", CATCH2[3])
        code, lines = self.step(mine, catch2=None)
        self.assertEqual((code, lines[-1]), (0, "8 passed, 0 failed, 0 skipped"))

    def test_initcheck_runs_alone(self):
        code, lines = self.step("--jobs", "4")
        self.assertEqual((code, lines[-1]), (0, "8 passed, 0 failed, 0 skipped"))

    def test_tools_may_be_named(self):
        code, lines = self.step("--tool", "memcheck", "--tool", "synccheck")
        self.assertEqual((code, lines[-1]), (0, "4 passed, 0 failed, 0 skipped"))
        runs = (self.folder / "runs").read_text().splitlines()
        self.assertEqual(sorted(run.split()[0] for run in runs),
                         2 * ["--tool=memcheck"] + 2 * ["--tool=synccheck"])
        self.assertEqual(self.step("--tool", "quickcheck"), (2, []))

    def test_programs_have_the_environment_of_their_tests(self):
        for named in ([], [self.folder / "gpu_tests"]):
            self.assertEqual(self.step(*named)[0], 0)
            logs = list((self.folder / "logs").iterdir())
            self.assertEqual([log.read_text() for log in logs], 8 * ["/modules\n"])

    def test_what_a_tool_does_not_know_is_skipped(self):
        beyond = "Warning: CUDA Dynamic Parallelism is not supported by the selected tool"
        hazard = "RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)"
        for output, failed in ((beyond + "\nERROR SUMMARY: 1 error", 0), (beyond, 2),
                               (beyond + "\n" + hazard, 0), (hazard, 2),
                               (beyond + "\n" + hazard.replace("0 errors", "1 error"), 2),
                               (beyond + "\nERROR SUMMARY: 11 errors", 2),
                               ("ERROR SUMMARY: 1 error", 2)):
            code, lines = self.step(code=99, output=output)
            self.assertEqual((code, lines[-1]), (
                1 if failed else 0, f"6 passed, {failed} failed, {2 - failed} skipped"))

    def test_findings_and_failures_count(self):
        for ending in (99, 1, 255):
            code, lines = self.step(code=ending)
            self.assertEqual((code, lines[-1]), (1, "6 passed, 2 failed, 0 skipped"))
            self.assertTrue(any(line.startswith("racecheck: gpu_tests: small: F")
                                for line in lines), lines)

    def test_nothing_that_ran_is_no_success(self):
        code, lines = self.step(catch2=None)
        self.assertEqual((code, lines), (1, ["skipped: this build has no GPU programs",
                                             "0 passed, 0 failed, 1 skipped"]))
        code, lines = self.step(catch2="no GPU")
        self.assertEqual((code, lines[-1]), (1, "0 passed, 0 failed, 4 skipped"))
        code, lines = self.step(code=77)
        self.assertEqual((code, lines[-1]), (0, "6 passed, 0 failed, 2 skipped"))


if __name__ == "__main__":
    unittest.main()
