"""The picture of a network."""

import sys

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

import arcload
from arcload import Instance
from arcload.views.plotting import plot_network
from tests.examples import FOUR_EDGES
from tests.views.plotting.conftest import corners, lines, polygons


def test_every_street_is_drawn_once(town: Instance, ax: Axes) -> None:
    plot_network(town, ax)
    served, unserved = lines(ax, "to be served"), lines(ax, "no service")
    assert len(served.get_segments()) == len(town.served)
    assert len(unserved.get_segments()) == len(town.edges) - len(town.served)


def test_width_grows_with_demand(block: Instance, ax: Axes) -> None:
    plot_network(block, ax)
    bent, one_way, heavy = np.ravel(lines(ax, "to be served").get_linewidth())
    assert bent < one_way < heavy
    assert (heavy - bent) / (one_way - bent) == pytest.approx((50 - 10) / (40 - 10))
    assert np.ravel(lines(ax, "no service").get_linewidth())[0] < bent


def test_streets_follow_their_shapes(block: Instance, ax: Axes) -> None:
    plot_network(block, ax)
    bent = lines(ax, "to be served").get_segments()[0]
    assert bent.tolist() == [[0, 0], [50, 10], [100, 0]]


def test_the_arrow_points_the_way_one_may_drive(block: Instance, ax: Axes) -> None:
    plot_network(block, ax)
    (arrow,) = corners(polygons(ax, "one-way"))
    tip, *base = arrow[:3].tolist()
    assert tip[0] == pytest.approx(100)
    assert tip[1] > max(corner[1] for corner in base)  # from b at the bottom up to c


def test_the_map_has_one_scale_and_names_the_depot(block: Instance, ax: Axes) -> None:
    plot_network(block, ax)
    assert ax.get_aspect() == 1
    texts = {text.get_text(): text for text in ax.texts}
    assert getattr(texts["depot"], "xy", None) == (0, 0)


def test_start_and_end_are_named_apart(block: Instance, ax: Axes) -> None:
    plot_network(block.replace(end="c"), ax)
    assert {"start", "end"} < {text.get_text() for text in ax.texts}


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("depot", ["a", "b"])
def test_the_scale_bar_is_true(block: Instance, ax: Axes, scale: float, depot: str) -> None:
    assert block.coordinates is not None
    plot_network(block.replace(coordinates=scale * block.coordinates, shapes=None, depot=depot), ax)
    assert "20 m" in {text.get_text() for text in ax.texts}
    bar = np.asarray(ax.lines[-1].get_xdata(), dtype=float)
    assert np.ptp(bar) == pytest.approx(20 * scale)
    assert bar.max() == (100 * scale if depot == "a" else 20 * scale)  # away from the depot


def test_no_scale_bar_where_lengths_do_not_follow_the_map(block: Instance, ax: Axes) -> None:
    plot_network(block.replace(lengths=block.lengths * [[1], [2], [3], [4]]), ax)
    assert {text.get_text() for text in ax.texts} == {"depot"}


def test_twins_and_loops_do_not_hide_each_other(ax: Axes) -> None:
    edges = [(1, 2, 1, 1), (2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 1, 1)]
    plot_network(Instance.from_edges(edges, depot=1, coordinates={1: (0, 0), 2: (4, 0)}), ax)
    first, second, third, loop = lines(ax, "to be served").get_segments()
    heights = [float(np.abs(street[:, 1]).max()) for street in (first, second, third)]
    assert heights[0] < heights[1] < heights[2]
    assert np.ptp(loop[:, 0]) > 0
    assert loop[0] == pytest.approx(loop[-1])


def test_without_axes_a_new_figure_is_made(block: Instance) -> None:
    ax = plot_network(block)
    assert ax.figure is pyplot.gcf()
    pyplot.close()


def test_an_instance_without_coordinates_is_refused(ax: Axes) -> None:
    with pytest.raises(arcload.InputError, match="'four edges' has no coordinates"):
        plot_network(FOUR_EDGES, ax)


def test_without_matplotlib_it_says_what_to_install(
    block: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(arcload.InputError, match=r"install arcload\[plot\]"):
        plot_network(block)


def test_streets_that_are_cut_off_are_marked(block: Instance, ax: Axes) -> None:
    lost = np.where(np.arange(len(block.edges)) == block.served[0], 20.0, 0.0)
    demands = {block.edges[block.served[0]]: 0}
    plot_network(block.replace(demand=demands), ax, lost)
    assert len(lines(ax, "cut off").get_segments()) == 1
    assert len(lines(ax, "to be served").get_segments()) == len(block.served) - 1
    legend = ax.get_legend()
    assert legend is not None
    assert "cut off" in [text.get_text() for text in legend.get_texts()]
