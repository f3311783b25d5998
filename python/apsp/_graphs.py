# SPDX-License-Identifier: MIT
"""Graphs of every kind, as the solver takes them."""

from __future__ import annotations

import copyreg
import errno
import os
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from apsp import _apsp
from apsp._apsp import Graph
from apsp._arrays import array_of, laid_out, memory_of, reals, unmasked
from apsp._checks import checked_count
from apsp._cuda import checked_square, is_cuda
from apsp._memory import empty
from apsp._names import Network
from apsp._packages import (
    EXPECTED_KEY,
    Weight,
    columns_of,
    is_directed,
    is_list,
    package_of,
    require_no_attribute,
)

DENSE_TYPES = (np.float64, np.float32, np.int64, np.int32, np.uint8)
OUT_TYPES = (np.float64, np.float32, np.int32, np.uint16)
EXPECTED_WEIGHT = "expected more, or infinity for no edge"


def graph(source: Any, vertices: int | None = None, *, directed: bool | None = None,
          weight: Weight = "weight") -> Graph:
    """A graph for :func:`solve`, :func:`summary` and :func:`write`, made once for many calls.

    Parameters
    ----------
    source
        With ``vertices``: edges, an array of E rows (source, destination, weight), or three arrays of
        E. A tuple is always three arrays, a list is always rows. One of int32 in C order is taken
        without a copy and must not change.
        Without: an N x N array or sparse array as :func:`johnson` reads it; a graph of NetworkX,
        igraph or rustworkx; the path of a graph file; a Graph; a Network, whose names it leaves out.
        Arrays come by NumPy, the buffer protocol or DLPack, from the memory of the processor. Refused is
        a 3 x 3 array that may be edges as well, where ``weight`` is None also a 2 x 2 one: the first two
        columns name vertices, and something is on the diagonal. Edges by the names of vertices are for
        :func:`network`.
    vertices : int
        Their number, if ``source`` is edges.
    directed : bool
        False: each edge leads both ways. None: as the graph of a package is, else True.
    weight : str, callable or array_like
        None: every edge of any graph is 1 long, and edges need no weights. Else the attribute of edges of
        a package's graph that is their length; an edge without it has the length 1. An attribute of
        another name than "weight" that no edge has is an error. Vertices are numbered in the order of the
        graph. With NetworkX also a function of (tail, head, data), and an edge whose length is None is
        left out; the edges of a graph of osmnx are as long as their "length", in metres. With rustworkx
        the number that an edge carries, a key where it carries a dictionary, or a function of what it
        carries, such as ``float``. With igraph and rustworkx also a list with a number for each edge.

    Raises
    ------
    ValueError, TypeError
        What was found and what was expected.
    """
    if not (weight is None or isinstance(weight, str) or callable(weight) or is_list(weight)):
        raise TypeError(f"weight is {weight!r}, {EXPECTED_KEY}")
    if isinstance(source, Network):
        source = source.graph
    made, leads = converted(source, vertices, weight)
    if isinstance(source, Graph) and directed not in (None, leads):
        raise ValueError(f"the Graph is made with directed={leads}, found directed={directed}")
    made.directed = leads if directed is None else bool(directed)
    return made


def converted(source: Any, vertices: int | None, weight: Weight) -> tuple[Graph, bool]:
    """A Graph, and whether its edges lead one way only."""
    package = package_of(source) if vertices is None else None
    if package is not None:
        return from_coordinates(*columns_of(source, package, weight)), is_directed(source, package, weight)
    require_no_attribute(weight)
    unweighted = weight is None
    if vertices is not None:
        count = checked_count(vertices)
        return from_edges(with_ones(source) if unweighted else source, count), True
    if isinstance(source, (Graph, str, os.PathLike)):
        made = source if isinstance(source, Graph) else read(source)
        return unit_graph(made) if unweighted else made, made.directed
    array = prepared(array_of(source) if is_cuda(source) else source)
    refuse_edges(array, in_columns=isinstance(source, tuple), unweighted=unweighted)
    return from_csgraph(array, unweighted=unweighted), True


