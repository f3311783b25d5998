# SPDX-License-Identifier: MIT
"""`apsp view IN`."""

from __future__ import annotations

import pathlib
from typing import Any

import click

from apsp.command.graphs import NAMES, OPTIONS, GraphCommand, read, tell

LEAST = 4  # letters of a column


def options(function: Any) -> Any:
    for option in reversed(OPTIONS):
        function = option(function)
    return function


@click.command(cls=GraphCommand)
@click.argument("path", metavar="IN")
@options
@click.option("--distances", is_flag=True, help="IN holds distances, as apsp solve writes them.")
@click.option("--rows", type=click.IntRange(1), default=10, show_default=True, help="Edges, or rows of "
                                                                                    "distances.")
def command(path: str, distances: bool, rows: int, quiet: bool, **arguments: Any) -> None:
    """Show the first edges of the graph IN, or with --distances a window of distances.

    How IN was read is told first.
    """
    from apsp.answers.files import NamedFiles

    files = NamedFiles()
    files.read_with_names("IN", path)
    files.print()
    if distances:
        show_distances(path, rows)
        return
    graph = read(path, **{name: arguments[name] for name in NAMES})
    tell(graph, quiet)
    from rich.text import Text

    from apsp.answers.tables import short
    from apsp.command.console import console, extent, table

    click.echo(f"{pathlib.PurePath(path).name}: {graph.kind}, {extent(graph.vertices, graph.edges)}, "
               f"{'directed' if graph.directed else 'undirected'}")
    made = table("source", "target", ">weight")
    for one, other, weight in zip(graph.source[:rows].tolist(), graph.target[:rows].tolist(),
                                  graph.weight[:rows].tolist()):
        made.add_row(Text(graph.name(one)), Text(graph.name(other)), short(weight))
    out = console()
    out.print(made)
    if graph.edges > rows:
        click.echo(f"... {graph.edges - rows:,} more")


def show_distances(path: str, rows: int) -> None:
    """As many columns as the terminal is wide."""
    from rich.text import Text

    from apsp.answers.reading import read as read_distances
    from apsp.answers.tables import short
    from apsp.command.console import console, table

    found = read_distances(path)
    height, width = found.values.shape
    names = [str(place) for place in range(min(rows, height))] if found.sources is None else list(
        found.sources[:rows])
    targets = [str(place) for place in range(width)] if found.targets is None else list(found.targets)
    fields = [[("-" if length == float("inf") else short(length)) for length in row]
              for row in found.rows(slice(0, rows))[:, :60].tolist()]
    out = console()
    left = out.width - max(map(len, ["", *names])) - 2
    columns = 0
    while columns < min(width, 60):
        left -= max(LEAST, len(targets[columns]), *(len(row[columns]) for row in fields)) + 2
        if left < 0:
            break
        columns += 1
    columns = max(columns, min(width, 1))
    absent = "no path, or a pair that the file leaves out" if found.pairs else "no path"
    click.echo(f"{pathlib.PurePath(path).name}: {height:,} x {width:,} distances"
               + (f", the first {len(names)} rows and {columns} columns" if len(names) < height
                  or columns < width else "") + f"; - is {absent}")
    made = table("", *(">" + target for target in targets[:columns]))
    for name, row in zip(names, fields):
        made.add_row(Text(name, style="bold"), *row[:columns])
    out.print(made)
