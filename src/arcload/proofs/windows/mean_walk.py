"""The mean of the walks that an ascent meets: where it breaks cuts, these are worth having."""

import numpy as np

from arcload.engine.kernels.relaxation import Grid
from arcload.model.types import IntArray


class MeanWalk:
    """How often walks serve, drive and pass, by layer of levels; older ones count less and less.

    Parameters
    ----------
    grid
        The relaxation.
    borders
        The levels at which a layer ends, falling: layer k has those above ``borders[k]``, and
        level 0 belongs to the last, which ends at -1.
    memory
        What is left of the mean so far when a walk is added.
    """

    def __init__(self, grid: Grid, borders: IntArray, memory: float) -> None:
        self.grid, self.borders, self.memory = grid, borders, memory
        nodes, layers = len(grid.home) - 1, len(borders)
        self.served = np.zeros((layers, int(grid.edge.max()) + 1))
        """[layer, edge]"""
        self.driven = np.zeros((layers, nodes, nodes))
        """Deadheads in either direction, [layer, node, node]."""
        self.passed = np.zeros((layers + 1, nodes))
        """Where each layer begins, [layer, node]; the last row is where the tour ends."""
        self.weight = 0.0

    def add(self, steps: IntArray) -> None:
        """Add a walk, given by its service steps."""
        grid, layers = self.grid, len(self.borders)
        for mean in (self.served, self.driven, self.passed):
            np.multiply(mean, self.memory, out=mean)
        new = 1 - self.memory
        self.weight = self.memory * self.weight + new
        level = grid.level[steps]
        after = level.sum() - np.cumsum(level)
        rising = self.borders[::-1]
        below = layers - np.searchsorted(rising, after)
        layer = layers - np.searchsorted(rising, after + level)
        tail, head = grid.tail[steps], grid.head[steps]
        np.add.at(self.served, (layer, grid.edge[steps]), new)
        here = np.append(tail[0] if grid.start < 0 else grid.start, head)
        there = np.append(tail, head[-1] if grid.end < 0 else grid.end)
        in_layer = np.append(layer, layers - 1)
        np.add.at(self.driven, (in_layer, here, there), new)
        np.add.at(self.driven, (in_layer, there, here), new)
        self.passed[0, here[0]] += new
        self.passed[layers, there[-1]] += new
        for k in range(1, layers):
            self.passed[k, head[np.argmax(below >= k)]] += new
