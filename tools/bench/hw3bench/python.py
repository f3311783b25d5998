# SPDX-License-Identifier: MIT
"""apsp in Python, beside SciPy, NetworkX and others

  graphs    one dense graph and one of roads, by every library
  batches   many small graphs a call, beside a loop over SciPy
  overhead  the import, and a call beside the compute phase of hw3-1
  networkx  the functions of the NetworkX backend, beside NetworkX itself
  examples  Isomap of scikit-learn and RDKit, before and after

Takes the Python that runs it, with apsp installed; what else is not installed
is left out. A call that would take more than --longest seconds, or half of the
memory, is extrapolated from a smaller graph. Every result is compared with
ours. The best run counts. Seconds of networkx and examples are those of the
processor, all threads together, which other programs disturb little.

Example:
  python3 tools/bench/hw3-bench python --only batches --repeats 7"""

import contextlib
import os
import platform
import random
import subprocess
import sys
import time
from unittest.mock import patch

from .frame import sectioned
from .programs import Configuration, Failed
from .tables import factor, seconds, table
from .timing import in_turn, median

MISSING = None
try:
    import numpy as np
    import scipy.sparse
    from scipy.sparse import csgraph

    import apsp

    from .python_peers import METHODS
except ImportError as missing:
    MISSING = missing

try:
    import cupy
except ImportError:
    cupy = None

REPEATS = 3
ONLY = ("graphs", "batches", "overhead", "networkx", "examples")
BATCH_VERTICES = 32
FUNCTIONS = {
    "floyd_warshall": {}, "floyd_warshall_numpy": {}, "floyd_warshall_predecessor_and_distance": {},
    "all_pairs_dijkstra_path_length": {}, "all_pairs_dijkstra": {},
    "all_pairs_bellman_ford_path_length": {}, "all_pairs_shortest_path_length": {}, "johnson": {},
    "all_pairs_dijkstra_path": {}, "all_pairs_shortest_path": {},
    **{name: {"weight": "weight"} for name in ("eccentricity", "diameter", "radius", "center",
                                               "periphery")},
    "closeness_centrality": {"distance": "weight"}, "harmonic_centrality": {"distance": "weight"},
    "global_efficiency": {},
    "average_shortest_path_length": {"weight": "weight"}, "wiener_index": {"weight": "weight"},
}


def add_options(parser):
    parser.add_argument("--quick", action="store_true", help="small graphs")
    parser.add("--longest", float, "SECONDS", 600, "calls that would take longer are extrapolated")


def require_apsp(bench):
    """Failed without the modules; else keeps their versions."""
    if MISSING:
        raise Failed(f"{MISSING}: run hw3-bench with the Python in which apsp, NumPy and SciPy are "
                     "installed")
    bench.results["versions"] = {
        "Python": platform.python_version(), "NumPy": np.__version__, "SciPy": scipy.__version__,
        f"apsp with {apsp.instruction_sets()[0]}": apsp.__version__}


@contextlib.contextmanager
def installed(bench, name):
    """Leaves out what needs a module that is not installed."""
    try:
        yield
    except ImportError as missing:
        bench.leave_out(f"{name}: {missing}")


def best(call, repeats, clock=time.perf_counter):
    """The seconds of the shortest of some runs, and the result."""
    shortest = float("inf")
    for _ in range(repeats):
        began = clock()
        result = call()
        shortest = min(shortest, clock() - began)
    return shortest, result


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


def by_peer(name, graph):
    """A call of a peer on a prepared graph, and the function that makes an array of its result."""
    edges = scipy.sparse.coo_array(graph)
    return METHODS[name](graph.shape[0], edges.row, edges.col, edges.data)


def memory():
    """Bytes that this process has, and those that are free."""
    with open("/proc/self/statm", encoding="ascii") as file:
        own = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with open("/proc/meminfo", encoding="ascii") as file:
        facts = dict(line.split(":") for line in file)
    return own, int(facts["MemAvailable"].split()[0]) * 1024


