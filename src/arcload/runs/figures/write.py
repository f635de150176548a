"""All figures of a benchmark."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arcload.runs.curves import Curve
from arcload.runs.figures.boxes import plot_boxes
from arcload.runs.figures.gap_over_time import plot_gap_over_time
from arcload.runs.figures.profiles import plot_profiles
from arcload.runs.figures.style import label, save_figure
from arcload.runs.figures.time_over_size import plot_time_over_size, time_to_near
from arcload.runs.run import Key, Run
from arcload.runs.series import Best, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def write_figures(
    folder: Path,
    runs: Sequence[Run],
    curves: Mapping[Key, Curve],
    series: Sequence[Series],
    references: Sequence[Series],
    best: Mapping[str, Best],
) -> list[Path]:
    """Write all figures of a benchmark as PNG, and return the files."""
    shown = [*references, *series]
    own_times = {
        one.name: [(best[name].served, one.time(name)) for name in one.seconds if name in best]
        for one in series
    }
    published_times = {
        label(one): [(best[name].served, one.time(name)) for name in one.seconds if name in best]
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
