# SPDX-License-Identifier: MIT
"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat
import sys
import tempfile
from collections.abc import Iterator
from typing import Any, BinaryIO

from apsp._failures import OutputFailure, UsageFailure


def failed(path: str, error: OSError) -> OutputFailure:
    return OutputFailure(f"{path}: {error.strerror or error}, and nothing was written")


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file that gets its name when the block ends without an exception, and goes if there is one. A pipe, a
    device, or "-" for standard output, is written straight."""
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = pathlib.Path(os.path.realpath(path))
    straight = False
    with contextlib.suppress(OSError):
        straight = not stat.S_ISREG(target.stat().st_mode) and not target.is_dir()
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        if straight:
            with open(target, "wb") as file:
                yield file
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise failed(path, error) from None
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fchmod(file.fileno(), 0o666 & ~umask())
        os.replace(name, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError) and not isinstance(error, OutputFailure) and error.filename is None:
            raise failed(path, error) from None
        raise


READ = ("IN", "the list", "the pairs")


def require_distinct(*files: tuple[str, str | None]) -> None:
    """Raises UsageFailure where an output of a run, such as ("OUT", path), is an earlier one of these files,
    by whatever path or link. Those of READ may be named twice, as may devices and pipes."""
    seen: dict[str, tuple[str, str]] = {}
    for what, path in files:
        if path is None or path == "-" or os.path.exists(path) and not os.path.isfile(path):
            continue
        place = os.path.realpath(path)
        if place in seen and what not in READ:
            raise UsageFailure(f"{what} {path!r} is the same file as {' '.join(map(str, seen[place]))}")
        seen[place] = what, repr(path)


def umask() -> int:
    found = os.umask(0o077)
    os.umask(found)
    return found


def require_space(path: str, size: int) -> None:
    """Raises OutputFailure where the disk has less left than the file takes."""
    import shutil

    if path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
        return
    try:
        free = shutil.disk_usage(os.path.dirname(os.path.realpath(path))).free
    except OSError:
        return
    if free < size:
        raise OutputFailure(f"{path}: takes {size:,} bytes, and the disk has {free:,} left")


def write_names(path: str, names: Any) -> None:
    """One name a line in PATH.names, or no such file."""
    file = path + ".names"
    if path == "-":
        return
    if names is None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(file)
        return
    with whole_file(file) as out:
        out.write("".join(f"{name}\n" for name in names).encode())
