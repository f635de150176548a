"""Pictures of networks, tours, load curves and searches, drawn with matplotlib."""

from arcload.views.plotting.convergence import plot_convergence
from arcload.views.plotting.load import plot_load
from arcload.views.plotting.network import plot_network
from arcload.views.plotting.overview import new_figure, plot_overview
from arcload.views.plotting.picture import write_picture
from arcload.views.plotting.tour import plot_tour

__all__ = [
    "new_figure",
    "plot_convergence",
    "plot_load",
    "plot_network",
    "plot_overview",
    "plot_tour",
    "write_picture",
]
