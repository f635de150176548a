"""What `auto` finds costs no more than the shortest tour of the same call."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

import arcload
from arcload.model.errors import InputError
from arcload.model.result import Result
from arcload.solving.compare import Comparison
from arcload.solving.no_dearer import no_dearer
from tests.strategies import instances

TOWN = arcload.generate("city", edges=60, curb_ratio=5, seed=2)


def searched_little(instance: arcload.Instance) -> Result:
    return arcload.solve(instance, iterations=1, threads=1, bound=False)


def dear(instance: arcload.Instance) -> Result:
    """Return a result by `auto` as bad as a search can be: the streets as they are numbered."""
    one_way = instance.lengths[instance.served, 0] == np.inf
    best = arcload.solve(instance)
    try:
        tour = arcload.Tour(
            instance, [instance.edges[edge] for edge in instance.served], (1 + one_way).tolist()
        )
        assume(tour.cost > best.cost * (1 + 1e-6))
    except InputError:  # one-way streets forbid this order
        reject()
    return replace(best, plan=tour, status="feasible", history=((0.0, 0, tour.cost),))


@settings(max_examples=20)
@given(instances(min_served=1, max_served=5), st.sampled_from([0.0, 0.5, 5.0, 1e4]))
def test_no_result_is_dearer_than_the_shortest_tour(
    instance: arcload.Instance, ratio: float
) -> None:
    """One-way, rural, collecting and open ones, for vehicles of any weight."""
    heavy = instance.replace(curb_weight=max(ratio * instance.total_demand, 1e-3), load_factor=1.0)
    comparison = no_dearer(arcload.compare(dear(heavy)))
    assert comparison.saved >= -1e-9
    assert "search longer" not in comparison.verdict
    assert isinstance(comparison.solution, Result)
    arcload.check(comparison.solution)


@pytest.mark.parametrize(
    "changes",
    [{}, {"mode": "collect"}, {"start": arcload.FREE, "end": arcload.FREE}],
    ids=["deliver", "collect", "free"],
)
@pytest.mark.parametrize("served", [1.0, 0.5])
def test_a_search_of_one_iteration_is_not_either(served: float, changes: dict[str, Any]) -> None:
    town = arcload.generate("city", edges=30, curb_ratio=1e4, served=served, seed=5)
    comparison = no_dearer(arcload.compare(searched_little(town.replace(**changes))))
    assert comparison.saved >= -1e-9


def test_the_shortest_tour_takes_the_place_of_a_dearer_one() -> None:
    result = searched_little(TOWN)
    before = arcload.compare(result)
    assert "search longer" in before.verdict
    after = no_dearer(before)
    assert after.plan == before.shortest.plan
    assert isinstance(after.solution, Result)
    assert after.solution.history[-1][2] == after.plan.cost
    assert after.solution.gap is not None
    assert result.gap is not None
    assert after.solution.gap < result.gap


def test_a_cheaper_one_stays() -> None:
    comparison = arcload.compare(searched_little(TOWN.replace(curb_weight=0.0)))
    assert comparison.saved > 0
    assert no_dearer(comparison) is comparison


def test_other_methods_and_given_tours_are_judged_as_they_are() -> None:
    greedy = arcload.solve(TOWN, "greedy")
    for given_one in (greedy, greedy.plan):
        comparison = arcload.compare(given_one)
        assert no_dearer(comparison) is comparison
        assert "search longer" in comparison.verdict


def test_a_shortest_tour_that_meets_the_bound_is_optimal() -> None:
    result = searched_little(TOWN)
    before = arcload.compare(result)
    bound = before.shortest.plan.cost
    proven = replace(result, lower_bound=bound, certificate=None, bound_history=())
    after = no_dearer(Comparison(proven, before.shortest))
    assert isinstance(after.solution, Result)
    assert (after.solution.status, after.solution.gap) == ("optimal", 0.0)


def test_comparing_an_instance_searches_and_is_not_dearer() -> None:
    assert arcload.compare(TOWN, time=0, threads=1).saved >= 0
