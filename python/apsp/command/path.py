# SPDX-License-Identifier: MIT
"""`apsp path IN FROM TO`."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from apsp.command.graphs import GraphCommand, takes_graph, works

if TYPE_CHECKING:
    from apsp.answers.files import NamedFiles
    from apsp.answers.paths import Path
    from apsp.formats import NamedGraph


@click.command(cls=GraphCommand)
@takes_graph
@click.argument("ends", metavar="[FROM TO]", nargs=-1)
@click.option("--pairs", metavar="FILE", help="FROM and TO a line, as CSV or with a tab or blanks between; - "
              "is standard input.")
@click.option("--format", "form", type=click.Choice(["text", "csv", "json", "geojson"]), default="text",
              help="geojson needs positions of the vertices in IN.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Default: standard output.")
@works
def command(graph: NamedGraph, quiet: bool, files: NamedFiles, ends: tuple[str, ...], pairs: str | None,
            form: str, output: str, device: str, threads: int) -> None:
    """Show a shortest path in the graph IN, by the names of its vertices.

    Among several shortest paths it is the one with the fewest edges, on every machine.
    """
    from apsp._failures import UsageFailure
    from apsp.answers.files import whole_file
    from apsp.answers.paths import paths
    from apsp.command.console import progress

    if pairs is not None and ends or pairs is None and len(ends) != 2:
        raise click.UsageError("expected FROM and TO, or --pairs FILE")
    if form == "geojson" and graph.positions is None:
        raise UsageFailure("the graph has no positions of its vertices, expected x and y or lon and lat "
                           "in IN")
    files.read("--pairs", pairs)
    files.write("--output", output)
    wanted = [(graph.number(ends[0]), graph.number(ends[1]))] if pairs is None else read_pairs(graph, pairs)
    with progress("paths", quiet) as moved, whole_file(output) as file:
        found = paths(graph, wanted, device=device, threads=threads, progress=moved)
        for text in FORMS[form](graph, found):
            file.write(text.encode())


def read_pairs(graph: NamedGraph, path: str) -> list[tuple[int, int]]:
    from apsp._failures import InputFailure, UsageFailure, shown

    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            text = sys.stdin.read()
        else:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputFailure(name, f"{error}, expected pairs of vertices") from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        mark = next((one for one in ",\t" if one in line), None)
        words = next(csv.reader([line], delimiter=mark, skipinitialspace=True)) if mark else line.split()
        if len(words) != 2:
            raise InputFailure(name, f"found {shown(line)}, expected two vertices", number)
        try:
            found.append((graph.number(words[0]), graph.number(words[1])))
        except UsageFailure as error:
            if number == 1 and is_header(words):
                continue
            raise InputFailure(name, str(error), number) from None
    return found


def is_header(words: list[str]) -> bool:
    from apsp.formats.columns import role_of

    return role_of(words[0]) == "source" and role_of(words[1]) == "target"


def as_text(graph: NamedGraph, found: Iterator[Path]) -> Iterator[str]:
    from apsp.answers.tables import short

    for path in found:
        if path.length is None:
            yield f"no path from {graph.name(path.source)} to {graph.name(path.target)}\n"
        else:
            yield " -> ".join(map(graph.name, path.vertices)) + f", length {short(path.length)}\n"


def as_csv(graph: NamedGraph, found: Iterator[Path]) -> Iterator[str]:
    """A row for each vertex of each path, so that no name needs a separator."""
    from apsp.answers.tables import short

    def row(*fields: Any) -> str:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(fields)
        return out.getvalue()

    yield row("source", "target", "length", "step", "vertex", "distance")
    for path in found:
        ends = graph.name(path.source), graph.name(path.target)
        if path.length is None:
            yield row(*ends, "", "", "", "")
        for step, (vertex, far) in enumerate(zip(path.vertices, path.distances)):
            yield row(*ends, short(path.distances[-1]), step, graph.name(vertex), short(far))


def members(graph: NamedGraph, path: Path) -> dict[str, Any]:
    from apsp.command.summary import number

    return {"source": graph.name(path.source), "target": graph.name(path.target),
            "length": number(path.length),
            "vertices": [graph.name(vertex) for vertex in path.vertices],
            "distances": [number(length) for length in path.distances]}


def as_json(graph: NamedGraph, found: Iterator[Path]) -> Iterator[str]:
    for path in found:
        yield json.dumps(members(graph, path), ensure_ascii=False) + "\n"


def as_geojson(graph: NamedGraph, found: Iterator[Path]) -> Iterator[str]:
    assert graph.positions is not None
    yield '{"type": "FeatureCollection", "features": ['
    between = "\n"
    for path in found:
        points = graph.positions[path.vertices].tolist()
        geometry = {"type": "LineString", "coordinates": points if len(points) > 1 else points * 2}
        yield between + json.dumps({"type": "Feature", "geometry": geometry if points else None,
                                    "properties": members(graph, path)}, ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


FORMS = {"text": as_text, "csv": as_csv, "json": as_json, "geojson": as_geojson}
