"""The prices of an envelope as a part of a JSON file."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from arcload.model.envelope_prices import EnvelopePrices, HalfCut, PostmanPrices, Tangent
from arcload.model.types import IntArray

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

_FIELDS = ("length_unit", "load_unit", "sets", "linked", "parity", "postman", "tangents", "level")
_POSTMAN = ("potentials", "odd", "linked", "halves", "of_halves")
_HALF = ("odd", "linked", "halves", "equations", "downwards")
_TANGENT = ("slope", "potentials", "end_prices", "linked", "parity")
_MOST = 2**62  # whole numbers from here on are none of a certificate

_Steps = Sequence[str | int]


def envelope_to_json(prices: EnvelopePrices) -> dict[str, Any]:
    """Return the prices, ready for JSON; a cut is a row: its set, then its streets."""
    return {
        "length_unit": prices.length_unit,
        "load_unit": prices.load_unit,
        "sets": prices.sets,
        "linked": prices.linked,
        "parity": [[number, *streets] for number, streets in prices.parity],
        "postman": {
            "potentials": prices.postman.potentials.tolist(),
            "odd": prices.postman.odd,
            "linked": prices.postman.linked,
            "halves": [asdict(half) for half in prices.postman.halves],
            "of_halves": prices.postman.of_halves,
        },
        "tangents": [
            {
                "slope": tangent.slope,
                "potentials": tangent.potentials.tolist(),
                "end_prices": tangent.end_prices,
                "linked": tangent.linked,
                "parity": tangent.parity,
            }
            for tangent in prices.tangents
        ],
        "level": prices.level,
    }


def read_envelope(reader: "JsonReader", value: Any) -> EnvelopePrices:
    """Return the prices of a JSON file."""
    steps = ["certificate", "envelope"]
    data = _object(reader, value, _FIELDS, steps)
    tangents = []
    for i, item in enumerate(_list(reader, data["tangents"], [*steps, "tangents"])):
        at: list[str | int] = [*steps, "tangents", i]
        tangent = _object(reader, item, _TANGENT, at)
        slope = _row(reader, [tangent["slope"]], [*at, "slope"])[0]
        potentials = _column(reader, tangent["potentials"], [*at, "potentials"])
        pairs = (_pairs(reader, tangent[name], [*at, name]) for name in _TANGENT[2:])
        tangents.append(Tangent(slope, potentials, *pairs))
    parity = _rows(reader, data["parity"], [*steps, "parity"])
    for i, row in enumerate(parity):
        if not row:
            raise reader.refuse([*steps, "parity", i], "a parity cut names no set")
    return EnvelopePrices(
        length_unit=reader.number(data["length_unit"], "'length_unit'", [*steps, "length_unit"]),
        load_unit=reader.number(data["load_unit"], "'load_unit'", [*steps, "load_unit"]),
        sets=_rows(reader, data["sets"], [*steps, "sets"]),
        linked=_pairs(reader, data["linked"], [*steps, "linked"]),
        parity=tuple((row[0], row[1:]) for row in parity),
        postman=_postman(reader, data["postman"], [*steps, "postman"]),
        tangents=tuple(tangents),
        level=_row(reader, [data["level"]], [*steps, "level"])[0],
    )


def _postman(reader: "JsonReader", value: Any, steps: _Steps) -> PostmanPrices:
    data = _object(reader, value, _POSTMAN, steps)
    halves = []
    for i, item in enumerate(_list(reader, data["halves"], [*steps, "halves"])):
        at: list[str | int] = [*steps, "halves", i]
        half = _object(reader, item, _HALF, at)
        halves.append(HalfCut(*(_row(reader, half[name], [*at, name]) for name in _HALF)))
    return PostmanPrices(
        _column(reader, data["potentials"], [*steps, "potentials"]),
        _pairs(reader, data["odd"], [*steps, "odd"]),
        _pairs(reader, data["linked"], [*steps, "linked"]),
        tuple(halves),
        _pairs(reader, data["of_halves"], [*steps, "of_halves"]),
    )


def _object(
    reader: "JsonReader", value: Any, names: tuple[str, ...], steps: _Steps
) -> dict[str, Any]:
    data = reader.keys(value, names, steps)
    for name in names:
        if name not in data:
            raise reader.refuse(steps, f"{name!r} is missing in the prices of the envelope")
    return data


def _list(reader: "JsonReader", value: Any, steps: _Steps) -> list[Any]:
    if not isinstance(value, list):
        raise reader.refuse(steps, "a list [...] should stand here")
    return value


def _row(reader: "JsonReader", value: Any, steps: _Steps) -> tuple[int, ...]:
    """Return whole numbers; all are looked at together, as there may be a million of them."""
    row = _list(reader, value, steps)
    if not all(type(number) is int for number in row):
        for i, number in enumerate(row):
            reader.whole(number, "this value", [*steps, i])
    if row and not -_MOST < min(row) <= max(row) < _MOST:
        raise reader.refuse(steps, "a whole number here is too large")
    return tuple(row)


def _column(reader: "JsonReader", value: Any, steps: _Steps) -> IntArray:
    return np.array(_row(reader, value, steps), dtype=np.int64)


def _rows(reader: "JsonReader", value: Any, steps: _Steps) -> tuple[tuple[int, ...], ...]:
    rows = _list(reader, value, steps)
    return tuple(_row(reader, row, [*steps, i]) for i, row in enumerate(rows))


def _pairs(reader: "JsonReader", value: Any, steps: _Steps) -> tuple[tuple[int, int], ...]:
    pairs = []
    for i, row in enumerate(_rows(reader, value, steps)):
        if len(row) != 2:
            raise reader.refuse([*steps, i], "two whole numbers should stand here")
        pairs.append((row[0], row[1]))
    return tuple(pairs)
