# SPDX-License-Identifier: MIT
"""What a solve would do, before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apsp import _apsp, _cuda, _graphs
from apsp._checks import checked_threads, require_choices
from apsp._packages import Weight, chosen_vertices


@dataclass(frozen=True)
class Plan:
    """The method that is chosen, and what it takes. Bytes are those of 16-bit arithmetic."""

    method: str
    seconds: float  #: of computing, roughly
    methods: dict[str, float]  #: those of every method that was looked at; infinite: no memory for it
    memory: int  #: bytes beside graph and result
    gpu_memory: int  #: likewise, of all GPUs together
    result: int  #: bytes of the distances as int32
    lack: str | None  #: why there is not memory enough; None: there is


def plan(graph: Any, vertices: int | None = None, *, sources: Any = None,
         directed: bool | None = None, weight: Weight = "weight", threads: int = 0,
         method: str | None = None, width: str | None = None, instruction_set: str = "",
         device: str = "auto", gpus: Any = ()) -> Plan:
    """Choose as :func:`solve` does, and stop there: before an hour of work.

    Parameters and exceptions are those of :func:`solve`. Weights are integers, or integers times one
    power of two.
    """
    threads = checked_threads(threads)
    require_choices(device=device, method=method, width=width, instruction_set=instruction_set)
    taken = _graphs.graph(graph, vertices, directed=directed, weight=weight)
    chosen = None if sources is None else (
        chosen_vertices(graph, taken.vertices, sources).ravel().tolist())
    return Plan(**_apsp.plan(taken, sources=chosen, threads=threads, method=method, width=width,
                             instruction_set=instruction_set, device=device,
                             gpus=_cuda.checked_gpus(gpus)))
