"""Whether the tags of a street close it to a vehicle.

The tag of the smaller group wins: ``hgv`` over ``motor_vehicle`` over ``vehicle`` over ``access``,
and each with ``:forward`` or ``:backward`` over the same without.
"""

from collections.abc import Mapping
from typing import NamedTuple

from arcload.maps.formats.weights import HEAVY, weight_limit

GROUPS = ("access", "vehicle", "motor_vehicle", "motorcar", "goods", "hgv")
"""Tags that close a street, from the largest group of vehicles to the smallest."""

WEIGHTS = ("maxweight", "maxweightrating")
"""Tags that close a street to vehicles of a greater gross weight."""

SIDES = ("forward", "backward")
"""The two directions of a street as tags name them: from its tail to its head, and back."""

OPEN = (
    *("yes", "true", "permissive", "designated", "official", "public", "unknown", "discouraged"),
    *("local", "unsuitable", "allowed"),
)
BUSINESS = ("destination", "delivery", "customers", "residents", "permit")
"""Values for those who have business in a street, as a vehicle has that serves it."""

_SHUT = ("no", "false", "private", "restricted", "prohibited")
_OTHERS = ("agricultural", "forestry", "military", "emergency", "psv", "bus", "bicycle", "foot")
"""Values for others alone."""


class Verdict(NamedTuple):
    """The tag that decides whether a vehicle may drive a street in a direction.

    Parameters
    ----------
    tag, value
        The tag.
    closed
        Whether it closes the street.
    """

    tag: str
    value: str
    closed: bool


def verdicts(tags: Mapping[str, str], gross: float | None, side: str) -> list[Verdict]:
    """Return what decides whether a street may be driven: the access, and limits of weight.

    Parameters
    ----------
    tags
        What is known of the street.
    gross
        Kilograms of the loaded vehicle, None if unknown: no tag of a weight counts then.
    side
        The direction, one of `SIDES`.
    """
    decided = _access(tags, gross, side)
    found = [] if decided is None else [decided]
    if gross is not None:
        found += _limits(tags, gross, side)
    return found


def means(value: str) -> bool | None:
    """Return whether a value closes a street, None if it says neither."""
    words = [word.strip().lower() for word in value.split(";") if word.strip()]
    if words and all(word in (*_SHUT, *_OTHERS) for word in words):
        return True
    if words and all(word in (*OPEN, *BUSINESS, *_OTHERS) for word in words):
        return False
    return None


def _access(tags: Mapping[str, str], gross: float | None, side: str) -> Verdict | None:
    for group in reversed(GROUPS):
        if not _concerns(group, gross):
            continue
        for tag in (f"{group}:{side}", f"{group}:both_ways", group):
            value = tags.get(tag, "")
            closed = means(value)
            if closed is None or (group == "motorcar" and not closed and _is_heavy(gross)):
                continue
            return Verdict(tag, value, closed)
    return None


def _concerns(group: str, gross: float | None) -> bool:
    """Return whether a group has vehicles of a weight."""
    if group == "hgv":
        return _is_heavy(gross)
    return group != "goods" or (gross is not None and not _is_heavy(gross))


def _is_heavy(gross: float | None) -> bool:
    return gross is not None and gross > HEAVY


def _limits(tags: Mapping[str, str], gross: float, side: str) -> list[Verdict]:
    group = "hgv" if _is_heavy(gross) else "goods"
    found = []
    for limit in WEIGHTS:
        for tag in (f"{limit}:{group}:{side}", f"{limit}:{group}", f"{limit}:{side}", limit):
            most = weight_limit(tags[tag]) if tags.get(tag) else None
            if most is not None:
                found.append(Verdict(tag, tags[tag], gross > most))
                break
    return found
