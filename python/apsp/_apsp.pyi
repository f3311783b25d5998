from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


UNREACHABLE: int = 1073741823

def version() -> str: ...

def instruction_sets() -> list[str]: ...

class ArrayGraph:
    @overload
    @staticmethod
    def from_dense(matrix: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], zeros_are_edges: bool = False, loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @overload
    @staticmethod
    def from_dense(matrix: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], zeros_are_edges: bool = False, loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @overload
    @staticmethod
    def from_dense(matrix: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], zeros_are_edges: bool = False, loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @overload
    @staticmethod
    def from_dense(matrix: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], zeros_are_edges: bool = False, loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @overload
    @staticmethod
    def from_dense(matrix: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], zeros_are_edges: bool = False, loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @overload
    @staticmethod
    def from_rows(begins: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @overload
    @staticmethod
    def from_rows(begins: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], loops: bool = True, unweighted: bool = False) -> ArrayGraph: ...

    @staticmethod
    def from_edges(vertices: int, edges: Annotated[NDArray[numpy.int32], dict(shape=(None, 3), order='C', device='cpu', writable=False)]) -> ArrayGraph: ...

    def with_super_source(self, targets: Sequence[int]) -> ArrayGraph: ...

    @property
    def exact(self) -> bool: ...

    @property
    def exponent(self) -> int: ...

    @property
    def vertices(self) -> int: ...

    @property
    def edges(self) -> int: ...

@overload
def batch_edges(edges: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False) -> None: ...

@overload
def batch_edges(edges: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False) -> None: ...

@overload
def batch_edges(edges: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False) -> None: ...

@overload
def batch_edges(edges: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False) -> None: ...

@overload
def batch_dense(weights: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False, zero_is_no_edge: bool = False) -> None: ...

@overload
def batch_dense(weights: Annotated[NDArray[numpy.uint16], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False, zero_is_no_edge: bool = False) -> None: ...

@overload
def batch_dense(weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False, zero_is_no_edge: bool = False) -> None: ...

@overload
def batch_dense(weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], *, threads: int = 0, instruction_set: str = '', minus_one: bool = False, zero_is_no_edge: bool = False) -> None: ...

def solve(graph: ArrayGraph, out: Annotated[NDArray, dict(order='C', device='cpu')], *, sources: Sequence[int] | None = None, undirected: bool = False, limit: float = float('inf'), threads: int = 0, method: str | None = None, width: str | None = None, instruction_set: str = '', progress: object | None = None) -> None: ...

def summary(graph: ArrayGraph, *, sources: Sequence[int] | None = None, undirected: bool = False, threads: int = 0, method: str | None = None, width: str | None = None, instruction_set: str = '', progress: object | None = None) -> dict: ...
