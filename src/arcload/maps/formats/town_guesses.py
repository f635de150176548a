"""What a town file says at first: what the streets lack, filled in by guesses."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.closed_streets import close_streets
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.convert import read_draft
from arcload.maps.formats.depot_part import DepotPart
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading, number_in
from arcload.model.advice import named_in
from arcload.model.errors import InputError, counted
from arcload.model.files import plain
from arcload.model.notes import Note
from arcload.model.plugins import Choice
from arcload.model.types import Id
from arcload.model.units import KILOGRAMS, METRES
from arcload.model.vehicle import FIELDS, FREE

GUESS = "a guess: change it"

_PER_KM = {
    **dict.fromkeys(("motorway", "trunk"), 250),
    "primary": 180,
    "secondary": 140,
    "tertiary": 110,
    "unclassified": 70,
    "residential": 55,
    "living_street": 40,
    **dict.fromkeys(("service", "track", "pedestrian", "footway", "cycleway", "path"), 0),
}
"""Demand in kg per km of streets by class, about what winter service spreads."""

_OTHERS = 55  # kg per km
_CURB_WEIGHT = 6000  # kg
_CLASS = re.compile(r"[\w-]+")
_TRIED, _MOST = 3, 0.5  # places that may be the depot, and the share of the demand it must reach
_DEPOT = re.compile(r"\bdepot\b|(?:bau|werk|betriebs)hof", re.IGNORECASE)
_YARD = re.compile(r"\b(?:yard|garage|barn)\b", re.IGNORECASE)  # of a point, but hardly of a street


@dataclass(frozen=True)
class TownGuesses:
    """The settings with which a town can be solved at once.

    Parameters
    ----------
    draft
        The streets.
    settings
        Options of `arcload.read`: those given, and those guessed.
    reasons
        Why each of the guessed ones is as it is.
    classes
        Kilometres of streets by class, those with the most first.
    notes
        What the user should know.
    """

    draft: Draft
    settings: dict[str, Any]
    reasons: dict[str, str]
    classes: dict[str, float]
    notes: tuple[Note, ...]


def town_guesses(
    streets: Path,
    format: Choice | None,  # noqa: A002
    given: Mapping[str, Any],
) -> TownGuesses:
    """Read streets, and guess what must be said so that they can be solved.

    Parameters
    ----------
    streets
        The file with the network.
    format
        Its format, None to find it.
    given
        Options of `arcload.read` that the user says; they are taken as they are.
    """
    reading = {name: given[name] for name in Reading.names() if name in given}
    others = {name: value for name, value in given.items() if name not in reading}
    draft, guessed = _with_demand(streets, format, reading)
    reasons = dict.fromkeys(guessed, GUESS)
    notes = []
    if "demand_rule" in guessed or "demand_per_km" in guessed:
        notes.append(Note(f"{streets} states no demand: the town file has guesses; change them"))
        states_weight = "curb_weight" in draft.vehicle or draft.types
        if not states_weight and not {"curb_weight", "curb_ratio", "vehicles"} & {*given}:
            guessed["curb_weight"] = _in_unit(_CURB_WEIGHT, draft.columns.load_unit)
            reasons["curb_weight"] = GUESS
    elif "demand_column" in guessed:
        column = guessed["demand_column"]
        notes.append(Note(f"{streets}: the demand is read from {column!r}, a guess; change it"))
    if not _has_depot(draft, given):
        without = {name: value for name, value in others.items() if name != "keep"}
        guessed["depot"], what = _depot(draft, _of_instances(guessed) | without)
        reasons["depot"] = f"{GUESS}; {what}"
        named = f"depot = {guessed['depot']!r} ({what})"
        notes.append(Note(f"{streets} names no depot: the town file has a guess, {named}"))
    try:
        instance = draft.instance(**_of_instances(guessed) | others)
    except InputError as error:
        if "keep" not in named_in(error.advice) or "keep" in given:
            raise
        guessed["keep"], reasons["keep"] = "depot", "parts of the map cannot be reached: see notes"
        instance = draft.instance(**_of_instances(guessed) | others)
        notes.append(Note(f"{streets}: parts cannot be reached: the town file says keep = 'depot'"))
    if not instance.demands.any():
        raise InputError(
            f"{streets}: nothing is to be served: none of {counted(len(instance.edges), 'street')} "
            "has a demand above 0; correct the demands",
            advice="{demand_column} or {demand_rule} names others",
        )
    settings = guessed | dict(given)
    return TownGuesses(draft, settings, reasons, _classes(draft), (*notes, *instance.notes))


def demand_rule(classes: Mapping[str, float], unit: str = "") -> str:
    """Return a rule for the demand of streets, by their classes.

    Parameters
    ----------
    classes
        The classes of the streets, empty for those of none.
    unit
        Unit of the demand, kg if it is none of weight.
    """
    named = [name for name in classes if _CLASS.fullmatch(name)]
    amounts = {name: _PER_KM.get(name.removesuffix("_link"), _OTHERS) for name in named}
    if not any(amounts.values()):
        amounts = dict.fromkeys(named, _OTHERS)
    parts = [
        f"highway={name}: {_in_unit(amount, unit):g}{'/km' if amount else ''}"
        for name, amount in amounts.items()
    ]
    last = f"else {_in_unit(_OTHERS, unit):g}/km" if len(named) < len(classes) else "else 0"
    return "; ".join([*parts, last])


def _of_instances(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings without those on how streets are read."""
    return {name: value for name, value in settings.items() if name not in Reading.names()}


