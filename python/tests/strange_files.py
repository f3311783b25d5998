# SPDX-License-Identifier: MIT
"""What tests of files that strangers wrote share."""


def edges(graph):
    """The weight of each edge, both ways where it leads so, by the names of its ends."""
    both = graph.both_ways()
    return {(both.name(one), both.name(other)): weight for one, other, weight in
            zip(both.source.tolist(), both.target.tolist(), both.weight.tolist())}


def written(folder, name, content):
    """The path of a new file, of bytes or of a text in UTF-8."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path
