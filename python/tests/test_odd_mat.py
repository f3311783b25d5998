# SPDX-License-Identifier: MIT
"""Matrices of MATLAB: all types, packed or not, in both orders of bytes, and broken ones."""

import io
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from apsp import _apsp
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


def element(kind, contents, order="<"):
    return struct.pack(order + "II", kind, len(contents)) + contents + bytes(-len(contents) % 8)


def array(kind, shape, *parts, name=b"A", flags=0, order="<"):
    """An element with a matrix of this class."""
    return element(14, element(6, struct.pack(order + "II", flags << 8 | kind, 0), order)
                   + element(5, struct.pack(f"{order}{len(shape)}i", *shape), order)
                   + element(1, name, order) + b"".join(parts), order)


def file_of(*matrices, order="<"):
    version = struct.pack(order + "H", 0x100) + (b"IM" if order == "<" else b"MI")
    return b"MATLAB 5.0 MAT-file".ljust(124) + version + b"".join(matrices)


def packed(content, cut=None):
    data = zlib.compress(content)[:cut]
    return struct.pack("<II", 15, len(data)) + data


def sparse(rows, begin, values, shape=(3, 3), **options):
    return array(5, shape, element(5, np.array(rows, "i4").tobytes()),
                 element(5, np.array(begin, "i4").tobytes()), values, **options)


A = array(6, (3, 3), element(3, SQUARE.T.astype("i2").tobytes()))
# The classes of MATLAB's strings and tables, and of functions, and what they keep beside them.
OPAQUE = element(14, element(6, struct.pack("<II", 17, 0)) + element(1, b"words") + element(1, b"MCOS")
                 + element(1, b"string") + array(13, (2, 1), element(6, bytes(8)), name=b""))
UNKNOWN = element(14, element(6, struct.pack("<II", 40, 0)) + b"something else!!")
FUNCTION = array(16, (1, 1), A, name=b"f")
WORKSPACE = array(9, (1, 16), element(2, bytes(16)), name=b"")
ONES = element(9, np.ones(4).tobytes())
COMPLEX = array(6, (2, 2), ONES, ONES, name=b"C", flags=8)
TENSOR = array(6, (2, 2, 1), ONES, name=b"T")


@pytest.mark.parametrize("order", "<>")
def test_both_orders_of_bytes(tmp_path, order):
    content = array(6, (3, 3), element(3, SQUARE.T.astype(order + "i2").tobytes(), order), order=order)
    assert edges(tmp_path, file_of(content, order=order)) == edges_of_array(SQUARE)


@pytest.mark.parametrize("other", (OPAQUE, UNKNOWN, FUNCTION, WORKSPACE, COMPLEX, TENSOR, element(14, b"")),
                         ids=("opaque", "unknown", "function", "workspace", "complex", "tensor", "empty"))
def test_beside_what_is_no_matrix(tmp_path, other):
    for content in (file_of(other, A), file_of(A, packed(other)), file_of(packed(other), packed(A))):
        assert edges(tmp_path, content) == edges_of_array(SQUARE)


@pytest.mark.parametrize("values", (
    element(9, bytes([1, 1, 1])),  # as MATLAB has it: a byte each, in what it calls float64
    element(2, bytes([1, 1, 1])), element(9, np.ones(3).tobytes())), ids=("MATLAB", "bytes", "float64"))
def test_sparse_truth_values(tmp_path, values):
    content = file_of(sparse([1, 0, 2], [0, 1, 3, 3], values, flags=2))
    assert edges(tmp_path, content) == [(0, 1, 1), (1, 0, 1), (2, 1, 1)]


def test_room_for_more_entries(tmp_path):
    values = element(9, np.arange(1.0, 6).tobytes())
    content = file_of(sparse([1, 0, 2, 9, 9], [0, 1, 3, 3, 7, 7], values))
    assert edges(tmp_path, content) == [(0, 1, 2), (1, 0, 1), (2, 1, 3)]


def problem(a):
    """A struct Problem with this field A."""
    return array(2, (1, 1), element(5, struct.pack("<i", 8)), element(1, b"A".ljust(8, b"\0")), a,
                 name=b"Problem")


