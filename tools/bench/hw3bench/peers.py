# SPDX-License-Identifier: MIT
"""hw3-1 over V beside SciPy, NetworkX and a triple loop

Each program gets the same graph file and must write the same bytes. One that
needs more than --limit seconds for a size is left out of the larger ones. A
fast one runs again in its turn, for --turn seconds; the best run counts, since
other processes use the machine too.

Example:
  hw3-bench peers --dense 250 500 1000 --sparse 1024 --picture docs/peers.svg"""

import time

from .frame import positive, sectioned
from .programs import Configuration, peers_here, versions
from .tables import table
from .timing import in_turn

REPEATS = 5
PICTURE = True
# For each panel hw3-gen's kind, a density where there is one, and who takes part.
PANELS = {
    "dense": ("random", 0.43, ("hw3-1", "hw3-triple-loop", "scipy-floyd-warshall",
                               "scipy-dijkstra", "networkx-floyd-warshall")),
    "sparse": ("grid", None, ("hw3-1", "scipy-floyd-warshall", "scipy-dijkstra",
                              "networkx-dijkstra")),
}
BASE = "hw3-1"  # the others' times are multiples of its own
TITLES = {"dense": "Random graphs with 43 % of all edges", "sparse": "Grids, 4 edges a vertex"}


def add_options(parser):
    parser.add("--dense", positive, "V", [250, 500, 1000, 2000, 4000],
               "vertices of the random graphs", nargs="*")
    parser.add("--sparse", positive, "V", [256, 1024, 2500, 4900, 10000],
               "vertices of the grids, squares", nargs="*")
    parser.add("--turn", float, "SECONDS", 1, "a fast program runs again for so long")
    parser.add("--limit", positive, "SECONDS", 10,
               "a program that needs longer is left out of larger sizes")


def turn_of(case, name, length):
    """The best seconds of one turn."""
    end, runs = time.perf_counter() + length, []
    while not runs or time.perf_counter() < end:
        runs.append(case.solve(Configuration(name)).seconds)
    return min(runs)


def measure_panel(bench, panel, sizes):
    kind, density, names = PANELS[panel]
    names = [name for name in names if name in (*peers_here(names), BASE, "hw3-triple-loop")]
    for vertices in sorted(sizes):
        edges = round(density * vertices * (vertices - 1)) if density else None
        case = bench.case(vertices, edges, kind)
        case.solve(Configuration(BASE))  # the first result is proven, and its time dropped
        turns = in_turn([(f"{case}: {name}",
                          lambda name=name, case=case: turn_of(case, name, bench.arguments.turn))
                         for name in names], bench.repeats)
        best = {name: min(own) for name, own in zip(names, turns)}
        bench.add(panel, *({"vertices": vertices, "program": name, "seconds": best[name]}
                           for name in names))
        names = [name for name in names if name == BASE or best[name] <= bench.arguments.limit]
        case.graph.unlink()


def measure(bench):
    used = peers_here({name for _, _, names in PANELS.values() for name in names})
    bench.results.update(limit=bench.arguments.limit, versions=versions(used))
    for panel in PANELS:
        measure_panel(bench, panel, getattr(bench.arguments, panel))


def panel_table(rows):
    sizes = list(dict.fromkeys(row["vertices"] for row in rows))
    found = {(row["program"], row["vertices"]): row["seconds"] for row in rows}

    def cell(name, size):
        seconds = found.get((name, size))
        if seconds is None:
            return ""
        text = f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"
        times = seconds / found[BASE, size]
        return text if name == BASE else f"{text}, {times:.{'2g' if times < 10 else '0f'}} x"

    return table(["program", *(f"V = {size}" for size in sizes)],
                 [[name, *(cell(name, size) for size in sizes)]
                  for name in dict.fromkeys(row["program"] for row in rows)])


SECTIONS = {panel: (f"{title}:", lambda results, panel=panel: panel_table(results[panel]))
            for panel, title in TITLES.items()}


def report(results):
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return sectioned(SECTIONS, results, f"; {versions}. Seconds of the whole process, and how many "
                     f"times as long as {BASE}. A program that needed over {results['limit']} s was left "
                     "out of larger sizes", "the best")
