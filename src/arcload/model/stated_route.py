"""A route as the file of a result states it, before it is held against an instance."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenTrip
from arcload.model.errors import CheckError, counted
from arcload.model.instance import Instance
from arcload.model.plan import Plan, Route, Service, Trip
from arcload.model.types import Id
from arcload.model.vehicle import Vehicle

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

Steps: TypeAlias = Sequence[str | int]

_OF_TURNS = ("turn", "turn_seconds")  # which most crossings need not state
_FIGURES = ("length", "load_before", "load_after", "cost", *_OF_TURNS)  # of a crossing
_CROSSING = ("edge", "from", "to", "served", "direction", *_FIGURES)
_TRIP = ("facility", "load", "services", "visit", "walk")
_KNOWN = ("hours", "litres", "fuel_cost")  # figures of a route that may not be known
_ROUTE = ("vehicle", "label", "cost", "length", *_KNOWN, "trips")


@dataclass(frozen=True)
class StatedTrip:
    """A trip as a file states it.

    Parameters
    ----------
    facility
        The node where it is loaded or unloaded; None for where the tour starts or ends.
    load
        What is loaded or unloaded there; NaN where that is not stated.
    services
        What it serves.
    visit, walk
        As in `DrivenTrip`; None for a tour, whose walk stands for itself.
    """

    facility: Id | None
    load: float
    services: tuple[Service, ...]
    visit: int | None = None
    walk: tuple[Crossing, ...] | None = None

    def driven(self) -> DrivenTrip:
        """Return what it drives; it has a walk."""
        assert self.walk is not None
        assert self.visit is not None
        return DrivenTrip(self.walk, self.visit, self.facility, self.load)

    def summary(self) -> dict[str, Any]:
        """Return the trip without its walk, ready for JSON."""
        load = {} if math.isnan(self.load) else {"load": self.load}
        return {"facility": self.facility} | load | {"services": [list(s) for s in self.services]}


@dataclass(frozen=True)
class StatedRoute:
    """A route as a file states it.

    Parameters
    ----------
    vehicle
        Which of the vehicles of the settings drives it; the first is 0.
    label
        What they are called.
    cost, length
        Its cost and length; NaN where that is not stated.
    hours
        How long it takes; None where that is not known.
    trips
        Its trips.
    litres, fuel_cost
        Its fuel, and what that costs; None where that is not known.
    """

    vehicle: int
    label: str
    cost: float
    length: float
    hours: float | None
    trips: tuple[StatedTrip, ...]
    litres: float | None = None
    fuel_cost: float | None = None

    def summary(self) -> dict[str, Any]:
        """Return the route without its walks, ready for JSON."""
        return self.head() | {"trips": [trip.summary() for trip in self.trips]}

    def head(self) -> dict[str, Any]:
        """Return what it states beside its trips, ready for JSON."""
        label = {"label": self.label} if self.label else {}
        figures = {
            name: value
            for name, value in (("cost", self.cost), ("length", self.length))
            if not math.isnan(value)
        }
        fuel = {"litres": self.litres, "fuel_cost": self.fuel_cost}
        fuel = {name: value for name, value in fuel.items() if value is not None}
        return {"vehicle": self.vehicle} | label | figures | {"hours": self.hours} | fuel


def stated_routes(plan: Plan, *, walks: bool) -> tuple[StatedRoute, ...]:
    """Return the routes of a plan as a file states them, with the walks of their trips or not."""
    vehicles = plan.instance.vehicles
    return tuple(
        StatedRoute(
            vehicle=vehicles.index(route.vehicle),
            label=route.vehicle.label,
            cost=driven.cost,
            length=driven.length,
            hours=driven.hours,
            litres=driven.litres,
            fuel_cost=driven.fuel_cost,
            trips=tuple(
                StatedTrip(
                    facility=way.facility,
                    load=way.load,
                    services=trip.services,
                    visit=way.visit if walks else None,
                    walk=way.walk if walks else None,
                )
                for trip, way in zip(route.trips, driven.trips, strict=True)
            ),
        )
        for route, driven in zip(plan.routes, plan.driven, strict=True)
    )


def planned_routes(instance: Instance, routes: Sequence[StatedRoute]) -> list[Route]:
    """Return stated routes by the vehicles of an instance."""
    return [
        Route(
            stated_vehicle(instance, number, route),
            tuple(Trip(trip.services, trip.facility) for trip in route.trips),
        )
        for number, route in enumerate(routes, start=1)
    ]


def stated_vehicle(instance: Instance, number: int, route: StatedRoute) -> Vehicle:
    """Return the instance's vehicle of a route, whose number counts from 1."""
    if route.vehicle >= len(instance.vehicles):
        types = counted(len(instance.vehicles), "type")
        raise CheckError(
            f"route {number} states vehicle {route.vehicle}, where 0 is the first; there "
            f"{'is' if len(instance.vehicles) == 1 else 'are'} {types} of vehicles"
        )
    vehicle = instance.vehicles[route.vehicle]
    if route.label and route.label != vehicle.label:
        raise CheckError(
            f"route {number} states the vehicle {route.label!r}; it is {vehicle.label!r}"
        )
    return vehicle


def route_to_text(route: dict[str, Any], margin: str) -> str:
    """Return a route of a file: one line for itself, one per trip and one per crossing."""
    trips = []
    for trip in route["trips"]:
        text = _json({name: value for name, value in trip.items() if name != "walk"})
        if "walk" in trip:
            walk = f",\n{margin}   ".join(map(_json, trip["walk"]))
            walk = f"[\n{margin}   {walk}\n{margin}  ]" if trip["walk"] else "[]"
            text = f'{text[:-1]}, "walk": {walk}}}'
        trips.append(text)
    head = _json({name: value for name, value in route.items() if name != "trips"})
    listed = f",\n{margin}  ".join(trips)
    return f'{head[:-1]}, "trips": [\n{margin}  {listed}\n{margin} ]}}'


