# SPDX-License-Identifier: MIT
"""`apsp solve --within` and `--nearest`: limits and lengths with all their digits, and weights that are no
decimals."""

import decimal
import math
import pathlib
import types

import numpy as np
import pytest
import scipy.sparse
from near_tables import all_lengths, expected_rows, pairs, some_graph, written

from apsp.answers import near, rows


@pytest.mark.parametrize("limit, reached", (
    ("0.57", "abcd"), ("0.5699999999999999999999999999999", "abc"),
    ("0.5700000000000000000000000000001", "abcd"), (".29", "abc"), ("0.28999", "ab"), ("57e-2", "abcd"),
    ("0", "a"), ("-0", "a"), ("1e-999999", "a"),
    ("1.14", "abcde"), ("1e30", "abcde"), ("9e999999", "abcde"), ("inf", "abcde"), ("Infinity", "abcde")))
def test_a_limit_has_all_its_digits(run, limit, reached):
    """0.57 times 100 is 56.99999999999999 in float64."""
    pathlib.Path("g.csv").write_text("from,to,w\na,b,0.01\nb,c,0.28\nc,d,0.28\nd,e,0.57\n", encoding="utf-8")
    code, out, _ = run("solve", "--quiet", "--sources", "a", "--within", limit, "g.csv", "-")
    assert code == 0 and [target for _, target, _ in pairs(out)] == list(reached)


@pytest.mark.parametrize("weights, limit, reached", (
    ((5, 6), "5.999", 1), ((5, 6), "10.9999999999999999999999", 1), ((5, 6), "11", 2),
    ((2**53 - 2, 1), "9007199254740990.99999999", 1)))
def test_limits_between_whole_numbers(weights, limit, reached):
    graph = types.SimpleNamespace(weight=np.array(weights, dtype=float))
    asked = near.NearAnswer(graph, limit=decimal.Decimal(limit))
    assert (np.cumsum(weights) <= near.scaled_limit(asked, 1)).sum() == reached


def test_of_weights_that_are_no_decimals_the_limit_is_the_nearest_float():
    graph = types.SimpleNamespace(weight=np.array([1 / 3]))
    asked = near.NearAnswer(graph, limit=decimal.Decimal(repr(1 / 3)))
    assert near.scaled_limit(asked, 1) == 1 / 3


def test_a_limit_beyond_all_numbers(run):
    words = ("solve", "--quiet", "--undirected", "--within")
    assert run(*words, "1e999999999999999999", "towns.csv", "-") == run(*words, "inf", "towns.csv", "-")


def test_a_length_that_is_not_exact_is_refused(run, monkeypatch):
    monkeypatch.setattr(rows, "EXACT", 100)
    pathlib.Path("g.csv").write_text("from,to,w\na,b,0.6\nb,c,0.5\n", encoding="utf-8")
    assert run("solve", "--quiet", "--within", "0.6", "g.csv", "-")[0] == 0
    pathlib.Path("g.csv").write_text("from,to,w\na,b,6.25\nb,c,5.5\n", encoding="utf-8")
    code, out, err = run("solve", "--quiet", "--within", "20", "g.csv", "-")
    assert (code, out) == (4, "") and "a length is beyond 1, where its decimals are not exact" in err


def test_decimals_of_many_digits_are_exact(run, rng):
    for directed in (True, False) * 5:
        digits = int(rng.integers(9, 14))
        some = some_graph(rng, digits, directed, most=10**13)
        options = ["--quiet", "--columns", "from,to,km"] + ([] if directed else ["--undirected"])
        lengths = some.units[np.isfinite(some.units)].astype(np.int64).tolist()
        limit = max(int(rng.choice(lengths)) + int(rng.integers(-1, 2)), 0)
        for words, most, k in ((["--within", written(limit, digits)], limit, None),
                               (["--nearest", 3], math.inf, 3),
                               (["--nearest", 3, "--within", written(limit, digits)], limit, 3)):
            code, out, err = run("solve", *options, *words, "g.csv", "-")
            assert code == 0, err
            assert ([(*ends, float(length)) for *ends, length in pairs(out)]
                    == [(*ends, float(length)) for *ends, length in expected_rows(some, most, k)])
            assert run("solve", *options, *words, "g.csv", "a.npz")[0] == 0
            assert run("check", *options, *words, "g.csv", "a.npz")[0] == 0
        long = run("solve", *options, "--long", "g.csv", "-")
        assert run("solve", *options, "--within", "inf", "g.csv", "-") == long


def test_weights_that_are_no_decimals(run, rng):
    """Lengths of any order of additions; the limit and the last of a row are in doubt where rounding is."""
    for _ in range(5):
        vertices = int(rng.integers(2, 50))
        ends = rng.integers(0, vertices, (4 * vertices, 2))
        weights = rng.random(len(ends)) * 10.0 ** rng.integers(-6, 7)
        np.savez("g.npz", np.column_stack((ends, weights)))
        dense = np.full((vertices, vertices), np.inf)
        np.minimum.at(dense, tuple(ends.T), weights)
        lengths = all_lengths(dense)
        limit = float(rng.choice(lengths[np.isfinite(lengths)])) * rng.choice([0.99, 1.01])
        assert run("solve", "--quiet", "--vertices", vertices, "--within", limit, "g.npz", "a.npz")[0] == 0
        found = scipy.sparse.load_npz("a.npz")
        rows = np.repeat(np.arange(vertices), np.diff(found.indptr))
        inside = lengths <= limit
        np.testing.assert_array_equal(np.column_stack((rows, found.indices)), np.argwhere(inside))
        np.testing.assert_allclose(found.data, lengths[inside], rtol=1e-12)
        for words in (("--within", limit), ("--nearest", 4), ("--nearest", 2, "--within", limit)):
            options = ("--quiet", "--vertices", vertices, *words, "g.npz", "a.csv")
            assert run("solve", *options)[0] == 0
            assert run("check", *options)[0] == 0


def test_a_limit_of_13_digits_counts_the_path_of_its_length(run):
    pathlib.Path("g.csv").write_text("from,to,w\na,b,0.1234567890123\nb,c,0.1\n", encoding="utf-8")
    for limit, reached in (("0.1234567890123", "ab"), ("0.1234567890122", "a"), ("0.2234567890123", "abc"),
                           ("0.22345678901229", "ab")):
        code, out, _ = run("solve", "--quiet", "--sources", "a", "--within", limit, "g.csv", "-")
        assert code == 0 and [target for _, target, _ in pairs(out)] == list(reached)
