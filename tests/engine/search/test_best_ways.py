"""Each route of a plan takes the best of its ways, and a better vehicle while one is free."""

import numpy as np

from arcload import Vehicle
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.search.best_ways import best_ways
from tests.examples import FOUR_EDGES

ARCS, TURNED = np.array([8, 0, 2, 8, 4, 6]), np.array([8, 3, 1, 8, 7, 5])
ENDS = np.array([3, 6])


def test_of_better_vehicles_no_more_drive_than_there_are() -> None:
    heavy, light = (
        Vehicle(curb_weight=W, start=1, end=1, capacity=120, count=count)
        for W, count in ((5.0, 2), (1.0, 1))
    )
    fleet = KernelFleet.of(FOUR_EDGES.replace(vehicles=(heavy, light))).fleet
    best = best_ways(fleet, [ARCS, TURNED], ENDS, np.array([0, 0]))
    assert sorted(best.kinds.tolist()) == [0, 1]
    assert best.serves_all


def test_a_route_of_which_no_way_keeps_its_limit_stays_as_it_is() -> None:
    fleet = KernelFleet.of(FOUR_EDGES.replace(capacity=120, max_length=3)).fleet
    best = best_ways(fleet, [ARCS, TURNED], ENDS, np.array([0, 0]))
    assert best.arcs.tolist() == ARCS.tolist()
    assert best.cost == np.inf
