"""A fleet's problem that is solved by hand."""

import numpy as np

from arcload.model.fleet_problem import FleetProblem, VehicleType


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
