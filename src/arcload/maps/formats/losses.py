"""What a format cannot hold: refused if it changes the problem, said if it does not."""

import re
from collections.abc import Callable, Collection, Sequence

import numpy as np

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.vehicle import FREE, Vehicle

_FIELDS = {
    "capacity": "the capacity",
    "count": "a number of vehicles",
    "fixed_cost": "a fixed cost",
    "max_hours": "longest hours",
    "max_length": "a longest length",
    "max_trips": "most trips",
    "serve_speed": "speeds",
    "closed": "closed streets",
    "leave": "a time to leave",
    "fuel_empty": "fuel",
    "refill_at_depot": "no refills at the depot",
    "serve_costs": "costs of serving",
    "objective": "balance as the objective",
    "allow_unserved": "streets that may be left out",
    "turn_rules": "turn rules",
    "forbidden_turns": "forbidden turns",
}
_COLUMNS = ("serve_costs", "priorities")
_LABELS = ("serve_speed", "leave", "fuel_empty", "priorities")  # which alone change no cost
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def one_line(text: str) -> str:
    """Return a text without line breaks and control characters, and no blanks around it."""
    return _CONTROLS.sub(" ", text).strip()


def refuse_one_way(instance: Instance) -> None:
    """Refuse an instance whose lengths depend on the direction."""
    different = np.flatnonzero(instance.lengths[:, 0] != instance.lengths[:, 1])
    if len(different):
        edge = instance.edges[different[0]]
        raise InputError(
            f"edge {edge!r} is one-way or has a different length each way, which this format "
            "cannot hold; write a .json or .csv file"
        )


def refuse_uneven(instance: Instance) -> None:
    """Refuse an instance with a street of two lengths or costs; one-way streets are in order."""
    both = np.isfinite(instance.lengths).all(axis=1)
    uneven = instance.lengths[:, 0] != instance.lengths[:, 1]
    costs = instance.serve_costs
    if costs is not None and not (both & uneven).any():
        for edge in np.flatnonzero(both & (costs[:, 0] != costs[:, 1]))[:1]:
            raise InputError(
                f"serving edge {instance.edges[edge]!r} costs a different sum each way, which this "
                "format cannot hold; write a .json, .geojson or .csv file"
            )
    different = np.flatnonzero(both & uneven)
    if len(different):
        edge = instance.edges[different[0]]
        raise InputError(
            f"edge {edge!r} has a different length each way, which this format cannot hold; "
            "write a .json, .geojson or .csv file"
        )


def require_degrees(instance: Instance) -> None:
    """Refuse an instance that does not lie on earth."""
    if not instance.geographic:
        raise InputError(
            "the network has no longitudes and latitudes, which this format needs; write a "
            ".json or .geojson file"
        )
    if instance.length_unit not in ("", "m"):
        raise InputError(
            f"the lengths are in {instance.length_unit!r}, and this format has metres; write a "
            ".json or .geojson file"
        )


def refuse_fleet(instance: Instance, but: Sequence[str] = ()) -> None:
    """Refuse the rules of a fleet or of turns, where a format cannot hold them.

    Parameters
    ----------
    instance
        The instance that is to be written.
    but
        What the format does hold of it, by the names of the fields.
    """
    told = [name for name in fleet_fields(instance) if name not in (*but, *_LABELS)]
    if told:
        raise InputError(
            f"the instance has {', '.join(map(in_words, told))}, which this format cannot hold; "
            "write a .json file"
        )


def fleet_fields(instance: Instance) -> list[str]:
    """Return which fields of an instance and its vehicles hold rules of fleets or of turns."""
    several = ["several types of vehicles"] if len(instance.vehicles) > 1 else []
    of_vehicles = [
        name
        for name in (
            *("capacity", "count", "fixed_cost", "max_hours", "max_length", "max_trips"),
            *("serve_speed", "closed", "leave", "fuel_empty"),
        )
        if any(getattr(one, name) != getattr(Vehicle, name) for one in instance.vehicles)
    ]
    rules = {
        "facilities": bool(instance.facilities),
        "refill_at_depot": not instance.refill_at_depot,
        "serve_costs": instance.serve_costs is not None,
        "priorities": instance.priorities is not None,
        "objective": instance.objective != "cost",
        "allow_unserved": instance.allow_unserved,
        "turn_rules": instance.turn_rules is not None,
        "forbidden_turns": bool(instance.forbidden_turns),
    }
    return several + of_vehicles + [name for name, is_told in rules.items() if is_told]


