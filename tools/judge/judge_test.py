# SPDX-License-Identifier: MIT
"""hw3-judge over programs that go wrong in every way, and over the real hw3-1.

Usage: judge_test.py HW3_1 HW3_GEN HW3_CHECK
"""

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unittest

from judge_case import JUDGE, SECONDS, JudgeCase

MANIFEST = JUDGE.parents[2] / "testcases" / "manifest.json"
HW3_1 = HW3_GEN = HW3_CHECK = None


class VerdictTest(JudgeCase):
    def test_right(self):
        result = self.assert_verdict("right", "AC")
        self.assertGreater(result["best_seconds"], 0)
        self.assertEqual(result["exit"], 0)

    def test_right_by_digest(self):
        self.assert_verdict("right", "AC", case="hashed")

    def test_wrong_number_is_told_to_the_byte(self):
        self.assert_verdict("wrong", "WA",
                            "row 2, column 3 (byte 76): expected 1, found 6; 2 of 64")

    def test_wrong_by_digest(self):
        self.assert_verdict("wrong", "WA", "sha256", case="hashed")

    def test_truncated(self):
        self.assert_verdict("truncated", "WA", "100 bytes, expected 256")

    def test_too_long(self):
        self.assert_verdict("long", "OLE", "512 bytes, expected 256")

    def test_endless_output_is_stopped(self):
        self.assert_verdict("endless", "OLE", "256 bytes")

    def test_sparse_output_is_stopped(self):
        self.assert_verdict("sparse", "OLE")

    def test_other_files_than_the_output_are_bounded_too(self):
        self.assert_verdict("hoarder", "OLE")

    def test_no_output(self):
        self.assert_verdict("silent", "MO", "no such file")

    def test_output_must_be_a_regular_file(self):
        for program, name in (("link", "link"), ("fifo", "pipe"), ("folder", "folder")):
            self.assert_verdict(program, "MO", name)

    def test_crash(self):
        result = self.assert_verdict("crash", "RE", "SIGSEGV")
        self.assertEqual(result["exit"], -signal.SIGSEGV)

    def test_exit_code_and_last_words_of_a_long_story(self):
        result = self.assert_verdict("code", "RE", "exit code 9", "out of ideas")
        self.assertIn("bytes left out", result["stderr"])
        self.assertLess(len(result["stderr"]), 5000)

    def test_what_cannot_be_started(self):
        broken = pathlib.Path(self.programs["right"])
        broken.write_text("#!/no/such/interpreter\n")
        self.assert_verdict("right", "RE", "cannot be started")

    def test_time_limit_ends_grandchildren(self):
        result = self.assert_verdict("sleeper", "TLE", "0.5 s", options=["--limit", "0.5"])
        self.assertLess(result["last_run_seconds"], 2)
        self.assert_dead("leader")
        self.assert_dead("grandchild")

    def test_time_limit_ends_grandchildren_in_other_sessions(self):
        self.assert_verdict("escaper", "TLE", options=["--limit", "0.5"])
        self.assert_dead("grandchild")

    def test_time_limit_ends_who_ignores_it(self):
        self.assert_verdict("stubborn", "TLE", options=["--limit", "0.5"])
        self.assert_dead("leader")

    def test_nobody_stays_after_a_good_run(self):
        self.assert_verdict("leaver", "AC")
        self.assert_dead("grandchild")

    def test_memory_limit(self):
        for program in ("hog", "spike", "hogs"):
            result = self.assert_verdict(program, "MLE", "limit 100 MiB",
                                         options=["--memory", "100"])
            self.assertGreater(result["peak_memory_bytes"], 100 << 20)

    def test_input_is_not_to_be_touched(self):
        before = (self.cases / "ring.in").read_bytes()
        self.assert_verdict("vandal", "IM")
        self.assert_verdict("remover", "IM", options=["--warm-up"])
        self.assertEqual((self.cases / "ring.in").read_bytes(), before)

    def test_locked_folders_are_removed(self):
        self.assert_verdict("locker", "AC", options=["--repeat", "2"])

    def test_what_a_link_leads_to_is_left_alone(self):
        kept = self.notes / "kept"
        kept.mkdir(mode=0o500)
        self.assert_verdict("mover", "MO")
        self.assertEqual(kept.stat().st_mode & 0o777, 0o500)

    def test_a_graph_to_refuse(self):
        self.assert_verdict("refuses", "AC", case="cycle")
        self.assert_verdict("right", "WA", "expected 4", case="cycle")
        self.assert_verdict("litterer", "WA", "an output was left", case="cycle")
        self.assert_verdict("code", "RE", "expected exit code 4", case="cycle")
        self.assert_verdict("refuses", "RE", "exit code 4", "a negative cycle")


