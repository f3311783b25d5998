# SPDX-License-Identifier: MIT
"""Markdown tables, and numbers as their cells show them. A number that is not known is None."""

import re


def table(header, rows):
    """A table with aligned columns: text to the left, numbers to the right. A cell is text, a whole
    number, or None for nothing."""
    cells = [["" if cell is None else str(cell) for cell in row] for row in (header, *rows)]
    columns = list(zip(*cells))
    widths = [max(map(len, column)) for column in columns]
    right = [all(re.fullmatch(r"([0-9.]+( [GT%])?)?", cell) for cell in column[1:])
             for column in columns]

    def line(row):
        return "| " + " | ".join(cell.rjust(width) if to_right else cell.ljust(width)
                                 for cell, width, to_right in zip(row, widths, right)) + " |"

    rule = "|" + "|".join("-" * (width + 1) + (":" if to_right else "-")
                          for width, to_right in zip(widths, right)) + "|"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def seconds(value):
    return "" if value is None else f"{value:.3f}"


def factor(value):
    return "" if value is None else f"{value:.2f}"


def share(ratio):
    """Percent with a decimal: one block of one SM, as a pivot is, is less than 1 % of a GPU."""
    return "n/a" if ratio is None else f"{100 * ratio:.1f} %"


def milliseconds(value):
    return "" if value is None else f"{1e3 * value:.2f}"


def rate(per_second):
    """With the prefix that suits it: "12.3 G" or "1.23 T"."""
    return f"{per_second / 1e9:.1f} G" if per_second < 1e12 else f"{per_second / 1e12:.2f} T"


def giga(rate):
    """Three digits or more, without an exponent: the rates of one table are far apart."""
    if rate is None:
        return ""
    value = rate / 1e9
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def tera(rate):
    return "" if rate is None else f"{rate / 1e12:.{3 if rate < 1e12 else 2}f}"


def percent(ratio):
    return "" if ratio is None else f"{100 * ratio:.0f} %"


def gigabytes(count):
    return "" if count is None else f"{count / 1e9:.1f}"


def throughput(bytes_per_second):
    """GB/s with three digits; "n/a" where it is not known."""
    if bytes_per_second is None:
        return "n/a"
    value = bytes_per_second / 1e9
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def quotient(value, base):
    """None where one of them is not known, or the base 0."""
    return value / base if value is not None and base else None
