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

from apsp._failures import NoAnswer, OutputFailure, UsageFailure, shown


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


class NamedFiles:
    """The files that a command line names. Raises UsageFailure for an output that is another file of the run,
    by whatever path or link, as do the programs (common/app/named_files.hpp), and for a second use of
    standard input. Nothing is opened."""

    def __init__(self) -> None:
        self._seen: list[tuple[str, str, Place | None, bool]] = []

    def read(self, what: str, path: str | None) -> None:
        """An input, such as ("IN", path); "-" is standard input."""
        self._add(what, path, written=False)

    def read_with_names(self, what: str, path: str | None) -> None:
        """An input, and PATH.names where it is there."""
        self.read(what, path)
        if path is not None and path != "-" and os.path.isfile(path + ".names"):
            self.read(f"{what}.names", path + ".names")

    def read_lists(self, **texts: str | None) -> None:
        """The files of options such as sources="@FILE"."""
        for name, text in texts.items():
            if text is not None and text.startswith("@"):
                self.read(f"--{name}", text[1:])

    def write(self, what: str, path: str | None) -> None:
        """An output; "-" is standard output."""
        self._add(what, path, written=True)

    def print(self) -> None:
        """Text on standard output, where that is a file."""
        self.write("standard output", "-")

    def _add(self, what: str, path: str | None, *, written: bool) -> None:
        if path is None:
            return
        words = what if path == "-" and what == "standard output" else f"{what} {path!r}"
        place = place_of(path, written)
        for other, other_path, there, other_written in self._seen:
            if not written and not other_written:
                if path == other_path == "-":
                    raise UsageFailure(f"{words} and {other} are both standard input, expected one at most")
            elif place is not None and place == there:
                raise UsageFailure(f"{words} is the same file as {other}")
        self._seen.append((words, path, place, written))


Place = tuple[int, int, str]


def place_of(path: str, written: bool) -> Place | None:
    """The file itself or, where there is none yet, its folder and its name. None for a device, a pipe or a
    socket, and where no file can be."""
    try:
        found = os.fstat(int(written)) if path == "-" else os.stat(path)
        regular = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
        return (found.st_dev, found.st_ino, "") if regular else None
    except FileNotFoundError:
        folder, name = os.path.split(os.path.realpath(path))
    except (OSError, ValueError):
        return None
    try:
        found = os.stat(folder)
    except OSError:
        return None
    return found.st_dev, found.st_ino, name


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


def read_names(path: str) -> list[str]:
    """The lines of PATH.names. As the programs have it, only \\n and \\r\\n end one."""
    names = pathlib.Path(path + ".names").read_bytes().decode("utf-8-sig").split("\n")
    if names[-1] == "":
        names.pop()
    return [name[:-1] if name.endswith("\r") else name for name in names]


def require_lines(path: str, names: Any) -> None:
    """Raises NoAnswer for a name that PATH.names cannot hold."""
    for name in names or () if path != "-" else ():
        if "\n" in name or "\r" in name:
            raise NoAnswer(f"the name {shown(name)} has a line's end, and {path}.names holds no such name; "
                           ".csv does")


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
