"""Random tiny instances of every kind: no bound is above the optimum, and exact means exact.

``python -m tests.fuzz --count 20000`` is the long run; `tests/proofs/test_fuzz.py` makes a short
one. Instance i of seed s is always the same, so that a failure is found again with ``--first i
--count 1``. The optimum is that of `brute_force.optimum_of`, which shares no code with the package.
With every sixth instance comes one of `extremes`, whose figures differ as much as they can.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

import arcload
from arcload import Instance
from arcload.engine.context import Context
from arcload.engine.kernels.relaxation import least_loads
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.maps.formats import json_instance
from arcload.model.certificate import Certificate
from arcload.model.types import FloatArray, IntArray
from arcload.proofs import label_setting, levels, prover
from arcload.proofs.envelope import scale
from arcload.proofs.envelope.prove_ways import Ways, _Schedule, prove_ways
from arcload.proofs.label_setting import LabelSetting
from arcload.proofs.levels import Levels, choose_levels, rounded
from arcload.proofs.prover import CLOSE, Effort, prove
from arcload.proofs.relaxation import Relaxation, smith_multipliers
from arcload.proofs.smith import smith_bound
from arcload.proofs.subsets import Subsets
from arcload.proofs.verify import verify
from arcload.proofs.windows.cuts_of_ways import cuts_of_ways
from tests.brute_force import all_distances, cost_of, optimum_of
from tests.extremes import check_extreme
from tests.fuzzing import CheckFailedError, main
from tests.random_cuts import random_cuts
from tests.random_instances import Rng, random_instance

TOLERANCE = 1e-9
"""By which a bound may be above the optimum, relatively: more is a bug."""

EXTREME_EVERY = 6
"""With every so many instances comes one of `extremes`."""

_PLENTY = 100_000  # states, more than any tiny instance has
_BY_WAYS = ("envelope", "walk")  # kinds of certificates
_QUICK = 80  # levels up to which a certificate is soon verified


@dataclass
class Case:
    """A random instance and what is known of it."""

    instance: Instance
    rng: Rng
    problem: Problem = field(init=False)
    optimum: float = field(init=False)
    order: IntArray = field(init=False)
    """Edges of an optimal tour, from `check_subsets`."""
    sides: IntArray = field(init=False)

    def __post_init__(self) -> None:
        self.problem = Problem.of(self.instance)
        self.optimum = optimum_of(self.instance)

    def require_bound(self, bound: float, what: str, rounding: float = 0.0) -> None:
        """Refuse a bound above the optimum."""
        if not bound <= self.optimum * (1 + TOLERANCE) + rounding:
            raise AssertionError(f"{what}: bound {bound!r} is above {self.optimum!r}")

    def require_optimum(self, cost: float, what: str) -> None:
        """Refuse a cost that is not the optimum."""
        if not math.isclose(cost, self.optimum, rel_tol=TOLERANCE, abs_tol=0.0):
            raise AssertionError(f"{what}: {cost!r} is not {self.optimum!r}")

    def random_levels(self) -> Levels:
        """Return exact levels, or ones that are rounded, some of them very roughly."""
        q = self.problem.arrays.q
        few = int(self.rng.choice([0, 1, len(q), 10, 50]))
        if few == 0:
            with few_levels(self.rng):
                return choose_levels(self.problem)
        of_edge = rounded(q, few)
        return Levels(of_edge, least_loads(of_edge, q))

    def random_multipliers(self) -> FloatArray:
        """Return multipliers of about the size of the costs, those of nodes 0 or more."""
        size = self.optimum / len(self.problem.arrays.q) * 10 ** self.rng.uniform(-2, 1)
        of_edge = self.rng.standard_normal(self.problem.size)
        of_node = np.maximum(0.0, self.rng.standard_normal(len(self.problem.arrays.D)))
        return size * np.append(of_edge, of_node)

    def random_cutoff(self) -> float:
        """Return a cut-off a little or much above or below the optimum, or just that."""
        off = self.rng.choice([0.5, 1e-2, 1e-6, 2e-9, 0.0, -CLOSE, -1e-6, -1e-2, -0.5])
        return self.optimum * (1 + float(off))

    def random_relaxation(self) -> Relaxation:
        """Return a relaxation at its usual multipliers or random ones."""
        multipliers = smith_multipliers(self.problem)
        if self.rng.random() < 0.4:
            multipliers = self.random_multipliers()
        return Relaxation(self.problem, self.random_levels(), multipliers)


def check_smith(case: Case) -> None:
    """Check that the instant bound holds, and that its certificate is accepted."""
    known = smith_bound(case.problem)
    case.require_bound(known.value, "Smith")
    certificate = Certificate("smith", known.value, nodes=known.nodes, potentials=known.potentials)
    require_verified(case, certificate)


def check_subsets(case: Case) -> None:
    """Check that the program over subsets finds a tour of the least cost."""
    subsets = Subsets(case.problem)
    for _ in subsets.run():
        pass
    case.order, case.sides = subsets.order, subsets.sides
    tour = case.problem.tour(subsets.order, subsets.sides)
    cost = cost_of(case.instance, all_distances(case.instance), tour.order, tour.directions)
    case.require_optimum(cost, "subsets")


def check_relaxation(case: Case) -> None:
    """Check the relaxation at any multipliers, tuned, and after deletions at any cut-off."""
    relaxation = case.random_relaxation()
    cutoff = case.random_cutoff()
    last = -math.inf
    for bound in relaxation.tune(relaxation.root(), cutoff, 12, 0.3):
        case.require_bound(bound, "tuning", relaxation.rounding(relaxation.best))
        if bound < last:
            raise AssertionError("tuning yields a lower bound than before")
        last = bound
    relaxation.settle()
    if root_bound(relaxation) != last:
        raise AssertionError("settling does not give the best bound of tuning")
    lowest = math.inf
    for cutoff in (case.random_cutoff(), case.random_cutoff()):
        relaxation.delete(cutoff)
        lowest = min(lowest, cutoff)
        if lowest > case.optimum * (1 + 1.5e-9):
            require_alive(case, relaxation)
        for multipliers in (relaxation.multipliers, case.random_multipliers()):
            relaxation.reset(multipliers)
            bound = min(root_bound(relaxation), lowest)
            rounding = relaxation.rounding(multipliers)
            case.require_bound(bound, f"after deletions at {cutoff!r}", rounding)
    if lowest > case.optimum * 0.9:
        stages = ((0, relaxation.multipliers),)
        require_verified(case, _certificate(relaxation, "relaxation", bound, stages))


def check_windows(case: Case) -> None:
    """Check the relaxation with any window cuts at any multipliers of theirs."""
    relaxation = case.random_relaxation()
    take_random_cuts(case, relaxation)
    for bound in relaxation.tune(relaxation.root(), case.optimum, 6, 0.3):
        case.require_bound(bound, "window cuts", relaxation.rounding(relaxation.best))
    relaxation.settle()
    cutoff = case.random_cutoff()
    relaxation.delete(cutoff)
    if cutoff > case.optimum * (1 + 1.5e-9):
        require_alive(case, relaxation)
    rounding = relaxation.rounding(relaxation.multipliers)
    bound = min(root_bound(relaxation), cutoff)
    case.require_bound(bound, f"window cuts and a deletion at {cutoff!r}", rounding)
    if bound > 0.3 * case.optimum:
        stages = ((0, relaxation.multipliers),)
        require_verified(case, _certificate(relaxation, "relaxation", bound - rounding, stages))


def take_random_cuts(case: Case, relaxation: Relaxation) -> None:
    """Let a relaxation have some cuts, at any multipliers of theirs."""
    cuts = random_cuts(case.rng, case.problem, relaxation.levels.top, int(case.rng.integers(1, 9)))
    relaxation.set_cuts(cuts)
    size = case.optimum / case.problem.size * 10 ** case.rng.uniform(-2, 0.5)
    prices = size * np.maximum(0.0, case.rng.standard_normal(len(cuts)))
    relaxation.multipliers[len(relaxation.multipliers) - len(cuts) :] = prices


def root_bound(relaxation: Relaxation) -> float:
    """Return the bound of a relaxation at its multipliers as they are."""
    return next(relaxation.tune(relaxation.root(), math.inf, 1, 0.0))


def require_alive(case: Case, relaxation: Relaxation) -> None:
    """Refuse deletions of a step that an optimal tour takes."""
    grid = relaxation.grid
    level = relaxation.levels.top
    for e, side in zip(case.order, case.sides, strict=True):
        same = (grid.edge == e) & (grid.tail == case.problem.arrays.entry[e, side])
        same &= grid.length == case.problem.arrays.length[e, side]
        if not relaxation.alive[level, same].any():
            raise AssertionError(f"the optimal step over edge {e} at level {level} was deleted")
        level -= int(relaxation.levels.of_edge[e])


def check_labels(case: Case) -> None:
    """Check label setting at any width and cut-off, with cuts, and for any number of threads."""
    relaxation = case.random_relaxation()
    if case.rng.random() < 0.5:
        take_random_cuts(case, relaxation)
    for _ in relaxation.tune(relaxation.root(), case.optimum, int(case.rng.integers(1, 15)), 0.3):
        pass
    relaxation.settle()
    lowest = math.inf
    if case.rng.random() < 0.5:
        lowest = case.random_cutoff()
        relaxation.delete(lowest)
    root = relaxation.multipliers
    narrow = int(case.rng.choice([1, 2, 3, 10]))
    for width, beam in ((_PLENTY, False), (narrow, False), (narrow, True)):
        cutoff = case.random_cutoff()
        with small_pieces(case.rng):
            relaxation.reset(root)
            run = run_labels(relaxation, cutoff, width, beam, threads=1)
            what = f"labels at {cutoff!r}, {width=}, {beam=}, {lowest=}"
            if case.rng.random() < 0.2:
                relaxation.reset(root)
                again = run_labels(relaxation, cutoff, width, beam, threads=2)
                require_same(run, again, what)
        bound = min(run.bound, lowest)
        rounding = max(relaxation.rounding(multipliers) for _, multipliers in run.stages)
        case.require_bound(bound, what, rounding)
        if width == _PLENTY and run.full:
            raise AssertionError(f"{what}: too many states")
        if run.order is not None and run.bound >= cutoff:
            raise AssertionError(f"{what}: a tour that is not below the cut-off")
        if not run.full and cutoff > case.optimum * (1 + 1.5e-9) and lowest > cutoff:
            require_found(case, run, what)
        closes = not run.full and cutoff <= case.optimum * (1 - CLOSE)
        if closes and (run.count or run.bound != cutoff):
            raise AssertionError(f"{what}: {run.count} states, {run.bound!r}; should close")
        if bound > 0.9 * case.optimum and run.stages[-1][0] < case.problem.size:
            require_verified(case, _certificate(relaxation, "labels", bound, tuple(run.stages)))


def run_labels(
    relaxation: Relaxation, cutoff: float, width: int, beam: bool, threads: int
) -> LabelSetting:
    """Run a label setting to its end."""
    run = LabelSetting(relaxation, lambda: cutoff, width, beam)
    for _ in run.run(pool_of(threads), threads):
        pass
    return run


class _AtOnce(ThreadPoolExecutor):
    """A pool of no threads: what is submitted is done at once, which is quicker."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        return future


