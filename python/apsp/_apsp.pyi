# SPDX-License-Identifier: MIT
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

Index = NDArray[Any]  # of int32 or int64

UNREACHABLE: int

def version() -> str: ...
def instruction_sets() -> list[str]:
    """Those that this processor runs, best first."""

class Graph:
    """A graph as the solver takes it. Made by :func:`apsp.graph`."""

    @staticmethod
    def _from_dense(
        matrix: NDArray[Any], zeros_are_edges: bool = ..., loops: bool = ..., unweighted: bool = ...
    ) -> Graph: ...
    @staticmethod
    def _from_rows(
        begins: Index,
        columns: Index,
        weights: NDArray[np.float64],
        loops: bool = ...,
        unweighted: bool = ...,
    ) -> Graph: ...
    @staticmethod
    def _from_columns(
        vertices: int,
        sources: NDArray[np.int32],
        destinations: NDArray[np.int32],
        weights: NDArray[np.float64],
    ) -> Graph: ...
    @staticmethod
    def _from_edges(vertices: int, edges: NDArray[np.int32]) -> Graph: ...
    def _with_super_source(self, targets: Sequence[int]) -> Graph: ...
    def _set_order(self, order: NDArray[np.int32]) -> None: ...
    def __len__(self) -> int:
        """The number of vertices."""
    def __eq__(self, other: object) -> bool:
        """Whether vertices, direction and edges are the same, these in any order."""
    __hash__: None  # type: ignore[assignment]
    directed: bool
    """Whether an edge leads one way only."""
    @property
    def exact(self) -> bool:
        """Whether all weights are integers times 2^exponent."""
    @property
    def exponent(self) -> int:
        """The power of two that the weights of edges are in units of."""
    @property
    def has_negative(self) -> bool:
        """Whether a weight is below 0."""
    @property
    def borrows(self) -> bool:
        """Whether the edges lie in an array that was handed in."""
    @property
    def vertices(self) -> int:
        """The number of vertices."""
    @property
    def edges(self) -> NDArray[np.int32]:
        """Source, destination, weight of each edge: a read-only view. Raises ValueError for a graph
        that is not exact."""
    def weighted_edges(self) -> NDArray[np.float64]:
        """Source, destination, weight of each edge, also of a graph that is not exact: a copy."""

