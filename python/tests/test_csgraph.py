# SPDX-License-Identifier: MIT
"""Our functions give what those of scipy.sparse.csgraph give, over random graphs of every kind."""

import time

import numpy as np
import pytest
import scipy.sparse
from scipy.sparse import csgraph

import apsp

FORMATS = ("csr", "csc", "coo", "lil", "dok", "bsr", "dia")
METHODS = ("auto", "FW", "D", "BF", "J")


def weights_of(rng, kind, vertices, density=0.3):
    """A dense matrix without negative cycles; 0 is no edge."""
    weights = {"integers": lambda: rng.integers(1, 20, (vertices, vertices)),
               "eighths": lambda: rng.integers(1, 200, (vertices, vertices)) / 8,
               "large": lambda: rng.integers(1, 2**20, (vertices, vertices)) * 2.0**40,
               "fractions": lambda: rng.random((vertices, vertices)),
               "negative": lambda: with_potentials(rng, vertices)}[kind]().astype(float)
    weights[rng.random((vertices, vertices)) > density] = 0
    return weights


def with_potentials(rng, vertices):
    """Weights of 1 to 20, shifted by a potential: some are negative, no cycle is."""
    potential = rng.integers(0, 15, vertices)
    return rng.integers(1, 20, (vertices, vertices)) + potential[:, None] - potential[None, :]


def assert_tree(weights, distances, predecessors, sources):
    """Each predecessor is the tail of an edge that ends a shortest path; and only sources and what
    no path leads to have none."""
    for row, source in enumerate(sources):
        for vertex, before in enumerate(predecessors[row]):
            if before == -9999:
                assert vertex == source or np.isinf(distances[row, vertex])
            else:
                assert weights[before, vertex] != 0
                length = distances[row, before] + weights[before, vertex]
                np.testing.assert_allclose(length, distances[row, vertex])


def undirected(weights):
    """Both ways, the smaller weight of two."""
    absent = np.where(weights == 0, np.inf, weights)
    smaller = np.minimum(absent, absent.T)
    return np.where(np.isinf(smaller), 0, smaller)


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


@pytest.mark.parametrize("kind", ("integers", "fractions"))
@pytest.mark.parametrize("unweighted", (True, False))
def test_formats_of_graphs(rng, kind, unweighted):
    weights = weights_of(rng, kind, 23)
    expected = csgraph.shortest_path(weights, unweighted=unweighted)
    graphs = [getattr(scipy.sparse, form + ending)(weights)
              for form in FORMATS for ending in ("_array", "_matrix")]
    graphs += [np.ma.masked_equal(weights, 0), np.asfortranarray(weights), weights.tolist(),
               np.repeat(weights, 2, axis=1)[:, ::2],
               np.where(weights == 0, np.inf, weights), np.where(weights == 0, np.nan, weights)]
    for graph in graphs:
        np.testing.assert_allclose(apsp.shortest_path(graph, unweighted=unweighted), expected,
                                   err_msg=str(type(graph)))


@pytest.mark.parametrize("dtype", ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "?",
                                   ">i4", ">f8"))
def test_types_of_numbers(rng, dtype):
    weights = weights_of(rng, "integers", 19).astype(dtype)
    np.testing.assert_array_equal(apsp.shortest_path(weights), csgraph.shortest_path(weights.astype(float)))
    np.testing.assert_array_equal(apsp.shortest_path(scipy.sparse.csr_array(weights.astype(float))),
                                  csgraph.shortest_path(weights.astype(float)))


