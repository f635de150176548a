"""What a search gives back, and its file."""

import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Self, get_args

from arcload.errors import InputError
from arcload.instance import FREE
from arcload.tour import Crossing, Tour
from arcload.types import Id

SCHEMA = "arcload-result/1"

Status = Literal["optimal", "feasible", "interrupted"]


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
    settings
        The vehicle and the places it was solved for: curb_weight, start, end, mode.
    length_unit, load_unit
        Labels of the units.
    order, directions
        Ids of the served edges and the direction of each, 1 or 2.
    walk
        Every crossing.
    history
        (seconds, iteration, cost) of each improvement.
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
    settings: Mapping[str, Any] = field(default_factory=dict)
    length_unit: str = ""
    load_unit: str = ""
    order: tuple[Id, ...]
    directions: tuple[int, ...]
    walk: tuple[Crossing, ...]
    history: tuple[tuple[float, int, float], ...] = ()

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
        if self.lower_bound is None:
            return None
        if self.cost <= self.lower_bound:
            return 0.0
        return self.cost / self.lower_bound - 1 if self.lower_bound > 0 else None

    def __str__(self) -> str:
        gap = "unknown" if self.gap is None else f"{self.gap:.2%}"
        return (
            f"{self.instance}: cost {self.cost:.10g} ({self.status}, gap {gap}), "
            f"length {self.length:.10g}{_after(self.length_unit)}, of it "
            f"{self.deadhead_length:.10g} deadhead, by {self.method} in {self.seconds:.2f} s"
        )

    def summary(self) -> dict[str, Any]:
        """Return the result without its walk and history, ready for JSON."""
        kept = [f.name for f in fields(self) if f.name not in ("walk", "history")]
        values = {name: getattr(self, name) for name in kept}
        values["settings"] = dict(self.settings)
        values["gap"] = self.gap
        return {"schema": SCHEMA} | values

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result, ready for JSON."""
        return self.summary() | {
            "history": [list(point) for point in self.history],
            "walk": [_crossing_to_json(crossing) for crossing in self.walk],
        }

    def problem(self) -> dict[str, Any]:
        """Return the vehicle and places it was solved for, as `arcload.read` takes them."""
        kept = ("curb_weight", "start", "end", "mode", "keep")
        said = {name: self.settings[name] for name in kept if name in self.settings}
        return {name: FREE if value is None else value for name, value in said.items()}

    def save(self, path: str | PathLike[str]) -> None:
        """Write the result to a JSON file, at once or not at all."""
        from arcload.files import write_text

        write_text(path, json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n")


def load_result(path: str | PathLike[str]) -> Result:
    """Read a result that `Result.save` wrote."""
    from arcload.files import read_json

    file = Path(path)
    data = read_json(file, SCHEMA)
    known = {f.name: f for f in fields(Result)}
    values = {name: value for name, value in data.items() if name in known}
    for name, f in known.items():
        if name not in values and f.default is MISSING and f.default_factory is MISSING:
            raise InputError(f"{file}: {name!r} is missing; this is not a whole arcload result")
        if name in values:
            _require_type(file, name, values[name])
    try:
        values["order"] = tuple(values["order"])
        values["directions"] = tuple(values["directions"])
        values["walk"] = tuple(_crossing_from_json(step) for step in values["walk"])
        values["history"] = tuple((s, i, c) for s, i, c in values.get("history", ()))
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(f"{file}: the walk or history is damaged ({error!r})") from error
    return Result(**values)


_NUMBER = (int, float)
_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(
        ("instance", "method", "status", "version", "length_unit", "load_unit"), (str,)
    ),
    **dict.fromkeys(("cost", "length", "deadhead_length", "load_distance"), _NUMBER),
    **dict.fromkeys(("seconds", "startup_seconds"), _NUMBER),
    **dict.fromkeys(("iterations", "seed", "threads"), (int,)),
    **dict.fromkeys(("order", "directions", "walk", "history"), (list,)),
    "lower_bound": (*_NUMBER, type(None)),
    "settings": (dict,),
}
_WORDS: dict[tuple[type, ...], str] = {
    (str,): "text",
    _NUMBER: "a number",
    (int,): "a whole number",
    (list,): "a list",
}
_ITEMS: dict[str, tuple[type, ...]] = {
    "order": (str, int, float),
    "directions": (int,),
    "walk": (dict,),
    "history": (list,),
}


def _require_type(file: Path, name: str, value: Any) -> None:
    types = _TYPES[name]
    if not isinstance(value, types) or isinstance(value, bool):
        wanted = _WORDS.get(types, "of another kind")
        raise InputError(f"{file}: {name!r} is {str(value)[:40]!r}; it must be {wanted}")
    if name == "status" and value not in get_args(Status):
        raise InputError(f"{file}: 'status' is {value!r}; it must be one of {get_args(Status)}")
    for item in value if isinstance(value, list) else ():
        if not isinstance(item, _ITEMS[name]) or isinstance(item, bool):
            raise InputError(
                f"{file}: {name!r} holds {str(item)[:40]!r}, which does not belong there"
            )


def _crossing_to_json(crossing: Crossing) -> dict[str, Any]:
    values = asdict(crossing)
    return {
        "edge": values.pop("edge"),
        "from": values.pop("from_node"),
        "to": values.pop("to_node"),
        "served": values.pop("served"),
    } | values


def _crossing_from_json(step: dict[str, Any]) -> Crossing:
    values = {"direction": None} | step
    values["from_node"], values["to_node"] = values.pop("from"), values.pop("to")
    if not isinstance(values["served"], bool):
        raise TypeError(f"served is {values['served']!r}, not true or false")
    for name in ("length", "load_before", "load_after", "cost"):
        value = values.setdefault(name, math.nan)  # not stated, so there is nothing to compare
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{name} is {value!r}, not a number")
    for name in ("edge", "from_node", "to_node"):
        if not isinstance(values[name], str | int | float):
            raise TypeError(f"{name} is {values[name]!r}, not an id")
    return Crossing(**values)


def _after(unit: str) -> str:
    return f" {unit}" if unit else ""
