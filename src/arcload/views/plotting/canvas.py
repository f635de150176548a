"""What the pictures share: axes, colours, the depot and the scale bar."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from arcload.model.crossing import Crossing
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import FloatArray
from arcload.model.vehicle import Free, Place
from arcload.views.place_names import place_names
from arcload.views.plotting.drawn_courses import drawn_length
from arcload.views.plotting.map_aspect import TALLEST, WIDEST

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap, Normalize
    from matplotlib.lines import Line2D

INK = "#22304a"
GREY = "#a9b1bc"
DEPOT = "#d55e00"
SMALL = 8.5  # points, for all text but titles

_PALEST = 0.85  # of viridis; its last yellows are lost on white paper
_ENTRY = 0.8  # inches of an entry in a legend
_GREAT = 1e9  # from here on numbers are powers of ten
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_FULL_WIDTH_EDGES = 200  # networks with more edges than this get thinner lines


def require_matplotlib() -> None:
    """Refuse to draw without matplotlib."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError("drawing needs matplotlib; install arcload[plot]") from None


@contextmanager
def own_settings() -> Iterator[None]:
    """Draw as matplotlib does by default, whatever is set, with names that are no formulas.

    A ``matplotlibrc`` in the working folder could have names run through LaTeX.
    """
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context():
        rcdefaults()
        rcParams.update({"svg.hashsalt": "arcload", "text.parse_math": False})
        yield


def require_loads(walk: tuple[Crossing, ...]) -> None:
    """Refuse a walk read from a file that does not state the loads."""
    for position, crossing in enumerate(walk, start=1):
        if math.isnan(crossing.load_before) or math.isnan(crossing.load_after):
            raise InputError(
                f"crossing {position} (edge {crossing.edge!r}) does not state its load; "
                "solve the instance again"
            )


def axes_or_new(ax: "Axes | None") -> "Axes":
    """Return the axes given, or those of a new figure."""
    require_matplotlib()
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots(layout="constrained")[1]
    return ax


def map_axes(ax: "Axes | None") -> "Axes":
    """Return axes for a map: one scale for x and y, no frame."""
    ax = axes_or_new(ax)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def load_colours(full: float) -> "tuple[Colormap, Normalize]":
    """Return the colours of loads from 0 to `full`: the heavier, the darker."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap, Normalize

    shades = colormaps["viridis"](np.linspace(_PALEST, 0.0, 256))
    return ListedColormap(shades, name="load"), Normalize(0, full or 1.0)


def line_scale(instance: Instance) -> float:
    """Return how wide lines are drawn, 1 on a small network and less on a large one."""
    return math.sqrt(_FULL_WIDTH_EDGES / max(len(instance.edges), _FULL_WIDTH_EDGES))


def mark_places(ax: "Axes", instance: Instance) -> None:
    """Mark and name the depot, or the start and the end where they differ; all of a fleet's."""
    named: dict[Place, str] = {instance.start: "start", instance.end: "end"}
    if instance.start == instance.end:
        named = {instance.start: "depot"}
    if instance.is_fleet:
        named = {node: name.lower() for node, name in place_names(instance).items()}
    for place, name in named.items():
        mark_place(ax, instance, place, name)


def mark_place(
    ax: "Axes", instance: Instance, place: Place, name: str, colour: str = DEPOT
) -> None:
    """Mark and name a node, unless it is any."""
    if instance.coordinates is None or isinstance(place, Free):
        return
    point = instance.coordinates[instance.node_index(place)]
    below = bool(point[1] <= float(np.median(instance.coordinates[:, 1])))
    _mark(ax, name, point, colour, below=below)