def small(kind, numbers, dtype, number):
    """A 2 x 2 matrix of this class whose numbers the file keeps in another type."""
    return array(kind, (2, 2), element(number, np.array(numbers, dtype).tobytes()))


@pytest.mark.parametrize("content", (
    small(7, [0, 1, 2.5, 0], "f8", 9), small(8, [0, 1, -128, 0], "f8", 9), small(6, [0, 1, 2, 0], "u8", 13)),
    ids=("single", "int8", "double"))
def test_numbers_that_their_class_holds(tmp_path, content):
    assert len(edges(tmp_path, file_of(content))) == 2


def test_nan_in_a_wider_class(tmp_path):
    assert edges(tmp_path, file_of(small(6, [0, 1, np.nan, 0], "f4", 7))) == [(1, 0, 1)]


CANNOT = "is a .mat file that cannot be read: "
V7_3 = "is a .mat file of version 7.3, expected one that MATLAB's save -v7 writes"
NO_MARK = "is a .mat file that has no mark of its order of bytes, expected IM or MI"
CUT = CANNOT + "a packed matrix "
BEYOND = CANNOT + "found "
PLACES = CANNOT + "the places of a sparse matrix are floating-point numbers"


@pytest.mark.parametrize("about, content, words", (
    ("cut short", mat(A=SQUARE)[:-9], CANNOT + "an element of type 14 has"),
    ("an unknown type of numbers", mat(A=SQUARE.astype(float)).replace(b"\x09\0\0\0\x48", b"\x33\0\0\0\x48"),
     CANNOT + "found an element of type 51, expected numbers"),
    ("fewer numbers than its shape",
     mat(A=np.ones((2, 2))).replace(b"\x02\0\0\0" * 2, b"\x02\0\0\0\x07\0\0\0"), CANNOT + "cannot reshape"),
    ("no numbers", file_of(array(6, (3, 3))), CANNOT + "the matrix 'A' has no part 0"),
    ("version 7.3", b"MATLAB 7.3 MAT-file".ljust(124) + b"\0\2IM" + bytes(512), V7_3),
    ("HDF5", b"\x89HDF\r\n\x1a\n" + bytes(512), V7_3),
    ("no order of bytes", mat(A=SQUARE)[:126] + b"XY" + mat(A=SQUARE)[128:], NO_MARK),
    ("a head alone", b"MATLAB 5.0", NO_MARK),
    ("an oblong one", mat(A=np.ones((2, 3))), "has the shape (2, 3)"),
    ("two", file_of(A, array(6, (2, 2), ONES, name=b"B")), "has 2 matrices, expected one; --part NAME says"),
    ("none", file_of(OPAQUE), "has 0 matrices, expected one"),
    ("a complex problem", file_of(problem(COMPLEX)), "has a Problem whose A is complex, expected a matrix"),
    ("a problem of cells", file_of(problem(array(1, (1, 1), A))), "has a Problem whose A is cells, expected"),
    ("a tensor", file_of(problem(TENSOR)), "has a Problem whose A is of 3 dimensions, expected"),
    ("a problem of a string", file_of(problem(OPAQUE)), "has a Problem whose A is of class 17, expected"),
    ("an empty problem", file_of(problem(element(14, b""))), "has a Problem whose A is nothing, expected"),
    ("numbers without a matrix", file_of(A, ONES), CANNOT + "found an element of type 9, expected a matrix"),
    ("packed numbers", file_of(packed(ONES)), CANNOT + "found a packed element of type 9, expected a matrix"),
    ("no checksum", file_of(packed(A, -4)), CUT + "of"),
    ("half a checksum", file_of(packed(A, -2)), CUT + "of"),
    ("a wrong checksum", file_of(packed(A)[:-1] + b"\0"), CANNOT + "Error -3 while decompressing"),
    ("cut short in it", file_of(packed(A, 40)), CUT + "of"),
    ("nothing packed", file_of(packed(A, 0)), CUT + "is cut short"),
    ("more packed than it says", file_of(packed(A + bytes(99))), CUT + "of"),
    ("floating-point rows",
     file_of(array(5, (1, 1), element(9, bytes(8)), element(5, bytes(8)), ONES)), PLACES),
    ("floating-point starts",
     file_of(array(5, (1, 1), element(5, bytes(8)), element(9, bytes(16)), ONES)), PLACES),
    ("few starts", file_of(sparse([1, 0], [0, 2], ONES)), CANNOT),
    ("300 as int8", file_of(small(8, [0, 1, 300, 0], "f8", 9)), BEYOND + "float64 beyond int8"),
    ("0.5 as uint8", file_of(small(9, [0, 1, 0.5, 0], "f8", 9)), BEYOND + "float64 beyond uint8"),
    ("-1 as uint64", file_of(small(15, [0, 1, -1, 0], "i8", 12)), BEYOND + "int64 beyond uint64"),
    ("2^53 + 1 as double",
     file_of(small(6, [0, 1, 2**53 + 1, 0], "i8", 12)), BEYOND + "int64 beyond float64"),
    ("0.1 as single", file_of(small(7, [0, 1, 0.1, 0], "f8", 9)), BEYOND + "float64 beyond float32"),
    ("1e99 as single", file_of(small(7, [0, 1, 1e99, 0], "f8", 9)), BEYOND + "float64 beyond float32"),
    ("NaN as int32", file_of(small(12, [0, 1, np.nan, 0], "f8", 9)), BEYOND + "float64 beyond int32"),
))
def test_broken_files(tmp_path, about, content, words):
    refused(tmp_path, content, words)


