"""The options of `arcload.read`, each defined once: where it is used."""

from inspect import signature
from typing import Any, get_type_hints

from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading
from arcload.model.vehicle import FIELDS, Vehicle

_OF_INSTANCES = tuple(list(signature(Draft.instance).parameters)[1:-1])

OPTIONS = (
    *Reading.names(),
    *_OF_INSTANCES,
    *(name for name in FIELDS if name not in _OF_INSTANCES),
)
"""How streets are read, what is taken in place of what the file says, and fields of vehicles."""


def option_types() -> dict[str, Any]:
    """Return the type of each option, as it is annotated where the option is used."""
    types = get_type_hints(Vehicle) | get_type_hints(Draft.instance) | get_type_hints(Reading)
    return {name: types[name] for name in OPTIONS}
