"""The fleet of the demo."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.cli.demo_fleet import fleet_of, print_beside


@given(st.integers(30, 60), st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_the_two_vehicles_can_serve_any_town(edges: int, seed: int) -> None:
    """At most three trips each are enough, whatever the town."""
    town = arcload.generate("city", edges=edges, demand="clustered", served=0.85, seed=seed)
    fleet = fleet_of(town)
    result = arcload.solve(fleet, seed=1, iterations=500, threads=1, bound=False)
    assert result.plan.unserved == ()
    assert fleet.capacity is not None
    assert fleet.capacity < town.total_demand / 2
    assert fleet.vehicle.count == 2


def test_where_loading_again_costs_more_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """With a heavy vehicle the load hardly matters, and deadheads do."""
    town = arcload.generate("city", edges=40, seed=3, curb_ratio=100)
    tour = arcload.solve(town, "greedy").plan
    plan = arcload.solve(fleet_of(town), "greedy").plan
    print_beside(tour, plan)
    out = capsys.readouterr().out
    assert ("costs more here" in out) == (plan.cost >= tour.cost)
    assert "less load is moved" in out
