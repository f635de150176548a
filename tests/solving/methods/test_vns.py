"""VNS: valid tours, never worse than its start, the same for a seed."""

import pytest
from hypothesis import given, settings

import arcload
from arcload import InputError
from arcload.maps.generators import generate
from tests.examples import FOUR_EDGES
from tests.strategies import instances

TOWN = generate("rural", nodes=12, edges=30, seed=5)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=9))
def test_is_never_worse_than_greedy(instance: arcload.Instance) -> None:
    """On networks of every kind; `solve` has each tour checked."""
    result = arcload.solve(instance, "vns", iterations=3)
    assert result.cost <= arcload.solve(instance, "greedy").cost * (1 + 1e-12)


def test_finds_the_optimum_of_the_paper_example() -> None:
    result = arcload.solve(FOUR_EDGES, "vns")
    assert (result.cost, result.iterations) == (275, 100)


def test_a_seed_gives_the_same_tour() -> None:
    first, again = (arcload.solve(TOWN, "vns", iterations=5, seed=4) for _ in range(2))
    assert (first.plan.order, first.plan.directions) == (again.plan.order, again.plan.directions)
    assert first.cost < arcload.solve(TOWN, "greedy").cost


def test_a_full_search_beats_a_single_step() -> None:
    full, single = (
        arcload.solve(TOWN, "vns", iterations=5, parameters={"local_search": how}).cost
        for how in ("full", "single")
    )
    assert full < single


def test_refuses_parameters_that_make_no_sense() -> None:
    with pytest.raises(InputError, match="perturbation is 2; it must be a number from 0 to 1"):
        arcload.solve(FOUR_EDGES, "vns", parameters={"perturbation": 2})
