# SPDX-License-Identifier: MIT
"""The nearest vertex or edge of points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp._failures import UsageFailure
from apsp.maps._points import Points, checked_points
from apsp.maps._streets import EARTH, Floats, Integers, Streets, great_circle, offsets, ranges

SPACING = 100.0  # metres, the longest piece of a street that one place of the tree stands for
AT_END = 1e-6  # metres from an end of an edge: at it
TOGETHER = 1024  # points, so that the lists of their candidates stay small
FAR = ("error", "null")


@dataclass(frozen=True, eq=False)
class Snapped:
    """Points, and the places in the streets that stand for them. Made by :func:`snap`."""

    points: Points
    vertices: Integers  #: (n,) -1: no vertex, but a place in an edge, or nothing near enough
    edges: Integers  #: (n,) the edge of a place that is no vertex, else -1
    fractions: Floats  #: (n,) of that edge from its tail on
    latitudes: Floats  #: (n,) degrees of the place; NaN: nothing near enough
    longitudes: Floats  #: (n,)
    metres: Floats  #: (n,) from the point to the place as the crow flies, also where that is too far

    def __len__(self) -> int:
        """The number of points."""
        return len(self.vertices)

    @property
    def found(self) -> npt.NDArray[np.bool_]:
        """(n,) whether there is a place."""
        return (self.vertices >= 0) | (self.edges >= 0)


def snap(streets: Streets, points: Any, *, to: str = "edge", most: float = 1000.0,
         far: str = "error") -> Snapped:
    """The nearest place in the streets for each point.

    Parameters
    ----------
    streets : Streets
    points : array_like (n, 2) of latitude and longitude in degrees, or Points, or a table of pandas
    to : {'edge', 'vertex'}
        An edge takes the point at any place in it, as in the middle of a block; a vertex is a crossing
        or an end of a street. Among equally near ones it is any.
    most : float
        Metres from a point to its place at most.
    far : {'error', 'null'}
        A point that is farther is an error, or has no place: no path leads there.

    Raises
    ------
    ValueError
        What was found and what was expected: a point too far, coordinates that are none.
    """
    if to not in ("edge", "vertex"):
        raise UsageFailure(f"to is {to!r}, expected 'edge' or 'vertex'")
    if far not in FAR:
        raise UsageFailure(f"far is {far!r}, expected 'error' or 'null'")
    if not most >= 0:
        raise UsageFailure(f"most is {most!r}, expected metres, 0 or more")
    taken = checked_points(points)
    if to == "vertex":
        snapped = to_vertices(streets, taken)
    else:
        snapped = to_edges(streets, taken)
    return within(snapped, most, far, streets)


def to_vertices(streets: Streets, points: Points) -> Snapped:
    """The nearest vertices. O((V + n) log V)."""
    _, vertices = tree_of(on_sphere(streets.latitudes, streets.longitudes)).query(
        on_sphere(points.latitudes, points.longitudes))
    vertices = vertices.astype(np.int64)
    latitudes, longitudes = streets.latitudes[vertices], streets.longitudes[vertices]
    return Snapped(points, vertices, np.full(len(vertices), -1), np.zeros(len(vertices)), latitudes,
                   longitudes, great_circle(points.latitudes, points.longitudes, latitudes, longitudes))


def to_edges(streets: Streets, points: Points) -> Snapped:
    """The nearest places in edges. A tree holds the middles of all pieces of streets, none longer than
    SPACING. The nearest middle is at most half a piece farther than the nearest place, so that this lies
    in one of the pieces whose middles are at most one more half piece away: they are looked at one by
    one. Each piece is straight in a map that is flat around the point."""
    first, second = pieces_of(streets)
    middles = on_sphere(*(np.stack(first[:2]) + np.stack(second[:2])) / 2)
    half = float(np.max(great_circle(*first[:2], *second[:2]), initial=0)) / 2 / EARTH
    tree = tree_of(middles)
    places = on_sphere(points.latitudes, points.longitudes)
    nearest, _ = tree.query(places)
    radii = np.asarray(nearest) + 2 * half * (1 + 1e-6) + 1e-9
    piece, share = np.zeros(len(places), np.int64), np.zeros(len(places))
    for begin in range(0, len(places), TOGETHER):
        part = slice(begin, begin + TOGETHER)
        piece[part], share[part] = nearest_of(tree.query_ball_point(places[part], radii[part]), first, second,
                                              points.latitudes[part], points.longitudes[part])
    latitudes, longitudes, fractions = (one[piece] + share * (other[piece] - one[piece])
                                        for one, other in zip(first[:3], second[:3]))
    longitudes = wrapped(longitudes)
    edges = first[3][piece].astype(np.int64)
    # As good as at an end is at it: a hair before it, a one-way street would lead all around.
    ends = np.where(fractions < 0.5, streets.begins[edges], streets.begins[edges + 1] - 1)
    at_end = great_circle(latitudes, longitudes, streets.point_latitudes[ends],
                          streets.point_longitudes[ends]) <= AT_END
    vertices = np.where(at_end, np.where(fractions < 0.5, streets.tails[edges], streets.heads[edges]), -1)
    return Snapped(points, vertices, np.where(vertices < 0, edges, -1),
                   np.where(vertices < 0, fractions, 0.0), latitudes, longitudes,
                   great_circle(points.latitudes, points.longitudes, latitudes, longitudes))


def pieces_of(streets: Streets) -> tuple[list[Any], list[Any]]:
    """Both ends of all straight pieces, each as latitudes, longitudes, the fraction of the edge, and the
    edge."""
    sizes = np.diff(streets.begins)
    edge = np.repeat(np.arange(len(sizes)), sizes)
    latitudes, longitudes = streets.point_latitudes, streets.point_longitudes
    steps = np.zeros(len(edge))
    steps[1:] = great_circle(latitudes[:-1], longitudes[:-1], latitudes[1:], longitudes[1:])
    steps[streets.begins[:-1]] = 0
    run = np.cumsum(steps)
    run -= np.repeat(run[streets.begins[:-1]], sizes)
    whole = np.repeat(run[streets.begins[1:] - 1], sizes)
    along = np.divide(run, whole, out=np.zeros(len(run)), where=whole > 0)
    along[streets.begins[1:] - 1] = 1
    starts = np.ones(len(edge), bool)
    starts[streets.begins[1:] - 1] = False
    at = np.flatnonzero(starts)
    # What is longer than SPACING falls into equal parts.
    parts = np.maximum(np.ceil(steps[at + 1] / SPACING), 1).astype(np.int64)
    of = np.repeat(at, parts)
    share = ranges(np.zeros(len(parts), np.int64), parts) / np.repeat(parts, parts)
    until = share + 1 / np.repeat(parts, parts)
    turn = wrapped(longitudes[of + 1] - longitudes[of])
    ends = []
    for part in (share, until):
        ends.append([latitudes[of] + part * (latitudes[of + 1] - latitudes[of]), longitudes[of] + part * turn,
                     along[of] + part * (along[of + 1] - along[of]), edge[of]])
    return ends[0], ends[1]


def nearest_of(candidates: Any, first: list[Any], second: list[Any], latitudes: Floats,
               longitudes: Floats) -> tuple[Integers, Floats]:
    """The nearest of the candidates of each point, a list of pieces, and the share of the piece before the
    nearest place."""
    counts = np.fromiter((len(one) for one in candidates), np.int64, len(candidates))
    piece = np.fromiter((n for one in candidates for n in one), np.int64, int(counts.sum()))
    point = np.repeat(np.arange(len(counts)), counts)
    share, apart = nearest_in_pieces([part[piece] for part in first], [part[piece] for part in second],
                                     latitudes[point], longitudes[point])
    best = first_of_each(point, apart, len(counts))
    return piece[best], share[best]


def nearest_in_pieces(first: list[Any], second: list[Any], latitudes: Floats,
                      longitudes: Floats) -> tuple[Floats, Floats]:
    """The share of each piece at which it is nearest to its point, and the square of how far that is."""
    squeeze = np.cos(np.radians(latitudes))
    ax, ay = wrapped(first[1] - longitudes) * squeeze, first[0] - latitudes
    bx, by = (second[1] - first[1]) * squeeze, second[0] - first[0]
    length = bx * bx + by * by
    share = np.divide(-(ax * bx + ay * by), length, out=np.zeros(len(length)), where=length > 0)
    share = np.clip(share, 0, 1)
    return share, (ax + share * bx) ** 2 + (ay + share * by) ** 2


def first_of_each(group: Integers, value: Floats, groups: int) -> Integers:
    """Where the smallest value of each group is: groups ascend, and none is empty."""
    begins = offsets(np.bincount(group, minlength=groups))[:-1]
    least = np.minimum.reduceat(value, begins) if groups else np.zeros(0)
    hits = np.flatnonzero(value == least[group])
    _, at = np.unique(group[hits], return_index=True)
    return hits[at]


def within(snapped: Snapped, most: float, far: str, streets: Streets) -> Snapped:
    """The places that are near enough. Raises InputFailure for a farther one."""
    wrong = np.flatnonzero(~(snapped.metres <= most))
    if not wrong.size:
        return snapped
    if far == "error":
        points, first = snapped.points, wrong[np.argmax(snapped.metres[wrong])]
        more = f", as are {wrong.size - 1} more than {most:g} m" if wrong.size > 1 else ""
        raise points.failure(
            int(first), f"is {snapped.metres[first]:,.0f} m from the nearest street{more}; expected at most "
                        f"{most:g} m{hint(points, int(first), streets)}")
    vertices, edges, latitudes, longitudes = (
        np.where(snapped.metres <= most, one, other)
        for one, other in ((snapped.vertices, -1), (snapped.edges, -1), (snapped.latitudes, np.nan),
                           (snapped.longitudes, np.nan)))
    return Snapped(snapped.points, vertices, edges, snapped.fractions, latitudes, longitudes, snapped.metres)


def hint(points: Points, first: int, streets: Streets) -> str:
    """A guess at what is wrong: the columns are swapped, the map is another one, or too little is allowed."""
    south, north = streets.latitudes.min(), streets.latitudes.max()
    west, east = streets.longitudes.min(), streets.longitudes.max()

    def inside(latitudes: Floats, longitudes: Floats) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = ((south <= latitudes) & (latitudes <= north) & (west <= longitudes)
                                        & (longitudes <= east))
        return found

    here = inside(points.latitudes, points.longitudes)
    if np.mean(inside(points.longitudes, points.latitudes)) > np.mean(here):
        return ": latitude and longitude seem to be swapped"
    if here[first]:
        return ": a larger most-snap takes it, far=null leaves it out"
    return f"; the map has latitudes {south:.3f} to {north:.3f}, longitudes {west:.3f} to {east:.3f}"


def wrapped(degrees: Any) -> Any:
    """Differences of longitudes, -180 to 180."""
    return (degrees + 180) % 360 - 180


def on_sphere(latitudes: Any, longitudes: Any) -> Floats:
    """(n, 3) places on the sphere of radius 1."""
    up, round_ = np.radians(latitudes), np.radians(longitudes)
    return np.stack((np.cos(up) * np.cos(round_), np.cos(up) * np.sin(round_), np.sin(up)), axis=-1)


def tree_of(places: Floats) -> Any:
    from scipy.spatial import cKDTree

    return cKDTree(places, balanced_tree=False, compact_nodes=False)
