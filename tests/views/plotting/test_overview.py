"""The page with all pictures."""

import io
from dataclasses import replace
from typing import Literal

import pytest
from matplotlib import pyplot

import arcload
from arcload import Instance, Result
from arcload.views.plotting import new_figure, plot_overview
from arcload.views.plotting.overview import overview_size
from tests.views.plotting.conftest import lines


def test_both_maps_have_the_same_scale(town: Instance, result: Result) -> None:
    figure = plot_overview(result, new_figure())
    figure.draw_without_rendering()
    network, tour, _ = figure.axes
    assert network.get_xlim() == tour.get_xlim()
    widths = [ax.get_window_extent().width for ax in (network, tour)]
    assert widths[0] == pytest.approx(widths[1])
    assert len(lines(tour, "serving").get_segments()) == len(result.plan.order)


def test_nothing_is_cut_off_or_overlaps(town: Instance, result: Result) -> None:
    figure = plot_overview(result, new_figure())
    figure.draw_without_rendering()
    boxes = [ax.get_tightbbox() for ax in figure.axes]
    for number, box in enumerate(boxes):
        assert box is not None
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[:number] if other is not None)


def test_no_figure_is_left_open(town: Instance, result: Result) -> None:
    before = pyplot.get_fignums()
    plot_overview(result, new_figure())
    assert pyplot.get_fignums() == before


def test_an_empty_network_can_be_drawn() -> None:
    nothing = Instance.from_edges([], depot=1, coordinates={1: (0, 0)})
    figure = plot_overview(arcload.solve(nothing, "greedy"), new_figure())
    file = io.BytesIO()
    figure.savefig(file)
    assert file.getvalue().startswith(b"\x89PNG")


def stretched(town: Instance, wide: float) -> Instance:
    """Return a town that is so many times as wide, and as much lower."""
    assert town.coordinates is not None
    return town.replace(coordinates=town.coordinates * [wide**0.5, wide**-0.5], shapes=None)


@pytest.mark.parametrize("wide", [0.02, 0.25, 0.6, 1, 2, 4, 8, 50])
def test_no_town_leaves_much_of_the_picture_white_or_is_cut_off(
    town: Instance, result: Result, wide: float
) -> None:
    shaped = stretched(town, wide)
    plan = arcload.Tour(shaped, result.plan.order, result.plan.directions)
    shown = replace(result, plan=plan)
    figure = plot_overview(shown, new_figure(overview_size(shown)))
    figure.draw_without_rendering()
    boxes = [box for box in (ax.get_tightbbox() for ax in figure.axes) if box is not None]
    assert len(boxes) == 3
    for number, box in enumerate(boxes):
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[:number])
    for side in ("width", "height"):
        assert sum(getattr(box, side) for box in boxes) > 0.8 * getattr(figure.bbox, side)
    covered = sum(box.width * box.height for box in boxes)
    assert covered > 0.75 * figure.bbox.width * figure.bbox.height


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("wide", [0.25, 1, 4])
def test_no_legend_lies_on_a_curve_or_a_map(
    town: Instance, mode: Literal["deliver", "collect"], wide: float
) -> None:
    shaped = stretched(town, wide).replace(mode=mode)
    result = arcload.solve(shaped, "greedy")
    figure = plot_overview(result, new_figure(overview_size(result)))
    figure.draw_without_rendering()
    for ax in figure.axes:
        legend = ax.get_legend()
        assert legend is not None
        box = legend.get_window_extent()
        assert box.y1 <= ax.get_window_extent().y0
        for text in ax.texts:
            assert not box.overlaps(text.get_window_extent()), text.get_text()


def test_the_cost_has_a_unit_that_one_can_read(town: Instance, result: Result) -> None:
    figure = plot_overview(result, new_figure())
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles[2] == f"the shaded area is the cost: {result.cost / 1e6:.4g} t km"