def test_stored_zeros_are_edges_and_repeated_entries_count_once():
    zeros = scipy.sparse.csr_matrix(([0, 1, 5], ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
    repeated = scipy.sparse.csr_array((np.array([7.0, 3.0, 9.0]), np.array([1, 1, 1], np.int32),
                                       np.array([0, 3, 3], np.int32)), shape=(2, 2))
    masked = np.ma.masked_array([[0, 0], [0, 0]], mask=[[True, False], [True, True]])
    for graph in (zeros, repeated, masked):
        for method in METHODS:
            np.testing.assert_array_equal(apsp.shortest_path(graph, method),
                                          csgraph.shortest_path(graph, method), err_msg=method)


@pytest.mark.parametrize("unit", (1e-8, 3e-200, 5e-324))
def test_tiny_weights_of_dense_arrays_are_edges_as_those_of_sparse_ones(rng, unit):
    weights = weights_of(rng, "integers", 20) * unit
    for method in METHODS:
        np.testing.assert_allclose(apsp.shortest_path(weights, method),
                                   csgraph.shortest_path(scipy.sparse.csr_array(weights), method),
                                   rtol=1e-12)


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


class Pydata:
    """The part of an array of the package sparse that is asked."""

    def __init__(self, array, fill):
        self.array, self.fill = array, fill

    def to_scipy_sparse(self, accept_fv=None):
        accepted = [0] if accept_fv is None else accept_fv
        if not any(np.array_equal(self.fill, one, equal_nan=True) for one in accepted):
            raise ValueError(f"fill_value={self.fill} but should be in {accepted}")
        return self.array


class OldPydata(Pydata):
    def to_scipy_sparse(self):
        return super().to_scipy_sparse()


@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.floyd_warshall, apsp.dijkstra, apsp.johnson,
                                      apsp.bellman_ford, apsp.solve))
def test_fill_values_of_the_package_sparse(function):
    array = scipy.sparse.coo_array([[0, 3.0, 9], [0, 0, 2], [0, 0, 0]])
    for fill in (0, np.inf, np.nan):
        np.testing.assert_array_equal(function(Pydata(array, fill)), function(array))
    np.testing.assert_array_equal(function(OldPydata(array, 0)), function(array))
    with pytest.raises(ValueError, match="fill_value=7"):
        function(Pydata(array, 7))


