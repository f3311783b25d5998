# SPDX-License-Identifier: MIT
"""The words that bubblewrap is called with."""

import shutil

from view import BLANK, DEV, DEVICE, EMPTY, PROC, READ, SHARED, WORK, WRITE

# Root could set them for the whole machine. bwrap leaves some open: their folders are not writable.
SETTINGS = ("sys", "sysrq-trigger", "irq", "bus", "fs")
BINDS = {READ: "--ro-bind", WRITE: "--bind", DEVICE: "--dev-bind"}
# A session of its own keeps signals to its group inside.
OPTIONS = ("--unshare-user-try", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
           "--unshare-cgroup-try", "--cap-drop", "ALL", "--new-session")


def missing():
    """Why it cannot be tried, or nothing."""
    return "" if shutil.which("bwrap") else "bubblewrap (bwrap) is not installed"


def mounted(mount):
    if mount.kind in BINDS:
        return [BINDS[mount.kind] + "-try" * mount.optional, mount.source, mount.target]
    settings = [word for name in SETTINGS
                for word in ("--ro-bind-try", f"/proc/{name}", f"{mount.target}/{name}")]
    return {PROC: ["--proc", mount.target, *settings], DEV: ["--dev", mount.target],
            SHARED: ["--tmpfs", mount.target],
            EMPTY: ["--tmpfs", mount.target, "--remount-ro", mount.target],
            BLANK: ["--ro-bind", "/dev/null", mount.target]}[mount.kind]


def words(view, launched):
    """Stand before the program. Behind a launcher it must end with bwrap, for nothing else there
    would end it; otherwise its first process stays for the judge to end and to count the rest."""
    options = [word for mount in view.mounts for word in mounted(mount)]
    for name, value in view.set.items():
        options += ["--setenv", name, value]
    for name in view.unset:
        options += ["--unsetenv", name]
    return [shutil.which("bwrap"), *OPTIONS, *["--die-with-parent"] * launched, *options,
            "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", WORK, "--"]
