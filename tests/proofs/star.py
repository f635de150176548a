"""A fleet's problem that is solved by hand."""

import numpy as np

from arcload import Instance
from arcload.model.fleet_problem import FleetProblem, VehicleType


def star_instance() -> Instance:
    """Return the star as an instance."""
    streets = [(0, leaf, 10.0, 1.0) for leaf in (1, 2, 3, 4)]
    return Instance.from_edges(streets, depot=0, curb_weight=1.0, load_factor=0.0, capacity=2.0)


def star() -> FleetProblem:
    """Return four streets of length 10 around a depot, demand 1 each, and room for 2."""
    return FleetProblem(
        nodes=5,
        ends=np.array([[0, 1], [0, 2], [0, 3], [0, 4]]),
        lengths=np.full((4, 2), 10.0),
        demands=np.ones(4),
        served=np.ones(4, dtype=np.bool_),
        facilities=np.array([0]),
        types=(VehicleType(capacity=2.0),),
    )
