"""What a map says about who may drive where: which ways are streets, which rules are not obeyed.

OpenStreetMap's tags also stand in what other programs make of it: graphs, GeoJSON, tables.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from arcload.maps.formats.access import GROUPS, SIDES, WEIGHTS, verdicts
from arcload.maps.formats.open_directions import is_rule
from arcload.maps.formats.reading import ONE_WAY
from arcload.maps.formats.tags import values_of
from arcload.maps.formats.weights import HEAVY
from arcload.model.attributes import as_text
from arcload.model.errors import counted
from arcload.model.notes import Note

ACCESS = (*GROUPS, "hgv_articulated")
LIMITS = (
    *("maxweight", "maxweightrating", "maxaxleload", "maxbogieweight"),
    *("maxheight", "maxwidth", "maxlength"),
)
RULES = (*ACCESS, *LIMITS)
"""Tags that rule who may drive a street, and how large or heavy a vehicle may be."""

ALONG_A_STREET = ("highway", "service", "maxspeed", "lanes", "width")
"""Tags that are the same all along a street, beside the rules."""

_NOT_DRIVEN = (
    *("abandoned", "bridleway", "bus_guideway", "busway", "construction", "corridor", "cycleway"),
    *("elevator", "escalator", "footway", "no", "path", "pedestrian", "planned", "platform"),
    *("proposed", "raceway", "razed", "rest_area", "services", "steps", "track", "via_ferrata"),
)
_NOT_STREETS = ("emergency_access", "parking_aisle", "private")  # kinds of service ways
_FREE = ("", "yes", "true", "permissive", "designated", "official", "public", "unknown")
_NO_LIMIT = ("", "0", "none", "no", "default", "no_sign", "no_indications", "unsigned", "unknown")
_SUFFIXES = ("forward", "backward", "both_ways", "conditional", "hgv", "goods", "physical")
_READ = (*GROUPS, *WEIGHTS)  # by `closed_streets`, when the vehicles are known
_NOT_READ = ("conditional", "physical")
_LIGHT = 1.0  # kg
_CHANGING = ("reversible", "alternating")  # one-way streets whose direction changes
_SHOWN = 3  # values of a tag that a note names


def keeps_out(tags: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the tags by which a way of OpenStreetMap is no street, or one that is closed."""
    kinds = values_of(tags.get("highway", "no"))
    if all(kind in _NOT_DRIVEN for kind in kinds):
        return [("highway", kinds[0])]
    if tags.get("area") == "yes":
        return [("area", "yes")]
    if tags.get("service") in _NOT_STREETS:
        return [("service", tags["service"])]
    words = {key: as_text(value) for key, value in tags.items() if is_rule(key)}
    reasons: list[tuple[str, str]] = []
    if not words:
        return reasons
    for gross in (None, _LIGHT, HEAVY + _LIGHT):
        for side in SIDES:
            closing = [one for one in verdicts(words, gross, side) if one.closed]
            if not closing or closing[0].tag.split(":")[0] in WEIGHTS:
                return []
            reasons.append(closing[0][:2])
    return reasons[:1]


def street_key(tags: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return what is the same all along a street: who may drive it, its class, speed and width."""
    return tuple(
        sorted((key, str(tags[key])) for key in tags if key in ALONG_A_STREET or is_rule(key))
    )


def depends_on_direction(tags: Mapping[str, Any]) -> bool:
    """Return whether who may drive a street depends on the direction in which it was drawn."""
    return any(
        is_rule(key) and (key.startswith("oneway") or not {*SIDES}.isdisjoint(key.split(":")))
        for key in tags
    )


def note_rules(
    path: Path | str,
    notes: list[Note],
    read: Iterable[Mapping[str, Any]],
    left_out: Iterable[tuple[str, str]] = (),
) -> None:
    """Note the rules that streets state, in a line for each tag.

    Parameters
    ----------
    path
        The file, as the notes name it.
    notes
        Takes the notes.
    read
        The tags of each street that was read; a value may be a list.
    left_out
        A tag for each street that was left out because of it.
    """
    closed: dict[str, Counter[str]] = {}
    for key, value in left_out:
        closed.setdefault(key, Counter())[value] += 1
    for key, values in closed.items():
        count = counted(values.total(), "street" if key in _READ else "way")
        notes.append(Note(f"{path}: left out {count} with {tag_in_words(key, values)}"))
    streets: Counter[str] = Counter()
    stated: dict[str, Counter[str]] = {}
    harmless: dict[str, tuple[str, ...] | None] = {}
    for tags in read:
        for key, value in tags.items():
            if key not in harmless:
                harmless[key] = _harmless_values(key)
            open_to_all = harmless[key]
            if open_to_all is None or value is None:
                continue
            kept_out = [text for text in values_of(value) if text.lower() not in open_to_all]
            if kept_out:
                streets[key] += 1
                stated.setdefault(key, Counter()).update(kept_out)
    for key, number in streets.items():
        count = counted(number, "street")
        both_ways = ", which may be driven both ways" if key == "oneway" else ""
        tag = tag_in_words(key, stated[key])
        notes.append(Note(f"{path}: {tag} is not obeyed on {count}{both_ways}"))


def note_barriers(path: Path | str, notes: list[Note], barriers: Iterable[str]) -> None:
    """Note what stands in the way, by its kinds."""
    kinds = Counter(barriers)
    if kinds:
        count = counted(kinds.total(), "place")
        notes.append(Note(f"{path}: {tag_in_words('barrier', kinds)} is not obeyed at {count}"))


def _harmless_values(key: str) -> tuple[str, ...] | None:
    """Return the values of a tag that keep no vehicle out, None if it is no rule at all."""
    name, *suffixes = key.split(":")
    if set(suffixes) <= set(_SUFFIXES) and (set(suffixes) & set(_NOT_READ) or name not in _READ):
        if name in ACCESS:
            return _FREE
        if name in LIMITS:
            return _NO_LIMIT
    if key == "oneway":
        return tuple(word for word in ONE_WAY if word not in _CHANGING)
    return () if key == "oneway:conditional" else None


def tag_in_words(key: str, values: Counter[str]) -> str:
    """Return a tag with its most frequent values, such as ``hgv=no, destination``."""
    named = sorted(values, key=lambda value: (-values[value], value))
    shown = ", ".join(_one_line(value) for value in named[:_SHOWN])
    return f"{key}={shown}" + (" and others" if len(named) > _SHOWN else "")


def _one_line(value: str) -> str:
    text = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    return text if len(text) <= 40 else text[:37] + "..."
