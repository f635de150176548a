"""The default: a search that kicks and mends the tour, in every thread at once.

A dozen edges are solved by looking at every set of them, and cases with a closed form are closed
at once. Otherwise it starts from the greedy construction, on some hundred edges from the tour of
the trained policy if that is better, or from the tour it was given, and improves it by iterated
local search: `search_whole` on tours of up to some thousand edges, `search_windows` on longer
ones. Where a tour is longer than a move reaches, moves go to near edges as well, wherever these
are driven. On more than 400 edges tours may become dearer on the way to better ones; a heavy
vehicle also starts from a short tour, and some of its kicks take near edges out and put each
back. Beside it `proving` raises the bound, until it meets the tour.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from arcload.engine.context import Context
from arcload.engine.distances import matrix_bytes
from arcload.engine.fleet_context import FleetContext
from arcload.engine.stop import MaxIterations, MaxTime, Stop
from arcload.model.certificate import Certificate
from arcload.model.errors import InputError
from arcload.model.types import IntArray
from arcload.proofs.tiny import MOST_EDGES, is_tiny, tiny_optimum
from arcload.solving.methods import greedy

if TYPE_CHECKING:
    from arcload.engine.kernels.sequence import Space

_MAY_BE_0 = ("neighbours", "nearby", "nearby_of_few", "reinserted")


@dataclass(frozen=True)
class Parameters:
    """What can be set.

    Parameters
    ----------
    window
        How many positions to either side a mending move may reach.
    longest
        Longest piece of a kick; twice as much on more than `few` edges.
    patience
        Iterations an edge without improvement after which a chain starts again.
    few
        Up to how many edges a move may reach every place within the window, and, where a tour is
        longer than that, the nearest edges wherever these are driven.
    whole
        Up to how many edges every thread searches the whole tour.
    near_window
        On more than `few` edges: positions to either side within reach of a move.
    neighbours
        Nearest edges within reach of a move, unless the window reaches the whole tour.
    reinserted
        Per cent of a heavy vehicle's kicks there that take near edges out and put each
        back where it costs least.
    nearby, nearby_of_few
        Per cent of the other kicks there that are cut at near edges, wherever these are driven; and
        on fewer edges, unless the window reaches the whole tour.
    stretch, steps
        Positions in a stretch of a tour that threads share, and iterations spent on it at a time.
    """

    window: int = 60
    longest: int = 50
    patience: int = 4
    few: int = 400
    whole: int = 5000
    near_window: int = 25
    neighbours: int = 10
    reinserted: int = 30
    nearby: int = 50
    nearby_of_few: int = 20
    stretch: int = 1000
    steps: int = 500

    def __post_init__(self) -> None:
        for field in fields(self):
            value, least = getattr(self, field.name), 0 if field.name in _MAY_BE_0 else 2
            if not isinstance(value, int) or value < least:
                raise InputError(f"{field.name} is {value!r}; it must be {least} or more")


DEFAULT = Parameters()

MOST_SERVICES = 12
"""Up to which a fleet's plan is found by looking at every set of streets."""

