# SPDX-License-Identifier: MIT
"""`apsp check IN DISTANCES`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apsp.command.graphs import GraphCommand, takes_graph, vertices
from apsp.command.limits import takes_limits

if TYPE_CHECKING:
    from decimal import Decimal

    from apsp.answers.files import NamedFiles
    from apsp.formats import NamedGraph

WORK = 3e9  # of edges looked at, in about a minute


@click.command(cls=GraphCommand)
@takes_graph
@click.argument("distances", metavar="DISTANCES")
@click.option("--sources", metavar="LIST", help="The rows of DISTANCES, where the file has no names.")
@click.option("--targets", metavar="LIST", help="Its columns, likewise.")
@click.option("--rows", metavar="N|all", help="How many rows, at random; default: as many as take a minute.")
@takes_limits
def command(graph: NamedGraph, quiet: bool, files: NamedFiles, distances: str, sources: str | None,
            targets: str | None, rows: str | None, within: Decimal | None, nearest: int | None) -> int:
    """Check DISTANCES against the graph IN.

    SciPy computes the rows anew. The exit code is 1 where one is wrong. --within and --nearest are those
    that DISTANCES were solved with.
    """
    from apsp.answers import near_reading
    from apsp.answers.checking import check
    from apsp.answers.near import NearAnswer, require_no_edge_below_0
    from apsp.answers.reading import Distances, read
    from apsp.answers.tables import short
    from apsp.command.console import progress

    files.read_with_names("DISTANCES", distances)
    files.read_lists(sources=sources, targets=targets)
    files.print()
    chosen = [vertices(graph, sources), vertices(graph, targets)]
    near = None
    found: Distances | near_reading.SparseDistances
    if within is None and nearest is None:
        ends = [list(range(graph.vertices)) if one is None else one.tolist() for one in chosen]
        found = read(distances, (len(ends[0]), len(ends[1])))
        for place, names in enumerate((found.sources, found.targets)):
            if names is not None and chosen[place] is None:
                ends[place] = graph.numbers(names).tolist()
        require_shape(distances, found.values.shape, (len(ends[0]), len(ends[1])))
    else:
        near = NearAnswer(graph, limit=within, nearest=nearest)
        require_no_edge_below_0(near)
        found = near_reading.read(distances, graph, *chosen)
        ends = [found.sources, found.targets]
    count = number_of_rows(rows, len(ends[0]), graph.edges + graph.vertices)
    with progress("checking", quiet) as moved:
        verdict = check(graph, found, ends[0], ends[1], count, moved, near)
    if verdict.first is not None:
        source, target, there, expected = verdict.first
        hint = ("; a long table is checked as one of all pairs, unless --within or --nearest says of which"
                if isinstance(found, Distances) and found.pairs else "")
        click.echo(f"{distances}: wrong: from {graph.name(source)} to {graph.name(target)} found "
                   f"{short(there)}, expected {short(expected)}; {verdict.wrong:,} wrong distances in "
                   f"{verdict.rows:,} rows{hint}")
        return 1
    sample = verdict.rows < verdict.of
    click.echo(f"{distances}: right{' as far as checked' if sample else ''}: {verdict.rows:,} "
               + (f"of {verdict.of:,} rows at random" if sample else "rows, all there are"))
    return 0


def number_of_rows(text: str | None, rows: int, edges: int) -> int | None:
    if text is None:
        return max(1, min(rows, int(WORK / max(20 * edges, 1))))
    if text == "all":
        return None
    if not text.isdigit() or int(text) < 1:
        raise click.UsageError(f"--rows is {text!r}, expected a number from 1, or all")
    return int(text)


def require_shape(name: str, found: tuple[int, ...], expected: tuple[int, int]) -> None:
    from apsp._failures import InputFailure

    if found != expected:
        raise InputFailure(name, f"has {found[0]:,} x {found[1]:,} distances, expected {expected[0]:,} x "
                           f"{expected[1]:,}; --sources and --targets say which rows and columns it has")
