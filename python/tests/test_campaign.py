# SPDX-License-Identifier: MIT
"""Files as people and programs write graphs, made by the campaign of hw3-convert: each is read as it is
meant, or refused; a line that --quiet keeps says what is left out. See tools/convert/campaign."""

import importlib
import pathlib
import random
import re
import sys

import pytest

from apsp._failures import Failure
from apsp.formats import ReadOptions, read

CAMPAIGN = pathlib.Path(__file__).resolve().parents[2] / "tools" / "convert" / "campaign"
FILES = 1500
MODULES = ("tables", "special_tables", "edge_lists", "formats", "matrices", "written")
KINDS = {"csv-matrix": "matrix", "hw3": "bin"}
# Options of a case, as ReadOptions has them. The others are for a program whose vertices are numbers.
OPTIONS = {
    "--columns": lambda value: {"columns": tuple(value.split(","))},
    "--undirected": lambda value: {"undirected": True},
    "--header": lambda value: {"header": value == "yes"},
    "--no-edge": lambda value: {"no_edge": value},
    "--decimal": lambda value: {"decimal": value},
    "--separator": lambda value: {"separator": value},
    "--from": lambda value: {"kind": KINDS.get(value, value)},
    "--unweighted": lambda value: {"unweighted": True},
    "--zero-is-edge": lambda value: {"zero_is_edge": True},
}
LEFT_OUT = "left out, as # and % begin comments"
NO_MEANING = [("no", "meaning", 1)]
NUMBERED = ("konect", "metis", "dimacs", "mtx")


class Wrong(Exception):
    pass


def shortest(edges):
    found = {}
    for source, target, weight in edges:
        found[source, target] = min(float(weight), found.get((source, target), float(weight)))
    return found


def edges_of(graph, case):
    """Of the smallest weight, by the labels of the case: it may number from 0 what its file numbers from 1,
    or have names where a matrix without names has none."""
    both = graph.both_ways()
    names = graph.all_names()
    if graph.names is None and case.order:
        names = list(case.order)
    elif graph.kind in NUMBERED and case.first == 0 and graph.names is not None:
        names = [str(place) for place in range(graph.vertices)]
    elif graph.names is None and case.first == 1 and not case.order and graph.kind in ("matrix", "mtx"):
        names = [str(place + 1) for place in range(graph.vertices)]
    return shortest((names[one], names[other], weight) for one, other, weight in
                    zip(both.source.tolist(), both.target.tolist(), both.weight.tolist()))


def judged(path, case):
    """A word for how it went. Each run takes the options that the last one's lines name and that are true of
    the file. Raises Wrong."""
    meant = shortest(case.edges)
    taken, log = {}, []
    for _ in range(5):
        options = {}
        for option in taken:
            options.update(OPTIONS[option](case.options[option]))
        try:
            graph = read(path, ReadOptions(**options))
        except Failure as error:
            lines, found = str(error), None
        else:
            lines, found = "\n".join(graph.warnings), edges_of(graph, case)
        log.append(f"{options}: {lines} {found}")
        if found == meant:
            return "read" if not taken else "read by options"
        new = {option for option in re.findall(r"--[a-z-]+", lines)
               if option in case.options and option in OPTIONS} - set(taken)
        said = case.edges == NO_MEANING and lines or LEFT_OUT in lines
        if found is not None and not new and said:
            return "read with a line about it"
        if found is not None and not new:
            raise Wrong("\n".join(["read wrongly in silence", *log, f"meant {meant}"]))
        if not new:
            return "refused" if not case.way_out else "refused, and no option that is named reads it"
        taken.update(dict.fromkeys(new))
    return "refused, and no option that is named reads it"


def trials(files, seed, folder, only=""):
    sys.path.insert(0, str(CAMPAIGN))
    try:
        families = [family for name in MODULES for family, share in importlib.import_module(name).FAMILIES
                    for _ in range(share)]
    finally:
        sys.path.remove(str(CAMPAIGN))
    for place in range(files):
        family = families[place % len(families)]
        if only not in ("", family.__name__):
            continue
        case = family(random.Random(f"{seed}:{place}"))
        # Files without a meaning, in formats that none reads; and a large number among small ones, which is
        # a name here.
        if not case.edges or "uneven: huge" in case.kind:
            continue
        path = folder / f"in{case.suffix}"
        path.write_bytes(case.data)
        try:
            yield place, family.__name__, case, judged(path, case)
        except Wrong as wrong:
            yield place, family.__name__, case, str(wrong)
        path.unlink()


@pytest.mark.skipif(not CAMPAIGN.is_dir(), reason="no sources of the campaign beside the tests")
def test_no_file_is_misread_in_silence(tmp_path):
    outcomes = {"read": 0, "read by options": 0, "refused": 0, "read with a line about it": 0,
                "refused, and no option that is named reads it": 0}
    for place, family, case, outcome in trials(FILES, 1, tmp_path):
        assert outcome in outcomes, f"file {place} of {family}, {case.kind}: {case.data!r}\n{outcome}"
        outcomes[outcome] += 1
    assert outcomes["read"] > 0.45 * FILES and outcomes["read by options"] > 0.2 * FILES, outcomes
