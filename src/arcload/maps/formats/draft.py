"""What a reader found in a file, before it is an instance."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, get_args

import numpy as np

from arcload.maps.formats.places import find_node
from arcload.maps.formats.reading import Reading, in_words
from arcload.model.arguments import checked_number
from arcload.model.connectivity import strong_parts
from arcload.model.cut_off import Streets, count_and_measure, name_lost
from arcload.model.errors import CutOffError, InputError, not_in_network
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import BoolArray, FloatArray, Id, Keep
from arcload.model.vehicle import FREE, Free, Place, with_vehicle

_ASSUMED = "the first node"
_ANOTHER = "{depot} names another"


@dataclass
class Draft:
    """The columns that a reader found, and the lines on which it found them.

    Parameters
    ----------
    path
        The file.
    columns
        Parameters of `Instance`. A file that names no depot leaves out ``start`` and ``end``,
        one that gives no curb weight ``curb_weight``.
    edge_line, node_line
        Line of an edge or a node by its index.
    unit
        What these lines are called.
    bends
        Points of the file's nodes that lie within streets and are no nodes of the network.
    stated_in
        Unit of the lengths that the file states, where they were converted to metres.
    points
        Places by name that are no nodes, and that a tour may start and end near.
    notes
        What the user should know of what was read.
    """

    path: Path
    columns: dict[str, Any]
    edge_line: Callable[[int], int] | None = None
    node_line: Callable[[int], int] | None = None
    unit: str = "line"
    bends: Mapping[Any, tuple[float, float]] | None = None
    stated_in: str = ""
    points: dict[str, tuple[float, float]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    def labelled(self, reading: Reading) -> Self:
        """Return the draft with the reading's notes and the units that the user names.

        Refuse units other than the file's.
        """
        told = {"load_unit": reading.loads_in, "length_unit": reading.lengths_in}
        new = {name: unit for name, unit in told.items() if unit and not self.columns.get(name)}
        for name, unit in told.items():
            has = self.columns.get(name)
            if has and unit not in ("", has, self.stated_in):
                raise InputError(
                    f"{self.path}: the {in_words(name)} is {unit!r}, and this file has {has!r} "
                    "there",
                    advice=f"leave out {{{name}}}",
                )
        if any(getattr(reading, name) is None for name in new):
            reading.tell_units(reading, self.path)
        self.columns |= new
        self.notes = reading.notes
        return self

    def instance(
        self,
        *,
        depot: Place | None = None,
        start: Place | None = None,
        end: Place | None = None,
        curb_weight: float | None = None,
        curb_ratio: float | None = None,
        load_factor: float | None = None,
        capacity: float | None = None,
        mode: str | None = None,
        keep: Keep = "all",
    ) -> Instance:
        """Return the instance, with what the user said in place of what the file says.

        Parameters
        ----------
        depot, start, end
            The id of a node, the name of a street or of a point of the map, or ``"LAT,LON"`` for
            the nearest node; `FREE` as start or end.
        curb_weight, load_factor, capacity, mode
            As in `Vehicle`.
        curb_ratio
            Curb weight as a multiple of the total demand.
        keep
            ``"depot"`` leaves out the parts that the depot's vehicle cannot reach or come
            back from; ``"all"`` refuses them.
        """
        if keep not in get_args(Keep):
            raise InputError(f"keep is {keep!r}; it must be 'all' or 'depot'")
        columns, notes = dict(self.columns), list(self.notes)
        try:
            depot, start, end = (
                None
                if place is None
                else find_node(place, what, columns, self.path, notes, self.points, self.bends)
                for place, what in ((depot, "depot"), (start, "start"), (end, "end"))
            )
        except InputError as error:
            raise error.found_in(self.path) from None
        assumed = self._place(columns, notes, depot, start, end)
        told = {
            "curb_weight": curb_weight,
            "load_factor": load_factor,
            "capacity": capacity,
            "mode": mode,
        }
        columns |= {name: value for name, value in told.items() if value is not None}
        try:
            if keep == "depot":
                _keep_depot_part(columns, self.path, notes)
                columns["keep"] = keep
            if curb_ratio is not None:
                curb_ratio = checked_number(curb_ratio, "the curb ratio", 0)
                with np.errstate(over="ignore"):  # what overflows is refused
                    columns["curb_weight"] = curb_ratio * float(np.sum(columns["demands"]))
            if "curb_weight" not in columns:
                notes.append(
                    Note(
                        f"{self.path} gives no curb weight: it is taken as 0, so that only the "
                        "load costs",
                        "{curb_weight} gives one",
                    )
                )
            return Instance(**with_vehicle(columns), notes=tuple(notes))
        except InputError as error:
            anywhere = columns["start"] is columns["end"] is FREE
            raise self._refusal(error, keep, assumed, anywhere) from None

    def drawing(self) -> tuple[Instance, FloatArray]:
        """Return the instance for a picture, and the demand of each edge that is cut off.

        That is 0 for all others. A picture needs no vehicle, and shows what no tour could serve.
        """
        columns: dict[str, Any] = {"start": FREE, "end": FREE, "curb_weight": 0.0} | self.columns
        columns["notes"] = tuple(self.notes)
        nothing = np.zeros(len(columns["edges"]))
        try:
            try:
                if "start" in self.columns:
                    return Instance(**with_vehicle(columns)), nothing
            except CutOffError:
                depot = columns["start"] if columns["start"] is not FREE else columns["end"]
                columns |= {"start": depot, "end": depot}
            kept, inside = _depot_part(columns)
            demands = np.asarray(columns["demands"], dtype=np.float64)
            lost = np.where(inside, 0.0, demands)
            drawn = Instance(**with_vehicle(columns | {"demands": demands - lost}))
        except InputError as error:
            raise error.found_in(self._where(error, "all")) from None
        if lost.any():
            marked = f"{self.path}: the picture marks {_cut_off(columns, kept, inside)}"
            drawn = drawn.replace(notes=(*drawn.notes, Note(marked)))
        return drawn, lost

    def _place(
        self,
        columns: dict[str, Any],
        notes: list[Note],
        depot: Place | None,
        start: Place | None,
        end: Place | None,
    ) -> Id | None:
        """Settle start and end, and return the node that had to be assumed for one of them."""
        places = {"start": columns.pop("start", None), "end": columns.pop("end", None)}
        assumed: Id | None = None
        if places["start"] is None and depot is None and (start is None or end is None):
            if not columns["nodes"]:
                raise InputError(f"{self.path}: the network has no nodes")
            depot = assumed = columns["nodes"][0]
            does = "starts and ends" if start is end else "starts" if start is None else "ends"
            notes.append(
                Note(
                    f"{self.path} names no depot: the tour {does} at {assumed!r}, {_ASSUMED}",
                    _ANOTHER,
                )
            )
        if depot is not None:
            old = next((place for place in places.values() if place is not FREE), None)
            for name, place in places.items():
                if old is None or place == old:
                    places[name] = depot
        columns["start"] = places["start"] if start is None else start
        columns["end"] = places["end"] if end is None else end
        return assumed

    def _refusal(
        self, error: InputError, keep: Keep, assumed: Id | None, anywhere: bool
    ) -> InputError:
        """Return an error with its place, what was assumed, and what the user can say instead."""
        message, advice = error.message, [error.advice] if error.advice else []
        if assumed is not None:
            message = _with_assumption(message, assumed)
        if message != error.message:
            advice.append(_ANOTHER)
        if isinstance(error, CutOffError) and keep == "all" and not anywhere:
            advice.append("{keep='depot'} goes on with the depot's part alone")
        return InputError(f"{self._where(error, keep)}: {message}", advice=", ".join(advice))

    def _where(self, error: InputError, keep: Keep) -> str:
        for index, line in ((error.edge, self.edge_line), (error.node, self.node_line)):
            if index is not None and line is not None and keep == "all":
                return f"{self.path}, {self.unit} {line(index)}"
        return str(self.path)


def _with_assumption(reason: str, assumed: Id) -> str:
    """Return the reason for an error; where it names the depot assumed, say so."""
    place = re.compile(rf"the (?:depot|start|end) {re.escape(repr(assumed))}(?!\w)")
    return place.sub(lambda match: f"{match.group()} ({_ASSUMED})", reason, count=1)


def _depot_part(columns: dict[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return which nodes and edges lie in the depot's part of the network.

    Without a depot it is the part that has the most to serve.
    """
    nodes: tuple[Id, ...] = tuple(columns["nodes"])
    depot = columns["start"] if columns["start"] is not FREE else columns["end"]
    ends = np.asarray(columns["ends"], dtype=np.int64).reshape(-1, 2)
    lengths = np.asarray(columns["lengths"], dtype=np.float64).reshape(-1, 2)
    parts = strong_parts(ends, lengths, len(nodes))
    if isinstance(depot, Free):
        within = parts[ends[:, 0]] == parts[ends[:, 1]]
        served = np.where(within & (np.asarray(columns["demands"]) > 0), lengths.min(axis=1), 0.0)
        part = int(np.argmax(np.bincount(parts[ends[:, 0]], served)))
    else:
        texts = {str(node): index for index, node in enumerate(nodes)}
        if str(depot) not in texts:
            raise not_in_network("depot", depot, nodes)
        part = int(parts[texts[str(depot)]])
    kept = np.asarray(parts == part, dtype=np.bool_)
    return kept, kept[ends[:, 0]] & kept[ends[:, 1]]


