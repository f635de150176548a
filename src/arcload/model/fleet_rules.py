"""What a fleet must fulfil so that every street can be served at all."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arcload.model.connectivity import reached_from
from arcload.model.cut_off import count_and_measure, name_lost, name_some
from arcload.model.errors import ClosedOffError, CutOffError, InputError
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.model.vehicle import Free, Vehicle

if TYPE_CHECKING:
    from arcload.model.instance import Instance

ROUNDING = 1e-9
"""By which share of a limit a sum may be above it."""


def check_fleet(instance: "Instance") -> None:
    """Refuse a fleet by which some street cannot be served, or whose rules lack something."""
    vehicles = instance.vehicles
    if len({vehicle.mode for vehicle in vehicles}) > 1:
        raise InputError("some vehicles deliver and others collect; make two instances of them")
    for number, vehicle in enumerate(vehicles):
        if vehicle in vehicles[:number]:
            first = vehicles.index(vehicle) + 1
            raise InputError(
                f"vehicles {first} and {number + 1} are the same",
                advice="give one type and {count}",
            )
    if not instance.places:
        raise InputError(
            "the vehicles have no place to load",
            advice="give {facilities}, or let them start at a depot where they refill",
        )
    if instance.objective == "balance" and any(vehicle.count is None for vehicle in vehicles):
        raise InputError(
            "the objective 'balance' shares the streets among a number of vehicles, which is not "
            "given",
            advice="give {count}",
        )
    speeds = {vehicle.drive_speed is None for vehicle in vehicles}
    if instance.objective == "balance" and len(speeds) > 1:
        raise InputError(
            "the objective 'balance' compares routes by their hours, and some vehicles have no "
            "speeds",
            advice="give {serve_speed} and {drive_speed} for all of them or none",
        )
    _check_capacities(instance)
    _check_reach(instance)


def usable_lengths(instance: "Instance", vehicle: Vehicle) -> FloatArray:
    """Return the lengths of the edges for a vehicle: infinite where it may not drive."""
    if not vehicle.closed:
        return instance.lengths
    lengths = instance.lengths.copy()
    lengths[[instance.edge_index(edge) for edge in vehicle.closed]] = np.inf
    return lengths


def least_trips(instance: "Instance") -> int:
    """Return how many trips the total demand takes at least, by the greatest capacity."""
    most = max(np.inf if one.capacity is None else one.capacity for one in instance.vehicles)
    if most == 0 or instance.total_demand == 0:
        return 0
    return max(1, math.ceil(instance.total_demand / (most * (1 + ROUNDING))))


def greatest_capacities(instance: "Instance", capacities: Sequence[float | None]) -> FloatArray:
    """Return for each edge the greatest capacity of the vehicles that may use it.

    It is negative where none may.

    Parameters
    ----------
    instance
        The network and the vehicles.
    capacities
        The capacity of each of them; None if that is not watched.
    """
    most = np.full(len(instance.edges), -1.0)
    for vehicle, capacity in zip(instance.vehicles, capacities, strict=True):
        usable = np.isfinite(usable_lengths(instance, vehicle)).any(axis=1)
        most = np.where(usable, np.maximum(most, np.inf if capacity is None else capacity), most)
    return most


def _check_capacities(instance: "Instance") -> None:
    """Refuse a street whose demand is above the capacity of all vehicles that may serve it."""
    most = greatest_capacities(instance, [vehicle.capacity for vehicle in instance.vehicles])
    above = np.flatnonzero((instance.demands > most * (1 + ROUNDING)) & (most >= 0))
    if len(above):
        edge, unit = int(above[0]), f" {instance.load_unit}" if instance.load_unit else ""
        others = f", and {len(above) - 1:,} more are too" if len(above) > 1 else ""
        raise InputError(
            f"edge {instance.streets.label(edge)} has a demand of {instance.demands[edge]:g}{unit},"
            f" which is above the capacity {most[edge]:g}{unit} of the vehicles{others}",
            edge=edge,
            advice="{cut_streets=True} serves it in pieces"
            if most[edge] > 0
            else "give a {capacity} above 0",
        )


def _check_reach(instance: "Instance") -> None:
    """Refuse a street that no vehicle can drive to from a facility and home from."""
    places = np.array([instance.node_index(f.node) for f in instance.places], dtype=np.int64)
    opened = [replace(vehicle, closed=()) for vehicle in instance.vehicles]
    lost, inside = _out_of_reach(instance, opened, places)
    them = "it" if len(lost) == 1 else "them"
    if len(lost):
        what = count_and_measure(instance.streets, lost)
        raise CutOffError(
            f"{what} cannot be served by any vehicle on a way from its start by a facility to its "
            f"end: {name_lost(instance.streets, lost, inside)}; connect {them} or leave {them} out",
            edge=int(lost[0]),
            lost=lost.tolist(),
        )
    if any(vehicle.closed for vehicle in instance.vehicles):
        lost, _ = _out_of_reach(instance, instance.vehicles, places)
        if len(lost):
            raise ClosedOffError(
                f"{count_and_measure(instance.streets, lost)} cannot be served by any vehicle, "
                f"since streets are closed to them: {name_some(instance.streets, lost)}",
                edge=int(lost[0]),
                lost=lost.tolist(),
                advice="open streets in {closed}, or state a demand of 0 for these",
            )
    if instance.has_turns:
        _check_turns(instance, places)


def _out_of_reach(
    instance: "Instance", vehicles: Sequence[Vehicle], places: IntArray
) -> tuple[IntArray, BoolArray]:
    """Return the served edges that none of some vehicles can serve, and the nodes they can use."""
    can = np.zeros(len(instance.edges), dtype=np.bool_)
    inside = np.zeros(len(instance.nodes), dtype=np.bool_)
    ends = instance.ends
    for vehicle in vehicles:
        lengths = usable_lengths(instance, vehicle)
        after, before = _reach(instance, vehicle, lengths, places)
        inside |= after & before
        can |= (np.isfinite(lengths) & after[ends] & before[ends[:, ::-1]]).any(axis=1)
    return np.flatnonzero((instance.demands > 0) & ~can), inside


def _check_turns(instance: "Instance", places: IntArray) -> None:
    """Refuse a street that no vehicle can serve and obey the turn rules."""
    from arcload.model.turn_reach import refuse_lost, serves

    can = np.any([serves(instance, vehicle, places) for vehicle in instance.vehicles], axis=0)
    lost = np.flatnonzero((instance.demands > 0) & ~can)
    refuse_lost(instance, lost, "by any vehicle on a way from its start by a facility to its end")


def _reach(
    instance: "Instance", vehicle: Vehicle, lengths: FloatArray, places: IntArray
) -> tuple[BoolArray, BoolArray]:
    """Return at which nodes a vehicle can begin a service, and at which it can end one."""
    ends, count = instance.ends, len(instance.nodes)
    start, end = (
        np.arange(count) if isinstance(place, Free) else np.array([instance.node_index(place)])
        for place in (vehicle.start, vehicle.end)
    )
    after = reached_from(ends, lengths, count, start)
    before = reached_from(ends, lengths[:, ::-1], count, end)
    if vehicle.mode == "deliver":
        return reached_from(ends, lengths, count, places[after[places]]), before
    return after, reached_from(ends, lengths[:, ::-1], count, places[before[places]])
