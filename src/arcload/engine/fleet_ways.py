"""The ways of one type of vehicle between all services and places, always as for a delivery."""

from typing import NamedTuple

import numpy as np

from arcload.engine.distances import distances, distances_along, hours_along
from arcload.engine.matrices import transposed
from arcload.engine.port_distances import port_distances
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.street_hours import hours_by_street, street_hours
from arcload.model.types import FloatArray
from arcload.model.units import METRES
from arcload.model.vehicle import Free, Vehicle


class FleetWays(NamedTuple):
    """The ways of a type of vehicle.

    Where vehicles start or end anywhere there is one more node, the last, from and to which no way
    is long: they do so there.
    """

    D: FloatArray
    """Shortest distances; turns count in them."""
    T: FloatArray | None
    """How long these ways take; None without speeds."""
    X: FloatArray | None
    """What of the distances are turns and no length; None where nobody asks or turns do not
    count."""


def fleet_ways(instance: Instance, vehicle: Vehicle, threads: int = 1) -> FleetWays:
    """Return the ways of a type of vehicle.

    Parameters
    ----------
    instance
        The instance.
    vehicle
        The vehicle, which may not use all streets.
    threads
        How many threads may compute them.
    """
    timed = any(each.drive_speed is not None for each in instance.vehicles)
    if instance.has_turns:
        return _with_turns(instance, vehicle, timed, threads)
    if vehicle.closed:
        matrix = distances_along(instance, usable_lengths(instance, vehicle), threads)
    else:
        matrix = distances(instance, threads).matrix
    D = _as_delivery(instance, matrix)
    return FleetWays(D, _hours(instance, vehicle, D, threads) if timed else None, None)


def asks_for_lengths(instance: Instance) -> bool:
    """Return whether the lengths of routes without their turns matter, for a limit or balance."""
    limited = any(vehicle.max_length is not None for vehicle in instance.vehicles)
    return instance.has_turns and (limited or instance.objective == "balance")


def _hours(instance: Instance, vehicle: Vehicle, D: FloatArray, threads: int) -> FloatArray:
    """Return the hours that a vehicle takes along its distances; nothing without a speed."""
    speed, by_street = vehicle.drive_speed, hours_by_street(instance, vehicle)
    if by_street is not None:
        lengths = usable_lengths(instance, vehicle)
        return _as_delivery(instance, hours_along(instance, lengths, by_street, threads))
    if speed is None or isinstance(speed, str):
        return np.zeros_like(D)
    return D * (METRES[instance.length_unit] / METRES["km"] / speed)


def _with_turns(instance: Instance, vehicle: Vehicle, timed: bool, threads: int) -> FleetWays:
    hours = street_hours(instance, vehicle)
    ways = port_distances(
        instance,
        usable_lengths(instance, vehicle),
        None if hours is None else hours.drive,
        with_lengths=asks_for_lengths(instance),
        threads=threads,
    )
    T = X = None
    if timed:
        T = _as_delivery(instance, np.zeros_like(ways.matrix) if hours is None else ways.hours)
    if asks_for_lengths(instance):
        there = np.isfinite(ways.matrix)
        turns = np.zeros_like(ways.matrix)
        np.subtract(ways.matrix, ways.lengths, out=turns, where=there)
        X = _as_delivery(instance, turns)
    return FleetWays(_as_delivery(instance, ways.matrix), T, X)


def _as_delivery(instance: Instance, matrix: FloatArray) -> FloatArray:
    """Return a matrix the way round for a delivery, with a node more where one is anywhere."""
    if instance.mode == "collect":
        matrix = transposed(matrix)
    places = [place for vehicle in instance.vehicles for place in (vehicle.start, vehicle.end)]
    if not any(isinstance(place, Free) for place in places):
        return matrix
    whole = np.zeros((len(matrix) + 1, len(matrix) + 1))
    whole[:-1, :-1] = matrix
    return whole
