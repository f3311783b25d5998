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
from itertools import islice
from typing import Any, Union

import numpy as np

from apsp import _apsp
from apsp._failures import Failure
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
OTHERS = {0: "nothing", 1: "cells", STRUCT: "a struct", 3: "an object", 4: "text", 16: "a function"}
LAST_WITH_SHAPE = 16  # the class of strings and tables, 17, has another layout
COMPLEX, LOGICAL = 8, 2  # flags
HEADER_BYTES = 128
ORDERS = {b"IM": "<", b"MI": ">"}
VERSION_7_3 = 0x200  # is HDF5
HDF5 = b"\x89HDF"
TAG_BYTES = 8


@dataclass(frozen=True)
class Matrix:
    name: str
    kind: int
    flags: int
    shape: tuple[int, ...]
    contents: Bytes  # flags, shape, name, and then its parts
    order: str  # of bytes

    @property
    def holds_numbers(self) -> bool:
        return self.kind in CLASSES and not self.flags & COMPLEX and len(self.shape) == 2

    @property
    def what(self) -> str:
        """What it holds, where that is no matrix of real numbers."""
        if self.kind not in CLASSES:
            return OTHERS.get(self.kind, f"of class {self.kind}")
        return "complex" if self.flags & COMPLEX else f"of {len(self.shape)} dimensions"

    def part(self, number: int) -> tuple[int, memoryview]:
        """Its type and contents. A cell array may have millions, so none is kept."""
        for found in islice(elements(self.contents, self.order, TAG_BYTES), 3 + number, None):
            return found
        raise ValueError(f"the matrix {self.name!r} has no part {number}")

    def numbers(self, number: int) -> Any:
        kind, contents = self.part(number)
        return self.of_type(kind, contents)

    def of_type(self, kind: int, contents: Bytes) -> Any:
        if kind not in NUMBERS:
            raise ValueError(f"found an element of type {kind}, expected numbers")
        return np.require(np.frombuffer(contents, self.order + NUMBERS[kind]), requirements="A")

    def values(self) -> Any:
        """An array, or a sparse one of SciPy. As wide as its class, however narrow the file keeps it."""
        if self.kind != SPARSE:
            return self.of_class(self.numbers(0)).reshape(self.shape, order="F")
        from scipy.sparse import csc_array

        rows, begin = self.numbers(0), self.numbers(1)[:self.shape[1] + 1]
        if "f" in (rows.dtype.kind, begin.dtype.kind):
            raise ValueError("the places of a sparse matrix are floating-point numbers, expected whole ones")
        used = int(begin[-1])  # the file may keep room for more
        kind, contents = self.part(2)
        if self.flags & LOGICAL and len(contents) == used:
            kind = 2  # MATLAB says float64 of truth values that are a byte each
        values = self.of_class(self.of_type(kind, contents)[:used])
        return csc_array((values, rows[:used].astype(np.int64), begin.astype(np.int64)), shape=self.shape)

    def of_class(self, found: Any) -> Any:
        """These numbers in the type of its class, which must hold them all."""
        if self.flags & LOGICAL:
            return found.astype(bool)
        with np.errstate(invalid="ignore", over="ignore"):  # what such numbers become is compared
            made = found.astype(CLASSES[self.kind], copy=False)
            back = made.astype(found.dtype, copy=False)  # int64 and float64 are equal where either rounds
        if made.dtype != found.dtype and not (np.array_equal(made, found, equal_nan=True)
                                              and np.array_equal(back, found, equal_nan=True)):
            raise ValueError(f"found {found.dtype} beyond {made.dtype}, the type of its class")
        return made

    def field(self, name: str) -> Matrix | None:
        """That of the first struct of an array of them."""
        if self.kind != STRUCT or not math.prod(self.shape):
            return None
        length = int(self.numbers(0)[0])
        names = bytes(self.part(1)[1])
        fields = [text_of(names[first:first + length]) for first in range(0, len(names), max(1, length))]
        if name not in fields:
            return None
        kind, contents = self.part(2 + fields.index(name))
        if kind != MATRIX:
            raise ValueError(f"found an element of type {kind}, expected a matrix")
        return matrix_of(contents, self.order)


