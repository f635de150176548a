"""The driver's list: a CSV file that a spreadsheet opens and a printer takes.

One row per street: a street of one name that is driven straight on is one row, however many
crossings it takes, unless service begins or ends on the way.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arcload.model.crossing import Crossing
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.spreadsheet import cell
from arcload.model.types import Id
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.turns import turn

_MOST_CORNERS = 2  # names of other streets that tell where a corner is
_BYTE_ORDER_MARK = "\ufeff"  # without it Excel shows Zürich as ZÃ¼rich


@dataclass(frozen=True)
class Row:
    """One line of the list.

    Parameters
    ----------
    turn
        How to turn into the street; ``start`` for the first.
    street
        Its name, empty where it has none.
    edge
        Id of the first edge.
    from_node, to_node
        Where it is entered and left.
    served
        Whether to serve it.
    length
        How far to drive along it.
    distance
        How far the vehicle has then come.
    load
        What is then on board.
    """

    turn: str
    street: str
    edge: Id
    from_node: Id
    to_node: Id
    served: bool
    length: float
    distance: float
    load: float


def require(instance: Instance) -> None:
    """Refuse nothing: every tour can be listed."""


def dump(driven: DrivenPlan) -> str:
    """Return the text of the list."""
    instance = driven.instance
    text = io.StringIO(_BYTE_ORDER_MARK, newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    writer.writerow(_header(instance))
    places = _Places(instance)
    for number, row in enumerate(rows(driven), start=1):
        street = row.street or f"unnamed street ({row.edge})"
        cells = (row.turn, street, places.of(row.from_node, street), places.of(row.to_node, street))
        writer.writerow(
            [
                number,
                *(cell(words) for words in cells),
                "serve" if row.served else "deadhead",
                _figure(row.length, instance.length_unit),
                _figure(row.distance, instance.length_unit),
                _figure(row.load, instance.load_unit),
            ]
        )
    return text.getvalue()


def rows(driven: DrivenPlan) -> Iterator[Row]:
    """Give the rows of the list, crossings of one street put together."""
    row: Row | None = None
    last: Crossing | None = None
    distance = 0.0
    for crossing in driven.walk:
        turned = "start" if last is None else turn(driven, last, crossing)
        distance += crossing.length
        street = one_line(driven.street(crossing))
        if row is not None and _goes_on(row, street, crossing, turned):
            row = replace(
                row,
                to_node=crossing.to_node,
                length=row.length + crossing.length,
                distance=distance,
                load=crossing.load_after,
            )
        else:
            if row is not None:
                yield row
            row = Row(
                turned,
                street,
                crossing.edge,
                crossing.from_node,
                crossing.to_node,
                crossing.served,
                crossing.length,
                distance,
                crossing.load_after,
            )
        last = crossing
    if row is not None:
        yield row


def _goes_on(row: Row, street: str, crossing: Crossing, turned: str) -> bool:
    return bool(street) and (street, crossing.served, turned) == (
        row.street,
        row.served,
        "straight",
    )


class _Places:
    """What to call a corner: by the other streets that meet there."""

    def __init__(self, instance: Instance) -> None:
        self._depots = {
            instance.nodes[place]: "depot" if instance.start == instance.end else word
            for word, place in (("start", instance.start_index), ("end", instance.end_index))
            if place >= 0
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


def _header(instance: Instance) -> list[str]:
    load = "load left" if instance.mode == "deliver" else "load on board"
    length_unit, load_unit = (
        f" ({cell(unit)})" if unit else "" for unit in (instance.length_unit, instance.load_unit)
    )
    return [
        *("number", "turn", "street", "from", "to", "do"),
        f"distance{length_unit}",
        f"distance so far{length_unit}",
        f"{load}{load_unit}",
    ]


def _figure(value: float, unit: str) -> str:
    """Return a number as a driver reads it: whole metres, two decimals of all else."""
    if unit == "m" or not value or abs(value) >= 1e15:
        return f"{value:.0f}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 1 else f"{value:.3g}"