def in_words(field: str) -> str:
    """Return a field of a fleet as a sentence names it."""
    return _FIELDS.get(field, field.replace("_", " "))


def street_columns(instance: Instance) -> dict[str, list[float]]:
    """Return the costs of serving and the priorities of the edges, where they have such.

    Of a one-way street the cost in its direction, of all others the one cost of both.
    """
    columns: dict[str, list[float]] = {}
    if instance.serve_costs is not None:
        there = np.isfinite(instance.lengths[:, 0])
        costs = np.where(there, instance.serve_costs[:, 0], instance.serve_costs[:, 1])
        columns["serve_cost"] = costs.tolist()
    if instance.priorities is not None:
        columns["priority"] = instance.priorities.tolist()
    return columns


def held_attributes(instance: Instance, holds: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """Return the attributes that a format can hold, a line of text each.

    Parameters
    ----------
    instance
        The instance that is written.
    holds
        Whether the format can hold a column of a name.
    """
    return {
        name: cells
        for name, cells in instance.attributes.items()
        if one_line(name) == name and holds(name) and all(one_line(c) == c for c in set(cells))
    }


def refuse_load_factor(instance: Instance) -> None:
    """Refuse an instance whose load factor is not 1."""
    if instance.load_factor != 1:
        raise InputError(
            f"the load factor is {instance.load_factor:g}, which this format cannot hold; "
            "write a .json file"
        )


def refuse_open_tour(instance: Instance) -> None:
    """Refuse an instance whose tour does not start and end at one depot."""
    if instance.start is FREE or instance.start != instance.end:
        raise InputError(
            "the tour does not start and end at one depot, which this format cannot hold; "
            "write a .json file"
        )


def note_losses(
    instance: Instance,
    notes: list[Note],
    *,
    ids: bool = False,
    names: bool = True,
    shapes: bool = True,
    units: bool = True,
    fleet: bool = False,
    labels: bool = False,
    attributes: Collection[str] = (),
    **lost: bool,
) -> None:
    """Note which labels are left out.

    Parameters
    ----------
    instance
        The instance that is written.
    notes
        Takes the note.
    ids, names, shapes, units, fleet
        Whether the format numbers nodes and edges anew, and drops street names, shapes, units
        and all that it does not know of a fleet, but costs of serving and priorities.
    labels
        Whether it drops what `refuse_fleet` lets pass, which changes no cost.
    attributes
        The attributes of streets that the format holds, by name.
    lost
        Other things that are lost, by their names.
    """
    unit = bool(instance.length_unit or instance.load_unit)
    things = [
        ("ids", ids),
        ("street names", names and bool(instance.names)),
        ("shapes", shapes and bool(instance.shapes)),
        ("units", units and unit),
        *((in_words(name), fleet) for name in fleet_fields(instance) if name not in _COLUMNS),
        *((f"the attribute {name!r}", True) for name in _lost(instance, attributes)),
        *((in_words(name), labels) for name in fleet_fields(instance) if name in _LABELS),
        ("the load factor", instance.load_factor != 1),
        *((in_words(name), gone) for name, gone in lost.items()),
    ]
    gone = [name for name, is_lost in things if is_lost]
    if gone:
        what = f"{', '.join(gone)} of {instance.name!r}"
        notes.append(Note(f"this format does not hold {what}; .json holds everything"))


def _lost(instance: Instance, attributes: Collection[str]) -> list[str]:
    return [name for name in instance.attributes if name not in attributes]
