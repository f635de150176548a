"""Reading of a large map: 20,000 streets in GeoJSON, as other programs write it."""

import json
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import arcload

STREETS = 20_000
RUNS = 5


def main() -> None:
    """Print the median time to read the map, beside the time to parse its JSON alone."""
    warnings.simplefilter("ignore", arcload.ArcloadWarning)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "town.geojson"
        arcload.write(arcload.generate("city", edges=STREETS, at=(47.37, 8.54), seed=3), file)
        data = json.loads(file.read_text())
        del data["arcload"]  # so that crossings have to be found
        file.write_text(json.dumps(data))
        parsing, reading = (
            sorted(_seconds(work, file) for _ in range(RUNS))[RUNS // 2] for work in (_parse, _read)
        )
        print(f"{STREETS:,} streets, {file.stat().st_size / 1e6:.1f} MB")
        print(f"JSON alone   {parsing:.2f} s")
        print(f"arcload.read {reading:.2f} s")


def _seconds(work: Callable[[Path], None], file: Path) -> float:
    start = time.perf_counter()
    work(file)
    return time.perf_counter() - start


def _parse(file: Path) -> None:
    json.loads(file.read_text())


def _read(file: Path) -> None:
    arcload.read(file, depot="47.37,8.54", curb_weight=0)


if __name__ == "__main__":
    main()
