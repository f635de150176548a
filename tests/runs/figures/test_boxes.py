"""A box per method."""

import numpy as np
from matplotlib.axes import Axes

from arcload.runs.figures import (
    plot_boxes,
)
from arcload.runs.series import series_of
from tests.runs.figures.conftest import BEST, RUNS


def test_a_box_holds_the_gaps_to_the_bound(ax: Axes) -> None:
    plot_boxes(series_of(RUNS), BEST, ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["greedy", "auto"]
    medians = [each for each in ax.lines if len(set(np.asarray(each.get_xdata()).tolist())) == 1]
    assert {round(float(np.asarray(each.get_xdata())[0]), 3) for each in medians} >= {21.111, 5.556}
