"""The shortest tour against brute force."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.solving.postman import branch_and_cut
from arcload.solving.postman import least_driving as module
from arcload.solving.postman.branch_and_cut import LeastTour
from arcload.solving.postman.cutting_planes import CuttingPlanes, Driving
from arcload.solving.postman.least_driving import LeastDriving, least_driving
from arcload.solving.postman.repair import repaired
from arcload.solving.postman.shortest_tour import (
    _searched_walk,
    _tour,
    is_plain,
    known_shortest_tour,
    shortest_tour,
)
from tests.brute_force import shortest_length
from tests.examples import FOUR_EDGES
from tests.strategies import instances

_TIGHT = 1e-12


def _least_length(instance: arcload.Instance) -> float:
    return float(shortest_length(instance))


@settings(max_examples=120)
@given(instances(max_served=5))
def test_no_tour_is_shorter(instance: arcload.Instance) -> None:
    """One-way, uneven and zero lengths, loops, parallel streets, any start and end."""
    found = shortest_tour(instance)
    arcload.check(found.tour)
    assert found.exact
    assert found.tour.length == pytest.approx(_least_length(instance), rel=_TIGHT)


@settings(max_examples=150)
@given(instances(max_served=5), st.lists(st.integers(-9, 15), min_size=1, max_size=8))
def test_none_is_shorter_where_lengths_differ_by_many_digits(
    instance: arcload.Instance, digits: list[int]
) -> None:
    """The solver of the linear programs keeps to absolute tolerances."""
    factors = [10.0 ** digits[edge % len(digits)] for edge in range(len(instance.edges))]
    wide = instance.replace(lengths=instance.lengths * np.array(factors).reshape(-1, 1))
    found = shortest_tour(wide)
    assert found.exact
    assert found.tour.length == pytest.approx(_least_length(wide), rel=_TIGHT)


def test_a_street_far_too_long_does_not_hide_two_metres() -> None:
    """14 m were said to be the least, as 2 m are nothing beside 30,000 km."""
    streets = [
        (1, 0, 2.0, 1.0, 1, np.inf),
        (2, 1, 1.0, 1.0, 2, np.inf),
        (0, 1, 2.0, 1.0, 3, np.inf),
        (1, 0, 3e7, 0.0, 4, 3e7),
        (2, 0, 2.0, 1.0, 5, 2.0),
        (0, 2, 3.0, 1.0, 6, np.inf),
    ]
    instance = arcload.Instance.from_edges(streets, start=arcload.FREE, end=2)
    found = shortest_tour(instance)
    assert (found.exact, found.tour.length) == (True, 12)


@settings(max_examples=60)
@given(instances(max_served=5, symmetric=True))
def test_the_postman_and_the_cutting_planes_agree(instance: arcload.Instance) -> None:
    need = (instance.demands > 0).astype(np.int64)
    assume(len(instance.served) and is_plain(instance))
    driving = CuttingPlanes(instance, need).shortest(600)
    assert driving is not None
    assert driving.proven
    length = shortest_tour(instance).tour.length
    assert float(driving.length(instance)) == pytest.approx(length, rel=_TIGHT)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=5, symmetric=True))
def test_what_is_repaired_is_a_tour(instance: arcload.Instance) -> None:
    need = (instance.demands > 0).astype(np.int64)
    times = repaired(instance, need)
    driving = CuttingPlanes(instance, times).oriented(60)
    assert driving is not None
    assert driving.times.sum() >= times.sum()
    assert driving.length(instance) >= _least_length(instance) * (1 - _TIGHT)


@settings(max_examples=60)
@given(instances(max_served=5))
def test_without_time_for_proofs_it_is_still_a_tour(instance: arcload.Instance) -> None:
    found = shortest_tour(instance, seconds=0)
    arcload.check(found.tour)
    assert found.tour.length >= _least_length(instance) * (1 - _TIGHT)


def test_a_free_tour_starts_where_there_is_something_to_serve() -> None:
    """Not at a node that no street leads to."""
    instance = arcload.Instance(
        nodes=(0, 1, 2),
        edges=(1, 2, 3),
        ends=np.array([[0, 1], [0, 1], [0, 0]]),
        lengths=np.array([[1, 1], [1, 1], [1, np.inf]]),
        demands=np.array([1.0, 1.0, 0.0]),
        vehicles=(arcload.Vehicle(start=arcload.FREE, end=arcload.FREE),),
    )
    assert shortest_tour(instance).tour.length == 2


def test_a_town_with_no_time_for_proofs_gets_a_heuristic_tour() -> None:
    town = arcload.generate("city", edges=60, served=0.5, seed=1)
    quick, best = shortest_tour(town, seconds=0), shortest_tour(town)
    assert (quick.exact, best.exact) == (False, True)
    assert best.tour.length == pytest.approx(4498.7)
    assert best.tour.length <= quick.tour.length < 1.1 * best.tour.length
    arcload.check(quick.tour)


def test_what_was_found_is_kept_and_more_time_goes_on_from_it() -> None:
    town = arcload.generate("city", edges=60, served=0.5, seed=1)
    first = shortest_tour(town, seconds=0)
    known: list[Driving | None] = []

    def noted(
        instance: arcload.Instance, seconds: float, before: Driving | None, keep: object
    ) -> LeastDriving:
        known.append(before)
        return least_driving(instance, 0.0, before)

    with patch.object(module, "least_driving", noted):
        again = shortest_tour(town.replace(curb_weight=1e9), seconds=0)
        assert not known
        assert (again.exact, again.bound) == (False, first.bound)
        assert again.tour.length == first.tour.length
        more = shortest_tour(town, seconds=1e-9)
        assert [float(one.length(town)) for one in known if one] == [
            pytest.approx(first.tour.length)
        ]
        assert more.tour.length <= first.tour.length
    assert shortest_tour(town).exact
    with patch.object(module, "least_driving", noted):
        assert shortest_tour(town, seconds=600).exact
    assert len(known) == 1


def test_what_was_found_before_an_interrupt_is_kept() -> None:
    town = arcload.generate("city", edges=60, served=0.5, seed=1)
    first = shortest_tour(town, seconds=0)
    assert known_shortest_tour(town) == first
    least = branch_and_cut.BranchAndCut.least

    def interrupted(search: branch_and_cut.BranchAndCut, until: float, solves: float) -> LeastTour:
        least(search, until)
        raise KeyboardInterrupt

    with (
        patch.object(branch_and_cut.BranchAndCut, "least", interrupted),
        pytest.raises(KeyboardInterrupt),
    ):
        shortest_tour(town)
    kept = known_shortest_tour(town)
    assert kept is not None
    assert not kept.exact  # though it is as short: that is known in the next call
    assert kept.tour.length == pytest.approx(4498.7)
    assert first.bound < kept.bound <= kept.tour.length
    assert shortest_tour(town, seconds=0).tour.length == kept.tour.length
    assert shortest_tour(town).exact


@settings(max_examples=60)
@given(instances(min_served=1, max_served=5))
def test_what_goes_on_from_a_tour_is_as_short_as_any(instance: arcload.Instance) -> None:
    before = shortest_tour(instance, seconds=0)
    found = shortest_tour(instance, seconds=600)
    assert found.exact
    assert before.bound <= found.tour.length * (1 + _TIGHT)
    assert found.tour.length == pytest.approx(_least_length(instance), rel=_TIGHT)


def test_a_town_in_many_pieces_takes_branches_and_is_proven() -> None:
    """The linear program with all rules found lies 2 % below it."""
    town = arcload.generate("city", edges=60, served=0.3, seed=2)
    found = shortest_tour(town)
    assert found.exact
    assert found.tour.length == pytest.approx(3186.8, rel=_TIGHT)


def test_a_search_without_load_finds_short_tours_too() -> None:
    walk = _searched_walk(FOUR_EDGES, 0.1)
    assert _tour(FOUR_EDGES, walk).length == 14


def test_the_round_trip_of_the_four_edges_is_taken_in_its_better_direction() -> None:
    found = shortest_tour(FOUR_EDGES)
    assert (found.exact, found.tour.length) == (True, 14)
    backwards = arcload.Tour(
        FOUR_EDGES, found.tour.order[::-1], [3 - d for d in found.tour.directions[::-1]]
    )
    assert found.tour.cost == 325 < backwards.cost


def test_collecting_costs_what_delivering_backwards_does() -> None:
    """A street driven twice is served on the crossing that carries its load less far."""
    town = arcload.generate("city", edges=40, seed=2, demand="clustered")
    two_way = town.replace(lengths=np.repeat(town.lengths.min(axis=1), 2).reshape(-1, 2))
    collecting = two_way.replace(mode="collect")
    delivered, collected = shortest_tour(two_way).tour, shortest_tour(collecting).tour
    assert collected.length == pytest.approx(delivered.length)
    assert collected.cost == pytest.approx(delivered.cost)


def test_the_streets_of_a_plain_town_are_driven_the_least_possible() -> None:
    """1,000 streets: a matching of the odd nodes, exact by itself."""
    town = arcload.generate("city", edges=1000, seed=5)
    two_way = town.replace(lengths=np.repeat(town.lengths.min(axis=1), 2).reshape(-1, 2))
    found = shortest_tour(two_way, seconds=0)
    assert is_plain(two_way)
    assert found.exact
    arcload.check(found.tour)
