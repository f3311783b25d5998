# SPDX-License-Identifier: MIT
"""Sparse rows: what lies within a limit, and the nearest."""

import numpy as np
import pytest
import scipy.sparse

import apsp


def some_graph(rng):
    vertices = int(rng.integers(1, 40))
    edges = np.empty((int(rng.integers(0, 4 * vertices)), 3))
    edges[:, :2] = rng.integers(0, vertices, (len(edges), 2))
    edges[:, 2] = rng.integers(0, 20, len(edges))
    return vertices, edges


def rows(found):
    return [list(zip(found.indices[a:b].tolist(), found.data[a:b].tolist()))
            for a, b in zip(found.indptr, found.indptr[1:])]


def test_within_a_limit_lie_the_distances_of_solve_up_to_it(rng):
    for scale in (1, 0.5) * 10:
        vertices, edges = some_graph(rng)
        edges[:, 2] *= scale
        directed = bool(rng.integers(2))
        sources = rng.integers(0, vertices, int(rng.integers(0, 6)))
        targets = rng.integers(0, vertices, int(rng.integers(0, 6)))
        limits = rng.integers(0, 60, len(sources)) * scale
        all_rows, before = apsp.solve(edges, vertices, sources=sources, directed=directed,
                                      return_predecessors=True)
        found, path = apsp.within(edges, limits, vertices, sources=sources, targets=targets,
                                  directed=directed, path_vertices="predecessors")
        assert found.shape == (len(sources), vertices)
        allowed = np.isin(np.arange(vertices), targets) & (all_rows <= limits[:, None])
        expected = [[(v, row[v]) for v in np.flatnonzero(mask)] for row, mask in zip(all_rows, allowed)]
        assert rows(found) == expected
        np.testing.assert_array_equal(path, before[allowed])


def test_the_nearest_are_those_of_solve_in_their_order(rng):
    for _ in range(20):
        vertices, edges = some_graph(rng)
        k = int(rng.integers(0, 8))
        all_rows = apsp.solve(edges, vertices)
        found = apsp.nearest(edges, k, vertices, limit=30)
        for source, row in enumerate(rows(found)):
            near = sorted((d, v) for v, d in enumerate(all_rows[source]) if d <= 30 and v != source)[:k]
            assert row == [(v, d) for d, v in sorted([(0.0, source), *near])]


def test_weights_that_are_no_integers_add_up_as_scipys(rng):
    for _ in range(20):
        vertices, edges = some_graph(rng)
        edges[:, 2] = rng.random(len(edges)) * 10.0 ** rng.integers(-3, 4, len(edges))
        directed = bool(rng.integers(2))
        matrix = lightest(edges, vertices)
        limit = float(rng.choice([0.5, 20, np.inf]))
        expected = scipy.sparse.csgraph.dijkstra(matrix, directed=directed, limit=limit)
        found, before = apsp.within(edges, limit, vertices, directed=directed, path_vertices="predecessors")
        assert rows(found) == [[(v, row[v]) for v in np.flatnonzero(np.isfinite(row))] for row in expected]
        links = np.full((vertices, vertices), np.inf)
        links[matrix.nonzero()] = matrix.data
        links = links if directed else np.minimum(links, links.T)
        for row, tree in zip(expected, np.split(before, found.indptr[1:-1])):
            reached = np.flatnonzero(np.isfinite(row))
            rest = tree >= 0
            assert (row[tree[rest]] + links[tree[rest], reached[rest]] == row[reached[rest]]).all()
        k = int(rng.integers(0, 8))
        for source, row in enumerate(rows(apsp.nearest(edges, k, vertices, directed=directed, limit=limit))):
            near = sorted((d, v) for v, d in enumerate(expected[source]) if np.isfinite(d) and v != source)
            assert row == [(v, d) for d, v in sorted([(0.0, source), *near[:k]])]


def lightest(edges, vertices):
    """The lightest of repeated edges as a sparse array."""
    matrix = np.full((vertices, vertices), np.inf)
    np.minimum.at(matrix, tuple(edges[:, :2].astype(int).T), edges[:, 2])
    ends = np.nonzero(np.isfinite(matrix))
    return scipy.sparse.csr_array((matrix[ends], ends), shape=matrix.shape)


def test_distances_beyond_integers_of_32_bits_are_found():
    edges = [(0, 1, 2**30 - 2), (1, 2, 5), (2, 3, 2.0**40), (3, 4, 2.0**52)]
    found = apsp.within(edges[:2], np.inf, 3)
    assert rows(found)[0] == [(0, 0), (1, 2**30 - 2), (2, 2**30 + 3)]
    assert rows(apsp.nearest(edges, 9, 5))[0][-1] == (4, 2.0**52 + 2.0**40 + 2**30 + 3)
    seen = []
    apsp.within(edges[:2], np.inf, 3, progress=lambda done, total: seen.append((done, total)))
    assert seen and seen[-1][0] == seen[-1][1] and all(done <= total for done, total in seen)