def read_mat(source: Source, options: ReadOptions) -> NamedGraph:
    """A matrix, full or sparse; the field A of a Problem of SuiteSparse."""
    if 0 in source.data[:4]:
        return of_any(source, version_4(source, options), options, "mat")
    try:
        values = version_5(source, options)
    except Failure:
        raise
    except (IndexError, ValueError, OverflowError, struct.error, zlib.error) as error:
        raise source.refuse(f"is a .mat file that cannot be read: {error or type(error).__name__}") from None
    return of_any(source, values, options, "mat")


def version_4(source: Source, options: ReadOptions) -> Any:
    from scipy.io import loadmat

    try:
        loaded = loadmat(io.BytesIO(source.data))
    except Exception as error:  # of a broken file there are many kinds
        raise source.refuse(f"is a .mat file that cannot be read: {error or type(error).__name__}") from None
    found = {name: value for name, value in loaded.items()
             if getattr(value, "ndim", 0) == 2 and value.dtype.kind in "biuf"}
    return found[chosen(source, "matrices", list(found), options)]


def version_5(source: Source, options: ReadOptions) -> Any:
    order = ORDERS.get(source.data[HEADER_BYTES - 2:HEADER_BYTES])
    is_hdf5 = source.data.startswith(HDF5)
    if order is not None and not is_hdf5:
        is_hdf5 = struct.unpack_from(order + "H", source.data, HEADER_BYTES - 4)[0] == VERSION_7_3
    if is_hdf5:
        raise source.refuse("is a .mat file of version 7.3, expected one that MATLAB's save -v7 writes")
    if order is None:
        raise source.refuse("is a .mat file that has no mark of its order of bytes, expected IM or MI at "
                            f"byte {HEADER_BYTES - 2}")
    # MATLAB keeps what functions need in a matrix without a name.
    matrices = {matrix.name: matrix for matrix in matrices_of(source.data, order, source.name) if matrix.name}
    problem = matrices["Problem"].field("A") if "Problem" in matrices else None
    if problem is None:
        names = [name for name, matrix in matrices.items() if matrix.holds_numbers]
        problem = matrices[chosen(source, "matrices", names, options)]
    if not problem.holds_numbers:
        raise source.refuse(f"has a Problem whose A is {problem.what}, expected a matrix of real numbers")
    return problem.values()


def matrices_of(data: Bytes, order: str, name: str = "the file") -> Iterator[Matrix]:
    """Those of a file, which messages call by this name."""
    for kind, contents in elements(memoryview(data)[HEADER_BYTES:], order, 1):
        if kind not in (MATRIX, COMPRESSED):
            raise ValueError(f"found an element of type {kind}, expected a matrix")
        yield matrix_of(contents if kind == MATRIX else unpacked(contents, order, name), order)


def unpacked(packed: Bytes, order: str, name: str) -> memoryview:
    """The contents of the matrix that this holds. Its tag says how large it is: no more is unpacked."""
    stream = zlib.decompressobj()
    head = stream.decompress(packed, TAG_BYTES)
    if len(head) < TAG_BYTES:
        raise ValueError("a packed matrix is cut short")
    kind, size = struct.unpack(order + "II", head)
    if kind != MATRIX:
        raise ValueError(f"found a packed element of type {kind}, expected a matrix")
    _apsp.require_memory(size, f"{name}, unpacked")
    contents = stream.decompress(stream.unconsumed_tail, size + TAG_BYTES)  # with bytes to spare
    if len(contents) < size or not stream.eof:  # at whose end the checksum was right
        raise ValueError(f"a packed matrix of {size:,} bytes is cut short or goes on behind them")
    return memoryview(contents)[:size]


def matrix_of(contents: Bytes, order: str) -> Matrix:
    """Its first elements are flags with the class, the shape, and the name; then its numbers. One that is
    empty or of another layout has no name."""
    if not len(contents):
        return Matrix("", 0, 0, (), contents, order)
    _, flags = next(elements(contents, order, TAG_BYTES))
    word = struct.unpack_from(order + "I", flags)[0]
    kind = word & 0xff
    if not 1 <= kind <= LAST_WITH_SHAPE:
        return Matrix("", kind, word >> 8, (), contents, order)
    _, (_, shape), (_, name) = islice(elements(contents, order, TAG_BYTES), 3)
    sizes = tuple(int(size) for size in np.frombuffer(shape, order + "i4"))
    if min(sizes, default=-1) < 0:
        raise ValueError(f"found a matrix of the shape {sizes}")
    return Matrix(text_of(bytes(name)), kind, word >> 8, sizes, contents, order)


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
