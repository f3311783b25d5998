# SPDX-License-Identifier: MIT
"""The street network as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from apsp._failures import UsageFailure

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]

EARTH = 6_371_009.0  # metres of its radius, as in osmnx

# Weights are integers of these units, so that sums are exact: an edge is rounded to the nearest once.
# A path of 2^30 units, 10,737 km or 298 hours, is the longest.
UNITS = {"length": 100, "time": 1000}  # centimetres, milliseconds


@dataclass(frozen=True, eq=False)
class Streets:
    """V vertices and E edges between them, each along a polyline. Made by :func:`apsp.maps.read`."""

    ids: npt.NDArray[Any]  #: (V,) names of the vertices: those of nodes in OSM
    latitudes: Floats  #: (V,) degrees
    longitudes: Floats  #: (V,) degrees
    tails: Integers  #: (E,) the vertex that the polyline begins at
    heads: Integers  #: (E,) the vertex that it ends at
    metres: Floats  #: (E,)
    seconds: Floats  #: (E,)
    forward: Truths  #: (E,) whether it may be used from tail to head
    backward: Truths  #: (E,) and from head to tail
    ways: Integers  #: (E,) the way in OSM, -1: unknown
    begins: Integers  #: (E + 1,) points of edge e: begins[e] to begins[e + 1], two or more
    point_latitudes: Floats  #: (P,) degrees
    point_longitudes: Floats  #: (P,) degrees
    profile: str = "drive"
    notes: list[str] = field(default_factory=list, compare=False)  #: what the reader left out or assumed

    def __len__(self) -> int:
        """The number of vertices."""
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<Streets to {self.profile}: {len(self.ids)} vertices, {len(self.tails)} edges>"

    def weights(self, by: str) -> npt.NDArray[np.int64]:
        """The edges' lengths in centimetres, or times in milliseconds."""
        if by not in UNITS:
            raise UsageFailure(f"by is {by!r}, expected 'length' or 'time'")
        rounded = np.rint((self.metres if by == "length" else self.seconds) * UNITS[by])
        longest = rounded.max(initial=0)
        if not longest < 2**30:
            raise ValueError(f"an edge is {longest / UNITS[by]:g} {'m' if by == 'length' else 's'} long, "
                             f"expected less than {2**30 // UNITS[by]}")
        whole: npt.NDArray[np.int64] = rounded.astype(np.int64)
        return whole

    def with_edges(self, kept: Truths) -> Streets:
        """These edges and the vertices at their ends."""
        chosen = np.flatnonzero(kept)
        counts = np.diff(self.begins)[chosen]
        points = ranges(self.begins[chosen], counts)
        used, ends = np.unique(np.concatenate((self.tails[chosen], self.heads[chosen])), return_inverse=True)
        tails, heads = ends.reshape(2, -1).astype(np.int64)
        per_edge = {one.name: getattr(self, one.name)[chosen] for one in fields(self)
                    if one.name in ("metres", "seconds", "forward", "backward", "ways")}
        return replace(
            self, ids=self.ids[used], latitudes=self.latitudes[used], longitudes=self.longitudes[used],
            tails=tails, heads=heads, begins=offsets(counts), point_latitudes=self.point_latitudes[points],
            point_longitudes=self.point_longitudes[points], **per_edge)

    def largest_component(self) -> Streets:
        """The largest part that hangs together, whatever the directions. Notes what is left out."""
        size = len(self.ids)
        links = coo_array((np.ones(len(self.tails), np.int8), (self.tails, self.heads)), shape=(size, size))
        parts, part = connected_components(links, directed=False)
        if parts <= 1:
            return self
        counts = np.bincount(part)
        kept = self.with_edges(part[self.tails] == counts.argmax())
        kept.notes.append(f"left out {parts - 1} {'part' if parts == 2 else 'parts'} of the network with "
                          f"{size - counts.max()} of {size} vertices, which no street joins to the largest")
        return kept


def offsets(counts: npt.NDArray[Any]) -> Integers:
    """Where each of the parts begins that have these sizes, and where the last one ends."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))


def ranges(begins: npt.NDArray[Any], counts: npt.NDArray[Any]) -> Integers:
    """begins[0], begins[0] + 1, ... as many as counts[0], then those of begins[1], and so on."""
    ends = np.cumsum(counts, dtype=np.int64)
    within = np.arange(int(ends[-1]) if ends.size else 0, dtype=np.int64)
    found: Integers = within + np.repeat(begins - (ends - counts), counts)
    return found


def great_circle(latitudes: Any, longitudes: Any, other_latitudes: Any, other_longitudes: Any) -> Any:
    """Metres between points in degrees, by the haversine formula."""
    first, second = np.radians(latitudes), np.radians(other_latitudes)
    turn = np.radians(np.subtract(other_longitudes, longitudes))
    h = np.sin((second - first) / 2) ** 2 + np.cos(first) * np.cos(second) * np.sin(turn / 2) ** 2
    return 2 * EARTH * np.arcsin(np.sqrt(np.minimum(h, 1)))
