"""Least cuts, held against all sets of nodes."""

import itertools

import numpy as np
import pytest

from arcload.engine.kernels.small_cuts import small_cuts
from arcload.model.types import BoolArray, FloatArray, IntArray


@pytest.mark.parametrize("seed", range(8))
def test_flows_are_the_least_cuts_up_to_their_limits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, pairs = 6, 9
    ends = rng.integers(n, size=(pairs, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    capacity = np.where(rng.random((len(ends), 2)) < 0.3, 0.0, rng.random((len(ends), 2))).ravel()
    tails = ends.ravel()
    heads = ends[:, ::-1].ravel()
    leaving = np.argsort(tails, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(tails, minlength=n))])
    targets = np.arange(1, n)
    limits = np.full(n - 1, 0.8)
    sets = np.zeros((n - 1, n), dtype=np.bool_)
    flows = small_cuts(first, leaving, heads, capacity, 0, targets, limits, sets)
    for row, target in enumerate(targets.tolist()):
        cuts = [
            _entering(np.isin(np.arange(n), [*chosen, target]), tails, heads, capacity)
            for size in range(n - 1)
            for chosen in itertools.combinations(set(range(1, n)) - {target}, size)
        ]
        assert flows[row] == pytest.approx(min(0.8, *cuts), abs=1e-7)
        if flows[row] < 0.8 - 1e-7:
            assert sets[row, target]
            assert not sets[row, 0]
            assert _entering(sets[row], tails, heads, capacity) == pytest.approx(flows[row])
        else:
            assert not sets[row].any()


def _entering(inside: BoolArray, tails: IntArray, heads: IntArray, of: FloatArray) -> float:
    return float(of[inside[heads] & ~inside[tails]].sum())


def test_a_target_that_is_the_source_has_no_cut() -> None:
    sets = np.zeros((1, 2), dtype=np.bool_)
    first, leaving, heads = np.array([0, 1, 2]), np.array([0, 1]), np.array([1, 0])
    source = np.array([0])
    flows = small_cuts(first, leaving, heads, np.zeros(2), 0, source, np.ones(1), sets)
    assert flows.tolist() == [1.0]
    assert not sets.any()
