"""A chain of ruin and recreate."""

import numpy as np
import pytest

from arcload.engine.kernels.fleet_search import COST, ITERATIONS, LONGEST, PENALTY
from arcload.engine.search.annealing import BALANCE, anneal, weigh
from tests.engine.kernels.test_ruin_recreate import NEVER, begun, grid


def test_what_is_left_out_counts_as_much_as_all_that_is_driven() -> None:
    fleet = grid(4)
    fleet = fleet._replace(penalty=np.linspace(2.0, 9.0, len(fleet.q)))
    chain = begun(fleet)
    weigh(chain, fleet)
    cost, length = chain.now[COST], chain.routes.length.sum()
    assert chain.weights[PENALTY] == pytest.approx(cost / 2)
    assert chain.weights[LONGEST] == pytest.approx(BALANCE * cost / length)
    anneal(NEVER, 50, 1.0, chain, fleet)
    assert chain.numbers[ITERATIONS] == 51