def test_infinities_in_sparse_arrays_are_no_edges():
    graph = scipy.sparse.csr_array(([np.inf, np.nan, 2], ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
    np.testing.assert_array_equal(apsp.shortest_path(graph, "FW"),
                                  [[0, np.inf, 2], [np.inf, 0, np.inf], [np.inf, np.inf, 0]])


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_minus_infinity_is_refused_where_it_is_an_edge():
    """SciPy finds a negative cycle, minus infinity or NaN there, by its method; none in dense arrays."""
    dense = np.array([[0, 2, 0], [0, 0, -np.inf], [1, 0, 0]])
    sparse = scipy.sparse.csr_array(dense)
    masked = np.ma.masked_equal(dense, 0)
    refused = "the weight from 1 to 2 is -inf, expected more, or infinity for no edge"
    for graph in (sparse, sparse.tocsc(), masked):
        for method in METHODS:
            with pytest.raises(ValueError, match=refused):
                apsp.shortest_path(graph, method)
        for method in ("D", "BF", "J"):
            np.testing.assert_array_equal(apsp.shortest_path(graph, method, unweighted=True),
                                          csgraph.shortest_path(graph, method, unweighted=True))
        with pytest.raises(ValueError, match=refused):
            apsp.floyd_warshall(graph, unweighted=True)
    for method in METHODS:
        np.testing.assert_array_equal(apsp.shortest_path(dense, method), csgraph.shortest_path(dense, method))
    loop = scipy.sparse.csr_array(([-np.inf, 2], ([0, 0], [0, 1])), shape=(2, 2))
    assert apsp.floyd_warshall(loop)[0, 1] == 2  # which leaves out the diagonal
    with pytest.raises(ValueError, match="the weight from 0 to 0 is -inf"):
        apsp.dijkstra(loop)


@pytest.mark.parametrize("kind", ("integers", "fractions"))
def test_dijkstra_with_a_limit(rng, kind):
    weights = weights_of(rng, kind, 30)
    distances = csgraph.dijkstra(weights)
    for limit in (0, 0.5, 3, 10.25, float(np.max(distances[np.isfinite(distances)])), np.inf):
        expected = csgraph.dijkstra(weights, limit=limit)
        found, before = apsp.dijkstra(weights, limit=limit, return_predecessors=True)
        np.testing.assert_allclose(found, expected)
        assert np.all(before[np.isinf(found)] == -9999)
        assert_tree(weights, found, before, range(30))


def test_a_limit_gives_the_bits_of_scipy(rng):
    """Also of vertices whose rounded distance is the limit itself, or the number after it."""
    for kind in ("integers", "large", "fractions"):
        weights = scipy.sparse.csr_array(weights_of(rng, kind, 200, density=0.02))
        distances = csgraph.dijkstra(weights)
        for picked in rng.choice(distances[np.isfinite(distances) & (distances > 0)], 6):
            for limit in (picked, np.nextafter(picked, 0)):
                for directed in (True, False):
                    expected = csgraph.dijkstra(weights, directed, limit=limit)
                    found, before = apsp.dijkstra(weights, directed, limit=limit, return_predecessors=True)
                    np.testing.assert_array_equal(found, expected)
                    np.testing.assert_array_equal(apsp.dijkstra(weights, directed, limit=limit), expected)
                    none = np.isinf(found) | np.eye(200, dtype=bool)
                    np.testing.assert_array_equal(before == -9999, none)


@pytest.mark.parametrize("unit", (1, np.pi))
def test_a_small_limit_takes_little_time(rng, note, unit):
    side, sources = 200, 300
    across = unit * rng.integers(1, 100, (2, side * side)).astype(float)
    grid = scipy.sparse.diags(list(across), (1, side), shape=(side * side,) * 2, format="csr")
    indices = rng.integers(0, side * side, sources)
    seconds = {np.inf: [], 100 * unit: []}
    for _ in range(3):
        for limit, times in seconds.items():
            began = time.process_time()  # of all threads
            found = apsp.dijkstra(grid, False, indices, limit=limit)
            times.append(time.process_time() - began)
    np.testing.assert_array_equal(found, csgraph.dijkstra(grid, False, indices, limit=limit))
    assert 2 < np.isfinite(found).sum() / sources < 200
    whole, limited = map(min, seconds.values())
    note(f"dijkstra of {sources} rows of {side * side} vertices takes {whole:.2f} s of the processor, "
         f"{limited:.2f} s with a limit of a few steps")
    assert limited < whole / 3


@pytest.mark.parametrize("kind", ("networkx", "igraph"))
def test_a_graph_of_another_package_is_for_solve(kind):
    package = pytest.importorskip(kind)
    graph = package.Graph([(0, 1)])
    for name in ("shortest_path", "dijkstra", "johnson", "bellman_ford", "floyd_warshall"):
        with pytest.raises(TypeError, match=f"the graph is one of {kind}, which solve"):
            getattr(apsp, name)(graph)
    with pytest.raises(TypeError, match="the graph is a object, expected an N x N array"):
        apsp.shortest_path(object())


@pytest.mark.parametrize("limit, error, words", (
    (-1, ValueError, "limit must be >= 0, found -1"),
    (np.nan, ValueError, "limit must be >= 0, found nan"),
    (None, TypeError, "limit is None, expected a number"),
    ("far", TypeError, "limit is 'far', expected a number"),
))
def test_bad_limits(limit, error, words):
    for min_only in (False, True):
        with pytest.raises(error, match=words):
            apsp.dijkstra([[0, 1], [1, 0]], limit=limit, min_only=min_only)
    assert apsp.dijkstra([[0, 1], [0, 0]], limit=10**400)[0, 1] == 1


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_a_limit_beside_negative_weights():
    """A vertex within the limit whose path leads beyond it keeps its distance."""
    weights = np.array([[0, 9, 0], [0, 0, -7], [0, 0, 0]])
    found, before = apsp.dijkstra(weights, limit=3, return_predecessors=True)
    np.testing.assert_array_equal(found[0], [0, np.inf, 2])
    np.testing.assert_array_equal(before[0], [-9999, -9999, 1])


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
@pytest.mark.parametrize("dtype", (np.int32, np.uint16, np.float32, np.float64))
def test_a_length_beyond_the_limit_that_no_integer_holds(dtype):
    """It is no error beside a negative weight, nor does it round what lies within the limit."""
    weights = np.zeros((5, 5))
    weights[[3, 0, 1, 2, 4], [0, 1, 2, 4, 3]] = 2**14, 1, 1, 2**30 - 2, -1
    none = {"i": apsp.UNREACHABLE, "u": 65535, "f": np.inf}[np.dtype(dtype).kind]
    expected = [2**14, 2**14 + 1, 2**14 + 2, 0, none]
    before = [3, 0, 1, -9999, -9999]
    for limit in (2**14 + 2, 60000):
        for method in ({}, {"min_only": True}):
            options = {"indices": 3, "limit": limit, "dtype": dtype, **method}
            np.testing.assert_array_equal(apsp.dijkstra(weights, **options), expected)
            found = apsp.dijkstra(weights, return_predecessors=True, **options)
            np.testing.assert_array_equal(found[0], expected)
            np.testing.assert_array_equal(found[1], before)
    np.testing.assert_array_equal(found[2], [3, 3, 3, 3, -9999])
    if none == apsp.UNREACHABLE:
        with pytest.raises(OverflowError, match="from 3 to 4 is 1073758208"):
            apsp.dijkstra(weights, indices=3, dtype=dtype)


def all_lengths(weights):
    """Three loops over integers of 64 bits; 2**62: no path."""
    none = 2**62
    lengths = np.where(weights == 0, none, weights).astype(np.int64)
    np.fill_diagonal(lengths, 0)
    for k in range(len(lengths)):
        there, back = lengths[:, k, None], lengths[None, k, :]
        joined = np.where((there == none) | (back == none), none, there + back)
        lengths = np.minimum(lengths, joined)
    return lengths


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_limits_beside_negative_weights(rng):
    """Whatever lies beyond the limit, also where the integers of the result do not hold it."""
    for _ in range(100):
        vertices = int(rng.integers(1, 20))
        most, highest = rng.choice([5, 1000, 2**20, 2**29]), rng.choice([1, 20, 2**16, 2**29])
        height = rng.integers(0, highest, vertices)
        weights = rng.integers(1, most, (vertices, vertices)) + height[None, :] - height[:, None]
        weights[rng.random((vertices, vertices)) > 0.25] = 0
        lengths = all_lengths(weights)
        picked = max(0, min(int(rng.choice(lengths.ravel())), 2**30 - 2))
        limit = rng.choice([0, 0.5, 1.5 * most, picked, 2**30 - 2])
        rows = rng.integers(0, vertices, 4)
        for dtype, none in ((np.int32, apsp.UNREACHABLE), (np.float64, np.inf)):
            expected = np.where(lengths <= limit, lengths, none)
            np.testing.assert_array_equal(apsp.dijkstra(weights, limit=limit, dtype=dtype), expected)
            found, before = apsp.dijkstra(weights, indices=rows, limit=limit, dtype=dtype,
                                          return_predecessors=True)
            np.testing.assert_array_equal(found, expected[rows])
            source = rows[:, None] == np.arange(vertices)
            np.testing.assert_array_equal(before == -9999, (lengths[rows] > limit) | source)
            for row, vertex in np.argwhere(before != -9999):
                tail = before[row, vertex]  # which may lie beyond the limit
                assert weights[tail, vertex] != 0
                assert lengths[rows[row], tail] + weights[tail, vertex] == lengths[rows[row], vertex]
            found, before, sources = apsp.dijkstra(weights, indices=rows, limit=limit, dtype=dtype,
                                                   min_only=True, return_predecessors=True)
            np.testing.assert_array_equal(found, expected[rows].min(axis=0))
            within = lengths[rows].min(axis=0) <= limit
            assert np.all((before == -9999) | within)
            np.testing.assert_array_equal(sources != -9999, within)
            for vertex in np.flatnonzero(within):
                assert sources[vertex] in rows
                assert lengths[sources[vertex], vertex] == found[vertex]
                assert before[vertex] != -9999 or vertex == sources[vertex]


@pytest.mark.filterwarnings("ignore:Graph has negative weights")
def test_min_only_beside_negative_weights(rng):
    """The source of each vertex is where its path begins, also if that leads over another source."""
    for _ in range(30):
        weights = weights_of(rng, "negative", 12)
        indices = rng.integers(0, 12, 3)
        rows = csgraph.bellman_ford(weights)
        found, before, sources = apsp.dijkstra(weights, indices=indices, min_only=True,
                                               return_predecessors=True)
        np.testing.assert_array_equal(found, rows[indices].min(axis=0))
        for vertex in range(12):
            if np.isinf(found[vertex]):
                assert sources[vertex] == before[vertex] == -9999
            else:
                assert sources[vertex] in indices
                assert rows[sources[vertex], vertex] == found[vertex]
                assert before[vertex] == -9999 or sources[before[vertex]] == sources[vertex]


@pytest.mark.parametrize("kind", ("integers", "eighths", "fractions"))
@pytest.mark.parametrize("directed", (True, False))
def test_min_only(rng, kind, directed):
    for _ in range(5):
        weights = weights_of(rng, kind, 25, density=0.08)
        indices = rng.integers(0, 25, 4)
        limit = rng.choice([np.inf, 12.0])
        expected = csgraph.dijkstra(weights, directed, indices, min_only=True, limit=limit)
        found, before, sources = apsp.dijkstra(weights, directed, indices, True, min_only=True,
                                               limit=limit)
        np.testing.assert_allclose(found, expected)
        np.testing.assert_allclose(found, apsp.dijkstra(weights, directed, indices, min_only=True,
                                                        limit=limit))
        rows = apsp.dijkstra(weights, directed)
        for vertex in range(25):
            if np.isinf(found[vertex]):
                assert sources[vertex] == before[vertex] == -9999
            else:
                assert sources[vertex] in indices
                np.testing.assert_allclose(rows[sources[vertex], vertex], found[vertex])
                assert before[vertex] == -9999 or sources[before[vertex]] == sources[vertex]


@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.dijkstra, apsp.johnson, apsp.bellman_ford))
def test_indices(rng, function):
    weights = weights_of(rng, "integers", 9)
    theirs = getattr(csgraph, function.__name__)
    for indices in (3, -1, [0, 2], [[1, -2], [5, 5]], [], np.int64(4), np.array([1], dtype=np.uint8)):
        expected = theirs(weights, indices=indices) if np.size(indices) else np.empty((0, 9))
        found, before = function(weights, indices=indices, return_predecessors=True)
        assert found.shape == before.shape == expected.shape
        np.testing.assert_array_equal(found, expected)
    for indices in (9, [-10], [0, 99]):
        with pytest.raises(ValueError, match="indices out of range"):
            function(weights, indices=indices)
    with pytest.raises(TypeError, match="integers"):
        function(weights, indices=0.5)


