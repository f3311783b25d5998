# SPDX-License-Identifier: MIT
"""Draws the picture of a benchmark: rate over V, and the whole process by phase.

Usage: picture.py RESULTS.json PICTURE.svg|PICTURE.png..."""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("agg")  # files only, before pyplot looks for a screen
from matplotlib import pyplot  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from hw3bench.cpu_results import heading, on_all_threads  # noqa: E402

# The instruction set is a colour, the width a line style.
COLOURS = {"avx512": "#1b5e9e", "avx2": "#c8553d", "sse41": "#3c8d53", "portable": "#777777"}
STYLES = {"u8": (":", "o"), "u16": ("--", "s"), "s32": ("-", "^")}


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
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("vertices")
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


def draw(results, path):
    """Draws `results` into `path`, as .svg or .png."""
    measurements = [m for m in on_all_threads(results["measurements"]) if not m["peer"]]
    # The same results give the same bytes: no random identifiers, no date. Text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "hw3-bench", "svg.fonttype": "none"})
    figure, (rates, phases) = pyplot.subplots(1, 2, figsize=(13, 5), layout="constrained")
    draw_rates(rates, measurements)
    draw_phases(phases, measurements)
    figure.suptitle(heading(results), fontsize=9)
    metadata = {"Date": None} if str(path).endswith(".svg") else None
    figure.savefig(path, metadata=metadata, dpi=110)


def main():
    results_path, *pictures = sys.argv[1:]
    with open(results_path, encoding="utf-8") as file:
        results = json.load(file)
    for picture in pictures:
        draw(results, picture)


if __name__ == "__main__":
    main()
