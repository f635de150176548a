"""A certificate as a part of a JSON file."""

from typing import TYPE_CHECKING, Any

import numpy as np

from arcload.model.certificate import Certificate, Kind
from arcload.model.cut_prices import CutPrices
from arcload.model.types import FloatArray, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.envelope_json import envelope_to_json, read_envelope

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

_FIELDS = ("nodes", "potentials", "levels", "deletions", "stages", "windows", "cuts", "envelope")
_CUTS = ("unit", "sets", "multipliers", "potentials", "service_prices", "level")
_LINK = ("nodes", "high", "low", "edge")
_ODD = ("nodes", "high", "low", "odd", "begins", "ends")
_MOST = 2**62  # whole numbers from here on are none of a certificate


def certificate_to_json(certificate: Certificate) -> dict[str, Any]:
    """Return a certificate without its kind and bound, ready for JSON."""
    made: dict[str, Any] = {}
    for name in ("nodes", "potentials", "levels"):
        column = getattr(certificate, name)
        if column is not None:
            made[name] = column.tolist()
    if certificate.stages:
        made["deletions"] = [
            {"cutoff": cutoff, "multipliers": multipliers.tolist()}
            for cutoff, multipliers in certificate.deletions
        ]
        made["stages"] = [
            {"served": served, "multipliers": multipliers.tolist()}
            for served, multipliers in certificate.stages
        ]
    if certificate.windows:
        made["windows"] = [
            {name: getattr(cut, name) for name in (_ODD if cut.edge < 0 else _LINK)}
            for cut in certificate.windows
        ]
    cuts = certificate.cuts
    if cuts is not None:
        made["cuts"] = {
            "unit": cuts.unit,
            "sets": [list(nodes) for nodes in cuts.sets],
            "multipliers": list(cuts.multipliers),
            "potentials": cuts.potentials.tolist(),
        }
        if cuts.service_prices is not None:
            prices = cuts.service_prices.tolist()
            made["cuts"] |= {"service_prices": prices, "level": cuts.level}
    if certificate.envelope is not None:
        made["envelope"] = envelope_to_json(certificate.envelope)
    return made


def read_certificate(reader: "JsonReader", kind: Kind, bound: float) -> Certificate:
    """Return the certificate of a JSON file."""
    steps = ["certificate"]
    data = reader.keys(reader.data["certificate"], _FIELDS, steps)

    def pairs(key: str, first: str, *, whole: bool) -> tuple[tuple[Any, Any], ...]:
        rows = []
        if not isinstance(data.get(key, []), list):
            raise reader.refuse([*steps, key], f"{key!r} must be a list [...]")
        for i, row in enumerate(data.get(key, [])):
            where: list[str | int] = [*steps, key, i]
            item = reader.keys(row, (first, "multipliers"), where)
            if len(item) < 2:
                raise reader.refuse(where, f"{first!r} and 'multipliers' should stand here")
            take = reader.whole if whole else reader.number
            value = take(item[first], repr(first), [*where, first])
            rows.append((value, _numbers(reader, item["multipliers"], [*where, "multipliers"])))
        return tuple(rows)

    def whole(name: str) -> IntArray | None:
        if name not in data:
            return None
        return np.array(_whole(reader, data[name], [*steps, name]), dtype=np.int64)

    potentials = None
    if "potentials" in data:
        potentials = _numbers(reader, data["potentials"], [*steps, "potentials"])
    return Certificate(
        kind,
        bound,
        nodes=whole("nodes"),
        potentials=potentials,
        levels=whole("levels"),
        deletions=pairs("deletions", "cutoff", whole=False),
        stages=pairs("stages", "served", whole=True),
        windows=_windows(reader, data.get("windows", [])),
        cuts=_cut_prices(reader, data["cuts"]) if "cuts" in data else None,
        envelope=read_envelope(reader, data["envelope"]) if "envelope" in data else None,
    )


def _windows(reader: "JsonReader", rows: Any) -> tuple[WindowCut, ...]:
    steps: list[str | int] = ["certificate", "windows"]
    cuts = []
    for where, row in _items(reader, rows, steps):
        names = _LINK if isinstance(row, dict) and "edge" in row else _ODD
        item = reader.keys(row, names, where)
        for name in names:
            if name not in item:
                raise reader.refuse(where, f"{name!r} is missing in this cut")
        values: dict[str, Any] = {}
        for name in names:
            at = [*where, name]
            if name in ("nodes", "odd"):
                values[name] = tuple(_whole(reader, item[name], at))
            elif name in ("begins", "ends"):
                values[name] = item[name]
                if not isinstance(item[name], bool):
                    raise reader.refuse(at, f"{name!r} must be true or false")
            else:
                values[name] = reader.whole(item[name], repr(name), at)
        cuts.append(WindowCut(**values))
    return tuple(cuts)


def _cut_prices(reader: "JsonReader", value: Any) -> CutPrices:
    steps: list[str | int] = ["certificate", "cuts"]
    data = reader.keys(value, _CUTS, steps)
    for name in ("unit", "sets", "multipliers", "potentials"):
        if name not in data:
            raise reader.refuse(steps, f"{name!r} is missing in the prices of the cuts")
    if not isinstance(data["sets"], list):
        raise reader.refuse([*steps, "sets"], "'sets' must be a list [...]")
    sets = [
        tuple(_whole(reader, nodes, [*steps, "sets", i])) for i, nodes in enumerate(data["sets"])
    ]
    prices, level = None, 1.0
    if "service_prices" in data:
        where = [*steps, "service_prices"]
        prices = np.array(_whole(reader, data["service_prices"], where), dtype=np.int64)
        level = reader.number(data.get("level"), "'level'", [*steps, "level"])
    potentials = _whole(reader, data["potentials"], [*steps, "potentials"])
    return CutPrices(
        unit=reader.number(data["unit"], "'unit'", [*steps, "unit"]),
        sets=tuple(sets),
        multipliers=tuple(_whole(reader, data["multipliers"], [*steps, "multipliers"])),
        potentials=np.array(potentials, dtype=np.int64),
        service_prices=prices,
        level=level,
    )


def _numbers(reader: "JsonReader", values: Any, where: list[str | int]) -> FloatArray:
    items = _items(reader, values, where)
    return np.array([reader.number(value, "this value", at) for at, value in items], dtype=float)


def _whole(reader: "JsonReader", values: Any, where: list[str | int]) -> list[int]:
    items = _items(reader, values, where)
    taken = [reader.whole(value, "this value", at) for at, value in items]
    if any(abs(value) >= _MOST for value in taken):
        raise reader.refuse(where, "a whole number here is too large")
    return taken


def _items(
    reader: "JsonReader", values: Any, where: list[str | int]
) -> list[tuple[list[str | int], Any]]:
    if not isinstance(values, list):
        raise reader.refuse(where, "a list [...] should stand here")
    return [([*where, position], value) for position, value in enumerate(values)]
