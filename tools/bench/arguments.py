# SPDX-License-Identifier: MIT
"""Values of options that the measuring scripts share."""

import argparse
import re

SHARE = 0.43  # of all possible edges, where a size does not say how many


def parse_size(text):
    """"2000:800000" as vertices and edges."""
    match = re.fullmatch(r"(\d+)(?::(\d+))?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"found {text}, expected V or V:E, such as 2000:800000")
    vertices = int(match[1])
    most = vertices * (vertices - 1)
    edges = int(match[2]) if match[2] else int(most * SHARE)
    if edges > most:
        raise argparse.ArgumentTypeError(f"{text}: at most {most} edges join {vertices} vertices")
    return vertices, edges


def positive(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"found {text}, expected a whole number from 1")
    return int(text)
