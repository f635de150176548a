"""The load curve."""

import math
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

import arcload
from arcload import Instance, Result
from arcload.model.result_file import StatedResult
from arcload.model.types import FloatArray
from arcload.views.plotting import plot_load
from arcload.views.plotting.canvas import number
from tests.examples import FOUR_EDGES
from tests.views.plotting.conftest import corners, polygons


def area(polygon: FloatArray) -> float:
    """Return the area of a polygon by the shoelace formula."""
    x, y = polygon.T
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def shaded(ax: Axes, label: str) -> float:
    """Return the area of all polygons with this label."""
    return math.fsum(area(polygon) for polygon in corners(polygons(ax, label)))


def test_the_shaded_area_is_the_cost(result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    assert shaded(ax, "empty vehicle") + shaded(ax, "load") == pytest.approx(result.cost)
    assert shaded(ax, "load") == pytest.approx(result.plan.load_distance)


def test_the_paper_example_has_an_area_of_275(ax: Axes) -> None:
    plot_load(arcload.solve(FOUR_EDGES, "greedy"), ax)
    assert shaded(ax, "load") == pytest.approx(275)


def test_a_collecting_vehicle_has_the_same_areas(town: Instance, ax: Axes) -> None:
    result = arcload.solve(town.replace(mode="collect"), "greedy")
    plot_load(result, ax)
    assert shaded(ax, "empty vehicle") + shaded(ax, "load") == pytest.approx(result.cost)


def test_deadheads_are_veiled(result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    expected = sum(c.length * c.load_before for c in result.plan.walk if not c.served)
    assert len(polygons(ax, "deadhead").get_paths()) == sum(not c.served for c in result.plan.walk)
    assert shaded(ax, "deadhead") == pytest.approx(expected)


def test_the_curve_runs_from_full_to_empty(town: Instance, result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    (curve,) = ax.lines
    distance, weight = np.asarray(curve.get_data(), dtype=np.float64)
    W, Q = town.curb_weight, town.total_demand
    assert (distance[0], weight[0]) == (0, W + Q)
    assert (distance[-1], weight[-1]) == pytest.approx((result.plan.length, W))


def test_the_colours_are_those_of_the_tour(town: Instance, result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    assert polygons(ax, "load").get_clim() == (0, town.total_demand)


def test_axes_name_their_units(result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    assert ax.get_xlabel() == "distance driven (m)"
    assert ax.get_ylabel() == "vehicle and load (kg)"


def test_the_legend_splits_the_cost(result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    legend = ax.get_legend()
    assert legend is not None
    empty = 1 - result.plan.load_distance / result.cost
    assert f"empty vehicle, {empty:.0%} of the cost" in [t.get_text() for t in legend.get_texts()]


def test_the_curb_weight_is_found_where_settings_do_not_say(result: Result, ax: Axes) -> None:
    plot_load(replace(StatedResult.of(result), settings={}), ax)
    assert shaded(ax, "empty vehicle") + shaded(ax, "load") == pytest.approx(result.cost)


def test_a_result_without_loads_is_refused(result: Result, ax: Axes) -> None:
    bare = tuple(replace(crossing, load_before=math.nan) for crossing in result.plan.walk)
    with pytest.raises(arcload.InputError, match="does not state its load"):
        plot_load(replace(StatedResult.of(result), walk=bare), ax)


def test_the_sample_of_the_empty_vehicle_can_be_seen(result: Result, ax: Axes) -> None:
    plot_load(result, ax)
    legend = ax.get_legend()
    assert legend is not None
    names = [text.get_text().split(",")[0] for text in legend.get_texts()]
    sample = legend.get_patches()[names.index("empty vehicle")]
    assert sample.get_linewidth() > 0
    assert max(to_rgb(sample.get_edgecolor())) < 0.5  # dark on white paper


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234.5, "1,234"), (999_999_999, "999,999,999"), (1.223e12, "1.22×10¹²"), (-2e9, "-2×10⁹")],
)
def test_great_numbers_are_powers_of_ten(value: float, text: str) -> None:
    assert number(value) == text
