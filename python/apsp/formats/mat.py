# SPDX-License-Identifier: MIT
"""Matrices of MATLAB: .mat, as MATLAB's "MAT-File Format" has it for version 5.

SciPy 1.17 follows numbers of a broken file of this version without a look at them, and crashes. Files of
version 4 are simpler, and SciPy reads those."""

from __future__ import annotations

import io
import math
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from apsp.formats.arrays import of_any
from apsp.formats.graph import NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source
from apsp.formats.stores import chosen

Bytes = Union[bytes, memoryview]

NUMBERS = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
MATRIX, COMPRESSED = 14, 15  # types of elements, as those of NUMBERS
STRUCT, SPARSE = 2, 5  # classes of matrices
CLASSES = {SPARSE: "f8", 6: "f8", 7: "f4", 8: "i1", 9: "u1", 10: "i2", 11: "u2", 12: "i4", 13: "u4", 14: "i8",
           15: "u8"}
COMPLEX, LOGICAL = 8, 2  # flags
HEADER_BYTES = 128
VERSION_7_3 = 0x200  # is HDF5
TAG_BYTES = 8


@dataclass(frozen=True)
class Matrix:
    name: str
    kind: int
    flags: int
    shape: tuple[int, ...]
    parts: list[tuple[int, memoryview]]  # type and contents
    order: str  # of bytes

    @property
    def holds_numbers(self) -> bool:
        return self.kind in CLASSES and not self.flags & COMPLEX and len(self.shape) == 2

    def numbers(self, part: int) -> Any:
        kind, contents = self.parts[part]
        if kind not in NUMBERS:
            raise ValueError(f"found an element of type {kind}, expected numbers")
        return np.frombuffer(contents, self.order + NUMBERS[kind])

    def values(self) -> Any:
        """An array, or a sparse one of SciPy. As wide as its class, however narrow the file keeps it."""
        dtype = bool if self.flags & LOGICAL else CLASSES[self.kind]
        if self.kind != SPARSE:
            return self.numbers(0).astype(dtype).reshape(self.shape, order="F")
        from scipy.sparse import csc_array

        rows, begin, values = (self.numbers(part) for part in range(3))
        used = int(begin[-1])  # the file may keep room for more
        return csc_array((values[:used].astype(dtype), rows[:used].astype(np.int64), begin.astype(np.int64)),
                         shape=self.shape)

    def field(self, name: str) -> Matrix | None:
        """That of the first struct of an array of them."""
        if self.kind != STRUCT or not math.prod(self.shape):
            return None
        length = int(self.numbers(0)[0])
        names = bytes(self.parts[1][1])
        fields = [text_of(names[first:first + length]) for first in range(0, len(names), max(1, length))]
        if name not in fields:
            return None
        kind, contents = self.parts[2 + fields.index(name)]
        if kind != MATRIX:
            raise ValueError(f"found an element of type {kind}, expected a matrix")
        return matrix_of(contents, self.order)


def read_mat(source: Source, options: ReadOptions) -> NamedGraph:
    """A matrix, full or sparse; the field A of a Problem of SuiteSparse."""
    try:
        if 0 in source.data[:4]:
            from scipy.io import loadmat

            found = {name: value for name, value in loadmat(io.BytesIO(source.data)).items()
                     if getattr(value, "ndim", 0) == 2 and value.dtype.kind in "biuf"}
            return of_any(source, found[chosen(source, "matrice", list(found), options)], options, "mat")
        order = {b"IM": "<", b"MI": ">"}[source.data[HEADER_BYTES - 2:HEADER_BYTES]]
        if struct.unpack_from(order + "H", source.data, HEADER_BYTES - 4)[0] == VERSION_7_3:
            raise source.refuse("is a .mat file of version 7.3, expected one that MATLAB's save -v7 writes")
        matrices = {matrix.name: matrix for matrix in matrices_of(source.data, order)}
        problem = matrices["Problem"].field("A") if "Problem" in matrices else None
        if problem is None:
            names = [name for name, matrix in matrices.items() if matrix.holds_numbers]
            problem = matrices[chosen(source, "matrice", names, options)]
        values = problem.values()
    except (KeyError, IndexError, ValueError, OverflowError, struct.error, zlib.error) as error:
        raise source.refuse(f"is a .mat file that cannot be read: {error or type(error).__name__}") from None
    return of_any(source, values, options, "mat")


def matrices_of(data: Bytes, order: str) -> Iterator[Matrix]:
    """Those of a file."""
    for kind, contents in elements(memoryview(data)[HEADER_BYTES:], order, 1):
        inner = iter(((kind, contents),))
        if kind == COMPRESSED:
            inner = elements(zlib.decompressobj().decompress(contents), order, 1)
        for kind, contents in inner:
            if kind == MATRIX:
                yield matrix_of(contents, order)


def matrix_of(contents: Bytes, order: str) -> Matrix:
    """Its first elements are flags with the class, the shape, and the name; then its numbers."""
    (_, flags), (_, shape), (_, name), *parts = elements(contents, order, TAG_BYTES)
    kind = struct.unpack_from(order + "I", flags)[0]
    sizes = tuple(int(size) for size in np.frombuffer(shape, order + "i4"))
    if min(sizes, default=-1) < 0:
        raise ValueError(f"found a matrix of the shape {sizes}")
    return Matrix(text_of(bytes(name)), kind & 0xff, kind >> 8, sizes, parts, order)


def text_of(name: bytes) -> str:
    return name.split(b"\0")[0].decode("latin-1")


def elements(data: Bytes, order: str, aligned: int) -> Iterator[tuple[int, memoryview]]:
    """The type and the contents of each. Those that have bytes to spare begin at multiples of `aligned`."""
    view = memoryview(data)
    first = 0
    while first < len(view):
        kind, size = struct.unpack_from(order + "II", view, first)
        if kind >> 16:  # up to four bytes stand where others have their number
            begin, size, kind, after = first + 4, kind >> 16, kind & 0xffff, first + TAG_BYTES
        else:
            begin = first + TAG_BYTES
            after = begin + -(-size // aligned) * aligned
        if begin + size > min(after, len(view)):
            raise ValueError(f"an element of type {kind} has {size:,} bytes, and {len(view) - begin:,} are "
                             "left")
        yield kind, view[begin:begin + size]
        first = after
