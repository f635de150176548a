"""The ascent on all multipliers, with cuts that are found on the way."""

from collections.abc import Iterator

import numpy as np

from arcload.engine.kernels.relaxation import cheapest_walk
from arcload.model.types import FloatArray, IntArray
from arcload.proofs.relaxation import Relaxation
from arcload.proofs.windows.find_cuts import find_cuts
from arcload.proofs.windows.mean_walk import MeanWalk

_ABOVE = 1.001  # it aims this much above the cut-off, relatively
_LAYERS = 8  # ranges of levels whose borders windows have
_MEMORY = 0.95  # share of the mean walk that stays when one is added
_EVERY, _NEW, _SHORT = 20, 200, 0.1  # steps between searches for cuts, new ones, least breach
_DEFLECTION = 0.9
_PATIENCE, _SHRINK = 25, 0.8  # steps without progress after which the step length shrinks
_PROGRESS = 1e-5  # relative improvement that counts as progress
_LEAST_STEP = 1e-3  # below, it has come as far as it will


FIRST_STEP = 0.1
"""Length of the first steps, as a share of what reaches the aim along a straight line."""


def tune_with_cuts(
    relaxation: Relaxation, cutoff: float, step: float = FIRST_STEP
) -> Iterator[float]:
    """Improve the multipliers at the root and find cuts; yield the best bound so far.

    As `Relaxation.tune`, with a direction that remembers more. Now and then the cuts are added that
    the mean of the last walks breaks most, and those left out whose multipliers came to 0. Call
    `settle` when it was enough.

    Parameters
    ----------
    relaxation
        At multipliers that are good already, with or without cuts.
    cutoff
        The ascent aims a little above it.
    step
        Length of the first steps: the better the multipliers are, the shorter.
    """
    target, top = _ABOVE * cutoff, relaxation.levels.top
    walk = MeanWalk(relaxation.grid, _borders(top), _MEMORY)
    start = len(relaxation.grid.home) - 1
    root, direction = relaxation.root(), np.zeros(len(relaxation.multipliers))
    best, stale, steps = -np.inf, 0, 0
    relaxation.best = relaxation.multipliers
    while step > _LEAST_STEP:
        value, slope = relaxation.evaluate(root)
        walk.add(cheapest_walk(top, start, relaxation.grid, relaxation.labels))
        stale = 0 if value > best + _PROGRESS * abs(target) else stale + 1
        if value > best:
            best, relaxation.best = value, relaxation.multipliers
        yield best
        steps += 1
        if value >= target:
            return
        if steps % _EVERY == 0:
            direction = _exchange_cuts(relaxation, walk, direction)
            root = relaxation.root()
        elif stale >= _PATIENCE:
            step, stale, relaxation.multipliers = _SHRINK * step, 0, relaxation.best
            direction[:] = 0.0
        else:
            direction = _DEFLECTION * direction + (1 - _DEFLECTION) * slope
            square = float(direction @ direction)
            if square == 0:
                return
            moved = relaxation.multipliers + step * (target - value) / square * direction
            others = moved[relaxation.problem.size :]  # of nodes and cuts
            np.maximum(others, 0.0, out=others)
            relaxation.multipliers = moved


def _borders(top: int) -> IntArray:
    """Return the levels at which each layer ends, falling, -1 the last."""
    inner = {top * k // _LAYERS for k in range(1, _LAYERS)} - {0, top}
    return np.array([*sorted(inner, reverse=True), -1], dtype=np.int64)


def _exchange_cuts(relaxation: Relaxation, walk: MeanWalk, direction: FloatArray) -> FloatArray:
    """Add cuts that the mean walk breaks, and leave out idle ones; return the new direction."""
    others = relaxation.problem.size + len(relaxation.problem.arrays.D)
    kept = relaxation.used_cuts().tolist()
    cuts = {relaxation.cuts[number]: None for number in kept}
    for broken in find_cuts(relaxation.problem, walk, relaxation.levels.top, _SHORT):
        if len(cuts) >= len(kept) + _NEW:
            break
        cuts[broken.cut] = None
    relaxation.set_cuts(tuple(cuts))
    moved = np.zeros(others + len(cuts))
    moved[:others] = direction[:others]
    moved[others : others + len(kept)] = direction[others:][kept]
    return moved
