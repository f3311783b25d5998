# SPDX-License-Identifier: MIT
"""What hw3-gpu-report makes of its measurements: Nsight Compute's counters as figures, and tables.
Nothing here runs anything.

The results are a dict: date, repeats, machine (gpu, cpu, processors), size ("V:E"), ceilings
({section: hw3-gpu-ceiling's figures in relaxes and bytes per second}), left_out ({section: lines}),
and a list of rows, each a dict, for every section that was measured (see SECTIONS)."""

import csv
import re

from results import percent, sampled, seconds, table

SECTIONS = ("ladder", "blocking", "profile", "phases", "summary")

# Each figure is a sum of terms, each term the first of its metrics that is known, times a factor.
# A wavefront is one pass through the shared memory's banks, 128 bytes; an LDGSTS instruction
# (cp.async) of hw3-2 copies 16 bytes for each of 32 threads from global to shared memory. What
# these are called depends on the GPU and on ncu's version, hence the choice.
WAVEFRONT = 128
COPY = 16 * 32
COPIES = [("smsp__inst_executed_op_ldgsts.sum", COPY),
          ("smsp__inst_executed_op_ldgsts_cache_bypass.sum", COPY),
          ("sm__sass_inst_executed_op_ldgsts.sum", COPY)]
FIGURES = {
    "seconds": [[("gpu__time_duration.sum", 1)]],
    "occupancy": [[("sm__warps_active.avg.pct_of_peak_sustained_active", 0.01)]],
    "sm_efficiency": [[("smsp__cycles_active.avg.pct_of_peak_sustained_elapsed", 0.01)]],
    "shared_load": [[("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", WAVEFRONT)]],
    "shared_store": [[("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", WAVEFRONT)],
                     COPIES],
    "global_load": [[("l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum", 1)],
                    [*COPIES, ("sm__sass_data_bytes_mem_global_op_ldgsts.sum", 1)]],
    "global_store": [[("l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum", 1)]],
}
METRICS = tuple(dict.fromkeys(metric for terms in FIGURES.values() for term in terms
                              for metric, _ in term))
BYTES = ("shared_load", "shared_store", "global_load", "global_store")  # divided by the seconds

# What each kernel does; the others of a program are not profiled.
PHASES = {
    "close_pivot": "1, pivot", "pivot_step": "1, inside the pivot", "frontier": "2, frontier",
    "panels": "2, panels", "remainder": "3, remainder",
    "tile_pivot": "1, pivot", "tile_panels": "2, panels", "tile_remainder": "3, remainder",
    "macro_panels": "2, panels", "macro_remainder": "3, remainder",
}

PREFIXES = {"": 1, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9,
            "T": 1e12, "P": 1e15}


# ---- Nsight Compute --------------------------------------------------------------------------

def unit_factor(unit):
    """What a number in `unit` ("Gbyte/s", "usecond", "%") is multiplied by to be in bytes, seconds
    or counts."""
    match = re.fullmatch(r"([numkKMGTP]?)(byte|second|sec|s|cycle|inst|sector|warp|hz)"
                         r"(/(second|sec|s))?", unit)
    return PREFIXES[match[1]] if match else 1


def number(text):
    """"1,234.5" as a float; None for what is no number, such as "n/a"."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def kernel_of(name):
    """The key of PHASES that a demangled kernel name is; None for other kernels."""
    return next((word for word in re.findall(r"\w+", name) if word in PHASES), None)


def parse_ncu(text):
    """The launches in the output of `ncu --csv --page raw`: [(kernel, {metric: value})], values in
    bytes, seconds or counts, without the metrics that have none. Other lines are passed over."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    start = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), len(lines))
    header, units, *launches = [*csv.reader(lines[start:]), [], []]
    factors = {name: unit_factor(unit) for name, unit in zip(header, units)}
    found = []
    for launch in launches:
        cells = dict(zip(header, launch))
        kernel = kernel_of(cells.get("Kernel Name", ""))
        if kernel is None:
            continue
        values = {name: number(cell) for name, cell in cells.items() if "__" in name}
        found.append((kernel, {name: value * factors[name] for name, value in values.items()
                               if value is not None}))
    return found


def figure(metrics, terms):
    """The sum of the terms; None where one of them is not known."""
    total = 0
    for term in terms:
        known = [metrics[metric] * factor for metric, factor in term if metric in metrics]
        if not known:
            return None
        total += known[0]
    return total


def figures_of(launches):
    """Means over launches of one kernel: FIGURES, those of BYTES per second. None: not known."""
    each = [{name: figure(metrics, terms) for name, terms in FIGURES.items()}
            for metrics in launches]

    def mean(name):
        values = [one[name] for one in each]
        return None if None in values else sum(values) / len(values)

    means = {name: mean(name) for name in FIGURES}
    for name in BYTES:
        known = means[name] is not None and means["seconds"]
        means[name] = means[name] / means["seconds"] if known else None
    return {"launches": len(launches), **means}


def kernels_of(text):
    """What ncu's output says of each kernel, in the order of the phases: [{kernel, phase, ...}]."""
    launches = parse_ncu(text)
    rows = []
    for kernel, phase in PHASES.items():
        own = [metrics for name, metrics in launches if name == kernel]
        if own:
            rows.append({"kernel": kernel, "phase": phase, **figures_of(own)})
    return rows


