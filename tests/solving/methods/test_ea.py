"""EA: valid tours, never worse than its start, the same for any number of threads."""

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from arcload import InputError
from arcload.engine.solution import Solution
from arcload.maps.generators import generate
from arcload.solving.methods import _paper, ea
from tests.examples import FOUR_EDGES
from tests.published import FOLDER, needs_published, published_results
from tests.strategies import instances

TOWN = generate("rural", nodes=12, edges=30, seed=5)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=9))
def test_is_never_worse_than_greedy(instance: arcload.Instance) -> None:
    """On networks of every kind; `solve` has each tour checked."""
    result = arcload.solve(instance, "ea", iterations=3)
    assert result.cost <= arcload.solve(instance, "greedy").cost * (1 + 1e-12)


def test_finds_the_optimum_of_the_paper_example() -> None:
    result = arcload.solve(FOUR_EDGES, "ea")
    assert (result.cost, result.iterations) == (275, 100)


@pytest.mark.parametrize("local_search", ["single", "full"])
def test_threads_and_runs_give_the_same_tour(
    local_search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_paper, "_WORTH_A_THREAD", 0)
    one, two, again = (
        arcload.solve(
            TOWN, "ea", iterations=8, threads=n, parameters={"local_search": local_search}
        )
        for n in (1, 2, 2)
    )
    assert one.cost < arcload.solve(TOWN, "greedy").cost
    assert (one.plan.order, one.plan.directions) == (two.plan.order, two.plan.directions)
    assert (one.plan.order, one.plan.directions) == (again.plan.order, again.plan.directions)


def test_a_population_of_one_still_mutates() -> None:
    result = arcload.solve(TOWN, "ea", iterations=8, parameters={"p_max": 1})
    assert result.cost < arcload.solve(TOWN, "greedy").cost


def test_mutating_an_individual_once_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Survivors mutate no second time; the paper has them do so, to the same end."""
    quick = arcload.solve(TOWN, "ea", iterations=15)

    class Forgetful(ea.Individual):
        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, name != "is_mutated" and value)

    monkeypatch.setattr(ea, "Individual", Forgetful)
    thorough = arcload.solve(TOWN, "ea", iterations=15)
    assert (quick.plan.order, quick.plan.directions) == (
        thorough.plan.order,
        thorough.plan.directions,
    )


def test_the_best_with_different_orders_live_on() -> None:
    def individual(cost: float, *order: int) -> ea.Individual:
        return ea.Individual(Solution(cost, np.array(order), np.zeros(len(order), np.int64)))

    population = [individual(3, 0, 1, 2), individual(1, 2, 1, 0), individual(1, 2, 1, 0)]
    population += [individual(2, 1, 0, 2), individual(1, 0, 2, 1), individual(9, 1, 2, 0)]
    best = ea._fittest(population, 3)
    assert [id(one) for one in best] == [id(population[k]) for k in (1, 4, 3)]


@needs_published
@pytest.mark.parametrize("name", ["E_14", "H_20", "large_14"])
def test_is_no_worse_than_published(name: str) -> None:
    cost, _ = published_results("ea")[name]
    assert arcload.solve(arcload.read(FOLDER / f"{name}.txt"), "ea").cost <= cost * 1.00001


@pytest.mark.parametrize(
    ("name", "value"), [("p_max", 0), ("k_max", "ten"), ("local_search", "none")]
)
def test_refuses_parameters_that_make_no_sense(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"^{name} is .*; it must be "):
        arcload.solve(FOUR_EDGES, "ea", parameters={name: value})
