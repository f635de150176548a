"""`arc-drl`: tours of a trained policy."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from arcload import FREE, InputError, Instance
from arcload.neural.serve import serving
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.strategies import instances

TOWN = arcload.generate("city", edges=40, seed=3)


def test_the_paper_example() -> None:
    result = arcload.solve(FOUR_EDGES, "arc-drl", parameters={"samples": 8})
    assert result.cost == 275
    assert result.iterations == 9


@settings(max_examples=40)
@given(instances(min_served=1, max_served=4, max_nodes=5))
def test_with_samples_enough_few_streets_are_solved(instance: Instance) -> None:
    """All orders are drawn, each once, however sure the policy is of some."""
    result = arcload.solve(instance, "arc-drl", parameters={"samples": 23})
    assert result.cost == pytest.approx(best_over_orders(instance))
    assert result.iterations <= math.factorial(len(instance.served))


@settings(max_examples=40)
@given(instances(min_served=0, max_served=5, max_nodes=5))
def test_any_instance_gets_a_tour(instance: Instance) -> None:
    """One-way streets, loops, free ends, collecting, nothing to serve."""
    optimum = best_over_orders(instance)
    for parameters in ({}, {"samples": 3}, {"samples": 3, "polish": 2}):
        result = arcload.solve(instance, "arc-drl", parameters=parameters)
        assert result.cost >= optimum * (1 - 1e-9)


def test_samples_and_polish_make_it_better() -> None:
    greedy, sampled, polished = (
        arcload.solve(TOWN, "arc-drl", parameters=parameters).cost
        for parameters in ({}, {"samples": 32}, {"samples": 32, "polish": 2})
    )
    assert polished <= sampled <= greedy
    assert polished < greedy


@pytest.mark.parametrize("polish", [0, 2])
def test_a_line_of_one_way_streets_gets_its_only_tour(polish: int) -> None:
    """Where none of the policy's tours is possible, the greedy construction's is."""
    edges = [(k, k + 1, 1.0 + k % 3, 1 + 7 * k % 5, None, np.inf) for k in range(12)]
    edges = [edges[k] for k in np.random.default_rng(12).permutation(12)]
    line = Instance.from_edges(edges, start=FREE, end=FREE, curb_weight=1)
    result = arcload.solve(line, "arc-drl", parameters={"samples": 20, "polish": polish})
    assert result.cost == 410.5


def test_the_same_seed_gives_the_same_tour() -> None:
    hot: dict[str, float] = {"samples": 4, "temperature": 1000.0}
    for parameters in (hot, hot | {"polish": 1}):
        one, same = (arcload.solve(TOWN, "arc-drl", parameters=parameters) for _ in range(2))
        assert one.plan.order == same.plan.order


def test_the_greedy_tour_needs_no_seed() -> None:
    costs = {arcload.solve(TOWN, "arc-drl", seed=seed).cost for seed in range(4)}
    assert len(costs) == 1


def test_it_stops_when_told() -> None:
    """The greedy tour is always built, and lots of samples until it is time to stop."""
    result = arcload.solve(TOWN, "arc-drl", iterations=1, parameters={"samples": 10**6})
    assert result.iterations == 1


def test_a_warm_start_is_never_made_worse() -> None:
    good = arcload.solve(TOWN, "arc-drl", parameters={"samples": 32, "polish": 1})
    result = arcload.solve(TOWN, "arc-drl", warm_start=good)
    assert result.cost <= good.cost * (1 + 1e-12)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"samples": -1}, "samples is -1; it must be a whole number, 0 or more"),
        ({"samples": 1.5}, "samples is 1.5"),
        ({"polish": True}, "polish is True"),
        ({"temperature": 0}, "temperature is 0; it must be above 0"),
        ({"temperature": np.nan}, "temperature is nan"),
        ({"temperature": "hot"}, "temperature is 'hot'"),
        ({"model": 3}, "model is 3; it must be a name or a file"),
        ({"model": "defalt"}, "did you mean 'default'"),
        ({"sampels": 3}, "did you mean 'samples'"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        arcload.solve(FOUR_EDGES, "arc-drl", parameters=parameters)


def test_too_many_streets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_EDGES", 39)
    with pytest.raises(InputError, match="up to 39 streets at a time, and 40 are to be served"):
        arcload.solve(TOWN, "arc-drl")
