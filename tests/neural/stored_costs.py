"""Costs that shipped weights reach; ``python -m tests.neural.stored_costs`` prints them anew."""

from collections.abc import Iterator
from pathlib import Path

import arcload
from arcload import Instance
from arcload.neural.serve.serving import shipped

FILE = Path(__file__).with_suffix(".csv")
"""What `rows` gave when the weights were committed: model, instance, cost of the greedy tour."""


def towns() -> Iterator[Instance]:
    """Yield generated instances of every kind."""
    for ratio, demand in ((0.0, "random"), (0.5, "proportional"), (5.0, "clustered")):
        name = f"eulerian, {demand} demand, W = {ratio:g} Q"
        yield arcload.generate(
            "eulerian", nodes=12, edges=24, demand=demand, curb_ratio=ratio, seed=11, name=name
        )
    yield arcload.generate("rural", nodes=40, edges=70, seed=12, name="rural")
    yield arcload.generate("city", edges=60, seed=13, name="city")
    yield arcload.generate("city", edges=120, served=0.5, seed=14, name="part of a city")
    yield arcload.generate(
        "eulerian", nodes=30, edges=180, demand="random", curb_ratio=0.0, seed=15, name="dense"
    )


def rows() -> Iterator[tuple[str, str, float]]:
    """Yield (model, instance, cost of its greedy tour) of every policy that ships."""
    for model in shipped():
        for town in towns():
            result = arcload.solve(town, "arc-drl", threads=1, parameters={"model": model})
            yield model, town.name, result.cost


if __name__ == "__main__":
    print("model;instance;cost")
    for model, name, cost in rows():
        print(f"{model};{name};{cost!r}")
