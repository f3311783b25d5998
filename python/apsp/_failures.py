# SPDX-License-Identifier: MIT
"""Failures of the command `apsp` and of its readers, each with the exit code of the programs."""

from __future__ import annotations

import importlib
from typing import Any


class Failure(Exception):
    """Ends a command with its message and this exit code."""

    code = 1


class UsageFailure(Failure, ValueError):
    """Options that do not go together, or a vertex that is not there."""

    code = 2


class InputFailure(Failure, ValueError):
    """A file that cannot be read, or that is not what it should be."""

    code = 3

    def __init__(self, name: str, problem: str, line: int | None = None) -> None:
        place = name if line is None else f"{name}, line {line:,}"
        words = " ".join(problem.split())  # libraries' messages have lines, and pieces of files
        super().__init__(f"{place}: " + "".join(one if one.isprintable() else "?" for one in words))


class NoAnswer(Failure, ValueError):
    """A negative cycle, or a length that the output cannot hold."""

    code = 4


class OutputFailure(Failure, OSError):
    """A file that cannot be written."""

    code = 7


class MissingPackage(Failure, ImportError):
    """A package that an extra brings."""

    code = 3


def needed(package: str, purpose: str, extra: str) -> Any:
    """The package, imported. Raises MissingPackage, which names the extra that brings it."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name is None or not (package + ".").startswith(error.name + "."):
            raise
        root = package.partition(".")[0]
        raise MissingPackage(f"{purpose} needs the package {root}: pip install {root}, or pip install "
                             f"'apsp[{extra}]' for all of its kind") from None


def shown(text: object, most: int = 40) -> str:
    """A piece of a file in quotes, cut where it is long, without what a terminal obeys."""
    quoted = repr(text if isinstance(text, str) else str(text))
    return quoted if len(quoted) <= most else quoted[:most - 4] + "..." + quoted[0]
