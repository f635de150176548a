"""The trips of each type of vehicle."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arcload.model.fleet_problem import VehicleType
from arcload.proofs.fleets.cut_network import cut_network
from arcload.proofs.fleets.trip_graph import trip_graphs, trip_level
from tests.proofs.star import star


@pytest.mark.parametrize(
    ("demands", "level"),
    [
        ([2.0, 4.0, 6.0, 2.0], 2.0),
        ([0.1, 0.3, 0.2, 0.7], 0.1),
        ([0.0, 0.0, 0.0, 0.0], 1.0),
    ],
)
def test_a_level_is_a_unit_of_all_demands(demands: list[float], level: float) -> None:
    problem = replace(star(), demands=np.array(demands), types=(VehicleType(capacity=9.0),))
    assert trip_level(problem) == pytest.approx(level)
    trips = trip_graphs(problem, cut_network(problem), trip_level(problem) or 0.0)
    assert trips.levels.tolist() == [round(q / level) for q in demands]


def test_demands_without_a_unit_are_rounded_down_a_little() -> None:
    q = np.array([1.2345, 2.3456, 3.4567, 4.5678])
    problem = replace(star(), demands=q, types=(VehicleType(capacity=9.0),))
    level = trip_level(problem)
    assert level is not None
    levels = trip_graphs(problem, cut_network(problem), level).levels
    assert (levels * level <= q).all()
    assert (levels * level).sum() == pytest.approx(q.sum(), rel=0.01)


def test_there_is_no_level_for_a_network_that_is_too_large() -> None:
    assert trip_level(replace(star(), nodes=10**7)) is None


@pytest.mark.parametrize(
    ("fields", "loading", "vehicles"),
    [
        ({"fixed_cost": 7.0, "most_trips": 1}, 10.0, 0.0),
        ({"fixed_cost": 7.0}, 3.0, 7.0),
        ({"fixed_cost": 7.0, "start": 1, "a": 0.5}, 3.0, 12.0),
        ({"fixed_cost": 7.0, "start": 1, "most_trips": 1}, 20.0, 0.0),
    ],
)
def test_a_vehicle_that_makes_one_trip_is_paid_with_it(
    fields: dict[str, Any], loading: float, vehicles: float
) -> None:
    problem = replace(
        star(), types=(VehicleType(capacity=2.0, **fields),), visit_costs=np.array([3.0])
    )
    trips = trip_graphs(problem, cut_network(problem), 1.0)
    assert trips.graphs[0].loading.tolist() == [loading]
    assert trips.vehicles == vehicles
    assert (trips.graphs[0].top, trips.total) == (2, 4)
