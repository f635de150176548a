"""Whole-numbered levels for the load, and the grid of the relaxation that they make."""

import math
from dataclasses import dataclass

import numpy as np

from arcload.engine.kernels.relaxation import Grid, least_loads
from arcload.engine.problem import Problem
from arcload.model.types import FloatArray, IntArray

_MOST_WORK = 5_000_000_000  # steps for filling the labels once where levels are exact
_WORK, _PER_EDGE = 100_000_000, 200  # and where they are rounded, to so many levels per edge
_LEAST_PACE = 1e-280  # below, its product with a demand may be far off
_NEAR = 1e-9  # relative difference from a whole number that still counts as one


@dataclass(frozen=True)
class Levels:
    """How the loads of a problem are rounded.

    Parameters
    ----------
    of_edge
        Levels that serving each edge takes, 1 or more.
    low
        Least load of any set of edges at each level; ``inf`` where there is none.
    """

    of_edge: IntArray
    low: FloatArray

    @property
    def top(self) -> int:
        """Level of the full load."""
        return len(self.low) - 1

    def exact(self, q: FloatArray) -> bool:
        """Return whether a level is the same load everywhere."""
        return bool(np.allclose(self.of_edge * (q.sum() / self.top), q, rtol=_NEAR, atol=0.0))


def choose_levels(problem: Problem, most_work: float = math.inf) -> Levels:
    """Return levels for a problem: exact where its demands have a common unit, if affordable.

    Parameters
    ----------
    problem
        The problem.
    most_work
        Steps for filling the labels once that are affordable.
    """
    q = problem.arrays.q
    per_level = fill_work(1, len(problem.arrays.D), 2 * len(q))
    whole = _as_whole_numbers(q)
    if whole is not None and whole.sum(dtype=np.float64) * per_level <= min(_MOST_WORK, most_work):
        of_edge = whole
    else:
        of_edge = rounded(q, min(_PER_EDGE * len(q), _WORK // per_level))
    return Levels(of_edge, least_loads(of_edge, q))


def fill_work(top: int, nodes: int, steps: int) -> int:
    """Return about how many steps of some nanoseconds it takes to fill the labels to a level."""
    return top * (30 * nodes + 5 * steps)


def rounded(q: FloatArray, levels: int) -> IntArray:
    """Return demands rounded to about so many levels in all, none to nothing."""
    nearest: IntArray = np.rint(q / (q.sum() or 1.0) * levels).astype(np.int64)
    return np.maximum(1, nearest)


def _as_whole_numbers(q: FloatArray) -> IntArray | None:
    """Return the demands in units of their greatest common one, None if there is none.

    Where the load costs nothing each counts as one, so that a level is a number of edges.
    """
    if not q.any():
        return np.ones(len(q), dtype=np.int64)
    for scale in (1.0, 10.0, 100.0, 1000.0):
        scaled = q * scale
        nearest = np.rint(scaled)
        if np.all(nearest >= 1) and np.all(np.abs(scaled - nearest) <= _NEAR * nearest):
            if nearest.max() >= 2**53:
                return None
            whole = nearest.astype(np.int64)
            return whole // math.gcd(*whole.tolist())
    return None


def make_grid(problem: Problem, levels: Levels) -> Grid:
    """Return the relaxation of a problem.

    With a the least length per unit of demand, the part a * q of each length costs the same
    in every order: sum of a * q * (load before - q / 2) = a * Q^2 / 2. It is put aside, so
    that rounding touches only what is left, nothing at all where demand is proportional.
    """
    arrays = problem.arrays
    n = len(arrays.D)
    D = np.full((n + 1, n + 1), np.inf)
    D[:n, :n] = arrays.D
    D[n, :n] = arrays.from_start
    edge, side = np.nonzero(np.isfinite(arrays.length))
    tail = arrays.entry[edge, side]
    by_tail = np.argsort(tail, kind="stable")
    edge, side, tail = edge[by_tail], side[by_tail], tail[by_tail]
    length = arrays.length[edge, side]
    pace = _length_per_load(arrays.q, arrays.length)
    return Grid(
        W=arrays.W,
        low=levels.low,
        D=D,
        near=np.argsort(D, axis=1, kind="stable").astype(np.int32),
        home=np.append(arrays.home, np.inf),
        start=problem.start,
        end=problem.end,
        edge=edge,
        tail=tail,
        head=arrays.entry[edge, 1 - side],
        is_forwards=side == 0,
        first=np.searchsorted(tail, np.arange(n + 2)),
        length=length,
        slope=np.maximum(0.0, length - pace * arrays.q[edge]),
        pace=pace,
        level=levels.of_edge[edge],
        q=arrays.q[edge],
    )


def _length_per_load(q: FloatArray, length: FloatArray) -> float:
    """Return the least length of an edge per unit of its demand, 0 where that is no number."""
    heavy = q > 0
    with np.errstate(over="ignore"):
        pace = float((length.min(axis=1)[heavy] / q[heavy]).min(initial=np.inf))
    return pace if _LEAST_PACE < pace < np.inf else 0.0
