# SPDX-License-Identifier: MIT
"""Arguments of wrong types, for all that is public: a sentence says what was found and what was expected."""

import inspect
import os

import numpy as np
import pytest

import apsp

EDGES = np.array([[0, 1, 5], [1, 2, 6]], np.int32)
LENGTHS = np.ones((3, 3), np.int32)
DUMPS = ("incompatible function arguments", "overload", "Invoked with", "supported:", "nanobind", "std::")
OBJECT = object()
WRONG = (None, True, 0, -1, 1.5, 2**70, "x", "", b"x", (), [], {}, [1, "a"], [True, 2], {"a": 1}, 1j, OBJECT,
         np.array("a"), np.array([1.5]), np.array([[1, 2], [3, 4]], object), np.datetime64("2020"),
         lambda: None, slice(2), range(2), np.zeros((0, 3)))

# A call that works of each public function and class, by keywords. The file is made anew for each.
GRAPH = {"graph": EDGES, "vertices": 3}
CALLS = {
    "Distances": None, "Predecessors": None, "Network": None, "Gpu": None, "Plan": None, "Summary": None,
    "Prepared": None, "Graph": {}, "NegativeCycle": {"message": "a", "vertices": [0]},
    "NegativeCycleError": {"message": "a"},
    "UNREACHABLE": None, "maps": None,
    "batch": {"graphs": EDGES, "offsets": [0, 2], "sizes": [3]},
    "bellman_ford": {"csgraph": LENGTHS}, "dijkstra": {"csgraph": LENGTHS}, "johnson": {"csgraph": LENGTHS},
    "floyd_warshall": {"csgraph": LENGTHS}, "shortest_path": {"csgraph": LENGTHS},
    "devices": {}, "instruction_sets": {}, "release_memory": {},
    "distances": {**GRAPH, "sources": 0, "targets": 1},
    "graph": {"source": EDGES, "vertices": 3}, "network": {"edges": [("a", "b"), ("b", "c")]},
    "nearest": {**GRAPH, "k": 1}, "within": {**GRAPH, "limit": 9},
    "path": {"predecessors": np.full((3, 3), -9999), "source": 0, "target": 1},
    "plan": GRAPH, "plot_histogram": None, "prepare": GRAPH, "solve": GRAPH, "summary": GRAPH,
    "read": {"path": "graph.bin"}, "read_distances": {"path": "distances.bin"},
    "write": {"path": "out.bin", **GRAPH}, "write_distances": {"path": "out.bin", "distances": LENGTHS},
}

MORE = [("batch", {"graphs": EDGES, "ptr": [0, 3]}), ("batch", {"graphs": LENGTHS[None]}),
        ("batch", {"graphs": [LENGTHS, LENGTHS[:2, :2]]})]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    apsp.write("graph.bin", EDGES, 3)
    apsp.write_distances("distances.bin", LENGTHS)
    yield
    assert {*os.listdir()} <= {"graph.bin", "distances.bin", "out.bin", "x", "1", "a"}, os.listdir()


def refusal(call, *arguments, **named):
    """The exception of a call, if it has one. Its message is no list of what C++ would take."""
    try:
        call(*arguments, **named)
    except Exception as error:
        message = str(error)
        assert message.strip(), (type(error), arguments, named)
        assert not any(word in message for word in DUMPS), (message, arguments, named)
        return error
    return None


def test_every_public_name_is_tested():
    assert set(CALLS) == set(apsp.__all__)


@pytest.mark.parametrize(("name", "given"), [one for one in (*CALLS.items(), *MORE) if one[1] is not None])
def test_every_parameter_of_every_function(name, given):
    call = getattr(apsp, name)
    assert name == "Graph" or refusal(call, **given) is None or name == "devices"
    for surplus in (1, "x", OBJECT):
        assert isinstance(refusal(call, *given.values(), *[surplus] * 20), TypeError)
    if inspect.isclass(call):
        return
    for parameter in inspect.signature(call).parameters:
        for value in WRONG:
            refusal(call, **{**given, parameter: value})


def made(name):
    """An object of a public class."""
    network = apsp.network([("a", "b"), ("b", "c")])
    return {"Graph": lambda: apsp.graph(EDGES, 3), "Prepared": lambda: apsp.prepare(EDGES, 3),
            "Network": lambda: network, "Summary": lambda: apsp.summary(EDGES, 3),
            "Distances": lambda: apsp.solve(network),
            "Predecessors": lambda: apsp.solve(network, return_predecessors=True)[1],
            "Plan": lambda: apsp.plan(EDGES, 3)}[name]()


@pytest.mark.parametrize("name", ("Graph", "Prepared", "Network", "Summary", "Distances", "Predecessors",
                                  "Plan"))
def test_every_member_of_every_class(name):
    for member in dir(getattr(apsp, name)):
        if member.startswith("_") and member not in ("__getitem__", "__eq__", "__setstate__", "__init__"):
            continue
        static = getattr(getattr(apsp, name), member)
        for value in WRONG:
            if callable(static):
                for count in range(6):
                    refusal(getattr(made(name), member), *[value] * count)
            else:
                refusal(setattr, made(name), member, value)


@pytest.mark.parametrize("value", ("x", "", None, 2, 1.5, [], OBJECT, np.ones(2)))
def test_a_direction_is_true_or_false(value):
    graph = apsp.graph(EDGES, 3)
    with pytest.raises(TypeError, match="^directed is .*, expected True or False$"):
        graph.directed = value
    for good in (False, 0, np.False_):
        graph.directed = good
        assert graph.directed is False


def test_nothing_public_is_of_cpp():
    """For the messages of its functions are lists."""
    for name in apsp.__all__:
        thing = getattr(apsp, name)
        members = [member for key, member in vars(thing).items() if not key.startswith("_")] if (
            inspect.isclass(thing)) else [thing]
        setters = [member.fset for member in members if isinstance(member, property)]
        assert not any(type(one).__module__ == "nanobind" for one in (*members, *setters)), name