def _with_demand(
    streets: Path,
    format: Choice | None,  # noqa: A002
    reading: dict[str, Any],
) -> tuple[Draft, dict[str, Any]]:
    """Return the streets, and the settings that give them a demand if they have none."""
    draft = None
    try:
        draft = read_draft(streets, format, **reading)
        if (draft.columns.demands > 0).any():
            return draft, {}
        bare = read_draft(streets, format, **reading | {"demand_per_km": _OTHERS})
        if not (bare.columns.demands > 0).any() and _demand_column(bare) is None:
            return draft, {}  # it states that all demands are 0
    except InputError as error:
        if draft is not None:  # of a format that says all demands itself
            return draft, {}
        if "demand_column" not in named_in(error.advice) or "demand_column" in reading:
            raise
        bare = read_draft(streets, format, **reading | {"demand_per_km": _OTHERS})
    likely = _demand_column(bare)
    if likely is not None:
        return read_draft(streets, format, **reading | likely), likely
    unit = bare.columns.load_unit or "kg"
    guessed: dict[str, Any] = {} if bare.columns.load_unit else {"load_unit": unit}
    classes = _classes(bare)
    if classes:
        guessed["demand_rule"] = demand_rule(classes, unit)
    else:
        guessed["demand_per_km"] = _in_unit(_OTHERS, unit)
    guessed = {name: value for name, value in guessed.items() if name not in reading}
    return read_draft(streets, format, **reading | guessed), guessed


def _demand_column(draft: Draft) -> dict[str, Any] | None:
    """Return the setting for the only column with demand in its name and none but numbers."""
    likely = [
        name
        for name, cells in draft.columns.attributes.items()
        if "demand" in name.lower() and all(number_in(cell) is not None for cell in cells if cell)
    ]
    return {"demand_column": likely[0]} if len(likely) == 1 else None


def _in_unit(kilograms: float, unit: str) -> float:
    return plain(kilograms / KILOGRAMS.get(unit, 1.0))


def _classes(draft: Draft) -> dict[str, float]:
    """Return the kilometres of each class of streets, nothing where the file has no classes."""
    columns = draft.columns
    if "highway" not in columns.attributes:
        return {}
    metres = METRES.get(columns.length_unit, 1.0) * np.min(columns.lengths, axis=1)
    total: dict[str, float] = {}
    for name, length in zip(columns.attributes["highway"], metres.tolist(), strict=True):
        total[name] = total.get(name, 0.0) + length / 1000
    return dict(sorted(total.items(), key=lambda item: -item[1]))


def _has_depot(draft: Draft, given: Mapping[str, Any]) -> bool:
    if "depot" in given or "vehicles" in given or {"start", "end"} <= {*given}:
        return True
    stated = [draft.vehicle | one for one in draft.types or [{}]]
    return all(one.get("start") is not None for one in stated) or not draft.columns.nodes


def _depot(draft: Draft, settings: Mapping[str, Any]) -> tuple[Id, str]:
    """Return a place for the depot, and what it is."""
    points, streets = list(draft.points), dict.fromkeys(draft.columns.names or ())
    likely = [(name, "a point of the map") for name in points if _DEPOT.search(name)]
    likely += [(name, "a point of the map") for name in points if _YARD.search(name)]
    likely += [(points[0], "the only point of the map")] if len(points) == 1 else []
    likely += [(name, "a street") for name in streets if _DEPOT.search(name)]
    for name, what in likely[:_TRIED]:
        try:
            reached = draft.instance(**settings, depot=name, keep="depot")
        except InputError:
            continue
        if reached.total_demand >= _MOST * float(draft.columns.demands.sum()):
            return name, what
    fields = {name: value for name, value in settings.items() if name in FIELDS}
    types = [draft.vehicle | one | fields for one in draft.types or [{}]]
    columns = close_streets(draft.columns, types, draft.path, []).columns
    part = DepotPart(columns, FREE)
    if columns.demands.any() and np.array_equal(part.lost, columns.demands):
        raise InputError(
            f"{draft.path}: no node can be the depot: along the one-way streets no way leads to a "
            "street with a demand and back",
            advice="{start=FREE} and {end=FREE} let a tour start and end anywhere",
        )
    position = int(np.flatnonzero(part.nodes)[0])
    node = columns.nodes[position]
    return node, f"node {node}{_where(columns, position)}"


def _where(columns: Columns, position: int) -> str:
    """Return in words where a node is, as far as that is known."""
    edges = np.flatnonzero((columns.ends == position).any(axis=1)).tolist()
    names = [columns.names[edge] for edge in edges] if columns.names else []
    street = next(filter(None, names), "")
    end = f", an end of {' '.join(street.split())}" if street else ""
    if columns.geographic and columns.coordinates is not None:
        longitude, latitude = columns.coordinates[position].tolist()
        return f"{end}, at {latitude:.5f},{longitude:.5f}"
    return end