def prediction(name, make, vertices, power, longest):
    """How long a call will take: seconds, the part of V that was run to know, and whether the
    result, V^2 distances, fits half of the memory. A quarter of V, but less where that alone would
    take long."""
    for part in (16, 4):
        call, _ = by_peer(name, make(vertices // part))
        before = memory()[0]
        taken, result = best(call, 1)
        after, free = memory()
        del result
        fits = (after - before) * part**2 < free / 2
        if taken * 4**power > longest / 10 or not fits:
            break
    return part, taken * part**power, fits


def measure_graphs(bench):
    """Small ones tell how long the others will take."""
    quick, longest = bench.arguments.quick, bench.arguments.longest
    longest = min(longest, 20) if quick else longest
    for kind, make, power, theirs, size in (
            ("dense", dense, 3, "floyd_warshall", 1200 if quick else 5000),
            ("road", road, 2, "dijkstra", 2500 if quick else 20000)):
        graph = make(size)
        taken, expected = best(lambda: getattr(apsp, theirs)(graph), bench.repeats)  # noqa: B023
        rows = [(f"apsp.{theirs}", taken)]
        for name in (f"scipy-{theirs.replace('_', '-')}", "networkx-dijkstra", "igraph-distances",
                     "networkit-apsp"):
            with installed(bench, name):
                part, predicted, fits = prediction(name, make, size, power, longest)
                if predicted > longest or not fits:
                    rows.append((f"{name}, extrapolated from V / {part}", predicted))
                    continue
                call, as_array = by_peer(name, graph)
                other, found = best(call, 1)
                np.testing.assert_array_equal(as_array(found), expected)
                rows.append((name, other))
        bench.add("graphs", *({"graph": kind, "vertices": graph.shape[0], "call": name,
                               "seconds": seconds, "times": seconds / taken}
                              for name, seconds in rows))


def dense_batch(graphs):
    """Complete digraphs with weights of 1 to 100, as matrices of int64."""
    matrices = np.random.default_rng(3).integers(1, 101, (graphs, BATCH_VERTICES, BATCH_VERTICES))
    matrices[:, range(BATCH_VERTICES), range(BATCH_VERTICES)] = 0
    return matrices


def molecules(graphs):
    """A random tree and two rings each, bonds both ways, of weight 1."""
    rng = np.random.default_rng(4)
    matrices = np.zeros((graphs, BATCH_VERTICES, BATCH_VERTICES), dtype=np.int64)
    number = np.arange(graphs)
    bonds = [(v, v - 1 - rng.integers(0, min(v, 3), graphs)) for v in range(1, BATCH_VERTICES)]
    rings = rng.integers(0, BATCH_VERTICES - 5, (2, graphs))
    for one, other in (*bonds, *((ring, ring + 5) for ring in rings)):
        matrices[number, one, other] = matrices[number, other, one] = 1
    return matrices


def batch_calls(matrices):
    """Calls of apsp on one batch, by name."""
    graph, source, destination = np.nonzero(matrices)
    weights = matrices[graph, source, destination]
    edges = np.stack([source, destination, weights], axis=1)
    rest = (np.searchsorted(graph, np.arange(len(matrices) + 1)),
            np.full(len(matrices), BATCH_VERTICES))
    kinds = {kind.__name__: matrices.astype(kind) for kind in (np.int32, np.int64, np.float64)}
    calls = {f"`batch` of {name} matrices": lambda some=some: apsp.batch(some)
             for name, some in kinds.items()}
    if cupy is not None:
        there = {name: cupy.asarray(some) for name, some in kinds.items() if name != "int64"}
        calls |= {f"`batch` of {name} matrices on a GPU": lambda some=some: apsp.batch(some)
                  for name, some in there.items()}
    narrow, pairs, real = edges.astype(np.int32), edges[:, :2].copy(), weights.astype(float)
    calls |= {"`batch` of int32 edges": lambda: apsp.batch(narrow, *rest),
              "`batch` of int64 edges": lambda: apsp.batch(edges, *rest),
              "`batch` of int64 edges, int64 weights":
              lambda: apsp.batch(pairs, *rest, weights=weights),
              "`batch` of int64 edges, float64 weights":
              lambda: apsp.batch(pairs, *rest, weights=real)}
    if (weights == 1).all():
        calls["`batch` of int64 edges without weights"] = lambda: apsp.batch(pairs, *rest)
    return calls


def measure_batches(bench):
    graphs = 5000 if bench.arguments.quick else 50_000
    for kind, make in (("dense, weights to 100", dense_batch), ("molecules", molecules)):
        matrices = make(graphs)
        some = matrices[:2000].astype(float)
        taken, expected = best(lambda: [csgraph.floyd_warshall(one) for one in some],  # noqa: B023
                               bench.repeats)
        rates = {"a loop over SciPy's `floyd_warshall`": len(some) / taken}
        for name, call in batch_calls(matrices).items():
            call()
            taken, found = best(call, bench.repeats)
            found = found[:len(some)]
            np.testing.assert_array_equal(found if isinstance(found, np.ndarray) else found.get(), expected)
            rates[name] = graphs / taken
        bench.add("batches", *({"graphs": kind, "call": name, "rate": rate,
                                "times": rate / next(iter(rates.values()))}
                               for name, rate in rates.items()))


def measure_overhead(bench):
    """Our call on a NumPy array, and the compute phase of hw3-1 on the same graph, in turn, because the
    speed of a shared machine drifts: medians of both, and of their ratio."""
    code = ("import time; a = time.perf_counter(); import numpy; b = time.perf_counter(); import apsp; "
            "print(b - a, time.perf_counter() - b)")
    runs = [subprocess.run([sys.executable, "-c", code], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split() for _ in range(bench.repeats)]
    bench.results["import"] = [1000 * min(float(run[n]) for run in runs) for n in (0, 1)]
    path, report = bench.folder / "array.graph", bench.folder / "report.json"
    for vertices in (1200,) if bench.arguments.quick else (5000, 8000, 12000):
        graph = dense(vertices)
        apsp.floyd_warshall(graph)
        apsp.write(path, graph)
        calls, solves = in_turn(
            [("apsp", lambda: best(lambda: apsp.floyd_warshall(graph), 1)[0]),  # noqa: B023
             ("hw3-1", lambda: bench.programs.solve(Configuration("hw3-1"), path,
                                                    bench.folder / "distances.bin", report).compute)],
            max(7, bench.repeats))
        bench.add("overhead", {"vertices": vertices, "seconds": median(calls),
                               "compute": median(solves),
                               "ratio": median(a / b for a, b in zip(calls, solves))})


def networkx_graph(nx, nodes, edges, seed=1):
    """A connected random graph with weights from 1 to 100."""
    rng = random.Random(seed)
    graph = nx.gnm_random_graph(nodes, edges, seed=seed)
    nx.add_path(graph, rng.sample(range(nodes), nodes))
    nx.set_edge_attributes(graph, {edge: rng.randint(1, 100) for edge in graph.edges}, "weight")
    return graph


def same(found, expected):
    if isinstance(expected, np.ndarray):
        return np.array_equal(found, expected)
    if isinstance(expected, tuple):  # predecessors may differ among equally short paths
        return found[1] == expected[1]
    return found == expected


def measure_networkx(bench):
    """NetworkX runs once, the backend as often as --repeats asks."""
    with installed(bench, "networkx"):
        import networkx as nx
        bench.results["versions"]["NetworkX"] = nx.__version__
        nodes = 100 if bench.arguments.quick else 1000
        graph = networkx_graph(nx, nodes, 5 * nodes)
        for name, options in FUNCTIONS.items():
            def call(backend, name=name, options=options):
                result = getattr(nx, name)(graph, backend=backend, **options)
                return dict(result) if name.startswith("all_pairs") else result

            before, expected = best(lambda: call("networkx"), 1, time.process_time)  # noqa: B023
            after, found = best(lambda: call("apsp"), bench.repeats, time.process_time)  # noqa: B023
            if not same(found, expected):
                raise Failed(f"{name}: the results differ")
            bench.add("networkx", {"call": f"`{name}`", "before": before, "after": after})


def on_a_grid(graph, **options):
    """Shortest paths of weights that are rounded to multiples of 2**-20."""
    graph = graph.tocsr()
    graph.data = np.round(graph.data * 2**20) / 2**20
    return apsp.shortest_path(graph, **options)


def measure_isomap(bench):
    """The whole fit, and the shortest paths in it."""
    from sklearn.datasets import make_swiss_roll
    from sklearn.manifold import Isomap

    samples = 300 if bench.arguments.quick else 3000
    points, _ = make_swiss_roll(samples, random_state=0)
    fits, paths = [], []
    for function in (csgraph.shortest_path, on_a_grid):
        inside = []

        def timed(*args, function=function, inside=inside, **options):
            taken, result = best(lambda: function(*args, **options), 1, time.process_time)
            inside.append(taken)
            return result

        with patch("sklearn.manifold._isomap.shortest_path", timed):
            fits.append(best(lambda: Isomap(n_neighbors=10).fit(points), bench.repeats,
                             time.process_time))
        paths.append(min(inside))
    error = np.abs(fits[1][1].dist_matrix_ - fits[0][1].dist_matrix_).max()
    if error >= 1e-3:
        raise Failed(f"Isomap: the results differ by {error}")
    name = f"Isomap, {samples} samples"
    bench.add("examples", {"call": name, "before": fits[0][0], "after": fits[1][0]},
              {"call": f"{name}: its shortest paths", "before": paths[0], "after": paths[1]})


def measure_rdkit(bench):
    from rdkit import Chem

    for residues in (20,) if bench.arguments.quick else (20, 100, 400):
        molecule = Chem.MolFromSequence("ACDEFGHIKLMNPQRSTVWY" * (residues // 20))
        before, expected = best(lambda: Chem.GetDistanceMatrix(molecule, force=True),  # noqa: B023
                                bench.repeats, time.process_time)
        after, found = best(lambda: apsp.shortest_path(Chem.GetAdjacencyMatrix(molecule)),  # noqa: B023
                            bench.repeats, time.process_time)
        np.testing.assert_array_equal(found, expected)
        bench.add("examples", {"call": f"RDKit, {residues} residues, {molecule.GetNumAtoms()} atoms",
                               "before": before, "after": after})


def measure_examples(bench):
    with installed(bench, "Isomap"):
        measure_isomap(bench)
    with installed(bench, "RDKit"):
        measure_rdkit(bench)


def measure(bench):
    require_apsp(bench)
    for section, work in (("graphs", measure_graphs), ("batches", measure_batches),
                          ("overhead", measure_overhead), ("networkx", measure_networkx),
                          ("examples", measure_examples)):
        if section in bench.arguments.only:
            work(bench)


def graphs_table(results):
    return table(["graph", "V", "call", "seconds", "times apsp"],
                 [[row["graph"], row["vertices"], row["call"], f"{row['seconds']:.4g}",
                   f"{row['times']:.1f}"] for row in results["graphs"]])


def batches_table(results):
    kinds = list(dict.fromkeys(row["graphs"] for row in results["batches"]))
    found = {(row["call"], row["graphs"]): row for row in results["batches"]}

    def cells(call, kind):
        row = found.get((call, kind))
        return [f"{row['rate']:,.0f}", f"{row['times']:.0f}"] if row else ["", ""]

    return table(["call", *(head for kind in kinds for head in (kind, "times"))],
                 [[call, *(cell for kind in kinds for cell in cells(call, kind))]
                  for call in dict.fromkeys(row["call"] for row in results["batches"])])


def overhead_table(results):
    numpy_ms, apsp_ms = results["import"]
    made = table(["V", "apsp, s", "compute phase of hw3-1, s", "overhead"],
                 [[row["vertices"], seconds(row["seconds"]), seconds(row["compute"]),
                   f"{100 * (row['ratio'] - 1):.0f} %"] for row in results["overhead"]])
    return f"{made}\n\nImport: NumPy {numpy_ms:.1f} ms, apsp {apsp_ms:.1f} ms after it."


def pairs_table(rows):
    return table(["call", "before, s", "after, s", "times"],
                 [[row["call"], f"{row['before']:.3g}", f"{row['after']:.3g}",
                   factor(row["before"] / row["after"])] for row in rows])


SECTIONS = {
    "graphs": ("One large graph:", graphs_table),
    "batches": (f"Graphs of {BATCH_VERTICES} vertices a second, and times SciPy:", batches_table),
    "overhead": ("A dense call, and the compute phase of hw3-1 in turn, medians:", overhead_table),
    "networkx": ("Functions of NetworkX by itself, and by the backend:",
                 lambda results: pairs_table(results["networkx"])),
    "examples": ("Examples with the libraries' own shortest paths, and with apsp:",
                 lambda results: pairs_table(results["examples"])),
}


def report(results):
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return sectioned(SECTIONS, results, f"; {versions}", "the best")
