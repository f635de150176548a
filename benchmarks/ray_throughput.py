"""How many runs a minute a local Ray cluster makes with one worker and with two.

    python benchmarks/ray_throughput.py [--batches 8] [--workers 2]

All runs are the same work, counted in iterations; getting started is not counted. Of some
batches of eight runs the fastest counts, so that what else the machine does matters less. Two
workers need two idle cores.
"""

import argparse
import logging
import time

import ray

import arcload
from arcload.runs.ray_cluster import LOCAL
from arcload.runs.ray_pool import RayPool
from arcload.runs.task import Task

BATCH = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    one, many = (throughput(workers, asked.batches) for workers in (1, asked.workers))
    print(f"1 worker: {60 * one:.0f} runs a minute")
    print(f"{asked.workers} workers: {60 * many:.0f} runs a minute, {many / one:.2f} times as many")


def throughput(workers: int, batches: int) -> float:
    """Return the most runs a second of so many workers."""
    ray.init(
        address="local",
        num_cpus=workers,
        include_dashboard=False,
        object_store_memory=100_000_000,
        logging_level=logging.ERROR,
    )
    pool = RayPool(LOCAL, workers)
    list(pool.run(tasks(4 * workers)))  # every worker compiles and loads what it needs
    seconds = []
    for _ in range(batches):
        began = time.perf_counter()
        outcomes = list(pool.run(tasks(BATCH)))
        seconds.append(time.perf_counter() - began)
        assert all(not outcome.failure for outcome in outcomes)
    ray.shutdown()
    return BATCH / min(seconds)


def tasks(count: int) -> list[Task]:
    town = arcload.generate("city", edges=300, seed=1)
    options = {"threads": 1, "iterations": 6000, "bound": False}
    return [
        Task(number=number, instance=town, method="auto", seed=number, options=options)
        for number in range(count)
    ]


if __name__ == "__main__":
    main()
