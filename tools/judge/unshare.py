# SPDX-License-Identifier: MIT
"""A jail by namespaces of its own, without any program of the system: the words to call
namespaces.py with."""

import pathlib
import sys

from view import WORK

NAME = "unshare"
SCRIPT = pathlib.Path(__file__).resolve().with_name("namespaces.py")


def missing():
    """Why it cannot be tried, or nothing."""
    return ""


def words(view, launched):
    """Stand before the program."""
    options = []
    for mount in view.mounts:
        options += ["--mount", mount.kind, mount.target, mount.source, str(int(mount.optional))]
    for name, value in view.set.items():
        options += ["--set", name, value]
    for name in view.unset:
        options += ["--unset", name]
    return [sys.executable, "-ISB", str(SCRIPT), *options, *["--end-with-parent"] * launched,
            "--work", WORK, "--"]
