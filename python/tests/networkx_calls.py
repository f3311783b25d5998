# SPDX-License-Identifier: MIT
"""A plugin of pytest: counts outcomes of tests and the calls that the backend answers.

Writes {"outcomes": {"passed": 1, ...}, "calls": {"diameter": 1, ...}} to the file $APSP_CALLS.
"""

import json
import os
from collections import Counter

calls = Counter()
outcomes = Counter()


def counted(name, function):
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        calls[name] += 1
        return result

    return call


def pytest_sessionstart():
    import scipy.linalg  # noqa: F401  NetworkX's tests take it as imported

    from _apsp_networkx import get_info
    from apsp import networkx_backend

    for name in get_info()["functions"]:
        setattr(networkx_backend, name, counted(name, getattr(networkx_backend, name)))


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        outcomes["xfailed" if hasattr(report, "wasxfail") else report.outcome] += 1


def pytest_sessionfinish():
    with open(os.environ["APSP_CALLS"], "w") as file:
        json.dump({"outcomes": outcomes, "calls": calls}, file)
