# SPDX-License-Identifier: MIT
"""Our own calls: distances and paths."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _cuda, _graphs
from apsp._checks import checked_threads, integer, require_choices
from apsp._graphs import new_output
from apsp._indices import checked_sources
from apsp._memory import empty, promised
from apsp._progress import callback


def solve(graph: Any, vertices: int | None = None, *, sources: Any = None, targets: Any = None,
          directed: bool | None = None, weight: _graphs.Weight = "weight",
          return_predecessors: bool = False, dtype: npt.DTypeLike | None = None, out: Any = None,
          threads: int = 0, method: str | None = None, width: str | None = None,
          instruction_set: str = "", device: str = "auto", gpus: Any = (), progress: Any = None) -> Any:
    """Distances from each source to every vertex, or to each target.

    Parameters
    ----------
    graph, vertices, directed, weight
        See :func:`graph`.
    sources : array_like of int, or int
        Vertices whose rows are wanted, in this order and shape; a mask of N truth values; None: all.
        For a graph of NetworkX they are positions in its order: see :func:`graph`.
    targets : array_like of int, or int
        Vertices whose columns are wanted, likewise. Where they are few, the solve takes the time of so
        many rows.
    return_predecessors : bool
        Also return the vertex before each on a shortest path, -9999 where there is none. Among
        several shortest paths counts the one with the fewest edges, then the smallest predecessor.
    dtype : float64, float32, int32 or uint16
        No path is infinity, :data:`UNREACHABLE` in int32, 65535 in uint16. Default: float64.
    out : array
        Receives the distances, in C order, and is returned.
    threads : int
        0: OMP_NUM_THREADS, else one for each processor; fewer for little work.
    method : {'dense', 'sweep', 'search'}
    width : {'u8', 'u16', 's32'}
    instruction_set : str
        One of :func:`instruction_sets`. Neither of these three changes the result; by default they
        are what is fastest.
    device : {'auto', 'cpu', 'gpu', 'gpus'}
        'gpu' is one GPU, 'gpus' are several; 'auto' takes one GPU where it is predicted to be faster.
        GPUs take weights that are integers, or integers times one power of two.
    gpus : sequence of int
        Numbers of :func:`devices`; by default GPU 0, and for 'gpus' the first 8.
    progress
        Called as ``progress(done, total)`` some times a second, or a bar of tqdm. An exception of it
        ends the solve, as Ctrl-C does.

    Returns
    -------
    distances : ndarray, sources.shape + targets.shape, of N where one is None
    predecessors : ndarray of int32, likewise
        Only if ``return_predecessors``.

    Where ``graph`` is an N x N array in the memory of a GPU, so are the distances: neither is copied to
    the processor's. Then ``out`` lies there too, and there are no targets, predecessors or
    negative weights.

    Raises
    ------
    NegativeCycleError
        A cycle has a negative length; ``vertices`` of the exception names it.
    RuntimeError
        ``device`` asks for a GPU, and none can be used; the reason.
    OverflowError
        ``dtype`` is one of integers, and a weight or a distance does not fit: it is no integer below
        2**30, or for uint16 a distance is beyond 65534.
    ValueError, TypeError
        What was found and what was expected.
    """
    threads = checked_threads(threads)
    require_choices(device=device, method=method, width=width, instruction_set=instruction_set)
    if vertices is None and _cuda.is_cuda(graph):
        if targets is not None:
            raise ValueError("targets are for arrays of the processor, found one in the memory of a GPU")
        array = _cuda.checked_square(graph)
        return _cuda.solve(array, None if sources is None else checked_sources(sources, array.shape[0]),
                           directed=directed is None or bool(directed), dtype=dtype, out=out,
                           return_predecessors=return_predecessors, method=method, width=width,
                           instruction_set=instruction_set, device=device, gpus=gpus,
                           progress=callback(progress))
    taken = _graphs.graph(graph, vertices, directed=directed, weight=weight)
    wanted = [None if ends is None else _graphs.chosen_sources(graph, taken.vertices, ends, name)
              for name, ends in (("sources", sources), ("targets", targets))]
    rows, columns = (taken.vertices if ends is None else ends.size for ends in wanted)
    shape = tuple(size for ends in wanted for size in ((taken.vertices,) if ends is None else ends.shape))
    distances = new_output((rows, columns), dtype, out)
    if out is not None:
        taken = _graphs.apart_from(taken, distances)
    predecessors = empty((rows, columns), np.int32) if return_predecessors else None
    chosen_sources, chosen_targets = (None if ends is None else ends.ravel().tolist() for ends in wanted)
    _apsp.solve(taken, distances, predecessors,
                sources=chosen_sources, targets=chosen_targets, threads=threads,
                method=method, width=width, instruction_set=instruction_set,
                device=device, gpus=_cuda.checked_gpus(gpus), progress=callback(progress),
                promised=promised(distances if out is None else None, predecessors))
    result = distances.reshape(shape) if out is None else out
    return result if predecessors is None else (result, predecessors.reshape(shape))


def path(predecessors: npt.NDArray[Any], source: int, target: int, *, sources: Any = None) -> list[int]:
    """The vertices of a shortest path from ``source`` to ``target``; none: there is no path.

    ``predecessors`` are a square of them, the row of ``source``, or the rows of ``sources``, as
    :func:`solve` has them. Vertices below 0 count from the end. O(edges of the path).

    Raises ValueError for a vertex out of range, and for predecessors that do not lead back.
    """
    rows = np.asarray(predecessors)
    vertices = rows.shape[-1] if rows.ndim else 0
    source, target = (checked_vertex(vertex, name, vertices)
                      for name, vertex in (("source", source), ("target", target)))
    row = row_of(rows, source, sources)
    steps = [target]
    while steps[-1] != source:
        before = int(row[steps[-1]])
        if before < 0 and (len(steps) > 1 or row[source] >= 0):
            raise ValueError(f"the predecessors are those of another source than {source}: expected sources, "
                             "which the rows are of")
        if before < 0:
            return []
        if before >= vertices or len(steps) > vertices:
            raise ValueError(f"the predecessors do not lead from {target} back to {source}")
        steps.append(before)
    return steps[::-1]


def checked_vertex(vertex: Any, name: str, vertices: int) -> int:
    number = integer(vertex, name)
    if not -vertices <= number < vertices:
        raise ValueError(f"{name} is {number}, expected 0 to {vertices - 1}")
    return number % vertices


def row_of(predecessors: npt.NDArray[Any], source: int, sources: Any) -> npt.NDArray[Any]:
    """The predecessors on paths from ``source``."""
    shape = predecessors.shape
    if sources is None:
        if len(shape) == 1:
            return predecessors
        if len(shape) != 2 or shape[0] != shape[1]:
            raise ValueError(f"the predecessors have the shape {shape}, expected (N, N) or (N,), or sources "
                             "that the rows are of")
        found: npt.NDArray[Any] = predecessors[source]
        return found
    chosen = checked_sources(sources, shape[-1])
    if chosen.shape != shape[:-1]:
        expected = (*chosen.shape, shape[-1])
        raise ValueError(f"the predecessors have the shape {shape}, expected {expected} for these sources")
    places = np.flatnonzero(chosen == source)
    if not places.size:
        raise ValueError(f"source is {source}, expected one of sources")
    found = predecessors.reshape(-1, shape[-1])[places[0]]
    return found
