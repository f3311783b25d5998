# SPDX-License-Identifier: MIT
"""The binary files of the programs. docs/formats.md describes them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _graphs
from apsp._arrays import unmasked
from apsp._checks import integer
from apsp._packages import Weight


def write(path: str | os.PathLike[str], graph: Any, vertices: int | None = None, *,
          weight: Weight = "weight") -> None:
    """Writes a graph file, whole or not at all. See :func:`graph` for what a graph is.

    Raises ValueError for weights that are no integers, OSError for a file that cannot be written.
    """
    taken = _graphs.graph(graph, vertices, weight=weight)
    if not taken.exact or taken.exponent != 0:
        raise ValueError("the weights are no integers below 2**30 - 1, which is what a graph file holds")
    if not taken.directed:
        both = np.concatenate((taken.edges, taken.edges[:, [1, 0, 2]]))
        taken = _graphs.graph(both, taken.vertices)
    _apsp.write_graph(taken, _graphs.file_name(path))


def read_distances(path: str | os.PathLike[str],
                   shape: tuple[int, int] | None = None) -> npt.NDArray[np.int32]:
    """The N x N distances of a file, or those of some rows and columns in their shape.

    :data:`UNREACHABLE` is no path. Raises OSError for a file that cannot be read, ValueError for one
    of another size.
    """
    _graphs.require_file(path)
    return _apsp.read_distances(_graphs.file_name(path), None if shape is None else checked_shape(shape))


def checked_shape(shape: Any) -> tuple[int, int]:
    try:
        rows, columns = (integer(number, "shape") for number in shape)
    except (TypeError, ValueError):
        raise TypeError(f"shape is {shape!r}, expected two integers") from None
    for number in (rows, columns):
        if not 0 <= number < 2**31:
            raise ValueError(f"shape has {number}, expected 0 to {2**31 - 1}")
    return rows, columns


def write_distances(path: str | os.PathLike[str], distances: npt.NDArray[np.int32]) -> None:
    """Writes rows of distances, whole or not at all. Raises TypeError for others than int32."""
    rows = unmasked(distances, "the distances")
    if rows.dtype != np.int32 or rows.ndim != 2:
        raise TypeError(f"found distances of {rows.dtype} and shape {rows.shape}, expected int32 and "
                        "two dimensions")
    _apsp.write_distances(np.ascontiguousarray(rows), _graphs.file_name(path))
