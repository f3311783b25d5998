# SPDX-License-Identifier: MIT
"""Distances back from the files that :func:`apsp.answers.write` makes."""

from __future__ import annotations

import csv
import os
import pathlib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from apsp import UNREACHABLE
from apsp._failures import InputFailure, needed, shown
from apsp.answers.files import read_names

LONG = ["source", "target", "distance"]  # columns of a table with a row for each pair
PATH_COLUMNS = {"predecessors": "predecessor", "first-hops": "first_hop"}  # may stand after them
SUFFIXES = (".bin", ".npy", ".npz", ".csv", ".tsv", ".parquet")


@dataclass
class Distances:
    """Rows of lengths. Names are None where the file has none."""

    name: str
    values: npt.NDArray[Any]  #: two dimensions; of a file of numbers its memory is mapped
    sources: Sequence[str] | None = None
    targets: Sequence[str] | None = None
    pairs: bool = False  #: whether it is a long table, whose rows are pairs

    def rows(self, chosen: Any) -> npt.NDArray[np.float64]:
        """Some rows; infinity is no path."""
        taken = np.asarray(self.values[chosen])
        if taken.dtype.kind == "f":
            return taken.astype(np.float64)
        none = 65535 if taken.dtype == np.uint16 else UNREACHABLE
        return np.where(taken == none, np.inf, taken.astype(np.float64))


