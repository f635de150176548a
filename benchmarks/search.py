"""The search against the published results, against plain evaluation, and on towns.

Run with ``make bench``; prints the figures and writes them to docs/performance.md.
ARCLOAD_PUBLISHED names the folder of the published instances. ``--quick`` shortens the runs.
"""

import datetime
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.published import FOLDER, published_instances, published_results

import arcload
from arcload.engine.kernels.compiled import kernel
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.operators import ONE_OPT, TWO_EXCHANGE, TWO_OPT, best_of
from arcload.engine.kernels.sequence import empty_work, search_space, set_tour
from arcload.engine.problem import Problem
from arcload.maps.generators import generate

QUICK = "--quick" in sys.argv
ROOT = Path(__file__).parents[1]


def group_of(name: str) -> str:
    """Return the group of a published instance: its set, nodes and kind of demand."""
    kind, number = name.split("_")
    demand = "random" if int(number) % 2 == 0 else "proportional"
    if kind != "large":
        return f"E, C, H, small; {demand}"
    nodes = 10 if int(number) <= 18 else 20 if int(number) <= 30 else 30
    return f"large, n = {nodes}; {demand}"


def against_ea(lines: list[str]) -> None:
    """Compare `auto` with the published EA on all 126 instances."""
    published = published_results("ea")
    rows: dict[str, list[tuple[float, float, float, str]]] = {}
    above = []
    seconds = to_reach = 0.0
    for path in published_instances():
        name = path.stem
        cost, published_seconds = published[name]
        limit = (1.0 if QUICK else 10.0) if name.startswith("large") else 1.0
        result = arcload.solve(arcload.read(path), "auto", time=limit, threads=2)
        gap = 100 * (result.cost / cost - 1)
        if gap > 1e-3:
            above.append(f"{name} {gap:+.4f} %")
        reached = next((s for s, _, c in result.history if c <= cost * (1 + 1e-5)), np.inf)
        rows.setdefault(group_of(name), []).append((gap, limit, reached, result.status))
        if group_of(name).startswith("large, n = 30"):
            seconds += published_seconds
            to_reach += reached
        print(f"{name}: {gap:+.4f} % in {limit:g} s, EA's cost after {reached:.3f} s", flush=True)
    lines += [
        "## `auto` against the published EA",
        "",
        "Two threads. Gap to the cost in the authors' files (six digits), mean and greatest.",
        "",
        "| group | instances | seconds each | mean gap % | greatest gap % | proven optimal |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for group, values in sorted(rows.items()):
        gaps = [value[0] for value in values]
        proven = sum(value[3] == "optimal" for value in values)
        lines.append(
            f"| {group} | {len(values)} | {values[0][1]:g} | {np.mean(gaps):.3f} "
            f"| {max(gaps):.4f} | {proven} |"
        )
    lines += [
        "",
        f"Above EA by more than 0.001 %: {', '.join(above) or 'none'}.",
        f"Time to reach EA's cost on the 18 instances with 30 nodes: {to_reach:.2f} s in all, "
        f"published {seconds:,.0f} s: {seconds / to_reach:,.0f} times faster.",
        "",
    ]


def the_papers_ea(lines: list[str]) -> None:
    """Compare our `ea`, with the paper's parameters, with the published one."""
    published = published_results("ea")
    lines += [
        "## `ea` with the paper's parameters against the published EA",
        "",
        "| instance | gap % | seconds | published seconds |",
        "| --- | --- | --- | --- |",
    ]
    ours = theirs = 0.0
    for number in range(31, 49):
        result = arcload.solve(arcload.read(FOLDER / f"large_{number}.txt"), "ea", threads=2)
        cost, seconds = published[f"large_{number}"]
        ours += result.seconds
        theirs += seconds
        gap = 100 * (result.cost / cost - 1)
        lines.append(f"| large_{number} | {gap:+.3f} | {result.seconds:.2f} | {seconds:,.0f} |")
        print(lines[-1], flush=True)
    lines += [
        "",
        f"In all {ours:.1f} s against {theirs:,.0f} s: {theirs / ours:,.0f} times faster.",
        "",
    ]


@kernel
def reverse_each(first: int, last: int, order, W, q, entry, length, D, from_start, home):  # type: ignore[no-untyped-def]
    """Price reversals as the authors' programs do: a direction program for every candidate."""
    best = np.inf
    trial = order.copy()
    for i in range(first, last):
        for j in range(i, len(order)):
            for p in range(len(order)):
                trial[p] = order[i + j - p] if i <= p <= j else order[p]
            best = min(best, direction_program(trial, W, q, entry, length, D, from_start, home)[0])
    return best


def scan_speed(lines: list[str]) -> None:
    """Compare the scans of `ils`, `vns` and `ea` with one direction program per candidate."""
    lines += [
        "## Full neighbourhood scans, one thread",
        "",
        "A scan is what `ils`, `vns` and `ea` run in each step: the best move of 1-OPT, 2-OPT and",
        "2-EXCHANGE, over all pairs of positions. The other column prices each of these pairs by a",
        "direction program (measured on reversals), as the paper does.",
        "",
        "| edges | scans per second | ns per candidate | direction program, ns | times faster |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name in ("E_14", "large_26", "large_44"):
        instance = arcload.read(FOLDER / f"{name}.txt")
        problem = Problem.of(instance)
        m = problem.size
        order = np.random.default_rng(1).permutation(m)
        _, sides = direction_program(order, *problem.arrays)
        space = search_space(problem)
        work = empty_work(space)
        cost = set_tour(order, sides, work, space)
        best_of(ONE_OPT, cost, work, space)
        rounds = max(5, 4_000_000 // m**2)
        began = time.process_time()
        for _ in range(rounds):
            for operator in (ONE_OPT, TWO_OPT, TWO_EXCHANGE):
                best_of(operator, cost, work, space)
        scan = (time.process_time() - began) / rounds
        candidates = (m - 1) ** 2 + 2 * (m * (m - 1) / 2)
        reverse_each(0, 1, order, *problem.arrays)
        few = max(1, min(m, 40_000 // m))
        began = time.process_time()
        reverse_each(0, few, order, *problem.arrays)
        plain = (time.process_time() - began) / sum(m - i for i in range(few))
        lines.append(
            f"| {m} | {1 / scan:,.0f} | {1e9 * scan / candidates:.2f} | {1e9 * plain:,.0f} "
            f"| {plain * candidates / scan:,.0f} |"
        )
        print(lines[-1], flush=True)
    lines.append("")


def towns(lines: list[str]) -> None:
    """Measure `auto` on generated towns, against the greedy construction."""
    lines += [
        "## Towns (`generate city`, clustered demand, W = Q/2), two threads",
        "",
        "| edges | seconds | below greedy % | peak memory MB |",
        "| --- | --- | --- | --- |",
    ]
    runs = [(1800, 15), (1800, 90), (2000, 60), (10_000, 60)]
    for edges, limit in [(2000, 5)] if QUICK else runs:
        town = generate("city", edges=edges, seed=7)
        start = arcload.solve(town, "greedy")
        result = arcload.solve(town, "auto", time=limit, threads=2)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        below = 100 * (1 - result.cost / start.cost)
        lines.append(f"| {edges:,} | {limit} | {below:.2f} | {memory:,.0f} |")
        print(lines[-1], flush=True)
    lines += ["", "Memory is the peak of the whole benchmark so far.", ""]


def first_start(lines: list[str]) -> None:
    """Time the command line on small files, with an empty cache and with a warm one."""
    with tempfile.TemporaryDirectory() as folder:
        for nodes, edges in ((7, 8), (12, 30)):
            instance = generate("eulerian", nodes=nodes, edges=edges, seed=1)
            arcload.write(instance, f"{folder}/{edges}.txt")
        environment = {**os.environ, "NUMBA_CACHE_DIR": f"{folder}/cache"}
        command = [sys.executable, "-m", "arcload", "solve", "--time", "0.1", "--json"]
        times = []
        for edges in (30, 30, 8):
            began = time.perf_counter()
            file = f"{folder}/{edges}.txt"
            subprocess.run([*command, file], check=True, capture_output=True, env=environment)
            times.append(time.perf_counter() - began)
    lines += [
        "## Starting",
        "",
        f"First `arcload solve --time 0.1` on a new machine, 30 edges, compilation included: "
        f"{times[0]:.1f} s; the next: {times[1]:.2f} s in all; 8 edges, which need no compiled "
        f"code: {times[2]:.2f} s.",
        "",
    ]
    print(lines[-2], flush=True)


def main() -> None:
    if not FOLDER.is_dir():
        sys.exit(f"the published instances are not in {FOLDER}; set ARCLOAD_PUBLISHED")
    lines = [
        "# Performance",
        "",
        f"Printed by `make bench` on {datetime.date.today()}: {platform.machine()}, "
        f"{os.cpu_count()} cores, Python {platform.python_version()}, "
        f"arcload {arcload.__version__}. Machines differ: the ratios are what to compare.",
        "",
    ]
    for part in (first_start, scan_speed, the_papers_ea, towns, against_ea):
        part(lines)
    (ROOT / "docs" / "performance.md").write_text("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
