# SPDX-License-Identifier: MIT
"""Real weights by every method of the library, beside SciPy

Graphs of random weights between 0 and 1, which no power of two makes integers,
solved by apsp in the Python that runs this; "int32" are the same graphs with
whole weights, "scipy" is SciPy's floyd_warshall or dijkstra in float64.
Results are compared: within rounding, and whole ones exactly. --gpu adds
arrays of CuPy, of which some rows are compared with searches of processors.

Example:
  python3 tools/bench/hw3-bench floats --dense 1000 --road 10000"""

from .frame import positive, sectioned
from .programs import Failed
from .python import best, dense, require_apsp, road
from .tables import giga, seconds, table
from .timing import in_turn, median

try:
    import numpy as np
    from scipy.sparse import csgraph

    import apsp
except ImportError:
    pass  # require_apsp() says so

try:
    import cupy
except ImportError:
    cupy = None

REPEATS = 5
METHODS = ("dense", "sweep", "search")
TOLERANCE = {"float64": 1e-12, "float32": 1e-5}


def add_options(parser):
    parser.add("--dense", positive, "V", [500, 2000, 5000], "dense graphs", nargs="*")
    parser.add("--road", positive, "V", [1000, 5000, 20000], "grids of roads", nargs="*")
    parser.add("--gpu", positive, "V", [], "dense arrays in the memory of a GPU, by CuPy", nargs="*")
    parser.add("--largest", positive, "V", 8000, "larger graphs by the chosen method alone, no SciPy")


def with_real_weights(graph):
    """The same edges with weights between 0 and 1."""
    real, values = graph.copy(), graph if isinstance(graph, np.ndarray) else graph.data
    drawn = np.random.default_rng(5).random(values.shape) + 2.0**-30
    if isinstance(graph, np.ndarray):
        return drawn
    real.data = drawn
    return real


def solvers_of(graph, kind, all_of_them):
    """{(element, method): function} of everything that solves a graph."""
    real = with_real_weights(graph)
    found = {}
    for element in ("float64", "float32"):
        for method in (None, *(METHODS if all_of_them else ())):
            found[element, method or "auto"] = lambda element=element, method=method: apsp.solve(
                real, dtype=element, method=method)
    found["int32", "auto"] = lambda: apsp.solve(graph, dtype="int32")
    if all_of_them:
        theirs = csgraph.floyd_warshall if kind == "dense" else csgraph.dijkstra
        found["float64", "scipy"] = lambda: theirs(real)
    return found


def check(found, expected, element, what):
    """Failed where lengths differ by more than rounding."""
    if not np.allclose(found, expected, rtol=TOLERANCE[element], atol=0):
        raise Failed(f"{what}: lengths differ from those of SciPy or of the chosen method")


def measure(bench):
    require_apsp(bench)
    for kind, make, sizes in (("dense", dense, bench.arguments.dense),
                              ("road", road, bench.arguments.road)):
        for size in sizes:
            graph = make(size)
            solvers = solvers_of(graph, kind, size <= bench.arguments.largest)
            expected = solvers.get(("float64", "scipy"), solvers["float64", "auto"])()
            for (element, method), solve in solvers.items():
                found = solve()  # checked, not timed
                if element != "int32":
                    check(found, expected, element, f"{kind}, V = {size}, {element} {method}")
            runs = in_turn([(f"{kind}, V = {size}: {element} {method}",
                             lambda solve=solve: best(solve, 1)[0])
                            for (element, method), solve in solvers.items()], bench.repeats)
            bench.add("floats", *({"graph": kind, "vertices": graph.shape[0], "element": element,
                                   "method": method, "seconds": median(own)}
                                  for (element, method), own in zip(solvers, runs)))


    measure_arrays(bench)


def measure_arrays(bench):
    """`apsp.floyd_warshall` of arrays that lie on a GPU. A fence ends each call."""
    if bench.arguments.gpu and cupy is None:
        raise Failed("--gpu takes CuPy, which is not installed")
    for size in bench.arguments.gpu:
        graph = with_real_weights(dense(size))
        some = np.arange(0, size, size // 8 + 1)
        for element in ("float64", "float32"):
            array = cupy.asarray(graph, dtype=element)

            def solve(array=array):
                found = apsp.floyd_warshall(array)
                cupy.cuda.Device().synchronize()
                return found

            found = cupy.asnumpy(solve()[some])
            expected = apsp.solve(cupy.asnumpy(array), sources=some, dtype="float64", device="cpu")
            check(found, expected, element, f"CuPy, V = {size}, {element}")
            del found
            bench.add("arrays", {"vertices": size, "element": element,
                                 "seconds": median(best(solve, 1)[0] for _ in range(bench.repeats))})


def arrays_table(results):
    return table(["V", "element", "seconds", "T relax/s"],
                 [[row["vertices"], row["element"], seconds(row["seconds"]),
                   f"{row['vertices'] ** 3 / row['seconds'] / 1e12:.2f}"] for row in results["arrays"]])


def floats_table(results):
    rows = {}
    for row in results["floats"]:
        key = (row["graph"], row["vertices"], row["element"])
        rows.setdefault(key, {})[row["method"]] = row["seconds"]
    methods = ("auto", *METHODS, "scipy")
    return table(["graph", "V", "element", *(f"{method}, s" for method in methods), "G relax/s"],
                 [[*key, *(seconds(own.get(method)) for method in methods),
                   giga(key[1] ** 3 / own["auto"]) if key[0] == "dense" else ""]
                  for key, own in rows.items()])


SECTIONS = {"floats": ("Whole calls of apsp:", floats_table),
            "arrays": ("Whole calls of apsp.floyd_warshall, arrays of CuPy:", arrays_table)}


def report(results):
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return sectioned(SECTIONS, results, f"; {versions}")
