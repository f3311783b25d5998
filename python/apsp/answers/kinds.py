# SPDX-License-Identifier: MIT
"""The suffixes of answers, and the writer of each. A writer is called with the answer, the path, a
function that computes the blocks, and options."""

from __future__ import annotations

import importlib
import pathlib
from collections.abc import Callable

from apsp._failures import UsageFailure

#: Suffix: function "module:name" of this package, and a line for --help.
SUFFIXES = {
    ".bin": ("arrays:write_bin", "the programs' distances, int32"),
    ".npy": ("arrays:write_npy", "NumPy, float64, inf where there is no path"),
    ".npz": ("arrays:write_npz", "NumPy, distances and names"),
    ".csv": ("tables:write_csv", "a table with names, empty where there is no path"),
    ".tsv": ("tables:write_csv", "the same with tabs"),
    ".parquet": ("tables:write_parquet", "a table with names, null where there is no path"),
    ".tsp": ("tsplib:write_tsp", "TSPLIB, a full matrix"),
}


def suffix_of(path: str) -> str:
    suffix = ".csv" if path == "-" else pathlib.PurePath(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageFailure(f"OUT is {path!r}, expected a name that ends with one of {', '.join(SUFFIXES)}")
    return suffix


def writer_for(path: str) -> Callable[..., None]:
    module, function = SUFFIXES[suffix_of(path)][0].split(":")
    found: Callable[..., None] = getattr(importlib.import_module(f"apsp.answers.{module}"), function)
    return found
