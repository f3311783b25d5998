# SPDX-License-Identifier: MIT
"""Fixtures of all tests: random numbers whose seed a failure prints."""

import os

import numpy as np
import pytest

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


def pytest_terminal_summary(terminalreporter):
    for line in NOTES:
        terminalreporter.write_line(line)