@pytest.mark.parametrize("kind", ("integers", "fractions", "negative"))
@pytest.mark.parametrize("function", (apsp.shortest_path, apsp.floyd_warshall, apsp.dijkstra, apsp.johnson,
                                      apsp.bellman_ford))
def test_targets_are_columns_of_the_whole(rng, function, kind):
    if kind == "negative" and function == apsp.dijkstra:
        kind = "eighths"
    weights = weights_of(rng, kind, 9)
    for targets in (3, -1, [0, 2, 0], [[1, -2], [5, 5]], [], np.array([1], dtype=np.uint8)):
        for indices in (None, 4, [7, 0, 7], [[1], [2]]):
            if indices is not None and function == apsp.floyd_warshall:
                continue
            some = {} if indices is None else {"indices": indices}
            whole, tree = function(weights, return_predecessors=True, **some)
            found, before = function(weights, return_predecessors=True, targets=targets, **some)
            expected = whole[..., np.array(targets, dtype=int)]
            assert found.shape == before.shape == expected.shape
            np.testing.assert_allclose(found, expected, rtol=1e-12)
            if kind != "fractions":
                np.testing.assert_array_equal(before, tree[..., np.array(targets, dtype=int)])
    out = np.empty((9, 2), np.float32)
    assert function(weights, targets=[8, 1], dtype=np.float32, out=out) is out
    np.testing.assert_allclose(out, function(weights)[:, [8, 1]], rtol=1e-6)
    square = np.empty((9, 2, 2))
    assert function(weights, targets=[[1, -2], [5, 5]], out=square) is square
    np.testing.assert_allclose(square, function(weights)[:, [[1, -2], [5, 5]]], rtol=1e-12)
    with pytest.raises(ValueError, match=r"out has the shape \(9, 4, 1\), expected \(9, 2, 2\)"):
        function(weights, targets=[[1, -2], [5, 5]], out=np.empty((9, 4, 1)))
    with pytest.raises(ValueError, match="targets out of range 0...9: number 1 is 9"):
        function(weights, targets=[0, 9])
    with pytest.raises(TypeError, match="targets are of bool, expected integers"):
        function(weights, targets=[True] * 9)