def unknown_metrics(text):
    """Those of METRICS that ncu's complaint names."""
    return [metric for metric in METRICS
            if re.search(re.escape(metric.split(".")[0]) + r"(?!\w)", text)]


# ---- tables ----------------------------------------------------------------------------------

def tera(rate):
    return "" if rate is None else f"{rate / 1e12:.{3 if rate < 1e12 else 2}f}"


def milliseconds(value):
    return "" if value is None else f"{1e3 * value:.2f}"


def share(value):
    """Percent with a decimal: one block of one SM, as a pivot is, is less than 1 % of a GPU."""
    return "n/a" if value is None else f"{100 * value:.1f} %"


def gigabytes(value):
    """GB/s with three digits; "n/a" where it is not known."""
    if value is None:
        return "n/a"
    return f"{value / 1e9:.{0 if value >= 1e11 else 1 if value >= 1e10 else 2}f}"


def ratio(results, section, row):
    """Of the ceiling that was measured with the section, in the row's width."""
    ceiling = results["ceilings"].get(section, {}).get(row["arithmetic"])
    return row["rate"] / ceiling if ceiling and row["rate"] else None


def ladder_table(results):
    rows = results["ladder"]
    slowest = rows[0]["seconds"]
    return table(["step", "what it adds", "width", "compute, ms", "T relax/s", "of ceiling",
                  "times the first"],
                 [[row["step"], row["idea"], row["arithmetic"], milliseconds(row["seconds"]),
                   tera(row["rate"]), percent(ratio(results, "ladder", row)),
                   f"{slowest / row['seconds']:.1f}"] for row in rows])


def throughputs(kernel):
    return [gigabytes(kernel.get(name)) for name in BYTES]


def blocking_table(results):
    return table(["factor", "elements a thread", "compute, ms", "T relax/s", "of ceiling",
                  "occupancy", "shared load", "shared store", "global load", "global store"],
                 [[str(row["factor"]), str((row["factor"] // 32) ** 2),
                   milliseconds(row["seconds"]), tera(row["rate"]),
                   percent(ratio(results, "blocking", row)), share(row.get("occupancy")),
                   *throughputs(row)] for row in results["blocking"]])


def profile_table(results):
    return table(["program", "width", "phase", "kernel", "us", "occupancy", "SM efficiency",
                  "shared load", "shared store", "global load", "global store"],
                 [[row["program"], row["arithmetic"], row["phase"], row["kernel"],
                   "n/a" if row["seconds"] is None else f"{1e6 * row['seconds']:.1f}",
                   share(row["occupancy"]), share(row["sm_efficiency"]), *throughputs(row)]
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
                 [[str(row["vertices"]), row["arithmetic"], gigabytes(row["rows"]),
                   of_copy(row["rows"]), gigabytes(row["histogram"]), of_copy(row["histogram"]),
                   seconds(row["seconds"])] for row in results["summary"]])


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
    counters = ("Throughputs in GB/s. Shared: passes through the banks times 128 bytes. Global: "
                "bytes that the kernel asks of L1. What cp.async copies counts as a global load "
                "and as a shared store.")
    texts = {
        "ladder": [f"From a plain port to hw3-2, {graph}, the compute phase alone. Up to "
                   "`shared-128` the kernels say `min(d, a + b)`, of which nvcc makes one "
                   "instruction on sm_90; `register` keeps the two operations apart, `dpx` asks "
                   "for the one.", ladder_table],
        "blocking": [f"Blocking factor, {graph}: the same kernels, with shared memory, for three "
                     "sizes of tiles. Compute phase, and the counters of phase 3. " + counters,
                     blocking_table],
        "profile": [f"The phases under Nsight Compute, {graph}, one kernel at a time: `shared-64` "
                    "is the textbook's kernel of the ladder. Time is of one launch. Occupancy: "
                    "warps of an SM while it has any, to the most it can have. SM efficiency: "
                    "share of the time that it has any. " +
                    ("" if results.get("blocking") else counters), profile_table],
        "phases": ["Time by phase of hw3-2, seconds, the width left to the program and forced to "
                   "s32. `read` is the "
                   "input, `upload` host to device, `download` device to host and into the output, "
                   "`write` the output's end; CUDA starts while the input is read, and `start` is "
                   "what is still to wait for.", phases_table],
        "summary": ["`hw3-2 --summary` without OUTPUT: the kernels that reduce the rows (sum, "
                    "largest, number of finite distances) and count the distances, by bytes read; "
                    "a copy's bytes are counted both ways. The summary is compared with that "
                    "of hw3-stats, from distances that hw3-check found right.", summary_table],
    }
    parts = [heading(results)]
    for section in SECTIONS:
        if results.get(section):
            text, make_table = texts[section]
            parts += [text.strip(), make_table(results)]
    lines = [line for section in SECTIONS for line in results["left_out"].get(section, [])]
    parts += [f"Left out: {line}." for line in dict.fromkeys(lines)]
    return "\n\n".join(parts + sampled(results))


def write_csv(results, file):
    """One line a row of any section; columns that a section does not have stay empty."""
    rows = []
    for section in SECTIONS:
        for row in results.get(section, []):
            flat = {key: value for key, value in row.items() if key != "phases"}
            flat.update({f"{name}_seconds": s for name, s in row.get("phases", {}).items()})
            rows.append({"section": section, **flat})
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
