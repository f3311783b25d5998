# SPDX-License-Identifier: MIT
"""Sparse rows as files: long tables, .csv, .tsv and .parquet, and SciPy's rows, .npz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from apsp._failures import UsageFailure, needed
from apsp.answers.files import whole_file
from apsp.answers.kinds import suffix_of
from apsp.answers.near import NearAnswer, NearRows, near_rows
from apsp.answers.reading import LONG
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


def pieces(rows: NearRows) -> Iterator[tuple[Any, Any, Any]]:
    """Number of the row, column and distance of all entries, some at a time."""
    for first in range(0, len(rows.columns), PIECE):
        last = min(first + PIECE, len(rows.columns))
        numbers = np.searchsorted(rows.offsets, np.arange(first, last), side="right") - 1 + rows.first
        yield numbers, rows.columns[first:last], rows.distances[first:last]


def write_csv(answer: NearAnswer, path: str, blocks: Iterator[NearRows]) -> None:
    sources, targets, whole = answer.source_names, answer.target_names, answer.whole
    with whole_file(path) as file, as_text(file) as out:
        writer = csv_writer(out, path)
        for block in blocks:
            if block.first == 0:  # nothing goes to standard output where the solve fails
                writer.writerow(LONG)
            for rows, columns, lengths in pieces(block):
                writer.writerows(zip(map(sources.__getitem__, rows.tolist()),
                                     map(targets.__getitem__, columns.tolist()),
                                     texts(lengths.tolist(), whole)))


def write_parquet(answer: NearAnswer, path: str, blocks: Iterator[NearRows]) -> None:
    arrow = needed("pyarrow", "writing Parquet", "formats")
    parquet = needed("pyarrow.parquet", "writing Parquet", "formats")
    kind = arrow.int64() if answer.whole else arrow.float64()
    schema = long_schema(arrow, kind)
    sources, targets = (arrow.array(names, arrow.string()) for names in
                        (answer.source_names, answer.target_names))
    with whole_file(path) as file, parquet.ParquetWriter(file, schema) as writer:
        for block in blocks:
            for rows, columns, lengths in pieces(block):
                length = arrow.array(lengths.astype(np.int64) if answer.whole else lengths, kind)
                pairs = [sources.take(arrow.array(rows)), targets.take(arrow.array(columns))]
                writer.write_table(arrow.table([*pairs, length], schema=schema))


def write_npz(answer: NearAnswer, path: str, blocks: Iterator[NearRows]) -> None:
    """The arrays of scipy.sparse.save_npz, which load_npz makes a csr_array of, and the names of rows and
    columns, `sources` and `targets`, which it passes over."""
    with whole_file(path) as file:
        parts = [(np.diff(rows.offsets), rows.columns, rows.distances) for rows in blocks]
        counts, columns, lengths = (np.concatenate(part) for part in zip(*parts))
        np.savez(file, format=np.array(b"csr"), shape=np.array(answer.shape), _is_array=np.array(True),
                 indptr=np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]),
                 indices=columns.astype(np.int32), data=lengths,
                 sources=np.array(answer.source_names, dtype=np.str_),
                 targets=np.array(answer.target_names, dtype=np.str_))
