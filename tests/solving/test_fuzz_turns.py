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
