# SPDX-License-Identifier: MIT
"""What apsp.batch refuses, with what was found and expected, and which graph has it."""

import numpy as np
import pytest
from scipy.sparse import csgraph

import apsp


@pytest.mark.parametrize(("error", "message", "call"), [
    (ValueError, "graph 1, edge 1 (its number 0): destination is 7, expected 0 to 1",
     lambda: apsp.batch([[0, 1, 1], [0, 7, 1]], [0, 1, 2], [2, 2])),
    (ValueError, "graph 1, edge 2 (its number 1): source is 4294967296, expected 0 to 1",
     lambda: apsp.batch([[0, 1, 1], [0, 1, 1], [2**32, 7, 1]], [0, 1, 3], [2, 2])),
    (ValueError, "graph 0, edge 0 (its number 0): destination is -4294967295, expected 0 to 1",
     lambda: apsp.batch([[0, 1 - 2**32]], [0, 1], [2])),
    (ValueError, "graph 0, edge 0 (its number 0): source is 8589934592, expected no edge in a graph of 0",
     lambda: apsp.batch([[2**33, 0]], [0, 1], [0])),
    (ValueError, "graph 1, edge 1 (its number 0): weight is 4294967297, expected -1073741822 to 1073741822",
     lambda: apsp.batch([[0, 1, 1], [0, 1, 2**32 + 1]], [0, 1, 2], [2, 2])),
    (ValueError, "graph 0, edge 1 (its number 1): weight is -4294967297, expected -1073741822 to 1073741822",
     lambda: apsp.batch([[0, 1], [1, 0]], [0, 2], [2], weights=[1, -2**32 - 1])),
    (ValueError, "offset 2 is 1, expected the number of edges, 2",
     lambda: apsp.batch([[0, 1, 1], [0, 1, 1]], [0, 1, 1], [2, 2])),
    (ValueError, "edges has shape (1, 4), expected E rows of 2 or 3",
     lambda: apsp.batch([[0, 1, 1, 1]], [0, 1], [2])),
    (TypeError, "edges is of float64, expected integers",
     lambda: apsp.batch([[0.0, 1.0]], [0, 1], [2])),
    (ValueError, "weights has shape (2,), expected (1,)",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], weights=[1, 2])),
    (TypeError, "sizes is None", lambda: apsp.batch([[0, 1]], [0, 1])),
    (ValueError, "graph 0, row 0, column 0: weight is nan",
     lambda: apsp.batch(np.full((1, 2, 2), np.nan))),
    (ValueError, "the batch has shape (2, 2), expected (B, N, N)",
     lambda: apsp.batch(np.eye(2))),
    (ValueError, "sizes has 2 elements, expected 1",
     lambda: apsp.batch(np.eye(2)[None], sizes=[1, 1])),
    (ValueError, "graph 0, row 0, column 0: weight is 1099511627776, expected -1073741822 to 1073741822",
     lambda: apsp.batch(np.full((1, 1, 1), 2**40))),
    (TypeError, "the batch is of complex128", lambda: apsp.batch(np.ones((1, 1, 1), complex))),
    (ValueError, "out has shape (1, 1, 1) of float32, expected (1, 2, 2) of int32",
     lambda: apsp.batch(np.eye(2, dtype=int)[None], out=np.empty((1, 1, 1), np.float32))),
    (OverflowError, "graph 0: the distance from vertex 0 to vertex 2 is 80000",
     lambda: apsp.batch([[0, 1], [1, 2]], [0, 2], [3], weights=np.full(2, 40000, np.uint16))),
    (TypeError, "vertices is 2.5, expected an integer",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], vertices=2.5)),
    (ValueError, "vertices is -1", lambda: apsp.batch([[0, 1]], [0, 1], [2], vertices=-1)),
    (ValueError, "element 1 of sizes is 1099511627776, expected one of int32",
     lambda: apsp.batch(np.ones((2, 2, 2), np.int32), sizes=[2, 2**40])),
    (ValueError, "sizes has shape (1, 1), expected one row of int32",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), sizes=[[2]])),
    (TypeError, "weights is given without offsets or ptr",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), weights=[1])),
    (TypeError, "vertices is given without offsets",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), vertices=5)),
    (TypeError, "zeros_are_edges is given beside offsets",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], zeros_are_edges=True)),
    (ValueError, "some of edges are masked: element 0, 1, expected none",
     lambda: apsp.batch(np.ma.masked_equal([[0, 1]], 1), [0, 1], [2])),
    (ValueError, "some of weights are masked: element 1",
     lambda: apsp.batch([[0, 1], [1, 0]], [0, 2], [2], weights=np.ma.masked_equal([3, 4], 4))),
    (ValueError, "some of sizes are masked: element 0",
     lambda: apsp.batch(np.ones((1, 2, 2), np.int32), sizes=np.ma.masked_equal([2], 2))),
    (ValueError, "some of offsets are masked: element 1",
     lambda: apsp.batch([[0, 1]], np.ma.masked_equal([0, 1], 1), [2])),
    (TypeError, "fill is 1.0, expected an integer", lambda: apsp.batch([[0, 1]], [0, 1], [2], fill=1.0)),
    (TypeError, "fill is True, expected an integer", lambda: apsp.batch([[0, 1]], [0, 1], [2], fill=True)),
    (TypeError, "fill is '1', expected a number", lambda: apsp.batch(np.eye(2)[None], fill="1")),
    (TypeError, "fill is array([1.]), expected a number",
     lambda: apsp.batch(np.eye(2)[None], fill=np.ones(1))),
    (ValueError, "fill is 2147483648, expected -2147483648 to 2147483647, as int32 holds them",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], fill=2**31)),
    (ValueError, "fill is -1, expected 0 to 65535, as uint16 holds them",
     lambda: apsp.batch(np.eye(2, dtype=np.uint16)[None], fill=-1)),
    (ValueError, "fill is 1e+39, expected -3.4028234663852886e+38 to 3.4028234663852886e+38, as float32",
     lambda: apsp.batch(np.eye(2, dtype=np.float32)[None], fill=1e39)),
    (ValueError, "expected -1.7976931348623157e+308 to 1.7976931348623157e+308, as float64 holds them",
     lambda: apsp.batch(np.eye(2)[None], fill=10**400)),
    (ValueError, "limit must be >= 0, found -1", lambda: apsp.batch(np.eye(2)[None], limit=-1)),
    (ValueError, "limit must be >= 0, found nan", lambda: apsp.batch(np.eye(2)[None], limit=np.nan)),
    (TypeError, "limit is 'x', expected a number", lambda: apsp.batch(np.eye(2)[None], limit="x")),
    (TypeError, "directed is None, expected True or False",
     lambda: apsp.batch(np.eye(2)[None], directed=None)),
    (TypeError, "ragged is 2, expected True or False", lambda: apsp.batch(np.eye(2)[None], ragged=2)),
    (TypeError, "out is given beside ragged, expected one of both",
     lambda: apsp.batch(np.eye(2)[None], ragged=True, out=np.empty((1, 2, 2)))),
    (TypeError, "vertices is given beside ragged, expected one of both",
     lambda: apsp.batch([[0, 1]], [0, 1], [2], vertices=3, ragged=True)),
    (ValueError, "graph 1: its size is -1, expected 0 to 2",
     lambda: apsp.batch([[0, 1]], [0, 1, 1], [2, -1], ragged=True)),
    (ValueError, "graph 0: its size is 2147483647, expected 0 to 2",
     lambda: apsp.batch(np.eye(2)[None], sizes=[2**31 - 1], ragged=True)),
    (ValueError, "graph 1 has shape (1, 2), expected a square matrix",
     lambda: apsp.batch([np.eye(2), np.ones((1, 2))])),
    (ValueError, "graph 2 has shape (3,), expected a square matrix",
     lambda: apsp.batch([np.eye(2), np.eye(2), [1, 2, 3]])),
    (TypeError, "sizes is given beside matrices of several sizes",
     lambda: apsp.batch([np.eye(2), np.eye(3)], sizes=[2, 3])),
    (TypeError, "some of the batch are truth values", lambda: apsp.batch([np.eye(2), np.eye(3, dtype=bool)])),
    (TypeError, "the batch is of complex128", lambda: apsp.batch([np.eye(2), np.eye(3) * 1j])),
    (ValueError, "graph 1, row 0, column 2: weight is nan",
     lambda: apsp.batch([np.eye(2), [[0, 1, np.nan], [1, 0, 1], [1, 1, 0]]])),
    (TypeError, "offsets is given beside ptr", lambda: apsp.batch([[0, 1]], [0, 1], ptr=[0, 2])),
    (TypeError, "sizes is given beside ptr", lambda: apsp.batch([[0, 1]], sizes=[2], ptr=[0, 2])),
    (TypeError, "zeros_are_edges is given beside offsets or ptr",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2], zeros_are_edges=True)),
    (ValueError, "ptr begins with [], expected 0", lambda: apsp.batch([[0, 1]], ptr=[])),
    (ValueError, "ptr begins with [1], expected 0", lambda: apsp.batch([[0, 1]], ptr=[1, 2])),
    (ValueError, "graph 1: its vertices end at 1 of ptr, expected 2 or more, where they begin",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2, 1])),
    (ValueError, "graph 1: its vertices end at -9223372036854775808 of ptr, expected 9223372036854775807",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2**63 - 1, -2**63])),
    (ValueError, "graph 0 has 2147483648 vertices by ptr, expected 2147483647 or fewer",
     lambda: apsp.batch([[0, 1]], ptr=[0, 2**31])),
    (TypeError, "ptr is of float64, expected integers", lambda: apsp.batch([[0, 1]], ptr=[0, 2.5])),
    (ValueError, "edge 1: destination is 3, expected 0 to 2",
     lambda: apsp.batch([[0, 1], [1, 3], [2, 3]], ptr=[0, 2, 3])),
    (ValueError, "edge 0: source is -1, expected 0 to 2", lambda: apsp.batch([[-1, 1]], ptr=[0, 2, 3])),
    (ValueError, "edge 0: source is 0, expected no edge among 0 vertices",
     lambda: apsp.batch([[0, 1]], ptr=[0, 0])),
    (ValueError, "edge 2 leads from vertex 1 of graph 0 to vertex 2 of graph 1, expected both in one graph",
     lambda: apsp.batch(([0, 2, 1], [1, 3, 2]), ptr=[0, 2, 4])),
    (ValueError, "graph 0, edge 1: weight is 1073741823, expected -1073741822 to 1073741822",
     lambda: apsp.batch(([2, 0], [3, 1], [5, 2**30 - 1]), ptr=[0, 2, 4])),
    (ValueError, "graph 0, edge 1: weight is 65535, expected 0 to 65534",
     lambda: apsp.batch(([2, 0], [3, 1], np.array([5, 65535], np.uint16)), ptr=[0, 2, 4])),
    (ValueError, "graph 0, edge 1: weight is nan, expected a number greater than -infinity",
     lambda: apsp.batch(([2, 0], [3, 1], [5, np.nan]), ptr=[0, 2, 4])),
    (ValueError, "graph 1, edge 1 (its number 0): weight is nan, expected",
     lambda: apsp.batch(([0, 2], [1, 3], [5, np.nan]), ptr=[0, 2, 4])),
    (TypeError, "threads is 'a', expected an integer", lambda: apsp.batch(np.eye(2)[None], threads="a")),
    (ValueError, "threads is -1", lambda: apsp.batch(np.eye(2)[None], threads=-1)),
])
def test_bad_input_is_refused_with_what_was_found_and_expected(error, message, call):
    with pytest.raises(error) as refused:
        call()
    assert message in str(refused.value)


@pytest.mark.parametrize(("error", "message", "out"), [
    (TypeError, "out is a list, expected an array that lends its memory", [[[0, 1], [1, 0]]]),
    (ValueError, "out is not writeable", np.broadcast_to(np.int32(0), (1, 2, 2))),
])
def test_an_out_that_cannot_be_filled_is_refused(error, message, out):
    for call in (lambda: apsp.batch(np.eye(2, dtype=np.int32)[None], out=out),
                 lambda: apsp.batch([[0, 1]], [0, 1], [2], out=out)):
        with pytest.raises(error, match=message):
            call()


def test_a_negative_cycle_names_its_graph():
    with pytest.raises(csgraph.NegativeCycleError, match="graph 1: "):
        apsp.batch(([0, 0, 1], [1, 1, 0], [1, 1, -2]), [0, 1, 3], [2, 2])


@pytest.mark.parametrize("dtype", (np.int32, np.float32, np.float64))
def test_a_negative_edge_of_an_undirected_graph_is_a_negative_cycle(dtype):
    with pytest.raises(csgraph.NegativeCycleError, match="graph 1: "):
        apsp.batch(([0, 0], [1, 1]), [0, 1, 2], [2, 2], weights=np.array([1, -2], dtype), directed=False)
