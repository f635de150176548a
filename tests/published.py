"""The paper's instances and its authors' results, where they are at hand."""

import csv
import os
from functools import cache
from pathlib import Path

import pytest

FOLDER = Path(
    os.environ.get("ARCLOAD_PUBLISHED", Path(__file__).parents[1].parent / "shared" / "instances")
)

needs_published = pytest.mark.skipif(
    not FOLDER.is_dir(),
    reason=f"the published instances are not in {FOLDER}; ARCLOAD_PUBLISHED names their folder",
)


def published_instances() -> list[Path]:
    """Return the files of the instances."""
    return sorted(FOLDER.glob("*.txt"))


@cache
def published_results(method: str) -> dict[str, tuple[float, float]]:
    """Return cost and seconds that the authors' program reached, by instance."""
    with (FOLDER / "published" / f"{method}.csv").open() as file:
        return {
            row["Name"].removesuffix(".txt"): (float(row["Cost"]), float(row["Time (ms)"]) / 1000)
            for row in csv.DictReader(file)
        }
