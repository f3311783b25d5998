# SPDX-License-Identifier: MIT
"""The graph that a command works on: its argument, its options, and its lines."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from apsp.formats import NamedGraph

#: The names of KINDS in apsp/formats/kinds.py, which is not imported for --help. A test compares them.
FORMATS = """\b
Formats of IN, by content and suffix, also compressed or zipped:
  tables      csv edges matrix excel sqlite parquet arrow
  networks    graphml gexf json pajek gml dot leda graph6 sparse6 adjlist
              multiline-adjlist dl lgl sif
  matrices    npy npz mat mtx
  numbered    dimacs metis konect tsplib bin"""
FIRST_COLUMN = 24  # letters of options in --help


class Whole(click.IntRange):
    """A whole number whose limits --help leaves out, and a message names."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            limits = f"of {self.min:,} or more" if self.max is None else f"from {self.min:,} to {self.max:,}"
            self.fail(f"found {value!r}, expected a whole number {limits}", param, ctx)

    def _describe_range(self) -> str:
        return ""


class GraphCommand(click.Command):
    """A command whose --help has the options of reading and of computing in groups of their own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {"Options": [], "Reading IN": [], "Running": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                groups[GROUP_OF.get(parameter.name or "", "Options")].append(record)
        for title, records in groups.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records, col_max=FIRST_COLUMN)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(FORMATS)


OPTIONS = (
    click.option("--from", "kind", metavar="FORMAT", help="Format of IN, where it is not found."),
    click.option("--columns", metavar="S,T[,W[,B]]",
                 help="Columns of source, target, weight, weight back: names, or numbers from 1."),
    click.option("--weight", metavar="KEY", help="Attribute or column of edges that is their length."),
    click.option("--unweighted", is_flag=True, help="Each edge is 1 long."),
    click.option("--part", metavar="NAME", help="Sheet, table, array, or file in an archive."),
    click.option("--separator", metavar="NAME", help="comma, semicolon, bar, tab, blank or a character."),
    click.option("--decimal", type=click.Choice([".", ","]), default=".", help="The decimal point."),
    click.option("--header", type=click.Choice(["yes", "no"]), help="Whether the first line names columns."),
    click.option("--no-edge", metavar="VALUE", help="What stands where there is no edge, such as -1 or NA."),
    click.option("--zero-is-edge", is_flag=True, help="In a matrix, 0 is an edge of length 0."),
    click.option("--vertices", type=Whole(0, 2**31 - 1), metavar="N",
                 help="The vertices are the numbers below N."),
    click.option("--undirected", is_flag=True, help="Each edge leads both ways."),
    click.option("--largest-component", is_flag=True, help="Leave out all other components."),
    click.option("--quiet", is_flag=True, help="Print only errors, and what changes the answer."),
)
WORK_OPTIONS = (
    click.option("--device", type=click.Choice(["auto", "cpu", "gpu", "gpus"]), default="auto",
                 metavar="NAME", help="auto, cpu, gpu or gpus; auto is what is predicted to be fastest."),
    click.option("--threads", type=Whole(0, 4096), default=0, metavar="N",
                 help="Default: one for each processor, fewer for little work."),
)


def works(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --device and --threads."""
    for option in reversed(WORK_OPTIONS):
        function = option(function)
    return function


def takes_graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the argument IN and its options. The function gets `graph`, a NamedGraph, `quiet`, and `files`,
    NamedFiles with those that are read."""

    @functools.wraps(function)
    def reading(path: str, **arguments: Any) -> Any:
        from apsp.answers.files import NamedFiles

        files = NamedFiles()
        files.read_with_names("IN", path)
        graph = read(path, **{name: arguments.pop(name) for name in NAMES})
        quiet = arguments.pop("quiet")
        tell(graph, quiet)
        return function(graph=graph, quiet=quiet, files=files, **arguments)

    for option in reversed(OPTIONS):
        reading = option(reading)
    return click.argument("path", metavar="IN")(reading)


NAMES = ("kind", "columns", "weight", "unweighted", "part", "separator", "decimal", "header", "no_edge",
         "zero_is_edge", "vertices", "undirected", "largest_component")

GROUP_OF = {**dict.fromkeys(NAMES, "Reading IN"),
            **dict.fromkeys(("device", "threads", "quiet"), "Running")}


def read(path: str, *, largest_component: bool, columns: str | None, header: str | None,
         **options: Any) -> NamedGraph:
    from apsp.formats import ReadOptions
    from apsp.formats import read as read_graph

    wanted = ReadOptions(columns=tuple(columns.split(",")) if columns else (),
                         header=None if header is None else header == "yes", **options)
    graph = read_graph(path, wanted)
    return graph.largest_component() if largest_component else graph


def tell(graph: NamedGraph, quiet: bool) -> None:
    """Prints what the reader assumed and left out."""
    for line in graph.warnings:
        click.echo(f"apsp: {line}", err=True)
    if not quiet:
        for line in graph.notes:
            click.echo(f"apsp: {line}", err=True)


def vertices(graph: NamedGraph, text: str | None) -> Any:
    """Numbers of the vertices of --sources or --targets: names between commas, or @FILE with one a line.
    None: all."""
    if text is None:
        return None
    if text.startswith("@"):
        from apsp._failures import InputFailure

        try:
            with open(text[1:], encoding="utf-8-sig") as file:
                names = [line.rstrip("\r\n") for line in file]
        except (OSError, UnicodeDecodeError) as error:
            raise InputFailure(text[1:], f"{error}, expected one vertex a line") from None
        return graph.numbers(name for name in names if name)
    import csv

    return graph.numbers(name for row in csv.reader([text], skipinitialspace=True) for name in row)
