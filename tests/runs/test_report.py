"""The tables of a benchmark, as files."""

from pathlib import Path

from arcload.runs.best_costs import BestCost
from arcload.runs.report import write_report
from tests.runs.conftest import run_of

RUNS = [run_of("auto", "E_1", 100.0), run_of("greedy", "E_1", 120.0)]


def test_every_table_is_written_in_three_formats(tmp_path: Path) -> None:
    report = write_report(tmp_path, RUNS, figures=False)
    names = {f"{table}.{kind}" for table in ("summary", "tests", "instances") for kind in _KINDS}
    assert {file.name for file in report.files} == names
    assert all(file.stat().st_size for file in report.files)
    assert [table.name for table in report.shown] == ["summary"]


def test_gaps_to_the_best_known_costs_are_shown_and_written(tmp_path: Path) -> None:
    best_costs = {"E_1": BestCost(80.0, "")}
    groups = {"E_1": "towns"}
    report = write_report(tmp_path, RUNS, best_costs=best_costs, groups=groups, figures=False)
    assert [table.name for table in report.shown] == ["summary", "gaps"]
    assert "towns,auto,1,1,25.00,25.00,0," in (tmp_path / "gaps.csv").read_text()
    assert "E_1,auto,100,,80,25.00," in (tmp_path / "gaps_by_instance.csv").read_text()
    assert "25.00" in (tmp_path / "summary.md").read_text()  # above the best of all, not of ours


def test_failures_are_shown_and_written(tmp_path: Path) -> None:
    failed = run_of("vns", "E_1", None, failure="it ran away")
    report = write_report(tmp_path, [*RUNS, failed], figures=False)
    assert [table.name for table in report.shown] == ["summary", "failures"]
    assert "it ran away" in (tmp_path / "failures.csv").read_text()


def test_the_papers_tables_stand_in_place_of_the_summary(tmp_path: Path) -> None:
    report = write_report(tmp_path, RUNS, papers=True, figures=False)
    assert [table.name for table in report.shown] == ["table1", "table2"]
    assert (tmp_path / "summary.md").exists()


_KINDS = ("md", "csv", "tex")
