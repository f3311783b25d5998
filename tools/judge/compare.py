# SPDX-License-Identifier: MIT
"""Compares distance files of equal size block by block: where they first differ, and how often.

Equal blocks cost a memcmp. A block that differs is halved until the pieces are small; only pieces
that differ are looked at number by number."""

import operator
import struct
from typing import NamedTuple

from files import BLOCK

ELEMENT = 4  # bytes
PIECE = 4096  # bytes; of these and smaller ones every element is compared


class Difference(NamedTuple):
    offset: int     # bytes, of the first element that differs
    expected: int
    found: int
    count: int      # elements that differ

    def place(self, vertices):
        """(row, column)"""
        return divmod(self.offset // ELEMENT, vertices)


def differences(found, expected):
    """(byte offset of the first element that differs or None, number of elements that differ) of
    two bytes objects of the same length, a multiple of an element's."""
    if found == expected:
        return None, 0
    size = len(found)
    if size > PIECE:
        half = size // 2 // ELEMENT * ELEMENT
        first, count = differences(found[:half], expected[:half])
        second, more = differences(found[half:], expected[half:])
        return half + second if first is None else first, count + more
    unequal = list(map(operator.ne, memoryview(found).cast("i"), memoryview(expected).cast("i")))
    return unequal.index(True) * ELEMENT, sum(unequal)


class Shrunk(Exception):
    """A file ended before its size."""


def first_difference(found, expected, size):
    """The Difference of two files that are open at their beginning and have `size` bytes, a
    multiple of an element's, or None. Every byte is compared: a file that ends before raises
    Shrunk."""
    offset, count, first = 0, 0, None
    while offset < size:
        wanted = min(BLOCK, size - offset)
        pair = [file.read(wanted) for file in (found, expected)]
        if any(len(block) != wanted for block in pair):
            raise Shrunk
        place, more = differences(*pair)
        if first is None and more:
            was, should = (struct.unpack_from("<i", block, place)[0] for block in pair)
            first = (offset + place, should, was)
        count += more
        offset += wanted
    return Difference(*first, count) if first else None
