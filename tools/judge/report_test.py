# SPDX-License-Identifier: MIT
"""Outputs and refusals of hw3-judge, and how it compares files."""

import csv
import fcntl
import io
import os
import pty
import shutil
import struct
import subprocess
import tempfile
import termios
import unittest
import xml.etree.ElementTree as xml

from compare import Difference, Shrunk, first_difference
from judge_case import SECONDS, JudgeCase
from stand_ins import DISTANCES


class ReportTest(JudgeCase):
    def two(self, *options):
        return self.judge(1, *options, self.programs["wrong"], self.programs["right"])

    def test_scoreboard_of_two(self):
        done = self.two("--filter", "ring", "--filter", "h*d", "--jobs", "2")
        self.assertEqual(done.stderr, "", "no live line without a terminal")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[2].split()[:4], ["hashed", "8", "8", "WA"])
        self.assertEqual(lines[3].split()[0], "ring")
        self.assertIn(f"{self.programs['wrong']} on ring: WA: row 2, column 3", done.stdout)
        first, second = lines[-2:]
        self.assertRegex(first, r"^1\. \S*/right +2 of 2")
        self.assertRegex(second, r"^2\. \S*/wrong +0 of 2")

    def test_csv(self):
        self.two("--filter", "ring", "--csv", self.folder / "results.csv")
        with open(self.folder / "results.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["verdict"] for row in rows], ["WA", "AC"])
        self.assertEqual(rows[0]["best_seconds"], "")
        self.assertGreater(float(rows[1]["best_seconds"]), 0)

    def test_junit(self):
        self.judge(1, "--filter", "ring", "--junit", self.folder / "results.xml",
                   self.programs["chatty"], self.programs["wrong"])
        root = xml.parse(self.folder / "results.xml").getroot()
        good, bad = root.findall("testsuite")
        self.assertEqual((good.get("tests"), good.get("failures"), bad.get("failures")),
                         ("1", "0", "1"))
        self.assertEqual(good.find("testcase").get("name"), "ring")
        self.assertEqual(good.find("testcase/system-err").text, "one\nlast words")
        self.assertEqual(bad.find("testcase/failure").get("type"), "WA")

    def test_a_report_in_the_place_of_another_file(self):
        os.symlink("new", self.folder / "dangling")
        os.symlink("folder/../cases", self.folder / "round")
        os.mkdir(self.folder / "folder")
        graph = (self.cases / "ring.in").read_bytes()
        for first, second, options in (
                ("--json new", "--csv ./new", ["--csv", "./new", "--json", "new"]),
                ("--json dangling", "--junit folder/../new",
                 ["--json", "dangling", "--junit", "folder/../new"]),
                ("the case's", "--csv round/ring.in", ["--csv", "round/ring.in"]),
                ("the case's", "--json cases/hashed.out.sha256",
                 ["--json", "cases/hashed.out.sha256"]),
                ("PROGRAM", "--junit programs/right", ["--junit", "programs/right"])):
            with self.subTest(options):
                said = self.judge(2, "--filter", "ring", *options, self.programs["right"]).stderr
                for part in (first, second, "are the same file"):
                    self.assertIn(part, said)
        self.assertEqual((self.cases / "ring.in").read_bytes(), graph)
        self.assertFalse((self.folder / "new").exists())
        self.judge(0, "--filter", "ring", "--json", "/dev/null", "--csv", "/dev/null",
                   self.programs["right"])

    def test_live_line_on_a_terminal(self):
        ours, theirs = pty.openpty()
        subprocess.run(self.command("--filter", "ring", self.programs["right"]), stderr=theirs,
                       stdout=subprocess.DEVNULL, check=True, timeout=SECONDS)
        self.assertIn(b"[0/1]", os.read(ours, 1 << 16))
        os.close(ours)
        os.close(theirs)

    def test_many_programs_have_a_row_each(self):
        names = []
        for number in range(20):
            name = self.folder / "programs" / f"submission-of-somebody-{number:02}"
            shutil.copyfile(self.programs["wrong" if number % 5 == 0 else "right"], name)
            name.chmod(0o755)
            names.append(name)
        done = self.judge(1, "--filter", "ring", "--filter", "hashed", "--jobs", "4", *names)
        lines = done.stdout.splitlines()
        self.assertLessEqual(max(map(len, lines)), 100)
        rows = [line for line in lines if "somebody" in line]
        self.assertEqual(len(rows), 20)
        self.assertRegex(rows[0], r"^1\. .*somebody-\d\d +2 of 2 +\d+\.\d+$")
        self.assertRegex(rows[-1], r"^20\. .*somebody-\d[05] +0 of 2 +0\.000  WA 2$")
        self.assertIn("--json", lines[-1])

    def test_no_table_is_broader_than_its_terminal(self):
        long = self.folder / "programs" / ("very-" * 20 + "long")
        shutil.copyfile(self.programs["right"], long)
        long.chmod(0o755)
        other = self.folder / "programs" / ("very-" * 20 + "other")
        shutil.copyfile(self.programs["right"], other)
        other.chmod(0o755)
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 70, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        subprocess.run(self.command("--filter", "ring", long, other), stdout=theirs, check=True,
                       stderr=subprocess.DEVNULL, timeout=SECONDS, env=environment)
        lines = os.read(ours, 1 << 16).decode().splitlines()
        os.close(ours)
        os.close(theirs)
        self.assertLessEqual(max(map(len, lines)), 70, lines)
        self.assertTrue(any(line.endswith(".0") or "1 of 1" in line for line in lines), lines)

    def test_control_characters_are_escaped_everywhere(self):
        name = self.folder / "programs" / "pain\x1b[2J\nter"
        shutil.copyfile(self.programs["painter"], name)
        name.chmod(0o755)
        for ending in (".in", ".out"):
            (self.cases / ("ring" + ending)).rename(self.cases / ("ri\x1b]0;ng" + ending))
        done = self.judge(1, "--filter", "ri", name, "--csv", self.folder / "results.csv",
                          "--junit", self.folder / "results.xml")
        texts = [done.stdout, done.stderr, (self.folder / "results.csv").read_text(),
                 (self.folder / "results.xml").read_text()]
        for text in texts:
            self.assertNotRegex(text, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")
        for text in (texts[0], texts[2]):
            self.assertIn(r"\x1b[31mred\x0dover\x07\x9b\u202e \xff", text)
            self.assertIn(r"pain\x1b[2J\x0ater", text)
            self.assertIn(r"ri\x1b]0;ng", text)
        done = self.judge(1, "no\x1bsuch")
        self.assertIn(r"no\x1bsuch on cycle, hashed, ri\x1b]0;ng: RE: cannot be started: no such "
                      "program", done.stdout)
        self.refuses_with_escape("--cases", "no\x1bsuch")
        self.refuses_with_escape("--filter", "ri", "--csv", "no\x1bsuch/file")

    def refuses_with_escape(self, *words):
        said = self.judge(3, *words, self.programs["right"]).stderr
        self.assertIn(r"no\x1bsuch", said)
        self.assertNotIn("\x1b", said)

    def test_inputs_without_an_expectation_are_counted(self):
        for name in ("alone", "lonely.gr"):
            shutil.copyfile(self.cases / "ring.in", self.cases / name)
        done = self.judge(0, "--filter", "ring", "--filter", "lon", self.programs["right"])
        self.assertEqual(done.stderr, "hw3-judge: left out, nothing to compare their distances "
                                      "with: alone, lonely.gr (2 in all)\n")

    def test_list(self):
        done = self.judge(0, "--list")
        names = [line.split()[0] for line in done.stdout.splitlines()[2:]]
        self.assertEqual(names, ["cycle", "hashed", "ring"])


class ErrorTest(JudgeCase):
    def refuses(self, code, part, *words):
        self.assertIn(part, self.judge(code, *words).stderr)

    def test_usage(self):
        right = self.programs["right"]
        self.refuses(2, "no PROGRAM")
        self.refuses(2, "--launcher no/such: no such program", "--launcher", "no/such", right)
        self.refuses(2, "--launcher /: a folder", "--launcher", "/", right)
        self.refuses(2, "no case matches 'nothing'", "--filter", "nothing", right)
        self.refuses(2, "found '0', expected a number above 0", "--limit", "0", right)
        self.refuses(2, "named twice", right, right)
        self.refuses(2, "arguments: --repat=3, did you mean --repeat?", "--repat=3", right)
        self.refuses(2, "--resume needs --json", "--resume", right)
        self.refuses(2, "nowhere: no such file", "--visible", "nowhere", "--jail", "auto", right)
        self.refuses(2, "No closing quotation", "--launcher", "'", right)

    def test_unreadable_cases(self):
        def broken(name, content, part):
            path = self.cases / name
            before = path.read_bytes() if path.exists() else None
            path.write_bytes(content)
            self.refuses(3, part, self.programs["right"])
            path.unlink() if before is None else path.write_bytes(before)

        broken("ring.out", DISTANCES[4:], "ring.out: 252 bytes, expected 256")
        broken("ring.in", b"graph", "ring.in: 5 bytes that are no graph")
        broken("ring.json", b"{", "ring.json: ")
        broken("ring.json", b'{"timelimit": 1}', "found 'timelimit', known are time_limit")
        broken("ring.bin", b"", "which one is the graph?")
        broken("other.in", b"", "neither other.out nor")
        broken("other.out", b"", "no such graph file")
        broken("hashed.out.sha256", b"abc", "64 hexadecimal digits")
        self.refuses(3, "No such file", "--cases", "nowhere", self.programs["right"])

    def test_a_report_that_cannot_be_written(self):
        self.refuses(3, "no/file: No such file", "--filter", "ring", "--json", "no/file",
                     self.programs["right"])


class CompareTest(unittest.TestCase):
    def compare(self, size, changes):
        """Compares two files of this many numbers; `changes` are numbers' positions."""
        expected = bytearray(4 * size)
        found = bytearray(expected)
        for place in changes:
            struct.pack_into("<i", found, 4 * place, -place - 1)
        with tempfile.TemporaryFile() as left, tempfile.TemporaryFile() as right:
            for file, content in ((left, found), (right, expected)):
                file.write(content)
                file.seek(0)
            return first_difference(left, right, len(expected))

    def test_a_file_that_ends_early_is_never_equal(self):
        for left, right in ((0, 4000), (3996, 4000), (3999, 4000), (4000, 3996)):
            with self.assertRaises(Shrunk):
                first_difference(io.BytesIO(bytes(left)), io.BytesIO(bytes(right)), 4000)

    def test_differences(self):
        self.assertIsNone(self.compare(1_000_003, []))
        for places in ([0], [1_000_002], [262143, 262144], [777, 1023, 1024, 500_000]):
            self.assertEqual(self.compare(1_000_003, places),
                             Difference(4 * places[0], 0, -places[0] - 1, len(places)))
        self.assertEqual(self.compare(300_000, range(300_000)).count, 300_000)
        self.assertEqual(Difference(4 * 19, 0, 0, 1).place(8), (2, 3))


if __name__ == "__main__":
    unittest.main()
