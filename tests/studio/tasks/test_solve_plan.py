"""A search tells of its plans as they are found, and ends with the best."""

import json
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import arcload
from arcload.engine.events import BetterBound
from arcload.engine.problem import Problem
from arcload.model.errors import InputError, NoTourError
from arcload.studio.tasks.solve_plan import _Teller, solve_plan
from arcload.studio.tasks.stored_result import stored_result
from tests.examples import FOUR_EDGES
from tests.studio.plans import TOWN, base_text, options
from tests.studio.tasks.callers import Listener

LONG = 60.0  # seconds after which a test that waits has failed


def value_of(instance: Any, **others: Any) -> dict[str, Any]:
    return {"base": base_text(instance), "edits": {}, "options": options(), "start": None} | others


def test_the_last_plan_is_the_result_with_all_that_is_known_of_it() -> None:
    caller = Listener()
    assert solve_plan(value_of(FOUR_EDGES), caller) == {"status": "optimal"}
    assert caller.events[0][0] == "phase"
    last, facts = caller.events[-1]
    assert last == "plan"
    assert (facts["cost"], facts["lower_bound"]) == (275, 275)
    assert facts["summary"]["proof"] is not None
    result = stored_result(facts["result"], FOUR_EDGES)
    assert (result.cost, result.status) == (275, "optimal")
    (route,) = json.loads(facts["drawing"])["routes"]
    assert len(route["edge"]) == len(result.plan.walk)


def test_plans_on_the_way_can_be_read_again_and_become_cheaper() -> None:
    caller = Listener(stop_after="plan")
    assert solve_plan(value_of(TOWN), caller)["status"] == "interrupted"
    plans = caller.of("plan")
    results = [stored_result(facts["result"], TOWN) for facts in plans]
    assert [result.cost for result in results] == [facts["cost"] for facts in plans]
    costs = [result.cost for result in results]
    assert costs == sorted(costs, reverse=True)
    bounds = [facts["lower_bound"] for facts in caller.of("bound")]
    assert bounds == sorted(bounds)
    assert all(bound <= costs[-1] for bound in bounds)


def test_the_last_plan_is_no_dearer_than_the_shortest_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    # with time for the proof, so that the clock does not choose among tours
    monkeypatch.setattr("arcload.studio.tasks.solve_plan.quick_comparison", arcload.compare)
    heavy = arcload.generate("city", edges=60, curb_ratio=5, seed=2)
    caller = Listener()
    value = value_of(heavy, options=options(iterations=1, bound=False))
    assert solve_plan(value, caller)["status"] == "feasible"
    shortest = arcload.compare(stored_result(caller.events[-1][1]["result"], heavy)).shortest.plan
    assert caller.events[-1][1]["cost"] == pytest.approx(shortest.cost)


class Rising:
    """A search that raises its bound at once, time after time."""

    def __iter__(self) -> Iterator[BetterBound]:
        for bound in range(5):
            yield BetterBound(seconds=0.0, iterations=0, best=275.0, lower_bound=float(bound))

    def result(self) -> None:
        """Return nothing."""


def test_bounds_are_told_with_a_pause_and_the_last_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    class Over(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0.0)
            return False

    own = SimpleNamespace(Event=Over, Thread=threading.Thread)
    monkeypatch.setattr("arcload.studio.tasks.solve_plan.threading", own)
    caller = Listener()
    search: Any = Rising()
    _Teller(FOUR_EDGES, FOUR_EDGES, options(), caller).listen(search)
    assert [facts["lower_bound"] for facts in caller.of("bound")] == [0, 1, 2, 3, 4]
    assert len(pauses) == 5
    assert min(pauses) >= 0.2


def test_it_goes_on_from_an_earlier_result_of_other_edits() -> None:
    edge = TOWN.edges[int(TOWN.served[0])]
    less = {"steps": [[{"streets": [edge], "service": False}]], "position": 1}
    first, again = Listener(), Listener(stop_after="plan")
    solve_plan(value_of(TOWN, options=options(iterations=2000)), first)
    earlier = first.of("plan")[-1]
    start = {"edits": {}, "result": earlier["result"]}
    solve_plan(value_of(TOWN, edits=less, start=start), again)
    assert again.of("plan")[0]["cost"] < earlier["cost"]  # a street less, and no worse elsewhere


class Impatient(Listener):
    """Stops the search before it begins, however fast that is: it waits to be stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self._stopped = threading.Event()
        original = Problem.of

        def wait_for_it(instance: arcload.Instance, threads: int) -> Problem:
            assert self._stopped.wait(LONG)
            return original(instance, threads)

        monkeypatch.setattr("arcload.solving.job.Problem.of", wait_for_it)

    def on_stop(self, stop: Callable[[], None]) -> None:
        stop()
        self._stopped.set()


def test_a_stop_before_any_tour_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoTourError):
        solve_plan(value_of(TOWN), Impatient(monkeypatch))


def test_edits_that_leave_no_plan_are_refused() -> None:
    around_the_depot = [FOUR_EDGES.edges[0], FOUR_EDGES.edges[2]]
    closing = {"steps": [[{"streets": around_the_depot, "closed": True}]], "position": 1}
    with pytest.raises(InputError):
        solve_plan(value_of(FOUR_EDGES, edits=closing), Listener())
