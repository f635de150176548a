"""Random window cuts that every piece of a tour obeys."""

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.window_cut import WindowCut
from tests.random_instances import Rng


def random_cuts(rng: Rng, problem: Problem, top: int, tries: int) -> tuple[WindowCut, ...]:
    """Return some cuts of either kind, of any windows of levels up to `top`."""
    tail, head = problem.arrays.entry.T
    cuts = {}
    for _ in range(tries):
        inside = rng.random(len(problem.arrays.D)) < rng.choice([0.2, 0.5, 0.8])
        nodes = tuple(np.flatnonzero(inside).tolist())
        ends = rng.choice([-1, top, *rng.integers(-1, top + 1, size=2)], size=2)
        low, high = sorted(ends.tolist())
        within = np.flatnonzero(inside[tail] & inside[head])
        if low == high:
            continue
        if rng.random() < 0.4 and len(within):
            cuts[WindowCut(nodes, high, low, edge=int(rng.choice(within)))] = True
        else:
            border = np.flatnonzero(inside[tail] != inside[head])
            odd = tuple(border[rng.random(len(border)) < 0.5].tolist())
            begins = bool(rng.random() < 0.5)
            even = (len(odd) + begins) % 2 == 0
            cuts[WindowCut(nodes, high, low, odd=odd, begins=begins, ends=even)] = True
    return tuple(cuts)
