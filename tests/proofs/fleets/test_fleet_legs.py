"""What one type of vehicle sees of a problem."""

from dataclasses import replace

import numpy as np

from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.fleets.fleet_legs import fleet_legs

# Nodes 0 to 3 in a ring of streets of length 2.
RING = FleetProblem(
    nodes=4,
    ends=np.array([[0, 1], [1, 2], [2, 3], [3, 0]]),
    lengths=np.full((4, 2), 2.0),
    demands=np.array([0.0, 3.0, 4.0, 0.0]),
    served=np.array([False, True, True, False]),
    facilities=np.array([0]),
    types=(VehicleType(a=0.5, drive_time=3.0, serve_time=5.0),),
)


def test_the_shortest_ways_take_their_time() -> None:
    legs = fleet_legs(RING, RING.types[0])
    assert legs.D[0].tolist() == [0, 2, 4, 2]
    assert legs.time[0].tolist() == [0, 6, 12, 6]
    assert legs.serve_time.tolist() == [10] * 4
    assert legs.home.tolist() == [0, 1, 2, 1]


def test_barred_streets_are_neither_driven_nor_served() -> None:
    kind = VehicleType(drive_time=3.0, barred=np.array([False, False, True, False]))
    legs = fleet_legs(RING, kind)
    assert legs.edge.tolist() == [1, 1]
    assert legs.D[0].tolist() == [0, 2, 4]
    assert legs.time[0].tolist() == [0, 6, 12]


def test_subsets_have_their_loads_and_arcs() -> None:
    legs = fleet_legs(RING, RING.types[0])
    assert legs.load.tolist() == [0, 3, 4, 7]
    assert [legs.arcs_of(subset).tolist() for subset in (0, 1, 2, 3)] == [
        [],
        [0, 1],
        [2, 3],
        [0, 1, 2, 3],
    ]
    assert (legs.tail.tolist(), legs.head.tolist()) == ([1, 2, 2, 3], [2, 1, 3, 2])


def test_a_route_that_starts_and_ends_anywhere_has_no_way_from_and_to_it() -> None:
    legs = fleet_legs(RING, VehicleType(start=-1, end=-1))
    assert legs.starts.tolist() == legs.facilities.tolist() == [0]
    assert not legs.home.any()
    assert not legs.home_time.any()


def test_no_way_stays_none_for_a_vehicle_that_costs_nothing() -> None:
    one_way = replace(RING, lengths=np.array([[2.0, np.inf]] * 3 + [[np.inf, np.inf]]))
    legs = fleet_legs(one_way, VehicleType(a=0.0))
    assert legs.drive(0.0)[0].tolist() == [0, 0, 0, 0]
    assert legs.drive(0.0)[3].tolist() == [np.inf, np.inf, np.inf, 0]
    assert legs.home.tolist() == [0, np.inf, np.inf, np.inf]
