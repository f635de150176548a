"""The picture of a tour."""

import numpy as np
import pytest
from matplotlib.axes import Axes

import arcload
from arcload import Instance, Result, Tour
from arcload.views.plotting import plot_tour
from tests.examples import FOUR_EDGES
from tests.views.plotting.conftest import corners, lines, polygons


def test_every_crossing_is_drawn_once(town: Instance, result: Result, ax: Axes) -> None:
    plot_tour(result, ax)
    serving, deadhead = lines(ax, "serving"), lines(ax, "deadhead")
    assert len(serving.get_segments()) == len(result.plan.order)
    assert len(deadhead.get_segments()) == len(result.plan.walk) - len(result.plan.order) > 0


def test_colours_run_from_empty_to_full(town: Instance, result: Result, ax: Axes) -> None:
    plot_tour(result, ax)
    for label in ("serving", "deadhead"):
        assert lines(ax, label).get_clim() == (0, town.total_demand)
    loads = [(c.load_before + c.load_after) / 2 for c in result.plan.walk if c.served]
    assert np.asarray(lines(ax, "serving").get_array()).tolist() == loads


def test_deadheads_are_thin_and_dashed(town: Instance, result: Result, ax: Axes) -> None:
    plot_tour(result, ax)
    serving, deadhead = lines(ax, "serving"), lines(ax, "deadhead")
    assert np.max(deadhead.get_linewidth()) < np.min(serving.get_linewidth())
    dashes = [style[1] for style in (*serving.get_linestyle(), *deadhead.get_linestyle())]
    assert dashes[0] is None
    assert dashes[1] is not None


def test_the_colour_bar_names_the_unit(town: Instance, result: Result, ax: Axes) -> None:
    plot_tour(result, ax)
    (bar,) = ax.child_axes
    assert bar.get_ylabel() == "load on board (kg)"
    assert bar.get_ylim() == (0, town.total_demand)


def test_arrows_and_lines_follow_the_direction_driven(block: Instance, ax: Axes) -> None:
    tour = Tour(block, ["bent", "one-way", "heavy"], [1, 2, 1])
    plot_tour(tour, ax)
    starts = [line[0].tolist() for line in lines(ax, "serving").get_segments()]
    assert starts == [[0, 0], [100, 0], [0, 80]]
    tips = [arrow[0] for arrow in corners(polygons(ax, "direction"))]
    assert tips[1][1] > 40 > tips[2][1]  # up the one-way street, down the heavy one


def test_deadheads_lie_to_the_right_of_the_street(block: Instance, ax: Axes) -> None:
    tour = Tour(block, ["bent", "one-way", "heavy"], [1, 2, 1])
    plot_tour(tour, ax)
    (unserved,) = lines(ax, "deadhead").get_segments()
    assert unserved[0, 0] > unserved[-1, 0]  # driven westwards, so that its right is north
    assert (unserved[:, 1] > 80).all()


def test_a_second_deadhead_lies_beside_the_first(ax: Axes) -> None:
    star = Instance.from_edges(
        [(0, 1, 10, 0), (1, 2, 10, 1), (1, 3, 10, 1)],
        depot=0,
        coordinates={0: (0, 0), 1: (10, 0), 2: (20, 5), 3: (20, -5)},
    )
    walk = Tour(star, [2, 3], [1, 1]).walk
    there, back = walk[0], walk[-1]
    plot_tour(Tour(star, [2, 3], [1, 1], walk=(there, back, *walk)), ax)
    first, second = lines(ax, "deadhead").get_segments()[:3:2]
    assert 0 > first[0, 1] > second[0, 1]


def test_an_empty_tour_can_be_drawn(ax: Axes) -> None:
    nothing = Instance.from_edges([], depot=1, coordinates={1: (0, 0)})
    plot_tour(arcload.solve(nothing, "greedy"), ax)
    assert len(lines(ax, "serving").get_segments()) == 0


def test_an_instance_without_coordinates_is_refused(ax: Axes) -> None:
    with pytest.raises(arcload.InputError, match="'four edges' has no coordinates"):
        plot_tour(arcload.solve(FOUR_EDGES, "greedy"), ax)
