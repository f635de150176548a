"""Plans of fleets for files and pictures: a tour cut into trips, shared among vehicles."""

from typing import Any

import arcload
from arcload import Facility, Instance, Plan, Route, Service, Trip, Vehicle
from arcload.model.types import Mode


def fleet_of(
    town: Instance,
    *,
    vehicles: int = 2,
    trips: int = 2,
    facility: bool = True,
    hours: bool = True,
    mode: Mode = "deliver",
    **changes: Any,
) -> Instance:
    """Return a town with a fleet that needs at least so many trips of each vehicle.

    It loads at the depot and, where asked, at another facility, where a visit takes 6 minutes.
    """
    capacity = max(1.1 * town.total_demand / (vehicles * trips), float(town.demands.max()))
    vehicle = Vehicle(
        curb_weight=town.curb_weight or capacity / 2,
        capacity=capacity,
        start=town.start,
        end=town.end,
        mode=mode,
        serve_speed=10.0 if hours else None,
        drive_speed=30.0 if hours else None,
    )
    farthest = town.nodes[-1] if town.nodes[-1] != town.start else town.nodes[0]
    places = (Facility(farthest, stop_minutes=6.0),) if facility else ()
    return town.replace(vehicles=(vehicle,), facilities=places, **changes)


def cut_tour(instance: Instance, *, vehicles: int = 2, unserved: int = 0) -> Plan:
    """Return a greedy tour cut into trips that the capacity allows, dealt to the vehicles."""
    vehicle = instance.vehicle
    alone = Vehicle(start=vehicle.start, end=vehicle.end, mode=vehicle.mode)
    plain = instance.replace(
        vehicles=(alone,), facilities=(), allow_unserved=False, refill_at_depot=True
    )
    tour = arcload.solve(plain, "greedy", bound=False).plan
    services = [Service(*pair) for pair in zip(tour.order, tour.directions, strict=True)]
    demand = dict(zip(instance.edges, instance.demands.tolist(), strict=True))
    loads: list[list[Service]] = [[]]
    for service in services[: len(services) - unserved]:
        load = sum(demand[one.edge] for one in loads[-1]) + demand[service.edge]
        if vehicle.capacity is not None and load > vehicle.capacity:
            loads.append([])
        loads[-1].append(service)
    places = [place.node for place in instance.places]
    trips = [Trip(tuple(load), places[k % len(places)]) for k, load in enumerate(loads)]
    share = -(-len(trips) // vehicles)
    return Plan(
        instance,
        [Route(vehicle, tuple(trips[k : k + share])) for k in range(0, len(trips), share)],
    )
