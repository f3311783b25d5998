# SPDX-License-Identifier: MIT
"""Runs programs by bubblewrap, so that they see nothing of the expected distances, and tries it out.

A jail surrounds the program alone: a launcher stands before it, outside, and can talk to its
daemons. The trial takes the whole line, launcher included, so a jail that was found works where the
launcher has programs run."""

import os
import pathlib
import tempfile

import bubblewrap
import sandbox
from contest import remove
from view import WORK, Scene

CHOICES = ("required", "auto", "off")
SECONDS = 120.0  # for the trial, which may have to wait for Slurm
SHELL = "/bin/sh"
# Exit code 0 where nothing that is hidden shows, only few processes do, and writing is bounded.
TRIAL = """
fail() { echo "$1" >&2; exit 1; }
for path; do
  if [ -d "$path" ]; then [ -z "$(ls -A "$path")" ] || fail "$path shows"
  elif [ -s "$path" ]; then fail "$path shows"; fi
done
kill -0 $$ 2>/dev/null || fail "no processes"
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 10 ] || fail "other processes show"
[ "$(wc -l < /proc/net/route)" -lt 2 ] || fail "a network shows"
echo > written || fail "the work folder cannot be written"
echo > /tmp/written || fail "/tmp cannot be written"
[ ! -w /proc/sys/kernel/core_pattern ] || fail "the kernel's settings can be written"
for path in / /usr /etc /dev /judge /sys /judge/input; do
  ! (echo > "$path/hw3-judge-trial") 2>/dev/null || fail "$path can be written"
done
"""


class JailError(Exception):
    """There is no jail, and why."""


class Jail:
    name = "bubblewrap"

    def __init__(self, scene, launched):
        self.scene, self.launched = scene, launched

    def words(self, program, graph, work, temporary, output):
        """The command that runs `program GRAPH OUTPUT` inside, OUTPUT being a name in `work`."""
        view, call = self.scene.view(program, graph, work, temporary)
        return [*bubblewrap.words(view, self.launched), *call, f"{WORK}/{output}"]

    def trial(self, launcher, parent):
        """Why it does not work, or nothing."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="hw3-judge-", dir=parent))
        try:
            inner = [folder / name for name in ("input", "work", "temporary")]
            for path in inner:
                path.mkdir()
            view, _ = self.scene.view(SHELL, inner[0] / "graph", *inner[1:])
            command = [*launcher, *bubblewrap.words(view, self.launched), SHELL, "-c", TRIAL, "sh",
                       *self.scene.nowhere()]
            call = sandbox.Call(command, inner[1], inner[2], inner[1] / "written", bool(launcher),
                                True)
            ending = sandbox.run(call, sandbox.Limits(SECONDS, 0, 1 << 20))
        finally:
            remove(folder)
        if ending.error or ending.killed:
            return ending.error or "the trial did not end"
        said = ending.words.splitlines()[-1:] or [f"exit code {ending.status}"]
        return "" if ending.status == 0 else said[0]


def find(visible, hidden, launcher, parent):
    """A Jail that works; `visible` and `hidden` are paths. Raises JailError where there is none.
    This process must adopt orphans and have no other children."""
    jail = Jail(Scene(visible, hidden), bool(launcher))
    reason = bubblewrap.missing() or jail.trial(launcher, parent)
    if reason:
        raise JailError(reason)
    return jail


def hidden_paths(cases, others):
    """The folders of all files of the cases, and the others."""
    files = [path for case in cases for path in (case.graph, case.expected) if path]
    folders = {os.path.dirname(resolved) for path in files
               for resolved in (os.path.abspath(path), os.path.realpath(path))}
    return sorted(folders | {str(path) for path in others})
