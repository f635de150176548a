"""One box per method."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arcload.runs.figures.style import LEAST_GAP, colour, dress, gaps_of, label, set_percent_ticks
from arcload.runs.series import Best, Series
from arcload.views.plotting.canvas import INK, axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_boxes(
    series: Sequence[Series], best: Mapping[str, Best], ax: "Axes | None" = None
) -> "Axes":
    """Draw one box per method: the gaps of its instances to the proven bound.

    The box holds half of the instances, the whiskers all but the outermost twentieth at each end.

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
    drawn = [one for one in series if len(gaps_of(one, best, to_bound=True))]
    gaps = [100 * np.maximum(gaps_of(one, best, to_bound=True), LEAST_GAP) for one in drawn]
    if drawn:
        boxes = ax.boxplot(
            gaps,
            orientation="horizontal",
            whis=(5, 95),
            widths=0.55,
            patch_artist=True,
            medianprops={"color": INK, "linewidth": 1.6},
            flierprops={"marker": ".", "markersize": 4, "markeredgecolor": INK},
        )
        for box, one in zip(boxes["boxes"], drawn, strict=True):
            box.set(facecolor=colour(one.name), alpha=0.3 if one.published else 0.8)
        ax.set_yticks(range(1, len(drawn) + 1), [label(one) for one in drawn])
    ax.invert_yaxis()
    ax.set_xscale("log")
    dress(ax, "gap to the proven bound (%)", "")
    set_percent_ticks(ax.xaxis, LEAST_GAP)
    return ax
