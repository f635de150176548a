"""Writes the tables and figures of a benchmark."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from arcload.runs.bench import CURVES
from arcload.runs.best_costs import BestCost
from arcload.runs.curves import read_curves
from arcload.runs.gaps_table import gaps_by_instance_table, gaps_table, measured_runs
from arcload.runs.paired_tests import paired_tests, paired_tests_table
from arcload.runs.paper_tables import paper_tables
from arcload.runs.run import Run
from arcload.runs.series import Series, best_known, series_of
from arcload.runs.summary import failures_table, instances_table, summary_table
from arcload.runs.tables import Table


class Report(NamedTuple):
    """What was written."""

    shown: list[Table]
    """The tables that a reader wants first."""
    files: list[Path]


def write_report(
    folder: Path,
    runs: Sequence[Run],
    references: Sequence[Series] = (),
    *,
    best_costs: Mapping[str, BestCost] | None = None,
    groups: Mapping[str, str] | None = None,
    papers: bool = False,
    figures: bool = True,
) -> Report:
    """Write the tables of some runs as Markdown, CSV and LaTeX, and their figures as PNG.

    Parameters
    ----------
    folder
        Where to.
    runs
        The runs.
    references
        What others reached.
    best_costs
        The best known costs of instances, to measure gaps to; None for none.
    groups
        The sets of the instances, where the best known costs name none.
    papers
        Whether to show the paper's two tables in place of the summary.
    figures
        Whether to draw, which needs matplotlib.
    """
    series = series_of(runs)
    measured = measured_runs(runs, best_costs or {})
    known = {one.run.instance: (one.best.cost,) for one in measured}
    others = [Series(name="best known", costs=known, published=True)] if known else []
    best = best_known(runs, [*references, *others])
    summary = summary_table(runs, best)
    tests = paired_tests_table(paired_tests([*references, *series]))
    papers_own = paper_tables(series, references, best) if papers else []
    gaps = []
    if measured:
        gaps = [gaps_table(measured, groups or {}), gaps_by_instance_table(measured)]
    shown = [*(papers_own or [summary]), *gaps[:1]]
    failures = failures_table(runs)
    if failures is not None:
        shown = [*shown, failures]
    written = [summary, tests, instances_table(best), *gaps, *papers_own]
    if failures is not None:
        written.append(failures)
    files = [file for table in written for file in table.write(folder)]
    if figures:
        from arcload.runs.figures import write_figures

        curves = read_curves(folder / CURVES)
        files += write_figures(folder, runs, curves, series, references, best)
    return Report(shown, files)
