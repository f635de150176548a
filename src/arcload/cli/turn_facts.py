"""What people read of the turns of a plan."""

from typing import TYPE_CHECKING

from arcload.model.units import quantity

if TYPE_CHECKING:
    from arcload.model.plan import Plan


def turn_facts(plan: "Plan") -> list[tuple[str, str]]:
    """Return how many turns a plan makes and what they add; nothing where no rules are given."""
    if not plan.instance.watches_turns:
        return []
    turns = plan.turns
    u_turns = "U-turn" if turns["u_turn"] == 1 else "U-turns"
    counts = f"{turns['left']:,} left, {turns['right']:,} right, {turns['u_turn']:,} {u_turns}"
    added = quantity(plan.turn_length, plan.instance.length_unit)
    return [("turns", counts + (f"   they add {added}" if plan.turn_length else ""))]
