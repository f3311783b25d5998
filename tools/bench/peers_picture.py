# SPDX-License-Identifier: MIT
"""Draws the times of hw3-peers over V, a panel for each kind of graph.

Usage: peers_picture.py PEERS.json PICTURE.svg"""

import json
import sys

import matplotlib

matplotlib.use("agg")  # files only, before pyplot looks for a screen
from matplotlib import pyplot  # noqa: E402

TITLES = {"dense": "Random graphs, 43 % of all edges", "sparse": "Grids, 4 edges a vertex"}
STYLES = {
    "hw3-1": ("hw3-1", "#1b5e9e", "o"),
    "hw3-triple-loop": ("three loops in C++, OpenMP", "#3c8d53", "s"),
    "scipy-floyd-warshall": ("SciPy, floyd_warshall", "#c8553d", "^"),
    "scipy-dijkstra": ("SciPy, dijkstra", "#e39a3b", "v"),
    "networkx-floyd-warshall": ("NetworkX, floyd_warshall_numpy", "#7b4b94", "D"),
    "networkx-dijkstra": ("NetworkX, Dijkstra", "#777777", "x"),
}


def draw_panel(axes, panel, sizes):
    for name, (label, colour, marker) in STYLES.items():
        points = [(size["vertices"], min(size["runs"][name])) for size in sizes
                  if name in size["runs"]]
        if points:
            axes.plot(*zip(*points), color=colour, marker=marker, markersize=5, label=label,
                      linewidth=2.5 if name == "hw3-1" else 1.5)
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = [size["vertices"] for size in sizes]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("vertices")
    axes.set_title(TITLES[panel], fontsize=11)
    axes.grid(True, alpha=0.3)


def main():
    results_path, picture = sys.argv[1:]
    with open(results_path, encoding="utf-8") as file:
        results = json.load(file)
    # The same results give the same bytes; text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "hw3-peers", "svg.fonttype": "none"})
    panels = results["panels"]
    figure, all_axes = pyplot.subplots(1, len(panels), figsize=(10, 4.6), sharey=True,
                                       squeeze=False, layout="constrained")
    for axes, (panel, sizes) in zip(all_axes[0], panels.items()):
        draw_panel(axes, panel, sizes)
    all_axes[0][0].set_ylabel("whole process, seconds")
    labels = {}
    for axes in all_axes[0]:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            labels.setdefault(label, handle)
    figure.legend(labels.values(), labels.keys(), fontsize=9, ncol=3, loc="outside lower center")
    figure.suptitle(f"{results['cpu']}, {results['processors']} processors, {results['date']}, "
                    f"best run of {results['repeats']} turns", fontsize=9)
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None, dpi=110)


if __name__ == "__main__":
    main()
