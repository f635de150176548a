"""What a user waits for: the wall time of `arcload solve --time T` beyond T.

    python benchmarks/waiting.py [--time 1] [--runs 3] [SIZE ...]

Each run is a process of its own on a generated town, its kernels compiled before. "to start" is
what comes before the search: Python, reading, distances; "after" is what comes after the limit:
the end of the search, the walk, the check, the comparison, the files, the summary. It ends
with an error where that takes longer than a second and 5 % of the time.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import arcload
from arcload.engine.context import Context

SIZES = (12, 100, 1000, 5000, 10_000, 20_000)
WARM_UP = f"from arcload.solving.methods import exact; exact.warm_up({max(SIZES)})"
SHARE = 0.05  # of the time, or a second, after which it must have ended


class Wait(NamedTuple):
    """What one run took."""

    total: float
    """Seconds of the whole command."""
    before: float
    """Of which before the search."""
    after: float
    """Of which after its limit, or after its end where that came sooner."""
    deadhead: float
    """Share of the tour's length."""
    memory: float
    """Peak of its process, in bytes."""


def main() -> None:
    """Print a row of the table for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--time", type=float, default=1.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--one", nargs=2, type=Path, metavar=("FILE", "OUT"))
    asked = parser.parse_args()
    if asked.one:
        file, output = asked.one
        solve(file, output, asked.time)
    # In a process of its own: a child's peak of memory is never below that of its parent.
    subprocess.run([sys.executable, "-c", WARM_UP], check=True)
    print("| streets | seconds beyond the time | to start | after | deadhead % | peak MB |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    late = []
    with tempfile.TemporaryDirectory() as folder:
        for size in asked.sizes:
            file = Path(folder) / f"{size}.json"
            arcload.write(town(size), file)
            waits = [measure(file, asked.time) for _ in range(asked.runs)]
            typical = Wait(*map(median, zip(*waits, strict=True)))
            print(
                f"| {size:,} | {typical.total - asked.time:.2f} | {typical.before:.2f} "
                f"| {typical.after:.2f} | {100 * typical.deadhead:.0f} "
                f"| {typical.memory / 1e6:,.0f} |",
                flush=True,
            )
            if typical.after > max(1.0, SHARE * asked.time):
                late.append(size)
    if late:
        sys.exit(f"ended too late after the limit: {', '.join(map(str, late))} streets")


def town(size: int) -> arcload.Instance:
    """Return a town of so many streets; the smallest are no cities."""
    if size < 30:
        return arcload.generate("eulerian", nodes=size // 2, edges=size, seed=1)
    return arcload.generate("city", edges=size, seed=1)


def measure(file: Path, limit: float) -> Wait:
    """Solve a file in a process of its own, and return what it took."""
    output = file.with_suffix(".result.json")
    command = [sys.executable, __file__, "--time", str(limit), "--one", str(file), str(output)]
    began = time.time()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    printed = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    total = time.time() - began
    if status:
        sys.exit(f"{file.name}: 'arcload solve' failed")
    before = float(printed.splitlines()[-1]) - began
    result = json.loads(output.read_text())
    return Wait(
        total=total,
        before=before,
        after=total - before - min(result["seconds"], limit),
        deadhead=result["deadhead_length"] / result["length"],
        memory=usage.ru_maxrss * 1024,
    )


def solve(file: Path, output: Path, limit: float) -> None:
    """Run the command in this process; print last when its search began."""
    from arcload.cli.main import main as command
    from arcload.solving import job

    moments: list[float] = []

    def run(*given: Any, **named: Any) -> Context:
        moments.append(time.time())
        return Context(*given, **named)

    setattr(job, "Context", run)  # noqa: B010
    sys.argv = ["arcload", "solve", str(file), "--time", str(limit), "-o", str(output)]
    try:
        command()
    finally:
        print(moments[-1])


if __name__ == "__main__":
    main()
