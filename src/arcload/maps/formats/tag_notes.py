"""What became of the streets with a tag, in a line for each."""

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arcload.maps.formats.access import BUSINESS, OPEN, WEIGHTS, means
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.reading import way_in
from arcload.maps.formats.road_rules import tag_in_words
from arcload.maps.formats.weights import HEAVY, weight_limit
from arcload.model.errors import counted
from arcload.model.notes import Note
from arcload.model.types import BoolArray
from arcload.model.units import quantity

_LEFT_OUT = "left out"
_UNKNOWN = "not applied, since the weight of the vehicle is not known"
_OTHER_TAG = "decided by another tag"


class Fates(NamedTuple):
    """What became of streets.

    Parameters
    ----------
    weights
        Kilograms of a loaded vehicle of each type, None if unknown.
    causes
        The tag that closes each street or a direction of it; empty if none does.
    stays
        Whether each street stays in the network.
    shut
        Whether each type of vehicles may not use a street that stays.
    driven
        Whether each direction of each street is driven.
    """

    weights: Sequence[float | None]
    causes: Sequence[str]
    stays: BoolArray
    shut: BoolArray
    driven: BoolArray


def note_tags(
    columns: Columns, names: Sequence[str], path: Path, notes: list[Note], fates: Fates
) -> None:
    """Note for each tag on how many streets it stands, and what became of them.

    Parameters
    ----------
    columns
        The network as it was read.
    names
        The tags.
    path
        The file.
    notes
        Takes the notes.
    fates
        What became of the streets.
    """
    drawn = np.isfinite(columns.lengths)
    narrowed: list[bool] = (drawn & ~fates.driven).max(axis=1).tolist()
    widened: list[bool] = (~drawn & fates.driven).max(axis=1).tolist()
    for name in names:
        cells = columns.attributes[name]
        streets = [k for k, value in enumerate(cells) if value and not _is_harmless(name, value)]
        counts: Counter[str] = Counter()
        demand = 0.0
        for k in streets:
            fate = ""
            if fates.causes[k] == name:
                fate = _fate(k, fates, narrowed[k])
                demand += 0.0 if fates.stays[k] else float(columns.demands[k])
            elif name.startswith("oneway:") and widened[k]:
                fate = "open in both directions"
            counts[fate or _why_open(name, cells[k], fates.weights, fates.causes[k])] += 1
        if streets:
            loss = f" with a demand of {quantity(demand, columns.load_unit)}" if demand else ""
            told = [
                f"{count:,} {fate}{loss if fate == _LEFT_OUT else ''}"
                for fate, count in counts.most_common()
            ]
            tag = tag_in_words(name, Counter(cells[k] for k in streets))
            line = f"{path}: {tag} on {counted(len(streets), 'street')}: {', '.join(told)}"
            line += _gross(fates.weights) if _is_by_weight(name) else ""
            notes.append(Note(line, "{curb_weight} gives it" if _UNKNOWN in counts else ""))


def _is_by_weight(name: str) -> bool:
    return not {"hgv", "goods", *WEIGHTS}.isdisjoint(name.split(":"))


def _gross(weights: Sequence[float | None]) -> str:
    """Return the weights by which tags are decided, in words."""
    known = [f"{weight / 1000:.4g} t" for weight in weights if weight is not None]
    return f"; the gross weight is {', '.join(dict.fromkeys(known))}" if known else ""


def _fate(k: int, fates: Fates, narrowed: bool) -> str:
    """Return what became of a street by the tag that closes it, empty if it is open after all."""
    if not fates.stays[k]:
        return _LEFT_OUT
    if fates.shut[:, k].any():
        return "closed to some of the vehicles"
    return "closed in one direction" if narrowed else ""


def _is_harmless(name: str, value: str) -> bool:
    """Return whether a value keeps no vehicle out, so that nobody needs to hear of it."""
    group, *_ = name.split(":")
    if group in WEIGHTS:
        return weight_limit(value) == math.inf
    return group != "oneway" and all(word.strip().lower() in OPEN for word in value.split(";"))


def _why_open(name: str, value: str, weights: Sequence[float | None], cause: str) -> str:
    """Return why a tag closes a street to no vehicle."""
    words = set(name.split(":"))
    by_weight = _is_by_weight(name)
    if cause and cause != name:
        return _OTHER_TAG
    if by_weight and all(weight is None for weight in weights):
        return _UNKNOWN
    if words & set(WEIGHTS):
        return "open to the vehicle" if weight_limit(value) is not None else "not understood"
    if "oneway" in words:
        return "without effect" if way_in(value) is not None else "not understood"
    closes = means(value)
    if closes is None:
        return "not understood"
    if not closes and {word.strip().lower() for word in value.split(";")} & set(BUSINESS):
        return "open, since the vehicle has business there"
    if by_weight:
        kind = "above" if "hgv" in words else "up to"
        return f"open, since this holds for vehicles {kind} {HEAVY / 1000:g} t alone"
    return _OTHER_TAG
