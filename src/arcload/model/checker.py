"""An independent check of a solution, from the definition of the problem alone.

Nothing here uses the kernels, the distances or the tour's own sums: the walk is followed
crossing by crossing, the load is carried along, and length * (W + b * load) is added up.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from arcload.model.arguments import require
from arcload.model.claims import (
    OF_ROUTE,
    TOLERANCE,
    TOTALS,
    compare_claims,
    compare_route,
    compare_totals,
    same,
)
from arcload.model.errors import CheckError
from arcload.model.followed_walk import (
    DrivenWay,
    Roads,
    Step,
    drive_trips,
    one_trip,
    require_end,
    route_in_words,
    steps_of,
)
from arcload.model.instance import Instance
from arcload.model.street_hours import StreetHours, street_hours
from arcload.model.types import Id
from arcload.model.units import KILOGRAMS, METRES
from arcload.model.vehicle import Vehicle

if TYPE_CHECKING:
    from arcload.model.driven_route import DrivenTrip
    from arcload.model.plan import Plan
    from arcload.model.result import Result

_FIGURES = ("length", "load_before", "load_after", "turn", "turn_seconds", "cost")
"""What a crossing may state of itself."""


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


@dataclass(frozen=True)
class _Driven:
    """What was found of some crossings."""

    costs: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    turn_seconds: list[float] = field(default_factory=list)
    hauled: list[float] = field(default_factory=list)
    """Length driven times load."""
    turned: list[float] = field(default_factory=list)
    """What turns add to the way times load."""
    drives: list[tuple[int, int, bool]] = field(default_factory=list)
    """Index of the edge, side, and whether it is served."""
    deadheads: list[float] = field(default_factory=list)
    order: list[Id] = field(default_factory=list)
    directions: list[int] = field(default_factory=list)

    def extend(self, other: "_Driven") -> None:
        """Add what was found of other crossings."""
        for column in fields(self):
            getattr(self, column.name).extend(getattr(other, column.name))


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
        return check_routes(solution, [(solution.vehicle, [one_trip(solution, steps_of(walk))])])
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
    roads = Roads.of(instance)
    ways, ends = [], []
    for number, (vehicle, trips) in enumerate(routes, start=1):
        driven, here = drive_trips(roads, number, vehicle, trips)
        ways += driven
        ends.append(here)
    loads = _serve(instance, ways)
    _require_counts(instance, [vehicle for vehicle, _ in routes])
    whole, checked = _Driven(), []
    others: list[float] = []
    loaded = iter(zip(ways, loads, strict=True))
    for number, (vehicle, trips) in enumerate(routes, start=1):
        name, route = route_in_words(instance, number, vehicle), _Driven()
        by_street = street_hours(instance, vehicle)
        for trip in trips:
            _add_trip(instance, vehicle, trip, *next(loaded), route)
        require_end(name, vehicle, ends[number - 1])
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
        load_distance=math.fsum([*whole.hauled, *whole.turned]),
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


def _add_trip(
    instance: Instance,
    vehicle: Vehicle,
    trip: "DrivenTrip",
    way: DrivenWay,
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
        cost = length * (W + b * mean)
        if turn:
            cost += turn * (W + b * loads[0])
            route.turned.append(turn * loads[0])
        if step.served and instance.serve_costs is not None:
            cost += instance.serve_costs.item(edge, direction - 1)
        _compare_crossing(way, number, (length, *loads, turn, seconds, cost))
        route.costs.append(cost)
        route.lengths.append(length)
        route.hauled.append(length * mean)
        route.drives.append((edge, direction - 1, bool(step.served)))
        if step.served:
            route.order.append(step.edge)
            route.directions.append(direction)
        else:
            route.deadheads.append(length)
    route.turns.extend(turn for turn, _ in way.turns)
    route.turn_seconds.extend(seconds for _, seconds in way.turns)


def _compare_crossing(way: DrivenWay, number: int, true: tuple[float, ...]) -> None:
    """Refuse figures that a crossing, the first is 1, states and that are not its own."""
    step = way.steps[number - 1]
    for figure, value in zip(_FIGURES, true, strict=True):
        stated = getattr(step, figure, math.nan)
        if stated != value and not math.isnan(stated) and not same(stated, value):
            raise CheckError(f"{way.where(number)} states {figure} {stated!r}; it is {value!r}")


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


def _serve(instance: Instance, ways: Sequence[DrivenWay]) -> list[list[float]]:
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
