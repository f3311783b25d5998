# SPDX-License-Identifier: MIT
# The package as type checkers see it: what a call returns, by return_predecessors. Arrays in the memory
# of a GPU, an `out` that is no array of NumPy, and a bool that is not known give Any.
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from apsp import maps as maps
from apsp._apsp import UNREACHABLE as UNREACHABLE
from apsp._apsp import Graph as Graph
from apsp._batch import batch as batch
from apsp._checks import instruction_sets as instruction_sets
from apsp._cuda import Gpu as Gpu
from apsp._cuda import devices as devices
from apsp._errors import NegativeCycle as NegativeCycle
from apsp._errors import NegativeCycleError as NegativeCycleError
from apsp._files import read_distances as read_distances
from apsp._files import write as write
from apsp._files import write_distances as write_distances
from apsp._graphs import graph as graph
from apsp._graphs import read as read
from apsp._memory import release_memory as release_memory
from apsp._names import Distances as Distances
from apsp._names import Network as Network
from apsp._names import Predecessors as Predecessors
from apsp._near import nearest as nearest
from apsp._near import within as within
from apsp._network import network as network
from apsp._pairs import distances as distances
from apsp._plan import Plan as Plan
from apsp._plan import plan as plan
from apsp._prepared import Prepared as Prepared
from apsp._prepared import prepare as prepare
from apsp._summary import Summary as Summary
from apsp._summary import plot_histogram as plot_histogram
from apsp._summary import summary as summary

__version__: str

class _OnDevice(Protocol):
    """An array of CuPy, PyTorch or others that may lie in the memory of a GPU."""

    @property
    def __cuda_array_interface__(self) -> Any: ...

_Distances = NDArray[Any]
_Predecessors = NDArray[np.int32]
_Out = NDArray[Any] | None
_Weight = str | Callable[..., Any] | Sequence[Any] | NDArray[Any] | None
_Vertex = int | np.integer[Any]
_Vertices = Sequence[int] | NDArray[Any]

