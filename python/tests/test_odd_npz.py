# SPDX-License-Identifier: MIT
"""Archives of NumPy and SciPy, whole and damaged: each gives the matrix that it holds, or is refused."""

import io
import warnings
import zipfile

import numpy as np
import pytest
import scipy.sparse
from strange_files import edges, written

from apsp._failures import Failure
from apsp.formats import ReadOptions, read

CSR = {"indices": np.array([1, 0, 2, 1], "i4"), "indptr": np.array([0, 1, 1, 4], "i4"),
       "format": np.array(b"csr"), "shape": np.array([3, 3]), "data": np.array([5.0, 7, 0, -2])}
COO = {"row": np.array([2, 0, 2], "i8"), "col": np.array([1, 1, 0], "u4"), "format": np.array("coo"),
       "shape": np.array([3, 3], "i4"), "data": np.array([4, -5, 6], "i1"), "_is_array": np.array(True)}
ROWS = {("0", "1"): 5, ("2", "0"): 7, ("2", "2"): 0, ("2", "1"): -2}


def npy(array, **options):
    out = io.BytesIO()
    np.save(out, array, **options)
    return out.getvalue()


def npz(arrays, compressed=False, **others):
    """An archive of these arrays; of bytes where a member is no array."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED) as archive:
        for name, array in {**arrays, **others}.items():
            archive.writestr(name + ".npy", array if isinstance(array, bytes) else npy(array))
    return out.getvalue()


def matrix(values, dtype, order="C"):
    return npz({"arr_0": np.array(values, dtype=dtype, order=order)})


VALUES = [[0, 7, 0], [1, 0, 100], [0, 3, 5]]
DENSE = {("0", "1"): 7, ("1", "0"): 1, ("1", "2"): 100, ("2", "1"): 3, ("2", "2"): 5}
TRUE = np.array([True, False, True, True])

# What it is about, archive, options, edges.
READ = (
    ("rows and a stored zero", npz(CSR), {}, ROWS),
    ("deflated", npz(CSR, True), {}, ROWS),
    ("columns", npz(CSR, format=np.array(b"csc")), {}, {(t, s): w for (s, t), w in ROWS.items()}),
    ("coordinates", npz(COO), {}, {("2", "1"): 4, ("0", "1"): -5, ("2", "0"): 6}),
    ("no edges", npz(CSR, data=np.array([np.inf, 7, np.nan, 2.0**30 - 1])), {}, {("2", "0"): 7}),
    ("no edges, float32", npz(CSR, data=np.array([np.inf, 7, np.nan, 2.0**30 - 1], "f4")), {},
     {("2", "0"): 7}),
    ("no edges, int32", npz(CSR, data=np.array([2**30 - 1, 7, 0, 1], "i4")), {},
     {("2", "0"): 7, ("2", "2"): 0, ("2", "1"): 1}),
    ("truth values", npz(CSR, data=TRUE), {}, {("0", "1"): 1, ("2", "2"): 1, ("2", "1"): 1}),
    ("halves", npz(CSR, data=np.array([0.5, 1.5, 2, 3], "f4")), {},
     {("0", "1"): 0.5, ("2", "0"): 1.5, ("2", "2"): 2, ("2", "1"): 3}),
    ("no vertices", npz(CSR, indices=np.array([], "i4"), indptr=np.array([0], "i4"), shape=np.array([0, 0]),
                        data=np.array([])), {}, {}),
    ("a number for no edge", npz(CSR), {"no_edge": "7"}, {ends: w for ends, w in ROWS.items() if w != 7}),
    ("dense truth values", matrix(VALUES, bool), {}, dict.fromkeys(DENSE, 1)),
    ("False is no edge", matrix(VALUES, bool), {"zero_is_edge": True}, dict.fromkeys(DENSE, 1)),
    ("zeros that are edges", matrix([[0, 7], [0, 0]], "i4"), {"zero_is_edge": True},
     {("0", "1"): 7, ("1", "0"): 0}),
    *((f"{order} {kind}", matrix(VALUES, kind, order), {"no_edge": "inf"}, DENSE)
      for order in "CF" for kind in
      "i1 u1 <i2 >i2 >u2 <i4 >i4 >u4 <i8 >i8 >u8 <f2 >f2 <f4 >f4 <f8 >f8".split()),
)


@pytest.mark.parametrize("content, options, expected", [case[1:] for case in READ],
                         ids=[case[0] for case in READ])
def test_archives_that_are_read(tmp_path, content, options, expected):
    assert edges(read(written(tmp_path, "a.npz", content), ReadOptions(**options))) == expected


def test_random_matrices(tmp_path, rng):
    for form in ("csr", "csc", "coo", "bsr"):
        for kind in ("i2", "i4", "i8", "f4", "f8"):
            made = scipy.sparse.random(30, 30, 0.1, "coo", dtype="f8", random_state=int(rng.integers(99)))
            made.data = rng.integers(1, 1000, made.nnz).astype(kind)
            scipy.sparse.save_npz(tmp_path / "a.npz", made.asformat(form))
            found = read(tmp_path / "a.npz")
            assert found.vertices == 30
            assert {ends: weight for ends, weight in edges(found).items() if weight} == {
                (str(one), str(other)): weight for one, other, weight in zip(made.row, made.col, made.data)}


def changed(content, place, number, size):
    return content[:place] + number.to_bytes(size, "little") + content[place + size:]


def twice():
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")  # of the name that is there
        for _ in range(2):
            archive.writestr("a.npy", npy(np.ones((4, 4))))
    return out.getvalue()


def overlapping():
    """Two entries of the directory for the same bytes."""
    content = npz({"a": np.ones((4, 4)), "b": np.ones((4, 4))})
    second = content.index(b"PK\1\2", content.index(b"PK\1\2") + 1)
    return changed(content, second + 42, 0, 4)[:second + 46] + b"a.npy" + content[second + 51:]


ONE = npz({"a": np.ones((4, 4))})
ENTRY = ONE.index(b"PK\1\2")
# What it is about, archive, words of the refusal.
REFUSED = (
    ("oblong", npz(CSR, shape=np.array([3, 4])), "expected a square matrix"),
    ("one size", npz(CSR, shape=np.array([3])), "cannot be read"),
    ("too many rows", npz(COO, shape=np.array([2**40, 2**40])), "of at most 2,147,483,647 rows"),
    ("more rows than starts", npz(CSR, shape=np.array([4, 4])), "cannot be read"),
    ("no format", npz(CSR, format=np.array(1)), "cannot be read"),
    ("another format", npz(CSR, format=np.array(b"xyz")), "cannot be read"),
    ("a start behind 0", npz(CSR, indptr=np.array([1, 1, 1, 4])), "cannot be read"),
    ("starts that fall", npz(CSR, indptr=np.array([0, 2, 1, 4])), "wrong indices"),
    ("starts far away", npz(CSR, indptr=np.array([0, 2**30, 1, 4])), "wrong indices"),
    ("starts that end with 0", npz(CSR, indptr=np.array([0, 2**30, 1, 0])), "wrong indices"),
    ("starts that end below 0", npz(CSR, indptr=np.array([0, 2, 3, -4])), "wrong indices"),
    ("starts behind the end", npz(CSR, indptr=np.array([0, 1, 1, 5])), "cannot be read"),
    ("a column too many", npz(CSR, indices=np.array([1, 0, 3, 1])), "wrong indices"),
    ("a column below 0", npz(CSR, indices=np.array([1, 0, -1, 1])), "wrong indices"),
    ("coordinates beyond", npz(COO, row=np.array([3, 0, 2])), "cannot be read"),
    ("coordinates below 0", npz(COO, col=np.array([-1, 0, 2])), "cannot be read"),
    ("fewer columns", npz(CSR, indices=np.array([1, 0])), "cannot be read"),
    ("fewer numbers", npz(CSR, data=np.array([1.0, 2, 3])), "cannot be read"),
    ("two dimensions", npz(CSR, indices=np.zeros((2, 2), "i4")), "cannot be read"),
    ("no array", npz(CSR, data=b"PK"), "cannot be read"),
    ("complex", npz(CSR, data=np.ones(4, complex)), "expected numbers"),
    ("minus infinity", npz(CSR, data=np.array([1, -np.inf, 1, 1])), "holds -inf"),
    ("beyond 2^53", npz(CSR, data=np.array([2**53 + 1, 1, 1, 1])), "beyond 2^53"),
    ("a part is missing", npz({name: CSR[name] for name in CSR if name != "indptr"}), "cannot be read"),
    ("objects", npz({"a": npy(np.array([[{}]], object), allow_pickle=True)}), "cannot be read"),
    ("two", npz({"a": np.ones((4, 4)), "b": np.ones((4, 4))}), "--part NAME says which: 'a', 'b'"),
    ("edges beyond 2^53", npz({"a": np.array([[0, 1, 2**53 + 1]])}), "beyond 2^53"),
    ("one name for two", twice(), "has two arrays of one name"),
    ("overlapping", overlapping(), "a.npz"),
    ("encrypted", changed(ONE, ENTRY + 8, 1, 2), "cannot be read"),
    ("method 99", changed(ONE, ENTRY + 10, 99, 2), "cannot be read"),
    ("a wrong checksum", changed(ONE, ENTRY + 16, 7, 4), "cannot be read: Bad CRC-32"),
    ("a shorter member", changed(ONE, ENTRY + 24, 200, 4), "cannot be read"),
    ("a header far away", changed(ONE, ENTRY + 42, 4_000_000_000, 4), "cannot be read"),
    ("a directory far away", changed(ONE, len(ONE) - 6, 2**32 - 2, 4), "cannot be read"),
    ("bytes behind the array", npz({"a": npy(np.ones((4, 4))) + b"more"}), "goes on for 4 bytes"),
    ("a shape of more", npz({"a": npy(np.ones((4, 4))).replace(b"(4, 4)", b"(9, 9)")}), "cannot be read"),
)


@pytest.mark.parametrize("content, words", [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_archives_that_are_refused(tmp_path, content, words):
    with pytest.raises(Failure) as caught:
        read(written(tmp_path, "a.npz", content))
    message = str(caught.value)
    assert caught.value.code == 3 and words in message and len(message) < 600, message


@pytest.mark.parametrize("compressed", (False, True))
def test_archives_that_are_damaged(tmp_path, compressed):
    """Cut off they are refused; a wrong byte is found, or changes nothing."""
    whole = npz(CSR, compressed)
    for size in range(0, len(whole), 7):
        with pytest.raises(Failure):
            read(written(tmp_path, "a.npz", whole[:size]))
    for place in range(len(whole)):
        wrong = changed(whole, place, whole[place] ^ (1, 0x80, 0xff)[place % 3], 1)
        try:
            found = read(written(tmp_path, "a.npz", wrong))
        except Failure:
            continue
        assert edges(found) == ROWS, place


def test_an_archive_that_would_fill_the_memory(tmp_path):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.npy", npy(np.ones((4, 4))))
        archive.getinfo("a.npy").file_size = 2**50
    with pytest.raises(MemoryError, match="a.npz, unpacked"):
        read(written(tmp_path, "a.npz", out.getvalue()))
