"""The options of turns, as `arcload.read` takes them."""

import math
from typing import Any

from arcload.model.errors import InputError, did_you_mean

_KINDS = {"left": "left", "right": "right", "straight": "straight", "u-turn": "u_turn"}


def turn_changes(
    u_turn: str | None, turns: str | None, traffic: str | None, turn_seconds: str | None
) -> dict[str, Any]:
    """Return the fields of turn rules that the options give.

    Parameters
    ----------
    u_turn
        Metres, or ``never``.
    turns
        Metres of some turns, such as ``left=30,right=5``.
    traffic
        ``right`` or ``left``.
    turn_seconds
        Seconds of all turns, or of some, such as ``left=10,u-turn=30``.
    """
    changes: dict[str, Any] = {}
    if turns is not None:
        changes |= _by_kind(turns, "--turns", "left=30,right=5,straight=0 in metres")
        if "u_turn" in changes:
            raise InputError("--turns has u-turn; give --u-turn for it")
    if u_turn is not None:
        never = u_turn.strip().lower() == "never"
        changes["u_turn"] = math.inf if never else _number(u_turn, "--u-turn", "METRES or never")
    if traffic is not None:
        if traffic not in ("right", "left"):
            raise InputError(f"--traffic is {traffic!r}; it must be right or left")
        changes["traffic"] = traffic
    if turn_seconds is not None:
        if "=" in turn_seconds:
            usual = "left=10,right=5,u-turn=30 in seconds, or one number for all turns"
            seconds = _by_kind(turn_seconds, "--turn-seconds", usual)
        else:
            wanted = "seconds, or left=10,right=5,u-turn=30"
            seconds = dict.fromkeys(
                ("left", "right", "u_turn"), _number(turn_seconds, "--turn-seconds", wanted)
            )
        changes |= {f"{kind}_seconds": value for kind, value in seconds.items()}
    return changes


def _by_kind(text: str, option: str, usual: str) -> dict[str, float]:
    values: dict[str, float] = {}
    for word in text.split(","):
        name, equals, value = (part.strip() for part in word.partition("="))
        if name.lower() not in _KINDS or not equals:
            hint = "" if name.lower() in _KINDS else did_you_mean(name, _KINDS)
            raise InputError(f"{option} is {text!r}; give {usual}{hint}")
        if _KINDS[name.lower()] in values:
            raise InputError(f"{option} is {text!r}, which has {name} twice")
        values[_KINDS[name.lower()]] = _number(value, f"{option} {name}", usual)
    return values


def _number(text: str, option: str, wanted: str) -> float:
    from arcload.model.files import parse_number

    number = parse_number(text.strip())
    if number is None or number < 0:
        raise InputError(f"{option} is {text!r}; give {wanted}, 0 or more")
    return number
