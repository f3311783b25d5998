# SPDX-License-Identifier: MIT
"""Our functions give what those of scipy.sparse.csgraph give, over random graphs of every kind."""

import numpy as np
import pytest
import scipy.sparse
from csgraph_weights import METHODS, assert_tree, undirected, weights_of
from scipy.sparse import csgraph

import apsp


@pytest.mark.parametrize("kind, method, directed", [
    (kind, method, directed)
    for kind in ("integers", "eighths", "large", "fractions", "negative")
    for method in METHODS
    for directed in (True, False)
    if kind != "negative" or (method != "D" and directed)  # else SciPy's results are not defined
])
def test_shortest_path(rng, kind, method, directed):
    for vertices in (1, 2, 17, 40):
        weights = weights_of(rng, kind, vertices)
        # SciPy's Johnson before 1.10 sees negative cycles where none is.
        theirs = "BF" if (kind, method) == ("negative", "J") else method
        expected = csgraph.shortest_path(weights, theirs, directed)
        found, before = apsp.shortest_path(weights, method, directed, return_predecessors=True)
        assert found.dtype == np.float64 and before.dtype == np.int32
        compare = np.testing.assert_allclose if kind == "fractions" else np.testing.assert_array_equal
        compare(found, expected)
        compare(found, apsp.shortest_path(weights, method, directed))
        assert_tree(weights if directed else undirected(weights), found, before, range(vertices))


