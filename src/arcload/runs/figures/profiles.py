"""Performance profiles."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arcload.runs.figures.style import (
    LEAST_GAP,
    draw_legend,
    dress,
    gaps_of,
    label,
    line,
    set_percent_ticks,
)
from arcload.runs.series import Best, Series
from arcload.views.plotting.canvas import axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_profiles(
    series: Sequence[Series], best: Mapping[str, Best], ax: "Axes | None" = None
) -> "Axes":
    """Draw performance profiles: on which share of the instances a method is how near.

    Parameters
    ----------
    series
        What each method reached.
    best
        The best that is known of each instance.
    ax
        Axes to draw in; by default those of a new figure.
    """
    ax = axes_or_new(ax)
    for one in series:
        gaps = np.sort(gaps_of(one, best))
        if not len(gaps):
            continue
        x = np.concatenate([[LEAST_GAP], np.maximum(gaps, LEAST_GAP), [1.0]])
        y = np.concatenate([[0], np.arange(1, len(gaps) + 1), [len(gaps)]]) / len(gaps)
        ax.step(100 * x, 100 * y, where="post", label=label(one), **line(one.name, one.published))
    ax.set_xscale("log")
    ax.set_xlim(100 * LEAST_GAP, 100)
    ax.set_ylim(0, 102)
    dress(ax, "within this much of the best tour known (%)", "instances (%)")
    set_percent_ticks(ax.xaxis, LEAST_GAP)
    draw_legend(ax)
    return ax
