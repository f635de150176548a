"""What one search is asked to do."""

import math
import os
import time as clock
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from arcload.engine.context import Context
from arcload.engine.distances import count_rows, has_distances, matrix_bytes
from arcload.engine.events import GETTING_STARTED, SEARCHING
from arcload.engine.fleet_context import FleetContext
from arcload.engine.kernel_fleet import KernelFleet, fleet_bytes
from arcload.engine.kernel_notes import kernel_notes
from arcload.engine.memory import MARGIN, available_memory, require_memory
from arcload.engine.problem import Problem, problem_bytes
from arcload.engine.record import Record
from arcload.engine.run import DEFAULT_MEMORY, OverError
from arcload.engine.solution import Solution
from arcload.engine.stop import (
    AnyOf,
    MaxIterations,
    MaxTime,
    NoImprovement,
    ProvenGap,
    Stop,
    TargetCost,
    ends_by_itself,
    max_seconds,
)
from arcload.model.arguments import checked_number, checked_whole, require
from arcload.model.certificate import Certificate
from arcload.model.errors import CallbackError, NoTourError, counted
from arcload.model.instance import Instance
from arcload.model.network import nodes_that_matter
from arcload.model.notes import Note
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.tour import as_tour
from arcload.solving.checked_result import checked_result
from arcload.solving.fleets import require_fleets, require_routes, search_plan
from arcload.solving.guarded_stop import GuardedStop
from arcload.solving.methods.registry import Choice, Method, load_method
from arcload.solving.no_tour import no_tour

DEFAULT_METHOD = "auto"
_MOST_PER_CORE = 8  # threads, of which each takes some milliseconds to hear that time is up


class Job:
    """The arguments of `solve`, checked, and the work that they ask for.

    Parameters
    ----------
    instance, method, stop, time, iterations, no_improvement, target, gap, seed, threads, bound,
    memory, parameters, warm_start
        As in `solve`.
    """

    def __init__(
        self,
        instance: Instance,
        method: Choice = DEFAULT_METHOD,
        *,
        stop: Stop | None = None,
        time: float | None = None,
        iterations: int | None = None,
        no_improvement: int | None = None,
        target: float | None = None,
        gap: float | None = None,
        seed: int = 1,
        threads: int | None = None,
        bound: bool = True,
        memory: float = DEFAULT_MEMORY,
        parameters: Mapping[str, Any] | None = None,
        warm_start: Plan | Result | None = None,
    ) -> None:
        self._began = clock.perf_counter()
        require(instance, "instance", Instance)
        if warm_start is not None:
            require(warm_start, "warm start", Plan, Result)
        self.instance, self.warm_start = instance, warm_start
        self._asked = _cores() if threads is None else checked_whole(threads, "threads", 1)
        self.seed = checked_whole(seed, "the seed", 0)
        self.memory = checked_number(memory, "memory", 0, math.inf)
        self.bound = bound
        self.method = load_method(method)
        self.parameters = {} if parameters is None else parameters
        self.settings = self.method.settings(self.parameters)
        if instance.is_fleet:
            require_fleets(self.method, self.parameters)
        self.stop = _stop(stop, time, iterations, no_improvement, target, gap)
        if not ends_by_itself(self.stop):
            self.stop = AnyOf(self.stop, *self.method.default_limits(len(instance.served)))
        self.threads = self._asked
        if max_seconds(self.stop) is not None:  # else the tour may depend on the threads alone
            self.threads = min(self._asked, _MOST_PER_CORE * _cores())
        self._guard = GuardedStop(self.stop)

    def prepare(self, record: Record) -> Context | FleetContext:
        """Make ready what the search needs: memory, distances, compiled kernels.

        Raises
        ------
        NoTourError
            If the user ends it before that.
        """
        record.enter(GETTING_STARTED)
        memory = min(self.memory, _require_memory(self.instance, self.method))
        self._require_going_on(record)
        rng = np.random.default_rng(self.seed)
        others = (self._guard.criteria, rng, self.threads, self.bound, memory, record)
        context: Context | FleetContext
        if self.instance.is_fleet:
            context = FleetContext(KernelFleet.of(self.instance, self.threads), *others)
            require_routes(context.problem, self.threads)
            warm_up = self.method.warm_up_fleet
        else:
            context = Context(Problem.of(self.instance, self.threads), *others)
            warm_up = self.method.warm_up
        self._require_going_on(record)
        if context.problem.size:
            warm_up(context.problem.size)
        self._require_going_on(record)
        return context

    def run(self, context: Context | FleetContext) -> Result:
        """Search, and return the best plan, checked."""
        startup_seconds = clock.perf_counter() - self._began
        context.record.begin()
        context.enter(SEARCHING)
        with suppress(OverError):
            if isinstance(context, FleetContext):
                search_plan(context, self.method, self.settings, self.warm_start)
            else:
                self._search_tour(context)
        error = self._guard.error
        if isinstance(context, Context) and self._has_no_tour(context):
            raise no_tour(context.problem)
        if error is None:
            return self._result(context, startup_seconds)
        result = None if context.best is None else self._result(context, startup_seconds)
        raise CallbackError.of("the stopping criterion", error, result) from error

    def _has_no_tour(self, context: Context) -> bool:
        """Return whether turn rules are why there is no tour."""
        stopped = context.interrupted or self._guard.error is not None
        return context.best is None and self.instance.has_turns and not stopped

    def _search_tour(self, context: Context) -> None:
        _set_out(context)
        if context.problem.size > 0:
            if self.warm_start is not None:
                _start_from(self.warm_start, context)
            self.method.run(context, **self.settings)

    def _result(self, context: Context | FleetContext, startup_seconds: float) -> Result:
        return checked_result(
            context,
            self.method.name,
            seconds=context.seconds,
            startup_seconds=startup_seconds,
            seed=self.seed,
            threads=self.threads,
            parameters=dict(self.parameters),
            notes=(*self._fewer_threads(), *_nothing_to_serve(self.instance), *kernel_notes()),
        )

    def _fewer_threads(self) -> tuple[Note, ...]:
        """Return the note on threads that were asked for and would hold up the clock."""
        if self.threads == self._asked:
            return ()
        here = f"{self.threads} are used on {counted(_cores(), 'core')}"
        return (Note(f"of {self._asked:,} threads {here}, so that the time limit is kept"),)

    def _require_going_on(self, record: Record) -> None:
        if record.interrupted:
            raise NoTourError(f"{self.method.name} was stopped before its search began")


