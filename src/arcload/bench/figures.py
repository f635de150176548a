"""Pictures of a benchmark: profiles, gaps over time, time over size, a box a method."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arcload.bench.curves import Curve
from arcload.bench.names import PAPER_NAMES, rank
from arcload.bench.runs import Key, Run
from arcload.bench.series import Best, Series
from arcload.plotting.canvas import GREY, INK, SMALL, axes_or_new, require_matplotlib
from arcload.types import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which also colour-blind readers tell apart.
_COLOURS = {
    "auto": "#d55e00",
    "ea": "#0072b2",
    "greedy": "#7f7f7f",
    "ils": "#009e73",
    "vns": "#56b4e9",
    "aco": "#e69f00",
    "arc-drl": "#cc79a7",
    "exact": "#000000",
}
_OTHERS = ("#882255", "#999933", "#44aa99", "#332288", "#aa4499", "#117733", "#ddcc77")
_MARKS = "osD^vP*X"
_LEAST_GAP = 1e-5  # a fraction; what is nearer is drawn there
_PUBLISHED = ", published"
_NEAR = 0.01  # of its final cost: near enough to count as found


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
        gaps = np.sort(_gaps(one, best))
        if not len(gaps):
            continue
        x = np.concatenate([[_LEAST_GAP], np.maximum(gaps, _LEAST_GAP), [1.0]])
        y = np.concatenate([[0], np.arange(1, len(gaps) + 1), [len(gaps)]]) / len(gaps)
        ax.step(100 * x, 100 * y, where="post", label=_label(one), **_line(one.name, one.published))
    ax.set_xscale("log")
    ax.set_xlim(100 * _LEAST_GAP, 100)
    ax.set_ylim(0, 102)
    _dress(ax, "within this much of the best tour known (%)", "instances (%)")
    _set_percent_ticks(ax.xaxis, _LEAST_GAP)
    _legend(ax)
    return ax


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
        ax.step(times, 100 * gaps, where="post", label=method, **_line(method))
    for one in references:
        names = [name for name in one.seconds if name in best]
        if names:
            mean_gap = np.mean([best[name].gap_of(one.cost(name)) for name in names])
            time = np.mean([one.time(name) for name in names])
            y = 100 * max(float(mean_gap), _LEAST_GAP)
            ax.plot(time, y, label=_label(one), **_point(one.name))
    ax.set_xscale("log")
    ax.set_yscale("log")
    _dress(ax, "seconds of search", "mean gap to the best tour known (%)")
    _set_percent_ticks(ax.yaxis, _LEAST_GAP)
    _set_seconds_ticks(ax.xaxis)
    _legend(ax)
    return ax


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
        grows = "" if exponent is None else f": $m^{{{exponent:.1f}}}$"
        published = name.endswith(_PUBLISHED)
        style = _point(name.removesuffix(_PUBLISHED)) | {"markersize": 4.5, "alpha": 0.75}
        if published:
            style |= {"markerfacecolor": "none", "markeredgecolor": style["color"]}
        ax.plot(sizes, times, label=f"{name}{grows}", **style)
        if exponent is not None:
            slope, height = _fit(sizes, times)
            ends = np.array([sizes.min(), sizes.max()])
            line = _line(name.removesuffix(_PUBLISHED), published) | {"linewidth": 1.2}
            ax.plot(ends, math.exp(height) * ends**slope, **line)
    ax.set_xscale("log")
    ax.set_yscale("log")
    _dress(ax, "served edges $m$", what)
    _set_fine_ticks(ax.xaxis, lambda value: f"{value:,.0f}")
    if unit is None:
        _set_seconds_ticks(ax.yaxis)
    else:
        _set_fine_ticks(ax.yaxis, unit)
    _legend(ax)
    return ax


def plot_boxes(
    series: Sequence[Series], best: Mapping[str, Best], ax: "Axes | None" = None
) -> "Axes":
    """Draw a box a method: the gaps of its instances to the proven bound.

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
    drawn = [one for one in series if len(_gaps(one, best, to_bound=True))]
    gaps = [100 * np.maximum(_gaps(one, best, to_bound=True), _LEAST_GAP) for one in drawn]
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
            box.set(facecolor=_colour(one.name), alpha=0.3 if one.published else 0.8)
        ax.set_yticks(range(1, len(drawn) + 1), [_label(one) for one in drawn])
    ax.invert_yaxis()
    ax.set_xscale("log")
    _dress(ax, "gap to the proven bound (%)", "")
    _set_percent_ticks(ax.xaxis, _LEAST_GAP)
    return ax


def write_figures(
    folder: Path,
    runs: Sequence[Run],
    curves: Mapping[Key, Curve],
    series: Sequence[Series],
    references: Sequence[Series],
    best: Mapping[str, Best],
) -> list[Path]:
    """Write all figures of a benchmark as PNG, and return the files."""
    require_matplotlib()
    shown = [*references, *series]
    own_times = {
        one.name: [(best[name].served, one.time(name)) for name in one.seconds if name in best]
        for one in series
    }
    published_times = {
        _label(one): [(best[name].served, one.time(name)) for name in one.seconds if name in best]
        for one in references
    }
    near = time_to_near(runs, curves)
    plots: dict[str, Callable[[Axes], object]] = {
        "profiles": lambda ax: plot_profiles(shown, best, ax),
        "gap_over_time": lambda ax: plot_gap_over_time(runs, curves, best, references, ax),
        "boxes": lambda ax: plot_boxes(shown, best, ax),
        "time_over_size": lambda ax: plot_time_over_size(
            published_times | own_times, "seconds of the whole search", ax
        ),
        "time_to_near": lambda ax: plot_time_over_size(
            near, "seconds to within 1 % of its final cost", ax
        ),
    }
    return [save_figure(folder / f"{name}.png", plot) for name, plot in plots.items()]


