"""What a search gives back."""

from dataclasses import fields, replace

import pytest

import arcload
from tests.examples import FOUR_EDGES
from tests.model.test_result_file import RESULT


@pytest.mark.parametrize(
    ("bound", "gap"), [(250, 0.1), (275, 0.0), (280, 0.0), (None, None), (0, None)]
)
def test_the_gap_is_relative_to_the_bound(bound: float | None, gap: float | None) -> None:
    assert replace(RESULT, lower_bound=bound).gap == pytest.approx(gap)


def test_it_copies_nothing_of_its_plan() -> None:
    own = {field.name for field in fields(arcload.Result)} - {"plan"}
    assert not own & {name for name in dir(RESULT.plan) if not name.startswith("_")}
    assert RESULT.cost == RESULT.plan.cost == 275
    assert RESULT.plan.instance == FOUR_EDGES


def test_printed_it_says_cost_status_and_gap() -> None:
    assert str(RESULT) == (
        "four edges: cost 275 (feasible, gap 10.00%), length 20, deadhead 6, by by hand in 1.50 s"
    )
