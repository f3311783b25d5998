# SPDX-License-Identifier: MIT
"""Runs NetworkX's own tests of the functions that the backend answers, through the backend."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

nx = pytest.importorskip("networkx")

from _apsp_networkx import get_info  # noqa: E402

MODULES = [
    "networkx.algorithms.shortest_paths",
    "networkx.algorithms.tests.test_distance_measures",
    "networkx.algorithms.tests.test_efficiency",
    "networkx.algorithms.tests.test_wiener",
    "networkx.algorithms.centrality.tests.test_closeness_centrality",
    "networkx.algorithms.centrality.tests.test_harmonic_centrality",
]
# Tests in these modules of NetworkX 3.2, the oldest; later ones have more.
LEAST_TESTS = 200
# NetworkX 3.7 tests floyd_warshall by the function that also returns predecessors alone.
VERSION = tuple(int(part) for part in nx.__version__.split(".")[:2])
NOT_CALLED = {"floyd_warshall"} if VERSION >= (3, 7) else set()


def test_networkx_passes_its_own_tests(tmp_path, capsys):
    report = tmp_path / "calls.json"
    environment = {
        **os.environ,
        "NETWORKX_TEST_BACKEND": "apsp",
        "NETWORKX_FALLBACK_TO_NX": "1",  # of NetworkX's other functions
        "OMP_WAIT_POLICY": "passive",
        "APSP_CALLS": str(report),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)]),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "networkx_calls", "-p", "no:cacheprovider"]
    result = subprocess.run(
        [*command, "--pyargs", *MODULES],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]
    found = json.loads(report.read_text())
    outcomes, calls = found["outcomes"], found["calls"]
    with capsys.disabled():
        print(
            f"\nNetworkX {nx.__version__}'s own tests: {outcomes}; "
            f"{sum(calls.values())} calls of {len(calls)} functions answered by apsp"
        )
    assert outcomes["passed"] >= LEAST_TESTS
    assert not outcomes.get("failed")
    assert set(get_info()["functions"]) - set(calls) == NOT_CALLED