def test_matrices_of_reals():
    matrix = np.array([[0, 0.1, 0], [0, 0, 0.2], [np.inf, 0, 0]])
    first, *others = rows(apsp.within(matrix, 0.35))
    assert first == [(0, 0), (1, 0.1), (2, 0.1 + 0.2)]
    assert others == [[(1, 0), (2, 0.2)], [(2, 0)]]


def test_types_of_distances():
    edges = [(0, 1, 5), (1, 2, 65531), (2, 3, 2.0**30 - 2), (3, 4, 2.0**31)]
    for dtype in (np.float64, np.float32, np.int32, np.uint16):
        found = apsp.within(edges, 65535, 5, dtype=dtype)
        assert found.dtype == dtype and rows(found)[0] == [(0, 0), (1, 5)]
        assert apsp.nearest(edges, 1, 5, sources=[0], dtype=dtype).data.dtype == dtype
    assert apsp.within(edges, 2**31, 5, sources=[2], dtype="int32").data.tolist() == [0, 2**30 - 2]
    for dtype, limit, weight in ((np.uint16, 65536, 1), (np.int32, np.inf, 1), (np.int32, 9, 0.1),
                                 (np.float32, np.inf, 1e290)):
        with pytest.raises(OverflowError, match=f"which {np.dtype(dtype)} does not hold: float64 does"):
            apsp.within(np.array(edges) * [1, 1, weight], limit, 5, dtype=dtype)
    with pytest.raises(TypeError, match="dtype has the type int64, expected float64"):
        apsp.within(edges, 9, 5, dtype=np.int64)


def test_first_hops_and_shapes():
    edges = [(0, 1, 5), (1, 2, 6), (2, 3, 0)]
    found, hops = apsp.within(edges, 11, 4, sources=[0], path_vertices="first-hops")
    assert rows(found) == [[(0, 0), (1, 5), (2, 11), (3, 11)]]
    assert hops.tolist() == [-9999, 1, 1, 1]
    assert apsp.within(edges, 11, 4, sources=[]).shape == (0, 4)
    assert apsp.nearest(edges, 1, 4).nnz == 7


@pytest.mark.parametrize("call, error, words", [
    (lambda e: apsp.within(e, -1, 3), ValueError, "limit is -1"),
    (lambda e: apsp.within(e, [1, 2], 3), ValueError, "limit has 2 elements, expected 3"),
    (lambda e: apsp.within(e, "far", 3), TypeError, "expected a number"),
    (lambda e: apsp.nearest(e, -1, 3), ValueError, "k is -1, expected 0 or more"),
    (lambda e: apsp.nearest(e, 1.5, 3), TypeError, "k"),
    (lambda e: apsp.nearest(e, 1, 3, path_vertices="hops"), ValueError, "expected 'predecessors'"),
    (lambda e: apsp.within(e, 5, 3, targets=[3]), ValueError, "expected -3 to 2"),
    (lambda e: apsp.within([(0, 1, -5)], 5, 2), ValueError, "edge 0 from 0 to 1 has weight -5"),
    (lambda e: apsp.within([(0, 1, 0.5), (1, 0, -0.25)], 5, 2), ValueError,
     "edge 1 from 1 to 0 has weight -0.25, expected 0 or more"),
    (lambda e: apsp.within([(0, 1, 0.25)], -1, 2), ValueError, "limit is -1"),
    (lambda e: apsp.within([(0, 1, 0.1), (1, 0, -0.3)], 5, 2), ValueError,
     "edge 1 from 1 to 0 has weight -0.3, expected 0 or more"),
])
def test_what_is_wrong_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call([(0, 1, 5), (1, 2, 6)])


def test_any_number_of_threads_gives_the_same_rows(rng):
    edges = np.column_stack((rng.integers(0, 900, (3000, 2)), rng.integers(0, 20, 3000)))
    for ask in (lambda **options: apsp.within(edges, 25, 900, path_vertices="first-hops", **options),
                lambda **options: apsp.nearest(edges, 9, 900, path_vertices="first-hops", **options)):
        expected, path = ask()
        for threads in (1, 2, 8):
            found, found_path = ask(threads=threads)
            assert rows(found) == rows(expected)
            np.testing.assert_array_equal(found_path, path)
    with pytest.raises(ValueError, match="threads"):
        apsp.within(edges, 25, 900, threads=-1)
