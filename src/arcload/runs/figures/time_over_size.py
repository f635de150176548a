"""Time, or memory, over size."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arcload.model.types import FloatArray
from arcload.runs.curves import Curve
from arcload.runs.figures.style import (
    PUBLISHED,
    draw_legend,
    dress,
    line,
    point,
    set_fine_ticks,
    set_seconds_ticks,
)
from arcload.runs.paper_names import rank
from arcload.runs.run import Key, Run
from arcload.views.plotting.canvas import axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_NEAR = 0.01  # of its final cost: near enough to count as found


def plot_time_over_size(
    points: Mapping[str, Sequence[tuple[float, float]]],
    what: str,
    ax: "Axes | None" = None,
    unit: Callable[[float], str] | None = None,
) -> "Axes":
    """Draw times, or memory, over the number of served edges, with the exponent of the growth.

    Parameters
    ----------
    points
        Size and value of each run, by what to call them.
    what
        What the values are.
    ax
        Axes to draw in; by default those of a new figure.
    unit
        How to write a value of the axis; by default as seconds.
    """
    ax = axes_or_new(ax)
    for name, values in points.items():
        sizes, times = _positive(values)
        exponent = growth_exponent(values)
        grows = "" if exponent is None else f": m^{exponent:.1f}"
        published = name.endswith(PUBLISHED)
        style = point(name.removesuffix(PUBLISHED)) | {"markersize": 4.5, "alpha": 0.75}
        if published:
            style |= {"markerfacecolor": "none", "markeredgecolor": style["color"]}
        ax.plot(sizes, times, label=f"{name}{grows}", **style)
        if exponent is not None:
            slope, height = _fit(sizes, times)
            ends = np.array([sizes.min(), sizes.max()])
            thin = line(name.removesuffix(PUBLISHED), published) | {"linewidth": 1.2}
            ax.plot(ends, math.exp(height) * ends**slope, **thin)
    ax.set_xscale("log")
    ax.set_yscale("log")
    dress(ax, "served edges m", what)
    set_fine_ticks(ax.xaxis, lambda value: f"{value:,.0f}")
    if unit is None:
        set_seconds_ticks(ax.yaxis)
    else:
        set_fine_ticks(ax.yaxis, unit)
    draw_legend(ax)
    return ax


def growth_exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """Return b of the best fit of a * size^b, by least squares of logarithms.

    None where the points have fewer than three sizes.
    """
    sizes, times = _positive(points)
    if len(set(sizes.tolist())) < 3:
        return None
    return _fit(sizes, times)[0]


def time_to_near(
    runs: Sequence[Run], curves: Mapping[Key, Curve]
) -> dict[str, list[tuple[float, float]]]:
    """Return size, and seconds until a run was within 1 % of its final cost, by method."""
    by_method: dict[str, list[tuple[float, float]]] = {}
    for run in sorted(runs, key=lambda run: rank(run.method)):
        curve = curves.get(run.key)
        if curve is not None and curve.costs:
            limit = curve.costs[-1] * (1 + _NEAR)
            at = next(
                second
                for second, cost in zip(curve.seconds, curve.costs, strict=True)
                if cost <= limit
            )
            by_method.setdefault(run.method, []).append((run.served, at))
    return by_method


def _fit(sizes: FloatArray, times: FloatArray) -> tuple[float, float]:
    slope, height = np.polyfit(np.log(sizes), np.log(times), 1)
    return float(slope), float(height)


def _positive(points: Sequence[tuple[float, float]]) -> tuple[FloatArray, FloatArray]:
    positive = np.array([point for point in points if min(point) > 0], dtype=float).reshape(-1, 2)
    return positive[:, 0], positive[:, 1]
