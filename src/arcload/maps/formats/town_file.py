"""One file for a town: where its streets are, and how they are read and served.

A town file is TOML. Its keys are the options of `arcload.read`, by their own names and of their
own types, and ``streets``, the file with the network. Types of vehicles are tables
``[[vehicles]]``, whose fields come before those that stand for all vehicles; facilities are
tables ``[[facilities]]``, or a list of places.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import is_dataclass
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from arcload.maps.formats.named_facilities import TABLE
from arcload.maps.formats.read_options import OPTIONS, option_types
from arcload.maps.formats.reading import Reading
from arcload.maps.formats.toml_text import Steps, TomlText, name_in
from arcload.model.advice import named_in
from arcload.model.arguments import checked_number
from arcload.model.errors import InputError
from arcload.model.facility import Facility
from arcload.model.files import brief
from arcload.model.vehicle import FIELDS, FREE, Free, Vehicle

EXTENSION = ".toml"
KEYS = ("streets", "format", *OPTIONS)
"""What a town file may say."""

VEHICLE_KEYS = ("depot", *FIELDS)
"""What a table of vehicles may say."""

_PLACES = ("depot", "start", "end")
_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


class TownFile:
    """What a town file says.

    Parameters
    ----------
    file
        The file.

    Attributes
    ----------
    streets
        The file with the network.
    format
        Its format, None where that is found from its content.
    reading
        The options on how the streets are read.
    settings
        The other options; types of vehicles as their fields, facilities as places or tables, and
        places as the file names them.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._text = TomlText(file)
        data = self._text.keys(self._text.data, KEYS, [])
        if "streets" not in data:
            raise InputError(
                f"{file}: the file does not say where the streets are; give streets, such as "
                'streets = "streets.osm"'
            )
        self._require(data["streets"], str, ["streets"])
        self.streets = file.parent / data["streets"]
        if self.streets.suffix.lower() == EXTENSION:
            raise self.refuse(
                ["streets"], f"streets is {data['streets']!r}, another town file; name a map"
            )
        self._require(data.get("format", ""), str, ["format"])
        self.format: str | None = data.get("format")
        options = {name: self._option(name, data[name]) for name in OPTIONS if name in data}
        self.reading = {name: options.pop(name) for name in Reading.names() if name in options}
        self.settings = options
        self._check_values()

    def refuse(self, steps: Steps, message: str) -> InputError:
        """Return the error for a value, with its line."""
        return self._text.refuse(steps, message)

    def places(self) -> Iterator[tuple[Steps, str, Any]]:
        """Give all places that it names: where, what for, and the place."""
        for name in _PLACES:
            if name in self.settings:
                yield [name], name, self.settings[name]
        for number, table in enumerate(self.settings.get("vehicles", ())):
            for name in _PLACES:
                if name in table:
                    yield ["vehicles", number, name], name, table[name]
        for number, place in enumerate(self.settings.get("facilities", ())):
            named = place["place"] if isinstance(place, dict) else place
            yield ["facilities", number], "facility", named

    def closed_edges(self) -> Iterator[tuple[Steps, Any]]:
        """Give all closed streets that it names: where, and the id."""
        tables: list[tuple[list[str | int], Mapping[str, Any]]] = [([], self.settings)]
        types = enumerate(self.settings.get("vehicles", ()))
        tables += [(["vehicles", number], table) for number, table in types]
        for steps, table in tables:
            for position, edge in enumerate(table.get("closed", ())):
                yield [*steps, "closed", position], edge

    def located(self, error: InputError, given: Collection[str]) -> InputError:
        """Return an error with the line of the setting that its advice names, if one does.

        Parameters
        ----------
        error
            What went wrong with the settings of the file.
        given
            Options that were given in their place.
        """
        in_force = {*self.reading, *self.settings} - set(given)
        blamed = named_in(error.advice) & in_force
        if not blamed:
            return error
        line = min(self._text.line([name]) for name in blamed)
        return error.found_in(f"{self.file}, line {line}")

    def _option(self, name: str, value: Any) -> Any:
        """Return an option as `arcload.read` takes it, but for vehicles and facilities."""
        if name == "vehicles":
            tables = enumerate(self._list(value, name, "tables [[vehicles]], one per type"))
            return [self._vehicle(table, [name, number]) for number, table in tables]
        if name == "facilities":
            places = enumerate(self._list(value, name, "tables [[facilities]] or a list of places"))
            return [self._facility(place, [name, number]) for number, place in places]
        kind = option_types()[name]
        table = next((one for one in _kinds(kind) if is_dataclass(one)), None)
        if table is not None:
            return self._table(value, table, name)
        self._require(value, kind, [name])
        return _meant(name, value)

    def _table(self, value: Any, kind: Any, name: str) -> dict[str, Any]:
        """Return an option that is a table of the fields of some class."""
        types = get_type_hints(kind)
        table = {
            key: math.inf if item == "never" else item
            for key, item in self._text.keys(value, tuple(types), [name]).items()
        }
        for key, item in table.items():
            self._require(item, types[key], [name, key])
        self._check(kind, _at([name], table))
        return table

    def _vehicle(self, table: Any, steps: Steps) -> dict[str, Any]:
        types = get_type_hints(Vehicle)
        types["depot"] = types["start"]
        for name, value in self._text.keys(table, VEHICLE_KEYS, steps).items():
            self._require(value, types[name], [*steps, name])
        return {name: _meant(name, value) for name, value in table.items()}

    def _facility(self, place: Any, steps: Steps) -> Any:
        """Return a place, or the table of one."""
        types = get_type_hints(Facility)
        if not isinstance(place, dict):
            self._require(place, types["node"], steps)
            return place
        for name, value in self._text.keys(place, TABLE, steps).items():
            self._require(value, types["node" if name == "place" else name], [*steps, name])
        if "place" not in place:
            raise self.refuse(steps, "this facility has no place; give one")
        return place

    def _list(self, value: Any, name: str, what: str) -> list[Any]:
        if name == "facilities" and isinstance(value, str):
            return [value]
        if not isinstance(value, list) or not value:
            more = "; count says how many there are" if name == "vehicles" else ""
            raise self.refuse([name], f"{name} is {brief(value)}; it must be {what}{more}")
        return value

    def _require(self, value: Any, kind: Any, steps: Steps) -> None:
        wanted = _wanted(value, kind)
        if wanted:
            raise self.refuse(steps, f"{name_in(steps)} is {brief(value)}; it must be {wanted}")

    def _check_values(self) -> None:
        """Refuse values that are of their kind and cannot be used all the same."""
        self._check(Reading, _at([], self.reading))
        if "curb_ratio" in self.settings:
            ratio = _at([], {"curb_ratio": self.settings["curb_ratio"]})
            self._check(lambda curb_ratio: checked_number(curb_ratio, "curb_ratio", 0), ratio)
            if "curb_weight" in self.settings:
                raise self.refuse(
                    ["curb_ratio"], "curb_weight and curb_ratio say the same thing; give one"
                )
        common = _at([], {n: value for n, value in self.settings.items() if n in FIELDS})
        for number, own in enumerate(self.settings.get("vehicles", [{}])):
            self._check(_vehicle_of, common | _at(["vehicles", number], own))
        for number, place in enumerate(self.settings.get("facilities", ())):
            if isinstance(place, dict):
                numbers = {name: value for name, value in place.items() if name != "place"}
                made = partial(Facility, place["place"])
                self._check(made, _at(["facilities", number], numbers))

    def _check(self, make: Callable[..., Any], values: Mapping[str, tuple[Steps, Any]]) -> None:
        """Make something of values; if that fails, blame the value that fails alone as all do.

        Parameters
        ----------
        make
            Takes the values by their names.
        values
            Where each stands, and the value.
        """
        failure = _failure(make, {name: value for name, (_, value) in values.items()})
        if failure is not None:
            for name, (steps, value) in values.items():
                alone = _failure(make, {name: value})
                if alone is not None and alone.message == failure.message:
                    raise self._text.refuse(steps, failure.message, failure.advice)
            raise failure.found_in(self.file)


