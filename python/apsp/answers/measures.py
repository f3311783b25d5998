# SPDX-License-Identifier: MIT
"""The numbers of a network: components, diameter, mean, quantiles, and measures of each vertex."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import apsp
from apsp.answers.rows import Answer, distances, named_cycle, prepared
from apsp.formats.graph import NamedGraph

Progress = Callable[[int, int], object]
Reals = npt.NDArray[np.float64]
FRACTIONS = (0.5, 0.9, 0.95, 0.99)
MEASURES = {  # and whether the largest is the most central
    "closeness": True,
    "harmonic": True,
    "eccentricity": False,
    "farness": False,
}
BIN_BITS = 40  # of a float64 that a bin of the histogram leaves out: 12 bits stay behind the point


@dataclass
class Measures:
    """A pair is a vertex and another one; all is about pairs with a path from the first to the second."""

    graph: NamedGraph
    weak: int  #: components, directions left out
    strong: int  #: components in which each vertex reaches each other one
    reachable: int
    mean: float | None
    diameter: float | None
    radius: float | None
    centre: list[int]
    periphery: list[int]
    reached: npt.NDArray[np.int64]  #: of each vertex, as all below
    farness: Reals  #: the sum of the distances to those that it reaches
    eccentricity: Reals  #: the largest of them; NaN: it reaches none
    closeness: Reals  #: (r / farness) (r / (V - 1)), r = reached
    harmonic: Reals | None  #: the sum of 1 / distance
    lengths: Reals  #: the smallest distance of each bin that is not empty
    pairs: npt.NDArray[np.int64]
    exact: bool  #: whether each bin is one distance

    @property
    def unreachable(self) -> int:
        return self.graph.vertices * (self.graph.vertices - 1) - self.reachable

    def quantile(self, fraction: float) -> float | None:
        """The smallest length that is at least as long as this part of all."""
        if not self.reachable:
            return None
        enough = int(np.searchsorted(np.cumsum(self.pairs), fraction * self.reachable - 1e-9))
        return float(self.lengths[min(enough, len(self.lengths) - 1)])

    def top(self, count: int, measure: str) -> list[tuple[int, float]]:
        """The most central vertices, those without a number last."""
        values = getattr(self, measure)
        keys = np.where(np.isnan(values), np.inf, -values if MEASURES[measure] else values)
        if measure == "farness":  # a vertex that reaches few has a small sum
            keys = np.where(self.reached < self.reached.max(initial=0), np.inf, keys)
        order = np.argsort(keys, kind="stable")[:count].tolist()
        return [(vertex, float(values[vertex])) for vertex in order]


def measures(graph: NamedGraph, *, harmonic: bool = False, device: str = "auto", threads: int = 0,
             progress: Progress | None = None) -> Measures:
    """All of them. Memory is that of the graph, but that of some rows as well with `harmonic`, for decimals
    that are no whole numbers times a power of ten, and where a summary of the library would round. Raises
    NoAnswer for a negative cycle, and for a length beyond the whole numbers of float64."""
    weak, strong = (graph.components(kind)[0] if graph.vertices else 0 for kind in ("weak", "strong"))
    taken, unit = prepared(graph)
    answer = Answer(graph, device=device, threads=threads)
    if taken.exact:
        found: apsp.Summary | None = None
        try:
            found = apsp.summary(taken, device=device, threads=threads, progress=progress)
        except OverflowError:  # longer than 32 bits, beside a weight below 0
            pass
        except Exception as error:
            if type(error).__name__ not in ("NegativeCycle", "NegativeCycleError"):
                raise
            raise named_cycle(graph, error) from None
        if found is not None and found.error == 0:
            made = of_summary(graph, weak, strong, found, unit)
            if harmonic:
                made.harmonic = inverse_sums(answer, progress)
            return made
    return of_rows(graph, weak, strong, harmonic, answer, progress)


def of_summary(graph: NamedGraph, weak: int, strong: int, found: Any, unit: float) -> Measures:
    """A summary of the library in the unit of the file."""
    def back(value: Any) -> Any:
        return None if value is None else value / unit

    return Measures(graph, weak, strong, found.reachable, back(found.mean), back(found.diameter),
                    back(found.radius), found.centre, found.periphery, found.reached, back(found.sums),
                    back(found.eccentricity), found.closeness * unit, None, back(found.lengths), found.pairs,
                    bool(found.bin_width <= 2.0**taken_exponent(found)))


def taken_exponent(found: Any) -> float:
    """The exponent of the unit of a summary's bins, where each is one distance."""
    return 0.0 if found.bin_width >= 1 else float(np.log2(found.bin_width))


def to_others(answer: Answer, progress: Progress | None) -> Iterator[tuple[slice, Reals]]:
    """Vertices that follow each other and their rows, infinite where there is no other vertex or no path."""
    for block in distances(answer, progress):
        own = np.arange(len(block.distances))
        block.distances[own, block.first + own] = np.inf
        yield slice(block.first, block.first + len(own)), block.distances


def inverse_sums(answer: Answer, progress: Progress | None) -> Reals:
    """The sum of 1 / distance to the others, of each vertex."""
    found = np.zeros(answer.shape[0])
    for part, lengths in to_others(answer, progress):
        with np.errstate(divide="ignore"):
            found[part] = (1 / lengths).sum(axis=1)
    return found


def of_rows(graph: NamedGraph, weak: int, strong: int, harmonic: bool, answer: Answer,
            progress: Progress | None) -> Measures:
    """The same from rows of distances."""
    size = graph.vertices
    reached = np.zeros(size, np.int64)
    farness, eccentricity = np.zeros(size), np.full(size, np.nan)
    inverse = np.zeros(size)
    bins: dict[int, int] = {}
    for part, lengths in to_others(answer, progress):
        there = np.isfinite(lengths)
        reached[part] = np.count_nonzero(there, axis=1)
        farness[part] = np.where(there, lengths, 0).sum(axis=1)
        highest = np.where(there, lengths, -np.inf).max(axis=1, initial=-np.inf)
        eccentricity[part] = np.where(reached[part] > 0, highest, np.nan)
        if harmonic:
            with np.errstate(divide="ignore"):
                inverse[part] = np.where(there, 1 / lengths, 0).sum(axis=1)
        keys, counts = np.unique((lengths[there] + 0.0).view(np.int64) >> BIN_BITS, return_counts=True)
        for key, number in zip(keys.tolist(), counts.tolist()):
            bins[key] = bins.get(key, 0) + number
    keys = np.array(sorted(bins, key=as_real), dtype=np.int64)
    total = int(reached.sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        closeness = np.where(reached > 0, reached / farness * (reached / max(size - 1, 1)), 0.0)
    closeness = np.where(farness > 0, closeness, np.where((reached == 0) | (farness == 0), 0.0, np.nan))
    some = reached > 0
    radius = float(eccentricity[some].min()) if some.any() else None
    diameter = float(eccentricity[some].max()) if some.any() else None
    mean = float(farness.sum()) / total if total else None
    return Measures(graph, weak, strong, total, mean, diameter, radius,
                    np.flatnonzero(some & (eccentricity == radius)).tolist(),
                    np.flatnonzero(some & (eccentricity == diameter)).tolist(),
                    reached, farness, eccentricity, closeness, inverse if harmonic else None,
                    (keys << BIN_BITS).view(np.float64),
                    np.array([bins[key] for key in keys.tolist()], dtype=np.int64), False)


def as_real(key: int) -> float:
    return float(np.int64(key << BIN_BITS).view(np.float64))
