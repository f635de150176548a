"""Routes that break limits are mended, and what has no route is inserted."""

from typing import Any

import numpy as np
import pytest

import arcload
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.search.mended_plan import mended_plan
from tests.examples import FOUR_EDGES


def mended(*routes: list[int], **limits: Any) -> tuple[KernelFleet, FleetSolution]:
    """Return what is made of routes; 8 loads at the depot, 2 k serves the k-th edge."""
    problem = KernelFleet.of(FOUR_EDGES.replace(**({"capacity": 200} | limits)))
    arcs = np.array([arc for route in routes for arc in route], dtype=np.int64)
    ends = np.cumsum([len(route) for route in routes], dtype=np.int64)
    return problem, mended_plan(problem.fleet, arcs, ends, np.zeros(len(routes), dtype=np.int64))


def test_a_whole_plan_stays_in_its_order() -> None:
    problem, plan = mended([8, 0, 2, 6, 4])
    assert problem.plan(plan).order == (1, 2, 4, 3)


@pytest.mark.parametrize(
    "limits",
    [
        {"capacity": 105},
        {"capacity": 105, "count": 1},
        {"capacity": 105, "count": 3, "max_trips": 1},
        {"max_length": 28},
    ],
)
def test_what_breaks_a_limit_is_served_elsewhere(limits: dict[str, Any]) -> None:
    problem, plan = mended([8, 0, 2, 6, 8, 4], **limits)
    assert plan.serves_all
    assert arcload.check(problem.plan(plan)).cost == pytest.approx(plan.cost)


def test_what_has_no_route_is_inserted_and_nothing_is_a_start_too() -> None:
    assert mended([8, 0])[1].serves_all
    assert mended()[1].serves_all


def test_what_no_vehicle_has_room_for_is_left_out() -> None:
    few = {"capacity": 105, "count": 1, "max_trips": 1, "allow_unserved": True}
    problem, plan = mended([8, 0, 2, 6, 4], **few)
    assert not plan.serves_all
    assert problem.plan(plan).unserved == arcload.check(problem.plan(plan)).unserved


def test_a_street_that_became_one_way_is_driven_so() -> None:
    problem, plan = mended(
        [8, 0, 2, 6, 4], lengths=[(2, 2), (np.inf, 1), (1, 1), (10, 10)], max_length=50
    )
    tour = problem.plan(plan)
    assert tour.directions[tour.order.index(2)] == 2
