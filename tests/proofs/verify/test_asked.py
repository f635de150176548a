"""What window cuts ask of beginnings of tours: as the prover has it, step by step."""

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.types import BoolArray, IntArray
from arcload.proofs.relaxation import Relaxation
from arcload.proofs.verify.asked import Asked
from arcload.proofs.verify.delivery import delivery_of
from arcload.proofs.verify.tolls import Tolls
from arcload.proofs.verify.validation import Multipliers
from tests.fuzz import Case, take_random_cuts
from tests.random_instances import random_instance

STATES = 40


def beginnings(rng: np.random.Generator, problem: Problem) -> tuple[BoolArray, IntArray]:
    """Return sets of served edges, and where the vehicle is."""
    served = rng.random((STATES, problem.size)) < rng.random((STATES, 1))
    return served, rng.integers(0, len(problem.arrays.D), STATES)


def asked_by(relaxation: Relaxation, case: Case) -> Asked:
    """Return the checker's view of a relaxation's cuts."""
    problem, grid = case.problem, relaxation.grid
    m, n = problem.size, len(problem.arrays.D)
    values = relaxation.multipliers
    multipliers = Multipliers(values[:m], values[m : m + n], values[m + n :])
    levels = relaxation.levels
    tolls = Tolls(delivery_of(case.instance), levels.top, relaxation.cuts, multipliers)
    return Asked(tolls, levels.of_edge, grid.edge, grid.tail, grid.head)


def test_it_is_what_the_prover_takes_and_steps_change_it_rightly() -> None:
    compared = 0
    for index in range(80):
        rng = np.random.default_rng([5, index])
        case = Case(random_instance(rng)[0], rng)
        relaxation = case.random_relaxation()
        take_random_cuts(case, relaxation)
        asked, levels = asked_by(relaxation, case), relaxation.levels.of_edge
        served, here = beginnings(rng, case.problem)
        level = ~served @ levels
        others = case.problem.size + len(case.problem.arrays.D)
        prices = relaxation.multipliers[others:]
        for place in (here, np.full(STATES, -1)):
            due = relaxation.table.due(served, place, level) @ prices
            np.testing.assert_allclose(
                asked.of(served, place, level), due, rtol=1e-9, atol=1e-9 * prices.sum()
            )
        row, step = np.nonzero(~served[:, relaxation.grid.edge])
        then = served[row]
        then[np.arange(len(row)), relaxation.grid.edge[step]] = True
        expected = asked.of(then, relaxation.grid.head[step], ~then @ levels)
        for place in (here, np.full(STATES, -1)):
            found = asked.after(served, place, level, row, step)
            np.testing.assert_array_equal(found, expected)  # its sums are exact
        compared += len(row)
    assert compared > 2000