class RunTest(JudgeCase):
    def test_a_program_sees_a_private_folder_and_a_plain_environment(self):
        os.environ["APSP_ISA"] = "none"
        self.addCleanup(os.environ.pop, "APSP_ISA")
        self.assert_verdict("looker", "AC")
        self.assertIn(str(self.scratch), self.noted("folder"))
        self.assertTrue(self.noted("input").endswith("/input/ring.in"))
        self.assertNotIn("APSP_ISA", self.noted("environment"))
        self.assertIn("LC_ALL=C", self.noted("environment"))

    def test_launcher(self):
        launcher = f"{self.programs['launcher']} '--two words'"
        self.assert_verdict("right", "AC", options=["--launcher", launcher])
        self.assertTrue(self.noted("launched").startswith(f"--two words {self.programs['right']}"))

    def test_repeats_and_warm_up(self):
        result = self.assert_verdict("right", "AC", options=["--repeat", "3"])
        self.assertEqual(len(result["seconds"]), 3)
        self.assertEqual(sorted(result["seconds"])[1], result["median_seconds"])
        self.assert_verdict("flaky", "AC", options=["--warm-up"])
        self.assertEqual((self.notes / "flaky").read_text(), "\n\n")
        self.assert_verdict("flaky", "RE", options=["--repeat", "3"])

    def test_a_cases_own_limits_go_first(self):
        (self.cases / "ring.json").write_text('{"time_limit": 0.3, "memory": 5000}')
        self.assert_verdict("sleeper", "TLE", "0.3 s", options=["--memory", "1"])

    def test_a_signal_to_the_judge_ends_all(self):
        for options in ([], ["--jobs", "2"]):
            (self.notes / "leader").unlink(missing_ok=True)
            judge = subprocess.Popen(self.command("--filter", "ring", *options,
                                                  self.programs["sleeper"]))
            while not (self.notes / "leader").exists() or not self.noted("leader"):
                time.sleep(0.02)
            judge.terminate()
            self.assertEqual(judge.wait(SECONDS), 128 + signal.SIGTERM)
            self.assert_dead("leader")
            self.assert_dead("grandchild")
            self.assertEqual(list(self.scratch.iterdir()), [])


class ManifestTest(JudgeCase):
    def run_manifest(self, *options):
        return self.results(0, "--cases", MANIFEST, "--cache", self.folder / "cache",
                            "--max-vertices", 100, *options, HW3_1)

    def test_the_real_program_and_the_cache(self):
        bin_dir = self.folder / "bin"
        bin_dir.mkdir()
        for name, path in (("hw3-gen", HW3_GEN), ("hw3-check", HW3_CHECK)):
            (bin_dir / name).symlink_to(path)
        results = self.run_manifest("--bin-dir", bin_dir, "--reference", HW3_1)
        exits = {result["case"]: result["exit"] for result in results}
        self.assertEqual((exits["ring-65"], exits["negative-cycle"], exits["bad-short"]), (0, 4, 3))
        self.assertIn("c05.1", exits)

        shutil.rmtree(bin_dir)  # what has been proven needs no tools any more
        again = self.run_manifest("--bin-dir", bin_dir, "--filter", "c0", "--reference", "none")
        self.assertEqual(len(again), 5)

    def test_distances_count_once_all_rows_are_proven(self):
        bin_dir = self.folder / "bin"
        bin_dir.mkdir()
        (bin_dir / "hw3-gen").symlink_to(HW3_GEN)
        check = bin_dir / "hw3-check"
        check.write_text('#!/bin/sh\ncase "$*" in\n'
                         f'*"--rows all"*) exec {shlex.quote(HW3_CHECK)} "$@" ;;\n'
                         '*) echo "right as far as checked: a sample" ;;\nesac\n')
        check.chmod(0o755)
        options = ("--bin-dir", bin_dir, "--filter", "c01.1", "--reference", HW3_1)
        self.run_manifest(*options)
        known, = (self.folder / "cache").glob("c01.1-*.json")
        facts = json.loads(known.read_text())
        self.assertIn("all rows proven", facts["proof"])

        # What an earlier judge took from a sample is proven anew.
        known.write_text(json.dumps({**facts, "distances": "0" * 64,
                                     "proof": "right as far as checked: a sample"}))
        self.run_manifest(*options)
        self.assertEqual(json.loads(known.read_text()), facts)
        # A program that proves nothing, whatever it is asked.
        check.write_text('#!/bin/sh\necho "right as far as checked: a sample"\n')
        known.unlink()
        done = self.judge(3, "--cases", MANIFEST, "--cache", self.folder / "cache", *options, HW3_1)
        self.assertIn("expected all rows proven", done.stderr)

    def test_a_recipe_that_cannot_be_trusted(self):
        def refuses(part, gen, reference):
            bin_dir = self.folder / "bin"
            bin_dir.mkdir()
            for name, path in (("hw3-gen", gen), ("hw3-check", HW3_CHECK)):
                (bin_dir / name).symlink_to(path)
            done = self.judge(3, "--cases", MANIFEST, "--cache", self.folder / "cache", "--bin-dir",
                              bin_dir, "--reference", reference, "--filter", "c01.1", HW3_1)
            self.assertIn(part, done.stderr)
            shutil.rmtree(bin_dir)

        refuses("exit code 9; out of ideas", self.programs["code"], HW3_1)
        refuses("hw3-gen made other bytes", self.programs["generator"], HW3_1)
        refuses("hw3-check --graph", HW3_GEN, self.programs["wrong"])
        refuses("no/such: no such program", HW3_GEN, "no/such")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    HW3_1, HW3_GEN, HW3_CHECK = (os.path.abspath(word) for word in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
