# SPDX-License-Identifier: MIT
"""Results as DataFrames of pandas and polars, neither of which is imported before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from apsp._apsp import UNREACHABLE
from apsp._failures import needed

if TYPE_CHECKING:
    from apsp._names import Distances

NO_PATH = {np.dtype(np.int32): UNREACHABLE, np.dtype(np.uint16): 65535}


def distance_frame(distances: Distances, package: str, long: bool) -> Any:
    if package not in ("pandas", "polars"):
        raise ValueError(f"package is {package!r}, expected 'pandas' or 'polars'")
    module = needed(package, "to_frame()", "frames")
    values = distances.values
    missing = values == NO_PATH[values.dtype] if values.dtype in NO_PATH else None
    if package == "pandas":
        return pandas_frame(module, distances, values, missing, long)
    return polars_frame(module, distances, values, missing, long)


def pandas_frame(pandas: Any, distances: Distances, values: npt.NDArray[Any],
                 missing: npt.NDArray[np.bool_] | None, long: bool) -> Any:
    rows, columns = (pandas.Index(names, name=name, tupleize_cols=False)
                     for name, names in (("source", distances.sources), ("target", distances.targets)))
    if missing is not None:
        kind = {"int32": "Int32", "uint16": "UInt16"}[str(values.dtype)]
    if not long:
        frame = pandas.DataFrame(values, index=rows, columns=columns)
        return frame if missing is None else frame.astype(kind).mask(missing)
    flat = values.ravel() if missing is None else (
        pandas.Series(values.ravel(), dtype=kind).mask(missing.ravel()))
    return pandas.DataFrame({"source": rows.repeat(len(columns)),
                             "target": columns.take(np.tile(np.arange(len(columns)), len(rows))),
                             "distance": flat})


def polars_frame(polars: Any, distances: Distances, values: npt.NDArray[Any],
                 missing: npt.NDArray[np.bool_] | None, long: bool) -> Any:
    def series(name: str, part: npt.NDArray[Any], hidden: Any) -> Any:
        made = polars.Series(name, np.ascontiguousarray(part))
        return made if hidden is None or not hidden.any() else made.set(polars.Series(hidden), None)

    rows, columns = (polars.Series(name, list(names))
                     for name, names in (("source", distances.sources), ("target", distances.targets)))
    if long:
        return polars.DataFrame([
            rows.gather(np.repeat(np.arange(len(rows)), len(columns))),
            columns.gather(np.tile(np.arange(len(columns)), len(rows))),
            series("distance", values.ravel(), None if missing is None else missing.ravel()),
        ])
    names = texts(distances.targets)
    return polars.DataFrame([rows, *(series(name, values[:, n], None if missing is None else missing[:, n])
                                     for n, name in enumerate(names))])


def texts(targets: Sequence[Any]) -> list[str]:
    """Names of columns of polars, which are texts that differ. Raises ValueError for others."""
    found = list(map(str, targets))
    seen = {"source"}
    for name in found:
        if name in seen:
            raise ValueError(f"two columns would be called {name!r}, expected names that differ: "
                             "to_frame(long=True) has a row for each pair")
        seen.add(name)
    return found