def draw_scale_bar(ax: "Axes", instance: Instance, along: list[FloatArray]) -> None:
    """Draw a bar of a round length under the map, on the side away from the depot.

    Nothing is drawn where lengths do not follow the drawing, or have no unit.
    """
    scale = drawn_scale(instance, along)
    if scale is None or not instance.length_unit:
        return
    points = np.concatenate(along)
    (left, low), (right, high) = points.min(axis=0), points.max(axis=0)
    extent = max(right - left, high - low)
    length = round_down(extent / scale / 4)
    at_right = _depot_x(instance) < (left + right) / 2
    inner = right - length * scale if at_right else left + length * scale
    y = low - 0.05 * extent
    ax.plot([inner, right if at_right else left], [y, y], color=INK, linewidth=1.2)
    ax.annotate(
        f"{number(length)} {instance.length_unit}",
        (inner, y),
        xytext=(-6 if at_right else 6, 0),
        textcoords="offset points",
        ha="right" if at_right else "left",
        va="center",
        fontsize=SMALL,
        color=INK,
    )


def frame_map(ax: "Axes") -> None:
    """Fit the axes to what is drawn, with room around a map that is nearly a line."""
    ax.autoscale_view()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    wide, tall = right - left, high - low
    aside = max(0.0, TALLEST * tall - wide) / 2
    above = max(0.0, wide / WIDEST - tall) / 2
    ax.set(xlim=(left - aside, right + aside), ylim=(low - above, high + above))


def draw_legend(ax: "Axes", entries: "list[Line2D]", names: list[str]) -> None:
    """Draw a legend under the axes, below the name of a place at their edge.

    It is one line, or two where that has no room.
    """
    lines = 1 if len(entries) * _ENTRY <= inches_wide(ax) else 2
    ax.legend(
        entries,
        names,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=max(1, -(-len(entries) // lines)),
        frameon=False,
        fontsize=SMALL,
        labelcolor=INK,
        handlelength=2.2,
        columnspacing=1.6,
        borderaxespad=2.0,
    )


def inches_wide(ax: "Axes") -> float:
    """Return about how wide axes are."""
    return ax.get_position().width * ax.figure.get_figure(root=True).get_figwidth()


def round_down(value: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is not above `value`."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= value * (1 + 1e-9))


def number(value: float) -> str:
    """Return a number for a label: thousands separated, no more digits than one reads."""
    if abs(value) >= _GREAT:
        figures, power = f"{value:.2e}".split("e+")
        return f"{float(figures):g}×10{str(int(power)).translate(_RAISED)}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def with_unit(name: str, unit: str) -> str:
    """Return the label of an axis, its unit in brackets."""
    return f"{name} ({unit})" if unit else name


def drawn_scale(instance: Instance, along: list[FloatArray]) -> float | None:
    """Return the drawn length of a unit of length, None if it differs from street to street."""
    drawn = np.array([drawn_length(course) for course in along])
    true = instance.lengths.min(axis=1, initial=np.inf)
    usable = (drawn > 0) & (true > 0)
    if not usable.any():
        return None
    scales = drawn[usable] / true[usable]
    scale = float(np.median(scales))
    return scale if np.mean(np.abs(scales / scale - 1) < 0.1) > 0.9 else None


def _depot_x(instance: Instance) -> float:
    if instance.depot is None or instance.coordinates is None:
        return math.inf
    return float(instance.coordinates[instance.node_index(instance.depot), 0])


def _mark(ax: "Axes", name: str, point: FloatArray, colour: str, below: bool) -> None:
    from matplotlib.patheffects import withStroke

    ax.plot(
        *point,
        marker="s",
        markersize=8,
        color=colour,
        markeredgecolor="white",
        markeredgewidth=1.2,
        linestyle="none",
        zorder=6,
    )
    ax.annotate(
        name,
        (float(point[0]), float(point[1])),
        xytext=(0, -8 if below else 8),
        textcoords="offset points",
        ha="center",
        va="top" if below else "bottom",
        fontsize=SMALL,
        fontweight="bold",
        color=colour,
        path_effects=[withStroke(linewidth=2, foreground="white")],
        zorder=7,
    )
