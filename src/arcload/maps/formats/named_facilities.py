"""The facilities that a user names in place of those of a file."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from arcload.model.errors import InputError, did_you_mean
from arcload.model.facility import Facility, checked_facilities
from arcload.model.notes import Note
from arcload.model.vehicle import Free, Place

TABLE = ("place", *(field.name for field in fields(Facility) if field.name != "node"))
"""What a table may say of a facility."""

_SHOWN = 5  # facilities that a note lists


def named_facilities(
    given: Any,
    stated: Iterable[Facility],
    depots: Collection[Place],
    places_in: Callable[[Any], list[Any]],
    node_of: Callable[[Any], Place],
    notes: list[Note],
) -> tuple[Facility, ...]:
    """Return the facilities that are meant.

    Parameters
    ----------
    given
        Places, tables with a ``place`` and other fields of `Facility`, or `Facility` objects,
        which are taken as they are.
    stated
        The facilities of the file. Its visit costs and stop times hold for places that the user
        names too.
    depots
        Depots at which vehicles refill: what the file states of them holds.
    places_in
        Returns the places that a text names.
    node_of
        Returns the node that a place means.
    notes
        Takes the note on facilities of the file that are not used.
    """
    if isinstance(given, str | Facility | Mapping) or not isinstance(given, Iterable):
        given = [given]
    given = list(given)
    if all(isinstance(place, Facility) for place in given):
        return checked_facilities(given)
    by_node = {str(facility.node): facility for facility in stated}
    named: dict[str, Facility] = {}
    for item in given:
        table = _table(item) if isinstance(item, Mapping) else {"place": item}
        own = {name: value for name, value in table.items() if name != "place"}
        for place in places_in(table["place"]):
            facility = place if isinstance(place, Facility) else _at(node_of(place), by_node)
            if str(facility.node) in named:
                raise InputError(f"the facility at {facility.node!r} is given twice")
            named[str(facility.node)] = replace(facility, **own)
    at_depots = {str(depot) for depot in depots} & set(by_node)
    named = {node: by_node[node] for node in by_node if node in at_depots} | named
    unused = [facility.node for node, facility in by_node.items() if node not in named]
    if unused:
        more = f" and {len(unused) - _SHOWN} more" if len(unused) > _SHOWN else ""
        places = ", ".join(repr(node) for node in unused[:_SHOWN])
        notes.append(
            Note(
                f"the facilities of the file at {places}{more} are not used",
                "{facilities} names those that are",
            )
        )
    return tuple(named.values())


def _table(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a table that has a place, and none but the known fields."""
    if "place" not in given:
        raise InputError("a facility has no place; give one")
    for name in given:
        if name not in TABLE:
            raise InputError(f"a facility has no {name!r}{did_you_mean(str(name), TABLE)}")
    return given


def _at(node: Place, stated: Mapping[str, Facility]) -> Facility:
    if isinstance(node, Free):
        raise InputError("a facility is at one place; name a node or a street")
    return stated.get(str(node), Facility(node))