def refused(tmp_path, content, words, **options):
    """The words stand at the beginning: none that another reader put before them."""
    with pytest.raises(Failure) as caught:
        edges(tmp_path, content, **{"kind": "mat", **options})
    assert caught.value.code == 3
    assert str(caught.value).startswith(f"{tmp_path / 'a.mat'}: {words}"), caught.value


def test_a_packed_matrix_that_would_fill_the_memory(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(_apsp, "require_memory", lambda size, what: asked.append((size, what)))
    large = struct.pack("<II", 14, 2**32 - 8) + A[8:]
    refused(tmp_path, file_of(packed(large)), CUT + "of 4,294,967,288 bytes")
    assert asked == [(2**32 - 8, f"{tmp_path / 'a.mat'}, unpacked")]


def test_many_cells_take_no_memory(tmp_path):
    count = 100_000
    cells = array(1, (count, 1), element(14, b"") * count, name=b"c")
    content = file_of(cells, A)
    tracemalloc.start()
    try:
        assert edges(tmp_path, content) == edges_of_array(SQUARE)
        assert tracemalloc.get_traced_memory()[1] < 3 * len(content)
    finally:
        tracemalloc.stop()


def version_4(**arrays):
    out = io.BytesIO()
    scipy.io.savemat(out, arrays, format="4")
    return out.getvalue()


@pytest.mark.parametrize("made", (np.asarray, scipy.sparse.csc_array))
def test_version_4(tmp_path, made):
    content = version_4(A=made(SQUARE.astype(float)), words="text")
    assert edges(tmp_path, content, kind="mat") == edges_of_array(SQUARE)


GOOD_4 = version_4(A=SQUARE.astype(float))


@pytest.mark.parametrize("about, content, words", (
    ("cut short", GOOD_4[:-9], CANNOT),
    ("a head cut short", GOOD_4[:13], CANNOT),
    ("an unknown type", struct.pack("<i", 999) + GOOD_4[4:], CANNOT),
    ("a shape of more", GOOD_4[:4] + struct.pack("<ii", 2**31 - 1, 2**31 - 1) + GOOD_4[12:], CANNOT),
    ("a shape below 0", GOOD_4[:4] + struct.pack("<ii", -3, -3) + GOOD_4[12:], CANNOT),
    ("entries beyond", version_4(A=scipy.sparse.csc_array(SQUARE.astype(float))).replace(
        struct.pack("<d", 3), struct.pack("<d", -3)), CANNOT),
    ("two", version_4(A=SQUARE, B=SQUARE), "has 2 matrices, expected one; --part NAME says which: 'A', 'B'"),
    ("complex", version_4(A=SQUARE * 1j), "has 0 matrices, expected one"),
    ("oblong", version_4(A=np.ones((2, 3))), "has the shape (2, 3)"),
))
def test_broken_files_of_version_4(tmp_path, about, content, words):
    refused(tmp_path, content, words)


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
