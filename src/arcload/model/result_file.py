"""The file of a result: what it states, before it is held against an instance.

It is validated by hand: a schema library was tried and saved nothing, since its errors had to be
translated into a line, a key, a value and what is expected, and every field declared twice.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, get_args

from arcload.model.arguments import require
from arcload.model.checker import Checked, check, check_routes
from arcload.model.claims import (
    OF_ROUTE,
    TOTALS,
    compare_claims,
    compare_route,
    compare_totals,
    same,
)
from arcload.model.crossing import Crossing
from arcload.model.errors import CheckError, InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, Status, relative_gap
from arcload.model.settings import changes_in, checked_settings, other_settings, settings_of
from arcload.model.sources import Source, name_of, stated_in, without_lines
from arcload.model.stated_route import (
    StatedRoute,
    Steps,
    crossing_to_dict,
    planned_routes,
    read_crossing,
    read_route,
    route_to_dict,
    route_to_text,
    stated_routes,
    stated_vehicle,
)
from arcload.model.tour import Tour
from arcload.model.types import Id

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

SCHEMA = "arcload-result/1"


@dataclass(frozen=True, kw_only=True)
class StatedResult:
    """What the file of a result states; nothing of it is checked against an instance yet.

    Parameters
    ----------
    instance
        Name of the instance.
    method, seed, threads
        How it was searched.
    cost
        Cost of the plan.
    lower_bound
        No plan costs less; None where nothing is known.
    status
        ``"optimal"``: proven; ``"feasible"``: a limit was reached or the method was done;
        ``"interrupted"``: stopped by the user.
    length, deadhead_length, load_distance
        Length of the walk, the part of it without service, and the sum of length * load.
    turn_length
        What turns add to the way; None where that is not stated.
    trips, hours, longest
        How many trips there are, the hours of all routes, and the longest route, in hours or else
        in length; None where that is not stated.
    litres, fuel_cost
        The fuel of all routes, and what it costs; None where that is not stated.
    unserved
        Ids of the edges left out; None where that is not stated.
    seconds, startup_seconds
        Time of the search, and of preparing it (distances, compilation).
    iterations
        Steps taken, counted as the method counts them.
    version
        Version of arcload.
    parameters
        Parameters of the method that were set.
    settings
        What it was solved for, as `settings_of` gives it.
    length_unit, load_unit
        Labels of the units.
    order, directions
        Ids of the served edges and the direction of each, 1 or 2.
    routes
        Each route, with the walks of its trips unless there is just one; None where that is not
        stated.
    walk
        Every crossing.
    history
        (seconds, iteration, cost) of each improvement.
    bound_history
        (seconds, bound) each time that the lower bound rose.
    """

    instance: str
    method: str
    cost: float
    lower_bound: float | None
    status: Status
    length: float
    deadhead_length: float
    load_distance: float
    seconds: float
    startup_seconds: float
    iterations: int
    seed: int
    threads: int
    version: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    length_unit: str = ""
    load_unit: str = ""
    turn_length: float | None = None
    trips: int | None = None
    hours: float | None = None
    longest: float | None = None
    litres: float | None = None
    fuel_cost: float | None = None
    unserved: tuple[Id, ...] | None = None
    order: tuple[Id, ...]
    directions: tuple[int, ...]
    routes: tuple[StatedRoute, ...] | None = None
    walk: tuple[Crossing, ...]
    history: tuple[tuple[float, int, float], ...] = ()
    bound_history: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, result: Result) -> Self:
        """Return what the file of a result states."""
        plan, instance = result.plan, result.plan.instance
        names = {f.name for f in fields(cls)}
        own = {f.name: getattr(result, f.name) for f in fields(result) if f.name in names}
        return cls(
            instance=instance.name,
            cost=plan.cost,
            length=plan.length,
            deadhead_length=plan.deadhead_length,
            load_distance=plan.load_distance,
            turn_length=plan.turn_length if instance.watches_turns else None,
            settings=settings_of(instance),
            length_unit=instance.length_unit,
            load_unit=instance.load_unit,
            order=plan.order,
            directions=plan.directions,
            trips=plan.trips,
            hours=plan.hours,
            litres=plan.litres,
            fuel_cost=plan.fuel_cost,
            longest=plan.longest if instance.objective == "balance" else None,
            unserved=plan.unserved if instance.is_fleet else None,
            routes=stated_routes(plan, walks=not isinstance(plan, Tour)),
            walk=plan.walk,
            **own,
        )

    def result(self, instance: Instance) -> Result:
        """Return the result for the instance that it solves.

        Raises
        ------
        CheckError
            If it was solved for another vehicle, or states figures that are not those of its walk.
        """
        other = other_settings(instance, self.settings)
        try:
            true = self._check(instance)
            stated = {name: getattr(self, name) for name in TOTALS}
            compare_totals({k: value for k, value in stated.items() if value is not None}, true)
            self._compare_routes(true)
            self._compare_units(instance)
            names = {f.name for f in fields(self)}
            own = {f.name: getattr(self, f.name) for f in fields(Result) if f.name in names}
            result = Result(plan=self._driven_plan(instance), **own)
            self._compare_trips(result.plan)
            compare_claims(result, true.cost)
        except (CheckError, InputError) as error:
            if not other:
                raise
            raise CheckError(f"{error} (the result was solved for {other})") from None
        if other:
            raise CheckError(f"the result was solved for {other}")
        return result

    @property
    def is_tour(self) -> bool:
        """Whether its walk is one tour, and not those of trips."""
        return self.routes is None or any(
            trip.walk is None for route in self.routes for trip in route.trips
        )

    def plan(self, instance: Instance) -> Plan:
        """Return the plan that serves an instance as this one does, whatever it was solved for."""
        if self.is_tour:
            return Tour(instance, self.order, self.directions)
        return Plan(instance, planned_routes(instance, self.routes or ()))

    def _check(self, instance: Instance) -> Checked:
        """Follow the walk, or those of all trips."""
        if self.is_tour:
            return check(instance, self.walk)
        return check_routes(
            instance,
            [
                (stated_vehicle(instance, number, route), [trip.driven() for trip in route.trips])
                for number, route in enumerate(self.routes or (), start=1)
            ],
        )

    def _driven_plan(self, instance: Instance) -> Plan:
        if self.is_tour:
            return Tour(instance, self.order, self.directions, self.walk)
        driven = [[trip.driven() for trip in route.trips] for route in self.routes or ()]
        return Plan(instance, planned_routes(instance, self.routes or ()), driven)

    def _compare_routes(self, true: Checked) -> None:
        """Refuse figures of routes that are not their own."""
        if self.routes is None:
            return
        if len(self.routes) != len(true.routes):
            raise CheckError(f"{len(self.routes)} routes are stated; there are {len(true.routes)}")
        for number, route in enumerate(self.routes, start=1):
            figures = {name: getattr(route, name) for name in OF_ROUTE}
            figures = {k: v for k, v in figures.items() if v is not None and not math.isnan(v)}
            compare_route(number, figures, true)

    def _compare_trips(self, plan: Plan) -> None:
        """Refuse what is stated of a tour's vehicle and only trip and is not so."""
        if not self.is_tour or self.routes is None:
            return
        (driven,), (route,) = plan.driven[0].trips, plan.routes
        stated_vehicle(plan.instance, 1, self.routes[0])
        for stated in self.routes[0].trips:
            if len(self.routes[0].trips) > 1:
                raise CheckError("several trips are stated; the walk is one tour")
            if stated.services != route.trips[0].services:
                raise CheckError("the services stated are not those of the walk")
            if stated.facility != driven.facility:
                raise CheckError(
                    f"the facility stated is {stated.facility!r}; it is {driven.facility!r}"
                )
            if not math.isnan(stated.load) and not same(stated.load, driven.load):
                raise CheckError(f"the load stated is {stated.load!r}; it is {driven.load!r}")

    def _compare_units(self, instance: Instance) -> None:
        for unit in ("length_unit", "load_unit"):
            stated, true = getattr(self, unit), getattr(instance, unit)
            if stated and true and stated != true:
                name = unit.replace("_", " ")
                raise CheckError(f"the {name} stated is {stated!r}; it is {true!r}")

    @property
    def gap(self) -> float | None:
        """Return cost / lower_bound - 1, as a fraction; None where there is no bound."""
        return None if self.lower_bound is None else relative_gap(self.cost, self.lower_bound)

    def summary(self) -> dict[str, Any]:
        """Return the result without its walk and histories, ready for JSON."""
        left_out = ("walk", "history", "bound_history")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in left_out}
        values = {k: value for k, value in values.items() if value is not None or k not in _FEW}
        values["settings"] = dict(self.settings)
        values["parameters"] = dict(self.parameters)
        if self.routes is not None:
            values["routes"] = [route.summary() for route in self.routes]
        values["gap"] = self.gap
        return {"schema": SCHEMA} | values

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result, ready for JSON."""
        histories = {
            "history": [list(point) for point in self.history],
            "bound_history": [list(point) for point in self.bound_history],
        }
        if self.is_tour:
            walk = [crossing_to_dict(crossing) for crossing in self.walk]
            return self.summary() | histories | {"walk": walk}
        routes = [route_to_dict(route) for route in self.routes or ()]
        return self.summary() | {"routes": routes} | histories

    def vehicle(self) -> dict[str, Any]:
        """Return the settings that it was solved for, as `arcload.read` takes them."""
        return changes_in(self.settings)

    def to_json(self) -> str:
        """Return the text of the result's JSON file."""
        rows = [f" {_json(key)}: {_rows(key, value)}" for key, value in self.to_dict().items()]
        return "{\n" + ",\n".join(rows) + "\n}\n"