_TO_EXPLAIN = 1000  # iterations where there is no plan, to find how much is left out
_ASKED = range(250, 1001)  # edges on which the policy's tour is worth its time and its memory
_POLICY = 225  # bytes that it takes for each edge squared
_SHARE = 1.5e-5  # seconds of search for each edge squared, of which the policy takes a tenth


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Improve the best tour until the context says stop."""
    if is_tiny(context.problem):
        optimum = tiny_optimum(context.problem)
        context.offer(optimum)
        if context.prove and context.best is not None:
            context.raise_bound(optimum.cost, Certificate("subsets", optimum.cost))
    else:
        _search(context, parameters)


def run_fleet(context: FleetContext) -> None:
    """Improve the best plan of a fleet until the context says stop.

    A dozen streets are solved by looking at every set of them.
    """
    from arcload.engine.search.fleets import search_fleet
    from arcload.proofs.beside import proving

    run = context
    if _is_small(context):
        if _offer_optimum(context):
            return
        if not context.problem.instance.allow_unserved:
            run = context.within(MaxIterations(_TO_EXPLAIN), prove=False)
    with proving(run):
        search_fleet(run, context.problem.fleet, context.best)


def _is_small(context: FleetContext) -> bool:
    """Return whether a fleet is small enough to look at every set of its streets."""
    from arcload.model.fleet_problem import FleetProblem
    from arcload.proofs.fleets.small_fleets import is_small

    instance = context.problem.instance
    if context.problem.size > MOST_SERVICES or instance.objective != "cost":
        return False
    problem = FleetProblem.of(instance)
    return is_small(problem) and not problem.relaxed


def _offer_optimum(context: FleetContext) -> bool:
    """Offer the best plan of a small fleet; return whether there is any that serves all."""
    from arcload.model.fleet_problem import FleetProblem
    from arcload.proofs.fleets.fleet_legs import turn_ways
    from arcload.proofs.fleets.small_fleets import small_optimum

    instance = context.problem.instance
    turns = None
    if instance.has_turns:
        turns = [turn_ways(instance, vehicle) for vehicle in instance.vehicles]
    optimum = small_optimum(FleetProblem.of(instance), turns)
    if optimum is None:
        return False
    context.offer_plan(optimum.plan(instance))
    if context.prove and context.best is not None:
        context.raise_bound(context.best.cost, Certificate("subsets", context.best.cost))
    return True


def warm_up_fleet(size: int) -> None:
    """Compile the kernels that fleets need."""
    from arcload.engine.search.fleets import warm_up as warm_up_kernels
    from arcload.proofs.warming import start_compiling

    if size > MOST_SERVICES:
        start_compiling(fleets=True)
    warm_up_kernels(size)


def _search(context: Context, parameters: Parameters) -> None:
    from arcload.engine.kernels.sequence import search_space
    from arcload.engine.search.chains import search_whole
    from arcload.engine.search.closed_form import euler_tour
    from arcload.proofs.beside import proving
    from arcload.solving.short_start import short_start

    closed = None if context.problem.instance.has_turns else euler_tour(context.problem)
    if closed is not None:
        context.offer(closed)
    greedy.build(context)
    if context.problem.size < 2 or context.should_stop():
        return
    space = search_space(context.problem, context.pause)
    with proving(context):
        if _asks_policy(context):
            _ask_policy(context)
        if context.problem.size <= parameters.few:
            is_within = context.problem.size <= 2 * parameters.window
            search_whole(
                context,
                space,
                window=parameters.window,
                neighbours=0 if is_within else parameters.neighbours,
                longest=parameters.longest,
                nearby=0 if is_within else parameters.nearby_of_few,
                patience=parameters.patience,
            )
        else:
            with short_start(context) as elsewhere:
                search_long(context, space, parameters, elsewhere)


def search_long(
    context: Context,
    space: "Space",
    parameters: Parameters,
    elsewhere: Callable[[], IntArray | None],
) -> None:
    """Search a tour of many edges, with moves and kicks between near ones.

    Parameters
    ----------
    context
        The run; it has a tour already.
    space
        The problem.
    parameters
        What is set.
    elsewhere
        As `search_whole` takes it.
    """
    from arcload.engine.search.chains import search_whole
    from arcload.engine.search.windows import search_windows
    from arcload.solving.short_start import is_heavy

    reinserted = parameters.reinserted if is_heavy(context.problem) else 0
    if context.problem.size <= parameters.whole:
        search_whole(
            context,
            space,
            window=parameters.near_window,
            neighbours=parameters.neighbours,
            longest=2 * parameters.longest,
            nearby=parameters.nearby,
            reinserted=reinserted,
            patience=parameters.patience,
            warm=True,
            elsewhere=elsewhere,
        )
    else:
        search_windows(
            context,
            space,
            window=parameters.near_window,
            neighbours=parameters.neighbours,
            longest=2 * parameters.longest,
            nearby=parameters.nearby,
            reinserted=reinserted,
            stretch=min(parameters.stretch, 1 + context.problem.size // context.threads),
            steps=parameters.steps,
            elsewhere=elsewhere,
        )


def _asks_policy(context: Context) -> bool:
    """Return whether to start from the policy's tour: it must take no more than a tenth."""
    limit, size = context.max_seconds, context.problem.size
    return size in _ASKED and (limit is None or limit > _SHARE * size**2)


def _ask_policy(context: Context) -> None:
    """Offer the greedy tour of the trained policy."""
    from arcload.neural.serve.serving import build_tours, load_policy

    def offer(orders: IntArray) -> None:
        context.offer_order(orders[0])

    problem = context.problem.without_turns  # which the policy learnt
    build_tours(load_policy("default"), problem, offer, rng=context.rng)


def memory(nodes: int, size: int) -> int:
    """Return the bytes taken beside the problem: two matrices of distances, and the policy's."""
    search = 2 * matrix_bytes(nodes)
    return search + _POLICY * size**2 if size in _ASKED else search


def default_limits(size: int) -> tuple[Stop, ...]:
    """Return when to stop where nothing is said.

    After 2 s for 20 edges to 60 s for 600; a proof mostly ends it sooner.
    """
    return (MaxTime(min(60.0, max(2.0, size / 10))),)


def warm_up(size: int) -> None:
    """Compile the kernels that a problem of this size needs, on a tour of two edges."""
    if size > MOST_EDGES:
        from arcload.proofs.warming import start_compiling

        start_compiling()
        warm_up_search(size)
    if size >= _ASKED.start:
        from arcload.neural.serve.serving import warm_up as warm_up_policy

        warm_up_policy()


def warm_up_search(size: int) -> None:
    """Compile the kernels of the search alone."""
    import numpy as np

    from arcload.engine.kernels.chain import new_chain, redirect, run_chain
    from arcload.engine.kernels.descent import debugging, descend, wake_all
    from arcload.engine.kernels.joining import take_over
    from arcload.engine.kernels.sequence import Space, set_tour

    greedy.warm_up(size)
    line = np.ones((4, 4))
    space = Space(
        W=1.0,
        q=np.ones(2),
        entry=np.array([[0, 1], [1, 0]]),
        length=np.ones((2, 2)),
        D=line,
        DT=line,
        from_start=np.zeros(2),
        home=np.zeros(2),
        start=2,
        end=3,
    )
    chain = new_chain(space, np.arange(2), np.zeros(2, dtype=np.int64), 1)
    near = np.zeros((2, 1), dtype=np.int64)
    ended = np.zeros(1, dtype=np.bool_)
    run_chain(ended, 3, 2, near, 2, 50, 50, 1, 0.0, debugging(), chain, space)
    if size > DEFAULT.few:
        set_tour(chain.best_order, chain.best_sides, chain.work, space)
        wake_all(chain.work)
        descend(chain.costs[0], 2, near, 3, np.inf, ended, debugging(), chain.work, space)
        redirect(chain.costs[0], chain.work, space)
        best = (chain.best_order, chain.best_sides)
        take_over(*best, *best, chain.kept_order, chain.kept_sides)
