"""A lower bound and the tour that it is held against."""

import pytest

import arcload
from arcload.proofs.bound_file import check_bound
from arcload.solving.bound import bound
from tests.examples import FOUR_EDGES


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