def _at(steps: Steps, values: Mapping[str, Any]) -> dict[str, tuple[Steps, Any]]:
    """Return values with the keys that lead to them."""
    return {name: ([*steps, name], value) for name, value in values.items()}


def _vehicle_of(**given: Any) -> Vehicle:
    """Return a vehicle from anywhere to anywhere, since places are not known yet."""
    own = {name: value for name, value in given.items() if name in FIELDS}
    return Vehicle(**own | {"start": FREE, "end": FREE})


def _failure(make: Callable[..., Any], values: Mapping[str, Any]) -> InputError | None:
    try:
        make(**values)
    except InputError as error:
        return error
    return None


def _meant(name: str, value: Any) -> Any:
    """Return a value as the library takes it: start and end may be free."""
    return FREE if name in ("start", "end") and value == "free" else value


def _wanted(value: Any, kind: Any) -> str:
    """Return in words what a value must be; nothing if it is that."""
    kinds = _kinds(kind)
    if any(_is(value, one) for one in kinds):
        return ""
    plain = [one for one in kinds if one is not int or float not in kinds]
    return " or ".join(dict.fromkeys(_in_words(one) for one in plain))


def _kinds(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union, those left out that no file can say."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(one for one in kinds if one not in (type(None), Free))


def _is(value: Any, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_origin(kind) is tuple:
        return isinstance(value, list) and not any(
            _wanted(item, get_args(kind)[0]) for item in value
        )
    if isinstance(value, bool) or kind is bool:
        return isinstance(value, bool) and kind is bool
    if kind is int and value == math.inf:  # for any number
        return True
    return isinstance(value, int | float if kind is float else kind)


def _in_words(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    if get_origin(kind) is tuple:
        return "a list [...]"
    return _WORDS[kind]
