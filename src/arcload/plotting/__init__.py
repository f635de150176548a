"""Pictures of networks, tours and load curves, drawn with matplotlib."""

from arcload.plotting.load import plot_load
from arcload.plotting.network import plot_network
from arcload.plotting.overview import new_figure, plot_overview
from arcload.plotting.tour import plot_tour

__all__ = ["new_figure", "plot_load", "plot_network", "plot_overview", "plot_tour"]
