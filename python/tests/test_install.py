# SPDX-License-Identifier: MIT
"""The sdist holds all that a build takes; what it builds runs in an environment of its own."""

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SDIST = "import sys, mesonpy; mesonpy.build_sdist(sys.argv[1])"
WHEEL = ("import os, sys, mesonpy; werror = '-Dwerror=' + os.environ.get('APSP_WERROR', 'false'); "
         "mesonpy.build_wheel(sys.argv[1], {'build-dir': 'build/release', 'setup-args': werror})")
USE = ("import apsp, scipy; assert 'site-packages' in apsp.__file__; "
       "print(apsp.shortest_path([[0, 2], [0, 0]])[0, 1])")


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
    return done.stdout


@pytest.mark.skipif(not shutil.which("git") or not (ROOT / ".git").exists(),
                    reason="an sdist is made of a git checkout")
def test_sdist_and_wheel(tmp_path):
    run(sys.executable, "-c", SDIST, tmp_path, cwd=ROOT)
    (archive,) = tmp_path.glob("apsp-*.tar.gz")
    with tarfile.open(archive) as files:
        assert any(name.endswith("/include/apsp/solve.hpp") for name in files.getnames())
        files.extractall(tmp_path)
    source = tmp_path / archive.name[:-len(".tar.gz")]
    # At the depth of build/release, whose objects a compiler cache then has.
    run(sys.executable, "-c", WHEEL, tmp_path, cwd=source)
    (wheel,) = tmp_path.glob("apsp-*.whl")
    with zipfile.ZipFile(wheel) as files:
        licences = {name.partition(".dist-info/licenses/")[2] for name in files.namelist()} - {""}
        names = {name for name in files.namelist() if ".dist-info/" not in name}
    assert licences == {"LICENSE", "python/NOTICE"}
    assert all(name.startswith("apsp/") for name in names - {"_apsp_networkx.py"}), names
    assert {"apsp/__init__.py", "apsp/__init__.pyi", "apsp/py.typed", "apsp/_apsp.pyi"} < names
    assert sum(name.endswith(".so") for name in names) == 1

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
