"""The ways by which certificates are checked where turns count."""

import numpy as np

from arcload import Instance, TurnRules
from arcload.proofs.verify.turn_ways import turn_ways

STREETS = [("a", "b", 10, 1), ("b", "c", 20, 1)]
RULES = TurnRules(straight=3, u_turn=50, u_turn_seconds=36, straight_seconds=3.6)


def test_ways_worked_by_hand() -> None:
    instance = Instance.from_edges(STREETS, depot="b", turn_rules=RULES)
    ways = turn_ways(instance, instance.lengths, instance.lengths / 10)
    assert ways.place.tolist() == [-1, 4, -1]
    assert ways.metres[1, 2] == 3  # from a-b straight on into b-c
    assert ways.metres[0, 2] == 50 + 10 + 3  # left at a: back and on
    assert ways.lengths[0, 2] == 10
    assert ways.hours[0, 2] == 36 / 3600 + 1 + 3.6 / 3600
    assert ways.metres[4, 2] == ways.metres[4, 1] == 0  # from b in any direction
    assert ways.metres[3, 4] == 50 + 20


def test_without_speeds_turns_take_no_time() -> None:
    instance = Instance.from_edges(STREETS, depot="b", turn_rules=RULES)
    assert not turn_ways(instance, instance.lengths).hours.any()


def test_streets_closed_to_the_vehicle_are_not_driven() -> None:
    instance = Instance.from_edges(STREETS, depot="b", turn_rules=RULES)
    lengths = instance.lengths.copy()
    lengths[1] = np.inf
    ways = turn_ways(instance, lengths)
    assert np.isinf(ways.metres[:4, 2:4]).all()
    assert ways.metres[1, 1] == 50
