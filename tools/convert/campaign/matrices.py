# SPDX-License-Identifier: MIT
"""Matrices of weights: square, triangular, with and without names, with words for a missing edge."""

from fractions import Fraction

from case import Case
from graphs import names
from layout import finish, text_lines
from weights import decimal_text

NOTHING = ("0", "0", "inf", "", "NA", "nan", "NaN", "-1", "99999", "9999", "999999", "1000000000", "1e9", "-",
           "x", ".", "null", "Inf", "∞", "INF", "1073741823", "2147483647", "-999", "1e10", "N/A", "None")
UNUSUAL = ("-", "x", ".", "∞", "N/A", "None", "null")  # may be refused without an option
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", " ": "blank"}
SHAPES = ("square", "square", "square", "square", "lower", "upper", "lower without diagonal", "lower padded")


class MatrixWriter:
    """One random matrix."""

    def __init__(self, chance):
        self.chance = chance
        self.separator = chance.choice((",", ",", ";", "\t", " ", " "))
        self.nothing = "0" if chance.random() < 0.4 else chance.choice(
            [word for word in NOTHING if word or self.separator != " "])
        self.shape = chance.choice(SHAPES)
        if self.shape == "lower padded" and (self.separator == " " or not self.nothing):
            self.shape = "square"
        self.half = self.shape != "square"
        self.size = chance.randrange(4 if self.half or self.nothing in UNUSUAL else 2, 8)
        self.digits = chance.choice((0, 0, 0, 1, 2))
        self.comma = self.digits > 0 and self.separator != "," and chance.random() < 0.4
        # A small matrix with other numbers on its diagonal may as well be edges.
        # A row without anything is no line where tabs are the separator.
        plain = not self.nothing or (self.size < 4 and self.nothing[-1:].isdigit())
        self.diagonal = "0" if plain else chance.choice(("0", "0", self.nothing))
        whole_rows = self.shape in ("square", "lower padded")
        self.header = whole_rows and chance.random() < 0.3
        self.index = whole_rows and self.size > 2 and chance.random() < 0.25
        self.size_first = not self.header and not self.index and chance.random() < 0.1
        self.labels = self.make_labels()
        self.entries = self.make_entries()

    def make_labels(self):
        """Names that no reader takes for entries, or the numbers of the vertices."""
        few = self.header and self.size < 4  # numbers above so few columns would be an edge
        if not (self.header or self.index) or (not few and self.chance.random() < 0.4):
            return [str(n) for n in range(self.size)]
        labels = names(self.chance, self.size)
        odd = any(len(label) < 2 or label.lower() in ("na", "nan", "inf", "null", "none") for label in labels)
        if self.separator == " " or odd:
            return [f"v{n}" for n in range(self.size)]
        return [label.replace(self.separator, "_").replace('"', "'").replace("\t", "_") for label in labels]

    def weight(self):
        return Fraction(self.chance.randrange(1, 400), 10**self.digits)

    def make_entries(self):
        """{(row, column): weight} of edges, none on the diagonal."""
        pairs = [(r, c) for r in range(self.size) for c in range(self.size) if r != c]
        if self.half or self.chance.random() < 0.3:
            lower = {(r, c): self.weight() for r, c in pairs if r > c and self.chance.random() < 0.65}
            lower[1, 0], lower[self.size - 1, 0] = self.weight(), self.weight()
            return {pair: w for (r, c), w in lower.items() for pair in ((r, c), (c, r))}
        entries = {pair: self.weight() for pair in pairs if self.chance.random() < 0.65}
        return entries or {(0, 1): self.weight()}

    def text(self, row, column):
        if row == column:
            return self.diagonal
        if (row, column) not in self.entries:
            return self.nothing
        return decimal_text(self.entries[row, column], self.digits).replace(".", "," if self.comma else ".")

    def rows(self):
        rows = [[self.text(r, c) for c in range(self.size)] for r in range(self.size)]
        if self.shape == "lower":
            return [row[:n + 1] for n, row in enumerate(rows)]
        if self.shape == "upper":
            return [row[n:] for n, row in enumerate(rows)]
        if self.shape == "lower without diagonal":
            return [row[:n] for n, row in enumerate(rows)][1:]
        if self.shape == "lower padded":
            return [row[:n + 1] + [""] * (self.size - n - 1) for n, row in enumerate(rows)]
        return rows

    def lines(self):
        rows = self.rows()
        if self.index:
            rows = [[label, *row] for label, row in zip(self.labels, rows)]
        if self.header:
            corner = "-" if self.separator == " " else self.chance.choice(("", "", "name", "X"))
            rows.insert(0, [corner, *self.labels] if self.index else self.labels)
        return ([str(self.size)] if self.size_first else []) + [self.separator.join(row) for row in rows]

    def true_options(self):
        """Says in the program's options how the matrix is to be read."""
        options = {"--from": "csv-matrix", "--separator": SEPARATORS[self.separator],
                   "--header": "yes" if self.header else "no", "--no-edge": self.nothing or "NA"}
        if self.digits:
            options["--scale"] = str(10**self.digits)
        if self.comma:
            options["--decimal"] = ","
        if self.half:
            options["--undirected"] = None
        return options

    def edges(self):
        return [(self.labels[r], self.labels[c], w) for (r, c), w in sorted(self.entries.items())]

    def reread(self, data):
        """The edges of a square matrix by Python's split."""
        rows = [line.split(self.separator)[1 if self.index else 0:] for line in text_lines(data)]
        return [(self.labels[r], self.labels[c], Fraction(entry.replace(",", ".")))
                for r, row in enumerate(rows[1 if self.header else 0:]) for c, entry in enumerate(row)
                if r != c and entry != self.nothing]

    def case(self):
        parts = [f"matrix: {self.shape}", SEPARATORS[self.separator], f"nothing {self.nothing!r}"]
        parts += [word for word in ("header", "index", "comma", "size_first") if getattr(self, word)]
        plain = not self.half and not self.size_first
        suffixes = (".tsv", ".txt", ".csv") if self.separator == "\t" else (".csv", ".csv", ".txt", ".dat")
        edges = self.edges()
        upper = self.shape == "upper"
        listed = [edge for edge, (r, c) in zip(edges, sorted(self.entries)) if (r < c) == upper]
        return Case(", ".join(parts), finish(self.chance, self.lines(), empty_lines=False),
                    self.chance.choice(suffixes), edges, vertices=self.size, order=self.labels,
                    one_way=listed if self.half else [],
                    options=self.true_options(), way_out=plain and self.nothing not in UNUSUAL,
                    reread=self.reread if plain else None)


def matrix(chance):
    return MatrixWriter(chance).case()


FAMILIES = ((matrix, 20), )