def _cut_off(columns: dict[str, Any], kept: BoolArray, inside: BoolArray) -> str:
    """Return in words which served edges lie outside of a part of the network, and where."""
    points = columns.get("coordinates")
    streets = Streets(
        columns["edges"],
        columns.get("names"),
        np.asarray(columns["ends"], dtype=np.int64).reshape(-1, 2),
        np.asarray(columns["lengths"], dtype=np.float64).reshape(-1, 2),
        columns.get("length_unit", ""),
        None if points is None else np.asarray(points, dtype=np.float64).reshape(-1, 2),
        bool(columns.get("geographic")),
    )
    depot = columns["start"] if columns["start"] is not FREE else columns["end"]
    place = "the largest part" if depot is FREE else f"the depot {depot!r}"
    lost = np.flatnonzero(~inside & (np.asarray(columns["demands"]) > 0))
    return (
        f"{count_and_measure(streets, lost)} that cannot be reached from {place} and left again: "
        f"{name_lost(streets, lost, kept)}"
    )


def _keep_depot_part(columns: dict[str, Any], path: Path, notes: list[Note]) -> None:
    """Drop what does not lie in the depot's part of the network, and note what that is."""
    depot = columns["start"] if columns["start"] is not FREE else columns["end"]
    if isinstance(depot, Free):
        raise InputError(
            "there is no depot whose part could be kept: the tour may start and end anywhere",
            advice="give {depot}, or leave out {keep}",
        )
    kept, inside = _depot_part(columns)
    nodes: tuple[Id, ...] = tuple(columns["nodes"])
    ends = np.asarray(columns["ends"], dtype=np.int64).reshape(-1, 2)
    lengths = np.asarray(columns["lengths"], dtype=np.float64).reshape(-1, 2)
    demands = np.asarray(columns["demands"], dtype=np.float64)
    if (~inside & (demands > 0)).any():
        notes.append(Note(f"{path}: left out {_cut_off(columns, kept, inside)}"))
    number = np.cumsum(kept) - 1
    columns["nodes"] = [node for node, keep in zip(nodes, kept, strict=True) if keep]
    columns["ends"] = number[ends[inside]]
    columns["lengths"] = lengths[inside]
    columns["demands"] = demands[inside]
    if columns.get("coordinates") is not None:
        columns["coordinates"] = np.asarray(columns["coordinates"])[kept]
    for name in ("edges", "names", "shapes"):
        if columns.get(name) is not None:
            column = zip(columns[name], inside, strict=True)
            columns[name] = tuple(value for value, keep in column if keep)
