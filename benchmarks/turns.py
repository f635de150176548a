"""What rules of turns cost: iterations per second of `auto`, and memory.

    python benchmarks/turns.py [--quick]

Searches of a town of 500 streets take turns, with rules and without, one thread each; iterations
are counted per second of processor time. Then one process each solves a town of 2,000 streets with
rules, as a delivery and as a collection, and tells its peak of memory and how long the distances
took. ``--quick`` has a fifth of the streets.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time

import arcload
from arcload import Instance, Turn, TurnRules
from arcload.engine.stop import Progress

RULES = TurnRules(left=30, right=5, u_turn=200)
FORBIDDEN = 0.02
"""Share of the turns that are forbidden."""

ROUNDS, SECONDS = 3, 5.0
"""Searches of each kind, and seconds of processor time that are counted of each."""


class Rate:
    """A stopping criterion that counts iterations per second of processor time."""

    def __init__(self) -> None:
        self._first: tuple[float, int] | None = None
        self.rate = 0.0

    def __call__(self, progress: Progress) -> bool:
        """Return whether enough was counted, from the first iterations on."""
        now = time.process_time()
        if progress.iterations == 0:
            return False
        if self._first is None:
            self._first = now, progress.iterations
        seconds = now - self._first[0]
        if seconds > 0:
            self.rate = (progress.iterations - self._first[1]) / seconds
        return seconds >= SECONDS


def with_turns(town: Instance, seed: int = 1) -> Instance:
    """Return a town with rules of turns, some of them forbidden."""
    rng = random.Random(seed)
    ends = town.ends.tolist()
    leaving: dict[int, list[tuple[int, int]]] = {}
    for edge, pair in enumerate(ends):
        for side in (0, 1):
            leaving.setdefault(pair[side], []).append((edge, side))
    forbidden = [
        Turn(town.edges[edge], side + 1, town.edges[other], back + 1)
        for edge, pair in enumerate(ends)
        for side in (0, 1)
        for other, back in leaving[pair[1 - side]]
        if other != edge and rng.random() < FORBIDDEN
    ]
    return town.replace(turn_rules=RULES, forbidden_turns=tuple(forbidden))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--one", nargs=2, metavar=("STREETS", "MODE"))
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measure(int(asked.one[0]), asked.one[1])))
        return
    part = 5 if asked.quick else 1
    compare(500 // part)
    for mode in ("deliver", "collect"):
        command = [sys.executable, __file__, "--one", str(2000 // part), mode]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        seconds, peak = json.loads(run.stdout)
        print(
            f"{2000 // part:,} streets, {mode}: distances in {seconds:.1f} s of processor time, "
            f"peak of the process {peak / 1e6:,.0f} MB"
        )


def compare(streets: int) -> None:
    """Print iterations per second with rules and without, and their ratio."""
    town = arcload.generate("city", edges=streets, seed=7)
    kinds = {"without turn rules": town, "with turn rules": with_turns(town)}
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        for name, instance in kinds.items():
            rate = Rate()
            arcload.solve(instance, "auto", stop=rate, threads=1, bound=False)
            rates[name].append(rate.rate)
    means = {name: statistics.mean(values) for name, values in rates.items()}
    for name, mean in means.items():
        print(f"{streets} streets {name}: {mean:,.0f} iterations per second")
    print(f"ratio {means['with turn rules'] / means['without turn rules']:.2f}")


def measure(streets: int, mode: str) -> tuple[float, float]:
    """Return processor seconds of the distances, and the peak of memory in bytes of a search."""
    from arcload.engine.distances import distances
    from arcload.engine.port_distances import port_distances

    small = with_turns(arcload.generate("city", edges=50, seed=7))
    port_distances(small, small.lengths)  # compiles
    town = with_turns(arcload.generate("city", edges=streets, seed=7)).replace(mode=mode)
    began = time.process_time()
    distances(town)
    seconds = time.process_time() - began
    arcload.solve(town, "auto", time=10, threads=2)
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    main()
