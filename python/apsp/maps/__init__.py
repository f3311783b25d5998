# SPDX-License-Identifier: MIT
"""Distances and times on maps: streets of OpenStreetMap or osmnx, points by latitude and longitude.

:func:`read` a map, :func:`snap` points to its streets, and the :func:`matrix` between them, in memory or
by :func:`write` into a file. Takes the packages of ``pip install 'apsp[maps]'``.
"""

from __future__ import annotations

import os
from typing import Any

from apsp._failures import UsageFailure
from apsp._graphs import require_file
from apsp.maps._matrix import matrix
from apsp.maps._points import Points, read_points
from apsp.maps._profiles import PROFILES, RULES
from apsp.maps._snap import Snapped, snap
from apsp.maps._streets import Streets
from apsp.maps._write import check_output, write, write_snapped

__all__ = ["Points", "Snapped", "Streets", "check_output", "matrix", "read", "read_points", "snap", "write",
           "write_snapped"]


def read(source: Any, profile: str = "drive", *, rules: str = "osmnx",
         components: str = "largest") -> Streets:
    """The streets of a map that a profile may use.

    Parameters
    ----------
    source : path or MultiDiGraph
        A file of OpenStreetMap, .osm.pbf or .osm, also compressed by gzip or bzip2; a graph of osmnx, or
        the .graphml file of one.
    profile : {'drive', 'walk', 'bike'}
    rules : {'osmnx', 'osm'}
        Which streets are open, and in which directions: those of osmnx's network of this type, or by more
        tags: access before that of the profile, barriers at nodes, and one-ways that except bicycles. A
        graph of osmnx has its own.
    components : {'largest', 'all'}
        The largest part that hangs together, as osmnx keeps it, or islands as well.

    Notes
    -----
    ``notes`` of the result say what was left out.

    Raises
    ------
    OSError, ValueError
        A file cannot be read, or is no map; what was found and what was expected.
    ImportError
        A package is missing; the extra that brings it.
    """
    for name, value, known in (("profile", profile, tuple(PROFILES)), ("rules", rules, RULES),
                               ("components", components, ("largest", "all"))):
        if value not in known:
            raise UsageFailure(f"{name} is {value!r}, expected one of {', '.join(map(repr, known))}")
    chosen = PROFILES[profile]
    if hasattr(source, "graph") and hasattr(source, "edges"):
        from apsp.maps._osmnx import from_osmnx

        streets = from_osmnx(source, chosen)
    else:
        require_file(source)
        path = os.fspath(source)
        if path.lower().endswith(".graphml"):
            from apsp.maps._osmnx import read_graphml

            streets = read_graphml(path, chosen)
        else:
            from apsp.maps._osm import read_osm

            streets = read_osm(path, chosen, rules)
    return streets.largest_component() if components == "largest" else streets
