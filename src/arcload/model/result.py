"""What a search gives back, and its file."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, get_args

from arcload.model.arguments import path_of
from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError, InputError
from arcload.model.tour import Crossing, Tour
from arcload.model.types import Id, Keep
from arcload.model.units import CostUnit, percent
from arcload.model.vehicle import FIELDS, FREE, read_vehicle

if TYPE_CHECKING:
    from arcload.model.files import JsonReader

SCHEMA = "arcload-result/1"

Status = Literal["optimal", "feasible", "interrupted"]
Steps: TypeAlias = Sequence[str | int]


@dataclass(frozen=True, kw_only=True)
class Result:
    """The best tour of a search, with all that is needed to judge and repeat it.

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
    certificate
        What proves the bound; it is not part of the file, see `Bound`.
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
    certificate: Certificate | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, tour: Tour, **fields: Any) -> Self:
        """Return the result for a tour; `fields` are those that the tour does not know."""
        instance = tour.instance
        return cls(
            instance=instance.name,
            cost=tour.cost,
            length=tour.length,
            deadhead_length=tour.deadhead_length,
            load_distance=tour.load_distance,
            length_unit=instance.length_unit,
            load_unit=instance.load_unit,
            order=tour.order,
            directions=tour.directions,
            walk=tour.walk,
            **fields,
        )

    @property
    def gap(self) -> float | None:
        """Return cost / lower_bound - 1, as a fraction; None where there is no bound."""
        return None if self.lower_bound is None else relative_gap(self.cost, self.lower_bound)

    def __str__(self) -> str:
        gap = "unknown" if self.gap is None else percent(self.gap, 2)
        return (
            f"{self.instance}: cost {self._cost_in_words()} ({self.status}, gap {gap}), "
            f"length {self.length:.10g}{_after(self.length_unit)}, of it "
            f"{self.deadhead_length:.10g} deadhead, by {self.method} in {self.seconds:.2f} s"
        )

    def _cost_in_words(self) -> str:
        """Return the cost with its unit, where both of the units are known."""
        if not self.length_unit or not self.load_unit:
            return f"{self.cost:.10g}"
        return CostUnit.of(self.cost, self.length_unit, self.load_unit).text(self.cost)

    def summary(self) -> dict[str, Any]:
        """Return the result without its walk and histories, ready for JSON."""
        left_out = ("walk", "history", "bound_history", "certificate")
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

    def problem(self) -> dict[str, Any]:
        """Return the vehicle and places it was solved for, as `arcload.read` takes them."""
        return settings_to_problem(self.settings)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the result to a JSON file, at once or not at all."""
        from arcload.model.files import write_text

        write_text(path, self.to_json())

    def to_json(self) -> str:
        """Return the text of the result's JSON file."""
        rows = [f" {_json(key)}: {_rows(key, value)}" for key, value in self.to_dict().items()]
        return "{\n" + ",\n".join(rows) + "\n}\n"


def relative_gap(cost: float, bound: float) -> float | None:
    """Return cost / bound - 1, 0 where the bound reaches the cost; None for a bound of 0."""
    if cost <= bound:
        return 0.0
    return cost / bound - 1 if bound > 0 else None


def settings_to_problem(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the vehicle and places of some settings, as `arcload.read` takes them."""
    said = {name: settings[name] for name in (*FIELDS, "keep") if name in settings}
    said.setdefault("load_factor", 1.0)
    places = ("start", "end")
    return {
        name: FREE if value is None and name in places else value for name, value in said.items()
    }


def load_result(path: str | PathLike[str]) -> Result:
    """Read a result that `Result.save` wrote.

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


def _parse(reader: "JsonReader") -> Result:
    known = {f.name: f for f in fields(Result) if f.name != "certificate"}
    values: dict[str, Any] = {}
    for name, f in known.items():
        if name in reader.data:
            values[name] = _value(reader, name, reader.data[name])
        elif f.default is MISSING and f.default_factory is MISSING:
            raise InputError(
                f"{reader.file}: {name!r} is missing; this is not a whole arcload result"
            )
    result = Result(**values)
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
    """Return the settings; those that `settings_to_problem` hands on must be of their kind."""
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
    """Return a value of the file: a line a crossing of the walk, and a line all else."""
    if key not in ("history", "bound_history", "walk") or not value:
        return _json(value)
    return "[\n  " + ",\n  ".join(map(_json, value)) + "\n ]"


_json = json.JSONEncoder(ensure_ascii=False).encode


def _after(unit: str) -> str:
    return f" {unit}" if unit else ""