def load_result(path: Source, instance: Instance) -> Result:
    """Read a result that `Result.save` wrote.

    Parameters
    ----------
    path
        The file: its path, an open file, its bytes, or what `Result.to_dict` gave.
    instance
        The instance that it solves.

    Raises
    ------
    InputError
        If it is no such file.
    CheckError
        If it was solved for another vehicle, or states figures that are not those of its walk.
    """
    require(instance, "instance", Instance)
    stated = read_result(path)
    with stated_in(path):
        return stated.result(instance)


def read_result(path: Source) -> StatedResult:
    """Return what the file of a result states.

    Raises
    ------
    InputError
        If it is no such file.
    CheckError
        If its gap is not that of its cost and lower bound.
    """
    from arcload.model.files import read_text

    with without_lines(path):
        return parse_result(read_text(path), name_of(path))


def parse_result(text: str, file: Path) -> StatedResult:
    """Return what the text of a result states; `file` names it in messages, see `read_result`."""
    from arcload.model.files import JsonReader, at

    try:
        return _parse(JsonReader(text, file, SCHEMA))
    except RecursionError:
        raise at(file, 1, "the JSON is nested too deeply") from None


def _parse(reader: "JsonReader") -> StatedResult:
    values: dict[str, Any] = {}
    for f in fields(StatedResult):
        name = f.name
        if name in reader.data:
            values[name] = _value(reader, name, reader.data[name])
        elif name == "walk" and not _lacks_walks(values.get("routes")):
            values[name] = _walk_of_trips(reader, values["routes"])
        elif f.default is MISSING and f.default_factory is MISSING:
            raise InputError(
                f"{reader.file}: {name!r} is missing; this is not a whole arcload result"
            )
    result = StatedResult(**values)
    trips = [trip for route in result.routes or () for trip in route.trips]
    if "walk" in reader.data and any(trip.walk is not None for trip in trips):
        raise reader.refuse(["walk"], "the walk stands in the trips of the routes, too; keep one")
    require_gap(reader, result.cost, result.lower_bound)
    return result


