"""The route that is driven today as a plan, with all that it leaves out and breaks."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenTrip
from arcload.model.errors import InputError
from arcload.model.fleet_rules import ROUNDING
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.plan import Plan, Route, Service, Trip
from arcload.model.tour import Tour
from arcload.model.types import Id
from arcload.model.units import quantity
from arcload.model.vehicle import Free, Vehicle
from arcload.routes.today.broken_rules import broken_rules
from arcload.routes.today.recorded_route import RecordedDrive, RecordedRoute

_ANY, _ANY_TRIPS = 1e15, 10**9  # limits that no route reaches; without any, a fleet is a tour


@dataclass(frozen=True)
class TodaysRoute:
    """The route that is driven today, priced with its own load.

    Parameters
    ----------
    instance
        All that should be served.
    plan
        What is driven. Its instance needs only what the route serves, and has no rule that the
        route breaks.
    unserved
        Ids of the streets that need service and are left out.
    broken
        Which rules of the instance it breaks, one sentence each.
    notes
        What the user should know of how it was read.
    """

    instance: Instance
    plan: Plan
    unserved: tuple[Id, ...]
    broken: tuple[str, ...]
    notes: tuple[Note, ...]

    @property
    def unserved_demand(self) -> float:
        """The demand that is left out."""
        return self.instance.total_demand - self.plan.instance.total_demand


def driven_again(plan: Plan) -> tuple[Id, ...]:
    """Return the ids of the streets that a plan serves and drives along more than once."""
    times = Counter(crossing.edge for crossing in plan.walk)
    return tuple(edge for edge in plan.order if times[edge] > 1)


def todays_route(
    instance: Instance, recorded: Sequence[RecordedRoute], notes: Sequence[Note] = ()
) -> TodaysRoute:
    """Return what vehicles drove as a plan.

    Where nothing else is known, a street is served when it is first driven along with room for it
    on board, and a vehicle loads or unloads where it passes a place for that and would else have
    too much on board.

    Parameters
    ----------
    instance
        All that should be served.
    recorded
        The way of each vehicle.
    notes
        What is known of how it was read.
    """
    all_notes = list(notes)
    vehicles = _vehicles(instance, recorded)
    seen: set[int] = set()
    routes: list[tuple[Vehicle, list[_Trip]]] = []
    for number, (route, vehicle) in enumerate(zip(recorded, vehicles, strict=True), start=1):
        of = f" of vehicle {number}" if len(recorded) > 1 else ""
        whole = _joined(instance, route, vehicle, of, all_notes)
        trips = _trips(instance, whole, vehicle, seen, of)
        if trips:
            routes.append((vehicle, trips))
        else:
            all_notes.append(
                Note(f"the way{of} serves no street that is not served before: left out")
            )
    if not routes:
        raise InputError("today's route serves none of the streets that need service")
    served = {edge for _, trips in routes for trip in trips for edge in trip.served}
    left_out = {instance.edges[k]: 0.0 for k in instance.served.tolist() if k not in served}
    lenient = _lenient(instance, Counter(vehicle for vehicle, _ in routes))
    plan = _plan(lenient.replace(demand=left_out), instance, routes)
    return TodaysRoute(
        instance=instance,
        plan=plan,
        unserved=tuple(left_out),
        broken=tuple(broken_rules(instance, plan)),
        notes=tuple(all_notes),
    )


@dataclass(frozen=True)
class _Trip:
    """The drives of a trip, whether each serves, and how many come before the facility."""

    drives: list[RecordedDrive]
    visit: int
    facility: Id | None

    @property
    def served(self) -> list[int]:
        return [drive.edge for drive in self.drives if drive.served]


def _vehicles(instance: Instance, recorded: Sequence[RecordedRoute]) -> list[Vehicle]:
    """Return the vehicle of each way: as it states, else the next that is left in order."""
    stated = Counter(route.vehicle for route in recorded)
    left = [
        number
        for number, vehicle in enumerate(instance.vehicles)
        for _ in range((len(recorded) if vehicle.count is None else vehicle.count) - stated[number])
    ]
    in_order = iter(left)
    return [
        instance.vehicles[
            next(in_order, len(instance.vehicles) - 1) if route.vehicle is None else route.vehicle
        ]
        for route in recorded
    ]


def _joined(
    instance: Instance, route: RecordedRoute, vehicle: Vehicle, of: str, notes: list[Note]
) -> RecordedRoute:
    """Return a way from its vehicle's start to its end; what is added for that is noted."""
    start, end = (
        -1 if isinstance(place, Free) else instance.node_index(place)
        for place in (vehicle.start, vehicle.end)
    )
    whole, added = route.joined(instance, start, end)
    for one in added:
        length = quantity(one.length, instance.length_unit)
        if one.after == 0 and start >= 0:
            text = f"the way{of} begins at node {one.to_node!r}: {length} from the start are added"
        elif one.after == len(route.drives) and end >= 0:
            text = f"the way{of} ends at node {one.from_node!r}: {length} to the end are added"
        else:
            continue
        notes.append(Note(text))
    return whole


