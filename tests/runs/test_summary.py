"""Summaries of runs."""

from arcload.runs.series import best_known
from arcload.runs.summary import failures_table, instances_table, summary_table
from tests.runs.conftest import run_of

RUNS = [
    run_of("auto", "E_1", 100.0, bound=100.0, status="optimal", proof="labels"),
    run_of("auto", "E_1", 110.0, seed=2, bound=100.0),
    run_of("greedy", "E_1", 120.0, bound=90.0),
    run_of("greedy", "C_1", None, failure="no tour"),
    run_of("auto", "C_1", 50.0, bound=40.0, proof="smith"),
]


def test_a_row_a_method_and_set() -> None:
    table = summary_table(RUNS, best_known(RUNS))
    assert [block.heading for block in table.blocks] == ["C", "E"]
    cells = [row[:8] for block in table.blocks for row in block.rows]
    assert cells == [
        ("greedy", "1", "1", "1", "", "", "", "0"),
        ("auto", "1", "1", "", "50.00", "0.00", "25.00", "0"),
        ("greedy", "1", "1", "", "120.00", "20.00", "20.00", "0"),
        ("auto", "1", "2", "", "105.00", "5.00", "5.00", "1"),
    ]


def test_the_best_of_each_instance() -> None:
    rows = instances_table(best_known(RUNS)).blocks[0].rows
    assert rows == (
        ("C_1", "12", "50.00", "40.00", "25.00", "smith", "auto", "1"),
        ("E_1", "12", "100.00", "100.00", "0", "labels", "auto", "1"),
    )


def test_failures_are_listed_with_their_reasons() -> None:
    table = failures_table(RUNS)
    assert table is not None
    assert table.blocks[0].rows == (("greedy", "C_1", "1", "no tour"),)
    assert failures_table(RUNS[:3]) is None
