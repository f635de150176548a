"""Times a policy on one thread: loading, a greedy tour, the best of 128, at 232 streets.

OPENBLAS_NUM_THREADS=1 python benchmarks/policy.py
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


def main() -> None:
    warm_up()
    instance = arcload.generate("eulerian", nodes=30, edges=232, demand="random", seed=1)
    problem = Problem.of(instance)
    policy = load_policy("default")

    def build(samples: int) -> None:
        rng = np.random.default_rng(1)
        build_tours(policy, problem, lambda orders: None, samples=samples, rng=rng)

    print(f"loading      {timed(lambda: load_policy('default')):7.1f} ms")
    print(f"greedy       {timed(lambda: build(0)):7.1f} ms")
    print(f"best of 128  {timed(lambda: build(128), 3):7.1f} ms")


if __name__ == "__main__":
    main()
