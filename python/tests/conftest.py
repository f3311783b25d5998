# SPDX-License-Identifier: MIT
"""Fixtures of several tests: random numbers whose seed a failure prints, and the command."""

import os

import numpy as np
import pytest
from towns import TOWNS

pytest.register_assert_rewrite("csgraph_weights", "near_tables")  # a failure shows its operands

NOTES = []


@pytest.fixture
def rng(request):
    """Random numbers; APSP_SEED repeats those of a failure."""
    seed = int(os.environ.get("APSP_SEED", np.random.SeedSequence().entropy % 2**32))
    request.node.add_report_section("call", "seed", f"APSP_SEED={seed}")
    return np.random.default_rng(seed)


@pytest.fixture
def note():
    """Takes lines that the end of the run shows, also when all tests pass."""
    return NOTES.append


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Runs the command in a folder of its own: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "towns.csv").write_text(TOWNS, encoding="utf-8")

    from apsp.command import main

    def called(*arguments):
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return code, printed.out, printed.err

    return called


def pytest_terminal_summary(terminalreporter):
    for line in NOTES:
        terminalreporter.write_line(line)
