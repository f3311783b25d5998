# SPDX-License-Identifier: MIT
"""Matrices as files, row by row, so that no more than a tile is in memory."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from apsp._failures import UsageFailure, needed
from apsp.answers.files import whole_file
from apsp.maps._matrix import quantities, snapped, tiles
from apsp.maps._snap import Snapped
from apsp.maps._streets import Streets

ROWS = 1024  # of a tile that are made numbers of the file at once
TABLES = (".parquet", ".csv", ".tsv")
SUFFIXES = (*TABLES, ".npy")
NAMES = {"length": "metres", "time": "seconds"}


def write(path: str | os.PathLike[str], streets: Streets, points: Any, destinations: Any = None, *,
          by: str = "length", long: bool = False, snap_to: str = "edge", most_snap: float = 1000.0,
          far: str = "error", **options: Any) -> tuple[Snapped, Snapped]:
    """Writes the :func:`matrix` into a file, whole or not at all, and returns the places of both ends.

    Parameters
    ----------
    path
        .parquet, .csv, .tsv or .npy; "-" is CSV to standard output. .npy has the numbers alone, float32, NaN
        for no way.
    long : bool
        False: a row for each point with its name, ``snap`` in metres, and a column for each destination.
        True: a row for each pair, source, target, and metres or seconds. No way is null, or an empty field.
        Parquet has float32: exact to the centimetre up to 167 km, to the millisecond up to 4 hours.

    Notes
    -----
    Other parameters are those of :func:`matrix`; ``options`` are threads, device and progress.
    """
    name, suffix = named(path, SUFFIXES)
    origins, ends = (snapped(streets, one, snap_to, most_snap, far)
                     for one in (points, points if destinations is None else destinations))
    require_columns(origins, ends, suffix == ".npy" or long)
    rows = tiles(streets, origins, ends, by=by, **options)
    with whole_file(name) as file:
        if suffix == ".npy":
            write_numbers(file, rows, (len(origins), len(ends)), by)
        else:
            tables = (in_pairs if long else in_columns)(rows, origins, ends, by, suffix)
            write_tables(file, tables, suffix, (*origins.points.names, *ends.points.names))
    return origins, ends


def write_snapped(path: str | os.PathLike[str], *places: Snapped) -> None:
    """Writes a table of points and their places: name, latitude and longitude of both, and metres between
    them. A point without a place has nulls. Points of several calls follow each other."""
    name, suffix = named(path, TABLES)
    arrow = needed("pyarrow", "a table of points", "maps")
    names = [one for part in places for one in part.points.names]

    def column(values: list[Any]) -> Any:
        return arrow.array(np.concatenate(values), from_pandas=True)

    made = arrow.table({
        "name": arrow.array(names, arrow.string()),
        "latitude": column([part.points.latitudes for part in places]),
        "longitude": column([part.points.longitudes for part in places]),
        "snapped_latitude": column([np.round(part.latitudes, 7) for part in places]),
        "snapped_longitude": column([np.round(part.longitudes, 7) for part in places]),
        "snap": column([np.round(part.metres, 2) for part in places])})
    with whole_file(name) as file:
        write_tables(file, iter([made]), suffix, names)


def check_output(out: str, snapped: str | None) -> None:
    """Raises UsageFailure for names of files that nothing can be written to, before an hour of work."""
    named(out, SUFFIXES)
    if snapped is not None:
        named(snapped, TABLES)


def named(path: str | os.PathLike[str], suffixes: tuple[str, ...]) -> tuple[str, str]:
    """The path as text, and its suffix. Raises UsageFailure for another suffix than these."""
    name = os.fspath(path)
    suffix = ".csv" if name == "-" else pathlib.PurePath(name).suffix.lower()
    if suffix not in suffixes:
        raise UsageFailure(f"OUT is {name!r}, expected a name that ends with one of {', '.join(suffixes)}")
    return name, suffix


def require_columns(origins: Snapped, ends: Snapped, fixed: bool) -> None:
    """Raises UsageFailure where the table would have no rows, or two columns of one name."""
    if not len(origins) or not len(ends):
        raise UsageFailure("no points, expected one or more")
    taken = sorted({"source", "snap"}.intersection(ends.points.names))
    if taken and not fixed:
        raise UsageFailure(f"a destination is called {taken[0]!r}, as is a column beside those of "
                           "destinations: expected another name, or long tables")


def write_numbers(file: BinaryIO, rows: Any, shape: tuple[int, int], by: str) -> None:
    """The numbers alone, in the format of NumPy."""
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
    for _, tile in rows:
        for part in parts_of(tile):
            file.write(quantities(part, by, np.float32).astype("<f4", copy=False).data)


def write_tables(file: BinaryIO, tables: Iterator[Any], suffix: str, names: Iterable[str]) -> None:
    """Tables of one schema, one after another."""
    first = next(tables)
    with contextlib.ExitStack() as stack:
        if suffix == ".parquet":
            parquet = needed("pyarrow.parquet", "Parquet", "maps")
            # Numbers of a matrix hardly repeat: a dictionary would take longer and save nothing.
            writer = stack.enter_context(parquet.ParquetWriter(
                file, first.schema, use_dictionary=["source", "target"], compression="none",
                write_statistics=False))
        else:
            arrow_csv = needed("pyarrow.csv", "CSV", "maps")
            separator = "\t" if suffix == ".tsv" else ","
            file.write(line_of(first.schema.names, separator))  # Arrow puts all titles in quotes
            writer = stack.enter_context(arrow_csv.CSVWriter(
                file, first.schema, write_options=arrow_csv.WriteOptions(
                    include_header=False, delimiter=separator, quoting_style=quoting(names, separator))))
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)


def quoting(names: Iterable[str], separator: str) -> str:
    """None where no name needs quotes; else Arrow puts all in them."""
    letters = (separator, '"', "\n", "\r")
    return "needed" if any(letter in name for name in names for letter in letters) else "none"


def line_of(texts: list[str], separator: str) -> bytes:
    """A line of CSV."""
    line = io.StringIO()
    csv.writer(line, delimiter=separator, lineterminator="\n").writerow(texts)
    return line.getvalue().encode()


def parts_of(tile: npt.NDArray[np.int32]) -> Iterator[npt.NDArray[np.int32]]:
    for first in range(0, len(tile), ROWS):
        yield tile[first:first + ROWS]


def kind_of(suffix: str) -> Any:
    """Text has all digits."""
    return np.float32 if suffix == ".parquet" else np.float64


def in_columns(rows: Any, origins: Snapped, ends: Snapped, by: str, suffix: str) -> Iterator[Any]:
    """A row for each point, a column for each destination."""
    arrow = needed("pyarrow", "a table of distances", "maps")
    kind = kind_of(suffix)
    names = ["source", "snap", *ends.points.names]
    for first, tile in rows:
        part = slice(first, first + len(tile))
        numbers = quantities(tile, by, kind, "F")
        columns = [arrow.array(origins.points.names[part], arrow.string()),
                   arrow.array(np.round(origins.metres[part], 2).astype(kind))]
        columns += [arrow.array(numbers[:, n], from_pandas=True) for n in range(numbers.shape[1])]
        yield arrow.Table.from_arrays(columns, names=names)


def in_pairs(rows: Any, origins: Snapped, ends: Snapped, by: str, suffix: str) -> Iterator[Any]:
    """A row for each pair."""
    arrow = needed("pyarrow", "a table of distances", "maps")
    kind = kind_of(suffix)
    texts = [arrow.array(one.points.names, arrow.string()) for one in (origins, ends)]
    for first, tile in rows:
        for begin, part in zip(range(first, first + len(tile), ROWS), parts_of(tile)):
            count = len(part)
            at = [np.repeat(np.arange(begin, begin + count, dtype=np.int32), len(ends)),
                  np.tile(np.arange(len(ends), dtype=np.int32), count)]
            columns = [arrow.DictionaryArray.from_arrays(one, text) for one, text in zip(at, texts)]
            if suffix != ".parquet":
                columns = [one.dictionary_decode() for one in columns]
            columns.append(arrow.array(quantities(part, by, kind).ravel(), from_pandas=True))
            yield arrow.Table.from_arrays(columns, names=["source", "target", NAMES[by]])
