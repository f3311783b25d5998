# SPDX-License-Identifier: MIT
"""Distances to files: .bin, .npy, .npz, .csv, .tsv, .parquet and .tsp, by the suffix.

:func:`write` computes rows in blocks that fit into memory and hands them to a writer; each family of
files has one here.
"""

from apsp.answers.kinds import SUFFIXES
from apsp.answers.rows import Answer, distances, write

__all__ = ["SUFFIXES", "Answer", "distances", "write"]
