"""The driver's list: a CSV file that a spreadsheet opens and a printer takes."""

import csv
import io
from collections import defaultdict

from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.spreadsheet import cell
from arcload.model.street_list import StreetRow, street_list
from arcload.model.types import Id
from arcload.model.units import clock, quantity, time_of_day
from arcload.model.vehicle import Free, Vehicle
from arcload.routes.driven_plan import DrivenPlan

PER_VEHICLE = True
"""A driver reads one list, so each vehicle has a file of its own."""

_MOST_CORNERS = 2  # names of other streets that tell where a corner is
_COMMA = str.maketrans(".,", ",.")
_BYTE_ORDER_MARK = "\ufeff"  # without it Excel shows Zürich as ZÃ¼rich


def require(instance: Instance) -> None:
    """Refuse nothing: every plan can be listed."""


def dump(driven: DrivenPlan) -> str:
    """Return the text of the list."""
    instance = driven.instance
    text = io.StringIO(_BYTE_ORDER_MARK, newline="")
    text.seek(0, io.SEEK_END)
    separator = ";" if driven.decimal_comma else ","
    writer = csv.writer(text, delimiter=separator)
    vehicles = [route.vehicle for route in driven.routes.values()] or [instance.vehicle]
    columns = _Columns(
        instance,
        has_hours=any(vehicle.drive_speed is not None for vehicle in vehicles),
        has_clock=any(vehicle.leave is not None for vehicle in vehicles),
        decimal_comma=driven.decimal_comma,
    )
    writer.writerow(columns.header)
    for route in driven.routes.values():
        places = Places(instance, route.vehicle)
        for number, row in enumerate(street_list(route), start=1):
            writer.writerow(columns.cells(number, row, places))
    return text.getvalue()


class _Columns:
    """What stands in which column."""

    def __init__(
        self, instance: Instance, *, has_hours: bool, has_clock: bool, decimal_comma: bool
    ) -> None:
        self._instance = instance
        self._has_hours, self._has_clock = has_hours, has_hours and has_clock
        self._decimal_comma = decimal_comma

    @property
    def header(self) -> list[str]:
        """The names of the columns."""
        instance = self._instance
        load = "load left" if instance.mode == "deliver" else "load on board"
        length_unit, load_unit = (
            f" ({self._text(unit)})" if unit else ""
            for unit in (instance.length_unit, instance.load_unit)
        )
        return [
            "number",
            *(["trip"] if instance.is_fleet else []),
            *(["begins at"] if self._has_clock else []),
            *("instruction", "street", "from", "to", "do"),
            f"distance{length_unit}",
            f"distance so far{length_unit}",
            *(["time so far (h:mm)"] if self._has_hours else []),
            f"{load}{load_unit}",
        ]

    def cells(self, number: int, row: StreetRow, places: "Places") -> list[str]:
        """Return the cells of a row."""
        instance = self._instance
        street, instruction = row.label, row.instruction
        if row.edge is None:
            moved = self._comma(quantity(row.moved, ""))
            load = f"{moved} {one_line(instance.load_unit)}".rstrip()
            street = places.facility(row.from_node)
            instruction = f"{row.do} {load} at {street}"
        corners = (places.of(row.from_node, street), places.of(row.to_node, street))
        return [
            str(number),
            *([str(row.trip)] if instance.is_fleet else []),
            *([self._time(places.vehicle, row)] if self._has_clock else []),
            *(self._text(words) for words in (instruction, street, *corners)),
            row.do,
            self._comma(_figure(row.length, instance.length_unit)),
            self._comma(_figure(row.distance, instance.length_unit)),
            *(["" if row.end is None else clock(row.end)] if self._has_hours else []),
            self._comma(_figure(row.load, instance.load_unit)),
        ]

    def _time(self, vehicle: Vehicle, row: StreetRow) -> str:
        if vehicle.leave is None or row.begin is None:
            return ""
        return time_of_day(vehicle.leave, row.begin)

    def _text(self, words: str) -> str:
        return cell(words, separator=";" if self._decimal_comma else ",")

    def _comma(self, figure: str) -> str:
        """Return a number with a comma for the decimal point, where asked."""
        return figure.translate(_COMMA) if self._decimal_comma else figure


class Places:
    """What to call a corner: by the other streets that meet there."""

    def __init__(self, instance: Instance, vehicle: Vehicle) -> None:
        self.vehicle = vehicle
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


def _figure(value: float, unit: str) -> str:
    """Return a number as a driver reads it: whole metres, two decimals of all else."""
    if unit == "m" or not value or abs(value) >= 1e15:
        return f"{value:.0f}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 1 else f"{value:.3g}"
