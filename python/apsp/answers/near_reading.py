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

from apsp._failures import InputFailure, shown
from apsp.answers.reading import long_table
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
    except (OSError, ValueError, IndexError, zipfile.BadZipFile, csv.Error) as error:
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
    ends = [graph.numbers(listed.ravel().astype(str).tolist()) for listed in names]
    for asked, there, option in ((sources, ends[0], "--sources"),
                                 (None if targets is None else np.unique(targets), ends[1], "--targets")):
        if asked is not None and not np.array_equal(asked, there):
            raise InputFailure(path, f"has the vertices of other {option}")
    values = csr_array((lengths, columns, offsets), shape=(len(ends[0]), len(ends[1])))
    values.check_format(full_check=True)
    return SparseDistances(values, ends[0].tolist(), ends[1].tolist())


def of_table(path: str, graph: NamedGraph, table: Sequence[Sequence[Any]], sources: Any,
             targets: Any) -> SparseDistances:
    from scipy.sparse import csr_array

    lengths = np.array([float(row[2]) for row in table])
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
    counts = np.bincount(places[0], minlength=len(ends[0]))
    if targets is None and not counts.all():
        absent = graph.name(int(ends[0][np.argmin(counts)]))
        raise InputFailure(path, f"has no row of the source {shown(absent)}; --sources says which rows it "
                           "has, and --targets which columns")
    order = np.argsort(places[0], kind="stable")
    values = csr_array((lengths[order], places[1][order], np.concatenate([[0], np.cumsum(counts)])),
                       shape=(len(ends[0]), len(ends[1])))
    return SparseDistances(values, ends[0].tolist(), ends[1].tolist())
