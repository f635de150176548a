"""Whether the figures of an instance are such as a street can have."""

import math
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from arcload.model.errors import InputError
from arcload.model.units import METRES

if TYPE_CHECKING:
    from arcload.model.instance import Instance


def check_figures(instance: "Instance") -> None:
    """Refuse ends, lengths, demands and coordinates that make no sense, or make no finite cost."""
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused
        _check_ends(instance)
        _check_streets(instance)
        _check_coordinates(instance)
        _check_costs(instance)


def refuse_edge(instance: "Instance", edge: int, label: str, value: float) -> NoReturn:
    """Say which edge has a value that no street can have."""
    tail, head = (instance.nodes[node] for node in instance.ends[edge])
    if label == "length" and value == math.inf:
        why = "may not be driven in either direction; give it a length"
    else:
        why = f"has {label} {value:g}; it must be a finite number, 0 or more"
    raise InputError(f"edge {instance.edges[edge]!r} ({tail}-{head}) {why}", edge=edge)


def _check_ends(instance: "Instance") -> None:
    unknown = (instance.ends < 0) | (instance.ends >= len(instance.nodes))
    for edge in np.flatnonzero(unknown.any(axis=1))[:1]:
        raise InputError(f"edge {instance.edges[edge]!r} ends at an unknown node", edge=int(edge))


def _check_streets(instance: "Instance") -> None:
    for label, column in (
        ("length", instance.lengths.min(axis=1, initial=math.inf)),
        ("demand", instance.demands),
    ):
        for index in np.flatnonzero(~(column >= 0) | np.isinf(column))[:1]:
            refuse_edge(instance, int(index), label, float(column[index]))
    for edge in np.flatnonzero(np.isnan(instance.lengths).any(axis=1))[:1]:
        refuse_edge(instance, int(edge), "length", math.nan)


def _check_coordinates(instance: "Instance") -> None:
    points = instance.coordinates
    if points is None:
        if instance.geographic:
            raise InputError("the network is geographic and has no coordinates; give each node's")
        return
    for node in np.flatnonzero(~np.isfinite(points).all(axis=1))[:1]:
        raise InputError(
            f"node {instance.nodes[node]!r} has a coordinate that is no number", node=int(node)
        )
    if not instance.geographic:
        return
    for node in np.flatnonzero((np.abs(points) > (180, 90)).any(axis=1))[:1]:
        x, y = points[node]
        raise InputError(
            f"node {instance.nodes[node]!r} is at longitude {x:g} and latitude {y:g}, which is not "
            "on earth; give longitude first and both in degrees",
            node=int(node),
        )


def _check_costs(instance: "Instance") -> None:
    lengths, served = instance.lengths, instance.served
    drives = lengths[np.isfinite(lengths)].sum() * (len(served) + 1)
    if instance.turn_rules is not None:
        metres = instance.turn_rules.longest / METRES.get(instance.length_unit, 1.0)
        drives += metres * lengths.size * (len(served) + 1)
    for vehicle in instance.vehicles:
        W, b = vehicle.curb_weight, vehicle.load_factor
        costless = W == 0 and not (b * instance.demands[served]).all()
        if costless and instance.objective == "cost":
            raise InputError(
                "the curb weight and the load factor are 0, so that every tour costs nothing; "
                "give one of them"
            )
        if not math.isfinite((W + max(1.0, b) * instance.total_demand) * float(drives)):
            raise InputError("lengths, demands or curb weight are too large; use larger units")
