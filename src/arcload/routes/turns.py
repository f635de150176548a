"""How the vehicle turns from one crossing into the next."""

from typing import Literal, TypeAlias

import numpy as np

from arcload.model.courses import drives_forward
from arcload.model.crossing import Crossing
from arcload.model.types import IntArray
from arcload.routes.driven_plan import DrivenPlan

Turn: TypeAlias = Literal["straight", "left", "right", "U", ""]

_WORDS: tuple[Turn, ...] = ("straight", "left", "right", "U", "")  # as KINDS, then UNKNOWN


def turn(driven: DrivenPlan, before: Crossing, after: Crossing) -> Turn:
    """Return the turn between two crossings, empty where nothing tells; see `TurnAngles`."""
    kinds = driven.angles.kinds(_drive(driven, before), _drive(driven, after))
    return _WORDS[int(kinds[0])]


def _drive(driven: DrivenPlan, crossing: Crossing) -> IntArray:
    edge = driven.instance.edge_index(crossing.edge)
    return np.array([2 * edge + (not drives_forward(crossing, driven.instance, edge))])
