"""Pictures of a benchmark: profiles, gaps over time, time over size, one box per method."""

from arcload.runs.figures.boxes import plot_boxes
from arcload.runs.figures.gap_over_time import plot_gap_over_time
from arcload.runs.figures.profiles import plot_profiles
from arcload.runs.figures.style import save_figure
from arcload.runs.figures.time_over_size import growth_exponent, plot_time_over_size, time_to_near
from arcload.runs.figures.write import write_figures

__all__ = [
    "growth_exponent",
    "plot_boxes",
    "plot_gap_over_time",
    "plot_profiles",
    "plot_time_over_size",
    "save_figure",
    "time_to_near",
    "write_figures",
]
