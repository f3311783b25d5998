# SPDX-License-Identifier: MIT
"""Our own call for distances."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _cuda, _graphs
from apsp._checks import checked_limit, checked_threads, require_choices
from apsp._graphs import new_output
from apsp._indices import checked_sources
from apsp._memory import empty, promised
from apsp._names import Distances, Network, Predecessors, cycles_by_name
from apsp._packages import Weight, chosen_vertices, require_no_attribute
from apsp._progress import callback


def solve(graph: Any, vertices: int | None = None, *, sources: Any = None, targets: Any = None,
          limit: float = np.inf, directed: bool | None = None, weight: Weight = "weight",
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
        For a graph of NetworkX they are its nodes, or positions in its order if none of them is a node.
    targets : array_like of int, or int
        Vertices whose columns are wanted, likewise. Where they are few, the solve takes the time of so
        many rows.
    limit : float
        Farther vertices have neither distance nor predecessor, and few vertices within it save time.
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
        Weights that are no integers times one power of two are rounded otherwise on GPUs.
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

    Notes
    -----
    Where ``graph`` is a :class:`Network`, sources and targets are names, one or many, and the results
    are :class:`Distances` and :class:`Predecessors`, always of two dimensions.

    Where ``graph`` is an N x N array in the memory of a GPU, so are the distances: neither is copied to
    the processor's. Then ``out`` lies there too, there are no targets, limit or predecessors, and
    negative weights are integers, or such times one power of two.

    Raises
    ------
    NegativeCycleError
        A cycle has a negative length; ``vertices`` of the exception names it.
    RuntimeError
        ``device`` asks for a GPU, and none can be used; the reason.
    OverflowError
        ``dtype`` is one of integers, and a weight or a distance does not fit: it is no integer below
        2**30 - 1, or for uint16 a distance is beyond 65534.
    ValueError, TypeError
        What was found and what was expected.
    """
    if isinstance(graph, Network):
        return solve_network(graph, vertices, sources, targets, limit=limit, directed=directed,
                             weight=weight, return_predecessors=return_predecessors, dtype=dtype, out=out,
                             threads=threads, method=method, width=width,
                             instruction_set=instruction_set, device=device, gpus=gpus, progress=progress)
    threads, limit = checked_threads(threads), checked_limit(limit)
    require_choices(device=device, method=method, width=width, instruction_set=instruction_set)
    if vertices is None and _cuda.is_cuda(graph):
        if targets is not None:
            raise ValueError("targets are for arrays of the processor, found one in the memory of a GPU")
        require_no_attribute(weight)
        array = _cuda.checked_square(graph)
        return _cuda.solve(array, None if sources is None else checked_sources(sources, array.shape[0]),
                           directed=directed is None or bool(directed), dtype=dtype, out=out,
                           return_predecessors=return_predecessors, limit=limit,
                           unweighted=weight is None, method=method, width=width,
                           instruction_set=instruction_set, device=device, gpus=gpus,
                           progress=callback(progress))
    taken = _graphs.graph(graph, vertices, directed=directed, weight=weight)
    if return_predecessors and limit < np.inf and taken.has_negative:
        raise ValueError("limit is given beside a negative weight, where paths lead beyond it and back: "
                         "expected no limit for predecessors")
    wanted = [None if ends is None else chosen_vertices(graph, taken.vertices, ends, name)
              for name, ends in (("sources", sources), ("targets", targets))]
    rows, columns = (taken.vertices if ends is None else ends.size for ends in wanted)
    shape = tuple(size for ends in wanted for size in ((taken.vertices,) if ends is None else ends.shape))
    distances = new_output((rows, columns), dtype, out, shape)
    if out is not None:
        taken = _graphs.apart_from(taken, distances)
    predecessors = empty((rows, columns), np.int32) if return_predecessors else None
    chosen_sources, chosen_targets = (None if ends is None else ends.ravel().tolist() for ends in wanted)
    _apsp.solve(taken, distances, predecessors,
                sources=chosen_sources, targets=chosen_targets, limit=limit, threads=threads,
                method=method, width=width, instruction_set=instruction_set,
                device=device, gpus=_cuda.checked_gpus(gpus), progress=callback(progress),
                promised=promised(distances if out is None else None, predecessors))
    result = distances.reshape(shape) if out is None else out
    return result if predecessors is None else (result, predecessors.reshape(shape))


def solve_network(network: Network, vertices: int | None, sources: Any, targets: Any,
                  **options: Any) -> Any:
    """Distances by the names of vertices."""
    asked = [(network.names, None) if names is None else network.chosen(names, what)
             for names, what in ((sources, "sources"), (targets, "targets"))]
    (rows, first), (columns, second) = asked
    with cycles_by_name(network):
        found = solve(network.graph, vertices, sources=first, targets=second, **options)
    distances, before = found if options["return_predecessors"] else (found, None)
    named = Distances(distances, rows, columns, network.package)
    return named if before is None else (named, Predecessors(before, rows, columns, network))
