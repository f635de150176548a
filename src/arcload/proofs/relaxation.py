"""The load-indexed relaxation of a problem, with its multipliers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.relaxation import (
    Grid,
    Labels,
    average_bound,
    delete_steps,
    fill_so_far,
    fill_to_go,
    new_labels,
)
from arcload.engine.problem import Problem
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.crossings import crossed_edges
from arcload.proofs.levels import Levels, fill_work, make_grid
from arcload.proofs.smith import odd_nodes, smith_bound, smith_order
from arcload.proofs.windows.cut_table import CutTable

_ABOVE = 1.001  # the ascent aims this much above the cut-off, relatively
_DEFLECTION = 0.7  # share of the last direction in the next
_PATIENCE, _SHRINK = 8, 0.7  # steps without progress after which the step length shrinks
_PROGRESS = 1e-5  # relative improvement that counts as progress
_A_PIECE = 20_000_000  # steps between two pauses
_FLAT = 1e-12  # a direction this short leads nowhere
_ROUNDING = 4e-15  # of the terms, for each of the sums made of them: more than it is off


class Sample(NamedTuple):
    """Beginnings of tours whose mean bound is to be raised."""

    levels: IntArray
    nodes: IntArray
    costs: FloatArray
    """Cost so far, and the part of the cost to go that is the same in every order."""
    served: BoolArray
    due: FloatArray
    """-1 for each edge still to be served, 1 for each odd node, and what each cut asks for."""


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
        One for each edge, node and cut, in this order.
    """

    problem: Problem
    levels: Levels
    multipliers: FloatArray
    pause: Callable[[], None] = lambda: None
    """Called some times per second during long work; what it raises ends that."""
    deletions: list[tuple[float, FloatArray]] = field(default_factory=list)
    """Cut-off and multipliers with which steps were deleted, in order."""
    grid: Grid = field(init=False)
    labels: Labels = field(init=False)
    best: FloatArray = field(init=False)
    """The best multipliers of the last `tune`."""
    alive: BoolArray = field(init=False)
    table: CutTable = field(init=False)

    def __post_init__(self) -> None:
        self.grid = make_grid(self.problem, self.levels)
        self.table = CutTable(self.problem, self.levels.top)
        self.labels = new_labels(self.levels.top, len(self.grid.home))
        self.best = self.multipliers
        self.alive = np.ones((self.levels.top + 1, len(self.grid.edge)), dtype=np.bool_)

    @cached_property
    def crossed(self) -> BoolArray:
        """Which edges lie on the shortest paths, see `crossed_edges`."""
        return crossed_edges(self.problem, self.pause)

    @property
    def cuts(self) -> tuple[WindowCut, ...]:
        """The window cuts."""
        return self.table.cuts

    def set_cuts(self, cuts: Sequence[WindowCut]) -> None:
        """Take these cuts; what is new begins with the multiplier 0.

        A cut that was used for a deletion must not go.
        """
        place = {cut: number for number, cut in enumerate(cuts)}
        others = self.problem.size + len(self.problem.arrays.D)

        def moved(multipliers: FloatArray) -> FloatArray:
            values = np.zeros(others + len(cuts))
            values[:others] = multipliers[:others]
            for cut, value in zip(self.cuts, multipliers[others:], strict=True):
                if cut in place:
                    values[others + place[cut]] = value
            return values

        for number, (cutoff, used) in enumerate(self.deletions):
            values = moved(used)
            assert np.count_nonzero(values) == np.count_nonzero(used)
            self.deletions[number] = cutoff, values
        self.multipliers, self.best = moved(self.multipliers), moved(self.best)
        self.table = CutTable(self.problem, self.levels.top, cuts)

    def take(
        self, of_edge: FloatArray, of_node: FloatArray, of_cut: Mapping[WindowCut, float]
    ) -> None:
        """Take these multipliers and cuts in place of all others.

        A cut that was used for a deletion must be among them.
        """
        self.set_cuts(tuple(of_cut))
        self.multipliers = np.concatenate([of_edge, of_node, np.array([*of_cut.values()])])
        self.best = self.multipliers

    def used_cuts(self) -> IntArray:
        """Return the numbers of the cuts whose multipliers are above 0, now or in a deletion."""
        others = self.problem.size + len(self.problem.arrays.D)
        used = [self.multipliers, self.best, *(values for _, values in self.deletions)]
        return np.flatnonzero(np.max(used, axis=0)[others:] > 0)

    def strong_cuts(self, share: float) -> IntArray:
        """Return the numbers of the fewest cuts that have this share of all multipliers of cuts.

        Those that a deletion needs are among them.
        """
        others = self.problem.size + len(self.problem.arrays.D)
        prices = self.multipliers[others:]
        falling = np.argsort(-prices, kind="stable")
        before = np.cumsum(prices[falling]) - prices[falling]
        chosen = np.zeros(len(prices), dtype=np.bool_)
        chosen[falling] = before < share * prices.sum()
        for _, used in self.deletions:
            chosen |= used[others:] > 0
        return np.flatnonzero(chosen)

    def root(self) -> Sample:
        """Return the one beginning of all tours: nothing served."""
        served = np.zeros((1, self.problem.size), dtype=np.bool_)
        levels = np.array([self.levels.top])
        return Sample(
            levels,
            np.array([len(self.grid.home) - 1]),
            self.constant(np.array([self.problem.arrays.q.sum()])),
            served,
            self.due(served, np.array([self.problem.start]), levels),
        )

    def due(self, served: BoolArray, here: IntArray, levels: IntArray) -> FloatArray:
        """Return what stands before the multipliers in the bounds of some states.

        Parameters
        ----------
        served
            Edges that each state has served.
        here
            Node where it is, -1 for a start anywhere.
        levels
            Level of its load.
        """
        odd, of_cuts = odd_nodes(self.problem, served, here), self.table.due(served, here, levels)
        due = np.concatenate([served - 1.0, odd, of_cuts], axis=1)
        return np.ascontiguousarray(due, dtype=np.float64)

    def constant(self, load: FloatArray) -> FloatArray:
        """Return the part of the cost to go that is the same in every order."""
        return self.grid.pace * load * load / 2

    def rounding(self, multipliers: FloatArray) -> float:
        """Return by how much a bound at these multipliers may be too high.

        That is about what `verify` takes off, which trusts no sum, and more than these sums are
        off: next to nothing, unless the optimum is much less than carrying all of the load all of
        the way would cost, as where nearly all of it is left at the start.
        """
        arrays = self.problem.arrays
        way = float(
            arrays.length.min(axis=1).sum() + arrays.D.max(where=np.isfinite(arrays.D), initial=0.0)
        )
        terms = float(np.abs(multipliers).sum()) + (arrays.W + float(arrays.q.sum())) * way
        return _ROUNDING * (self.problem.size + 8 + len(self.cuts)) * terms

    def fill(self, top: int) -> None:
        """Fill the labels up to a level for the multipliers as they are."""
        prices = self.table.prices(self.grid, self.multipliers)
        a_level = fill_work(1, len(self.grid.home), len(self.grid.edge))
        for bottom in range(0, top + 1, max(1, _A_PIECE // a_level)):
            self.pause()
            highest = min(top, bottom + max(1, _A_PIECE // a_level) - 1)
            fill_to_go(bottom, highest, prices, self.alive, self.grid, self.labels)

    def evaluate(self, sample: Sample, ceiling: float = np.inf) -> tuple[float, FloatArray]:
        """Return the mean bound of a sample, and its slope along each multiplier.

        No more than `ceiling` is counted of each.
        """
        self.fill(int(sample.levels.max()))
        slope = np.empty(len(self.multipliers))
        arrays = self.table.arrays
        value = average_bound(
            *sample, ceiling, self.multipliers, arrays, self.grid, self.labels, slope
        )
        return value, slope

    def tune(self, sample: Sample, cutoff: float, iterations: int, step: float) -> Iterator[float]:
        """Improve the multipliers for a sample; yield its best mean bound so far.

        A subgradient ascent: the slope along an edge's multiplier is how often the walks serve
        it more than once, along an odd node's how many deadhead ends they lack there. Its
        direction is deflected by the last one, and it goes back to the best and shortens its
        step when nothing improves. Call `settle` when it was enough.

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
        direction = np.zeros(len(self.multipliers))
        best, stale = -np.inf, 0
        self.best = self.multipliers
        for _ in range(iterations):
            value, slope = self.evaluate(sample, ceiling)
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
            others = self.multipliers[self.problem.size :]  # of nodes and cuts
            np.maximum(others, 0.0, out=others)

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

        What is near the cut-off is left, so that `verify` deletes all of these too. The labels
        must be filled for the multipliers as they are.
        """
        top, nodes = self.levels.top, len(self.grid.home)
        so_far = new_labels(top, nodes)
        prices = self.table.prices(self.grid, self.multipliers)
        piece = max(1, _A_PIECE // (nodes**2 + fill_work(1, nodes, len(self.grid.edge))))
        for highest in range(top, 0, -piece):
            self.pause()
            lowest = highest - piece + 1
            fill_so_far(highest, lowest, prices, self.alive, self.grid, so_far)
        root = self.root()
        rest = cutoff - float(root.costs[0] + root.due[0] @ self.multipliers)
        rest += self.rounding(self.multipliers)
        self.deletions.append((cutoff, self.multipliers))
        return delete_steps(rest, prices, self.grid, so_far, self.labels, self.alive)


def smith_multipliers(problem: Problem) -> FloatArray:
    """Return good multipliers without a search: every edge is served about once.

    In the order of Smith's rule let x be the load and t the way to go at the middle of edge e.
    With

        multiplier[e] = q * t - d * (W + x)

    serving e is cheapest at load x, and no edge is cheaper there: the slope of the cost to go
    along the load is t, up to a constant. The multiplier of an odd node is W times its potential
    in Smith's bound, or its distance to the nearest node that is not odd: so no deadhead pays.
    """
    q, d = problem.arrays.q, problem.arrays.length.min(axis=1)
    order = smith_order(q, d)
    multipliers = np.empty(len(q))
    x = np.cumsum(q[order][::-1])[::-1] - q[order] / 2
    t = np.cumsum(d[order][::-1])[::-1] - d[order] / 2
    multipliers[order] = q[order] * t - d[order] * (problem.arrays.W + x)
    return np.append(multipliers, problem.arrays.W * _potentials(problem))


def _potentials(problem: Problem) -> FloatArray:
    """Return a potential for each node, 0 where it is not odd."""
    smith = smith_bound(problem)
    fixed = smith.nodes >= 0
    nodes, n = smith.nodes[fixed], len(problem.arrays.D)
    even = np.setdiff1d(np.arange(n), nodes)
    between = np.minimum(problem.arrays.D, problem.arrays.D.T)
    nearest = between[nodes][:, even].min(axis=1, initial=np.inf)
    potentials = np.zeros(n)
    potentials[nodes] = np.clip(smith.potentials[fixed], 0.0, nearest)
    return potentials
