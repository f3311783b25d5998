# SPDX-License-Identifier: MIT
"""`apsp bench`."""

from __future__ import annotations

import time
from typing import Any

import click

#: Seconds of docs/python.md, on two threads of Zen 5 with AVX-512.
DOCUMENTED = {("dense", 5000): 0.145, ("road", 19_881): 0.288}


@click.command()
@click.option("--quick", is_flag=True, help="Small graphs: some seconds.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="The best one counts.")
@click.option("--scipy", "with_scipy", is_flag=True, help="Also SciPy, on a small graph.")
def command(quick: bool, repeats: int, with_scipy: bool) -> None:
    """Time this machine beside the documented one.

    The graphs are those of docs/python.md: a complete one, and a grid of roads. The documented seconds are
    those of two threads of a Zen 5 with AVX-512.
    """
    import os

    import apsp
    from apsp.command.console import console, table

    threads = os.environ.get("OMP_NUM_THREADS") or str(len(os.sched_getaffinity(0)))
    click.echo(f"apsp {apsp.__version__}, {apsp.instruction_sets()[0]}, {threads} threads, best of {repeats}")
    rows = []
    for kind, size, name in (("dense", 1000 if quick else 5000, "floyd_warshall"),
                             ("road", 2500 if quick else 20_000, "dijkstra")):
        graph = GRAPHS[kind](size)
        vertices = graph.shape[0]
        try:
            seconds = min(timed(getattr(apsp, name), graph) for _ in range(repeats))
        except MemoryError as error:
            click.echo(f"apsp: {kind} of {vertices:,} vertices is left out: {error}", err=True)
            continue
        rows.append((kind, f"{vertices:,}", f"apsp {name}", f"{seconds:.3g}",
                     f"{DOCUMENTED[kind, vertices]:.3g}" if (kind, vertices) in DOCUMENTED else ""))
        if with_scipy:
            rows += compared(kind, name, 400 if kind == "dense" else 2500)
    made = table("graph", ">vertices", "call", ">seconds", ">documented")
    for row in rows:
        made.add_row(*row)
    console().print(made)


def timed(call: Any, graph: Any) -> float:
    began = time.perf_counter()
    call(graph)
    return time.perf_counter() - began


def compared(kind: str, name: str, size: int) -> list[tuple[str, str, str, str, str]]:
    """Our call and that of SciPy on a graph that is small enough for it."""
    import scipy.sparse.csgraph

    import apsp

    graph = GRAPHS[kind](size)
    found = []
    for package, module in (("apsp", apsp), ("SciPy", scipy.sparse.csgraph)):
        seconds = min(timed(getattr(module, name), graph) for _ in range(2))
        found.append((kind, f"{graph.shape[0]:,}", f"{package} {name}", f"{seconds:.3g}", ""))
    return found


def dense(vertices: int) -> Any:
    """A complete digraph with weights of 1 to 99."""
    import numpy as np

    return np.random.default_rng(1).integers(1, 100, (vertices, vertices)).astype(float)


def road(vertices: int) -> Any:
    """A square grid with weights of 1 to 99, both ways, and every tenth street missing."""
    import numpy as np
    from scipy.sparse import coo_array

    side = int(vertices**0.5)
    rng = np.random.default_rng(2)
    number = np.arange(side * side).reshape(side, side)
    ends = np.concatenate([np.stack([one.ravel(), other.ravel()]) for one, other in (
        (number[:, :-1], number[:, 1:]), (number[:-1], number[1:]))], axis=1)
    ends = ends[:, rng.random(ends.shape[1]) > 0.1]
    weights = rng.integers(1, 100, ends.shape[1]).astype(float)
    half = coo_array((weights, tuple(ends)), shape=(side * side,) * 2).tocsr()
    return (half + half.T).tocsr()


GRAPHS = {"dense": dense, "road": road}
