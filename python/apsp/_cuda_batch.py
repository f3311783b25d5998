# SPDX-License-Identifier: MIT
"""Batches of matrices in the memory of a GPU, which are solved where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from apsp import _apsp
from apsp._batch_matrices import NO_EDGE, integers_of
from apsp._batch_results import checked_fill
from apsp._cuda import cuda_array, is_cuda, new_output


def solve_batch(graphs: Any, sizes: Any, *, fill: Any, limit: float, undirected: bool,
                zeros_are_edges: bool, out: Any, progress: Any, **others: Any) -> Any:
    """Distances as batch() has them, on the GPU that holds ``graphs``. Refuses the others, where they are
    anything."""
    for name, value in others.items():
        if value is None or value is False or (isinstance(value, str) and not value):
            continue
        raise ValueError(f"{name} is for a batch in the processor's memory, found one in that of a GPU")
    array = cuda_array(graphs)
    if len(array.shape) != 3 or array.shape[1] != array.shape[2]:
        raise ValueError(f"the batch has shape {array.shape}, expected (B, N, N)")
    number, width = array.shape[:2]
    counts = None if sizes is None else integers_of(sizes, "sizes", np.int32)
    if counts is not None and len(counts) != number:
        raise ValueError(f"sizes has {len(counts)} elements, expected {number}")
    kind = array.dtype if array.dtype in NO_EDGE and array.dtype != np.int64 else np.dtype(np.int32)
    if out is not None and is_cuda(out) and cuda_array(out).dtype != kind:
        raise TypeError(f"out has the type {cuda_array(out).dtype}, expected {kind} for weights of "
                        f"{array.dtype}")
    result = new_output(array, array.shape, kind, out)
    _apsp.solve_batch_on_device(weights=array.pointer, type=array.dtype.name, graphs=number,
                                vertices=width, strides=array.strides, sizes=counts,
                                out=cuda_array(result).pointer, out_type=kind.name,
                                fill=checked_fill(fill, kind), limit=limit, undirected=undirected,
                                zero_is_no_edge=not zeros_are_edges, progress=progress)
    return result
