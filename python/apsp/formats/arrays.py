# SPDX-License-Identifier: MIT
"""Arrays and sparse matrices: .npy, .npz, .mtx."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from typing import Any

import numpy as np

from apsp import _apsp
from apsp._arrays import require_indices
from apsp._failures import Failure, shown
from apsp.formats import matrices
from apsp.formats.columns import is_number
from apsp.formats.graph import EXACT, NamedGraph
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source
from apsp.formats.stores import chosen

SPARSE_PARTS = {"format", "shape", "data"}
NUMBER = rb"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|[-+]?(?:inf|infinity|nan)"
WORDS = {"pattern": 0, "complex": 2}  # numbers of an entry, else 1
MOST_VERTICES = 2**31 - 1


def loaded(source: Source, data: bytes) -> Any:
    """The array of an .npy file, which holds nothing else."""
    stream = io.BytesIO(data)
    array = np.load(stream, allow_pickle=False)
    if not isinstance(array, np.ndarray):
        raise source.refuse("is an archive, expected one array")
    if stream.tell() != len(data):
        raise source.refuse(f"goes on for {len(data) - stream.tell():,} bytes behind its array, expected its "
                            "end")
    return array


def read_npy(source: Source, options: ReadOptions) -> NamedGraph:
    try:
        array = loaded(source, source.data)
    except (Failure, MemoryError):
        raise
    except Exception as error:  # of a broken header there are many kinds
        raise source.refuse(f"is an .npy file that cannot be read: {error}") from None
    return of_any(source, array, options, "npy")


def read_npz(source: Source, options: ReadOptions) -> NamedGraph:
    """A sparse matrix of SciPy, or an array."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            members = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
            if len(members) < len(archive.infolist()):
                raise source.refuse("has two arrays of one name")
            unpacked = sum(info.file_size for info in members.values())
            _apsp.require_memory(min(unpacked, 2**62), f"{source.name}, unpacked")
            if not SPARSE_PARTS <= set(members):
                name = chosen(source, "arrays", list(members), options)
                return of_any(source, loaded(source, archive.read(members[name])), options, "npz")
        from scipy.sparse import load_npz

        return of_sparse(source, load_npz(io.BytesIO(source.data)), options, "npz")
    except (Failure, MemoryError):
        raise
    except Exception as error:
        raise source.refuse(f"is an .npz file that cannot be read: {error}") from None


def read_mtx(source: Source, options: ReadOptions) -> NamedGraph:
    """Matrix Market: an entry (row, column) leads from row to column."""
    from scipy.io import mminfo, mmread

    try:
        data = source.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip(b"\xef\xbb\xbf")
        data = (b"%" + data if not data.startswith(b"%%") else data).rstrip() + b"\n"
        rows, columns, _, kind, field, _ = mminfo(io.BytesIO(data))
        require_entries(source, data, kind, field)
        # Of an array of nothing mmread divides by its size.
        found = mmread(io.BytesIO(data)) if rows and columns else np.zeros((rows, columns))
    except Failure:
        raise
    except Exception as error:
        raise source.refuse(f"is a file of Matrix Market that cannot be read: {error}") from None
    if field == "complex":
        raise source.refuse("holds complex numbers, expected real ones")
    return of_any(source, found, options, "mtx")


def require_entries(source: Source, data: bytes, kind: str, field: str) -> None:
    """Refuses a line that is no entry: of a number that goes on, mmread takes what is in front, and behind
    the last one it may read what is not there."""
    words = [rb"\d+", rb"\d+"] * (kind == "coordinate") + [rb"(?:" + NUMBER + rb")"] * WORDS.get(field, 1)
    blank = rb"[ \t]"
    entry = blank + rb"*" + (blank + rb"+").join(words) + blank + rb"*"
    size = re.search(rb"^[ \t]*[^%\s].*$", data, re.MULTILINE)
    other = re.compile(rb"^(?!" + entry + rb"$|" + blank + rb"*$|%)[^\n]*$", re.MULTILINE | re.IGNORECASE)
    wrong = None if size is None else other.search(data, size.end())
    if wrong is not None:
        line = wrong[0].decode("utf-8", "replace").strip()
        expected = " ".join(["row column"] * (kind == "coordinate") + ["number"] * WORDS.get(field, 1))
        number = data.count(b"\n", 0, wrong.start()) + 1
        raise source.refuse(f"found {shown(line)}, expected {expected}", number)