def test_targets_beside_what_has_all_columns():
    matrix = np.array([[0, 1.5, 0], [0, 0, 2], [0, 0, 0]])
    with pytest.raises(ValueError, match="targets are given beside min_only"):
        apsp.dijkstra(matrix, indices=[0], min_only=True, targets=[1])
    found = apsp.floyd_warshall(matrix, overwrite=True, targets=[2])
    assert found.tolist() == [[3.5], [2], [0]]
    assert matrix[0, 2] == 0
    limited = apsp.dijkstra(matrix, limit=2, targets=[2, 1])
    assert limited.tolist() == [[np.inf, 1.5], [2, 0], [0, np.inf]]


@pytest.mark.parametrize("dtype", (np.int8, np.uint8, np.int16, np.uint64, object, float))
def test_indices_of_every_type_in_a_graph_beyond_its_range(dtype):
    weights = scipy.sparse.diags(np.ones(299), 1, shape=(300, 300), format="csr")
    indices = np.array([1, 0, 1], dtype=dtype)
    np.testing.assert_array_equal(apsp.dijkstra(weights, indices=indices),
                                  csgraph.dijkstra(weights, indices=indices.astype(int)))
    if np.dtype(dtype).kind in "if":
        np.testing.assert_array_equal(apsp.dijkstra(weights, indices=np.array(-2, dtype=dtype)),
                                      csgraph.dijkstra(weights, indices=298))


