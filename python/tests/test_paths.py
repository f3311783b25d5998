# SPDX-License-Identifier: MIT
"""Paths of many pairs in one call, against those of one pair."""

import numpy as np
import pytest

import apsp


def random_predecessors(rng, vertices=40, edges=70):
    return apsp.solve(rng.integers(0, vertices, (edges, 3)).astype(np.int32), vertices,
                      return_predecessors=True)[1]


def parts(found):
    vertices, offsets = found
    assert (vertices.dtype, offsets.dtype) == (np.int32, np.int64)
    assert (offsets[0], offsets[-1]) == (0, len(vertices))
    return [vertices[begin:end].tolist() for begin, end in zip(offsets, offsets[1:])]


def test_many_pairs_are_the_paths_of_each(rng):
    before = random_predecessors(rng)
    pairs = rng.integers(0, 40, (2, 500))
    expected = [apsp.path(before, *pair) for pair in pairs.T.tolist()]
    assert [] in expected and max(map(len, expected)) > 2
    assert parts(apsp.path(before, *pairs)) == expected
    assert parts(apsp.path(before, *(pairs - 40))) == expected  # from the end
    assert parts(apsp.path(before, *pairs.reshape(2, 5, 100).tolist())) == expected


def test_pairs_broadcast_and_some_rows_are_enough(rng):
    before = random_predecessors(rng)
    everywhere = [apsp.path(before, 3, target) for target in range(40)]
    assert parts(apsp.path(before, 3, range(40))) == everywhere
    assert parts(apsp.path(before[3], 3, range(40))) == everywhere
    assert parts(apsp.path(before[[7, 3, 3]], 3, range(40), sources=[7, 3, 3])) == everywhere
    assert parts(apsp.path(before, [3], [[3], [3]])) == [[3], [3]]
    assert parts(apsp.path(before, range(40), 5)) == [apsp.path(before, v, 5) for v in range(40)]
    assert parts(apsp.path(before, [], [])) == []
    assert parts(apsp.path(np.empty((0, 0), np.int32), [], [])) == []


def test_a_long_path_beside_short_ones():
    vertices = 3000
    edges = np.array([[n, n + 1, 1] for n in range(vertices - 1)], np.int32)
    before = apsp.solve(edges, vertices, sources=[0, 5], return_predecessors=True)[1]
    found = parts(apsp.path(before, [0, 5, 5], [vertices - 1, 4, 6], sources=[0, 5]))
    assert found == [list(range(vertices)), [], [5, 6]]


@pytest.mark.parametrize("predecessors, source, target, options, words", (
    ([[0, 1]], [0], [0], {}, r"shape \(1, 2\), expected \(N, N\)"),
    ([-9999, 0], [0], [1, 2], {}, "target out of range 0...2: number 1 is 2"),
    ([-9999, 0], [0, 0], [1, 1, 1], {}, r"the shapes \(2,\) and \(3,\), expected the same"),
    ([1, 0, 1], [2], [0, 2], {}, "those of another source than 2|do not lead from 0 back to 2"),
    ([-9999, 5], [0], [1], {}, "do not lead from 1 back to 0"),
    ([-9999, 0, 1], [1], [0, 2], {}, "those of another source than 1"),
    ([[-9999, 0]], [1], [0], {"sources": [0]}, "source is 1, expected one of sources"),
    ([[-9999, 0]], [1], [0], {"sources": [0, 1]}, r"shape \(1, 2\), expected \(2, 2\)"),
))
def test_what_is_refused(predecessors, source, target, options, words):
    with pytest.raises(ValueError, match=words):
        apsp.path(np.array(predecessors), source, target, **options)


@pytest.mark.parametrize("source, target", (([0.5], [1]), (["a"], [1]), ([0], 1.5), ([[0], [1, 2]], 1)))
def test_what_is_no_vertex(source, target):
    with pytest.raises((TypeError, ValueError)):
        apsp.path(np.array([-9999, 0]), source, target)
