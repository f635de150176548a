"""Sums of rows that are odd, with few odd entries."""

import itertools

import numpy as np
import pytest

from arcload.engine.kernels.cuts_due import BitArray
from arcload.engine.kernels.odd_sums import odd_sums
from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.edge_bits import packed


def _sums(
    odd: BoolArray,
    side: BoolArray,
    slack: FloatArray,
    price: FloatArray,
    below: float = 1.0,
    most: int = 50,
) -> tuple[BoolArray, FloatArray]:
    """Return the members of the sums that are found, and their costs."""
    rows = len(odd)
    alone: BitArray = packed(np.eye(rows, dtype=np.bool_))
    sums, costs = odd_sums(packed(odd), alone, side.copy(), slack.copy(), price, below, most)
    members = np.unpackbits(sums.view(np.uint8), axis=1, count=rows, bitorder="little")
    return members.astype(np.bool_), costs


def _cost(members: BoolArray, odd: BoolArray, slack: FloatArray, price: FloatArray) -> float:
    return float(slack[members].sum() + price[odd[members].sum(axis=0) % 2 == 1].sum())


def test_three_edges_of_a_triangle_are_one_sum() -> None:
    odd = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]], dtype=np.bool_)
    members, costs = _sums(odd, np.ones(3, dtype=np.bool_), np.zeros(3), np.full(3, 0.5))
    assert members.tolist() == [[True, True, True]]
    assert costs.tolist() == [0.0]


@pytest.mark.parametrize("columns", [7, 64, 70])
def test_every_sum_is_odd_and_costs_what_is_said(columns: int) -> None:
    found = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        rows = 40
        odd, side = rng.random((rows, columns)) < 2 / columns, rng.random(rows) < 0.5
        slack = rng.random(rows) * (rng.random(rows) < 0.4)
        price = -np.sort(-rng.random(columns))
        members, costs = _sums(odd, side, slack, price)
        assert (costs < 1.0).all()
        for sum_, cost in zip(members, costs, strict=True):
            assert side[sum_].sum() % 2 == 1
            assert cost == pytest.approx(_cost(sum_, odd, slack, price))
        found += len(costs)
    assert found > 30


def test_where_nothing_has_slack_an_odd_sum_without_odd_entries_is_found() -> None:
    """Elimination is exact then, as far as a sum of two rows or more is needed."""
    exist = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        odd, side = rng.random((6, 6)) < 0.4, rng.random(6) < 0.5
        none, dear = np.zeros(6), np.ones(6)
        subsets = (np.array(one, dtype=np.bool_) for one in itertools.product([0, 1], repeat=6))
        exists = any(
            side[one].sum() % 2 and _cost(one, odd, none, dear) == 0
            for one in subsets
            if one.sum() > 1
        )
        alone = any(side[row] and not odd[row].any() for row in range(6))
        if not alone:
            assert (len(_sums(odd, side, none, dear)[1]) > 0) == exists
            exist += exists
    assert exist > 5


def test_of_many_sums_the_cheapest_are_given() -> None:
    rng = np.random.default_rng(1)
    odd, side = rng.random((60, 30)) < 0.1, rng.random(60) < 0.5
    slack, price = rng.random(60) / 5, -np.sort(-rng.random(30))
    _, every = _sums(odd, side, slack, price, most=10**4)
    _, some = _sums(odd, side, slack, price, most=5)
    assert len(every) > 5
    assert np.sort(some).tolist() == np.sort(every)[:5].tolist()