@pytest.mark.parametrize("indices, error, words", (
    ([0, 5, -1], ValueError, r"out of range 0\.\.\.4: number 1 is 5, expected -4 to 3$"),
    (np.uint64(2**64 - 1), ValueError, "found 18446744073709551615, expected -4 to 3$"),
    (np.full(10**6, 4), ValueError, "number 0 is 4, expected -4 to 3$"),
    ("a", TypeError, "indices are of <U1, expected integers"),
    ([0.5], TypeError, "indices are of float64, expected integers"),
    ([np.nan], TypeError, "expected integers"),
    ([None], TypeError, "indices are of object, expected integers"),
    ([1j], TypeError, "indices are of complex128, expected integers"),
    ([True, False, True, False], TypeError, "indices are of bool, expected integers"),
    ({0, 1}, TypeError, "indices are of object, expected integers"),
))
def test_bad_indices(indices, error, words):
    for call in (apsp.dijkstra, apsp.johnson, lambda *a, **k: apsp.dijkstra(*a, **k, min_only=True)):
        with pytest.raises(error, match=words):
            call(np.eye(4), indices=indices)


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


def test_zeros_that_fill_up_blocks_are_no_edges(rng):
    weights = weights_of(rng, "integers", 12)
    blocks = scipy.sparse.bsr_array(weights, blocksize=(3, 2))
    assert blocks.nnz > np.count_nonzero(weights)
    kept = blocks.copy()
    for method in METHODS:
        np.testing.assert_array_equal(apsp.shortest_path(blocks, method),
                                      csgraph.shortest_path(weights, method))
    np.testing.assert_array_equal(blocks.data, kept.data)


