"""The vehicle of a JSON file, such as an instance or a result."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from arcload.model.files import brief
from arcload.model.types import Mode
from arcload.model.vehicle import COUNTED, FREE, NUMBERS, SPEEDS

if TYPE_CHECKING:
    from arcload.model.files import JsonReader


def read_vehicle(
    reader: "JsonReader", data: Mapping[str, Any], steps: Sequence[str | int]
) -> dict[str, Any]:
    """Return the fields of a vehicle that an object of a JSON file states.

    Parameters
    ----------
    reader
        What reads the file.
    data, steps
        The object, and the keys that lead to it.
    """
    stated: dict[str, Any] = {}
    if data.get("label") is not None:
        stated["label"] = reader.text_of(data["label"], "the label of a vehicle", [*steps, "label"])
    for name in NUMBERS:
        if data.get(name) is not None:
            where = [*steps, name]
            stated[name] = reader.number(data[name], name.replace("_", " "), where)
            if stated[name] < 0:
                raise reader.refuse(where, f"{name} is {data[name]}; it must be 0 or more")
    for name in SPEEDS:
        if data.get(name) is not None:
            stated[name] = _speed(reader, data[name], name, [*steps, name])
    if data.get("leave") is not None:
        where = [*steps, "leave"]
        stated["leave"] = reader.text_of(data["leave"], "the time to leave", where)
    for name in ("count", "max_trips"):
        if data.get(name) is not None:
            where = [*steps, name]
            stated[name] = reader.whole(data[name], f"the {COUNTED[name]}", where)
            if stated[name] < 1:
                raise reader.refuse(where, f"{name} is {data[name]}; it must be 1 or more")
    if data.get("closed"):
        where = [*steps, "closed"]
        if not isinstance(data["closed"], list):
            raise reader.refuse(where, "'closed' must be a list of edge ids")
        stated["closed"] = tuple(
            reader.id_of(edge, "the id of an edge", [*where, position])
            for position, edge in enumerate(data["closed"])
        )
    for name in ("start", "end"):
        if name in data:
            place = data[name]
            stated[name] = FREE if place is None else reader.id_of(place, name, [*steps, name])
    if "mode" in data:
        stated["mode"] = data["mode"]
        if data["mode"] not in get_args(Mode):
            wrong = f"mode is {brief(data['mode'])}; it must be 'deliver' or 'collect'"
            raise reader.refuse([*steps, "mode"], wrong)
    return stated


def _speed(reader: "JsonReader", value: Any, name: str, steps: Sequence[str | int]) -> float | str:
    """Return a speed of a JSON file: a number, or a rule, which the vehicle reads."""
    if isinstance(value, str):
        return value
    speed = reader.number(value, name.replace("_", " "), steps)
    if speed <= 0:
        raise reader.refuse(steps, f"{name} is {value}; it must be above 0")
    return speed
