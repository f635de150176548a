"""The two tables of results of the paper, with our methods and the proven bounds beside them.

Hy and Tran, "Graph Attention-based Deep Reinforcement Learning for solving the Chinese Postman
Problem with Load-dependent costs" (2024), the tables of results on its first and second set.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from arcload.runs.instances import group_of
from arcload.runs.paper_names import PAPER_NAMES
from arcload.runs.series import Best, Series, best_published
from arcload.runs.summary import reaches
from arcload.runs.tables import Block, Row, Table, percent

COLUMNS = (
    *("method", "Obj.", "Gap (%)", "Time (s)"),
    *("mean gap (%)", "to bound (%)", "proven"),
)
_PAPERS = tuple(name for name in PAPER_NAMES.values() if name != "Arc-DRL")
_NOT_BY_INSTANCE = "*"  # marks what only means of means could give


@dataclass(frozen=True)
class _Group:
    """A set of instances of the paper, and what it prints for Arc-DRL there."""

    table: int
    heading: str
    prefix: str
    fewest: int
    most: int
    count: int
    objective: float
    gap: float
    time: float


_GROUPS = (
    _Group(1, "Eulerian", "E", 0, 9999, 18, 189064.26, 0.05, 0.725),
    _Group(1, "Christofides et al.", "C", 0, 9999, 18, 82935.40, 0.09, 0.243),
    _Group(1, "Hertz et al.", "H", 0, 9999, 24, 42309.91, 0.13, 0.251),
    _Group(2, "Small, |E| = 8", "small", 8, 8, 6, 32046.24, 0.00, 0.152),
    _Group(2, "Small, |E| = 9", "small", 9, 9, 6, 23737.03, 0.00, 0.164),
    _Group(2, "Small, |E| = 10", "small", 10, 10, 6, 33210.70, 0.00, 0.205),
    _Group(2, "Large, n = 10, |E| = 16, 20, 27", "large", 16, 27, 18, 185102.22, 0.13, 0.653),
    _Group(2, "Large, n = 20, |E| = 53, 75", "large", 53, 75, 12, 1629849.83, 0.62, 3.024),
    _Group(
        2, "Large, n = 30, |E| = 110, 162, 232", "large", 110, 232, 18, 11243163.72, 1.08, 10.032
    ),
)
_TITLES = {
    1: "Table 1. The paper's first set",
    2: "Table 2. The paper's second set",
}
_NOTES = (
    "Obj.: mean cost. Gap: that mean against the least mean of the paper's methods (of ours where "
    "those are not given), as the paper computes it; a ratio of means, which the instances with "
    "W = 5Q dominate. Below 0 is better than the paper's best.",
    "mean gap: mean over instances of how far the cost is above the best tour known. to bound: the "
    "same against the proven bound. proven: instances whose proven optimum was reached, with at "
    "least one seed (published costs: to five digits).",
    "Published times were measured on another machine; ours leave out getting started. Costs and "
    "times are means over seeds.",
    f"{_NOT_BY_INSTANCE} Arc-DRL: the figures printed in the paper, which gives no costs by "
    "instance; so its gap to the bound is a ratio of means.",
)


def paper_tables(
    ours: Sequence[Series], references: Sequence[Series], best: Mapping[str, Best]
) -> list[Table]:
    """Return both tables; what is not known stays blank.

    Parameters
    ----------
    ours
        What our methods reached.
    references
        What was published.
    best
        The best that is known of each instance that was run.
    """
    return [_table(number, ours, references, best) for number in _TITLES]


def _table(
    number: int,
    ours: Sequence[Series],
    references: Sequence[Series],
    best: Mapping[str, Best],
) -> Table:
    groups = [group for group in _GROUPS if group.table == number]
    blocks = tuple(_block(group, ours, references, best) for group in groups)
    notes = [*_NOTES, *_missing(groups, ours, best)]
    if number == 2:
        notes += _disagreements(references)
    return Table(
        name=f"table{number}",
        title=_TITLES[number],
        columns=COLUMNS,
        blocks=blocks,
        notes=tuple(notes),
    )


def _members(group: _Group, best: Mapping[str, Best]) -> list[str]:
    return [
        name
        for name, one in best.items()
        if group_of(name) == group.prefix and group.fewest <= one.edges <= group.most
    ]


def _block(
    group: _Group,
    ours: Sequence[Series],
    references: Sequence[Series],
    best: Mapping[str, Best],
) -> Block:
    run = _members(group, best)
    best_costs = best if run else best_published(references)
    names = run or _members(group, best_costs)
    given = {one.name: one for one in references}
    papers = [given.get(name, Series(name=name, costs={}, published=True)) for name in _PAPERS]
    published = [_complete(one, names) for one in papers]
    others = [_complete(one, names) for one in references if one.name not in _PAPERS]
    own = [_complete(one, names) for one in ours]
    base = _least_mean(published) or _least_mean([*others, *own])
    rows = [_row(one, f"{one.name}, published", base, best_costs) for one in published]
    rows.append(_arc_drl_row(group, names, best_costs))
    rows += [_row(one, f"{one.name}, published", base, best_costs) for one in others]
    rows += [_row(one, one.name, base, best_costs) for one in own]
    return Block(f"{group.heading} ({_count(group, len(run))})", tuple(rows))


def _count(group: _Group, run: int) -> str:
    if run == group.count:
        return f"{run} instances"
    return f"{run or 'none'} of {group.count} instances run"


def _complete(series: Series, names: Sequence[str]) -> Series:
    """Return the part of a series on some instances, nothing if one of them is missing."""
    part = series.on(names)
    return part if len(part.costs) == len(names) else series.on([])


def _least_mean(series: Sequence[Series]) -> float | None:
    return min((_mean_cost(one) for one in series if one.costs), default=None)


def _mean_cost(series: Series) -> float:
    return fmean(series.cost(name) for name in series.costs)


def _row(series: Series, label: str, base: float | None, best: Mapping[str, Best]) -> Row:
    names = list(series.costs)
    if not names:
        return (label, *[""] * (len(COLUMNS) - 1))
    mean = _mean_cost(series)
    costs = {name: series.cost(name) for name in names}
    to_bound = [best[name].gap_to_bound(cost) for name, cost in costs.items()]
    gaps = [gap for gap in to_bound if gap is not None]
    proven = sum(reaches(best[n], min(series.costs[n]), series.tolerance) for n in names)
    timed = len(series.seconds) == len(names)
    return (
        label,
        f"{mean:.2f}",
        percent(mean / base - 1) if base else "",
        f"{fmean(series.time(name) for name in names):.3f}" if timed else "",
        percent(fmean(best[name].gap_of(cost) for name, cost in costs.items())),
        percent(fmean(gaps)) if len(gaps) == len(names) else "",
        f"{proven} of {len(names)}" if len(gaps) == len(names) else "",
    )


def _arc_drl_row(group: _Group, names: Sequence[str], best: Mapping[str, Best]) -> Row:
    label = f"Arc-DRL, published{_NOT_BY_INSTANCE}"
    if 0 < len(names) != group.count:  # the paper's mean is of other instances
        return (label, *[""] * (len(COLUMNS) - 1))
    bounds = [best[name].bound for name in names]
    stated_bounds = [bound for bound in bounds if bound is not None]
    to_bound = (
        group.objective / fmean(stated_bounds) - 1
        if stated_bounds and len(stated_bounds) == len(names)
        else None
    )
    return (
        label,
        f"{group.objective:.2f}",
        f"{group.gap:.2f}",
        f"{group.time:.3f}",
        "",
        "" if to_bound is None else percent(to_bound) + _NOT_BY_INSTANCE,
        "",
    )


def _missing(
    groups: Sequence[_Group], ours: Sequence[Series], best: Mapping[str, Best]
) -> list[str]:
    """Return sentences on our methods that have not run on all of a set."""
    sentences = []
    for group in groups:
        names = _members(group, best)
        for one in ours:
            there = len(one.on(names).costs)
            if 0 < there < len(names):
                sentences.append(
                    f"{one.name} has a tour of {there} of the {len(names)} instances of "
                    f"{group.heading}, so its cells are blank."
                )
    return sentences


def _disagreements(references: Sequence[Series]) -> list[str]:
    """Return where the paper and the files of its authors differ, beyond the last digit."""
    sentences = ["The paper counts 70 instances in this set, and 64 further on; its files are 66."]
    greedy = next((one for one in references if one.name == PAPER_NAMES["greedy"]), None)
    if greedy is not None:
        sentences += [
            "GHC at |E| = 8: the paper prints Obj. 32046.24 and Gap 0.00; in the files of its "
            "authors it is 32406.56, and so it is here.",
            "GHC at n = 10: the paper prints 0.11 s; in the files it is 0.011 s.",
        ]
    return sentences
