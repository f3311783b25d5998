# SPDX-License-Identifier: MIT
"""Points of people: a table with names, latitudes and longitudes."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from apsp._failures import InputFailure, UsageFailure, needed, shown
from apsp.maps._streets import Floats

# Names of columns, in lower case, the first that is there counts.
LATITUDE = ("latitude", "lat", "y")
LONGITUDE = ("longitude", "lon", "lng", "long", "x")
NAME = ("name", "id", "key", "label")


@dataclass(frozen=True, eq=False)
class Points:
    """n points and their names."""

    names: list[str]  #: each once
    latitudes: Floats  #: (n,) degrees
    longitudes: Floats  #: (n,)
    source: str = "the points"  #: the file
    lines: list[int] | None = None  #: in the file

    def __len__(self) -> int:
        return len(self.names)

    def failure(self, n: int, problem: str) -> InputFailure:
        """What is wrong with point n, and where it is written."""
        if self.lines is None:
            return InputFailure(self.source, f"{shown(self.names[n])} {problem}")
        return InputFailure(self.source, f"{shown(self.names[n])} {problem}", self.lines[n])


def checked_points(points: Any) -> Points:
    """Points of an array of n rows (latitude, longitude), of a table of pandas, or as they are."""
    if isinstance(points, Points):
        return points
    if isinstance(points, (str, os.PathLike)):
        return read_points(points)
    if hasattr(points, "columns"):
        columns = {str(column): points[column].tolist() for column in points.columns}
        return from_columns(columns, "the table", None)
    try:
        table = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"the points are a {type(points).__name__}, expected n rows of latitude and "
                        "longitude") from None
    if table.size == 0 and table.ndim < 2:
        table = table.reshape(0, 2)
    if table.ndim != 2 or table.shape[1] != 2:
        raise UsageFailure(f"the points have the shape {table.shape}, expected (n, 2): latitude and "
                           "longitude")
    made = Points([str(n) for n in range(len(table))], table[:, 0].copy(), table[:, 1].copy())
    return require_degrees(made)


def read_points(path: str | os.PathLike[str]) -> Points:
    """Points of a file: CSV, with commas, semicolons or tabs, or Parquet where it ends in .parquet.

    It has the columns latitude and longitude, or lat and lon, in degrees, and a name or id of each
    point, else they are numbered from 0.
    """
    name = os.fspath(path)
    if name.lower().endswith((".parquet", ".pq")):
        table = needed("pyarrow.parquet", "Parquet", "maps").read_table(name)
        columns = {column: table.column(column).to_pylist() for column in table.column_names}
        return from_columns(columns, name, None)
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            head = file.readline()
            file.seek(0)
            separator = max(",;\t", key=head.count)
            reader = csv.reader(file, delimiter=separator, strict=True)
            titles = next(reader, [])
            rows, lines = [], []
            for row in reader:
                if not any(field.strip() for field in row):
                    continue
                if len(row) != len(titles):
                    raise InputFailure(name, f"found {len(row)} fields, expected {len(titles)}, as in line 1",
                                       reader.line_num)
                rows.append(row)
                lines.append(reader.line_num)
        except UnicodeDecodeError as error:
            raise InputFailure(name, f"{error}, expected text in UTF-8") from None
        except csv.Error as error:
            raise InputFailure(name, f"{error}, expected CSV", reader.line_num) from None
    columns = {title: [row[n] for row in rows] for n, title in enumerate(titles)}
    return from_columns(columns, name, lines)


def from_columns(columns: dict[str, list[Any]], source: str, lines: list[int] | None) -> Points:
    """Points of named columns. Raises InputFailure for what is missing or no
    number."""
    known = {title.strip().lower(): title for title in reversed(list(columns))}
    found = [next((known[one] for one in names if one in known), None)
             for names in (LATITUDE, LONGITUDE, NAME)]
    if found[0] is None or found[1] is None:
        listed = ", ".join(map(shown, columns)) or "none"
        raise InputFailure(source, f"the columns are {listed}, expected latitude and longitude")
    size = len(columns[found[0]])
    if not size:
        raise InputFailure(source, "no points, expected one or more")
    names = [str(n) for n in range(size)] if found[2] is None else [str(one) for one in columns[found[2]]]
    made = Points(names, np.zeros(size), np.zeros(size), source, lines)
    for values, title in ((made.latitudes, found[0]), (made.longitudes, found[1])):
        for n, value in enumerate(columns[title]):
            try:
                values[n] = float(value)
            except (TypeError, ValueError):
                raise made.failure(n, f"has the {title} {shown(value)}, expected degrees, as 47.14") from None
    first: dict[str, int] = {}
    for n, one in enumerate(names):
        if first.setdefault(one, n) != n:
            earlier = f"line {lines[first[one]]}" if lines else f"point number {first[one]}"
            raise made.failure(n, f"is the name of {earlier}, too, expected each once")
    return require_degrees(made)


def require_degrees(points: Points) -> Points:
    """Raises InputFailure unless all are on the globe."""
    for values, most, title, other in ((points.latitudes, 90, "latitude", points.longitudes),
                                       (points.longitudes, 180, "longitude", points.latitudes)):
        wrong = np.flatnonzero(~(np.abs(values) <= most))
        if wrong.size:
            first = int(wrong[0])
            swapped = most == 90 and abs(other[first]) <= 90 and abs(values[first]) <= 180
            hint = ": latitude and longitude seem to be swapped" if swapped else ""
            raise points.failure(first, f"has the {title} {values[first]:g}, expected {-most} to {most}"
                                        + hint)
    return points
