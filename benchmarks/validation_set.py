"""Makes the instances on which a training is watched, with the best tours that ``auto`` finds.

    python benchmarks/validation_set.py

writes ``src/arcload/neural/validation.npz``. Networks, sizes, demands and curb weights are as in
the paper's sets and as in street networks; seeds are fixed.
"""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

import arcload
from arcload.neural.validation import OWN
from arcload.problem import Problem

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of search an instance")
    seconds = parser.parse_args().seconds
    columns: dict[str, Any] = {}
    for number, (group, instance) in enumerate(instances()):
        result = arcload.solve(instance, time=seconds, seed=1)
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
            "best": np.float64(result.cost),
        }
        columns |= {f"{number}/{name}": np.asarray(value) for name, value in fields.items()}
        print(f"{number:3d} {group:8s} {problem.size:4d} edges {result.cost:14.2f} {result.status}")
    np.savez_compressed(OWN, **columns)


if __name__ == "__main__":
    main()
