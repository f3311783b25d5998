# SPDX-License-Identifier: MIT
"""`apsp plan IN [OUT]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from apsp.command.graphs import GraphCommand, takes_graph, vertices, works

if TYPE_CHECKING:
    from apsp.answers.files import NamedFiles
    from apsp.formats import NamedGraph


@click.command(cls=GraphCommand)
@takes_graph
@click.argument("out", metavar="[OUT]", required=False)
@click.option("--sources", metavar="LIST", help="Rows of these vertices alone.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@works
def command(graph: NamedGraph, quiet: bool, files: NamedFiles, out: str | None, sources: str | None,
            as_json: bool, device: str, threads: int) -> None:
    """Show how a solve of IN would be done: method, device, memory, bytes, seconds. Nothing is computed.

    Seconds are those of computing alone, as predicted for this machine.
    """
    import apsp
    from apsp._failures import NoAnswer
    from apsp.answers.kinds import suffix_of
    from apsp.answers.rows import prepared

    files.read_lists(sources=sources)
    files.print()
    suffix = suffix_of(out) if out is not None else ".npy"
    chosen = vertices(graph, sources)
    taken, _ = prepared(graph)
    if not taken.exact:
        raise NoAnswer("the weights are no decimals of few digits, and only such have a plan; apsp solve "
                       "takes them")
    found = apsp.plan(taken, sources=chosen, device=device, threads=threads)
    rows = graph.vertices if chosen is None else len(chosen)
    size = rows * graph.vertices * (4 if suffix == ".bin" else 8)
    facts = {"vertices": graph.vertices, "edges": graph.edges,
             "method": found.method, "device": "gpu" if found.gpu_memory else "cpu",
             "seconds": found.seconds, "methods": found.methods,
             "memory": found.memory, "gpu_memory": found.gpu_memory,
             "output": size, "output_is_exact": suffix in (".bin", ".npy"), "lack": found.lack}
    if as_json:
        import json

        facts["methods"] = {name: None if seconds == float("inf") else seconds
                            for name, seconds in found.methods.items()}
        click.echo(json.dumps(facts, indent=2))
    else:
        show(facts, out)


def show(facts: dict[str, Any], out: str | None) -> None:
    from apsp.command.console import bytes_of, extent, facts_table, seconds_of

    others = ", ".join(f"{name} " + (seconds_of(seconds) if seconds != float("inf") else "lacks memory")
                       for name, seconds in facts["methods"].items() if name != facts["method"])
    rows = [("graph", extent(facts["vertices"], facts["edges"])),
            ("method", f"{facts['method']} on the {'GPU' if facts['device'] == 'gpu' else 'CPU'}"),
            ("seconds", seconds_of(facts["seconds"]) + (f" ({others})" if others else "")),
            ("memory", f"{bytes_of(facts['memory'])} beside the graph and the result")]
    if facts["gpu_memory"]:
        rows.append(("GPU memory", bytes_of(facts["gpu_memory"])))
    about = "" if facts["output_is_exact"] else "about "
    rows.append((out or "output", f"{about}{bytes_of(facts['output'])}" + ("" if out else " as .npy")))
    if facts["lack"]:
        rows.append(("lacks", facts["lack"]))
    facts_table(rows)
