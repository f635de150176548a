"""What the search of fleets reaches on published problems of capacitated arc routing.

    python benchmarks/fleet_kernel.py FOLDER [NAME ...] [--seconds S] [--iterations N]
        [--seeds 1 2 3] [--threads 2] [--jobs 1]

FOLDER holds files (``.dat``, and ``.txt`` with two costs per street), at any depth, and
``best_known.csv`` with the columns ``set``, ``instance`` and ``best_known``; ARCLOAD_PUBLISHED
names it too. A NAME is that of a file without its extension or that of a set. Each run takes the
time of its set unless `--seconds` or `--iterations` says otherwise, `--jobs` of them at a time. It
needs numpy, scipy and numba.
"""

import argparse
import csv
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import csgraph_from_dense, dijkstra

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import Facility, Fleet, FleetVehicle, new_fleet
from arcload.engine.run import Run
from arcload.engine.search.fleets import search_fleet
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime, Stop, TargetCost
from arcload.model.plan import Plan

SECONDS = {"kshs": 2, "gdb": 2, "val": 5, "bmcv-C": 10, "bmcv-D": 10, "egl": 30}
SECONDS |= {"egl-large": 60, "mval": 20, "lpr": 20}
OTHERS = 10

EDGE = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*coste\s+(\S+)(?:\s+demanda\s+(\S+))?")
STREET = re.compile(
    r"LIST_\w*(EDGES|ARCS)|"
    r"\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*(?:cost\s+(\S+)|serv_cost\s+(\S+)\s+trav_cost\s+(\S+)\s+demand\s+(\S+))"
)


class Street(NamedTuple):
    """A line of a file."""

    tail: int
    head: int
    length: float
    serving: float = 0.0
    """What serving costs beside its length."""
    demand: float = 0.0
    one_way: bool = False


class Problem(NamedTuple):
    """A problem to solve, and how."""

    path: Path
    group: str
    best: float
    seed: int
    threads: int
    seconds: float
    iterations: int | None


class Solved(NamedTuple):
    """What came out."""

    problem: Problem
    size: int
    routes: int
    cost: float
    seconds: float
    iterations: int

    @property
    def gap(self) -> float:
        """How much it costs more than the best known, in per cent."""
        return 100 * (self.cost / self.problem.best - 1)


class Nothing:
    """A problem that nobody asks for a plan."""

    def plan(self, solution: FleetSolution, /) -> Plan:
        """Refuse."""
        raise NotImplementedError


def number_of(text: str, *words: str) -> int:
    """Return the whole number that stands behind a word and a colon, 0 if it does not."""
    for word in words:
        for value in re.findall(rf"{word}\s*:\s*(\d+)", text):
            return int(value)
    return 0


def streets_of(text: str) -> Iterator[Street]:
    """Give the streets of a file of either kind."""
    one_way = False
    for i, j, d, q in EDGE.findall(text):
        yield Street(int(i) - 1, int(j) - 1, float(d), demand=float(q or 0))
    for kind, i, j, cost, serving, driving, demand in STREET.findall(text):
        if kind:
            one_way = kind == "ARCS"
        else:
            d = float(cost or driving)
            more = float(serving or d) - d
            yield Street(int(i) - 1, int(j) - 1, d, more, float(demand or 0), one_way)


def fleet_of(path: Path) -> Fleet:
    """Return the problem of a file: least cost, any number of vehicles."""
    text = path.read_text(encoding="latin-1")
    n, capacity = number_of(text, "VERTICES", "NODES"), number_of(text, "CAPACIDAD", "CAPACITY")
    depot = (number_of(text, "DEPOSITO", "DEPOT") or 1) - 1
    streets = list(streets_of(text))
    lengths = np.full((n, n), np.inf)
    for street in streets:
        i, j, d = street[:3]
        lengths[i, j] = min(d, lengths[i, j])
        if not street.one_way:
            lengths[j, i] = min(d, lengths[j, i])
    served = [street for street in streets if street.demand > 0]
    return new_fleet(
        q=np.array([street.demand for street in served]),
        entry=np.array([street[:2] for street in served]),
        length=np.array([(s.length, np.inf if s.one_way else s.length) for s in served]),
        D=dijkstra(csgraph_from_dense(lengths, null_value=np.inf)),
        vehicles=[FleetVehicle(capacity=capacity, start=depot, end=depot)],
        facilities=[Facility(depot, cost=number_of(text, "DUMPING_COST"))],
        surcharge=np.array([[street.serving] * 2 for street in served]),
    )


def solve(problem: Problem) -> Solved:
    """Solve a problem; what it takes to compile the kernels does not count."""
    fleet = fleet_of(problem.path)
    search_fleet(new_run(MaxIterations(2), 1, 1), fleet)
    limit: Stop = MaxTime(problem.seconds)
    if problem.iterations is not None:
        limit = MaxIterations(problem.iterations)
    run = new_run(
        AnyOf(limit, TargetCost(problem.best * (1 + 1e-9))), problem.seed, problem.threads
    )
    search_fleet(run, fleet)
    assert run.best is not None
    routes, cost = len(run.best.ends), run.best.cost
    return Solved(problem, len(fleet.q), routes, cost, run.seconds, run.iterations)


def new_run(stop: Stop, seed: int, threads: int) -> Run[Nothing, FleetSolution]:
    """Return a run that nobody listens to."""
    return Run(Nothing(), stop, np.random.default_rng(seed), threads)


def problems(options: argparse.Namespace) -> Iterator[Problem]:
    """Give all runs to make."""
    best: dict[str, dict[str, str]] = {}
    for table in Path(options.folder).rglob("best_known.csv"):
        with table.open(encoding="utf-8") as file:
            best |= {row["instance"]: row for row in csv.DictReader(file)}
    for path in sorted(Path(options.folder).rglob("*")):
        row = best.get(path.stem)
        if row is None or path.suffix not in (".dat", ".txt"):
            continue
        group = row["set"]
        if options.names and not {path.stem, group} & set(options.names):
            continue
        seconds = options.seconds or SECONDS.get(group, OTHERS)
        for seed in options.seeds:
            known = float(row["best_known"])
            how = (options.threads, seconds, options.iterations)
            yield Problem(path, group, known, seed, *how)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=os.environ.get("ARCLOAD_PUBLISHED"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--iterations", type=int, help="in all threads together")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.folder is None:
        parser.error("name the folder of the published problems, or set ARCLOAD_PUBLISHED")
    began, groups = time.perf_counter(), dict[str, list[Solved]]()
    print("instance, seed, services, routes, seconds, iterations per second and thread, cost, gap")
    with ProcessPoolExecutor(options.jobs) as pool:
        for solved in pool.map(solve, problems(options)):
            problem = solved.problem
            groups.setdefault(problem.group, []).append(solved)
            speed = solved.iterations / solved.seconds / problem.threads
            print(
                f"{problem.path.stem:12} {problem.seed:2} {solved.size:4} {solved.routes:4} "
                f"{solved.seconds:6.2f} {speed:9,.0f} {solved.cost:12,.0f} {solved.gap:7.2f} %",
                flush=True,
            )
    print(f"\n{time.perf_counter() - began:.0f} s\nset, runs, mean gap, worst, at the best known")
    for group, all_solved in groups.items():
        gaps = np.array([solved.gap for solved in all_solved])
        print(
            f"{group:10} {len(gaps):4} {gaps.mean():7.3f} % {gaps.max():7.2f} % "
            f"{(gaps < 1e-6).sum():4}"
        )


if __name__ == "__main__":
    main()
