"""What the policy is worth: its time on one thread, and its tours on towns.

    OPENBLAS_NUM_THREADS=1 python benchmarks/policy.py

prints the time to load it and to build a greedy tour and the best of 128 at 232 streets; the gaps
of greedy tours on many instances of the sizes of set E, beside those of the paper's network and of
random orders; costs on towns of 500 streets against those of ``greedy`` (GHC); and what it is worth
to ``auto`` that it starts from the policy's tour.
"""

import statistics
import time
from collections.abc import Callable
from unittest import mock

import numpy as np

import arcload
from arcload.engine.problem import Problem
from arcload.neural.serve.serving import build_tours, load_policy, warm_up
from arcload.solving.methods import auto


def timed(work: Callable[[], object], times: int = 7) -> float:
    """Return the median of some times, in ms."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken)


def print_times() -> None:
    """Print how long it takes."""
    instance = arcload.generate("eulerian", nodes=30, edges=232, demand="random", seed=1)
    problem = Problem.of(instance)
    policy = load_policy("default")

    def build(samples: int) -> None:
        rng = np.random.default_rng(1)
        build_tours(policy, problem, lambda orders: None, samples=samples, rng=rng)

    print(f"loading      {timed(lambda: load_policy('default')):7.1f} ms")
    print(f"greedy       {timed(lambda: build(0)):7.1f} ms")
    print(f"best of 128  {timed(lambda: build(128), 3):7.1f} ms")


def print_small() -> None:
    """Print the gap of greedy tours on generated instances of the sizes of set E."""
    gaps: dict[str, list[float]] = {"default": [], "paper": [], "random order": []}
    for nodes, edges in ((7, 12), (10, 18), (20, 32)):
        for ratio in (0.0, 0.5, 5.0):
            for seed in range(101, 151):
                one = arcload.generate(
                    "eulerian",
                    nodes=nodes,
                    edges=edges,
                    demand="random",
                    curb_ratio=ratio,
                    seed=seed,
                )
                best = arcload.solve(one, "auto", time=0.3, threads=1, bound=False).cost
                served = np.random.default_rng(seed).permutation(one.served)
                order = [one.edges[index] for index in served]
                costs = {
                    "default": _policy(one, 0).cost,
                    "paper": _policy(one, 0, "paper").cost,
                    "random order": arcload.best_directions(one, order).cost,
                }
                for name, cost in costs.items():
                    gaps[name].append(100 * (cost / best - 1))
    for name, found in gaps.items():
        text = f"{len(found)} instances like E: {name} {_with_error(found)} % above auto's tours"
        print(text, flush=True)


def print_towns() -> None:
    """Print costs on towns of 500 streets, as a change against GHC's."""
    for ratio in (0.0, 0.5, 5.0):
        changes = []
        for seed in (1, 2, 3):
            town = arcload.generate("city", edges=500, seed=seed, curb_ratio=ratio)
            cost = arcload.solve(town, "greedy", threads=1, bound=False).cost
            changes += [_policy(town, samples).cost / cost - 1 for samples in (0, 32)]
        greedy, sampled = (", ".join(f"{100 * c:+.1f}" for c in changes[k::2]) for k in (0, 1))
        print(f"W = {ratio:g} Q: greedy {greedy} %; best of 32 {sampled} %, against GHC")


def print_starts() -> None:
    """Print the change of what `auto` reaches by starting from the policy's tour, too."""
    changes = []
    for edges, limit in ((300, 5.0), (600, 10.0), (1000, 20.0)):
        for ratio in (0.0, 0.5, 5.0):
            for seed in range(1, 4):
                town = arcload.generate("city", edges=edges, seed=seed, curb_ratio=ratio)
                cost = arcload.solve(town, "auto", time=limit, bound=False).cost
                with mock.patch.object(auto, "_ASKED", range(0)):
                    alone = arcload.solve(town, "auto", time=limit, bound=False).cost
                changes.append(100 * (cost / alone - 1))
            text = ", ".join(f"{change:+.1f}" for change in changes[-3:])
            print(f"auto, {edges:5,d} streets, W = {ratio:g} Q, {limit:g} s: {text} %", flush=True)
    print(f"with the policy's tour, {len(changes)} towns: {_with_error(changes)} %")


def _with_error(values: list[float]) -> str:
    """Return a mean with its standard error."""
    error = statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.2f} +- {error:.2f}"


def _policy(town: arcload.Instance, samples: int, model: str = "default") -> arcload.Result:
    parameters = {"samples": samples, "model": model}
    return arcload.solve(town, "arc-drl", threads=1, bound=False, parameters=parameters)


def main() -> None:
    warm_up()
    print_times()
    print_small()
    print_towns()
    print_starts()


if __name__ == "__main__":
    main()
