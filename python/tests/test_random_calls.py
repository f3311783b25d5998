# SPDX-License-Identifier: MIT
"""Random calls of the functions of SciPy's names, on random arguments, beside SciPy itself."""

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse import csgraph
from scipy.sparse.csgraph import NegativeCycleError

import apsp

CALLS = 20_000
NAMES = ("shortest_path", "floyd_warshall", "dijkstra", "johnson", "bellman_ford")
FORMATS = (np.asarray, sparse.csr_array, sparse.csc_array, sparse.lil_array)


def random_graph(rng, negative, rounds):
    """A dense array of up to 24 vertices, 0 where there is no edge. Negative weights: mostly lowered by
    potentials, so that few have a negative cycle. Tenths, whose sums round, only where `rounds`."""
    vertices = int(rng.integers(1, 25))
    weights = rng.integers(1, int(rng.choice([2, 10, 1000])) + 1, (vertices, vertices)).astype(float)
    weights *= rng.choice([1, 0.125, *[0.1] * rounds])
    if negative:
        potential = rng.integers(0, 50, vertices)
        weights += potential - potential[:, None] - (rng.random() < 0.2)
    weights[rng.random(weights.shape) > rng.random()] = 0
    np.fill_diagonal(weights, 0)
    return weights


def random_call(rng):
    """A name, a graph as a dense array and as it is handed over, and the other arguments."""
    name = str(rng.choice(NAMES))
    negative = name != "dijkstra" and rng.random() < 0.3
    # SciPy's Bellman-Ford takes rounding for a negative cycle.
    rounds = name in ("dijkstra", "floyd_warshall") and not negative
    dense = random_graph(rng, negative, rounds)
    directed = bool(negative or rng.random() < 0.7)
    arguments = {"directed": directed, "unweighted": bool(rng.random() < 0.2)}
    if name != "floyd_warshall" and rng.random() < 0.6:
        size = rng.integers(1, 4)
        indices = rng.integers(-len(dense), len(dense), size)
        arguments["indices"] = int(indices[0]) if rng.random() < 0.4 else indices
    if name == "shortest_path" and "indices" not in arguments:
        arguments["method"] = str(rng.choice(["auto", "FW", "J", "BF"] + ["D"] * (not negative)))
    if name == "dijkstra":
        if rng.random() < 0.5:
            arguments["limit"] = float(rng.choice([0, 1, 0.5, 3, 40, 1000]))
        arguments["min_only"] = "indices" in arguments and bool(rng.random() < 0.3)
    graph = FORMATS[rng.integers(len(FORMATS))](dense)
    if rng.random() < 0.2 and np.array_equal(dense, dense.astype(np.int32)):
        graph = graph.astype(np.int32)
    return name, dense, graph, arguments


def answer(function, graph, arguments):
    """The result, or the class of what was raised."""
    try:
        return function(graph, **arguments)
    except NegativeCycleError:
        return NegativeCycleError


def require_tight(dense, distances, predecessors, sources, arguments):
    """Requires that each predecessor is the last vertex before the end of a shortest path."""
    weights = np.where(dense != 0, 1.0 if arguments["unweighted"] else dense, np.inf)
    if not arguments["directed"]:
        weights = np.minimum(weights, weights.T)
    for row, before, source in zip(distances, predecessors, sources):
        ends = np.flatnonzero(before >= 0)
        assert np.allclose(row[before[ends]] + weights[before[ends], ends], row[ends], rtol=1e-12, atol=1e-9)
        others = np.flatnonzero(before < 0)
        assert all(np.isinf(row[end]) or end == source for end in others)


@pytest.mark.full
def test_random_calls_answer_as_scipy(rng, note):
    cycles = 0
    for call in range(CALLS):
        name, dense, graph, arguments = random_call(rng)
        told = f"call {call}: {name}({graph!r} of {dense.tolist()}, {arguments})"
        expected = answer(getattr(csgraph, name), graph, arguments)
        found = answer(getattr(apsp, name), graph, arguments)
        if expected is NegativeCycleError or found is NegativeCycleError:
            assert found is expected, told
            cycles += 1
            continue
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-9, err_msg=told)
        if not arguments.get("min_only"):
            again, before = getattr(apsp, name)(graph, return_predecessors=True, **arguments)
            np.testing.assert_allclose(again, found, rtol=1e-12, err_msg=told)
            sources = np.atleast_1d(arguments.get("indices", np.arange(len(dense)))) % len(dense)
            require_tight(dense, np.atleast_2d(again), np.atleast_2d(before), sources, arguments)
    note(f"{CALLS:,} random calls beside SciPy, {cycles:,} of them with a negative cycle")
