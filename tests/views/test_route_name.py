"""What routes are called."""

import arcload
from arcload.views.route_name import route_name


def test_a_route_goes_by_its_number_and_label() -> None:
    plain = arcload.Vehicle(start=1, end=1)
    assert route_name(2, plain) == "Vehicle 2"
    named = arcload.Vehicle(start=1, end=1, label="Big\nred")
    assert route_name(1, named) == "Vehicle 1, Big red"
