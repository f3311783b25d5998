# SPDX-License-Identifier: MIT
"""`apsp convert IN OUT`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apsp.command.graphs import GraphCommand, takes_graph

if TYPE_CHECKING:
    from apsp.answers.files import NamedFiles
    from apsp.formats import NamedGraph


@click.command(cls=GraphCommand, epilog="""\b
OUT by its suffix, or by --to: .bin (the programs' graph file), .csv .tsv
.txt .parquet .graphml .gexf .gml .json .net .dot .gr .graph .mtx .npz .npy""")
@takes_graph
@click.argument("out", metavar="OUT")
@click.option("--to", metavar="SUFFIX", help="Format of OUT, such as csv for -.")
@click.option("--scale", metavar="X", help="Weights become the nearest whole numbers to X times them.")
def command(graph: NamedGraph, quiet: bool, files: NamedFiles, out: str, to: str | None,
            scale: str | None) -> None:
    """Write the graph IN as OUT, in another format.

    Names that OUT cannot hold go to OUT.names, one a line.
    """
    from apsp.command.console import extent
    from apsp.formats.writers import write

    files.write("OUT", out)
    files.write("OUT.names", None if out == "-" else f"{out}.names")
    if scale is not None:
        rescale(graph, scale)
    for line in write(graph, out, to):
        click.echo(f"apsp: {line}", err=True)
    if not quiet:
        click.echo(f"apsp: {extent(graph.vertices, graph.edges)}, read as {graph.kind}", err=True)


def rescale(graph: NamedGraph, text: str) -> None:
    """Multiplies the weights in exact decimal arithmetic, and rounds halves away from 0."""
    import math
    from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

    import numpy as np

    from apsp._failures import InputFailure

    try:
        factor = Decimal(text)
    except InvalidOperation:
        factor = Decimal(0)
    if not factor.is_finite() or not 0 < float(factor) < math.inf:
        raise click.UsageError(f"--scale is {text!r}, expected a number above 0, such as 1000 or 0.5")
    # repr() gives the decimal that the file has.
    scaled = [Decimal(repr(weight)) * factor for weight in graph.weight.tolist()]
    rounded = [weight.to_integral_value(ROUND_HALF_UP) for weight in scaled]
    changed = sum(weight != other for weight, other in zip(scaled, rounded))
    graph.weight = np.array([float(weight) for weight in rounded])
    for exact, held in zip(rounded, graph.weight.tolist()):
        if exact != held:
            raise InputFailure(graph.path or "standard input", f"a weight times --scale {text} is {held:g}, "
                               "expected a whole number that float64 holds, to 9,007,199,254,740,992")
    if changed:
        click.echo(f"apsp: {changed:,} of {graph.edges:,} weights are rounded by --scale {text}", err=True)
