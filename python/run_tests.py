# SPDX-License-Identifier: MIT
"""Builds the Python package into a virtual environment of its own, and runs its tests there by pytest.
Says why, and counts as skipped, where no Python has headers or pip cannot reach the packages; fails
there if APSP_PYTHON_TESTS is "required".

Usage: run_tests.py BUILD_FOLDER WERROR MESON [PYTEST_ARGUMENT...]

Packages and module stay beside BUILD_FOLDER, or in it where that is not in this checkout, for the
next run, which then takes no network.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "python" / "tests" / "requirements.txt"
SKIPPED = 77  # as Meson and automake have it
FIND_HEADERS = """
import ensurepip, os, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(None if sys.version_info >= (3, 9) and os.path.exists(header) else header + " is missing")
"""


def skip(reason):
    if os.environ.get("APSP_PYTHON_TESTS") == "required":
        sys.exit(f"the Python package: {reason}")
    print(f"skipped: the Python package: {reason}")
    sys.exit(SKIPPED)


def python_with_headers():
    """The first Python here that can compile modules and make environments."""
    reasons = []
    for python in dict.fromkeys((sys.executable, shutil.which("python3"), "/usr/bin/python3")):
        if not python or not os.access(python, os.X_OK):
            continue
        asked = subprocess.run([python, "-c", FIND_HEADERS], stderr=subprocess.PIPE, text=True)
        if asked.returncode == 0:
            return python
        reasons.append(f"{python}: {asked.stderr.strip().splitlines()[-1]}")
    return skip("; ".join(reasons) + " (Debian, Ubuntu: python3-dev python3-venv)")


def environment(folder):
    """The Python of a virtual environment with what build and tests need."""
    python = folder / "bin" / "python"
    made_for = folder / "requirements.txt"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if made_for.exists() and made_for.read_text(encoding="utf-8") == wanted and python.exists():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python_with_headers(), "-m", "venv", folder], check=True)
    got = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                          "-r", REQUIREMENTS], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True)
    if got.returncode != 0:
        shutil.rmtree(folder, ignore_errors=True)
        skip("pip does not bring its packages: " + (got.stdout.strip().splitlines() or ["?"])[-1])
    made_for.write_text(wanted, encoding="utf-8")
    return python


def serves(meson, python):
    """Whether meson-python takes this Meson: that of the environment always serves."""
    version = subprocess.run([meson, "--version"], stdout=subprocess.PIPE, text=True).stdout
    minor = subprocess.run([python, "-c", "import sys; print(sys.version_info[1])"],
                           stdout=subprocess.PIPE, text=True).stdout
    oldest = (1, 2, 3) if int(minor) >= 12 else (0, 64, 0)
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3]) >= oldest


def install(python, folder, werror, meson):
    """Builds with the Meson of the build around and as deep in the tree, so that a compiler cache
    knows the files that are compiled by themselves."""
    if serves(meson, python):
        os.environ["MESON"] = meson  # also for the tests, which build an sdist
    os.environ["APSP_WERROR"] = werror
    options = [f"--config-settings=setup-args=-Dwerror={werror}",
               f"--config-settings=build-dir={folder}"]
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall",
                           "--disable-pip-version-check", "--no-build-isolation", *options, ROOT])
    if done.returncode != 0:
        sys.exit("the Python package does not build")


def main():
    build, werror, meson, *arguments = sys.argv[1:]
    folder = pathlib.Path(build).resolve()
    folder = folder.with_name(folder.name + "-python") if ROOT in folder.parents else folder / "python"
    python = environment(folder / "environment")
    os.environ["PATH"] = f"{python.parent}:{os.environ['PATH']}"  # its Meson and Ninja
    install(python, folder, werror, meson)
    # In a folder without the sources, so that only what is installed can be imported.
    tests = subprocess.run([python, "-m", "pytest", "-c", ROOT / "pyproject.toml", "--rootdir", ROOT,
                            "-p", "no:cacheprovider", ROOT / "python" / "tests", *arguments],
                           cwd=folder)
    sys.exit(tests.returncode)


if __name__ == "__main__":
    main()
