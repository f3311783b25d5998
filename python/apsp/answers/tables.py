# SPDX-License-Identifier: MIT
"""Distances as tables with names: .csv, .tsv, .parquet."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np

from apsp._failures import UsageFailure, needed
from apsp.answers.files import whole_file
from apsp.answers.reading import LONG
from apsp.answers.rows import Answer, Block

Blocks = Callable[[], Iterator[Block]]


def texts(row: list[float], whole: bool) -> list[str]:
    """Lengths as the shortest decimals that are them; nothing where there is no path."""
    if whole:
        return ["" if length == float("inf") else str(int(length)) for length in row]
    return ["" if length == float("inf") else short(length) for length in row]


def short(length: float) -> str:
    """1.5, 12, 0.30, without an end of '.0'."""
    text = repr(length)
    return text[:-2] if text.endswith(".0") else text


@contextlib.contextmanager
def as_text(file: BinaryIO) -> Iterator[io.TextIOWrapper]:
    """The file as text, which stays open: it may be standard output."""
    out = io.TextIOWrapper(file, encoding="utf-8", newline="")
    try:
        yield out
        out.flush()
    finally:
        with contextlib.suppress(OSError):  # of a full disk, which flush() has told
            out.detach()


def csv_writer(out: io.TextIOWrapper, path: str) -> Any:
    """A writer of lines with commas, or with tabs where the path ends with .tsv."""
    return csv.writer(out, delimiter="\t" if path.lower().endswith(".tsv") else ",", lineterminator="\n")


def long_schema(arrow: Any, kind: Any) -> Any:
    """The columns of a table with a row for each pair, whose lengths are of this kind."""
    return arrow.schema(list(zip(LONG, (arrow.string(), arrow.string(), kind))))


def refuse(dtype: str | None, predecessors: str | None) -> None:
    if dtype is not None:
        raise UsageFailure("--dtype is for .npy and .npz")
    if predecessors is not None:
        raise UsageFailure("--predecessors is for an OUT of .npy or .bin")


def write_csv(answer: Answer, path: str, blocks: Blocks, *, long: bool = False, dtype: str | None = None,
              predecessors: str | None = None) -> None:
    """A square of names and lengths, or with `long` a row for each pair that has a path."""
    refuse(dtype, predecessors)
    sources, targets, whole = answer.source_names, answer.target_names, answer.whole
    with whole_file(path) as file, as_text(file) as out:
        writer = csv_writer(out, path)
        head = LONG if long else ["", *targets]
        for block in blocks():
            if block.first == 0:  # nothing goes to standard output where the solve fails
                writer.writerow(head)
            for place, row in enumerate(block.distances):
                name = sources[block.first + place]
                if long:
                    writer.writerows((name, target, length) for target, length in
                                     zip(targets, texts(row.tolist(), whole)) if length)
                else:
                    writer.writerow([name, *texts(row.tolist(), whole)])
        if not sources:
            writer.writerow(head)


def write_parquet(answer: Answer, path: str, blocks: Blocks, *, long: bool = False, dtype: str | None = None,
                  predecessors: str | None = None) -> None:
    """A column `source` and one for each target, or with `long` columns source, target, distance."""
    refuse(dtype, predecessors)
    arrow = needed("pyarrow", "writing Parquet", "formats")
    parquet = needed("pyarrow.parquet", "writing Parquet", "formats")
    kind = arrow.int64() if answer.whole else arrow.float64()
    sources, targets = answer.source_names, answer.target_names
    if long:
        schema = long_schema(arrow, kind)
    else:
        names = ["source", *targets]
        if len(set(names)) < len(names):
            raise UsageFailure("a target is called 'source', or two have one name: --long writes a row a "
                               "pair")
        schema = arrow.schema([("source", arrow.string()), *((name, kind) for name in targets)])
    with whole_file(path) as file, parquet.ParquetWriter(file, schema) as writer:
        for block in blocks():
            names = sources[block.first:block.first + len(block.distances)]
            writer.write_table(group(arrow, schema, kind, names, targets, block.distances, long))


def group(arrow: Any, schema: Any, kind: Any, sources: list[str], targets: list[str], rows: Any,
          long: bool) -> Any:
    """A table of some rows."""
    def column(lengths: Any) -> Any:
        gone = np.isinf(lengths)
        whole = arrow.types.is_integer(kind)
        values = np.where(gone, 0, lengths).astype(np.int64 if whole else np.float64)
        return arrow.array(values, kind, mask=gone)

    if not long:
        return arrow.table([arrow.array(sources, arrow.string()), *map(column, rows.T)], schema=schema)
    there = np.isfinite(rows)
    ones, others = np.nonzero(there)
    source = arrow.DictionaryArray.from_arrays(arrow.array(ones.astype(np.int32)),
                                               arrow.array(sources, arrow.string())).dictionary_decode()
    target = arrow.DictionaryArray.from_arrays(arrow.array(others.astype(np.int32)),
                                               arrow.array(targets, arrow.string())).dictionary_decode()
    return arrow.table([source, target, column(rows[there])], schema=schema)


def write_columns(path: str, columns: dict[str, Any]) -> None:
    """Columns under their names, NaN and infinity as nothing: .csv, .tsv, .parquet, or CSV for "-"."""
    suffix = path.rpartition(".")[2].lower() if path != "-" else "csv"
    if suffix not in ("csv", "tsv", "parquet"):
        raise UsageFailure(f"the file is {path!r}, expected a name that ends with .csv, .tsv or .parquet")
    arrow = needed("pyarrow", "writing Parquet", "formats") if suffix == "parquet" else None
    with whole_file(path) as file:
        if arrow is not None:
            parquet = needed("pyarrow.parquet", "writing Parquet", "formats")
            made = {name: arrow.array(column, mask=~np.isfinite(column)) if isinstance(column, np.ndarray)
                    else arrow.array(column) for name, column in columns.items()}
            parquet.write_table(arrow.table(made), file)
            return
        plain = [column if not isinstance(column, np.ndarray) else
                 [short(value) if np.isfinite(value) else "" for value in column.tolist()]
                 for column in columns.values()]
        with as_text(file) as out:
            writer = csv_writer(out, path)
            writer.writerow(columns)
            writer.writerows(zip(*plain))
