"""The vehicle: what it weighs and carries, where it starts and ends, and how much it may do."""

import enum
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, get_args

import numpy as np

from arcload.model.arguments import checked_number, checked_whole, is_one_of, require, shown
from arcload.model.errors import InputError
from arcload.model.types import Id, Mode


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
    """Vehicles of one type; to cross an edge costs length * (curb_weight + load_factor * load).

    Parameters
    ----------
    label
        What to call them.
    curb_weight
        Weight W of the empty vehicle, in the unit of the demand.
    load_factor
        Factor b of the load in the cost, 0 or more. At 0 the load costs nothing.
    capacity
        The most that one can carry; None if that is not watched.
    start, end
        Node ids where it starts and ends, or `FREE`.
    mode
        ``"deliver"``: it loads and then serves; ``"collect"``: it serves and then unloads.
    count
        How many there are; None for any number.
    fixed_cost
        Cost of each one that is used.
    max_hours, max_length, max_trips
        The most of one route; None for no limit.
    serve_speed, drive_speed
        Speeds in km/h while it serves and while it does not, or a rule each that gives them by
        street, see `StreetRule`; None where hours do not matter.
    closed
        Ids of edges that it may not use.
    leave
        When it starts, as ``"04:00"``; None where only the hours since then are shown.
    fuel_empty, fuel_per_tonne
        Litres per 100 km of the empty vehicle, and per 100 km and tonne on board; None where
        fuel is not watched. Neither changes the cost.
    fuel_price
        Money per litre.
    """

    label: str = ""
    curb_weight: float = 0.0
    load_factor: float = 1.0
    capacity: float | None = None
    start: Place
    end: Place
    mode: Mode = "deliver"
    count: int | None = None
    fixed_cost: float = 0.0
    max_hours: float | None = None
    max_length: float | None = None
    max_trips: int | None = None
    serve_speed: float | str | None = None
    drive_speed: float | str | None = None
    closed: tuple[Id, ...] = ()
    leave: str | None = None
    fuel_empty: float | None = None
    fuel_per_tonne: float | None = None
    fuel_price: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.label, str):
            raise InputError(f"the label of a vehicle is {shown(self.label)}; it must be text")
        for name in NUMBERS:
            value = getattr(self, name)
            if value is None and name in _OPTIONAL:
                continue
            if name in _OPTIONAL and isinstance(value, float) and value == math.inf:
                self._set(name, None)
                continue
            self._set(name, checked_number(value, f"the {name.replace('_', ' ')}", 0))
        for name in SPEEDS:
            self._set(name, _checked_speed(name, getattr(self, name)))
        self._set("leave", _checked_leave(self.leave))
        for name in ("count", "max_trips"):
            value = getattr(self, name)
            if isinstance(value, float) and value == math.inf:
                self._set(name, None)
            elif value is not None:
                self._set(name, checked_whole(value, f"the {COUNTED[name]}", 1, _MOST))
        if (self.serve_speed is None) != (self.drive_speed is None):
            raise InputError("the speeds while serving and while driving go together; give both")
        if self.max_hours is not None and self.drive_speed is None:
            raise InputError(
                f"the longest hours are {self.max_hours:g}, and the speeds while serving and while "
                "driving are not given",
                advice="{serve_speed} gives them",
            )
        self._check_fuel()
        if not is_one_of(self.mode, get_args(Mode)):
            raise InputError(f"mode is {shown(self.mode)}; it must be 'deliver' or 'collect'")
        for name in ("start", "end"):
            place = getattr(self, name)
            if isinstance(place, bool) or not isinstance(
                place, str | int | float | Free | np.number
            ):
                raise InputError(
                    f"the {name} is {shown(place)}; it must be the id of a node or arcload.FREE"
                )
        closed: object = self.closed
        if isinstance(closed, str) or not isinstance(closed, Iterable):
            raise InputError(f"the closed streets are {shown(closed)}; give a list of edge ids")
        self._set("closed", tuple(closed))

    @property
    def depot(self) -> Place:
        """Where it loads or unloads unless facilities say otherwise: its start, or its end."""
        return self.start if self.mode == "deliver" else self.end

    @property
    def makes_trips(self) -> bool:
        """Whether anything is said of it that matters only where there is more than one tour."""
        return any(getattr(self, name) != default for name, default in _OF_FLEETS.items())

    def moved(self, depot: Place) -> "Vehicle":
        """Return the vehicle with another depot: start and end move, each if it was at the old."""
        old = self.end if self.start is FREE else self.start
        start, end = (depot if place == old else place for place in (self.start, self.end))
        return replace(self, start=start, end=end)

    def stated(self) -> dict[str, Any]:
        """Return the vehicle for a file: None for a place that is free, no more than is needed."""
        said = {
            name: list(value) if name == "closed" else value
            for name, default in _DEFAULTS.items()
            if (value := getattr(self, name)) != default
        }
        places = {name: None if said[name] is FREE else said[name] for name in ("start", "end")}
        return {"curb_weight": self.curb_weight} | said | places | {"mode": self.mode}

    def other_than(self, stated: Mapping[str, Any]) -> str:
        """Return in words how a vehicle differs in cost or rules; nothing if it does not.

        Parameters
        ----------
        stated
            Some of the fields of that vehicle, and other things, which do not count. Rules of
            fleets that it does not state it does not have.
        """
        other = _RULES | {**stated, "closed": tuple(stated.get("closed", ()))}
        differ = [
            name
            for name in FIELDS
            if name not in ("label", "leave")
            and name in other
            and other[name] != getattr(self, name)
            and str(other[name]) != str(getattr(self, name))  # an id and its text are one node
        ]
        if not differ:
            return ""
        then = ", ".join(in_words(name, other[name]) for name in differ)
        now = ", ".join(in_words(name, getattr(self, name)) for name in differ)
        return f"{then}; this check uses {now}"

    def _check_fuel(self) -> None:
        if (self.fuel_empty is None) != (self.fuel_per_tonne is None):
            raise InputError(
                "the litres per 100 km of the empty vehicle and those per tonne go together; give "
                "both"
            )
        if self.fuel_price is not None and self.fuel_empty is None:
            raise InputError(
                f"the fuel price is {self.fuel_price:g}, and the litres per 100 km are not given",
                advice="{fuel_empty} gives them",
            )

    def _set(self, name: str, value: object) -> None:
        self.__dict__[name] = value


