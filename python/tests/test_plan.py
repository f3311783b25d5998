# SPDX-License-Identifier: MIT
"""The plan of a solve."""

import math

import numpy as np
import pytest

import apsp


def test_a_plan_has_the_method_that_a_solve_takes():
    rng = np.random.default_rng(5)
    chain = np.array([(v, v + 1, 5) for v in range(2999)])
    plan = apsp.plan(chain, 3000)
    assert plan.method in ("sweep", "search")
    assert plan.methods[plan.method] == min(plan.methods.values())
    assert plan.result == 4 * 3000 * 3000
    assert plan.lack is None
    assert plan.memory > 0
    dense = apsp.plan(rng.integers(1, 9, (600, 600)))
    assert (dense.method, dense.gpu_memory) == ("dense", 0)
    assert apsp.plan(chain, 3000, method="dense", device="cpu").method == "dense"
    assert apsp.plan(chain, 3000, sources=[7]).result == 4 * 3000


def test_a_plan_that_does_not_fit_says_so():
    plan = apsp.plan(np.array([(0, 1, 5)]), 2_000_000)
    assert plan.method == "search"
    assert math.isinf(plan.methods["dense"])
    assert "of memory are needed" in plan.lack
    assert apsp.plan(np.array([(0, 1, 5)]), 2_000_000, sources=[0, 1]).lack is None


def test_a_plan_refuses_what_a_solve_refuses():
    with pytest.raises(apsp.NegativeCycle, match="negative cycle"):
        apsp.plan(np.array([(0, 1, 5), (1, 0, -6)]), 2)
    with pytest.raises(OverflowError, match="not all integers"):
        apsp.plan(np.array([(0, 1, 0.1), (1, 0, 0.3)]), 2)
