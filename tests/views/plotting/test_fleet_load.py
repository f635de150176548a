"""The load of each vehicle of a fleet."""

from dataclasses import replace

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import arcload
from arcload import Instance, Plan, Result
from arcload.model.result_file import StatedResult
from arcload.views.plotting import plot_load
from arcload.views.plotting.fleet_load import MOST_STRIPS, plot_fleet_load, strips_height
from tests.fleet_plans import cut_tour, fleet_of
from tests.views.plotting.conftest import corners, polygons


@pytest.fixture(scope="module")
def plan(town: Instance) -> Plan:
    """Return a plan of three vehicles."""
    return cut_tour(fleet_of(town, vehicles=3), vehicles=3)


def test_each_vehicle_has_a_strip_as_high_as_its_load(plan: Plan, ax: Axes) -> None:
    plot_fleet_load(plan, ax)
    most = max(trip.load for route in plan.driven for trip in route.trips)
    for number, route in enumerate(plan.driven, start=1):
        areas = corners(polygons(ax, f"vehicle {number} serving"))
        loads = [crossing for crossing in route.walk if crossing.served]
        assert len(areas) == len(loads)
        heights = [abs(area[:, 1].max() - area[:, 1].min()) for area in areas]
        share = [crossing.load_before / most for crossing in loads]
        assert heights == pytest.approx([0.85 * part for part in share], abs=1e-9)
    assert ax.get_xlim()[1] == pytest.approx(max(route.length for route in plan.driven))


def test_what_a_file_states_is_drawn_alike(plan: Plan, ax: Axes, result: Result) -> None:
    of_fleet = replace(result, plan=plan, history=(), lower_bound=None, status="feasible")
    plot_load(plan, ax)
    stated = plot_load(StatedResult.of(of_fleet), Figure().add_subplot())
    for number in (1, 2, 3):
        name = f"vehicle {number} deadhead"
        wanted, drawn = (corners(polygons(one, name)) for one in (ax, stated))
        assert len(wanted) == len(drawn) > 0
        assert all((one == other).all() for one, other in zip(wanted, drawn, strict=True))
    assert stated.get_xlabel() == ax.get_xlabel() == "distance driven (m)"


def test_many_vehicles_are_drawn_as_far_as_they_can_be_read(town: Instance, ax: Axes) -> None:
    fleet = town.replace(capacity=float(town.demands.max()))
    vehicle = fleet.vehicle
    routes = [
        arcload.Route(vehicle, (arcload.Trip((arcload.Service(town.edges[k], side),)),))
        for k in town.served
        for side in [1 if town.lengths[k, 0] < float("inf") else 2]
    ]
    plan = Plan(fleet, routes)
    plot_fleet_load(plan, ax)
    few = min(len(routes), MOST_STRIPS)
    assert ax.get_ylim()[0] == few + 0.5
    assert strips_height(plan) == pytest.approx(0.2 * few)
