"""A lower bound with the tour it is held against and its proof, and its file."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from os import PathLike
from typing import TYPE_CHECKING, Any, cast, get_args

import numpy as np

from arcload.model.arguments import path_of, require
from arcload.model.certificate import Certificate, Kind
from arcload.model.errors import CheckError
from arcload.model.instance import Instance
from arcload.model.result import Result, relative_gap
from arcload.model.result_file import require_gap
from arcload.model.settings import changes_in, checked_settings, other_settings, settings_of
from arcload.model.tour import Tour
from arcload.model.types import Id

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

SCHEMA = "arcload-bound/1"


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A lower bound, the best tour known, and what proves the bound.

    Parameters
    ----------
    instance
        Name of the instance.
    lower_bound
        No tour costs less.
    best
        Cost of the best tour known.
    kind
        How the bound is proven, such as ``"labels"``.
    seconds
        Time it took.
    version
        Version of arcload.
    settings
        The vehicle and the places it holds for: curb_weight, start, end, mode.
    order, directions
        The best tour: ids of the served edges and the direction of each.
    certificate
        The proof.
    """

    instance: str
    lower_bound: float
    best: float
    kind: Kind
    seconds: float
    version: str
    settings: Mapping[str, Any]
    order: tuple[Id, ...]
    directions: tuple[int, ...]
    certificate: Certificate

    @classmethod
    def of(cls, result: Result) -> "Bound":
        """Return the bound of a result that has one."""
        assert result.lower_bound is not None
        assert result.certificate is not None
        return cls(
            instance=result.plan.instance.name,
            lower_bound=result.lower_bound,
            best=result.cost,
            kind=result.certificate.kind,
            seconds=result.seconds,
            version=result.version,
            settings=settings_of(result.plan.instance),
            order=result.plan.order,
            directions=result.plan.directions,
            certificate=result.certificate,
        )

    @property
    def gap(self) -> float | None:
        """Return best / lower_bound - 1, as a fraction; None where the bound is 0."""
        return relative_gap(self.best, self.lower_bound)

    def vehicle(self) -> dict[str, Any]:
        """Return the vehicle that it holds for, and keep, as `arcload.read` takes them."""
        return changes_in(self.settings)

    def summary(self) -> dict[str, Any]:
        """Return the bound without tour and proof, ready for JSON."""
        left_out = ("order", "directions", "certificate")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in left_out}
        values["settings"] = dict(self.settings)
        return {"schema": SCHEMA} | values | {"gap": self.gap}

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, ready for JSON."""
        tour = {"order": list(self.order), "directions": list(self.directions)}
        data = self.summary() | tour | {"certificate": _to_json(self.certificate)}
        return data | {"digest": _digest(data)}

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a JSON file, at once or not at all."""
        from arcload.model.files import write_text

        rows = (f" {json.dumps(key)}: {_rows(value)}" for key, value in self.to_dict().items())
        write_text(path, "{\n" + ",\n".join(rows) + "\n}\n")


def load_bound(path: str | PathLike[str]) -> Bound:
    """Read a bound that `Bound.save` wrote.

    Raises
    ------
    InputError
        If it is no such file.
    CheckError
        If it was changed since, or its gap is not that of its figures.
    """
    from arcload.model.files import JsonReader, at, read_text

    file = path_of(path)
    text = read_text(file)
    try:
        return _parse(JsonReader(text, file, SCHEMA))
    except RecursionError:
        raise at(file, 1, "the JSON is nested too deeply") from None


