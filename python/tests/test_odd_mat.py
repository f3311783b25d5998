# SPDX-License-Identifier: MIT
"""Matrices of MATLAB: all types, packed or not, in both orders of bytes, and broken ones."""

import io
import struct

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from apsp._failures import Failure
from apsp.formats import ReadOptions, read

SQUARE = np.array([[0, 7, 0], [1, 0, 100], [0, 3, 5]])
TYPES = ("f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")


def mat(packed=False, **arrays):
    out = io.BytesIO()
    scipy.io.savemat(out, arrays, do_compression=packed)
    return out.getvalue()


def edges_of(graph):
    return sorted(zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist()))


def edges(tmp_path, content, **options):
    path = tmp_path / "a.mat"
    path.write_bytes(content)
    return edges_of(read(path, ReadOptions(**options)))


def edges_of_array(array):
    return [(int(s), int(t), float(array[s, t])) for s, t in np.argwhere(array)]


@pytest.mark.parametrize("packed", (False, True))
@pytest.mark.parametrize("dtype", TYPES)
def test_every_type(tmp_path, dtype, packed):
    content = mat(packed, words=["a", "bc"], A=SQUARE.astype(dtype), cells=np.array([1, "x"], object))
    assert edges(tmp_path, content) == edges_of_array(SQUARE)


@pytest.mark.parametrize("packed", (False, True))
def test_real_numbers_that_are_no_edges(tmp_path, packed):
    array = np.array([[0, 0.5, np.inf], [np.nan, 0, 3.5], [-2, 0.25, 0]])
    assert edges(tmp_path, mat(packed, A=array), zero_is_edge=False) == [
        (0, 1, 0.5), (1, 2, 3.5), (2, 0, -2), (2, 1, 0.25)]


@pytest.mark.parametrize("packed", (False, True))
@pytest.mark.parametrize("dtype", ("f8", "?"))
def test_sparse(tmp_path, packed, dtype):
    array = SQUARE.astype(dtype)
    assert edges(tmp_path, mat(packed, A=scipy.sparse.csc_array(array))) == edges_of_array(array)


def test_truth_values(tmp_path):
    assert edges(tmp_path, mat(A=SQUARE > 0)) == edges_of_array(SQUARE > 0)


@pytest.mark.parametrize("packed", (False, True))
def test_a_problem_of_suitesparse(tmp_path, packed):
    problem = {"name": "Group/name", "A": scipy.sparse.csc_array(SQUARE.astype(float)), "id": 5.0,
               "notes": np.array(["line", "another"])}
    assert edges(tmp_path, mat(packed, Problem=problem)) == edges_of_array(SQUARE)


def test_one_of_several(tmp_path):
    content = mat(A=np.ones((2, 2)), B=SQUARE, C=1j * np.ones((2, 2)))
    with pytest.raises(Failure, match="says which: 'A', 'B'"):
        edges(tmp_path, content)
    assert edges(tmp_path, content, part="B") == edges_of_array(SQUARE)


def element(order, kind, contents):
    return struct.pack(order + "II", kind, len(contents)) + contents + bytes(-len(contents) % 8)


@pytest.mark.parametrize("order", "<>")
def test_both_orders_of_bytes(tmp_path, order):
    parts = (element(order, 6, struct.pack(order + "II", 6, 0))
             + element(order, 5, struct.pack(order + "ii", 3, 3))
             + element(order, 1, b"A") + element(order, 3, SQUARE.T.astype(order + "i2").tobytes()))
    version = struct.pack(order + "H", 0x100) + (b"IM" if order == "<" else b"MI")
    head = b"MATLAB 5.0 MAT-file".ljust(124) + version
    assert edges(tmp_path, head + element(order, 14, parts)) == edges_of_array(SQUARE)


@pytest.mark.parametrize("about, content, words", (
    ("cut short", mat(A=SQUARE)[:-9], "bytes, and"),
    ("an unknown type of numbers", mat(A=SQUARE.astype(float)).replace(b"\x09\0\0\0\x48", b"\x33\0\0\0\x48"),
     "type 51, expected numbers"),
    ("fewer numbers than its shape",
     mat(A=np.ones((2, 2))).replace(b"\x02\0\0\0" * 2, b"\x02\0\0\0\x07\0\0\0"), "cannot be read"),
    ("version 7.3", b"MATLAB 7.3 MAT-file".ljust(124) + b"\0\2IM" + bytes(512), "save -v7 writes"),
    ("no order of bytes", mat(A=SQUARE)[:126] + b"XY" + mat(A=SQUARE)[128:], "cannot be read"),
    ("an oblong one", mat(A=np.ones((2, 3))), "shape"),
))
def test_broken_files(tmp_path, about, content, words):
    with pytest.raises(Failure, match=words) as caught:
        edges(tmp_path, content)
    assert caught.value.code == 3


@pytest.mark.parametrize("array", (SQUARE.astype(float), scipy.sparse.csc_array(SQUARE.astype(float))))
def test_any_byte_may_be_wrong(tmp_path, array):
    """A reader ends with a graph or a refusal, whichever byte is wrong."""
    good = mat(A=array)
    refused = 0
    for place in range(124, len(good)):
        for wrong in (0, 1, 2, 5, 14, 15, 64, 128, 255):
            try:
                edges(tmp_path, good[:place] + bytes([wrong]) + good[place + 1:])
            except Failure:
                refused += 1
    assert refused > 100
