"""The vehicle: what it weighs, what it carries, where it starts and ends."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from arcload.model.arguments import checked_number, require, shown
from arcload.model.errors import InputError
from arcload.model.types import Id, Mode

if TYPE_CHECKING:
    from arcload.model.files import JsonReader


class Free(enum.Enum):
    """The type of `FREE`."""

    FREE = "free"

    def __repr__(self) -> str:
        return "FREE"


FREE = Free.FREE
"""As start or end of a vehicle: anywhere."""

Place = Id | Free


@dataclass(frozen=True, kw_only=True)
class Vehicle:
    """A vehicle; to cross an edge costs length * (curb_weight + load_factor * load).

    Parameters
    ----------
    curb_weight
        Weight W of the empty vehicle, in the unit of the demand.
    load_factor
        Factor b of the load in the cost, 0 or more. At 0 the load costs nothing.
    capacity
        The most it can carry; None if that is not watched.
    start, end
        Node ids where it starts and ends, or `FREE`.
    mode
        ``"deliver"``: it starts full; ``"collect"``: it ends full.
    """

    curb_weight: float = 0.0
    load_factor: float = 1.0
    capacity: float | None = None
    start: Place
    end: Place
    mode: Mode = "deliver"

    def __post_init__(self) -> None:
        self._set("curb_weight", checked_number(self.curb_weight, "the curb weight", 0))
        self._set("load_factor", checked_number(self.load_factor, "the load factor", 0))
        if self.capacity is not None:
            self._set("capacity", checked_number(self.capacity, "the capacity", 0))
        if self.mode not in get_args(Mode):
            raise InputError(f"mode is {shown(self.mode)}; it must be 'deliver' or 'collect'")
        for name in ("start", "end"):
            place = getattr(self, name)
            if isinstance(place, bool) or not isinstance(
                place, str | int | float | Free | np.number
            ):
                raise InputError(
                    f"the {name} is {shown(place)}; it must be the id of a node or arcload.FREE"
                )

    def stated(self) -> dict[str, Any]:
        """Return the vehicle for a file: None for a place that is free, no more than is needed."""
        factor = {} if self.load_factor == 1 else {"load_factor": self.load_factor}
        capacity = {} if self.capacity is None else {"capacity": self.capacity}
        return {
            "curb_weight": self.curb_weight,
            **factor,
            **capacity,
            "start": None if self.start is FREE else self.start,
            "end": None if self.end is FREE else self.end,
            "mode": self.mode,
        }

    def other_than(self, stated: Mapping[str, Any]) -> str:
        """Return in words how a vehicle differs in cost from this one; nothing if it does not.

        Parameters
        ----------
        stated
            Some of the fields of that vehicle, and other things, which do not count.
        """
        differ = [
            name
            for name in FIELDS
            if name != "capacity"  # it says which plans are allowed, and not what they cost
            and name in stated
            and stated[name] != getattr(self, name)
            and str(stated[name]) != str(getattr(self, name))  # an id and its text are one node
        ]
        if not differ:
            return ""
        then = ", ".join(in_words(name, stated[name]) for name in differ)
        now = ", ".join(in_words(name, getattr(self, name)) for name in differ)
        return f"{then}; this check uses {now}"

    def _set(self, name: str, value: object) -> None:
        self.__dict__[name] = value


FIELDS = tuple(field.name for field in fields(Vehicle))
"""Names of the fields of a vehicle."""


def with_vehicle(given: Mapping[str, Any], vehicle: Vehicle | None = None) -> dict[str, Any]:
    """Return the fields of an instance, those of its vehicle gathered into one `vehicle`.

    Parameters
    ----------
    given
        Fields of an instance, among them ``vehicle``, or fields of a vehicle, or both: then
        these replace the vehicle's own.
    vehicle
        The vehicle to change where `given` has none.
    """
    others = {name: value for name, value in given.items() if name not in FIELDS}
    own = {name: value for name, value in given.items() if name in FIELDS}
    vehicle = others.get("vehicle", vehicle)
    if vehicle is not None:
        require(vehicle, "vehicle", Vehicle)
        return others | {"vehicle": replace(vehicle, **own)}
    return others | {"vehicle": Vehicle(**own)}


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
    from arcload.model.files import brief

    stated: dict[str, Any] = {}
    for name in ("curb_weight", "load_factor", "capacity"):
        if data.get(name) is not None:
            where = [*steps, name]
            stated[name] = reader.number(data[name], name.replace("_", " "), where)
            if stated[name] < 0:
                raise reader.refuse(where, f"{name} is {data[name]}; it must be 0 or more")
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


def in_words(name: str, value: Any) -> str:
    """Return a field of a vehicle in words, such as ``start anywhere`` or ``curb weight 50``."""
    from arcload.model.files import plain

    if value is FREE:
        return f"{name} anywhere"
    if name in ("start", "end"):
        return f"{name} {value!r}"
    text = plain(value) if isinstance(value, float) else value
    return f"{name.replace('_', ' ')} {text}"
