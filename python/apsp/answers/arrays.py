# SPDX-License-Identifier: MIT
"""Distances as arrays: .bin, .npy, .npz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np

from apsp import UNREACHABLE
from apsp._failures import NoAnswer, UsageFailure
from apsp.answers.files import require_lines, require_space, whole_file, write_names
from apsp.answers.rows import Answer, Block

Blocks = Callable[[], Iterator[Block]]
TYPES = ("float64", "float32", "int32", "uint16")
NO_PATH = {"int32": UNREACHABLE, "uint16": 65535}


def write_bin(answer: Answer, path: str, blocks: Blocks, *, dtype: str | None = None,
              predecessors: str | None = None) -> None:
    """Rows of int32; names in PATH.names."""
    if dtype not in (None, "int32"):
        raise UsageFailure(f"--dtype is {dtype}, and a .bin holds int32; .npy holds others")
    if not answer.whole:
        raise NoAnswer("the lengths have decimals, and a .bin holds whole numbers; .npy, .csv and .parquet "
                       "hold them as they are")
    write_array(answer, path, blocks, "int32", b"", predecessors)


def write_npy(answer: Answer, path: str, blocks: Blocks, *, dtype: str | None = None,
              predecessors: str | None = None) -> None:
    """One array; names in PATH.names."""
    dtype = dtype or "float64"
    require_type(answer, dtype)
    write_array(answer, path, blocks, dtype, npy_header(dtype, answer.shape), predecessors)


def require_type(answer: Answer, dtype: str) -> None:
    if dtype in NO_PATH and not answer.whole:
        raise NoAnswer(f"the lengths have decimals, and --dtype {dtype} holds whole numbers; float64 holds "
                       "them")


def raw(array: Any) -> Any:
    """The bytes of an array, to be written."""
    return np.ascontiguousarray(array).data.cast("B")


def npy_header(dtype: str, shape: tuple[int, ...]) -> bytes:
    import io

    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": np.dtype(dtype).newbyteorder("<").str,
                                                "fortran_order": False, "shape": shape})
    return head.getvalue()


def converted(lengths: Any, dtype: str) -> Any:
    """Lengths in another type. Raises NoAnswer for one that does not fit."""
    if dtype not in NO_PATH:
        return lengths.astype("<f4" if dtype == "float32" else "<f8", copy=False)
    none = NO_PATH[dtype]
    reached = np.isfinite(lengths)
    low = -none if dtype == "int32" else -1
    if ((lengths >= none) & reached).any() or (lengths <= low).any():
        worst = lengths[reached][np.argmax(np.abs(lengths[reached]))]
        raise NoAnswer(f"a length is {worst:.0f}, expected less than {none}, which {dtype} holds; --dtype "
                       "float64 in an .npy holds it")
    return np.where(reached, lengths, none).astype("<i4" if dtype == "int32" else "<u2")


def write_array(answer: Answer, path: str, blocks: Blocks, dtype: str, head: bytes,
                predecessors: str | None) -> None:
    rows, columns = answer.shape
    require_space(path, rows * columns * np.dtype(dtype).itemsize)
    require_lines(path, answer.graph.names)
    if predecessors is None:
        with whole_file(path) as file:
            file.write(head)
            for block in blocks():
                file.write(raw(converted(block.distances, dtype)))
    else:
        require_space(predecessors, rows * columns * 4)
        with whole_file(path) as file, whole_file(predecessors) as second:
            file.write(head)
            if predecessors.endswith(".npy"):
                second.write(npy_header("int32", answer.shape))
            for block in blocks():
                file.write(raw(converted(block.distances, dtype)))
                write_predecessors(second, block)
    write_names(path, answer.graph.names)


def write_predecessors(file: BinaryIO, block: Block) -> None:
    assert block.predecessors is not None
    file.write(raw(block.predecessors.astype("<i4", copy=False)))


def write_npz(answer: Answer, path: str, blocks: Blocks, *, dtype: str | None = None,
              predecessors: str | None = None) -> None:
    """Arrays `distances`, `sources` and `targets`, the last two names; `predecessors` where asked for."""
    dtype = dtype or "float64"
    require_type(answer, dtype)
    if predecessors is not None:
        raise UsageFailure("--predecessors names a file, and a .npz takes none; use --predecessors with .npy")
    import zipfile

    require_space(path, answer.shape[0] * answer.shape[1] * np.dtype(dtype).itemsize)
    with whole_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        with archive.open("distances.npy", "w", force_zip64=True) as member:
            member.write(npy_header(dtype, answer.shape))
            for block in blocks():
                member.write(raw(converted(block.distances, dtype)))
        for name, names in (("sources", answer.source_names), ("targets", answer.target_names)):
            with archive.open(name + ".npy", "w") as member:
                np.lib.format.write_array(member, np.array(names, dtype=np.str_), allow_pickle=False)
