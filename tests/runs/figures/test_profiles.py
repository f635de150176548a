"""Performance profiles."""

import pytest
from matplotlib.axes import Axes

from arcload.runs.figures import (
    plot_profiles,
)
from arcload.runs.series import series_of
from tests.runs.figures.conftest import BEST, EA, RUNS, line


def test_a_profile_rises_where_a_method_has_its_gaps(ax: Axes) -> None:
    plot_profiles([*series_of(RUNS), EA], BEST, ax)
    x, y = line(ax, "greedy")
    assert x[1:3] == pytest.approx([10, 20])
    assert y[:4] == [0, 50, 100, 100]
    assert line(ax, "EA, published")[0][1] == pytest.approx(5)
