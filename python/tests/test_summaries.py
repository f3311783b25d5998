# SPDX-License-Identifier: MIT
"""Summaries of all distances without their matrix, their checkpoints and their plots."""

import networkx as nx
import numpy as np
import pytest

import apsp


def test_summary(rng):
    edges = rng.integers(0, 60, (400, 3)) * [1, 1, 0.125]
    found = apsp.summary(edges, 60)
    distances = apsp.solve(edges, 60)
    np.fill_diagonal(distances, np.inf)
    reached = np.isfinite(distances)
    farthest = np.where(reached, distances, -1).max(axis=1)
    assert (found.vertices, found.reachable, found.unreachable) == (60, reached.sum(), 3540 - reached.sum())
    assert found.sum == distances[reached].sum() and found.mean == found.sum / reached.sum()
    assert found.diameter == farthest.max() and found.radius == farthest[farthest >= 0].min()
    assert found.centre == np.flatnonzero(farthest == found.radius).tolist()
    assert found.periphery == np.flatnonzero(farthest == found.diameter).tolist()
    np.testing.assert_array_equal(found.eccentricity, np.where(farthest < 0, np.nan, farthest))
    lengths, pairs = np.unique(distances[reached], return_counts=True)
    np.testing.assert_array_equal(found.lengths, lengths)
    np.testing.assert_array_equal(found.pairs, pairs)
    assert found.bin_width == 0.125
    assert found == found and found != apsp.summary(edges, 60)  # like arrays: no truth value of many
    one = apsp.summary(edges, 60, sources=7)
    assert one.sources.tolist() == [7] and one.reached[0] == reached[7].sum()


def test_integers_beyond_32_bits_are_rounded():
    edges = np.array([[0, 1, 2**29 + 1], [1, 2, 2**29], [2, 3, 2**29]])
    matrix = np.zeros((4, 4))
    matrix[edges[:, 0], edges[:, 1]] = edges[:, 2]
    for graph in ((edges, 4), (matrix,)):
        found = apsp.summary(*graph)
        assert abs(found.diameter - (3 * 2**29 + 1)) <= found.error < 1e-6 * found.diameter
        assert found.reachable == 6 and found.periphery == [0]
        with pytest.raises(OverflowError, match="does not fit"):
            apsp.summary(*graph, width="s32")
    with pytest.raises(OverflowError, match="does not fit"):
        apsp.summary([*edges.tolist(), [3, 2, -1]], 4)


def test_a_summary_goes_on_from_its_checkpoint(rng, tmp_path):
    edges = rng.integers(0, 3000, (9000, 3)) * [1, 1, 0.125]
    expected = apsp.summary(edges, 3000)
    kept = tmp_path / "kept"

    def interrupt(done, total):
        raise InterruptedError

    runs = 0
    found = None
    while found is None:
        runs += 1
        try:
            found = apsp.summary(edges, 3000, method="search", threads=1, checkpoint=kept,
                                 progress=interrupt if runs < 4 else None)
        except InterruptedError:
            pass
    assert not kept.exists()
    assert (found.sum, found.centre) == (expected.sum, expected.centre)
    for name in ("reached", "sums", "eccentricity", "closeness", "lengths", "pairs"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    kept.write_text("something else")
    with pytest.raises(ValueError, match="kept: the file ends at byte 14, expected"):
        apsp.summary(edges, 3000, checkpoint=kept)
    assert kept.read_text() == "something else"


def test_plot_histogram():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = apsp.plot_histogram(nx.path_graph(5), color="grey")
    assert [(bar.get_x(), bar.get_height()) for bar in axes.patches] == [(1, 8), (2, 6), (3, 4), (4, 2)]
    assert axes.get_xlabel() == "distance"
    assert apsp.plot_histogram(apsp.summary(nx.path_graph(3)), axes) is axes


def test_summaries_of_weights_that_round(rng):
    for vertices, edges in ((2, 1), (90, 300), (200, 260)):
        graph = np.column_stack((rng.integers(0, vertices, (edges, 2)), rng.random(edges) + 0.01))
        for directed in (True, False):
            distances = apsp.solve(graph, vertices, directed=directed)
            np.fill_diagonal(distances, np.inf)
            reached = np.isfinite(distances)
            found = apsp.summary(graph, vertices, directed=directed)
            assert found.reachable == reached.sum()
            if not found.reachable:
                continue
            # At most half a unit for each edge of a path; a unit is 2^-27 of a longest distance or less.
            longest = max(found.diameter, graph[:, 2].max())
            assert 0 <= found.error <= (vertices - 1) * longest * 2**-28
            assert abs(found.diameter - distances[reached].max()) <= found.error + 1e-12
            assert abs(found.mean - distances[reached].mean()) <= found.error + 1e-12
            assert found.pairs.sum() == found.reachable
    matrix = rng.random((60, 60)) + 0.1
    assert abs(apsp.summary(matrix).diameter - apsp.solve(matrix).max()) <= apsp.summary(matrix).error
    assert apsp.summary([[0, 1, 3], [1, 2, 4]], 3).error == 0
    with pytest.raises(ValueError, match="a summary of weights below 0"):
        apsp.summary([[0, 1, -0.1], [1, 2, 0.3]], 3)