@pytest.mark.parametrize("name", ("dijkstra", "johnson", "bellman_ford", "floyd_warshall"))
@pytest.mark.parametrize("directed", (True, False))
def test_unweighted_graphs_of_any_number(name, directed):
    """SciPy counts NaN and infinity as edges where they are stored, or no mask hides them."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        vertices = rng.integers(1, 7)
        weights = rng.choice([0, 1, 2, 3, np.nan, np.inf], (vertices, vertices))
        hidden = rng.random((vertices, vertices)) < 0.5
        # Older SciPy's functions take indices of 32 bits alone.
        entries = (weights[~hidden], tuple(part.astype(np.int32) for part in np.nonzero(~hidden)))
        for graph in (np.ma.array(weights, mask=hidden), np.where(hidden, 0, weights),
                      scipy.sparse.csr_array(entries, shape=weights.shape)):
            found = getattr(apsp, name)(graph, directed=directed, unweighted=True)
            expected = getattr(csgraph, name)(graph, directed=directed, unweighted=True)
            np.testing.assert_array_equal(found, expected, err_msg=f"seed {seed}, {type(graph)}")


@pytest.mark.parametrize("unweighted", (False, True))
def test_methods_agree_but_for_what_floyd_warshall_leaves_out(rng, unweighted):
    """Zeros that no mask hides, the diagonal, and NaN and infinity that are stored."""
    values = rng.integers(0, 4, (9, 9)).astype(float)
    zeros = np.ma.array(values, mask=rng.random((9, 9)) < 0.6)
    stored = scipy.sparse.csr_array(np.where(zeros.mask, 0, values))
    stored.data[rng.random(stored.nnz) < 0.3] = np.inf
    stored.data[rng.random(stored.nnz) < 0.2] = np.nan
    loop = np.diag([-1.0, 0, 0]) + np.diag([2.0, 2], 1)
    for graph in (zeros, stored):
        expected = apsp.johnson(graph, unweighted=unweighted)
        for method in ("D", "BF", "J"):
            np.testing.assert_array_equal(apsp.shortest_path(graph, method, unweighted=unweighted), expected)
    for method in ("FW", "D", "BF", "J"):
        np.testing.assert_array_equal(apsp.shortest_path(zeros, method, unweighted=unweighted),
                                      csgraph.shortest_path(zeros, method, unweighted=unweighted))
    with pytest.raises(apsp.NegativeCycleError):
        apsp.shortest_path(loop, "BF")
    np.testing.assert_array_equal(apsp.shortest_path(loop, "FW"), csgraph.shortest_path(loop, "FW"))


@pytest.mark.parametrize("yes, no", ((np.True_, np.False_), (1, 0), ("yes", "")))
def test_what_is_true_or_false_is_taken_for_it(yes, no):
    weights = np.array([[0, 3.0, 9], [0, 0, 2], [0, 0, 0]])
    for function in (apsp.shortest_path, apsp.floyd_warshall, apsp.dijkstra, apsp.johnson, apsp.bellman_ford):
        theirs = getattr(csgraph, function.__name__)
        for truth, value in ((True, yes), (False, no)):
            np.testing.assert_array_equal(function(weights, directed=value), theirs(weights, directed=truth))
            np.testing.assert_array_equal(function(weights, unweighted=value),
                                          theirs(weights, unweighted=truth))
    assert apsp.dijkstra(weights, directed=no, indices=2, min_only=yes).tolist() == [5, 2, 0]
    assert apsp.solve(weights, directed=no)[2, 0] == 5


@pytest.mark.parametrize("method", ("auto", "dense", "sweep", "search"))
def test_sums_beyond_the_largest_number_are_no_paths(method):
    weights = np.array([[0, 2.0**1023, 0], [0, 0, 2.0**1023], [0, 0, 0]])
    expected = csgraph.johnson(weights)
    found, before = apsp.solve(weights, return_predecessors=True, method=None if method == "auto" else method)
    np.testing.assert_array_equal(found, expected)
    assert before.tolist() == [[-9999, 0, -9999], [-9999, -9999, 1], [-9999] * 3]
    near = weights / 2.0**30
    np.testing.assert_array_equal(apsp.solve(near), csgraph.johnson(near))


def test_an_empty_graph():
    assert apsp.shortest_path(np.zeros((0, 0))).shape == (0, 0)
    assert apsp.dijkstra(scipy.sparse.csr_array((4, 4)), indices=[1, 2]).shape == (2, 4)


def test_overwrite():
    weights = np.array([[0, 3.0, 9], [0, 0, 2], [0, 0, 0]])
    expected = csgraph.floyd_warshall(weights)
    kept = weights.copy()
    assert apsp.floyd_warshall(weights) is not weights
    np.testing.assert_array_equal(weights, kept)
    assert apsp.floyd_warshall(weights, overwrite=True) is weights
    np.testing.assert_array_equal(weights, expected)


@pytest.mark.parametrize("kind", ("integers", "fractions"))
def test_negative_cycles(rng, kind):
    weights = weights_of(rng, kind, 12, density=1)
    np.fill_diagonal(weights, 0)
    weights[3, 7], weights[7, 3] = -50, 20
    for function in (apsp.floyd_warshall, apsp.johnson, apsp.bellman_ford):
        with pytest.raises(apsp.NegativeCycleError) as caught:
            function(weights)
        assert isinstance(caught.value, csgraph.NegativeCycleError)
        if kind == "integers":
            cycle = list(caught.value.vertices)
            assert sum(weights[a, b] for a, b in zip(cycle, cycle[1:] + cycle[:1])) < 0


@pytest.mark.parametrize("directed", (True, False))
def test_bellman_ford_finds_no_cycle_that_no_source_reaches(rng, directed):
    for unit in (1, 0.25, 0.1):
        for _ in range(8):
            weights = weights_of(rng, "integers", 14, density=0.1) * unit
            weights[3, 7], weights[7, 3] = -9 * unit, 2 * unit
            sources = rng.integers(0, 14, 3)
            for arguments in ((weights, directed, sources),
                              (scipy.sparse.csr_array(weights), directed, sources[0])):
                try:
                    expected = csgraph.bellman_ford(*arguments)
                except csgraph.NegativeCycleError:
                    with pytest.raises(apsp.NegativeCycleError):
                        apsp.bellman_ford(*arguments, True)
                else:
                    found, before = apsp.bellman_ford(*arguments, True)
                    np.testing.assert_allclose(found, expected, rtol=1e-12)
                    assert ((before >= 0) == (np.isfinite(found) & (found != 0))).all()
    chosen = apsp.shortest_path([[0, 5, 0], [0, 0, 0], [0, 0, -1]], "BF", directed, indices=0, dtype=np.int32)
    assert chosen.tolist() == [0, 5, apsp.UNREACHABLE]
    with pytest.raises(apsp.NegativeCycleError):
        apsp.johnson([[0, 5, 0], [0, 0, 0], [0, 0, -1]], directed, indices=0)


def test_negative_loops_and_warnings_are_as_in_scipy():
    weights = np.array([[-1.0, 2], [3, 0]])
    np.testing.assert_array_equal(apsp.floyd_warshall(weights), csgraph.floyd_warshall(weights))
    np.testing.assert_array_equal(apsp.shortest_path(weights), csgraph.shortest_path(weights))
    with pytest.raises(apsp.NegativeCycleError):
        apsp.johnson(weights)
    for call in (lambda: apsp.dijkstra([[0, -1], [0, 0]]),
                 lambda: apsp.dijkstra([[0, -1], [0, 0]], min_only=True),
                 lambda: apsp.shortest_path([[0, -1], [0, 0]], "D")):
        with pytest.warns(UserWarning, match="negative weights") as caught:
            call()
        assert caught[0].filename == __file__


@pytest.mark.parametrize("dtype, absent", ((np.float64, np.inf), (np.float32, np.inf),
                                           (np.int32, apsp.UNREACHABLE), (np.uint16, 65535)))
def test_types_and_places_of_the_result(rng, dtype, absent):
    weights = weights_of(rng, "integers", 31, density=0.05)
    expected = csgraph.shortest_path(weights)
    wanted = np.where(np.isinf(expected), absent, expected).astype(dtype)
    found = apsp.shortest_path(weights, dtype=dtype)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, wanted)
    out = np.zeros((31, 31), dtype=dtype)
    assert apsp.shortest_path(weights, out=out) is out
    np.testing.assert_array_equal(out, wanted)
    row = np.zeros(31, dtype=dtype)
    assert apsp.dijkstra(weights, indices=4, out=row) is row
    np.testing.assert_array_equal(row, wanted[4])


def test_results_that_do_not_fit():
    with pytest.raises(OverflowError, match="uint16"):
        apsp.shortest_path([[0, 65535], [0, 0]], dtype=np.uint16)
    assert apsp.shortest_path([[0, 65534], [0, 0]], dtype=np.uint16)[0, 1] == 65534
    with pytest.raises(OverflowError, match=r"2\^-1"):
        apsp.shortest_path([[0, 1.5], [0, 0]], dtype=np.int32)
    with pytest.raises(OverflowError, match="integers"):
        apsp.shortest_path([[0, 0.1], [0, 0.3]], dtype=np.int32)
    # Beyond the integer solver, still right in float64.
    far = [[0, 2**30 - 2, 0], [0, 0, 2**30 - 2], [0, 0, 0]]
    assert apsp.shortest_path(far)[0, 2] == 2**31 - 4
    with pytest.raises(OverflowError):
        apsp.shortest_path(far, dtype=np.int32)


@pytest.mark.parametrize("arguments, error, words", (
    (([[0, 1, 2]],), ValueError, "1 x 3.*square"),
    (([1, 2],), ValueError, "1 dimensions"),
    ((apsp.graph(np.eye(2)),), TypeError, "a Graph, which solve"),
    (([[0, 1], [1, 0]], "Dijkstra"), ValueError, "unrecognized method 'Dijkstra'"),
    (([["a", "b"], ["c", "d"]],), ValueError, "could not convert"),
))
def test_bad_arguments(arguments, error, words):
    with pytest.raises(error, match=words):
        apsp.shortest_path(*arguments)


@pytest.mark.parametrize("extras, error, words", (
    ({"dtype": np.int64}, TypeError, "int64, expected float64"),
    ({"out": [[0.0] * 2] * 2}, TypeError, "list"),
    ({"out": np.zeros((2, 3))}, ValueError, r"\(2, 3\), expected \(2, 2\)"),
    ({"out": np.zeros((2, 2), order="F")}, ValueError, "C order"),
    ({"out": np.zeros((2, 2)), "dtype": np.float32}, TypeError, "float64, expected"),
    ({"threads": -1}, ValueError, "threads is -1"),
    ({"threads": 10**20}, ValueError, "threads is 100000000000000000000, expected 0 to 4096"),
    ({"threads": "two"}, TypeError, "threads is 'two', expected an integer"),
    ({"threads": 2.0}, TypeError, "threads is 2.0, expected an integer"),
    ({"device": None}, TypeError, "device is None, expected one of 'auto'"),
    ({"progress": 3}, TypeError, "int, expected a callable"),
))
def test_bad_extras(extras, error, words):
    with pytest.raises(error, match=words):
        apsp.shortest_path([[0, 1], [2, 0]], **extras)


def test_limit_below_zero_and_indices_of_floyd_warshall():
    with pytest.raises(ValueError, match="limit must be >= 0"):
        apsp.dijkstra([[0, 1], [1, 0]], limit=-1)
    with pytest.raises(ValueError, match="Cannot specify indices"):
        apsp.shortest_path([[0, 1], [1, 0]], "FW", indices=0)