@functools.cache
def pool_of(threads: int) -> ThreadPoolExecutor:
    """Return a pool, the same each time."""
    return _AtOnce() if threads == 1 else ThreadPoolExecutor(threads)


def require_same(run: LabelSetting, again: LabelSetting, what: str) -> None:
    """Refuse two runs that differ."""
    same = (run.bound, run.count) == (again.bound, again.count)
    orders = [() if order is None else tuple(order) for order in (run.order, again.order)]
    if not same or orders[0] != orders[1]:
        raise AssertionError(f"{what}: {run.bound, run.count} or {again.bound, again.count}")


def require_found(case: Case, run: LabelSetting, what: str) -> None:
    """Refuse a run that has not found the optimum."""
    from arcload.engine.kernels.direction_program import direction_program

    if run.order is None:
        raise AssertionError(f"{what}: no tour")
    case.require_optimum(direction_program(run.order, *case.problem.arrays)[0], what)
    case.require_optimum(run.bound, what)


def check_prove(case: Case) -> None:
    """Check that a proof left alone after any piece of work has raised a bound that holds."""
    context = Context(case.problem, AnyOf())
    context.offer_order(case.rng.permutation(case.problem.size) if any_order(case) else case.order)
    pieces = int(case.rng.choice([1, 2, 5, 40, 100, 10_000]))
    width = float(case.rng.choice([1, 20, 10_000]) * case.problem.size)
    by_subsets = case.rng.random() < 0.05
    fewest, soon = ((1, 0), (1, 75), (61, 75))[int(case.rng.choice(3, p=[0.07, 0.07, 0.86]))]
    with (
        small_pieces(case.rng),
        few_levels(case.rng),
        patched(
            prover, subsets_pay=lambda *_: by_subsets, _FEWEST_FOR_CUTS=fewest, _CLOSED_SOON=soon
        ),
    ):
        effort = Effort(width, width, patient=True)
        for _ in itertools.islice(prove(context, 1, effort), pieces):
            if context.lower_bound is not None:
                case.require_bound(context.lower_bound, "proof, interrupted")
    if context.lower_bound is None or context.record.certificate is None:
        return  # the table over subsets was not filled yet
    case.require_bound(context.lower_bound, f"proof, {pieces} pieces")
    # Where loads are too coarse for a relaxation, the least ways are all there is.
    if pieces == 10_000 and width > 1000 and context.record.certificate.kind not in _BY_WAYS:
        case.require_optimum(math.nan if context.best is None else context.best.cost, "proof")
        if not context.proven():
            raise AssertionError(f"a whole proof ends at {context.lower_bound!r}")
    # Where bounds are compared below zero or with tours far off there is nothing to be had.
    if context.lower_bound > 0.5 * case.optimum and _few_stages(case, context.record.certificate):
        require_verified(case, context.record.certificate)


