# SPDX-License-Identifier: MIT
"""Numbers of a matrix that may stand for no edge, and small arrays that may be edges: what can be either is
asked for, what can not is taken."""

import re

import numpy as np
import pytest
from strange_files import written

from apsp._failures import Failure
from apsp.formats import ReadOptions, read


@pytest.mark.parametrize("number", ("987654321", "123456789", "536870912", "88888", "65536", "5000", "1000",
                                    "9e9", "1e300", "-2", "-9", "-32768", "-2147483648"))
def test_a_number_that_may_be_no_edge(tmp_path, number):
    path = written(tmp_path, "a.csv", f"0,5,{number},1\n5,0,2,{number}\n{number},2,0,3\n1,{number},3,0\n")
    with pytest.raises(Failure, match="may be weights or no edges") as caught:
        read(path)
    named = re.search("--no-edge (\\S+) says", str(caught.value))[1]
    assert read(path, ReadOptions(no_edge=named)).edges == 8
    assert read(path, ReadOptions(no_edge="inf")).edges == 12


@pytest.mark.parametrize("large, other", ((9999, 3000), (99999, 40000), (999, 300)))
def test_a_number_for_no_edge_beside_large_weights(tmp_path, large, other):
    rows = f"0,5,{large},{large}\n5,0,2,{other}\n{large},2,0,3\n{large},{other},3,0\n"
    with pytest.raises(Failure, match=f"--no-edge {large} says"):
        read(written(tmp_path, "a.csv", rows))


@pytest.mark.parametrize("number", ("500", "70", "5", "-3"))
def test_a_large_weight_stays_one(tmp_path, number):
    assert read(written(tmp_path, "a.csv", f"0,5,{number}\n5,0,2\n9,2,0\n"), ReadOptions("matrix")).edges == 6


@pytest.mark.parametrize("matrix", (
    "0 9999.6 1\n9999.6 0 2\n1 2 0", "0 10000.3 1 10000.3\n1 0 2 3\n3 2 0 4000\n5 5 5 0",  # no whole numbers
    "0 5000 10000\n5000 0 5000\n10000 5000 0",  # stops in a row
    "0 999 420\n999 0 400\n420 400 0", "0 9000 400\n9000 0 500\n400 500 0",  # once, from both ends
    "0 10000 10000\n10000 0 10000\n10000 10000 0", "0 65535\n65535 0",
    "0 1 30 30\n1 0 30 30\n30 30 0 2\n30 30 2 0",  # two clusters
))
def test_lengths_that_are_no_sentinels(tmp_path, matrix):
    found = read(written(tmp_path, "a.txt", matrix), ReadOptions("matrix"))
    assert found.edges == found.vertices * (found.vertices - 1)


def test_a_fraction_for_no_edge_is_named_as_it_is(tmp_path):
    path = written(tmp_path, "a.csv", "0,5,9999.6,1\n5,0,2,9999.6\n9999.6,2,0,3\n1,9999.6,3,0\n")
    with pytest.raises(Failure, match=r"--no-edge 9999\.6 says"):
        read(path)
    assert read(path, ReadOptions(no_edge="9999.6")).edges == 8


@pytest.mark.parametrize("array, edges, vertices", (
    ([[0, 1, 7], [1, 0, 22], [2, 3, 0]], 6, 3), ([[0, 1], [1, 0]], 2, 2),  # distances
    ([[1, 2, 3], [2, 1, 4], [3, 4, 1]], None, 4), ([[0, 1], [1, 2]], None, 3),
    ([[0, 1, 7], [1, 2, 22], [2, 0, 3]], None, 3),
))
def test_a_small_array_is_a_matrix_where_nothing_is_on_the_diagonal(tmp_path, array, edges, vertices):
    path = tmp_path / "a.npy"
    np.save(path, array)
    if edges is not None:
        found = read(path)
        assert (found.edges, found.vertices) == (edges, vertices)
        return
    with pytest.raises(Failure, match="may be edges or a matrix; --vertices N says"):
        read(path)
    found = read(path, ReadOptions(vertices=vertices + 1))
    assert (found.edges, found.vertices) == (len(array), vertices + 1)
    assert read(path, ReadOptions(no_edge="inf")).vertices == len(array)
