"""Random plans of fleets, for properties."""

import math
from dataclasses import replace

from hypothesis import reject
from hypothesis import strategies as st

import arcload
from arcload import Instance, Plan, Result, Route, Service, Trip
from arcload.model.fleet_rules import usable_lengths
from tests.fleet_strategies import fleets


@st.composite
def fleet_plans(draw: st.DrawFn, *, most_services: int = 5) -> Plan:
    """Give a plan of a fleet: a random order cut into trips, and these dealt out to vehicles."""
    instance = draw(fleets(most_services=most_services))
    if draw(st.booleans()):
        counts = [vehicle.count or 3 for vehicle in instance.vehicles]
        counted = (replace(v, count=c) for v, c in zip(instance.vehicles, counts, strict=True))
        changes = {"objective": "balance"} if draw(st.booleans()) else {"allow_unserved": True}
        instance = instance.replace(vehicles=tuple(counted), **changes)
    order = draw(st.permutations([instance.edges[edge] for edge in instance.served]))
    if instance.allow_unserved:
        order = order[: draw(st.integers(0, len(order)))]
    routes: list[Route] = []
    while order:
        route, order = draw(_routes(instance, order))
        routes.append(route)
    try:
        plan = Plan(instance, routes)
        arcload.check(plan)
    except (arcload.InputError, arcload.CheckError):  # above a limit, or cut off by one-way streets
        reject()
    return plan


@st.composite
def _routes(draw: st.DrawFn, instance: Instance, order: list[int]) -> tuple[Route, list[int]]:
    """Give a route that serves the first streets of an order, and the streets left."""
    vehicle = draw(st.sampled_from(instance.vehicles))
    lengths = usable_lengths(instance, vehicle)
    places = [place.node for place in instance.places]
    trips = []
    for _ in range(draw(st.integers(1, vehicle.max_trips or 3))):
        services: list[Service] = []
        load = 0.0
        for street in order[: draw(st.integers(1, 3))]:
            index = instance.edge_index(street)
            load += float(instance.demands[index])
            sides = [side for side in (0, 1) if math.isfinite(lengths[index, side])]
            if not sides or (vehicle.capacity is not None and load > vehicle.capacity):
                break
            services.append(Service(street, 1 + draw(st.sampled_from(sides))))
        if services:
            trips.append(Trip(tuple(services), draw(st.sampled_from(places))))
        order = order[len(services) :]
    if not trips:
        reject()
    return Route(vehicle, tuple(trips)), order


def result_of(plan: Plan) -> Result:
    """Return a result with this plan, found by nobody."""
    return Result(
        plan=plan,
        method="by hand",
        lower_bound=None,
        status="feasible",
        seconds=1.5,
        startup_seconds=0.25,
        iterations=7,
        seed=3,
        threads=1,
        version="0.1.0",
    )
