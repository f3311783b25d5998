# SPDX-License-Identifier: MIT
"""The dynamic section of an executable or a shared library: its loader, the libraries it needs, and
the folders in which it has them looked for. Reads the file and runs nothing of it."""

import os
import struct
from typing import NamedTuple

MAGIC = b"\x7fELF"
PT_LOAD, PT_DYNAMIC, PT_INTERP = 1, 2, 3
DT_NEEDED, DT_STRTAB, DT_RPATH, DT_RUNPATH = 1, 5, 15, 29
LARGEST = 1 << 20  # bytes of a table or a string that is read


class Dynamic(NamedTuple):
    loader: str         # empty in a static executable and in most libraries
    needed: list[str]   # names or paths of libraries
    folders: list[str]  # absolute, $ORIGIN resolved


class Segment(NamedTuple):
    kind: int
    offset: int
    address: int
    size: int  # bytes in the file


def is_elf(path):
    try:
        with open(path, "rb") as file:
            return file.read(4) == MAGIC
    except OSError:
        return False


class Image:
    """An open file of 64 bits in this machine's byte order."""

    def __init__(self, file):
        self.file = file
        header = file.read(64)
        if len(header) < 64 or header[:5] != MAGIC + b"\2":
            raise ValueError("no ELF file of 64 bits")
        start, = struct.unpack_from("=Q", header, 32)
        size, count = struct.unpack_from("=HH", header, 54)
        self.segments = []
        for number in range(count):
            kind, offset, address, _, length = struct.unpack(
                "=I4xQQQQ", self.bytes_at(start + number * size, 40))
            self.segments.append(Segment(kind, offset, address, length))

    def bytes_at(self, offset, size):
        self.file.seek(offset)
        found = self.file.read(min(size, LARGEST))
        if len(found) < min(size, LARGEST):
            raise ValueError("cut short")
        return found

    def content(self, kind):
        return next((self.bytes_at(part.offset, part.size) for part in self.segments
                     if part.kind == kind), b"")

    def offset_of(self, address):
        for part in self.segments:
            if part.kind == PT_LOAD and part.address <= address < part.address + part.size:
                return address - part.address + part.offset
        raise ValueError("an address outside of the file")

    def string(self, offset):
        self.file.seek(offset)
        return os.fsdecode(self.file.read(4096).partition(b"\0")[0])


def read_dynamic(path):
    """The Dynamic of a file, None where it is no ELF file of 64 bits that can be understood."""
    try:
        with open(path, "rb") as file:
            image = Image(file)
            table = image.content(PT_DYNAMIC)
            entries = list(struct.iter_unpack("=qQ", table[:len(table) // 16 * 16]))
            start = next((value for tag, value in entries if tag == DT_STRTAB), None)
            strings = {tag: [image.string(image.offset_of(start) + value)
                             for found, value in entries if found == tag]
                       for tag in (DT_NEEDED, DT_RPATH, DT_RUNPATH)} if start else {}
            loader = os.fsdecode(image.content(PT_INTERP).partition(b"\0")[0])
    except (OSError, ValueError, struct.error):
        return None
    origin = os.path.dirname(os.path.realpath(path))
    folders = [folder.replace("${ORIGIN}", origin).replace("$ORIGIN", origin)
               for tag in (DT_RUNPATH, DT_RPATH) for text in strings.get(tag, ())
               for folder in text.split(":")]
    return Dynamic(loader, strings.get(DT_NEEDED, []),
                   [folder for folder in folders if folder.startswith("/")])
