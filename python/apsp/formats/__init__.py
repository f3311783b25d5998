# SPDX-License-Identifier: MIT
"""Graphs from files of any kind, with the names of their vertices.

:func:`read` finds the format by the content and the suffix. Each family of formats is a file here; the
table KINDS in ``kinds.py`` names them. A reader drops no number, skips no line and loses no direction
without a line in ``warnings``; where two readings fit it refuses, and names the option that settles it.
"""

from apsp.formats.graph import NamedGraph
from apsp.formats.kinds import read
from apsp.formats.options import ReadOptions

__all__ = ["NamedGraph", "ReadOptions", "read"]
