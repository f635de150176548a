"""The network of the cut bound, worked by hand."""

from dataclasses import replace

import numpy as np

from arcload.model.fleet_problem import VehicleType
from arcload.proofs.fleets.cut_network import cut_network
from tests.proofs.star import star


def test_each_street_of_the_star_is_an_arc_each_way() -> None:
    network = cut_network(star())
    assert (network.nodes, network.even, network.capacity) == (5, True, 2)
    assert network.edge.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert network.tail.tolist() == [0, 1, 0, 2, 0, 3, 0, 4]
    assert network.head.tolist() == [1, 0, 2, 0, 3, 0, 4, 0]
    assert network.trips.tolist() == [2, 4]


def test_all_places_of_the_fleet_are_one_node() -> None:
    kind = VehicleType(capacity=2.0, start=2, end=3)
    network = cut_network(replace(star(), types=(kind,)))
    assert network.node.tolist() == [0, 1, 0, 0, 2]


def test_routes_that_end_anywhere_have_ways_home() -> None:
    network = cut_network(replace(star(), types=(VehicleType(capacity=2.0, end=-1),)))
    assert not network.even
    assert network.edge[-4:].tolist() == [-1] * 4
    assert network.tail[-4:].tolist() == [1, 2, 3, 4]
    assert network.head[-4:].tolist() == network.length[-4:].tolist() == [0] * 4


def test_vehicles_are_the_best_of_all_types_that_there_are() -> None:
    types = (
        VehicleType(a=3.0, b=1.0, capacity=2.0, count=1, most_trips=1),
        VehicleType(a=1.0, b=2.0, capacity=1.0),
        VehicleType(a=0.0, b=0.0, capacity=9.0, count=0),
    )
    network = cut_network(replace(star(), types=types))
    assert (network.a, network.capacity) == (1, 2)
    assert network.trips.tolist() == [2, 3, 4]


def test_streets_that_no_vehicle_may_use_are_no_arcs() -> None:
    first, last = np.arange(4) == 0, np.arange(4) == 3
    types = (
        VehicleType(capacity=2.0, barred=first | last),
        VehicleType(capacity=2.0, barred=first),
    )
    network = cut_network(replace(star(), types=types))
    assert set(network.edge.tolist()) == {1, 2, 3}


def test_sums_of_demands_that_rounding_made_too_great_need_no_more_trips() -> None:
    network = cut_network(replace(star(), demands=np.array([0.1, 0.2, 1.0, 1.0])))
    loads = np.array([0.3, 2.0, 2.0 + 1e-12, 2.1, 4.0, 4.1])
    assert network.least_trips(loads).tolist() == [1, 1, 1, 2, 2, 3]
