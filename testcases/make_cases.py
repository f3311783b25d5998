#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the small cases' graph and distance files from their text.

Usage: make_cases.py FOLDER    writes NAME.in and NAME.out for every small/NAME.txt

A text is an image of the two files, number by number. `#` starts a comment. The word `graph` starts
the numbers of the graph file: V, E, then source, destination, weight of each edge, or anything else
that a broken file holds. `bytes` starts further bytes of it in hexadecimal. `distances` starts the
numbers of the distance file, `-` for no path. `distances circulant` starts its first row alone:
each further row is the one above it, moved one place to the right. A text without distances is a
graph that must be refused.
"""

import pathlib
import struct
import sys

SMALL = pathlib.Path(__file__).resolve().parent / "small"
UNREACHABLE = 2**30 - 1
KEYWORDS = ("graph", "bytes", "distances", "circulant")


def int32(numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


def read(text):
    """The graph file's bytes, and the distance file's or None."""
    words = {}
    section = None
    for line in text.splitlines():
        for word in line.split("#")[0].split():
            if word in KEYWORDS:
                section = words.setdefault(word, [])
            else:
                section.append(word)
    graph = int32([int(word) for word in words["graph"]])
    graph += bytes.fromhex("".join(words.get("bytes", [])))
    if "distances" not in words:
        return graph, None
    row = words.get("circulant", [])
    table = words["distances"] + [row[j - i] for i in range(len(row)) for j in range(len(row))]
    return graph, int32([UNREACHABLE if word == "-" else int(word) for word in table])


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for text in sorted(SMALL.glob("*.txt")):
        graph, distances = read(text.read_text(encoding="utf-8"))
        (folder / f"{text.stem}.in").write_bytes(graph)
        if distances is not None:
            (folder / f"{text.stem}.out").write_bytes(distances)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
