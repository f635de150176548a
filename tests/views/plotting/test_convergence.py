"""The picture of a search."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

import arcload
from arcload import Result
from arcload.model.result_file import StatedResult
from arcload.views.plotting import plot_convergence


@pytest.fixture
def searched(result: Result) -> StatedResult:
    """Return what a file states of a search whose history is known."""
    return replace(
        StatedResult.of(result),
        cost=100.0,
        lower_bound=80.0,
        seconds=10.0,
        history=((0.5, 1, 150.0), (2.0, 7, 100.0)),
        bound_history=((0.1, 50.0), (0.3, 60.0), (4.0, 80.0)),
    )


def steps(ax: Axes, label: str) -> list[tuple[float, float]]:
    """Return the points of the line whose legend entry starts so."""
    legend = ax.get_legend()
    assert legend is not None
    names = [text.get_text() for text in legend.get_texts()]
    (place,) = [at for at, name in enumerate(names) if name.startswith(label)]
    line = ax.lines[place]
    assert isinstance(line, Line2D)
    assert line.get_drawstyle() == "steps-post"
    x, y = np.asarray(line.get_data(), dtype=float)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def test_cost_falls_and_bound_rises_to_the_end(searched: StatedResult, ax: Axes) -> None:
    """From the first tour on; the bound begins with what was known by then."""
    plot_convergence(searched, ax)
    assert steps(ax, "best tour") == [(0.5, 150.0), (2.0, 100.0), (10.0, 100.0)]
    assert steps(ax, "lower bound") == [(0.5, 60.0), (4.0, 80.0), (10.0, 80.0)]
    assert ax.get_xlim() == (0.5, 10.0)


def test_the_legend_tells_where_it_ended(searched: StatedResult, ax: Axes) -> None:
    plot_convergence(searched, ax)
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "best tour, 100 at the end",
        "lower bound, 80 at the end",
        "gap, 25.00% at the end",
    ]


def test_a_closed_gap_is_called_a_proof(searched: StatedResult, ax: Axes) -> None:
    plot_convergence(replace(searched, status="optimal", lower_bound=100.0), ax)
    legend = ax.get_legend()
    assert legend is not None
    assert legend.get_texts()[-1].get_text() == "gap, closed: the tour is proven optimal"


def test_without_a_history_of_the_bound_its_last_value_is_drawn(
    searched: StatedResult, ax: Axes
) -> None:
    plot_convergence(replace(searched, bound_history=()), ax)
    assert steps(ax, "lower bound") == [(0.5, 80.0), (10.0, 80.0)]


def test_without_any_bound_the_cost_stands_alone(searched: StatedResult, ax: Axes) -> None:
    plot_convergence(replace(searched, bound_history=(), lower_bound=None), ax)
    assert len(ax.lines) == 1


def test_line_styles_differ_so_that_colour_is_not_needed(searched: StatedResult, ax: Axes) -> None:
    plot_convergence(searched, ax)
    assert ax.lines[0].get_linestyle() != ax.lines[1].get_linestyle()


def test_what_solve_returns_can_be_drawn(result: Result, ax: Axes) -> None:
    assert result.bound_history[-1][1] == result.lower_bound
    plot_convergence(result, ax)
    assert ax.get_ylabel() == "cost (t km)"


def test_a_result_without_history_is_refused(result: Result, ax: Axes) -> None:
    with pytest.raises(arcload.InputError, match="has no history"):
        plot_convergence(replace(result, history=()), ax)
