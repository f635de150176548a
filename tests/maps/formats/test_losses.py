"""What a format cannot hold is refused or noted."""

from collections.abc import Callable

import pytest

from arcload import FREE, Edge, InputError, Instance, Note, Vehicle
from arcload.maps.formats.losses import (
    note_losses,
    refuse_fleet,
    refuse_one_way,
    refuse_open_tour,
    refuse_uneven,
    require_degrees,
)
from tests.examples import FOUR_EDGES

TWO_TYPES = FOUR_EDGES.replace(
    vehicles=(FOUR_EDGES.vehicle, Vehicle(start=1, end=1, curb_weight=9))
)

ONE_WAY = Instance.from_edges(
    [Edge("a", "b", 1, 1, length_back=float("inf")), Edge("b", "a", 1, 1)], depot="a"
)
UNEVEN = Instance.from_edges([Edge("a", "b", 1, 1, id="hill", length_back=2)], depot="a")


@pytest.mark.parametrize(
    ("refuse", "instance", "word"),
    [
        (refuse_one_way, ONE_WAY, "edge 1"),
        (refuse_one_way, UNEVEN, "'hill'"),
        (refuse_uneven, UNEVEN, "'hill'"),
        (require_degrees, FOUR_EDGES, "longitudes"),
        (refuse_open_tour, FOUR_EDGES.replace(end=FREE), "one depot"),
        (refuse_fleet, FOUR_EDGES.replace(capacity=200), "the capacity"),
        (refuse_fleet, TWO_TYPES, "several types"),
        (refuse_fleet, FOUR_EDGES.replace(fixed_cost=2, facilities=[3]), "fixed cost, facilities"),
    ],
)
def test_what_changes_the_problem_is_refused(
    refuse: Callable[[Instance], None], instance: Instance, word: str
) -> None:
    with pytest.raises(InputError, match=word):
        refuse(instance)


def test_what_fits_is_not_refused() -> None:
    for refuse in (refuse_one_way, refuse_uneven, refuse_open_tour):
        refuse(FOUR_EDGES)
    refuse_uneven(ONE_WAY)
    refuse_fleet(FOUR_EDGES)
    refuse_fleet(FOUR_EDGES.replace(capacity=200), but=("capacity",))


def test_only_what_is_there_is_noted() -> None:
    notes: list[Note] = []
    note_losses(FOUR_EDGES.replace(capacity=None), notes, fleet=True, the_mode=False)
    assert not notes
    note_losses(FOUR_EDGES.replace(load_unit="kg"), notes, ids=True, the_mode=True)
    note_losses(FOUR_EDGES.replace(capacity=200, count=2), notes, fleet=True)
    note, of_fleet = notes
    assert "the capacity, a number of vehicles of 'four edges'" in str(of_fleet)
    assert "ids, units, the mode of 'four edges'" in str(note)
