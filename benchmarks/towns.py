"""What `auto` reaches on towns, for light and heavy vehicles: this version and another one.

    python benchmarks/towns.py [--against ../other/src] [--folder results] [--seeds 5]
                               [--sizes 500 2000] [--ratios 0.5 1.5 5 20] [--threads 2]
                               [--bound 60]

Towns are those of ``arcload.generate("city", edges=..., curb_ratio=W/Q, seed=...)``. Both versions
search the same town for the same time, one right after the other, each in a process of its own and
without bounds. A row of towns.csv in the folder is written at once; what is there is not measured
again. ``--share`` takes that part of the time, for a quick look. ``--bound`` proves for so many
seconds, after the searches, how much less than the other version any tour can cost.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.kept_rows import append_row, read_rows

SECONDS = {500: 20.0, 2000: 60.0}
"""Time for each size; others have as much per street as 2,000."""
NEAR = 0.01  # of the final cost: near enough


class Measurement(NamedTuple):
    """What one version reached on one town."""

    version: str
    """``this``, ``other``, or ``bound`` for this version's lower bound."""
    size: int
    ratio: float
    """Curb weight, in full loads."""
    seed: int
    limit: float
    """Seconds it had."""
    threads: int
    cost: float
    length: float
    near: float
    """Seconds until it was within 1 % of its final cost."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="src of the other version")
    parser.add_argument("--folder", type=Path, default=Path("results"))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SECONDS))
    parser.add_argument("--ratios", type=float, nargs="+", default=[0.5, 1.5, 5.0, 20.0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bound", type=float, help="seconds to prove how much is left")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--one", help="one measurement as JSON, in this process")
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measure(*json.loads(asked.one))))
        return
    sources = {"this": Path(__file__).parents[1] / "src"}
    if asked.against:
        sources["other"] = asked.against.resolve()
    print(table(measure_all(asked, sources)))


def measure_all(asked: argparse.Namespace, sources: dict[str, Path]) -> list[Measurement]:
    """Return all measurements that are asked for, made now where they are not in the folder."""
    asked.folder.mkdir(parents=True, exist_ok=True)
    file = asked.folder / "towns.csv"
    found = {row[:6]: row for row in read(file)}
    wanted = []
    for seed in range(1, asked.seeds + 1):
        for size in asked.sizes:
            limit = asked.share * SECONDS.get(size, size * SECONDS[2000] / 2000)
            for ratio in asked.ratios:
                limits = dict.fromkeys(sources, limit)
                if asked.bound is not None:
                    limits["bound"] = asked.bound
                for version, seconds in limits.items():
                    source = sources.get(version, sources["this"])
                    key = (version, size, ratio, seed, seconds, asked.threads)
                    if key not in found:
                        found[key] = in_process(key, source)
                        append_row(file, found[key])
                    wanted.append(found[key])
    return wanted


def in_process(key: tuple[str, int, float, int, float, int], source: Path) -> Measurement:
    """Measure one version in a process that imports it."""
    command = [sys.executable, __file__, "--one", json.dumps(key)]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    run = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    row = Measurement(*json.loads(run.stdout))
    print(*row, file=sys.stderr, flush=True)
    return row


def measure(
    version: str, size: int, ratio: float, seed: int, limit: float, threads: int
) -> Measurement:
    """Search one town in this process."""
    import arcload

    town = arcload.generate("city", edges=size, curb_ratio=ratio, seed=seed)
    if version == "bound":
        value = arcload.bound(town, time=limit, threads=threads).lower_bound
        return Measurement(version, size, ratio, seed, limit, threads, value, 0.0, 0.0)
    result = arcload.solve(town, "auto", time=limit, threads=threads, seed=1, bound=False)
    near = next(second for second, _, cost in result.history if cost <= result.cost * (1 + NEAR))
    return Measurement(
        version, size, ratio, seed, limit, threads, result.cost, result.plan.length, near
    )


def read(file: Path) -> list[Measurement]:
    return [
        Measurement(
            row[0], int(row[1]), float(row[2]), int(row[3]), float(row[4]), int(row[5]),
            *map(float, row[6:]),
        )
        for row in read_rows(file)
    ]  # fmt: skip


def table(measurements: list[Measurement]) -> str:
    """Return the means over the seeds as Markdown: how much less this version costs and drives.

    ``at most`` is how much less than the other's any tour can cost, as far as is proven.
    """
    lines = [
        "| streets | seconds | W / Q | towns | cost (%) | at most (%) | length (%) "
        "| to 1 % (s) | other (s) |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    groups: dict[tuple[int, float], dict[int, dict[str, Measurement]]] = defaultdict(dict)
    for one in measurements:
        group = groups[one.size, one.ratio]
        group.setdefault(one.seed, {})[one.version] = one
    for (size, ratio), towns in sorted(groups.items()):
        limit = next(iter(towns.values()))["this"].limit
        ours = mean(pair["this"].near for pair in towns.values())
        line = f"| {size:,} | {limit:g} | {ratio:g} | {len(towns)} "
        if all("other" in pair for pair in towns.values()):
            pairs = [(pair["this"], pair["other"]) for pair in towns.values()]
            cost = 100 * mean(this.cost / other.cost - 1 for this, other in pairs)
            length = 100 * mean(this.length / other.length - 1 for this, other in pairs)
            theirs = mean(other.near for _, other in pairs)
            most = "-"
            if all("bound" in pair for pair in towns.values()):
                bounds = [(pair["bound"], pair["other"]) for pair in towns.values()]
                most = f"{100 * mean(bound.cost / other.cost - 1 for bound, other in bounds):+.2f}"
            line += f"| {cost:+.2f} | {most} | {length:+.2f} | {ours:.1f} | {theirs:.1f} |"
        else:
            line += f"| - | - | - | {ours:.1f} | - |"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    main()
