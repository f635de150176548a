"""Pictures of networks, tours, load curves and searches, drawn with matplotlib."""

from arcload.plotting.convergence import plot_convergence
from arcload.plotting.load import plot_load
from arcload.plotting.network import plot_network
from arcload.plotting.overview import new_figure, plot_overview
from arcload.plotting.picture import write_picture
from arcload.plotting.tour import plot_tour

__all__ = [
    "new_figure",
    "plot_convergence",
    "plot_load",
    "plot_network",
    "plot_overview",
    "plot_tour",
    "write_picture",
]
