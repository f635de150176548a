"""Tags of the map hold for the vehicles that a planner makes heavier, too."""

from typing import Any

import numpy as np
import pytest

from arcload import Edge, InputError, Instance, Vehicle
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.ruled_out import ruled_out

BRIDGE = Instance.from_edges(
    [Edge(1, 2, 5, 1), Edge(2, 3, 5, 0), Edge(3, 1, 9, 1), Edge(2, 3, 7, 0)],
    depot=1,
    curb_weight=2000,
    load_unit="kg",
).replace(attributes={"maxweight": ("", "3.5", "", "12")})
"""Two bridges, of which one carries 3.5 t and the other 12 t."""


def with_vehicles(*vehicles: dict[str, Any], base: Instance = BRIDGE) -> Instance:
    """Return the network with other vehicles."""
    return edited(base, Edits().with_step([{"vehicles": list(vehicles)}], base))


def test_each_vehicle_has_its_own() -> None:
    light, heavy = (Vehicle(start=1, end=1, curb_weight=w, capacity=5) for w in (2000, 9000))
    none = np.zeros(4, dtype=np.bool_)
    assert ruled_out(BRIDGE, (light, heavy), none, 2.0).tolist() == [
        [False, False, False, False],
        [False, True, False, False],
    ]


def test_what_is_closed_to_all_is_left_out_and_what_to_some_is_closed_to_them() -> None:
    assert with_vehicles({"curb_weight": 2001}).edges == (1, 2, 3, 4)
    assert with_vehicles({"curb_weight": 9000}).edges == (1, 3, 4)
    both = with_vehicles(
        {"curb_weight": 2000, "capacity": 9}, {"curb_weight": 20000, "capacity": 9}
    )
    assert [vehicle.closed for vehicle in both.vehicles] == [(), (2, 4)]


def test_a_street_to_be_served_that_is_closed_to_all_is_named_with_the_tag() -> None:
    served = BRIDGE.replace(demand={2: 5})
    with pytest.raises(InputError, match=r"2.*maxweight=3\.5"):
        with_vehicles({"curb_weight": 9000}, base=served)
    free = Edits().with_step(
        [{"vehicles": [{"curb_weight": 9000}]}, {"streets": [2], "service": False}], served
    )
    assert edited(served, free).edges == (1, 3, 4)
