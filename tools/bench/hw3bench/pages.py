# SPDX-License-Identifier: MIT
"""Parts of Markdown pages that the scripts write, each between two markers."""

import pathlib


def replace_between_markers(text, name, replacement):
    """`text` with `replacement` between the line `<!-- bench:begin NAME -->` and the next line
    `<!-- bench:end -->`. An empty name: `<!-- bench:begin -->`. ValueError without such a pair."""
    begin = f"<!-- bench:begin{' ' + name if name else ''} -->\n"
    end = "<!-- bench:end -->"
    before, found_begin, rest = text.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        raise ValueError(f"expected a line {begin.strip()} and after it a line {end}")
    return f"{before}{begin}\n{replacement.strip()}\n\n{end}{after}"


def update(target, text):
    """Writes `text` into FILE or FILE#NAME, between its markers. ValueError where they are missing."""
    path, _, name = target.partition("#")
    file = pathlib.Path(path)
    try:
        file.write_text(replace_between_markers(file.read_text(), name, text))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
