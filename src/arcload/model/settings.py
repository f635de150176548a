"""The settings of an instance: its vehicles and their rules, as files state them."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from arcload.model.facility import Facility
from arcload.model.instance import Instance
from arcload.model.read_vehicle import read_vehicle
from arcload.model.turn_rules import read_turn_rules, turn_rules_in
from arcload.model.types import Keep, Objective
from arcload.model.vehicle import FIELDS, FREE, FUEL, SPEEDS, Vehicle

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

FLEET = (
    *("vehicles", "facilities", "refill_at_depot", "objective", "allow_unserved"),
    "turn_rules",
)
"""What an object of a JSON file may state of rules beside the fields of its vehicles."""

_OF_ONE = ("curb_weight", "load_factor", "capacity", "start", "end", "mode")
_SWITCHES = ("refill_at_depot", "allow_unserved")
_NOT_STATED: dict[str, Any] = {
    "label": "",
    "load_factor": 1.0,
    "fixed_cost": 0.0,
    **dict.fromkeys(("capacity", "count", "max_hours", "max_length", "max_trips"), math.inf),
    **dict.fromkeys((*SPEEDS, *FUEL), math.inf),
    "closed": (),
    "leave": "",
}
_FACILITY = ("node", "visit_cost", "stop_minutes")


def settings_of(instance: Instance) -> dict[str, Any]:
    """Return all that must be said when its file is read again, ready for JSON.

    The vehicles and their rules, and how the network was changed: ``keep`` if parts out of reach
    were left out, ``cut_streets`` if streets above every capacity were cut. ``town_file`` names the
    file that said all that, where it was a town file.
    """
    keep = {} if instance.keep == "all" else {"keep": instance.keep}
    cut = {"cut_streets": True} if instance.cut_streets else {}
    town = {"town_file": instance.town_file} if instance.town_file else {}
    return stated_fleet(instance) | keep | cut | town


def stated_fleet(instance: Instance) -> dict[str, Any]:
    """Return the vehicles and their rules for a file, no more than is needed.

    The fields of a single vehicle stand by themselves, as long as these are of one tour;
    all other vehicles are a list.
    """
    several = [vehicle.stated() for vehicle in instance.vehicles]
    stated: dict[str, Any] = {"vehicles": several}
    if len(several) == 1 and all(name in _OF_ONE for name in several[0]):
        stated = several[0]
    if instance.facilities:
        stated["facilities"] = [facility.stated() for facility in instance.facilities]
    if not instance.refill_at_depot:
        stated["refill_at_depot"] = False
    if instance.objective != "cost":
        stated["objective"] = instance.objective
    if instance.allow_unserved:
        stated["allow_unserved"] = True
    if instance.turn_rules is not None:
        stated["turn_rules"] = instance.turn_rules.stated()
    return stated


def changes_in(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as `arcload.read` takes them; what they do not state is as if never said.

    Parameters
    ----------
    settings
        As `settings_of` gives them, and as `checked_settings` lets them pass.
    """
    if not settings:
        return {}
    changes: dict[str, Any] = {name: settings[name] for name in FIELDS if name in settings}
    changes = _NOT_STATED | _with_places(changes)
    if "vehicles" in settings:
        changes = {
            "vehicles": tuple(
                Vehicle(**({"start": FREE, "end": FREE} | _with_places(vehicle)))
                for vehicle in settings["vehicles"]
            )
        }
    changes["facilities"] = tuple(Facility(**place) for place in settings.get("facilities", ()))
    changes["refill_at_depot"] = settings.get("refill_at_depot", True)
    changes["objective"] = settings.get("objective", "cost")
    changes["allow_unserved"] = settings.get("allow_unserved", False)
    changes["turn_rules"] = turn_rules_in(settings.get("turn_rules", {}))
    return changes | {name: settings[name] for name in ("keep", "cut_streets") if name in settings}


def other_settings(instance: Instance, settings: Mapping[str, Any]) -> str:
    """Return in words how some settings differ from those of an instance; nothing if they do not.

    All that changes costs or what is allowed counts. What is empty states nothing.
    """
    if not settings:
        return ""
    stated = settings.get("vehicles", [settings])
    if len(stated) != len(instance.vehicles):
        here = len(instance.vehicles)
        return f"{len(stated)} types of vehicles; this check uses {here}"
    for vehicle, other in zip(instance.vehicles, stated, strict=True):
        differs = vehicle.other_than({"load_factor": 1.0} | _with_places(other))
        if differs:
            return differs
    then, now = _rules_in(settings), _rules_in(stated_fleet(instance))
    for name, value in then.items():
        if value != now[name]:
            return f"{name} {value}; this check uses {now[name]}"
    return ""


