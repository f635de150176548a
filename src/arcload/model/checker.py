"""An independent check of a solution, from the definition of the problem alone.

Nothing here uses the kernels, the distances or the tour's own sums: the walk is followed
crossing by crossing, the load is carried along, and length * (W + b * load) is added up.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate, pairwise
from operator import attrgetter
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from arcload.model.arguments import require, shown
from arcload.model.claims import (
    OF_ROUTE,
    TOLERANCE,
    TOTALS,
    compare_claims,
    compare_route,
    compare_totals,
    same,
)
from arcload.model.errors import CheckError, InputError
from arcload.model.facility import Facility
from arcload.model.instance import Instance
from arcload.model.street_hours import StreetHours, street_hours
from arcload.model.turn_check import StatedDrive, TurnCheck
from arcload.model.types import Id
from arcload.model.units import KILOGRAMS, METRES
from arcload.model.vehicle import FREE, Free, Vehicle

if TYPE_CHECKING:
    from arcload.model.crossing import Crossing
    from arcload.model.driven_route import DrivenTrip, Way
    from arcload.model.plan import Plan
    from arcload.model.result import Result

_FIGURES = ("length", "load_before", "load_after", "turn", "turn_seconds", "cost")
"""What a crossing may state of itself."""
_STEP = ("edge", "from_node", "to_node", "direction", "served")


class Step(Protocol):
    """What the check reads of a crossing."""

    @property
    def edge(self) -> Id:
        """Id of the edge."""

    @property
    def from_node(self) -> Id:
        """Id of the node it leads from."""

    @property
    def to_node(self) -> Id:
        """Id of the node it leads to."""

    @property
    def direction(self) -> int | None:
        """1, 2, or None where it is not stated."""

    @property
    def served(self) -> bool:
        """Whether the edge is served on it."""


class CheckedRoute(NamedTuple):
    """What the check found on one route."""

    cost: float
    length: float
    hours: float | None
    trips: int
    litres: float | None
    fuel_cost: float | None


@dataclass(frozen=True)
class Checked:
    """What the check found on a walk, or on the walks of all trips, in order."""

    cost: float
    length: float
    deadhead_length: float
    turn_length: float
    load_distance: float
    order: tuple[Id, ...]
    directions: tuple[int, ...]
    routes: tuple[CheckedRoute, ...]
    hours: float | None
    litres: float | None
    fuel_cost: float | None
    longest: float
    unserved: tuple[Id, ...]

    @property
    def trips(self) -> int:
        """How many trips there are."""
        return sum(route.trips for route in self.routes)


class _Roads(NamedTuple):
    """What the check looks up, made once."""

    instance: Instance
    drives: dict[tuple[Id, int | None, Id, Id], float]
    """Length of each drive that is allowed, by edge, direction and nodes."""
    places: dict[Id | None, Facility]
    """The facilities of a fleet; nothing for one tour."""
    turns: TurnCheck | None
    """The turns that are allowed; None where all are, and add nothing."""

    @classmethod
    def of(cls, instance: Instance) -> "_Roads":
        places = instance.places if instance.is_fleet else ()
        turns = TurnCheck(instance) if instance.watches_turns else None
        return cls(instance, _drives(instance), {place.node: place for place in places}, turns)


@dataclass(frozen=True)
class _Driven:
    """What was found of some crossings."""

    costs: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    turn_seconds: list[float] = field(default_factory=list)
    carried: list[float] = field(default_factory=list)
    hauled: list[float] = field(default_factory=list)
    """Length driven times load."""
    drives: list[tuple[int, int, bool]] = field(default_factory=list)
    """Index of the edge, side, and whether it is served."""
    deadheads: list[float] = field(default_factory=list)
    order: list[Id] = field(default_factory=list)
    directions: list[int] = field(default_factory=list)

    def extend(self, other: "_Driven") -> None:
        """Add what was found of other crossings."""
        for column in fields(self):
            getattr(self, column.name).extend(getattr(other, column.name))


class _DrivenWay(NamedTuple):
    """The crossings of one trip, and what was found of those driven."""

    steps: Sequence[Step]
    lengths: list[float]
    directions: list[int]
    turns: list[tuple[float, float]]
    """What the turn into each adds to the way, and its seconds; empty where none counts."""
    of: str
    """Of which trip and route, for messages; nothing for one tour."""

    def where(self, number: int) -> str:
        """Return what messages call a crossing; the first is 1."""
        return f"crossing {number} (edge {self.steps[number - 1].edge!r}){self.of}"

    @property
    def trip(self) -> str:
        """What messages call the trip."""
        return self.of.removeprefix(" of ") or "the tour"


def check(solution: "Plan | Result | Instance", walk: "Iterable[Step] | None" = None) -> Checked:
    """Follow a walk and return its true totals.

    Parameters
    ----------
    solution
        A plan, or a result, whose bound, status and histories must agree with the cost of its
        plan; or an instance, and then its walk. Whether a bound holds is not checked: see
        `check_bound`.
    walk
        The crossings of a walk of the instance that comes from elsewhere. The figures that they
        state must be true.

    Raises
    ------
    CheckError
        With one sentence that says what is wrong.
    """
    from arcload.model.plan import Plan
    from arcload.model.result import Result

    if walk is not None:
        require(solution, "instance", Instance)
        assert isinstance(solution, Instance)
        return check_routes(solution, [(solution.vehicle, [_one_trip(solution, steps_of(walk))])])
    require(solution, "plan", Plan, Result)
    plan = solution.plan if isinstance(solution, Result) else solution
    assert isinstance(plan, Plan)
    true = check_routes(plan.instance, [(route.vehicle, route.trips) for route in plan.driven])
    compare_totals({name: getattr(plan, name) for name in TOTALS}, true)
    for number, route in enumerate(plan.driven, start=1):
        compare_route(number, {name: getattr(route, name) for name in OF_ROUTE}, true)
    if isinstance(solution, Result):
        compare_claims(solution, true.cost)
    return true


def steps_of(walk: object) -> Sequence[Step]:
    """Return the crossings of a walk; refuse what has none."""
    if isinstance(walk, str | PathLike):
        raise InputError(
            f"the walk is {shown(walk)}, the name of a file; read it first, with "
            "arcload.load_result"
        )
    if not isinstance(walk, Iterable):
        raise InputError(f"the walk is {shown(walk)}; it must be a list of crossings")
    steps = tuple(cast("Iterable[Step]", walk))
    look = attrgetter(*_STEP)
    for position, step in enumerate(steps, start=1):
        try:
            look(step)
        except AttributeError:
            raise InputError(
                f"crossing {position} is {shown(step)}; it must have {', '.join(_STEP)}"
            ) from None
    return steps


def followed(instance: Instance, walk: Iterable[Step]) -> "Way":
    """Return the way of a tour that takes a walk; refuse what is none."""
    trip = _one_trip(instance, steps_of(walk))
    return followed_trips(instance, 1, instance.vehicle, [trip])[0]


def followed_trips(
    instance: Instance, number: int, vehicle: Vehicle, trips: "Sequence[DrivenTrip]"
) -> "list[Way]":
    """Return the ways of the trips of a route, of which the first is 1; refuse what is none."""
    ways, here = _drive_trips(_Roads.of(instance), number, vehicle, trips)
    _require_end(_route(instance, number, vehicle), vehicle, here)
    return [
        (
            [
                (instance.edge_index(step.edge), direction - 1, bool(step.served))
                for step, direction in zip(trip.walk, way.directions, strict=True)
            ],
            trip.visit,
        )
        for trip, way in zip(trips, ways, strict=True)
    ]


def _one_trip(instance: Instance, steps: Sequence[Step]) -> "DrivenTrip":
    """Return a walk as the only trip of a plan, loaded where it starts or unloaded at its end."""
    from arcload.model.driven_route import DrivenTrip

    depot = instance.vehicle.depot
    visit = 0 if instance.mode == "deliver" else len(steps)
    facility = None if isinstance(depot, Free) else depot
    return DrivenTrip(cast("tuple[Crossing, ...]", tuple(steps)), visit, facility, math.nan)


def check_routes(
    instance: Instance, routes: "Sequence[tuple[Vehicle, Sequence[DrivenTrip]]]"
) -> Checked:
    """Follow the walks of all trips and return the true totals; refuse a broken rule.

    Parameters
    ----------
    instance
        The instance.
    routes
        The vehicle of each route and what it drives. The loads and the figures of the crossings
        that are stated must be true; NaN stands for one that is not.
    """
    roads = _Roads.of(instance)
    ways, ends = [], []
    for number, (vehicle, trips) in enumerate(routes, start=1):
        driven, here = _drive_trips(roads, number, vehicle, trips)
        ways += driven
        ends.append(here)
    loads = _serve(instance, ways)
    _require_counts(instance, [vehicle for vehicle, _ in routes])
    whole, checked = _Driven(), []
    others: list[float] = []
    loaded = iter(zip(ways, loads, strict=True))
    for number, (vehicle, trips) in enumerate(routes, start=1):
        name, route = _route(instance, number, vehicle), _Driven()
        by_street = street_hours(instance, vehicle)
        for trip in trips:
            _add_trip(instance, vehicle, trip, *next(loaded), route)
        _require_end(name, vehicle, ends[number - 1])
        visits = [roads.places[trip.facility] for trip in trips if roads.places]
        costs = [vehicle.fixed_cost, *(place.visit_cost for place in visits)]
        litres, price = _litres(instance, vehicle, route), vehicle.fuel_price
        one = CheckedRoute(
            cost=math.fsum([*route.costs, *costs]),
            length=math.fsum(route.lengths),
            hours=_hours(route, sum(place.stop_minutes for place in visits), by_street),
            trips=len(trips),
            litres=litres,
            fuel_cost=None if litres is None or price is None else litres * price,
        )
        _require_limits(name, vehicle, one)
        checked.append(one)
        others += costs
        whole.extend(route)
    hours = [one.hours for one in checked if one.hours is not None]
    timed = all(vehicle.drive_speed is not None for vehicle in instance.vehicles)
    served = set(whole.order)
    return Checked(
        cost=math.fsum([*whole.costs, *others]),
        length=math.fsum(whole.lengths),
        deadhead_length=math.fsum(whole.deadheads),
        turn_length=math.fsum(whole.turns),
        load_distance=math.fsum(whole.carried),
        order=tuple(whole.order),
        directions=tuple(whole.directions),
        routes=tuple(checked),
        hours=math.fsum(hours) if len(hours) == len(checked) else None,
        litres=_sum_known([one.litres for one in checked]),
        fuel_cost=_sum_known([one.fuel_cost for one in checked]),
        longest=max(hours if timed else [one.length for one in checked], default=0.0),
        unserved=tuple(
            edge
            for edge, demand in zip(instance.edges, instance.demands.tolist(), strict=True)
            if demand > 0 and edge not in served
        ),
    )


def _sum_known(values: Sequence[float | None]) -> float | None:
    """Return the sum, None where one is not known."""
    known = [value for value in values if value is not None]
    return math.fsum(known) if values and len(known) == len(values) else None


def _route(instance: Instance, number: int, vehicle: Vehicle) -> str:
    """Return what messages call a route of a fleet."""
    name = f" ({vehicle.label!r})" if vehicle.label else ""
    return f"route {number}{name}" if instance.is_fleet else "the tour"


def _drive_trips(
    roads: _Roads, number: int, vehicle: Vehicle, trips: "Sequence[DrivenTrip]"
) -> tuple[list[_DrivenWay], Id | None]:
    """Drive the trips of a route one after the other; give their ways, and where they lead."""
    route = _route(roads.instance, number, vehicle)
    here = _start_of(vehicle)
    ways, before = [], None
    for position, trip in enumerate(trips, start=1):
        of = f" of trip {position} of {route}" if roads.instance.is_fleet else ""
        way = _DrivenWay(trip.walk, [], [], [], of)
        here = _drive(roads, vehicle, way, trip.visit, here)
        if roads.places:
            _require_facility(roads, trip, here, way.trip)
            here = trip.facility
        here = _drive(roads, vehicle, way, len(trip.walk), here)
        if roads.turns is not None:
            before = _add_turns(roads.turns, vehicle, way, trip.visit, before)
        ways.append(way)
    return ways, here


def _add_trip(
    instance: Instance,
    vehicle: Vehicle,
    trip: "DrivenTrip",
    way: _DrivenWay,
    loaded: list[float],
    route: _Driven,
) -> None:
    """Carry the load along a trip, and add what it costs to its route."""
    before, after = trip.walk[: trip.visit], trip.walk[trip.visit :]
    delivers = vehicle.mode == "deliver"
    for step in before if delivers else after:
        if step.served:
            raise CheckError(
                f"edge {step.edge!r} is served by {way.trip} on a way without a load for it"
            )
    load = math.fsum(loaded)
    if vehicle.capacity is not None and load > vehicle.capacity * (1 + TOLERANCE):
        raise CheckError(
            f"{way.trip} carries {load:g}; the capacity of its vehicle is {vehicle.capacity:g}"
        )
    if not math.isnan(trip.load) and not same(trip.load, load):
        raise CheckError(f"the load of {way.trip} is stated as {trip.load!r}; it is {load!r}")
    # Summed up from the empty vehicle: a great load less a great demand is all rounding.
    if delivers:
        full = list(accumulate(reversed(loaded[trip.visit :]), initial=0.0))[::-1]
        on_board = [(0.0, 0.0)] * trip.visit + list(pairwise(full))
    else:
        full = list(accumulate(loaded[: trip.visit], initial=0.0))
        on_board = list(pairwise(full)) + [(0.0, 0.0)] * len(after)
    turns = way.turns or [(0.0, 0.0)] * len(trip.walk)
    W, b = vehicle.curb_weight, vehicle.load_factor
    for number, (step, length, direction, loads, (turn, seconds)) in enumerate(
        zip(trip.walk, way.lengths, way.directions, on_board, turns, strict=True), start=1
    ):
        mean, edge = sum(loads) / 2, instance.edge_index(step.edge)
        cost = length * (W + b * mean) + turn * (W + b * loads[0])
        if step.served and instance.serve_costs is not None:
            cost += instance.serve_costs.item(edge, direction - 1)
        _compare_crossing(step, (length, *loads, turn, seconds, cost), way.where(number))
        route.costs.append(cost)
        route.lengths.append(length)
        route.turns.append(turn)
        route.turn_seconds.append(seconds)
        route.carried.append(length * mean + turn * loads[0])
        route.hauled.append(length * mean)
        route.drives.append((edge, direction - 1, bool(step.served)))
        if step.served:
            route.order.append(step.edge)
            route.directions.append(direction)
        else:
            route.deadheads.append(length)


def _compare_crossing(step: Step, true: tuple[float, ...], where: str) -> None:
    """Refuse figures that a crossing states and that are not its own."""
    for figure, value in zip(_FIGURES, true, strict=True):
        stated = getattr(step, figure, math.nan)
        if stated != value and not math.isnan(stated) and not same(stated, value):
            raise CheckError(f"{where} states {figure} {stated!r}; it is {value!r}")


def _require_facility(roads: _Roads, trip: "DrivenTrip", here: Id | None, what: str) -> None:
    if trip.facility not in roads.places:
        raise CheckError(f"{what} loads or unloads at {trip.facility!r}, which is no facility")
    if here is not None and here != trip.facility:
        raise CheckError(
            f"{what} loads or unloads at {trip.facility!r}; the vehicle is at {here!r} then"
        )


def _require_counts(instance: Instance, vehicles: Sequence[Vehicle]) -> None:
    """Refuse vehicles that the instance does not have, or not so many of."""
    for vehicle, times in Counter(vehicles).items():
        if vehicle not in instance.vehicles:
            raise CheckError("a route has a vehicle that is none of the instance's")
        if vehicle.count is not None and times > vehicle.count:
            name = f" {vehicle.label!r}" if vehicle.label else " of a type"
            raise CheckError(f"{times} vehicles{name} are used; there are {vehicle.count}")


def _require_limits(what: str, vehicle: Vehicle, route: CheckedRoute) -> None:
    for name in ("trips", "length", "hours"):
        value, most = getattr(route, name), getattr(vehicle, f"max_{name}")
        if value is not None and most is not None and value > most * (1 + TOLERANCE):
            raise CheckError(f"{what} has {name} {value:.10g}; its vehicle's most are {most:g}")


def _hours(route: _Driven, stop_minutes: float, by_street: StreetHours | None) -> float | None:
    if by_street is None:
        return None
    lasts = [
        (by_street.serve if served else by_street.drive).item(edge, side)
        for edge, side, served in route.drives
    ]
    turns = math.fsum(route.turn_seconds) / 3600
    return math.fsum([*lasts, stop_minutes / 60, turns])


def _litres(instance: Instance, vehicle: Vehicle, route: _Driven) -> float | None:
    if vehicle.fuel_empty is None or vehicle.fuel_per_tonne is None:
        return None
    km = METRES[instance.length_unit] / METRES["km"]
    tonnes = KILOGRAMS.get(instance.load_unit, 0.0) / KILOGRAMS["t"]
    empty = vehicle.fuel_empty * km / 100 * math.fsum(route.lengths)
    return empty + vehicle.fuel_per_tonne * km / 100 * tonnes * math.fsum(route.hauled)


def _require_end(what: str, vehicle: Vehicle, here: Id | None) -> None:
    if here is not None and vehicle.end not in (FREE, here):
        raise CheckError(f"{what} ends at {here!r}; it should end at {vehicle.end!r}")


def _start_of(vehicle: Vehicle) -> Id | None:
    return None if isinstance(vehicle.start, Free) else vehicle.start


def _drive(
    roads: _Roads, vehicle: Vehicle, way: _DrivenWay, until: int, here: Id | None
) -> Id | None:
    """Add length and direction of the next crossings of a way; return where they lead.

    Parameters
    ----------
    roads, vehicle
        What is driven on, and by what.
    way
        The crossings, and what was found of those before.
    until
        How many crossings are driven at the end of this.
    here
        Where the vehicle is; None for anywhere.
    """
    for position in range(len(way.lengths), until):
        step, where = way.steps[position], way.where
        if here is not None and step.from_node != here:
            raise CheckError(
                f"{where(position + 1)} starts at {step.from_node!r}; the vehicle is at {here!r}"
            )
        direction = step.direction
        try:
            length = roads.drives.get((step.edge, direction, step.from_node, step.to_node))
        except TypeError:  # an id that is neither text nor a number
            length = None
        if length is None or direction is None:
            length, direction = _length_of(roads.instance, step, where(position + 1))
        if step.edge in vehicle.closed:
            raise CheckError(f"{where(position + 1)} is closed to the vehicle")
        way.lengths.append(length)
        way.directions.append(direction)
        here = step.to_node
    return here


def _add_turns(
    turns: TurnCheck, vehicle: Vehicle, way: _DrivenWay, visit: int, before: StatedDrive | None
) -> StatedDrive | None:
    """Add the turn into each crossing of a way; return what the next way turns out of.

    At the facility, which is reached after `visit` crossings, the vehicle stands. `before` is the
    crossing before the way, None where the vehicle stood.
    """
    for position, (step, direction) in enumerate(zip(way.steps, way.directions, strict=True)):
        after = StatedDrive(step.edge, direction)
        turn = (0.0, 0.0)
        if before is not None and position != visit:
            turn = turns.turn(vehicle, before, after, way.where(position + 1))
        way.turns.append(turn)
        before = after
    return None if visit == len(way.steps) else before


def _drives(instance: Instance) -> dict[tuple[Id, int | None, Id, Id], float]:
    """Return the length of each drive that is allowed, by edge, direction and nodes."""
    lengths: dict[tuple[Id, int | None, Id, Id], float] = {}
    ends = instance.ends.tolist()
    for edge, (tail, head), (forth, back) in zip(
        instance.edges, ends, instance.lengths.tolist(), strict=True
    ):
        one, other = instance.nodes[tail], instance.nodes[head]
        if math.isfinite(forth):
            lengths[edge, 1, one, other] = forth
        if math.isfinite(back):
            lengths[edge, 2, other, one] = back
    return lengths


def _serve(instance: Instance, ways: Sequence[_DrivenWay]) -> list[list[float]]:
    """Return what each crossing delivers or collects; refuse all but one service per edge."""
    unserved = {
        edge: demand
        for edge, demand in zip(instance.edges, instance.demands.tolist(), strict=True)
        if demand > 0
    }
    loads: list[list[float]] = []
    for way in ways:
        loads.append([])
        for number, step in enumerate(way.steps, start=1):
            if step.served and step.edge not in unserved:
                raise CheckError(
                    f"{way.where(number)} serves an edge that needs no service or had it already"
                )
            loads[-1].append(unserved.pop(step.edge) if step.served else 0.0)
    if unserved and not instance.allow_unserved:
        first, *others = unserved
        if not others:
            raise CheckError(f"edge {first!r} is not served")
        raise CheckError(f"{len(unserved):,} edges are not served, the first is {first!r}")
    return loads


def _length_of(instance: Instance, step: Step, where: str) -> tuple[float, int]:
    """Return the length of a crossing and its direction."""
    try:
        edge = instance.edge(step.edge)
    except InputError as error:
        raise CheckError(f"{where} is not an edge of the network") from error
    drives = {1: (edge.tail, edge.head, edge.length), 2: (edge.head, edge.tail, edge.length_back)}
    for direction in drives if step.direction is None else (step.direction,):
        if direction not in drives:
            raise CheckError(f"{where} has direction {direction!r}; it must be 1 or 2")
        tail, head, length = drives[direction]
        if (step.from_node, step.to_node) == (tail, head) and length is not None:
            if math.isfinite(length):
                return length, direction
            raise CheckError(f"{where} is driven against a one-way street")
    raise CheckError(
        f"{where} is driven from {step.from_node!r} to {step.to_node!r}; "
        f"the edge lies between {edge.tail!r} and {edge.head!r} and its direction "
        f"is stated as {step.direction!r}"
    )