def check_bound(instance: Instance, bound: Bound) -> float:
    """Prove a bound anew, without the code that found it; return the cost of its tour.

    Raises
    ------
    CheckError
        With one sentence that says what is wrong.
    """
    from arcload.model.checker import check
    from arcload.proofs.verify import verify

    require(instance, "instance", Instance)
    require(bound, "bound", Bound)
    other = other_settings(instance, bound.settings)
    if other:
        raise CheckError(f"the bound was made for {other}")
    if bound.certificate.bound != bound.lower_bound or bound.certificate.kind != bound.kind:
        raise CheckError("the bound stated is not that of its certificate")
    try:
        tour = Tour(instance, bound.order, bound.directions)
    except ValueError as error:
        raise CheckError(f"the tour is not one of this instance: {error}") from error
    cost = check(tour).cost
    if not math.isclose(bound.best, cost, rel_tol=1e-9):
        raise CheckError(f"the best cost stated is {bound.best!r}, that of the tour is {cost!r}")
    verify(instance, bound.certificate)
    return cost


def _digest(data: Mapping[str, Any]) -> str:
    """Return a number that changes with anything in the file but itself."""
    signed = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256(json.dumps(signed, sort_keys=True).encode()).hexdigest()


def _to_json(certificate: Certificate) -> dict[str, Any]:
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
    return made


def _rows(value: Any) -> str:
    """Return a value of the file: a line each deletion and stage, and a line all else."""
    if not isinstance(value, dict) or "stages" not in value:
        return json.dumps(value, ensure_ascii=False)
    rows = []
    for key, item in value.items():
        text = json.dumps(item)
        if key in ("deletions", "stages") and item:
            text = "[\n   " + ",\n   ".join(map(json.dumps, item)) + "\n  ]"
        rows.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(rows) + "\n }"


def _parse(reader: "JsonReader") -> Bound:
    for f in fields(Bound):
        if f.name not in reader.data:
            raise reader.refuse([], f"{f.name!r} is missing; this is not a whole arcload bound")
    data = reader.data
    if data.get("digest") != _digest(data):
        raise CheckError(f"{reader.file}: this file was changed after it was written")
    if data["kind"] not in get_args(Kind):
        raise reader.refuse(["kind"], f"'kind' must be one of {', '.join(get_args(Kind))}")
    numbers = {
        name: reader.number(data[name], repr(name), [name])
        for name in ("lower_bound", "best", "seconds")
    }
    kind = cast(Kind, data["kind"])
    require_gap(reader, numbers["best"], numbers["lower_bound"])
    return Bound(
        **numbers,
        kind=kind,
        instance=reader.text_of(data["instance"], "'instance'", ["instance"]),
        version=reader.text_of(data["version"], "'version'", ["version"]),
        settings=checked_settings(reader, data["settings"]),
        order=tuple(
            reader.id_of(item, "the id of this edge", ["order", position])
            for position, item in enumerate(reader.items("order"))
        ),
        directions=tuple(
            reader.whole(item, "this direction", ["directions", position])
            for position, item in enumerate(reader.items("directions"))
        ),
        certificate=_certificate(reader, kind, numbers["lower_bound"]),
    )


def _certificate(reader: "JsonReader", kind: Kind, bound: float) -> Certificate:
    steps = ["certificate"]
    fields = ("nodes", "potentials", "levels", "deletions", "stages")
    data = reader.keys(reader.data["certificate"], fields, steps)

    def column(values: Any, where: list[str | int], *, whole: bool = False) -> Any:
        if not isinstance(values, list):
            raise reader.refuse(where, "a list [...] should stand here")
        take = reader.whole if whole else reader.number
        taken = [take(value, "this value", [*where, i]) for i, value in enumerate(values)]
        if whole and any(abs(value) >= 2**62 for value in taken):
            raise reader.refuse(where, "a whole number here is too large")
        return np.array(taken, dtype=np.int64 if whole else np.float64)

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
            rows.append((value, column(item["multipliers"], [*where, "multipliers"])))
        return tuple(rows)

    columns = {
        name: column(data[name], [*steps, name], whole=name != "potentials")
        for name in ("nodes", "potentials", "levels")
        if name in data
    }
    return Certificate(
        kind,
        bound,
        **columns,
        deletions=pairs("deletions", "cutoff", whole=False),
        stages=pairs("stages", "served", whole=True),
    )
