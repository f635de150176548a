"""The page with all pictures."""

import io

import pytest
from matplotlib import pyplot

import arcload
from arcload import Instance, Result
from arcload.plotting import new_figure, plot_overview
from tests.plotting.conftest import lines


def test_both_maps_have_the_same_scale(town: Instance, result: Result) -> None:
    figure = plot_overview(result, town, new_figure())
    figure.draw_without_rendering()
    network, tour, _ = figure.axes
    assert network.get_xlim() == tour.get_xlim()
    widths = [ax.get_window_extent().width for ax in (network, tour)]
    assert widths[0] == pytest.approx(widths[1])
    assert len(lines(tour, "serving").get_segments()) == len(result.order)


def test_nothing_is_cut_off_or_overlaps(town: Instance, result: Result) -> None:
    figure = plot_overview(result, town, new_figure())
    figure.draw_without_rendering()
    boxes = [ax.get_tightbbox() for ax in figure.axes]
    for number, box in enumerate(boxes):
        assert box is not None
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[:number] if other is not None)


def test_no_figure_is_left_open(town: Instance, result: Result) -> None:
    plot_overview(result, town, new_figure())
    assert pyplot.get_fignums() == []


def test_an_empty_network_can_be_drawn() -> None:
    nothing = Instance.from_edges([], depot=1, coordinates={1: (0, 0)})
    figure = plot_overview(arcload.solve(nothing, "greedy"), nothing, new_figure())
    file = io.BytesIO()
    figure.savefig(file)
    assert file.getvalue().startswith(b"\x89PNG")
