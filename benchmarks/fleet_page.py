"""The page docs/fleet_results.md, from the runs of benchmarks/fleets.py."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean

from benchmarks.fleet_rows import FleetRow, of_part

import arcload
from arcload.runs.best_costs import BestCost
from arcload.runs.instances import by_number

_SAME = 1e-6  # a cost this near to the best known one, relatively, has reached it
_SPEED = 70_000  # iterations per second and thread that are asked for
_MEMORY, _BELOW_GREEDY = 4e9, 0.08  # what is asked of a town of 5,000 streets


@dataclass(frozen=True)
class PublishedSet:
    """A set of published problems, and how long each is searched."""

    name: str
    seconds: float


SETS = (
    PublishedSet("kshs", 2),
    PublishedSet("gdb", 2),
    PublishedSet("val", 5),
    PublishedSet("bmcv-C", 10),
    PublishedSet("bmcv-D", 10),
    PublishedSet("egl", 30),
    PublishedSet("egl-large", 60),
    PublishedSet("mval", 20),
    PublishedSet("lpr", 20),
)


@dataclass(frozen=True)
class Goal:
    """What is asked of some sets together.

    Parameters
    ----------
    sets
        Their names.
    gap
        The greatest mean gap to the best known costs, as a fraction.
    reached, proven
        How many instances must be at the best known cost, and proven, at least.
    bound
        The greatest mean gap of the bound; None if nothing is asked of it.
    """

    sets: tuple[str, ...]
    gap: float
    reached: int = 0
    proven: int = 0
    bound: float | None = None

    @property
    def label(self) -> str:
        """What the table calls them."""
        return ", ".join(self.sets)

    @property
    def in_words(self) -> str:
        """The goal, in a few words."""
        words = [f"gap {_percent(self.gap)}"]
        words += [f"{self.reached} at best known"] * bool(self.reached)
        words += [f"{self.proven} proven"] * bool(self.proven)
        return ", ".join(words + ([] if self.bound is None else [f"bound {_percent(self.bound)}"]))


GOALS = (
    Goal(("kshs", "gdb"), 0.0, reached=29, proven=26),
    Goal(("val",), 0.001, reached=30, proven=19),
    Goal(("bmcv-C",), 0.001),
    Goal(("bmcv-D",), 0.0005),
    Goal(("egl",), 0.0012, bound=0.03),
    Goal(("egl-large",), 0.007),
    Goal(("mval", "lpr"), 0.003),
)


@dataclass(frozen=True)
class Outcome:
    """What came of the runs of some sets, the counts as means over the seeds."""

    instances: int
    runs: int
    gap: float
    worst: float
    reached: float
    proven: float
    bound: float | None
    worst_bound: float | None

    @classmethod
    def of(cls, rows: Sequence[FleetRow], best: Mapping[str, BestCost]) -> "Outcome":
        """Return the outcome of runs."""
        gaps = [gap_of(row, best) for row in rows]
        bounds = [best[row.instance].cost / row.bound - 1 for row in rows if row.bound > 0]
        seeds = len({row.seed for row in rows})
        return cls(
            instances=len({row.instance for row in rows}),
            runs=len(rows),
            gap=fmean(gaps),
            worst=max(gaps),
            reached=sum(gap <= _SAME for gap in gaps) / seeds,
            proven=sum(row.status == "optimal" for row in rows) / seeds,
            bound=fmean(bounds) if bounds else None,
            worst_bound=max(bounds, default=None),
        )

    def missed(self, goal: Goal) -> list[str]:
        """Return what of a goal is missed, in words."""
        wrong = []
        if round(self.gap, 6) > goal.gap:
            wrong.append(f"gap {_percent(self.gap)} instead of {_percent(goal.gap)}")
        if self.reached < goal.reached:
            wrong.append(f"{_count(self.reached)} at the best known instead of {goal.reached}")
        if self.proven < goal.proven:
            wrong.append(f"{_count(self.proven)} proven instead of {goal.proven}")
        if goal.bound is not None and (self.bound is None or self.bound > goal.bound):
            wrong.append(f"bound {_percent(self.bound)} instead of {_percent(goal.bound)}")
        return wrong


def gap_of(row: FleetRow, best: Mapping[str, BestCost]) -> float:
    """Return how much a plan costs above the best known cost, as a fraction."""
    return row.cost / best[row.instance].cost - 1


def write_page(
    rows: Sequence[FleetRow], best: Mapping[str, BestCost], missing: int, scale_time: float = 1.0
) -> str:
    """Return the page.

    Parameters
    ----------
    rows
        All runs.
    best
        The best known costs.
    missing
        How many runs are asked for and not there.
    scale_time
        What the times of search were multiplied by.
    """
    plain = of_part(rows, "plain")
    lines = [*_heading(rows, missing, scale_time)]
    if plain:
        lines += ["## Against the best known costs", "", *_goals(rows, best, scale_time), ""]
    if of_part(rows, "load"):
        lines += ["## What it is worth to count the load", "", *_load(rows), ""]
    if of_part(rows, "speed"):
        lines += ["## Iterations per second", "", *_speed(of_part(rows, "speed")), ""]
    if of_part(rows, "large"):
        lines += ["## A town of 5,000 streets in 60 trips", "", *_large(of_part(rows, "large")), ""]
    if plain:
        lines += ["## Instance by instance", "", *_instances(plain, best), ""]
    return "\n".join(lines)


def _heading(rows: Sequence[FleetRow], missing: int, scale_time: float) -> list[str]:
    machines = sorted({row.machine for row in rows if row.machine}) or ["unknown"]
    commits = sorted({row.commit for row in rows if row.commit}) or ["unknown"]
    lines = [
        "# Fleets on the published instances",
        "",
        "Written by `make fleet-results`; nothing on this page is typed by hand. The instances are "
        "those of capacitated arc routing (CARP): kshs, gdb, val, bmcv, egl and egl-large, and "
        "with one-way streets and two costs per street mval and lpr. Best known costs are those in "
        "`best_known.csv` beside them.",
        "",
        f"- date: {datetime.now(UTC):%Y-%m-%d}; commit: {', '.join(commits)}",
        f"- machine: {'; '.join(machines)}; Python {platform.python_version()}, "
        f"arcload {arcload.__version__}",
        "- method `auto`, two threads per run; getting started (compiling, distances) is not "
        "counted in seconds",
    ]
    if scale_time != 1:
        lines.append(f"- **a try**: all times were multiplied by {scale_time:g}")
    if missing:
        lines.append(f"- **{missing:,} runs are not made yet**; the same command makes them")
    return [*lines, ""]


def _goals(rows: Sequence[FleetRow], best: Mapping[str, BestCost], scale_time: float) -> list[str]:
    """Return the table of all sets beside what is asked of them, and what is missed."""
    lines = [
        "Curb weight 1 and load factor 0: the cost is the length driven, and what the files add to "
        "it. Each instance with each seed.",
        "",
        *_table_head(
            *("set", "instances", "runs", "seconds", "mean gap (%)", "worst (%)", "at best known"),
            *("proven", "gap of bound (%)", "worst (%)", "goal", "met"),
        ),
    ]
    missed = []
    for goal in GOALS:
        some = of_part(rows, "plain", goal.sets)
        if not some:
            lines.append(f"| {goal.label} | {'| ' * 8}| {goal.in_words} | not measured yet |")
            continue
        outcome = Outcome.of(some, best)
        wrong = outcome.missed(goal)
        missed += [f"- {goal.label}: {'; '.join(wrong)}"] if wrong else []
        limits = sorted({row.limit for row in some})
        lines.append(
            f"| {goal.label} | {outcome.instances} | {outcome.runs} "
            f"| {', '.join(f'{limit:g}' for limit in limits)} "
            f"| {_percent(outcome.gap, 3)} | {_percent(outcome.worst)} "
            f"| {_count(outcome.reached)} | {_count(outcome.proven)} "
            f"| {_percent(outcome.bound)} | {_percent(outcome.worst_bound)} "
            f"| {goal.in_words} | {'**missed**' if wrong else 'yes'} |"
        )
    lines += [
        "",
        "- gap: how far a plan costs above the best known cost; mean and worst over all runs.",
        "- at best known, proven: instances whose plan costs no more than the best known, and "
        "whose plan is proven optimal (status optimal); the mean over the seeds.",
        "- gap of bound: how far the best known cost is above the proven lower bound.",
        "",
        "What is missed:" if missed else "Of what was measured nothing is missed.",
        *(["", *missed] if missed else []),
    ]
    return lines


def _load(rows: Sequence[FleetRow]) -> list[str]:
    """Return what the load in the cost saves, set by set."""
    plain = {(row.instance, row.seed): row for row in of_part(rows, "plain")}
    lines = [
        "Load factor 1 and a curb weight of half the capacity, on the same networks. The plan that "
        "was searched with the load in the cost, against the plan of least length of the same "
        "seed and time, priced with the load, each of its trips forwards or backwards and in the "
        "directions that are best under load.",
        "",
        *_table_head(
            *("set", "pairs", "seconds", "mean saving (%)", "least (%)", "most (%)"),
            *("trips of least length", "trips with load", "gap to the bound (%)"),
        ),
    ]
    for one in SETS:
        pairs = [
            (plain[row.instance, row.seed], row)
            for row in of_part(rows, "load", [one.name])
            if (row.instance, row.seed) in plain
        ]
        if not pairs:
            continue
        savings = [1 - with_load.cost / least.other for least, with_load in pairs]
        gaps = [row.cost / row.bound - 1 for _, row in pairs if row.bound > 0]
        lines.append(
            f"| {one.name} | {len(pairs)} | {pairs[0][1].limit:g} | {_percent(fmean(savings))} "
            f"| {_percent(min(savings))} | {_percent(max(savings))} "
            f"| {fmean(least.trips for least, _ in pairs):.1f} "
            f"| {fmean(with_load.trips for _, with_load in pairs):.1f} "
            f"| {_percent(fmean(gaps) if gaps else None)} |"
        )
    lines += [
        "",
        "A saving below 0: the search with the load found less in the same time. Trips are more "
        "with the load in the cost, because a vehicle that carries less costs less; a cost per "
        "trip or vehicle (`visit_cost`, `--fixed-cost`) says what a trip is worth.",
    ]
    return lines


def _speed(rows: Sequence[FleetRow]) -> list[str]:
    """Return the speed on every instance, and that on egl beside what is asked of it."""
    speeds = {row.instance: row.iterations / row.seconds / row.threads for row in rows}
    of_egl = [speeds[row.instance] for row in rows if row.group == "egl"]
    lines = [
        f"One thread, no bound, {rows[0].limit:g} s, instances of 95 to 200 services. Long trips "
        "take longer: an iteration looks at whole trips."
    ]
    if of_egl:
        verdict = "That is met" if fmean(of_egl) >= _SPEED else "**That is missed**"
        lines.append(
            f"On egl {_SPEED:,} iterations per second and thread are asked for; it makes "
            f"{fmean(of_egl):,.0f} on average. {verdict}."
        )
    return [
        " ".join(lines),
        "",
        *_table_head("instance", "services", "trips", "iterations per second and thread"),
        *(
            f"| {row.instance} | {row.services} | {row.trips} | {speeds[row.instance]:,.0f} |"
            for row in sorted(rows, key=lambda row: by_number(row.instance))
        ),
    ]


def _large(rows: Sequence[FleetRow]) -> list[str]:
    row = rows[-1]
    below = 1 - row.cost / row.other
    wrong = []
    if row.memory > _MEMORY:
        wrong.append(f"memory {row.memory / 1e9:.2f} GB instead of {_MEMORY / 1e9:g} GB")
    if below < _BELOW_GREEDY:
        wrong.append(f"{_percent(below)} % below greedy insertion, not {_percent(_BELOW_GREEDY)} %")
    return [
        "`arcload generate city --edges 5000 --capacity-trips 60 --curb-ratio 0.01`, two threads, "
        f"{row.limit:g} s: {row.services:,} services in {row.trips} trips.",
        "",
        *_table_head("method", "cost", "below greedy (%)", "peak of memory (GB)"),
        f"| `greedy` (greedy insertion) | {row.other:,.0f} | | |",
        f"| `auto` | {row.cost:,.0f} | {_percent(below)} | {row.memory / 1e9:.2f} |",
        "",
        f"Asked for: under {_MEMORY / 1e9:g} GB, and {_percent(_BELOW_GREEDY)} % below greedy "
        f"insertion at least. {'**Missed**: ' + '; '.join(wrong) if wrong else 'Both are met'}.",
    ]


def _instances(plain: Sequence[FleetRow], best: Mapping[str, BestCost]) -> list[str]:
    lines = _table_head(
        *("instance", "services", "trips", "best cost", "best known", "mean gap (%)", "worst (%)"),
        *("gap of bound (%)", "proven"),
    )
    for name in sorted({row.instance for row in plain}, key=by_number):
        some = [row for row in plain if row.instance == name]
        least = min(some, key=lambda row: (row.cost, row.seed))
        outcome = Outcome.of(some, best)
        proven = sum(row.status == "optimal" for row in some)
        lines.append(
            f"| {name} | {least.services} | {least.trips} | {least.cost:.10g} "
            f"| {best[name].cost:.10g} | {_percent(outcome.gap)} | {_percent(outcome.worst)} "
            f"| {_percent(outcome.bound)} | {proven} of {len(some)} |"
        )
    return [*lines, "", "trips: of the best plan of all seeds. proven: seeds."]


def _table_head(*columns: str) -> list[str]:
    dashes = ["---"] + ["---:"] * (len(columns) - 1)
    return ["| " + " | ".join(columns) + " |", "| " + " | ".join(dashes) + " |"]


def _percent(fraction: float | None, digits: int = 2) -> str:
    if fraction is None:
        return ""
    text = f"{100 * fraction:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _count(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