def any_order(case: Case) -> bool:
    """Return whether every order can be driven, and a bad one should be tried."""
    return not np.isinf(case.problem.arrays.D).any() and case.rng.random() < 0.7


def _few_stages(case: Case, certificate: Certificate) -> bool:
    return all(level < case.problem.size for level, _ in certificate.stages)


def check_ways(case: Case) -> None:
    """Check the bound by the least ways after any piece of work, and what its certificate proves.

    It is proven in whole numbers: what is stated needs no tolerance.
    """
    context = Context(case.problem, AnyOf())
    pieces = int(case.rng.choice([1, 2, 10, 30, 10_000], p=[0.1, 0.2, 0.2, 0.2, 0.3]))
    found: list[Ways] = []
    for_relaxation = bool(case.rng.random() < 0.5)

    def run() -> Iterator[None]:
        found.append((yield from prove_ways(context, for_relaxation=for_relaxation)))

    walks_now = float(case.rng.choice([0.0, 0.2]))
    per_street = int(case.rng.integers(2, 40))
    with (
        patched(_Schedule, is_due=lambda _: case.rng.random() < walks_now),
        patched(scale, _PER_STREET=(per_street, per_street)),
    ):
        for _ in itertools.islice(run(), pieces):
            pass
    for ways in found:
        relaxation = case.random_relaxation()
        relaxation.take(*cuts_of_ways(ways, case.problem, relaxation.levels.top))
        for bound in relaxation.tune(relaxation.root(), case.optimum, 5, 0.3):
            case.require_bound(bound, "walks", relaxation.rounding(relaxation.best))
    certificate = context.record.certificate
    if certificate is None or context.lower_bound is None:
        return
    case.require_bound(context.lower_bound, f"least ways, {pieces} pieces")
    if verify(case.instance, certificate) != context.lower_bound:
        raise AssertionError(f"least ways: {context.lower_bound!r} is stated, not what is proven")


