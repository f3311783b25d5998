# SPDX-License-Identifier: MIT
"""Lists all that a program in a jail can see: mounts, made before it starts.

    /usr /bin /sbin /lib*   the system's programs and libraries, and a few files of /etc; read-only
    folders that /etc/ld.so.conf, LD_LIBRARY_PATH and --visible name; read-only
    /proc /dev /sys         of its own, with the devices of GPUs; /sys read-only
    /tmp                    a private folder
    /judge/work             its own folder, where it starts and writes its output
    /judge/input            a folder with a copy of the graph; read-only
    /judge/program          the program's file alone; read-only
    /judge/libraries        libraries beside the program that it names (belongings.py); read-only

Covers hide what lies below these and is the judge's: cases, cache, reference solvers."""

import glob
import os
from typing import NamedTuple

from belongings import Belongings

# Kinds of mounts: a file or folder to read, one to write, a device; an empty folder, an empty file;
# the system's own kinds of file systems.
READ, WRITE, DEVICE, EMPTY, BLANK, PROC, DEV, SHARED = (
    "read", "write", "device", "empty", "blank", "proc", "dev", "shared")

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "passwd",
            "group", "nsswitch.conf", "OpenCL", "python3*", "perl", "R", "java*", "mono")
DEVICES = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset", "nvidia-caps",
           "nvidia-caps-imex-channels", *(f"nvidia{number}" for number in range(16)), "dri", "kfd",
           "dxg")
WORK, INPUT, PROGRAM, LIBRARIES = (f"/judge/{name}" for name in ("work", "input", "program",
                                                                 "libraries"))
TEMPORARY = "/tmp"
# The jail's standard output is a StartSignal, and the program has another one.
STARTER = ("/bin/sh", "-c", 'echo; exec "$@" > /dev/null', "sh")
UNSET = ("XDG_RUNTIME_DIR", "KRB5CCNAME")


class Mount(NamedTuple):
    kind: str
    target: str
    source: str = ""
    optional: bool = False  # left out where the source does not exist


class View(NamedTuple):
    mounts: list
    set: dict     # environment variables
    unset: tuple  # likewise


def below(path, folder):
    """Also true for the folder itself."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def declared_folders():
    """Folders of libraries that ld.so.conf names."""
    folders = []
    for name in ["/etc/ld.so.conf", *sorted(glob.glob("/etc/ld.so.conf.d/*.conf"))]:
        try:
            with open(name, encoding="utf-8", errors="replace") as file:
                folders += [line.strip() for line in file if line.startswith("/")]
        except OSError:
            pass
    return folders


def visible_folders(asked_for):
    """Absolute paths of all that is shown read-only to every program. The user's own come last."""
    library_path = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    folders = [*SYSTEM]
    for folder in [*declared_folders(), *filter(lambda path: path.startswith("/"), library_path)]:
        if os.path.isdir(folder) and not any(below(folder, other) for other in folders):
            folders.append(os.path.normpath(folder))
    return folders + [os.path.abspath(path) for path in asked_for]


class Scene:
    """The part of the view that is the same for every run."""

    def __init__(self, asked_for, hidden):
        """`asked_for` are paths to show, `hidden` those to cover where they would show."""
        self.folders = visible_folders(asked_for)
        self.places = [os.path.realpath(folder) for folder in self.folders]
        self.hidden = sorted({os.path.realpath(path) for path in hidden if os.path.exists(path)})

    def shows(self, path):
        """Without the covers."""
        path = os.path.realpath(path)
        return any(below(path, place) for place in self.places)

    def nowhere(self):
        """Those of `hidden` below which nothing at all may show."""
        return [path for path in self.hidden
                if not any(below(place, path) and place != path for place in self.places)]

    def covers(self):
        """In a folder's place an empty one, in a file's an empty one."""
        found = []
        for path in self.hidden:
            for folder, place in zip(self.folders, self.places):
                if below(path, place):
                    target = os.path.normpath(os.path.join(folder, os.path.relpath(path, place)))
                    found.append(Mount(EMPTY if os.path.isdir(path) else BLANK, target))
        return found

    def view(self, program, graph, work, temporary):
        """(View, the words of the call but for its output)"""
        belongings = Belongings(program, self.shows)
        inside = f"{PROGRAM}/{os.path.basename(program)}"
        libraries = f"{LIBRARIES}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
        mounts = [Mount(PROC, "/proc"), Mount(DEV, "/dev"), Mount(SHARED, "/dev/shm"),
                  Mount(READ, "/sys", "/sys", True), Mount(WRITE, TEMPORARY, str(temporary))]
        mounts += [Mount(DEVICE, f"/dev/{name}", f"/dev/{name}", True) for name in DEVICES]
        mounts += [Mount(READ, path, path, path in SYSTEM) for path in self.folders]
        mounts += [Mount(READ, path, path, True)
                   for name in SETTINGS for path in sorted(glob.glob(f"/etc/{name}"))]
        mounts += self.covers()
        mounts += [Mount(READ, path, os.path.realpath(path)) for path in belongings.loaders]
        mounts += [Mount(READ, f"{LIBRARIES}/{name}", path)
                   for name, path in sorted(belongings.libraries.items())]
        mounts += [Mount(READ, INPUT, str(graph.parent)), Mount(WRITE, WORK, str(work)),
                   Mount(READ, inside, os.path.realpath(program))]
        variables = {"HOME": TEMPORARY, "TMPDIR": TEMPORARY}
        if belongings.libraries:
            variables["LD_LIBRARY_PATH"] = libraries
        return View(mounts, variables, UNSET), [*STARTER, inside, f"{INPUT}/{graph.name}"]
