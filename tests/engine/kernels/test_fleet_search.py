"""The state of a search for the plan of a fleet."""

import numpy as np
import pytest

from arcload.engine.kernels.fleet_search import COST, is_best, new_search, start_from
from arcload.engine.kernels.ruin_recreate import run_search
from tests.engine.kernels.test_ruin_recreate import NEVER, begun, best_of, grid, plan_of


def test_penalty_counts_before_the_longest_route_and_that_before_the_cost() -> None:
    best = np.array([10.0, 2.0, 5.0])  # cost, penalty, longest
    assert is_best(99.0, 1.0, 99.0, best)
    assert is_best(99.0, 2.0, 4.0, best)
    assert is_best(9.0, 2.0, 5.0, best)
    assert not is_best(10.0 * (1 - 1e-12), 2.0, 5.0, best), "rounding is no progress"
    assert not is_best(9.0, 2.0, 5.1, best)
    assert not is_best(1.0, 3.0, 1.0, best)


def test_a_given_plan_is_where_the_search_starts() -> None:
    fleet = grid(6)
    given, search = begun(fleet), new_search(fleet, 3)
    arcs, ends, kinds = map(np.array, best_of(given))
    start_from(arcs, ends, kinds, search, fleet)
    cost = search.now[COST]
    assert cost == pytest.approx(given.best[COST])
    assert sorted(map(tuple, plan_of(search))) == sorted(map(tuple, plan_of(given)))
    assert best_of(search)[1] == ends.tolist()
    run_search(3000, 2.0, 0.02, NEVER, True, search, fleet)
    assert search.best[COST] < cost
