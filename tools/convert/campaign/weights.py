# SPDX-License-Identifier: MIT
"""Ways to write weights."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Callable


@dataclass
class WeightStyle:
    """Weights are low to high, divided by 10 to the power of digits."""

    low: int
    high: int
    text: Callable  # of a Fraction
    number: Callable = Fraction  # of a text, not by the function that wrote it
    digits: int = 0
    comma: bool = False  # in place of the decimal point
    readable: bool = True  # else a refusal needs no option
    name: str = ""

    def value(self, chance):
        return Fraction(chance.randint(self.low, self.high), 10**self.digits)


def decimal_text(value, digits):
    """Exact, with so many digits behind the point."""
    text = str(int(abs(value) * 10**digits)).rjust(digits + 1, "0")
    point = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return ("-" if value < 0 else "") + point


def with_comma(value, digits):
    return decimal_text(value, digits).replace(".", ",")


def of_comma(text):
    return Fraction(text.replace(",", "."))


def thousands(mark):
    """A function that writes thousands apart, and one that reads them."""
    return lambda value: f"{int(value):,}".replace(",", mark), lambda text: Fraction(text.replace(mark, ""))


STYLES = {
    "whole": WeightStyle(1, 999, str),
    "zero": WeightStyle(0, 2, str),
    "negative": WeightStyle(-50, 49, str),
    "plus": WeightStyle(1, 999, "+{}".format),
    "leading zeros": WeightStyle(1, 999, lambda value: str(value).rjust(5, "0")),
    "exponent": WeightStyle(1, 999, lambda value: f"{float(value):.3e}"),
    "point": WeightStyle(1, 99999, lambda value: decimal_text(value, 2), digits=2),
    "one digit": WeightStyle(1, 9999, lambda value: decimal_text(value, 1), digits=1),
    "three digits": WeightStyle(1, 99999, lambda value: decimal_text(value, 3), digits=3),
    "point zero": WeightStyle(1, 999, "{}.0".format),
    "bare point": WeightStyle(1, 9, lambda value: decimal_text(value, 1)[1:], digits=1),
    "comma": WeightStyle(1, 99999, lambda value: with_comma(value, 2), of_comma, 2, comma=True),
    "comma, three digits": WeightStyle(1, 99999, lambda value: with_comma(value, 3), of_comma, 3, comma=True),
    "comma zero": WeightStyle(1, 999, "{},0".format, of_comma, comma=True),
    "thousands": WeightStyle(1000, 10**7, *thousands(","), readable=False),
    "thousands blank": WeightStyle(1000, 10**7, *thousands(" "), readable=False),
    "thousands apostrophe": WeightStyle(1000, 10**7, *thousands("'"), readable=False),
    "thousands and point": WeightStyle(10**5, 10**9, lambda value: f"{float(value):,.2f}",
                                       lambda text: Fraction(text.replace(",", "")), 2, readable=False),
    "unit": WeightStyle(1, 999, "{} km".format, lambda text: Fraction(text.split()[0]), readable=False),
    "currency": WeightStyle(1, 999, "${}".format, lambda text: Fraction(text[1:]), readable=False),
    "clock": WeightStyle(0, 599, lambda value: f"{int(value) // 60:02}:{int(value) % 60:02}",
                         lambda text: Fraction(int(text[:2]) * 60 + int(text[3:])), readable=False),
}
PLAIN = ("whole", "negative", "point", "three digits", "point zero", "exponent", "plus", "zero",
         "leading zeros", "bare point", "comma", "comma, three digits", "comma zero")
for style_name, style in STYLES.items():
    style.name = style_name


def weight_style(chance, kinds=tuple(STYLES)):
    return STYLES[chance.choice(kinds)]
