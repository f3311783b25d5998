# SPDX-License-Identifier: MIT
"""The tables of hw3-gpu-report. Nothing here runs anything.

The results are a dict as results.py has it, and besides:

  machine         gpu, cpu, processors
  size            "V:E"
  ceilings        {section: figures of hw3-gpu-ceiling in relaxes and bytes per second}
  left_out        {section: lines}
  every SECTION   if it was measured, a list of rows, each a dict"""

from . import results as shared
from .ncu import BYTES
from .tables import gigabytes, milliseconds, percent, seconds, share, table, tera, throughput

SECTIONS = ("profile", "phases", "summary", "sweeps", "streamed")


def ratio(results, section, row):
    """The rate's share of the ceiling that was measured with the section, in the row's width."""
    ceiling = results["ceilings"].get(section, {}).get(row["arithmetic"])
    return row["rate"] / ceiling if ceiling and row["rate"] else None


def profile_table(results):
    return table(["program", "width", "phase", "kernel", "us", "occupancy", "SM efficiency",
                  "shared load", "shared store", "global load", "global store"],
                 [[row["program"], row["arithmetic"], row["phase"], row["kernel"],
                   "n/a" if row["seconds"] is None else f"{1e6 * row['seconds']:.1f}",
                   share(row["occupancy"]), share(row["sm_efficiency"]),
                   *(throughput(row.get(name)) for name in BYTES)]
                  for row in results["profile"]])


def phases_table(results):
    rows = results["phases"]
    phases = list(dict.fromkeys(name for row in rows for name in row["phases"]))
    return table(["V", "E", "width", "whole, s", *phases, "T relax/s", "of ceiling"],
                 [[str(row["vertices"]), str(row["edges"]), row["arithmetic"],
                   seconds(row["seconds"]), *(seconds(row["phases"].get(name)) for name in phases),
                   tera(row["rate"]), percent(ratio(results, "phases", row))] for row in rows])


def summary_table(results):
    copy = results["ceilings"].get("summary", {}).get("copy")

    def of_copy(value):
        return percent(value / copy) if copy and value else "n/a"

    return table(["V", "width", "rows, GB/s", "of a copy", "histogram, GB/s", "of a copy",
                  "whole, s"],
                 [[str(row["vertices"]), row["arithmetic"], throughput(row["rows"]),
                   of_copy(row["rows"]), throughput(row["histogram"]), of_copy(row["histogram"]),
                   seconds(row["seconds"])] for row in results["summary"]])


def sweeps_table(results):
    ceilings = results["ceilings"].get("sweeps", {})

    def of(value, ceiling):
        return percent(value / ceilings[ceiling]) if ceilings.get(ceiling) else "n/a"

    lines = []
    for row in results["sweeps"]:
        core = row["core"]
        relaxes = (row["fill"] * (row["vertices"] + core) + core ** 3) / row["compute"]
        moved = 4 * row["vertices"] ** 2
        lines.append([row["graph"], str(row["vertices"]), str(row["edges"]), row["arithmetic"],
                      f"{row['fill'] / row['vertices']:.1f}", str(core) if core else "",
                      milliseconds(row["compute"]),
                      tera(relaxes), of(relaxes, row["arithmetic"]), gigabytes(moved),
                      of(moved / row["compute"], "copy"),
                      milliseconds(row["dense"]) if row["dense"] else "", seconds(row["summary"]),
                      seconds(row["dense_summary"]) if row["dense"] else "",
                      seconds(row["stream"]) if row["stream"] else ""])
    return table(["graph", "V", "E", "width", "fill / V", "core", "compute, ms", "T relax/s",
                  "of ceiling", "distances, GB", "of a copy", "dense, ms", "summary, whole, s",
                  "dense, whole, s", "to /dev/null, whole, s"], lines)


def streamed_table(results):
    return table(["V", "E", "width", "matrix, GB", "limit, GB", "in core, s", "T relax/s",
                  "streamed, s", "T relax/s", "of in core"],
                 [[str(row["vertices"]), str(row["edges"]), row["arithmetic"],
                   gigabytes(row["matrix"]), gigabytes(row["limit"]), seconds(row["in_core"]),
                   tera(row["vertices"] ** 3 / row["in_core"]), seconds(row["streamed"]),
                   tera(row["vertices"] ** 3 / row["streamed"]),
                   percent(row["in_core"] / row["streamed"])] for row in results["streamed"]])


def heading(results):
    machine = results["machine"]
    text = (f"{machine['gpu']}; {machine['cpu']}, {machine['processors']} processors; "
            f"{results['date']}; medians of {results['repeats']} runs after one that is dropped.")
    known = list(results["ceilings"].values())
    if known:
        best = {name: max(ceiling[name] for ceiling in known) for name in known[0]}
        text += (f" Ceiling: {tera(best['s32'])} T relax/s in s32, {tera(best['u16'])} in u16; "
                 f"a copy inside the device moves {best['copy'] / 1e9:.0f} GB/s.")
    return text


def graph_of(results):
    vertices, edges = results["size"].split(":")
    return f"V = {vertices}, E = {edges}"


def report(results):
    """The text in full, as the pages in docs/results/ show it."""
    graph = graph_of(results)
    texts = {
        "profile": [f"The phases of hw3-2 under Nsight Compute, {graph}, one kernel at a time. "
                    "Time is of one launch. Occupancy: warps of an SM while it has any, to the "
                    "most it can have. SM efficiency: share of the time that it has any. "
                    "Throughputs in GB/s. Shared: passes through the banks times 128 bytes. "
                    "Global: bytes that the kernel asks of L1. What cp.async copies counts as a "
                    "global load and as a shared store.", profile_table],
        "phases": ["Time by phase of hw3-2, seconds, the width left to the program and forced to "
                   "s32. `read` is the "
                   "input, `upload` host to device, `download` device to host and into the output, "
                   "`write` the output's end; CUDA starts while the input is read, and `start` is "
                   "what is still to wait for.", phases_table],
        "summary": ["`hw3-2 --summary` without OUTPUT: the kernels that reduce the rows (sum, "
                    "largest, number of finite distances) and count the distances, by bytes read; "
                    "a copy's bytes are counted both ways. The summary is compared with that "
                    "of hw3-stats, from distances that hw3-check found right.", summary_table],
        "sweeps": ["Sparse graphs, by elimination and sweeps: `fill` counts shortcuts, each of which a "
                   "sweep relaxes once for each source, and once for each vertex of the core, which "
                   "is closed as a matrix. `of a copy`: the distances, once, in 4 bytes each. "
                   "`dense`: compute phase and whole process of --method dense. Summaries are "
                   "those of hw3-1, byte for byte; --verify found a sample of the rows to /dev/null "
                   "right.", sweeps_table],
        "streamed": ["A matrix in host memory, device memory limited to an eighth of it (--memory), "
                     "beside the same solve in device memory: the compute phase. Both summaries are "
                     "the same bytes, and --verify found a sample of the rows right.",
                     streamed_table],
    }
    parts = [heading(results)]
    for section in SECTIONS:
        if results.get(section):
            text, make_table = texts[section]
            parts += [text.strip(), make_table(results)]
    return "\n\n".join(parts + shared.closing(results, SECTIONS))


def write_csv(results, file):
    """One line a row of any section; columns that a section does not have stay empty."""
    shared.write_sections(results, SECTIONS, file)
