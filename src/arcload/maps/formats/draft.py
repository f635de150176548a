"""What a reader found in a file, before it is an instance."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self, get_args

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.depot_part import DepotPart
from arcload.maps.formats.places import find_node
from arcload.maps.formats.reading import Reading, in_words
from arcload.model.arguments import checked_number
from arcload.model.errors import CutOffError, InputError
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import FloatArray, Id, Keep
from arcload.model.vehicle import FREE, Place, with_vehicles

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
        The network.
    vehicle
        Fields of `Vehicle` that the file states.
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
    columns: Columns
    vehicle: dict[str, Any] = field(default_factory=dict)
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
        has_none = [name for name in told if not getattr(self.columns, name)]
        new: dict[str, Any] = {name: told[name] for name in has_none if told[name]}
        for name, unit in told.items():
            has = getattr(self.columns, name)
            if has and unit not in ("", has, self.stated_in):
                raise InputError(
                    f"{self.path}: the {in_words(name)} is {unit!r}, and this file has {has!r} "
                    "there",
                    advice=f"leave out {{{name}}}",
                )
        if any(getattr(reading, name) is None for name in new):
            reading.tell_units(reading, self.path)
        self.columns = replace(self.columns, **new)
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
        columns, notes = self.columns, list(self.notes)
        try:
            depot, start, end = (
                None
                if place is None
                else find_node(place, what, columns, self.path, notes, self.points, self.bends)
                for place, what in ((depot, "depot"), (start, "start"), (end, "end"))
            )
        except InputError as error:
            raise error.found_in(self.path) from None
        places, assumed = self._places(notes, depot, start, end)
        told = {
            "curb_weight": curb_weight,
            "load_factor": load_factor,
            "capacity": capacity,
            "mode": mode,
        }
        vehicle = self.vehicle | {n: value for n, value in told.items() if value is not None}
        try:
            if keep == "depot":
                columns = self._depot_part(columns, places, notes)
            if curb_ratio is not None:
                curb_ratio = checked_number(curb_ratio, "the curb ratio", 0)
                with np.errstate(over="ignore"):  # what overflows is refused
                    vehicle["curb_weight"] = curb_ratio * float(columns.demands.sum())
            if "curb_weight" not in vehicle:
                notes.append(
                    Note(
                        f"{self.path} gives no curb weight: it is taken as 0, so that only the "
                        "load costs",
                        "{curb_weight} gives one",
                    )
                )
            given = with_vehicles(columns.to_dict() | vehicle | places)
            return Instance(**given, keep=keep, notes=tuple(notes))
        except InputError as error:
            anywhere = _depot_of(places) is FREE
            raise self._refusal(error, keep, assumed, anywhere) from None

    def drawing(self) -> tuple[Instance, FloatArray]:
        """Return the instance for a picture, and the demand of each edge that is cut off.

        That is 0 for all others. A picture needs no vehicle, and shows what no tour could serve.
        """
        vehicle = {"start": FREE, "end": FREE} | self.vehicle

        def made(**changes: Any) -> Instance:
            return Instance(**with_vehicles(self.columns.to_dict() | vehicle | changes))

        try:
            try:
                if "start" in self.vehicle:
                    drawn = made(notes=tuple(self.notes))
                    return drawn, np.zeros(len(drawn.edges))
            except CutOffError:
                vehicle |= dict.fromkeys(("start", "end"), _depot_of(vehicle))
            part = DepotPart(self.columns, _depot_of(vehicle))
            notes = list(self.notes)
            if part.lost.any():
                notes.append(Note(f"{self.path}: the picture marks {part.what_is_lost()}"))
            return made(demands=self.columns.demands - part.lost, notes=tuple(notes)), part.lost
        except InputError as error:
            raise error.found_in(self._where(error, "all")) from None

    def _depot_part(
        self, columns: Columns, places: Mapping[str, Place], notes: list[Note]
    ) -> Columns:
        """Return the depot's part of the network, and note what is left out."""
        depot = _depot_of(places)
        if depot is FREE:
            raise InputError(
                "there is no depot whose part could be kept: the tour may start and end anywhere",
                advice="give {depot}, or leave out {keep}",
            )
        part = DepotPart(columns, depot)
        if part.lost.any():
            notes.append(Note(f"{self.path}: left out {part.what_is_lost()}"))
        return columns.part(part.nodes, part.edges)

    def _places(
        self, notes: list[Note], depot: Place | None, start: Place | None, end: Place | None
    ) -> tuple[dict[str, Place], Id | None]:
        """Return start and end, and the node that had to be assumed for one of them."""
        places = {name: self.vehicle.get(name) for name in ("start", "end")}
        assumed: Id | None = None
        if places["start"] is None and depot is None and (start is None or end is None):
            if not self.columns.nodes:
                raise InputError(f"{self.path}: the network has no nodes")
            depot = assumed = self.columns.nodes[0]
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
        asked = {"start": start, "end": end}
        chosen = {name: places[name] if place is None else place for name, place in asked.items()}
        return {name: place for name, place in chosen.items() if place is not None}, assumed

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


def _depot_of(places: Mapping[str, Place]) -> Place:
    """Return the node where a tour starts, or ends if it starts anywhere; `FREE` if neither."""
    return places["start"] if places["start"] is not FREE else places["end"]
