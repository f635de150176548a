"""The paper's two tables, the figures and the best of each instance, for docs/results.md.

    python benchmarks/results.py [--quick] [--folder results] [--jobs N]

Every run is kept in the folder at once: stopped at any moment, the same command goes on.
``--quick`` makes a page of a few minutes in the folder and leaves docs/results.md as it is.
ARCLOAD_PUBLISHED names the folder of the published instances.
"""

import argparse
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.published import FOLDER

import arcload
from arcload.cli.bench_progress import watch_runs
from arcload.runs.bench import CURVES, Bench
from arcload.runs.curves import Curve, read_curves
from arcload.runs.figures import write_figures
from arcload.runs.instances import read_instances
from arcload.runs.machine import machine
from arcload.runs.paired_tests import PairedTest, paired_tests, paired_tests_table
from arcload.runs.paper_names import PAPER_NAMES
from arcload.runs.paper_tables import paper_tables
from arcload.runs.pools import default_jobs
from arcload.runs.process_pool import ProcessPool
from arcload.runs.references import read_references
from arcload.runs.run import Key, Run, read_runs
from arcload.runs.series import Best, Series, best_known, series_of
from arcload.runs.summary import instances_table, reaches
from arcload.runs.tables import Table
from arcload.solving.methods.registry import METHODS
from benchmarks import scale

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images" / "results"
FIGURES = {
    "profiles": "On which share of the 126 instances a method is within how much of the best tour "
    "known; higher and further left is better.",
    "gap_over_time": "Mean gap to the best tour known over the time of search. Points are the "
    "published methods, at their mean time, on the machine of the paper.",
    "boxes": "Gaps to the proven bound. A box holds half of the instances, its whiskers all but "
    "the outermost twentieth at each end.",
    "time_over_size": "Time of the whole search over size, with fitted exponents. `auto` and "
    "`exact` end at a proof or at their time limit, the others by themselves.",
    "time_to_near": "Time until a run was within 1 % of its own final cost.",
}


@dataclass(frozen=True)
class Part:
    """Some methods with the same settings."""

    name: str
    methods: tuple[str, ...]
    seeds: tuple[int, ...]
    time: float | None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""

    def described(self) -> str:
        """Return it in words."""
        label = f", {self.label}" if self.label else ""
        methods = ", ".join(f"`{method}{label}`" for method in self.methods)
        limit = "until it ends by itself" if self.time is None else f"{self.time:g} s at most"
        seeds = f"seeds {self.seeds[0]} to {self.seeds[-1]}" if len(self.seeds) > 1 else "seed 1"
        return f"{methods}: {limit}, {seeds}"


