"""An instance with the edits of a planner."""

from dataclasses import replace
from itertools import compress
from typing import Any

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import BoolArray
from arcload.model.vehicle import Vehicle
from arcload.studio.edits.edited_state import SETTINGS, EditedState
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.ruled_out import ruled_out


def edited(base: Instance, edits: Edits) -> Instance:
    """Return the instance to solve: the base with all that was changed, closed streets left out.

    Streets that tags such as ``maxweight`` close to the vehicles are closed as when a map is read.
    Edges keep their ids, and all nodes stay, so that its plans are plans on the base network.

    Parameters
    ----------
    base
        The instance as it was read; it is returned itself where nothing differs.
    edits
        What was changed.

    Raises
    ------
    InputError
        If no plan is possible.
    """
    state = EditedState.of(base, edits)
    fields: dict[str, Any] = {
        name: getattr(state, name)
        for name in SETTINGS
        if getattr(state, name) != getattr(base, name)
    }
    demands = np.where(state.service, state.demands, 0.0)
    if not np.array_equal(demands, base.demands):
        fields["demands"] = demands
    if not np.array_equal(state.lengths, base.lengths):
        fields["lengths"] = state.lengths
    closed = state.closed
    if "vehicles" in fields or "demands" in fields:
        load = float(demands[~closed].sum())
        shut = ruled_out(base, state.vehicles, state.served, load)
        closed = closed | shut.all(axis=0)
        if (shut & ~closed).any():
            fields["vehicles"] = tuple(
                _closed_to(vehicle, own & ~closed, base)
                for vehicle, own in zip(state.vehicles, shut, strict=True)
            )
    if closed.any():
        fields = _columns(base, ~closed, fields)
    return base.replace(**fields) if fields else base


def _closed_to(vehicle: Vehicle, shut: BoolArray, base: Instance) -> Vehicle:
    """Return a vehicle that may not use some streets more."""
    more = (base.edges[edge] for edge in np.flatnonzero(shut).tolist())
    return replace(vehicle, closed=tuple(dict.fromkeys([*vehicle.closed, *more])))


def _columns(base: Instance, stay: BoolArray, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an instance with some of its streets alone."""
    names = {edge for edge, stays in zip(base.edges, stay.tolist(), strict=True) if stays}
    columns: dict[str, Any] = {
        name: None if (values := fields.get(name, getattr(base, name))) is None else values[stay]
        for name in ("ends", "lengths", "demands", "serve_costs", "priorities")
    }
    for name in ("edges", "names", "shapes"):
        values = getattr(base, name)
        columns[name] = None if values is None else tuple(compress(values, stay))
    columns["attributes"] = {
        name: tuple(compress(cells, stay)) for name, cells in base.attributes.items()
    }
    columns["forbidden_turns"] = tuple(
        turn for turn in base.forbidden_turns if turn.from_edge in names and turn.to_edge in names
    )
    vehicles: tuple[Vehicle, ...] = fields.get("vehicles", base.vehicles)
    columns["vehicles"] = tuple(
        replace(vehicle, closed=tuple(edge for edge in vehicle.closed if edge in names))
        for vehicle in vehicles
    )
    return fields | columns
