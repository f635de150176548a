"""What the multipliers of window cuts come to, summed up in another way."""

import numpy as np

from arcload.engine.kernels.window_cuts import sum_up
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
        crossing, services = np.empty((layers, n, n)), np.empty((layers, m))
        sum_up(prices, cuts, crossing, services)
        expected, served = np.zeros_like(crossing), np.zeros_like(services)
        for c, price in enumerate(prices):
            here = slice(cuts.begin[c], cuts.end[c] + 1)
            apart = cuts.inside[c][:, None] != cuts.inside[c]
            expected[here] += price * apart
            served[here] += price * cuts.service[c]
            crossed += int(apart.sum())
        tolerance = 1e-12 * prices.sum()
        np.testing.assert_allclose(crossing, expected, rtol=0, atol=tolerance)
        np.testing.assert_allclose(services, served, rtol=0, atol=tolerance)
    assert crossed > 100
