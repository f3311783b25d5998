# SPDX-License-Identifier: MIT
"""Draws the picture of a session, for a Python that has matplotlib.

Usage: pictures.py dense|peers RESULTS.json PICTURE.svg|PICTURE.png"""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("agg")  # files only, before pyplot looks for a screen
from matplotlib import pyplot  # noqa: E402

sys.path[0] = str(pathlib.Path(__file__).resolve().parents[1])
from hw3bench.dense import on_all_threads  # noqa: E402
from hw3bench.frame import heading  # noqa: E402
from hw3bench.peers import TITLES  # noqa: E402

# The instruction set is a colour, the width a line style.
COLOURS = {"avx512": "#1b5e9e", "avx2": "#c8553d", "sse41": "#3c8d53", "portable": "#777777"}
STYLES = {"u8": (":", "o"), "u16": ("--", "s"), "s32": ("-", "^")}
PEERS = {
    "hw3-1": ("hw3-1", "#1b5e9e", "o"),
    "hw3-triple-loop": ("three loops in C++, OpenMP", "#3c8d53", "s"),
    "scipy-floyd-warshall": ("SciPy, floyd_warshall", "#c8553d", "^"),
    "scipy-dijkstra": ("SciPy, dijkstra", "#e39a3b", "v"),
    "networkx-floyd-warshall": ("NetworkX, floyd_warshall_numpy", "#7b4b94", "D"),
    "networkx-dijkstra": ("NetworkX, Dijkstra", "#777777", "x"),
}


def draw_rates(axes, measurements):
    lines = {}
    for m in measurements:
        if m["forced"]:
            lines.setdefault((m["instruction_set"], m["arithmetic"]), []).append(m)
    for (isa, width), line in sorted(lines.items()):
        line.sort(key=lambda m: m["vertices"])
        style, marker = STYLES.get(width, ("-", "o"))
        axes.plot([m["vertices"] for m in line], [m["compute_rate"] / 1e9 for m in line], style,
                  color=COLOURS.get(isa), marker=marker, markersize=4, label=f"{isa} {width}")
    axes.set_yscale("log")
    axes.set_ylabel("compute phase, G relax/s")
    axes.set_title("Rate")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def draw_phases(axes, measurements):
    chosen = [m for m in measurements if not m["forced"]]
    names = [f"V = {m['vertices']}\nE = {m['edges']}\n{m['arithmetic']}" for m in chosen]
    left = [0.0] * len(chosen)
    for phase in dict.fromkeys(name for m in chosen for name in m["phases"]):
        # As shares, because the smallest graph takes a thousandth of the time of the largest.
        shares = [100 * m["phases"].get(phase, 0) / m["seconds"] for m in chosen]
        axes.barh(names, shares, left=left, label=phase, height=0.6)
        left = [a + b for a, b in zip(left, shares)]
    axes.barh(names, [100 - share for share in left], left=left, color="#dddddd", height=0.6,
              label="start, end")
    for y, m in enumerate(chosen):
        axes.text(101, y, f"{m['seconds']:.3f} s", va="center", fontsize=8)
    axes.set_xlim(0, 118)
    axes.set_xlabel("% of the whole process")
    axes.set_title("Time by phase, everything left to the program")
    axes.invert_yaxis()
    axes.legend(fontsize=8, ncol=4, loc="upper center", bbox_to_anchor=(0.5, -0.14))


def draw_dense(results):
    measurements = on_all_threads(results["measurements"])
    figure, (rates, phases) = pyplot.subplots(1, 2, figsize=(13, 5), layout="constrained")
    draw_rates(rates, measurements)
    draw_phases(phases, measurements)
    rates.yaxis.set_major_formatter("{x:g}")
    rates.set_xlabel("vertices")
    return figure


def draw_panel(axes, rows):
    for name, (label, colour, marker) in PEERS.items():
        points = [(row["vertices"], row["seconds"]) for row in rows if row["program"] == name]
        if points:
            axes.plot(*zip(*points), color=colour, marker=marker, markersize=5, label=label,
                      linewidth=2.5 if name == "hw3-1" else 1.5)
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = sorted({row["vertices"] for row in rows})
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("vertices")
    axes.grid(True, alpha=0.3)


def draw_peers(results):
    panels = [panel for panel in TITLES if results.get(panel)]
    figure, all_axes = pyplot.subplots(1, len(panels), figsize=(10, 4.6), sharey=True,
                                       squeeze=False, layout="constrained")
    labels = {}
    for axes, panel in zip(all_axes[0], panels):
        draw_panel(axes, results[panel])
        axes.set_title(TITLES[panel], fontsize=11)
        for handle, label in zip(*axes.get_legend_handles_labels()):
            labels.setdefault(label, handle)
    all_axes[0][0].set_ylabel("whole process, seconds")
    figure.legend(labels.values(), labels.keys(), fontsize=9, ncol=3, loc="lower center")
    figure.get_layout_engine().set(rect=(0, 0.13, 1, 0.87))
    return figure


def main():
    kind, results_path, picture = sys.argv[1:]
    with open(results_path, encoding="utf-8") as file:
        results = json.load(file)
    # The same results give the same bytes: no random identifiers, no date. Text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "hw3-bench", "svg.fonttype": "none"})
    figure = {"dense": draw_dense, "peers": draw_peers}[kind](results)
    figure.suptitle(heading(results, of="the best" if kind == "peers" else "medians"), fontsize=9)
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None, dpi=110)


if __name__ == "__main__":
    main()