def save_figure(file: Path, plot: "Callable[[Axes], object]") -> Path:
    """Draw a figure of one picture and write it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.2, 4.6), layout="constrained")
    plot(figure.add_subplot())
    figure.savefig(file, dpi=150)
    return file


def time_to_near(
    runs: Sequence[Run], curves: Mapping[Key, Curve]
) -> dict[str, list[tuple[float, float]]]:
    """Return size, and seconds until a run was within 1 % of its final cost, by method."""
    found: dict[str, list[tuple[float, float]]] = {}
    for run in sorted(runs, key=lambda run: rank(run.method)):
        curve = curves.get(run.key)
        if curve is not None and curve.costs:
            limit = curve.costs[-1] * (1 + _NEAR)
            at = next(
                second
                for second, cost in zip(curve.seconds, curve.costs, strict=True)
                if cost <= limit
            )
            found.setdefault(run.method, []).append((run.served, at))
    return found


def growth_exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """Return b of the best fit of a * size^b, by least squares of logarithms.

    None where the points have fewer than three sizes.
    """
    sizes, times = _positive(points)
    if len(set(sizes.tolist())) < 3:
        return None
    return _fit(sizes, times)[0]


def _fit(sizes: FloatArray, times: FloatArray) -> tuple[float, float]:
    slope, height = np.polyfit(np.log(sizes), np.log(times), 1)
    return float(slope), float(height)


def _positive(points: Sequence[tuple[float, float]]) -> tuple[FloatArray, FloatArray]:
    kept = np.array([point for point in points if min(point) > 0], dtype=float).reshape(-1, 2)
    return kept[:, 0], kept[:, 1]


def _gaps(series: Series, best: Mapping[str, Best], to_bound: bool = False) -> FloatArray:
    names = [name for name in series.costs if name in best]
    gaps = [
        best[name].gap_to_bound(series.cost(name))
        if to_bound
        else best[name].gap_of(series.cost(name))
        for name in names
    ]
    return np.array([gap for gap in gaps if gap is not None], dtype=float)


def _mean_gap(
    runs: Sequence[Run], curves: Mapping[Key, Curve], best: Mapping[str, Best], end: float
) -> tuple[FloatArray, FloatArray]:
    """Return times, and the mean gap of the runs from each of them on."""
    found = [curves[run.key] for run in runs]
    begin = max(1e-4, *(curve.seconds[0] for curve in found))
    times = np.geomspace(begin, max(begin, end) * 1.001, 300)
    gaps = np.zeros(len(times))
    for run, curve in zip(runs, found, strict=True):
        place = np.searchsorted(curve.seconds, times, side="right") - 1
        costs = np.array(curve.costs)[np.maximum(place, 0)]
        gaps += np.array([best[run.instance].gap_of(cost) for cost in costs])
    return times, np.maximum(gaps / len(runs), _LEAST_GAP)


def _label(series: Series) -> str:
    return f"{series.name}{_PUBLISHED}" if series.published else series.name


def _colour(name: str) -> str:
    """Return the colour of a method, the same for ours and the paper's of that kind."""
    ours = {theirs: own for own, theirs in PAPER_NAMES.items()}.get(name, name)
    return _COLOURS.get(ours) or _OTHERS[sum(ours.encode()) % len(_OTHERS)]


def _line(name: str, published: bool = False) -> dict[str, Any]:
    return {
        "color": _colour(name),
        "linewidth": 1.3 if published else 2.0,
        "linestyle": "--" if published else "-",
    }


def _point(name: str) -> dict[str, Any]:
    return {
        "color": _colour(name),
        "marker": _MARKS[sum(name.lower().encode()) % len(_MARKS)],
        "markersize": 7,
        "markeredgecolor": "white",
        "markeredgewidth": 0.5,
        "linestyle": "none",
    }


def _dress(ax: "Axes", x: str, y: str) -> None:
    ax.set_xlabel(x, fontsize=SMALL, color=INK)
    ax.set_ylabel(y, fontsize=SMALL, color=INK)
    ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK)
    ax.grid(color=GREY, alpha=0.35, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)


def _set_percent_ticks(axis: Any, least: float) -> None:
    """Write a logarithmic axis of percentages in plain numbers; its least value means none."""

    def text(value: float, _: int) -> str:
        return "0" if value <= 100 * least * 1.01 else f"{value:g}"

    axis.set_major_formatter(text)


def _set_fine_ticks(axis: Any, text: Callable[[float], str]) -> None:
    """Label a logarithmic axis at 1, 2 and 5 times the powers of ten."""
    from matplotlib.ticker import LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    axis.set_major_formatter(lambda value, _: text(value))
    axis.set_minor_formatter(NullFormatter())


def _set_seconds_ticks(axis: Any) -> None:
    def text(value: float, _: int) -> str:
        return f"{value:,.0f} s" if value >= 1 else f"{1000 * value:g} ms"

    axis.set_major_formatter(text)


def _legend(ax: "Axes") -> None:
    handles, _ = ax.get_legend_handles_labels()
    if handles:
        ax.legend(
            loc="center left",
            bbox_to_anchor=(1.0, 0.5),
            frameon=False,
            fontsize=SMALL,
            labelcolor=INK,
        )
