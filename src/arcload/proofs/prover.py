"""Proves how good the best tour of a run is, as well as time and memory allow."""

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import numpy as np

from arcload.engine.context import Context
from arcload.engine.pool import Pool
from arcload.model.certificate import Certificate, Kind
from arcload.model.network import nodes_that_matter
from arcload.model.types import FloatArray
from arcload.proofs.envelope.prove_ways import Ways, prove_ways
from arcload.proofs.label_setting import LabelSetting, width_for
from arcload.proofs.levels import choose_levels, fill_work
from arcload.proofs.relaxation import Relaxation, smith_multipliers
from arcload.proofs.subsets import Subsets, subsets_pay
from arcload.proofs.windows.cuts_of_ways import cuts_of_ways
from arcload.proofs.windows.tune_with_cuts import FIRST_STEP, tune_with_cuts

CLOSE = 5e-10
"""A proof shows that no tour is cheaper than the best by more than this, relatively."""

_ROOT_STEPS, _ROOT_STEP = 200, 0.2
_AGAIN_STEPS, _AGAIN_STEP = 40, 0.05  # after steps were deleted
_STUCK_STEPS, _STUCK = 50, 0.005  # steps in which the gap should fall by this share
_FEWEST_LEVELS = 10  # an edge, on the average, for rounding to be worth while
_FEWEST_FOR_CUTS = 61  # edges; fewer are proven sooner without window cuts
_MOST_WITHOUT_CUTS = 150  # edges up to which label setting is tried before window cuts
_STEP_AFTER_WAYS = 0.01  # of the ascent with window cuts that begins with prices of ways
_STUCK_CUTS, _STUCK_SHARE = 200, 0.05  # as above, with window cuts
_STRONG = 0.95  # of the sum of their multipliers, which the cuts have that are worth their time
_NARROWER = 30  # times, than other first passes, are those with window cuts
_WORTH = 0.25  # of the gap, which a pass without window cuts closes if the next is worth its time
_GROWTH, _GROWTH_WITH_CUTS = 8, 3  # times wider than the last is each pass
_BEAM = 300  # states of each level in the beam that may find a better tour first
_CLOSED_SOON = 75  # edges up to which label setting mostly ends the proof within seconds
_PIECE = 0.5  # seconds of a linear program after which a search goes on that takes turns with it
_POSTMAN_SHARE = 0.15  # of the time, for the least length
_MOST_NODES = 400  # up to which every shortest path is looked at


class _OverError(Exception):
    """The run is over while a proof is in the middle of something."""


class Effort(NamedTuple):
    """How far a proof goes before it gives up.

    Parameters
    ----------
    first, most
        States of all levels together in the first pass of the label setting, and in the last.
    patient
        Whether to go on when little comes of it.
    fill
        Steps, of some nanoseconds, that filling the labels of the relaxation may take.
    slow
        Whether to use least ways and window cuts, too, which may take minutes.
    """

    first: float
    most: float
    patient: bool
    fill: float = 1e10
    slow: bool = True


BRIEF = Effort(first=1.5e6, most=1.5e6, patient=False, fill=2e8, slow=False)
FAIR = Effort(first=3e6, most=math.inf, patient=False, fill=4e8)
THOROUGH = Effort(first=1e7, most=math.inf, patient=True)


def prove(
    context: Context,
    threads: int,
    effort: Effort,
    over: Callable[[], bool] = lambda: False,
) -> Iterator[None]:
    """Raise the context's bound until it meets the best tour, yielding after pieces of work.

    Whatever was proven stays when it is left alone. Where turns count, few edges are solved with
    them; the bound for more is that of the same problem without turn rules, which no tour is below.

    Parameters
    ----------
    context
        The run; it has a tour already.
    threads
        How many threads to use.
    effort
        How far to go.
    over
        Asked some times per second whether to end at once.
    """
    if subsets_pay(context.problem, context.memory):
        yield from _by_subsets(context)
        return
    ways = None
    if effort.slow and context.problem.size > _CLOSED_SOON:
        ways = yield from _by_ways(context, over)
    cuts_pay = effort.slow and context.problem.size >= _FEWEST_FOR_CUTS and _is_narrow(context)
    without_cuts = ways is None or context.problem.size <= _MOST_WITHOUT_CUTS
    if not cuts_pay and not without_cuts:
        return
    relaxation = relax(context, effort.fill)
    if relaxation is None:
        return
    with ending(relaxation, over):
        if without_cuts:
            yield from _without_cuts(context, relaxation, threads, effort, cuts_pay=cuts_pay)
        if cuts_pay and not context.proven():
            narrow = effort._replace(first=effort.first / _NARROWER)
            yield from tune_windows(context, relaxation, ways)
            yield from widen(context, relaxation, threads, narrow, growth=_GROWTH_WITH_CUTS)


