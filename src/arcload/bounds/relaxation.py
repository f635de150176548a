"""The load-indexed relaxation of a problem, with its multipliers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from arcload.bounds.levels import Levels, make_grid
from arcload.bounds.smith import smith_order
from arcload.kernels.relaxation import (
    Grid,
    Labels,
    average_bound,
    delete_steps,
    fill_so_far,
    fill_to_go,
    new_labels,
)
from arcload.problem import Problem
from arcload.types import BoolArray, FloatArray, IntArray

_ABOVE = 1.001  # the ascent aims this much above the cut-off, relatively
_DEFLECTION = 0.7  # share of the last direction in the next
_PATIENCE, _SHRINK = 8, 0.7  # steps without progress after which the step length shrinks
_PROGRESS = 1e-5  # relative improvement that counts as progress
_FLAT = 1e-12  # a direction this short leads nowhere


class Sample(NamedTuple):
    """Beginnings of tours whose mean bound is to be raised."""

    levels: IntArray
    nodes: IntArray
    costs: FloatArray
    """Cost so far, and the part of the cost to go that is the same in every order."""
    served: BoolArray


@dataclass
class Relaxation:
    """A problem's relaxation: any multipliers give a bound, `tune` finds good ones.

    Parameters
    ----------
    problem
        The problem.
    levels
        How its loads are rounded.
    multipliers
        One for each edge.
    """

    problem: Problem
    levels: Levels
    multipliers: FloatArray
    deletions: list[tuple[float, FloatArray]] = field(default_factory=list)
    """Cut-off and multipliers with which steps were deleted, in order."""
    grid: Grid = field(init=False)
    labels: Labels = field(init=False)
    best: FloatArray = field(init=False)
    """The best multipliers of the last `tune`."""
    alive: BoolArray = field(init=False)

    def __post_init__(self) -> None:
        self.grid = make_grid(self.problem, self.levels)
        self.labels = new_labels(self.levels.top, len(self.grid.home))
        self.best = self.multipliers
        self.alive = np.ones((self.levels.top + 1, len(self.grid.edge)), dtype=np.bool_)

    def root(self) -> Sample:
        """Return the one beginning of all tours: nothing served."""
        return Sample(
            np.array([self.levels.top]),
            np.array([len(self.grid.home) - 1]),
            self.constant(np.array([self.problem.arrays.q.sum()])),
            np.zeros((1, self.problem.size), dtype=np.bool_),
        )

    def constant(self, load: FloatArray) -> FloatArray:
        """Return the part of the cost to go that is the same in every order."""
        return self.grid.pace * load * load / 2

    def fill(self, top: int) -> None:
        """Fill the labels up to a level for the multipliers as they are."""
        fill_to_go(top, self.multipliers, self.alive, self.grid, self.labels)

    def tune(self, sample: Sample, cutoff: float, iterations: int, step: float) -> Iterator[float]:
        """Improve the multipliers for a sample; yield its best mean bound so far.

        A subgradient ascent: the slope along multiplier e is how often the walks serve e more
        than once. Its direction is deflected by the last one, and it goes back to the best and
        shortens its step when nothing improves. Call `settle` when it was enough.

        Parameters
        ----------
        sample
            States whose mean bound is raised.
        cutoff
            An ascent aims a little above it; of several states' bounds, no more is counted.
        iterations
            How many steps to take.
        step
            First step length, relative to Polyak's.
        """
        several = len(sample.levels) > 1
        ceiling = _ABOVE * cutoff if several else np.inf
        target = _ABOVE * (ceiling if several else cutoff)
        slope, direction = np.zeros((2, self.problem.size))
        best, stale = -np.inf, 0
        self.best = self.multipliers
        for _ in range(iterations):
            self.fill(int(sample.levels.max()))
            value = average_bound(*sample, ceiling, self.multipliers, self.grid, self.labels, slope)
            stale = 0 if value > best + _PROGRESS * abs(target) else stale + 1
            if value > best:
                best, self.best = value, self.multipliers
            yield best
            if stale >= _PATIENCE:
                step, stale, self.multipliers = _SHRINK * step, 0, self.best
                direction[:] = 0.0
                continue
            direction = _DEFLECTION * direction + (1 - _DEFLECTION) * slope
            square = float(direction @ direction)
            if square < _FLAT or value >= target:
                return
            self.multipliers = self.multipliers + step * (target - value) / square * direction

    def reset(self, multipliers: FloatArray) -> None:
        """Take these multipliers, and fill the labels for them."""
        self.multipliers = multipliers
        self.fill(self.levels.top)

    def settle(self, top: int | None = None) -> None:
        """Go back to the best multipliers that `tune` found, and fill the labels for them."""
        self.multipliers = self.best
        self.fill(self.levels.top if top is None else top)

    def delete(self, cutoff: float) -> int:
        """Delete the steps that no tour below the cut-off takes; return how many are left.

        The labels must be filled for the multipliers as they are.
        """
        so_far = new_labels(self.levels.top, len(self.grid.home))
        fill_so_far(self.levels.top, self.multipliers, self.alive, self.grid, so_far)
        rest = cutoff - float(self.root().costs[0]) + float(self.multipliers.sum())
        self.deletions.append((cutoff, self.multipliers))
        return delete_steps(rest, self.multipliers, self.grid, so_far, self.labels, self.alive)


def fill_work(top: int, nodes: int, steps: int) -> int:
    """Return how many steps it takes to fill the labels up to a level."""
    return top * (2 * nodes * nodes + steps)


def smith_multipliers(problem: Problem) -> FloatArray:
    """Return multipliers with which every edge is served about once, without a search.

    In the order of Smith's rule let x be the load and t the way to go at the middle of edge e.
    With

        multiplier[e] = q * t - d * (W + x)

    serving e is cheapest at load x, and no edge is cheaper there: the slope of the cost to go
    along the load is t, up to a constant.
    """
    q, d = problem.arrays.q, problem.arrays.length.min(axis=1)
    order = smith_order(q, d)
    multipliers = np.empty(len(q))
    x = np.cumsum(q[order][::-1])[::-1] - q[order] / 2
    t = np.cumsum(d[order][::-1])[::-1] - d[order] / 2
    multipliers[order] = q[order] * t - d[order] * (problem.arrays.W + x)
    return multipliers