def _lacks_walks(routes: tuple[StatedRoute, ...] | None) -> bool:
    """Return whether there are no routes, or just trips without a walk of their own."""
    if routes is None:
        return True
    trips = [trip for route in routes for trip in route.trips]
    return bool(trips) and all(trip.walk is None for trip in trips)


def _walk_of_trips(reader: "JsonReader", routes: tuple[StatedRoute, ...]) -> tuple[Crossing, ...]:
    """Return the walks of all trips as one; refuse a trip that has none."""
    crossings: list[Crossing] = []
    for i, route in enumerate(routes):
        for j, trip in enumerate(route.trips):
            if trip.walk is None:
                raise reader.refuse(["routes", i, "trips", j], "this trip has no 'walk'")
            crossings += trip.walk
    return tuple(crossings)


def require_gap(reader: "JsonReader", cost: float, bound: float | None) -> None:
    """Refuse a file whose `gap`, if it states one, is not that of its cost and lower bound."""
    stated = reader.data.get("gap")
    if stated is not None:
        stated = reader.number(stated, "'gap'", ["gap"])
    gap = None if bound is None else relative_gap(cost, bound)
    same = stated == gap or (
        stated is not None and gap is not None and math.isclose(stated, gap, rel_tol=1e-6)
    )
    if "gap" in reader.data and not same:
        raise CheckError(
            f"{reader.file}: the gap stated is {stated!r}; the cost {cost!r} and the lower bound "
            f"{bound!r} make it {gap!r}"
        )