def _is_narrow(context: Context) -> bool:
    """Return whether a problem has so few nodes that every shortest path is looked at."""
    return len(nodes_that_matter(context.problem.instance)) <= _MOST_NODES


def _without_cuts(
    context: Context, relaxation: Relaxation, threads: int, effort: Effort, *, cuts_pay: bool
) -> Iterator[None]:
    """Prove by the relaxation and label setting; leave off early where window cuts come next."""
    for steps, step in ((_ROOT_STEPS, _ROOT_STEP), (_AGAIN_STEPS, _AGAIN_STEP)):
        yield from tune_root(context, relaxation, steps, step)
        if not relaxation.deletions:
            relaxation.delete(cutoff_of(context))
            yield
    if not _is_narrow(context):
        return
    few = Effort(_BEAM * context.problem.size, _BEAM * context.problem.size, patient=False)
    yield from widen(context, relaxation, threads, few, beam=True)
    if cuts_pay and context.problem.size > _CLOSED_SOON:
        sooner = effort._replace(first=effort.first / _GROWTH)
        yield from widen(context, relaxation, threads, sooner, worth=_WORTH)
    else:
        yield from widen(context, relaxation, threads, effort)


@contextmanager
def ending(relaxation: Relaxation, over: Callable[[], bool]) -> Iterator[None]:
    """Let the work on a relaxation end in the midst of a piece when the run is over."""

    def pause() -> None:
        if over():
            raise _OverError

    relaxation.pause = pause
    with suppress(_OverError):
        yield


def cutoff_of(context: Context) -> float:
    """Return what a tour must cost less than to be worth finding."""
    assert context.best is not None
    return context.best.cost * (1 - CLOSE)


def relax(context: Context, most_work: float = THOROUGH.fill) -> Relaxation | None:
    """Return the problem's relaxation, None where it would take too much time or memory.

    It is one of the problem without turn rules.
    """
    problem = context.problem.without_turns
    levels = choose_levels(problem, most_work)
    nodes, steps = len(problem.arrays.D) + 1, int(np.isfinite(problem.arrays.length).sum())
    if (
        fill_work(levels.top, nodes, steps) > most_work
        or levels.top * (2 * 24 * nodes + steps) > context.memory / 2
        or (levels.top < _FEWEST_LEVELS * problem.size and not levels.exact(problem.arrays.q))
    ):
        return None
    return Relaxation(problem, levels, smith_multipliers(problem))


def tune_root(context: Context, relaxation: Relaxation, steps: int, step: float) -> Iterator[None]:
    """Tune the multipliers for the beginning of all tours, raising the context's bound."""
    gaps = []
    for bound in relaxation.tune(relaxation.root(), cutoff_of(context), steps, step):
        _raise(context, relaxation, "relaxation", bound, ((0, relaxation.best),))
        gaps.append(max(0.0, cutoff_of(context) - bound))
        yield
        if len(gaps) > _STUCK_STEPS and gaps[-1] > (1 - _STUCK) * gaps[-1 - _STUCK_STEPS]:
            break
    relaxation.settle()


