"""What the places of a fleet are called."""

from arcload import FREE, Vehicle
from arcload.views.place_names import place_names
from tests.examples import FOUR_EDGES


def test_one_depot_goes_without_a_number_and_facilities_by_their_nodes() -> None:
    assert place_names(FOUR_EDGES.replace(facilities=(3,))) == {1: "Depot", 3: "Facility 3"}


def test_several_depots_starts_and_ends_are_told_apart() -> None:
    vehicles = (Vehicle(start=1, end=1), Vehicle(start=2, end=2), Vehicle(start=3, end=4))
    assert place_names(FOUR_EDGES.replace(vehicles=vehicles)) == {
        1: "Depot 1",
        2: "Depot 2",
        3: "Start",
        4: "End",
    }


def test_a_place_that_is_anywhere_has_no_name() -> None:
    anywhere = (Vehicle(start=FREE, end=FREE, capacity=500),)
    fleet = FOUR_EDGES.replace(vehicles=anywhere, facilities=(2,))
    assert place_names(fleet) == {2: "Facility 2"}
