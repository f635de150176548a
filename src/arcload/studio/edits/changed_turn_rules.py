"""Turn rules after a change."""

import math
from collections.abc import Mapping
from typing import Any

from arcload.model.turn_rules import TurnRules, checked_turn_rules


def changed_turn_rules(
    given: Mapping[str, Any] | None, stated: TurnRules | None
) -> TurnRules | None:
    """Return turn rules after a change, None where they say nothing.

    Parameters
    ----------
    given
        The fields that change, ``"never"`` for U-turns that are ruled out; None for no rules.
    stated
        The rules before.
    """
    if given is None:
        return None
    never = {"u_turn": math.inf} if given.get("u_turn") == "never" else {}
    return checked_turn_rules({**given, **never}, stated)
