"""The search of fleets, in threads."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from arcload.engine.events import BetterPlan, Event
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import Fleet, FleetFacility, FleetVehicle, new_fleet
from arcload.engine.record import Record
from arcload.engine.run import Run
from arcload.engine.search.fleets import search_fleet
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime, Stop, TargetCost
from arcload.model.plan import Plan
from tests.engine.kernels.fleets import Town, towns
from tests.engine.kernels.test_ruin_recreate import grid


class Unplanned:
    """A problem that nobody asks for a plan."""

    def plan(self, solution: FleetSolution, /) -> Plan:
        """Refuse."""
        raise NotImplementedError


def searched(
    fleet: Fleet,
    stop: Stop,
    start: FleetSolution | None = None,
    threads: int = 1,
    seed: int = 1,
    post: Callable[[Event], None] = lambda event: None,
) -> tuple[FleetSolution, Run[Unplanned, FleetSolution]]:
    """Return the best plan of a run, and the run."""
    rng = np.random.default_rng(seed)
    run = Run[Unplanned, FleetSolution](Unplanned(), stop, rng, threads, record=Record(post))
    search_fleet(run, fleet, start)
    assert run.best is not None
    return run.best, run


def drawn(plan: FleetSolution) -> list[list[int]]:
    """Return the rows of a plan as lists."""
    return [row.tolist() for row in plan[1:5]]


@pytest.mark.parametrize("threads", [1, 2])
def test_seed_threads_and_iterations_give_the_plan(threads: int) -> None:
    fleet = grid(6)
    first, run = searched(fleet, MaxIterations(12_001), threads=threads)
    again, _ = searched(fleet, MaxIterations(12_001), threads=threads)
    other, _ = searched(fleet, MaxIterations(12_001), threads=threads, seed=2)
    assert run.iterations == 12_001
    assert first.cost == again.cost
    assert drawn(first) == drawn(again)
    assert drawn(first) != drawn(other)
    assert len(first.unserved) == 0
    assert first.penalty == first.longest == 0


def test_each_plan_told_is_better_than_the_one_before() -> None:
    events: list[Event] = []
    best, _ = searched(grid(6), MaxIterations(60_000), threads=2, post=events.append)
    plans = [event.solution for event in events if isinstance(event, BetterPlan)]
    assert len(plans) > 2
    assert all(after.rank < before.rank for before, after in pairwise(plans))
    assert plans[-1].cost == best.cost < 0.98 * plans[0].cost


def test_a_given_plan_is_improved_and_never_lost() -> None:
    fleet = grid(6)
    given, _ = searched(fleet, MaxIterations(2_000))
    same, _ = searched(fleet, MaxIterations(0), given)
    better, _ = searched(fleet, MaxIterations(20_000), given)
    assert same.cost == given.cost
    assert better.cost < given.cost


def test_a_run_with_no_limit_ends_at_its_target_or_when_it_is_interrupted() -> None:
    fleet = grid(5)
    good, _ = searched(fleet, MaxIterations(30_000))
    found, _ = searched(fleet, AnyOf(TargetCost(good.cost * 1.01)), threads=2)
    assert found.cost <= good.cost * 1.01
    run = Run[Unplanned, FleetSolution](Unplanned(), AnyOf())

    def interrupt(event: Event) -> None:
        run.interrupt()

    run.record.post = interrupt
    search_fleet(run, fleet)
    assert run.best is not None
    assert run.interrupted


def test_without_time_there_is_a_plan_all_the_same() -> None:
    plan, run = searched(grid(5), MaxTime(0), threads=2)
    assert len(plan.unserved) == 0
    assert run.iterations == 0


def test_nothing_to_serve_is_a_plan_without_routes() -> None:
    nothing = np.zeros((0, 2))
    fleet = new_fleet(
        np.zeros(0),
        nothing.astype(np.int64),
        nothing,
        np.zeros((1, 1)),
        [FleetVehicle()],
        [FleetFacility(0)],
    )
    plan, _ = searched(fleet, MaxIterations(10))
    assert (plan.cost, len(plan.arcs), len(plan.ends)) == (0, 0, 0)


@settings(max_examples=40)
@given(towns(max_services=4))
def test_tiny_problems_are_solved_and_what_is_left_out_is_named(town: Town) -> None:
    plan, _ = searched(town.fleet, MaxIterations(3_000), threads=2)
    arcs, ends, kinds, unserved = drawn(plan)
    assert plan.cost + plan.penalty == pytest.approx(town.best_plan(), rel=1e-9, abs=1e-9)
    assert plan.cost + plan.penalty == pytest.approx(town.drive_all(arcs, ends, kinds), abs=1e-6)
    served = [arc >> 1 for arc in arcs if arc < 2 * len(town.q)]
    assert sorted([*served, *unserved]) == list(range(len(town.q)))


@settings(max_examples=40)
@given(towns(max_services=3))
def test_the_longest_route_counts_before_the_cost(town: Town) -> None:
    vehicles = tuple(v._replace(available=min(v.available, 2)) for v in town.vehicles)
    town = town._replace(vehicles=vehicles)
    plan, _ = searched(town.as_fleet(balance=True), MaxIterations(3_000))
    arcs, ends, kinds, _ = drawn(plan)
    driven = [
        town.driven(arcs[before:end], kind)
        for (before, end), kind in zip(pairwise([0, *ends]), kinds, strict=True)
    ]
    assert plan.longest == pytest.approx(max((time for _, time in driven), default=0.0))
    assert plan.cost == pytest.approx(sum(cost for cost, _ in driven))
    first, cost = town.best_balance()
    assert plan.penalty + plan.longest == pytest.approx(first, rel=1e-9, abs=1e-9)
    assert plan.cost == pytest.approx(cost, rel=1e-9, abs=1e-9)