def _stop(
    stop: Stop | None,
    time: float | None,
    iterations: int | None,
    no_improvement: int | None,
    target: float | None,
    gap: float | None,
) -> AnyOf:
    kinds: tuple[tuple[Any, float | None], ...] = (
        (MaxTime, time),
        (MaxIterations, iterations),
        (NoImprovement, no_improvement),
        (TargetCost, target),
        (ProvenGap, gap),
    )
    limits = [kind(value) for kind, value in kinds if value is not None]
    return AnyOf(*limits) if stop is None else AnyOf(stop, *limits)


def _nothing_to_serve(instance: Instance) -> tuple[Note, ...]:
    """Return the note on an instance of which no street has a demand."""
    if len(instance.served):
        return ()
    streets = counted(len(instance.edges), "street")
    return (Note(f"nothing is to be served: none of {streets} has a demand above 0"),)


def _require_memory(instance: Instance, method: Method) -> float:
    """Refuse what does not fit into memory; return the bytes that are left for proofs."""
    (count, what), size = count_rows(instance), len(instance.served)
    if instance.is_fleet:
        needed = fleet_bytes(instance) + MARGIN
    else:
        needed = problem_bytes(instance.mode, count) + MARGIN + method.memory(count, size)
        if instance.has_turns:  # proofs take the problem without turns
            needed += problem_bytes(instance.mode, len(nodes_that_matter(instance)))
    if has_distances(instance):
        needed -= matrix_bytes(count)
    require_memory(
        needed,
        f"the distances between {count:,} {what} and the search on them",
        "split the network into districts, or use a machine with more memory",
    )
    return float(available_memory() - needed + MARGIN)


def _set_out(context: Context) -> None:
    """Give the run what is clear at once: the instant bound, and the tour that serves nothing."""
    from arcload.proofs.smith import smith_bound

    smith = smith_bound(context.problem.without_turns)
    certificate = Certificate("smith", smith.value, nodes=smith.nodes, potentials=smith.potentials)
    context.raise_bound(smith.value, certificate)
    if context.problem.size == 0:
        nothing = np.empty(0, dtype=np.int64)
        context.offer(Solution(context.problem.empty_cost, nothing, nothing))


def _start_from(given: Plan | Result, context: Context) -> None:
    """Offer a tour that the user gave, its directions made the best."""
    problem = context.problem
    tour = as_tour(plan_of(given), problem.instance)
    edges = [problem.instance.edge_index(edge) for edge in tour.order]
    context.offer_order(problem.order_of(edges))


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
