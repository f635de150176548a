"""What the paper's four methods share."""

from typing import Any

import pytest

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf, MaxIterations
from arcload.model.errors import InputError
from arcload.solving.methods._paper import (
    PaperParameters,
    SearchParameters,
    iterations,
    random_states,
    start,
    workers,
)
from tests.examples import FOUR_EDGES


@pytest.mark.parametrize(
    "parameters",
    [
        {"k_max": -1},
        {"k_max": 1.5},
        {"perturbation": 1.1},
        {"perturbation": float("nan")},
        {"perturbation": "much"},
        {"local_search": "half"},
    ],
)
def test_parameters_out_of_range_are_named(parameters: dict[str, Any]) -> None:
    ((name, value),) = parameters.items()
    with pytest.raises(InputError, match=f"{name} is {value!r}"):
        SearchParameters(**parameters)


def test_exchanges_are_a_share_of_the_edges_and_at_least_one() -> None:
    assert [SearchParameters().exchanges(m) for m in (1, 10, 100)] == [1, 2, 20]
    assert SearchParameters(perturbation=0).exchanges(100) == 0
    assert PaperParameters().k_max == 100


def test_iterations_end_at_k_max_unless_the_user_limits_them() -> None:
    context = Context(Problem.of(FOUR_EDGES), AnyOf())
    assert list(iterations(context, 3)) == [0, 1, 2]
    context = Context(Problem.of(FOUR_EDGES), AnyOf(MaxIterations(5)))
    assert list(iterations(context, 3)) == [0, 1, 2, 3, 4]


def test_random_states_are_never_0_and_differ() -> None:
    states = random_states(Context(Problem.of(FOUR_EDGES), AnyOf()), 50)
    assert states.shape == (50, 1)
    assert states.min() > 0
    assert len(set(states.ravel().tolist())) == 50


def test_it_starts_from_the_tour_of_the_context() -> None:
    context = Context(Problem.of(FOUR_EDGES), AnyOf())
    solution, _, _ = start(context)
    assert context.best is not None
    assert solution.order.tolist() == context.best.order.tolist()
    assert solution.sides.tolist() == context.best.sides.tolist()


def test_small_problems_are_not_handed_to_threads() -> None:
    with workers(Context(Problem.of(FOUR_EDGES), AnyOf(), threads=4), 8) as each:
        assert each is map
