# SPDX-License-Identifier: MIT
"""The command `apsp`. Each of its commands is a file here, imported when it runs.

To add a command, write ``NAME.py`` with a click command called ``command``, and add its line to COMMANDS.
:func:`apsp.command.graphs.takes_graph` gives it a graph of any format; failures are exceptions, see
``apsp/_failures.py``.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

import click

#: Name and line of help of each command, in the order of `apsp --help`.
COMMANDS = {
    "solve": "Compute all distances, and write them by the suffix of OUT.",
    "matrix": "Compute lengths or times between points on a map.",
    "summary": "Show components, diameter, centre, mean and quantiles.",
    "path": "Show a shortest path, or many, by name.",
    "plan": "Show method, memory, bytes and seconds before a solve.",
    "convert": "Write the graph in another format.",
    "check": "Check distances against the graph by SciPy.",
    "view": "Show the first edges of a graph, or a window of distances.",
    "bench": "Time this machine beside the documented ones.",
}
EXIT_CODES = """\b
Exit codes: 0 done, 1 internal error or a wrong answer found by check,
2 usage, 3 bad or unreadable input, 4 no answer (a negative cycle),
5 not enough memory, 6 no usable GPU, 7 output cannot be written,
128 + s ended by signal s."""


class Commands(click.Group):
    """A group whose commands are imported when they are called. `apsp --help` imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"apsp.command.{name}").command
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader of a pipe has gone; click would end with 1
            # Python would complain once more when it flushes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise Ended(signal.SIGPIPE) from None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean {near[0]}?" if near else "expected " + ", ".join(COMMANDS)
            raise click.UsageError(f"no command is called {args[0]!r}; {hint}", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from apsp import __version__

        click.echo(f"apsp {__version__}")
        ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"],
                                               "max_content_width": 80},
               epilog=EXIT_CODES, no_args_is_help=False)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=print_version,
              help="Show the version and exit.")
def group() -> None:
    """Exact all-pairs shortest paths, from people's files to people's answers.

    `apsp COMMAND --help` has the options of a command.
    """


class Ended(BaseException):
    """A signal that ends the command, raised so that files are put away first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def end(number: int, _: object) -> None:
    raise Ended(number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)
    try:
        result = group.main(arguments, prog_name="apsp", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        hint = f"; {error.ctx.command_path} --help has the options" if error.ctx else ""
        return complain(error.format_message().rstrip(".") + hint, 2)
    except click.ClickException as error:
        return complain(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        return 128 + signal.SIGINT
    except Ended as ended:
        return 128 + ended.number
    except Exception as error:
        from apsp.command.failing import described

        return complain(*described(error))


def complain(message: str, code: int) -> int:
    click.echo(f"apsp: {message}", err=True)
    return code
