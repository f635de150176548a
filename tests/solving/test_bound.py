"""A lower bound and the tour that it is held against."""

import pytest

import arcload
from arcload.proofs.bound_file import check_bound
from arcload.solving.bound import bound
from tests.examples import FOUR_EDGES
from tests.proofs.star import star_instance


def test_the_optimum_of_the_four_edges_is_proven() -> None:
    proven = bound(FOUR_EDGES, threads=1)
    assert (proven.best, proven.gap, proven.instance) == (275, 0, FOUR_EDGES.name)
    assert proven.lower_bound == pytest.approx(275, rel=1e-9)
    assert check_bound(FOUR_EDGES, proven) == 275


def test_it_starts_from_the_tour_that_is_given() -> None:
    tour = arcload.Tour(FOUR_EDGES, (1, 2, 4, 3), (1, 1, 1, 2))
    proven = bound(FOUR_EDGES, tour=tour, threads=1)
    assert tour.cost == 325
    assert proven.lower_bound <= proven.best <= tour.cost


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(arcload.InputError, match="memory is -1"):
        bound(FOUR_EDGES, memory=-1)
    with pytest.raises(arcload.InputError, match="warm start"):
        bound(FOUR_EDGES, tour="tour.json")  # type: ignore[arg-type]


def test_the_bound_of_a_fleet_is_proven_again() -> None:
    fleet = star_instance()
    proven = bound(fleet, time=20.0, threads=1)
    assert (proven.lower_bound, proven.best, proven.kind) == (80, 80, "subsets")
    assert check_bound(fleet, proven) == 80


def test_the_bound_of_more_streets_is_held_against_the_plan_that_is_given() -> None:
    """Sixteen streets around a depot: each is driven twice."""
    streets = [(0, leaf, 10.0, 1.0) for leaf in range(1, 17)]
    fleet = arcload.Instance.from_edges(
        streets, depot=0, curb_weight=1.0, load_factor=0.0, capacity=4.0
    )
    plan = arcload.solve(fleet, "greedy", bound=False).plan
    proven = bound(fleet, tour=plan, time=20.0, threads=1)
    assert (proven.lower_bound, proven.best, proven.kind) == (320, plan.cost, "capacity-cuts")
    assert check_bound(fleet, proven) == 320


def test_no_bound_is_claimed_where_the_cost_does_not_come_first() -> None:
    balance = star_instance().replace(objective="balance", count=2)
    with pytest.raises(arcload.InputError, match="'balance'"):
        bound(balance)