def unit_graph(graph: Graph) -> Graph:
    """The same edges, each 1 long."""
    ends = graph.edges[:, :2] if graph.exact else graph.weighted_edges()[:, :2]
    edges = np.ones((len(ends), 3), np.int32)
    edges[:, :2] = ends
    return Graph._from_edges(graph.vertices, edges)


def with_ones(edges: Any) -> Any:
    """Edges as columns, each 1 long; an infinite weight, where there are some, is no edge."""
    if isinstance(edges, tuple):
        parts = [unmasked(part, "the edges") for part in edges]
    else:
        table = unmasked(edges, "the edges")
        if table.size == 0 and (table.ndim == 1 or len(table) == 0):
            table = table.reshape(0, 2)
        if table.ndim != 2:
            raise ValueError(f"the edges have the shape {table.shape}, expected (E, 2) or (E, 3)")
        parts = list(table.T)
    if len(parts) not in (2, 3):
        raise ValueError(f"the edges have {len(parts)} columns, expected sources and destinations, and "
                         "weights where they have some")
    ones = np.ones(parts[0].shape)
    if len(parts) == 3 and parts[2].shape == ones.shape and parts[2].dtype.kind == "f":
        ones[~np.isfinite(parts[2])] = np.inf
    return (*parts[:2], ones)


def refuse_edges(array: Any, *, in_columns: bool, unweighted: bool) -> None:
    """Raises ValueError for a prepared() array that may be a matrix, or edges without ``vertices``: three of
    them, or two where they need no weight. A matrix of weights seldom has something on its diagonal, and
    three edges seldom have nothing there."""
    if not isinstance(array, np.ndarray) or np.ma.isMaskedArray(array):
        return
    edges = len(array)
    if edges not in (3, 2 if unweighted else 3) or array.dtype == np.bool_:
        return
    ends = array[:2] if in_columns else array[:, :2]
    with np.errstate(invalid="ignore"):  # infinity
        are_vertices = np.all((ends >= 0) & (ends < 2**31) & (ends == np.floor(ends)))
    diagonal = array.diagonal()
    if are_vertices and np.any(np.isfinite(diagonal) & (diagonal != 0)):
        number, columns = ("three", "sources, destinations and weights") if edges == 3 else (
            "two", "sources and destinations")
        raise ValueError(f"the graph is {edges} x {edges}, a matrix or {number} edges: vertices=V says that "
                         f"it holds {columns}, zeros on the diagonal that it is a matrix, as shortest_path() "
                         "always takes it")


def read(path: str | os.PathLike[str]) -> Graph:
    """The graph of a file as the programs write it: :func:`solve` takes it.

    Raises OSError for a file that cannot be read, ValueError for one that is no graph.
    """
    require_file(path)
    return _apsp.read_graph(file_name(path))


def require_file(path: str | bytes | os.PathLike[Any]) -> None:
    """Raises OSError unless it is there, no folder, and may be read."""
    os.stat(path)
    for wrong, number in ((os.path.isdir(path), errno.EISDIR), (not os.access(path, os.R_OK), errno.EACCES)):
        if wrong:
            raise OSError(number, os.strerror(number), os.fspath(path))


def file_name(path: str | bytes | os.PathLike[Any]) -> str:
    """A path as the files of C++ take it: "-" is a file of that name, too.

    Raises ValueError for one that they do not take.
    """
    name = os.fsdecode(path)
    if "\0" in name or any("\ud800" <= letter <= "\udfff" for letter in name):  # bytes that are no UTF-8
        raise ValueError(f"the path is {name!r}, expected one of UTF-8 without the character 0")
    return "./-" if name == "-" else name


