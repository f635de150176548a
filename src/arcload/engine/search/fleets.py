"""Ruin and recreate in every thread at once, for a fleet."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.descent import debugging
from arcload.engine.kernels.fleet import (
    MOST_NEAR,
    NO_BALANCE,
    Fleet,
    FleetFacility,
    FleetVehicle,
    new_fleet,
)
from arcload.engine.kernels.fleet_search import (
    COST,
    LONGEST,
    PENALTY,
    FleetSearch,
    new_search,
    start_from,
)
from arcload.engine.kernels.ruin_recreate import run_search
from arcload.engine.run import Run
from arcload.engine.search.annealing import anneal, weigh
from arcload.engine.search.best_plan import best_of
from arcload.engine.search.cooling import Cooling
from arcload.engine.search.districts import search_districts
from arcload.engine.search.fleet_start import start_from_scan
from arcload.engine.search.listening import listening_threads
from arcload.engine.search.single_trips import dealt_out, single_trips, taken_apart
from arcload.engine.search.trip_search import search_trips, warm_up_trips
from arcload.model.types import BoolArray

HOT, COLD = 0.3, 0.003
"""First and last temperature, as a share of the mean cost per service."""

WARM = 0.03
"""First temperature where a plan is given."""

FEW = 200
"""Most services where short annealings come first; with more of them chance evens out."""

_SHORT = 800  # iterations per service of each
_WORK = 500_000  # a round is about as many services times iterations in each chain
_STEPS = 50, 5_000  # fewest and most iterations of a round
_CYCLE = 5_000  # iterations per service of the first annealing, where the run has no end


def search_fleet(
    run: Run[Any, FleetSolution], whole: Fleet, start: FleetSolution | None = None
) -> None:
    """Look for the best plan until the run says stop, and offer each that is better.

    Every thread has a chain of its own. They cool down over the whole run: by the clock where it
    ends the run, by iterations where they do, and again and again where neither does, each time
    for twice as long. Some times they all go on from the best plan. Where there are few services
    and the run has an end, short annealings come first, each from new plans. Where there are many,
    the threads work on districts of one plan instead. The result depends on the seed, the number
    of threads and that of iterations alone, unless the clock ends the run.

    Parameters
    ----------
    run
        The run.
    whole
        The problem.
    start
        A plan to start from, which keeps all limits; one is made unless given.
    """
    fleet = single_trips(whole) or whole
    if fleet is not whole and start is not None:
        start = taken_apart(start, fleet)
    m, tiny = len(fleet.q), np.finfo(np.float64).tiny
    if m == 0:
        nothing = np.zeros(0, dtype=np.int64)
        run.offer(FleetSolution(0.0, nothing, nothing, nothing, nothing))
        return

    def offer(plan: FleetSolution) -> None:
        run.offer(plan if fleet is whole else dealt_out(plan, whole))

    def seeds() -> list[int]:
        return [int(seed) for seed in run.rng.integers(1, 2**62, run.threads)]

    with listening_threads(run) as call:

        def begun() -> list[FleetSearch]:
            chains = [new_search(fleet, seed) for seed in seeds()]
            call(_begin, [(chain, fleet, start) for chain in chains])
            return chains

        chains = begun()
        best = best_of(_best(chains), fleet)
        offer(best)
        mean = best.cost / m
        hot = HOT if start is None else WARM
        short = _SHORT * m * run.threads if start is None and m <= FEW else None
        cooling = Cooling(run, _CYCLE * m * run.threads, short)

        def temperature() -> float:
            return float(max(mean * hot * (COLD / hot) ** cooling.share, tiny))

        def better(plan: FleetSolution) -> FleetSolution:
            return search_trips(plan, fleet, seeds(), call)

        many = m > MOST_NEAR and len(best.ends) >= 2 * run.threads
        if many and run.threads > 1 and fleet.balance == NO_BALANCE:
            search_districts(run, fleet, best, temperature, call, offer, better, cooling.meets)
        steps = int(np.clip(_WORK // m, *_STEPS))
        while not run.should_stop():
            heat, shares = temperature(), run.share(steps, len(chains))
            pairs = zip(shares, chains, strict=True)
            call(anneal, [(count, heat, chain, fleet) for count, chain in pairs])
            if _rank(_best(chains)) < best.rank:
                best = best_of(_best(chains), fleet)
                offer(best)
            if cooling.meets():
                best = better(best)
                offer(best)
                if cooling.starts_again:
                    chains = begun()
                    continue
                for chain in chains:
                    start_from(best.arcs, best.ends, best.kinds, chain, fleet)


def warm_up(size: int) -> None:
    """Compile the kernels that a problem of this size needs, on two services."""
    line = np.zeros((2, 2))
    facility, entry = FleetFacility(0), np.array([[0, 1], [1, 0]])
    fleet = new_fleet(np.ones(2), entry, np.ones((2, 2)), line, [FleetVehicle()], [facility])
    search, ended = new_search(fleet, 1), np.zeros(1, dtype=np.bool_)
    run_search(2, 1.0, 1.0, ended, debugging(), search, fleet)
    best = best_of(search, fleet)
    start_from(best.arcs, best.ends, best.kinds, search, fleet)
    warm_up_trips(fleet)
    if size > MOST_NEAR:
        start_from_scan(search, fleet)


def _begin(ended: BoolArray, chain: FleetSearch, fleet: Fleet, start: FleetSolution | None) -> None:
    if start is None:
        run_search(1, 1.0, 1.0, np.zeros_like(ended), debugging(), chain, fleet)
        if len(fleet.q) > MOST_NEAR:
            start_from_scan(chain, fleet)
    else:
        start_from(start.arcs, start.ends, start.kinds, chain, fleet)
    weigh(chain, fleet)


def _best(chains: Sequence[FleetSearch]) -> FleetSearch:
    return min(chains, key=_rank)


def _rank(chain: FleetSearch) -> tuple[float, ...]:
    return tuple(chain.best[[PENALTY, LONGEST, COST]].tolist())
