"""Whether one method is better than another by more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

import numpy as np

from arcload.runs.series import Series
from arcload.runs.tables import Block, Table, percent

_MOST_EXACT = 500  # instances up to which the test sums all ways to sign the ranks


@dataclass(frozen=True, kw_only=True)
class PairedTest:
    """Two methods on the instances that both have solved.

    Parameters
    ----------
    first, second
        Their names.
    better, same, worse
        On how many instances the first costs less, the same and more.
    difference
        Median over all instances of how much more the first costs, as a fraction.
    p
        Probability of signed ranks as far apart if neither were better (two-sided Wilcoxon
        signed-rank test on the relative differences, the same costs left out); None where fewer
        than two instances tell them apart.
    adjusted
        The same after Holm's correction for the number of tests.
    """

    first: str
    second: str
    better: int
    same: int
    worse: int
    difference: float
    p: float | None
    adjusted: float | None = None


def paired_tests(series: Sequence[Series]) -> list[PairedTest]:
    """Compare every two methods, by their mean costs over seeds."""
    tests = [_paired_test(first, second) for first, second in combinations(series, 2)]
    return _holm([one for one in tests if one is not None])


def _paired_test(first: Series, second: Series) -> PairedTest | None:
    shared = [name for name in first.costs if name in second.costs]
    if not shared:
        return None
    tolerance = max(first.tolerance, second.tolerance)
    differences = [_relative(first.cost(name), second.cost(name)) for name in shared]
    told_apart = [each for each in differences if abs(each) > tolerance]
    return PairedTest(
        first=first.name,
        second=second.name,
        better=sum(each < 0 for each in told_apart),
        same=len(differences) - len(told_apart),
        worse=sum(each > 0 for each in told_apart),
        difference=median(each if abs(each) > tolerance else 0.0 for each in differences),
        p=_signed_rank_test(told_apart),
    )


def _relative(cost: float, other: float) -> float:
    return (cost - other) / max(cost, other) if cost != other else 0.0


def _signed_rank_test(differences: list[float]) -> float | None:
    """Return the two-sided probability of Wilcoxon's test, exact also where ranks are tied.

    By hand, since SciPy's exact test is right only without ties, and costs often tie.
    """
    if len(differences) < 2:
        return None
    from scipy.stats import rankdata, wilcoxon

    if len(differences) > _MOST_EXACT:
        return float(wilcoxon(differences, method="asymptotic").pvalue)
    values = np.array(differences)
    ranks = np.rint(2 * rankdata(np.abs(values))).astype(np.int64)  # doubled: ties have halves
    chance = np.zeros(ranks.sum() + 1)  # of each sum of the ranks that are above 0
    chance[0] = 1.0
    for rank in ranks:
        chance[rank:] += chance[:-rank].copy()
        chance /= 2
    above = int(ranks[values > 0].sum())
    lesser = min(above, len(chance) - 1 - above)
    return min(1.0, 2 * float(chance[: lesser + 1].sum()))


def _holm(tests: list[PairedTest]) -> list[PairedTest]:
    """Return the tests with Holm's step-down correction of all their probabilities."""
    tested = sorted((one.p, number) for number, one in enumerate(tests) if one.p is not None)
    adjusted: dict[int, float] = {}
    highest = 0.0
    for rank, (p, number) in enumerate(tested):
        highest = max(highest, min(1.0, p * (len(tested) - rank)))
        adjusted[number] = highest
    return [
        PairedTest(**{**vars(one), "adjusted": adjusted.get(number)})
        for number, one in enumerate(tests)
    ]


def paired_tests_table(tests: Sequence[PairedTest]) -> Table:
    """Return the tests as a table."""
    rows = tuple(
        (
            f"{one.first} against {one.second}",
            str(one.better),
            str(one.same),
            str(one.worse),
            percent(one.difference),
            _probability(one.p),
            _probability(one.adjusted),
        )
        for one in tests
    )
    return Table(
        name="tests",
        title="Every two methods, instance by instance",
        columns=("methods", "better", "same", "worse", "median (%)", "p", "p (Holm)"),
        blocks=(Block("", rows),),
        notes=(
            "better, same, worse: instances on which the first costs less, as much, more "
            "(mean over seeds; the same to 9 digits, to 5 against published costs).",
            "median: how much more the first costs. p: two-sided Wilcoxon signed-rank test on the "
            "relative differences, instances with the same cost left out; then with Holm's "
            "correction for the number of tests. Blank where fewer than two instances differ.",
        ),
    )


def _probability(p: float | None) -> str:
    if p is None:
        return ""
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}".replace("e-0", "e-")
