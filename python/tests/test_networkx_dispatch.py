# SPDX-License-Identifier: MIT
"""Tests which calls of NetworkX the backend takes when NetworkX asks it."""

import logging
import subprocess
import sys
from fractions import Fraction

import pytest

nx = pytest.importorskip("networkx")

from apsp import networkx_backend as backend  # noqa: E402

VERSION = tuple(int(part) for part in nx.__version__.split(".")[:2])
REASONS = VERSION >= (3, 3)  # can_run may return a string


class automatic:
    """Lets NetworkX choose the backend by itself within the block."""

    def __enter__(self):
        if hasattr(nx, "config"):
            old = nx.config.backend_priority
            self._old = list(getattr(old, "algos", old))
            nx.config.backend_priority = ["apsp"]
        else:
            nx.utils.backends._dispatch._automatic_backends = ["apsp"]

    def __exit__(self, *error):
        if hasattr(nx, "config"):
            nx.config.backend_priority = self._old
        else:
            nx.utils.backends._dispatch._automatic_backends = []


def test_automatic_dispatch(monkeypatch):
    calls = []
    original = backend.diameter
    monkeypatch.setattr(
        backend, "diameter", lambda *args, **kwargs: calls.append(1) or original(*args, **kwargs)
    )
    graph = nx.cycle_graph(100)
    assert nx.diameter(graph) == 50
    assert not calls
    with automatic():
        assert nx.diameter(graph) == 50
        assert nx.diameter(graph, e={0: 7}) == 7
    assert calls == [1]


@pytest.mark.parametrize("value", [Fraction(1, 3), "far", float("nan"), float("inf"), 2**60, -1])
def test_what_only_networkx_adds_goes_there(value):
    graph = nx.Graph([(0, 1, {"weight": value}), (1, 2, {"weight": value})])
    with pytest.raises(NotImplementedError):
        nx.all_pairs_dijkstra_path_length(graph, backend="apsp")
    graph = nx.path_graph(40)
    nx.set_edge_attributes(graph, Fraction(1, 3), "weight")
    with automatic():
        lengths = dict(nx.all_pairs_dijkstra_path_length(graph))
    assert lengths[0][39] == 13


@pytest.mark.parametrize(
    "name, arguments, reason",
    [
        ("diameter", {"e": {0: 1}}, "eccentricities given as e: nothing is left to solve"),
        ("eccentricity", {"sp": {}}, "lengths given as sp: nothing is left to solve"),
        ("floyd_warshall_numpy", {"weight": len}, "a function as weight found"),
        ("diameter", {"colour": "red"}, "unexpected keyword argument 'colour'"),
    ],
)
def test_reasons_not_to_run(name, arguments, reason):
    verdict = backend.can_run(name, (nx.path_graph(40),), arguments)
    assert reason in verdict if REASONS else verdict is False
    assert backend.can_run(name, (nx.path_graph(40),), {}) is True


@pytest.mark.parametrize(
    "name, size, arguments, reason",
    [
        ("floyd_warshall", 3, {}, "3 nodes: NetworkX is as fast"),
        ("floyd_warshall", 10**6, {}, "1000000 nodes: 7.45e+03 GiB for all pairs"),
        ("all_pairs_dijkstra", 40, {"cutoff": 2}, "cutoff given"),
        ("diameter", 40, {"usebounds": True}, "usebounds=True"),
        ("closeness_centrality", 40, {"u": 7}, "one node asked"),
        ("harmonic_centrality", 40, {"nbunch": 7}, "one node asked"),
        ("harmonic_centrality", 40, {"sources": 7}, "one node asked"),
        ("all_pairs_dijkstra_path", 40, {"cutoff": 2}, "cutoff given"),
        ("all_pairs_shortest_path", 40, {"cutoff": 2}, "cutoff given"),
        ("eccentricity", 40, {"v": 7}, "one node asked"),
    ],
)
def test_reasons_to_leave_it(name, size, arguments, reason):
    verdict = backend.should_run(name, (nx.empty_graph(size),), arguments)
    assert reason in verdict if REASONS else verdict is False
    assert backend.should_run(name, (nx.path_graph(100),), {}) is True


def test_import_networkx_stays_light():
    code = "import sys, networkx; print('numpy' in sys.modules, 'apsp' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "False"]


def test_debug_log_tells_the_reason(caplog):
    if not REASONS:
        pytest.skip("NetworkX writes no log before 3.3")
    with automatic(), caplog.at_level(logging.DEBUG, logger="networkx"):
        nx.floyd_warshall(nx.path_graph(3))
    if caplog.text:  # NetworkX writes this log from 3.4 on
        assert "3 nodes: NetworkX is as fast" in caplog.text
