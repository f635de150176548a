"""The gap to the best tour known over time."""

import pytest
from matplotlib.axes import Axes

from arcload.runs.figures import (
    plot_gap_over_time,
)
from tests.runs.figures.conftest import BEST, CURVES, EA, RUNS, line


def test_the_mean_gap_falls_with_time(ax: Axes) -> None:
    plot_gap_over_time(RUNS, CURVES, BEST, [EA], ax)
    times, gaps = line(ax, "greedy")
    assert (times[0], gaps[0]) == pytest.approx((0.1, 100))
    assert gaps[-1] == pytest.approx(15)
    assert sorted(gaps, reverse=True) == gaps
    assert line(ax, "EA, published")[0] == [9.0]
    assert line(ax, "EA, published")[1] == pytest.approx([5])