def _trips(
    instance: Instance, route: RecordedRoute, vehicle: Vehicle, seen: set[int], of: str
) -> list[_Trip]:
    """Return the trips of a way; `seen` takes the streets that it serves."""
    if not instance.is_fleet:
        _require_tour(instance, route, vehicle, of)
        drives = _serving(instance, route.drives, range(len(route.drives)), seen)
        any_served = any(drive.served for drive in drives)
        return [_Trip(drives, 0, None)] if any_served else []
    nodes = _nodes(instance, route)
    places = {instance.node_index(place.node) for place in instance.places}
    visits = route.visits
    if visits is None:
        visits = tuple(position for position, node in enumerate(nodes) if node in places)
    if not visits:
        raise InputError(f"the way{of} comes to no place where vehicles load or unload")
    delivers = vehicle.mode == "deliver"
    with_load = range(visits[0], len(route.drives)) if delivers else range(visits[-1])
    most = math.inf if vehicle.capacity is None else vehicle.capacity * (1 + ROUNDING)
    drives = _serving(instance, route.drives, with_load, seen, visits, most)
    demands = instance.demands.tolist()
    loads = [demands[drive.edge] if drive.served else 0.0 for drive in drives]
    if route.visits is not None:
        most = 0.0  # it loads at each of them
    if not any(loads):
        return []
    if delivers:
        used = _visits_needed(loads, visits, most)
        cuts = [0, *(_after_last_service(drives, visit) for visit in used[1:]), len(drives)]
    else:
        backwards = [len(drives) - visit for visit in reversed(visits)]
        used = [len(drives) - v for v in reversed(_visits_needed(loads[::-1], backwards, most))]
        cuts = [0, *used[:-1], len(drives)]
    return [
        _Trip(drives[low:high], visit - low, instance.nodes[nodes[visit]])
        for visit, (low, high) in zip(used, pairwise(cuts), strict=True)
    ]


def _require_tour(instance: Instance, route: RecordedRoute, vehicle: Vehicle, of: str) -> None:
    """Refuse a way with more visits than the one at the start or the end of a tour."""
    delivers = vehicle.mode == "deliver"
    of_tour = 0 if delivers else len(route.drives)
    if route.visits is None or route.visits == (of_tour,):
        return
    does, only = ("loads", "at its start") if delivers else ("unloads", "at its end")
    if len(route.visits) > 1:
        times, advice = f"{len(route.visits)} times", "give {capacity} and {count}"
    else:
        node = instance.nodes[_nodes(instance, route)[route.visits[0]]]
        times, advice = f"at {node!r}", "give {facilities}"
    raise InputError(
        f"the way{of} {does} {times}, and {instance.name!r} is for one tour that {does} only once, "
        f"{only}",
        advice=f"{advice}, as when this route was planned",
    )


def _serving(
    instance: Instance,
    drives: Sequence[RecordedDrive],
    where: range,
    seen: set[int],
    visits: Sequence[int] = (),
    most: float = math.inf,
) -> list[RecordedDrive]:
    """Return drives that each tell whether they serve: once per street, and where one can.

    A street is served when it is first driven along. But if there is too much on board between two
    visits, streets that are driven along again after the next visit are left for later.
    """
    demands = instance.demands.tolist()
    can = [
        drive.served is not False and position in where and demands[drive.edge] > 0
        for position, drive in enumerate(drives)
    ]
    last = {drive.edge: position for position, drive in enumerate(drives) if can[position]}
    serving = []
    for low, high in pairwise([0, *visits, len(drives)]):
        edges = {drives[k].edge for k in range(low, high) if can[k]} - seen
        now_or_never = {edge for edge in edges if last[edge] < high}
        room = most - sum(demands[edge] for edge in now_or_never)
        for position in range(low, high):
            edge, side, stated = drives[position]
            served = can[position] and edge not in seen
            if served and edge not in now_or_never and not stated:
                served = demands[edge] <= room
                room -= demands[edge] if served else 0.0
            if served:
                seen.add(edge)
            serving.append(RecordedDrive(edge, side, served))
    return serving


