"""The names that people give to columns which OpenStreetMap calls otherwise."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from arcload.model.notes import Note

ONE_WAY = ("one_way", "onewaystreet", "one_way_street", "is_oneway", "is_one_way", "one_way_str")
"""Names of a column that says whether a street is one-way."""

_NAMES = {
    "highway": (
        *("road_class", "roadclass", "fclass", "road_type", "roadtype", "street_class"),
        *("functional_class", "func_class", "funcclass", "rd_class", "street_type", "hwy"),
    ),
    "maxspeed": (
        *("max_speed", "speed_limit", "speedlimit", "speed_lim", "spd_limit", "speed"),
        *("posted_speed", "speed_max", "vmax"),
    ),
    "lanes": (
        *("num_lanes", "n_lanes", "nlanes", "numlanes", "no_lanes", "lane_count", "lanecount"),
        *("number_of_lanes", "total_lanes"),
    ),
    "width": (
        *("road_width", "roadwidth", "street_width", "carriageway_width", "pavement_width"),
        *("rd_width", "st_width"),
    ),
    "maxweight": (
        *("max_weight", "maxwgt", "weight_limit", "weightlimit", "wt_limit", "load_limit"),
        *("weight_restriction", "max_tonnage", "tonnage", "max_load"),
    ),
    "maxweightrating": ("max_weight_rating", "max_gross_weight", "gvw_limit", "max_gvw"),
    "hgv": (
        *("truck", "trucks", "truck_access", "truck_allowed", "trucks_allowed", "lorry"),
        *("lorries", "hgv_access", "hgv_allowed", "heavy_vehicles"),
    ),
    "motor_vehicle": ("motor_vehicles", "motorvehicle", "motor_vehicle_access"),
    "access": ("road_access", "access_type", "access_restriction"),
    "surface": ("surface_type", "surfacetyp", "pavement_type", "paving"),
    "service": ("service_type",),
    "junction": ("junction_type",),
}
_WEIGHTS = {
    **{"t": "", "tonnes": "", "kg": "kg", "lb": "lbs", "lbs": "lbs"},
    **{"st": "st", "tons": "st"},
}
_UNITS = {
    "maxspeed": {"kmh": "", "kph": "", "kmph": "", "mph": "mph", "knots": "knots"},
    "width": {"m": "", "metres": "", "meters": "", "ft": "ft", "feet": "ft"},
    "maxweight": _WEIGHTS,
    "maxweightrating": _WEIGHTS,
}
_SHORT = 10  # letters that a shapefile keeps of a name


def named_attributes(
    columns: Mapping[str, Sequence[str]], path: Path | str, notes: list[Note]
) -> dict[str, Sequence[str]]:
    """Return attributes also by the names of OpenStreetMap, and note which were guessed.

    A unit at the end of a name, as in ``max_weight_kg``, is put to the values.

    Parameters
    ----------
    columns
        The attributes as the file has them.
    path
        The file.
    notes
        Takes the note.
    """
    named = dict(columns)
    guessed = []
    for name, cells in columns.items():
        tag, unit = _meant(name)
        if tag and tag not in named:
            named[tag] = _with_unit(tag, cells, unit)
            guessed.append(f"{name!r} as {tag}{f' in {unit}' if unit else ''}")
    if "maxspeed" in named:
        named["maxspeed"] = _with_unit("maxspeed", named["maxspeed"], "")
    if guessed:
        notes.append(Note(f"{path}: read the column {', '.join(guessed)}"))
    return named


def _meant(name: str) -> tuple[str, str]:
    """Return the tag that a column means, and the unit of its values; nothing if it means none."""
    plain = re.sub(r"[^a-z0-9:]+", "_", name.lower()).strip("_")
    for tag, names in _NAMES.items():
        if plain in (tag, *names) or (
            len(name) == _SHORT and plain in (long[:_SHORT] for long in (tag, *names))
        ):
            return tag, ""
        base, _, unit = plain.rpartition("_")
        units = _UNITS.get(tag, {})
        if base in (tag, *names) and unit in units:
            return tag, units[unit]
    return "", ""


def _with_unit(tag: str, cells: Sequence[str], unit: str) -> Sequence[str]:
    """Return values with a unit where they are numbers; a speed of 0 stands for none."""
    if tag == "maxspeed":
        cells = ["" if cell in ("0", "-1") else cell for cell in cells]
    if not unit:
        return cells
    return [f"{cell} {unit}" if re.fullmatch(r"\d+(?:[.,]\d+)?", cell) else cell for cell in cells]
