"""The search of single tours inside the trips of a plan."""

from itertools import pairwise

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import FleetFacility, FleetVehicle, new_fleet
from arcload.engine.search import trip_search
from arcload.engine.search.best_plan import redirected
from arcload.engine.search.fleets import warm_up
from arcload.engine.search.trip_search import search_trips
from arcload.engine.stop import MaxIterations
from tests.engine.kernels.fleets import LEFT_OUT, Town, towns
from tests.engine.kernels.test_ruin_recreate import grid
from tests.engine.search.test_fleets import searched


def in_turn(function, calls):  # type: ignore[no-untyped-def]
    return [function(np.zeros(1, dtype=np.bool_), *arguments) for arguments in calls]


def test_each_trip_gets_cheaper_and_serves_what_it_did() -> None:
    town = grid(16)
    plan, _ = searched(town, MaxIterations(0))
    better = search_trips(plan, town, [1, 2], in_turn)
    assert better.cost < plan.cost
    assert better.cost == pytest.approx(redirected(town, *better[1:4]).cost)
    assert (better.ends == plan.ends).all()
    borders = [0, *plan.ends.tolist()]
    for begin, end in pairwise(borders):
        before, after = (sorted(each.arcs[begin:end].tolist()) for each in (plan, better))
        assert [arc >> 1 for arc in before] == [arc >> 1 for arc in after]


def test_a_route_within_its_limit_stays_so() -> None:
    """To drop both heavy loads first is cheaper and nearly twice as long."""
    places = np.array([0.0, 10.0, 11.0, -5.0, -6.0])
    D = np.abs(places[:, None] - places)
    entry = np.array([[1, 1], [2, 2], [3, 3], [4, 4]])
    q, length = np.array([100.0, 0.01, 100.0, 0.01]), np.zeros((4, 2))
    gains = []
    for limit in (np.inf, 40.0):
        vehicle = FleetVehicle(a=0.001, b=1.0, most_length=limit)
        fleet = new_fleet(q, entry, length, D, [vehicle], [FleetFacility(0)])
        plan = redirected(fleet, np.array([8, 0, 2, 4, 6]), np.array([5]), np.array([0]))
        gains.append(plan.cost - search_trips(plan, fleet, [1], in_turn).cost)
    assert gains[0] > 190
    assert gains[1] == 0


@settings(max_examples=40, deadline=None)
@given(towns(max_services=7), st.integers(1, 2**40))
def test_no_plan_gets_dearer_or_breaks_a_rule(town: Town, seed: int) -> None:
    fleet = town.fleet
    plan, _ = searched(fleet, MaxIterations(20))
    better = search_trips(plan, fleet, [seed], in_turn)
    assert better.rank <= plan.rank
    driven = town.drive_all(*(column.tolist() for column in better[1:4]))
    assert driven == pytest.approx(better.cost + LEFT_OUT * len(better.unserved))
    assert better.unserved.tolist() == plan.unserved.tolist()


def test_warming_up_compiles_what_a_search_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search whose kernel is compiled while it runs ends long after its time."""
    town = grid(16)
    plan, _ = searched(town, MaxIterations(0))
    given = []

    def run_chain(*arguments: object) -> None:
        given.append([str(numba.typeof(one)) for one in arguments])  # type: ignore[no-untyped-call]

    monkeypatch.setattr(trip_search, "run_chain", run_chain)
    warm_up(16)
    search_trips(plan, town, [1], in_turn)
    warm, *cold = given
    assert cold
    assert all(types == warm for types in cold)
