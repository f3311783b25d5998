# SPDX-License-Identifier: MIT
"""Distances as a problem of TSPLIB, for solvers of tours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from apsp._failures import NoAnswer, UsageFailure
from apsp.answers.files import require_lines, whole_file, write_names
from apsp.answers.rows import Answer, Block


def write_tsp(answer: Answer, path: str, blocks: Callable[[], Iterator[Block]], *, dtype: str | None = None,
              predecessors: str | None = None) -> None:
    """A full matrix of whole numbers. Decimals are in a unit that a comment names; names go to PATH.names."""
    if dtype is not None or predecessors is not None:
        raise UsageFailure("--dtype and --predecessors are for .npy, not for .tsp")
    if answer.shape[0] != answer.shape[1] or answer.source_names != answer.target_names:
        raise UsageFailure("a .tsp holds a square: --sources and --targets must name the same vertices")
    digits = answer.graph.scaled()[1]
    if not answer.whole and digits == 0:
        raise NoAnswer("the lengths are no decimals of 15 digits or less, and a .tsp holds whole numbers")
    names = answer.source_names if answer.graph.names is not None else None
    require_lines(path, names)
    with whole_file(path) as file:
        comment = f"COMMENT : lengths in units of {10.0**-digits:.{digits}f}\n" if digits else ""
        file.write(f"NAME : distances\nTYPE : ATSP\n{comment}DIMENSION : {answer.shape[0]}\n"
                   "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\n"
                   "EDGE_WEIGHT_SECTION\n".encode())
        for block in blocks():
            if np.isinf(block.distances).any():
                row, column = np.argwhere(np.isinf(block.distances))[0]
                raise NoAnswer(f"there is no path from {answer.source_names[block.first + row]} to "
                               f"{answer.target_names[column]}, and a .tsp holds a length for each pair; "
                               "--largest-component, or .csv, which leaves such fields empty")
            whole = np.rint(block.distances * 10.0**digits).astype(np.int64)
            file.write("".join(" ".join(map(str, row)) + "\n" for row in whole.tolist()).encode())
        file.write(b"EOF\n")
    write_names(path, names)
