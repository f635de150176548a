"""Runs against the best known costs."""

from arcload.runs.best_costs import BestCost
from arcload.runs.gaps_table import gaps_by_instance_table, gaps_table, measured_runs
from tests.runs.conftest import run_of

BEST = {"val1A": BestCost(100.0, ""), "val10A": BestCost(200.0, ""), "egl1": BestCost(50.0, "egl")}
RUNS = [
    run_of("auto", "val1A", 100.0, bound=100.0, status="optimal", trips=3, routes=3),
    run_of("auto", "val1A", 110.0, seed=2, bound=80.0, trips=4, routes=4),
    run_of("auto", "val10A", 202.0, trips=5, routes=2),
    run_of("greedy", "val1A", 120.0, trips=4, routes=4),
    run_of("greedy", "val10A", None, failure="no plan"),
    run_of("auto", "egl1", 49.0, bound=40.0),
    run_of("auto", "unknown", 1.0),
]
MEASURED = measured_runs(RUNS, BEST)


def test_runs_without_a_plan_or_a_best_known_cost_are_left_out() -> None:
    assert [(one.run.instance, one.run.seed) for one in MEASURED] == [
        ("val1A", 1),
        ("val1A", 2),
        ("val10A", 1),
        ("val1A", 1),
        ("egl1", 1),
    ]


def test_a_row_per_method_and_set() -> None:
    """A set is what the costs name, else the folder of the instance."""
    table = gaps_table(MEASURED, {"val1A": "val", "val10A": "val"})
    assert [block.heading for block in table.blocks] == ["egl", "val"]
    assert [row for block in table.blocks for row in block.rows] == [
        ("auto", "1", "1", "-2.00", "-2.00", "1", "0", "25.00", "0.50"),
        ("greedy", "1", "1", "20.00", "20.00", "0", "0", "", "0.50"),
        ("auto", "2", "3", "3.67", "10.00", "1", "1", "12.50", "0.50"),
    ]


def test_a_row_per_method_and_instance() -> None:
    rows = gaps_by_instance_table(MEASURED).blocks[0].rows
    assert rows == (
        ("egl1", "auto", "49", "", "50", "-2.00", "-2.00", "feasible"),
        ("val1A", "greedy", "120", "4", "100", "20.00", "20.00", "feasible"),
        ("val1A", "auto", "100", "3", "100", "0.00", "5.00", "optimal"),
        ("val10A", "auto", "202", "5", "200", "1.00", "1.00", "feasible"),
    )


def test_a_best_known_cost_of_0_is_reached_by_0_alone() -> None:
    free = {"a": BestCost(0.0, "")}
    nothing, something = measured_runs([run_of("auto", "a", 0.0), run_of("auto", "a", 1.0)], free)
    assert (nothing.gap, nothing.reached) == (0.0, True)
    assert not something.reached
