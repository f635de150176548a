"""What size costs: seconds and memory of `auto`, and of the bound, for 50 to 5,000 served edges.

    python benchmarks/scale.py [--quick] [--folder results]

Each measurement is a process of its own, and a row of scale.csv in the folder at once; what is
there is not measured again. ``--quick`` stops at 200 edges, with two seconds each.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.kept_rows import append_row, read_rows

import arcload
from arcload.engine.stop import Progress
from arcload.runs.figures import growth_exponent, plot_time_over_size, save_figure

SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
NEAR = 0.01  # of the final value: near enough


class Measurement(NamedTuple):
    """What came of one size."""

    what: str
    """``auto`` or ``bound``."""
    size: int
    limit: float
    """Seconds it had."""
    first: float
    """Seconds until it had its first cost or bound."""
    first_value: float
    """That cost or bound."""
    near: float
    """Seconds until it was within 1 % of its final cost or bound."""
    seconds: float
    memory: float
    """Peak of its process, in bytes."""
    value: float
    """Final cost or bound."""
    gap: float
    """Of the tour to the bound."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--folder", type=Path, default=Path("results"))
    parser.add_argument("--one", nargs=3, metavar=("WHAT", "SIZE", "LIMIT"))
    asked = parser.parse_args()
    if asked.one:
        what, size, limit = asked.one
        print(json.dumps(measure(what, int(size), float(limit))))
    else:
        measurements = measure_all(asked.folder, asked.quick)
        draw(measurements, asked.folder)
        print(section(measurements))


def measure_all(folder: Path, quick: bool) -> list[Measurement]:
    """Return all measurements, made now where they are not in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "scale.csv"
    found = read(file)
    for size in SIZES[:3] if quick else SIZES:
        limit = 2.0 if quick else max(10.0, size / 25)
        for what in ("auto", "bound"):
            if (what, size, limit) not in [(one.what, one.size, one.limit) for one in found]:
                command = [sys.executable, __file__, "--one", what, str(size), str(limit)]
                run = subprocess.run(command, check=True, capture_output=True, text=True)
                found.append(Measurement(*json.loads(run.stdout)))
                append_row(file, found[-1])
                print(found[-1], file=sys.stderr, flush=True)
    return found


def read(file: Path) -> list[Measurement]:
    return [Measurement(row[0], int(row[1]), *map(float, row[2:])) for row in read_rows(file)]


def measure(what: str, size: int, limit: float) -> Measurement:
    """Measure one size in this process, with one thread, its kernels compiled before."""
    from arcload.solving.methods import exact

    exact.warm_up(size)
    town = arcload.generate("city", edges=size, seed=7)
    tour = None
    if what == "bound":  # held against a tour that a short search finds
        tour = arcload.solve(town, "auto", time=limit / 4, threads=1, bound=False)
    values: list[tuple[float, float]] = []

    def watch(progress: Progress) -> None:
        if progress.lower_bound is not None:
            values.append((progress.seconds, progress.lower_bound))

    if tour is None:
        result = arcload.solve(town, "auto", time=limit, threads=1, bound=False)
        values = [(second, cost) for second, _, cost in result.history]
        value = result.cost
        near = next(second for second, cost in values if cost <= value * (1 + NEAR))
    else:
        result = arcload.solve(
            town,
            "exact",
            time=limit,
            threads=1,
            warm_start=tour,
            parameters={"share": 0.0},
            on_progress=watch,
        )
        value = result.lower_bound or 0.0
        near = next(second for second, bound in values if bound >= value * (1 - NEAR))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    gap = result.gap or 0.0
    return Measurement(what, size, limit, *values[0], near, result.seconds, memory, value, gap)


def draw(measurements: list[Measurement], folder: Path) -> None:
    """Draw seconds and memory over size."""
    save_figure(
        folder / "scale_seconds.png",
        lambda ax: plot_time_over_size(
            times(measurements), "seconds to the quick bound, else to 1 % of the end", ax
        ),
    )
    save_figure(
        folder / "scale_memory.png",
        lambda ax: plot_time_over_size(
            memories(measurements),
            "peak memory of the process",
            ax,
            unit=lambda value: f"{value / 1e9:g} GB" if value >= 1e9 else f"{value / 1e6:g} MB",
        ),
    )


Points = dict[str, list[tuple[float, float]]]


def times(measurements: list[Measurement]) -> Points:
    """Return seconds over size: of the search, of the quick bound, and of the strong one.

    The strong bound has points only where it gets above the quick one in its time.
    """
    bounds = [one for one in measurements if one.what == "bound"]
    return {
        "auto": [(one.size, one.near) for one in measurements if one.what == "auto"],
        "quick bound": [(one.size, one.first) for one in bounds],
        "strong bound": [(one.size, one.near) for one in bounds if lifts(one)],
    }


def memories(measurements: list[Measurement]) -> Points:
    """Return the peak of memory over size: of the search and of the bounds."""
    names = {"auto": "auto", "bound": "bounds"}
    return {
        name: [(one.size, one.memory) for one in measurements if one.what == what]
        for what, name in names.items()
    }


def lifts(bound: Measurement) -> bool:
    """Return whether the strong bound got above the quick one."""
    return bound.value > bound.first_value * (1 + NEAR)


def section(measurements: list[Measurement]) -> str:
    """Return the figures as Markdown."""
    lines = [
        "| served edges | limit (s) | auto: to 1 % (s) | memory (MB) | quick bound (s) "
        "| strong bound: to 1 % (s) | memory (MB) | gap of the tour (%) |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    by_kind = {(one.what, one.size): one for one in measurements}
    for size in sorted({one.size for one in measurements}):
        auto, bound = by_kind[("auto", size)], by_kind[("bound", size)]
        lines.append(
            f"| {size:,} | {auto.limit:g} | {auto.near:.2f} | {auto.memory / 1e6:,.0f} "
            f"| {bound.first:.3f} | {f'{bound.near:.2f}' if lifts(bound) else '-'} "
            f"| {bound.memory / 1e6:,.0f} | {100 * bound.gap:.2f} |"
        )
    grows = []
    for what, series in (("seconds", times(measurements)), ("memory", memories(measurements))):
        for name, values in series.items():
            exponent = growth_exponent(values)
            if exponent is not None:
                grows.append(f"{what} of {name} as m^{exponent:.1f}")
    return "\n".join(
        [
            *lines,
            "",
            f"With the served edges m grow the {', the '.join(grows)}. A dash: in its time the "
            "strong bound did not get 1 % above the quick one. On more than 800 nodes with one-way "
            "streets the quick bound leaves out what deadheads add ([bounds.md](bounds.md)): it is "
            "faster there, and weaker.",
        ]
    )


if __name__ == "__main__":
    main()
