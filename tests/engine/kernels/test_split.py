"""Split against all ways to cut an order into trips, in all directions."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.split import split
from arcload.engine.kernels.trips import empty_trips, set_trips
from tests.engine.kernels.fleets import Town, towns


@settings(max_examples=60)
@given(towns(max_services=5), st.randoms(use_true_random=False))
def test_a_split_is_the_best_of_all_cuts_and_directions(
    town: Town, shuffler: random.Random
) -> None:
    services = list(range(len(town.q)))
    shuffler.shuffle(services)
    fleet, order = town.fleet, np.array(services)
    cost, ends = split(order, fleet)
    assert cost == pytest.approx(town.best_split(services), rel=1e-9, abs=1e-9)
    assert all(town.fits(part.tolist()) for part in np.split(order, ends[:-1]))
    assert set_trips(order, ends, empty_trips(fleet), fleet) == pytest.approx(cost, rel=1e-9)


def test_nothing_to_split_costs_nothing() -> None:
    town = Town(
        q=np.ones(1),
        entry=np.zeros((1, 2), dtype=np.int64),
        length=np.zeros((1, 2)),
        surcharge=np.zeros((1, 2)),
        D=np.zeros((1, 1)),
        capacity=1.0,
        a=1.0,
        b=1.0,
        start=0,
        end=0,
        trip_cost=3.0,
        collect=False,
    )
    cost, ends = split(np.zeros(0, dtype=np.int64), town.fleet)
    assert cost == 0.0
    assert len(ends) == 0
