"""The text of a new town file: what it says, and what it might say as comments."""

import math
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from arcload.maps.formats.toml_text import toml_value
from arcload.maps.formats.town_guesses import TownGuesses, demand_rule, town_guesses
from arcload.model.files import plain
from arcload.model.notes import Note
from arcload.model.plugins import Choice
from arcload.model.vehicle import FREE, Free

_TEXT_AT = 36  # column where a line's comment starts
_SHOWN = 12  # columns that a comment lists

_HEAD = """\
# A town for arcload: where its streets are, how they are read and how they are served.
# 'arcload solve {name}' reads this file. Options on the command line come before it.
# A line such as '#capacity = 8000' says nothing: delete the '#' and change the value.
# docs/town_file.md explains every key."""


class _Line(NamedTuple):
    """A key, a value as an example, and what it means."""

    key: str
    example: Any
    text: str


_SECTIONS: dict[str, tuple[_Line, ...]] = {
    "What the streets need": (
        _Line("demand_rule", demand_rule({"primary": 1, "residential": 1}), "by what the map says"),
        _Line("demand_per_km", 55, "of streets that no column and no rule gives a demand"),
    ),
    'Places: the id of a node, the name of a street or of a point, or "LAT,LON"': (
        _Line("depot", "47.37,8.54", "where vehicles start, end and load"),
        _Line("start", "free", 'where they start, if not there; "free" for anywhere'),
        _Line("end", "free", "where they end, if not there"),
        _Line("refill_at_depot", False, "whether they load at the depot, beside the facilities"),
        _Line("keep", "depot", '"depot" leaves out what cannot be reached'),
    ),
    "All vehicles; types of them are tables at the end": (
        _Line("curb_weight", 6000, "weight of the empty vehicle, in the unit of the demand"),
        _Line("curb_ratio", 2.0, "the same as a multiple of the total demand"),
        _Line("capacity", 8000, "the most on board; a vehicle then makes several trips"),
        _Line("load_factor", 1.0, "cost is length x (curb weight + load factor x load)"),
        _Line("mode", "deliver", '"deliver" or "collect"'),
        _Line("label", "Truck", "what to call them"),
        _Line("count", 3, "how many there are; any number by default"),
        _Line("fixed_cost", 1000.0, "cost of each vehicle that is used"),
        _Line("max_trips", 4, "the most trips of one vehicle"),
        _Line("max_length", 80000.0, "the longest way of one vehicle, in the unit of the lengths"),
        _Line("closed", [], "ids of edges that they may not use, such as [3, 17]"),
    ),
    "Hours and fuel": (
        _Line("serve_speed", 20, "km/h while serving: a number, or a rule by street"),
        _Line("drive_speed", "maxspeed * 0.8; else 40", "km/h while driving, by the limit"),
        _Line("max_hours", 8.0, "the longest time of one vehicle; needs the speeds"),
        _Line("leave", "04:00", "when vehicles start, for clock times"),
        _Line("fuel_empty", 28.0, "litres per 100 km of the empty vehicle"),
        _Line("fuel_per_tonne", 1.5, "litres per 100 km and tonne on board"),
        _Line("fuel_price", 1.8, "money per litre"),
    ),
    "What is best, and what is allowed": (
        _Line("objective", "cost", '"balance": first the longest route, then the cost'),
        _Line("allow_unserved", True, "leave streets out where not all can be served"),
        _Line("cut_streets", True, "serve a street above every capacity in pieces"),
    ),
    "Columns of the streets, where they are not called demand, length, name and oneway": (
        _Line("demand_column", "salt_kg", ""),
        _Line("length_column", "length_m", ""),
        _Line("name_column", "street", ""),
        _Line("oneway_column", "one_way", ""),
    ),
    "Units, and how lines on a map are joined": (
        _Line("length_unit", "m", "of lengths that the file states: m, km, mi, ft or yd"),
        _Line("load_unit", "kg", "of demand, capacity and curb weight"),
        _Line("snap", 1.0, "metres within which the end of a street is joined to another"),
    ),
}  # fmt: skip

_TABLES: dict[str, tuple[str, tuple[tuple[_Line, ...], ...]]] = {
    "turn_rules": (
        "Turns: metres that each adds to the way, and how long it takes",
        (
            (
                _Line("u_turn", "never", "or metres; at dead ends always possible"),
                _Line("left", 30, ""),
                _Line("right", 5, ""),
                _Line("straight", 0, ""),
                _Line("traffic", "right", "on which side vehicles drive"),
                _Line("u_turn_seconds", 30, ""),
                _Line("left_seconds", 10, ""),
                _Line("right_seconds", 5, ""),
                _Line("straight_seconds", 0, ""),
            ),
        ),
    ),
    "facilities": (
        "Where vehicles load or unload, beside the depot",
        (
            (
                _Line("place", "47.37,8.54", "as the depot"),
                _Line("stop_minutes", 10, "how long a visit takes"),
                _Line("visit_cost", 0.0, ""),
            ),
        ),
    ),
    "vehicles": (
        "Types of vehicles: a table may have all keys of vehicles and places, and wins over them",
        (
            (
                _Line("label", "large", ""),
                _Line("count", 2, ""),
                _Line("curb_weight", 9000, ""),
                _Line("capacity", 8000, ""),
            ),
            (
                _Line("label", "small", ""),
                _Line("count", 3, ""),
                _Line("curb_weight", 3500, ""),
                _Line("capacity", 2500, ""),
            ),
        ),
    ),
}


