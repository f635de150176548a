"""GHC on the paper's 126 instances beside its authors' program, and the price of its ties.

Run with ``make bench``. ARCLOAD_PUBLISHED names the folder of the instances.
"""

import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.published import FOLDER, published_instances, published_results

import arcload
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.insertion import insert_best
from arcload.engine.problem import Problem


def cost_with_ties_in_file_order(instance: arcload.Instance) -> float:
    arrays = Problem.of(instance).arrays
    ranked = np.argsort(-arrays.length.min(axis=1) * arrays.q, kind="stable")
    order = np.empty(len(ranked), dtype=np.int64)
    for count, edge in enumerate(ranked):
        insert_best(order, count, edge, *arrays)
    return float(direction_program(order, *arrays)[0])


def number(path: Path) -> tuple[str, int]:
    group, index = path.stem.split("_")
    return group, int(index)


def _within(gaps: list[float], demands: list[str]) -> str:
    near = [abs(gap) <= 0.01 for gap in gaps]
    parts = (
        f"{kind} demand {sum(n for n, d in zip(near, demands, strict=True) if d == kind)} "
        f"of {demands.count(kind)}"
        for kind in ("random", "proportional")
    )
    return f"{sum(near)} of {len(near)} ({', '.join(parts)})"


def main() -> None:
    if not FOLDER.is_dir():
        sys.exit(f"the published instances are not in {FOLDER}; set ARCLOAD_PUBLISHED")
    published = published_results("greedy")
    table = Table("instance", "served", "published", "ours", "gap %", "gap % (ties by file)")
    table.add_column("published s")
    table.add_column("ours s")
    gaps, tied, demands, theirs, ours = [], [], [], 0.0, 0.0
    for path in sorted(published_instances(), key=number):
        instance = arcload.read(path)
        result = arcload.solve(instance, "greedy")
        cost, seconds = published[path.stem]
        gap = 100 * (result.cost / cost - 1)
        by_file = 100 * (cost_with_ties_in_file_order(instance) / cost - 1)
        gaps.append(gap)
        demands.append("proportional" if number(path)[1] % 2 else "random")
        tied.append(by_file)
        theirs += seconds
        ours += result.seconds
        table.add_row(
            path.stem,
            str(len(instance.served)),
            f"{cost:g}",
            f"{result.cost:.2f}",
            f"{gap:.4f}",
            f"{by_file:.4f}",
            f"{seconds:.3f}",
            f"{result.seconds:.4f}",
        )
    Console(width=110).print(table)
    print(f"within 0.01 % of the published cost: {_within(gaps, demands)}")
    print(f"with ties in file order: {_within(tied, demands)}")
    print(f"seconds in all: published {theirs:.2f}, ours {ours:.3f}, {theirs / ours:.0f} times")


if __name__ == "__main__":
    main()
