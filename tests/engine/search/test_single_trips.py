"""Routes of one trip each, dealt out to the vehicles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import ANY, FleetFacility, FleetVehicle, new_fleet
from arcload.engine.search.single_trips import dealt_out, single_trips, taken_apart
from arcload.engine.stop import MaxIterations
from tests.engine.kernels.fleets import LEFT_OUT, Town, towns
from tests.engine.search.test_fleets import drawn, searched

COUNTS = st.sampled_from([1, 2, ANY])


@settings(max_examples=40)
@given(towns(max_services=4, plain=True), COUNTS, COUNTS)
def test_trips_dealt_out_are_the_best_plan(town: Town, available: int, most_trips: int) -> None:
    vehicle = town.vehicles[0]._replace(
        end=town.vehicles[0].start, cost=0.0, available=available, most_trips=most_trips
    )
    town = town._replace(vehicles=(vehicle,))
    single = single_trips(town.fleet)
    assert single is not None
    assert single.most_trips.tolist() == [1]
    plan, _ = searched(town.fleet, MaxIterations(2_000))
    arcs, ends, kinds, unserved = drawn(plan)
    assert plan.cost + plan.penalty == pytest.approx(town.best_plan(), rel=1e-9, abs=1e-9)
    assert plan.cost + LEFT_OUT * len(unserved) == pytest.approx(town.drive_all(arcs, ends, kinds))
    again, _ = searched(town.fleet, MaxIterations(0), plan)
    assert again.cost == pytest.approx(plan.cost, rel=1e-9, abs=1e-9)


@given(towns())
def test_where_it_makes_a_difference_routes_stay_what_they_are(town: Town) -> None:
    (vehicle, *_), fleet = town.vehicles, town.fleet
    at_depot = len(town.facilities) == 1 and town.facilities[0].first_cost in (None, 0.0)
    at_depot = at_depot and all(v.start == v.end for v in town.vehicles)
    free = all(v.cost == 0 and (v.available == ANY or not fleet.limited) for v in town.vehicles)
    assert (single_trips(fleet) is not None) == (at_depot and free)
    dear = town._replace(vehicles=(vehicle._replace(cost=1.0),), facilities=(FleetFacility(0),))
    assert single_trips(dear.fleet) is None
    assert single_trips(dear.as_fleet(balance=True)) is None


def test_routes_are_taken_apart_and_put_together_again() -> None:
    entry, none = np.zeros((3, 2), dtype=np.int64), np.zeros(0, dtype=np.int64)
    vehicle = FleetVehicle(available=2, most_trips=ANY)
    D = np.zeros((1, 1))
    fleet = new_fleet(np.ones(3), entry, np.ones((3, 2)), D, [vehicle], [FleetFacility(0)])
    arcs = np.array([6, 0, 6, 2, 6, 4])
    plan = FleetSolution(1.0, arcs, np.array([4, 6]), np.array([0, 0]), none)
    single = taken_apart(plan, fleet)
    assert drawn(single)[:3] == [[6, 0, 6, 2, 6, 4], [2, 4, 6], [0, 0, 0]]
    assert drawn(dealt_out(single, fleet))[:3] == [[6, 0, 6, 4, 6, 2], [4, 6], [0, 0]]
