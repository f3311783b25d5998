# SPDX-License-Identifier: MIT
"""Where things are in a checkout and in its build folders."""

import functools
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Tools that installers leave off the PATH: a private Meson (see tools/dev/setup), and nvcc.
os.environ["PATH"] = os.pathsep.join(
    [str(ROOT / "build" / "venv" / "bin"), os.environ["PATH"], "/usr/local/cuda/bin"])


def build_folder(name):
    return ROOT / "build" / name


@functools.lru_cache(maxsize=None)
def programs(name):
    """The programs of build/NAME, built or not, by name: {"hw3-1": path}."""
    listing = subprocess.run(["meson", "introspect", "--installed", build_folder(name)],
                             check=True, stdout=subprocess.PIPE).stdout
    installed = {pathlib.Path(source): pathlib.Path(destination)
                 for source, destination in json.loads(listing).items()}
    return {source.name: source for source, destination in installed.items()
            if destination.parent.name == "bin" and build_folder(name) in source.parents
            and build_folder(name) / "subprojects" not in source.parents}
