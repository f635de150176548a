"""What vehicles drive: crossings, loads, visits, hours and costs of their routes."""

import pytest

import arcload
from tests.model.test_plan import fleet_plan


def test_a_fleet_loads_at_facilities_and_pays_for_visits_service_and_vehicles() -> None:
    """Out 2 with 100, 1 to load at 3, back 1 with 20, home 2; 1 with 15, 10 with 5, home 4."""
    plan = fleet_plan()
    driving = 2 * (1 + 50) + 1 * 1 + 1 * (1 + 10) + 2 * 1
    other = 1 * (2 + 10) + 10 * (2 + 2.5) + 4 * 2
    assert plan.driven[0].cost == driving + (1 + 3) + 5 + 7
    assert [trip.visit for trip in plan.driven[0].trips] == [0, 1]
    assert [trip.load for trip in plan.driven[0].trips] == [100, 20]
    assert plan.cost == plan.driven[0].cost + other
    assert plan.driven[0].hours == pytest.approx(3 / 10 + 3 / 20 + 0.1)
    assert arcload.check(plan).cost == pytest.approx(plan.cost)
    assert plan.trips == 3
    assert plan.longest == plan.driven[1].hours


def test_collecting_a_fleet_unloads_at_facilities() -> None:
    """Out 2 while 100 is collected, 1 to unload at 3, back 1 collecting 20, home 2 with it."""
    plan = fleet_plan("collect")
    driving = 2 * (1 + 50) + 1 * (1 + 100) + 1 * (1 + 10) + 2 * (1 + 20)
    assert plan.driven[0].cost == driving + (1 + 3) + 5 + 7
    assert [trip.visit for trip in plan.driven[0].trips] == [2, 2]
    other = 1 * (2 + 5) + 10 * (2 + 12.5) + 4 * (2 + 15)
    assert plan.driven[1].cost == other
    assert arcload.check(plan).cost == pytest.approx(plan.cost)
