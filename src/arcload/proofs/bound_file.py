"""A lower bound with the plan it is held against and its proof, and its file."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, cast, get_args

from arcload.model.arguments import require
from arcload.model.certificate import Certificate, Kind
from arcload.model.errors import CheckError, NoTourError
from arcload.model.gap_words import gap_percent, gap_words
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, relative_gap
from arcload.model.result_file import require_gap
from arcload.model.settings import changes_in, checked_settings, other_settings, settings_of
from arcload.model.sources import Source, Target, name_of, without_lines
from arcload.model.stated_route import StatedRoute, planned_routes, read_route, stated_routes
from arcload.model.tour import Tour
from arcload.model.types import Id
from arcload.model.units import figure
from arcload.proofs.certificate_json import certificate_to_json, read_certificate

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

SCHEMA = "arcload-bound/1"


@dataclass(frozen=True, kw_only=True, repr=False)
class Bound:
    """A lower bound, the best plan known, and what proves the bound.

    Parameters
    ----------
    instance
        Name of the instance.
    lower_bound
        No plan costs less.
    best
        Cost of the best plan known.
    kind
        How the bound is proven, such as ``"labels"``.
    seconds
        Time it took.
    version
        Version of arcload.
    settings
        What it holds for, as `settings_of` gives it.
    order, directions
        The best plan: ids of the served edges and the direction of each, route after route.
    certificate
        The proof.
    routes
        The routes of the best plan; None for one tour.
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
    routes: tuple[StatedRoute, ...] | None = None

    @classmethod
    def of(cls, result: Result) -> "Bound":
        """Return the bound of a result that has one."""
        if result.lower_bound is None or result.certificate is None:
            raise NoTourError(
                "no lower bound was proven in this time, or none holds for what is asked"
            )
        plan = result.plan
        return cls(
            instance=plan.instance.name,
            lower_bound=result.lower_bound,
            best=result.cost,
            kind=result.certificate.kind,
            seconds=result.seconds,
            version=result.version,
            settings=settings_of(plan.instance),
            order=plan.order,
            directions=plan.directions,
            certificate=result.certificate,
            routes=stated_routes(plan, walks=False) if plan.instance.is_fleet else None,
        )

    @property
    def gap(self) -> float | None:
        """Return best / lower_bound - 1, as a fraction; None where the bound is 0."""
        return relative_gap(self.best, self.lower_bound)

    def __repr__(self) -> str:
        gap = "unknown" if self.gap is None else gap_percent(self.gap)
        return (
            f"Bound({self.instance!r}: lower bound {self.lower_bound:.10g}, best {self.best:.10g}, "
            f"gap {gap}, by {self.kind} in {self.seconds:.2f} s)"
        )

    def _repr_html_(self) -> str:
        from arcload.views.notebook.html_of import panel

        facts = [
            ("lower bound", figure(self.lower_bound)),
            ("best cost known", figure(self.best)),
            ("gap", gap_words(self.gap)),
            ("proof", self.kind),
            ("time", f"{self.seconds:.2f} s"),
        ]
        return panel(f"Lower bound of {self.instance}", facts)

    def vehicle(self) -> dict[str, Any]:
        """Return the settings that it holds for, as `arcload.read` takes them."""
        return changes_in(self.settings)

    def summary(self) -> dict[str, Any]:
        """Return the bound without plan and proof, ready for JSON."""
        left_out = ("order", "directions", "certificate", "routes")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in left_out}
        values["settings"] = dict(self.settings)
        return {"schema": SCHEMA} | values | {"gap": self.gap}

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, ready for JSON."""
        plan: dict[str, Any] = {"order": list(self.order), "directions": list(self.directions)}
        if self.routes is not None:
            plan["routes"] = [route.summary() for route in self.routes]
        data = self.summary() | plan | {"certificate": certificate_to_json(self.certificate)}
        return data | {"digest": _digest(data)}

    def save(self, path: Target) -> None:
        """Write it to a JSON file, at once or not at all; or to an open file."""
        from arcload.model.files import write_text

        rows = (f" {json.dumps(key)}: {_rows(value)}" for key, value in self.to_dict().items())
        write_text(path, "{\n" + ",\n".join(rows) + "\n}\n")


def load_bound(path: Source) -> Bound:
    """Read a bound that `Bound.save` wrote.

    Parameters
    ----------
    path
        The file: its path, an open file, its bytes, or what `Bound.to_dict` gave.

    Raises
    ------
    InputError
        If it is no such file.
    CheckError
        If it was changed since, or its gap is not that of its figures.
    """
    from arcload.model.files import JsonReader, at, read_text

    file = name_of(path)
    text = read_text(path)
    with without_lines(path):
        try:
            return _parse(JsonReader(text, file, SCHEMA))
        except RecursionError:
            raise at(file, 1, "the JSON is nested too deeply") from None


def check_bound(instance: Instance, bound: Bound) -> float:
    """Prove a bound anew, without the code that found it; return the cost of its plan.

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
        plan = _plan(instance, bound)
    except ValueError as error:
        raise CheckError(f"the plan is not one of this instance: {error}") from error
    cost = check(plan).cost
    if not math.isclose(bound.best, cost, rel_tol=1e-9):
        raise CheckError(f"the best cost stated is {bound.best!r}, that of the plan is {cost!r}")
    if plan.unserved:
        raise CheckError("the plan leaves streets out, and a bound is for plans that serve all")
    verify(instance, bound.certificate)
    return cost


def _plan(instance: Instance, bound: Bound) -> Plan:
    if bound.routes is None:
        return Tour(instance, bound.order, bound.directions)
    plan = Plan(instance, planned_routes(instance, bound.routes))
    if (plan.order, plan.directions) != (bound.order, bound.directions):
        raise CheckError("the order stated is not that of the routes")
    return plan


def _digest(data: Mapping[str, Any]) -> str:
    """Return a number that changes with anything in the file but itself."""
    signed = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256(json.dumps(signed, sort_keys=True).encode()).hexdigest()


def _rows(value: Any) -> str:
    """Return a value of the file: a line per route, deletion and stage, and a line for all else."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in value) + "\n ]"
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
        if f.name not in reader.data and f.name != "routes":
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
        certificate=read_certificate(reader, kind, numbers["lower_bound"]),
        routes=_routes(reader) if "routes" in data else None,
    )


def _routes(reader: "JsonReader") -> tuple[StatedRoute, ...]:
    return tuple(
        read_route(reader, item, ["routes", position])
        for position, item in enumerate(reader.items("routes"))
    )
