"""Turns that a map forbids, and to which vehicles."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from arcload.maps.formats.road_rules import tag_in_words
from arcload.maps.formats.weights import HEAVY
from arcload.model.errors import counted
from arcload.model.notes import Note
from arcload.model.turn_rules import Turn

Who = Literal["all", "light", "heavy"]
"""Vehicles of which a restriction holds: up to 3.5 t, above, or all."""

_UNKNOWN = "not applied, since the weight of the vehicle is not known"


class TurnRestriction(NamedTuple):
    """A restriction of turns.

    Parameters
    ----------
    tag, value
        Such as ``restriction`` and ``no_left_turn``.
    who
        Vehicles of which it holds.
    turns
        The turns that it forbids.
    reason
        Why it was left out; empty if it was not.
    """

    tag: str
    value: str
    who: Who
    turns: tuple[Turn, ...]
    reason: str = ""


def forbidden_turns(
    restrictions: Sequence[TurnRestriction],
    weights: Sequence[float | None],
    path: Path,
    notes: list[Note],
) -> tuple[Turn, ...]:
    """Return the turns that are forbidden to some vehicle, and note what became of each tag.

    An instance has one list of forbidden turns for all its vehicles.

    Parameters
    ----------
    restrictions
        What the map says.
    weights
        Kilograms of a loaded vehicle of each type, None if unknown.
    path
        The file.
    notes
        Takes a line for each tag.
    """
    fates: dict[str, Counter[str]] = {}
    values: dict[str, Counter[str]] = {}
    turns: dict[str, dict[Turn, None]] = {}
    for one in restrictions:
        fate = f"left out {one.reason}" if one.reason else _fate(one.who, weights)
        fates.setdefault(one.tag, Counter())[fate] += 1
        values.setdefault(one.tag, Counter())[one.value] += 1
        if fate == "obeyed":
            turns.setdefault(one.tag, {}).update(dict.fromkeys(one.turns))
    for tag, counts in fates.items():
        number = counted(len(turns.get(tag, {})), "turn")
        told = [
            f"{count:,} {fate}{f' ({number} forbidden)' if fate == 'obeyed' else ''}"
            for fate, count in counts.most_common()
        ]
        where = counted(counts.total(), "relation")
        line = f"{path}: {tag_in_words(tag, values[tag])} in {where}: {', '.join(told)}"
        notes.append(Note(line, "{curb_weight} gives it" if _UNKNOWN in counts else ""))
    return tuple(dict.fromkeys(turn for of_tag in turns.values() for turn in of_tag))


def _fate(who: Who, weights: Sequence[float | None]) -> str:
    """Return what becomes of a restriction for some vehicles."""
    known = [weight for weight in weights if weight is not None]
    if who == "all" or any((weight > HEAVY) == (who == "heavy") for weight in known):
        return "obeyed"
    if len(known) < len(weights):
        return _UNKNOWN
    return f"not for vehicles {'up to' if who == 'heavy' else 'above'} {HEAVY / 1000:g} t"
