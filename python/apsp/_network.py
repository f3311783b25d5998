# SPDX-License-Identifier: MIT
"""Edges by the names of their ends: columns, tables, and the graphs of other packages."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from apsp import _graphs
from apsp._apsp import Graph
from apsp._arrays import reals
from apsp._names import Names, Network, elements, hint
from apsp._packages import Weight, is_instance_of, package_of

ENDS = ("source", "target")
# What an edge that leads otherwise than from its source to its target alone is called.
OTHERWISE = ("undirected", "mutual", "both", "bidirectional", "two-way", "backward", "reverse", "reversed")


class Columns(NamedTuple):
    """A column of each end, and of weights; None: each edge is 1 long."""

    source: Any
    target: Any
    weight: Any
    package: str | None = None


def network(edges: Any, *, source: Hashable = None, target: Hashable = None,
            weight: Weight = "weight", vertices: Any = None,
            directed: bool | None = None) -> Network:
    """A graph whose vertices have names, for :func:`solve` and :func:`summary`.

    Parameters
    ----------
    edges
        A table with named columns: a DataFrame of pandas or polars, a table of pyarrow, a dictionary. Or
        a tuple of two or three columns; rows of two or three, as a list. Or a graph of NetworkX, whose
        nodes are the names; of igraph, whose vertices have a "name", else their numbers; of rustworkx,
        whose nodes carry the names, else their indices.
    source, target
        Names of columns of a table. None: the two that the command ``apsp`` knows, such as "from" and
        "to".
    weight
        The column of lengths; None: each edge is 1 long. Default: "weight", or one that the command
        knows, such as "km". Without such a column each edge is 1 long, unless another column has numbers.
        For graphs of other packages see :func:`graph`.
    vertices
        Names of all vertices in their order. None: those of the edges, row by row in the order in which
        they appear first, the source before the target.
    directed : bool
        False: each edge leads both ways. None: as the graph of a package is, else True.

    Notes
    -----
    Names are strings, numbers, or other objects that have a hash, all of one type, and none is missing.
    Among parallel edges the smallest weight counts; an infinite weight is no edge. Takes O(E).

    Raises
    ------
    ValueError, TypeError
        What was found, in which row, and what was expected.
    """
    graph = foreign(edges, weight, directed)
    if graph is not None:
        for name, given in (("source", source), ("target", target), ("vertices", vertices)):
            if given is not None:
                raise TypeError(f"{name} is given beside a graph, expected it beside columns or a table")
        return graph
    if not (weight is None or isinstance(weight, str) or (is_table(edges) and not callable(weight))):
        raise TypeError(f"weight is {weight!r}, expected the name of a column or None")
    columns = columns_of(edges, source, target, weight, directed)
    ends = [elements(column, f"the column {name}") for name, column in zip(ENDS, columns)]
    weights = columns.weight
    if weights is not None and not hasattr(weights, "__len__"):
        weights = list(weights)
    require_as_many(ends, weights)
    kinds = Kinds()
    ends = [kinds.checked(column, name) for name, column in zip(ENDS, ends)]
    names = known_names(vertices, kinds) if vertices is not None else tuple(
        dict.fromkeys(name for pair in zip(*ends) for name in pair))
    numbers = {name: number for number, name in enumerate(names)}
    tails, heads = (positions(column, numbers, name) for name, column in zip(ENDS, ends))
    made = _graphs.from_coordinates(tails, heads, lengths(weights, len(tails)), len(names))
    made.directed = directed is None or bool(directed)
    return Network(made, names, columns.package)


def foreign(edges: Any, weight: Weight, directed: bool | None) -> Network | None:
    """The network of a graph of another package, or of one."""
    if isinstance(edges, Network):
        if directed is not None or weight != "weight":
            raise TypeError("directed or weight is given beside a Network, which has both")
        return edges
    if isinstance(edges, Graph):
        raise TypeError("the edges are a Graph, which has no names: solve() takes it")
    package = package_of(edges)
    if package is None:
        return None
    names = tuple(edges) if package == "networkx" else (
        names_of_igraph(edges) if package == "igraph" else names_of_rustworkx(edges))
    return Network(_graphs.graph(edges, weight=weight, directed=directed), names)


def names_of_igraph(graph: Any) -> Names:
    """The names of vertices, or their numbers where there is no such attribute."""
    if "name" not in graph.vs.attributes():
        return tuple(range(graph.vcount()))
    return known_names(graph.vs["name"], Kinds(), "the names of vertices")


def names_of_rustworkx(graph: Any) -> Names:
    """What the nodes carry, or their indices where they carry nothing."""
    nodes = graph.nodes()
    if all(node is None for node in nodes):
        return tuple(graph.node_indices())
    return known_names(nodes, Kinds(), "the nodes")


def is_table(edges: Any) -> bool:
    """Whether its columns have names."""
    if is_instance_of(edges, "polars", "LazyFrame"):
        raise TypeError("the edges are a LazyFrame, expected a DataFrame: collect() makes one")
    return isinstance(edges, Mapping) or hasattr(edges, "columns") or hasattr(edges, "column_names")


def columns_of(edges: Any, source: Hashable, target: Hashable, weight: Any,
               directed: bool | None) -> Columns:
    """The columns of edges of every kind."""
    if is_table(edges):
        return columns_of_table(edges, source, target, weight, directed)
    for name, given in (("source", source), ("target", target)):
        if given is not None:
            raise TypeError(f"{name} is {given!r}, expected it beside a table with named columns alone")
    if weight not in (None, "weight"):
        raise TypeError(f"weight is {weight!r}, expected the name of a column beside a table alone")
    if isinstance(edges, tuple):
        parts = edges
    elif isinstance(edges, np.ndarray) and edges.ndim == 2:
        parts = tuple(edges.T)
    elif isinstance(edges, (str, bytes)) or not isinstance(edges, Iterable):
        raise TypeError(f"the edges are a {type(edges).__name__}, expected a table, a tuple of columns, "
                        "rows, or a graph of NetworkX, igraph or rustworkx")
    else:
        parts = in_columns(list(edges))
    if len(parts) not in (2, 3):
        raise ValueError(f"the edges have {len(parts)} columns, expected sources, destinations, and weights "
                         "where they have some")
    return Columns(parts[0], parts[1], parts[2] if len(parts) == 3 and weight is not None else None)


def in_columns(rows: list[Any]) -> tuple[Any, ...]:
    """The columns of rows that are as long as each other."""
    if not rows:
        return ([], [])
    for number, row in enumerate(rows):
        if isinstance(row, (str, bytes)) or not isinstance(row, Sequence):
            raise TypeError(f"row {number} of the edges is {row!r}, expected (source, target) or (source, "
                            "target, weight); columns come as a tuple")
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number} of the edges has {len(row)} elements, expected "
                             f"{len(rows[0])} as in row 0")
    return tuple(map(list, zip(*rows)))


def columns_of_table(table: Any, source: Hashable, target: Hashable, weight: Any,
                     directed: bool | None) -> Columns:
    header = list(table if isinstance(table, Mapping) else
                  table.column_names if hasattr(table, "column_names") else table.columns)
    chosen = dict(zip(ENDS, (source, target)))
    for role, name in chosen.items():
        chosen[role] = found_end(header, role) if name is None else name
        require_column(header, chosen[role], role)
    if chosen["source"] == chosen["target"]:
        raise ValueError(f"source and target are both {source!r}, expected two columns")
    ends = list(chosen.values())
    if directed is None:
        require_direction(table, header, ends)
    length = found_weight(table, header, ends, weight)
    return Columns(table[ends[0]], table[ends[1]], None if length is None else table[length],
                   next((name for name in ("pandas", "polars") if is_instance_of(table, name, "DataFrame")),
                        None))


def role_of(name: Hashable) -> str | None:
    from apsp.formats.columns import role_of

    return role_of(name) if isinstance(name, str) else None


def found_end(header: list[Hashable], role: str) -> Hashable:
    """The column of sources or targets by its name. Raises ValueError where that is not clear."""
    same = [name for name in header if role_of(name) == role]
    if role in same:
        return role
    if len(same) != 1:
        known = f"columns {listed(same)} may each be the {role}" if same else f"no column is the {role}"
        raise ValueError(f"{known}, found {listed(header)}: {role}=NAME names one")
    return same[0]


def found_weight(table: Any, header: list[Hashable], ends: list[Hashable], weight: Any) -> Any:
    """The column of weights; None: each edge is 1 long."""
    if weight is None:
        return None
    others = [name for name in header if name not in ends]
    back = [name for name in others if role_of(name) == "back"
            or others.count(name) == 1 and has_ways_back(table, name)]
    if weight != "weight" or ("weight" in others and not back):
        require_column(header, weight, "weight")
        return weight
    found = ["weight"] if "weight" in others else [name for name in others if role_of(name) == "weight"]
    if not found:
        found = [name for name in others if (role_of(name) not in ("label", "direction") or name in back)
                 and (others.count(name) > 1 or has_numbers(table[name]))]
        if not found:
            return None
        raise ValueError(f"column{'s' * (len(found) > 1)} {listed(found)} may be the weight: weight=NAME "
                         "says so, weight=None that each edge is 1 long")
    if len(found) > 1:
        require_column(header, found[0], "weight")
        raise ValueError(f"columns {listed(found)} may each be the weight: weight=NAME names one")
    if back:
        raise ValueError(f"column {back[0]!r} has weights of the way back, which are not read: "
                         f"weight={found[0]!r} leaves them out")
    return found[0]


def has_numbers(column: Any) -> bool:
    """Whether its elements, as far as they are there, may be lengths: neither texts nor truth values."""
    found = [one for one in elements(column, "a column") if not is_missing(one)]
    return bool(found) and not any(isinstance(one, (str, bytes, bool, np.bool_)) for one in found)


def has_ways_back(table: Any, name: Hashable) -> bool:
    """Whether a column such as 'reverse' has weights of the way back: flags are truth values, or 0 and 1."""
    from apsp.formats.columns import BACK_WORDS, has_ways_back, plain_name

    if not isinstance(name, str) or plain_name(name) not in BACK_WORDS or not has_numbers(table[name]):
        return False
    return has_ways_back(name, (one for one in elements(table[name], "a column") if not is_missing(one)))


def require_direction(table: Any, header: list[Hashable], ends: list[Hashable]) -> None:
    """Raises ValueError where a column says that edges lead both ways, or the other way."""
    for name in header:
        if name in ends or role_of(name) != "direction" or header.count(name) > 1:
            continue
        for row, kind in enumerate(elements(table[name], f"the column {name!r}")):
            if leads_otherwise(str(name), kind):
                raise ValueError(f"row {row} is {kind!r} in column {name!r}: directed=False takes all edges "
                                 "both ways, directed=True one way")


def leads_otherwise(name: str, kind: Any) -> bool:
    """Whether a column of this name says so that an edge does not lead from its source to its target
    alone."""
    from apsp.formats.columns import plain_name

    if not isinstance(kind, (str, bool, int, float, np.bool_, np.number)):
        return False  # missing, or no mark
    word = kind.strip().lower() if isinstance(kind, str) else kind
    if word in OTHERWISE:
        return True
    plain = plain_name(name)
    if plain in ("directed", "isdirected"):
        return word in (False, "false", "no", "n", "f", "0")
    return plain not in ("type", "edgetype", "direction") and word in (True, "true", "yes", "y", "t", "1")


def require_column(header: list[Hashable], name: Hashable, role: str) -> None:
    if name not in header:
        raise ValueError(f"no column is called {name!r}, found {listed(header)}: {role}=NAME names one")
    if header.count(name) > 1:
        raise ValueError(f"two columns are called {name!r}, expected one, the {role}")


def listed(names: Sequence[Hashable]) -> str:
    return ", ".join(map(repr, names[:8])) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def require_as_many(ends: list[list[Any]], weights: Any) -> None:
    """Raises ValueError unless all columns are as long as each other."""
    found = [len(column) for column in ends] + ([] if weights is None else [len(weights)])
    if len(set(found)) > 1:
        raise ValueError("sources, destinations and weights have "
                         f"{', '.join(map(str, found))} elements, expected as many of each")


class Kinds:
    """The one type that all names have."""

    def __init__(self) -> None:
        self.first: tuple[Any, str] | None = None  # a name, and where it is

    def checked(self, column: list[Any], what: str) -> list[Any]:
        """The same names. Raises ValueError for one that is missing, TypeError for one without a hash, or of
        another type than those before."""
        kinds = set(map(type, column))
        if len(kinds) == 1 and self.first is not None and kinds == {type(self.first[0])} and (
                kinds <= {str, int, bytes}):
            return column
        if len(kinds) == 1 and self.first is None and kinds <= {str, int, bytes}:
            self.first = column[0], f"the {what} of row 0"
            return column
        for row, name in enumerate(column):
            self.check(name, f"the {what} of row {row}")
        return column

    def check(self, name: Any, place: str) -> None:
        if is_missing(name):
            raise ValueError(f"{place} is missing ({name!r}), expected a name; dropna() of pandas or "
                             "drop_nulls() of polars leaves such rows out")
        try:
            hash(name)
        except TypeError:
            raise TypeError(f"{place} is {name!r}, a {type(name).__name__} without a hash, expected a "
                            "string, a number or another object that has one") from None
        if self.first is None:
            self.first = name, place
        elif type(name) is not type(self.first[0]):
            one, where = self.first
            raise TypeError(f"names are of {type(one).__name__} and {type(name).__name__}, expected one "
                            f"type, as astype(str) gives: {where} is {one!r}, {place} is {name!r}")


def is_missing(name: Any) -> bool:
    """Whether it is None, NaN, or what pandas has in their place."""
    if name is None:
        return True
    try:
        return bool(name != name)
    except TypeError:  # pandas.NA
        return type(name).__name__ == "NAType"
    except ValueError:  # an array, which has no hash
        return False


def known_names(vertices: Any, kinds: Kinds, what: str = "vertices") -> Names:
    """The names that ``vertices`` lists. Raises ValueError for one that is there twice."""
    if isinstance(vertices, (str, bytes)) or not isinstance(vertices, Iterable):
        raise TypeError(f"vertices is {vertices!r}, expected the names of all, or None: those of the edges")
    names = elements(vertices, "vertices")
    for number, name in enumerate(names):
        kinds.check(name, f"number {number} of {what}")
    seen: dict[Any, int] = {}
    for number, name in enumerate(names):
        if seen.setdefault(name, number) != number:
            raise ValueError(f"{name!r} is twice in {what}, number {seen[name]} and {number}, expected "
                             "each name once")
    return tuple(names)


def positions(column: list[Any], numbers: dict[Any, int], what: str) -> npt.NDArray[np.int32]:
    """The vertices of names. Raises ValueError for one that vertices does not list."""
    try:
        return np.array([numbers[name] for name in column], dtype=np.int32)
    except KeyError:
        row, name = next((row, name) for row, name in enumerate(column) if name not in numbers)
        raise ValueError(f"the {what} of row {row} is {name!r}, expected one of vertices"
                         + hint(name, numbers)) from None


def lengths(column: Any, edges: int) -> npt.NDArray[Any]:
    """Weights. Raises ValueError for one that is missing, TypeError for one that is no number."""
    if column is None:
        return np.ones(edges)
    if hasattr(column, "to_pylist"):  # of pyarrow, which has no numbers for nulls and Decimals
        column = column.to_pylist()
    values = np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)
    if values.dtype.kind in "iufOUSb" and np.ma.is_masked(column):
        raise ValueError("some of the weights are masked, expected none")
    if values.dtype.kind in "iu":
        return values
    if values.dtype.kind == "f":
        missing = np.flatnonzero(np.isnan(values))
        if missing.size:
            raise missing_weight(int(missing[0]), "nan")
        return values
    if values.dtype.kind not in "OUSb":
        raise TypeError(f"weights are of {values.dtype}, expected numbers")
    for row, weight in enumerate(values.tolist() if values.dtype.kind != "O" else values):
        if is_missing(weight):
            raise missing_weight(row, repr(weight))
        if isinstance(weight, (str, bytes, bool, np.bool_)):
            raise TypeError(f"the weight of row {row} is {weight!r}, a {type(weight).__name__}, expected a "
                            "number")
    return reals(values, "weight")


def missing_weight(row: int, found: str) -> ValueError:
    return ValueError(f"the weight of row {row} is missing ({found}), expected a number, or infinity for "
                      "no edge; weight=None makes each edge 1 long")
