#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times apsp beside SciPy, NetworkX, igraph and NetworKit, and prints a table for docs/python.md.

A package that is not installed is left out. A call that would take more than --longest seconds, or
half of the memory, is extrapolated from a smaller graph. Every result is compared with ours.
With --program, the built hw3-1, the overhead over its compute phase is measured too. A second table
has batches of small graphs, beside a loop over SciPy; with --batches it is the only one.
"""

import argparse
import importlib
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy.sparse
from scipy.sparse import csgraph

sys.path.pop(0)  # this folder, which holds the sources of apsp without their module
import apsp  # noqa: E402


def dense(vertices):
    """A complete digraph with weights of 1 to 99, as a NumPy array."""
    return np.random.default_rng(1).integers(1, 100, (vertices, vertices)).astype(float)


def road(vertices):
    """A square grid with weights of 1 to 99, both ways, and every tenth street missing."""
    side = int(vertices**0.5)
    rng = np.random.default_rng(2)
    number = np.arange(side * side).reshape(side, side)
    ends = np.concatenate([np.stack([a.ravel(), b.ravel()]) for a, b in (
        (number[:, :-1], number[:, 1:]), (number[:-1], number[1:]))], axis=1)
    ends = ends[:, rng.random(ends.shape[1]) > 0.1]
    weights = rng.integers(1, 100, ends.shape[1]).astype(float)
    half = scipy.sparse.coo_array((weights, tuple(ends)), shape=(side * side,) * 2).tocsr()
    return (half + half.T).tocsr()


def as_networkx(graph):
    nx = importlib.import_module("networkx")
    make = nx.from_scipy_sparse_array if scipy.sparse.issparse(graph) else nx.from_numpy_array
    return make(graph, create_using=nx.DiGraph)


def by_networkx(graph):
    nx = importlib.import_module("networkx")
    made = as_networkx(graph)
    return lambda: [lengths for _, lengths in nx.all_pairs_dijkstra_path_length(made)]


def by_igraph(graph):
    igraph = importlib.import_module("igraph")
    table = scipy.sparse.coo_array(graph)
    made = igraph.Graph(n=graph.shape[0], edges=np.stack([table.row, table.col], 1), directed=True)
    made.es["weight"] = table.data
    return lambda: made.distances(weights="weight")


def by_networkit(graph):
    networkit = importlib.import_module("networkit")
    table = scipy.sparse.coo_array(graph)
    made = networkit.GraphFromCoo((table.data, (table.row, table.col)), n=graph.shape[0],
                                  weighted=True, directed=True)
    return lambda: networkit.distance.APSP(made).run().getDistances()


def seconds(call, repeats):
    """The shortest of some runs, and the result."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - began)
    return best, result


def memory():
    """Bytes that this process has, and those that are free."""
    with open("/proc/self/statm", encoding="ascii") as file:
        own = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with open("/proc/meminfo", encoding="ascii") as file:
        facts = dict(line.split(":") for line in file)
    return own, int(facts["MemAvailable"].split()[0]) * 1024


