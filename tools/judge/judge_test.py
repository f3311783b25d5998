# SPDX-License-Identifier: MIT
"""hw3-judge over programs that go wrong in every way, and over the real hw3-1.

Usage: judge_test.py HW3_1 HW3_GEN HW3_CHECK
"""

import hashlib
import json
import os
import pathlib
import shlex
import shutil
import signal
import sys
import time
import unittest

from judge_case import JUDGE, JudgeCase
from stand_ins import DISTANCES

MANIFEST = JUDGE.parents[2] / "testcases" / "manifest.json"
HW3_1 = HW3_GEN = HW3_CHECK = None


class VerdictTest(JudgeCase):
    def test_right(self):
        result = self.assert_verdict("right", "AC")
        self.assertGreater(result["best_seconds"], 0)
        self.assertEqual((result["exit"], result["reason"]), (0, ""))

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
        self.assert_verdicts(dict.fromkeys(("hoarder", "hider", "litter"), ("OLE", "")))

    def test_no_output(self):
        self.assert_verdict("silent", "MO", "no such file")

    def test_output_must_be_a_regular_file(self):
        self.assert_verdicts({"link": ("MO", "symbolic link"), "fifo": ("MO", "pipe"),
                              "folder": ("MO", "folder"), "hard_link": ("MO", "2 names")})

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

    def test_what_is_no_program_is_a_row_as_the_others(self):
        later = self.folder / "later"
        shutil.copyfile(self.programs["right"], later)
        options = ("--filter", "ring", "--json", self.folder / "results.json", "--resume")
        loop = self.folder / "loop"
        loop.symlink_to("loop")
        words = (*options, self.folder / "programs", "no/such", later, self.programs["right"], loop,
                 later / "inside")
        none = "no such program"
        defects = ("a folder, expected a program", none, "not executable")
        done = self.judge(1, *words)
        results = self.read_results()["results"]
        self.assertEqual([(result["verdict"], result["reason"], result["exit"])
                          for result in results],
                         [*(("RE", f"cannot be started: {why}", None) for why in defects),
                          ("AC", "", 0),
                          *(("RE", f"cannot be started: {none}", None) for _ in range(2))])
        self.assertRegex(done.stdout, "no/such +0 of 1 .*RE 1: cannot be started: no such program")
        later.chmod(0o755)
        self.assertIn("5 of 6 results kept", self.judge(1, *words).stderr)
        self.assertEqual(self.read_results()["results"][2]["verdict"], "AC")

    def test_time_limit_ends_grandchildren(self):
        names = ("stubborn", "sleeper", "escaper", "dawdler")  # the last has a right output
        found = self.assert_verdicts(dict.fromkeys(names, ("TLE", "0.5 s")), "--limit", "0.5")
        for name in names:
            self.assertLess(found[name]["last_run_seconds"], 10 if name == "stubborn" else 2)

    def test_a_device_is_no_output(self):
        self.assert_verdict("device", "MO", "a device" if os.geteuid() == 0 else "no such file")

    def test_memory_limit(self):
        over = ("MLE", "limit 100 MiB")
        found = self.assert_verdicts({"hog": over, "spike": over, "hogs": over}, "--memory", "100")
        for result in found.values():
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
        self.assert_verdicts({"refuses": ("AC", ""), "right": ("WA", "expected 4"),
                              "litterer": ("WA", "an output was left"),
                              "code": ("RE", "expected exit code 4")}, case="cycle")
        self.assert_verdict("refuses", "RE", "exit code 4", "a negative cycle")


class OutlivingTest(JudgeCase):
    """Processes that stay, or turn against the judge."""

    def test_who_stays_is_ended_and_named(self):
        result = self.assert_verdict("leaver", "AC", "1 process that outlived it was ended")
        self.assertEqual(result["left_processes"], 1)

    def test_who_leaves_session_parent_and_environment_is_ended_too(self):
        for _ in range(3):
            self.assert_verdict("late", "WA", "outlived it")

    def test_orphans_are_told_apart_with_several_jobs(self):
        results = self.results(1, "--filter", "ring", "--filter", "hashed", "--jobs", "4",
                               *(self.programs[name] for name in ("late", "right", "leaver")))
        for result in results:
            expected = {"right": 0, "late": 2, "leaver": 1}[pathlib.Path(result["program"]).name]
            self.assertEqual(bool(result["left_processes"]), bool(expected), result)

    def test_an_output_that_goes_on_changing(self):
        for _ in range(3):
            result, = self.results_of_any("--filter", "ring", self.programs["flicker"])
            self.assertIn("outlived it", result["reason"])
            self.assertIn(result["verdict"], ("AC", "WA"))

    def test_who_stops_the_judge_does_not_freeze_it(self):
        began = time.monotonic()
        result = self.assert_verdict("stopper", "AC")
        self.assertLess(time.monotonic() - began, 20)
        self.assertGreater(result["best_seconds"], 0.4, "its sleep counts")

    def test_who_ends_the_judge_ends_its_own_run_only(self):
        results = self.results(1, "--filter", "ring", self.programs["assassin"],
                               self.programs["right"])
        self.assertEqual([result["verdict"] for result in results], ["RE", "AC"])
        self.assertIn("SIGKILL", results[0]["reason"])

    def test_a_link_to_the_expected_file_does_not_pass(self):
        done = self.judge(3, "--filter", "ring", self.programs["linker"])
        self.assertIn("ring.out: changed while", done.stderr)


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

class ManifestTest(JudgeCase):
    def run_manifest(self, *options):
        return self.results(0, "--cases", MANIFEST, "--cache", self.folder / "cache",
                            "--max-vertices", 100, *options, HW3_1)

    def test_the_real_program_and_the_cache(self):
        bin_dir = self.folder / "bin"
        bin_dir.mkdir()
        for name, path in (("hw3-gen", HW3_GEN), ("hw3-check", HW3_CHECK)):
            (bin_dir / name).symlink_to(path)
        named = [word for name in ("ring-65", "negative-cycle", "bad-short", "c0")
                 for word in ("--filter", name)]
        results = self.run_manifest("--bin-dir", bin_dir, "--reference", HW3_1, *named)
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

        # A result that an earlier judge took from a sample is proven anew.
        known.write_text(json.dumps({**facts, "distances": "0" * 64,
                                     "proof": "right as far as checked: a sample"}))
        self.run_manifest(*options)
        self.assertEqual(json.loads(known.read_text()), facts)
        # A program that proves nothing, whatever it is asked.
        check.write_text('#!/bin/sh\necho "right as far as checked: a sample"\n')
        known.unlink()
        done = self.judge(3, "--cases", MANIFEST, "--cache", self.folder / "cache", *options, HW3_1)
        self.assertIn("expected all rows proven", done.stderr)

    def test_digests_alone(self):
        entry = {"name": "ring", "input": "ring.in",
                 "expected_sha256": hashlib.sha256(DISTANCES).hexdigest().upper()}
        manifest = self.cases / "manifest.json"
        manifest.write_text(json.dumps({"format": 1, "small": [entry]}))
        (self.cases / "ring.out").unlink()
        for program, code in (("right", 0), ("wrong", 1)):
            self.judge(code, "--cases", manifest, self.programs[program])
        del entry["expected_sha256"]
        manifest.write_text(json.dumps({"format": 1, "small": [entry]}))
        done = self.judge(3, "--cases", manifest, self.programs["right"])
        self.assertIn("ring.in: neither distances nor their sha256", done.stderr)

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
