# SPDX-License-Identifier: MIT
"""Lengths or times of the shortest ways between points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from apsp._apsp import UNREACHABLE, Graph
from apsp._failures import NoAnswer
from apsp._progress import callback
from apsp._solve import solve
from apsp.maps._snap import Snapped, snap
from apsp.maps._streets import UNITS, Integers, Streets

TILE_BYTES = 512 << 20  # of distances that are in memory at once
TOGETHER = 64  # rows whose numbers stay in a cache


@dataclass(frozen=True)
class Places:
    """The graph of the streets with a vertex for each place that points lie at."""

    graph: Graph
    origins: Integers  #: (n,) vertices, -1: no place
    destinations: Integers  #: (m,) likewise


def matrix(streets: Streets, points: Any, destinations: Any = None, *, by: str = "length",
           snap_to: str = "edge", most_snap: float = 1000.0, far: str = "error",
           dtype: npt.DTypeLike = np.float64, threads: int = 0, device: str = "auto",
           progress: Any = None) -> npt.NDArray[Any]:
    """Metres or seconds from each point to each, or to each destination.

    A way begins and ends at the places that :func:`snap` finds. How far these are from the points is not
    counted. Metres are exact sums of edges that are rounded to centimetres, seconds of milliseconds.

    Parameters
    ----------
    streets : Streets
    points, destinations
        As :func:`snap` takes them, or what it returned. No destinations: the points.
    by : {'length', 'time'}
    snap_to, most_snap, far
        See ``to``, ``most`` and ``far`` of :func:`snap`.
    dtype : float64 or float32
    threads, device, progress
        See :func:`apsp.solve`.

    Returns
    -------
    (n, m) array; NaN: no way leads there, or a point has no place
    """
    kind = np.dtype(dtype)
    if kind not in (np.float64, np.float32):
        raise TypeError(f"dtype is {kind}, expected float64 or float32")
    origins, ends = (snapped(streets, one, snap_to, most_snap, far)
                     for one in (points, points if destinations is None else destinations))
    result = np.empty((len(origins), len(ends)), kind)
    for first, tile in tiles(streets, origins, ends, by=by, threads=threads, device=device,
                             progress=progress):
        result[first:first + len(tile)] = quantities(tile, by, kind)
    return result


def snapped(streets: Streets, points: Any, to: str, most: float, far: str) -> Snapped:
    """Places of points, or these themselves."""
    return points if isinstance(points, Snapped) else snap(streets, points, to=to, most=most, far=far)


def quantities(tile: npt.NDArray[np.int32], by: str, kind: npt.DTypeLike,
               order: Literal["C", "F"] = "C") -> npt.NDArray[Any]:
    """Metres or seconds of a tile, NaN for no way, column by column in memory where ``order`` is "F"."""
    numbers = np.empty(tile.shape, kind, order=order)
    for first in range(0, len(tile), TOGETHER):
        part = tile[first:first + TOGETHER]
        exact = part / UNITS[by]
        exact[part == UNREACHABLE] = np.nan
        numbers[first:first + TOGETHER] = exact
    return numbers


def tiles(streets: Streets, origins: Snapped, destinations: Snapped, *, by: str = "length",
          most_bytes: int = TILE_BYTES, progress: Any = None,
          **options: Any) -> Iterator[tuple[int, npt.NDArray[np.int32]]]:
    """The matrix as rows of centimetres or milliseconds, :data:`apsp.UNREACHABLE` for no way: each time
    the first row and as many rows as ``most_bytes`` have room for. ``options`` are those of
    :func:`apsp.solve`."""
    places = with_places(streets, origins, destinations, by)
    there = np.flatnonzero(places.destinations >= 0)
    columns = len(places.destinations)
    together = max(1, most_bytes // (4 * max(1, columns)))
    for first in range(0, len(places.origins), together):
        chosen = places.origins[first:first + together]
        here = np.flatnonzero(chosen >= 0)
        options["progress"] = share(callback(progress), first, len(chosen), len(places.origins))
        tile = lengths(places.graph, chosen[here], places.destinations[there], by, options)
        if tile.shape != (len(chosen), columns):
            whole = np.full((len(chosen), columns), UNREACHABLE, np.int32)
            whole[np.ix_(here, there)] = tile
            tile = whole
        yield first, tile


def share(progress: Callable[[int, int], object] | None, first: int, rows: int,
          total: int) -> Callable[[int, int], object] | None:
    """Progress of all rows, of which a solve has some."""
    if progress is None or rows == total:
        return progress
    return lambda done, parts: progress(first + rows * done // parts, total)


def lengths(graph: Graph, sources: Any, targets: Any, by: str, options: dict[str, Any]) -> Any:
    """Rows of integers. Raises NoAnswer for a way that is too long for them."""
    try:
        return solve(graph, sources=sources, targets=targets, dtype=np.int32, **options)
    except OverflowError:
        most = f"{2**30 // UNITS[by]:,} {'metres' if by == 'length' else 'seconds'}"
        raise NoAnswer(f"a way between two points takes {most} or more, expected less") from None


def with_places(streets: Streets, origins: Snapped, destinations: Snapped, by: str) -> Places:
    """Cuts edges at the places in them, each at the nearest whole unit, so that all parts together are as
    long as the edge. One-way edges and several places in one edge then need no case of their own, nor do
    places in the same unit: a part of length 0 leads from the first to the second. O(E + n log n)."""
    weights = streets.weights(by)
    edges = np.concatenate((origins.edges, destinations.edges))
    vertices = np.concatenate((origins.vertices, destinations.vertices))
    inner = np.flatnonzero(edges >= 0)
    fractions = np.concatenate((origins.fractions, destinations.fractions))[inner]
    cuts, which = np.unique(np.stack((edges[inner], fractions)), axis=1, return_inverse=True)
    vertices[inner] = len(streets) + which.reshape(-1)

    # The parts of edges, from each tail or cut to the next cut or the head.
    edge = np.concatenate((np.arange(len(weights)), cuts[0].astype(np.int64)))
    fraction = np.concatenate((np.zeros(len(weights)), cuts[1]))
    name = np.concatenate((streets.tails, len(streets) + np.arange(cuts.shape[1])))
    order = np.lexsort((fraction, edge))
    edge, name = edge[order], name[order]
    offset = np.rint(fraction[order] * weights[edge]).astype(np.int64)
    last = np.append(edge[1:] != edge[:-1], True)
    heads = np.where(last, streets.heads[edge], np.roll(name, -1))
    ends = np.where(last, weights[edge], np.roll(offset, -1))
    parts = np.stack((name, heads, ends - offset), axis=1).astype(np.int32)
    both = np.concatenate((parts[streets.forward[edge]], parts[streets.backward[edge]][:, [1, 0, 2]]))
    return Places(Graph._from_edges(len(streets) + cuts.shape[1], np.ascontiguousarray(both)),
                  vertices[:len(origins)], vertices[len(origins):])
