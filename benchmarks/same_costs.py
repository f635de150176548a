"""Whether a change keeps every cost: fixed seed and iterations on all published instances.

    python benchmarks/same_costs.py before.csv    # before the change: writes the costs
    python benchmarks/same_costs.py before.csv    # after it: compares with them

It ends with exit code 1 if any cost differs. ARCLOAD_PUBLISHED names the folder of the instances.
"""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.published import published_instances

import arcload

ITERATIONS = {"auto": 300, "greedy": 1, "ils": 2, "vns": 2, "ea": 2, "aco": 2, "arc-drl": 1}
"""The methods, and for each so many iterations that all instances take some minutes."""


def costs() -> dict[tuple[str, str], float]:
    """Return the cost that each method reaches on each instance."""
    reached = {}
    for path in published_instances():
        instance = arcload.read(path)
        for method, iterations in ITERATIONS.items():
            result = arcload.solve(
                instance, method, iterations=iterations, seed=1, threads=2, bound=False
            )
            reached[path.stem, method] = result.cost
    return reached


def main() -> None:
    file = Path(sys.argv[1])
    now = costs()
    if not file.exists():
        with file.open("w", newline="") as out:
            csv.writer(out).writerows((*key, repr(cost)) for key, cost in now.items())
        print(f"wrote {len(now)} costs to {file}")
        return
    with file.open(newline="") as rows:
        before = {(name, method): float(cost) for name, method, cost in csv.reader(rows)}
    changed = [key for key in before if now.get(key) != before[key]]
    for name, method in changed:
        print(f"{name} by {method}: {before[name, method]!r}, now {now.get((name, method))!r}")
    print(f"{len(before) - len(changed)} of {len(before)} costs are the same")
    sys.exit(bool(changed))


if __name__ == "__main__":
    main()
