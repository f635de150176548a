"""How many times a second the search of fleets ruins and recreates a plan, and what it reaches.

    python benchmarks/fleet_kernel.py FOLDER [--seconds 10] [--seed 1] [NAME ...]

FOLDER holds published problems of capacitated arc routing (``.dat``), at any depth, and maybe
``best_known.csv`` with the columns ``instance`` and ``best_known``; ARCLOAD_PUBLISHED names it too.
Time is that of one thread on the processor, so that a busy machine does not count.
"""

import argparse
import csv
import os
import re
import time
from pathlib import Path

import numpy as np
from scipy.sparse.csgraph import csgraph_from_dense, dijkstra

from arcload.engine.kernels.fleet import Facility, Fleet, FleetVehicle, new_fleet
from arcload.engine.kernels.ruin_recreate import (
    BEST_ROUTES,
    ITERATIONS,
    FleetSearch,
    new_search,
    run_search,
)

HOT, COLD = 0.3, 0.003
BATCH = 500
NEVER = np.zeros(1, dtype=np.bool_)
EDGE = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*coste\s+(\S+)(?:\s+demanda\s+(\S+))?")


def fleet_of(path: Path) -> Fleet:
    """Return the problem of a file: least length, any number of vehicles."""
    text = path.read_text(encoding="latin-1")
    n, capacity = (
        int(re.findall(rf"{word}\s*:\s*(\d+)", text)[0]) for word in ("VERTICES", "CAPACIDAD")
    )
    depot = int((re.findall(r"DEPOSITO\s*:\s*(\d+)", text) or [1])[0]) - 1
    edges = [(int(i) - 1, int(j) - 1, float(d), q) for i, j, d, q in EDGE.findall(text)]
    lengths = np.full((n, n), np.inf)
    for i, j, d, _ in edges:
        lengths[i, j] = lengths[j, i] = min(d, lengths[i, j])
    served = [edge for edge in edges if edge[3]]
    return new_fleet(
        q=np.array([float(q) for *_, q in served]),
        entry=np.array([edge[:2] for edge in served]),
        length=np.array([[edge[2]] * 2 for edge in served]),
        D=dijkstra(csgraph_from_dense(lengths, null_value=np.inf)),
        vehicles=[FleetVehicle(capacity=capacity, start=depot, end=depot)],
        facilities=[Facility(depot)],
    )


def search_for(seconds: float, seed: int, fleet: Fleet) -> tuple[FleetSearch, float]:
    """Return a search that ran so many seconds, and its iterations per second."""
    search = new_search(fleet, seed)
    run_search(1, 1.0, 1.0, NEVER, False, search, fleet)
    mean, begin = search.costs[0] / len(fleet.q), time.thread_time()
    while (share := (time.thread_time() - begin) / seconds) < 1:
        temperature = mean * HOT * (COLD / HOT) ** share
        run_search(BATCH, temperature, temperature, NEVER, False, search, fleet)
    return search, float(search.numbers[ITERATIONS]) / (time.thread_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=os.environ.get("ARCLOAD_PUBLISHED"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.folder is None:
        parser.error("name the folder of the published problems, or set ARCLOAD_PUBLISHED")
    best: dict[str, float] = {}
    for table in Path(options.folder).rglob("best_known.csv"):
        with table.open(encoding="utf-8") as file:
            best |= {row["instance"]: float(row["best_known"]) for row in csv.DictReader(file)}
    print("instance, services, routes, iterations per second, cost, gap to the best known in %")
    for path in sorted(Path(options.folder).rglob("*.dat")):
        if options.names and path.stem not in options.names:
            continue
        fleet = fleet_of(path)
        search, speed = search_for(options.seconds, options.seed, fleet)
        gap = 100 * (search.costs[1] / best[path.stem] - 1) if path.stem in best else np.nan
        print(
            f"{path.stem:12} {len(fleet.q):4} {search.numbers[BEST_ROUTES]:4} {speed:9,.0f} "
            f"{search.costs[1]:12,.0f} {gap:7.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
