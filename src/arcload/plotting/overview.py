"""Draw an instance and its result on one page."""

from typing import TYPE_CHECKING

from arcload.arguments import require
from arcload.instance import Instance
from arcload.plotting.canvas import INK, SMALL, number, require_matplotlib
from arcload.plotting.load import plot_load
from arcload.plotting.network import plot_network
from arcload.plotting.tour import plot_tour
from arcload.result import Result
from arcload.units import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (10.0, 8.4)  # inches


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


def plot_overview(result: Result, instance: Instance, figure: "Figure | None" = None) -> "Figure":
    """Draw what the streets need, the tour and its load curve.

    Parameters
    ----------
    result
        A result.
    instance
        The instance that it solves, with coordinates.
    figure
        An empty figure to draw in; by default a new one.
    """
    require(result, "result", Result)
    require_matplotlib()
    if figure is None:
        from matplotlib import pyplot

        figure = pyplot.figure(figsize=_SIZE)
    figure.set_layout_engine("constrained", w_pad=0.15, h_pad=0.15, wspace=0.04)
    axes = figure.subplot_mosaic([["network", "tour"], ["load", "load"]], height_ratios=[2.2, 1])
    axes["network"].set_anchor("W")
    plot_network(instance, axes["network"])
    plot_tour(result, instance, axes["tour"])
    plot_load(result, axes["load"])
    axes["tour"].set(xlim=axes["network"].get_xlim(), ylim=axes["network"].get_ylim())
    _head(axes["network"], "What the streets need", _needs(instance))
    _head(axes["tour"], "The tour", _drive(result))
    _head(axes["load"], "What is on board", f"the shaded area is the cost: {_cost(result)}")
    return figure


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
    return f"{len(instance.served):,} of {len(instance.edges):,} streets, {demand} in all"


def _drive(result: Result) -> str:
    deadhead = result.deadhead_length / result.length if result.length else 0.0
    length = f"{number(result.length)} {result.length_unit}".rstrip()
    return f"{length}, {percent(deadhead, 0)} of it deadhead, by {result.method}"


def _cost(result: Result) -> str:
    units = (result.length_unit, result.load_unit)
    return f"{number(result.cost)} {' × '.join(units) if all(units) else ''}".rstrip()
