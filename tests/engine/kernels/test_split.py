"""Split against all ways to cut an order into trips, in all directions."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import FORBIDDEN
from arcload.engine.kernels.fleet_search import COST, new_search, start_from
from arcload.engine.kernels.split import split
from tests.engine.kernels.fleets import Town, towns


@settings(max_examples=60)
@given(towns(max_services=5, plain=True), st.randoms(use_true_random=False))
def test_a_split_is_the_best_of_all_cuts_and_directions(
    town: Town, shuffler: random.Random
) -> None:
    services = list(range(len(town.q)))
    shuffler.shuffle(services)
    fleet = town.fleet
    cost, arcs, ends, kinds = split(np.array(services), fleet.available, fleet)
    assert cost == pytest.approx(
        town.best_split(services, fleet.available.tolist()), rel=1e-9, abs=1e-9
    )
    assert [arc >> 1 for arc in arcs if arc < 2 * len(town.q)] == services
    search = new_search(fleet, 1)
    start_from(arcs, ends, kinds, search, fleet)
    assert search.now[COST] == pytest.approx(cost, rel=1e-9, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(towns(max_services=4), st.randoms(use_true_random=False))
def test_routes_of_several_trips_and_types_are_the_best_of_all_cuts(
    town: Town, shuffler: random.Random
) -> None:
    """Limits on lengths and durations do not count."""
    free = (vehicle._replace(most_length=np.inf, most_time=np.inf) for vehicle in town.vehicles)
    town = town._replace(vehicles=tuple(free))
    most = [vehicle.available for vehicle in town.vehicles]
    services = list(range(len(town.q)))
    shuffler.shuffle(services)
    cost, arcs, ends, kinds = split(np.array(services), town.fleet.available, town.fleet)
    least = town.best_split(services, most)
    if least == np.inf:
        assert not cost < FORBIDDEN
        return
    assert cost == pytest.approx(least, rel=1e-9, abs=1e-9)
    assert [arc >> 1 for arc in arcs if arc < 2 * len(town.q)] == services
    assert (np.bincount(kinds, minlength=len(most)) <= most).all()
    search = new_search(town.fleet, 1)
    start_from(arcs, ends, kinds, search, town.fleet)
    assert search.now[COST] == pytest.approx(cost, rel=1e-9, abs=1e-9)


@given(towns(max_services=2, plain=True))
def test_nothing_to_split_costs_nothing(town: Town) -> None:
    cost, arcs, ends, kinds = split(np.zeros(0, dtype=np.int64), town.fleet.available, town.fleet)
    assert cost == 0.0
    assert len(arcs) == len(ends) == len(kinds) == 0
