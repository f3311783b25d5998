#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the examples of docs/python-networkx.md: Isomap of scikit-learn, distances of RDKit.

Prints a table in Markdown: processor seconds of all threads before and after, each the fewest of
--repeat runs.
"""

import argparse
import sys
import time
from unittest.mock import patch

del sys.path[0]  # this folder, whose apsp is not built: take the installed one

import numpy as np  # noqa: E402

import apsp  # noqa: E402


def fastest(repeat, call):
    """Returns the seconds of the fastest of `repeat` calls, and the last result."""
    seconds = []
    for _ in range(repeat):
        start = time.process_time()
        result = call()
        seconds.append(time.process_time() - start)
    return min(seconds), result


def on_a_grid(graph, **options):
    """Shortest paths of weights that are rounded to multiples of 2**-20."""
    graph = graph.tocsr()
    graph.data = np.round(graph.data * 2**20) / 2**20
    return apsp.shortest_path(graph, **options)


class Timed:
    """A function that keeps the seconds of its fastest call."""

    def __init__(self, function):
        self.function = function
        self.seconds = float("inf")

    def __call__(self, *args, **kwargs):
        seconds, result = fastest(1, lambda: self.function(*args, **kwargs))
        self.seconds = min(self.seconds, seconds)
        return result


def bench_isomap(samples, repeat):
    """Returns two lines: the whole fit, and the shortest paths in it."""
    from scipy.sparse.csgraph import shortest_path
    from sklearn.datasets import make_swiss_roll
    from sklearn.manifold import Isomap

    points, _ = make_swiss_roll(samples, random_state=0)
    runs = []
    for paths in (Timed(shortest_path), Timed(on_a_grid)):
        with patch("sklearn.manifold._isomap.shortest_path", paths):
            runs.append((paths, *fastest(repeat, lambda: Isomap(n_neighbors=10).fit(points))))
    (paths, before, expected), (fast_paths, after, found) = runs
    error = np.abs(found.dist_matrix_ - expected.dist_matrix_).max()
    assert error < 1e-3, error
    name = f"Isomap, {samples} samples"
    return [(name, before, after), (f"{name}: its shortest paths", paths.seconds, fast_paths.seconds)]


def bench_rdkit(residues, repeat):
    from rdkit import Chem

    molecule = Chem.MolFromSequence("ACDEFGHIKLMNPQRSTVWY" * (residues // 20))
    before, expected = fastest(repeat, lambda: Chem.GetDistanceMatrix(molecule, force=True))
    after, found = fastest(repeat, lambda: apsp.shortest_path(Chem.GetAdjacencyMatrix(molecule)))
    np.testing.assert_array_equal(found, expected)
    return f"RDKit, {residues} residues, {molecule.GetNumAtoms()} atoms", before, after


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=3000)
    parser.add_argument("--residues", type=int, nargs="+", default=[20, 100, 400])
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    print("| example | before, s | after, s | times |\n|---|---:|---:|---:|")
    lines = bench_isomap(arguments.samples, arguments.repeat)
    lines += [bench_rdkit(residues, arguments.repeat) for residues in arguments.residues]
    for name, before, after in lines:
        print(f"| {name} | {before:.3g} | {after:.3g} | {before / after:.1f} |")


if __name__ == "__main__":
    main()