@overload
def shortest_path(csgraph: _OnDevice, *args: Any, **options: Any) -> Any: ...
@overload
def shortest_path(
    csgraph: Any,
    method: str = "auto",
    directed: bool = True,
    return_predecessors: Literal[False] = False,
    unweighted: bool = False,
    overwrite: bool = False,
    indices: Any = None,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> _Distances: ...
@overload
def shortest_path(
    csgraph: Any,
    method: str = "auto",
    directed: bool = True,
    return_predecessors: Literal[True] = ...,
    unweighted: bool = False,
    overwrite: bool = False,
    indices: Any = None,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> tuple[_Distances, _Predecessors]: ...
@overload
def shortest_path(
    csgraph: Any,
    method: str = "auto",
    directed: bool = True,
    return_predecessors: bool = False,
    unweighted: bool = False,
    overwrite: bool = False,
    indices: Any = None,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> Any: ...

@overload
def floyd_warshall(csgraph: _OnDevice, *args: Any, **options: Any) -> Any: ...
@overload
def floyd_warshall(
    csgraph: Any,
    directed: bool = True,
    return_predecessors: Literal[False] = False,
    unweighted: bool = False,
    overwrite: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> _Distances: ...
@overload
def floyd_warshall(
    csgraph: Any,
    directed: bool = True,
    return_predecessors: Literal[True] = ...,
    unweighted: bool = False,
    overwrite: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> tuple[_Distances, _Predecessors]: ...
@overload
def floyd_warshall(
    csgraph: Any,
    directed: bool = True,
    return_predecessors: bool = False,
    unweighted: bool = False,
    overwrite: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> Any: ...

@overload
def johnson(csgraph: _OnDevice, *args: Any, **options: Any) -> Any: ...
@overload
def johnson(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[False] = False,
    unweighted: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> _Distances: ...
@overload
def johnson(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[True] = ...,
    unweighted: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> tuple[_Distances, _Predecessors]: ...
@overload
def johnson(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> Any: ...

@overload
def bellman_ford(csgraph: _OnDevice, *args: Any, **options: Any) -> Any: ...
@overload
def bellman_ford(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[False] = False,
    unweighted: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> _Distances: ...
@overload
def bellman_ford(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[True] = ...,
    unweighted: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> tuple[_Distances, _Predecessors]: ...
@overload
def bellman_ford(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> Any: ...

@overload
def dijkstra(csgraph: _OnDevice, *args: Any, **options: Any) -> Any: ...
@overload
def dijkstra(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[False] = False,
    unweighted: bool = False,
    limit: float = ...,
    min_only: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> _Distances: ...
@overload
def dijkstra(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[True] = ...,
    unweighted: bool = False,
    limit: float = ...,
    min_only: Literal[False] = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> tuple[_Distances, _Predecessors]: ...
@overload
def dijkstra(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: Literal[True] = ...,
    unweighted: bool = False,
    limit: float = ...,
    min_only: Literal[True] = ...,
    *,
    targets: None = None,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> tuple[_Distances, _Predecessors, _Predecessors]: ...
@overload
def dijkstra(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    limit: float = ...,
    min_only: bool = False,
    *,
    targets: Any = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    device: str = "auto",
    progress: Any = None,
) -> Any: ...

@overload
def path(
    predecessors: Any, source: _Vertex, target: _Vertex, *, sources: Any = None
) -> list[int]: ...
@overload
def path(
    predecessors: Any, source: Any, target: _Vertices, *, sources: Any = None
) -> tuple[_Predecessors, NDArray[np.int64]]: ...
@overload
def path(
    predecessors: Any, source: _Vertices, target: Any, *, sources: Any = None
) -> tuple[_Predecessors, NDArray[np.int64]]: ...
@overload
def solve(graph: _OnDevice, *args: Any, **options: Any) -> Any: ...
@overload
def solve(
    graph: Network,
    vertices: int | None = None,
    *,
    sources: Any = None,
    targets: Any = None,
    limit: float = ...,
    directed: bool | None = None,
    weight: _Weight = "weight",
    return_predecessors: Literal[False] = False,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    method: str | None = None,
    width: str | None = None,
    instruction_set: str = "",
    device: str = "auto",
    gpus: Any = (),
    progress: Any = None,
) -> Distances: ...
@overload
def solve(
    graph: Network,
    vertices: int | None = None,
    *,
    sources: Any = None,
    targets: Any = None,
    limit: float = ...,
    directed: bool | None = None,
    weight: _Weight = "weight",
    return_predecessors: Literal[True] = ...,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    method: str | None = None,
    width: str | None = None,
    instruction_set: str = "",
    device: str = "auto",
    gpus: Any = (),
    progress: Any = None,
) -> tuple[Distances, Predecessors]: ...
@overload
def solve(
    graph: Network,
    vertices: int | None = None,
    *,
    sources: Any = None,
    targets: Any = None,
    limit: float = ...,
    directed: bool | None = None,
    weight: _Weight = "weight",
    return_predecessors: bool = False,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    method: str | None = None,
    width: str | None = None,
    instruction_set: str = "",
    device: str = "auto",
    gpus: Any = (),
    progress: Any = None,
) -> Any: ...
@overload
def solve(
    graph: Any,
    vertices: int | None = None,
    *,
    sources: Any = None,
    targets: Any = None,
    limit: float = ...,
    directed: bool | None = None,
    weight: _Weight = "weight",
    return_predecessors: Literal[False] = False,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    method: str | None = None,
    width: str | None = None,
    instruction_set: str = "",
    device: str = "auto",
    gpus: Any = (),
    progress: Any = None,
) -> _Distances: ...
@overload
def solve(
    graph: Any,
    vertices: int | None = None,
    *,
    sources: Any = None,
    targets: Any = None,
    limit: float = ...,
    directed: bool | None = None,
    weight: _Weight = "weight",
    return_predecessors: Literal[True] = ...,
    dtype: DTypeLike | None = None,
    out: _Out = None,
    threads: int = 0,
    method: str | None = None,
    width: str | None = None,
    instruction_set: str = "",
    device: str = "auto",
    gpus: Any = (),
    progress: Any = None,
) -> tuple[_Distances, _Predecessors]: ...
@overload
def solve(
    graph: Any,
    vertices: int | None = None,
    *,
    sources: Any = None,
    targets: Any = None,
    limit: float = ...,
    directed: bool | None = None,
    weight: _Weight = "weight",
    return_predecessors: bool = False,
    dtype: DTypeLike | None = None,
    out: Any = None,
    threads: int = 0,
    method: str | None = None,
    width: str | None = None,
    instruction_set: str = "",
    device: str = "auto",
    gpus: Any = (),
    progress: Any = None,
) -> Any: ...
