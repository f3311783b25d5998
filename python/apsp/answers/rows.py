# SPDX-License-Identifier: MIT
"""Distances of a named graph, block of rows by block of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import apsp
from apsp import _apsp
from apsp._failures import NoAnswer
from apsp.formats.graph import EXACT, NamedGraph

Progress = Callable[[int, int], object]
SHARE = 3  # of the memory that is available, rows of one solve take one part of so many
LEAST_ROWS = 64
MOST_BYTES = 1 << 30  # of one solve of few edges, which costs less to begin again than new pages do
FEW_EDGES = 16  # a vertex
BLOCK_BYTES = 64 << 20  # of distances, which whoever takes a block may copy several times


@dataclass(frozen=True)
class Asked:
    """Rows and columns of a graph, and how they are called."""

    graph: NamedGraph
    sources: npt.NDArray[np.int64] | None = None  #: None: every vertex
    targets: npt.NDArray[np.int64] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        return (self.graph.vertices if self.sources is None else len(self.sources),
                self.graph.vertices if self.targets is None else len(self.targets))

    @property
    def source_names(self) -> list[str]:
        return names_of(self.graph, self.sources)

    @property
    def target_names(self) -> list[str]:
        return names_of(self.graph, self.targets)

    @property
    def whole(self) -> bool:
        """Whether all lengths are whole numbers."""
        weight = self.graph.weight
        return bool((weight == np.rint(weight)).all())


@dataclass(frozen=True)
class Answer(Asked):
    """All distances of these rows and columns."""

    predecessors: bool = False
    device: str = "auto"
    threads: int = 0


@dataclass
class Block:
    """Some rows in their order; infinity is no path."""

    first: int
    distances: npt.NDArray[np.float64]
    predecessors: npt.NDArray[np.int32] | None = None


def names_of(graph: NamedGraph, chosen: npt.NDArray[np.int64] | None) -> list[str]:
    return graph.all_names() if chosen is None else [graph.name(vertex) for vertex in chosen.tolist()]


def prepared(graph: NamedGraph) -> tuple[apsp.Graph, float]:
    """What the solver takes, and the number that its distances are divided by. Decimals become whole
    numbers, whose sums are exact."""
    weights, digits = graph.scaled()
    made = apsp.graph((graph.source, graph.target, weights), graph.vertices, directed=graph.directed)
    return made, 10.0**digits


def named_cycle(graph: NamedGraph, error: Exception) -> NoAnswer:
    """A negative cycle by the names of its vertices."""
    cycle = list(getattr(error, "vertices", ()))
    if not cycle:
        return NoAnswer(str(error))
    names = [graph.name(vertex) for vertex in cycle]
    if len(names) > 12:
        names = [*names[:6], "...", *names[-6:]]
    hint = "; an edge below 0 leads both ways here" if not graph.directed else ""
    return NoAnswer("the graph has a negative cycle, so that no path is shortest: "
                    + " -> ".join([*names, names[0]]) + f", {len(cycle)} vertices{hint}")


def block_rows(rows: int, size: int) -> int:
    """As many rows of this size as fit into a part of the memory: all, or less."""
    count = rows
    while count > LEAST_ROWS:
        try:
            _apsp.require_memory(min(SHARE * count * size, 2**62), "rows of distances")
            return count
        except MemoryError:
            count = -(-count // 2)
    return max(count, 1)


def some_sources(asked: Asked, first: int, last: int) -> npt.NDArray[np.int64] | None:
    """The vertices of some rows; None: every vertex."""
    if asked.sources is not None:
        return asked.sources[first:last]
    return None if last - first == asked.graph.vertices else np.arange(first, last)


def distances(answer: Answer, progress: Progress | None = None) -> Iterator[Block]:
    """The rows, in small blocks of solves of as many as fit into memory."""
    graph = answer.graph
    taken, unit = prepared(graph)
    rows, columns = answer.shape
    size = (12 if answer.predecessors else 8) * max(columns, 1)
    step = block_rows(rows, size)
    if len(graph.weight) <= FEW_EDGES * graph.vertices:
        step = min(step, max(LEAST_ROWS, MOST_BYTES // size))
    for first in range(0, rows, step):
        last = min(first + step, rows)
        sources = some_sources(answer, first, last)
        moved = None if progress is None else part_of(progress, first, last - first, rows)
        try:
            found = apsp.solve(taken, sources=sources, targets=answer.targets,
                               return_predecessors=answer.predecessors, device=answer.device,
                               threads=answer.threads, progress=moved)
        except Exception as error:
            if type(error).__name__ not in ("NegativeCycle", "NegativeCycleError"):
                raise
            raise named_cycle(graph, error) from None
        lengths, before = found if answer.predecessors else (found, None)
        require_exact(answer, lengths, unit)
        if unit != 1:
            np.divide(lengths, unit, out=lengths)
        part = max(1, BLOCK_BYTES // (8 * max(columns, 1)))
        for begin in range(0, last - first, part):
            end = begin + part
            yield Block(first + begin, lengths[begin:end], None if before is None else before[begin:end])


def part_of(progress: Progress, first: int, count: int, rows: int) -> Progress:
    """Progress of one block as that of all."""
    scale = 1000

    def move(done: int, total: int) -> None:
        progress(scale * first + scale * count * done // max(total, 1), scale * rows)

    return move


def require_exact(asked: Asked, lengths: npt.NDArray[np.float64], unit: float) -> None:
    """Raises NoAnswer where weights are whole numbers of units, and float64 does not hold each length."""
    largest = float(np.abs(asked.graph.weight).max(initial=0)) * unit
    if largest * asked.graph.vertices < EXACT or (unit == 1 and (largest >= EXACT or not asked.whole)):
        return
    finite = np.isfinite(lengths)
    if max(lengths.max(where=finite, initial=0), -lengths.min(where=finite, initial=0)) >= EXACT:
        if unit == 1:
            raise NoAnswer(f"a length is beyond {EXACT:,}, where whole numbers are not exact any more; "
                           "--weight of another unit")
        raise NoAnswer(f"a length is beyond {EXACT / unit:g}, where its decimals are not exact any more; "
                       "fewer digits behind the point, or --weight of another unit")


def write(answer: Answer, path: str, *, progress: Progress | None = None, **options: Any) -> None:
    """Computes the answer and writes it to a file of the kind that its suffix names.

    Raises UsageFailure for a suffix that is not known or for options that do not fit it, OutputFailure for
    a file that cannot be written, NoAnswer for a negative cycle, or a length that the file cannot hold.
    """
    from apsp.answers.kinds import writer_for

    writer = writer_for(path)
    writer(answer, path, lambda: distances(answer, progress), **options)
