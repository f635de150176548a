"""Which columns of a file say what, and what to do where they say nothing."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from arcload.maps.formats.column_names import ONE_WAY as ONE_WAY_NAMES
from arcload.maps.formats.columns import with_last
from arcload.model.arguments import checked_number, shown
from arcload.model.demand_rule import parsed_demand_rule, ruled_demands
from arcload.model.errors import InputError, counted, did_you_mean
from arcload.model.files import brief, parse_number
from arcload.model.notes import Note
from arcload.model.street_rule import AttributeColumns, with_names
from arcload.model.types import FloatArray
from arcload.model.units import KILOGRAMS, METRES, plain_unit, unit_in

ROLES = ("demand", "length", "name", "oneway")
OWN_ROLES = ("serve_cost", "priority")
"""Roles whose columns are called so, and cannot be named otherwise."""

ONE_WAY = {
    **dict.fromkeys(("yes", "true", "1", "y", "ft"), 1),
    **dict.fromkeys(("-1", "reverse", "tf"), -1),
    **dict.fromkeys(("", "no", "false", "0", "n", "both", "reversible", "alternating"), 0),
}
"""What a one-way column may say: 1 as the street is drawn, -1 against it, 0 both ways."""

NEAR = 0.8
"""Likeness from which a column that is not used is taken for a misspelt one."""

_UNITS = ("length_unit", "load_unit")
_LONGEST_UNIT = 20
_SHOWN = 8  # columns that a message lists


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How streets are read from a file.

    Parameters
    ----------
    demand_column, length_column, name_column, oneway_column
        Columns, properties or tags to use in place of ``demand``, ``length``, ``name`` and
        ``oneway``.
    demand_rule
        Rule for the demand of the streets for which the file gives none, such as
        ``"highway=primary: 180/km; else 0"``, see `StreetRule`.
    demand_per_km
        Demand per km of every street for which neither the file nor the rule gives one.
    snap
        Metres within which the end of a street is joined to a street that it does not touch.
    length_unit
        Unit of the lengths that the file states: m, km, mi, ft or yd.
    load_unit
        Unit of the demand and of the curb weight, such as kg; any word.
    notes
        Takes what the user should know of what was read.
    used
        Takes the column that was used for each of `ROLES`.
    """

    demand_column: str | None = None
    length_column: str | None = None
    name_column: str | None = None
    oneway_column: str | None = None
    demand_rule: str | None = None
    demand_per_km: float | None = None
    snap: float | None = None
    length_unit: str | None = None
    load_unit: str | None = None
    notes: list[Note] = field(default_factory=list, compare=False, repr=False)
    used: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in self.names():
            value = getattr(self, name)
            if value is None:
                continue
            if name in ("demand_per_km", "snap"):
                checked_number(value, f"the {in_words(name)}", 0)
            elif not isinstance(value, str):
                raise InputError(f"the {in_words(name)} is {shown(value)}; it must be text")
            elif name in _UNITS:
                object.__setattr__(self, name, _checked_unit(name, value))
            elif name == "demand_rule":
                parsed_demand_rule(value)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all parameters that a user gives."""
        return tuple(one.name for one in fields(cls) if one.name not in ("notes", "used"))

    @property
    def said(self) -> list[str]:
        """The names of the parameters that were given, but for units, which fit every format."""
        given = [name for name in self.names() if getattr(self, name) is not None]
        return [name for name in given if name not in _UNITS]

    @property
    def fills_demands(self) -> bool:
        """Whether a rule gives a demand to streets for which the file gives none."""
        return self.demand_rule is not None or self.demand_per_km is not None

    @property
    def lengths_in(self) -> str:
        """The unit of stated lengths: as the user says, or by the name of the column."""
        return self.length_unit or unit_in(self.length_column or "", METRES)

    @property
    def loads_in(self) -> str:
        """The unit of the demand: as the user says, or by the name of the column."""
        return self.load_unit or unit_in(self.demand_column or "", KILOGRAMS)

    def with_units(self, columns: Sequence[str]) -> Self:
        """Return the reading with what the columns' names tell: ``demand_kg`` is a demand in kg.

        Parameters
        ----------
        columns
            The columns of the file.
        """
        named: dict[str, Any] = {
            f"{role}_column": column
            for role, units in (("demand", KILOGRAMS), ("length", METRES))
            if getattr(self, f"{role}_column") is None
            and (column := _with_unit(role, columns, units)) is not None
        }
        reading = replace(self, **named)
        return replace(
            reading, load_unit=reading.loads_in or None, length_unit=reading.lengths_in or None
        )

    def tell_units(self, reading: Self, path: Path) -> None:
        """Say which units of another reading come from the names of columns."""
        told = [
            (f"{what} are in {unit} by the name of the column {column!r}", f"{{{name}}}")
            for what, name, unit, column in (
                ("demands", "load_unit", reading.loads_in, reading.demand_column),
                ("lengths", "length_unit", reading.lengths_in, reading.length_column),
            )
            if unit and getattr(self, name) is None
        ]
        if told:
            what, names = (" and ".join(words) for words in zip(*told, strict=True))
            says = "says" if len(told) == 1 else "say"
            self.notes.append(Note(f"{path}: {what}", f"{names} {says} otherwise"))

    def refuse_where_useless(self, path: Path, useful: Sequence[str] = ()) -> None:
        """Refuse what was given and has no meaning in a format."""
        for name in self.said:
            if name not in useful:
                raise InputError(
                    f"{path}: the {in_words(name)} has no meaning in this format, which says it "
                    "itself",
                    advice=f"leave out {{{name}}}",
                )

    def find(self, columns: Sequence[str], path: Path, what: str = "column") -> dict[str, str]:
        """Return the column of each role that has one.

        Parameters
        ----------
        columns
            The columns of the file.
        path
            The file, for messages.
        what
            What the file calls a column.
        """
        by_lower = {name.lower(): name for name in reversed(columns)}
        column_of = {}
        for role in ROLES:
            asked = getattr(self, f"{role}_column")
            wanted = role if asked is None else asked
            column = wanted if wanted in columns else by_lower.get(wanted.lower())
            if column is None and asked is None and role == "oneway":
                column = self._one_way_alias(by_lower, path, what)
            if column is not None:
                column_of[role] = column
            elif asked is not None:
                raise InputError(
                    f"{path}: there is no {what} {asked!r} for the {role}"
                    f"{did_you_mean(asked, columns)}; {listed(columns)}",
                    advice=f"{{{role}_column}} names it",
                )
        if "demand" not in column_of and not self.fills_demands:
            raise InputError(
                f"{path}: there is no {what} 'demand'{did_you_mean('demand', columns)}; "
                f"{listed(columns)}",
                advice="name it with {demand_column} or give {demand_rule} or {demand_per_km}",
            )
        self.used.update(column_of)
        column_of |= {role: by_lower[role] for role in OWN_ROLES if role in by_lower}
        self._note_misspelt(
            [name for name in columns if name not in column_of.values()], column_of, path
        )
        return column_of

    def _one_way_alias(self, by_lower: dict[str, str], path: Path, what: str) -> str | None:
        """Return the column that says whether streets are one-way under another name."""
        column = next((by_lower[name] for name in ONE_WAY_NAMES if name in by_lower), None)
        if column is not None:
            self.notes.append(Note(f"{path}: read the {what} {column!r} as oneway"))
        return column

    def _note_misspelt(self, unused: list[str], column_of: dict[str, str], path: Path) -> None:
        for role in ROLES:
            near = did_you_mean(role, unused, NEAR) if role not in column_of else ""
            if near:
                self.notes.append(
                    Note(f"{path}: no {role!r} is given{near}", f"{{{role}_column}} uses it")
                )

    def demands(
        self,
        given: FloatArray,
        lengths: FloatArray,
        path: Path,
        length_unit: str = "",
        *,
        attributes: AttributeColumns,
        names: Sequence[str] | None = None,
        share: FloatArray | None = None,
    ) -> FloatArray:
        """Return the demands, those that are not a number filled in by rule, per km or with 0.

        Parameters
        ----------
        given
            One demand per edge, ``nan`` where the file gives none.
        lengths
            Length of each edge.
        path
            The file, for messages.
        length_unit
            Unit of the lengths; metres where nobody says.
        attributes, names
            What the file says of each edge, and its name; None where it has no names.
        share
            Which share of a street of the file each edge is; all of it unless given.
        """
        metres = METRES.get(length_unit or self.lengths_in, 1.0) * lengths
        demands = given
        with np.errstate(over="ignore"):  # what overflows is refused
            if self.demand_rule is not None:
                demands = self._ruled(given, metres, path, with_names(attributes, names), share)
            missing = np.isnan(demands)
            if self.demand_per_km is not None:
                return np.where(missing, self.demand_per_km * metres / 1000, demands)
        if missing.any() and self.demand_rule is None:
            count = counted(int(missing.sum()), "street")
            self.notes.append(
                Note(
                    f"{path}: {count} without a demand may be driven and need no service",
                    "{demand_rule} or {demand_per_km} gives them one",
                )
            )
        return np.where(missing, 0.0, demands)

    def _ruled(
        self,
        given: FloatArray,
        metres: FloatArray,
        path: Path,
        attributes: AttributeColumns,
        share: FloatArray | None,
    ) -> FloatArray:
        """Return the demands, those that are not a number filled in by the rule where it fits."""
        assert self.demand_rule is not None
        missing = np.isnan(given)
        try:
            rule = parsed_demand_rule(self.demand_rule)
            ruled = ruled_demands(rule, attributes, metres, missing, share)
        except InputError as error:
            raise error.found_in(path) from None
        self.notes.extend(Note(f"{path}: {text}") for text in ruled.notes)
        unmatched = int((missing & np.isnan(ruled.values)).sum())
        if unmatched:
            count, fits = counted(unmatched, "street"), "fits" if unmatched == 1 else "fit"
            no_part = f"{path}: {count} {fits} no part of the demand rule"
            if self.demand_per_km is None:
                advice = "{demand_per_km} gives a demand there"
                self.notes.append(Note(f"{no_part}: no service there", advice))
            else:
                self.notes.append(Note(f"{no_part}: the demand per km counts there"))
        return np.where(missing, ruled.values, given)

    def priorities(self, given: Iterable[Any], path: Path) -> FloatArray | None:
        """Return the priorities, None if there are none; what has none comes last.

        Words are left alone, since ``priority`` is a tag of OpenStreetMap as well.

        Parameters
        ----------
        given
            What the file says of each street, None where it says nothing.
        path
            The file, for messages.
        """
        cells = [None if value in (None, "") else value for value in given]
        ranks = [None if cell is None else number_in(cell) for cell in cells]
        words = [
            cell
            for cell, rank in zip(cells, ranks, strict=True)
            if cell is not None and rank is None
        ]
        if words:
            count = counted(len(words), "street")
            self.notes.append(
                Note(
                    f"{path}: the priority of {count} is no number, such as {brief(words[0])}, and "
                    "is not used"
                )
            )
        return with_last([math.nan if rank is None else rank for rank in ranks])


def _checked_unit(name: str, value: str) -> str:
    unit = plain_unit(value)
    if name == "length_unit" and unit not in METRES:
        raise InputError(f"the {in_words(name)} is {shown(value)}; use {', '.join(METRES)}")
    if not unit or not unit.isprintable() or len(unit) > _LONGEST_UNIT:
        raise InputError(f"the {in_words(name)} is {shown(value)}; give a short word such as kg")
    return unit


def _with_unit(role: str, columns: Sequence[str], units: dict[str, float]) -> str | None:
    """Return the one column that is called as a role and a unit, None if there is another."""
    if any(name.strip().lower() == role for name in columns):
        return None
    fits = [
        name
        for name in columns
        if unit_in(name, units) and re.match(rf"{role}[^a-z]", name.lower())
    ]
    fits = [name for name in fits if len(re.findall(r"[^\W\d_]+", name)) == 2]
    return fits[0] if len(fits) == 1 else None


def in_words(name: str) -> str:
    """Return a parameter as a sentence names it."""
    return name.replace("_", " ")


def number_in(value: Any) -> float | None:
    """Return the finite number that a cell or property holds, None if it holds another thing."""
    if isinstance(value, str):
        return parse_number(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def way_in(value: Any) -> int | None:
    """Return 1, 0 or -1 for what a one-way cell or property holds, None if it is no such word."""
    if value is None:
        return 0
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return ONE_WAY.get(str(value).strip().lower())


def refusal(role: str, column: str, value: Any) -> str:
    """Return why a value cannot be used."""
    if role == "oneway":
        return f"{column} is {brief(value)}; use yes, no or -1 (one-way against the drawing)"
    return f"{column} is {brief(value)}; it must be a finite number"


def listed(columns: Iterable[str], verb: str = "it has ") -> str:
    """Return the names of columns, the first few of many."""
    names = list(columns)
    if not names:
        return f"{verb}none at all"
    shown = ", ".join(brief(name)[1:-1] for name in names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{verb}{shown}{more}"
