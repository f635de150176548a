"""How far runs are above the best known costs, set by set and instance by instance."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from arcload.runs.best_costs import BestCost
from arcload.runs.instances import by_number
from arcload.runs.paper_names import rank
from arcload.runs.run import Run
from arcload.runs.tables import Block, Row, Table, percent

_SAME = 1e-6  # a cost this near to the best known one, relatively, has reached it


class MeasuredRun(NamedTuple):
    """A run with a plan, and what is known of its instance."""

    run: Run
    best: BestCost

    @property
    def gap(self) -> float:
        """How much the plan costs above the best known, as a fraction; below 0 for less."""
        assert self.run.cost is not None
        if self.best.cost == 0:
            return 0.0 if self.run.cost == 0 else float("inf")
        return self.run.cost / self.best.cost - 1

    @property
    def reached(self) -> bool:
        """Whether the plan costs no more than the best known."""
        return self.gap <= _SAME

    @property
    def bound_gap(self) -> float | None:
        """How much the best known costs above the proven bound, as a fraction; None without."""
        bound = self.run.bound
        return None if bound is None or bound <= 0 else max(0.0, self.best.cost / bound - 1)


def measured_runs(runs: Sequence[Run], best: Mapping[str, BestCost]) -> list[MeasuredRun]:
    """Return the runs with a plan whose instance has a best known cost."""
    return [
        MeasuredRun(run, best[run.instance])
        for run in runs
        if run.cost is not None and run.instance in best
    ]


def gaps_table(runs: Sequence[MeasuredRun], groups: Mapping[str, str]) -> Table:
    """Return one row per method for each set of instances.

    Parameters
    ----------
    runs
        The runs.
    groups
        The set of an instance for which the best known costs name none.
    """
    by_group: dict[str, dict[str, list[MeasuredRun]]] = {}
    for one in sorted(runs, key=lambda one: rank(one.run.method)):
        group = one.best.group or groups[one.run.instance]
        by_group.setdefault(group, {}).setdefault(one.run.method, []).append(one)
    blocks = [
        Block(group, tuple(_row(method, of_method) for method, of_method in methods.items()))
        for group, methods in sorted(by_group.items(), key=lambda item: by_number(item[0]))
    ]
    return Table(
        name="gaps",
        title="Every set against the best known costs",
        columns=(
            *("method", "instances", "runs", "mean gap (%)", "worst (%)", "at best known"),
            *("proven", "gap of bound (%)", "seconds"),
        ),
        blocks=tuple(blocks),
        notes=(
            "gap: how far a plan costs above the best known cost, below 0 where it costs less; "
            "mean and worst over the runs.",
            "at best known, proven: runs that reached it, and runs whose plan is proven optimal.",
            "gap of bound: how far the best known cost is above the proven bound; mean over the "
            "runs that have one.",
        ),
    )


def _row(method: str, runs: Sequence[MeasuredRun]) -> Row:
    bounds = [one.bound_gap for one in runs if one.bound_gap is not None]
    return (
        method,
        str(len({one.run.instance for one in runs})),
        str(len(runs)),
        percent(fmean(one.gap for one in runs)),
        percent(max(one.gap for one in runs)),
        str(sum(one.reached for one in runs)),
        str(sum(one.run.proven for one in runs)),
        percent(fmean(bounds)) if bounds else "",
        f"{fmean(one.run.seconds or 0.0 for one in runs):.2f}",
    )


def gaps_by_instance_table(runs: Sequence[MeasuredRun]) -> Table:
    """Return one row per method and instance: its best run, and the mean over its seeds."""
    by_key: dict[tuple[str, str], list[MeasuredRun]] = {}
    for one in runs:
        by_key.setdefault((one.run.instance, one.run.method), []).append(one)
    rows = []
    for instance, method in sorted(by_key, key=lambda key: (by_number(key[0]), rank(key[1]))):
        members = by_key[instance, method]
        least = min(members, key=lambda one: (one.gap, one.run.seed))
        rows.append(
            (
                instance,
                method,
                f"{least.run.cost:.10g}",
                "" if least.run.trips is None else str(least.run.trips),
                f"{least.best.cost:.10g}",
                percent(least.gap),
                percent(fmean(one.gap for one in members)),
                "optimal" if any(one.run.proven for one in members) else least.run.status,
            )
        )
    return Table(
        name="gaps_by_instance",
        title="Every instance against its best known cost",
        columns=(
            *("instance", "method", "cost", "trips", "best known", "gap (%)", "mean gap (%)"),
            "status",
        ),
        blocks=(Block("", tuple(rows)),),
        notes=(
            "cost, trips, gap: of the best plan of all seeds. mean gap: over the seeds. "
            "status: optimal where the plan of some seed is proven.",
        ),
    )
