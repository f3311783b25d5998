# SPDX-License-Identifier: MIT
"""The options of sparse rows: --within and --nearest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from apsp.command.graphs import Whole

if TYPE_CHECKING:
    from decimal import Decimal


def limit_of(ctx: click.Context, option: click.Parameter, text: str | None) -> Decimal | None:
    """A decimal of 0 or more, or inf, with all its digits."""
    if text is None:
        return None
    from decimal import Decimal, InvalidOperation

    try:
        limit = Decimal(text)
    except InvalidOperation:
        limit = Decimal("nan")
    if limit.is_nan() or limit < 0 or "_" in text:
        raise click.BadParameter(f"found {text!r}, expected a decimal of 0 or more, such as 4.5, or inf", ctx,
                                 option)
    return limit


OPTIONS = (
    click.option("--within", callback=limit_of, metavar="LIMIT",
                 help="Only distances up to LIMIT, in the unit of the weights."),
    click.option("--nearest", type=Whole(0), metavar="K",
                 help="Only the K nearest vertices, or of --targets."),
)


def takes_limits(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --within and --nearest."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function
