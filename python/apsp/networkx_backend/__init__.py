# SPDX-License-Identifier: MIT
"""The NetworkX backend "apsp": all-pairs functions of NetworkX, answered by the solver.

NetworkX finds this module by the entry point `networkx.backends` and calls the functions below in
place of its own. Arguments, results and exceptions are those of NetworkX; see docs/python-networkx.md.
"""

from .algorithms import (
    all_pairs_bellman_ford_path,
    all_pairs_bellman_ford_path_length,
    all_pairs_dijkstra,
    all_pairs_dijkstra_path,
    all_pairs_dijkstra_path_length,
    all_pairs_shortest_path,
    all_pairs_shortest_path_length,
    average_shortest_path_length,
    center,
    closeness_centrality,
    diameter,
    eccentricity,
    floyd_warshall,
    floyd_warshall_numpy,
    floyd_warshall_predecessor_and_distance,
    global_efficiency,
    harmonic_centrality,
    johnson,
    periphery,
    radius,
    wiener_index,
)
from .dispatch import can_run, convert_from_nx, convert_to_nx, should_run
from .graph import GraphView

__all__ = [
    "GraphView",
    "all_pairs_bellman_ford_path",
    "all_pairs_bellman_ford_path_length",
    "all_pairs_dijkstra",
    "all_pairs_dijkstra_path",
    "all_pairs_dijkstra_path_length",
    "all_pairs_shortest_path",
    "all_pairs_shortest_path_length",
    "average_shortest_path_length",
    "can_run",
    "center",
    "closeness_centrality",
    "convert_from_nx",
    "convert_to_nx",
    "diameter",
    "eccentricity",
    "floyd_warshall",
    "floyd_warshall_numpy",
    "floyd_warshall_predecessor_and_distance",
    "global_efficiency",
    "harmonic_centrality",
    "johnson",
    "periphery",
    "radius",
    "should_run",
    "wiener_index",
]
