"""Pictures by their names."""

from typing import Any

import pytest

import arcload
from arcload.views.plotting.plot import plot
from tests.examples import FOUR_EDGES

pyplot = pytest.importorskip("matplotlib.pyplot")


def _result() -> arcload.Result:
    return arcload.solve(arcload.generate("city", edges=30, seed=1), "greedy")


@pytest.mark.parametrize("kind", ["network", "tour", "load", "convergence"])
def test_a_picture_is_drawn_in_the_axes_given(kind: str) -> None:
    axes = pyplot.figure().add_subplot()
    assert plot(_result(), kind, axes) == axes
    assert axes.has_data()
    pyplot.close("all")


def test_an_overview_is_a_figure() -> None:
    figure: Any = plot(_result(), "overview")
    assert len(figure.axes) >= 3
    with pytest.raises(arcload.InputError, match="leave out ax"):
        plot(_result(), "overview", figure.axes[0])
    pyplot.close("all")


@pytest.mark.parametrize("kind", ["tours", 3, None])
def test_what_cannot_be_drawn_is_refused(kind: object) -> None:
    with pytest.raises(arcload.InputError):
        plot(arcload.solve(FOUR_EDGES), kind)  # type: ignore[arg-type]
    with pytest.raises(arcload.InputError, match="axes of matplotlib"):
        plot(_result(), "tour", "here")  # type: ignore[arg-type]
    pyplot.close("all")
