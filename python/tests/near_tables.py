# SPDX-License-Identifier: MIT
"""What the tests of `apsp solve --within` and `--nearest` share: graphs with names and decimals, the rows
that a brute force search has of them, and those that a file has."""

import collections
import csv
import io
import math
import pathlib

import numpy as np
import pyarrow.parquet
import scipy.sparse

from apsp.formats import read

NAMES = ("Genève", "Lille, Nord", 'the "old" mill', "東京", "o'clock", "a blank", "ß", "0", "-", "a\tb")
HEAD = ["source", "target", "distance"]
FILES = ("a.csv", "a.tsv", "a.parquet", "a.npz")


def pairs(text, separator=",", head=HEAD):
    """The rows of a long table, lengths as they are written."""
    found = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    assert found[0] == head
    return [tuple(row) for row in found[1:]]


Some = collections.namedtuple("Some", "names units digits")


def some_graph(rng, digits, directed, path="g.csv", most=30):
    """Writes a graph with names and decimals; its distances in units of the last digit, by SciPy."""
    vertices = int(rng.integers(1, 30))
    names = [*NAMES, *(f"town {place}" for place in range(vertices))][:vertices]
    rng.shuffle(names)
    tails, heads = rng.integers(0, vertices, (2, int(rng.integers(1, 3 * vertices + 1))))
    if all("\t" in names[end] for end in (*tails, *heads)):
        heads[0] -= 1  # or it may be a list of neighbours, which is refused
    units = rng.integers(0, most, len(tails))
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["from", "to", "km"])
        writer.writerows((names[one], names[other], written(unit, digits)) for one, other, unit in
                         zip(tails.tolist(), heads.tolist(), units.tolist()))
    dense = np.full((vertices, vertices), np.inf)
    np.minimum.at(dense, (tails, heads), units)
    if not directed:
        dense = np.minimum(dense, dense.T)
    order = order_of(path)
    kept = [names.index(name) for name in order]
    return Some(order, all_lengths(dense[np.ix_(kept, kept)]), digits)


def all_lengths(dense):
    """By SciPy, which would take small weights of a dense array for no edge."""
    return scipy.sparse.csgraph.floyd_warshall(scipy.sparse.csgraph.csgraph_from_dense(dense, np.inf))


def order_of(path):
    """The names in the order of their vertices: that of the file, numbers in theirs."""
    return read(path).all_names()


def written(units, digits):
    """Units of the last digit as a decimal: 57 with 2 digits is 0.57."""
    whole, rest = divmod(int(units), 10**digits)
    return f"{whole}.{rest:0{digits}d}" if digits else str(whole)


def plain(units, digits):
    """The shortest decimal: 0.5 for 50 hundredths."""
    text = written(units, digits)
    return (text.rstrip("0").rstrip(".") if digits else text) or "0"


def expected_rows(some, limit, k=None, sources=None, targets=None):
    """By brute force; `limit` in units."""
    everyone = range(len(some.names))
    targets = everyone if targets is None else sorted(set(targets))
    found = []
    for source in everyone if sources is None else sources:
        near_ones = [(some.units[source, target], target) for target in targets
                     if some.units[source, target] <= limit and math.isfinite(some.units[source, target])]
        if k is not None:
            near_ones = sorted(sorted(one for one in near_ones if one[1] != source)[:k]
                               + [one for one in near_ones if one[1] == source])
        found += [(some.names[source], some.names[target], plain(length, some.digits))
                  for length, target in near_ones]
    return found


def listed(some, chosen):
    """Names for --sources or --targets."""
    path = pathlib.Path(f"list{len(list(pathlib.Path().glob('list*')))}")
    path.write_text("".join(some.names[vertex] + "\n" for vertex in chosen), encoding="utf-8")
    return f"@{path}"


def rows_of(name, *path):
    """The rows of a file, lengths as the shortest decimals; path vertices where their column is named."""
    suffix = name.rpartition(".")[2].lower()
    head = [*HEAD, *path]
    if suffix in ("csv", "tsv"):
        return pairs(pathlib.Path(name).read_bytes().decode(), "\t" if suffix == "tsv" else ",", head)
    if suffix == "parquet":
        table = pyarrow.parquet.read_table(name)
        assert table.column_names == head
        found = zip(*(column.to_pylist() for column in table.columns))
    else:
        found = rows_of_npz(name, *path)
    return [(source, target, repr(float(length)).removesuffix(".0"), *(vertex or "" for vertex in vertices))
            for source, target, length, *vertices in found]


def rows_of_npz(name, *path):
    found = scipy.sparse.load_npz(name)
    with np.load(name) as archive:
        sources, targets = archive["sources"].tolist(), archive["targets"].tolist()
        assert ("path_vertices" in archive.files) == ("vertices" in archive.files) == bool(path)
        more = []
        if path:
            vertices, names = archive["path_vertices"], [*archive["vertices"].tolist(), None]
            assert vertices.dtype == np.int32 and vertices.shape == found.data.shape
            assert ((vertices >= 0) | (vertices == -9999)).all()
            more = [[names[max(vertex, -1)] for vertex in vertices.tolist()]]
    assert found.format == "csr" and found.dtype == np.float64
    assert found.shape == (len(sources), len(targets))
    lines = np.repeat(np.arange(len(sources)), np.diff(found.indptr)).tolist()
    return zip([sources[line] for line in lines], [targets[column] for column in found.indices.tolist()],
               found.data.tolist(), *more)
