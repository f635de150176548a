"""Rules that give each street a value by what a map says of it.

Such as ``highway=primary: 180/km; highway=residential: 55/km; else 0``: parts between semicolons,
of which the first that fits a street gives its value.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from arcload.model.arguments import shown
from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import parse_number
from arcload.model.types import BoolArray, IntArray

AttributeColumns = Mapping[str, Sequence[str]]
"""What a map says of its streets, by column: a text per street, empty where it says nothing."""

MAXSPEED = "maxspeed"
"""Unit of an amount that is a share of the street's speed limit."""

_RARE = ("lanes", "maxspeed", "service", "surface", "width")  # that a small town may not have
_SHOWN = 8  # attributes that a message lists
_LIKE = 0.75  # likeness from which a value of no street is taken for a misspelt one
_PARTS = re.compile(r'(?:"[^"]*"|[^";])+')
_BETWEEN = re.compile(r"[,&]")
_CONDITION = re.compile(r"\s*([^=<>!]+?)\s*(!=|>=|<=|=|>|<)\s*(.*?)\s*", re.DOTALL)
_LEADING_NUMBER = re.compile(r"\s*([+-]?\d+(?:[.,]\d+)?)")
_SHARE = re.compile(
    r"(?:maxspeed(?:\s*\*\s*(?P<behind>\S+))?|(?P<before>\S+)\s*\*\s*maxspeed)", re.IGNORECASE
)


class Condition(NamedTuple):
    """What a street must fulfil: one attribute, compared with one of some values."""

    attribute: str
    sign: str
    """One of ``= != < <= > >=``."""
    values: tuple[str, ...]
    """``*`` for any value at all."""

    def fits(self, text: str) -> bool:
        """Return whether what a map says of a street fulfils it."""
        if self.sign in ("=", "!="):
            same = any(_same(text, value) for value in self.values)
            return same == (self.sign == "=")
        number, limit = number_in(text), number_in(self.values[0])
        if number is None or limit is None:
            return False
        return {
            "<": number < limit,
            "<=": number <= limit,
            ">": number > limit,
            ">=": number >= limit,
        }[self.sign]


class Part(NamedTuple):
    """One part of a rule."""

    conditions: tuple[Condition, ...]
    """What a street must fulfil, all of it; nothing for every street."""
    amount: float
    unit: str
    """``""`` for a plain number, `MAXSPEED` for a share of it, else what it is per."""
    text: str


@dataclass(frozen=True)
class StreetRule:
    """A value for each street, by what a map says of it.

    Parameters
    ----------
    what
        What messages call the rule, such as ``"the demand rule"``.
    parts
        Its parts: the first that fits a street counts.
    """

    what: str
    parts: tuple[Part, ...]

    @classmethod
    def parse(cls, text: str, what: str, units: Sequence[str]) -> Self:
        """Return the rule that a text states; refuse a mistake in it.

        Parameters
        ----------
        text
            The rule.
        what
            What messages call it.
        units
            What its amounts may be per, or `MAXSPEED` for speeds.
        """
        if text.count('"') % 2:
            raise InputError(f"{what} has a quotation mark that is not closed: {shown(text)}")
        pieces = [piece.strip() for piece in _PARTS.findall(text)]
        parts: list[Part] = []
        for number, piece in enumerate(pieces, start=1):
            if not piece:
                continue
            where = f"{what}, part {number} ({shown(piece)})"
            if parts and _fits_all(parts[-1]):
                raise InputError(
                    f"{where} is never reached: {shown(parts[-1].text)} before it fits every street"
                )
            parts.append(_part(piece, where, units))
        if not parts:
            raise InputError(f"{what} is {shown(text)}; it must have a part such as 'else 0'")
        return cls(what, tuple(parts))

    def fitting(
        self, attributes: AttributeColumns, streets: int
    ) -> Iterator[tuple[Part, BoolArray]]:
        """Give each part and which streets it fits, whatever the parts before it fit.

        Refuse an attribute that no street has, but for those that a small town may not have.

        Parameters
        ----------
        attributes
            What the map says of its streets.
        streets
            How many there are.
        """
        for number, part in enumerate(self.parts, start=1):
            fits = np.ones(streets, dtype=np.bool_)
            for condition in part.conditions:
                where = f"{self.what}, part {number} ({shown(part.text)})"
                cells = _cells(attributes, condition.attribute, where, streets)
                answers = {text: condition.fits(text) for text in set(cells)}
                fits &= np.fromiter((answers[text] for text in cells), np.bool_, streets)
            yield part, fits

    def chosen(self, attributes: AttributeColumns, streets: int, told: BoolArray) -> IntArray:
        """Return for each street which part gives its value, -1 where none does.

        Parameters
        ----------
        attributes, streets
            As in `fitting`.
        told
            Whether the speed limit of each street is known: where it is not, no part that takes a
            share of it counts.
        """
        chosen = np.full(streets, -1)
        for number, (part, fits) in enumerate(self.fitting(attributes, streets)):
            gives = fits & told if part.unit == MAXSPEED else fits
            chosen[gives & (chosen < 0)] = number
        return chosen

    def notes(self, attributes: AttributeColumns, streets: int) -> list[str]:
        """Return what of the rule counts on no street; see `fitting`."""
        lacking = self._values_of_no_street(attributes)
        notes = [f"{self.what} names what no street has: {', '.join(lacking)}"] if lacking else []
        taken = np.zeros(streets, dtype=np.bool_)
        for number, (part, fits) in enumerate(self.fitting(attributes, streets), start=1):
            if part.conditions and fits.any() and taken[fits].all():
                notes.append(
                    f"{self.what}, part {number} ({shown(part.text)}) is never reached: parts "
                    "before it fit all its streets"
                )
            if part.unit != MAXSPEED:  # which gives nothing where the limit is not known
                taken |= fits
        return notes

    def _values_of_no_street(self, attributes: AttributeColumns) -> list[str]:
        """Return the values and limits that no street has, values with a near one."""
        missing = []
        for condition in (one for part in self.parts for one in part.conditions):
            attribute, sign, values = condition
            cells = {*(column_of(attributes, attribute) or ())}
            if sign not in ("=", "!=") and not any(map(condition.fits, cells)):
                missing.append(f"{attribute}{sign}{values[0]}")
            for value in values if sign == "=" else ():
                if not any(_same(text, value) for text in cells):
                    near = did_you_mean(value, sorted(cells - {""}), _LIKE)
                    missing.append(f"{attribute}={value}{near}")
        return list(dict.fromkeys(missing))


