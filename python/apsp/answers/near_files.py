# SPDX-License-Identifier: MIT
"""Sparse rows as files: long tables, .csv, .tsv and .parquet, and SciPy's rows, .npz."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from apsp._failures import UsageFailure, needed
from apsp.answers.arrays import npy_header, raw
from apsp.answers.files import whole_file
from apsp.answers.kinds import suffix_of
from apsp.answers.near import NearAnswer, NearRows, near_rows
from apsp.answers.reading import LONG, PATH_COLUMNS
from apsp.answers.rows import Progress
from apsp.answers.tables import as_text, csv_writer, long_schema, texts

PIECE = 1 << 18  # distances that are text, or a group of Parquet, at once


def write(answer: NearAnswer, path: str, *, progress: Progress | None = None) -> None:
    """Computes the rows and writes them: a row of a table for each distance, or arrays.

    Raises UsageFailure for another suffix or a weight below 0, OutputFailure for a file that cannot be
    written, NoAnswer for a length that is not exact.
    """
    require_suffix(path)
    suffix = suffix_of(path)
    writer = {".npz": write_npz, ".parquet": write_parquet}.get(suffix, write_csv)
    writer(answer, path, near_rows(answer, progress))


def require_suffix(path: str) -> None:
    """Raises UsageFailure for a file that holds no sparse rows."""
    if suffix_of(path) not in (".csv", ".tsv", ".parquet", ".npz"):
        raise UsageFailure(f"OUT is {path!r}, and --within and --nearest write .csv, .tsv, .parquet and "
                           ".npz, or CSV to -")


def pieces(rows: NearRows) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Number of the row, column, distance and path vertex, or None, of all entries, some at a time."""
    for first in range(0, len(rows.columns), PIECE):
        last = min(first + PIECE, len(rows.columns))
        numbers = np.searchsorted(rows.offsets, np.arange(first, last), side="right") - 1 + rows.first
        yield (numbers, rows.columns[first:last], rows.distances[first:last],
               None if rows.path_vertices is None else rows.path_vertices[first:last])


def path_columns(answer: NearAnswer) -> list[str]:
    """The columns of a table after LONG: none or one."""
    return [] if answer.path_vertices is None else [PATH_COLUMNS[answer.path_vertices]]


def write_csv(answer: NearAnswer, path: str, blocks: Iterator[NearRows]) -> None:
    sources, targets, whole = answer.source_names, answer.target_names, answer.whole
    names = [] if answer.path_vertices is None else [*answer.graph.all_names(), ""]  # the last is none
    with whole_file(path) as file, as_text(file) as out:
        writer = csv_writer(out, path)
        for block in blocks:
            if block.first == 0:  # nothing goes to standard output where the solve fails
                writer.writerow([*LONG, *path_columns(answer)])
            for rows, columns, lengths, path_vertices in pieces(block):
                fields = [map(sources.__getitem__, rows.tolist()), map(targets.__getitem__, columns.tolist()),
                          texts(lengths.tolist(), whole)]
                if path_vertices is not None:
                    fields.append(map(names.__getitem__, np.maximum(path_vertices, -1).tolist()))
                writer.writerows(zip(*fields))


def write_parquet(answer: NearAnswer, path: str, blocks: Iterator[NearRows]) -> None:
    arrow = needed("pyarrow", "writing Parquet", "formats")
    parquet = needed("pyarrow.parquet", "writing Parquet", "formats")
    kind = arrow.int64() if answer.whole else arrow.float64()
    schema = long_schema(arrow, kind)
    for name in path_columns(answer):
        schema = schema.append(arrow.field(name, arrow.string()))
    sources, targets, vertices = (arrow.array(names, arrow.string()) for names in (
        answer.source_names, answer.target_names,
        [] if answer.path_vertices is None else answer.graph.all_names()))
    with whole_file(path) as file, parquet.ParquetWriter(file, schema) as writer:
        for block in blocks:
            for rows, columns, lengths, path_vertices in pieces(block):
                length = arrow.array(lengths.astype(np.int64) if answer.whole else lengths, kind)
                made = [sources.take(arrow.array(rows)), targets.take(arrow.array(columns)), length]
                if path_vertices is not None:
                    made.append(vertices.take(arrow.array(path_vertices, mask=path_vertices < 0)))
                writer.write_table(arrow.table(made, schema=schema))


def write_npz(answer: NearAnswer, path: str, blocks: Iterator[NearRows]) -> None:
    """The arrays of scipy.sparse.save_npz, which load_npz makes a csr_array of, and some that it passes over:
    the names of rows and columns, `sources` and `targets`; `path_vertices`, if asked for, beside `data`, and
    the names of the graph's vertices, `vertices`. All rows are kept until then, each once."""
    with whole_file(path) as file:
        kept = list(blocks)
        counts = np.concatenate([np.diff(rows.offsets) for rows in kept])
        arrays = {"format": np.array(b"csr"), "shape": np.array(answer.shape), "_is_array": np.array(True),
                  "indptr": np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]),
                  "sources": np.array(answer.source_names, dtype=np.str_),
                  "targets": np.array(answer.target_names, dtype=np.str_)}
        parts = {"indices": ("<i4", [rows.columns for rows in kept]),
                 "data": ("<f8", [rows.distances for rows in kept])}
        if answer.path_vertices is not None:
            arrays["vertices"] = np.array(answer.graph.all_names(), dtype=np.str_)
            parts["path_vertices"] = "<i4", [rows.path_vertices for rows in kept]
        with zipfile.ZipFile(file, "w") as archive:
            for name, array in arrays.items():
                with archive.open(name + ".npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)
            for name, (dtype, some) in parts.items():
                with archive.open(name + ".npy", "w", force_zip64=True) as member:
                    member.write(npy_header(dtype, (int(counts.sum()),)))
                    for part in some:
                        if part.size:  # no memory of nothing has bytes
                            member.write(raw(part.astype(dtype, copy=False)))
