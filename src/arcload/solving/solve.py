"""Solve an instance with one of the methods."""

import math
import os
import time as clock
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import numpy as np

from arcload._version import __version__
from arcload.engine.context import DEFAULT_MEMORY, Context, OverError
from arcload.engine.distances import has_distances, matrix_bytes
from arcload.engine.interrupts import interrupts
from arcload.engine.memory import MARGIN, available_memory, require_memory
from arcload.engine.problem import Problem, problem_bytes
from arcload.engine.solution import Solution
from arcload.engine.stop import (
    AnyOf,
    MaxIterations,
    MaxTime,
    NoImprovement,
    Progress,
    ProvenGap,
    Stop,
    TargetCost,
)
from arcload.model.arguments import checked_number, checked_whole, require, shown
from arcload.model.certificate import Certificate
from arcload.model.checker import check
from arcload.model.errors import CheckError, InputError, NoTourError, did_you_mean
from arcload.model.instance import FREE, Instance
from arcload.model.network import nodes_that_matter
from arcload.model.result import Result, Status
from arcload.model.tour import Tour
from arcload.solving.methods.registry import Method, load_method

DEFAULT_METHOD = "auto"


def solve(
    instance: Instance,
    method: str = DEFAULT_METHOD,
    *,
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
    warm_start: Tour | Result | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Find a cheap tour.

    Ctrl-C or SIGTERM ends the search and returns the best tour so far; a second one ends at once.

    Parameters
    ----------
    instance
        What to solve.
    method
        Name of the method; ``arcload methods`` lists them.
    time
        Seconds of search; preparing it (distances, compilation) is not counted.
    iterations
        Most iterations, as the method counts them.
    no_improvement
        Iterations without a better tour after which to stop.
    target
        Cost at which to stop.
    gap
        Proven gap at which to stop, 0.01 for one per cent.
    seed
        Seed of the random generator: the same seed, threads and iterations give the same tour.
    threads
        How many threads to use; by default all cores.
    bound
        Whether ``auto`` spends part of its time on proving how good the tour is.
    memory
        Bytes that proofs may take.
    parameters
        Parameters of the method by name, such as ``{"k_max": 200}`` for ``"ea"``.
    warm_start
        A tour to start from; the result is never worse.
    on_progress
        Called with a `Progress` at each improvement, and some times a second in between.

    Raises
    ------
    NoTourError
        If it was stopped before it had any tour.
    """
    require(instance, "instance", Instance)
    if warm_start is not None:
        require(warm_start, "warm start", Tour, Result)
    if on_progress is not None and not callable(on_progress):
        raise InputError(f"on_progress is {shown(on_progress)}; it must be a function")
    threads = _cores() if threads is None else checked_whole(threads, "threads", 1)
    seed = checked_whole(seed, "the seed", 0)
    memory = checked_number(memory, "memory", 0, math.inf)
    began = clock.perf_counter()
    chosen = load_method(method)
    settings = _parameters(chosen, method, {} if parameters is None else parameters)
    limits = _limits(time, iterations, no_improvement, target, gap)
    endless = time is None and iterations is None and no_improvement is None
    if endless and hasattr(chosen, "default_limits"):
        limits += chosen.default_limits(len(instance.served))
    memory = min(memory, _require_memory(instance, chosen))
    problem = Problem.of(instance, threads)
    rng = np.random.default_rng(seed)
    if problem.size:
        chosen.warm_up(problem.size)
    context = Context(
        problem,
        AnyOf(tuple(limits)),
        rng,
        threads,
        max_iterations=iterations,
        max_seconds=_seconds(limits),
        prove=bound,
        memory=memory,
        on_progress=on_progress,
    )
    startup_seconds = clock.perf_counter() - began
    with interrupts() as asked:  # until there is a result: a signal must not lose the tour
        with asked.stopping(context.interrupt), suppress(OverError):
            _set_out(context)
            if problem.size > 0:
                if warm_start is not None:
                    _start_from(warm_start, context)
                chosen.run(context, **settings)
        return _result(
            context,
            method,
            seconds=context.seconds,
            startup_seconds=startup_seconds,
            seed=seed,
            threads=threads,
            parameters=dict(parameters or {}),
        )


def _result(context: Context, method: str, **others: Any) -> Result:
    """Return the best tour of a run, checked."""
    problem = context.problem
    if context.best is None:
        raise NoTourError(f"{method} was stopped before it had a tour; give it more time")
    if problem.size <= 1:  # the direction program has tried both directions
        context.raise_bound(context.best.cost, Certificate("subsets", context.best.cost))
    cost, order, sides = context.best
    tour = problem.tour(order, sides)
    if not math.isclose(tour.cost, cost, rel_tol=1e-9, abs_tol=1e-9 * tour.length):
        raise CheckError(f"{method} states cost {cost!r}; its tour's is {tour.cost!r}")
    _settle(context, tour.cost)
    result = Result.of(
        tour,
        method=method,
        lower_bound=context.lower_bound,
        status=_status(context),
        iterations=context.iterations,
        version=__version__,
        settings=_settings(problem.instance),
        history=tuple(context.history),
        bound_history=tuple(context.bound_history),
        certificate=context.certificate,
        **others,
    )
    check(problem.instance, result)
    return result


def _require_memory(instance: Instance, chosen: Method) -> float:
    """Refuse what does not fit into memory; return the bytes that are left for proofs."""
    count, size = len(nodes_that_matter(instance)), len(instance.served)
    needed = problem_bytes(instance.mode, count) + MARGIN
    if hasattr(chosen, "memory"):
        needed += chosen.memory(count, size)
    if has_distances(instance):
        needed -= matrix_bytes(count)
    require_memory(
        needed,
        f"the distances between {count:,} nodes and the search on them",
        "split the network into districts, or use a machine with more memory",
    )
    return float(available_memory() - needed + MARGIN)


def _parameters(chosen: Method, method: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keyword for `run` that holds the method's parameters, if any are given."""
    if not isinstance(given, Mapping):
        raise InputError(f"parameters is {shown(given)}; give names and values: {{'k_max': 200}}")
    if not given:
        return {}
    kind: Any = getattr(chosen, "Parameters", None)
    known = [field.name for field in fields(kind)] if kind is not None else []
    for name in given:
        if name not in known:
            raise InputError(
                f"{method} has no parameter {name!r}{did_you_mean(name, known)}; "
                f"it has {', '.join(known) or 'none'}"
            )
    return {"parameters": kind(**given)}


def _set_out(context: Context) -> None:
    """Give the run what is known at once: the instant bound, and the tour that serves nothing."""
    from arcload.proofs.smith import smith_bound

    known = smith_bound(context.problem)
    certificate = Certificate("smith", known.value, nodes=known.nodes, potentials=known.potentials)
    context.raise_bound(known.value, certificate)
    if context.problem.size == 0:
        nothing = np.empty(0, dtype=np.int64)
        context.offer(Solution(context.problem.empty_cost, nothing, nothing))


def _limits(
    time: float | None,
    iterations: int | None,
    no_improvement: int | None,
    target: float | None,
    gap: float | None,
) -> list[Stop]:
    kinds: tuple[tuple[Callable[..., Stop], float | None], ...] = (
        (MaxTime, time),
        (MaxIterations, iterations),
        (NoImprovement, no_improvement),
        (TargetCost, target),
        (ProvenGap, gap),
    )
    return [kind(value) for kind, value in kinds if value is not None]


def _seconds(limits: list[Stop]) -> float | None:
    """Return after how many seconds the limits end a run, None if they do not."""
    return min((limit.seconds for limit in limits if isinstance(limit, MaxTime)), default=None)


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_from(given: Tour | Result, context: Context) -> None:
    """Offer a tour that the user gave, its directions made the best."""
    problem = context.problem
    tour = Tour(problem.instance, given.order, given.directions)
    edges = [problem.instance.edge_index(edge) for edge in tour.order]
    context.offer_order(problem.order_of(edges))


def _settle(context: Context, cost: float) -> None:
    """Put the tour's own cost in place of the kernels', which rounding may have changed."""
    assert context.best is not None
    context.best = context.best._replace(cost=cost)
    context.history[:] = [(s, i, max(cost, best)) for s, i, best in context.history[:-1]] + [
        (*context.history[-1][:2], cost)
    ]
    certificate = context.certificate
    if certificate is not None and certificate.bound > cost:
        context.certificate = replace(certificate, bound=cost)
        context.lower_bound = cost
        context.bound_history[:] = [(s, min(cost, bound)) for s, bound in context.bound_history]


def _status(context: Context) -> Status:
    if context.proven():
        return "optimal"
    return "interrupted" if context.interrupted else "feasible"


def _settings(instance: Instance) -> dict[str, Any]:
    return {
        "curb_weight": instance.curb_weight,
        "start": None if instance.start is FREE else instance.start,
        "end": None if instance.end is FREE else instance.end,
        "mode": instance.mode,
        **({} if instance.keep == "all" else {"keep": instance.keep}),
    }
