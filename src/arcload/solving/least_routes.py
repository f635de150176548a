"""The least length and hours of any route that serves a street."""

import numpy as np

from arcload.engine.distances import distances_along, rows_of
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.street_hours import street_hours
from arcload.model.types import FloatArray, IntArray
from arcload.model.vehicle import Free, Place, Vehicle


def least_routes(instance: Instance, measure: str, threads: int = 1) -> FloatArray:
    """Return per vehicle and served edge what no route with that edge is below.

    The vehicle drives the least way from its start by a facility and the edge to its end. Turn
    rules do not count, and each street is driven or served, whichever is faster: a route may serve
    others on the way, and a stop at a facility allows any turn.

    Parameters
    ----------
    instance
        The instance.
    measure
        ``"length"`` or ``"hours"``.
    threads
        How many threads may compute it.
    """
    plain = instance.replace(turn_rules=None, forbidden_turns=())
    entry, row = rows_of(plain)
    places = row[[instance.node_index(place.node) for place in instance.places]]
    stops = [place.stop_minutes / 60 if measure == "hours" else 0.0 for place in instance.places]
    least = np.empty((len(instance.vehicles), len(instance.served)))
    for y, vehicle in enumerate(instance.vehicles):
        through, own = _streets(instance, vehicle, measure)
        ways = distances_along(plain, through, threads)
        if vehicle.mode == "collect":
            ways, entry_of = ways.T, entry[:, ::-1]
            first, last = vehicle.end, vehicle.start
        else:
            entry_of, first, last = entry, vehicle.start, vehicle.end
        loaded = _from(first, ways, instance, row)[places] + stops
        there = (loaded[:, None] + ways[places]).min(axis=0)
        home = _from(last, ways.T, instance, row)
        way = there[entry_of] + own[instance.served] + home[entry_of[:, ::-1]]
        least[y] = way.min(axis=1)
    return least


def _streets(instance: Instance, vehicle: Vehicle, measure: str) -> tuple[FloatArray, FloatArray]:
    """Return of each edge what driving through and what serving it takes at least."""
    lengths = usable_lengths(instance, vehicle)
    if measure == "length":
        return lengths, lengths
    hours = street_hours(instance, vehicle)
    if hours is None:
        return np.zeros_like(lengths), np.zeros_like(lengths)
    served = (instance.demands > 0)[:, None]
    drive = np.where(served, np.minimum(hours.drive, hours.serve), hours.drive)
    closed = ~np.isfinite(lengths)
    return np.where(closed, np.inf, drive), np.where(closed, np.inf, hours.serve)


def _from(place: Place, ways: FloatArray, instance: Instance, row: IntArray) -> FloatArray:
    """Return the least ways from a place to all rows; nothing from anywhere."""
    if isinstance(place, Free):
        return np.zeros(len(ways))
    line: FloatArray = ways[row[instance.node_index(place)]]
    return line