def _rules_in(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the rules of a fleet beside its vehicles, by name and in words."""
    places = [
        f"{place['node']} (cost {place.get('visit_cost', 0.0):g}, "
        f"{place.get('stop_minutes', 0.0):g} minutes)"
        for place in settings.get("facilities", ())
    ]
    return {
        "facilities": ", ".join(sorted(places)) or "none",
        "refill at the depot": "yes" if settings.get("refill_at_depot", True) else "no",
        "objective": settings.get("objective", "cost"),
        "streets left out": "allowed" if settings.get("allow_unserved", False) else "not allowed",
        "turn rules": turn_rules_in(settings.get("turn_rules", {})).in_words(),
    }


def checked_settings(reader: "JsonReader", value: Any) -> dict[str, Any]:
    """Return the settings of a JSON file; what `changes_in` hands on must be of its kind."""
    if not isinstance(value, dict):
        raise reader.refuse(["settings"], "'settings' must be an object {...}")
    read_vehicle(reader, value, ["settings"])
    read_fleet(reader, value, ["settings"])
    if value.get("keep", "all") not in get_args(Keep):
        raise reader.refuse(["settings", "keep"], "'keep' must be 'all' or 'depot'")
    if not isinstance(value.get("cut_streets", False), bool):
        raise reader.refuse(["settings", "cut_streets"], "'cut_streets' must be true or false")
    reader.text_of(value.get("town_file", ""), "'town_file'", ["settings", "town_file"])
    return value


def read_fleet(
    reader: "JsonReader", data: Mapping[str, Any], steps: Sequence[str | int]
) -> dict[str, Any]:
    """Return what an object of a JSON file states of a fleet, beside the fields of one vehicle.

    ``vehicles`` are a list of the fields of each type, ``facilities`` are `Facility` objects.

    Parameters
    ----------
    reader
        What reads the file.
    data, steps
        The object, and the keys that lead to it.
    """
    from arcload.model.files import brief

    stated: dict[str, Any] = {}
    if "vehicles" in data:
        where = [*steps, "vehicles"]
        stated["vehicles"] = [
            read_vehicle(reader, reader.keys(item, FIELDS, here), here)
            for here, item in _items(reader, data["vehicles"], where)
        ]
        if not stated["vehicles"]:
            raise reader.refuse(where, "'vehicles' is empty; state one at least")
    if "facilities" in data:
        where = [*steps, "facilities"]
        stated["facilities"] = [
            _read_facility(reader, item, here)
            for here, item in _items(reader, data["facilities"], where)
        ]
    for name in _SWITCHES:
        if name in data:
            stated[name] = data[name]
            if not isinstance(data[name], bool):
                wrong = f"{name} is {brief(data[name])}; it must be true or false"
                raise reader.refuse([*steps, name], wrong)
    if "objective" in data:
        stated["objective"] = data["objective"]
        if data["objective"] not in get_args(Objective):
            wrong = f"objective is {brief(data['objective'])}; it must be 'cost' or 'balance'"
            raise reader.refuse([*steps, "objective"], wrong)
    if "turn_rules" in data:
        stated["turn_rules"] = read_turn_rules(reader, data["turn_rules"], [*steps, "turn_rules"])
    return stated


def _items(
    reader: "JsonReader", items: Any, steps: Sequence[str | int]
) -> list[tuple[list[str | int], Any]]:
    """Return the items of a list, each with the keys that lead to it."""
    from arcload.model.files import brief

    if not isinstance(items, list):
        raise reader.refuse(steps, f"{steps[-1]!r} is {brief(items)}; it must be a list [...]")
    return [([*steps, position], item) for position, item in enumerate(items)]


def _read_facility(reader: "JsonReader", item: Any, steps: Sequence[str | int]) -> Facility:
    data = reader.keys(item, _FACILITY, steps)
    if "node" not in data:
        raise reader.refuse(steps, "this facility has no 'node'")
    node = reader.id_of(data["node"], "the node of this facility", [*steps, "node"])
    numbers = {}
    for name in _FACILITY[1:]:
        if name in data:
            where = [*steps, name]
            numbers[name] = reader.number(data[name], name.replace("_", " "), where)
            if numbers[name] < 0:
                raise reader.refuse(where, f"{name} is {data[name]}; it must be 0 or more")
    return Facility(node, **numbers)


def _with_places(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a vehicle, null as start or end taken for anywhere."""
    places = {name: FREE for name in ("start", "end") if stated.get(name, FREE) is None}
    return dict(stated) | places