def _visits_needed(loads: list[float], visits: Sequence[int], most: float) -> list[int]:
    """Return the visits at which a vehicle loads: as few as it needs to carry no more than most.

    Each is the last before the streets that it loads for.
    """
    used: list[int] = []
    on_board = 0.0
    for visit, following in zip(visits, [*visits[1:], len(loads)], strict=True):
        load = sum(loads[visit:following])
        if load > 0 and (not used or on_board + load > most):
            used.append(visit)
            on_board = 0.0
        on_board += load
    return used


def _after_last_service(drives: list[RecordedDrive], visit: int) -> int:
    """Return how many drives come before a visit up to the last one that serves."""
    while visit > 0 and not drives[visit - 1].served:
        visit -= 1
    return visit


def _nodes(instance: Instance, route: RecordedRoute) -> list[int]:
    """Return where the vehicle is before each drive and at the end."""
    nodes = [int(instance.ends[edge, side]) for edge, side, _ in route.drives]
    for edge, side, _ in route.drives[-1:]:
        nodes.append(int(instance.ends[edge, 1 - side]))
    return nodes


def _lenient(instance: Instance, used: Counter[Vehicle]) -> Instance:
    """Return the instance without limits that a route may break."""

    def limit(value: float | None, most: float) -> float | None:
        return None if value is None else max(value, most)

    vehicles = [
        replace(
            vehicle,
            capacity=limit(vehicle.capacity, instance.total_demand),
            count=None if vehicle.count is None else max(vehicle.count, used[vehicle]),
            max_trips=_ANY_TRIPS if instance.is_fleet else None,
            max_length=limit(vehicle.max_length, _ANY),
            max_hours=limit(vehicle.max_hours, _ANY),
            closed=(),
        )
        for vehicle in instance.vehicles
    ]
    if len({*vehicles}) < len(vehicles):
        vehicles = [
            replace(vehicle, label=f"{vehicle.label} {number}".lstrip())
            for number, vehicle in enumerate(vehicles, start=1)
        ]
    rules = instance.turn_rules
    if rules is not None and rules.u_turn == math.inf:
        rules = replace(rules, u_turn=0.0)
    return instance.replace(vehicles=tuple(vehicles), turn_rules=rules, forbidden_turns=())


def _plan(lenient: Instance, instance: Instance, routes: list[tuple[Vehicle, list[_Trip]]]) -> Plan:
    """Return the plan of routes on an instance that allows them."""
    if not lenient.is_fleet:
        ((_, (trip,)),) = routes
        walk = _crossings(lenient, trip.drives)
        served = [crossing for crossing in walk if crossing.served]
        order = [crossing.edge for crossing in served]
        return Tour(lenient, order, [crossing.direction or 1 for crossing in served], walk)
    planned, driven = [], []
    for vehicle, trips in routes:
        own = lenient.vehicles[instance.vehicles.index(vehicle)]
        walks = [_crossings(lenient, trip.drives) for trip in trips]
        services = (
            tuple(Service(step.edge, step.direction or 1) for step in walk if step.served)
            for walk in walks
        )
        planned.append(
            Route(own, tuple(Trip(s, t.facility) for s, t in zip(services, trips, strict=True)))
        )
        driven.append(
            [
                DrivenTrip(walk, trip.visit, trip.facility, math.nan)
                for walk, trip in zip(walks, trips, strict=True)
            ]
        )
    return Plan(lenient, planned, driven)


def _crossings(instance: Instance, drives: list[RecordedDrive]) -> tuple[Crossing, ...]:
    """Return the crossings of drives, without figures."""
    nodes, ends = instance.nodes, instance.ends.tolist()
    return tuple(
        Crossing(
            edge=instance.edges[edge],
            from_node=nodes[ends[edge][side]],
            to_node=nodes[ends[edge][1 - side]],
            direction=side + 1,
            served=bool(served),
            length=math.nan,
            load_before=math.nan,
            load_after=math.nan,
            cost=math.nan,
            turn=math.nan,
            turn_seconds=math.nan,
        )
        for edge, side, served in drives
    )
