# SPDX-License-Identifier: MIT
"""hw3-peers measures every peer that is here, checks its result, and writes its tables into a page.

Usage: peers_test.py BUILD"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PEERS = pathlib.Path(__file__).with_name("hw3-peers")
BUILD = None


class PeersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def peers(self, *arguments, good=True):
        done = subprocess.run([PEERS, "--bin-dir", BUILD, "--folder", self.folder, "--repeats", "1",
                               "--turn", "0", *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode == 0, good, done.stderr)
        return done.stdout if good else done.stderr

    def test_a_session(self):
        said = self.peers("--dense", "70", "40", "--sparse", "64")
        results = json.loads((self.folder / "peers.json").read_text())
        self.assertEqual([size["vertices"] for size in results["panels"]["dense"]], [40, 70])
        self.assertEqual([size["vertices"] for size in results["panels"]["sparse"]], [64])
        for panel in results["panels"].values():
            for size in panel:
                self.assertIn("hw3-1", size["runs"])
                self.assertTrue(all(len(runs) == 1 for runs in size["runs"].values()))
        self.assertIn("hw3-triple-loop", results["panels"]["dense"][0]["runs"])
        for line in ("| program ", "| hw3-1 ", "| hw3-triple-loop "):
            self.assertIn(line, said)

    def test_a_page_from_an_earlier_session(self):
        page, file = self.folder / "page.md", self.folder / "earlier.json"
        page.write_text("before\n<!-- bench:begin -->\n<!-- bench:end -->\nafter\n")
        file.write_text(json.dumps({
            "date": "2026-01-02", "repeats": 3, "limit": 10, "cpu": "Some CPU", "processors": 2,
            "versions": {"scipy": "1.2"}, "panels": {"dense": [
                {"vertices": 10, "runs": {"hw3-1": [0.2, 0.1], "scipy-dijkstra": [0.4, 0.55]}},
                {"vertices": 20, "runs": {"hw3-1": [0.2], "hw3-triple-loop": [13.0]}}]}}))
        said = self.peers("--load", file, "--update", page)
        self.assertIn("Some CPU, 2 processors, 2026-01-02; the best run of 3 turns; scipy 1.2.", said)
        rows = {line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
                for line in said.splitlines() if line.startswith("| ")}
        self.assertEqual(rows["program"], ["V = 10", "V = 20"])
        self.assertEqual(rows["hw3-1"], ["0.100", "0.200"])
        self.assertEqual(rows["scipy-dijkstra"], ["0.400, 4 x", ""])
        self.assertEqual(rows["hw3-triple-loop"], ["", "13.0, 65 x"])
        self.assertEqual(page.read_text(), "before\n<!-- bench:begin -->\n\n" + said.strip() +
                         "\n\n<!-- bench:end -->\nafter\n")

    def test_a_wrong_result_is_no_time(self):
        programs = self.folder / "programs"
        programs.mkdir()
        for name in ("hw3-gen", "hw3-check", "hw3-ceiling", "hw3-1"):
            found = next(path for path in pathlib.Path(BUILD).rglob(name) if path.is_file())
            (programs / name).symlink_to(found.resolve())
        (programs / "hw3-triple-loop").write_text('#!/bin/sh\nhead -c 6400 /dev/zero > "$3"\n')
        (programs / "hw3-triple-loop").chmod(0o755)
        said = self.peers("--bin-dir", programs, "--dense", "40", "--sparse", good=False)
        self.assertIn("hw3-triple-loop: wrong distances", said)


if __name__ == "__main__":
    BUILD = sys.argv.pop()
    unittest.main()
