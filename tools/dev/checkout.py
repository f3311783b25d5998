# SPDX-License-Identifier: MIT
"""Where things are in a checkout and in its build folders."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "bench"))  # of the package hw3bench
SCRIPTS = ("tools/judge/hw3-judge", "tools/stats/hw3-plot")  # programs that need no build

# Tools that installers leave off the PATH: a private Meson (see tools/dev/setup), and nvcc.
os.environ["PATH"] = os.pathsep.join(
    [str(ROOT / "build" / "venv" / "bin"), os.environ["PATH"], "/usr/local/cuda/bin"])


def soversion(version):
    """The part of a version that names the library's file and module, as library/meson.build has it."""
    numbers = version.split(".")
    return ".".join(numbers[:2]) if numbers[0] == "0" else numbers[0]


def git(*arguments):
    """The lines that git prints; none where there is no git, no checkout, or an error."""
    if not shutil.which("git"):
        return []
    return subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout.splitlines()


def tracked_state():
    """The tracked files as they are, with changes that are not committed, as a commit."""
    return "".join(git("stash", "create")) or "HEAD"


def source_files():
    """Paths from the root of the files that git does not ignore. Without git, all but those in folders
    of builds and downloads."""
    names = git("ls-files", "-co", "--exclude-standard") or list(walk())
    return sorted(name for name in names if not name.startswith(("build", "subprojects/"))
                  and (ROOT / name).is_file())


def walk():
    for folder, below, files in os.walk(ROOT):
        below[:] = [name for name in below if name not in (".git", "__pycache__")
                    and not (folder == str(ROOT) and name.startswith(("build", "subprojects")))]
        for name in files:
            yield os.path.relpath(os.path.join(folder, name), ROOT)


def build_folder(name):
    return ROOT / "build" / name


def introspect(name, topic):
    """Returns Meson's facts of build/NAME, see `meson introspect --help`."""
    listing = subprocess.run(["meson", "introspect", f"--{topic}", build_folder(name)],
                             check=True, stdout=subprocess.PIPE).stdout
    return json.loads(listing)


@functools.cache
def programs(name):
    """The programs of build/NAME, built or not, by name: {"hw3-1": path}. All are called hw3-...,
    and nothing else is."""
    files = [pathlib.Path(file) for target in introspect(name, "targets")
             if target["type"] == "executable" for file in target["filename"]]
    return {file.name: file for file in files if file.name.startswith("hw3-")}


def installed(name):
    """All that ninja builds to be installed: programs, libraries, manual pages, completions."""
    made = {file for target in introspect(name, "targets") for file in target["filename"]}
    return [pathlib.Path(source) for source in introspect(name, "installed") if source in made
            and build_folder(name) / "subprojects" not in pathlib.Path(source).parents]
