# SPDX-License-Identifier: MIT
"""What is installed; the sdist, which holds all that a build takes; what it builds, by itself."""

import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SDIST = "import sys, mesonpy; mesonpy.build_sdist(sys.argv[1])"
# Without optimization: what is built is used once.
WHEEL = ("import os, sys, mesonpy; werror = '-Dwerror=' + os.environ.get('APSP_WERROR', 'false'); "
         "mesonpy.build_wheel(sys.argv[1], {'setup-args': [werror, '-Doptimization=0']})")
USE = ("import apsp, scipy; assert 'site-packages' in apsp.__file__; "
       "print(apsp.shortest_path([[0, 2], [0, 0]])[0, 1])")


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
    return done.stdout


def test_what_is_installed():
    files = [str(path) for path in importlib.metadata.files("apsp")]
    licences = {name.partition(".dist-info/licenses/")[2] for name in files} - {""}
    names = {name for name in files
             if ".dist-info/" not in name and "__pycache__" not in name and not name.startswith("..")}
    assert licences == {"LICENSE", "python/NOTICE"}
    assert all(name.startswith("apsp/") for name in names - {"_apsp_networkx.py"}), names
    assert {"apsp/__init__.py", "apsp/__init__.pyi", "apsp/py.typed", "apsp/_apsp.pyi"} < names
    assert sum(name.endswith(".so") for name in names) == 1


@pytest.fixture
def sdist(tmp_path):
    """Unpacked: a folder."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("an sdist is made of a git checkout")
    run(sys.executable, "-c", SDIST, tmp_path, cwd=ROOT)
    (archive,) = tmp_path.glob("apsp-*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path)
    return tmp_path / archive.name[:-len(".tar.gz")]


def test_the_sdist_holds_what_git_knows(sdist):
    known = run("git", "ls-tree", "-r", "-z", "--name-only", "HEAD", cwd=ROOT).split("\0")[:-1]
    assert len(known) > 1000
    assert [name for name in known if not os.path.lexists(sdist / name)] == []


@pytest.mark.full
def test_what_the_sdist_builds_runs_in_an_environment_of_its_own(sdist, tmp_path):
    run(sys.executable, "-c", WHEEL, tmp_path, cwd=sdist)
    (wheel,) = tmp_path.glob("apsp-*.whl")
    clean = tmp_path / "clean"
    run(sys.executable, "-m", "venv", clean)
    python = clean / "bin" / "python"
    got = subprocess.run([python, "-m", "pip", "install", "--quiet", "click", "numpy", "rich", "scipy"],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if got.returncode != 0:
        pytest.skip(f"pip brings no NumPy, SciPy, click and rich: {got.stdout.strip()[-200:]}")
    run(python, "-m", "pip", "install", "--quiet", "--no-index", wheel)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    assert run(python, "-c", USE, cwd=clean, env=environment) == "2.0\n"
