"""What `auto` reaches on the published problems of capacitated arc routing: docs/fleet_results.md.

    python benchmarks/fleets.py [--data DIR] [--folder DIR] [--jobs N] [--sets A,B] [--parts A,B]
        [--seeds 1 2 3] [--load-seeds 1] [--scale-time F] [--merge FILE ...] [--page-only]

DIR holds folders of files and ``best_known.csv`` with the columns ``set``, ``instance`` and
``best_known``; without --data it is the folder ``carp`` in that of the published instances, which
ARCLOAD_PUBLISHED names. Every run is kept in the folder at once: stopped at any moment, the same
command goes on. ``--merge`` takes over the runs.csv that other machines made. With ``--scale-time``
other than 1, or only some sets, parts or seeds, the page is written to the folder, and
docs/fleet_results.md stays as it is.

It needs numpy, scipy, numba, rustworkx and arcload.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.fleet_page import SETS, PublishedSet, write_page
from benchmarks.fleet_rows import PARTS, FleetRow, merge_rows, read_rows, rows_file

import arcload
from arcload.model.errors import ArcloadError
from arcload.runs.best_costs import BestCost, read_best_costs
from arcload.runs.instances import by_number
from arcload.runs.machine import machine
from arcload.runs.pools import default_jobs
from arcload.runs.process_pool import ProcessPool
from arcload.runs.task import Outcome, Task
from arcload.solving.shortest_plan import under_load

ROOT = Path(__file__).parents[1]
THREADS = 2
SPEED_SECONDS = 5.0
SPEED_SETS, SPEED_SERVICES = ("egl", "bmcv-C", "bmcv-D"), range(95, 201)
LARGE_SECONDS, LARGE_STREETS, LARGE_TRIPS = 120.0, 5000, 60
LARGE_CURB_RATIO = 0.01  # of the total demand: the vehicle weighs 0.6 times its capacity


@dataclass(frozen=True)
class Planned:
    """A run to be made."""

    part: str
    group: str
    name: str
    file: Path
    seed: int
    limit: float
    threads: int

    @property
    def key(self) -> tuple[str, str, int, float, int]:
        """What tells it from other runs."""
        return self.part, self.name, self.seed, self.limit, self.threads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    published = os.environ.get("ARCLOAD_PUBLISHED", str(ROOT.parent / "shared" / "instances"))
    parser.add_argument("--data", type=Path, default=Path(published, "carp"))
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--jobs", type=int, default=default_jobs(THREADS))
    parser.add_argument("--sets", default="", help="such as gdb,val; all by default")
    parser.add_argument("--parts", default="", help=f"some of {','.join(PARTS)}; all by default")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--load-seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--scale-time", type=float, default=1.0)
    parser.add_argument("--merge", type=Path, nargs="+", default=[])
    parser.add_argument("--page-only", action="store_true", help="write the page of what is there")
    parser.add_argument("--commit", default=commit(), help="what to call the state of the code")
    parser.add_argument("--one-large", type=float, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one_large is not None:
        print(json.dumps(asdict(large(asked.one_large, asked.commit))))
        return
    try:
        measure(asked)
    except ArcloadError as error:
        sys.exit(str(error))


def measure(asked: argparse.Namespace) -> None:
    """Make the runs that are asked for and not there, and write the page of all."""
    sets, parts = chosen(asked.sets, [one.name for one in SETS]), chosen(asked.parts, PARTS)
    if not (asked.data / "best_known.csv").is_file():
        sys.exit(f"there is no best_known.csv in {asked.data}; --data names its folder")
    best = read_best_costs(asked.data / "best_known.csv")
    whole = not (asked.sets or asked.parts) and (asked.scale_time, asked.seeds) == (1.0, [1, 2, 3])
    folder = asked.folder or ROOT / ("fleet-results" if whole else "fleet-results-quick")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "runs.csv"
    if asked.merge:
        print(f"took over {merge_rows(file, asked.merge)} runs")
    some = [one for one in SETS if one.name in sets]
    planned = list(plan_runs(asked, some, parts, best))
    failures = 0
    if not asked.page_only:
        failures = make_runs(planned, file, asked.jobs, asked.commit)
        if "large" in parts:
            make_large(file, LARGE_SECONDS * asked.scale_time, asked.commit)
    rows = read_rows(file) if file.exists() else []
    target = ROOT / "docs" / "fleet_results.md" if whole else folder / "fleet_results.md"
    keys = {one.key for one in planned}
    rows = [row for row in rows if row.key in keys or row.part == "large"]
    missing = len(keys - {row.key for row in rows})
    target.write_text(write_page(rows, best, missing, asked.scale_time))
    print(f"wrote {target}")
    if failures:
        sys.exit(f"{failures} runs failed; the same command tries them again")


def chosen(given: str, names: Sequence[str]) -> list[str]:
    """Return the names that an option lists, all where it lists none."""
    listed = [name.strip() for name in given.split(",")] if given else list(names)
    for name in listed:
        if name not in names:
            sys.exit(f"{name!r} is none of {', '.join(names)}")
    return listed


def plan_runs(
    asked: argparse.Namespace,
    sets: Sequence[PublishedSet],
    parts: Sequence[str],
    best: dict[str, BestCost],
) -> Iterator[Planned]:
    """Give all runs, those of the longest time first, so that no core waits at the end."""
    for one in sorted(sets, key=lambda each: -each.seconds):
        names = [name for name in best if best[name].group == one.name]
        files = [(name, data_file(asked.data, name)) for name in sorted(names, key=by_number)]
        limit = one.seconds * asked.scale_time
        for part, seeds in (("plain", asked.seeds), ("load", asked.load_seeds)):
            for seed in seeds if part in parts else ():
                for name, file in files:
                    yield Planned(part, one.name, name, file, seed, limit, THREADS)
        if one.name in SPEED_SETS and "speed" in parts:
            for name, file in files:
                if len(arcload.read(file).served) in SPEED_SERVICES:
                    limit = SPEED_SECONDS * asked.scale_time
                    yield Planned("speed", one.name, name, file, 1, limit, 1)


def data_file(data: Path, name: str) -> Path:
    """Return the file of an instance, in any folder of the data."""
    for extension in (".dat", ".txt"):
        for file in data.glob(f"*/{name}{extension}"):
            return file
    sys.exit(f"{data} has no file of {name}")


def make_runs(planned: Sequence[Planned], file: Path, jobs: int, made_from: str) -> int:
    """Make the runs that the file does not have, and append each to it; return how many failed."""
    done = {row.key for row in read_rows(file)} if file.exists() else set()
    left = [one for one in planned if one.key not in done]
    failures = 0
    tasks = [task(number, one) for number, one in enumerate(left)]
    with rows_file(file) as rows:
        outcomes = ProcessPool(jobs, THREADS).run(tasks)
        for count, outcome in enumerate(outcomes, start=1):
            one = left[outcome.number]
            where = f"{count} of {len(left)}: {one.part} {one.name} {one.seed}"
            if outcome.result is None:
                failures += 1
                print(f"{where} failed: {outcome.failure}", file=sys.stderr, flush=True)
                continue
            row = row_of(one, outcome, made_from)
            rows.append(row.to_line())
            print(f"{where}: {row.cost:g} {row.status}", file=sys.stderr, flush=True)
    return failures


def task(number: int, planned: Planned) -> Task:
    """Return a run for a pool."""
    instance = read(planned.file, with_load=planned.part == "load")
    options = {
        "time": planned.limit,
        "threads": planned.threads,
        "bound": planned.part != "speed",
    }
    return Task(number=number, instance=instance, method="auto", seed=planned.seed, options=options)


def read(file: Path, *, with_load: bool) -> arcload.Instance:
    """Return a published problem as it stands, or on its network one in which the load costs."""
    plain = arcload.read(file, curb_weight=1, load_factor=0)
    return loaded(plain) if with_load else plain


def loaded(plain: arcload.Instance) -> arcload.Instance:
    """Return the problem with b = 1 and W half of the capacity."""
    assert plain.capacity is not None
    return plain.replace(curb_weight=plain.capacity / 2, load_factor=1)


def row_of(planned: Planned, outcome: Outcome, made_from: str) -> FleetRow:
    """Return a finished run; the plan of least length is priced with the load as well."""
    result = outcome.result
    assert result is not None
    other = priced_with_load(result.plan) if planned.part == "plain" else 0.0
    return FleetRow(
        part=planned.part,
        group=planned.group,
        instance=planned.name,
        seed=planned.seed,
        limit=planned.limit,
        threads=planned.threads,
        other=other,
        machine=outcome.machine,
        commit=made_from,
        **figures(result),
    )


def figures(result: arcload.Result) -> dict[str, Any]:
    """Return what a row holds of a result."""
    return {
        "services": len(result.plan.instance.served),
        "cost": result.cost,
        "bound": result.lower_bound or 0.0,
        "status": result.status,
        "trips": result.plan.trips,
        "routes": len(result.plan.routes),
        "seconds": result.seconds,
        "iterations": result.iterations,
    }


def priced_with_load(plan: arcload.Plan) -> float:
    """Return what a plan costs with the load in the cost, its trips in their best directions."""
    instance = loaded(plan.instance)
    routes = [route._replace(vehicle=instance.vehicle) for route in plan.routes]
    return under_load(arcload.Plan(instance, routes)).cost


def make_large(file: Path, limit: float, made_from: str) -> None:
    """Measure a town in a process of its own, unless that was done."""
    done = read_rows(file) if file.exists() else []
    if any((row.part, row.limit) == ("large", limit) for row in done):
        return
    command = [sys.executable, __file__, "--one-large", str(limit), "--commit", made_from]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    row = FleetRow(**json.loads(run.stdout))
    with rows_file(file) as rows:
        rows.append(row.to_line())


def large(limit: float, made_from: str) -> FleetRow:
    """Return what comes of a town of 5,000 streets in 60 trips, beside greedy insertion."""
    town = arcload.generate(
        "city",
        edges=LARGE_STREETS,
        seed=1,
        capacity_trips=LARGE_TRIPS,
        curb_ratio=LARGE_CURB_RATIO,
    )
    greedy = arcload.solve(town, "greedy", threads=THREADS, bound=False)
    result = arcload.solve(town, "auto", time=limit, threads=THREADS)
    return FleetRow(
        part="large",
        group="city",
        instance=f"city of {len(town.edges):,} streets",
        seed=1,
        limit=limit,
        threads=THREADS,
        other=greedy.cost,
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0,
        machine=machine(),
        commit=made_from,
        **figures(result),
    )


def commit() -> str:
    """Return the commit of the code, and whether it was changed since."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(ROOT), *words]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return run.stdout.strip()

    changed = git("status", "--porcelain", "--", "src", "benchmarks")
    return (git("rev-parse", "--short=10", "HEAD") or "unknown") + (" and changes" * bool(changed))


if __name__ == "__main__":
    main()
