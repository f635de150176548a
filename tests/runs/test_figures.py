"""Figures of a benchmark show its numbers."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from arcload.runs.curves import Curve
from arcload.runs.figures import (
    growth_exponent,
    plot_boxes,
    plot_gap_over_time,
    plot_profiles,
    plot_time_over_size,
    time_to_near,
    write_figures,
)
from arcload.runs.figures.style import save_figure, set_seconds_ticks
from arcload.runs.series import Series, best_known, series_of
from tests.runs.conftest import run_of

RUNS = [
    run_of("greedy", "E_1", 120.0, bound=90.0, served=10),
    run_of("greedy", "E_2", 110.0, bound=90.0, served=20),
    run_of("auto", "E_1", 100.0, bound=100.0, served=10),
    run_of("auto", "E_2", 100.0, bound=80.0, served=20),
]
CURVES = {run.key: Curve((0.1, 0.4), (200.0, run.cost or 0.0)) for run in RUNS}
BEST = best_known(RUNS)
EA = Series(name="EA", costs={"E_1": (105.0,)}, seconds={"E_1": (9.0,)}, published=True)


@pytest.fixture
def ax() -> Axes:
    """Return axes of a new figure that no window holds."""
    return Figure().add_subplot()


def line(ax: Axes, label: str) -> tuple[list[float], list[float]]:
    """Return the points of the line or points with this label."""
    (found,) = [each for each in ax.lines if str(each.get_label()).startswith(label)]
    x, y = np.asarray(found.get_data(), dtype=float)
    return x.tolist(), y.tolist()


@given(
    st.floats(0.2, 4), st.floats(1e-6, 1e3), st.sets(st.integers(2, 9999), min_size=3, max_size=8)
)
def test_the_exponent_of_a_power_is_found(exponent: float, factor: float, sizes: set[int]) -> None:
    points = [(size, factor * size**exponent) for size in sizes]
    assert growth_exponent(points) == pytest.approx(exponent, rel=1e-6)


def test_two_sizes_have_no_exponent() -> None:
    assert growth_exponent([(1, 1), (2, 2), (2, 3), (4, 0.0)]) is None


def test_a_profile_rises_where_a_method_has_its_gaps(ax: Axes) -> None:
    plot_profiles([*series_of(RUNS), EA], BEST, ax)
    x, y = line(ax, "greedy")
    assert x[1:3] == pytest.approx([10, 20])
    assert y[:4] == [0, 50, 100, 100]
    assert line(ax, "EA, published")[0][1] == pytest.approx(5)


def test_the_mean_gap_falls_with_time(ax: Axes) -> None:
    plot_gap_over_time(RUNS, CURVES, BEST, [EA], ax)
    times, gaps = line(ax, "greedy")
    assert (times[0], gaps[0]) == pytest.approx((0.1, 100))
    assert gaps[-1] == pytest.approx(15)
    assert sorted(gaps, reverse=True) == gaps
    assert line(ax, "EA, published")[0] == [9.0]
    assert line(ax, "EA, published")[1] == pytest.approx([5])


def test_times_over_sizes_carry_their_exponent(ax: Axes) -> None:
    plot_time_over_size({"auto": [(10, 1.0), (20, 4.0), (40, 16.0)]}, "seconds", ax)
    assert line(ax, "auto: $m^{2.0}$")[1] == [1.0, 4.0, 16.0]


def test_a_box_holds_the_gaps_to_the_bound(ax: Axes) -> None:
    plot_boxes(series_of(RUNS), BEST, ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["greedy", "auto"]
    medians = [each for each in ax.lines if len(set(np.asarray(each.get_xdata()).tolist())) == 1]
    assert {round(float(np.asarray(each.get_xdata())[0]), 3) for each in medians} >= {21.111, 5.556}


def test_near_is_the_first_cost_within_a_hundredth_of_the_last() -> None:
    run = run_of(served=30)
    curves = {run.key: Curve((0.1, 0.2, 0.3), (200.0, 100.9, 100.0))}
    assert time_to_near([run], curves) == {"auto": [(30, 0.2)]}


def test_all_figures_are_written_even_of_little(tmp_path: Path) -> None:
    """One run without a curve or a bound, and nothing to compare with."""
    run = run_of()
    files = write_figures(tmp_path, [run], {}, series_of([run]), [], best_known([run]))
    assert len(files) == 5
    for file in files:
        assert file.read_bytes().startswith(b"\x89PNG")


def test_a_name_with_dollars_is_no_formula(tmp_path: Path) -> None:
    name = r"$\frac$ and $x^{$"
    file = save_figure(tmp_path / "a.png", lambda ax: ax.set_title(name))
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("limits", [(15, 41), (0.01, 0.6), (0.02, 300)])
def test_a_short_axis_has_labels_and_none_of_them_is_a_power(
    ax: Axes, limits: tuple[float, float]
) -> None:
    ax.set_xscale("log")
    ax.set_xlim(*limits)
    set_seconds_ticks(ax.xaxis)
    labels = [
        label.get_text()
        for minor in (False, True)
        for at, label in zip(
            ax.get_xticks(minor=minor), ax.get_xticklabels(minor=minor), strict=True
        )
        if limits[0] <= at <= limits[1] and label.get_text()
    ]
    assert 2 <= len(labels) <= 6
    assert all("10^" not in label for label in labels)
