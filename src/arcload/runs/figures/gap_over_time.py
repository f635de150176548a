"""The gap to the best tour known over time."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arcload.model.types import FloatArray
from arcload.runs.curves import Curve
from arcload.runs.figures.style import (
    LEAST_GAP,
    draw_legend,
    dress,
    label,
    line,
    point,
    set_percent_ticks,
    set_seconds_ticks,
)
from arcload.runs.paper_names import rank
from arcload.runs.run import Key, Run
from arcload.runs.series import Best, Series
from arcload.views.plotting.canvas import axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_gap_over_time(
    runs: Sequence[Run],
    curves: Mapping[Key, Curve],
    best: Mapping[str, Best],
    references: Sequence[Series] = (),
    ax: "Axes | None" = None,
) -> "Axes":
    """Draw how the mean gap to the best tour known falls; published methods are points.

    A line begins when each of its runs has a tour; a run that has ended keeps its tour.

    Parameters
    ----------
    runs, curves
        The runs, and the improvements of each.
    best
        The best that is known of each instance.
    references
        What was published.
    ax
        Axes to draw in; by default those of a new figure.
    """
    ax = axes_or_new(ax)
    drawn = [run for run in runs if run.key in curves and curves[run.key].costs]
    end = max([run.seconds or 0.0 for run in drawn], default=1.0)
    for method in sorted({run.method for run in drawn}, key=rank):
        mine = [run for run in drawn if run.method == method]
        times, gaps = _mean_gap(mine, curves, best, end)
        ax.step(times, 100 * gaps, where="post", label=method, **line(method))
    for one in references:
        names = [name for name in one.seconds if name in best]
        if names:
            mean_gap = np.mean([best[name].gap_of(one.cost(name)) for name in names])
            time = np.mean([one.time(name) for name in names])
            y = 100 * max(float(mean_gap), LEAST_GAP)
            ax.plot(time, y, label=label(one), **point(one.name))
    ax.set_xscale("log")
    ax.set_yscale("log")
    dress(ax, "seconds of search", "mean gap to the best tour known (%)")
    set_percent_ticks(ax.yaxis, LEAST_GAP)
    set_seconds_ticks(ax.xaxis)
    draw_legend(ax)
    return ax


def _mean_gap(
    runs: Sequence[Run], curves: Mapping[Key, Curve], best: Mapping[str, Best], end: float
) -> tuple[FloatArray, FloatArray]:
    """Return times, and the mean gap of the runs from each of them on."""
    of_runs = [curves[run.key] for run in runs]
    begin = max(1e-4, *(curve.seconds[0] for curve in of_runs))
    times = np.geomspace(begin, max(begin, end) * 1.001, 300)
    gaps = np.zeros(len(times))
    for run, curve in zip(runs, of_runs, strict=True):
        place = np.searchsorted(curve.seconds, times, side="right") - 1
        costs = np.array(curve.costs)[np.maximum(place, 0)]
        gaps += np.array([best[run.instance].gap_of(cost) for cost in costs])
    return times, np.maximum(gaps / len(runs), LEAST_GAP)
