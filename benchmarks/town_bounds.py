"""How far the proven gap falls on towns: the tour and the bound of one run, as a user has them.

    python benchmarks/town_bounds.py [CASE ...] [--folder results] [--seconds S] [--threads 2]

A case is ``500-0.5``, the town of ``arcload.generate("city", edges=500, curb_ratio=0.5, seed=1)``,
whose vehicle weighs half of its full load; ``demo``, the town of ``arcload demo`` in the demo's own
time; or the name of a published instance such as ``large_32``. Without one, all of `CASES` are
measured. Each is a process of its own, a row of Markdown, and a row of town_bounds.csv in the
folder at once; what is there is not measured again.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.kept_rows import append_row, read_rows

import arcload
from arcload.engine.stop import Progress

ROOT = Path(__file__).parents[1]
PUBLISHED = Path(os.environ.get("ARCLOAD_PUBLISHED", ROOT.parent / "shared" / "instances"))
CASES = {
    "demo": (0.0, 5.0),
    **{
        f"{size}-0.5": asked
        for size, asked in {
            100: (60.0, 1.5),
            200: (60.0, 3.5),
            500: (60.0, 4.5),
            2000: (180.0, 6.0),
            5000: (400.0, 9.0),
        }.items()
    },
    "100-5": (60.0, 0.7),
    "200-5": (60.0, 0.7),
    "500-5": (60.0, 0.7),
    "2000-5": (180.0, 2.0),
    "2000-20": (180.0, 1.0),
    "200-0": (180.0, 11.0),
    "500-0": (180.0, 11.0),
    "2000-0": (180.0, 8.5),
    "large_32": (120.0, 1.47),
    "large_38": (120.0, 1.05),
    "large_44": (120.0, 0.8),
    "large_40": (120.0, 0.28),
}
"""Seconds of each case, 0 for its own time, and the gap asked for in per cent."""

HEAD = (
    "| case | seconds | last raise (s) | memory (MB) | proof | gap (%) | asked (%) |\n"
    "| :--- | ---: | ---: | ---: | :--- | ---: | ---: |"
)


class Measurement(NamedTuple):
    """What one run reached."""

    case: str
    limit: float
    """Seconds it had, 0 for its own time."""
    threads: int
    proof: str
    seconds: float
    raised: float
    """Second at which the bound rose last, as far as is known."""
    memory: float
    """Peak of its process, in bytes."""
    cost: float
    lower_bound: float

    @property
    def gap(self) -> float:
        """How much dearer than the bound the tour is, in per cent, rounded up."""
        return math.ceil(10_000 * (self.cost / self.lower_bound - 1)) / 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", default=list(CASES))
    parser.add_argument("--folder", type=Path, default=Path("results"))
    parser.add_argument("--seconds", type=float, help="for every case, not what `CASES` says")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--one", action="store_true", help="one measurement as JSON, right here")
    asked = parser.parse_args()
    limits = {
        case: asked.seconds if asked.seconds is not None and case != "demo" else limit
        for case in asked.cases
        for limit, _ in [CASES.get(case, (60.0, 0.0))]
    }
    if asked.one:
        ((case, limit),) = limits.items()
        print(json.dumps(measure(case, limit, asked.threads)))
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    file = asked.folder / "town_bounds.csv"
    found = {row[:3]: row for row in read(file)}
    print(HEAD)
    for case, limit in limits.items():
        key = (case, limit, asked.threads)
        if key not in found:
            found[key] = in_process(*key)
            append_row(file, found[key])
        print(line(found[key]), flush=True)


def in_process(case: str, limit: float, threads: int) -> Measurement:
    """Measure one case in a process of its own."""
    words = [case, "--one", f"--seconds={limit}", f"--threads={threads}"]
    command = [sys.executable, __file__, *words]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measurement(*json.loads(run.stdout))


def measure(case: str, limit: float, threads: int) -> Measurement:
    """Measure one case in this process."""
    if case == "demo":
        return measure_demo(threads)
    instance = instance_of(case)
    raises = [(0.0, 0.0)]

    def watch(progress: Progress) -> None:
        if (progress.lower_bound or 0.0) > raises[-1][1]:
            raises.append((progress.seconds, progress.lower_bound or 0.0))

    result = arcload.solve(instance, time=limit, threads=threads, on_progress=watch)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return row_of(case, limit, threads, result, raises[-1][0], memory)


def measure_demo(threads: int) -> Measurement:
    """Measure the demo's town by running the demo."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "arcload", "demo", "--out", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        town = arcload.read(Path(folder) / "town.json")
        result = arcload.load_result(Path(folder) / "route.json", town)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return row_of("demo", 0.0, threads, result, result.seconds, memory)


def row_of(
    case: str, limit: float, threads: int, result: arcload.Result, raised: float, memory: int
) -> Measurement:
    bound, certificate = result.lower_bound or 0.0, result.certificate
    proof = certificate.kind if certificate else "-"
    seconds, peak = result.seconds, 1024.0 * memory
    return Measurement(case, limit, threads, proof, seconds, raised, peak, result.cost, bound)


def instance_of(case: str) -> arcload.Instance:
    size, _, ratio = case.partition("-")
    if size.isdigit():
        return arcload.generate("city", edges=int(size), curb_ratio=float(ratio), seed=1)
    return arcload.read(PUBLISHED / f"{case}.txt")


def line(row: Measurement) -> str:
    """Return a measurement as a row of the table."""
    target = CASES.get(row.case, (0.0, 0.0))[1]
    return (
        f"| {row.case} | {row.seconds:.0f} | {row.raised:.0f} | {row.memory / 1e6:,.0f} "
        f"| {row.proof} | {row.gap:.2f} | {f'{target:g}' if target else '-'} |"
    )


def read(file: Path) -> list[Measurement]:
    return [
        Measurement(row[0], float(row[1]), int(row[2]), row[3], *map(float, row[4:]))
        for row in read_rows(file)
    ]


if __name__ == "__main__":
    main()
