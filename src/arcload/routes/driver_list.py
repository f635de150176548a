"""The driver's list: a CSV file that a spreadsheet opens and a printer takes.

One row per street: a street of one name that is driven straight on is one row, however many
crossings it takes, unless service begins or ends on the way. A fleet's vehicle also has a row per
visit to a facility.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.spreadsheet import cell
from arcload.model.stages import Stage, Visit, stages
from arcload.model.types import Id
from arcload.model.units import clock, quantity
from arcload.model.vehicle import Free, Vehicle
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.turns import turn

PER_VEHICLE = True
"""A driver reads one list, so each vehicle has a file of its own."""

_MOST_CORNERS = 2  # names of other streets that tell where a corner is
_BYTE_ORDER_MARK = "\ufeff"  # without it Excel shows Zürich as ZÃ¼rich


@dataclass(frozen=True)
class Row:
    """One line of the list.

    Parameters
    ----------
    trip
        The number of the trip, from 1.
    turn
        How to turn into the street; ``start`` for the first.
    street
        Its name, empty where it has none.
    edge
        Id of the first edge; None for a visit to a facility.
    from_node, to_node
        Where it is entered and left.
    do
        ``"serve"``, ``"deadhead"``, ``"load"`` or ``"unload"``.
    length
        How far to drive along it.
    distance
        How far the vehicle has then come.
    hours
        How long it has then been under way; None where it has no speeds.
    load
        What is then on board.
    moved
        What a visit loads or unloads.
    """

    trip: int
    turn: str
    street: str
    edge: Id | None
    from_node: Id
    to_node: Id
    do: str
    length: float
    distance: float
    hours: float | None
    load: float
    moved: float = 0.0


def require(instance: Instance) -> None:
    """Refuse nothing: every plan can be listed."""


def dump(driven: DrivenPlan) -> str:
    """Return the text of the list."""
    instance = driven.instance
    text = io.StringIO(_BYTE_ORDER_MARK, newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    vehicles = [route.vehicle for route in driven.routes.values()] or [instance.vehicle]
    has_hours = any(vehicle.drive_speed is not None for vehicle in vehicles)
    writer.writerow(_header(instance, has_hours))
    for route in driven.routes.values():
        places = _Places(instance, route.vehicle)
        for number, row in enumerate(rows(driven, route), start=1):
            street = row.street or f"unnamed street ({row.edge})"
            if row.edge is None:
                load = quantity(row.moved, one_line(instance.load_unit))
                street = f"{row.do} {load} at {places.facility(row.from_node)}"
            corners = (places.of(row.from_node, street), places.of(row.to_node, street))
            time = "" if row.hours is None else clock(row.hours)
            writer.writerow(
                [
                    number,
                    *([row.trip] if instance.is_fleet else []),
                    *(cell(words) for words in (row.turn, street, *corners)),
                    row.do,
                    _figure(row.length, instance.length_unit),
                    _figure(row.distance, instance.length_unit),
                    *([time] if has_hours else []),
                    _figure(row.load, instance.load_unit),
                ]
            )
    return text.getvalue()


def rows(driven: DrivenPlan, route: DrivenRoute) -> Iterator[Row]:
    """Give the rows of a route's list, crossings of one street put together."""
    row: Row | None = None
    last: Crossing | None = None
    for stage in stages(route):
        if isinstance(stage.deed, Visit):
            if row is not None:
                yield row
            row = None
            yield _visit(stage, stage.deed, driven.instance.mode == "deliver")
            continue
        crossing = stage.deed
        turned = "start" if last is None else turn(driven, last, crossing)
        street = one_line(driven.street(crossing))
        if row is not None and _goes_on(row, street, crossing, turned):
            row = replace(
                row,
                to_node=crossing.to_node,
                length=row.length + crossing.length,
                distance=stage.distance,
                hours=stage.hours,
                load=crossing.load_after,
            )
        else:
            if row is not None:
                yield row
            row = Row(
                stage.trip,
                turned,
                street,
                crossing.edge,
                crossing.from_node,
                crossing.to_node,
                _do(crossing),
                crossing.length,
                stage.distance,
                stage.hours,
                crossing.load_after,
            )
        last = crossing
    if row is not None:
        yield row


def _visit(stage: Stage, visit: Visit, delivers: bool) -> Row:
    place, do = visit.facility, "load" if delivers else "unload"
    on_board = visit.load if delivers else 0.0
    return Row(
        stage.trip,
        *("", "", None, place, place),
        do,
        0.0,
        stage.distance,
        stage.hours,
        on_board,
        visit.load,
    )


def _do(crossing: Crossing) -> str:
    return "serve" if crossing.served else "deadhead"


def _goes_on(row: Row, street: str, crossing: Crossing, turned: str) -> bool:
    return bool(street) and (street, _do(crossing), turned) == (row.street, row.do, "straight")


class _Places:
    """What to call a corner: by the other streets that meet there."""

    def __init__(self, instance: Instance, vehicle: Vehicle) -> None:
        self._depots = {
            place: "depot" if vehicle.start == vehicle.end else word
            for word, place in (("start", vehicle.start), ("end", vehicle.end))
            if not isinstance(place, Free)
        }
        self._streets: dict[Id, list[str]] = defaultdict(list)
        names = instance.names or ("",) * len(instance.edges)
        for name, ends in zip(names, instance.ends.tolist(), strict=True):
            for node in ends:
                self._streets[instance.nodes[node]].append(one_line(name))

    def of(self, node: Id, street: str) -> str:
        """Return the words for a node as an end of a street."""
        if node in self._depots:
            return self._depots[node]
        meeting = self._streets[node]
        if len(meeting) == 1:
            return "dead end"
        others = sorted({name for name in meeting if name and name != street})
        return " / ".join(others[:_MOST_CORNERS]) or f"node {node}"

    def facility(self, node: Id) -> str:
        """Return the words for a node where the vehicle loads or unloads."""
        return self._depots.get(node, f"facility {node}")


def _header(instance: Instance, has_hours: bool) -> list[str]:
    load = "load left" if instance.mode == "deliver" else "load on board"
    length_unit, load_unit = (
        f" ({cell(unit)})" if unit else "" for unit in (instance.length_unit, instance.load_unit)
    )
    return [
        "number",
        *(["trip"] if instance.is_fleet else []),
        *("turn", "street", "from", "to", "do"),
        f"distance{length_unit}",
        f"distance so far{length_unit}",
        *(["time so far (h:mm)"] if has_hours else []),
        f"{load}{load_unit}",
    ]


def _figure(value: float, unit: str) -> str:
    """Return a number as a driver reads it: whole metres, two decimals of all else."""
    if unit == "m" or not value or abs(value) >= 1e15:
        return f"{value:.0f}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 1 else f"{value:.3g}"
