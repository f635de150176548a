"""Instances that are solved, and proven, without a search."""

import numpy as np

from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from arcload.model.types import IntArray

_PROPORTIONAL = 1e-9  # relative difference of q / length that still counts as proportional


def euler_tour(problem: Problem) -> Solution | None:
    """Return an optimal tour where any Euler tour is one; None elsewhere.

    That is so if the demand of every edge is c times its length and the served edges form a
    closed walk from the depot. Without deadheads, the cost of a tour of length R is
    W * R + c * R^2 / 2 in every order; with deadheads it is greater.
    """
    arrays = problem.arrays
    length = arrays.length[:, 0]
    start = np.flatnonzero(arrays.from_start == 0)
    end = np.flatnonzero(problem.to_end == 0)
    degree = np.bincount(arrays.entry.ravel(), minlength=len(arrays.D))
    if (
        problem.size == 0
        or not np.array_equal(length, arrays.length[:, 1])
        or length.min() <= 0
        or (degree % 2).any()
    ):
        return None
    ratio = arrays.q / length
    if ratio.max() > ratio.min() * (1 + _PROPORTIONAL):
        return None
    common = set(start.tolist()) & set(end.tolist()) & set(arrays.entry.ravel().tolist())
    if not common:
        return None
    walk = _closed_walk(arrays.entry, min(common))
    if len(walk) < problem.size:
        return None
    order = np.array([edge for edge, _ in walk], dtype=np.int64)
    sides = np.array([side for _, side in walk], dtype=np.int64)
    total = float(length.sum())
    cost = arrays.W * total + float(ratio.min()) * total**2 / 2
    return Solution(cost, order, sides)


def _closed_walk(entry: IntArray, start: int) -> list[tuple[int, int]]:
    """Return (edge, side) of a closed walk over every edge that hangs together with `start`.

    Hierholzer's algorithm: walk until stuck, and insert detours where edges are left.
    """
    at: dict[int, list[tuple[int, int]]] = {}
    for edge, (tail, head) in enumerate(entry.tolist()):
        at.setdefault(tail, []).append((edge, 0))
        at.setdefault(head, []).append((edge, 1))
    used = np.zeros(len(entry), dtype=np.bool_)
    pending: list[tuple[int, tuple[int, int] | None]] = [(start, None)]
    walk: list[tuple[int, int]] = []
    while pending:
        node, came = pending[-1]
        choices = at.get(node, [])
        while choices and used[choices[-1][0]]:
            choices.pop()
        if choices:
            edge, side = choices.pop()
            used[edge] = True
            pending.append((int(entry[edge, 1 - side]), (edge, side)))
        else:
            pending.pop()
            if came is not None:
                walk.append(came)
    return walk[::-1]
