# SPDX-License-Identifier: MIT
"""The rows of a text: its lines, the separator of its fields, and what is a comment."""

from __future__ import annotations

import csv
import io
import itertools
import re
import sys
from collections.abc import Iterable, Iterator

from apsp._failures import shown
from apsp.formats.columns import names_ends, role_of
from apsp.formats.options import ReadOptions
from apsp.formats.source import Source

SEPARATORS = {"comma": ",", "semicolon": ";", "bar": "|", "tab": "\t", "blank": " "}
SAMPLE = 1000  # rows by which separator and columns are found
Row = list[str]


class Rows:
    """The rows of a text, and the first of them as a sample."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        csv.field_size_limit(sys.maxsize)
        self.source = source
        self.options = options
        self.text = source.text()
        # Ends of lines stay, for a field in quotes may hold some; \r alone is one as well.
        self.all_lines = io.StringIO(self.text, newline="").readlines()
        self.marked = any(line.startswith(("#", "%")) for line in self.all_lines)
        self.quoted = '"' in self.text
        self.line = 0
        self.separator: str | None = None
        self.told = self.take_separator_line()
        self.separator = self.told or self.found_separator()
        self.take_sample()
        if not self.sample:
            raise source.refuse("is empty, expected edges")

    def take_sample(self) -> None:
        self.sample = list(itertools.islice(self.rows(), SAMPLE))

    def leave_out(self, line: int) -> None:
        """Reads on as if the line of this number were blank."""
        self.all_lines[line - 1] = "\n"
        self.take_sample()

    def count(self) -> int:
        """The number of all rows."""
        if self.quoted:
            return sum(1 for _ in self.rows())
        lines = (line for _, line in self.lines()) if self.marked else self.all_lines
        return sum(not line.isspace() for line in lines)

    def take_separator_line(self) -> str | None:
        """The separator of a first line 'sep=;', as Excel writes it; the line goes."""
        found = re.fullmatch(r'"?sep=(.)"?\s*', self.all_lines[0]) if self.all_lines else None
        if found is None:
            return None
        self.all_lines[0] = "\n"
        return found[1] if self.options.separator is None else None

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number and text of each line that is no comment and not blank, line ends kept. A comment is a
        line that begins with # or %; in text with separators only above the first row."""
        inside = False
        for number, line in enumerate(self.all_lines, 1):
            may_comment = not inside or self.separator == " "
            if line.startswith(("#", "%")) and may_comment and not self.is_header(line):
                continue
            if line.strip():
                inside = True
                yield number, line
            elif inside and self.separator != " ":
                yield number, line  # may stand within a field in quotes

    def is_header(self, line: str) -> bool:
        """Whether a line with # names columns, as '#source,target' does."""
        if self.separator is None or not re.match(r"#\S", line) and self.separator == " ":
            return False
        names = line.strip().lstrip("#").split(None if self.separator == " " else self.separator)
        return {"source", "target"} <= set(map(role_of, names))

    @property
    def separator_word(self) -> str:
        """The separator as --separator takes it."""
        words = {mark: word for word, mark in SEPARATORS.items()}
        separator = self.separator or " "
        return words.get(separator, separator)

    def rows(self, line_of_row: list[int] | None = None) -> Iterator[Row]:
        """The fields of each row. `line_of_row` receives the line on which each ends."""
        if line_of_row is None and not self.marked:
            yield from self.plain_rows()
            return

        def fed() -> Iterator[str]:
            for number, line in self.lines():
                self.line = number
                yield line

        first = True
        for row in self.split(fed()):
            if line_of_row is not None:
                line_of_row.append(self.line)
            if first and row[0].startswith("#") and role_of(row[0]):
                row[0] = row[0].lstrip("# ")
            first = False
            yield row

    def plain_rows(self) -> Iterator[Row]:
        """Those of a text without comments."""

        def counted() -> Iterator[str]:
            for self.line, line in enumerate(self.all_lines, 1):  # noqa: B020
                yield line

        return self.split(counted())

    def split(self, lines: Iterator[str]) -> Iterator[Row]:
        """Fields of lines; `self.line` is the one that was read last."""
        if self.separator == " " and not self.quoted:
            for line in lines:
                if row := line.split():
                    yield row
            return
        if self.separator == " ":
            lines = (line.strip() + "\n" for line in lines)
        elif self.separator != "\t" and not self.quoted and "\t" in self.text:
            mark = re.escape(self.separator or ",")
            beside = re.compile(rf"\s*\t\s*(?={mark})|(?<={mark})[ ]*\t[ \t]*")
            lines = (beside.sub("", line) for line in lines)
        reader = csv.reader(lines, delimiter=self.separator or ",", skipinitialspace=True, strict=True)
        try:
            for row in reader:
                if row and (len(row) > 1 or row[0].strip()):
                    yield row
        except csv.Error as error:
            raise self.source.refuse(f"{error}, expected fields whose quotes are closed", self.line) from None

    def line_of(self, row: int) -> int | None:
        """The line of a row, found by reading anew."""
        lines: list[int] = []
        for _ in itertools.islice(self.rows(lines), row + 1):
            pass
        return lines[row] if row < len(lines) else None

    def found_separator(self) -> str | None:
        """Of the first lines. Refuses where two fit."""
        self.separator = None
        name = self.options.separator
        if name is not None:
            if name in SEPARATORS:
                return SEPARATORS[name]
            if len(name) == 1 and name.isprintable() and name != '"':
                return name
            raise self.source.refuse(f"--separator is {shown(name)}, expected one character, or one of "
                                     + ", ".join(SEPARATORS))
        fitting: dict[str, int] = {}
        gaps = False  # between tabs
        if not any(mark in line for line in self.all_lines for mark in ",;|\t"):
            return " "
        for candidate in ",;|\t":
            if candidate == "," and self.options.decimal == ",":
                continue
            self.separator = candidate
            try:
                rows = list(itertools.islice(self.rows(), 100))
            except ValueError:
                continue
            gaps = gaps or candidate == "\t" and any("" in row for row in rows)
            widths = set(map(len, rows))
            if len(widths) == 1 and max(widths) > 1:
                fitting[candidate] = max(widths)
        self.separator = None
        if not fitting and self.options.decimal == "," and self.has_quoted_commas():
            return ","
        if "\t" in fitting and self.source.suffix in (".tsv", ".tab") and not gaps:
            return "\t"
        self.separator = " "  # whose comments may stand anywhere
        widths = {len(line.split()) for line in self.first_lines()}
        self.separator = None
        if not fitting and len(widths) == 1 and max(widths) > 1:
            # Decimal commas in quotes, in lines that commas and blanks part: the comma is no end of a name.
            parted = all(word.endswith(",") for line in self.first_lines() for word in line.split()[:-1])
            return "," if parted and self.options.decimal == "," else " "
        if "\t" in fitting:
            marked = any(re.match(r"#\S.*\t", line) for line in self.all_lines)  # a name, perhaps
            if widths == {fitting["\t"]} and len(fitting) == 1:
                return "\t" if marked else " "
            if gaps and len(widths) == 1 and len(fitting) == 1:
                return " "
            if widths == {fitting["\t"]} or gaps and len(widths) == 1:
                if len(fitting) == 1 or self.tabs_are_blanks(fitting):
                    del fitting["\t"]  # blanks and tabs alike
            elif len(widths) == 1:
                fitting[" "] = max(widths)
        if len(fitting) > 1:
            named = [one for one in fitting if self.names_edges(one)]
            if len(named) == 1:
                return named[0]
            words = {mark: word for word, mark in SEPARATORS.items()}
            fields = " or ".join(words[one] for one in fitting)
            hint = "; --decimal , reads decimal commas" if "," in fitting else ""
            raise self.source.refuse(f"{fields} may separate the fields; --separator "
                                     f"{words[next(iter(fitting))]} says which does{hint}")
        if fitting:
            return next(iter(fitting))
        lines = self.first_lines()
        if self.source.suffix == ".csv":
            return next((one for one in ";|\t," if one in lines[0]), " ") if lines else ","
        if self.source.suffix in (".tsv", ".tab") and any("\t" in line for line in lines):
            return "\t"
        # Rows of differing lengths: the separator that each line has, so that the message names the line.
        for candidate in ",;|\t":
            if lines and all(candidate in line for line in lines) and not all(
                    len(line.split()) == len(lines[0].split()) > 1 for line in lines):
                return candidate
        return " "

    def has_quoted_commas(self) -> bool:
        """Whether commas separate fields, some of which hold commas between quotes."""
        if not self.quoted:
            return False
        self.separator = ","
        try:
            rows = list(itertools.islice(self.rows(), 100))
        except ValueError:
            rows = []
        self.separator = None
        fields = list(itertools.chain.from_iterable(rows))
        return (len(set(map(len, rows))) == 1 and len(rows[0]) > 1 and any("," in field for field in fields)
                and not any('"' in field for field in fields))

    def tabs_are_blanks(self, fitting: Iterable[str]) -> bool:
        """Whether each tab stands beside another separator, or between quotes perhaps."""
        marks = "".join(mark for mark in fitting if mark != "\t")
        return self.quoted or not any(re.search(rf"[^{marks}\s]\s*\t\s*[^{marks}\s]", line)
                                      for line in self.first_lines())

    def first_lines(self) -> list[str]:
        return list(itertools.islice((line for _, line in self.lines() if line.strip()), 100))

    def names_edges(self, separator: str) -> bool:
        self.separator = separator
        row = next(self.rows(), [])
        self.separator = None
        return names_ends(row)
