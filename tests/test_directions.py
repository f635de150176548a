"""The direction program on the paper's example and against brute force."""

import arcload
from tests.examples import FOUR_EDGES


def test_paper_example_costs_275() -> None:
    tour = arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4])
    assert (tour.cost, tour.directions) == (275, (1, 1, 1, 2))


def test_round_trip_costs_325() -> None:
    assert arcload.best_directions(FOUR_EDGES, [1, 2, 4, 3]).cost == 325
