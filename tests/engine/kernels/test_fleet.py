"""A fleet's problem as the search kernels take it."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import (
    BIG,
    LEAST,
    Fleet,
    FleetFacility,
    FleetVehicle,
    nearest_services,
    new_fleet,
)

LINE = np.array([[0.0, 1, 3], [1, 0, 2], [3, 2, 0]])  # nodes 0, 1 and 2 at 0, 1 and 3


def small(*vehicles: FleetVehicle, **others: Any) -> Fleet:
    """Return a problem of two services along a line, the second one way only."""
    values: dict[str, Any] = {
        "q": np.array([4, 5]),
        "entry": np.array([[0, 1], [1, 2]]),
        "length": np.array([[1.0, 1.0], [2.0, np.inf]]),
        "D": LINE,
        "facilities": [FleetFacility(0, cost=7.0, first_cost=3.0), FleetFacility(2, cost=5.0)],
    }
    return new_fleet(vehicles=vehicles, **values | others)


def test_arcs_are_services_on_both_sides_then_facilities() -> None:
    fleet = small(FleetVehicle(a=2.0, b=0.5, capacity=9.0, start=1))
    assert (fleet.nodes, fleet.arcs) == (3, 6)
    assert fleet.enter.tolist() == [0, 1, 1, 2, 0, 2]
    assert fleet.leave.tolist() == [1, 0, 2, 1, 0, 2]
    assert fleet.length.tolist() == [1, 1, 2, BIG, 0, 0]
    assert fleet.surcharge.tolist() == [0, 0, 0, 0, 7, 5]
    assert fleet.first_length.tolist() == [1, 2]
    assert fleet.first_cost.tolist() == [2 * 1 + 3, 2 * 2 + 5]
    assert 9 < fleet.room[0] < 9.000001
    assert not fleet.limited
    assert len(fleet.T) == 0


def test_equal_distances_both_ways_are_held_once() -> None:
    fleet = small(FleetVehicle())
    assert fleet.DT is fleet.D
    longer = LINE + np.triu(np.ones((3, 3)), 1)
    fleet = small(FleetVehicle(), D=longer)
    assert fleet.D.tolist() == longer.ravel().tolist()
    assert fleet.DT.tolist() == longer.T.ravel().tolist()


def test_a_type_has_distances_and_lengths_of_its_own() -> None:
    own = FleetVehicle(D=2 * LINE, length=np.full((2, 2), 8.0), start=2, most_time=60.0)
    fleet = small(FleetVehicle(), own, FleetVehicle(a=0.0), T=3 * LINE)
    assert fleet.matrix.tolist() == [0, 9, 0]
    assert fleet.D.tolist() == [*LINE.ravel(), *(2 * LINE).ravel()]
    assert fleet.T.tolist() == [*(3 * LINE).ravel()] * 2
    assert fleet.length[6:10].tolist() == [8] * 4
    assert fleet.first_length.tolist() == [0, 3, 6, 0, 0, 3]
    assert fleet.first_time.tolist() == [0, 9, 9, 0, 0, 9]
    assert fleet.a.tolist() == [1, 1, LEAST]
    assert fleet.limited


def test_what_cannot_be_reached_is_very_far() -> None:
    cut_off = LINE.copy()
    cut_off[0, 2] = np.inf
    fleet = small(FleetVehicle(), D=cut_off)
    assert fleet.D[2] == fleet.first_length[1] == BIG
    assert np.isfinite(fleet.D).all()


@given(st.integers(1, 9), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_the_nearest_services_come_first(m: int, most: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    D = rng.integers(0, 20, (5, 5)).astype(np.float64)
    entry = rng.integers(0, 5, (m, 2))
    near = nearest_services(entry, D, most)
    assert near.shape == (m, min(most, m - 1))
    for k, others in enumerate(near):
        far = [sum(D[i, j] + D[j, i] for i in entry[k] for j in entry[h]) for h in range(m)]
        assert k not in others
        assert len(set(others.tolist())) == len(others)
        assert [far[h] for h in others] == sorted(far[:k] + far[k + 1 :])[: len(others)]