def from_edges(edges: Any, vertices: int) -> Graph:
    """Edges as rows of three, or as three arrays."""
    if isinstance(edges, tuple):
        if len(edges) != 3:
            raise ValueError(f"found {len(edges)} arrays, expected sources, destinations and weights")
        sources, destinations, weights = (
            unmasked(part, name) for part, name in zip(edges, ("sources", "destinations", "weights")))
        return from_coordinates(sources, destinations, weights, vertices)
    table = unmasked(edges, "the edges")
    if table.size == 0 and (table.ndim == 1 or len(table) == 0):
        table = table.reshape(0, 3)
    if table.ndim != 2 or table.shape[1] != 3:
        raise ValueError(f"the edges have the shape {table.shape}, expected (E, 3): source, destination, "
                         "weight")
    if table.dtype == np.int32 and are_small(table[:, 2]):
        return Graph._from_edges(vertices, laid_out(table, np.int32))
    return from_coordinates(table[:, 0], table[:, 1], table[:, 2], vertices)


def are_small(weights: npt.NDArray[np.int32]) -> bool:
    """Whether all are integers that an edge can have."""
    most = _apsp.UNREACHABLE - 1
    return weights.size == 0 or bool(-most <= weights.min() and weights.max() <= most)


def from_coordinates(sources: npt.NDArray[Any], destinations: npt.NDArray[Any],
                     weights: npt.NDArray[Any], vertices: int) -> Graph:
    """Edges of any numbers."""
    if not sources.shape == destinations.shape == weights.shape or sources.ndim != 1:
        raise ValueError(f"sources, destinations and weights have the shapes {sources.shape}, "
                         f"{destinations.shape}, {weights.shape}, expected three of (E,)")
    for name, part in (("sources", sources), ("destinations", destinations), ("weights", weights)):
        if part.dtype.kind not in "iufO":  # of truth values nobody knows whether False is an edge
            raise TypeError(f"{name} are of {part.dtype}, expected numbers")
    sources, destinations, weights = (
        reals(part, name) if part.dtype.kind == "O" else part
        for part, name in ((sources, "source"), (destinations, "destination"), (weights, "weight")))
    for name, ends in (("source", sources), ("destination", destinations)):
        wrong = np.flatnonzero(~((ends >= 0) & (ends < vertices) & (ends == np.floor(ends))))
        if wrong.size:
            expected = f"0 to {vertices - 1}" if vertices else "none in a graph of 0 vertices"
            raise ValueError(f"edge {wrong[0]}: the {name} is {ends[wrong[0]]}, expected {expected}")
    lowest = np.flatnonzero(weights == -np.inf)
    if lowest.size:
        raise ValueError(f"edge {lowest[0]}: the weight is -inf, {EXPECTED_WEIGHT}")
    return Graph._from_columns(vertices, laid_out(sources, np.int32), laid_out(destinations, np.int32),
                              laid_out(weights, np.float64))


