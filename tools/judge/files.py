# SPDX-License-Identifier: MIT
"""Files that are not trusted: opened without surprises, read block by block."""

import hashlib
import os
import stat

BLOCK = 1 << 20
KINDS = ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISDIR, "a folder"),
         (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"))


class NotRegular(Exception):
    """Something else stands where a file should be; the text says what."""


def open_regular(path):
    """The file, open for reading. It follows no link and waits for no pipe's other end, and what is
    looked at is what is open, so nobody can exchange it in between."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        raise NotRegular("there is no such file") from None
    for is_kind, name in KINDS:
        if is_kind(mode):
            raise NotRegular(f"it is {name}, not a regular file")
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise NotRegular(f"it cannot be opened: {error.strerror}") from None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        os.close(handle)
        raise NotRegular("it is no regular file" if not stat.S_ISREG(found.st_mode) else
                         f"it has {found.st_nlink} names (hard links), expected one")
    return open(handle, "rb")


def place_of(path):
    """The file itself or, where there is none yet, its folder and its name; equal for all paths of
    one file. None for a pipe and a device, and where no file can be."""
    try:
        found = os.stat(path)
        return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
    except OSError:
        folder, name = os.path.split(os.path.realpath(path))
    try:
        found = os.stat(folder)
        return found.st_dev, found.st_ino, name
    except OSError:
        return None


def sha256_of(file):
    """In hexadecimal, from where the open file stands to its end."""
    digest = hashlib.sha256()
    block = memoryview(bytearray(BLOCK))
    while True:
        count = file.readinto(block)
        if not count:
            return digest.hexdigest()
        digest.update(block[:count])


def sha256_of_path(path):
    with open(path, "rb") as file:
        return sha256_of(file)


def signature(path):
    """Changes whenever the file is written, replaced or removed. Who resets the time of the last
    write cannot reset that of the last change."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns,
            found.st_ctime_ns)
