"""Prices and running sums of trips against driving them step by step."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import BIG, Fleet
from arcload.engine.kernels.ruin_recreate import price_alone, scan
from arcload.engine.kernels.trips import (
    ACTIVE,
    Trips,
    driven_cost,
    empty_trips,
    insert,
    lay_out,
    open_trip,
    set_trips,
    settle,
    walk,
)
from tests.engine.kernels.fleets import Town, towns


def arcs_of(t: int, trips: Trips) -> list[int]:
    """Return the arcs of a trip."""
    begin, size = int(trips.begin[t]), int(trips.size[t])
    return [int(arc) for arc in trips.arc[begin + 1 : begin + 1 + size]]


def sums_of(t: int, trips: Trips) -> list[float]:
    """Return all that a trip keeps of its positions."""
    first, end = int(trips.begin[t]), int(trips.begin[t] + trips.size[t] + 2)
    behind = np.stack([row[first + 1 : end] for row in (trips.enter, trips.leg, trips.weight)])
    before = np.stack([row[first : end - 1] for row in (trips.leave, trips.left)])
    return [*behind.ravel().tolist(), *before.ravel().tolist(), float(trips.load[t])]


def a_trip(arcs: list[int], fleet: Fleet) -> tuple[int, Trips]:
    """Return a trip of these arcs, inserted one by one."""
    trips = empty_trips(fleet)
    t = open_trip(trips, fleet)
    for place, arc in enumerate(arcs):
        insert(t, place, arc, trips, fleet)
    return t, trips


@st.composite
def trips_to_be(draw: st.DrawFn) -> tuple[Town, list[int]]:
    """Give a problem and arcs that a trip can drive, each service at most once."""
    town = draw(towns())
    arcs, length = [], town.fleet.length
    for k in draw(st.permutations(range(len(town.q)))):
        arc = 2 * k + draw(st.integers(0, 1))
        arcs.append(arc if length[arc] < BIG else arc ^ 1)
    return town, arcs


@given(trips_to_be())
def test_every_insertion_is_priced_as_it_is_driven(case: tuple[Town, list[int]]) -> None:
    town, (arc, *arcs) = case
    fleet, k = town.fleet, arc >> 1
    t, trips = a_trip(arcs, fleet)
    assert driven_cost(t, trips, fleet) == pytest.approx(town.drive(arcs), rel=1e-9, abs=1e-9)
    alone, side = price_alone(k, fleet)
    assert alone == pytest.approx(town.best_directions([k]), rel=1e-9, abs=1e-9)
    assert alone == pytest.approx(town.drive([2 * k + side]), rel=1e-9, abs=1e-9)
    rows = (trips.leave, trips.enter, trips.leg, trips.weight, trips.left, fleet.D, fleet.DT)
    for place in range(len(arcs) + 1 if arcs else 0):
        p = int(trips.begin[t]) + place
        price, where, side = scan(p, p + 1, np.inf, k, fleet, *rows)
        costs = [town.drive([*arcs[:place], 2 * k + s, *arcs[place:]]) for s in (0, 1)]
        assert where == p
        assert town.drive(arcs) + price == pytest.approx(min(costs), rel=1e-9, abs=1e-9)
        assert costs[side] == pytest.approx(min(costs), rel=1e-9, abs=1e-9)


@given(trips_to_be(), st.data())
def test_an_insertion_keeps_the_sums_right(
    case: tuple[Town, list[int]], data: st.DataObject
) -> None:
    town, arcs = case
    t, trips = a_trip([], town.fleet)
    driven: list[int] = []
    for arc in arcs:
        place = data.draw(st.integers(0, len(driven)))
        insert(t, place, arc, trips, town.fleet)
        driven.insert(place, arc)
        sums = sums_of(t, trips)
        assert arcs_of(t, trips) == driven
        walk(t, trips, town.fleet)
        assert sums == pytest.approx(sums_of(t, trips), rel=1e-9, abs=1e-9)


@given(trips_to_be())
def test_a_settled_trip_has_the_best_directions(case: tuple[Town, list[int]]) -> None:
    town, arcs = case
    assume(len(arcs) <= 5)
    t, trips = a_trip(arcs, town.fleet)
    cost = settle(t, trips, town.fleet)
    assert [arc >> 1 for arc in arcs_of(t, trips)] == [arc >> 1 for arc in arcs]
    assert cost == pytest.approx(town.drive(arcs_of(t, trips)), rel=1e-9, abs=1e-9)
    assert cost == pytest.approx(
        town.best_directions([arc >> 1 for arc in arcs]), rel=1e-9, abs=1e-9
    )


@given(towns(), st.data())
def test_trips_keep_all_they_have_when_they_move_in_the_pool(
    town: Town, data: st.DataObject
) -> None:
    m, fleet = len(town.q), town.fleet
    order = np.array(data.draw(st.permutations(range(m))))
    ends = np.array(sorted({m, *data.draw(st.lists(st.integers(1, m)))}))
    trips = empty_trips(fleet)
    cost = set_trips(order, ends, trips, fleet)
    active = trips.active[: trips.counts[ACTIVE]].tolist()
    before = [(arcs_of(t, trips), sums_of(t, trips), driven_cost(t, trips, fleet)) for t in active]
    begins = trips.begin[active].copy()
    lay_out(trips)
    assert not np.array_equal(begins, trips.begin[active])
    assert before == [
        (arcs_of(t, trips), sums_of(t, trips), driven_cost(t, trips, fleet)) for t in active
    ]
    assert cost == pytest.approx(sum(each[2] for each in before), rel=1e-9, abs=1e-9)
    assert [arc >> 1 for arcs, _, _ in before for arc in arcs] == order.tolist()
