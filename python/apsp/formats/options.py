# SPDX-License-Identifier: MIT
"""What a user says about a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadOptions:
    """Each is None, or empty, where the file decides."""

    kind: str | None = None  #: --from: the name of a format
    columns: tuple[str, ...] = ()  #: of source, target, weight, weight of the way back; names or numbers
    weight: str | None = None  #: the attribute of edges, or the column, that is their length
    unweighted: bool = False  #: each edge is 1 long
    part: str | None = None  #: a sheet, a table of a database, an array, a file in an archive
    separator: str | None = None
    decimal: str = "."
    header: bool | None = None  #: whether the first line names the columns
    no_edge: str | None = None  #: a number or a word that stands where there is no edge
    zero_is_edge: bool = False  #: in a matrix
    vertices: int | None = None  #: vertices are the numbers below this one
    undirected: bool = False  #: each edge leads both ways
