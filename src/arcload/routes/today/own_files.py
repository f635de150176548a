"""Today's route from files that arcload wrote: a result, or the GeoJSON of a route."""

from typing import Any

from arcload.model.errors import InputError
from arcload.model.files import JsonReader, brief
from arcload.model.instance import Instance
from arcload.model.result_file import StatedResult
from arcload.routes.today.recorded_route import RecordedDrive, RecordedRoute, recorded_drive

_STATED = ("edge", "from", "to", "served")


def routes_of_result(instance: Instance, stated: StatedResult, file: object) -> list[RecordedRoute]:
    """Return the routes of a result's file, whatever it was solved for.

    Parameters
    ----------
    instance
        The network.
    stated
        What the file states.
    file
        The file, for messages.
    """

    def drives(walk: Any, where: str) -> list[RecordedDrive]:
        return [
            recorded_drive(
                instance,
                crossing.edge,
                (crossing.from_node, crossing.to_node),
                crossing.direction,
                crossing.served,
                f"{where}crossing {number}",
                crossing.length,
            )
            for number, crossing in enumerate(walk, start=1)
        ]

    if stated.is_tour:
        return [RecordedRoute(tuple(drives(stated.walk, f"{file}: ")))]
    routes = []
    for number, route in enumerate(stated.routes or (), start=1):
        driven: list[RecordedDrive] = []
        visits = []
        for position, trip in enumerate(route.trips, start=1):
            visits.append(len(driven) + (trip.visit or 0))
            driven += drives(trip.walk or (), f"{file}: trip {position} of route {number}, ")
        known = route.vehicle < len(instance.vehicles)
        vehicle = route.vehicle if known else None
        routes.append(RecordedRoute(tuple(driven), tuple(visits), vehicle))
    if not routes:
        raise InputError(f"{file}: the result has no routes")
    return routes


def routes_of_geojson(instance: Instance, reader: JsonReader) -> list[RecordedRoute] | None:
    """Return the routes of a GeoJSON file whose lines name their streets; None if it is no such.

    Parameters
    ----------
    instance
        The network.
    reader
        The file.
    """
    features = reader.data.get("features")
    if not isinstance(features, list) or not any(map(_names_street, features)):
        return None
    labels = [vehicle.label for vehicle in instance.vehicles]
    vehicles: dict[Any, int] = {}
    drives: dict[Any, list[RecordedDrive]] = {}
    visits: dict[Any, list[int]] = {}
    for number, feature in enumerate(features):
        properties = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(properties, dict) or properties.get("left_out"):
            continue
        route = properties.get("route", 1)
        if isinstance(route, bool) or not isinstance(route, int):
            raise reader.refuse(
                ["features", number, "properties", "route"],
                f"the route is {brief(route)}; it must be a whole number",
            )
        driven = drives.setdefault(route, [])
        if properties.get("vehicle") in labels:
            vehicles[route] = labels.index(properties["vehicle"])
        if "facility" in properties:
            visits.setdefault(route, []).append(len(driven))
        elif _names_street(feature):
            driven.append(_drive(instance, reader, number, properties))
    return [
        RecordedRoute(
            tuple(driven),
            tuple(visits[route]) if route in visits else None,
            vehicles.get(route),
        )
        for route, driven in sorted(drives.items())
        if driven
    ]


def _names_street(feature: Any) -> bool:
    properties = feature.get("properties") if isinstance(feature, dict) else None
    return isinstance(properties, dict) and all(name in properties for name in _STATED)


def _drive(
    instance: Instance, reader: JsonReader, number: int, properties: dict[str, Any]
) -> RecordedDrive:
    steps: list[str | int] = ["features", number, "properties"]
    edge, tail, head = (
        reader.id_of(properties[name], repr(name), [*steps, name]) for name in _STATED[:3]
    )
    served = properties["served"]
    if not isinstance(served, bool):
        raise reader.refuse([*steps, "served"], "'served' must be true or false")
    direction = properties.get("direction")
    if direction is not None and (isinstance(direction, bool) or direction not in (1, 2)):
        raise reader.refuse(
            [*steps, "direction"], f"the direction is {brief(direction)}; it must be 1 or 2"
        )
    length = None
    if "length" in properties:
        length = reader.number(properties["length"], "the length", [*steps, "length"])
    where = f"{reader.file}: feature {number + 1}"
    return recorded_drive(instance, edge, (tail, head), direction, served, where, length)