def prediction(prepare, make, vertices, power, longest):
    """How long a call will take: seconds, the part of V that was run to know, and whether the
    result, V^2 distances, fits half of the memory. A quarter of V, but less where that alone would
    take long."""
    for part in (16, 4):
        call = prepare(make(vertices // part))
        before = memory()[0]
        taken, result = seconds(call, 1)
        after, free = memory()
        del result
        fits = (after - before) * part**2 < free / 2
        if taken * 4**power > longest / 10 or not fits:
            break
    return part, taken * part**power, fits


def rows_of(kind, vertices, longest, repeats):
    """Lines (call, seconds) of one graph; small ones tell how long the others will take."""
    make, power = (dense, 3) if kind == "dense" else (road, 2)
    theirs = "floyd_warshall" if kind == "dense" else "dijkstra"
    graph = make(vertices)
    calls = {f"SciPy `{theirs}`": lambda g: lambda: getattr(csgraph, theirs)(g),
             "NetworkX `all_pairs_dijkstra_path_length`": by_networkx,
             "igraph `Graph.distances`": by_igraph,
             "NetworKit `APSP`": by_networkit}
    ours, expected = seconds(lambda: getattr(apsp, theirs)(graph), repeats)
    lines = [(f"apsp `{theirs}`", ours)]
    for name, prepare in calls.items():
        try:
            part, predicted, fits = prediction(prepare, make, vertices, power, longest)
        except ImportError:
            print(f"left out: {name}: not installed", file=sys.stderr)
            continue
        if predicted > longest or not fits:
            lines.append((f"{name}, extrapolated from V / {part}", predicted))
            continue
        taken, found = seconds(prepare(graph), 1)
        if isinstance(found, np.ndarray):
            np.testing.assert_array_equal(found, expected)
        lines.append((name, taken))
    return graph.shape[0], ours, lines


class Batch:
    """Graphs of 32 vertices each: matrices of int64, and their edges as rows of three int64."""

    vertices = 32

    def __init__(self, matrices):
        self.matrices = matrices
        graph, source, destination = np.nonzero(matrices)
        weights = matrices[graph, source, destination]
        self.edges = np.stack([source, destination, weights], axis=1)
        self.offsets = np.searchsorted(graph, np.arange(len(matrices) + 1))
        self.sizes = np.full(len(matrices), self.vertices)

    def by_edges(self, edges, weights=None):
        return apsp.batch(edges, self.offsets, self.sizes, weights=weights)


def dense_batch(graphs):
    """Complete digraphs with weights of 1 to 100."""
    shape = (graphs, Batch.vertices, Batch.vertices)
    matrices = np.random.default_rng(3).integers(1, 101, shape)
    matrices[:, range(Batch.vertices), range(Batch.vertices)] = 0
    return Batch(matrices)


def molecules(graphs):
    """A random tree and two rings each, bonds both ways, of weight 1."""
    rng = np.random.default_rng(4)
    matrices = np.zeros((graphs, Batch.vertices, Batch.vertices), dtype=np.int64)
    number = np.arange(graphs)
    bonds = [(v, v - 1 - rng.integers(0, min(v, 3), graphs)) for v in range(1, Batch.vertices)]
    rings = rng.integers(0, Batch.vertices - 5, (2, graphs))
    for one, other in (*bonds, *((ring, ring + 5) for ring in rings)):
        matrices[number, one, other] = matrices[number, other, one] = 1
    return Batch(matrices)


def batch_calls(batch):
    """Calls of apsp on one batch, by name."""
    calls = {}
    for kind in (np.int32, np.int64, np.float64):
        matrices = batch.matrices.astype(kind)
        calls[f"`batch` of {kind.__name__} matrices"] = lambda matrices=matrices: apsp.batch(matrices)
    narrow, pairs = batch.edges.astype(np.int32), batch.edges[:, :2].copy()
    weights = batch.edges[:, 2].copy()
    real = weights.astype(float)
    calls |= {"`batch` of int32 edges": lambda: batch.by_edges(narrow),
              "`batch` of int64 edges": lambda: batch.by_edges(batch.edges),
              "`batch` of int64 edges, int64 weights": lambda: batch.by_edges(pairs, weights),
              "`batch` of int64 edges, float64 weights": lambda: batch.by_edges(pairs, real)}
    if (weights == 1).all():
        calls["`batch` of int64 edges without weights"] = lambda: batch.by_edges(pairs)
    return calls


def batch_rates(batch, repeats):
    """Graphs a second of each call, and first of a loop over SciPy on a part of the batch."""
    matrices = batch.matrices[:2000].astype(float)
    taken, expected = seconds(lambda: [csgraph.floyd_warshall(one) for one in matrices], repeats)
    rates = {"a loop over SciPy's `floyd_warshall`": len(matrices) / taken}
    for name, call in batch_calls(batch).items():
        call()
        taken, found = seconds(call, repeats)
        np.testing.assert_array_equal(found[:len(matrices)], expected)
        rates[name] = len(batch.sizes) / taken
    return rates


def print_batches(graphs, repeats):
    dense_rates, molecule_rates = (batch_rates(make(graphs), repeats) for make in (dense_batch, molecules))
    print(f"{graphs} graphs of {Batch.vertices} vertices: graphs a second, and times SciPy\n")
    print("| call | dense, weights to 100 | times | molecules | times |\n|---|---:|---:|---:|---:|")
    for name in molecule_rates:
        cells = []
        for rates in (dense_rates, molecule_rates):
            rate = rates.get(name)
            cells += [f"{rate:,.0f}", f"{rate / next(iter(rates.values())):.0f}"] if rate else ["", ""]
        print(f"| {name} | {' | '.join(cells)} |")


def overhead(program, vertices, repeats):
    """Our call on a NumPy array, and the compute phase of hw3-1 on the same graph, in turn, because the
    speed of a shared machine drifts. Returns medians: of both in seconds, and of their ratio."""
    graph = dense(vertices)
    apsp.floyd_warshall(graph)
    ours, compute = [], []
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("graph", "distances", "report")]
        apsp.write(paths[0], graph)
        for _ in range(repeats):
            ours.append(seconds(lambda: apsp.floyd_warshall(graph), 1)[0])
            subprocess.run([program, "--quiet", "--report", paths[2], *paths[:2]], check=True)
            report = json.loads(pathlib.Path(paths[2]).read_text(encoding="utf-8"))
            compute.append(report["seconds"]["compute"])
    return np.median(ours), np.median(compute), np.median(np.divide(ours, compute))


def import_times(repeats):
    """Milliseconds to import NumPy, and apsp after it."""
    code = ("import time; a = time.perf_counter(); import numpy; b = time.perf_counter(); import apsp; "
            "print(b - a, time.perf_counter() - b)")
    runs = [subprocess.run([sys.executable, "-c", code], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split() for _ in range(repeats)]
    return [1000 * min(float(run[n]) for run in runs) for n in (0, 1)]


def print_graphs(options):
    """The table of large graphs, the import and the overhead."""
    sizes = {"dense": 1200, "road": 2500} if options.quick else {"dense": 5000, "road": 20000}
    longest = min(options.longest, 20) if options.quick else options.longest
    print("| graph | V | call | seconds | times apsp |\n|---|---:|---|---:|---:|")
    for kind, wanted in sizes.items():
        vertices, ours, lines = rows_of(kind, wanted, longest, options.repeats)
        for call, taken in lines:
            print(f"| {kind} | {vertices} | {call} | {taken:.4g} | {taken / ours:.1f} |", flush=True)
    print("\nimport: NumPy {:.1f} ms, apsp {:.1f} ms after it".format(*import_times(options.repeats)))
    if options.program:
        for vertices in (sizes["dense"], *(() if options.quick else (8000, 12000))):
            ours, compute, ratio = overhead(options.program, vertices, max(7, options.repeats))
            print(f"dense V = {vertices}: {ours:.4f} s, compute phase of hw3-1 {compute:.4f} s, "
                  f"overhead {100 * (ratio - 1):.0f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small graphs")
    parser.add_argument("--longest", type=float, default=600, metavar="SECONDS")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--program", metavar="HW3_1")
    parser.add_argument("--batches", action="store_true", help="batches of small graphs alone")
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, Python {platform.python_version()}, NumPy {np.__version__}, "
          f"SciPy {scipy.__version__}, apsp {apsp.__version__} with {apsp.instruction_sets()[0]}\n")
    if not options.batches:
        print_graphs(options)
        print()
    print_batches(5000 if options.quick else 50_000, options.repeats)


if __name__ == "__main__":
    main()
