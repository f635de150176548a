"""What a reader found in a file, before it is an instance."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self, get_args

import numpy as np

from arcload.maps.formats.closed_streets import ClosedStreets, close_streets
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.depot_part import DepotPart
from arcload.maps.formats.named_facilities import named_facilities
from arcload.maps.formats.places import find_node, is_called, plain_name, split_places
from arcload.maps.formats.reading import Reading, in_words
from arcload.maps.formats.servable_instance import servable_instance
from arcload.maps.formats.turn_restrictions import TurnRestriction, forbidden_turns
from arcload.maps.formats.weights import gross_weight
from arcload.model.arguments import checked_number, is_one_of, shown
from arcload.model.errors import (
    CutOffError,
    InputError,
    counted,
    did_you_mean,
    not_in_network,
)
from arcload.model.facility import Facility
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.speed_rule import speed_notes
from arcload.model.street_rule import with_names
from arcload.model.turn_rules import TurnRules, checked_turn_rules
from arcload.model.types import FloatArray, Id, Keep, Objective
from arcload.model.units import METRES
from arcload.model.vehicle import (
    FIELDS,
    FREE,
    Free,
    Place,
    Vehicle,
    checked_vehicles,
    with_vehicles,
)

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
        Fields of `Vehicle` that the file states of all vehicles.
    types
        Fields that it states of each type of vehicles; empty where there is one.
    rules
        Fields of `Instance` that it states of the fleet, such as its facilities.
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
    restrictions
        Turns that the file forbids to some vehicles.
    left_out
        Names of streets that were left out since they are closed to all, and their nodes, in small
        letters; and the tag of each.
    closed_links
        Pairs of nodes that such streets join, each with a tag of these.
    closed
        What was left out since no vehicle may drive there; None before the vehicles are known.
    used
        The columns that were used: of the demand, the length, the name and one-way streets.
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
    types: list[dict[str, Any]] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)
    restrictions: Sequence[TurnRestriction] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    closed_links: Sequence[tuple[Id, Id, str]] = ()
    closed: ClosedStreets | None = None
    used: dict[str, str] = field(default_factory=dict)

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
        self.notes, self.used = reading.notes, reading.used
        return self

    def instance(
        self,
        *,
        depot: Place | None = None,
        start: Place | None = None,
        end: Place | None = None,
        curb_ratio: float | None = None,
        keep: Keep = "all",
        cut_streets: bool = False,
        vehicles: Sequence[Vehicle] | None = None,
        facilities: Any = None,
        refill_at_depot: bool | None = None,
        objective: Objective | None = None,
        allow_unserved: bool | None = None,
        turn_rules: TurnRules | Mapping[str, Any] | None = None,
        **vehicle: Any,
    ) -> Instance:
        """Return the instance, with what the user said in place of what the file says.

        Parameters
        ----------
        depot, start, end
            The id of a node, the name of a street or of a point of the map, or ``"LAT,LON"`` for
            the nearest node; `FREE` as start or end.
        curb_ratio
            Curb weight as a multiple of the total demand.
        keep
            ``"depot"`` leaves out the parts that the depot's vehicle cannot reach or come
            back from; ``"all"`` refuses them.
        cut_streets
            Whether a street above every capacity is cut into the fewest equal pieces that are
            not, see `arcload.cut_streets`.
        vehicles
            The types of vehicles.
        facilities
            Where vehicles load or unload beside the depot: places as `depot` takes them, also
            several in one text between commas, with visit cost and stop time as the file has
            them there, or tables with a ``place`` and these; or `Facility` objects.
        refill_at_depot, objective, allow_unserved
            As in `Instance`.
        turn_rules
            As in `Instance`; or some fields of `TurnRules` by name, which change those that the
            file states.
        vehicle
            The other fields of `Vehicle`, for all vehicles; ``math.inf`` for no capacity, number
            or limit.
        """
        for word, place in (("depot", depot), ("start", start), ("end", end)):
            _require_place(word, place)
        if not is_one_of(keep, get_args(Keep)):
            raise InputError(f"keep is {keep!r}; it must be 'all' or 'depot'")
        for name in vehicle:
            if name not in FIELDS:
                raise InputError(f"a vehicle has no {name!r}{did_you_mean(name, FIELDS)}")
        if curb_ratio is not None:
            try:
                curb_ratio = checked_number(curb_ratio, "the curb ratio", 0)
            except InputError as error:
                raise error.found_in(self.path) from None
        told = {name: value for name, value in vehicle.items() if value is not None}
        notes = list(self.notes)
        draft, types = self._opened(
            [one | told for one in self._types(vehicles)], curb_ratio, notes
        )
        columns = draft.columns
        try:
            depot, start, end = (
                None if place is None else draft._node(place, what, notes)
                for place, what in ((depot, "depot"), (start, "start"), (end, "end"))
            )
            types, assumed = draft._with_places(types, notes, depot, start, end)
            types = draft._with_nodes(types, notes)
            given = {
                "refill_at_depot": refill_at_depot,
                "objective": objective,
                "allow_unserved": allow_unserved,
            }
            rules = self.rules | {n: value for n, value in given.items() if value is not None}
            rules["turn_rules"] = checked_turn_rules(turn_rules, rules.get("turn_rules"))
            _note_turns(rules["turn_rules"], columns, types, notes)
            _note_leaving(types, notes)
            if facilities is not None:
                refill = rules.get("refill_at_depot", True)
                rules["facilities"] = draft._facilities(facilities, types, refill, notes)
            draft._require_open(types, rules.get("facilities", ()))
            draft._require_edges(types)
        except InputError as error:
            raise error.found_in(self.path) from None
        try:
            if keep == "depot":
                columns = draft._depot_part(columns, types[0], notes)
                types, rules = _within(columns, types, rules, self.path, notes)
            if curb_ratio is not None:
                with np.errstate(over="ignore"):  # what overflows is refused
                    weight = curb_ratio * float(columns.demands.sum())
                types = [one | {"curb_weight": weight} for one in types]
            if any("curb_weight" not in one for one in types):
                notes.append(
                    Note(
                        f"{self.path} gives no curb weight: it is taken as 0, so that only the "
                        "load costs",
                        "{curb_weight} gives one",
                    )
                )
            fleet = tuple(Vehicle(**one) for one in types)
            served = columns.demands > 0
            for text in speed_notes(fleet, with_names(columns.attributes, columns.names), served):
                notes.append(Note(f"{self.path}: {text}"))
            fields = columns.to_dict() | rules | {"keep": keep, "notes": tuple(notes)}
            assert draft.closed is not None
            return servable_instance(
                fields,
                fleet,
                draft.closed,
                depot=_depot_of(types[0]),
                path=self.path,
                cut=cut_streets,
                curb_ratio=curb_ratio,
            )
        except InputError as error:
            home, reason = _depot_of(types[0]), ""
            if isinstance(error, CutOffError) and draft.closed is not None:
                reason = draft.closed.cut_off_from(home)
            raise draft._refusal(error, keep, assumed, home, reason) from None

    def _opened(
        self, types: list[dict[str, Any]], curb_ratio: float | None, notes: list[Note]
    ) -> tuple[Self, list[dict[str, Any]]]:
        """Return the draft without streets closed to all types, and the types with what is."""
        weighed = types
        if curb_ratio is not None:
            with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused
                weight = float(curb_ratio * self.columns.demands.sum())
            weighed = [one | {"curb_weight": weight} for one in types]
        columns = self.columns
        if self.restrictions:
            demand = float(columns.demands.sum())
            weights = [gross_weight(one, demand, columns.load_unit) for one in weighed]
            turns = forbidden_turns(self.restrictions, weights, self.path, notes)
            columns = replace(columns, forbidden_turns=(*columns.forbidden_turns, *turns))
        closed = close_streets(columns, weighed, self.path, notes, self.closed_links)
        line = self.edge_line
        draft = replace(
            self,
            columns=closed.columns,
            edge_line=None if line is None else lambda edge: line(int(closed.rows[edge])),
            closed=closed,
        )
        pairs = zip(types, closed.closed, strict=True)
        return draft, [one | {"closed": edges} if edges else one for one, edges in pairs]

    def _require_open(
        self, types: Sequence[Mapping[str, Any]], facilities: Sequence[Facility]
    ) -> None:
        """Refuse places of which all streets are closed."""
        assert self.closed is not None
        for one in types:
            for name in ("start", "end"):
                same = one["start"] == one["end"]
                self.closed.require_open(one[name], "depot" if same else name)
        for facility in facilities:
            self.closed.require_open(facility.node, "facility")

    def _require_edges(self, types: Sequence[Mapping[str, Any]]) -> None:
        """Refuse closed streets that the network does not have."""
        named = dict.fromkeys(edge for one in types for edge in one.get("closed", ()))
        known = {str(edge) for edge in self.columns.edges} if named else set()
        for edge in named:
            if str(edge) not in known:
                raise not_in_network("closed edge", edge, self.columns.edges)

    def _node(self, place: Any, what: str, notes: list[Note]) -> Place:
        if self.closed is not None:
            self.closed.require_open(place, what)
        tag = self.left_out.get(plain_name(place))
        if tag is not None and not is_called(place, self.columns, self.points, self.bends):
            raise InputError(
                f"the {what} {place!r} lies on a street that was left out, since it is closed by "
                f"{tag}; name a node, a street or a point nearby, or LAT,LON"
            )
        return find_node(place, what, self.columns, self.path, notes, self.points, self.bends)

    def _types(self, vehicles: Sequence[Vehicle] | None) -> list[dict[str, Any]]:
        """Return the fields of each type of vehicles, by the user or else by the file."""
        if vehicles is None:
            return [self.vehicle | one for one in self.types or [{}]]
        several = checked_vehicles(vehicles)
        if not several:
            raise InputError("no vehicle is given; give one at least")
        return [{name: getattr(one, name) for name in FIELDS} for one in several]

    def drawing(self) -> tuple[Instance, FloatArray]:
        """Return the instance for a picture, and the demand of each edge that is cut off.

        That is 0 for all others. A picture needs no vehicle, and shows what no tour could serve.
        """
        stated = self.vehicle | (self.types[0] if self.types else {})
        places = {name: stated.get(name, FREE) for name in ("start", "end")}
        facilities = self.rules.get("facilities", ())
        vehicle = places | {"curb_weight": 1.0, "mode": stated.get("mode", "deliver")}

        def made(**changes: Any) -> Instance:
            fields = self.columns.to_dict() | {"serve_costs": None, "forbidden_turns": ()}
            fields["facilities"] = facilities
            return Instance(**with_vehicles(fields | vehicle | changes))

        try:
            try:
                if "start" in stated:
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
        kept = columns.part(part.nodes, part.edges)
        turns = len(columns.forbidden_turns) - len(kept.forbidden_turns)
        if part.lost.any():
            closing = "" if self.closed is None else self.closed.cut_off_from(depot)
            cut = f", where streets are closed by {closing}" if closing else ""
            if not kept.demands.any():
                raise InputError(
                    f"nothing can be served from the depot {depot!r}: it is all of "
                    f"{part.what_is_lost()}{cut}"
                )
            gone = f"; {counted(turns, 'forbidden turn')} there went too" if turns else ""
            notes.append(Note(f"{self.path}: left out {part.what_is_lost()}{cut}{gone}"))
        return kept

    def _with_places(
        self,
        types: list[dict[str, Any]],
        notes: list[Note],
        depot: Place | None,
        start: Place | None,
        end: Place | None,
    ) -> tuple[list[dict[str, Any]], Id | None]:
        """Return the types with start and end, and the node that had to be assumed for one."""
        assumed: Id | None = None
        options = {"start": start, "end": end}
        unnamed = [
            name
            for name, option in options.items()
            if option is None and any(one.get(name) is None for one in types)
        ]
        if unnamed and depot is None:
            if not self.columns.nodes:
                raise InputError("the network has no nodes")
            assumed = self.columns.nodes[0]
            does = " and ".join(f"{name}s" for name in unnamed)
            notes.append(
                Note(
                    f"{self.path} names no depot: the tour {does} at {assumed!r}, {_ASSUMED}",
                    _ANOTHER,
                )
            )
            with_one = placed(types, assumed)
            types = [
                new if None in (one.get("start"), one.get("end")) else one
                for one, new in zip(types, with_one, strict=True)
            ]
        return placed(types, depot, start, end), assumed

    def _with_nodes(self, types: list[dict[str, Any]], notes: list[Note]) -> list[dict[str, Any]]:
        """Return the types with the nodes that their places mean."""
        nodes: dict[Place, Place] = {}
        for one in types:
            for name in ("start", "end"):
                if one[name] not in nodes:
                    what = "depot" if one["start"] == one["end"] else name
                    nodes[one[name]] = self._node(one[name], what, notes)
        return [one | {name: nodes[one[name]] for name in ("start", "end")} for one in types]

    def _facilities(
        self, given: Any, types: list[dict[str, Any]], refill_at_depot: bool, notes: list[Note]
    ) -> tuple[Facility, ...]:
        """Return the facilities that the user names."""
        depots = [one["end" if one.get("mode") == "collect" else "start"] for one in types]
        return named_facilities(
            given,
            self.rules.get("facilities", ()),
            depots if refill_at_depot else [],
            lambda text: split_places(text, self.columns, self.points, self.bends),
            lambda place: self._node(place, "facility", notes),
            notes,
        )

    def _refusal(
        self, error: InputError, keep: Keep, assumed: Id | None, depot: Place, closing: str
    ) -> InputError:
        """Return an error with its place, what was assumed, and what the user can say instead."""
        message, advice = error.message, [error.advice] if error.advice else []
        if assumed is not None:
            message = _with_assumption(message, assumed)
        if message != error.message:
            advice.append(_ANOTHER)
        if closing:
            message = f"{message}; streets there are closed by {closing}"
        if isinstance(error, CutOffError) and keep == "all" and self._has_part(depot):
            advice.append("{keep='depot'} goes on with the depot's part alone")
        return InputError(f"{self._where(error, keep)}: {message}", advice=", ".join(advice))

    def _has_part(self, depot: Place) -> bool:
        """Return whether there is a depot in whose part anything is to be served."""
        if depot is FREE:
            return False
        return not np.array_equal(DepotPart(self.columns, depot).lost, self.columns.demands)

    def _where(self, error: InputError, keep: Keep) -> str:
        for index, line in ((error.edge, self.edge_line), (error.node, self.node_line)):
            if index is not None and line is not None and keep == "all":
                return f"{self.path}, {self.unit} {line(index)}"
        return str(self.path)


def _require_place(word: str, place: Any) -> None:
    """Refuse what can be no place: neither an id or a name nor a point, nor anywhere."""
    kinds = (str, int, float, np.generic, Free, tuple, list)
    if place is not None and not isinstance(place, kinds):
        raise InputError(f"the {word} is {shown(place)}; name a node, a street or a point")


def placed(
    types: Sequence[Mapping[str, Any]],
    depot: Place | None = None,
    start: Place | None = None,
    end: Place | None = None,
) -> list[dict[str, Any]]:
    """Return types of vehicles with other places.

    Parameters
    ----------
    types
        The fields of each type.
    depot
        Stands for start and end where a type has none; else these move there from its old depot.
    start, end
        Come before the depot.
    """
    result = []
    for one in types:
        places = {name: one.get(name) for name in ("start", "end")}
        if depot is not None:
            old = next((place for place in places.values() if place is not FREE), None)
            empty = [name for name, place in places.items() if place is None]
            at_depot = [name for name, place in places.items() if old in (None, place)]
            places |= dict.fromkeys(empty or at_depot, depot)
        options = {"start": start, "end": end}
        places |= {name: place for name, place in options.items() if place is not None}
        result.append({**one, **places})
    return result


def _with_assumption(reason: str, assumed: Id) -> str:
    """Return the reason for an error; where it names the depot assumed, say so."""
    place = re.compile(rf"the (?:depot|start|end) {re.escape(repr(assumed))}(?!\w)")
    return place.sub(lambda match: f"{match.group()} ({_ASSUMED})", reason, count=1)


def _note_turns(
    rules: TurnRules | None, columns: Columns, types: list[dict[str, Any]], notes: list[Note]
) -> None:
    """Say where the metres of turns have no unit, and where their seconds count for nothing."""
    if rules is None:
        return
    if rules.longest > 0 and columns.length_unit not in METRES:
        notes.append(
            Note(
                "the unit of the lengths is not known: the metres of turns are taken in that unit",
                "{length_unit} says it",
            )
        )
    if rules.has_seconds and all(one.get("drive_speed") is None for one in types):
        notes.append(
            Note(
                "the seconds of turns count in hours, which are not known without speeds",
                "{serve_speed} gives them",
            )
        )


def _note_leaving(types: list[dict[str, Any]], notes: list[Note]) -> None:
    """Say where a time to leave gives no clock times."""
    for one in types:
        if one.get("leave") and one.get("drive_speed") is None:
            when = f"the vehicles leave at {one['leave']}, and there are no clock times"
            notes.append(Note(f"{when} without speeds", "{serve_speed} gives them"))
            return


def _within(
    columns: Columns,
    types: list[dict[str, Any]],
    rules: dict[str, Any],
    path: Path,
    notes: list[Note],
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return types and rules without closed streets and facilities that were left out."""
    edges, nodes = ({str(name) for name in names} for names in (columns.edges, columns.nodes))
    types = [
        one | {"closed": tuple(e for e in one["closed"] if str(e) in edges)}
        if one.get("closed")
        else one
        for one in types
    ]
    facilities = tuple(rules.get("facilities", ()))
    inside = tuple(facility for facility in facilities if str(facility.node) in nodes)
    if len(inside) < len(facilities):
        lost = next(facility.node for facility in facilities if facility not in inside)
        more = len(facilities) - len(inside) - 1
        others = f" and {more} more" if more else ""
        notes.append(
            Note(
                f"{path}: left out the facility at {lost!r}{others}, which cannot be reached from "
                "the depot and left again"
            )
        )
    return types, rules | {"facilities": inside}


def _depot_of(places: Mapping[str, Place]) -> Place:
    """Return the node where a tour starts, or ends if it starts anywhere; `FREE` if neither."""
    return places["start"] if places["start"] is not FREE else places["end"]