_NUMBERS = (
    *("cost", "lower_bound", "length", "deadhead_length", "load_distance"),
    *("turn_length", "seconds", "startup_seconds", "hours", "longest", "litres", "fuel_cost"),
)
_WHOLES = ("iterations", "seed", "threads", "trips")
_FEW = (  # that some lack
    *("turn_length", "trips", "hours", "longest", "litres", "fuel_cost", "unserved", "routes"),
)


def _value(reader: "JsonReader", name: str, value: Any) -> Any:
    what, steps = repr(name), [name]
    if name == "lower_bound" and value is None:
        return None
    if name in _NUMBERS:
        return reader.number(value, what, steps)
    if name in _WHOLES:
        return reader.whole(value, what, steps)
    if name == "settings":
        return checked_settings(reader, value)
    if name == "parameters":
        if not isinstance(value, dict):
            raise reader.refuse(steps, f"{what} must be an object {{...}}")
        return value
    if name in _LISTS:
        parse = _LISTS[name]
        items = enumerate(reader.items(name))
        return tuple(parse(reader, item, [name, position]) for position, item in items)
    text = reader.text_of(value, what, steps)
    if name == "status" and text not in get_args(Status):
        raise reader.refuse(steps, f"'status' is {text!r}; use {', '.join(get_args(Status))}")
    return text


def _id(reader: "JsonReader", item: Any, steps: Steps) -> Id:
    return reader.id_of(item, "the id of this edge", steps)


def _direction(reader: "JsonReader", item: Any, steps: Steps) -> int:
    return reader.whole(item, "this direction", steps)


def _point(reader: "JsonReader", item: Any, steps: Steps) -> tuple[float, int, float]:
    if not isinstance(item, list) or len(item) != 3:
        raise reader.refuse(steps, "the history is a list of [seconds, iteration, cost]")
    seconds, iteration, cost = item
    return (
        reader.number(seconds, "the seconds", [*steps, 0]),
        reader.whole(iteration, "the iteration", [*steps, 1]),
        reader.number(cost, "the cost", [*steps, 2]),
    )


def _bound_point(reader: "JsonReader", item: Any, steps: Steps) -> tuple[float, float]:
    if not isinstance(item, list) or len(item) != 2:
        raise reader.refuse(steps, "the history of the bound is a list of [seconds, bound]")
    seconds, bound = item
    return (
        reader.number(seconds, "the seconds", [*steps, 0]),
        reader.number(bound, "the bound", [*steps, 1]),
    )


_LISTS: dict[str, Callable[["JsonReader", Any, Steps], Any]] = {
    "order": _id,
    "directions": _direction,
    "routes": read_route,
    "unserved": _id,
    "walk": read_crossing,
    "history": _point,
    "bound_history": _bound_point,
}


def _rows(key: str, value: Any) -> str:
    """Return a value of the file: one line per crossing of the walk, and one for all else."""
    if key == "routes" and any("walk" in trip for route in value for trip in route["trips"]):
        return "[\n  " + ",\n  ".join(route_to_text(route, "  ") for route in value) + "\n ]"
    if key not in ("history", "bound_history", "walk") or not value:
        return _json(value)
    return "[\n  " + ",\n  ".join(map(_json, value)) + "\n ]"


_json = json.JSONEncoder(ensure_ascii=False).encode
