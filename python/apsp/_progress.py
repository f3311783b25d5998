# SPDX-License-Identifier: MIT
"""Progress of a solve, for a callable or a bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def callback(progress: Any) -> Callable[[int, int], object] | None:
    """``progress`` as a callable of (done, total): itself, or one that moves a bar of tqdm."""
    if progress is None or not hasattr(progress, "update") or not hasattr(progress, "n"):
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is a {type(progress).__name__}, expected a callable of "
                            "(done, total) or a bar of tqdm")
        return progress  # type: ignore[no-any-return]

    def move(done: int, total: int) -> None:
        progress.total = total
        progress.update(done - progress.n)

    return move
