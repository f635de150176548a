"""Tiny instances whose figures differ by up to 24 orders of magnitude: what is claimed is true.

Every claim is held against `exact_arithmetic`, which does not round: costs, bounds, "optimal", "no
tour is shorter". A cost is a sum of products that are 0 or more, so however much these differ it
can be had to some units in the last place; so can the optimum by the program over subsets. A
bound of the relaxation is a difference of greater terms, and may only be lower for it.
"""

import dataclasses
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import arcload
from arcload import CheckError, Instance, Result
from arcload.model.result_file import read_result
from arcload.proofs import prover
from arcload.proofs.bound_file import Bound, check_bound, load_bound
from arcload.solving.bound import bound
from arcload.solving.compare import HARDLY, compare
from arcload.solving.methods import auto
from tests.exact_arithmetic import Exact
from tests.random_instances import Rng

TOLERANCE = 1e-9
"""By which figures may be off, and "optimal" and "shortest" may fail to be, relatively."""

_ITERATIONS = 50
_PROOF_SECONDS = 5.0


@dataclasses.dataclass
class Extreme:
    """An instance, and what is true of it."""

    instance: Instance
    rng: Rng

    def __post_init__(self) -> None:
        self.exact = Exact(self.instance)
        self.optimum = self.exact.optimum()

    def require(self, holds: bool, what: str, *figures: object) -> None:
        """Refuse what does not hold."""
        if not holds:
            shown = ", ".join(
                repr(float(figure)) if isinstance(figure, Fraction) else repr(figure)
                for figure in figures
            )
            raise AssertionError(f"{what}: {shown}; optimum {float(self.optimum)!r}")

    def require_tour(self, result: Result, what: str, optimal: bool) -> None:
        """Refuse a cost, bound or status that is not true."""
        true = self.exact.cost(result.plan.order, result.plan.directions)
        self.require(_same(result.cost, true), f"{what} states a wrong cost", result.cost, true)
        length = self.exact.length(result.plan.order, result.plan.directions)
        self.require(
            _same(result.plan.length, length), f"{what}: length", result.plan.length, length
        )
        claims = result.status == "optimal"
        if optimal or claims:
            best = _at_most(true, self.optimum)
            self.require(best, f"{what} ends {result.status} at", true, result.lower_bound)
        if optimal:
            self.require(claims, f"{what} does not prove it", result.lower_bound)
        self.require(result.lower_bound is not None, f"{what} has no bound")
        self.require_bound(result.lower_bound or 0.0, what)

    def require_bound(self, value: float, what: str) -> None:
        """Refuse a bound above the optimum."""
        self.require(_at_most(Fraction(value), self.optimum), f"{what}: bound too high", value)

    def require_refused(self, checked: Any, what: str) -> None:
        """Refuse a check that accepts a forgery."""
        try:
            if isinstance(checked, Bound):
                check_bound(self.instance, checked)
            else:
                checked.result(self.instance)
        except CheckError:
            return
        raise AssertionError(f"a forged {what} is accepted: {checked!r}")


def _same(stated: float, true: Fraction) -> bool:
    return abs(Fraction(stated) - true) <= true * Fraction(TOLERANCE)


def _at_most(value: Fraction, most: Fraction) -> bool:
    return value <= most * (1 + Fraction(TOLERANCE))


def check_extreme(instance: Instance, rng: Rng) -> None:
    """Check whatever is claimed of an instance."""
    case = Extreme(instance, rng)
    found = _check_search(case)
    _check_exact(case)
    _check_result(case, found)
    _check_bound(case, found)
    _check_comparison(case, found)


def _check_search(case: Extreme) -> Result:
    """Check the search and the proof after it, without which no tour need be the best."""
    with mock.patch.object(auto, "is_tiny", return_value=False):
        found = arcload.solve(case.instance, "auto", iterations=_ITERATIONS, threads=1)
        alone = arcload.solve(case.instance, "auto", iterations=_ITERATIONS, threads=1, bound=False)
    case.require_tour(found, "auto", optimal=True)
    case.require_tour(alone, "auto without proof", optimal=False)
    tiny = arcload.solve(case.instance, "auto", threads=1)
    case.require_tour(tiny, "every set of edges", optimal=True)
    return found


def _check_exact(case: Extreme) -> None:
    with _by_labels(case.rng.random() < 0.5) as by_labels:
        what = "exact by labels" if by_labels else "exact"
        result = arcload.solve(case.instance, "exact", threads=1)
    case.require_tour(result, what, optimal=not by_labels)


@contextmanager
def _by_labels(wanted: bool) -> Iterator[bool]:
    """Let proofs be made by label setting, or as they are for so few edges."""
    if wanted:
        with mock.patch.object(prover, "subsets_pay", return_value=False):
            yield True
    else:
        yield False


def _check_result(case: Extreme, found: Result) -> None:
    """Check that a result's file is accepted, and that none of its figures can be forged."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "result.json")
        found.save(path)
        read = read_result(path)
    read.result(case.instance)
    for figure in ("cost", "length", "load_distance", "lower_bound"):
        value = getattr(read, figure)
        forged: Any = {figure: value * 1.001 if value else 1.0}
        case.require_refused(dataclasses.replace(read, **forged), figure)
    case.require_refused(dataclasses.replace(read, status="feasible"), "status")


def _check_bound(case: Extreme, found: Result) -> None:
    """Check that a bound holds, that its file is accepted, and that no higher one is."""
    with _by_labels(case.rng.random() < 0.5):
        made = bound(case.instance, tour=found, threads=1)
    case.require_bound(made.lower_bound, f"bound by {made.kind}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bound.json")
        made.save(path)
        read = load_bound(path)
    check_bound(case.instance, read)
    higher = float(case.optimum) * 1.001 or 1.0
    certificate = dataclasses.replace(read.certificate, bound=higher)
    forged = dataclasses.replace(read, lower_bound=higher, certificate=certificate)
    case.require_refused(forged, "bound")


def _check_comparison(case: Extreme, found: Result) -> None:
    """Check that no tour is shorter where that is said, and that the load matters or not."""
    comparison = compare(found, proof_seconds=_PROOF_SECONDS)
    tour, shortest = comparison.shortest.plan, case.exact.shortest()
    length = case.exact.length(tour.order, tour.directions)
    case.require(_same(tour.length, length), "the shortest tour's length", tour.length, length)
    if comparison.shortest.exact:
        case.require(_at_most(length, shortest), "a tour is shorter", length, shortest)
    cost = case.exact.cost(tour.order, tour.directions)
    case.require(_same(tour.cost, cost), "the shortest tour's cost", tour.cost, cost)
    if comparison.load_matters is False:
        least = (1 - Fraction(HARDLY)) * cost
        case.require(_at_most(least, case.optimum), "the load matters", least)