def tune_windows(
    context: Context, relaxation: Relaxation, ways: Ways | None = None
) -> Iterator[None]:
    """Raise the context's bound by window cuts, and delete steps by the strong ones, which stay.

    Parameters
    ----------
    context
        The run.
    relaxation
        Tuned for the beginning of all tours; it is so again at the end.
    ways
        What to begin with; without, there are no cuts at first.
    """
    if context.proven():
        return
    if ways is not None:
        of_edge, of_node = np.split(relaxation.multipliers, [relaxation.problem.size])
        without, _ = relaxation.evaluate(relaxation.root())
        relaxation.take(*cuts_of_ways(ways, relaxation.problem, relaxation.levels.top))
    bound = -math.inf
    gaps: list[float] = []
    step = FIRST_STEP if ways is None else _STEP_AFTER_WAYS
    for bound in tune_with_cuts(relaxation, cutoff_of(context), step):
        _raise(context, relaxation, "relaxation", bound, ((0, relaxation.best),))
        gaps.append(max(0.0, cutoff_of(context) - bound))
        yield
        late = len(gaps) > _STUCK_CUTS
        if late and gaps[-1] > (1 - _STUCK_SHARE) * gaps[-1 - _STUCK_CUTS]:
            break
    relaxation.settle()
    if ways is not None and bound < without:
        relaxation.take(of_edge, of_node, {})
    relaxation.set_cuts([relaxation.cuts[number] for number in relaxation.strong_cuts(_STRONG)])
    yield from tune_root(context, relaxation, _AGAIN_STEPS, _AGAIN_STEP)
    relaxation.delete(cutoff_of(context))
    yield
    yield from tune_root(context, relaxation, _AGAIN_STEPS, _AGAIN_STEP)


def widen(
    context: Context,
    relaxation: Relaxation,
    threads: int,
    effort: Effort,
    *,
    growth: int = _GROWTH,
    beam: bool = False,
    count_passes: bool = False,
    worth: float = 0.0,
) -> Iterator[None]:
    """Run the label setting wider and wider: until nothing was left out, or no more fits.

    Parameters
    ----------
    context
        The run; better tours are offered to it and its bound is raised.
    relaxation
        Tuned for the beginning of all tours.
    threads
        How many threads to use.
    effort
        How far to go.
    growth
        How many times wider each pass is than the one before.
    beam
        As in `LabelSetting`.
    count_passes
        Whether a pass is an iteration of the run.
    worth
        Share of what a pass left open that the next must close for another one.
    """
    root, m = relaxation.multipliers, context.problem.size
    widest = min(width_for(context.memory, relaxation), effort.most / m)
    width = min(effort.first / m, widest)
    last = -math.inf
    with Pool(threads) as pool:
        while width >= 1:
            relaxation.reset(root)
            run = LabelSetting(relaxation, lambda: cutoff_of(context), int(width), beam)
            for _ in run.run(pool, threads):
                context.record.detail = f"{run.level} edges served, {run.count:,} states"
                yield
            context.record.detail = ""
            context.iterations += count_passes
            if run.order is not None:
                context.offer_order(run.order)
            _raise(context, relaxation, "labels", run.bound, tuple(run.stages))
            closed = run.bound - last
            stuck = not effort.patient and closed < _STUCK * (cutoff_of(context) - run.bound)
            stuck |= worth > 0 and closed < worth * (cutoff_of(context) - last)
            if not run.full or width >= widest or stuck:
                return
            last = run.bound
            width = min(growth * width, widest)


def _by_ways(context: Context, over: Callable[[], bool]) -> Generator[None, None, Ways]:
    """Prove by the least ways; a search that takes turns with it waits for no whole solve."""
    piece = first = math.inf
    if context.max_seconds is not None:
        piece = _PIECE if context.threads == 1 else math.inf
        first = _POSTMAN_SHARE * context.max_seconds
    return prove_ways(context, over, piece, first, for_relaxation=_is_narrow(context))


def _by_subsets(context: Context) -> Iterator[None]:
    subsets = Subsets(context.problem)
    yield from subsets.run()
    context.offer_order(subsets.order)
    assert context.best is not None
    context.raise_bound(context.best.cost, Certificate("subsets", context.best.cost))


def _raise(
    context: Context,
    relaxation: Relaxation,
    kind: Kind,
    bound: float,
    stages: tuple[tuple[int, FloatArray], ...],
) -> None:
    """Raise the context's bound; what is proven holds up to the cut-offs used on the way."""
    deletions = tuple(relaxation.deletions)
    bound = min([bound, cutoff_of(context), *(cutoff for cutoff, _ in deletions)])
    bound -= max(relaxation.rounding(multipliers) for _, multipliers in (*stages, *deletions))
    bound = max(0.0, bound)  # no tour costs less than nothing
    certificate = Certificate(
        kind,
        bound,
        levels=relaxation.levels.of_edge,
        deletions=deletions,
        stages=stages,
        windows=relaxation.cuts,
    )
    context.raise_bound(bound, certificate)
