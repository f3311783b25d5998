# SPDX-License-Identifier: MIT
"""The message and the exit code of an exception."""

from __future__ import annotations

import os

from apsp._failures import Failure, NoAnswer


def described(error: Exception) -> tuple[str, int]:
    """What a user reads, and the exit code. An exception that nothing foresaw is raised again where
    APSP_TRACEBACK is set."""
    if os.environ.get("APSP_TRACEBACK"):
        raise error
    text = str(error) or type(error).__name__
    if isinstance(error, Failure):
        return text, error.code
    if isinstance(error, MemoryError):
        return f"not enough memory: {text}", 5
    if isinstance(error, OverflowError):
        return text, NoAnswer.code
    if type(error).__name__ in ("NegativeCycle", "NegativeCycleError"):
        return text, NoAnswer.code
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename is not None else ""
        return f"{name}{error.strerror or text}", 3
    if isinstance(error, RuntimeError) and "GPU" in text:
        return text, 6
    return (f"an error inside apsp: {type(error).__name__}: {text}; APSP_TRACEBACK=1 shows where, and the "
            "project's page takes reports"), 1
