# SPDX-License-Identifier: MIT
"""What a person reads: numbers, tables and a bar of progress."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB")
HELD = "\u00a0"  # a blank at which no line ends
PATIENCE = 0.5  # seconds before a bar appears


def bytes_of(count: float) -> str:
    """1.23 GB."""
    unit = 0
    while count >= 1000 and unit < len(UNITS) - 1:
        count /= 1000
        unit += 1
    return f"{count:.0f} {UNITS[unit]}" if unit == 0 else f"{count:.3g} {UNITS[unit]}"


def seconds_of(seconds: float) -> str:
    """0.123 s, 12.3 s, 4 min 5 s, 2 h 3 min."""
    if seconds < 0.001:
        return "less than 0.001 s"
    if seconds < 100:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def extent(vertices: int, edges: int) -> str:
    """1,234 vertices, 1 edge."""
    from apsp._graph_methods import counted

    return f"{counted(vertices, 'vertex', 'vertices')}, {counted(edges, 'edge', 'edges')}"


def number_of(value: float | None) -> str:
    """A length as short as it is exact to six digits: 12, 0.3, 1,234.57."""
    if value is None:
        return "none"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.6g}" if abs(value) < 1e5 else f"{value:,.2f}"


def console(stderr: bool = False) -> Any:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def table(*columns: str, title: str | None = None) -> Any:
    """A table of rich whose columns are numbers where they begin with '>'."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", show_edge=False, pad_edge=False)
    for column in columns:
        made.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left",
                        overflow="fold")
    return made


def facts_table(rows: list[tuple[str, str]]) -> None:
    """Prints names and what they are, one a line; long ones go on below, at blanks alone, not at HELD."""
    indent = max(len(name) for name, _ in rows) + 2
    width = max(shutil.get_terminal_size().columns - indent, 20)
    bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for name, text in rows:
        lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
        head = click.style(name, bold=True) if bold else name
        click.echo(head + " " * (indent - len(name)) + ("\n" + " " * indent).join(lines).replace(HELD, " "))


@contextlib.contextmanager
def progress(what: str, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A function of (done, total) that moves a bar on a terminal, once the work has taken some time."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
                   console=console(stderr=True), transient=True)
    task = bar.add_task(what)
    began = time.monotonic()
    shown = False

    def move(done: int, total: int) -> None:
        nonlocal shown
        if not shown and time.monotonic() - began > PATIENCE:
            bar.start()
            shown = True
        bar.update(task, completed=done, total=total)

    try:
        yield move
    finally:
        if shown:
            bar.stop()