def of_any(source: Source, found: Any, options: ReadOptions, kind: str) -> NamedGraph:
    """A square matrix, sparse or not, or rows of (source, target) or (source, target, weight)."""
    if hasattr(found, "tocoo"):
        return of_sparse(source, found, options, kind)
    if found.dtype.kind == "b":  # False is no edge, whatever 0 is
        return matrices.of_array(source, found.astype(np.uint8), replace(options, zero_is_edge=False), kind)
    if found.dtype.kind == "f" and found.dtype.itemsize == 2:  # which holds no 2^30
        found = found.astype(np.float32)
    columns = found.shape[1] if found.ndim == 2 else 0
    square = found.ndim == 2 and found.shape[0] == columns
    if kind in ("npy", "npz") and columns in (2, 3) and found.dtype.kind in "iuf":
        ends = found[:, :2]
        are_vertices = bool(((ends >= 0) & (ends < 2**31) & (ends == np.floor(ends))).all())
        own = np.diagonal(found)
        # A matrix seldom has something on its diagonal, and edges seldom have nothing there.
        loops = bool((np.isfinite(own) & (own != 0) & (own != matrices.UNREACHABLE)).any())
        if square and are_vertices and loops and not (
                options.vertices or options.zero_is_edge or options.no_edge):
            raise source.refuse("may be edges or a matrix; --vertices N says that it is edges, "
                                "--zero-is-edge or --no-edge inf that it is a matrix")
        if not square or options.vertices:
            require_exact(source, found)
            return of_edges(source, found, options, kind)
    require_exact(source, found)
    return matrices.of_array(source, found, options, kind)


def require_exact(source: Source, found: Any) -> None:
    if found.dtype.kind in "iu" and found.size and (
            int(found.max()) > EXACT or int(found.min()) < -EXACT):
        raise source.refuse("holds whole numbers beyond 2^53, which float64 does not hold")


def of_edges(source: Source, found: Any, options: ReadOptions, kind: str) -> NamedGraph:
    ends = found[:, :2]
    wrong = np.flatnonzero(~((ends >= 0) & (ends < 2**31 - 1) & (ends == np.floor(ends))).all(axis=1))
    if wrong.size:
        raise source.refuse(f"row {wrong[0]:,} is {found[wrong[0]].tolist()}, expected two numbers of "
                            "vertices"
                            + (", and a weight" if found.shape[1] == 3 else ""))
    size = int(ends.max(initial=-1)) + 1
    if options.vertices is not None:
        if size > options.vertices:
            raise source.refuse(f"found the vertex {size - 1}, expected 0 to {options.vertices - 1}, as "
                                f"--vertices {options.vertices} says")
        size = options.vertices
    weight = np.ones(len(found))
    if found.shape[1] == 3 and not options.unweighted:
        weight = found[:, 2].astype(np.float64)
    if not np.isfinite(weight).all():
        raise source.refuse(f"row {np.flatnonzero(~np.isfinite(weight))[0]:,} has no finite weight")
    graph = NamedGraph(size, ends[:, 0].astype(np.int32), ends[:, 1].astype(np.int32), weight, None,
                       not options.undirected, kind)
    graph.notes.append(f"the array is {len(found):,} edges between the vertices 0 to {size - 1}")
    return graph


def of_sparse(source: Source, found: Any, options: ReadOptions, kind: str) -> NamedGraph:
    """Each entry that is stored is an edge, also 0; infinity, NaN, 1073741823 and False are none."""
    if found.shape[0] != found.shape[1] or found.shape[0] > MOST_VERTICES:
        raise source.refuse(f"has the shape {found.shape}, expected a square matrix of at most "
                            f"{MOST_VERTICES:,} rows")
    if hasattr(found, "check_format"):
        try:
            require_indices(found)
        except ValueError as error:
            raise source.refuse(f"is a sparse matrix with wrong indices: {error}") from None
    entries = found.tocoo()
    if entries.dtype.kind not in "biuf":
        raise source.refuse(f"holds {entries.dtype}, expected numbers")
    require_exact(source, entries.data)
    data = entries.data.astype(np.float64)
    if (data == -np.inf).any():
        raise source.refuse("holds -inf, expected weights, or inf for no edge")
    there = np.isfinite(data) & (entries.data != matrices.UNREACHABLE)
    if entries.dtype.kind == "b":
        there &= entries.data
    if options.no_edge is not None and is_number(options.no_edge):
        there &= data != float(options.no_edge)
    rows, columns = entries.row[there].astype(np.int32), entries.col[there].astype(np.int32)
    weight = np.ones(int(there.sum())) if options.unweighted else data[there]
    graph = NamedGraph(found.shape[0], rows, columns, weight, None, not options.undirected, kind)
    if not there.all():
        graph.warnings.append(f"{(~there).sum():,} entries are infinite, no number, 1073741823 or False, and "
                              "are no edges")
    pairs = rows.astype(np.int64) * found.shape[0] + columns
    twice = len(pairs) - len(np.unique(pairs))
    if twice:
        graph.warnings.append(f"{twice:,} entries stand where another does: the smallest counts, where SciPy "
                              "adds them")
    matrices.check(source, graph, options)
    return graph
