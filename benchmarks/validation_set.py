"""Makes the instances on which a training is watched, with the best tours known.

    python benchmarks/validation_set.py
    python benchmarks/validation_set.py INSTANCES --best docs/best_known.csv -o published.npz

The first writes ``arcload/neural/train/validation.npz``: networks, sizes, demands and curb weights
are as in the paper's sets and as in street networks, seeds are fixed, tours those ``auto`` finds.
The second makes a file of the paper's own instances, for ``arcload train --validation``.
"""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import arcload
from arcload.engine.problem import Problem
from arcload.neural.train.validation import OWN
from arcload.runs.evaluation import evaluation_group
from arcload.runs.instances import read_instances

_EULERIAN = {
    "small": ((7, 12), (10, 18), (20, 32)),
    "n = 10": ((10, 16), (10, 20), (10, 27)),
    "n = 20": ((20, 53), (20, 75)),
    "n = 30": ((30, 110), (30, 162)),
}
_RURAL = ((14, 32), (12, 40), (24, 30))
_CITY = (30, 60, 120)
_RATIOS = (0.0, 0.5, 5.0)


def instances() -> Iterator[tuple[str, arcload.Instance]]:
    """Yield each instance with its group."""
    seed = 7_000_000
    for ratio in _RATIOS:
        for group, sizes in _EULERIAN.items():
            for nodes, edges in sizes:
                seed += 1
                yield (
                    group,
                    arcload.generate(
                        "eulerian",
                        nodes=nodes,
                        edges=edges,
                        demand="random",
                        curb_ratio=ratio,
                        seed=seed,
                    ),
                )
        for nodes, edges in _RURAL:
            seed += 1
            yield (
                "rural",
                arcload.generate(
                    "rural", nodes=nodes, edges=edges, demand="random", curb_ratio=ratio, seed=seed
                ),
            )
        for edges in _CITY:
            seed += 1
            yield "city", arcload.generate("city", edges=edges, curb_ratio=ratio, seed=seed)


def published(folder: Path, best: Path) -> Iterator[tuple[str, arcload.Instance, float]]:
    """Yield each instance of the paper with its group and the cost of the best tour known."""
    with best.open(newline="") as stream:
        costs = {row["instance"]: float(row["cost"]) for row in csv.DictReader(stream)}
    for name, instance in read_instances([folder]).items():
        yield evaluation_group(name, instance), instance, costs[name]


def generated(seconds: float) -> Iterator[tuple[str, arcload.Instance, float]]:
    """Yield each instance of our own with its group and the cost of a good tour."""
    for group, instance in instances():
        yield group, instance, arcload.solve(instance, time=seconds, seed=1).cost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="of the paper's instances")
    parser.add_argument("--best", type=Path, help="their best costs, a CSV")
    parser.add_argument("--seconds", type=float, default=10.0, help="of search an instance")
    parser.add_argument("-o", "--output", type=Path, default=OWN)
    asked = parser.parse_args()
    if asked.folder and (asked.best is None or asked.output == OWN):
        parser.error("a folder needs --best and -o")
    found = published(asked.folder, asked.best) if asked.folder else generated(asked.seconds)
    columns: dict[str, Any] = {}
    for number, (group, instance, cost) in enumerate(found):
        problem = Problem.of(instance)
        arrays = problem.arrays
        fields = {
            "entry": arrays.entry,
            "length": arrays.length,
            "demand": arrays.q,
            "distance": arrays.D,
            "from_start": arrays.from_start,
            "to_end": problem.to_end,
            "curb_weight": np.float64(arrays.W),
            "real": np.ones(problem.size, dtype=bool),
            "group": np.array(group),
            "best": np.float64(cost),
        }
        columns |= {f"{number}/{name}": np.asarray(value) for name, value in fields.items()}
        print(f"{number:3d} {group:24s} {problem.size:4d} edges {cost:14.2f}")
    np.savez_compressed(asked.output, **columns)


if __name__ == "__main__":
    main()
