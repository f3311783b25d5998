# SPDX-License-Identifier: MIT
"""Tests the replay of searches, which gives the NetworkX backend the order of rows."""

import pytest

np = pytest.importorskip("numpy")


def settle(**changed):
    """Calls the module's replay of searches on the path 0 -> 1 -> 2, with changes."""
    from apsp import _apsp

    order, parents = np.empty((1, 3), np.int32), np.empty((1, 3), np.int32)
    counts = np.empty(1, np.int32)
    arrays = {
        "begins": np.array([0, 1, 2, 2], np.int32),
        "heads": np.array([1, 2], np.int32),
        "weights": np.array([5.0, 6.0]),
        "sources": np.array([0], np.int32),
        "distances": np.array([[0.0, 5.0, 11.0]]),
        **changed,
    }
    _apsp.settle(**arrays, order=order, parents=parents, counts=counts)
    return counts.tolist(), order.tolist(), parents.tolist()


def test_settle():
    assert settle() == ([3], [[0, 1, 2]], [[0, 0, 1]])
    unreached = np.array([[0.0, 5.0, np.inf]])
    counts, order, parents = settle(distances=unreached)
    assert (counts, order[0][:2], parents) == ([2], [0, 1], [[0, 0, -1]])
    counts, _, _ = settle(distances=np.array([[0.0, 5.0, 11.5]]))  # no sum of weights
    assert counts == [-1]


@pytest.mark.parametrize(
    "changed",
    [
        {"begins": np.array([0, 2, 1, 2], np.int32)},
        {"begins": np.array([0, 1, 2, 3], np.int32)},
        {"begins": np.array([], np.int32)},
        {"heads": np.array([1, 3], np.int32)},
        {"heads": np.array([-1, 2], np.int32)},
        {"weights": np.array([5.0])},
        {"sources": np.array([3], np.int32)},
        {"sources": np.array([0, 1], np.int32)},
        {"distances": np.zeros((1, 2))},
    ],
)
def test_settle_checks_its_arrays(changed):
    with pytest.raises(ValueError):
        settle(**changed)
