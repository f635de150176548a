"""The plan of a fleet on the map."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex

from arcload import Instance, Plan
from arcload.views.plotting import plot_tour
from arcload.views.plotting.plan import ink_on, plot_plan
from arcload.views.vehicle_colours import LIGHT
from tests.fleet_plans import cut_tour, fleet_of
from tests.views.plotting.conftest import lines


@pytest.fixture(scope="module")
def plan(town: Instance) -> Plan:
    """Return a plan of three vehicles that leaves two streets out."""
    return cut_tour(fleet_of(town, vehicles=3, allow_unserved=True), vehicles=3, unserved=2)


def colours(drawn: LineCollection) -> set[str]:
    """Return the colours of lines."""
    return {to_hex(colour) for colour in np.atleast_2d(np.asarray(drawn.get_colors())).tolist()}


def test_each_vehicle_has_its_own_lines_and_colour(plan: Plan, ax: Axes) -> None:
    plot_plan(plan, ax)
    for number, route in enumerate(plan.driven, start=1):
        for kind, served in (("serving", True), ("deadhead", False)):
            drawn = lines(ax, f"vehicle {number} {kind}")
            assert len(drawn.get_segments()) == sum(c.served == served for c in route.walk)
            assert colours(drawn) == {LIGHT[number - 1]}
    assert len(lines(ax, "left out").get_segments()) == 2


def test_facilities_are_named_with_what_is_loaded_there(plan: Plan, ax: Axes) -> None:
    plot_plan(plan, ax)
    texts = [text.get_text() for text in ax.texts]
    (node,) = (place.node for place in plan.instance.facilities)
    loads = [t.load for route in plan.driven for t in route.trips if t.facility == node]
    named = next(text for text in texts if text.startswith(f"Facility {node}"))
    assert f"{len(loads)} trip" in named
    assert f"{sum(loads):g} kg" in named
    assert {"1", "2", "3"} <= set(texts)


def test_the_legend_names_ten_vehicles_and_numbers_the_rest(town: Instance, ax: Axes) -> None:
    fleet = fleet_of(town, vehicles=12, trips=1)
    many = cut_tour(fleet, vehicles=100)
    assert len(many.driven) > 10
    plot_plan(many, ax)
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["serving", "deadhead"]
    numbers = {str(number) for number in range(1, len(many.driven) + 1)}
    assert numbers <= {text.get_text() for text in ax.texts}
    assert colours(lines(ax, "vehicle 11 serving")) == {LIGHT[0]}


def test_a_tour_of_a_fleet_is_drawn_as_its_plan(plan: Plan, ax: Axes) -> None:
    plot_tour(plan, ax)
    assert lines(ax, "vehicle 3 serving").get_segments()


def test_what_stands_on_a_colour_can_be_read() -> None:
    assert ink_on("#000000") == "white"
    assert ink_on("#ffffff") != "white"