class Prepared:
    """A graph that is prepared once. Made by :func:`apsp.prepare`."""

    @overload
    def __init__(self, graph: Graph, order: Sequence[int] | None = ..., threads: int = ...) -> None: ...
    @overload
    def __init__(self, graph: Graph, *, saved: str) -> None: ...
    def save(self, path: str) -> None: ...
    @property
    def vertices(self) -> int: ...
    @property
    def edge_count(self) -> int: ...
    @property
    def order(self) -> NDArray[np.int32]: ...
    def edges(self) -> NDArray[np.float64]: ...
    def update(self, weights: NDArray[np.float64], edges: NDArray[np.int64] | None = ...) -> None: ...
    def distances(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32], out: NDArray[np.float64]
    ) -> None: ...
    def paths(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...

def empty_bytes(bytes: int) -> NDArray[np.uint8]:
    """Memory for a large array: that of an earlier one, where what was kept is as large."""

def require_memory(bytes: int, what: str) -> None:
    """Raises MemoryError unless so many are available, if need be without what is kept."""

def release_memory() -> None:
    """Returns to the system what is kept of the memory of earlier calls."""

def solve(
    graph: Graph,
    out: NDArray[Any],
    predecessors: NDArray[np.int32] | None = ...,
    *,
    sources: Sequence[int] | None = ...,
    limit: float = ...,
    threads: int = ...,
    method: str | None = ...,
    width: str | None = ...,
    instruction_set: str = ...,
    device: str = ...,
    gpus: Sequence[int] = ...,
    progress: Callable[[int, int], object] | None = ...,
    promised: int = ...,
    targets: Sequence[int] | None = ...,
) -> None: ...
def summary(
    graph: Graph,
    *,
    sources: Sequence[int] | None = ...,
    threads: int = ...,
    method: str | None = ...,
    width: str | None = ...,
    instruction_set: str = ...,
    device: str = ...,
    gpus: Sequence[int] = ...,
    progress: Callable[[int, int], object] | None = ...,
    checkpoint: str = ...,
) -> dict[str, Any]: ...
def near(
    graph: Graph,
    *,
    sources: Sequence[int] | None = ...,
    targets: Sequence[int] | None = ...,
    limit: float = ...,
    limits: NDArray[np.float64] | None = ...,
    nearest: int | None = ...,
    path_vertex: int = ...,
    threads: int = ...,
    progress: Callable[[int, int], object] | None = ...,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]: ...
def plan(
    graph: Graph,
    *,
    sources: Sequence[int] | None = ...,
    threads: int = ...,
    method: str | None = ...,
    width: str | None = ...,
    instruction_set: str = ...,
    device: str = ...,
    gpus: Sequence[int] = ...,
) -> dict[str, Any]: ...
def devices() -> list[tuple[int, str, int]]:
    """Number, name and bytes of each GPU."""

def dlpack_array(array: Any) -> tuple[int, str, tuple[int, ...], tuple[int, ...]]:
    """Address, type, shape, and strides in elements, of an array in the memory of a GPU."""

def solve_on_device(
    *,
    weights: int,
    type: str,
    vertices: int,
    strides: tuple[int, ...],
    out: int,
    out_type: str,
    sources: Sequence[int] | None = ...,
    directed: bool = ...,
    loops: bool = ...,
    unweighted: bool = ...,
    method: str | None = ...,
    width: str | None = ...,
    instruction_set: str = ...,
    device: str = ...,
    gpus: Sequence[int] = ...,
    progress: Callable[[int, int], object] | None = ...,
) -> None: ...
def solve_batch_on_device(
    *,
    weights: int,
    type: str,
    graphs: int,
    vertices: int,
    strides: tuple[int, ...],
    sizes: NDArray[np.int32] | None = ...,
    out: int,
    out_type: str,
    fill: float | None = ...,
    limit: float = ...,
    undirected: bool = ...,
    zero_is_no_edge: bool = ...,
    progress: Callable[[int, int], object] | None = ...,
) -> None: ...
def read_graph(path: str) -> Graph: ...
def write_graph(graph: Graph, path: str) -> None: ...
def read_distances(path: str, shape: tuple[int, int] | None = None) -> NDArray[np.int32]: ...
def write_distances(rows: NDArray[np.int32], path: str) -> None: ...
def batch_edges(
    sources: Index,
    destinations: Index,
    weights: NDArray[Any],
    offsets: NDArray[np.int64],
    sizes: NDArray[np.int32],
    vertices: int,
    out: NDArray[Any],
    *,
    threads: int = ...,
    instruction_set: str = ...,
    fill: float | None = ...,
    limit: float = ...,
    undirected: bool = ...,
    packed: bool = ...,
    predecessors: NDArray[np.int32] | None = ...,
    progress: Callable[[int, int], object] | None = ...,
) -> None: ...
def batch_dense(
    weights: NDArray[Any],
    sizes: NDArray[np.int32],
    vertices: int,
    out: NDArray[Any],
    *,
    threads: int = ...,
    instruction_set: str = ...,
    fill: float | None = ...,
    limit: float = ...,
    undirected: bool = ...,
    packed: bool = ...,
    zero_is_no_edge: bool = ...,
    predecessors: NDArray[np.int32] | None = ...,
    progress: Callable[[int, int], object] | None = ...,
) -> None: ...
def batch_group(
    sources: Index,
    destinations: Index,
    firsts: NDArray[np.int64],
    offsets: NDArray[np.int64],
    near_sources: NDArray[np.int32],
    near_destinations: NDArray[np.int32],
) -> bool: ...
def settle(
    begins: NDArray[np.int32],
    heads: NDArray[np.int32],
    weights: NDArray[np.float64],
    sources: NDArray[np.int32],
    distances: NDArray[np.float64],
    order: NDArray[np.int32],
    parents: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> None: ...
