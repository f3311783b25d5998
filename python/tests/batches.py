# SPDX-License-Identifier: MIT
"""What the tests of apsp.batch share: random batches, their edges, and SciPy's distances."""

import numpy as np
from scipy.sparse import csgraph

import apsp

TYPES = (np.int32, np.uint16, np.float32, np.float64)


def no_path(dtype):
    return {np.int32: apsp.UNREACHABLE, np.uint16: 65535}.get(np.dtype(dtype).type, np.inf)


def expected(matrices, sizes, dtype, none=None):
    """SciPy's distances of matrices of weights whose 0 is no edge, padded."""
    none = no_path(dtype) if none is None else none
    padded = np.full(matrices.shape, none, dtype=dtype)
    for matrix, size, to in zip(matrices, sizes, padded):
        found = csgraph.floyd_warshall(matrix[:size, :size].astype(float))
        to[:size, :size] = np.where(np.isinf(found), none, found).astype(dtype)
    return padded


def sample(seed, width=None):
    generator = np.random.default_rng(seed)
    width = width or int(generator.integers(1, 40))
    number = int(generator.integers(1, 9))
    sizes = generator.integers(0, width + 1, number).astype(np.int32)
    sizes[0] = width
    matrices = generator.integers(1, 200, (number, width, width))
    matrices[generator.random(matrices.shape) > generator.random()] = 0
    for matrix, size in zip(matrices, sizes):
        np.fill_diagonal(matrix, 0)
        matrix[size:] = 0
        matrix[:, size:] = 0
    return matrices, sizes


def as_edges(matrices):
    graph, source, destination = np.nonzero(matrices)
    offsets = np.searchsorted(graph, np.arange(len(matrices) + 1))
    weights = matrices[graph, source, destination]
    return np.stack([source, destination, weights], axis=1), offsets
