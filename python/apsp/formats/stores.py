# SPDX-License-Identifier: MIT
"""Tables that are no text: Excel, SQLite, Parquet, Arrow. Each becomes CSV, which the reader of text reads,
so that all tables follow the same rules."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from apsp._failures import needed, shown
from apsp.formats import text
from apsp.formats.graph import NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source


def chosen(source: Source, parts: str, names: Sequence[str], options: ReadOptions) -> str:
    """The one of ``parts``, such as sheets, that --part names, or the only one."""
    listed = ", ".join(map(shown, names[:8])) + (", ..." if len(names) > 8 else "")
    if options.part is not None:
        if options.part not in names:
            raise source.refuse(f"--part is {shown(options.part)}, expected one of its {parts}: "
                                f"{listed or 'none'}")
        return options.part
    if len(names) != 1:
        raise source.refuse(f"has {len(names)} {parts}, expected one; --part NAME says which: {listed}")
    return names[0]


#: Units of durations.
PER_SECOND = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}


def cell(value: Any) -> str:
    """A value as CSV has it; whole floating-point numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def graph_of(source: Source, rows: Iterable[Sequence[Any]], options: ReadOptions, kind: str) -> NamedGraph:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([cell(value) for value in row] for row in rows)
    return graph_of_csv(source, out.getvalue().encode(), options, kind)


def graph_of_csv(source: Source, data: bytes, options: ReadOptions, kind: str) -> NamedGraph:
    table = replace(source, data=data, suffix=".csv", path=None)
    graph = text.read(table, replace(options, separator="comma", decimal="."))
    graph.kind = kind
    return graph


def read_excel(source: Source, options: ReadOptions) -> NamedGraph:
    package = needed("openpyxl", "reading Excel", "formats")
    try:
        book = package.load_workbook(io.BytesIO(source.data), read_only=True, data_only=True)
        sheets = {sheet.title: [row for row in sheet.iter_rows(values_only=True)
                                if any(value is not None for value in row)] for sheet in book.worksheets}
    except Exception as error:  # of a broken archive there are many kinds
        raise source.refuse(f"is a spreadsheet that cannot be read: {error}") from None
    filled = [name for name, rows in sheets.items() if rows]
    rows = sheets[chosen(source, "sheets", filled, options)]
    width = max(max(place for place, value in enumerate(row, 1) if value is not None) for row in rows)
    return graph_of(source, (row[:width] for row in rows), options, "excel")


def read_sqlite(source: Source, options: ReadOptions) -> NamedGraph:
    import sqlite3
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".sqlite") as copy:  # of standard input, or unpacked
        copy.write(source.data)
        copy.flush()
        try:
            database = sqlite3.connect(f"file:{copy.name}?mode=ro&immutable=1", uri=True)
            found = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND "
                                     "name NOT LIKE 'sqlite_%' ORDER BY name").fetchall()
            name = chosen(source, "tables", [row[0] for row in found], options).replace('"', '""')
            cursor = database.execute(f'SELECT * FROM "{name}"')
            header = [column[0] for column in cursor.description]
            return graph_of(source, [header, *cursor], replace(options, header=True), "sqlite")
        except sqlite3.Error as error:
            raise source.refuse(f"is an SQLite file that cannot be read: {error}") from None


def read_parquet(source: Source, options: ReadOptions) -> NamedGraph:
    parquet = needed("pyarrow.parquet", "reading Parquet", "formats")
    return graph_of_arrow(source, lambda: parquet.read_table(io.BytesIO(source.data)), options, "parquet")


def read_arrow(source: Source, options: ReadOptions) -> NamedGraph:
    feather = needed("pyarrow.feather", "reading Arrow and Feather", "formats")
    return graph_of_arrow(source, lambda: feather.read_table(io.BytesIO(source.data)), options, "arrow")


def graph_of_arrow(source: Source, load: Any, options: ReadOptions, kind: str) -> NamedGraph:
    arrow = needed("pyarrow", "reading " + kind, "formats")
    writer = needed("pyarrow.csv", "reading " + kind, "formats")
    compute = needed("pyarrow.compute", "reading " + kind, "formats")
    plain: list[str] = []
    left: list[str] = []
    durations: list[str] = []
    out = io.BytesIO()
    try:
        table = load()
        table.validate(full=True)  # what follows takes offsets and indices as they are
        for name, field in zip(table.column_names, table.schema):
            nested = arrow.types.is_nested(field.type) or arrow.types.is_binary(field.type)
            (left if nested else plain).append(name)
        table = table.select(plain)
        for place, field in enumerate(table.schema):
            if arrow.types.is_dictionary(field.type):
                table = table.set_column(place, field.name, table.column(place).cast(field.type.value_type))
            kind_of_column = table.column(place).type
            if arrow.types.is_duration(kind_of_column):
                counts = table.column(place).cast(arrow.int64()).cast(arrow.float64(), safe=False)
                table = table.set_column(place, field.name,
                                         compute.divide(counts, PER_SECOND[kind_of_column.unit]))
                durations.append(field.name)
        writer.write_csv(table, out)
    except (arrow.ArrowException, OSError, ValueError, KeyError) as error:  # also of names of columns
        raise source.refuse(f"is a file of {kind} that cannot be read: {error}") from None
    graph = graph_of_csv(source, out.getvalue(), replace(options, header=True), kind)
    if durations:
        graph.warnings.append(f"durations are read in seconds: {', '.join(map(shown, durations))}")
    if left:
        graph.warnings.append(f"columns of lists or bytes are left out: {', '.join(map(shown, left))}")
    return graph