def town_template(
    streets: Path,
    file: Path,
    format: Choice | None = None,  # noqa: A002
    given: Mapping[str, Any] | None = None,
) -> tuple[str, tuple[Note, ...]]:
    """Return the text of a town file that can be solved as it is, and what the user should know.

    Parameters
    ----------
    streets
        The file with the network.
    file
        Where the text is to be written: paths are relative to it.
    format
        The format of the streets, None to find it.
    given
        Options of `arcload.read` that it is to say; `arcload.read` explains them.
    """
    guesses = town_guesses(streets, format, given or {})
    head = [_HEAD.format(name=file.name), "", _stated("streets", _relative(streets, file))]
    if format is None:
        head.append(_example(_Line("format", "osm", "found from the content by default")))
    else:
        head.append(_stated("format", str(format)))
    parts = ["\n".join(head)]
    examples = _examples(guesses)
    for title, lines in _SECTIONS.items():
        rows = [f"# {title}", *_facts(title, guesses)]
        rows += [_row(line, guesses, examples.get(line.key, line.example)) for line in lines]
        if title.startswith("Places") and "facilities" in guesses.settings:
            rows.append(_stated("facilities", guesses.settings["facilities"]))
        parts.append("\n".join(rows))
    parts += _tables(guesses.settings)
    return "\n\n".join(parts) + "\n", guesses.notes


def _row(line: _Line, guesses: TownGuesses, example: Any) -> str:
    if line.key in guesses.settings:
        text = guesses.reasons.get(line.key, "")
        return _stated(line.key, guesses.settings[line.key], text)
    is_used = line.key.removesuffix("_column") in guesses.draft.used
    return _example(line._replace(example=example, text="the one in use" if is_used else line.text))


def _stated(key: str, value: Any, text: str = "") -> str:
    """Return a line that is in force."""
    if isinstance(value, float) and math.isfinite(value):
        value = plain(value)
    word = toml_value("free" if isinstance(value, Free) else value)
    return _commented(f"{key} = {word}", text)


def _example(line: _Line) -> str:
    return _commented(f"#{line.key} = {toml_value(line.example)}", line.text)


def _commented(line: str, text: str) -> str:
    if not text:
        return line
    if len(line) < _TEXT_AT - 1:
        return f"{line.ljust(_TEXT_AT)}# {text}"
    return f"# {text}\n{line}"


def _examples(guesses: TownGuesses) -> dict[str, Any]:
    """Return examples by key that the streets themselves give."""
    draft = guesses.draft
    stated = draft.vehicle | (draft.types[0] if draft.types else {})
    examples = {
        name: value
        for name, value in stated.items()
        if value is not FREE
        and isinstance(value, str | int | float)
        and name not in ("start", "end")
    }
    if stated.get("start", FREE) is not FREE:
        examples["depot"] = stated["start"]
    for unit in ("length_unit", "load_unit"):
        if getattr(draft.columns, unit):
            examples[unit] = getattr(draft.columns, unit)
    examples |= {f"{role}_column": column for role, column in draft.used.items()}
    if guesses.classes:
        examples["demand_rule"] = demand_rule(guesses.classes, draft.columns.load_unit)
    return examples


def _facts(title: str, guesses: TownGuesses) -> Iterable[str]:
    """Give comments on what the streets have."""
    attributes = guesses.draft.columns.attributes
    if title.startswith("What the streets need"):
        if guesses.classes:
            named = (f"{name or 'none'} {km:.1f} km" for name, km in guesses.classes.items())
            yield f"# The classes of 'highway' in the streets: {', '.join(named)}."
        names = list(attributes)
        if names:
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            listed = ", ".join(" ".join(name.split()) for name in names[:_SHOWN])
            yield f"# A rule may use: {listed}{more}."


def _tables(settings: Mapping[str, Any]) -> Iterable[str]:
    """Give the tables, in which keys stand that belong together; after them no other key may."""
    for name, (title, tables) in _TABLES.items():
        if name == "facilities" and name in settings:
            continue
        rules = settings.get(name, {})
        for number, lines in enumerate(tables):
            header = f"[{name}]" if name == "turn_rules" else f"[[{name}]]"
            rows = [f"# {title}"] if number == 0 else []
            rows.append(header if rules else f"#{header}")
            for line in lines:
                value = rules.get(line.key)
                if value is None:
                    rows.append(_example(line))
                else:
                    rows.append(_stated(line.key, "never" if value == math.inf else value))
            yield "\n".join(rows)


def _relative(streets: Path, file: Path) -> str:
    """Return the path of the streets from the folder of the town file."""
    try:
        return Path(os.path.relpath(streets, file.parent)).as_posix()
    except ValueError:  # on another drive
        return str(streets.resolve())