def is_sparse(graph: Any) -> bool:
    """Whether SciPy takes it for a sparse array or matrix, without importing SciPy."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(graph))


def prepared(csgraph: Any) -> Any:
    """A square array of numbers: compressed rows, masked or dense. Raises ValueError for anything else."""
    if is_cuda(csgraph):
        return checked_square(csgraph)
    in_columns = isinstance(csgraph, tuple)
    if isinstance(csgraph, Graph):
        raise TypeError("the graph is a Graph, which solve() takes, expected an N x N array")
    package = package_of(csgraph)
    if package is not None:
        raise TypeError(f"the graph is one of {package}, which solve() takes, expected an N x N array")
    if hasattr(csgraph, "to_scipy_sparse"):  # an array of the package sparse
        csgraph = from_pydata(csgraph)
    if is_sparse(csgraph):
        filled = csgraph.format == "bsr"
        csgraph = csgraph.tocsr()
        if filled:  # the zeros that fill up its blocks, in a copy
            csgraph.eliminate_zeros()
    elif not np.ma.isMaskedArray(csgraph):
        csgraph = np.asarray(array_of(csgraph))
    if csgraph.dtype.kind == "O" and csgraph.ndim == 0:
        raise TypeError(f"the graph is a {type(csgraph.item()).__name__}, expected an N x N array")
    if csgraph.dtype.kind in "cmM":
        raise TypeError(f"the graph is of {csgraph.dtype}, expected real numbers")
    if csgraph.dtype.kind not in "biuf":
        csgraph = numbers_of(csgraph)
    shape = csgraph.shape
    if len(shape) != 2:
        raise ValueError(f"the graph has {len(shape)} dimensions, expected 2: an N x N array")
    if shape[0] != shape[1]:
        columns = {2: "sources and destinations of edges are for solve() with weight=None and vertices=V",
                   3: "sources, destinations and weights of edges are for solve() with vertices=V"}.get(
                       shape[0 if in_columns else 1])
        raise ValueError(f"the graph is {shape[0]} x {shape[1]}, expected a square, N x N"
                         + (f"; {columns}, or for network() where they are names" if columns else ""))
    return csgraph


def numbers_of(matrix: Any) -> Any:
    """Objects or texts as float64. Raises what NumPy does, and where names may be meant says so."""
    try:
        return matrix.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error}: the graph is of {matrix.dtype}, expected numbers; network() takes edges "
                          "by the names of vertices") from None


def from_pydata(array: Any) -> Any:
    """A sparse array of SciPy. The fill value is no edge: 0, infinity or NaN."""
    try:
        return array.to_scipy_sparse(accept_fv=[0, np.inf, np.nan])
    except TypeError:  # before version 0.15.4 it is 0 alone
        return array.to_scipy_sparse()


def from_csgraph(csgraph: Any, *, floyd_warshall: bool = False, unweighted: bool = False) -> Graph:
    """A prepared() graph as scipy.sparse.csgraph reads it. Its floyd_warshall leaves out what is on
    the diagonal, and zeros that a mask does not hide."""
    loops = not floyd_warshall
    if is_sparse(csgraph):
        if unweighted and not floyd_warshall:  # NaN and infinity that are stored are edges as well
            csgraph = csgraph._with_data(np.ones_like(csgraph.data, dtype=np.float64), copy=False)
        return from_sparse(csgraph, loops=loops, unweighted=unweighted)
    if np.ma.isMaskedArray(csgraph):
        values = csgraph.data
        if floyd_warshall or not unweighted:
            hidden = np.ma.getmaskarray(csgraph)
            rows, columns = np.nonzero(~hidden & (values == -np.inf))
            require_weights(rows, columns, loops)
        if unweighted:  # all that no mask hides; floyd_warshall leaves out infinity and zero
            values = np.where(floyd_warshall & (np.isinf(values) | (values == 0)), np.inf, 1)
        matrix = np.where(np.ma.getmaskarray(csgraph), np.inf, values).astype(np.float64)
        return from_dense(matrix, loops=loops, unweighted=unweighted,
                          zeros_are_edges=not floyd_warshall)
    return from_dense(csgraph, loops=loops, unweighted=unweighted)


def require_weights(rows: npt.NDArray[Any], columns: npt.NDArray[Any], loops: bool) -> None:
    """Raises ValueError for an edge of minus infinity, of those at these rows and columns."""
    for row, column in zip(rows.tolist(), columns.tolist()):
        if loops or row != column:
            raise ValueError(f"the weight from {row} to {column} is -inf, {EXPECTED_WEIGHT}")


def from_dense(matrix: npt.NDArray[Any], *, loops: bool, unweighted: bool,
               zeros_are_edges: bool = False) -> Graph:
    """The edges of a dense matrix. No element that is infinite or NaN is one."""
    if matrix.dtype == np.bool_:
        matrix = matrix.view(np.uint8)
    kind = next((kind for kind in DENSE_TYPES if matrix.dtype == kind), np.float64)
    return Graph._from_dense(laid_out(matrix, kind), zeros_are_edges=zeros_are_edges,
                            loops=loops, unweighted=unweighted)


def from_sparse(csr: Any, *, loops: bool, unweighted: bool) -> Graph:
    """The edges of compressed rows of SciPy: every stored element is one, also a zero, but for infinity and
    NaN."""
    index = np.int64 if np.int64 in (csr.indptr.dtype, csr.indices.dtype) else np.int32
    stored = slice(csr.indptr[-1])  # the arrays may be longer, and hold anything beyond
    lowest = np.flatnonzero(csr.data[stored] == -np.inf)
    if lowest.size:
        rows = np.searchsorted(csr.indptr, lowest, side="right") - 1
        require_weights(rows, csr.indices[lowest], loops)
    return Graph._from_rows(laid_out(csr.indptr, index), laid_out(csr.indices[stored], index),
                           laid_out(csr.data[stored], np.float64), loops=loops, unweighted=unweighted)


def restored(vertices: int, edges: npt.NDArray[Any], directed: bool) -> Graph:
    """The Graph of what reduced() has taken."""
    made = from_edges(edges, vertices)
    made.directed = directed
    return made


def reduced(graph: Graph) -> tuple[Any, ...]:
    """A Graph as pickle and copy take it: its edges, each once."""
    whole = graph.exact and graph.exponent == 0
    edges = np.array(graph.edges) if whole else graph.weighted_edges()
    return restored, (graph.vertices, edges, graph.directed)


copyreg.pickle(Graph, reduced)  # type: ignore[arg-type]


def apart_from(graph: Graph, out: npt.NDArray[Any]) -> Graph:
    """The graph, or one of a copy of the edges where these may lie in the memory of ``out``."""
    if not graph.borrows or not np.may_share_memory(graph.edges, out):
        return graph
    copied = Graph._from_edges(graph.vertices, graph.edges.copy())
    copied.directed = graph.directed
    return copied


def new_output(shape: tuple[int, int], dtype: npt.DTypeLike | None, out: Any,
               asked: tuple[int, ...] | None = None) -> npt.NDArray[Any]:
    """The array that a solve fills in: the memory of ``out`` if it fits, else a new one. ``asked`` is the
    shape of the result where that is another one."""
    if out is None:
        kind = np.dtype(np.float64 if dtype is None else dtype)
        require_type(kind, "dtype")
        return empty(shape, kind)
    memory = memory_of(out)
    require_type(memory.dtype, "out")
    if dtype is not None and np.dtype(dtype) != memory.dtype:
        raise TypeError(f"out has the type {memory.dtype}, expected that of dtype, {np.dtype(dtype)}")
    if not memory.flags.c_contiguous or not memory.flags.writeable:
        raise ValueError("out is not writeable, or not in C order")
    if not memory.flags.aligned:
        raise ValueError(f"out is not aligned: its elements lie at no multiples of {memory.itemsize} bytes")
    if memory.shape != asked:
        require_shape(memory.shape, shape, asked)
    return memory.reshape(shape)


def require_shape(found: tuple[int, ...], expected: tuple[int, ...],
                  asked: tuple[int, ...] | None = None) -> None:
    """Raises ValueError unless as many elements lie in one row, or in rows of the same length."""
    size = int(np.prod(expected, dtype=np.int64))
    if int(np.prod(found, dtype=np.int64)) != size or (len(found) > 1 and found[-1:] != expected[-1:]):
        raise ValueError(f"out has the shape {found}, expected {expected if asked is None else asked}")


def require_type(kind: np.dtype[Any], what: str) -> None:
    if kind not in OUT_TYPES:
        raise TypeError(f"{what} has the type {kind}, expected float64, float32, int32 or uint16")
