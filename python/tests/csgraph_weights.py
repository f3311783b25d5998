# SPDX-License-Identifier: MIT
"""What the tests against scipy.sparse.csgraph share: random weights of every kind, and trees of paths."""

import numpy as np

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
