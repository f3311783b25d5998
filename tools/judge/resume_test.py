# SPDX-License-Identifier: MIT
"""Interrupts and kills hw3-judge, looks for the results so far, and has it go on."""

import csv
import json
import os
import pty
import signal
import subprocess
import unittest
import xml.etree.ElementTree as xml

from judge_case import SECONDS, JudgeCase


class ResumeTest(JudgeCase):
    """The first of two programs is over at once, and the second would take a minute."""

    def start(self, *options):
        judge = subprocess.Popen(
            self.command("--filter", "ring", "--json", self.folder / "results.json", *options,
                         self.programs["counter"], self.programs["sleeper"]),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.wait_for(lambda: self.sleepers() and (self.folder / "results.json").exists())
        return judge

    def interrupt(self, number, *options):
        judge = self.start(*options)
        judge.send_signal(number)
        printed, said = judge.communicate(timeout=SECONDS)
        self.assertEqual(judge.returncode, 128 + number, said)
        self.assert_clean()
        return printed, said

    def test_a_signal_ends_all_and_shows_the_results_so_far(self):
        for number, options in ((signal.SIGINT, []), (signal.SIGTERM, ["--jobs", "2"])):
            (self.folder / "results.json").unlink(missing_ok=True)
            printed, said = self.interrupt(number, *options, "--csv", self.folder / "results.csv",
                                           "--junit", self.folder / "results.xml")
            self.assertIn("hw3-judge: interrupted: 1 of 2 done; --resume goes on", said)
            self.assertRegex(printed, r"ring +8 +8 +AC")
            self.assertIn("1 of 1 cases accepted", printed)
            content = self.read_results()
            self.assertFalse(content["complete"])
            self.assertEqual([result["verdict"] for result in content["results"]], ["AC"])
            with open(self.folder / "results.csv", newline="") as file:
                self.assertEqual([row["verdict"] for row in csv.DictReader(file)], ["AC"])
            self.assertEqual(len(list(xml.parse(self.folder / "results.xml").iter("testcase"))), 1)

    def test_control_c_at_a_terminal(self):
        pid, terminal = pty.fork()
        if pid == 0:
            command = self.command("--filter", "ring", self.programs["counter"],
                                   self.programs["sleeper"])
            os.execv(command[0], command)
        self.wait_for(self.sleepers)
        os.write(terminal, b"\x1a")  # Ctrl-Z does nothing
        os.write(terminal, b"\x03")
        shown = b""
        try:
            while True:
                shown += os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            pass
        _, status = os.waitpid(pid, 0)
        self.assertEqual(os.WEXITSTATUS(status), 128 + signal.SIGINT, shown)
        self.assertIn(b"interrupted: 1 of 2 done", shown)
        self.assert_clean()
        os.close(terminal)

    def test_results_are_written_as_they_come(self):
        judge = self.start()
        self.wait_for((self.folder / "results.json").exists)
        self.assertEqual([result["verdict"] for result in self.read_results()["results"]], ["AC"])
        judge.kill()
        judge.communicate()
        # The processes that it started end with it.
        self.wait_for(lambda: not self.sleepers())
        for left in self.scratch.iterdir():
            subprocess.run(["rm", "-rf", left], check=True)

    def test_resume_runs_the_rest_only(self):
        options = ["--filter", "ring", "--json", self.folder / "results.json", "--resume",
                   "--limit", "3"]
        self.interrupt(signal.SIGINT, "--limit", "3")
        done = self.judge(1, *options, self.programs["counter"], self.programs["sleeper"])
        self.assertIn("hw3-judge: 1 of 2 results kept from", done.stderr)
        self.assertEqual(len(self.noted("counted").splitlines()), 1)
        content = self.read_results()
        self.assertTrue(content["complete"])
        self.assertEqual([result["verdict"] for result in content["results"]], ["AC", "TLE"])

        before = self.read_results()
        again = self.judge(1, *options, self.programs["counter"], self.programs["sleeper"])
        self.assertIn("2 of 2 results kept", again.stderr)
        self.assertEqual(again.stdout, done.stdout)
        self.assertEqual(self.read_results(), before)

    def test_resume_runs_again_what_has_changed(self):
        options = ["--filter", "ring", "--json", self.folder / "results.json", "--resume",
                   self.programs["counter"]]
        self.judge(0, *options)
        for path in (self.programs["counter"], self.cases / "ring.in", self.cases / "ring.out"):
            os.utime(path, (1, 1))
            self.assertIn("0 of 1 results kept", self.judge(0, *options).stderr)
        self.assertIn("1 of 1 results kept", self.judge(0, *options).stderr)
        self.assertEqual(len(self.noted("counted").splitlines()), 4)

    def test_resume_refuses_other_settings_and_other_files(self):
        path = self.folder / "results.json"
        options = ["--filter", "ring", "--json", path, "--resume", self.programs["counter"]]
        self.judge(0, *options)
        done = self.judge(3, *options, "--limit", "7")
        self.assertIn("results.json: limit_seconds was 60.0, now 7.0", done.stderr)
        for content in ("{", "[]", "{}", json.dumps({"format": 99})):
            path.write_text(content)
            self.assertIn("results.json: ", self.judge(3, *options).stderr)
            self.assertEqual(path.read_text(), content)

    def test_reports_appear_whole_and_may_go_to_a_device(self):
        path = self.folder / "results.json"
        path.write_text("before")
        (self.folder / "link.json").symlink_to(path)
        self.judge(0, "--filter", "ring", "--json", self.folder / "link.json", "--csv",
                   "/dev/null", self.programs["right"])
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertTrue(self.read_results()["complete"])
        self.assertTrue(os.path.exists("/dev/null") and not os.path.isfile("/dev/null"))


if __name__ == "__main__":
    unittest.main()
