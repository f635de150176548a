"""The state of a search for the plan of a fleet."""

import numpy as np
import pytest

from arcload.engine.kernels.fleet import FORBIDDEN, FleetFacility, FleetVehicle, new_fleet
from arcload.engine.kernels.fleet_search import COST, PENALTY, is_best, new_search, start_from
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


def test_a_plan_with_a_way_that_is_not_allowed_is_never_better_than_one_without() -> None:
    """No way leads from the first street to the second, unless the vehicle loads between them."""
    D = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, np.inf], [1.0, 1.0, 0.0]])
    entry, vehicle = np.array([[1, 1], [2, 2]]), FleetVehicle(a=1.0)
    fleet = new_fleet(np.ones(2), entry, np.zeros((2, 2)), D, [vehicle], [FleetFacility(0)])
    barred, one, back = (np.array(arcs) for arcs in ([4, 0, 2], [4, 0], [4, 2, 0]))
    search, kinds = new_search(fleet, 1), np.zeros(1, dtype=np.int64)
    best = []
    for arcs in (barred, one, barred, back):
        start_from(arcs, np.array([len(arcs)]), kinds, search, fleet)
        best.append((best_of(search)[0], search.best[PENALTY], search.best[COST] < FORBIDDEN))
    assert best[0] == (barred.tolist(), 0.0, False), "the first plan is kept, whatever it is"
    assert best[1] == best[2] == (one.tolist(), 1.0, True)
    assert best[3] == (back.tolist(), 0.0, True)


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