@pytest.mark.parametrize("unweighted", (False, True))
def test_elements_beyond_the_last_row_are_none(rng, unweighted):
    """As SciPy's arrays have them before prune()."""
    weights = weights_of(rng, "integers", 12)
    graph = scipy.sparse.csr_array(weights)
    graph.data = np.append(graph.data, [1.0, -5.0])
    graph.indices = np.append(graph.indices, np.array([99, -7], dtype=graph.indices.dtype))
    for method in METHODS:
        np.testing.assert_array_equal(apsp.shortest_path(graph, method, unweighted=unweighted),
                                      csgraph.shortest_path(weights, method, unweighted=unweighted))


@pytest.mark.parametrize("method", ("auto", "dense", "sweep", "search"))
def test_sums_beyond_the_largest_number_are_no_paths(method):
    weights = np.array([[0, 2.0**1023, 0], [0, 0, 2.0**1023], [0, 0, 0]])
    expected = csgraph.johnson(weights)
    found, before = apsp.solve(weights, return_predecessors=True, method=None if method == "auto" else method)
    np.testing.assert_array_equal(found, expected)
    assert before.tolist() == [[-9999, 0, -9999], [-9999, -9999, 1], [-9999] * 3]
    near = weights / 2.0**30
    np.testing.assert_array_equal(apsp.solve(near), csgraph.johnson(near))


def unaligned(array):
    """The same elements one byte beyond where their type may lie."""
    memory = np.zeros(array.nbytes + 1, dtype=np.uint8)
    moved = memory[1:].view(array.dtype).reshape(array.shape)
    moved[...] = array
    assert not moved.flags.aligned and moved.flags.c_contiguous
    return moved


@pytest.mark.parametrize("dtype", ("f8", "f4", "i8", "i4", "i2"))
def test_arrays_that_are_not_aligned(rng, dtype):
    weights = weights_of(rng, "integers", 33)
    expected = csgraph.shortest_path(weights)
    np.testing.assert_array_equal(apsp.shortest_path(unaligned(weights.astype(dtype))), expected)
    sparse = scipy.sparse.csr_array(weights.astype(dtype))
    for name in ("data", "indices", "indptr"):
        setattr(sparse, name, unaligned(getattr(sparse, name)))
    np.testing.assert_array_equal(apsp.shortest_path(sparse), expected)
    edges = np.argwhere(weights)
    edges = np.column_stack((edges, weights[tuple(edges.T)])).astype(dtype)
    np.testing.assert_array_equal(apsp.solve(unaligned(edges), 33), expected)
    with pytest.raises(ValueError, match="not aligned"):
        apsp.shortest_path(weights, out=unaligned(np.zeros((33, 33))))
    moved = unaligned(weights)
    found = apsp.floyd_warshall(moved, overwrite=True)
    np.testing.assert_array_equal(found, expected)


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
    with pytest.raises(ValueError, match=r"2\^-1"):
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


def test_damaged_sparse_arrays_are_refused():
    good = scipy.sparse.csr_array([[0.0, 1], [1, 0]])
    for indptr, indices in (([0, 1, 9], [1, 0]), ([0, 2, 1], [1, 0]), ([0, 1, 2], [1, 7]),
                            ([-5, 1, 2], [1, 0])):
        bad = good.copy()
        bad.indptr, bad.indices = np.array(indptr, np.int32), np.array(indices, np.int32)
        with pytest.raises(ValueError, match="sparse matrix is"):
            apsp.johnson(bad)
