"""How long the shortest postman tour takes, and the matching behind it.

Two-way towns are solved by one matching. It is done on the streets themselves ("sparse") and,
to compare, on all pairs of odd nodes ("all pairs"), which must give the same length. Towns with
one-way streets, and those where some streets need no service, take cutting planes.
"""

import argparse
import itertools
import os
import tempfile
import time
from collections.abc import Callable

import numpy as np
import rustworkx
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

import arcload
from arcload.solving.postman.repair import two_way
from arcload.solving.postman.shortest_tour import shortest_tour
from arcload.solving.postman.t_join import t_join


def timed(work: Callable[[], float]) -> tuple[float, float]:
    """Return what the work returns and its seconds."""
    began = time.perf_counter()
    value = work()
    return value, time.perf_counter() - began


def all_pairs(town: arcload.Instance, odd: list[int]) -> float:
    """Return the length of the cheapest matching of the odd nodes along shortest paths."""
    shortest: dict[tuple[int, int], float] = {}
    for ends, length in zip(town.ends.tolist(), two_way(town).tolist(), strict=True):
        pair = (min(ends), max(ends))
        shortest[pair] = min(length, shortest.get(pair, np.inf))
    rows, columns = np.array(list(shortest)).T
    size = len(town.nodes)
    graph = csr_array((list(shortest.values()), (rows, columns)), shape=(size, size))
    apart = dijkstra(graph, directed=False, indices=odd)[:, odd]
    most = int(apart.max() * 1000) + 1
    pairs = rustworkx.PyGraph()
    pairs.add_nodes_from(range(len(odd)))
    pairs.extend_from_weighted_edge_list(
        [
            (a, b, most - round(apart[a, b] * 1000))
            for a, b in itertools.combinations(range(len(odd)), 2)
        ]
    )
    matched = rustworkx.max_weight_matching(pairs, max_cardinality=True, weight_fn=int)
    return float(sum(apart[a, b] for a, b in matched))


def matchings(sizes: list[int]) -> None:
    """Print the times of both matchings."""
    print("| streets | odd nodes | sparse (s) | all pairs (s) | extra length |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for edges in sizes:
        town = arcload.generate("city", edges=edges, seed=1)
        odd = np.flatnonzero(np.bincount(town.ends.ravel()) % 2).tolist()
        lengths = two_way(town)
        ours, seconds = timed(lambda: float(lengths[t_join(town.ends, lengths, odd)[0]].sum()))  # noqa: B023
        theirs, slower = timed(lambda: all_pairs(town, odd))  # noqa: B023
        if not np.isclose(ours, theirs, rtol=1e-9):
            raise SystemExit(f"{edges} streets: {ours} is not {theirs}")
        print(
            f"| {edges:,} | {len(odd):,} | {seconds:.2f} | {slower:.2f} | {ours:,.0f} |", flush=True
        )


def tours(
    sizes: list[int], shares: list[float], seeds: list[int], limit: float, uneven: float
) -> None:
    """Print how long shortest tours take, and how far they are from what none is below."""
    print("\n| streets | one-way | served | seed | time (s) | proven | length |")
    print("| ---: | ---: | ---: | ---: | ---: | --- | ---: |")
    for edges, served, seed in itertools.product(sizes, shares, seeds):
        town = arcload.generate("city", edges=edges, served=served, seed=seed)
        if uneven:
            factors = np.random.default_rng(seed).uniform(1 - uneven, 1 + uneven, (edges, 2))
            town = town.replace(lengths=town.lengths * factors)
        one_way = int(np.isinf(town.lengths).any(axis=1).sum())
        began = time.perf_counter()
        found = shortest_tour(town, limit)
        seconds = time.perf_counter() - began
        above = found.tour.length / found.bound - 1
        proven = "yes" if found.exact else f"but for {above:.2%}"
        print(
            f"| {edges:,} | {one_way} | {served:.0%} | {seed} | {seconds:.1f} | "
            f"{proven} | {found.tour.length:,.0f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matchings", type=int, nargs="*", default=[400, 800, 1600, 3200, 6400])
    parser.add_argument("--tours", type=int, nargs="*", default=[60, 200, 600, 2000])
    parser.add_argument("--served", type=float, nargs="*", default=[1.0, 0.5])
    parser.add_argument("--seeds", type=int, nargs="*", default=[1])
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a proof")
    parser.add_argument(
        "--uneven", type=float, default=0.0, help="by how much lengths change each way, at random"
    )
    arguments = parser.parse_args()
    matchings(arguments.matchings)
    with tempfile.TemporaryDirectory() as empty:
        os.environ["XDG_CACHE_HOME"] = empty  # nothing is kept from earlier calls
        tours(arguments.tours, arguments.served, arguments.seeds, arguments.limit, arguments.uneven)


if __name__ == "__main__":
    main()
