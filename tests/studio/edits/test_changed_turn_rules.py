"""Turn rules after a change."""

import math

from arcload import TurnRules
from arcload.studio.edits.changed_turn_rules import changed_turn_rules


def test_fields_given_change_those_stated() -> None:
    stated = TurnRules(left=30, right=5)
    never = changed_turn_rules({"u_turn": "never", "right": 0}, stated)
    assert never == TurnRules(left=30, u_turn=math.inf)
    assert changed_turn_rules({"left": 0}, TurnRules(left=30)) is None
    assert changed_turn_rules(None, stated) is None
