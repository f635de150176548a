"""The file of a result: what it states, before it is held against an instance.

It is validated by hand: a schema library was tried and saved nothing, since its errors had to be
translated into a line, a key, a value and what is expected, and every field declared twice.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from os import PathLike
from typing import TYPE_CHECKING, Any, Self, TypeAlias, get_args

from arcload.model.arguments import path_of, require
from arcload.model.checker import check, compare_claims, compare_totals
from arcload.model.crossing import Crossing
from arcload.model.errors import CheckError, InputError
from arcload.model.instance import Instance
from arcload.model.result import Result, Status, relative_gap
from arcload.model.tour import Tour
from arcload.model.types import Id, Keep
from arcload.model.vehicle import FIELDS, FREE, read_vehicle

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

SCHEMA = "arcload-result/1"

Steps: TypeAlias = Sequence[str | int]


@dataclass(frozen=True, kw_only=True)
class StatedResult:
    """What the file of a result states; nothing of it is checked against an instance yet.

    Parameters
    ----------
    instance
        Name of the instance.
    method, seed, threads
        How it was searched.
    cost
        Cost of the tour.
    lower_bound
        No tour costs less; None where nothing is known.
    status
        ``"optimal"``: proven; ``"feasible"``: a limit was reached or the method was done;
        ``"interrupted"``: stopped by the user.
    length, deadhead_length, load_distance
        Length of the walk, the part of it without service, and the sum of length * load.
    seconds, startup_seconds
        Time of the search, and of preparing it (distances, compilation).
    iterations
        Steps taken, counted as the method counts them.
    version
        Version of arcload.
    parameters
        Parameters of the method that were set.
    settings
        The vehicle it was solved for, as `Vehicle.stated` gives it; and keep if parts out of
        reach were left out.
    length_unit, load_unit
        Labels of the units.
    order, directions
        Ids of the served edges and the direction of each, 1 or 2.
    walk
        Every crossing.
    history
        (seconds, iteration, cost) of each improvement.
    bound_history
        (seconds, bound) each time that the lower bound rose.
    """

    instance: str
    method: str
    cost: float
    lower_bound: float | None
    status: Status
    length: float
    deadhead_length: float
    load_distance: float
    seconds: float
    startup_seconds: float
    iterations: int
    seed: int
    threads: int
    version: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    length_unit: str = ""
    load_unit: str = ""
    order: tuple[Id, ...]
    directions: tuple[int, ...]
    walk: tuple[Crossing, ...]
    history: tuple[tuple[float, int, float], ...] = ()
    bound_history: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, result: Result) -> Self:
        """Return what the file of a result states."""
        plan, instance = result.plan, result.plan.instance
        names = {f.name for f in fields(cls)}
        found = {f.name: getattr(result, f.name) for f in fields(result) if f.name in names}
        return cls(
            instance=instance.name,
            cost=plan.cost,
            length=plan.length,
            deadhead_length=plan.deadhead_length,
            load_distance=plan.load_distance,
            settings=settings_of(instance),
            length_unit=instance.length_unit,
            load_unit=instance.load_unit,
            order=plan.order,
            directions=plan.directions,
            walk=plan.walk,
            **found,
        )

    def result(self, instance: Instance) -> Result:
        """Return the result for the instance that it solves.

        Raises
        ------
        CheckError
            If it was solved for another vehicle, or states figures that are not those of its walk.
        """
        other = instance.vehicle.other_than(self.vehicle())
        try:
            true = check(instance, self.walk)
            compare_totals(self, true)
            self._compare_units(instance)
            tour = Tour(instance, self.order, self.directions, self.walk)
            names = {f.name for f in fields(self)}
            own = {f.name: getattr(self, f.name) for f in fields(Result) if f.name in names}
            result = Result(plan=tour, **own)
            compare_claims(result, true.cost)
        except (CheckError, InputError) as error:
            if not other:
                raise
            raise CheckError(f"{error} (the result was solved for {other})") from None
        if other:
            raise CheckError(f"the result was solved for {other}")
        return result

    def tour(self, instance: Instance) -> Tour:
        """Return the tour that serves an instance in this order, whatever it was solved for."""
        return Tour(instance, self.order, self.directions)

    def _compare_units(self, instance: Instance) -> None:
        for unit in ("length_unit", "load_unit"):
            stated, true = getattr(self, unit), getattr(instance, unit)
            if stated and true and stated != true:
                name = unit.replace("_", " ")
                raise CheckError(f"the {name} stated is {stated!r}; it is {true!r}")

    @property
    def gap(self) -> float | None:
        """Return cost / lower_bound - 1, as a fraction; None where there is no bound."""
        return None if self.lower_bound is None else relative_gap(self.cost, self.lower_bound)

    def summary(self) -> dict[str, Any]:
        """Return the result without its walk and histories, ready for JSON."""
        left_out = ("walk", "history", "bound_history")
        kept = [f.name for f in fields(self) if f.name not in left_out]
        values = {name: getattr(self, name) for name in kept}
        values["settings"] = dict(self.settings)
        values["parameters"] = dict(self.parameters)
        values["gap"] = self.gap
        return {"schema": SCHEMA} | values

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result, ready for JSON."""
        return self.summary() | {
            "history": [list(point) for point in self.history],
            "bound_history": [list(point) for point in self.bound_history],
            "walk": [_crossing_to_json(crossing) for crossing in self.walk],
        }

    def vehicle(self) -> dict[str, Any]:
        """Return the vehicle that it was solved for, and keep, as `arcload.read` takes them."""
        return vehicle_in(self.settings)

    def to_json(self) -> str:
        """Return the text of the result's JSON file."""
        rows = [f" {_json(key)}: {_rows(key, value)}" for key, value in self.to_dict().items()]
        return "{\n" + ",\n".join(rows) + "\n}\n"


