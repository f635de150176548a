"""Streets that are closed to the vehicles, by their attributes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.depot_part import DepotPart
from arcload.maps.formats.open_directions import is_rule, open_directions
from arcload.maps.formats.tag_notes import Fates, note_tags
from arcload.maps.formats.weights import gross_weight
from arcload.model.errors import InputError, counted
from arcload.model.notes import Note
from arcload.model.types import BoolArray, FloatArray, Id, IntArray
from arcload.model.vehicle import Place, Vehicle


@dataclass
class ClosedStreets:
    """The network without the streets that are closed to all vehicles.

    Attributes
    ----------
    columns
        What is open to some vehicle.
    closed
        The edges that each type of vehicles may not use, in this network.
    rows
        Index of each edge in the network that was given.
    whole, given
        The network and the edges closed to each type, as if no tag closed anything.
    gone
        The ends of each street that was left out, and why: ``hgv=no``.
    links
        Pairs of nodes joined by streets that were no part of it, and why these are closed.
    to_some
        The tags that closed a street to some types.
    """

    columns: Columns
    closed: list[tuple[Id, ...]]
    rows: IntArray
    whole: Columns
    given: list[tuple[Id, ...]]
    gone: list[tuple[Id, Id, str]] = field(default_factory=list)
    links: Sequence[tuple[Id, Id, str]] = ()
    to_some: tuple[str, ...] = ()

    @property
    def tags(self) -> tuple[str, ...]:
        """All tags that closed a street, or a direction of it, to any type."""
        found = (tag for *_, tag in (*self.gone, *self.links))
        return tuple(dict.fromkeys([*found, *self.to_some]))

    def reasons(self, outside: Iterable[Id]) -> str:
        """Return the tags that closed the streets at some nodes, empty if none did."""
        places = set(outside)
        closed = (*self.gone, *self.links)
        tags = [tag for tail, head, tag in closed if tail in places or head in places]
        return ", ".join(dict.fromkeys(tags))

    def cut_off_from(self, depot: Place) -> str:
        """Return the tags that closed the streets to what cannot be reached from the depot."""
        if not self.gone and not self.links:
            return ""
        inside = DepotPart(self.columns, depot).nodes
        return self.reasons(
            n for n, is_in in zip(self.columns.nodes, inside, strict=True) if not is_in
        )

    def undone(
        self, fields: Mapping[str, Any], vehicles: Sequence[Vehicle]
    ) -> tuple[dict[str, Any], tuple[Vehicle, ...]]:
        """Return an instance's fields and its vehicles with all streets that tags close.

        These have no demand; that of the others stays.
        """
        whole = self.whole.with_links([link[:2] for link in self.links])
        demand = dict(zip(fields["edges"], fields["demands"], strict=True))
        demands = np.array([demand.get(edge, 0.0) for edge in whole.edges])
        pairs = zip(vehicles, self.given, strict=True)
        return (
            {**fields, **whole.to_dict(), "demands": demands},
            tuple(replace(vehicle, closed=own) for vehicle, own in pairs),
        )

    def require_open(self, place: Any, what: str) -> None:
        """Refuse a node of which all streets were closed."""
        texts = {str(node) for node in self.columns.nodes}
        here = [node for pair in self.gone for node in pair[:2] if str(node) == str(place)]
        if here and str(place) not in texts:
            raise InputError(
                f"the {what} {place!r} lies on closed streets alone ({self.reasons(here)}), so "
                "that nothing can be reached from there; name another"
            )


def close_streets(
    columns: Columns,
    types: Sequence[dict[str, Any]],
    path: Path,
    notes: list[Note],
    links: Sequence[tuple[Id, Id, str]] = (),
) -> ClosedStreets:
    """Leave out the streets that no vehicle may drive, and note for each tag what became of it.

    Parameters
    ----------
    columns
        The network.
    types
        Fields of each type of vehicles.
    path
        The file, for messages.
    notes
        Takes a line for each tag.
    links
        Pairs of nodes joined by streets that are closed to all and no part of the network, and why.
    """
    given = [tuple(one.get("closed", ())) for one in types]
    names = [name for name in columns.attributes if is_rule(name)]
    if not names or not len(columns.edges):
        rows = np.arange(len(columns.edges))
        return ClosedStreets(columns, given, rows, columns, given, links=links)
    demand = float(columns.demands.sum())
    weights = [gross_weight(one, demand, columns.load_unit) for one in types]
    open_to, causes = open_directions(columns, names, weights)
    open_to[:, np.isinf(columns.lengths).min(axis=1)] = True  # what has no length is refused later
    driven, shut = _in_common(open_to)
    stays: BoolArray = driven.max(axis=1)
    note_tags(columns, names, path, notes, Fates(weights, causes, stays, shut, driven))
    labels = [f"{tag}={columns.attributes[tag][k]}" if tag else "" for k, tag in enumerate(causes)]
    _require_demand(columns, path, stays, labels)
    either, drawn = _either(columns), np.isfinite(columns.lengths)
    changed = replace(columns, lengths=np.where(driven, either, np.inf))
    whole = replace(columns, lengths=np.where(driven | drawn, either, np.inf))
    lost = (drawn & ~driven).any(axis=1)
    ends = columns.ends.tolist()
    gone = [
        (columns.nodes[ends[k][0]], columns.nodes[ends[k][1]], labels[k])
        for k in np.flatnonzero(lost).tolist()
    ]
    closed = [
        _closed_to(columns, own, stays, which) for own, which in zip(given, shut, strict=True)
    ]
    nodes = np.ones(len(columns.nodes), dtype=np.bool_)
    nodes[columns.ends.ravel()] = False  # a node that never had a street stays
    nodes[columns.ends[stays].ravel()] = True
    part = changed if stays.all() else changed.part(nodes, stays)
    some = {labels[k]: None for k in np.flatnonzero(shut.any(axis=0)).tolist()}
    return ClosedStreets(
        part, closed, np.flatnonzero(stays), whole, given, gone, links, tuple(some)
    )


def _either(columns: Columns) -> FloatArray:
    """Return the lengths, for a direction that is not driven that of the other."""
    lengths = columns.lengths
    return np.where(np.isfinite(lengths), lengths, lengths[:, ::-1])


def _in_common(open_to: BoolArray) -> tuple[BoolArray, BoolArray]:
    """Return the directions in which each street is driven, and to which types it is closed.

    A network has one direction of a street for all. It is what is open to all types that may
    drive there at all, or else to the first of them, and the street is closed to the others.
    """
    usable = open_to[:, :, 0] | open_to[:, :, 1]
    may_not = ~usable[:, :, None]
    shared = (open_to | may_not).min(axis=0) & usable.max(axis=0)[:, None]
    first = open_to[np.argmax(usable, axis=0), np.arange(open_to.shape[1])]
    driven: BoolArray = np.where(shared.max(axis=1)[:, None], shared, first)
    shut: BoolArray = ~(open_to | ~driven).min(axis=2) & driven.max(axis=1)
    return driven, shut


def _require_demand(columns: Columns, path: Path, stays: BoolArray, labels: Sequence[str]) -> None:
    """Refuse vehicles to which all is closed that is to be served."""
    served = columns.demands > 0
    if served.any() and not (served & stays).any():
        tags = dict.fromkeys(labels[k] for k in np.flatnonzero(served).tolist())
        raise InputError(
            f"{path}: nothing is left to serve: all {counted(int(served.sum()), 'street')} with a "
            f"demand are closed to the vehicle by {', '.join(tags)}"
        )


def _closed_to(
    columns: Columns, given: Sequence[Id], stays: BoolArray, shut: BoolArray
) -> tuple[Id, ...]:
    """Return the edges that a type may not use: those that somebody named, and those found."""
    left_out = {str(columns.edges[k]) for k in np.flatnonzero(~stays).tolist()}
    named = [edge for edge in given if str(edge) not in left_out]
    return tuple(
        dict.fromkeys([*named, *(columns.edges[k] for k in np.flatnonzero(shut).tolist())])
    )