def read(path: str, shape: tuple[int, int] | None = None) -> Distances:
    """The distances of a file; `shape` is that of a .bin, else it is a square.

    Raises InputFailure for a file that holds none.
    """
    suffix = pathlib.PurePath(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputFailure(path, f"expected distances in a file that ends with one of {', '.join(SUFFIXES)}")
    if not os.path.isfile(path):
        raise InputFailure(path, "is no file that can be read")
    try:
        return {".bin": read_bin, ".npy": read_npy, ".npz": read_npz, ".csv": read_csv, ".tsv": read_csv,
                ".parquet": read_parquet}[suffix](path, shape)
    except (OSError, ValueError, zipfile.BadZipFile, csv.Error) as error:
        if isinstance(error, InputFailure):
            raise
        raise InputFailure(path, f"holds no distances: {error}") from None


def read_bin(path: str, shape: tuple[int, int] | None) -> Distances:
    size = os.path.getsize(path)
    if shape is None:
        side = int(round((size / 4) ** 0.5))
        shape = side, side
    if size != 4 * shape[0] * shape[1]:
        raise InputFailure(path, f"has {size:,} bytes, expected {4 * shape[0] * shape[1]:,} for {shape[0]:,} "
                           f"x {shape[1]:,} distances")
    values = np.memmap(path, "<i4", "r", shape=shape) if size else np.empty(shape, "<i4")
    return Distances(path, values, *names_beside(path, shape))


def names_beside(path: str, shape: tuple[int, int]) -> tuple[Sequence[str] | None, Sequence[str] | None]:
    """The names of PATH.names where they are as many as rows and columns."""
    if not os.path.isfile(path + ".names") or shape[0] != shape[1]:
        return None, None
    names = read_names(path)
    return (names, names) if len(names) == shape[0] else (None, None)


def read_npy(path: str, shape: tuple[int, int] | None) -> Distances:
    values = np.load(path, mmap_mode="r", allow_pickle=False)
    require_matrix(path, values)
    return Distances(path, values, *names_beside(path, values.shape))


def require_matrix(path: str, values: Any) -> None:
    if values.ndim != 2 or values.dtype.kind not in "iuf":
        raise InputFailure(path, f"holds an array of {values.dtype} and {values.ndim} dimensions, expected a "
                           "matrix of numbers")


def read_npz(path: str, shape: tuple[int, int] | None) -> Distances:
    archive = np.load(path, allow_pickle=False)
    if "indptr" in archive.files:
        raise InputFailure(path, "holds sparse rows, which scipy.sparse.load_npz reads, and apsp check with "
                           "--within or --nearest")
    if "distances" not in archive.files:
        raise InputFailure(path, f"holds {', '.join(archive.files)}, expected an array 'distances'")
    values = archive["distances"]
    require_matrix(path, values)
    sources, targets = (archive[name].tolist() if name in archive.files else None
                        for name in ("sources", "targets"))
    return Distances(path, values, sources, targets)


def csv_lines(file: TextIO, path: str) -> Any:
    csv.field_size_limit(2**31 - 1)
    return csv.reader(file, delimiter="\t" if path.lower().endswith(".tsv") else ",")


def read_csv(path: str, shape: tuple[int, int] | None) -> Distances:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv_lines(file, path)
        head: list[str] = next(rows, [])
        if is_long(head):
            return of_pairs(path, without_path(path, head, list(rows)))
        if len(head) < 2 or head[0] != "":
            raise InputFailure(path, "expected an empty field and the names of targets, or "
                                     "source,target,distance",
                               1)
        sources, values = [], []
        for row in rows:
            if len(row) != len(head):
                raise InputFailure(path, f"found {len(row)} fields, expected {len(head)}", rows.line_num)
            sources.append(row[0])
            values.append([float(field) if field else np.inf for field in row[1:]])
    return Distances(path, np.array(values).reshape(len(sources), len(head) - 1), sources, head[1:])


def long_table(path: str) -> Sequence[Sequence[Any]]:
    """The rows of a table of source, target and distance. Raises InputFailure for another file."""
    suffix = pathlib.PurePath(path).suffix.lower()
    if suffix in (".csv", ".tsv"):
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv_lines(file, path)
            head: list[str] = next(rows, [])
            if is_long(head):
                return without_path(path, head, [row for row in rows if row])
    elif suffix == ".parquet":
        table = needed("pyarrow.parquet", "reading Parquet", "formats").read_table(path)
        head = table.column_names
        if is_long(head):
            return list(zip(*(column.to_pylist() for column in table.columns[:len(LONG)])))
    else:
        raise InputFailure(path, "expected sparse rows in a file that ends with .csv, .tsv, .parquet or .npz")
    raise InputFailure(path, f"has the columns {shown(','.join(head))}, expected {','.join(LONG)}")


def is_long(head: list[str]) -> bool:
    """Whether these are the columns of a table with a row for each pair."""
    return head[:len(LONG)] == LONG and (len(head) == len(LONG) or head[len(LONG):] in (
        [name] for name in PATH_COLUMNS.values()))


def without_path(path: str, head: list[str], rows: list[list[str]]) -> list[list[str]]:
    """The rows of a long table by their first columns."""
    if len(head) == len(LONG):
        return rows
    for place, row in enumerate(rows):
        if len(row) != len(head):
            raise InputFailure(path, f"row {place + 1} has {len(row)} fields, expected {len(head)}")
    return [row[:len(LONG)] for row in rows]


def of_pairs(path: str, rows: Sequence[Sequence[Any]]) -> Distances:
    """A square of the pairs of a long table; those that are not there have no path."""
    number: dict[str, int] = {}
    for row in rows:
        for name in row[:2]:
            number.setdefault(name, len(number))
    values = np.full((len(number),) * 2, np.inf)
    for source, target, length in rows:
        values[number[source], number[target]] = float(length)
    return Distances(path, values, list(number), list(number), pairs=True)


def read_parquet(path: str, shape: tuple[int, int] | None) -> Distances:
    parquet = needed("pyarrow.parquet", "reading Parquet", "formats")
    table = parquet.read_table(path)
    if is_long(table.column_names) and str(table.schema.types[1]) == "string":
        return of_pairs(path, list(zip(*(column.to_pylist() for column in table.columns[:len(LONG)]))))
    if not table.column_names or table.column_names[0] != "source":
        raise InputFailure(path, f"has the columns {shown(table.column_names)}, expected source and the "
                                 "targets")
    columns = [np.where(column.is_null().to_numpy(), np.inf, column.fill_null(0).to_numpy().astype(float))
               for column in table.columns[1:]]
    values = np.stack(columns, axis=1) if columns else np.empty((table.num_rows, 0))
    return Distances(path, values, table.column(0).to_pylist(), table.column_names[1:])
