"""What the policy is worth: its time on one thread, and its tours on towns.

    OPENBLAS_NUM_THREADS=1 python benchmarks/policy.py

prints the time to load it and to build a greedy tour and the best of 128 at 232 streets; its costs
on towns of 500 streets against those of ``greedy`` (GHC); and what ``auto`` reaches when it starts
from the policy's tour, whose time is taken off its own.
"""

import statistics
import time
from collections.abc import Callable

import numpy as np

import arcload
from arcload.neural.serving import build_tours, load_policy, warm_up
from arcload.problem import Problem


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
    """Print the change of what `auto` reaches, from the policy's tour and from its own."""
    for edges, limit in ((100, 1.0), (500, 3.0), (500, 10.0), (1500, 15.0)):
        changes = []
        for seed in (1, 2, 3):
            town = arcload.generate("city", edges=edges, seed=seed, curb_ratio=0.5)
            own = arcload.solve(town, "auto", time=limit, threads=1, bound=False)
            first = _policy(town, 0)
            left = max(0.01, limit - first.seconds)
            warm = arcload.solve(town, "auto", time=left, threads=1, bound=False, warm_start=first)
            changes.append(warm.cost / own.cost - 1)
        text = ", ".join(f"{100 * change:+.1f}" for change in changes)
        print(f"auto, {edges:5,d} streets, {limit:g} s: {text} % from the policy's tour")


def _policy(town: arcload.Instance, samples: int) -> arcload.Result:
    return arcload.solve(town, "arc-drl", threads=1, bound=False, parameters={"samples": samples})


def main() -> None:
    warm_up()
    print_times()
    print_towns()
    print_starts()


if __name__ == "__main__":
    main()
