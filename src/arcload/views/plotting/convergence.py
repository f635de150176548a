"""Draw how a search closed in on the best tour."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arcload.model.arguments import require
from arcload.model.errors import InputError
from arcload.model.gap_words import gap_percent
from arcload.model.result import Result
from arcload.model.result_file import StatedResult
from arcload.model.units import CostUnit
from arcload.views.plotting.canvas import INK, SMALL, axes_or_new, number, with_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BOUND = "#009e73"
_GAP = "#e6efec"
_SHORTEST = 1e-3  # seconds, where the axis of time begins at the latest


def plot_convergence(result: Result | StatedResult, ax: "Axes | None" = None) -> "Axes":
    """Draw the cost of the best tour and the lower bound over the time of the search.

    No tour can lie below the bound, so the best possible cost is in the shaded gap. The axis of
    time is logarithmic, as most is found early.

    Parameters
    ----------
    result
        A result with a history, or what its file states.
    ax
        Axes to draw in; by default those of a new figure.
    """
    require(result, "result", Result, StatedResult)
    if not result.history:
        raise InputError("the result has no history of its search; solve the instance again")
    ax = axes_or_new(ax)
    first = max(result.history[0][0], _SHORTEST)
    end = max(result.seconds, result.history[-1][0], 2 * first)
    costs = _steps([(seconds, cost) for seconds, _, cost in result.history], first, end)
    ax.plot(*costs, color=INK, linewidth=1.8, drawstyle="steps-post", label="best tour")
    bounds = _bounds(result)
    if bounds:
        rising = _steps(bounds, first, end)
        ax.plot(
            *rising,
            color=_BOUND,
            linewidth=1.8,
            linestyle=(0, (4, 1.5)),
            drawstyle="steps-post",
            label="lower bound",
        )
        _shade_gap(ax, costs, rising)
    _dress(ax, result, first, end)
    return ax


def _bounds(result: Result | StatedResult) -> list[tuple[float, float]]:
    """Return (seconds, bound) of each rise; the last one alone if no history tells of them."""
    if result.bound_history or result.lower_bound is None:
        return list(result.bound_history)
    return [(0.0, result.lower_bound)]


def _steps(
    points: Sequence[tuple[float, float]], first: float, end: float
) -> tuple[list[float], list[float]]:
    """Return times and values for a line of steps from `first` to `end`."""
    before = [point for point in points if point[0] <= first]
    corners = [(first, before[-1][1])] if before else []
    corners += [point for point in points if point[0] > first]
    corners.append((end, corners[-1][1]))
    return [seconds for seconds, _ in corners], [value for _, value in corners]


def _shade_gap(
    ax: "Axes",
    costs: tuple[list[float], list[float]],
    bounds: tuple[list[float], list[float]],
) -> None:
    import numpy as np

    times = np.unique([*costs[0], *bounds[0]])
    above, below = (
        np.asarray(values)[np.maximum(np.searchsorted(at, times, "right") - 1, 0)]
        for at, values in (costs, bounds)
    )
    ax.fill_between(
        times, above, below, step="post", color=_GAP, linewidth=0, zorder=0, label="gap"
    )


def _dress(ax: "Axes", result: Result | StatedResult, first: float, end: float) -> None:
    unit = _cost_unit(result)
    ax.set_xscale("log")
    ax.set_xlim(first, end)
    ax.margins(y=0.12)
    ax.set_xlabel("time of the search (s)", fontsize=SMALL, color=INK)
    ax.set_ylabel(with_unit("cost", unit.label), fontsize=SMALL, color=INK)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    ax.yaxis.set_major_formatter(lambda value, _: number(value * unit.factor))
    ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK, which="both")
    ax.spines[["top", "right"]].set_visible(False)
    legend = ax.legend(frameon=False, fontsize=SMALL, labelcolor=INK, loc="upper right")
    for entry in legend.get_texts():
        entry.set_text(_entry(entry.get_text(), result))


def _entry(name: str, result: Result | StatedResult) -> str:
    """Return a line of the legend with the figure that it ends at."""
    factor = _cost_unit(result).factor
    if name == "best tour":
        return f"best tour, {number(result.cost * factor)} at the end"
    if name == "lower bound" and result.lower_bound is not None:
        return f"lower bound, {number(result.lower_bound * factor)} at the end"
    if result.status == "optimal":
        return "gap, closed: the tour is proven optimal"
    return "gap" if result.gap is None else f"gap, {gap_percent(result.gap)} at the end"


def _cost_unit(result: Result | StatedResult) -> CostUnit:
    units = result if isinstance(result, StatedResult) else result.plan.instance
    return CostUnit.of(result.cost, units.length_unit, units.load_unit)
