"""Routes of limited length and duration, worked by hand."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arcload.model.fleet_problem import VehicleType
from arcload.proofs.fleets.fleet_legs import fleet_legs
from arcload.proofs.fleets.limited_routes import LimitedRoutes
from tests.proofs.star import star


def routes(**limits: Any) -> LimitedRoutes:
    """Return the routes on two streets of the star, each of which takes 1 to drive and 3 to serve.

    A facility takes 5.
    """
    two = np.arange(4) < 2
    problem = replace(
        star(),
        served=two,
        stop_times=np.array([5.0]),
    )
    kind = VehicleType(capacity=2.0, drive_time=0.1, serve_time=0.3)
    return LimitedRoutes(fleet_legs(problem, replace(kind, **limits)))


@pytest.mark.parametrize(
    ("limits", "both"),
    [
        ({"longest": 40.0}, 40.0),
        ({"longest": 39.0}, np.inf),
        ({"most_time": 5.0 + 2 * (3 + 1)}, 40.0),
        ({"most_time": 12.5}, np.inf),
        ({"longest": 99.0, "capacity": 1.0}, 40.0),
        ({"longest": 99.0, "capacity": 1.0, "most_trips": 1}, np.inf),
        ({"longest": 99.0, "fixed_cost": 7.0}, 47.0),
    ],
)
def test_a_route_keeps_its_limits(limits: dict[str, Any], both: float) -> None:
    cost = routes(**limits).cost
    fixed = limits.get("fixed_cost", 0.0)
    assert cost.tolist() == [np.inf, 20 + fixed, 20 + fixed, both]


def test_trips_serve_each_street_once() -> None:
    together = routes(longest=99.0).trips(3)
    assert len(together) == 1
    assert sorted(edge for edge, _ in together[0].services) == [0, 1]
    apart = routes(longest=99.0, capacity=1.0).trips(3)
    assert sorted(edge for trip in apart for edge, _ in trip.services) == [0, 1]
    assert [trip.facility for trip in apart] == [0, 0]