def with_names(attributes: AttributeColumns, names: Sequence[str] | None) -> AttributeColumns:
    """Return the attributes with the names of the streets, so that rules can ask for them."""
    return {**attributes, "name": names} if names is not None and any(names) else attributes


def column_of(attributes: AttributeColumns, name: str) -> Sequence[str] | None:
    """Return a column by its name, in whatever case; None if there is none."""
    if name in attributes:
        return attributes[name]
    lower = name.lower()
    return next((cells for one, cells in attributes.items() if one.lower() == lower), None)


def number_in(text: str) -> float | None:
    """Return the number with which a text begins, None if it begins with none."""
    match = _LEADING_NUMBER.match(text)
    return None if match is None else float(match[1].replace(",", "."))


def _part(piece: str, where: str, units: Sequence[str]) -> Part:
    words = piece.split(None, 1)
    is_last = words[0].rstrip(":").lower() == "else"
    if is_last:
        conditions, amount = "", piece[len("else") :].lstrip(" :")
    else:
        conditions, colon, amount = piece.rpartition(":")
        if not colon and _CONDITION.fullmatch(piece):
            raise InputError(f"{where} has no amount; write {_bare(piece)}: and then it")
        if colon and not conditions.strip():
            raise InputError(f"{where} has no condition before the colon; write 'else' for all")
    checked = tuple(_conditions(conditions, where)) if conditions else ()
    return Part(checked, *_amount(amount.strip(), where, units), piece)


def _conditions(conditions: str, where: str) -> Iterator[Condition]:
    for piece in _outside_quotes(conditions):
        match = _CONDITION.fullmatch(piece)
        if match is None:
            raise InputError(
                f"{where}: {shown(piece.strip())} is no condition; write one such as "
                "highway=primary or lanes>=2"
            )
        attribute, sign, text = match.groups()
        values = tuple(_bare(value) for value in text.split("|"))
        if not all(values):
            raise InputError(f"{where}: {shown(piece.strip())} has no value; '*' stands for any")
        if sign not in ("=", "!=") and (len(values) > 1 or number_in(values[0]) is None):
            raise InputError(f"{where}: {shown(text)} must be a number to be compared by {sign}")
        yield Condition(_bare(attribute), sign, values)


def _outside_quotes(text: str) -> list[str]:
    """Return what lies between commas and ``&``, but for those within quotes."""
    quoted = re.sub(r'"[^"]*"', lambda match: "_" * len(match[0]), text)
    cuts = [match.span() for match in _BETWEEN.finditer(quoted)]
    begins, ends = [0, *(end for _, end in cuts)], [*(begin for begin, _ in cuts), len(text)]
    return [text[begin:end] for begin, end in zip(begins, ends, strict=True)]


def _amount(text: str, where: str, units: Sequence[str]) -> tuple[float, str]:
    """Return the amount of a part and its unit."""
    per = [unit for unit in units if unit]
    if per == [MAXSPEED]:
        share, least = _SHARE.fullmatch(text), "above 0"
        if share is not None:
            number, unit = share["behind"] or share["before"] or "1", MAXSPEED
        else:
            number, unit = text, ""
        form = "give a number in km/h, maxspeed, or a share of it such as maxspeed * 0.8"
    else:
        number, _, unit = (word.strip() for word in text.partition("/"))
        unit, least = unit.lower().replace("²", "2").replace(" ", "-"), "0 or more"
        form = f"give a number, alone or with {', '.join(f'/{one}' for one in per)}"
        if "/" in text and unit not in per:
            near = did_you_mean(unit, per)
            raise InputError(f"{where}: {shown(text)} is no amount{near}; {form}")
    amount = parse_number(number)
    if amount is None:
        raise InputError(f"{where}: {shown(text)} is no amount; {form}")
    if amount < 0 or (amount == 0 and least == "above 0"):
        raise InputError(f"{where}: {shown(text)} must be {least}")
    return amount, unit


def _fits_all(part: Part) -> bool:
    return not part.conditions and part.unit != MAXSPEED


def _cells(attributes: AttributeColumns, name: str, where: str, streets: int) -> Sequence[str]:
    cells = column_of(attributes, name)
    if cells is not None:
        return cells
    if name.lower() in _RARE:
        return [""] * streets
    raise InputError(
        f"{where}: the streets have no {shown(name)}{did_you_mean(name, attributes)}; "
        f"{_listed(attributes)}"
    )


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    if not every:
        return "nothing but their lengths, names and demands is known of them"
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return f"they have {', '.join(every[:_SHOWN])}{more}"


def _same(text: str, value: str) -> bool:
    """Return whether a text, or one of several in it, is a value of a rule: as words or numbers."""
    if value == "*":
        return bool(text.strip())
    number = parse_number(value)
    return any(
        word.lower() == value.lower() or (number is not None and parse_number(word) == number)
        for word in (text.strip(), *(one.strip() for one in text.split(";")))
    )


def _bare(text: str) -> str:
    return text.strip().strip('"').strip()
