"""Draw an instance and its result on one page."""

from typing import TYPE_CHECKING, Any

from arcload.model.arguments import require
from arcload.model.errors import counted
from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.model.units import CostUnit, percent
from arcload.views.plotting.canvas import INK, SMALL, number, require_matplotlib
from arcload.views.plotting.fleet_load import strips_height
from arcload.views.plotting.load import plot_load
from arcload.views.plotting.map_aspect import map_aspect
from arcload.views.plotting.network import plot_network
from arcload.views.plotting.tour import plot_tour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (10.0, 9.0)  # inches
_STACKED = 3.0  # a map wider than that against its height has a row of its own
_MAP, _HIGHEST, _LOAD = 3.9, 7.0, 2.0  # inches: width and height of a map, height of the curve
_MARGINS = (2.2, 0.3)  # inches beside the maps, and above and below everything
_TEXTS = (1.25, 1.5)  # inches of title and legend: of a map, of the curve
_TITLE = 0.25  # inches of the title above a fleet's maps


def new_figure(size: tuple[float, float] | None = None) -> "Figure":
    """Return an empty figure that opens no window, by default for `plot_overview`.

    Parameters
    ----------
    size
        Width and height in inches.
    """
    require_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=size or _SIZE)


def plot_overview(result: Result, figure: "Figure | None" = None) -> "Figure":
    """Draw what the streets need, the tour and its load curve.

    Parameters
    ----------
    result
        A result of an instance with coordinates.
    figure
        An empty figure to draw in; by default a new one, as large as the shape of the town needs.
    """
    require(result, "result", Result)
    require_matplotlib()
    instance = result.plan.instance
    if figure is None:
        from matplotlib import pyplot

        figure = pyplot.figure(figsize=overview_size(result))
    # The layout gives a title that stands above another no room of its own where maps are labelled.
    room = 1 - _TITLE / figure.get_figheight() if instance.is_fleet else 1.0
    figure.set_layout_engine(
        "constrained", w_pad=0.15, h_pad=0.15, wspace=0.04, rect=(0.0, 0.0, 1.0, room)
    )
    _, high, stacked = _map_size(instance)
    curve = _curve_height(result)
    mosaic: Any = [["network", "tour"], ["load", "load"]]
    if stacked:
        mosaic = [["network"], ["tour"], ["load"]]
    axes = figure.subplot_mosaic(mosaic, height_ratios=[high] * (len(mosaic) - 1) + [curve])
    axes["network"].set_anchor("W")
    if stacked:
        axes["tour"].set_anchor("W")
    plot_network(instance, axes["network"])
    plot_tour(result, axes["tour"])
    plot_load(result, axes["load"])
    axes["tour"].set(xlim=axes["network"].get_xlim(), ylim=axes["network"].get_ylim())
    _head(axes["network"], "What the streets need", _needs(instance))
    name = "The plan" if instance.is_fleet else "The tour"
    _head(axes["tour"], name, _drive(result))
    told = f"the shaded area is the cost: {_cost(result)}"
    if instance.is_fleet:
        told = f"a strip per vehicle, deadheads paler; the plan costs {_cost(result)}"
    _head(axes["load"], "What is on board", told)
    return figure


def overview_size(result: Result) -> tuple[float, float]:
    """Return the inches of a figure that `plot_overview` fills with this result."""
    wide, high, stacked = _map_size(result.plan.instance)
    rows, columns = (2, 1) if stacked else (1, 2)
    return (
        columns * wide + _MARGINS[0],
        rows * (high + _TEXTS[0]) + _curve_height(result) + _TEXTS[1] + _MARGINS[1],
    )


def _curve_height(result: Result) -> float:
    """Return the inches of the load curve: higher where there is a strip for many vehicles."""
    if not result.plan.instance.is_fleet:
        return _LOAD
    return max(_LOAD, strips_height(result))


def _map_size(instance: Instance) -> tuple[float, float, bool]:
    """Return the inches of each map, and whether one stands above the other."""
    aspect = map_aspect(instance)
    stacked = aspect >= _STACKED
    wide = 2 * _MAP if stacked else min(_MAP, _HIGHEST * aspect)
    return wide, wide / aspect, stacked


def _head(ax: "Axes", title: str, line: str) -> None:
    """Write a title and a line under it above the axes, at their left."""
    ax.set_title(line, loc="left", fontsize=SMALL, color=INK, pad=8)
    ax.annotate(
        title,
        (0, 1),
        xytext=(0, 21),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=11.5,
        fontweight="bold",
        color=INK,
    )


def _needs(instance: Instance) -> str:
    demand = f"{number(instance.total_demand)} {instance.load_unit}".rstrip()
    streets = counted(len(instance.edges), "street")
    return f"{len(instance.served):,} of {streets}, {demand} in all"


def _drive(result: Result) -> str:
    plan = result.plan
    deadhead = plan.deadhead_length / plan.length if plan.length else 0.0
    length = f"{number(plan.length)} {plan.instance.length_unit}".rstrip()
    driven = f"{length}, {percent(deadhead, 0)} deadhead"
    if not plan.instance.is_fleet:
        return f"{driven}, by {result.method}"
    vehicles, trips = counted(len(plan.driven), "vehicle"), counted(plan.trips, "trip")
    return f"{vehicles}, {trips}, {driven}"


def _cost(result: Result) -> str:
    instance = result.plan.instance
    unit = CostUnit.of(result.cost, instance.length_unit, instance.load_unit)
    return f"{number(result.cost * unit.factor)} {unit.label}".rstrip()
