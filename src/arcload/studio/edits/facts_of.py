"""What a page shows of a plan beside its map: vehicles, settings, places, units."""

import math
from dataclasses import asdict
from typing import Any

from arcload.model.instance import Instance
from arcload.model.turn_rules import TurnRules
from arcload.model.vehicle import FREE, Vehicle
from arcload.studio.edits.edited_state import EditedState
from arcload.studio.edits.edits import Edits


def facts_of(base: Instance, edits: Edits) -> dict[str, Any]:
    """Return what a page shows of an instance with edits, ready for JSON.

    A place that is anywhere is null. Nothing is refused: a planner sees also what no plan can
    serve.
    """
    state = EditedState.of(base, edits)
    rules = asdict(state.turn_rules or TurnRules())
    return {
        "streets": len(base.edges),
        "served": int(state.served.sum()),
        "vehicles": [_vehicle(vehicle) for vehicle in state.vehicles],
        "settings": {
            "mode": state.vehicles[0].mode,
            "objective": state.objective,
            "allow_unserved": state.allow_unserved,
            "refill_at_depot": state.refill_at_depot,
            "turn_rules": {
                name: "never" if value == math.inf else value for name, value in rules.items()
            },
        },
        "depot": None if state.depot is FREE else state.depot,
        "facilities": [asdict(place) for place in state.facilities],
        "units": {"length": base.length_unit, "load": base.load_unit},
        "on_earth": base.geographic,
        "drawn": base.coordinates is not None,
    }


def _vehicle(vehicle: Vehicle) -> dict[str, Any]:
    fields = asdict(vehicle)
    places = {name: None if fields[name] is FREE else fields[name] for name in ("start", "end")}
    return fields | places | {"closed": list(vehicle.closed)}
