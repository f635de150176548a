"""A walk that is almost as short as can be."""

from hypothesis import given, settings

import arcload
from arcload.solving.postman.short_walk import short_walk
from arcload.solving.postman.shortest_tour import _tour, shortest_tour
from tests.strategies import instances


@settings(max_examples=25)
@given(instances(min_served=1, max_served=5))
def test_it_is_a_tour_and_not_shorter_than_the_shortest(instance: arcload.Instance) -> None:
    walk = short_walk(instance)
    assert walk is not None
    tour = _tour(instance, walk)
    arcload.check(tour)
    assert tour.length >= shortest_tour(instance).tour.length * (1 - 1e-9)


def test_on_a_town_it_is_the_shortest() -> None:
    town = arcload.generate("city", edges=60, served=0.9, seed=1)
    walk = short_walk(town)
    assert walk is not None
    assert sum(town.lengths[drive] for drive in walk) <= shortest_tour(town).tour.length * (
        1 + 1e-9
    )


def test_it_ends_when_it_is_over() -> None:
    town = arcload.generate("city", edges=60, seed=1)
    assert short_walk(town, lambda: True) is None
