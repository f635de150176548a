"""A short run of the checks that `python -m tests.fuzz_turns` makes on random tiny networks."""

from collections import Counter

import pytest

from tests.fuzz_turns import check_fleet, check_turns

COUNT, BATCH, FLEETS = 60, 15, 16


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_what_is_found_with_turns_is_the_optimum(first: int) -> None:
    for index in range(first, first + BATCH):
        check_turns(2, index)


def test_fleets_keep_the_turn_rules_at_least_cost() -> None:
    covered: Counter[str] = Counter()
    for index in range(FLEETS):
        check_fleet(2, index, covered)
    assert covered["fleet: refused"] < FLEETS / 2


@pytest.mark.parametrize("index", [25, 930])
def test_a_vehicle_may_turn_at_the_facility_of_its_trip_before(
    index: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such fleets were refused, as some street cannot be served on a trip from the start.

    Taking out the trip before leaves a way that is not allowed, beside whose length the costs that
    a search predicts are rough: they are not held against the cost.
    """
    monkeypatch.setenv("ARCLOAD_DEBUG", "")
    covered: Counter[str] = Counter()
    check_fleet(1, index, covered)
    assert not covered["fleet: refused"]
    assert not covered["no plan"]
