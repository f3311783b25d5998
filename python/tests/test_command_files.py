# SPDX-License-Identifier: MIT
"""Files of the command `apsp` that appear whole or not at all: signals, full disks, pipes."""

import os
import resource
import signal
import subprocess
import sys
import time
import types

import numpy as np
import pytest

import apsp


def command(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "apsp", *arguments], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **options)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A graph that takes some seconds."""
    path = tmp_path_factory.mktemp("large") / "large.bin"
    rng = np.random.default_rng(3)
    side = 110
    ends = rng.integers(0, side * side, (6 * side * side, 2))
    table = np.column_stack((ends, rng.integers(1, 999, 6 * side**2)))
    apsp.write(path, table.astype(np.int32), side * side)
    return path


@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM))
def test_a_signal_leaves_the_old_file_and_no_other(large, tmp_path, number):
    out = tmp_path / "out.npy"
    out.write_text("old")
    began = command("solve", str(large), str(out))
    for _ in range(1000):  # until it has begun to write beside OUT
        if len(os.listdir(tmp_path)) > 1 or began.poll() is not None:
            break
        time.sleep(0.01)
    time.sleep(0.1)
    began.send_signal(number)
    _, err = began.communicate(timeout=60)
    assert began.returncode == 128 + number, err
    assert os.listdir(tmp_path) == ["out.npy"] and out.read_text() == "old"


def small_disk():
    """A file of more than 100 bytes fails as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize("name", ("out.csv", "out.npy", "out.npz", "out.parquet", "out.tsp"))
def test_a_full_disk(run, tmp_path, name):
    began = command("solve", "--quiet", "--undirected", "towns.csv", name, cwd=tmp_path,
                    preexec_fn=small_disk)
    _, err = began.communicate(timeout=60)
    assert began.returncode == 7 and name in err and "nothing was written" in err, err
    assert os.listdir(tmp_path) == ["towns.csv"]


def test_devices_and_pipes(run, tmp_path):
    if os.path.exists("/dev/full"):
        code, _, err = run("solve", "--quiet", "towns.csv", "/dev/full")
        assert code == 2 and "expected a name that ends" in err
        os.symlink("/dev/full", tmp_path / "full.csv")
        code, _, err = run("solve", "--quiet", "towns.csv", "full.csv")
        assert code == 7 and "No space left on device" in err
    code, out, _ = run("solve", "--quiet", "towns.csv", "-")
    piped = subprocess.run(f"cat towns.csv | {sys.executable} -m apsp solve --quiet - - | cat", shell=True,
                           stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert piped.stdout == out


def test_a_reader_that_goes(large, tmp_path):
    began = command("solve", "--quiet", "--sources", "1,2,3,4,5,6,7,8,9", str(large), "-")
    began.stdout.read(10)
    began.stdout.close()
    began.stderr.read()
    assert began.wait(timeout=60) == 128 + signal.SIGPIPE


def test_rows_that_do_not_fit_the_disk_are_refused_before(run, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _: types.SimpleNamespace(free=10))
    code, _, err = run("solve", "towns.csv", "a.npy")
    assert code == 7 and "takes 288 bytes, and the disk has 10 left" in err
