# SPDX-License-Identifier: MIT
"""The bytes of a file, decompressed, and its text."""

from __future__ import annotations

import importlib
import os
import pathlib
import sys
from dataclasses import dataclass, replace
from typing import Any

from apsp._failures import InputFailure, MissingPackage, needed, shown
from apsp.formats.options import ReadOptions

PACKED_SUFFIXES = (".gz", ".bz2", ".xz", ".lzma", ".zst", ".zip")
MOST_LAYERS = 4  # of compression, against files that unpack to themselves
ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # of files, of none


@dataclass(frozen=True)
class Source:
    """What a reader reads."""

    name: str  #: of the file in messages; of a file in an archive with it
    data: bytes
    suffix: str  #: in small letters, that of a compression left out; of standard input empty
    path: str | None  #: of a file that holds just these bytes

    def refuse(self, problem: str, line: int | None = None) -> InputFailure:
        """The exception to raise."""
        return InputFailure(self.name, problem, line)

    def text(self) -> str:
        """Raises InputFailure for bytes that are no text."""
        if self.data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return self.decoded("utf-16")
        text = self.decoded("utf-8-sig")
        if "\0" in text:
            raise self.refuse(f"found a zero byte at byte {text.index(chr(0)):,}, expected text or a format "
                              "that is known; --from FORMAT names one")
        return text

    def decoded(self, encoding: str) -> str:
        try:
            return self.data.decode(encoding)
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            found = self.data[error.start:error.start + 1].hex()
            raise self.refuse(f"found the byte 0x{found}, expected UTF-8; iconv -f LATIN1 -t UTF-8 makes it "
                              "of what older Windows writes", line) from None


def open_source(path: str | os.PathLike[str], options: ReadOptions) -> Source:
    """Reads a file, or standard input for "-", and unpacks it."""
    name = os.fspath(path)
    if name == "-":
        return unpacked(Source("standard input", sys.stdin.buffer.read(), "", None), options)
    try:
        data = pathlib.Path(name).read_bytes()
    except OSError as error:
        raise InputFailure(name, f"{error.strerror or error}, expected a file that can be read") from None
    return unpacked(Source(name, data, suffix_of(name), name), options)


def suffix_of(name: str) -> str:
    path = pathlib.PurePath(name.lower())
    while path.suffix in PACKED_SUFFIXES:
        path = path.with_suffix("")
    return path.suffix


def unpacked(source: Source, options: ReadOptions) -> Source:
    for _ in range(MOST_LAYERS):
        data = packed_content(source, options)
        if data is None:
            return source
        source = data
    raise source.refuse(f"is compressed more than {MOST_LAYERS} times, one inside the other")


def packed_content(source: Source, options: ReadOptions) -> Source | None:
    """What a compression or an archive holds; None where it is neither."""
    head = source.data[:8]
    if head.startswith(ZIP):
        return member_of_zip(source, options)
    for mark, package in ((b"\x1f\x8b", "gzip"), (b"BZh", "bz2"), (b"\xfd7zXZ\0", "lzma"),
                          (b"\x28\xb5\x2f\xfd", "zstandard")):
        if head.startswith(mark):
            return replace(source, data=decompressed(source, package), path=None)
    return None


def decompressed(source: Source, package: str) -> bytes:
    import zlib

    try:
        if package == "zstandard":
            return zstd(source.data)
        return bytes(__import__(package).decompress(source.data))
    except MissingPackage:
        raise
    except (EOFError, ValueError, OSError, zlib.error) as error:
        raise source.refuse(f"is compressed by {package}, and broken: {error}") from None
    except Exception as error:
        if type(error).__name__ not in ("LZMAError", "ZstdError"):
            raise
        raise source.refuse(f"is compressed by {package}, and broken: {error}") from None


def zstd(data: bytes) -> bytes:
    try:
        module: Any = importlib.import_module("compression.zstd")  # Python 3.14
        return bytes(module.decompress(data))
    except ImportError:
        pass
    package: Any = needed("zstandard", "reading what zstd compressed", "formats")
    return bytes(package.ZstdDecompressor().decompressobj().decompress(data))


def member_of_zip(source: Source, options: ReadOptions) -> Source | None:
    """The only file in an archive, or the one that --part names. None for a format that is an archive
    itself."""
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            names = [info.filename for info in archive.infolist()
                     if not info.is_dir() and not info.filename.startswith("__MACOSX/")]
            if any(name == "[Content_Types].xml" for name in names) or (
                    names and all(name.endswith(".npy") for name in names)):
                return None
            chosen = options.part if options.part in names else None
            if chosen is None and len(names) != 1:
                listed = ", ".join(map(shown, names[:8])) + (", ..." if len(names) > 8 else "")
                raise source.refuse(f"is an archive of {len(names)} files, expected one; --part NAME says "
                                    f"which: {listed}")
            chosen = chosen or names[0]
            return Source(f"{source.name}:{chosen}", archive.read(chosen), suffix_of(chosen), None)
    except InputFailure:
        raise
    except Exception as error:  # of a broken archive there are many kinds
        raise source.refuse(f"is a zip archive that cannot be read: {error}") from None
