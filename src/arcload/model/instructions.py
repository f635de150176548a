"""How to turn, in words."""

import math
from collections.abc import Sequence

import numpy as np

from arcload.model.courses import drive_of
from arcload.model.driven_route import DrivenRoute
from arcload.model.roundabouts import Passage
from arcload.model.turn_angles import STRAIGHT as STRAIGHT_DEGREES
from arcload.model.turn_angles import TurnAngles

STRAIGHT = "straight"
"""The turn that is none."""

_START, _BACK, _ENTER = "start", "U-turn", "into the roundabout"
_ROUND = "roundabout, "  # before the exit
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_SLIGHT, _SHARP = 60.0, 120.0  # degrees up to which a turn is slight, and from which it is sharp
_SENTENCES = {
    _START: "start in {street}",
    STRAIGHT: "go straight on into {street}",
    _BACK: "make a U-turn in {street}",
    _ENTER: "drive into the roundabout {street}",
    "left": "turn left into {street}",
    "right": "turn right into {street}",
    "slight left": "turn slightly left into {street}",
    "slight right": "turn slightly right into {street}",
    "sharp left": "turn sharp left into {street}",
    "sharp right": "turn sharp right into {street}",
    "": "take {street}",
}


def turn_words(route: DrivenRoute, rounds: Sequence[Passage]) -> list[str]:
    """Return for each crossing how to turn into it, in a word or two; empty where nothing tells.

    ``start`` for the first, ``U-turn`` where the same street is driven back, such as
    ``roundabout, 2nd exit`` behind a roundabout. Else the change of direction decides: ``straight``
    up to 35 degrees, ``slight left`` up to 60, ``left`` up to 120, ``sharp left`` above.

    Parameters
    ----------
    route
        The route.
    rounds
        Its drives on roundabouts.
    """
    drives = np.array([drive_of(route.instance, crossing) for crossing in route.walk], dtype=int)
    words = [_START] if len(drives) else []
    if len(drives) > 1:
        angles = TurnAngles(route.instance).degrees(drives[:-1], drives[1:])
        back = (drives[:-1] ^ 1) == drives[1:]
        words += [
            _BACK if is_back else _by_angle(angle)
            for is_back, angle in zip(back.tolist(), angles.tolist(), strict=True)
        ]
    for passage in rounds:
        words[passage.first + 1 : passage.end] = [STRAIGHT] * (passage.end - passage.first - 1)
        if passage.first:
            words[passage.first] = _ENTER
        if passage.exit:
            words[passage.end] = _exit(passage)
    return words


def instruction(turn: str, street: str, *, goes_on: bool = False) -> str:
    """Return what to do to get into a street, such as ``turn left into Mill Lane``.

    Parameters
    ----------
    turn
        The turn, as `turn_words` gives it.
    street
        What the street is called.
    goes_on
        Whether the vehicle was in the street before.
    """
    if turn == STRAIGHT and goes_on:
        return f"go on along {street}"
    if turn in _SENTENCES:
        return _SENTENCES[turn].replace("{street}", street)
    exit_ = turn.removeprefix(_ROUND)
    return f"at the roundabout take the {exit_} into {street}"


def _by_angle(degrees: float) -> str:
    """Return the turn by its angle, which is above 0 to the left; NaN where nothing tells."""
    if math.isnan(degrees):
        return ""
    size, side = abs(degrees), "left" if degrees > 0 else "right"
    if size <= STRAIGHT_DEGREES:
        return STRAIGHT
    if size <= _SLIGHT:
        return f"slight {side}"
    return side if size <= _SHARP else f"sharp {side}"


def _exit(passage: Passage) -> str:
    """Return the exit that a roundabout is left by."""
    number, rounds = passage.exit, passage.rounds
    ending = "th" if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, "th")
    after = f" after {'a full round' if rounds == 1 else f'{rounds} full rounds'}" if rounds else ""
    return f"{_ROUND}{number}{ending} exit{after}"
