"""The page of the results of fleets."""

import pytest
from benchmarks.fleet_page import GOALS, SETS, Goal, Outcome, write_page
from benchmarks.fleet_rows import FleetRow

from arcload.runs.best_costs import BestCost
from tests.benchmarks.rows import row_of

BEST = {
    "gdb1": BestCost(316.0, "gdb"),
    "gdb2": BestCost(339.0, "gdb"),
    "egl1": BestCost(100.0, "egl"),
}
ROWS = [
    row_of("gdb1", 316.0, bound=316.0, status="optimal", other=1000.0),
    row_of("gdb1", 316.0, seed=2, bound=316.0, status="optimal"),
    row_of("gdb2", 339.0, bound=300.0, other=2000.0),
    row_of("gdb2", 352.56, seed=2, bound=339.0),
]


def test_the_outcome_of_a_set_counts_means_over_the_seeds() -> None:
    outcome = Outcome.of(ROWS, BEST)
    assert (outcome.instances, outcome.runs) == (2, 4)
    assert (outcome.gap, outcome.worst) == pytest.approx((0.01, 0.04))
    assert (outcome.reached, outcome.proven) == (1.5, 1)
    assert (outcome.bound, outcome.worst_bound) == pytest.approx((0.13 / 4, 0.13))


@pytest.mark.parametrize(
    ("goal", "missed"),
    [
        (Goal(("gdb",), 0.01, reached=1, proven=1, bound=0.04), 0),
        (Goal(("gdb",), 0.009), 1),
        (Goal(("gdb",), 0.01, reached=2), 1),
        (Goal(("gdb",), 0.01, proven=2), 1),
        (Goal(("gdb",), 0.01, bound=0.03), 1),
        (Goal(("gdb",), 0.0, reached=2, proven=2, bound=0.0), 4),
    ],
)
def test_each_part_of_a_goal_can_be_missed(goal: Goal, missed: int) -> None:
    assert len(Outcome.of(ROWS, BEST).missed(goal)) == missed


def test_every_set_has_one_goal() -> None:
    named = [name for goal in GOALS for name in goal.sets]
    assert sorted(named) == sorted(one.name for one in SETS)


def cells(page: str, first: str) -> list[list[str]]:
    """Return the rows of tables that start with a cell."""
    lines = [line for line in page.splitlines() if line.startswith(f"| {first} |")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_what_is_missed_is_left_in_and_marked() -> None:
    page = write_page(ROWS, BEST, missing=3)
    (row,) = cells(page, "kshs, gdb")
    assert row[1:8] == ["2", "4", "2", "1.000", "4.00", "1.5", "1"]
    assert row[-1] == "**missed**"
    assert "1.5 at the best known instead of 29" in page
    assert "3 runs are not made yet" in page
    assert cells(page, "gdb2") == [
        ["gdb2", "22", "5", "339", "339", "2.00", "4.00", "6.50", "0 of 2"]
    ]
    assert "Iterations per second" not in page


def test_a_goal_that_is_met_is_not_marked() -> None:
    rows = [row_of("egl1", 100.0, group="egl", bound=98.0)]
    page = write_page(rows, BEST, missing=0)
    assert cells(page, "egl")[0][-1] == "yes"
    assert "nothing is missed" in page
    assert "not measured yet" in page


def test_plans_with_the_load_are_held_against_those_of_the_same_seed() -> None:
    """A seed without its plan of least length is left out."""
    more = [
        row_of("gdb1", 900.0, "load", trips=7),
        row_of("gdb2", 2020.0, "load", trips=7),
        row_of("gdb2", 1.0, "load", seed=3),
    ]
    page = write_page([*ROWS, *more], BEST, missing=0)
    row = next(row for row in cells(page, "gdb") if len(row) == 9)
    assert row == ["gdb", "2", "2", "4.50", "-1.00", "10.00", "5.0", "7.0", ""]


def speed_of(instance: str, iterations: int, group: str = "egl") -> FleetRow:
    """Return a run of two seconds that makes so many iterations."""
    return row_of(instance, part="speed", group=group, threads=1, iterations=iterations)


def test_speed_is_asked_of_egl() -> None:
    rows = [speed_of("egl1", 160_000), speed_of("egl2", 100_000), speed_of("C1", 1, "bmcv-C")]
    page = write_page(rows, BEST, missing=0)
    assert "65,000 on average. **That is missed**" in page
    assert cells(page, "egl1") == [["egl1", "22", "5", "80,000"]]
    assert "80,000 on average. That is met" in write_page(rows[:1], BEST, missing=0)


def test_a_town_says_what_is_missed() -> None:
    slow = row_of("city", 93.0, "large", other=100.0, memory=5e9, limit=120.0)
    page = write_page([slow], BEST, missing=0)
    assert cells(page, "`auto`") == [["`auto`", "93", "7.00", "5.00"]]
    assert "**Missed**: memory 5.00 GB instead of 4 GB; 7.00 % below" in page
    good = row_of("city", 90.0, "large", other=100.0, memory=1e9)
    assert "missed" not in write_page([good], BEST, missing=0).lower()
