"""Streets that vehicles may not drive by the tags of the map."""

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.open_directions import is_rule, open_directions
from arcload.maps.formats.weights import gross_weight
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import BoolArray
from arcload.model.vehicle import Vehicle


def ruled_out(
    base: Instance, vehicles: Sequence[Vehicle], served: BoolArray, demand: float
) -> BoolArray:
    """Return for each vehicle which edges tags such as ``maxweight`` close to it.

    Reading a map does so for its first vehicles; a planner may make them heavier.

    Parameters
    ----------
    base
        The network with the tags as attributes.
    vehicles
        The vehicles.
    served
        Which edges are to be served.
    demand
        All that is to be delivered or collected, the load of a vehicle without a capacity.

    Raises
    ------
    InputError
        If an edge is to be served that is closed to all of them.
    """
    names = [name for name in base.attributes if is_rule(name)]
    if not names:
        return np.zeros((len(vehicles), len(base.edges)), dtype=np.bool_)
    columns = Columns(
        name=base.name,
        nodes=base.nodes,
        edges=base.edges,
        ends=base.ends,
        lengths=base.lengths,
        demands=base.demands,
        attributes=base.attributes,
    )
    weights = [gross_weight(asdict(one), demand, base.load_unit) for one in vehicles]
    open_to, tags = open_directions(columns, names, weights)
    closed = np.asarray((~open_to & np.isfinite(base.lengths)).max(axis=2), dtype=np.bool_)
    for edge in np.flatnonzero(closed.all(axis=0) & served)[:1]:
        tag = tags[edge]
        raise InputError(
            f"edge {base.streets.label(int(edge))} is to be served, and {tag}="
            f"{base.attributes[tag][edge]} closes it to the vehicles; take it out of the service "
            "or use a lighter vehicle",
            edge=int(edge),
        )
    return closed
