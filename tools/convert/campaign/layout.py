# SPDX-License-Identifier: MIT
"""The outer form of a text: line ends, byte order mark, empty lines, blanks at the ends of lines."""

LINE_ENDS = ("\n", "\n", "\n", "\r\n", "\r\n", "\r")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def finish(chance, lines, mark=True, empty_lines=True, encoding="utf-8"):
    """The bytes of the lines in a random outer form."""
    lines = list(lines)
    if empty_lines and chance.random() < 0.15:
        for _ in range(chance.randrange(1, 3)):
            lines.insert(chance.randrange(1, len(lines) + 1), "")
    end = chance.choice(LINE_ENDS)
    text = end.join(lines) + chance.choice((end, end, end, "", end + end))
    data = text.encode(encoding)
    return (BYTE_ORDER_MARK if mark and encoding == "utf-8" and chance.random() < 0.15 else b"") + data


def text_lines(data, encoding="utf-8"):
    """The lines of such bytes that have something on them, read back by Python."""
    text = data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    return [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
