# SPDX-License-Identifier: MIT
"""Sparse rows back from the files that apsp/answers/near_files.py makes."""

from __future__ import annotations

import csv
import pathlib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._arrays import require_indices
from apsp._failures import InputFailure, shown
from apsp.answers.reading import LONG, long_table
from apsp.formats.graph import NamedGraph

ARRAYS = ("indptr", "indices", "data", "sources", "targets")


@dataclass
class SparseDistances:
    """Rows that hold what is near, in any order; all else is infinite."""

    values: Any  #: a csr_array
    sources: list[int]  #: the vertices of its rows
    targets: list[int]  #: and of its columns, ascending

    def rows(self, chosen: Any) -> npt.NDArray[np.float64]:
        part = self.values[chosen]
        made = np.full(part.shape, np.inf)
        made[np.repeat(np.arange(len(chosen)), np.diff(part.indptr)), part.indices] = part.data
        return made


def read(path: str, graph: NamedGraph, sources: Any, targets: Any) -> SparseDistances:
    """The sparse rows of a file. An .npz says which rows and columns they are; a table has those of `sources`
    and `targets`, or all.

    Raises InputFailure for a file that holds none, or those of other vertices.
    """
    suffix = pathlib.PurePath(path).suffix.lower()
    try:
        if suffix == ".npz":
            return of_npz(path, graph, sources, targets)
        return of_table(path, graph, long_table(path), sources, targets)
    except (OSError, EOFError, ValueError, TypeError, KeyError, IndexError, AttributeError,
            zipfile.BadZipFile, csv.Error) as error:
        if type(error).__module__.startswith("apsp."):
            raise
        raise InputFailure(path, f"holds no sparse rows: {error}") from None


def of_npz(path: str, graph: NamedGraph, sources: Any, targets: Any) -> SparseDistances:
    from scipy.sparse import csr_array

    with np.load(path, allow_pickle=False) as archive:
        if not set(ARRAYS) <= set(archive.files):
            raise InputFailure(path, f"holds {', '.join(archive.files)}, expected {', '.join(ARRAYS)}")
        offsets, columns, lengths, *names = (archive[name] for name in ARRAYS)
    if lengths.dtype.kind not in "iuf":
        raise InputFailure(path, f"holds distances of {lengths.dtype}, expected numbers")
    for array in (offsets, columns):
        if array.dtype.kind not in "iu":
            raise InputFailure(path, f"holds indices of {array.dtype}, expected integers")
    ends = [graph.numbers(listed.ravel().astype(str).tolist()) for listed in names]
    for asked, there, option in ((sources, ends[0], "--sources"),
                                 (None if targets is None else np.unique(targets), ends[1], "--targets")):
        if asked is not None and not np.array_equal(asked, there):
            raise InputFailure(path, f"has the vertices of other {option}")
    values = csr_array((lengths, columns, offsets), shape=(len(ends[0]), len(ends[1])))
    require_indices(values)
    return made(path, graph, values, ends)


def made(path: str, graph: NamedGraph, values: Any, ends: list[npt.NDArray[np.int64]]) -> SparseDistances:
    """Raises InputFailure where a pair is there twice."""
    width = max(1, values.shape[1])
    places = np.repeat(np.arange(values.shape[0]), np.diff(values.indptr)) * width + values.indices
    places.sort()
    twice = np.flatnonzero(places[1:] == places[:-1])
    if twice.size:
        row, column = divmod(int(places[twice[0]]), width)
        source, target = (shown(graph.name(int(end))) for end in (ends[0][row], ends[1][column]))
        raise InputFailure(path, f"has the distance from {source} to {target} twice, expected it once")
    return SparseDistances(values, ends[0].tolist(), ends[1].tolist())


def of_table(path: str, graph: NamedGraph, table: Sequence[Sequence[Any]], sources: Any,
             targets: Any) -> SparseDistances:
    from scipy.sparse import csr_array

    lengths = np.array([length_of(path, place, row) for place, row in enumerate(table)])
    everyone = np.arange(graph.vertices)
    ends = [everyone if sources is None else np.array(list(dict.fromkeys(sources.tolist())), dtype=np.int64),
            everyone if targets is None else np.unique(targets)]
    places = []
    for column, (chosen, option) in enumerate(zip(ends, ("--sources", "--targets"))):
        place = np.full(graph.vertices, -1)
        place[chosen] = np.arange(len(chosen))
        found = place[graph.numbers(row[column] for row in table)]
        if (found < 0).any():
            stranger = table[int(np.argmax(found < 0))][column]
            raise InputFailure(path, f"has a row of {shown(stranger)}, which is not in {option}")
        places.append(found)
    # A source that was named twice has its row twice.
    pair = places[0] * len(ends[1]) + places[1]
    order = np.lexsort((lengths, pair))
    again = (pair[order[1:]] == pair[order[:-1]]) & (lengths[order[1:]] == lengths[order[:-1]])
    order = np.delete(order, np.flatnonzero(again) + 1)
    counts = np.bincount(places[0][order], minlength=len(ends[0]))
    if targets is None and not counts.all():
        absent = graph.name(int(ends[0][np.argmin(counts)]))
        raise InputFailure(path, f"has no row of the source {shown(absent)}; --sources says which rows it "
                           "has, and --targets which columns")
    values = csr_array((lengths[order], places[1][order], np.concatenate([[0], np.cumsum(counts)])),
                       shape=(len(ends[0]), len(ends[1])))
    return made(path, graph, values, ends)


def length_of(path: str, place: int, row: Sequence[Any]) -> float:
    """The third field of a row of names and a number."""
    if len(row) != len(LONG) or not all(isinstance(name, str) for name in row[:2]):
        raise InputFailure(path, f"row {place + 1} is {shown(','.join(map(str, row)))}, expected a source, a "
                                 "target and a distance")
    try:
        return float(row[2])
    except (TypeError, ValueError):
        raise InputFailure(path, f"row {place + 1} has the distance {shown(str(row[2]))}, expected a "
                                 "number") from None
