"""What was run, set by set and instance by instance."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from arcload.model.certificate import KINDS
from arcload.model.gap_words import gap_percent
from arcload.runs.instances import group_of
from arcload.runs.paper_names import rank
from arcload.runs.run import Run
from arcload.runs.series import Best
from arcload.runs.tables import Block, Row, Table, percent


def summary_table(runs: Sequence[Run], best: Mapping[str, Best]) -> Table:
    """Return one row per method for each set of instances."""
    blocks = []
    for group in sorted({group_of(run.instance) for run in runs}):
        members = [run for run in runs if group_of(run.instance) == group]
        methods = sorted({run.method for run in members}, key=rank)
        rows = [
            _row(method, [r for r in members if r.method == method], best) for method in methods
        ]
        blocks.append(Block(group, tuple(rows)))
    return Table(
        name="summary",
        title="Every method on every set",
        columns=(
            *("method", "instances", "runs", "failed", "mean cost", "to best (%)"),
            *("to bound (%)", "proven", "seconds", "to its best (s)"),
        ),
        blocks=tuple(blocks),
        notes=(
            "to best, to bound: how far a plan costs above the best known cost and above the best "
            "known bound of its instance; mean over the runs.",
            "proven: number of instances whose optimum was proven by some run and reached by this "
            "method with at least one seed.",
            "seconds: mean time of the search. to its best: mean time until the plan was found. "
            "Getting started is not counted.",
        ),
    )


def _row(method: str, runs: Sequence[Run], best: Mapping[str, Best]) -> Row:
    good = [(run, run.cost) for run in runs if run.cost is not None]
    names = {run.instance for run in runs}
    reached = {run.instance for run, cost in good if reaches(best[run.instance], cost, 1e-9)}
    to_bound = [best[run.instance].gap_to_bound(cost) for run, cost in good]
    gaps = [gap for gap in to_bound if gap is not None]
    return (
        method,
        str(len(names)),
        str(len(runs)),
        str(len(runs) - len(good) or ""),
        f"{fmean(cost for _, cost in good):.2f}" if good else "",
        percent(fmean(best[run.instance].gap_of(cost) for run, cost in good)) if good else "",
        percent(fmean(gaps)) if gaps else "",
        f"{len(reached)}",
        f"{fmean(run.seconds or 0 for run, _ in good):.3f}" if good else "",
        f"{fmean(run.time_to_best or 0 for run, _ in good):.3f}" if good else "",
    )


def reaches(best: Best, cost: float, tolerance: float) -> bool:
    """Return whether a cost is the proven optimum."""
    return best.proven and cost <= best.cost * (1 + tolerance)


def instances_table(best: Mapping[str, Best]) -> Table:
    """Return the best that is known of each instance."""
    rows = tuple(
        (
            name,
            str(one.served),
            f"{one.cost:.2f}",
            "" if one.bound is None else f"{one.bound:.2f}",
            "0" if one.proven else _rounded_up(one.gap_to_bound(one.cost)),
            one.proof,
            one.method,
            "" if one.seed is None else str(one.seed),
        )
        for name, one in best.items()
    )
    return Table(
        name="instances",
        title="The best that is known of each instance",
        columns=("instance", "served", "cost", "bound", "gap (%)", "proof", "method", "seed"),
        blocks=(Block("", rows),),
        notes=(
            "A gap of 0 is proven: no plan costs less. method and seed found the plan, the "
            "first of those that did; proof is how the bound was proven.",
            "Proofs: " + "; ".join(f"{kind}: {words}" for kind, words in KINDS.items()) + ".",
        ),
    )


def _rounded_up(gap: float | None) -> str:
    return "" if gap is None else gap_percent(gap).removesuffix("%")


def failures_table(runs: Sequence[Run]) -> Table | None:
    """Return the runs that failed, and why; None if none did."""
    rows = tuple(
        (run.method, run.instance, str(run.seed), run.failure) for run in runs if run.failed
    )
    if not rows:
        return None
    return Table(
        name="failures",
        title="Runs that failed",
        columns=("method", "instance", "seed", "why"),
        blocks=(Block("", rows),),
    )
