# SPDX-License-Identifier: MIT
"""hw3-judge's jail: programs that cheat or turn against the machine gain nothing,
and honest ones run as without it."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading
import unittest

from judge_case import JUDGE, SECONDS, JudgeCase
from processes import read, state_and_parent
from stand_ins import DISTANCES, INTERPRETER

# Where a program in a jail must not leave anything.
OUTSIDE = ("/tmp", "/dev/shm", "/var/tmp", "/run", "/home", "/root", "/etc", "/usr", "/",
           "/usr/local/lib")
MARK = "apsp-judge-was-here"


class Served:
    """Answers every caller on this machine with the right distances: by TCP, by an abstract name
    and by a name in a folder."""

    def __init__(self, folder):
        self.lines = [socket.socket(family) for family in (socket.AF_INET, socket.AF_UNIX,
                                                           socket.AF_UNIX)]
        self.lines[0].bind(("127.0.0.1", 0))
        self.port = self.lines[0].getsockname()[1]
        self.lines[1].bind(f"\0apsp-judge-{self.port}")
        self.lines[2].bind(str(folder / "socket"))
        for line in self.lines:
            line.listen()
            threading.Thread(target=self.serve, args=(line,), daemon=True).start()

    @staticmethod
    def serve(line):
        try:
            while True:
                caller, _ = line.accept()
                with caller:
                    caller.sendall(DISTANCES)
        except OSError:
            pass

    def close(self):
        for line in self.lines:
            line.close()


class WithoutJail(JudgeCase):
    """Shows that the cheats of this file work where there is no jail: they are no straw men."""

    def test_cheats_are_accepted(self):
        self.assert_verdict("copier", "AC")
        self.assert_verdict("asker", "AC")
        os.environ["OMP_PLACE"] = str(self.folder)
        self.addCleanup(os.environ.pop, "OMP_PLACE")
        self.assert_verdict("walker", "AC")
        served = Served(self.notes)
        self.addCleanup(served.close)
        os.environ["OMP_PORT"] = str(served.port)
        self.addCleanup(os.environ.pop, "OMP_PORT")
        self.assert_verdict("caller", "AC")

    def judge_with(self, bwrap, jail):
        """`bwrap` is the text of a script that takes its place on PATH; without one it is not
        installed."""
        tools = self.folder / "bin"
        tools.mkdir(exist_ok=True)
        for name, text in (("sh", 'exec /bin/sh "$@"'), ("bwrap", bwrap)):
            if text:
                (tools / name).write_text(f"#!/bin/sh\n{text}\n")
                (tools / name).chmod(0o755)
        command = self.command("--filter", "ring", "--filter", "hashed", "--jail", jail, "--json",
                               self.folder / "results.json", self.programs["right"])
        return subprocess.run(command, env={**os.environ, "PATH": str(tools)}, timeout=SECONDS,
                              capture_output=True, text=True)

    def test_auto_says_so_once(self):
        for bwrap, reason in (("", "bubblewrap (bwrap) is not installed"),
                              ("echo no permissions >&2; exit 1", "no permissions")):
            done = self.judge_with(bwrap, "auto")
            self.assertEqual(done.returncode, 0, done.stderr)
            said, = done.stderr.splitlines()
            self.assertIn(f"no jail ({reason}): programs can read this user's files", said)
            self.assertIsNone(self.read_results()["jail"])

    def test_required_and_impossible(self):
        done = self.judge_with("", "required")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (3, "", "hw3-judge: no jail: bubblewrap (bwrap) is not installed\n"))

    def test_off_is_silent(self):
        self.assertEqual(self.judge_with("", "off").stderr, "")


class Jailed(JudgeCase):
    jail = "required"

    def test_honest_programs(self):
        found = self.assert_verdicts({
            "right": ("AC", ""), "wrong": ("WA", "row 2, column 3 (byte 76)"),
            "silent": ("MO", "no such file"), "crash": ("RE", "SIGSEGV"),
            "code": ("RE", "out of ideas")})
        self.assertEqual(self.read_results()["jail"], "bubblewrap")
        right = found["right"]
        self.assertEqual((right["exit"], right["reason"], right["stderr"]), (0, "", ""))
        self.assert_verdict("right", "AC", case="hashed")
        self.assert_verdicts({"refuses": ("AC", ""), "litterer": ("WA", "an output was left")},
                             case="cycle")

    def test_what_cannot_be_started(self):
        pathlib.Path(self.programs["right"]).write_text("#!/no/such/interpreter\n")
        self.assert_verdict("right", "RE", "/judge/program/right: not found")

    def test_the_jails_own_start_does_not_count(self):
        """bwrap is slowed down by a program of the same name that goes before."""
        slow = self.folder / "slow"
        slow.mkdir()
        (slow / "bwrap").write_text(f'#!/bin/sh\nsleep 0.7\nexec {shutil.which("bwrap")} "$@"\n')
        (slow / "bwrap").chmod(0o755)
        command = self.command("--filter", "ring", "--json",
                               self.folder / "results.json", self.programs["right"])
        path = f"{slow}:{os.environ['PATH']}"
        subprocess.run(command, env={**os.environ, "PATH": path}, check=True, timeout=SECONDS,
                       stdout=subprocess.DEVNULL)
        result, = self.read_results()["results"]
        self.assertLess(result["best_seconds"], 0.6)
        self.assertGreater(result["best_seconds"], 0.0001)

    def test_limits_hold(self):
        self.assert_verdicts({"endless": ("OLE", ""), "sparse": ("OLE", ""), "hider": ("OLE", "")})
        over = ("MLE", "limit 100 MiB")
        self.assert_verdicts({"hog": over, "spike": over, "hogs": over, "shared_hog": over},
                             "--memory", "100")
        found = self.assert_verdicts(dict.fromkeys(("escaper", "stubborn", "dawdler"), ("TLE", "")),
                                     "--limit", "0.5")
        for result in found.values():
            self.assertLess(result["last_run_seconds"], 10)

    def test_outputs_that_are_no_files(self):
        self.assert_verdicts(dict.fromkeys(("link", "fifo", "folder", "hard_link", "device"),
                                          ("MO", "")))

    def test_the_input_cannot_be_changed(self):
        self.assert_verdicts(dict.fromkeys(("vandal", "remover"), ("AC", "")))

    def test_who_stays_is_ended_and_named(self):
        self.assert_verdicts({"leaver": ("AC", "1 process that outlived it was ended"),
                              "late": ("WA", "outlived it")})

    def test_looking_for_the_answer(self):
        self.assert_verdicts(dict.fromkeys(("copier", "linker", "asker", "walker"), ("RE", "")))

    def test_the_cases_are_covered_below_what_is_visible(self):
        (self.folder / "seen").write_text("")
        reader = pathlib.Path(self.programs["silent"])
        reader.write_text(f"#!/bin/sh\ntest -e {self.folder}/seen && exec {self.programs['right']} "
                          '"$@"\n')
        os.environ["OMP_PLACE"] = str(self.folder)
        self.addCleanup(os.environ.pop, "OMP_PLACE")
        self.assert_verdicts({"silent": ("AC", ""), "copier": ("RE", ""), "walker": ("RE", ""),
                              "digger": ("RE", "")}, "--visible", self.folder)

    def test_no_network(self):
        served = Served(self.notes)
        self.addCleanup(served.close)
        os.environ["OMP_PORT"] = str(served.port)
        self.addCleanup(os.environ.pop, "OMP_PORT")
        self.assert_verdict("caller", "RE", "exit code 9")

    def test_no_other_process(self):
        with subprocess.Popen(["sleep", str(SECONDS)]) as victim:
            self.addCleanup(victim.kill)
            os.environ["OMP_VICTIM"] = str(victim.pid)
            self.addCleanup(os.environ.pop, "OMP_VICTIM")
            results = self.results_of_any("--filter", "ring", "--limit", "2",
                                          self.programs["killer"], self.programs["right"])
            # It may well have stopped what waits for its own end.
            self.assertIn(results[0]["verdict"], ("AC", "TLE"))
            self.assertEqual(results[1]["verdict"], "AC")
            self.assertEqual(state_and_parent(victim.pid)[0], "S")
            self.assertIn(b"TracerPid:\t0\n", read(victim.pid, "status"))
            victim.kill()

    def test_nothing_is_written_outside(self):
        self.addCleanup(lambda: [pathlib.Path(folder, MARK).unlink(missing_ok=True)
                                 for folder in OUTSIDE])
        self.assert_verdict("writer", "AC")
        left = [folder for folder in (*OUTSIDE, self.notes, self.scratch, self.folder)
                if os.path.exists(os.path.join(folder, MARK))]
        self.assertEqual(left, [])

    def test_nothing_is_kept_for_the_next_run(self):
        self.assert_verdict("hoarding_cache", "AC", options=["--repeat", "3"])

    def test_behind_a_launcher(self):
        launcher = ["--launcher", f"{self.programs['launcher']} words"]
        self.assert_verdicts({"right": ("AC", ""), "asker": ("RE", ""), "late": ("WA", ""),
                              "escaper": ("TLE", "")}, *launcher, "--limit", "1.5")
        self.assertIn("/judge/program/right", self.noted("launched"))

    def test_the_judge_ends_with_all(self):
        judge = subprocess.Popen(self.command("--filter", "ring", self.programs["escaper"]),
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for(self.sleepers)
        judge.send_signal(signal.SIGTERM)
        self.assertEqual(judge.wait(SECONDS), 128 + signal.SIGTERM)
        self.assert_clean()

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "takes root and setpriv")
    def test_without_privileges(self):
        judge = self.folder / "judge"
        shutil.copytree(JUDGE.parent, judge)
        self.folder.chmod(0o755)
        for folder in (self.scratch, self.notes):
            folder.chmod(0o777)
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", INTERPRETER,
                   *self.command("--filter", "ring", "--limit", "2")[1:]]
        command[command.index(str(JUDGE))] = str(judge / JUDGE.name)
        for program, code in (("right", 0), ("copier", 1), ("asker", 1), ("killer", 0)):
            done = subprocess.run([*command, self.programs[program]], timeout=SECONDS, text=True,
                                  capture_output=True)
            # Its own parent may be what a program stops.
            self.assertTrue(done.returncode == code or program == "killer"
                            and "not ended within" in done.stdout, done.stdout + done.stderr)
            self.assertEqual(done.stderr, "")

    def test_a_python_script(self):
        script = pathlib.Path(self.programs["right"])
        script.write_text(f"#!{INTERPRETER}\nimport json, struct, sys\n"
                          f"open(sys.argv[2], 'wb').write({DISTANCES!r})\n")
        self.assert_verdict("right", "AC")

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_libraries_beside_a_program_come_along_and_nothing_else(self):
        source, folder = self.folder / "source", self.folder / "built"
        (folder / "lib").mkdir(parents=True)
        source.mkdir()
        (source / "answer.c").write_text("int answer(void) { return 42; }")
        (source / "main.c").write_text(
            '#include <stdio.h>\n#include <stdlib.h>\nint answer(void);\n'
            'int main(int n, char **words) { if (answer() != 42) return 9;\n'
            f'char line[9999]; snprintf(line, 9999, "{self.printed()} > %s", words[2]);\n'
            'return system(line) ? 8 : 0; }')
        self.compile("-shared", "-fPIC", source / "answer.c", "-o", folder / "lib" / "libanswer.so")
        self.compile(source / "main.c", f"-L{folder}/lib", "-lanswer", "-Wl,-rpath,$ORIGIN/lib",
                     "-o", folder / "solver")
        self.programs["solver"] = str(folder / "solver")
        self.assert_verdict("solver", "AC")
        # A program cannot name a file of distances as its library.
        shutil.copyfile(self.cases / "ring.out", folder / "lib" / "libanswer.so")
        self.assert_verdict("solver", "RE", "libanswer.so")

    def compile(self, *words):
        subprocess.run(["cc", *map(str, words)], check=True, timeout=SECONDS)

    @staticmethod
    def printed():
        """A call of printf inside of a string of C, and of a format of C's printf."""
        return "printf '" + "".join(f"\\\\{byte:03o}" for byte in DISTANCES) + "'"


if __name__ == "__main__":
    unittest.main()
