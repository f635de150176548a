"""What a run has found so far."""

import numpy as np

from arcload.engine.events import BetterBound, BetterPlan, Done, Event, Phase
from arcload.engine.problem import Problem
from arcload.engine.record import Record
from arcload.engine.solution import Solution
from arcload.model.certificate import Certificate
from tests.examples import FOUR_EDGES

PROBLEM = Problem.of(FOUR_EDGES)


def test_the_best_alone_is_kept_and_told() -> None:
    events: list[Event] = []
    record = Record(events.append)
    order, sides = np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])
    offers = [
        record.offer(Solution(cost, order, sides), PROBLEM)
        for cost in (330.0, 330.0, 325.0, np.inf)
    ]
    assert offers == [True, False, True, False]
    for bound in (5.0, 4.0):
        record.raise_bound(bound, Certificate("subsets", bound))
    record.enter("resting")
    record.close()
    assert record.best is not None
    assert (record.best.cost, record.lower_bound) == (325.0, 5.0)
    assert [type(event) for event in events] == [BetterPlan, BetterPlan, BetterBound, Phase, Done]
    assert [event.best for event in events] == [330.0, 325.0, 325.0, 325.0, 325.0]
    assert events[-1].lower_bound == 5.0
    assert isinstance(events[1], BetterPlan)
    assert events[1].plan.cost == 325
    assert record.progress().phase == "resting"


def test_before_the_search_no_time_has_passed() -> None:
    record = Record(has_begun=False)
    assert record.seconds == 0
    record.begin()
    assert record.progress().seconds > 0
