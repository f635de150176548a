"""What a run has found so far."""

import numpy as np

from arcload.engine.events import BetterBound, BetterPlan, Done, Event, Phase
from arcload.engine.fleet_solution import FleetSolution
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


def test_of_two_plans_of_a_fleet_the_one_that_serves_more_is_better() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    record = Record()
    plans = [
        FleetSolution(cost, nothing, nothing, nothing, nothing, penalty)
        for cost, penalty in ((5.0, 10.0), (9.0, 0.0), (1.0, 10.0))
    ]
    assert [record.offer(plan, PROBLEM) for plan in plans] == [True, True, False]
    assert record.progress().best == 9.0


def test_before_the_search_no_time_has_passed() -> None:
    record = Record(has_begun=False)
    assert record.seconds == 0
    record.begin()
    assert record.progress().seconds > 0


def test_a_bound_says_nothing_of_a_plan_that_leaves_streets_out() -> None:
    record, nothing = Record(), np.zeros(0, dtype=np.int64)
    record.raise_bound(9.0, Certificate("subsets", 9.0))
    record.offer(FleetSolution(4.0, nothing, nothing, nothing, np.array([2]), 1.0), PROBLEM)
    assert record.progress()[2:4] == (4.0, None)
    record.offer(FleetSolution(10.0, nothing, nothing, nothing, nothing), PROBLEM)
    assert record.progress()[2:4] == (10.0, 9.0)
