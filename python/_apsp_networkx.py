# SPDX-License-Identifier: MIT
"""Facts about the NetworkX backend "apsp", apart from it so that NetworkX imports nothing heavy.

NetworkX calls `get_info` at its own import, long before a graph is solved. This module therefore
imports neither NumPy nor the solver.
"""

_LENGTHS = "Solves all pairs at once. The keys of a row come in order of length."
_PATHS = "Solves all pairs at once. Among equally short paths the choice may differ."
_NUMBERS = "Solves all pairs at once. Runs without given `e` or `sp`."

_FUNCTIONS = {
    "floyd_warshall": "Solves all pairs at once. Refuses negative cycles.",
    "floyd_warshall_numpy": "Solves all pairs at once. Refuses negative cycles.",
    "floyd_warshall_predecessor_and_distance": _PATHS + " Refuses negative cycles.",
    "all_pairs_dijkstra_path_length": _LENGTHS + " Refuses negative weights.",
    "all_pairs_dijkstra": _PATHS + " Refuses negative weights.",
    "all_pairs_dijkstra_path": _PATHS + " Refuses negative weights.",
    "all_pairs_bellman_ford_path": _PATHS + " The keys of a row come in order of length.",
    "all_pairs_shortest_path": "Solves all pairs at once.",
    "all_pairs_bellman_ford_path_length": _LENGTHS,
    "all_pairs_shortest_path_length": _LENGTHS,
    "johnson": _PATHS,
    "eccentricity": _NUMBERS,
    "diameter": _NUMBERS,
    "radius": _NUMBERS,
    "center": _NUMBERS,
    "periphery": _NUMBERS,
    "closeness_centrality": "Solves all pairs at once.",
    "harmonic_centrality": "Solves all pairs at once. Refuses negative weights.",
    "global_efficiency": "Solves all pairs at once.",
    "average_shortest_path_length": "Solves all pairs at once.",
    "wiener_index": "Solves all pairs at once.",
}


def get_info() -> dict[str, object]:
    """Returns what NetworkX lists about this backend: names, a summary and the functions."""
    return {
        "backend_name": "apsp",
        "project": "apsp",
        "package": "apsp",
        "short_summary": "Exact all-pairs shortest paths by a compiled solver.",
        "description": "Runs the functions that need the lengths of all pairs of nodes.",
        "functions": {name: {"additional_docs": text} for name, text in _FUNCTIONS.items()},
    }