def check_solve(case: Case) -> None:
    """Check that cost, bound and status go together, and that a second run gives the same."""
    method = str(case.rng.choice(["exact", "beam", "auto", "auto", "beam", "beam"]))
    settings: dict[str, Any] = {} if method == "exact" else {"iterations": 100}
    if method == "beam":
        parameters = {"width": int(case.rng.choice([1, 2, 100])), "tuning": 20}
        settings |= {"iterations": int(case.rng.integers(0, 4)), "parameters": parameters}
    settings["threads"] = 1
    result = arcload.solve(case.instance, method, **settings)
    bound = result.lower_bound
    if bound is None or bound > result.cost * (1 + TOLERANCE):
        raise AssertionError(f"{method}: bound {bound!r}, cost {result.cost!r}")
    case.require_bound(bound, method)
    if (result.status == "optimal") != (result.cost <= bound * (1 + TOLERANCE)):
        raise AssertionError(f"{method}: status {result.status}, {bound!r}, {result.cost!r}")
    if method != "beam" or result.status == "optimal":
        case.require_optimum(result.cost, method)
    if method == "exact" and result.status != "optimal":
        raise AssertionError(f"exact: status {result.status}")
    if result.certificate is not None:
        require_verified(case, result.certificate)
    if method != "exact":
        again = arcload.solve(case.instance, method, **settings)
        if (again.plan.order, again.cost, again.lower_bound) != (
            result.plan.order,
            result.cost,
            bound,
        ):
            raise AssertionError(f"{method}: a second run gives another result")


