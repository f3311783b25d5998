# SPDX-License-Identifier: MIT
"""Exceptions. Importing this imports SciPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scipy.sparse.csgraph import NegativeCycleError

__all__ = ["NegativeCycle", "NegativeCycleError"]


class NegativeCycle(NegativeCycleError):  # type: ignore[misc]
    """A cycle of the graph has a negative length, so that no path along it is shortest.

    ``vertices`` are those along the edges of the cycle, each once, the smallest first; their names where
    the graph is a Network.
    """

    def __init__(self, message: str = "", vertices: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.vertices = tuple(vertices)
