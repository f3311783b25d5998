# SPDX-License-Identifier: MIT
"""Text from programs and file names, made safe for a terminal and for files."""

import unicodedata

UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # Unicode categories: controls, invisible ones, surrogates


def escaped(character):
    code = ord(character)
    if 0xdc80 <= code <= 0xdcff:  # a byte of a file name that is no UTF-8
        code -= 0xdc00
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def printable(text, keep=""):
    """The text with an escape such as \\x1b for each character that a terminal might obey, that is
    invisible, or that cannot be written; the characters of `keep` stay."""
    return "".join(escaped(character)
                   if character not in keep and unicodedata.category(character) in UNSAFE
                   else character for character in str(text))


def some(names, most=5):
    """The first names, and how many more there are."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def shortened(text, width):
    """At most `width` characters: the beginning and the end, the latter longer."""
    if len(text) <= width:
        return text
    if width < 8:
        return text[:width]
    first = (width - 3) // 3
    return text[:first] + "..." + text[len(text) - (width - 3 - first):]
