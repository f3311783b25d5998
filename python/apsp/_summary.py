# SPDX-License-Identifier: MIT
"""The numbers of a distance matrix that is not kept."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp, _cuda, _graphs
from apsp._checks import checked_threads, require_choices
from apsp._names import Network, cycles_by_name
from apsp._packages import Weight, chosen_vertices
from apsp._progress import callback


@dataclass(frozen=True, eq=False)
class Summary:
    """A pair is a source and another vertex; all but ``unreachable`` is about pairs with a path."""

    vertices: int
    reachable: int  #: number of pairs with a path
    unreachable: int  #: number of pairs without one
    sum: float | None  #: of all distances; None: beyond 64 bits
    mean: float | None  #: None, as the next two are, where no pair has a path
    diameter: float | None  #: the largest eccentricity
    radius: float | None  #: the smallest eccentricity
    centre: list[Any]  #: sources with the smallest eccentricity: vertices, or their names in a Network
    periphery: list[Any]  #: sources with the largest eccentricity, likewise
    sources: npt.NDArray[np.int32]  #: vertices
    reached: npt.NDArray[np.int64]  #: number of vertices that each source reaches
    sums: npt.NDArray[np.float64]  #: of the distances to them
    eccentricity: npt.NDArray[np.float64]  #: the largest of them; NaN: it reaches none
    closeness: npt.NDArray[np.float64]  #: (r / sum) (r / (N - 1)), r = reached; 0 if r or all distances
    #: are 0; NaN: distances below 0 leave a sum of 0 or less
    lengths: npt.NDArray[np.float64]  #: the smallest distance of each bin that is not empty
    pairs: npt.NDArray[np.int64]  #: number of pairs in each of them
    bin_width: float  #: distances of a bin; as fine as the weights are: the histogram is exact
    error: float = 0  #: no distance is further from the exact one; 0: all are exact


def summary(graph: Any, vertices: int | None = None, *, sources: Any = None,
            directed: bool | None = None, weight: Weight = "weight", threads: int = 0,
            method: str | None = None, width: str | None = None, instruction_set: str = "",
            device: str = "auto", gpus: Any = (), progress: Any = None,
            checkpoint: str | os.PathLike[str] | None = None) -> Summary:
    """Diameter, radius, centre, closeness and histogram of the distances, none of which is kept.

    Parameters and exceptions are those of :func:`solve`. Takes no N x N memory where the graph is
    sparse. Weights that are no integers times one power of two are rounded to such, of about the
    longest distance divided by 2^28: ``error`` says what that changes at most. So are integers whose
    distances are beyond 32 bits, which are an OverflowError beside a weight below 0, ``width`` or
    ``checkpoint``. ``checkpoint`` is a file that keeps what is done, each minute and where the call is
    interrupted; the same call goes on from there, and removes the file at its end.
    """
    if isinstance(graph, Network):
        first = None if sources is None else graph.chosen(sources, "sources")[1]
        with cycles_by_name(graph):
            found = summary(graph.graph, vertices, sources=first, directed=directed, weight=weight,
                            threads=threads, method=method, width=width, instruction_set=instruction_set,
                            device=device, gpus=gpus, progress=progress, checkpoint=checkpoint)
        centre, periphery = ([graph.names[vertex] for vertex in some]
                             for some in (found.centre, found.periphery))
        return replace(found, centre=centre, periphery=periphery)
    threads = checked_threads(threads)
    require_choices(device=device, method=method, width=width, instruction_set=instruction_set)
    taken = _graphs.graph(graph, vertices, directed=directed, weight=weight)
    chosen = None if sources is None else (
        chosen_vertices(graph, taken.vertices, sources).ravel().tolist())
    numbers = _apsp.summary(taken, sources=chosen, threads=threads, method=method, width=width,
                            instruction_set=instruction_set, device=device, gpus=_cuda.checked_gpus(gpus),
                            progress=callback(progress),
                            checkpoint="" if checkpoint is None else _graphs.file_name(checkpoint))
    exponent = numbers.pop("exponent")
    if exponent != 0:
        unit = 2.0**exponent
        for name in ("sum", "mean", "diameter", "radius", "sums", "eccentricity", "lengths", "bin_width"):
            numbers[name] = None if numbers[name] is None else numbers[name] * unit
        numbers["closeness"] /= unit
    return Summary(**numbers)


def plot_histogram(of: Any, ax: Any = None, **options: Any) -> Any:
    """Draws how often each distance is; needs matplotlib.

    ``of`` is a :class:`Summary`, or a graph for :func:`summary`. ``ax`` are axes of matplotlib, else
    those of a new figure; ``options`` go to ``ax.bar``. Returns the axes.
    """
    numbers = of if isinstance(of, Summary) else summary(of)
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots()
    ax.bar(numbers.lengths, numbers.pairs, width=numbers.bin_width, align="edge", **options)
    ax.set_xlabel("distance")
    ax.set_ylabel("pairs of vertices")
    return ax
