"""Map matching: tours on generated towns, recorded with noise, and how much of them comes back."""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.tracks import drives_of, share_found, track_along

import arcload
from arcload.maps.matching.match_track import match_track

TOWNS = 5
SPACINGS = (10.0, 50.0)
NOISES = (5.0, 10.0)
TRACKS = 3
LARGE = 2000


def main() -> None:
    """Print the share of the length on the right streets in the right order, and the time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streets", type=int, default=300)
    streets = parser.parse_args().streets
    print(
        f"{TOWNS} towns of {streets} streets, {TRACKS} tracks of each tour; right streets in order"
    )
    print("town  m per point  noise, m  points   mean     least    seconds")
    for seed in range(1, TOWNS + 1):
        town = arcload.generate("city", edges=streets, at=(48.1, 11.5), seed=seed)
        plan = arcload.solve(town, iterations=200, seed=seed).plan
        for spacing in SPACINGS:
            for noise in NOISES:
                _print_row(str(seed), town, plan, spacing, noise)
    town = arcload.generate("city", edges=LARGE, at=(48.1, 11.5), seed=1)
    plan = arcload.solve(town, "greedy", bound=False).plan
    for spacing in SPACINGS:
        _print_row(f"{LARGE:,}", town, plan, spacing, NOISES[0])


def _print_row(
    name: str, town: arcload.Instance, plan: arcload.Plan, spacing: float, noise: float
) -> None:
    driven = drives_of(plan)
    shares, seconds, points = [], 0.0, 0
    for seed in range(TRACKS):
        track = track_along(town, driven, spacing=spacing, noise=noise, seed=seed)
        start = time.process_time()
        match = match_track(town, track)
        seconds += (time.process_time() - start) / TRACKS
        shares.append(share_found(town, driven, match.drives))
        points = len(track.points)
    mean = sum(shares) / TRACKS
    print(
        f"{name:5} {spacing:11.0f} {noise:9.0f} {points:7,}  {mean:7.2%}  {min(shares):7.2%} "
        f"{seconds:8.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
