"""Finds the cuts that a mean walk breaks."""

from typing import NamedTuple

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.windows.mean_walk import MeanWalk

_THRESHOLDS = (0.1, 0.35, 0.7)

_MOST = 12  # cuts of a kind in a window


class BrokenCut(NamedTuple):
    """A cut, and by how much a mean walk falls short of it."""

    short: float
    cut: WindowCut


class _Piece(NamedTuple):
    """A mean walk within a window."""

    served: FloatArray
    driven: FloatArray
    first: FloatArray
    last: FloatArray
    high: int
    low: int


def find_cuts(problem: Problem, walk: MeanWalk, top: int, least: float) -> list[BrokenCut]:
    """Return cuts that a mean walk falls short of by `least` or more, the worst first.

    Sets of nodes are tried that are likely to be broken: single nodes, the two ends of an edge,
    and the parts into which a piece falls without what it seldom drives.
    """
    borders = [top, *walk.borders.tolist()]
    layers = len(walk.borders)
    n = len(problem.arrays.D)
    tail, head = problem.arrays.entry.T
    few = np.vstack([np.eye(n, dtype=np.bool_), _pairs(tail, head, n)])
    found: list[BrokenCut] = []
    for i in range(layers):
        for j in range(i, layers):
            piece = _Piece(
                walk.served[i : j + 1].sum(axis=0) / walk.weight,
                walk.driven[i : j + 1].sum(axis=0) / walk.weight,
                walk.passed[i] / walk.weight,
                walk.passed[j + 1] / walk.weight,
                borders[i],
                borders[j + 1],
            )
            sets = np.vstack([few, *_parts(piece, tail, head)])
            found += _odd_cuts(piece, sets, tail, head, least)
            found += _links(piece, sets, tail, head, least)
    return sorted(found, key=lambda broken: -broken.short)


def _worst(short: FloatArray, least: float) -> list[int]:
    """Return the rows that fall short the most, a few."""
    rows = np.flatnonzero(short > least)
    chosen: list[int] = rows[np.argsort(-short[rows], kind="stable")[:_MOST]].tolist()
    return chosen


def _pairs(tail: IntArray, head: IntArray, n: int) -> BoolArray:
    sets = np.zeros((len(tail), n), dtype=np.bool_)
    sets[np.arange(len(tail)), tail] = sets[np.arange(len(tail)), head] = True
    return sets


def _parts(piece: _Piece, tail: IntArray, head: IntArray) -> list[BoolArray]:
    """Return the connected parts of what is driven more than thresholds."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = len(piece.first)
    parts = []
    unsure = np.maximum(0.0, np.minimum(piece.served, 1 - piece.served))
    for of_edge in (unsure, piece.served):
        weight = piece.driven.copy()
        np.add.at(weight, (tail, head), of_edge)
        np.add.at(weight, (head, tail), of_edge)
        for threshold in _THRESHOLDS:
            count, part = connected_components(csr_array(weight > threshold), directed=False)
            sizes = np.bincount(part, minlength=count)
            chosen = np.flatnonzero((sizes > 1) & (sizes < n))
            parts.append(part == chosen[:, None])
    return parts


def _odd_cuts(
    piece: _Piece, sets: BoolArray, tail: IntArray, head: IntArray, least: float
) -> list[BrokenCut]:
    inside = sets.astype(np.float64)
    border = sets[:, tail] != sets[:, head]
    driven = ((inside @ piece.driven) * (1 - inside)).sum(axis=1)
    # The elements of a cut: its edges, and whether it begins and ends inside.
    share = np.column_stack(
        [np.broadcast_to(piece.served, border.shape), inside @ piece.first, inside @ piece.last]
    )
    counts = np.column_stack([border, np.ones((len(sets), 2), dtype=np.bool_)])
    chosen = (share > 0.5) & counts
    missing = np.where(counts, np.minimum(share, 1 - share), 0.0).sum(axis=1)
    flip = np.where(counts, np.abs(1 - 2 * share), np.inf)
    even = chosen.sum(axis=1) % 2 == 0
    cheapest = flip.argmin(axis=1)
    rows = np.flatnonzero(even)
    chosen[rows, cheapest[rows]] ^= True
    short = 1 - driven - missing - np.where(even, flip.min(axis=1), 0.0)
    return [
        BrokenCut(
            float(short[row]),
            WindowCut(
                tuple(np.flatnonzero(sets[row]).tolist()),
                piece.high,
                piece.low,
                odd=tuple(np.flatnonzero(chosen[row, :-2]).tolist()),
                begins=bool(chosen[row, -2]),
                ends=bool(chosen[row, -1]),
            ),
        )
        for row in _worst(short, least)
    ]


def _links(
    piece: _Piece, sets: BoolArray, tail: IntArray, head: IntArray, least: float
) -> list[BrokenCut]:
    inside = sets.astype(np.float64)
    border = sets[:, tail] != sets[:, head]
    within = np.where(sets[:, tail] & sets[:, head], piece.served, 0.0)
    edge, most = within.argmax(axis=1), within.max(axis=1)
    crossed = ((inside @ piece.driven) * (1 - inside)).sum(axis=1) + border @ piece.served
    short = 2 * most - crossed - inside @ piece.first - inside @ piece.last
    return [
        BrokenCut(
            float(short[row]),
            WindowCut(
                tuple(np.flatnonzero(sets[row]).tolist()),
                piece.high,
                piece.low,
                edge=int(edge[row]),
            ),
        )
        for row in _worst(short, least)
    ]
