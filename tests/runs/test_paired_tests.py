"""Tests between methods."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wilcoxon

from arcload.runs.paired_tests import _signed_rank_test, paired_tests, paired_tests_table
from arcload.runs.series import Series


def series(name: str, costs: list[float], published: bool = False) -> Series:
    """Return a method with these costs on instances 0, 1, 2, ..."""
    return Series(
        name=name,
        costs={str(number): (cost,) for number, cost in enumerate(costs)},
        published=published,
    )


def test_six_instances_all_cheaper_have_the_probability_worked_by_hand() -> None:
    """Of the 2^6 ways to sign six ranks two are as far apart: p = 2/64."""
    base = [100.0, 200.0, 300.0, 400.0, 500.0, 600.0]
    cheaper = [cost * (1 - 0.01 * (number + 1)) for number, cost in enumerate(base)]
    (one,) = paired_tests([series("new", cheaper), series("old", base)])
    assert (one.better, one.same, one.worse) == (6, 0, 0)
    assert one.p == pytest.approx(2 / 64)
    assert one.difference == pytest.approx(-0.035)


def test_tied_ranks_have_the_probability_worked_by_hand() -> None:
    """Ranks 1.5, 1.5, 3 with the last against the others: 6 of the 8 ways are as far apart."""
    assert _signed_rank_test([-1.0, -1.0, 2.0]) == pytest.approx(1.0)
    assert _signed_rank_test([-1.0, 1.0, 2.0]) == pytest.approx(6 / 8)
    assert _signed_rank_test([1.0, 1.0, 2.0]) == pytest.approx(2 / 8)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=40, unique=True), st.randoms())
def test_the_probability_is_that_of_scipy(sizes: list[int], random: Random) -> None:
    differences = [float(size) * random.choice((-1, 1)) for size in sizes]
    expected = wilcoxon(differences, method="exact").pvalue
    assert _signed_rank_test(differences) == pytest.approx(expected)


def test_equal_costs_are_left_out_and_may_leave_nothing_to_test() -> None:
    (one,) = paired_tests([series("a", [1.0, 2.0, 3.0]), series("b", [1.0, 2.0, 4.0])])
    assert (one.better, one.same, one.worse, one.p) == (1, 2, 0, None)
    (row,) = paired_tests_table([one]).blocks[0].rows
    assert row == ("a against b", "1", "2", "0", "0.00", "", "")


def test_rounded_costs_count_as_the_same() -> None:
    ours, theirs = series("auto", [123456.4]), series("EA", [123456.0], published=True)
    (one,) = paired_tests([ours, theirs])
    assert one.same == 1
    (one,) = paired_tests([ours, series("EA", [123456.0])])
    assert one.worse == 1


@given(st.lists(st.tuples(*[st.floats(1, 1e6)] * 4), min_size=3, max_size=12))
def test_the_correction_raises_probabilities_and_keeps_their_order(
    rows: list[tuple[float, ...]],
) -> None:
    methods = [series(str(k), [row[k] for row in rows]) for k in range(4)]
    tested = [
        one for one in paired_tests(methods) if one.p is not None and one.adjusted is not None
    ]
    for one in tested:
        assert one.p <= one.adjusted <= 1  # type: ignore[operator]
    for one in tested:
        for other in tested:
            if one.p < other.p:  # type: ignore[operator]
                assert one.adjusted <= other.adjusted  # type: ignore[operator]
    least = min((one.p for one in tested if one.p is not None), default=None)
    if least is not None:
        first = min(tested, key=lambda one: one.p or 0)
        assert first.adjusted == pytest.approx(min(1, least * len(tested)))


def test_methods_without_an_instance_in_common_are_not_compared() -> None:
    assert (
        paired_tests([Series(name="a", costs={"x": (1,)}), Series(name="b", costs={"y": (1,)})])
        == []
    )