def require_verified(case: Case, certificate: Certificate) -> None:
    """Refuse a certificate that is not accepted, or that proves more than the optimum.

    The slow ones are seldom looked at. Where the cheapest walk over a step costs just the
    cut-off, `verify` may keep it.
    """
    if any(
        math.isclose(cutoff, case.optimum, rel_tol=1e-12) for cutoff, _ in certificate.deletions
    ):
        return
    slow = certificate.levels is not None and certificate.levels.sum() > _QUICK
    if case.rng.random() < (0.002 if slow else 0.3):
        case.require_bound(verify(case.instance, certificate), f"verified {certificate.kind}")


def _certificate(relaxation: Relaxation, kind: Any, bound: float, stages: Any) -> Certificate:
    deletions = tuple(relaxation.deletions)
    of_edge = relaxation.levels.of_edge
    return Certificate(
        kind,
        bound,
        levels=of_edge,
        deletions=deletions,
        stages=stages,
        windows=relaxation.cuts,
    )


@contextmanager
def small_pieces(rng: Rng) -> Iterator[None]:
    """Let label setting tune often, and work in blocks so small that tiny instances have many."""
    constants: dict[str, Any] = {}
    if rng.random() < 0.7:
        constants |= {"_TUNE_FROM": 2, "_TUNE_EVERY": 1, "_TUNE_SHARE": 10**9, "_TUNE_STEPS": 4}
        constants["_SAMPLE"] = int(rng.choice([1, 3, 300]))
    if rng.random() < 0.7:
        constants["_CHILDREN"] = int(rng.choice([16, 40]))
    with patched(label_setting, **constants):
        yield


@contextmanager
def few_levels(rng: Rng) -> Iterator[None]:
    """Round to few levels where it must be rounded, mostly."""
    with patched(levels, **({"_PER_EDGE": 7} if rng.random() < 0.9 else {})):
        yield


@contextmanager
def patched(owner: ModuleType | type, **values: Any) -> Iterator[None]:
    """Set some globals of a module, or attributes of a class, for a while."""
    before = {name: getattr(owner, name) for name in values}
    for name, value in values.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)


class Check(NamedTuple):
    """A check, and to which share of the instances it is made."""

    run: Callable[[Case], None]
    share: float


CHECKS = (
    Check(check_smith, 1.0),
    Check(check_subsets, 1.0),
    Check(check_relaxation, 1.0),
    Check(check_windows, 1.0),
    Check(check_labels, 1.0),
    Check(check_prove, 0.5),
    Check(check_ways, 1.0),
    Check(check_solve, 0.2),
)


# --- Runs ---


def check_all(seed: int, index: int, covered: Counter[str] | None = None) -> None:
    """Draw one instance and make every check."""
    rng = np.random.default_rng([seed, index])
    instance, kinds = random_instance(rng)
    covered = Counter() if covered is None else covered
    covered.update(kinds)
    case = Case(instance, rng)
    for check in CHECKS:
        if rng.random() >= check.share:
            continue
        covered[check.run.__name__] += 1
        try:
            check.run(case)
        except Exception as failure:
            raise CheckFailedError(
                f"seed {seed}, instance {index}, {check.run.__name__}: {failure!r}\n"
                f"{', '.join(kinds)}; optimum {case.optimum!r}\n{json_instance.dump(instance, [])}"
            ) from failure


def check_extremes(seed: int, index: int, covered: Counter[str] | None = None) -> None:
    """Draw one instance with figures of all magnitudes, and check whatever is claimed of it."""
    rng = np.random.default_rng([seed, index])
    instance, kinds = random_instance(rng, extreme=True)
    if covered is not None:
        covered.update(kinds)
        covered["check_extreme"] += 1
    try:
        check_extreme(instance, rng)
    except Exception as failure:
        raise CheckFailedError(
            f"seed {seed}, instance {index}, check_extreme: {failure!r}\n"
            f"{', '.join(kinds)}\n{json_instance.dump(instance, [])}"
        ) from failure


def check_number(seed: int, index: int, covered: Counter[str]) -> None:
    """Make every check on one instance, and with every sixth on one of all magnitudes."""
    check_all(seed, index, covered)
    if index % EXTREME_EVERY == 0:
        check_extremes(seed, index, covered)


if __name__ == "__main__":
    main(check_number, what="instances", count=20_000, description=str(__doc__))
