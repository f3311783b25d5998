# SPDX-License-Identifier: MIT
"""Arguments that are a number, or one of some words."""

from __future__ import annotations

import math
import operator
from typing import Any

from apsp import _apsp

MOST_THREADS = 4096
CHOICES = {
    "device": ("auto", "cpu", "gpu", "gpus"),
    "method": ("dense", "sweep", "search", None),
    "width": ("u8", "u16", "s32", None),
}


def instruction_sets() -> list[str]:
    """Those that this processor runs, best first."""
    return _apsp.instruction_sets()


def integer(value: Any, name: str) -> int:
    """The integer. Raises TypeError for anything else: a truth value answers another question."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{name} is {value!r}, expected an integer")


def checked_truth(value: Any, name: str) -> bool:
    """True or False, also as 1 or 0 and as NumPy has them. Raises TypeError for anything else."""
    if getattr(value, "ndim", None) == 0:
        value = value.item()
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise TypeError(f"{name} is {value!r}, expected True or False")


def checked_count(vertices: Any) -> int:
    count = integer(vertices, "vertices")
    if not 0 <= count < 2**31:
        raise ValueError(f"vertices is {count}, expected 0 to {2**31 - 1}")
    return count


def checked_threads(threads: Any) -> int:
    count = integer(threads, "threads")
    if not 0 <= count <= MOST_THREADS:
        raise ValueError(f"threads is {count}, expected 0 to {MOST_THREADS}")
    return count


def checked_limit(limit: Any) -> float:
    try:
        number = float(limit)
    except (TypeError, ValueError):
        raise TypeError(f"limit is {limit!r}, expected a number") from None
    except OverflowError:  # an integer that is larger than every float
        number = math.inf if limit > 0 else -math.inf
    if not number >= 0:
        raise ValueError(f"limit must be >= 0, found {limit}")
    return number


def require_choices(**choices: Any) -> None:
    """Raises TypeError or ValueError unless each is one of the words for it."""
    for name, choice in choices.items():
        known = CHOICES[name] if name in CHOICES else (*instruction_sets(), "")
        is_text = isinstance(choice, str)
        if (is_text or choice is None) and choice in known:
            continue
        words = ", ".join(map(repr, known))
        raise (ValueError if is_text else TypeError)(f"{name} is {choice!r}, expected one of {words}")
