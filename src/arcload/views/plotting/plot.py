"""Draw any of the pictures, by its name."""

from typing import TYPE_CHECKING, Any

from arcload.model.arguments import require
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.views.plotting.convergence import plot_convergence
from arcload.views.plotting.load import plot_load
from arcload.views.plotting.network import plot_network
from arcload.views.plotting.overview import plot_overview
from arcload.views.plotting.picture import require_kind
from arcload.views.plotting.tour import plot_tour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot(
    shown: Instance | Plan | Result, kind: str | None = None, ax: "Axes | None" = None
) -> "Axes | Figure":
    """Draw a picture in matplotlib's axes, see `Result.plot`."""
    require(shown, "instance or plan", Instance, Plan, Result)
    if kind is None:
        kind = "network" if isinstance(shown, Instance) else "tour"
    require_kind(shown, kind)
    _require_axes(kind, ax)
    drawn: Any = shown  # which fits its kind
    if kind == "overview":
        return plot_overview(drawn)
    if kind == "network":
        instance = drawn if isinstance(drawn, Instance) else plan_of(drawn).instance
        return plot_network(instance, ax)
    return {"tour": plot_tour, "load": plot_load, "convergence": plot_convergence}[kind](drawn, ax)


def _require_axes(kind: str, ax: Any) -> None:
    if ax is None:
        return
    if kind == "overview":
        raise InputError("an overview is a figure of its own; leave out ax")
    if not hasattr(ax, "add_collection"):
        raise InputError(f"ax is a {type(ax).__name__}; give axes of matplotlib")
