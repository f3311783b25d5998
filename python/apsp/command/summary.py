# SPDX-License-Identifier: MIT
"""`apsp summary IN`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from apsp.command.graphs import GraphCommand, takes_graph, works

if TYPE_CHECKING:
    from apsp.answers.files import NamedFiles
    from apsp.answers.measures import Measures
    from apsp.formats import NamedGraph

MEASURES = ["closeness", "harmonic", "eccentricity", "farness"]
NAMED = 5  # vertices of centre and periphery


@click.command(cls=GraphCommand)
@takes_graph
@click.option("--top", type=(click.IntRange(1), click.Choice(MEASURES)), metavar="N MEASURE",
              help="The N most central vertices by closeness, harmonic, eccentricity or farness.")
@click.option("--per-vertex", metavar="FILE", help="All measures of each vertex: .csv, .tsv or .parquet.")
@click.option("--plot", metavar="FILE", help="How often each distance is: .svg, .png or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@works
def command(graph: NamedGraph, quiet: bool, files: NamedFiles, top: tuple[int, str] | None,
            per_vertex: str | None, plot: str | None, as_json: bool, device: str, threads: int) -> None:
    """Show the numbers of the network IN: components, reachable pairs, diameter, centre, mean and quantiles.

    Distances are those from a vertex to the others. No distance is kept.
    """
    import scipy.sparse.csgraph  # noqa: F401  # takes longer to import than small graphs to solve

    from apsp.answers.measures import measures
    from apsp.command.console import progress

    files.write("--per-vertex", per_vertex)
    files.write("--plot", plot)
    if per_vertex != "-":
        files.print()

    began = time.monotonic()
    harmonic = per_vertex is not None or (top is not None and top[1] == "harmonic")
    with progress("summary", quiet) as moved:
        found = measures(graph, harmonic=harmonic, device=device, threads=threads, progress=moved)
    seconds = time.monotonic() - began
    if per_vertex is not None:
        write_per_vertex(found, per_vertex)
    if plot is not None:
        draw(found, plot)
    if as_json:
        import json

        click.echo(json.dumps(members(found, top, seconds), ensure_ascii=False, indent=2, allow_nan=False))
    else:
        show(found, top, seconds)


def show(found: Measures, top: tuple[int, str] | None, seconds: float) -> None:
    from apsp.answers.measures import FRACTIONS
    from apsp.command.console import HELD, console, facts_table, number_of, seconds_of, table

    graph = found.graph
    pairs = found.reachable + found.unreachable
    about = "" if found.exact else "about "
    share = f" ({100 * found.reachable / pairs:.4g} %)" if pairs else ""
    rows = [("vertices", f"{graph.vertices:,}"),
            ("edges", f"{graph.edges:,}, " + ("directed" if graph.directed else "undirected"))]
    if graph.directed:
        rows.append(("components", f"{found.weak:,} weak, {found.strong:,} strong"))
    else:
        rows.append(("components", f"{found.weak:,}"))
    rows += [("reachable pairs", f"{found.reachable:,} of {pairs:,}{share}"),
             ("mean distance", number_of(found.mean)),
             ("diameter", f"{number_of(found.diameter)}{named(graph, found.periphery, 'from')}"),
             ("radius", f"{number_of(found.radius)}{named(graph, found.centre, 'from')}")]
    if found.reachable:
        parts = [f"{100 * part:g} %: {about}{number_of(found.quantile(part))}" for part in FRACTIONS]
        rows.append(("quantiles", ", ".join(part.replace(" ", HELD) for part in parts)))
    rows.append(("seconds", seconds_of(seconds)))
    facts_table(rows)
    if top is not None:
        from rich.text import Text

        out = console()
        out.print()
        made = table(">", "vertex", ">" + top[1])
        for place, (vertex, value) in enumerate(found.top(*top), 1):
            made.add_row(str(place), Text(graph.name(vertex)), f"{value:.6g}")
        out.print(made)


def named(graph: NamedGraph, vertices: list[int], word: str) -> str:
    if not vertices:
        return ""
    names = "; ".join(graph.name(vertex) for vertex in vertices[:NAMED])
    more = f" and {len(vertices) - NAMED:,} more" if len(vertices) > NAMED else ""
    return f", {word} {names}{more}"


def number(value: Any) -> Any:
    """A number as JSON has it: whole without a point, null for NaN and infinity."""
    if value is None or value != value or value in (float("inf"), float("-inf")):
        return None
    return int(value) if value == int(value) else float(value)


def members(found: Measures, top: tuple[int, str] | None, seconds: float) -> dict[str, Any]:
    from apsp.answers.measures import FRACTIONS

    graph = found.graph
    answer = {"vertices": graph.vertices, "edges": graph.edges, "directed": graph.directed,
              "weak_components": found.weak, "strong_components": found.strong,
              "reachable_pairs": found.reachable, "unreachable_pairs": found.unreachable,
              "mean": number(found.mean), "diameter": number(found.diameter), "radius": number(found.radius),
              "centre": [graph.name(vertex) for vertex in found.centre],
              "periphery": [graph.name(vertex) for vertex in found.periphery],
              "quantiles": {f"{part:g}": number(found.quantile(part)) for part in FRACTIONS},
              "quantiles_are_exact": found.exact, "seconds": round(seconds, 6),
              "notes": [*graph.warnings, *graph.notes]}
    if top is not None:
        answer["top"] = [{"vertex": graph.name(vertex), top[1]: number(value)} for vertex, value in
                         found.top(*top)]
    return answer


def write_per_vertex(found: Measures, path: str) -> None:
    from apsp.answers.tables import write_columns

    assert found.harmonic is not None
    write_columns(path, {"vertex": found.graph.all_names(), "reached": found.reached,
                         "eccentricity": found.eccentricity, "farness": found.farness,
                         "closeness": found.closeness, "harmonic": found.harmonic})


def draw(found: Measures, path: str) -> None:
    from apsp._failures import UsageFailure, needed
    from apsp.answers.files import whole_file

    suffix = path.rpartition(".")[2].lower()
    if suffix not in ("svg", "png", "pdf"):
        raise UsageFailure(f"--plot names {path!r}, expected a name that ends with .svg, .png or .pdf")
    needed("matplotlib", "drawing", "plot").use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    if len(found.lengths) > 1:
        axes.hist(found.lengths, bins=min(60, len(found.lengths)), weights=found.pairs)
    elif len(found.lengths):
        axes.bar(found.lengths, found.pairs)
    axes.set_xlabel("distance")
    axes.set_ylabel("pairs of vertices")
    axes.spines[["top", "right"]].set_visible(False)
    with whole_file(path) as file:
        figure.savefig(file, format=suffix)