def parts(quick: bool) -> list[Part]:
    """Return what is run: the paper's methods with its parameters, ours, and proofs."""
    papers = tuple(name for name in PAPER_NAMES if name in METHODS.built_in)
    if quick:
        return [
            Part("paper", papers, (1,), 1.0),
            Part("best-of-128", ("arc-drl",), (1,), 1.0, {"samples": 128}, "best of 128"),
            Part("auto", ("auto",), (1,), 1.0),
            Part("exact", ("exact",), (1,), 2.0),
        ]
    seeds = (1, 2, 3, 4, 5)
    return [
        Part("paper", papers, seeds, None),
        Part("best-of-128", ("arc-drl",), seeds, None, {"samples": 128}, "best of 128"),
        Part("auto", ("auto",), seeds, 10.0),
        Part("exact", ("exact",), (1,), 120.0),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--jobs", type=int, default=default_jobs(1))
    asked = parser.parse_args()
    if not FOLDER.is_dir():
        sys.exit(f"the published instances are not in {FOLDER}; ARCLOAD_PUBLISHED names it")
    folder = asked.folder or ROOT / ("results-quick" if asked.quick else "results")
    chosen = parts(asked.quick)
    runs, curves = run_parts(chosen, folder, asked.jobs)
    known = scale.read(folder / "scale.csv")
    measurements = scale.measure_all(folder, asked.quick)
    if len(measurements) > len(known):
        note_commit(folder)
    images = folder / "images" if asked.quick else IMAGES
    page = write_page(folder, images, chosen, runs, curves, measurements, asked.jobs)
    target = folder / "results.md" if asked.quick else ROOT / "docs" / "results.md"
    target.write_text(page)
    print(f"wrote {target}")


def run_parts(
    chosen: Sequence[Part], folder: Path, jobs: int
) -> tuple[list[Run], dict[Key, Curve]]:
    """Make the runs that are not yet there, and return all."""
    instances = read_instances([FOLDER])
    runs: list[Run] = []
    curves: dict[Key, Curve] = {}
    for part in chosen:
        here = folder / part.name
        here.mkdir(parents=True, exist_ok=True)
        bench = Bench(
            instances,
            part.methods,
            part.seeds,
            here,
            resume=True,
            time=part.time,
            parameters=part.parameters,
            label=part.label,
        )
        if bench.left:
            note_commit(folder)
        with watch_runs(len(bench.done), bench.left, jobs) as tell:
            for run in bench.run(ProcessPool(jobs)):
                tell(run)
        runs += read_runs(bench.file)
        curves |= read_curves(here / CURVES)
    return runs, curves


def note_commit(folder: Path) -> None:
    """Remember from which commits the runs are."""
    file = folder / "commits.txt"
    before = file.read_text().splitlines() if file.exists() else []
    if commit() not in before:
        file.write_text("\n".join([*before, commit()]) + "\n")


def commit() -> str:
    def git(*words: str) -> str:
        run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        return run.stdout.strip()

    changed = git("status", "--porcelain", "--", "src", "benchmarks")
    return (git("rev-parse", "--short=10", "HEAD") or "unknown") + (" and changes" * bool(changed))


def write_page(
    folder: Path,
    images: Path,
    chosen: Sequence[Part],
    runs: Sequence[Run],
    curves: Mapping[Key, Curve],
    measurements: list[scale.Measurement],
    jobs: int,
) -> str:
    """Write tables and figures, and return the page."""
    references = [
        one for one in read_references([FOLDER / "published"]) if one.name in PAPER_NAMES.values()
    ]
    series = series_of(runs)
    best = best_known(runs, references)
    comparisons = paired_tests([*references, *series])
    tables = [
        *paper_tables(series, references, best),
        paired_tests_table(shown(comparisons)),
        instances_table(best),
    ]
    for table in tables:
        table.write(folder)
    images.mkdir(parents=True, exist_ok=True)
    write_figures(images, runs, curves, series, references, best)
    scale.draw(measurements, images)
    link = "images" if images.parent == folder else "images/results"
    return "\n".join(
        [
            *heading(folder, chosen, jobs, runs),
            "## In short",
            "",
            *in_short(series, references, best, comparisons, runs, tables),
            "## The paper's tables",
            "",
            tables[0].to_markdown(),
            tables[1].to_markdown(),
            "## Figures",
            "",
            *(f"![{text}]({link}/{name}.png)\n\n{text}\n" for name, text in FIGURES.items()),
            "## Method against method",
            "",
            tables[2].to_markdown(),
            "## The cost of scale",
            "",
            *cost_of_scale(measurements, link),
            "## Instance by instance",
            "",
            tables[3].to_markdown(),
        ]
    )


def shown(comparisons: Sequence[PairedTest]) -> list[PairedTest]:
    """Return the comparisons of ours with each other, with their own published ones and EA's."""
    published = set(PAPER_NAMES.values())
    return [
        one
        for one in comparisons
        if one.first not in published
        or (one.second not in published and one.first in (PAPER_NAMES.get(one.second), "EA"))
    ]


def heading(folder: Path, chosen: Sequence[Part], jobs: int, runs: Sequence[Run]) -> list[str]:
    commits = (folder / "commits.txt").read_text().split("\n")
    where = sorted({run.machine for run in runs if run.machine}) or [machine()]
    versions = f"Python {platform.python_version()}, arcload {arcload.__version__}"
    return [
        "# Results on the published instances",
        "",
        "Written by `make results`; nothing on this page is typed by hand. The instances and the "
        "published results are those of the paper's authors.",
        "",
        f"- date: {datetime.now(UTC):%Y-%m-%d}; commit: {', '.join(filter(None, commits))}",
        f"- machine: {'; '.join(where)}; {versions}",
        f"- one thread per run, {jobs} at a time; getting started (compiling, distances) is "
        "not counted in seconds",
        *(f"- {part.described()}" for part in chosen),
        f"- {len(runs):,} runs, {sum(run.failed for run in runs)} failed; every tour was followed "
        "by the independent checker",
        "",
    ]


def in_short(
    series: Sequence[Series],
    references: Sequence[Series],
    best: Mapping[str, Best],
    comparisons: Sequence[PairedTest],
    runs: Sequence[Run],
    tables: Sequence[Table],
) -> list[str]:
    """Return what is better, what is worse, and what the paper's figures are worth."""
    ours = {one.name: one for one in series}
    theirs = {one.name: one for one in references}
    open_ones = [name for name, one in best.items() if not one.proven]
    return [
        f"**How much is known.** {len(best) - len(open_ones)} of {len(best)} instances are "
        f"proven optimal. {_open_gaps(open_ones, best)}",
        "",
        "**Ours against the published ones.**",
        "",
        *(f"- {line}" for line in _better(ours, theirs, comparisons)),
        *(f"- {line}" for line in against_arc_drl(tables)),
        "",
        "**What is worse.**",
        "",
        *(f"- {line}" for line in _worse(ours, theirs, best, runs)),
        "",
        "**The paper's figures against the optimum.**",
        "",
        *_papers_figures(theirs, best, tables),
        "",
    ]


def _open_gaps(names: Sequence[str], best: Mapping[str, Best]) -> str:
    if not names:
        return "None is open."
    gaps = {name: 100 * (best[name].gap_to_bound(best[name].cost) or 0.0) for name in names}
    worst = max(gaps, key=lambda name: gaps[name])
    return (
        f"The others ({', '.join(names)}) are open by {fmean(gaps.values()):.2f} % on average, "
        f"{worst} by {gaps[worst]:.2f} %."
    )


def _better(
    ours: Mapping[str, Series], theirs: Mapping[str, Series], comparisons: Sequence[PairedTest]
) -> list[str]:
    lines = []
    for name, one in ours.items():
        rival = "EA" if name in ("auto", "exact") else PAPER_NAMES.get(name, "")
        pair = [each for each in comparisons if (each.first, each.second) == (rival, name)]
        if not pair or rival not in theirs:
            continue
        shared = [each for each in one.costs if each in theirs[rival].costs]
        change = fmean(one.cost(each) / theirs[rival].cost(each) - 1 for each in shared)
        ratio = sum(map(theirs[rival].time, shared)) / sum(map(one.time, shared))
        speed = f"{ratio:,.0f} times" if ratio >= 2 else f"{ratio:.1f} times"
        lines.append(
            f"`{name}` against the published {rival}: cheaper on {pair[0].worse}, the same on "
            f"{pair[0].same}, more expensive on {pair[0].better}; {_signed(change)} on average, in "
            f"{_seconds(sum(map(one.time, shared)))} instead of "
            f"{_seconds(sum(map(theirs[rival].time, shared)))} per seed ({speed} as fast, on "
            "different machines)."
        )
    return lines


def against_arc_drl(tables: Sequence[Table]) -> list[str]:
    """Return how our policy compares with the printed Arc-DRL, of which only means are known."""
    found: dict[str, list[tuple[str, float, float]]] = {}  # group, change of the cost, speed
    for block in (block for table in tables[:2] for block in table.blocks):
        group = block.heading.split(" (")[0]
        printed = next(row for row in block.rows if row[0].startswith("Arc-DRL"))
        for name, cost, _, seconds, *_ in block.rows:
            if name.startswith("arc-drl") and cost and printed[1]:
                change = round(float(cost) / float(printed[1]) - 1, 5)  # as costs are published
                speed = float(printed[3]) / max(float(seconds), 0.001)
                found.setdefault(name, []).append((group, change, speed))
    lines = []
    for name, groups in found.items():
        changes, speeds = [change for _, change, _ in groups], [speed for _, _, speed in groups]
        above = [f"{group} {_signed(change)}" for group, change, _ in groups if change > 0]
        listed = f" ({'; '.join(above)})" if above else ""
        lines.append(
            f"`{name}` against the printed Arc-DRL, by the mean cost of each of {len(groups)} "
            f"groups: cheaper on {sum(change < 0 for change in changes)}, the same on "
            f"{changes.count(0)}, more expensive on {len(above)}"
            f"{listed}; {min(speeds):.0f} to {max(speeds):.0f} "
            "times as fast, on different machines."
        )
    return lines


def _seconds(value: float) -> str:
    return f"{value:,.0f} s" if value >= 10 else f"{value:.2g} s"


def _worse(
    ours: Mapping[str, Series],
    theirs: Mapping[str, Series],
    best: Mapping[str, Best],
    runs: Sequence[Run],
) -> list[str]:
    lines = []
    for name, one in ours.items():
        rival = theirs.get("EA" if name in ("auto", "exact") else PAPER_NAMES.get(name, ""))
        if rival is None:
            continue
        above = {
            each: 100 * (one.cost(each) / rival.cost(each) - 1)
            for each in one.costs
            if each in rival.costs and one.cost(each) > rival.cost(each) * (1 + rival.tolerance)
        }
        listed = sorted(above, key=lambda each: -above[each])
        if listed:
            few = ", ".join(f"{each} {above[each]:+.2f} %" for each in listed[:6])
            more = f" and {len(listed) - 6} more" if len(listed) > 6 else ""
            lines.append(f"`{name}` costs more than the published {rival.name} on {few}{more}.")
    if "auto" in ours:
        lines.append(_unreliable(ours["auto"], best))
    if "ea" in ours and "auto" in ours:
        slower = [n for n in ours["ea"].costs if ours["auto"].time(n) > ours["ea"].time(n)]
        lines.append(
            f"`auto` searches longer than `ea` on {len(slower)} instances: where it cannot "
            "prove its tour it uses all of its time."
        )
    failed = sum(run.failed for run in runs)
    if failed:
        lines.append(f"{failed} runs failed; runs.csv says why.")
    lines.append("Published times are of another machine: compare orders of magnitude.")
    lines.append(
        "Where our reading of the paper's methods differs from its authors' programs, which may "
        "explain such differences, stands in [paper_methods.md](paper_methods.md)."
    )
    return lines


def _signed(change: float) -> str:
    """Return a change in percent with its sign, and 0 without one."""
    text = f"{100 * change:+.2f}"
    return f"{'0.00' if float(text) == 0 else text} %"


def _unreliable(auto: Series, best: Mapping[str, Best]) -> str:
    """Return on which instances not every seed of `auto` finds the best tour known."""
    gaps = {name: best[name].gap_of(max(auto.costs[name])) for name in auto.costs}
    missed = sorted((n for n in gaps if gaps[n] > 1e-9), key=lambda name: -gaps[name])
    if not missed:
        return "`auto` finds the best tour known of every instance with every seed."
    few = ", ".join(f"{name} by up to {100 * gaps[name]:.3f} %" for name in missed[:6])
    return (
        f"`auto` misses the best tour known with at least one seed on {len(missed)} instances: "
        f"{few}{' ...' if len(missed) > 6 else ''}."
    )


def _papers_figures(
    theirs: Mapping[str, Series], best: Mapping[str, Best], tables: Sequence[Table]
) -> list[str]:
    lines = []
    proven = sum(one.proven for one in best.values())
    for name, one in theirs.items():
        known = [(each, best[each].gap_to_bound(one.cost(each))) for each in one.costs]
        gaps = {each: gap for each, gap in known if gap is not None}
        optimal = sum(reaches(best[each], min(one.costs[each]), one.tolerance) for each in gaps)
        worst = max(gaps, key=lambda each: gaps[each])
        lines.append(
            f"{name} reaches {optimal} of the {proven} proven optima; it is "
            f"{100 * fmean(gaps.values()):.2f} % above the bound on average, at worst "
            f"{100 * gaps[worst]:.1f} % on {worst}."
        )
    return [f"- {line}" for line in lines] + _arc_drl(tables)


def _arc_drl(tables: Sequence[Table]) -> list[str]:
    """Return the printed gaps of Arc-DRL, to EA and to the bound, as a table."""
    lines = [
        "",
        "| Arc-DRL, as printed | gap to EA (%) | gap to the bound (%) |",
        "| --- | ---: | ---: |",
    ]
    for table in tables[:2]:
        for block in table.blocks:
            row = next(row for row in block.rows if row[0].startswith("Arc-DRL"))
            name = block.heading.split(" (")[0].replace("|", r"\|")
            lines.append(f"| {name} | {row[2]} | {row[5].strip('*')} |")
    return [
        *lines,
        "",
        "Both gaps of Arc-DRL are ratios of means, for it has no published costs by instance.",
    ]


def cost_of_scale(measurements: list[scale.Measurement], link: str) -> list[str]:
    return [
        "`auto` and the bound of `exact` on generated towns (`arcload generate city --edges m "
        "--seed 7`), one thread, each in a process of its own. The limit grows with the size; "
        "memory is the peak of the whole process, of which about 170 MB are Python and its "
        "packages.",
        "",
        scale.section(measurements),
        "",
        f"![Seconds to within 1 % of the final value over size]({link}/scale_seconds.png)",
        "",
        f"![Peak memory over size]({link}/scale_memory.png)",
        "",
    ]


if __name__ == "__main__":
    main()