def route_to_dict(route: StatedRoute) -> dict[str, Any]:
    """Return a whole route, ready for JSON."""
    trips = []
    for trip in route.trips:
        data = trip.summary()
        if trip.walk is not None:
            data |= {"visit": trip.visit, "walk": [*map(crossing_to_dict, trip.walk)]}
        trips.append(data)
    return route.head() | {"trips": trips}


def read_route(reader: "JsonReader", item: Any, steps: Steps) -> StatedRoute:
    """Return a route of a JSON file."""
    data = reader.keys(item, _ROUTE, steps)
    for name in ("vehicle", "trips"):
        if name not in data:
            raise reader.refuse(steps, f"this route has no {name!r}")
    vehicle = reader.whole(data["vehicle"], "'vehicle'", [*steps, "vehicle"])
    if vehicle < 0:
        where = [*steps, "vehicle"]
        raise reader.refuse(where, f"'vehicle' is {vehicle}; the first of the settings is 0")
    known = {
        name: reader.number(data[name], repr(name), [*steps, name])
        for name in _KNOWN
        if data.get(name) is not None
    }
    trips = _items(reader, data["trips"], [*steps, "trips"])
    return StatedRoute(
        vehicle=vehicle,
        label=reader.text_of(data.get("label", ""), "'label'", [*steps, "label"]),
        cost=_figure(reader, data, "cost", steps),
        length=_figure(reader, data, "length", steps),
        hours=known.get("hours"),
        litres=known.get("litres"),
        fuel_cost=known.get("fuel_cost"),
        trips=tuple(_read_trip(reader, trip, where) for where, trip in trips),
    )


def _read_trip(reader: "JsonReader", item: Any, steps: Steps) -> StatedTrip:
    data = reader.keys(item, _TRIP, steps)
    for name in ("facility", "services"):
        if name not in data:
            raise reader.refuse(steps, f"this trip has no {name!r}")
    if ("walk" in data) != ("visit" in data):
        raise reader.refuse(steps, "'walk' and 'visit' of this trip go together")
    facility, visit, walk = data["facility"], None, None
    if facility is not None:
        facility = reader.id_of(facility, "'facility'", [*steps, "facility"])
    if "walk" in data:
        where = [*steps, "visit"]
        walk = tuple(
            read_crossing(reader, crossing, at)
            for at, crossing in _items(reader, data["walk"], [*steps, "walk"])
        )
        visit = reader.whole(data["visit"], "'visit'", where)
        if not 0 <= visit <= len(walk):
            raise reader.refuse(
                where, f"'visit' is {visit}; the walk of the trip has {len(walk)} crossings"
            )
    return StatedTrip(
        facility=facility,
        load=_figure(reader, data, "load", steps),
        services=tuple(
            _read_service(reader, service, where)
            for where, service in _items(reader, data["services"], [*steps, "services"])
        ),
        visit=visit,
        walk=walk,
    )


def _read_service(reader: "JsonReader", item: Any, steps: Steps) -> Service:
    if not isinstance(item, list) or len(item) != 2:
        raise reader.refuse(steps, "a service is [edge, direction]")
    return Service(
        reader.id_of(item[0], "the id of this edge", [*steps, 0]),
        reader.whole(item[1], "this direction", [*steps, 1]),
    )


def _figure(reader: "JsonReader", data: dict[str, Any], name: str, steps: Steps) -> float:
    """Return a figure, NaN where it is not stated, so that there is nothing to compare."""
    if name not in data:
        return math.nan
    return reader.number(data[name], repr(name), [*steps, name])


def _items(reader: "JsonReader", items: Any, steps: Steps) -> list[tuple[list[str | int], Any]]:
    """Return the items of a list, each with the keys that lead to it."""
    if not isinstance(items, list):
        raise reader.refuse(steps, f"{steps[-1]!r} must be a list [...]")
    return [([*steps, position], item) for position, item in enumerate(items)]


def read_crossing(reader: "JsonReader", item: Any, steps: Steps) -> Crossing:
    """Return a crossing of a JSON file; what it does not state is NaN."""
    step = reader.keys(item, _CROSSING, steps)
    for name in ("edge", "from", "to", "served"):
        if name not in step:
            raise reader.refuse(steps, f"this crossing has no {name!r}")
    if not isinstance(step["served"], bool):
        raise reader.refuse([*steps, "served"], "'served' must be true or false")
    edge, tail, head = (
        reader.id_of(step[name], repr(name), [*steps, name]) for name in ("edge", "from", "to")
    )
    direction = step.get("direction")
    if direction is not None:
        reader.whole(direction, "'direction'", [*steps, "direction"])
    figures = {name: _figure(reader, step, name, steps) for name in _FIGURES}
    return Crossing(edge, tail, head, direction, step["served"], **figures)


def crossing_to_dict(crossing: Crossing) -> dict[str, Any]:
    """Return a crossing, ready for JSON."""
    values = {
        "edge": crossing.edge,
        "from": crossing.from_node,
        "to": crossing.to_node,
        "served": crossing.served,
        "direction": crossing.direction,
    }
    for name in _FIGURES:
        figure = getattr(crossing, name)
        if not math.isnan(figure) and (figure or name not in _OF_TURNS):
            values[name] = figure
    return values


_json = json.JSONEncoder(ensure_ascii=False).encode
