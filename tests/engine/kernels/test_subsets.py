"""The table over all sets of served edges, against brute force."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings

from arcload import Instance
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.subsets import fill_subsets, trace_subsets
from arcload.engine.problem import Problem
from tests.brute_force import best_over_orders
from tests.strategies import instances


@given(instances(min_served=1, max_served=5, max_nodes=5))
@settings(max_examples=60)
def test_the_table_holds_the_optimum_and_its_tour_costs_it(instance: Instance) -> None:
    optimum = best_over_orders(instance)
    assume(math.isfinite(optimum))
    W, q, entry, length, D, from_start, home = Problem.of(instance).arrays
    full = (1 << len(q)) - 1
    cost = np.full((full + 1, len(D)), np.nan)
    fill_subsets(full, 1, W, q, entry, length, D, home, cost)
    assert not np.isnan(cost[1:]).any()
    order, sides = trace_subsets(W, q, entry, length, D, from_start, home, cost)
    assert sorted(order) == list(range(len(q)))
    least, best_sides = direction_program(order, *Problem.of(instance).arrays)
    assert least == pytest.approx(optimum, rel=1e-9, abs=1e-12)
    assert set(best_sides) | set(sides) <= {0, 1}