def settings_of(instance: Instance) -> dict[str, Any]:
    """Return the settings of a file: the vehicle, and keep if parts were left out."""
    keep = {} if instance.keep == "all" else {"keep": instance.keep}
    return instance.vehicle.stated() | keep


def vehicle_in(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the vehicle of some settings, and keep, as `arcload.read` takes them."""
    if not settings:
        return {}
    stated = {name: settings[name] for name in (*FIELDS, "keep") if name in settings}
    places = {name: FREE for name in ("start", "end") if stated.get(name, FREE) is None}
    return {"load_factor": 1.0} | stated | places


def load_result(path: str | PathLike[str], instance: Instance) -> Result:
    """Read a result that `Result.save` wrote.

    Parameters
    ----------
    path
        The file.
    instance
        The instance that it solves.

    Raises
    ------
    InputError
        If it is no such file.
    CheckError
        If it was solved for another vehicle, or states figures that are not those of its walk.
    """
    require(instance, "instance", Instance)
    return read_result(path).result(instance)


def read_result(path: str | PathLike[str]) -> StatedResult:
    """Return what the file of a result states.

    Raises
    ------
    InputError
        If it is no such file.
    CheckError
        If its gap is not that of its cost and lower bound.
    """
    from arcload.model.files import JsonReader, at, read_text

    file = path_of(path)
    text = read_text(file)
    try:
        return _parse(JsonReader(text, file, SCHEMA))
    except RecursionError:
        raise at(file, 1, "the JSON is nested too deeply") from None


def _parse(reader: "JsonReader") -> StatedResult:
    known = {f.name: f for f in fields(StatedResult)}
    values: dict[str, Any] = {}
    for name, f in known.items():
        if name in reader.data:
            values[name] = _value(reader, name, reader.data[name])
        elif f.default is MISSING and f.default_factory is MISSING:
            raise InputError(
                f"{reader.file}: {name!r} is missing; this is not a whole arcload result"
            )
    result = StatedResult(**values)
    require_gap(reader, result.cost, result.lower_bound)
    return result


def require_gap(reader: "JsonReader", cost: float, bound: float | None) -> None:
    """Refuse a file whose `gap`, if it states one, is not that of its cost and lower bound."""
    stated = reader.data.get("gap")
    if stated is not None:
        stated = reader.number(stated, "'gap'", ["gap"])
    gap = None if bound is None else relative_gap(cost, bound)
    same = stated == gap or (
        stated is not None and gap is not None and math.isclose(stated, gap, rel_tol=1e-6)
    )
    if "gap" in reader.data and not same:
        raise CheckError(
            f"{reader.file}: the gap stated is {stated!r}; the cost {cost!r} and the lower bound "
            f"{bound!r} make it {gap!r}"
        )


_NUMBERS = (
    *("cost", "lower_bound", "length", "deadhead_length", "load_distance"),
    *("seconds", "startup_seconds"),
)
_WHOLES = ("iterations", "seed", "threads")
_FIGURES = ("length", "load_before", "load_after", "cost")  # of a crossing
_CROSSING = ("edge", "from", "to", "served", "direction", *_FIGURES)


def _value(reader: "JsonReader", name: str, value: Any) -> Any:
    what, steps = repr(name), [name]
    if name == "lower_bound" and value is None:
        return None
    if name in _NUMBERS:
        return reader.number(value, what, steps)
    if name in _WHOLES:
        return reader.whole(value, what, steps)
    if name == "settings":
        return checked_settings(reader, value)
    if name == "parameters":
        if not isinstance(value, dict):
            raise reader.refuse(steps, f"{what} must be an object {{...}}")
        return value
    if name in _LISTS:
        parse = _LISTS[name]
        items = enumerate(reader.items(name))
        return tuple(parse(reader, item, [name, position]) for position, item in items)
    text = reader.text_of(value, what, steps)
    if name == "status" and text not in get_args(Status):
        raise reader.refuse(steps, f"'status' is {text!r}; use {', '.join(get_args(Status))}")
    return text


def checked_settings(reader: "JsonReader", value: Any) -> dict[str, Any]:
    """Return the settings; what `vehicle_in` hands on must be of its kind."""
    if not isinstance(value, dict):
        raise reader.refuse(["settings"], "'settings' must be an object {...}")
    read_vehicle(reader, value, ["settings"])
    if value.get("keep", "all") not in get_args(Keep):
        raise reader.refuse(["settings", "keep"], "'keep' must be 'all' or 'depot'")
    return value


def _id(reader: "JsonReader", item: Any, steps: Steps) -> Id:
    return reader.id_of(item, "the id of this edge", steps)


def _direction(reader: "JsonReader", item: Any, steps: Steps) -> int:
    return reader.whole(item, "this direction", steps)


def _point(reader: "JsonReader", item: Any, steps: Steps) -> tuple[float, int, float]:
    if not isinstance(item, list) or len(item) != 3:
        raise reader.refuse(steps, "the history is a list of [seconds, iteration, cost]")
    seconds, iteration, cost = item
    return (
        reader.number(seconds, "the seconds", [*steps, 0]),
        reader.whole(iteration, "the iteration", [*steps, 1]),
        reader.number(cost, "the cost", [*steps, 2]),
    )


def _bound_point(reader: "JsonReader", item: Any, steps: Steps) -> tuple[float, float]:
    if not isinstance(item, list) or len(item) != 2:
        raise reader.refuse(steps, "the history of the bound is a list of [seconds, bound]")
    seconds, bound = item
    return (
        reader.number(seconds, "the seconds", [*steps, 0]),
        reader.number(bound, "the bound", [*steps, 1]),
    )


def _crossing(reader: "JsonReader", item: Any, steps: Steps) -> Crossing:
    """Return a crossing; what it does not state is NaN, so that there is nothing to compare."""
    step = reader.keys(item, _CROSSING, steps)
    for name in ("edge", "from", "to", "served"):
        if name not in step:
            raise reader.refuse(steps, f"this crossing has no {name!r}")
    if not isinstance(step["served"], bool):
        raise reader.refuse([*steps, "served"], "'served' must be true or false")
    edge, tail, head = (
        reader.id_of(step[name], repr(name), [*steps, name]) for name in ("edge", "from", "to")
    )
    direction = step.get("direction")
    if direction is not None:
        reader.whole(direction, "'direction'", [*steps, "direction"])
    figures = {
        name: reader.number(step[name], repr(name), [*steps, name]) if name in step else math.nan
        for name in _FIGURES
    }
    return Crossing(edge, tail, head, direction, step["served"], **figures)


_LISTS: dict[str, Callable[["JsonReader", Any, Steps], Any]] = {
    "order": _id,
    "directions": _direction,
    "walk": _crossing,
    "history": _point,
    "bound_history": _bound_point,
}


def _crossing_to_json(crossing: Crossing) -> dict[str, Any]:
    values = {
        "edge": crossing.edge,
        "from": crossing.from_node,
        "to": crossing.to_node,
        "served": crossing.served,
        "direction": crossing.direction,
    }
    for name in _FIGURES:
        figure = getattr(crossing, name)
        if not math.isnan(figure):
            values[name] = figure
    return values


def _rows(key: str, value: Any) -> str:
    """Return a value of the file: one line per crossing of the walk, and one for all else."""
    if key not in ("history", "bound_history", "walk") or not value:
        return _json(value)
    return "[\n  " + ",\n  ".join(map(_json, value)) + "\n ]"


_json = json.JSONEncoder(ensure_ascii=False).encode
