"""What the multipliers of window cuts come to, summed up in another way."""

import numpy as np

from arcload.engine.kernels.window_cuts import Sums, sort_nodes, sum_up
from tests.fuzz import Case, take_random_cuts
from tests.random_instances import random_instance


def test_sums_are_those_of_each_cut_alone() -> None:
    """A deadhead pays for each cut that has one of its ends inside, in the layers of the cut."""
    crossed = 0
    for index in range(40):
        rng = np.random.default_rng([7, index])
        case = Case(random_instance(rng)[0], rng)
        relaxation = case.random_relaxation()
        take_random_cuts(case, relaxation)
        cuts, m, n = relaxation.table.arrays, case.problem.size, len(case.problem.arrays.D)
        prices = relaxation.multipliers[m + n :]
        layers = int(cuts.layer[0]) + 1
        shapes = ((layers, n, n), (layers, m), (layers, n), (layers, n))
        sums = Sums(*(np.empty(shape) for shape in shapes))
        sum_up(prices, cuts, sums)
        expected, served, begins, ends = (np.zeros(shape) for shape in shapes)
        for c, price in enumerate(prices):
            here = slice(cuts.begin[c], cuts.end[c] + 1)
            apart = cuts.inside[c][:, None] != cuts.inside[c]
            expected[here] += price * apart
            served[here] += price * cuts.service[c]
            begins[cuts.begin[c]] += price * cuts.first[c] * cuts.inside[c]
            ends[cuts.end[c]] += price * cuts.last[c] * cuts.inside[c]
            crossed += int(apart.sum())
        tolerance = 1e-12 * prices.sum()
        for found, right in zip(sums, (expected, served, begins, ends), strict=True):
            np.testing.assert_allclose(found, right, rtol=0, atol=tolerance)
    assert crossed > 100


def test_nodes_are_sorted_by_what_a_deadhead_costs_whatever_their_order_was() -> None:
    rng = np.random.default_rng(3)
    layers, n = 4, 9
    weights, saved = rng.uniform(1, 3, layers), rng.uniform(0, 5, (layers, n, n))
    D = rng.uniform(0, 9, (n, n))
    D[rng.random((n, n)) < 0.2] = np.inf
    near = rng.permuted(np.tile(np.arange(n, dtype=np.int32), (layers, n, 1)), axis=2)
    sort_nodes(weights, D, saved, near)
    costs = weights[:, None, None] * D - saved
    other = rng.permuted(near, axis=2)
    sort_nodes(weights, D, saved, other)
    np.testing.assert_array_equal(near, other)  # those that cost the same, too
    found = np.take_along_axis(costs, near.astype(np.int64), axis=2)
    np.testing.assert_array_equal(found, np.sort(costs, axis=2))
    np.testing.assert_array_equal(np.sort(near, axis=2), np.broadcast_to(np.arange(n), near.shape))
