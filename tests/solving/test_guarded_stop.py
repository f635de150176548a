"""Stopping criteria of users."""

import arcload
from arcload.engine.stop import MaxTime, Progress, max_seconds
from arcload.solving.guarded_stop import GuardedStop

START = Progress(0.0, 0, None, None)


def test_a_criterion_that_raises_stops_and_its_first_exception_is_kept() -> None:
    def fail(progress: Progress) -> bool:
        raise KeyError(progress.iterations)

    guard = GuardedStop(arcload.AnyOf(MaxTime(9), arcload.AnyOf(fail)))
    assert max_seconds(guard.criteria) == 9
    assert guard.error is None
    assert guard.criteria(START)
    assert guard.criteria(START._replace(iterations=1))
    assert repr(guard.error) == "KeyError(0)"


def test_criteria_that_raise_nothing_are_asked_as_they_are() -> None:
    guard = GuardedStop(arcload.AnyOf(MaxTime(9), lambda progress: progress.iterations > 2))
    assert not guard.criteria(START)
    assert guard.criteria(START._replace(iterations=3))
    assert guard.error is None