_OF_FLEETS: dict[str, Any] = {
    "capacity": None,
    "count": None,
    "fixed_cost": 0.0,
    "max_hours": None,
    "max_length": None,
    "max_trips": None,
    "closed": (),
}
SPEEDS = ("serve_speed", "drive_speed")
"""Fields that are a number or a rule."""

FUEL = ("fuel_empty", "fuel_per_tonne", "fuel_price")
"""Fields on the fuel."""

_RULES = _OF_FLEETS | dict.fromkeys(SPEEDS)
_OPTIONAL = ("capacity", "max_hours", "max_length", *FUEL)
NUMBERS = ("curb_weight", "load_factor", "fixed_cost", *_OPTIONAL)
"""Fields that are numbers, 0 or more."""

_MOST = 10**9  # vehicles of a type, and trips of one: kernels count in 64 bits
COUNTED = {"count": "number of vehicles", "max_trips": "most trips"}
"""Fields that are whole numbers from 1 on, in words."""

_TIME = re.compile(r"(\d{1,2}):(\d\d)")

FIELDS = tuple(field.name for field in fields(Vehicle))
"""Names of the fields of a vehicle."""

_DEFAULTS = {field.name: field.default for field in fields(Vehicle)}


def with_vehicles(
    given: Mapping[str, Any], vehicles: Sequence[Vehicle] = (), depot: Place | None = None
) -> dict[str, Any]:
    """Return the fields of an instance, those of its vehicles gathered into one `vehicles`.

    Parameters
    ----------
    given
        Fields of an instance, among them ``vehicles``, or ``vehicle`` for one, or fields of a
        vehicle, or both: then these replace the own of every vehicle.
    vehicles
        The vehicles to change where `given` has none.
    depot
        Where the depot of each vehicle moves before that, if anywhere.
    """
    others = {name: value for name, value in given.items() if name not in FIELDS}
    own = {name: value for name, value in given.items() if name in FIELDS}
    one = others.pop("vehicle", None)
    if one is not None:
        require(one, "vehicle", Vehicle)
        vehicles = (one,)
    vehicles = checked_vehicles(others.get("vehicles", vehicles))
    if depot is not None:
        vehicles = tuple(vehicle.moved(depot) for vehicle in vehicles)
    if vehicles:
        return others | {"vehicles": tuple(replace(vehicle, **own) for vehicle in vehicles)}
    return others | {"vehicles": (Vehicle(**own),)}


def checked_vehicles(vehicles: Any) -> tuple[Vehicle, ...]:
    """Return vehicles as a tuple; refuse what is none."""
    if isinstance(vehicles, Vehicle):
        return (vehicles,)
    if isinstance(vehicles, str) or not isinstance(vehicles, Iterable):
        raise InputError(f"the vehicles are {shown(vehicles)}; give a list of arcload.Vehicle")
    several = tuple(vehicles)
    for vehicle in several:
        require(vehicle, "vehicle", Vehicle)
    return several


def _checked_speed(name: str, speed: Any) -> float | str | None:
    """Return a speed as a number, or a rule that states no mistake."""
    what = f"the {name.replace('_', ' ')}"
    if speed is None or (isinstance(speed, float) and speed == math.inf):
        return None
    if isinstance(speed, str):
        from arcload.model.speed_rule import parsed_speed_rule

        rule = parsed_speed_rule(speed, what)
        first, *others = rule.parts
        if others or first.conditions or first.unit:
            return speed.strip()
        return first.amount
    return checked_number(speed, what, 0, above=True)


def _checked_leave(leave: Any) -> str | None:
    """Return a time of the day with two digits each, None for an empty text."""
    if leave is None or (isinstance(leave, str) and leave == ""):
        return None
    match = _TIME.fullmatch(leave.strip()) if isinstance(leave, str) else None
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        raise InputError(f"the time to leave is {shown(leave)}; give hours and minutes as 04:00")
    return f"{int(match[1]):02}:{match[2]}"


def in_words(name: str, value: Any) -> str:
    """Return a field of a vehicle in words, such as ``start anywhere`` or ``curb weight 50``."""
    from arcload.model.files import plain

    if value is FREE:
        return f"{name} anywhere"
    if name == "closed":
        return f"streets {', '.join(map(repr, value))} closed" if value else "no streets closed"
    if value is None:
        return f"no {name.replace('_', ' ')}"
    if name in ("start", "end") or (name in SPEEDS and isinstance(value, str)):
        return f"{name.replace('_', ' ')} {value!r}"
    text = plain(value) if isinstance(value, float) else value
    return f"{name.replace('_', ' ')} {text}"
