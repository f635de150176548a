"""The search over the whole tour."""

import numpy as np
import pytest

from arcload import Instance
from arcload.engine.context import Context
from arcload.engine.kernels.sequence import search_space
from arcload.engine.problem import Problem
from arcload.engine.search.chains import search_whole
from arcload.engine.stop import MaxIterations
from arcload.maps.generators import generate
from tests.brute_force import optimum_of
from tests.examples import FOUR_EDGES

TOWN = generate("city", edges=40, seed=2)


def searched(instance: Instance, iterations: int, threads: int = 1) -> Context:
    """Return a run after some iterations from the edges as they are numbered."""
    problem = Problem.of(instance)
    context = Context(problem, MaxIterations(iterations), threads=threads)
    assert context.offer_order(np.arange(problem.size))
    space = search_space(problem)
    search_whole(context, space, window=20, longest=10, patience=4)
    return context


def test_few_edges_are_solved() -> None:
    context = searched(FOUR_EDGES, 200)
    assert context.best is not None
    assert context.best.cost == pytest.approx(optimum_of(FOUR_EDGES)) == 275


@pytest.mark.parametrize("threads", [1, 3])
def test_every_iteration_is_made_and_none_more(threads: int) -> None:
    context = searched(TOWN, 100, threads)
    assert context.iterations == 100


def test_chains_that_learn_from_each_other_give_the_same_tour_again() -> None:
    once, again = (searched(TOWN, 300, threads=2) for _ in range(2))
    assert once.best is not None
    assert again.best is not None
    assert once.best.order.tolist() == again.best.order.tolist()
    assert once.best.cost < searched(TOWN, 1).record.history[0][2], "cheaper than the first tour"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_chain_goes_on_from_a_tour_that_was_found_elsewhere(threads: int) -> None:
    better = searched(TOWN, 300).best
    assert better is not None
    context = Context(Problem.of(TOWN), MaxIterations(4), threads=threads)
    context.offer_order(np.arange(40))
    found = [better.order]
    search_whole(
        context,
        search_space(context.problem),
        window=5,
        longest=10,
        patience=4,
        neighbours=5,
        nearby=50,
        elsewhere=lambda: found.pop() if found else None,
    )
    assert not found
    assert context.best is not None
    assert context.best.cost <= better.cost * (1 + 1e-9)


def test_a_worse_one_from_elsewhere_does_not_make_the_tour_worse() -> None:
    good = searched(TOWN, 300).best
    assert good is not None
    context = Context(Problem.of(TOWN), MaxIterations(4))
    context.offer(good)
    found = [np.arange(40)]
    search_whole(
        context,
        search_space(context.problem),
        window=5,
        longest=10,
        patience=4,
        elsewhere=lambda: found.pop() if found else None,
    )
    assert not found
    assert context.best is not None
    assert context.best.cost <= good.cost


def test_chains_that_may_go_on_from_dearer_tours_keep_the_best() -> None:
    good = searched(TOWN, 300).best
    assert good is not None
    costs = []
    for _ in range(2):
        context = Context(Problem.of(TOWN), MaxIterations(3000), threads=2)
        context.offer(good)
        space = search_space(context.problem)
        search_whole(context, space, window=5, longest=10, patience=4, warm=True)
        assert context.iterations == 3000
        assert context.best is not None
        costs.append(context.best.cost)
    assert costs[0] == costs[1] <= good.cost
