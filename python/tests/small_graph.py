# SPDX-License-Identifier: MIT
"""The graph that the tests of our own calls solve."""

import numpy as np

EDGES = np.array([[0, 1, 7], [1, 2, 22], [2, 0, 18], [0, 2, 40]], dtype=np.int32)
DISTANCES = [[0, 7, 29, np.inf], [40, 0, 22, np.inf], [18, 25, 0, np.inf], [np.inf, np.inf, np.inf, 0]]
