# SPDX-License-Identifier: MIT
"""`apsp solve IN OUT`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from apsp.command.graphs import GraphCommand, takes_graph, vertices, works
from apsp.command.limits import takes_limits

if TYPE_CHECKING:
    from decimal import Decimal

    from apsp.answers.files import NamedFiles
    from apsp.formats import NamedGraph

PATH_VERTICES = ("predecessors", "first-hops")
NAMED = (".bin", ".npy", ".tsp")  # have their names in OUT.names


@click.command(cls=GraphCommand, epilog="""\b
OUT by its suffix:
  .csv .tsv   a table with names, empty where there is no path; - is CSV
  .parquet    a table with names, null where there is no path
  .npy .npz   NumPy, inf where there is no path
  .bin        the programs' distances in int32
  .tsp        TSPLIB, a full matrix
With --within or --nearest, where no V x V distances are computed:
  .csv .tsv .parquet   a row for each distance, as by --long, and for
                       --path-vertices a column predecessor or first_hop
  .npz                 sparse rows of SciPy, and names, and likewise arrays
                       path_vertices, numbers, and vertices, their names""")
@takes_graph
@click.argument("out", metavar="OUT")
@click.option("--sources", metavar="LIST", help="Rows of these vertices alone: names with commas, or @FILE.")
@click.option("--targets", metavar="LIST", help="Columns of these vertices alone.")
@click.option("--predecessors", metavar="FILE", help="Also the vertex before each, int32: .bin or .npy.")
@click.option("--dtype", type=click.Choice(["float64", "float32", "int32", "uint16"]), metavar="TYPE",
              help="Of an .npy or .npz: float64, float32, int32 or uint16; default: float64.")
@click.option("--long", is_flag=True, help="A table of source, target, distance: a row for each path.")
@takes_limits
@click.option("--path-vertices", type=click.Choice(PATH_VERTICES), metavar="KIND",
              help="Beside each of these distances a vertex of the shortest path: predecessors, before the "
                   "target, or first-hops, after the source.")
@works
def command(graph: NamedGraph, quiet: bool, files: NamedFiles, out: str, sources: str | None,
            targets: str | None, predecessors: str | None, dtype: str | None, long: bool,
            within: Decimal | None, nearest: int | None, path_vertices: str | None, device: str,
            threads: int) -> None:
    """Compute all distances of the graph IN, and write them to OUT.

    Names of vertices are carried, decimals stay exact. Rows that do not fit into memory are computed and
    written in blocks. --within and --nearest write those nearby alone, by processors.
    """
    from apsp import answers
    from apsp.answers.kinds import suffix_of
    from apsp.command.console import bytes_of, extent, progress

    suffix = suffix_of(out)
    files.read_lists(sources=sources, targets=targets)
    files.write("OUT", out)
    files.write("OUT.names", f"{out}.names" if suffix in NAMED else None)
    files.write("--predecessors", predecessors)
    ends = vertices(graph, sources), vertices(graph, targets)
    if within is not None or nearest is not None:
        refuse_beside_limits(out, predecessors, dtype, device, long)
        solve_near(graph, quiet, out, ends, within, nearest, threads, path_vertices)
        return
    if path_vertices is not None:
        raise click.UsageError("--path-vertices is about sparse rows: add --within LIMIT or --nearest K")
    asked = answers.Answer(graph, *ends, predecessors is not None, device, threads)
    options: dict[str, Any] = {"dtype": dtype, "predecessors": predecessors}
    if suffix in (".csv", ".tsv", ".parquet"):
        options["long"] = long
    elif long:
        raise click.UsageError("--long is for .csv, .tsv and .parquet")
    rows, columns = asked.shape
    if not quiet:
        size = rows * columns * {"int32": 4, "float32": 4, "uint16": 2}.get(
            dtype or ("int32" if suffix == ".bin" else ""), 8)
        about = "" if suffix in (".bin", ".npy", ".npz") else "about "
        click.echo(f"apsp: {extent(graph.vertices, graph.edges)}; {rows:,} x {columns:,} distances, "
                   f"{about}{bytes_of(size)}", err=True)
    with progress("solving", quiet) as moved:
        answers.write(asked, out, progress=moved, **options)


def refuse_beside_limits(out: str, predecessors: str | None, dtype: str | None, device: str,
                         long: bool) -> None:
    """Raises UsageFailure for what does not go with --within and --nearest."""
    from apsp._failures import UsageFailure
    from apsp.answers.near_files import require_suffix

    require_suffix(out)
    if long and out.lower().endswith(".npz"):
        raise UsageFailure("--long is for .csv, .tsv and .parquet")
    if predecessors is not None:
        raise UsageFailure("--predecessors is for whole rows, without --within and --nearest: expected "
                           "--path-vertices predecessors")
    if dtype is not None:
        raise UsageFailure("--dtype is for whole rows; with --within and --nearest an .npz holds float64")
    if device not in ("auto", "cpu"):
        raise UsageFailure(f"--device is {device}, and --within and --nearest are computed by processors: "
                           "expected auto or cpu")


def solve_near(graph: NamedGraph, quiet: bool, out: str, ends: tuple[Any, Any], within: Decimal | None,
               nearest: int | None, threads: int, path_vertices: str | None) -> None:
    from apsp._graph_methods import counted
    from apsp.answers import near_files
    from apsp.answers.near import NearAnswer
    from apsp.command.console import extent, progress

    asked = NearAnswer(graph, *ends, within, nearest, threads, path_vertices)
    if not quiet:
        click.echo(f"apsp: {extent(graph.vertices, graph.edges)}; "
                   f"{counted(asked.shape[0], 'row', 'rows')}: {asked.words}", err=True)
    with progress("solving", quiet) as moved:
        near_files.write(asked, out, progress=moved)
