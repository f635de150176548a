"""When a search ends."""

import pytest

import arcload
from arcload.engine.stop import (
    AnyOf,
    MaxIterations,
    MaxTime,
    NoImprovement,
    Progress,
    ProvenGap,
    TargetCost,
    ends_by_itself,
    max_iterations,
    max_seconds,
)

EARLY = Progress(0.5, 3, None, None)
LATE = Progress(2.0, 10, 105.0, 100.0, stale=4)


@pytest.mark.parametrize(
    "stop",
    [
        MaxTime(1),
        MaxIterations(10),
        NoImprovement(4),
        TargetCost(105),
        ProvenGap(0.05),
        AnyOf(MaxTime(9), MaxIterations(10)),
        AnyOf(AnyOf(), AnyOf(lambda progress: progress.best is not None)),
    ],
)
def test_criteria_look_at_progress(stop: arcload.MaxTime) -> None:
    assert [stop(EARLY), stop(LATE)] == [False, True]


def test_no_criteria_never_stop() -> None:
    assert not AnyOf()(LATE)


@pytest.mark.parametrize("criterion", [10, None, MaxTime, "soon"])
def test_what_cannot_be_asked_is_no_criterion(criterion: object) -> None:
    with pytest.raises(arcload.InputError, match="stopping criterion"):
        AnyOf(criterion)  # type: ignore[arg-type]


def test_limits_are_found_inside_others() -> None:
    stop = AnyOf(MaxTime(9), AnyOf(MaxTime(4), AnyOf(MaxIterations(7)), ProvenGap(0.1)))
    assert (max_seconds(stop), max_iterations(stop)) == (4, 7)
    assert (max_seconds(ProvenGap(0.1)), max_iterations(AnyOf())) == (None, None)


def test_a_target_or_a_gap_alone_may_never_end_a_search() -> None:
    assert not ends_by_itself(AnyOf(TargetCost(1), AnyOf(ProvenGap(0))))
    assert not ends_by_itself(AnyOf())
    for stop in (MaxTime(1), NoImprovement(1), MaxIterations(1), lambda progress: False):
        assert ends_by_itself(AnyOf(TargetCost(1), stop))


def test_criteria_with_the_same_limits_are_the_same() -> None:
    assert AnyOf(MaxTime(1)) == AnyOf(MaxTime(1.0))
    assert AnyOf(MaxTime(1)) != AnyOf(MaxTime(2))
