# SPDX-License-Identifier: MIT
"""Where things are in a checkout and in its build folders."""

import functools
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "bench"))  # of the package hw3bench
SCRIPTS = ("tools/judge/hw3-judge", "tools/stats/hw3-plot")  # programs that need no build

# Tools that installers leave off the PATH: a private Meson (see tools/dev/setup), and nvcc.
os.environ["PATH"] = os.pathsep.join(
    [str(ROOT / "build" / "venv" / "bin"), os.environ["PATH"], "/usr/local/cuda/bin"])


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
